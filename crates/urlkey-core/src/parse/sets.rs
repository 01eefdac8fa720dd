//! The percent-encode sets of WHATWG URL 1.3, as one table of bits a byte.

use std::borrow::Cow;

/// Which set a component is encoded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum EncodeSet {
    C0Control = 1,
    Fragment = 2,
    Query = 4,
    SpecialQuery = 8,
    Path = 16,
    Userinfo = 32,
}

const TABLE: [u8; 256] = table();

const fn table() -> [u8; 256] {
    use EncodeSet::{C0Control, Fragment, Path, Query, SpecialQuery, Userinfo};
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        let c0 = c <= 0x1F || c >= 0x7F;
        let fragment = c0 || matches!(c, b' ' | b'"' | b'<' | b'>' | b'`');
        let query = c0 || matches!(c, b' ' | b'"' | b'#' | b'<' | b'>');
        let path = query || matches!(c, b'?' | b'^' | b'`' | b'{' | b'}');
        let userinfo = path || matches!(c, b'/' | b':' | b';' | b'=' | b'@' | b'[' | b'\\' | b']' | b'|');
        let special_query = query || c == b'\'';
        table[byte] = (c0 as u8 * C0Control as u8)
            | (fragment as u8 * Fragment as u8)
            | (query as u8 * Query as u8)
            | (special_query as u8 * SpecialQuery as u8)
            | (path as u8 * Path as u8)
            | (userinfo as u8 * Userinfo as u8);
        byte += 1;
    }
    table
}

impl EncodeSet {
    pub fn contains(self, byte: u8) -> bool {
        TABLE[byte as usize] & self as u8 != 0
    }

    /// WHATWG URL 1.3, UTF-8 percent-encode a string (byte by byte: every byte above 0x7F is in every set).
    pub fn encode_into(self, text: &[u8], out: &mut Vec<u8>) {
        let mut rest = text;
        while let Some(at) = rest.iter().position(|&b| self.contains(b)) {
            out.extend_from_slice(&rest[..at]);
            push_triplet(out, rest[at]);
            rest = &rest[at + 1..];
        }
        out.extend_from_slice(rest);
    }
}

/// Appends `%` and the two upper-case hex digits of `byte`.
pub(crate) fn push_triplet(out: &mut Vec<u8>, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    out.extend_from_slice(&[b'%', HEX[(byte >> 4) as usize], HEX[(byte & 15) as usize]]);
}

/// The value of a hex digit.
pub(crate) fn hex_value(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|v| v as u8)
}

/// The byte that a valid triplet at the start of `text` stands for.
pub(crate) fn triplet(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(hex_value(*high)? << 4 | hex_value(*low)?),
        _ => None,
    }
}

/// WHATWG URL 1.3, percent-decode.
pub(crate) fn percent_decode(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        if let Some(byte) = triplet(&text[i..]) {
            out.push(byte);
            i += 3;
        } else {
            out.push(text[i]);
            i += 1;
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_nest_as_the_standard_says() {
        for byte in 0..=255 {
            if EncodeSet::C0Control.contains(byte) {
                assert!(EncodeSet::Fragment.contains(byte) && EncodeSet::Query.contains(byte));
            }
            assert!(!EncodeSet::Query.contains(byte) || EncodeSet::Path.contains(byte));
            assert!(!EncodeSet::Path.contains(byte) || EncodeSet::Userinfo.contains(byte));
        }
        assert!(EncodeSet::SpecialQuery.contains(b'\'') && !EncodeSet::Query.contains(b'\''));
    }

    #[test]
    fn triplets_need_two_hex_digits() {
        assert_eq!(triplet(b"%4aX"), Some(0x4A));
        assert_eq!(triplet(b"%4"), None);
        assert_eq!(triplet(b"%4g"), None);
    }
}
