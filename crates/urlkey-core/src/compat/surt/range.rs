//! The part of a sorted CDX index that a query asks for.

use super::{Site, SurtOptions, host, split, surt};
use crate::error::{Error, ErrorCode};

/// Which keys a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchType {
    /// The page alone.
    Exact,
    /// Every key that begins as this one does.
    Prefix,
    /// Every page of the host, on the port of the URL.
    Host,
    /// Every page of the host on its default port, and of the hosts below it on any port.
    Domain,
}

impl MatchType {
    /// Its name in CDX APIs: `exact`, `prefix`, `host`, `domain`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "exact" => Some(Self::Exact),
            "prefix" => Some(Self::Prefix),
            "host" => Some(Self::Host),
            "domain" => Some(Self::Domain),
            _ => None,
        }
    }
}

/// The first key of a range, and the first one behind it: the lines of a sorted CDX index that are not below the first and below the
/// second are the answer.
///
/// A prefix keeps the slash or question mark that the URL ends with, which its key does not have: `example.com/a/` does not find
/// `/ab`. A domain of one label is a top-level domain: its range holds the hosts below it.
pub fn surt_range(url: &[u8], kind: MatchType) -> Result<(String, String), Error> {
    match kind {
        MatchType::Exact => {
            let key = surt(url, SurtOptions::default())?;
            let end = format!("{key}!"); // the character after the space that ends the key of a line
            Ok((key, end))
        }
        MatchType::Prefix => {
            let mut key = surt(url, SurtOptions::default())?;
            let last = url.trim_ascii_end().last();
            if let Some(mark) = last.filter(|b| matches!(b, b'/' | b'?')).map(|&b| char::from(b))
                && !key.ends_with(mark)
            {
                key.push(mark);
            }
            let end = after_prefix(&key);
            Ok((key, end))
        }
        MatchType::Host => {
            let (host, port) = reversed(url)?;
            let host = port.map_or_else(|| host.clone(), |port| format!("{host}:{port}"));
            Ok((format!("{host})/"), format!("{host}*"))) // `*` comes after `)`
        }
        MatchType::Domain => {
            let (host, _) = reversed(url)?;
            let start = if host.contains(',') {
                format!("{host})/")
            } else {
                format!("{host},")
            };
            Ok((start, format!("{host}-"))) // `-` comes after `,`
        }
    }
}

fn reversed(url: &[u8]) -> Result<(String, Option<u16>), Error> {
    let none = Error::at(ErrorCode::MissingHost, 0);
    if url.is_empty() || url.starts_with(super::VERBATIM) {
        return Err(none);
    }
    let text = split::prepared(url)?;
    let parts = split::split(&text).map_err(|error| split::located(error, url, &text))?;
    let site = Site::of(&parts, SurtOptions::default());
    if site.host.is_empty() {
        return Err(none);
    }
    let mut out = Vec::with_capacity(site.host.len());
    host::write_reversed(&site.host, true, &mut out);
    Ok((String::from_utf8_lossy(&out).into_owned(), site.port))
}

/// The first text behind every text that begins with the prefix.
fn after_prefix(prefix: &str) -> String {
    let mut end = prefix.to_owned();
    while let Some(last) = end.pop() {
        let next = if last == '\u{D7FF}' {
            '\u{E000}'
        } else {
            char::from_u32(last as u32 + 1).unwrap_or(char::MAX)
        };
        if next > last {
            end.push(next);
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(url: &str, kind: &str) -> (String, String) {
        surt_range(url.as_bytes(), MatchType::from_name(kind).unwrap()).unwrap()
    }

    fn is(url: &str, kind: &str, start: &str, end: &str) {
        assert_eq!(range(url, kind), (start.to_owned(), end.to_owned()), "{url} {kind}");
    }

    #[test]
    fn ranges() {
        is("http://example.com/a", "exact", "com,example)/a", "com,example)/a!");
        is("http://example.com/a", "prefix", "com,example)/a", "com,example)/b");
        is("http://example.com/a/", "prefix", "com,example)/a/", "com,example)/a0");
        is("http://example.com/a/?", "prefix", "com,example)/a?", "com,example)/a@");
        is("http://example.com:81/a", "host", "com,example:81)/", "com,example:81*");
        is("http://example.com:81/a", "domain", "com,example)/", "com,example-");
        is("com", "domain", "com,", "com-");
        assert_eq!(surt_range(b"urn:a", MatchType::Host), Err(Error::at(ErrorCode::MissingHost, 0)));
        assert_eq!(surt_range(b"", MatchType::Domain), Err(Error::at(ErrorCode::MissingHost, 0)));
    }

    #[test]
    fn the_end_is_behind_every_text_with_the_prefix() {
        assert_eq!(after_prefix("a\u{10FFFF}"), "b");
        assert_eq!(after_prefix("\u{D7FF}"), "\u{E000}");
    }
}
