//! Whether twice the input takes twice the time.

use std::hint::black_box;

use cpu_time::ThreadTime;
use serde_json::json;
use urlkey_core::{Canonicalizer, Context};

/// Twice the size may take this many times the time.
const TARGET: f64 = 2.5;
/// One mebibyte, and the count of the things that are counted.
const MIB: usize = 1 << 20;
const MANY: usize = 100_000;

/// An input that grows with a number.
struct Case {
    name: &'static str,
    size: usize,
    make: fn(usize) -> String,
}

/// `http://example.com/` and a piece many times.
fn path(piece: &str, count: usize) -> String {
    format!("http://example.com/{}", piece.repeat(count))
}

fn query(count: usize, pair: impl Fn(usize) -> String) -> String {
    let pairs: Vec<String> = (0..count).map(pair).collect();
    format!("http://example.com/?{}", pairs.join("&"))
}

/// A permutation of the numbers, so that nothing comes sorted.
fn shuffled(i: usize) -> usize {
    i.wrapping_mul(2_654_435_761) % 1_000_003
}

const CASES: &[Case] = &[
    Case {
        name: "1 MiB path",
        size: MIB,
        make: |n| path("a", n),
    },
    Case {
        name: "1 MiB query",
        size: MIB,
        make: |n| format!("http://example.com/?{}", "a".repeat(n)),
    },
    Case {
        name: "1 MiB fragment",
        size: MIB,
        make: |n| format!("http://example.com/#{}", "a".repeat(n)),
    },
    Case {
        name: "1 MiB of ü in the path",
        size: MIB / 2,
        make: |n| path("ü", n),
    },
    Case {
        name: "1 MiB of tabs",
        size: MIB,
        make: |n| path("\t", n),
    },
    Case {
        name: "1 MiB of spaces around",
        size: MIB / 2,
        make: |n| format!("{0}http://example.com/{0}", " ".repeat(n)),
    },
    Case {
        name: "1 MiB scheme",
        size: MIB,
        make: |n| format!("{}:b", "a".repeat(n)),
    },
    Case {
        name: "1 MiB opaque path",
        size: MIB,
        make: |n| format!("data:{}", "a ".repeat(n / 2)),
    },
    Case {
        name: "parameters",
        size: MANY,
        make: |n| query(n, |i| format!("a{}={i}", shuffled(i))),
    },
    Case {
        name: "parameters in falling order",
        size: MANY,
        make: |n| query(n, |i| format!("a{:07}={i}", MIB - i)),
    },
    Case {
        name: "one parameter repeated",
        size: MANY,
        make: |n| query(n, |_| "a=1".to_owned()),
    },
    Case {
        name: "tracking parameters",
        size: MANY,
        make: |n| query(n, |i| format!("utm_{i}=1")),
    },
    Case {
        name: "every other one tracking",
        size: MANY,
        make: |n| query(n, |i| format!("{}{i}=1", if i % 2 == 0 { "utm_" } else { "a" })),
    },
    Case {
        name: "& alone",
        size: MANY,
        make: |n| query(n, |_| String::new()),
    },
    Case {
        name: "&amp;",
        size: MANY,
        make: |n| query(n, |_| "amp;a=1".to_owned()),
    },
    Case {
        name: "= alone",
        size: MANY,
        make: |n| query(1, |_| "=".repeat(n)),
    },
    Case {
        name: "? alone",
        size: MANY,
        make: |n| query(1, |_| "?".repeat(n)),
    },
    Case {
        name: "; alone",
        size: MANY,
        make: |n| path(";", n),
    },
    Case {
        name: "+ in the query",
        size: MANY,
        make: |n| query(1, |_| "+".repeat(n)),
    },
    Case {
        name: "segments a/../",
        size: MANY,
        make: |n| path("a/../", n),
    },
    Case {
        name: "segments a/ then ../",
        size: MANY,
        make: |n| path(&("a/".repeat(n / 2) + &"../".repeat(n / 2)), 1),
    },
    Case {
        name: "segments ./",
        size: MANY,
        make: |n| path("./", n),
    },
    Case {
        name: "segments ../",
        size: MANY,
        make: |n| path("../", n),
    },
    Case {
        name: "segments %2e%2E/",
        size: MANY,
        make: |n| path("%2e%2E/", n),
    },
    Case {
        name: "slashes",
        size: MANY,
        make: |n| path("/", n),
    },
    Case {
        name: "backslashes",
        size: MANY,
        make: |n| path("\\", n),
    },
    Case {
        name: "slashes before the host",
        size: MANY,
        make: |n| format!("http:{}example.com/", "/".repeat(n)),
    },
    Case {
        name: "%25 in the path",
        size: MANY,
        make: |n| path("%25", n),
    },
    Case {
        name: "%25 in the query",
        size: MANY,
        make: |n| query(1, |_| "%25".repeat(n)),
    },
    Case {
        name: "%252525…",
        size: MANY,
        make: |n| path(&("%".to_owned() + &"25".repeat(n)), 1),
    },
    Case {
        name: "% alone",
        size: MANY,
        make: |n| path("%", n),
    },
    Case {
        name: "%41",
        size: MANY,
        make: |n| path("%41", n),
    },
    Case {
        name: "1 MiB host",
        size: MIB,
        make: |n| format!("http://{}/", "a".repeat(n)),
    },
    Case {
        name: "labels",
        size: MANY,
        make: |n| format!("http://{}com/", "a.".repeat(n)),
    },
    Case {
        name: "dots for a host",
        size: MANY,
        make: |n| format!("http://{}/", ".".repeat(n)),
    },
    Case {
        name: "a label of ü",
        size: MANY,
        make: |n| format!("http://{}.example/", "ü".repeat(n)),
    },
    Case {
        name: "a label of many letters",
        size: MANY,
        make: |n| {
            let letters: String = (0..n)
                .filter_map(|i| char::from_u32(0x4E00 + (shuffled(i) % 20_000) as u32))
                .collect();
            format!("http://{letters}.example/")
        },
    },
    Case {
        name: "a label of combining marks",
        size: MANY,
        make: |n| format!("http://a{}.example/", "\u{323}\u{307}".repeat(n / 2)),
    },
    Case {
        name: "labels of ü",
        size: MANY,
        make: |n| format!("http://{}example/", "ü.".repeat(n)),
    },
    Case {
        name: "a label xn--",
        size: MANY,
        make: |n| format!("http://xn--{}.example/", "a".repeat(n)),
    },
    Case {
        name: "labels xn--",
        size: MANY,
        make: |n| format!("http://{}example/", "xn--tda.".repeat(n)),
    },
    Case {
        name: "%61 in the host",
        size: MANY,
        make: |n| format!("http://{}.example/", "%61".repeat(n)),
    },
    Case {
        name: "an IPv4 number of digits",
        size: MANY,
        make: |n| format!("http://{}/", "9".repeat(n)),
    },
    Case {
        name: "IPv4 with zeros",
        size: MANY,
        make: |n| format!("http://1.{}1/", "0".repeat(n)),
    },
    Case {
        name: "IPv6 of colons",
        size: MANY,
        make: |n| format!("http://[{}]/", ":".repeat(n)),
    },
    Case {
        name: "a port of zeros",
        size: MANY,
        make: |n| format!("http://example.com:{}80/", "0".repeat(n)),
    },
    Case {
        name: "@ alone",
        size: MANY,
        make: |n| format!("http://{}example.com/", "@".repeat(n)),
    },
    Case {
        name: "userinfo of colons",
        size: MANY,
        make: |n| format!("http://{}@example.com/", ":".repeat(n)),
    },
];

type Function = (&'static str, fn(&Canonicalizer, &[u8], &[u8]) -> bool);

const FUNCTIONS: &[Function] = &[
    ("key", |c, url, _| c.key(url, Context::default()).is_ok()),
    ("fetch_url", |_, url, _| urlkey_core::fetch_url(url, Context::default()).is_ok()),
    ("clean_url", |c, url, _| c.clean_url(url, Context::default()).is_ok()),
    ("canonicalize", |c, url, _| c.canonicalize(url, Context::default()).is_ok()),
    ("explain", |c, url, _| c.explain(url, Context::default()).is_ok()),
    ("compare", |c, url, other| c.compare(url, other, Context::default()).is_ok()),
];

/// The middle one.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The CPU time of one call at each size, in microseconds, and their ratio: medians of calls that alternate, so that a busy machine slows
/// both. A ratio above the target is looked at again, up to three times: what is quadratic stays there, what another process did goes away.
#[expect(clippy::cast_precision_loss, reason = "nanoseconds of a call are far below 2^52")]
fn measure(mut call: impl FnMut(usize) -> bool) -> (f64, f64, f64) {
    let mut timed = |size| {
        let start = ThreadTime::now();
        black_box(call(size));
        start.elapsed().as_nanos() as f64 / 1e3
    };
    // The first call at a size grows the heap.
    timed(1);
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    let mut ratio = f64::INFINITY;
    for _attempt in 0..4 {
        let mut spent = 0.0;
        let mut calls = 0;
        while calls < 3 || (spent < 20_000.0 && calls < 200) {
            let pair = (timed(0), timed(1));
            spent += pair.0 + pair.1;
            calls += 1;
            pairs.push(pair);
        }
        ratio = median(pairs.iter().map(|(n, twice)| twice / n));
        if ratio <= TARGET {
            break;
        }
    }
    (median(pairs.iter().map(|it| it.0)), median(pairs.iter().map(|it| it.1)), ratio)
}

/// Prints the time at one and two times the size, and how many times as long the second took.
pub fn run(canonicalizer: &Canonicalizer, json: bool) {
    if !json {
        println!("CPU time of one call, median of several, at the given size and at twice that; target: at most × {TARGET}");
        println!(
            "{:<30} {:>8} {:<13} {:>11} {:>11} {:>6}",
            "input", "size", "function", "µs at n", "µs at 2n", "×"
        );
    }
    let mut worst = 0.0_f64;
    let mut over = 0;
    for case in CASES {
        let urls = [(case.make)(case.size), (case.make)(case.size * 2)];
        // Mostly another spelling of the same page: the whole of both has to be looked at.
        let others = urls.clone().map(|url| format!("{url}#x"));
        for (name, function) in FUNCTIONS {
            let (n, twice_n, ratio) =
                measure(|size| function(canonicalizer, black_box(urls[size].as_bytes()), black_box(others[size].as_bytes())));
            worst = worst.max(ratio);
            over += usize::from(ratio > TARGET);
            if json {
                println!(
                    "{}",
                    json!({"input": case.name, "size": case.size, "function": name, "us": n, "us_twice": twice_n, "ratio": ratio})
                );
            } else {
                let mark = if ratio > TARGET { "  over the target" } else { "" };
                println!(
                    "{:<30} {:>8} {name:<13} {n:>11.1} {twice_n:>11.1} {ratio:>6.2}{mark}",
                    case.name, case.size
                );
            }
        }
    }
    if !json {
        println!("worst: × {worst:.2}; over the target: {over}");
    }
}
