//! Do two URLs name the same resource, which rungs say so, and which further rungs would.
//!
//! The reason is found by experiment: rungs are taken away one at a time, lossy ones first, as long as the two stay equal. What is left is
//! a minimal set: without any one of them the two differ.

use crate::explain::{climb_with, components, text};
use crate::ladder::Rules;
use crate::params::ParamTable;
use crate::parse::Parsed;
use crate::rungs::fragment::Mode;
use crate::rungs::{RUNGS, RungId, RungSet};
use crate::settings::{KINDS_OPTION, Settings};

/// The answer of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The keys are equal.
    pub same: bool,
    /// They are equal by safe rungs alone (dropping a plain fragment counts as safe, dropping `#!…` or `#/…` does not).
    pub safe: bool,
    /// A minimal set of rungs without which the two differ; empty where the inputs are equal as they are, or the keys differ.
    pub reason: Vec<RungId>,
    /// The components in which the keys differ: name, the first's, the second's.
    pub differs: Vec<Difference>,
    /// Minimal sets of at most three further rungs that would make the keys equal.
    pub would_merge: Vec<Vec<RungId>>,
    /// The two keys.
    pub keys: [String; 2],
}

/// A component in which two keys differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The component's name.
    pub component: &'static str,
    /// Its text in each key, `None` where there is none.
    pub values: [Option<String>; 2],
}

/// More rungs than this in a would-merge set explain nothing.
const MOST_RUNGS: usize = 3;

/// Why two URLs that have one key have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// They are equal by safe rungs alone, as in [`Comparison::safe`].
    pub safe: bool,
    /// As [`Comparison::reason`].
    pub rungs: Vec<RungId>,
}

/// The reason alone, of two URLs that are known to have one key: less work than the whole comparison.
pub(crate) fn reason(pair: [&Parsed; 2], rules: Rules) -> Reason {
    let needed = minimal_reason(pair, rules);
    Reason {
        safe: is_safe(pair, rules, needed),
        rungs: needed.iter().collect(),
    }
}

pub(crate) fn compare(pair: [&Parsed; 2], rules: Rules) -> Comparison {
    let climbed = pair.map(|parsed| climb_with(parsed, rules, RungSet::ALL).0.url);
    let [a, b] = &climbed;
    let keys = [a.href(true), b.href(true)];
    let same = keys[0] == keys[1];
    let differs = components(a)
        .into_iter()
        .zip(components(b))
        .filter(|(a, b)| a.1 != b.1)
        .map(|((component, a), (_, b))| Difference {
            component,
            values: [a, b].map(|t| t.map(|t| text(&t))),
        })
        .collect();
    let reason = same.then(|| reason(pair, rules));
    let would_merge = if same { Vec::new() } else { would_merge(pair, rules) };
    Comparison {
        same,
        safe: reason.as_ref().is_some_and(|reason| reason.safe),
        reason: reason.map_or_else(Vec::new, |reason| reason.rungs),
        differs,
        would_merge,
        keys,
    }
}

fn equal(pair: [&Parsed; 2], rules: Rules, on: RungSet) -> bool {
    let [a, b] = pair.map(|parsed| climb_with(parsed, rules, on).0);
    a == b
}

/// The rungs that are needed for equality: starting from all, drop each that is not, the lossy ones first. Few are needed, so they are dropped
/// many at a time, as long as the two stay equal.
fn minimal_reason(pair: [&Parsed; 2], rules: Rules) -> RungSet {
    let (safe, lossy): (Vec<RungId>, Vec<RungId>) = rules.on.iter().rev().partition(|id| id.rung().is_safe());
    let mut parts = vec![safe, lossy];
    let mut needed = rules.on;
    while let Some(mut part) = parts.pop() {
        let without = part.iter().fold(needed, |needed, &id| needed.without(id));
        if equal(pair, rules, without) {
            needed = without;
        } else if part.len() > 1 {
            parts.push(part.split_off(part.len() / 2));
            parts.push(part);
        }
    }
    needed
}

/// Only safe rungs were needed, and perhaps dropping fragments that are no routes: the two would be equal with their routes kept, too.
fn is_safe(pair: [&Parsed; 2], rules: Rules, reason: RungSet) -> bool {
    let lossy: Vec<RungId> = reason.iter().filter(|id| !id.rung().is_safe()).collect();
    match lossy.as_slice() {
        [RungId::Fragment] if Mode::from_value(rules.settings.value(RungId::Fragment)) == Mode::Drop => {
            let settings = with_setting(rules.settings, RungId::Fragment, "routes");
            let settings = &settings;
            equal(pair, Rules { settings, ..rules }, reason)
        }
        [] | [RungId::Fragment] => true,
        _ => false,
    }
}

/// Every lossy rung that could still be turned up, with the setting to turn it to.
fn turned_up(settings: &Settings) -> Vec<(RungId, &'static str)> {
    let lossy = RUNGS.iter().filter(|rung| !rung.is_safe());
    let strongest = |rung: &crate::rungs::Rung| {
        if rung.id == RungId::Tracking {
            "certain+common+disputed"
        } else {
            rung.on
        }
    };
    lossy
        .map(|rung| (rung.id, strongest(rung)))
        .filter(|(id, value)| can_turn(settings, *id, value))
        .collect()
}

fn can_turn(settings: &Settings, id: RungId, value: &str) -> bool {
    match id {
        // `add` instead of `strip`, `name` instead of `pair` are other choices, not stronger ones
        RungId::TrailingSlash => !settings.has(id),
        RungId::Tracking => *settings != with_setting(settings, id, value),
        _ => settings.get(id.rung().slug).as_deref() != Some(value),
    }
}

fn with_setting(settings: &Settings, id: RungId, value: &str) -> Settings {
    let mut settings = settings.clone();
    let mut set = |name: &str, value: &str| settings.set(name, value).expect("a rung's own value");
    set(id.rung().slug, value);
    if id == RungId::Tracking {
        set(KINDS_OPTION, "campaign+click+affiliate+share+session");
    }
    settings
}

fn would_merge(pair: [&Parsed; 2], rules: Rules) -> Vec<Vec<RungId>> {
    let candidates = turned_up(rules.settings);
    let all = candidates
        .iter()
        .fold(rules.settings.clone(), |settings, (id, value)| with_setting(&settings, *id, value));
    let wide = ParamTable::new(&all);
    let keys = |chosen: &[(RungId, &'static str)]| {
        let settings = chosen
            .iter()
            .fold(rules.settings.clone(), |settings, (id, value)| with_setting(&settings, *id, value));
        let params = if chosen.iter().any(|(id, _)| *id == RungId::Tracking) {
            &wide
        } else {
            rules.params
        };
        let rules = Rules {
            settings: &settings,
            params,
            on: settings.active(),
        };
        pair.map(|parsed| climb_with(parsed, rules, RungSet::ALL).0.url)
    };
    // only rungs that touch one of the two, alone or on top of all others, can take part
    let (none, every) = (keys(&[]), keys(&candidates));
    let matters = |candidate: &(RungId, &'static str)| {
        let others: Vec<_> = candidates.iter().copied().filter(|other| other != candidate).collect();
        keys(&[*candidate]) != none || keys(&others) != every
    };
    let relevant: Vec<_> = candidates.iter().copied().filter(matters).collect();
    let mut found: Vec<Vec<RungId>> = Vec::new();
    for size in 1..=MOST_RUNGS.min(relevant.len()) {
        for chosen in subsets(&relevant, size) {
            let ids: Vec<RungId> = chosen.iter().map(|(id, _)| *id).collect();
            let minimal = !found.iter().any(|smaller| smaller.iter().all(|id| ids.contains(id)));
            let [a, b] = keys(&chosen);
            if minimal && a == b {
                found.push(ids);
            }
        }
    }
    found
}

/// The subsets of `items` with `size` members, in order.
fn subsets<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &first) in items.iter().enumerate() {
        for rest in subsets(&items[i + 1..], size - 1) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canonicalizer, Context};

    fn compared(a: &str, b: &str) -> (bool, bool, Vec<&'static str>, Vec<Vec<&'static str>>) {
        let dedup = Canonicalizer::named("dedup").unwrap();
        let found = dedup.compare(a.as_bytes(), b.as_bytes(), Context::default()).unwrap();
        let slugs = |ids: &[RungId]| ids.iter().map(|id| id.rung().slug).collect::<Vec<_>>();
        (
            found.same,
            found.safe,
            slugs(&found.reason),
            found.would_merge.iter().map(|ids| slugs(ids)).collect(),
        )
    }

    #[test]
    fn reasons_are_minimal() {
        let a = "HTTPS://Example.com:443/Blog/?b=2&a=1";
        let b = "https://example.com/Blog/?utm_source=newsletter&a=1&b=2";
        assert_eq!(
            compared(a, b),
            (true, false, vec!["whatwg-parse", "default-port", "tracking", "sort-query"], vec![])
        );
        assert_eq!(compared(a, a), (true, true, vec![], vec![]));
        assert_eq!(
            compared("HTTP://a/?b&a", "HTTP://a/?a&b"),
            (true, false, vec!["sort-query"], vec![])
        );
        assert_eq!(compared("http://a/#x", "http://a/#y"), (true, true, vec!["fragment"], vec![]));
        assert_eq!(
            compared("http://a/#/x", "http://a/#/x:~:text=y"),
            (true, true, vec!["fragment"], vec![])
        );
        assert_eq!(
            compared("http://a/%7e%3a", "http://a/~%3A"),
            (true, true, vec!["percent-case", "percent-unreserved"], vec![])
        );
        assert_eq!(
            compared(" http://a/b", "http://a/./b\t"),
            (true, true, vec!["whatwg-parse", "dot-segments"], vec![])
        );
    }

    #[test]
    fn the_reason_alone_is_that_of_the_comparison() {
        for profile in ["dedup", "crawl", "safe", "social"] {
            let canonicalizer = Canonicalizer::named(profile).unwrap();
            for (a, b) in [
                ("HTTP://a:80/./%7e/?b&&a#x", "http://a/~/?utm_source=x&a&b"),
                ("http://a/#/x", "http://a/#/y"),
                ("http://a/", "http://a/"),
            ] {
                let whole = canonicalizer.compare(a.as_bytes(), b.as_bytes(), Context::default()).unwrap();
                let alone = canonicalizer.reason(a.as_bytes(), b.as_bytes(), Context::default()).unwrap();
                if whole.same {
                    assert_eq!((whole.safe, whole.reason), (alone.safe, alone.rungs), "{profile} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn dropping_routes_is_lossy() {
        let crawl = Canonicalizer::named("crawl").unwrap();
        for (a, b, safe) in [
            ("http://a/#x", "http://a/#y", true),
            ("http://a/#x", "http://a/#/y", false),
            ("http://a/#/x", "http://a/#!x", false),
            ("http://a/#/x", "http://a/#/x:~:text=y", true),
            ("http://a/#/x", "HTTP://a/#/x", true),
        ] {
            let found = crawl.compare(a.as_bytes(), b.as_bytes(), Context::default()).unwrap();
            assert_eq!((found.same, found.safe), (true, safe), "{a} {b}");
        }
    }

    #[test]
    fn what_would_merge() {
        assert_eq!(
            compared("https://a/b", "https://a/b/"),
            (false, false, vec![], vec![vec!["trailing-slash"]])
        );
        assert_eq!(compared("http://a/B/#/x", "https://a/b/#/x").3, [["scheme", "path-case"]]);
        assert_eq!(compared("https://a/b", "https://a/c").3, Vec::<Vec<&str>>::new());
    }
}
