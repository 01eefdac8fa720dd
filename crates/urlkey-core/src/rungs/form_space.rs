//! `form-space`: plus and %20 in a query.

use super::{Class, Rung, RungId, SWITCH};
use crate::query::Pieces;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::FormSpace,
    slug: "form-space",
    class: Class::Lossy,
    what: "writes + as %20 in the query",
    why: "form parsers read both as a space; anything else reads + as a plus",
    source: "WHATWG URL 5.1 (urlencoded parsing)",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/?q=a+b", "http://example.com/?q=a%20b"],
};

pub(crate) fn apply(pieces: &mut Pieces) {
    for piece in pieces.iter_mut().filter(|piece| piece.contains(&b'+')) {
        *piece = spaced(piece).into();
    }
}

/// `text` with every `+` as `%20`.
pub(crate) fn spaced(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8);
    for (i, part) in text.split(|&b| b == b'+').enumerate() {
        if i > 0 {
            out.extend_from_slice(b"%20");
        }
        out.extend_from_slice(part);
    }
    out
}
