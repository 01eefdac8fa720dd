//! `slashes`: repeated slashes in the path.

use super::{Class, Rung, RungId, SWITCH};
use crate::parse::scheme_length;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Slashes,
    slug: "slashes",
    class: Class::Lossy,
    what: "writes repeated slashes of the path as one, but for those of an embedded scheme://",
    why: "file servers collapse them; a path that carries another URL or an empty segment means them",
    source: "RFC 3986 3.3 (empty segments are segments)",
    values: SWITCH,
    on: "on",
    example: [
        "http://example.com/a//b/https://example.org//c",
        "http://example.com/a/b/https://example.org/c",
    ],
};

pub(crate) fn apply(path: &mut Vec<u8>) {
    if memchr::memmem::find(path, b"//").is_none() {
        return;
    }
    let input = std::mem::take(path);
    let mut i = 0;
    while i < input.len() {
        let run = input[i..].iter().take_while(|&&b| b == b'/').count();
        if run == 0 {
            path.push(input[i]);
            i += 1;
            continue;
        }
        let keep = if run > 1 && ends_in_scheme(path) { 2 } else { 1 };
        path.extend_from_slice(&b"//"[..keep]);
        i += run;
    }
}

/// Whether `text` ends in a segment that is a scheme and its colon.
fn ends_in_scheme(text: &[u8]) -> bool {
    let segment = text.rsplit(|&b| b == b'/').next().unwrap_or_default();
    segment
        .strip_suffix(b":")
        .is_some_and(|scheme| scheme_length(scheme) == Some(scheme.len()))
}

#[cfg(test)]
mod tests {
    use crate::testing::key_with;

    #[test]
    fn an_embedded_url_keeps_its_two_slashes() {
        assert_eq!(key_with("slashes=on", "http://a//b///c//"), "http://a/b/c/");
        assert_eq!(key_with("slashes=on", "http://a/http:////b"), "http://a/http://b");
        assert_eq!(key_with("slashes=on", "http://a/1:////b"), "http://a/1:/b");
        assert_eq!(key_with("slashes=on", "http://a//"), "http://a/");
    }
}
