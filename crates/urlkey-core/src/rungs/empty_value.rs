//! `empty-value`: a parameter without a value.

use super::{Class, Rung, RungId, SWITCH};
use crate::query::Pieces;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::EmptyValue,
    slug: "empty-value",
    class: Class::Lossy,
    what: "writes a= as a; a lone = stays",
    why: "form parsers give both the empty value; some servers tell a missing value from an empty one",
    source: "WHATWG URL 5.1 (urlencoded parsing)",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/?a=&b=1", "http://example.com/?a&b=1"],
};

pub(crate) fn apply(pieces: &mut Pieces) {
    for piece in pieces.iter_mut() {
        let first_equals = memchr::memchr(b'=', piece);
        if first_equals.is_some_and(|at| at > 0 && at + 1 == piece.len()) {
            piece.to_mut().pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn only_the_empty_value_of_a_named_parameter() {
        assert_eq!(key_with("empty-value=on", "http://a/?=&a==&==&b="), "http://a/?=&a==&==&b");
    }
}
