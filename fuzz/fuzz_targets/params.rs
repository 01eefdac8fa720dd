//! The query: any bytes behind a question mark, under settings and lists drawn anew, with names that the query itself holds.

#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use urlkey_core::{Canonicalizer, Context};
use urlkey_fuzz::checks::Case;
use urlkey_fuzz::random::Random;
use urlkey_fuzz::settings::{names_in, random_profile};
use urlkey_fuzz::{SAFE, demand};

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    seed: u16,
    query: &'a [u8],
}

fuzz_target!(|input: Input| {
    let url = [b"http://example.com/?", input.query].concat();
    let mut names = Vec::new();
    names_in(&url, &mut names);
    let canonicalizer = Canonicalizer::new(&random_profile(&mut Random::new(input.seed.into()), &names));
    let mut case = demand(Case::new(&SAFE, &url, Context::default()));
    let checked = case.check(&canonicalizer).and_then(|_| case.check_explanation(&canonicalizer));
    if let Err(violation) = checked {
        panic!("{}", case.report(&canonicalizer, &violation));
    }
});
