//! Invariants 1 to 6 of the ladder, and that the fast lane is the reference lane: over everything we have, and over random strings.
//!
//! The sample runs in `cargo test`; the whole (every shipped profile and 200 random rung subsets over both corpora, a million random
//! strings) is ignored there and run by `make conformance`.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::checks::{Case, Effort, Subject};
use common::inputs::{Input, collected};
use common::random::Random;
use common::settings::{names_in, random_profile};
use common::threads::{Tally, for_all};
use common::{corpus, nasty};
use urlkey_core::{Canonicalizer, Context, DefaultScheme, Profile, Url, from_utf16};

const SEED: u64 = 0x7572_6C6B_6579;

/// Every shipped profile, then random rung subsets, whose lists hold names that occur in the inputs.
fn subjects<'a>(seed: u64, count: usize, inputs: impl Iterator<Item = &'a [u8]>) -> Vec<Subject> {
    let mut names = Vec::new();
    inputs.for_each(|input| names_in(input, &mut names));
    let mut random = Random::new(seed);
    let shipped = Profile::shipped().iter().cloned();
    let random = (0..count).map(|_| random_profile(&mut random, &names));
    shipped.chain(random).map(|profile| Subject::new(&profile)).collect()
}

/// How often the costly checks run under a random subset: the explanation once in so many times, and switching rungs off once in four
/// times of these. Under a shipped profile the explanation always runs.
#[derive(Clone, Copy)]
struct Thorough {
    one_in: usize,
}

impl Thorough {
    const ALWAYS: Self = Self { one_in: 1 };

    fn effort(self, shipped: bool, index: usize) -> Effort {
        let one_in = if shipped { 1 } else { self.one_in };
        if !index.is_multiple_of(one_in) {
            Effort::Keys
        } else if self.one_in > 1 && !(index / one_in).is_multiple_of(4) {
            Effort::Explain
        } else {
            Effort::Switch
        }
    }
}

/// Checks one input under every subject.
fn check(safe: &Canonicalizer, input: &[u8], context: Context, subjects: &[Subject], thorough: Thorough, index: usize, tally: &mut Tally) {
    let shipped = Profile::shipped().len();
    let run = || -> Result<(), String> {
        let mut case = Case::new(safe, input, context).map_err(|violation| format!("\"{}\": {violation}", input.escape_ascii()))?;
        for (i, subject) in subjects.iter().enumerate() {
            let effort = thorough.effort(i < shipped, index + i);
            case.check_all(subject, effort)
                .map_err(|violation| case.report(&subject.canonicalizer, &violation))?;
        }
        Ok(())
    };
    tally.checks += subjects.len() as u64;
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => {}
        Ok(Err(report)) => tally.fault(|| report),
        Err(_) => tally.fault(|| format!("invariant 6: panic on \"{}\"", input.escape_ascii())),
    }
}

fn safe() -> Canonicalizer {
    Canonicalizer::named("safe").expect("shipped")
}

fn over_corpora(seed: u64, step: usize, subsets: usize, thorough: Thorough) {
    let safe = safe();
    for name in ["top100", "web-a"] {
        let Some(lines) = corpus(name) else { continue };
        let lines: Vec<_> = lines.into_iter().step_by(step).collect();
        let subjects = subjects(seed, subsets, lines.iter().step_by(lines.len() / 5_000 + 1).map(Vec::as_slice));
        let tally = for_all(lines.len(), |i, tally| {
            check(&safe, &lines[i], Context::default(), &subjects, thorough, i, tally);
        });
        tally.conclude(&format!("{} lines of {name} under {} profiles", lines.len(), subjects.len()));
    }
}

fn over_collected(seed: u64, subsets: usize, thorough: Thorough) {
    let safe = safe();
    let inputs = collected();
    let subjects = subjects(seed, subsets, inputs.iter().map(|input| input.bytes.as_slice()));
    let tally = for_all(inputs.len(), |i, tally| {
        let Input { bytes, base } = &inputs[i];
        // a base that is no URL has no answer to check
        let Ok(base) = base.as_ref().map(|base| Url::base(base)).transpose() else {
            return;
        };
        let context = |default_scheme| Context {
            base: base.as_ref(),
            default_scheme,
        };
        check(&safe, bytes, context(None), &subjects, thorough, i, tally);
        check(
            &safe,
            bytes,
            context(Some(DefaultScheme::Https)),
            &subjects[..2],
            thorough,
            i,
            tally,
        );
    });
    tally.conclude(&format!("{} collected inputs under {} profiles", inputs.len(), subjects.len()));
}

/// Random strings: each under some of the subjects, now and then under one whose lists hold its own names.
fn over_random(seed: u64, count: usize, subsets: usize) {
    let safe = safe();
    let mut random = Random::new(seed);
    let samples: Vec<_> = (0..2_000).map(|_| nasty::absolute(&mut random)).collect();
    let subjects = subjects(seed, subsets, samples.iter().map(Vec::as_slice));
    let bases: Vec<_> = std::iter::repeat_with(|| nasty::absolute(&mut random))
        .filter_map(|text| Url::base(&text).ok())
        .take(500)
        .collect();
    let tally = for_all(count, |i, tally| {
        let mut random = Random::new(seed ^ (i as u64) << 20);
        let relative = random.one_in(4);
        let input = if relative {
            nasty::relative(&mut random)
        } else {
            nasty::absolute(&mut random)
        };
        let context = Context {
            base: relative.then(|| random.pick(&bases)),
            default_scheme: random.one_in(8).then_some(DefaultScheme::Http),
        };
        let at = random.below(subjects.len());
        check(
            &safe,
            &input,
            context,
            std::slice::from_ref(&subjects[at]),
            Thorough::ALWAYS,
            i,
            tally,
        );
        if random.one_in(16) {
            let mut names = Vec::new();
            names_in(&input, &mut names);
            let own = Subject::new(&random_profile(&mut random, &names));
            check(&safe, &input, context, &[own], Thorough::ALWAYS, i, tally);
        }
    });
    tally.conclude(&format!("{count} random strings under {} profiles", subjects.len()));
}

#[test]
fn a_sample_of_both_corpora() {
    over_corpora(SEED, 40, 24, Thorough { one_in: 8 });
}

#[test]
fn collected_inputs() {
    over_collected(SEED, 16, Thorough { one_in: 8 });
}

#[test]
fn random_strings() {
    over_random(SEED, 60_000, 64);
}

#[test]
#[ignore = "slow: every profile and 200 random rung subsets over both corpora"]
fn whole_corpora() {
    over_corpora(SEED + 1, 1, 200, Thorough { one_in: 64 });
}

#[test]
#[ignore = "slow: every profile and 200 random rung subsets over all collected inputs"]
fn collected_inputs_under_many_subsets() {
    over_collected(SEED + 1, 200, Thorough { one_in: 4 });
}

#[test]
#[ignore = "slow: a million random strings"]
fn a_million_random_strings() {
    over_random(SEED + 1, 1_000_000, 200);
}

/// Any sequence of UTF-16 code units, lone surrogates too, gives an answer or an error (invariant 6), and bytes that survive.
#[test]
fn random_code_units() {
    let safe = safe();
    let subjects = subjects(SEED, 8, std::iter::empty());
    let tally = for_all(20_000, |i, tally| {
        let mut random = Random::new(SEED ^ (i as u64) << 20);
        let mut units: Vec<u16> = "http://example.com/".encode_utf16().collect();
        if random.one_in(4) {
            units.truncate(random.below(units.len()));
        }
        for _ in 0..random.below(12) {
            let unit = match random.below(4) {
                0 => 0xD800 + random.below(0x800),
                1 => 0xDC80 + random.below(0x80),
                2 => random.below(0x80),
                _ => random.below(0x1_0000),
            };
            units.push(unit as u16);
        }
        check(
            &safe,
            &from_utf16(&units),
            Context::default(),
            &subjects,
            Thorough::ALWAYS,
            i,
            tally,
        );
    });
    tally.conclude("random code units");
}
