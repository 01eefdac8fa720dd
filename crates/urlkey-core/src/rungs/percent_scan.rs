//! The one scan behind `percent-case`, `percent-unreserved` and `percent-invalid`.
//!
//! One pass from left to right, output never looked at again: that is what makes the three rungs idempotent together. A `%` without two
//! hex digits becomes `%25` first, so that `%%32e` is `%252e` and never a triplet made of a decoded digit.

use super::{RungId, RungSet};
use crate::parse::sets::{push_triplet, triplet};

/// RFC 3986 2.3, unreserved characters.
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// What WHATWG leaves raw in a path, query, fragment or userinfo and RFC 3986 does not allow there. The space occurs in opaque paths only,
/// the second `#` in fragments only.
pub(crate) fn is_invalid(byte: u8) -> bool {
    matches!(
        byte,
        b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | b'[' | b']' | b'#' | b' '
    )
}

/// Scans one component, with those of the three rungs that are in `on`.
pub(crate) fn scan(text: &mut Vec<u8>, on: RungSet) {
    let Some(first) = text.iter().position(|&b| b == b'%' || is_invalid(b)) else {
        return;
    };
    let upper = on.has(RungId::PercentCase);
    let decode = on.has(RungId::PercentUnreserved);
    let repair = on.has(RungId::PercentInvalid);
    let input = text.split_off(first);
    text.reserve(input.len() + 8);
    let mut i = 0;
    while let Some(&byte) = input.get(i) {
        if byte != b'%' {
            if repair && is_invalid(byte) {
                push_triplet(text, byte);
            } else {
                text.push(byte);
            }
            i += 1;
            continue;
        }
        match triplet(&input[i..]) {
            Some(value) if decode && is_unreserved(value) => text.push(value),
            Some(value) if upper => push_triplet(text, value),
            Some(_) => text.extend_from_slice(&input[i..i + 3]),
            None => {
                text.extend_from_slice(if repair { b"%25" } else { b"%" });
                i += 1;
                continue;
            }
        }
        i += 3;
    }
}

/// Scans the host of a special scheme: it holds no `%` any more, and only four characters that RFC 3986 does not allow.
pub(crate) fn scan_domain(text: &mut Vec<u8>, on: RungSet) {
    let invalid = |byte: u8| matches!(byte, b'"' | b'`' | b'{' | b'}');
    if !on.has(RungId::PercentInvalid) || !text.iter().any(|&b| invalid(b)) {
        return;
    }
    for byte in std::mem::take(text) {
        if invalid(byte) {
            push_triplet(text, byte);
        } else {
            text.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &str, on: RungSet) -> String {
        let mut bytes = text.as_bytes().to_vec();
        scan(&mut bytes, on);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn one_pass_and_never_again() {
        for (input, output) in [
            ("/%7e%7E%41", "/~~A"),
            ("%2f%3f%23%26%3d%2b%25", "%2F%3F%23%26%3D%2B%25"),
            ("%%32e", "%252e"),
            ("%252F", "%252F"),
            ("%2%35", "%2525"),
            ("%", "%25"),
            ("a%4", "a%254"),
            ("[|]", "%5B%7C%5D"),
        ] {
            assert_eq!(scanned(input, RungSet::ALL), output);
            assert_eq!(scanned(output, RungSet::ALL), output);
        }
    }

    #[test]
    fn each_rung_does_its_own_part() {
        let only = |id| scanned("%7e%3a%[", RungSet::NONE.with(id));
        assert_eq!(only(RungId::PercentCase), "%7E%3A%[");
        assert_eq!(only(RungId::PercentUnreserved), "~%3a%[");
        assert_eq!(only(RungId::PercentInvalid), "%7e%3a%25%5B");
    }
}
