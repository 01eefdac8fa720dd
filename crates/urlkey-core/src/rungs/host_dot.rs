//! `host-dot`: the root label's dot.

use super::{Class, Rung, RungId, SWITCH};
use crate::parse::{HostKind, Url};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::HostDot,
    slug: "host-dot",
    class: Class::Lossy,
    what: "drops one final dot of the host, if the character before it exists and is not a dot",
    why: "a fully qualified name reaches the same server; servers can tell the two apart by the Host header, and hardly any does",
    source: "RFC 3986 3.2.2, RFC 1034 3.1",
    values: SWITCH,
    on: "on",
    example: ["http://example.com./", "http://example.com/"],
};

/// Drops the dot; whether it did.
pub(crate) fn apply(url: &mut Url) -> bool {
    if let Some(host) = url.host.as_mut().filter(|host| host.kind == HostKind::Domain)
        && let [.., before, b'.'] = host.text.as_slice()
        && *before != b'.'
    {
        host.text.pop();
        return true;
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn odd_hosts_are_left_alone() {
        assert_eq!(key_with("host-dot=on", "http://a../"), "http://a../");
        assert_eq!(key_with("host-dot=on", "http://./"), "http://./");
        assert_eq!(key_with("host-dot=on", "http://a./"), "http://a/");
        assert_eq!(key_with("host-dot=on", "ftp://a./"), "ftp://a./");
    }
}
