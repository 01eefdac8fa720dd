//! `percent-unreserved`: decodes what never needed encoding; the code is `super::percent_scan`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::PercentUnreserved,
    slug: "percent-unreserved",
    class: Class::Syntax,
    what: "decodes percent-encoded letters, digits, - . _ and ~, once; every other octet stays encoded",
    why: "for unreserved characters both spellings are equivalent by definition; for reserved ones they are not",
    source: "RFC 3986 2.3 and 6.2.2.2",
    values: &[],
    on: "on",
    example: ["http://example.com/%7Ejo%65/%252F%2F", "http://example.com/~joe/%252F%2F"],
};
