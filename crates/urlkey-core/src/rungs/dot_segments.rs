//! `dot-segments`: resolves `.` and `..`; the code is the path state in `crate::parse`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::DotSegments,
    slug: "dot-segments",
    class: Class::Syntax,
    what: "resolves . and .. segments of the path, their %2e forms too",
    why: "clients resolve them before they send the request",
    source: "RFC 3986 5.2.4 and 6.2.2.3, WHATWG URL 4.4 (path state)",
    values: &[],
    on: "on",
    example: ["http://example.com/a/./b/%2E./c", "http://example.com/a/c"],
};
