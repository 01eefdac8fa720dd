//! Percent-decoding until nothing is left, and the escape that both compat functions write.

use std::borrow::Cow;

use crate::parse::sets::{hex_value, triplet};

/// Percent-decodes again and again until no escape is left, in one pass.
///
/// Decoding an escape can complete another one to its left (`%%35%30` is `%50` is `P`), never break one: two escapes do not overlap, so
/// the order of decoding does not matter, and every escape is complete when its last digit is written.
pub(super) fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'%', text) else {
        return Cow::Borrowed(text);
    };
    let mut out = Vec::with_capacity(text.len());
    out.extend_from_slice(&text[..first]);
    let mut rest = &text[first..];
    while let Some((&byte, after)) = rest.split_first() {
        if matches!(out[..], [.., b'%'] | [.., b'%', _]) {
            push_completing(byte, &mut out);
            rest = after;
        } else if let Some(decoded) = triplet(rest) {
            out.push(decoded);
            rest = &rest[3..];
        } else {
            // an escape that is none, and what follows up to the next one
            let run = memchr::memchr(b'%', after).map_or(rest.len(), |at| at + 1);
            let run = if byte == b'%' { 1 } else { run };
            out.extend_from_slice(&rest[..run]);
            rest = &rest[run..];
        }
    }
    Cow::Owned(out)
}

/// Appends a byte that may be the last digit of an escape, and then decodes whatever that completes.
fn push_completing(byte: u8, out: &mut Vec<u8>) {
    out.push(byte);
    while let [.., b'%', high, low] = out[..]
        && let (Some(high), Some(low)) = (hex_value(high), hex_value(low))
    {
        out.truncate(out.len() - 3);
        out.push(high << 4 | low);
    }
}

/// What is written as an escape: controls, space, `#`, `%`, DEL and everything that is not ASCII.
pub(super) const fn needs_escape(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7F..=0xFF | b'#' | b'%')
}

fn escape_with(text: &[u8], digits: &[u8; 16], out: &mut Vec<u8>) {
    // without a branch, so that the compiler looks at many bytes at once
    if !text.iter().fold(false, |found, &b| found | needs_escape(b)) {
        out.extend_from_slice(text);
        return;
    }
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&b| needs_escape(b)) {
        let byte = rest[at];
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(&[b'%', digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// Whether two neighbours satisfy the condition; without a branch, as above.
pub(super) fn any_pair(text: &[u8], is_wanted: impl Fn(u8, u8) -> bool) -> bool {
    let next = text.get(1..).unwrap_or_default();
    text.iter().zip(next).fold(false, |found, (&a, &b)| found | is_wanted(a, b))
}

/// Escapes with upper-case digits.
pub(super) fn escape_into(text: &[u8], out: &mut Vec<u8>) {
    escape_with(text, b"0123456789ABCDEF", out);
}

/// Escapes, and writes everything in lower case.
pub(super) fn escape_lower_into(text: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    escape_with(text, b"0123456789abcdef", out);
    out[start..].make_ascii_lowercase();
}

/// [`unescape`] and [`escape_lower_into`] in one pass, for text in which decoding an escape cannot complete another one; for other text the
/// answer is false, and what was appended is of no use.
pub(super) fn recode_lower_into(text: &[u8], out: &mut Vec<u8>) -> bool {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let start = out.len();
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&b| needs_escape(b)) {
        out.extend_from_slice(&rest[..at]);
        let mut byte = rest[at];
        rest = &rest[at + 1..];
        if byte == b'%' {
            let [high, low, after @ ..] = rest else { return false };
            let (Some(high), Some(low)) = (hex_value(*high), hex_value(*low)) else {
                return false;
            };
            byte = high << 4 | low;
            rest = after;
        }
        if byte == b'%' {
            return false;
        }
        if needs_escape(byte) {
            out.extend_from_slice(&[b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        } else {
            out.push(byte);
        }
    }
    out.extend_from_slice(rest);
    out[start..].make_ascii_lowercase();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unescaping_goes_to_the_end() {
        for (text, wanted) in [
            ("", ""),
            ("%", "%"),
            ("%2", "%2"),
            ("%25%", "%%"),
            ("%2525", "%"),
            ("%25%32%35", "%"),
            ("a%%35%30b", "aPb"),
            ("%%%35%32%35", "%R5"),
            ("%4%31", "A"),
            ("%zz%41", "%zzA"),
        ] {
            assert_eq!(unescape(text.as_bytes()), wanted.as_bytes(), "{text}");
        }
        let deep = format!("%{}41", "25".repeat(100_000));
        assert_eq!(unescape(deep.as_bytes()), &b"A"[..]);
    }
}
