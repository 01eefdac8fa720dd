//! The canonicalization.

use std::borrow::Cow;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::compat::escape::{escape_into, unescape};
use crate::error::{Error, ErrorCode};
use crate::input::{MAX_HOST, without_tabs_and_line_ends};
use crate::parse::{ip, scheme_length};

/// A canonical URL in one buffer.
#[derive(Debug, Default)]
pub(super) struct Canonical {
    /// The whole text, all of it ASCII.
    pub text: Vec<u8>,
    /// Where the host begins.
    pub host: usize,
    /// Where the path begins.
    pub path: usize,
    /// Where the path ends: at a question mark or at the end.
    pub path_end: usize,
    /// The host is an address, which has no parent domains.
    pub is_address: bool,
}

impl Canonical {
    /// The host, in brackets if it is an IPv6 address.
    pub fn host(&self) -> &[u8] {
        &self.text[self.host..self.path]
    }

    /// The path, with the query.
    pub fn path_and_query(&self) -> &[u8] {
        &self.text[self.path..]
    }

    /// Makes the canonical form of a URL here.
    pub fn read(&mut self, url: &[u8]) -> Result<(), Error> {
        let url = url.trim_ascii();
        if url.is_empty() {
            return Err(Error::at(ErrorCode::Empty, 0));
        }
        let visible = memchr::memchr(b'#', url).map_or(url, |hash| &url[..hash]);
        let text = without_tabs_and_line_ends(visible);
        let text = unescape(&text);
        let parts = split(&text)?;
        self.text.clear();
        match parts.scheme {
            Some(scheme) => self.text.extend(scheme.iter().map(u8::to_ascii_lowercase)),
            None => self.text.extend_from_slice(b"http"),
        }
        self.text.extend_from_slice(b"://");
        self.host = self.text.len();
        self.is_address = write_host(parts.host, &mut self.text);
        if self.text.len() == self.host {
            return Err(Error::at(ErrorCode::MissingHost, 0));
        }
        self.path = self.text.len();
        escape_into(&resolved(parts.path), &mut self.text);
        self.path_end = self.text.len();
        if let Some(query) = parts.query {
            self.text.push(b'?');
            escape_into(query, &mut self.text);
        }
        Ok(())
    }
}

/// The canonical form of a URL, all of it ASCII. A missing scheme is `http`.
///
/// Tabs, line ends, the fragment, user, password and port go; escapes are decoded until none is left; the host is in lower case and
/// ASCII, an address in its usual form; dots and double slashes in the path are resolved. Then controls, space, `#`, `%` and what is not
/// ASCII are escaped. The canonical form of a canonical form is itself.
pub fn canonicalize(url: &[u8]) -> Result<String, Error> {
    let mut canonical = Canonical::default();
    canonical.read(url)?;
    Ok(String::from_utf8_lossy(&canonical.text).into_owned())
}

struct Parts<'a> {
    scheme: Option<&'a [u8]>,
    host: &'a [u8],
    path: &'a [u8],
    query: Option<&'a [u8]>,
}

fn find(text: &[u8], ends: &[u8]) -> usize {
    text.iter().position(|b| ends.contains(b)).unwrap_or(text.len())
}

fn is_scheme(text: &[u8]) -> bool {
    scheme_length(text) == Some(text.len())
}

fn split(text: &[u8]) -> Result<Parts<'_>, Error> {
    let (scheme, rest) = match memchr::memmem::find(text, b"://") {
        Some(colon) if is_scheme(&text[..colon]) => (Some(&text[..colon]), &text[colon + 3..]),
        _ => (None, text.strip_prefix(b"//").unwrap_or(text)),
    };
    let (authority, rest) = rest.split_at(find(rest, b"/?"));
    if scheme.is_none() && has_other_scheme(authority) {
        return Err(Error::at(ErrorCode::MissingHost, 0)); // mailto:a@b, javascript:…
    }
    let (path, rest) = rest.split_at(find(rest, b"?"));
    let host = memchr::memrchr(b'@', authority).map_or(authority, |at| &authority[at + 1..]);
    let host = &host[host.iter().take_while(|&&b| b == b'.').count()..];
    let host = match memchr::memchr(b']', host) {
        Some(close) if host.first() == Some(&b'[') => &host[..=close],
        _ => &host[..find(host, b":")],
    };
    Ok(Parts {
        scheme,
        host,
        path,
        query: rest.strip_prefix(b"?"),
    })
}

/// `scheme:` without slashes, and not a host with its port.
fn has_other_scheme(authority: &[u8]) -> bool {
    memchr::memchr(b':', authority).is_some_and(|colon| {
        let after = &authority[colon + 1..];
        is_scheme(&authority[..colon]) && !after[..find(after, b"@")].iter().all(u8::is_ascii_digit)
    })
}

/// Writes the host; tells whether it is an address.
fn write_host(host: &[u8], out: &mut Vec<u8>) -> bool {
    if let Some(address) = host
        .strip_prefix(b"[")
        .and_then(|rest| rest.strip_suffix(b"]"))
        .and_then(ip::parse_ipv6)
    {
        match embedded_ipv4(address) {
            Some(address) => out.extend_from_slice(ip::write_ipv4(address).as_bytes()),
            None => out.extend_from_slice(format!("[{}]", ip::write_ipv6(address)).as_bytes()),
        }
        return true;
    }
    let host = without_empty_labels(in_ascii(host));
    if let Some(address) = host
        .last()
        .filter(|b| b.is_ascii_hexdigit() || **b == b'x')
        .and_then(|_| ip::parse_ipv4(&host))
    {
        out.extend_from_slice(ip::write_ipv4(address).as_bytes());
        return true;
    }
    let start = out.len();
    escape_into(&host, out);
    lower_outside_escapes(&mut out[start..]);
    false
}

/// Without dots at the ends, and with one dot where there are more.
fn without_empty_labels(host: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if host.first() != Some(&b'.') && host.last() != Some(&b'.') && memchr::memmem::find(&host, b"..").is_none() {
        return host;
    }
    let labels: Vec<&[u8]> = host.split(|&b| b == b'.').filter(|label| !label.is_empty()).collect();
    Cow::Owned(labels.join(&b'.'))
}

/// Lower case, but for the digits of escapes.
fn lower_outside_escapes(host: &mut [u8]) {
    let mut digits = 0;
    for byte in host {
        if *byte == b'%' {
            digits = 2;
        } else if digits > 0 {
            digits -= 1;
        } else {
            byte.make_ascii_lowercase();
        }
    }
}

/// A name in another script becomes Punycode (UTS #46). What that refuses stays as its bytes, which are then escaped.
fn in_ascii(host: &[u8]) -> Cow<'_, [u8]> {
    if host.is_ascii() || host.len() > MAX_HOST {
        return Cow::Borrowed(host);
    }
    let ascii = Uts46::new().to_ascii(host, AsciiDenyList::URL, Hyphens::Allow, DnsLength::Ignore);
    ascii.map_or(Cow::Borrowed(host), |ascii| Cow::Owned(ascii.as_bytes().to_vec()))
}

/// The IPv4 address in `::ffff:0:0/96` and in the well-known prefix of NAT64, `64:ff9b::/96`.
fn embedded_ipv4(address: [u16; 8]) -> Option<u32> {
    let prefix = &address[..6];
    (prefix == [0, 0, 0, 0, 0, 0xFFFF] || prefix == [0x64, 0xFF9B, 0, 0, 0, 0]).then(|| u32::from(address[6]) << 16 | u32::from(address[7]))
}

/// The path without `.` and `..` segments and then without double slashes, as published: in this order.
fn resolved(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut is_directory = true;
    for segment in path.split(|&b| b == b'/').skip(1) {
        is_directory = matches!(segment, b"" | b"." | b"..");
        match segment {
            b"." => {}
            b".." => drop(kept.pop()),
            _ => kept.push(segment),
        }
    }
    let mut out = Vec::with_capacity(path.len() + 1);
    for segment in kept.iter().filter(|segment| !segment.is_empty()) {
        out.push(b'/');
        out.extend_from_slice(segment);
    }
    if is_directory || out.is_empty() {
        out.push(b'/');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_forms() {
        for (url, wanted) in [
            ("http://user:pass@Example.com:8080/a?b#c", "http://example.com/a?b"),
            ("example.com:80/x", "http://example.com/x"),
            ("//example.com", "http://example.com/"),
            ("ftp://example.com/a//../b/.", "ftp://example.com/a/b/"),
            ("http://a/../../b//c?d//e/../f", "http://a/b/c?d//e/../f"),
            ("http://host/%2e%2e/%2525a%20%23", "http://host/%25a%20%23"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://[::FFFF:1.2.3.4]:80/", "http://1.2.3.4/"),
            ("http://[64:ff9b::102:304]", "http://1.2.3.4/"),
            ("http://[2001:0DB8::0001]/", "http://[2001:db8::1]/"),
            ("http://bücher.example/", "http://xn--bcher-kva.example/"),
            ("http://％４１.example/", "http://%EF%BC%85%EF%BC%94%EF%BC%91.example/"),
            ("http%3A%2F%2Fwackyurl.com:80/", "http://wackyurl.com/"),
        ] {
            let found = canonicalize(url.as_bytes()).unwrap();
            assert_eq!(found, wanted, "{url}");
            assert_eq!(canonicalize(found.as_bytes()).unwrap(), found);
        }
        assert_eq!(canonicalize(b"http://\x01\x80.COM/").unwrap(), "http://%01%80.com/");
    }

    #[test]
    fn what_has_no_host_is_an_error() {
        for url in [
            "/blah",
            "http://",
            "http:///a",
            "?q",
            "#f",
            "http://../",
            "mailto:a@example.com",
            "javascript:alert(1)",
        ] {
            let code = canonicalize(url.as_bytes()).unwrap_err().code;
            assert!(matches!(code, ErrorCode::MissingHost), "{url}");
        }
        assert_eq!(canonicalize(b" "), Err(Error::at(ErrorCode::Empty, 0)));
    }
}
