//! A URL's path and query with every octet in its final spelling, for the second attempt of the fast lane.
//!
//! It does to path and query, in one pass, what the parser's percent-encoding and the three percent rungs do together: what may not stand
//! there is encoded, encoded unreserved characters are decoded, a stray `%` becomes `%25`. The default port and single-dot segments are left
//! out. Nothing else structural may come of it: where a
//! backslash or a control character would change what the URL is made of, it gives up.

use super::scan::MAX_INPUT;
use crate::parse::sets::{EncodeSet, triplet};
use crate::rungs::percent_scan::{is_invalid, is_unreserved};

/// Text that grows in a fixed room.
struct Writer<'a> {
    room: &'a mut [u8; MAX_INPUT],
    length: usize,
}

impl Writer<'_> {
    fn push(&mut self, bytes: &[u8]) -> Option<()> {
        self.room.get_mut(self.length..self.length + bytes.len())?.copy_from_slice(bytes);
        self.length += bytes.len();
        Some(())
    }

    fn push_triplet(&mut self, byte: u8) -> Option<()> {
        const HEX: &[u8; 16] = b"0123456789ABCDEF";
        self.push(&[b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]])
    }
}

/// The respelled URL in `room`; `None` where the reference lane must see to it. The authority and the fragment stay as they are.
pub(super) fn respell<'a>(input: &[u8], room: &'a mut [u8; MAX_INPUT]) -> Option<&'a [u8]> {
    let authority = input.iter().position(|&b| b == b':')? + 3;
    let start = authority
        + input
            .get(authority..)?
            .iter()
            .position(|b| matches!(b, b'/' | b'?' | b'#' | b'\\'))?;
    let end = memchr::memchr(b'#', &input[start..]).map_or(input.len(), |at| start + at);
    if input.last()? <= &b' ' || input[start..end].iter().any(|&b| b < b' ') {
        // trimming and dropping come first
        return None;
    }
    let mut out = Writer { room, length: 0 };
    out.push(without_default_port(&input[..start]))?;
    let mut set = EncodeSet::Path;
    let mut i = start;
    while i < end {
        let byte = input[i];
        i += 1;
        match byte {
            b'\\' if set == EncodeSet::Path => return None,
            // a single-dot segment in the middle of the path
            b'.' if set == EncodeSet::Path && input[i - 2] == b'/' && input.get(i) == Some(&b'/') => i += 1,
            b'?' if set == EncodeSet::Path => {
                set = EncodeSet::SpecialQuery;
                out.push(b"?")?;
            }
            b'%' => match triplet(&input[i - 1..end]) {
                Some(octet) => {
                    i += 2;
                    if is_unreserved(octet) {
                        out.push(&[octet])?;
                    } else {
                        out.push_triplet(octet)?;
                    }
                }
                None => out.push(b"%25")?,
            },
            _ if set.contains(byte) || is_invalid(byte) => out.push_triplet(byte)?,
            _ => out.push(&[byte])?,
        }
    }
    out.push(&input[end..])?;
    let Writer { room, length } = out;
    Some(&room[..length])
}

/// Scheme and authority less the scheme's default port; any other port stays, and with it the URL leaves the lane.
fn without_default_port(front: &[u8]) -> &[u8] {
    let is_https = front.get(4).is_some_and(|b| b.eq_ignore_ascii_case(&b's'));
    let port: &[u8] = if is_https { b":443" } else { b":80" };
    front.strip_suffix(port).unwrap_or(front)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn respelled(input: &str) -> Option<String> {
        let mut room = [0; MAX_INPUT];
        respell(input.as_bytes(), &mut room).map(|text| String::from_utf8(text.to_vec()).unwrap())
    }

    #[test]
    fn path_and_query_in_their_final_spelling() {
        let found = respelled("http://a/%7e[%%32e'?q='\u{e9} \\%2f?#%7e[");
        assert_eq!(found.as_deref(), Some("http://a/~%5B%252e'?q=%27%C3%A9%20%5C%2F?#%7e["));
        for structural in ["http://a\\b%41", "http://a/b\t%41", "http://a/b%41 ", "http://a", "http://a/#x "] {
            assert_eq!(respelled(structural), None, "{structural}");
        }
    }

    #[test]
    fn default_ports_and_single_dots_go() {
        assert_eq!(respelled("http://a:80/./b/./c").as_deref(), Some("http://a/b/c"));
        assert_eq!(respelled("HTTPS://a:443?x=/./").as_deref(), Some("HTTPS://a?x=/./"));
        assert_eq!(respelled("http://a:443/.b/.").as_deref(), Some("http://a:443/.b/."));
    }

    #[test]
    fn what_does_not_fit_is_for_the_reference_lane() {
        assert_eq!(respelled(&format!("http://a/{}", "[".repeat(MAX_INPUT / 2))), None);
    }
}
