//! `www`: the label that many sites answer with and without.

use super::{Class, Rung, RungId, SWITCH};
use crate::parse::{HostKind, Url};
use crate::site::{Suffixes, registrable_domain};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Www,
    slug: "www",
    class: Class::Lossy,
    what: "drops a leading www. where a registrable domain remains, until none is left",
    why: "most sites serve one site under both; that the bare name exists at all is a fact of each site",
    source: "Public Suffix List; urlkey",
    values: SWITCH,
    on: "on",
    example: ["http://www.example.com/", "http://example.com/"],
};

/// Drops the label once; whether it did.
pub(crate) fn apply(url: &mut Url) -> bool {
    let Some(host) = url.host.as_mut().filter(|host| host.kind == HostKind::Domain) else {
        return false;
    };
    let rest = host
        .text
        .strip_prefix(b"www.")
        .filter(|rest| registrable_domain(rest, Suffixes::All).is_some());
    let Some(rest) = rest else { return false };
    host.text = rest.to_vec();
    true
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn only_where_a_registrable_domain_remains() {
        for (input, key) in [
            ("http://www.www.example.com/", "http://example.com/"),
            ("http://www.com/", "http://www.com/"),
            ("http://www.co.uk/", "http://www.co.uk/"),
            ("http://www.github.io/", "http://www.github.io/"),
            ("http://www2.example.com/", "http://www2.example.com/"),
            ("http://wwwexample.com/", "http://wwwexample.com/"),
            ("ftp://www.example.com/", "ftp://www.example.com/"),
        ] {
            assert_eq!(key_with("www=on", input), key);
        }
        assert_eq!(key_with("www=on host-dot=on", "http://www.example.com./"), "http://example.com/");
    }
}
