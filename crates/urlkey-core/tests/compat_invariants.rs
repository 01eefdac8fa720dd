//! The compat functions on random input, whole corpora and long input: they end, and hold what they promise.

mod common;

use common::random::Random;
use urlkey_core::compat::safe_browsing::{self, PrefixList};
use urlkey_core::compat::surt::{MatchType, SurtOptions, surt, surt_range};

/// Whatever the bytes: no panic, ASCII out, and the canonical form of a canonical form is itself.
fn holds(url: &[u8]) {
    let shown = || String::from_utf8_lossy(url).into_owned();
    if let Ok(key) = surt(url, SurtOptions::default()) {
        assert!(key.is_ascii() || url.starts_with(b"filedesc"), "{}", shown());
        let (start, end) = surt_range(url, MatchType::Exact).expect("a range");
        assert!(start == key && key < end, "{}", shown());
        let (start, end) = surt_range(url, MatchType::Prefix).expect("a range");
        assert!(key <= start && start < end, "{}", shown());
        for kind in [MatchType::Host, MatchType::Domain] {
            if let Ok((start, end)) = surt_range(url, kind) {
                assert!(start < end, "{}", shown());
            }
        }
    }
    if let Ok(canonical) = safe_browsing::canonicalize(url) {
        assert!(canonical.bytes().all(|b| (0x21..0x7F).contains(&b)), "{}", shown());
        assert_eq!(
            safe_browsing::canonicalize(canonical.as_bytes()).as_ref(),
            Ok(&canonical),
            "{}",
            shown()
        );
        let expressions = safe_browsing::expressions(url).expect("valid");
        assert!((1..=30).contains(&expressions.len()), "{}", shown());
        assert!(!PrefixList::default().find(url).is_ok_and(|found| found.is_some()));
    }
}

const PIECES: &[&str] = &[
    "http",
    "https",
    "ftp",
    ":",
    "//",
    "/",
    "?",
    "#",
    "&",
    "=",
    "@",
    "[",
    "]",
    ".",
    "..",
    "www.",
    "www1.",
    "%",
    "%25",
    "%2",
    "%2f",
    "%3A",
    "%3f",
    "%40",
    "%e9",
    "%C3%A9",
    "é",
    "ß",
    "．",
    "％",
    "𝟏",
    "a",
    "B",
    "com",
    "1",
    "0x7f",
    "017",
    "256",
    "99999",
    "80",
    "443",
    ":80",
    "::",
    "(s(4hqa0555fwsecu455xqckv45))/",
    "(4hqa0555fwsecu455xqckv45)/",
    "m.aspx",
    "sid=0123456789abcdef0123456789abcdef",
    "jses",
    "cfid=1",
    "cftoken=2",
    " ",
    "\t",
    "\n",
    "\0",
    "\u{1}",
    "\\",
    "\u{5d0}",
    "xn--",
    "-",
    ";",
    ",",
    "+",
    "*",
    "~",
    "filedesc",
    "dns:",
    "mailto:",
];

#[test]
fn random_pieces() {
    let mut random = Random::new(7);
    for _ in 0..300_000 {
        let mut url: Vec<u8> = if random.below(3) == 0 { Vec::new() } else { b"http://".to_vec() };
        for _ in 0..random.below(12) {
            url.extend_from_slice(PIECES[random.below(PIECES.len())].as_bytes());
        }
        if random.below(8) == 0 && !url.is_empty() {
            let at = random.below(url.len());
            url[at] = random.below(256) as u8;
        }
        holds(&url);
    }
}

#[test]
fn corpora() {
    for name in ["top100", "web-a"] {
        for url in common::corpus(name).unwrap_or_default() {
            holds(&url);
        }
    }
}

/// Twice the input, twice the time: what would not end is seen by the test taking minutes.
#[test]
fn long_input() {
    let n = 200_000;
    for piece in [
        "%25",
        "/(4hqa0555fwsecu455xqckv45)",
        "/..",
        "a.",
        "&sid=",
        "cfid=",
        "&cftoken=1",
        "é",
        "@",
        "[",
        "http://",
        "?",
        ".aspx/(",
    ] {
        holds(format!("http://h/{}", piece.repeat(n)).as_bytes());
        holds(format!("http://h/?{}", piece.repeat(n)).as_bytes());
        holds(format!("http://{}/", piece.repeat(n)).as_bytes());
    }
}
