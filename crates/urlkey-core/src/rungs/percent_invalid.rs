//! `percent-invalid`: a key is always a valid URI; the code is `super::percent_scan`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::PercentInvalid,
    slug: "percent-invalid",
    class: Class::Syntax,
    what: "percent-encodes in place what RFC 3986 does not allow there, a stray % included",
    why: "WHATWG lets these characters through raw; clients differ in encoding them, servers read both as one (our repair, beyond RFC 6.2.2)",
    source: "RFC 3986 2 and appendix A; urlkey",
    values: &[],
    on: "on",
    example: ["http://example.com/100%?x[]=1", "http://example.com/100%25?x%5B%5D=1"],
};
