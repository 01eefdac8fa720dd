//! `percent-case`: upper-case hex digits; the code is `super::percent_scan`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::PercentCase,
    slug: "percent-case",
    class: Class::Syntax,
    what: "upper-cases the hex digits of percent-encoded octets",
    why: "both spellings are the same octet",
    source: "RFC 3986 2.1 and 6.2.2.1",
    values: &[],
    on: "on",
    example: ["http://example.com/a%3ab", "http://example.com/a%3Ab"],
};
