//! Signed URLs: a signature covers the query as it is written, so nothing lossy may touch it. The combinations are data.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::query::{Pieces, listed_name};

/// A row of `data/signatures.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// Stable slug.
    pub id: String,
    /// Names that must all be there.
    pub all: Vec<String>,
    /// If not empty, at least one of these must be there too.
    #[serde(default)]
    pub any: Vec<String>,
    /// Who signs like this.
    pub by: String,
    /// Where that is written.
    pub source: String,
    /// A URL signed like this.
    pub example: String,
}

#[derive(Deserialize)]
struct SignatureFile {
    signature: Vec<Signature>,
}

/// The signature table.
pub static SIGNATURES: LazyLock<Vec<Signature>> = LazyLock::new(|| {
    let file: SignatureFile = toml::from_str(include_str!("../data/signatures.toml")).expect("data/signatures.toml is checked by a test");
    file.signature
});

/// Every name of the table with its bit; each signature as two masks.
struct Compiled {
    bits: HashMap<Vec<u8>, u128>,
    rules: Vec<(u128, u128)>,
}

static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let mut bits = HashMap::new();
    let mut mask = |names: &[String]| {
        names.iter().fold(0, |mask, name| {
            let next = 1u128.checked_shl(bits.len() as u32).expect("at most 128 names, checked by a test");
            mask | *bits.entry(name.to_ascii_lowercase().into_bytes()).or_insert(next)
        })
    };
    let rules = SIGNATURES
        .iter()
        .map(|signature| (mask(&signature.all), mask(&signature.any)))
        .collect();
    Compiled { bits, rules }
});

/// Whether the query carries a signature. Names are compared as in the tracking table.
pub(crate) fn is_signed(pieces: &Pieces) -> bool {
    let bits = &COMPILED.bits;
    is_signature(
        pieces
            .iter()
            .filter_map(|piece| bits.get(&listed_name(piece)))
            .fold(0, |mask, bit| mask | bit),
    )
}

/// Whether the names that are present (a bit each, as in [`names`]) make a signature.
#[inline]
pub(crate) fn is_signature(present: u128) -> bool {
    present != 0 && COMPILED.is_signature(present)
}

impl Compiled {
    fn is_signature(&self, present: u128) -> bool {
        self.rules
            .iter()
            .any(|(all, any)| present & all == *all && (*any == 0 || present & any != 0))
    }
}

/// The names that take part in any signature, in lower case, each with its bit.
pub(crate) fn names() -> impl Iterator<Item = (&'static [u8], u128)> {
    COMPILED.bits.iter().map(|(name, bit)| (name.as_slice(), *bit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::split;

    #[test]
    fn every_example_is_signed_and_no_single_part_of_it_is() {
        assert!(SIGNATURES.len() > 5);
        for signature in SIGNATURES.iter() {
            let query = signature.example.split_once('?').map(|(_, query)| query).unwrap();
            let pieces = split(query.as_bytes());
            assert!(is_signed(&pieces), "{}", signature.id);
            assert!(!signature.all.is_empty(), "{}", signature.id);
        }
        assert!(!is_signed(&split(b"Signature=1&x=2")));
        assert!(!is_signed(&split(b"sig=1&page=2")));
    }
}
