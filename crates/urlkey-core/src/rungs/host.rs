//! `host`: the host parser; the code is `crate::parse::host`.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Host,
    slug: "host",
    class: Class::Host,
    what: "percent-decodes the host, applies UTS #46 and Punycode, writes IPv4 numbers and IPv6 addresses in one form",
    why: "all these spellings are looked up as one name or address",
    source: "WHATWG URL 3.5 (host parsing), UTS #46 (non-transitional), RFC 5952",
    values: &[],
    on: "on",
    example: ["http://B\u{fc}cher.example/", "http://xn--bcher-kva.example/"],
};
