//! Every input that the project has, as bytes that the parser reads: `(input, base)`.

use serde_json::Value;

use super::{input_bytes, json, shared, wpt};

/// An input and the base URL it goes with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    pub bytes: Vec<u8>,
    pub base: Option<Vec<u8>>,
}

impl Input {
    pub fn alone(bytes: Vec<u8>) -> Self {
        Self { bytes, base: None }
    }
}

/// Every string in a value, however deep.
fn strings(value: &Value, found: &mut Vec<Vec<u8>>) {
    match value {
        Value::String(_) => found.push(input_bytes(value)),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(members) if members.contains_key("bytes_latin1") => found.push(input_bytes(value)),
        Value::Object(members) => members.values().for_each(|item| strings(item, found)),
        _ => {}
    }
}

fn vectors(inputs: &mut Vec<Input>) {
    let Some(folder) = shared("vectors") else { return };
    for entry in std::fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "tsv") {
            continue;
        }
        for line in std::fs::read_to_string(path).expect("UTF-8").lines().skip(1) {
            let cell = line.split('\t').next().unwrap_or_default();
            let mut found = Vec::new();
            strings(&json(cell), &mut found);
            inputs.extend(found.into_iter().map(Input::alone));
        }
    }
}

fn reports(inputs: &mut Vec<Input>) {
    let Some(path) = shared("reports.tsv") else { return };
    for line in std::fs::read_to_string(path).expect("UTF-8").lines().skip(1) {
        let cell = line.split('\t').nth(3).unwrap_or_default();
        inputs.extend(cell.split(" || ").map(|text| Input::alone(text.into())));
    }
}

fn suites(inputs: &mut Vec<Input>) {
    for row in wpt("urltestdata.json").into_iter().flatten().filter(Value::is_object) {
        inputs.push(Input {
            bytes: input_bytes(&row["input"]),
            base: (!row["base"].is_null()).then(|| input_bytes(&row["base"])),
        });
    }
    for file in ["toascii.json", "IdnaTestV2.json"] {
        for row in wpt(file).into_iter().flatten().filter(Value::is_object) {
            inputs.push(Input::alone([b"https://", &input_bytes(&row["input"])[..], b"/x"].concat()));
        }
    }
    for row in wpt("percent-encoding.json").into_iter().flatten().filter(Value::is_object) {
        inputs.push(Input::alone(
            [b"https://example.com/?", &input_bytes(&row["input"])[..], b"#"].concat(),
        ));
    }
}

fn spec(inputs: &mut Vec<Input>) {
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    for entry in std::fs::read_dir(folder).expect("spec/") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(path)
            .expect("UTF-8")
            .lines()
            .filter(|line| !line.is_empty())
        {
            let case = json(line);
            let mut found = Vec::new();
            strings(&case["input"], &mut found);
            strings(&case["expected"], &mut found);
            let base = (!case["base"].is_null()).then(|| input_bytes(&case["base"]));
            inputs.extend(found.into_iter().map(|bytes| Input { bytes, base: base.clone() }));
        }
    }
}

/// The inputs of the vectors, the reports, the WHATWG data and `spec/`, each once.
pub fn collected() -> Vec<Input> {
    let mut inputs = Vec::new();
    vectors(&mut inputs);
    reports(&mut inputs);
    suites(&mut inputs);
    spec(&mut inputs);
    inputs.sort();
    inputs.dedup();
    println!("vectors, reports, WHATWG data and spec: {} inputs", inputs.len());
    inputs
}
