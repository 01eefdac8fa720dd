//! `scheme`: http and https as one.

use super::{Class, Rung, RungId, SWITCH};
use crate::parse::Url;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Scheme,
    slug: "scheme",
    class: Class::Lossy,
    what: "writes http as https where no port is given",
    why: "most sites serve one site under both; some serve something else, or nothing, under one of them",
    source: "RFC 9110 4.2.2 (they are distinct origins)",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/", "https://example.com/"],
};

pub(crate) fn apply(url: &mut Url) {
    if url.scheme.eq_ignore_ascii_case(b"http") && url.port.is_none() {
        url.scheme.push(b's');
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn a_port_that_is_left_binds_the_scheme() {
        assert_eq!(key_with("scheme=on", "http://a:80/"), "https://a/");
        assert_eq!(key_with("scheme=on", "http://a:443/"), "http://a:443/");
    }
}
