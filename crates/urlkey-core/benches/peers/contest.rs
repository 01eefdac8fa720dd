//! Interleaved rounds over one list of lines.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use serde_json::{Value, json};
use urlkey_core::{Canonicalizer, Context, digest};

use crate::lines::Lines;

/// What all ratios are ratios to.
const YARDSTICK: &str = "ada-href";
/// A short list is passed over until this many URLs were read, so that a round is long enough for the clock.
const URLS_A_ROUND: usize = 50_000;

/// One round's outcome.
#[derive(Clone, Copy)]
struct Round {
    time: Duration,
    passes: usize,
    urls: usize,
    valid: usize,
}

type Work<'a> = Box<dyn FnMut() -> Round + 'a>;

/// Somebody who takes part.
struct Contestant<'a> {
    name: &'static str,
    what: &'static str,
    work: Work<'a>,
}

/// Makes a contestant of a function that handles one line and says whether it is valid. The loop is compiled for each function, so a
/// line costs no indirect call.
fn contestant<'a, F>(name: &'static str, what: &'static str, lines: &'a Lines, mut handle: F) -> Contestant<'a>
where
    F: FnMut(&str) -> bool + 'a,
{
    let passes = URLS_A_ROUND.div_ceil(lines.len().max(1)).min(URLS_A_ROUND);
    let work = move || {
        let mut valid = 0;
        let start = ThreadTime::now();
        for _ in 0..passes {
            for line in lines.iter() {
                valid += usize::from(handle(black_box(line)));
            }
        }
        Round {
            time: start.elapsed(),
            passes,
            urls: lines.len(),
            valid: black_box(valid) / passes,
        }
    };
    Contestant {
        name,
        what,
        work: Box::new(work),
    }
}

/// Valid, and the value looked at by someone that the compiler cannot see through.
fn seen<T, E>(result: Result<T, E>) -> bool {
    result.map(black_box).is_ok()
}

/// The key of each valid line.
fn keys_of(canonicalizer: &Canonicalizer, lines: &Lines) -> Lines {
    let mut keys = Lines::new();
    for line in lines.iter() {
        if let Ok(key) = canonicalizer.key(line.as_bytes(), Context::default()) {
            keys.push(&key);
        }
    }
    keys
}

/// The key into a buffer that is used again, and its digest.
fn key_and_digest(canonicalizer: &Canonicalizer) -> impl FnMut(&str) -> bool {
    let mut buffer = Vec::with_capacity(4096);
    move |line| {
        let done = canonicalizer.key_into(line.as_bytes(), Context::default(), &mut buffer);
        done.is_ok_and(|()| {
            black_box(digest(&buffer, 0));
            true
        })
    }
}

fn contestants<'a>(canonicalizer: &'a Canonicalizer, lines: &'a Lines, keys: &'a Lines) -> Vec<Contestant<'a>> {
    let none = Context::default();
    let mut copy = Vec::with_capacity(4096);
    vec![
        contestant("floor", "copy + XXH3-128", lines, move |line| {
            copy.clear();
            copy.extend_from_slice(line.as_bytes());
            black_box(digest(black_box(&copy), 0));
            true
        }),
        contestant(
            "key+digest",
            "urlkey: key into a buffer + digest",
            lines,
            key_and_digest(canonicalizer),
        ),
        contestant("canonical", "the same, fed with its own keys", keys, key_and_digest(canonicalizer)),
        contestant("key", "urlkey: key as a String", lines, move |line| {
            seen(canonicalizer.key(line.as_bytes(), none))
        }),
        contestant("reference", "urlkey: key by the reference lane", lines, move |line| {
            seen(canonicalizer.reference_key(line.as_bytes(), none))
        }),
        contestant("fetch", "urlkey: fetch URL", lines, move |line| {
            seen(urlkey_core::fetch_url(line.as_bytes(), none))
        }),
        contestant("clean", "urlkey: clean URL", lines, move |line| {
            seen(canonicalizer.clean_url(line.as_bytes(), none))
        }),
        contestant(YARDSTICK, "ada-url: parse + href", lines, |line| {
            ada_url::Url::parse(line, None).is_ok_and(|url| {
                black_box(url.href());
                true
            })
        }),
        contestant("ada-can-parse", "ada-url: can_parse", lines, |line| {
            black_box(ada_url::Url::can_parse(line, None))
        }),
        contestant("url-crate", "url: parse + as_str", lines, |line| {
            url::Url::parse(line).is_ok_and(|url| {
                black_box(url.as_str());
                true
            })
        }),
    ]
}

/// A contestant's rounds.
struct Row {
    name: &'static str,
    what: &'static str,
    rejected: usize,
    /// Nanoseconds per URL, sorted.
    ns: Vec<f64>,
}

impl Row {
    fn median(&self) -> f64 {
        let middle = self.ns.len() / 2;
        if self.ns.len().is_multiple_of(2) {
            f64::midpoint(self.ns[middle - 1], self.ns[middle])
        } else {
            self.ns[middle]
        }
    }

    fn span(&self) -> (f64, f64) {
        (self.ns[0], self.ns[self.ns.len() - 1])
    }
}

/// The outcome for one list.
pub struct Contest {
    rows: Vec<Row>,
    lines: usize,
    bytes: usize,
    not_utf8: usize,
    rounds: usize,
}

/// Times everybody, or those in `only`, in rounds A B C A B C …, after one round that does not count.
pub fn run(canonicalizer: &Canonicalizer, lines: &Lines, rounds: usize, only: &[String]) -> Result<Contest, String> {
    if lines.len() == 0 {
        return Err("no lines".to_owned());
    }
    let keys = keys_of(canonicalizer, lines);
    let mut all = contestants(canonicalizer, lines, &keys);
    if let Some(unknown) = only.iter().find(|name| all.iter().all(|one| one.name != name.as_str())) {
        let names: Vec<_> = all.iter().map(|one| one.name).collect();
        return Err(format!("there is no {unknown}; there are {}", names.join(", ")));
    }
    all.retain(|one| only.is_empty() || only.iter().any(|name| name == one.name));
    // An empty list of keys has nothing to time.
    all.retain(|one| one.name != "canonical" || keys.len() > 0);

    let mut taken: Vec<Vec<Round>> = all.iter().map(|_| Vec::new()).collect();
    for round in 0..=rounds {
        for (one, taken) in all.iter_mut().zip(&mut taken) {
            let outcome = (one.work)();
            if round > 0 {
                taken.push(outcome);
            }
        }
    }
    let rows = all.iter().zip(taken).map(|(one, taken)| row(one, &taken)).collect();
    Ok(Contest {
        rows,
        lines: lines.len(),
        bytes: lines.bytes(),
        not_utf8: lines.not_utf8,
        rounds,
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts of lines and nanoseconds are far below 2^52")]
fn row(one: &Contestant, taken: &[Round]) -> Row {
    let mut ns: Vec<f64> = taken
        .iter()
        .map(|it| it.time.as_nanos() as f64 / (it.urls * it.passes) as f64)
        .collect();
    ns.sort_by(f64::total_cmp);
    Row {
        name: one.name,
        what: one.what,
        rejected: taken[0].urls - taken[0].valid,
        ns,
    }
}

impl Contest {
    fn yardstick(&self) -> Option<f64> {
        self.rows.iter().find(|row| row.name == YARDSTICK).map(Row::median)
    }

    /// A table for people.
    pub fn print(&self, file: &str) {
        let Self { lines, bytes, rounds, .. } = self;
        println!("{file}: {lines} lines, {bytes} bytes; CPU time, median of {rounds} interleaved rounds");
        if self.not_utf8 > 0 {
            println!("left out, because not UTF-8: {} lines", self.not_utf8);
        }
        println!(
            "{:<14} {:<36} {:>8} {:>17} {:>8} {:>9}",
            "name", "what", "ns/URL", "min–max", "× ada", "rejected"
        );
        for row in &self.rows {
            let (min, max) = row.span();
            let ratio = self
                .yardstick()
                .map_or_else(String::new, |ada| format!("{:.2}", row.median() / ada));
            println!(
                "{:<14} {:<36} {:>8.1} {:>17} {ratio:>8} {:>9}",
                row.name,
                row.what,
                row.median(),
                format!("{min:.1}–{max:.1}"),
                row.rejected
            );
        }
        println!();
    }

    /// The same for programs.
    pub fn json(&self, file: &str) -> Value {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let (min, max) = row.span();
                json!({
                    "name": row.name,
                    "what": row.what,
                    "ns": row.median(),
                    "min": min,
                    "max": max,
                    "ratio": self.yardstick().map(|ada| row.median() / ada),
                    "rejected": row.rejected,
                })
            })
            .collect();
        json!({
            "file": file,
            "lines": self.lines,
            "bytes": self.bytes,
            "not_utf8": self.not_utf8,
            "rounds": self.rounds,
            "rows": rows,
        })
    }
}
