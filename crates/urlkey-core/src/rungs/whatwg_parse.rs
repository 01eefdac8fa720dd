//! `whatwg-parse`: the WHATWG state machine itself; the code is `crate::parse`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::WhatwgParse,
    slug: "whatwg-parse",
    class: Class::Syntax,
    what: "trims controls and spaces, drops tabs and line ends, reads \\ as /, lower-cases scheme and host, percent-encodes",
    why: "a browser requests exactly the same string for both spellings",
    source: "WHATWG URL 4.4 (basic URL parser), RFC 3986 6.2.2.1",
    values: &[],
    on: "on",
    example: [" HTTP://Example.com\\a\tb", "http://example.com/ab"],
};
