//! From what the caller holds to the bytes that the parser reads.
//!
//! The parser works on bytes: UTF-8, with any invalid byte standing for itself. That is enough because every code point above U+007F is
//! percent-encoded byte by byte outside the host, and the host is checked when it is decoded.

use std::borrow::Cow;

/// Hosts longer than this many octets (a triplet is one), before or after `ToASCII`, are rejected: Punycode takes quadratic time in a label's length, and
/// DNS (RFC 1035 2.3.4) ends at 253 bytes. Four times that leaves room for names that only a local resolver knows.
pub const MAX_HOST: usize = 1024;

/// Encodes UTF-16 code units, as a Python `str` with surrogates gives them, to the parser's bytes.
///
/// Surrogate pairs combine first; then a lone U+DC80..U+DCFF is the byte that `surrogateescape` hid there; any other lone surrogate is
/// U+FFFD, as in WHATWG's `USVString` (Infra 4.6, scalar value string).
#[must_use]
pub fn from_utf16(units: &[u16]) -> Vec<u8> {
    let mut out = Vec::with_capacity(units.len());
    let mut utf8 = [0; 4];
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(c) => out.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes()),
            Err(lone) => match lone.unpaired_surrogate() {
                escaped @ 0xDC80..=0xDCFF => out.push((escaped - 0xDC00) as u8),
                _ => out.extend_from_slice("\u{FFFD}".as_bytes()),
            },
        }
    }
    out
}

/// An input after trimming and dropping tabs and line ends, which still knows where each byte came from.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    /// What the state machine reads.
    pub bytes: Cow<'a, [u8]>,
    /// The untouched input.
    pub original: &'a [u8],
    /// How many bytes were trimmed in front.
    start: usize,
    /// Bytes that `default_scheme` put in front, which are not in the input.
    prefix: usize,
    /// C0 controls or spaces were trimmed at an end.
    pub trimmed: bool,
    /// Tabs or line ends were dropped.
    pub dropped: bool,
}

/// Tabs and line ends, which do not count wherever they stand.
pub(crate) fn is_dropped(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// The text without them; owned only if there was one.
pub(crate) fn without_tabs_and_line_ends(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr3(b'\t', b'\n', b'\r', text).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.iter().copied().filter(|&b| !is_dropped(b)).collect())
}

impl<'a> Source<'a> {
    /// WHATWG URL 4.4, steps 1 to 3 of the basic URL parser.
    pub fn new(original: &'a [u8]) -> Self {
        let is_edge = |byte: &u8| *byte <= b' ';
        let start = original.iter().position(|b| !is_edge(b)).unwrap_or(original.len());
        let end = original.iter().rposition(|b| !is_edge(b)).map_or(start, |i| i + 1);
        let inner = &original[start..end];
        let bytes = without_tabs_and_line_ends(inner);
        Self {
            dropped: matches!(bytes, Cow::Owned(_)),
            bytes,
            original,
            start,
            prefix: 0,
            trimmed: inner.len() < original.len(),
        }
    }

    /// The same input with `prefix` (a scheme that the caller assumes) in front.
    pub fn with_prefix(&self, prefix: &[u8]) -> Self {
        let bytes = [prefix, &self.bytes].concat();
        Self {
            bytes: Cow::Owned(bytes),
            prefix: prefix.len(),
            ..self.clone()
        }
    }

    /// Where byte `index` of `bytes` stands in the original input.
    pub fn position(&self, index: usize) -> usize {
        let index = index.saturating_sub(self.prefix);
        if !self.dropped {
            return self.start + index;
        }
        let kept = self.original[self.start..].iter().enumerate().filter(|(_, b)| !is_dropped(**b));
        let mut kept = kept.map(|(at, _)| self.start + at);
        let last = (self.bytes.len() - self.prefix).saturating_sub(1);
        // one behind the last byte is right after it, not behind what was trimmed or dropped there
        if index > last {
            kept.nth(last).map_or(self.original.len(), |at| at + 1)
        } else {
            kept.nth(index).unwrap_or(self.original.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_follow_the_ladder() {
        // a pair, an escaped byte, an escaped pair of bytes that is a UTF-8 sequence, a lone high surrogate
        let units = [0xD83D, 0xDE00, 0xDCE9, 0xDCC3, 0xDCA9, 0xD800, 0x61];
        assert_eq!(from_utf16(&units), b"\xF0\x9F\x98\x80\xE9\xC3\xA9\xEF\xBF\xBDa");
    }

    #[test]
    fn positions_point_into_the_original() {
        let source = Source::new(b" \nht\ttp://a\n ");
        assert_eq!(&*source.bytes, b"http://a");
        assert_eq!(source.position(0), 2);
        assert_eq!(source.position(2), 5);
        assert_eq!(source.position(8), 11);
        assert_eq!(Source::new(b"ab").with_prefix(b"https://").position(9), 1);
    }
}
