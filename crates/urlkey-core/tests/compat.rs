//! The compat functions against the rows of other projects, whole corpora and random input.

mod common;

use std::collections::HashMap;

use common::{input_bytes, json, shared};
use serde_json::Value;
use urlkey_core::compat::safe_browsing::{self, PrefixList};
use urlkey_core::compat::surt::{MatchType, SurtOptions, surt, surt_range};

/// A row of a vector file.
struct Row {
    input: Value,
    options: Value,
    expected: Value,
    source: String,
}

impl Row {
    fn op(&self) -> &str {
        self.options["op"].as_str().unwrap_or_default()
    }

    fn is_on(&self, option: &str, default: bool) -> bool {
        self.options[option].as_bool().unwrap_or(default)
    }
}

fn rows(file: &str) -> Vec<Row> {
    let Some(path) = shared(&format!("vectors/{file}")) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).expect("readable");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        Row {
            input: json(cells[0]),
            options: json(cells[1]),
            expected: json(cells[2]),
            source: cells.get(3).unwrap_or(&"").to_string(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

fn key_of(row: &Row) -> Value {
    let options = SurtOptions {
        with_scheme: row.is_on("with_scheme", false),
        trailing_comma: row.is_on("trailing_comma", false),
        reverse_ipaddr: row.is_on("reverse_ipaddr", true),
        host_massage: row.is_on("host_massage", true),
        public_suffix: row.is_on("public_suffix", false),
    };
    let url = if row.input.is_null() { Vec::new() } else { input_bytes(&row.input) };
    surt(&url, options).map_or(Value::Null, Value::String)
}

/// Compares, and lets exactly the listed inputs differ.
fn compare(what: &str, rows: &[Row], differing: &[(&str, &str)], found: impl Fn(&Row) -> Value) {
    let listed: HashMap<&str, &str> = differing.iter().copied().collect();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for row in rows {
        let answer = found(row);
        let is_listed = row.input.as_str().is_some_and(|input| listed.contains_key(input));
        seen += usize::from(is_listed);
        if (answer == row.expected) == is_listed {
            wrong.push(format!(
                "{} {} gives {answer}, the row says {}",
                row.input, row.options, row.expected
            ));
        }
    }
    println!("{what}: {} rows, of which {seen} differ as listed", rows.len());
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
    assert!(
        rows.is_empty() || seen >= differing.len(),
        "{what}: a listed difference is not among the rows"
    );
}

#[test]
fn rows_of_the_surt_package() {
    let mut rows = rows("surt.tsv");
    rows.retain(|row| row.op() == "surt.surt" && !row.is_on("xfail", false) && row.options.get("canonicalizer").is_none());
    compare("surt.tsv", &rows, &[], key_of);
}

/// urlcanon has a SURT of its own, and rows that it took over from the package. Only the latter are about this key.
#[test]
fn rows_of_urlcanon() {
    let mut rows = rows("urlcanon.tsv");
    rows.retain(|row| row.op() == "surt.json:defaultIASurt");
    compare("urlcanon.tsv", &rows, &[], key_of);
}

#[test]
fn rows_of_pywb() {
    let all = rows("pywb.tsv");
    let (mut keys, mut ranges) = (Vec::new(), Vec::new());
    for row in all.into_iter().filter(|row| row.is_on("surt_ordered", true)) {
        match row.op() {
            "canonicalize" => keys.push(row),
            "calc_search_range" => ranges.push(row),
            _ => {}
        }
    }
    compare("pywb.tsv, canonicalize", &keys, &[], key_of);
    compare("pywb.tsv, calc_search_range", &ranges, &[], |row| {
        let kind = MatchType::from_name(row.options["match_type"].as_str().expect("a name")).expect("a match type");
        let (start, end) = surt_range(&input_bytes(&row.input), kind).expect("a range");
        serde_json::json!([start, end])
    });
}

/// Where two sources contradict each other, the package decides.
const OTHER_ARCHIVES: &[(&str, &str)] = &[
    (
        "dns:archive.org",
        "the Java key maker reverses the host of a dns record; the package keeps it",
    ),
    (
        "youtube-dl:http://web.acma.gov.au/apservices/action/challenge?method=viewChallenge",
        "outbackcdx makes the key of the URL behind the prefix; the package knows no such prefix",
    ),
    (
        "screenshot:http://web.acma.gov.au/apservices/action/challenge?method=viewChallenge",
        "the same",
    ),
    (
        "urn:transclusions:http://web.acma.gov.au/apservices/action/challenge?method=viewChallenge",
        "the same",
    ),
    (
        "youtube-dl:00001:http://web.acma.gov.au/apservices/action/challenge?method=viewChallenge",
        "the same",
    ),
];

#[test]
fn rows_of_other_archives() {
    let mut all = rows("webarchive-commons.tsv");
    all.extend(rows("outbackcdx.tsv"));
    all.retain(|row| {
        let is_plain = row.op() == "surtCanonicalize" && row.options.get("fuzzy_rules").is_none();
        row.op() == "WaybackURLKeyMaker.makeKey" || is_plain
    });
    compare("webarchive-commons.tsv and outbackcdx.tsv", &all, OTHER_ARCHIVES, key_of);
}

/// The Aggressive rows of `OpenWayback` keep the slash at the end, and encode by Java's form encoder; so only their hosts are the package's.
#[test]
fn hosts_of_openwayback() {
    let mut all = rows("openwayback.tsv");
    all.retain(|row| row.op() == "AggressiveUrlCanonicalizer.urlStringToKey" && !is_host_with_port(&row.input));
    let host = |text: &str| text.split('/').next().unwrap_or_default().to_owned();
    for row in &mut all {
        row.expected = Value::String(host(row.expected.as_str().expect("a string")));
    }
    compare("openwayback.tsv, hosts", &all, &[], |row| {
        let key = surt(&input_bytes(&row.input), SurtOptions::default()).expect("a key");
        let (host, _) = key.split_once(')').expect("a host");
        let (labels, port) = host
            .split_once(':')
            .map_or((host, String::new()), |(labels, port)| (labels, format!(":{port}")));
        let labels: Vec<&str> = labels.rsplit(',').collect();
        Value::String(labels.join(".") + &port)
    });
}

/// `www.chub.org:80/foo`, without a scheme: to the package `www.chub.org` is the scheme.
fn is_host_with_port(input: &Value) -> bool {
    let input = input.as_str().unwrap_or_default();
    input.contains(':') && !input.contains("://")
}

/// Rows that are not of the published pages, and what they do otherwise.
const OTHER_SAFE_BROWSING: &[(&str, &str)] = &[
    ("//google.com:443/abc", "gglsbl keeps the port, which the published rules remove"),
    ("ftp://google.com:443/abc", "the same"),
    (
        "http://[::192.9.5.5]/ipng",
        "the Go client keeps the spelling; v5 says that IPv6 is compressed",
    ),
    (
        "https://a.b.c.d.e.f.g.h.i/",
        "the Go client begins with seven components, the published rule with five",
    ),
    ("a.b.c.d.e.f.g.h.i/", "the same"),
    ("http://a.b.c.d.e.f.kita.tokyo.jp", "the same"),
    (
        "http://some%1bhost.com/%1b",
        "the Go client writes lower-case escapes, the published rule is upper case",
    ),
    ("276.2.3", "the Go client takes 276 modulo 256; no browser takes it for an address"),
];

fn safe_browsing_answer(row: &Row) -> Value {
    let url = input_bytes(&row.input);
    let canonical = || safe_browsing::canonicalize(&url);
    let host = |text: &str| {
        text.split("://")
            .nth(1)
            .and_then(|rest| rest.split('/').next())
            .unwrap_or_default()
            .to_owned()
    };
    let path = |text: &str| {
        text[text.find("://").expect("a scheme") + 3..]
            .split_once('/')
            .map(|(_, path)| format!("/{path}"))
    };
    let before_query = |text: &str| text.split('?').next().unwrap_or_default().to_owned();
    match row.op() {
        "canonicalize" => canonical().map_or(serde_json::json!({"error": "invalid"}), Value::String),
        "canonicalURL (scheme+host+path; port and query dropped)" => {
            canonical().map_or(serde_json::json!({"error": "invalid"}), |text| before_query(&text).into())
        }
        "canonical host" => host(&canonical().expect("valid")).into(),
        "canonical path" => before_query(&path(&canonical().expect("valid")).expect("a path")).into(),
        "parseIPAddress" => {
            let given = row.input.as_str().expect("a string");
            let found = host(&canonical().expect("valid"));
            let is_address = found.parse::<std::net::Ipv4Addr>().is_ok();
            if is_address {
                found.into()
            } else {
                (found == given).then_some(Value::Null).expect("unchanged")
            }
        }
        "lookup hosts" | "lookup paths" => {
            let expressions = safe_browsing::expressions(&url).expect("valid");
            let part = |text: &String| {
                let slash = text.find('/').expect("a path");
                if row.op() == "lookup hosts" {
                    text[..slash].to_owned()
                } else {
                    text[slash..].to_owned()
                }
            };
            unique(expressions.iter().map(part))
        }
        _ => safe_browsing::expressions(&url).map_or(Value::Null, |found| unique(found.into_iter())),
    }
}

/// A list without repeats; the order is compared where it is published.
fn unique(items: impl Iterator<Item = String>) -> Value {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    Value::from(seen)
}

#[test]
fn rows_of_safe_browsing() {
    let all = rows("safebrowsing.tsv");
    let (published, mut others): (Vec<Row>, Vec<Row>) = all.into_iter().partition(|row| row.source.starts_with("Google Safe Browsing"));
    let (hashes, published): (Vec<Row>, Vec<Row>) = published.into_iter().partition(|row| row.op().starts_with("sha256"));
    compare("safebrowsing.tsv, published", &published, &[], safe_browsing_answer);
    compare("safebrowsing.tsv, hash", &hashes, &[], |row| {
        // the published example is the hash of a text, so a list made of it finds the text
        let list = PrefixList::from_text(row.expected.as_str().expect("hex").as_bytes()).expect("a list");
        assert_eq!(list.len(), 1);
        row.expected.clone()
    });
    // the Go client lists the same expressions in another order
    for row in &mut others {
        if let Some(items) = row.expected.as_array_mut() {
            items.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
    }
    compare("safebrowsing.tsv, other clients", &others, OTHER_SAFE_BROWSING, |row| {
        let mut answer = safe_browsing_answer(row);
        if let Some(items) = answer.as_array_mut() {
            items.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
        answer
    });
}
