//! The key of web archives: a Sort-friendly URI Reordering Transform of an aggressively canonicalized URL, as the Internet Archive's
//! Python package `surt` 0.3.1 makes it. A CDX index calls it the "urlkey".
//!
//! The package was observed from outside only: inputs in, answers out. What is known to differ is in docs/reference/surt.md.

mod host;
mod path;
mod range;
mod session;
mod split;

pub use range::{MatchType, surt_range};

use std::borrow::Cow;
use std::fmt::Write;

use crate::error::Error;

/// What goes into a key. The default is what CDX indexes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurtOptions {
    /// `http://(com,example)/` in place of `com,example)/`.
    pub with_scheme: bool,
    /// A comma after the host, and after its port.
    pub trailing_comma: bool,
    /// `4,3,2,1)/` for an address, as for any host; without it `1.2.3.4)/`.
    pub reverse_ipaddr: bool,
    /// Drop one leading `www.` or `www12.`.
    pub host_massage: bool,
    /// The registrable domain in place of the host.
    pub public_suffix: bool,
}

impl Default for SurtOptions {
    fn default() -> Self {
        Self {
            with_scheme: false,
            trailing_comma: false,
            reverse_ipaddr: true,
            host_massage: true,
            public_suffix: false,
        }
    }
}

/// The key of an empty URL.
const NOTHING: &str = "-";

/// The records of ARC files: their key is their address as it is.
const VERBATIM: &[u8] = b"filedesc";

/// A URL taken apart and canonicalized; everything in it is ASCII.
struct Canonical<'a> {
    scheme: &'a str,
    /// Empty for an address without a host, such as `urn:a`.
    host: Cow<'a, [u8]>,
    port: Option<u16>,
    path: Vec<u8>,
    query: Option<Vec<u8>>,
}

impl<'a> Canonical<'a> {
    fn of(text: &'a [u8], options: SurtOptions) -> Result<Self, split::PortError> {
        let parts = split::split(text)?;
        let host = host::canonical(parts.host, options.host_massage);
        let path = path::canonical(parts.path, !host.is_empty());
        let query = parts.query.map(path::canonical_query).filter(|query| !query.is_empty());
        let default = match parts.scheme.len() {
            4 if parts.scheme.eq_ignore_ascii_case("http") => Some(80),
            5 if parts.scheme.eq_ignore_ascii_case("https") => Some(443),
            _ => None,
        };
        let port = parts.port.filter(|&port| Some(port) != default);
        Ok(Self {
            scheme: parts.scheme,
            host,
            port,
            path,
            query,
        })
    }

    fn write(&self, options: SurtOptions) -> String {
        let query = self.query.as_deref().unwrap_or_default();
        let mut out = Vec::with_capacity(self.scheme.len() + self.host.len() + self.path.len() + query.len() + 16);
        if self.host.is_empty() {
            out.extend_from_slice(self.scheme.as_bytes());
            out.push(b':');
        } else {
            if options.with_scheme {
                out.extend_from_slice(self.scheme.as_bytes());
                out.extend_from_slice(b"://(");
            }
            let domain = if options.public_suffix {
                host::registrable(&self.host)
            } else {
                &self.host
            };
            host::write_reversed(domain, options.reverse_ipaddr, &mut out);
            if let Some(port) = self.port {
                let mut digits = String::with_capacity(6);
                let _ = write!(digits, ":{port}");
                out.extend_from_slice(digits.as_bytes());
            }
            if options.trailing_comma {
                out.push(b',');
            }
            out.push(b')');
        }
        out.extend_from_slice(&self.path);
        if self.query.is_some() {
            if self.path.is_empty() {
                out.push(b'/');
            }
            out.push(b'?');
            out.extend_from_slice(query);
        }
        String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }
}

/// The SURT key of a URL.
///
/// An empty URL has the key `-`, a URL that begins with `filedesc` is its own key (bytes that are not UTF-8 are percent-encoded in it),
/// and a URL without a host keeps its scheme: `mailto:a@example.com`. Everything else has the form `com,example)/path?query`. A missing
/// scheme is `http`.
pub fn surt(url: &[u8], options: SurtOptions) -> Result<String, Error> {
    if url.is_empty() {
        return Ok(NOTHING.to_owned());
    }
    if url.starts_with(VERBATIM) {
        return Ok(verbatim(url));
    }
    let text = split::prepared(url)?;
    match Canonical::of(&text, options) {
        Ok(canonical) => Ok(canonical.write(options)),
        Err(error) => Err(split::located(error, url, &text)),
    }
}

fn verbatim(url: &[u8]) -> String {
    let mut out = String::with_capacity(url.len());
    for chunk in url.utf8_chunks() {
        out.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(out, "%{byte:02x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_change_what_is_written() {
        let url = b"https://www.b.example.co.uk:8080/A?b&a";
        let with = |change: fn(&mut SurtOptions)| {
            let mut options = SurtOptions::default();
            change(&mut options);
            surt(url, options).unwrap()
        };
        assert_eq!(with(|_| ()), "uk,co,example,b:8080)/a?a&b");
        assert_eq!(with(|o| o.with_scheme = true), "https://(uk,co,example,b:8080)/a?a&b");
        assert_eq!(with(|o| o.trailing_comma = true), "uk,co,example,b:8080,)/a?a&b");
        assert_eq!(with(|o| o.host_massage = false), "uk,co,example,b,www:8080)/a?a&b");
        assert_eq!(with(|o| o.public_suffix = true), "uk,co,example:8080)/a?a&b");
    }

    #[test]
    fn what_is_no_web_address_is_kept() {
        let key = |url: &[u8]| surt(url, SurtOptions::default()).unwrap();
        assert_eq!(key(b""), "-");
        assert_eq!(key(b"filedesc:A b\xFF"), "filedesc:A b%ff");
        assert_eq!(key(b"dns:Example.com"), "dns:example.com");
        assert_eq!(key(b"urn:A?b#c"), "urn:a?b");
    }
}
