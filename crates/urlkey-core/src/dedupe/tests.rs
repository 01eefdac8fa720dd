//! The engine against a naive model, whatever the chunks, blocks and threads.

use std::collections::HashSet;

use super::block::{BUFFER_KEPT, safe_for};
use super::*;
use crate::canonicalizer::Context;
use crate::error::ErrorCode;
use crate::profile::Profile;

fn engine(profile: &str, options: &DedupeOptions) -> Deduper {
    Deduper::new(Canonicalizer::named(profile).unwrap(), options.clone())
}

fn everything() -> DedupeOptions {
    DedupeOptions {
        dropped: true,
        events: true,
        ..DedupeOptions::default()
    }
}

fn run(engine: &mut Deduper, input: &[u8], chunk: usize) -> Output {
    let mut out = Output::default();
    for piece in input.chunks(chunk) {
        engine.feed(piece, &mut out);
    }
    engine.finish(&mut out);
    out
}

/// The same, written for being obviously right: it remembers texts, and asks the reference lane for every key.
fn naive(profile: &str, input: &[u8]) -> (Output, DedupeStats) {
    let canonicalizer = Canonicalizer::named(profile).unwrap();
    let safe = safe_for(canonicalizer.profile());
    let (mut out, mut stats) = (Output::default(), DedupeStats::default());
    let (mut keys, mut texts, mut safe_keys) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut lines: Vec<&[u8]> = input.split(|&b| b == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    for line in lines {
        stats.lines += 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.iter().all(|b| *b <= b' ') {
            stats.blank += 1;
            continue;
        }
        let key = match canonicalizer.reference_key(line, Context::default()) {
            Ok(key) => key,
            Err(error) => {
                stats.invalid += 1;
                let (line, text) = (stats.lines, line[..line.len().min(REPORTED)].to_vec());
                let (code, position) = (error.code, error.position);
                out.invalid.push(InvalidLine {
                    line,
                    code,
                    position,
                    text,
                });
                continue;
            }
        };
        let new_safe = safe_keys.insert(safe.reference_key(line, Context::default()).unwrap());
        let (new_key, new_text) = (keys.insert(key.clone()), texts.insert(line));
        let (kind, count, target) = match (new_key, new_text, new_safe) {
            (true, ..) => (LineKind::First, &mut stats.first, &mut out.kept),
            (_, false, _) => (LineKind::Exact, &mut stats.exact, &mut out.dropped),
            (_, _, false) => (LineKind::Safe, &mut stats.safe, &mut out.dropped),
            _ => (LineKind::Lossy, &mut stats.lossy, &mut out.dropped),
        };
        *count += 1;
        target.extend_from_slice(&[line, b"\n"].concat());
        let start = out.texts.len();
        out.texts.extend_from_slice(line);
        out.events.push(Event {
            digest: crate::digest(key.as_bytes(), 0),
            line: stats.lines,
            kind,
            text: start..out.texts.len(),
        });
    }
    (out, stats)
}

struct Random(u64);

impl Random {
    /// Splitmix64.
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % below as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.next(from.len())]
    }

    fn list(&mut self, lines: usize) -> Vec<u8> {
        let mut text = String::new();
        for _ in 0..lines {
            let parts: [&[&str]; 7] = [
                &["http://", "HTTP://", "http://", "https:", " http://", "", "mailto:"],
                &["a", "A", "a.", "a:80", "b", "u@a"],
                &["", "/", "/x", "/./x", "/%78", "/X"],
                &["", "", "?", "?a=1&b=2", "?b=2&a=1", "?utm_source=q", "?&a=1&b=2"],
                &["", "", "", "#x", "#y", "#/r", "#!r"],
                &["", "", "", "\r", " ", "\t"],
                &["\n", "\n", "\n", "\n\n", "\n \n", "\n\r\n"],
            ];
            for part in parts {
                text.push_str(self.pick(part));
            }
        }
        text.into_bytes()
    }
}

#[test]
fn counts_and_output_are_those_of_the_naive_model() {
    let mut random = Random(7);
    let mut sum = DedupeStats::default();
    for round in 0..30 {
        let mut input = random.list(400);
        if round % 2 == 0 {
            input.pop();
        }
        for profile in ["safe", "dedup", "crawl", "shortener", "cache"] {
            let (expected, stats) = naive(profile, &input);
            let mut engine = engine(profile, &everything());
            let found = run(&mut engine, &input, 1 + random.next(500));
            assert_eq!(engine.stats(), stats, "{profile}");
            assert_eq!(found, expected, "{profile}");
            let all = stats.blank + stats.invalid + stats.first + stats.exact + stats.safe + stats.lossy;
            assert_eq!(stats.lines, all);
            sum.safe += stats.safe;
            sum.lossy += stats.lossy;
            sum.exact += stats.exact;
        }
    }
    assert!(sum.safe > 1000 && sum.lossy > 1000 && sum.exact > 1000, "{sum:?}");
}

#[test]
fn chunks_may_end_anywhere() {
    let input = b"http://a/\r\nhttp://a\n\n\rx\nhttp://b/?utm_source=1\r\r\nHTTP://b/";
    let whole = run(&mut engine("dedup", &everything()), input, input.len());
    assert_eq!(whole.kept, b"http://a/\nhttp://b/?utm_source=1\r\n");
    for chunk in 1..input.len() {
        assert_eq!(run(&mut engine("dedup", &everything()), input, chunk), whole, "{chunk}");
    }
}

#[test]
fn a_profile_that_keeps_fragments_is_judged_with_them() {
    let mut profile = Profile::named("dedup").unwrap();
    profile.settings.set("fragment", "keep").unwrap();
    let mut engine = Deduper::new(Canonicalizer::new(&profile), everything());
    let input = b"http://a/?b&utm_source=1#f\nhttp://a/?b#g\nhttp://a/?b&utm_source=1#g\n";
    let kinds: Vec<_> = run(&mut engine, input, 9).events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [LineKind::First, LineKind::First, LineKind::Lossy]);
}

#[test]
fn keys_instead_of_lines() {
    let options = DedupeOptions {
        keys: true,
        ..everything()
    };
    let out = run(&mut engine("dedup", &options), b"HTTP://a\nhttp://a/#x", 5);
    assert_eq!((out.kept, out.dropped), (b"http://a/\n".to_vec(), b"http://a/#x\n".to_vec()));
}

#[test]
fn references_resolve_against_the_base() {
    let options = DedupeOptions {
        base: Some(Url::base(b"http://a/b/c").unwrap()),
        ..everything()
    };
    let out = run(&mut engine("dedup", &options), b"d\n./d\nhttp://a/b/d\nhttp://[\n", 100);
    assert_eq!(out.kept, b"d\n");
    assert_eq!(out.dropped, b"./d\nhttp://a/b/d\n");
    assert_eq!(
        out.invalid,
        [InvalidLine {
            line: 4,
            code: ErrorCode::InvalidIpv6,
            position: out.invalid[0].position,
            text: b"http://[".to_vec()
        }]
    );
}

#[test]
fn long_lines_leave_no_large_buffers() {
    let long = [
        b"http://a/".to_vec(),
        vec![b'x'; 3 << 20],
        b"\nno scheme ".to_vec(),
        vec![b'y'; 3 << 20],
    ]
    .concat();
    let mut engine = engine("dedup", &DedupeOptions::default());
    let out = run(&mut engine, &long, 64 * 1024);
    assert_eq!(out.kept.len(), 9 + (3 << 20) + 1);
    assert_eq!(out.invalid[0].text.len(), REPORTED);
    assert!(engine.partial.capacity() + engine.blocks[0].capacity() <= 4 * BUFFER_KEPT);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut random = Random(11);
    let mut input = random.list(60_000);
    input.extend(vec![b'x'; 3 * BLOCK]);
    input.push(b'\n');
    input.extend(random.list(1_000));
    assert!(input.len() > 8 * BLOCK);
    let results: Vec<_> = [1, 2, 3, 16]
        .iter()
        .map(|threads| {
            let options = DedupeOptions {
                threads: NonZeroUsize::new(*threads).unwrap(),
                ..everything()
            };
            let mut engine = engine("dedup", &options);
            let out = run(&mut engine, &input, 5 * BLOCK + 7);
            (engine.stats(), out)
        })
        .collect();
    let (out, stats) = naive("dedup", &input);
    assert!(results.iter().all(|result| *result == (stats, out.clone())));
}
