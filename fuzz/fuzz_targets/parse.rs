//! The parser: any bytes, and before a byte 0xFE perhaps a base URL. ada is the oracle; errors point into the input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use urlkey_core::{Context, Url, fetch_url};
use urlkey_fuzz::checks::{Case, Effort};
use urlkey_fuzz::{SAFE, check_against_ada, demand, subject};

/// No UTF-8 text holds it.
const SEPARATOR: u8 = 0xFE;

fuzz_target!(|data: &[u8]| {
    let (base, input) = match data.iter().position(|&b| b == SEPARATOR) {
        Some(at) => (Some(&data[..at]), &data[at + 1..]),
        None => (None, data),
    };
    check_against_ada(input, base);
    let base_url = match base.map(Url::base).transpose() {
        Ok(url) => url,
        Err(error) => {
            assert!(error.in_base && error.position <= base.map_or(0, <[u8]>::len), "{error:?}");
            return;
        }
    };
    let context = Context {
        base: base_url.as_ref(),
        default_scheme: None,
    };
    if let Err(error) = fetch_url(input, context) {
        assert!(!error.in_base && error.position <= input.len(), "{error:?}");
    }
    let mut case = demand(Case::new(&SAFE, input, context));
    let subject = subject(0);
    let effort = if data.len().is_multiple_of(8) {
        Effort::Explain
    } else {
        Effort::Keys
    };
    if let Err(violation) = case.check_all(subject, effort) {
        panic!("{}", case.report(&subject.canonicalizer, &violation));
    }
});
