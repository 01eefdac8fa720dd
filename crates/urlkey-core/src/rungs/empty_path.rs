//! `empty-path`: an empty path is the root; the code is the path start state in `crate::parse`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::EmptyPath,
    slug: "empty-path",
    class: Class::Scheme,
    what: "writes an empty path as /",
    why: "the request line needs a path, and it is /",
    source: "RFC 3986 6.2.3, WHATWG URL 4.4 (path start state)",
    values: &[],
    on: "on",
    example: ["http://example.com?q", "http://example.com/?q"],
};
