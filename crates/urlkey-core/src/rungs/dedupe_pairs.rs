//! `dedupe-pairs`: exact repeats.

use std::collections::HashSet;

use super::{Class, Rung, RungId, SWITCH};
use crate::query::Pieces;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::DedupePairs,
    slug: "dedupe-pairs",
    class: Class::Lossy,
    what: "drops exact repeats of a name=value piece, keeping the first",
    why: "links that append to themselves grow for ever; a cart may count the repeats",
    source: "urlkey",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/?a=1&b=2&a=1", "http://example.com/?a=1&b=2"],
};

pub(crate) fn apply(pieces: &mut Pieces) {
    let mut seen = HashSet::with_capacity(pieces.len());
    pieces.retain(|piece| seen.insert(piece.clone()));
}
