//! The streaming engine behind `urlkey dedupe`: lines in, each page's first line out, every duplicate classified.
//!
//! It does no input or output. Chunks of any size go in; what is to be written comes out in an [`Output`] that the caller empties. What it
//! remembers of a line is digests, never text: 17 bytes for a page, and 9 more for each further spelling that is no key itself. Ten
//! million distinct pages fit in half a gibibyte.

use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use memchr::memchr;
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

use crate::canonicalizer::{Canonicalizer, Context};
use crate::error::{Error, ErrorCode};
use crate::parse::{DefaultScheme, Url};
use crate::profile::Profile;

/// How much of an invalid line is reported, in bytes: enough to recognize it.
pub const REPORTED: usize = 200;

/// Lines are looked up this many at a time. The sets do not fit a cache, so a look-up waits for memory; many in a row wait together.
const BATCH: usize = 64;

/// Buffers that grew beyond this for one long line are given back after it.
const BUFFER_KEPT: usize = 1 << 20;

/// What to give back, and how references are resolved.
#[derive(Clone, Debug, Default)]
pub struct DedupeOptions {
    /// Keep the key of a line instead of its text.
    pub keys: bool,
    /// Give back the duplicates as well.
    pub dropped: bool,
    /// Give back an [`Event`] for every valid line.
    pub events: bool,
    /// The seed of the digests; a secret one where outsiders choose the lines and could craft collisions.
    pub seed: u64,
    /// The base URL of all lines.
    pub base: Option<Url>,
    /// The scheme of lines that have none.
    pub default_scheme: Option<DefaultScheme>,
}

/// What a valid line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The first of its key.
    First,
    /// This very text came before.
    Exact,
    /// The text is new, but only safe rungs part it from a line that came before.
    Safe,
    /// Its key came before, and a lossy rung was needed to see that.
    Lossy,
}

impl LineKind {
    /// The lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Exact => "exact",
            Self::Safe => "safe",
            Self::Lossy => "lossy",
        }
    }
}

/// A line that is no URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// Line number, from 1.
    pub line: u64,
    /// The reason.
    pub code: ErrorCode,
    /// Byte offset into the line.
    pub position: usize,
    /// The line, at most [`REPORTED`] bytes of it.
    pub text: Vec<u8>,
}

/// A valid line, for callers that group lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The digest of its key.
    pub digest: [u8; 16],
    /// Line number, from 1.
    pub line: u64,
    /// What it is.
    pub kind: LineKind,
    /// Where its text stands in [`Output::texts`].
    pub text: Range<usize>,
}

/// What came of the lines so far. The engine only appends; the caller takes and clears.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The first line of each key (or its key), each with a line feed.
    pub kept: Vec<u8>,
    /// The duplicates, each with a line feed, if asked for.
    pub dropped: Vec<u8>,
    /// The lines that are no URLs.
    pub invalid: Vec<InvalidLine>,
    /// The valid lines, if asked for.
    pub events: Vec<Event>,
    /// The texts of the events, one after the other.
    pub texts: Vec<u8>,
}

impl Output {
    /// Empties it, keeping the buffers.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.dropped.clear();
        self.invalid.clear();
        self.events.clear();
        self.texts.clear();
    }
}

/// How many lines there were of each sort. `lines` is the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DedupeStats {
    /// All lines.
    pub lines: u64,
    /// Lines of nothing but spaces and control characters.
    pub blank: u64,
    /// Lines that are no URLs.
    pub invalid: u64,
    /// First lines of their key: what was kept.
    pub first: u64,
    /// Exact repeats.
    pub exact: u64,
    /// Safe merges.
    pub safe: u64,
    /// Lossy merges.
    pub lossy: u64,
}

/// Digests of keys, with two bits of each used for flags, so 126 bits tell keys apart: among ten million keys two fall together with a
/// probability below 10⁻²⁴.
#[derive(Default)]
struct KeySet(HashTable<u128>);

const FLAGS: u128 = 3;
/// The spelling that equals the key was seen.
const SPELLED: u128 = 1;
/// The safe key that equals the key was seen.
const SAFELY_SPELLED: u128 = 2;

impl KeySet {
    fn has(&self, digest: u128) -> bool {
        let digest = digest & !FLAGS;
        self.0.find((digest >> 64) as u64, |stored| stored & !FLAGS == digest).is_some()
    }

    /// The stored digest, and whether it is new.
    fn entry(&mut self, digest: u128) -> (&mut u128, bool) {
        let digest = digest & !FLAGS;
        let hash = |digest: &u128| (digest >> 64) as u64;
        match self.0.entry(hash(&digest), |stored| stored & !FLAGS == digest, hash) {
            Entry::Occupied(entry) => (entry.into_mut(), false),
            Entry::Vacant(entry) => (entry.insert(digest).into_mut(), true),
        }
    }
}

/// Fingerprints of texts that are not keys themselves. They only decide how a duplicate is called, so 64 bits are enough.
#[derive(Default)]
struct Fingerprints(HashTable<u64>);

impl Fingerprints {
    fn has(&self, fingerprint: u64) -> bool {
        self.0.find(fingerprint, |stored| *stored == fingerprint).is_some()
    }

    /// Adds one and says whether it was there.
    fn seen(&mut self, fingerprint: u64) -> bool {
        match self.0.entry(fingerprint, |stored| *stored == fingerprint, |stored| *stored) {
            Entry::Occupied(_) => true,
            Entry::Vacant(entry) => {
                entry.insert(fingerprint);
                false
            }
        }
    }
}

/// Sets a flag and says whether it was set.
fn flagged(stored: &mut u128, flag: u128) -> bool {
    let was = *stored & flag != 0;
    *stored |= flag;
    was
}

/// A valid line that waits to be looked up.
struct Pending {
    /// Where it stands in the text that it was read from.
    text: Range<usize>,
    /// Line number, from 1.
    line: u64,
    /// The digest of its key.
    digest: u128,
    /// The fingerprint of its text, `None` where that is the key.
    spelling: Option<u64>,
    /// The fingerprint of its safe key, `None` where that is the key.
    safe_key: Option<u64>,
    /// Where its key stands in the buffer of keys, if keys are to be given.
    key: Range<usize>,
}

/// What was seen.
#[derive(Default)]
struct Seen {
    keys: KeySet,
    spellings: Fingerprints,
    safe_keys: Fingerprints,
}

impl Seen {
    /// Looks up a whole batch and forgets the answers: the processor waits for all its places in memory at once.
    fn warm(&self, batch: &[Pending]) {
        let keys = batch.iter().filter(|one| self.keys.has(one.digest)).count();
        let spellings = batch
            .iter()
            .filter_map(|one| one.spelling)
            .filter(|it| self.spellings.has(*it))
            .count();
        let safe_keys = batch
            .iter()
            .filter_map(|one| one.safe_key)
            .filter(|it| self.safe_keys.has(*it))
            .count();
        std::hint::black_box((keys, spellings, safe_keys));
    }

    /// What a line is, given the lines before it.
    fn judge(&mut self, line: &Pending) -> LineKind {
        let (stored, new) = self.keys.entry(line.digest);
        let repeated = match line.spelling {
            None => flagged(stored, SPELLED),
            Some(fingerprint) => self.spellings.seen(fingerprint),
        };
        let safely_repeated = match line.safe_key {
            None => flagged(stored, SAFELY_SPELLED),
            Some(fingerprint) => self.safe_keys.seen(fingerprint),
        };
        match (new, repeated, safely_repeated) {
            (true, ..) => LineKind::First,
            (false, true, _) => LineKind::Exact,
            (false, false, true) => LineKind::Safe,
            (false, false, false) => LineKind::Lossy,
        }
    }
}

/// Deduplicates lines by their keys.
pub struct Deduper {
    canonicalizer: Canonicalizer,
    safe: Canonicalizer,
    options: DedupeOptions,
    /// The beginning of a line whose end is in a later chunk.
    partial: Vec<u8>,
    pending: Vec<Pending>,
    /// The keys of the pending lines, if keys are to be given.
    keys: Vec<u8>,
    key: Vec<u8>,
    safe_key: Vec<u8>,
    seen: Seen,
    stats: DedupeStats,
}

/// The canonicalizer whose keys tell a safe merge from a lossy one. It must keep apart what `profile` keeps apart, so a profile that keeps
/// fragments is judged by safe keys that keep them; otherwise dropping a route counts as lossy.
fn safe_for(profile: &Profile) -> Canonicalizer {
    let mut safe = Profile::named("safe").expect("it ships");
    let fragment = match profile.settings.get("fragment").as_deref() {
        Some("keep") => "keep",
        _ => "routes",
    };
    safe.settings.set("fragment", fragment).expect("a setting of that rung");
    Canonicalizer::new(&safe)
}

impl Deduper {
    /// An engine that has seen nothing yet.
    #[must_use]
    pub fn new(canonicalizer: Canonicalizer, options: DedupeOptions) -> Self {
        let safe = safe_for(canonicalizer.profile());
        Self {
            canonicalizer,
            safe,
            options,
            partial: Vec::new(),
            pending: Vec::with_capacity(BATCH),
            keys: Vec::new(),
            key: Vec::new(),
            safe_key: Vec::new(),
            seen: Seen::default(),
            stats: DedupeStats::default(),
        }
    }

    /// How many lines there were of each sort so far.
    #[must_use]
    pub fn stats(&self) -> DedupeStats {
        self.stats
    }

    /// Takes the next piece of the input; it may end anywhere.
    pub fn feed(&mut self, chunk: &[u8], out: &mut Output) {
        let mut start = 0;
        if !self.partial.is_empty() {
            let end = memchr(b'\n', chunk);
            self.partial.extend_from_slice(&chunk[..end.unwrap_or(chunk.len())]);
            let Some(end) = end else { return };
            self.partial_line(out);
            start = end + 1;
        }
        while let Some(length) = memchr(b'\n', &chunk[start..]) {
            self.read(chunk, start..start + length, out);
            if self.pending.len() == BATCH {
                self.settle(chunk, out);
            }
            start += length + 1;
        }
        self.settle(chunk, out);
        self.partial.extend_from_slice(&chunk[start..]);
    }

    /// Takes the last line, if the input did not end in a line feed.
    pub fn finish(&mut self, out: &mut Output) {
        if !self.partial.is_empty() {
            self.partial_line(out);
        }
    }

    fn partial_line(&mut self, out: &mut Output) {
        let mut line = std::mem::take(&mut self.partial);
        self.read(&line, 0..line.len(), out);
        self.settle(&line, out);
        line.clear();
        shrink(&mut line);
        self.partial = line;
    }

    /// Counts a line and, if it is valid, makes it pending.
    fn read(&mut self, text: &[u8], mut range: Range<usize>, out: &mut Output) {
        let line = text[range.clone()].strip_suffix(b"\r").unwrap_or(&text[range.clone()]);
        range.end = range.start + line.len();
        self.stats.lines += 1;
        if line.iter().all(|&byte| byte <= b' ') {
            self.stats.blank += 1;
            return;
        }
        match self.pending_line(line, range) {
            Ok(pending) => self.pending.push(pending),
            Err(error) => {
                self.stats.invalid += 1;
                out.invalid.push(InvalidLine {
                    line: self.stats.lines,
                    code: error.code,
                    position: error.position,
                    text: line[..line.len().min(REPORTED)].to_vec(),
                });
            }
        }
    }

    fn pending_line(&mut self, line: &[u8], text: Range<usize>) -> Result<Pending, Error> {
        let seed = self.options.seed;
        let context = Context {
            base: self.options.base.as_ref(),
            default_scheme: self.options.default_scheme,
        };
        self.canonicalizer.key_into(line, context, &mut self.key)?;
        let (mut spelling, mut safe_key) = (None, None);
        // a key is its own safe key, because every rung leaves it as it is
        if line != self.key {
            spelling = Some(xxh3_64_with_seed(line, seed));
            self.safe.key_into(line, context, &mut self.safe_key)?;
            if self.safe_key != self.key {
                safe_key = Some(xxh3_64_with_seed(&self.safe_key, seed));
            }
        }
        let start = self.keys.len();
        if self.options.keys {
            self.keys.extend_from_slice(&self.key);
        }
        let digest = xxh3_128_with_seed(&self.key, seed);
        shrink(&mut self.key);
        shrink(&mut self.safe_key);
        Ok(Pending {
            text,
            line: self.stats.lines,
            digest,
            spelling,
            safe_key,
            key: start..self.keys.len(),
        })
    }

    /// Judges the pending lines, which were read from `text`, and gives them back.
    fn settle(&mut self, text: &[u8], out: &mut Output) {
        self.seen.warm(&self.pending);
        for pending in self.pending.drain(..) {
            let kind = self.seen.judge(&pending);
            let line = &text[pending.text];
            let count = match kind {
                LineKind::First => &mut self.stats.first,
                LineKind::Exact => &mut self.stats.exact,
                LineKind::Safe => &mut self.stats.safe,
                LineKind::Lossy => &mut self.stats.lossy,
            };
            *count += 1;
            if kind == LineKind::First {
                let key = self.options.keys.then(|| &self.keys[pending.key]);
                out.kept.extend_from_slice(key.unwrap_or(line));
                out.kept.push(b'\n');
            } else if self.options.dropped {
                out.dropped.extend_from_slice(line);
                out.dropped.push(b'\n');
            }
            if self.options.events {
                let start = out.texts.len();
                out.texts.extend_from_slice(line);
                out.events.push(Event {
                    digest: pending.digest.to_be_bytes(),
                    line: pending.line,
                    kind,
                    text: start..out.texts.len(),
                });
            }
        }
        self.keys.clear();
        shrink(&mut self.keys);
    }
}

fn shrink(buffer: &mut Vec<u8>) {
    if buffer.capacity() > BUFFER_KEPT {
        *buffer = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

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
        assert!(engine.partial.capacity() + engine.key.capacity() + engine.safe_key.capacity() <= 3 * BUFFER_KEPT);
    }
}
