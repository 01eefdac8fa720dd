//! The cases of `spec/`, which the Python tests read too.

mod common;

use std::path::PathBuf;

use common::{input_bytes, json};
use serde_json::Value;
use urlkey_core::compat::safe_browsing;
use urlkey_core::compat::surt::{SurtOptions, surt};
use urlkey_core::{Canonicalizer, Context, DefaultScheme, Profile, RungId, Url, fetch_url};

fn profile(case: &Value) -> Profile {
    let name = case["profile"].as_str().unwrap_or("dedup");
    let mut profile = Profile::named(name).unwrap_or_else(|| panic!("no profile {name}"));
    let names = |value: &Value| {
        value
            .as_array()
            .expect("a list")
            .iter()
            .map(|v| v.as_str().expect("a name").to_owned())
            .collect()
    };
    for (option, value) in case["set"].as_object().into_iter().flatten() {
        match option.as_str() {
            "drop" => profile.settings.drop = names(value),
            "keep" => profile.settings.keep = names(value),
            "keep_only" => profile.settings.keep_only = Some(names(value)),
            _ => {
                let value = match value {
                    Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
                    other => other.as_str().expect("a setting").to_owned(),
                };
                profile.settings.set(&option.replace('_', "-"), &value).expect("a valid setting");
            }
        }
    }
    profile
}

fn surt_options(case: &Value) -> SurtOptions {
    let mut options = SurtOptions::default();
    for (option, value) in case["set"].as_object().into_iter().flatten() {
        let on = value.as_bool().expect("true or false");
        match option.as_str() {
            "with_scheme" => options.with_scheme = on,
            "trailing_comma" => options.trailing_comma = on,
            "reverse_ipaddr" => options.reverse_ipaddr = on,
            "host_massage" => options.host_massage = on,
            "public_suffix" => options.public_suffix = on,
            other => panic!("no option {other}"),
        }
    }
    options
}

fn outcome(result: Result<String, urlkey_core::Error>) -> Value {
    match result {
        Ok(text) => Value::String(text),
        Err(error) => serde_json::json!({ "error": error.code.slug() }),
    }
}

fn slugs(ids: &[RungId]) -> Vec<String> {
    let mut slugs: Vec<_> = ids.iter().map(|id| id.rung().slug.to_owned()).collect();
    slugs.sort();
    slugs
}

/// What a case of the compat functions gives; none if it is about another function.
fn compat(case: &Value) -> Option<Value> {
    let url = || input_bytes(&case["input"]);
    match case["op"].as_str().expect("an op") {
        "surt" => Some(outcome(surt(&url(), surt_options(case)))),
        "safe_browsing" => Some(outcome(safe_browsing::canonicalize(&url()))),
        "safe_browsing_expressions" => {
            let found = safe_browsing::expressions(&url());
            Some(found.map_or_else(|error| outcome(Err(error)), Value::from))
        }
        _ => None,
    }
}

/// What the case gives, in the form of its `expected`.
fn run(case: &Value) -> Value {
    if let Some(found) = compat(case) {
        return found;
    }
    let canonicalizer = Canonicalizer::new(&profile(case));
    let base = match &case["base"] {
        Value::Null => None,
        base => match Url::base(&input_bytes(base)) {
            Ok(url) => Some(url),
            Err(error) => return serde_json::json!({ "error": error.code.slug() }),
        },
    };
    let default_scheme = case["default_scheme"]
        .as_str()
        .map(|name| DefaultScheme::from_name(name).expect("a default scheme"));
    let context = Context {
        base: base.as_ref(),
        default_scheme,
    };
    let pair = || {
        let [a, b] = case["input"].as_array().expect("a pair").as_slice() else {
            panic!("not a pair")
        };
        (input_bytes(a), input_bytes(b))
    };
    match case["op"].as_str().expect("op") {
        "key" => outcome(canonicalizer.key(&input_bytes(&case["input"]), context)),
        "fetch_url" => outcome(fetch_url(&input_bytes(&case["input"]), context)),
        "clean_url" => outcome(canonicalizer.clean_url(&input_bytes(&case["input"]), context)),
        "warnings" => match canonicalizer.canonicalize(&input_bytes(&case["input"]), context) {
            Ok(found) => {
                let mut slugs: Vec<_> = found.warnings.iter().map(urlkey_core::WarningCode::slug).collect();
                slugs.sort_unstable();
                serde_json::json!(slugs)
            }
            Err(error) => outcome(Err(error)),
        },
        "campaign" => match canonicalizer.canonicalize(&input_bytes(&case["input"]), context) {
            Ok(found) => found
                .campaign
                .into_iter()
                .map(|(name, value)| (name, Value::String(value)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            Err(error) => outcome(Err(error)),
        },
        "credited" => match canonicalizer.canonicalize(&input_bytes(&case["input"]), context) {
            Ok(found) => {
                let rows = found.credited.iter().map(|credit| {
                    let redirector = credit.redirector.map(|redirector| redirector.id.as_str());
                    serde_json::json!([credit.name, credit.value, redirector])
                });
                Value::Array(rows.collect())
            }
            Err(error) => outcome(Err(error)),
        },
        "same" => {
            let (a, b) = pair();
            Value::Bool(canonicalizer.key(&a, context).expect("valid") == canonicalizer.key(&b, context).expect("valid"))
        }
        "compare" => {
            let (a, b) = pair();
            let found = canonicalizer.compare(&a, &b, context).expect("valid");
            let mut sets: Vec<_> = found.would_merge.iter().map(|ids| slugs(ids)).collect();
            sets.sort();
            let all = serde_json::json!({ "same": found.same, "safe": found.safe, "reason": slugs(&found.reason), "would_merge": sets });
            // only the members that the case names are compared; each of its sets must be among those found, and none if it lists none
            let wanted = case["expected"].as_object().expect("an object");
            let pick = |name: &String| {
                let found = &all[name.as_str()];
                let listed = wanted[name].as_array().filter(|sets| name == "would_merge" && !sets.is_empty());
                let among = |sets: &&Vec<Value>| sets.iter().all(|set| found.as_array().is_some_and(|all| all.contains(set)));
                listed
                    .filter(among)
                    .map_or_else(|| found.clone(), |sets| Value::Array(sets.clone()))
            };
            Value::Object(wanted.keys().map(|name| (name.clone(), pick(name))).collect())
        }
        other => panic!("no op {other}"),
    }
}

#[test]
fn every_case_of_spec_holds() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut count = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).expect("spec/") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(&path)
            .expect("readable")
            .lines()
            .filter(|line| !line.is_empty())
        {
            let case = json(line);
            count += 1;
            let found = run(&case);
            if found != case["expected"] {
                wrong.push(format!(
                    "{}: {} gives {found}, not {} ({})",
                    case["id"], case["input"], case["expected"], case["why"]
                ));
            }
        }
    }
    println!("spec: {count} cases");
    assert!(count > 500, "only {count} cases");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
