//! A query as its raw pieces: what stands between the ampersands.
//!
//! Pieces are moved and dropped, never decoded and written anew, so what is kept is kept byte for byte.

use std::borrow::Cow;

/// The raw pieces of a query.
pub(crate) type Pieces<'a> = Vec<Cow<'a, [u8]>>;

/// Splits at `&`. The empty query has one empty piece.
pub(crate) fn split(query: &[u8]) -> Pieces<'_> {
    query.split(|&b| b == b'&').map(Cow::Borrowed).collect()
}

/// The inverse of [`split`]; `None` for no pieces at all.
pub(crate) fn join(pieces: &Pieces) -> Option<Vec<u8>> {
    (!pieces.is_empty()).then(|| pieces.join(&b'&'))
}

/// A piece's bytes before the first `=`.
pub(crate) fn raw_name(piece: &[u8]) -> &[u8] {
    memchr::memchr(b'=', piece).map_or(piece, |at| &piece[..at])
}

/// The name that lists are asked for: without any leading `amp;` or `?` (bad HTML, a doubled question mark), in lower case.
pub(crate) fn listed_name(piece: &[u8]) -> Vec<u8> {
    let mut name = raw_name(piece);
    loop {
        name = match name {
            [b'?', rest @ ..] => rest,
            [a, m, p, b';', rest @ ..] if [*a, *m, *p].eq_ignore_ascii_case(b"amp") => rest,
            _ => return name.to_ascii_lowercase(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_and_join_are_inverse() {
        for query in ["", "&", "a=1&&b", "a&"] {
            assert_eq!(join(&split(query.as_bytes())).as_deref(), Some(query.as_bytes()));
        }
        assert_eq!(join(&Vec::new()), None);
    }

    #[test]
    fn listed_names() {
        assert_eq!(listed_name(b"amp;AMP;??Utm_Source=x=y"), b"utm_source");
        assert_eq!(listed_name(b"=x"), b"");
    }
}
