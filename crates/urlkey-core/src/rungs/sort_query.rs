//! `sort-query`: order of the parameters.

use super::{Class, Rung, RungId};
use crate::query::{Pieces, raw_name};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::SortQuery,
    slug: "sort-query",
    class: Class::Lossy,
    what: "pair: sorts the raw pieces of the query by their bytes; name: sorts them by name, keeping the order of equal names",
    why: "most servers look parameters up by name; some read them in order. Pieces are moved, never written anew",
    source: "urlkey",
    values: &["off", "pair", "name"],
    on: "pair",
    example: ["http://example.com/?b=2&a=1", "http://example.com/?a=1&b=2"],
};

/// Sorts by whole pieces.
pub(crate) fn by_pair(pieces: &mut Pieces) {
    pieces.sort_unstable();
}

/// Sorts by name, stably.
pub(crate) fn by_name(pieces: &mut Pieces) {
    pieces.sort_by(|a, b| raw_name(a).cmp(raw_name(b)));
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn pair_and_name() {
        assert_eq!(key_with("sort-query=pair", "http://a/?a=2&a-b=1&a=1"), "http://a/?a-b=1&a=1&a=2");
        assert_eq!(key_with("sort-query=name", "http://a/?b=1&a=2&a=1&a"), "http://a/?a=2&a=1&a&b=1");
    }
}
