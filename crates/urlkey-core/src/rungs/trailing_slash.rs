//! `trailing-slash`: the slash at the end of the path.

use super::{Class, Rung, RungId};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::TrailingSlash,
    slug: "trailing-slash",
    class: Class::Lossy,
    what: "strip: drops all final slashes, never the root's; add: adds one where the last segment has no dot",
    why: "most sites answer both or redirect one to the other; relative links inside the two pages differ",
    source: "RFC 3986 6.2.4 (protocol-based normalization needs the server's word)",
    values: &["off", "strip", "add"],
    on: "strip",
    example: ["http://example.com/a/", "http://example.com/a"],
};

/// Drops final slashes.
pub(crate) fn strip(path: &mut Vec<u8>) {
    let end = path.iter().rposition(|&b| b != b'/').map_or(1, |at| at + 1);
    path.truncate(end);
}

/// Adds a final slash.
pub(crate) fn add(path: &mut Vec<u8>) {
    let last = path.rsplit(|&b| b == b'/').next().unwrap_or_default();
    if !last.is_empty() && !last.contains(&b'.') {
        path.push(b'/');
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn strip_and_add() {
        assert_eq!(key_with("trailing-slash=strip", "http://a/b///?q"), "http://a/b?q");
        assert_eq!(key_with("trailing-slash=strip", "http://a//"), "http://a/");
        assert_eq!(key_with("trailing-slash=add", "http://a/b"), "http://a/b/");
        assert_eq!(key_with("trailing-slash=add", "http://a/b.html"), "http://a/b.html");
        assert_eq!(key_with("trailing-slash=add", "http://a"), "http://a/");
    }
}
