//! `empty-pairs`: the nothing between two separators.

use super::{Class, Rung, RungId, SWITCH};
use crate::query::Pieces;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::EmptyPairs,
    slug: "empty-pairs",
    class: Class::Lossy,
    what: "drops the empty pieces of a=1&&b=2&; a=, =c and a stay as they are",
    why: "form parsers skip them; a server that reads the raw query may not",
    source: "WHATWG URL 5.1 (urlencoded parsing)",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/?a=1&&b=2&", "http://example.com/?a=1&b=2"],
};

pub(crate) fn apply(pieces: &mut Pieces) {
    pieces.retain(|piece| !piece.is_empty());
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn the_last_piece_takes_the_question_mark_with_it() {
        assert_eq!(key_with("empty-pairs=on", "http://a/?&&"), "http://a/");
        assert_eq!(key_with("empty-pairs=on", "http://a/?"), "http://a/?");
        assert_eq!(key_with("empty-pairs=on", "http://a/?=c&a=&a&"), "http://a/?=c&a=&a");
    }
}
