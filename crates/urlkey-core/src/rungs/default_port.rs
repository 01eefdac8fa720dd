//! `default-port`: drops a port that the scheme implies; the code is the port state in `crate::parse`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::DefaultPort,
    slug: "default-port",
    class: Class::Scheme,
    what: "drops the scheme's default port, an empty port, and leading zeros of a port",
    why: "the connection is the same",
    source: "RFC 3986 6.2.3, WHATWG URL 4.4 (port state)",
    values: &[],
    on: "on",
    example: ["http://example.com:080/", "http://example.com/"],
};
