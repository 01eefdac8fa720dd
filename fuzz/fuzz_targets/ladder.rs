//! The differential target: a profile or a random rung subset, and a URL.
//!
//! Fast lane against reference lane, idempotence, `key(fetch_url)`, a valid URI that reparses to its own host and port, `explain` ends in
//! the key, rungs that are off, and ada's reading of the fetch URL.

#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use urlkey_core::{Context, DefaultScheme};
use urlkey_fuzz::checks::{Case, Effort};
use urlkey_fuzz::{SAFE, base, check_against_ada, demand, subject};

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    /// Modulo the number of subjects; the highest values ask for the costly checks too.
    subject: u16,
    /// Which base (most values mean none), and whether there is a default scheme.
    how: u8,
    url: &'a [u8],
}

fuzz_target!(|input: Input| {
    let base = if input.how & 0b1000 != 0 { base(input.how & 0b111) } else { None };
    let default_scheme = (input.how & 0b1_0000 != 0).then_some(DefaultScheme::Https);
    let context = Context { base, default_scheme };
    let subject = subject(input.subject);
    let mut case = demand(Case::new(&SAFE, input.url, context));
    let effort = if input.subject >= 0xF000 { Effort::Switch } else { Effort::Keys };
    if let Err(violation) = case.check_all(subject, effort) {
        panic!("{}", case.report(&subject.canonicalizer, &violation));
    }
    if base.is_none() && default_scheme.is_none() {
        check_against_ada(input.url, None);
    }
});
