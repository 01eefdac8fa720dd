//! `empty-query`: a bare question mark.

use super::{Class, Rung, RungId, SWITCH};
use crate::parse::Url;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::EmptyQuery,
    slug: "empty-query",
    class: Class::Lossy,
    what: "drops a bare ?",
    why: "servers hardly ever tell an empty query from none; RFC 3986 lets them",
    source: "RFC 3986 6.2.3",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/?", "http://example.com/"],
};

pub(crate) fn apply(url: &mut Url) {
    if url.query.as_ref().is_some_and(Vec::is_empty) {
        url.query = None;
    }
}
