//! What each one answers, for others to judge.

use std::io::{self, BufRead, BufWriter, Write};

use urlkey_core::{Canonicalizer, Context};

type Answer = fn(&Canonicalizer, &str) -> Option<String>;

const ANSWERS: &[(&str, Answer)] = &[
    ("key", |c, line| c.key(line.as_bytes(), Context::default()).ok()),
    ("key+digest", |c, line| c.key(line.as_bytes(), Context::default()).ok()),
    ("reference", |c, line| c.reference_key(line.as_bytes(), Context::default()).ok()),
    ("fetch", |_, line| urlkey_core::fetch_url(line.as_bytes(), Context::default()).ok()),
    ("clean", |c, line| c.clean_url(line.as_bytes(), Context::default()).ok()),
    ("ada-href", |_, line| {
        ada_url::Url::parse(line, None).ok().map(|url| url.href().to_owned())
    }),
    ("url-crate", |_, line| url::Url::parse(line).ok().map(String::from)),
];

/// Answers each JSON string of standard input with one on standard output, or with null.
pub fn run(canonicalizer: &Canonicalizer, name: &str) -> Result<(), String> {
    let (_, answer) = ANSWERS
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| format!("{name} has no answers"))?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let url: String = serde_json::from_str(&line).map_err(|error| format!("{line}: {error}"))?;
        let answer = serde_json::to_string(&answer(canonicalizer, &url)).map_err(|error| error.to_string())?;
        writeln!(out, "{answer}").map_err(|error| error.to_string())?;
    }
    out.flush().map_err(|error| error.to_string())
}
