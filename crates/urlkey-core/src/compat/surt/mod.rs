//! The key of web archives: a Sort-friendly URI Reordering Transform of an aggressively canonicalized URL, as the Internet Archive's
//! Python package `surt` 0.3.1 makes it. A CDX index calls it the "urlkey".
//!
//! The package was observed from outside only: inputs in, answers out. What is known to differ is in docs/reference/surt.md.

mod fast;
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
const NOTHING: &[u8] = b"-";

/// The records of ARC files: their key is their address as it is.
const VERBATIM: &[u8] = b"filedesc";

/// The host and what else decides how the key begins; all of it is ASCII.
struct Site<'a> {
    scheme: &'a [u8],
    /// Empty for an address without a host, such as `urn:a`.
    host: Cow<'a, [u8]>,
    /// None where it is the default one.
    port: Option<u16>,
}

impl<'a> Site<'a> {
    fn of(parts: &split::Parts<'a>, options: SurtOptions) -> Self {
        let default = match parts.scheme.len() {
            4 if parts.scheme.eq_ignore_ascii_case(b"http") => Some(80),
            5 if parts.scheme.eq_ignore_ascii_case(b"https") => Some(443),
            _ => None,
        };
        Self {
            scheme: parts.scheme,
            host: host::canonical(parts.host, options.host_massage),
            port: parts.port.filter(|&port| Some(port) != default),
        }
    }

    fn write(&self, options: SurtOptions, out: &mut Vec<u8>) {
        if self.host.is_empty() {
            out.extend_from_slice(self.scheme);
            out.push(b':');
            return;
        }
        if options.with_scheme {
            out.extend_from_slice(self.scheme);
            // the reference writes a dns record this way, even where it had slashes
            out.extend_from_slice(if self.scheme == b"dns" { b":(" } else { b"://(" });
        }
        let domain = if options.public_suffix {
            host::registrable(&self.host)
        } else {
            &self.host
        };
        host::write_reversed(domain, options.reverse_ipaddr, out);
        if let Some(port) = self.port {
            out.extend_from_slice(format!(":{port}").as_bytes());
        }
        if options.trailing_comma {
            out.push(b',');
        }
        out.push(b')');
    }
}

/// The SURT key of a URL.
///
/// An empty URL has the key `-`, a URL that begins with `filedesc` is its own key (bytes that are not UTF-8 are percent-encoded in it),
/// and a URL without a host keeps its scheme: `mailto:a@example.com`. Everything else has the form `com,example)/path?query`. A missing
/// scheme is `http`.
pub fn surt(url: &[u8], options: SurtOptions) -> Result<String, Error> {
    let mut out = Vec::new();
    surt_into(url, options, &mut out)?;
    Ok(String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Appends the SURT key of a URL, which is UTF-8; nothing if there is an error.
pub fn surt_into(url: &[u8], options: SurtOptions, out: &mut Vec<u8>) -> Result<(), Error> {
    if fast::write(url, options, out) {
        return Ok(());
    }
    write_any(url, options, out)
}

/// The same without the quick lane.
fn write_any(url: &[u8], options: SurtOptions, out: &mut Vec<u8>) -> Result<(), Error> {
    if url.is_empty() {
        out.extend_from_slice(NOTHING);
        return Ok(());
    }
    if url.starts_with(VERBATIM) {
        out.extend_from_slice(verbatim(url).as_bytes());
        return Ok(());
    }
    let text = split::prepared(url)?;
    let parts = split::split(&text).map_err(|error| split::located(error, url, &text))?;
    out.reserve(text.len() + 16);
    let site = Site::of(&parts, options);
    site.write(options, out);
    let path = out.len();
    path::write(parts.path, !site.host.is_empty(), out);
    if let Some(query) = parts.query {
        write_query(query, path, out);
    }
    Ok(())
}

/// Appends the query with its question mark, and with a slash if the path, which begins at `path`, is empty.
fn write_query(query: &[u8], path: usize, out: &mut Vec<u8>) {
    let end = out.len();
    if end == path {
        out.push(b'/');
    }
    out.push(b'?');
    let start = out.len();
    path::write_query(query, out);
    if out.len() == start {
        out.truncate(end);
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
    fn both_lanes_give_the_same() {
        let hosts = ["a", "a_b.c", "www.a.b", "www1.2.3.4", "www.1.2.3.4", "a-1.b", "wwwa.b", "www."];
        let tails = [
            "",
            "/",
            "/B/",
            "/b/c?",
            "/?a",
            "/b?B=2&b=1&a",
            "/b?a&",
            "/b?video=1",
            "/?unid=1",
            "/b/?x/",
            "/%41/b//c/../(d)",
            "/%%34%31?%2541",
            "/b?sid=0123456789abcdefghijklemopqrstuv&x%3d%26y=\u{e9}#z?",
            "/b#c&d",
            "/b?#c",
            "/a&b?c?d",
        ];
        for (host, tail) in hosts.iter().flat_map(|host| tails.map(|tail| (host, tail))) {
            let url = format!("http://{host}{tail}");
            for (reverse_ipaddr, host_massage) in [(true, true), (false, true), (true, false)] {
                let options = SurtOptions {
                    reverse_ipaddr,
                    host_massage,
                    ..SurtOptions::default()
                };
                let mut out = Vec::new();
                write_any(url.as_bytes(), options, &mut out).unwrap();
                assert_eq!(surt(url.as_bytes(), options).unwrap().into_bytes(), out, "{url}");
            }
        }
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
