//! From bytes to components: what is trimmed, what counts as a scheme, a host and a port.

use std::borrow::Cow;

use crate::error::{Error, ErrorCode};
use crate::input::{is_dropped, without_tabs_and_line_ends};
use crate::parse::scheme_length;

/// A scheme is put before what has none.
const DEFAULT_SCHEME: &[u8] = b"http://";

/// The components as they stand in the text.
pub(super) struct Parts<'a> {
    pub scheme: &'a [u8],
    /// Empty where there is none.
    pub host: &'a [u8],
    /// Never 0, which counts as none.
    pub port: Option<u16>,
    pub path: &'a [u8],
    pub query: Option<&'a [u8]>,
}

/// A port that is no number up to 65535, at this offset of the prepared text.
#[derive(Clone, Copy)]
pub(super) struct PortError(usize);

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The URL without white space at its ends, without tabs and line ends, and with a scheme.
pub(super) fn prepared(url: &[u8]) -> Result<Cow<'_, [u8]>, Error> {
    let start = url.iter().position(|&b| !is_space(b)).ok_or(Error::at(ErrorCode::Empty, 0))?;
    let end = url.iter().rposition(|&b| !is_space(b)).map_or(url.len(), |last| last + 1);
    let mut text = without_tabs_and_line_ends(&url[start..end]);
    if scheme_end(&text).is_none() {
        text = Cow::Owned([DEFAULT_SCHEME, &text].concat());
    }
    Ok(text)
}

/// The offset of the colon after a scheme (RFC 2396 3.1).
fn scheme_end(text: &[u8]) -> Option<usize> {
    scheme_length(text).filter(|&end| text.get(end) == Some(&b':'))
}

fn after_web_scheme(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"http://").or_else(|| text.strip_prefix(b"https://"))
}

/// Of `http://https://example.com` only the last scheme counts.
fn without_doubled_scheme(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = after_web_scheme(text)
        && after_web_scheme(rest).is_some()
    {
        text = rest;
    }
    text
}

fn cut(text: &[u8], at: Option<usize>) -> (&[u8], &[u8]) {
    text.split_at(at.unwrap_or(text.len()))
}

/// RFC 2396 appendix B, and what the reference does about a web address without a host.
pub(super) fn split(whole: &[u8]) -> Result<Parts<'_>, PortError> {
    let text = without_doubled_scheme(whole);
    let scheme = &text[..scheme_end(text).unwrap_or_default()];
    let rest = text.get(scheme.len() + 1..).unwrap_or_default();
    let (authority, rest) = match rest.strip_prefix(b"//") {
        Some(rest) => cut(rest, memchr::memchr3(b'/', b'?', b'#', rest)),
        None => rest.split_at(0),
    };
    let (mut path, rest) = cut(rest, memchr::memchr2(b'?', b'#', rest));
    let query = rest.strip_prefix(b"?").map(|rest| cut(rest, memchr::memchr(b'#', rest)).0);
    let (mut host, port) = host_and_port(authority);
    let port = number(port).map_err(|()| PortError(offset(whole, port)))?;
    if host.is_empty() && !path.is_empty() && scheme.starts_with(b"http") {
        (host, path) = host_from_path(path);
    }
    Ok(Parts {
        scheme,
        host,
        port,
        path,
        query,
    })
}

/// `http:/example.com/a` has its host in its path; any scheme that begins with `http` will do.
fn host_from_path(path: &[u8]) -> (&[u8], &[u8]) {
    let slashes = path.iter().take_while(|&&b| b == b'/').count();
    let (host, path) = cut(&path[slashes..], memchr::memchr(b'/', &path[slashes..]));
    (host, if path.is_empty() { b"/" } else { path })
}

/// The host is between brackets or before the first colon, after the last `@`. Colons at the end do not count.
fn host_and_port(authority: &[u8]) -> (&[u8], &[u8]) {
    let colons = authority.iter().rev().take_while(|&&b| b == b':').count();
    let authority = &authority[..authority.len() - colons];
    let text = memchr::memrchr(b'@', authority).map_or(authority, |at| &authority[at + 1..]);
    let (host, rest) = match memchr::memchr(b'[', text) {
        Some(open) => cut(&text[open + 1..], memchr::memchr(b']', &text[open + 1..])),
        None => cut(text, memchr::memchr(b':', text)),
    };
    let port = memchr::memchr(b':', rest).map_or(&rest[rest.len()..], |colon| &rest[colon + 1..]);
    (host, port)
}

fn number(port: &[u8]) -> Result<Option<u16>, ()> {
    let mut value = 0u16;
    for digit in port {
        let digit = (*digit as char).to_digit(10).ok_or(())? as u16;
        value = value.checked_mul(10).and_then(|value| value.checked_add(digit)).ok_or(())?;
    }
    Ok((value != 0).then_some(value))
}

/// Where `part`, a slice of `whole`, begins in it.
fn offset(whole: &[u8], part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// The error with the offset of the port in the URL as it was passed.
pub(super) fn located(error: PortError, url: &[u8], text: &[u8]) -> Error {
    let start = url.iter().position(|&b| !is_space(b)).unwrap_or(0);
    let mut kept = url[start..].iter().copied().filter(|&b| !is_dropped(b));
    let added = if text.starts_with(DEFAULT_SCHEME) && !kept.by_ref().take(DEFAULT_SCHEME.len()).eq(DEFAULT_SCHEME.iter().copied()) {
        DEFAULT_SCHEME.len()
    } else {
        0
    };
    let wanted = error.0.saturating_sub(added);
    let places = url.iter().enumerate().skip(start).filter(|&(_, &b)| !is_dropped(b));
    let at = places.map(|(at, _)| at).nth(wanted).unwrap_or(url.len());
    Error::at(ErrorCode::InvalidPort, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(url: &str) -> Error {
        super::super::surt(url.as_bytes(), super::super::SurtOptions::default()).unwrap_err()
    }

    #[test]
    fn a_bad_port_is_found_in_the_input() {
        assert_eq!(fault("http://a.com:x/"), Error::at(ErrorCode::InvalidPort, 13));
        assert_eq!(fault("  ht\ntp://a.com:65536/"), Error::at(ErrorCode::InvalidPort, 16));
        assert_eq!(fault("a_b:x"), Error::at(ErrorCode::InvalidPort, 4));
        assert_eq!(fault("http://https://a:x"), Error::at(ErrorCode::InvalidPort, 17));
        assert_eq!(fault(" \n"), Error::at(ErrorCode::Empty, 0));
    }
}
