//! What the integration tests share: where the outside data is, and reading it.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod checks;
pub mod inputs;
pub mod nasty;
pub mod random;
pub mod settings;
pub mod threads;
pub mod uri;

use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use serde_json::Value;

/// The folder with outside data: `URLKEY_SHARED`, or `../shared` beside the project.
pub fn shared(path: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("URLKEY_SHARED").map_or_else(beside, PathBuf::from);
    let folder = if folder.is_relative() {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
    } else {
        folder
    };
    let found = folder.join(path);
    if found.exists() {
        Some(found)
    } else {
        println!("SKIPPED: {path} is not in the shared data folder");
        None
    }
}

/// Stands in decoded strings before the four hex digits of a lone surrogate, which a Rust string cannot hold.
const LONE: char = '\u{F8FF}';

/// Rewrites `\uD800`-like escapes that are no pair, so that the text is JSON for Rust too.
fn without_lone_surrogates(text: &str) -> String {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    while let Some(next) = text[i..].find('\\').map(|n| i + n) {
        out.push_str(&text[i..next]);
        let step = match (unit(next), unit(next + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(lone @ 0xD800..=0xDFFF), _) => {
                let _ = write!(out, "{LONE}{lone:04x}");
                i = next + 6;
                continue;
            }
            _ => 2,
        };
        out.push_str(&text[next..next + step]);
        i = next + step;
    }
    out.push_str(&text[i..]);
    out
}

/// JSON that may hold lone surrogates.
pub fn json(text: &str) -> Value {
    serde_json::from_str(&without_lone_surrogates(text)).expect("JSON")
}

/// A string from [`json`] as the bytes that the parser reads, as the Python binding would hand it over.
pub fn input_bytes(value: &Value) -> Vec<u8> {
    if let Some(latin1) = value.get("bytes_latin1") {
        return latin1
            .as_str()
            .expect("a string")
            .chars()
            .map(|c| u8::try_from(c).expect("a byte"))
            .collect();
    }
    let text = value.as_str().expect("a string");
    let mut parts = text.split(LONE);
    let mut units: Vec<u16> = parts.next().unwrap_or_default().encode_utf16().collect();
    for part in parts {
        units.push(u16::from_str_radix(&part[..4], 16).expect("hex digits"));
        units.extend(part[4..].encode_utf16());
    }
    urlkey_core::from_utf16(&units)
}

/// A file of the WHATWG test data as its JSON rows.
pub fn wpt(file: &str) -> Option<Vec<Value>> {
    let path = shared(&format!("wpt/{file}"))?;
    let text = std::fs::read_to_string(path).expect("readable");
    match json(&text) {
        Value::Array(rows) => Some(rows),
        other => panic!("{file} is not a list: {other}"),
    }
}

/// The lines of a corpus.
pub fn corpus(name: &str) -> Option<Vec<Vec<u8>>> {
    let file = File::open(shared(&format!("corpus/{name}.txt.gz"))?).expect("readable");
    let reader = BufReader::new(flate2::read::GzDecoder::new(file));
    let lines = reader.split(b'\n').collect::<Result<Vec<_>, _>>().expect("gzip");
    println!("{name}: {} lines", lines.len());
    Some(lines)
}
