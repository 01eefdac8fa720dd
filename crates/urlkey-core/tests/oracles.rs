//! Other WHATWG parsers beside ours: ada (the parser of Node), and the `url` crate (the parser of Servo).
//!
//! On both corpora both must agree with us on every line. On nastier input they need not: each way in which one of them departs from
//! the standard stands in a table here with its reason, and on whatever the `url` crate reads otherwise, ada must confirm our reading.

mod common;

use std::collections::BTreeMap;

use common::inputs::{Input, collected};
use common::random::Random;
use common::{corpus, nasty};
use urlkey_core::{Canonicalizer, Context, Url, fetch_url};

fn without_fragment(href: &str) -> String {
    href.split('#').next().unwrap_or_default().to_owned()
}

fn ada(text: &str, base: Option<&str>) -> Option<String> {
    let url = ada_url::Url::parse(text, base).ok()?;
    Some(without_fragment(url.href()))
}

fn url_crate(text: &str, base: Option<&str>) -> Option<String> {
    let base = base.map(url::Url::parse).transpose().ok()?;
    let url = url::Url::options().base_url(base.as_ref()).parse(text).ok()?;
    Some(without_fragment(url.as_str()))
}

fn ours(text: &str, base: Option<&str>) -> Option<String> {
    let base = base.map(|base| Url::base(base.as_bytes())).transpose().ok()?;
    let context = Context {
        base: base.as_ref(),
        default_scheme: None,
    };
    fetch_url(text.as_bytes(), context).ok()
}

fn corpus_is_read_alike(name: &str) {
    let Some(lines) = corpus(name) else { return };
    let dedup = Canonicalizer::named("dedup").expect("shipped");
    let (mut accepted, mut rejected, mut keys) = (0, 0, 0);
    let mut wrong = Vec::new();
    for line in &lines {
        let text = std::str::from_utf8(line).expect("the corpora are UTF-8");
        let by_ada = ada(text, None);
        if by_ada.is_some() {
            accepted += 1;
            keys += usize::from(dedup.key(line, Context::default()).is_ok());
        } else {
            rejected += 1;
        }
        let mine = ours(text, None);
        for (who, theirs) in [("ada", by_ada), ("the url crate", url_crate(text, None))] {
            if theirs != mine {
                wrong.push(format!("{text:?}: {who} {theirs:?}, ours {mine:?}"));
            }
        }
    }
    println!(
        "{name}: of {} lines ada accepts {accepted} and rejects {rejected}; {} differences from ada or the url crate; {keys} keys",
        lines.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // 99.9 % is what we promise
    assert!(
        keys * 1000 >= accepted * 999,
        "only {keys} of {accepted} lines that ada accepts give a key"
    );
}

#[test]
fn top100_is_read_as_ada_and_the_url_crate_read_it() {
    corpus_is_read_alike("top100");
}

#[test]
fn web_a_is_read_as_ada_and_the_url_crate_read_it() {
    corpus_is_read_alike("web-a");
}

/// An input that a parser reads otherwise than we do.
struct Difference<'a> {
    text: &'a str,
    base: Option<&'a str>,
    theirs: Option<&'a str>,
    ours: Option<&'a str>,
}

impl Difference<'_> {
    fn either(&self, has: impl Fn(&str) -> bool) -> bool {
        [Some(self.text), self.base, self.theirs, self.ours].into_iter().flatten().any(has)
    }

    /// Neither result is of a special scheme.
    fn is_not_special(&self) -> bool {
        let special = ["http:", "https:", "ws:", "wss:", "ftp:", "file:"];
        let is_special = |url: &str| special.iter().any(|scheme| url.starts_with(scheme));
        ![self.theirs, self.ours].into_iter().flatten().any(is_special)
    }
}

/// A way in which a parser departs from ours: why, and which inputs it explains.
type Reason = (&'static str, fn(&Difference) -> bool);

/// The `url` crate 2.5.
const URL_CRATE: &[Reason] = &[
    ("file: its drive letters, hosts and empty segments are of an older standard", |d| {
        [d.theirs, d.ours].into_iter().flatten().any(|url| url.starts_with("file:"))
    }),
    ("a path encodes ^ (whatwg/url#817); the crate leaves it", |d| {
        let raw = |url: Option<&str>| url.map(|url| url.replace("%5E", "^"));
        raw(d.theirs) == raw(d.ours)
    }),
    (
        "an ASCII host is not decoded, whatever its xn-- labels hold (whatwg/url#914); the crate checks them",
        |d| d.theirs.is_none() && d.either(|text| text.to_ascii_lowercase().contains("xn--")),
    ),
    (
        "a space at the end of an opaque path is encoded before ? and #; the crate leaves it",
        |d| {
            let raw = |url: Option<&str>| url.map(|url| url.replace("%20", " "));
            raw(d.theirs) == raw(d.ours)
        },
    ),
    (
        "a reference with three slashes against a special base names a host; the crate finds it empty",
        |d| d.base.is_some() && d.theirs.is_none() && d.text.trim_start_matches(|c| c <= ' ').replace('\\', "/").starts_with("//"),
    ),
    (
        "a backslash is no slash where the scheme is not special; the crate takes it for one",
        |d| d.is_not_special() && d.either(|text| text.contains('\\')),
    ),
    (
        "user info needs a host behind it, empty user info too; the crate reads ://:@/ as if nothing stood there",
        |d| d.ours.is_none() && d.is_not_special() && d.text.contains("@/"),
    ),
    (
        "C: is a drive letter in file: only; the crate does not let .. pass it anywhere",
        |d| {
            let segment = |s: &str| matches!(s.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic());
            d.theirs.is_some() && d.either(|text| text.split(['/', '\\']).any(segment))
        },
    ),
];

/// ada 4.0.
const ADA: &[Reason] = &[
    (
        "small seal characters are assigned since Unicode 18, which our IDNA data is of; ada's is older",
        |d| d.theirs.is_none() && d.text.chars().any(|c| ('\u{3D000}'..='\u{3FC3F}').contains(&c)),
    ),
    (
        "beside a right-to-left label no label may begin with a digit (UTS #46 4.1, RFC 5893 2); ada lets some through",
        |d| d.ours.is_none() && d.text.chars().any(|c| ('\u{590}'..='\u{8FF}').contains(&c)),
    ),
    (
        "NFC sorts combining marks before it composes (UAX 15, D109); ada leaves a letter composed that a lower mark follows",
        |d| d.theirs.is_some() && d.ours.is_some() && d.text.chars().any(|c| ('\u{300}'..='\u{36F}').contains(&c)),
    ),
];

/// An example of each difference that random input may miss.
const RARE: &[&str] = &[
    "foo://:@/",
    "foo://h\\a",
    "foo:a ?q",
    "http://a/^",
    "http://xn--a/",
    "http://h/C:/../a",
    "http://.2.3.\u{7E1}/",
    "http://\u{1DF}\u{328}/",
];

#[test]
fn nasty_input_is_read_alike_but_for_the_known_differences() {
    let mut inputs = collected();
    // the random ones follow the tracking table, so that each rare difference has its fixed example too
    inputs.extend(RARE.iter().map(|text| Input::alone(text.as_bytes().to_vec())));
    let mut random = Random::new(0x6F72_6163_6C65);
    for _ in 0..100_000 {
        inputs.push(Input::alone(nasty::absolute(&mut random)));
    }
    for _ in 0..30_000 {
        inputs.push(Input {
            base: Some(nasty::absolute(&mut random)),
            bytes: nasty::relative(&mut random),
        });
    }
    let mut counts: BTreeMap<(&str, &str), (usize, String)> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut compared, mut accepted) = (0, 0);
    for Input { bytes, base } in &inputs {
        // other parsers take text only; a base is an input of its own
        let (Ok(text), Ok(base)) = (
            std::str::from_utf8(bytes),
            base.as_ref().map(|base| std::str::from_utf8(base)).transpose(),
        ) else {
            continue;
        };
        if base.is_some_and(|base| ours(base, None).is_none()) {
            continue;
        }
        let ours = ours(text, base);
        let by_ada = ada(text, base);
        let by_url_crate = url_crate(text, base);
        compared += 1;
        accepted += usize::from(ours.is_some());
        for (who, theirs, table) in [("ada", &by_ada, ADA), ("url", &by_url_crate, URL_CRATE)] {
            if *theirs == ours {
                continue;
            }
            let difference = Difference {
                text,
                base,
                theirs: theirs.as_deref(),
                ours: ours.as_deref(),
            };
            let reason = table.iter().find(|(_, explains)| explains(&difference));
            match reason {
                Some((why, _)) if who == "ada" || by_ada == ours => {
                    let entry = counts.entry((who, why)).or_default();
                    entry.0 += 1;
                    let example = format!("{text:?} on {base:?}: {theirs:?}, ours {ours:?}");
                    if entry.1.is_empty() || example.len() < entry.1.len() {
                        entry.1 = example;
                    }
                }
                _ => wrong.push(format!("{who}: {text:?} on {base:?}: {theirs:?}, ours {ours:?}")),
            }
        }
    }
    println!("{compared} inputs compared, {accepted} of them accepted");
    for ((who, why), (count, example)) in &counts {
        println!("{who}, {count} times: {why}\n    {example}");
    }
    assert!(
        wrong.is_empty(),
        "{} differences without a reason:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    for (who, table) in [("ada", ADA), ("url", URL_CRATE)] {
        for (why, _) in table {
            let idle = common::shared("wpt").is_some() && !counts.contains_key(&(who, *why));
            assert!(!idle, "{who}: nothing needs this reason any more: {why}");
        }
    }
}
