//! The host of a SURT: IDNA 2003, dots, the forms of IPv4 addresses, `www`, and the reversal.

use std::borrow::Cow;

use crate::compat::escape::{any_pair, escape_lower_into, unescape};
use crate::compat::idna2003;
use crate::parse::ip;
use crate::site::{Suffixes, registrable_domain};

/// The host in lower-case ASCII. It may come out empty.
pub(super) fn canonical(host: &[u8], massage: bool) -> Cow<'_, [u8]> {
    if is_plain(host) {
        return Cow::Borrowed(if massage { massaged(host) } else { host });
    }
    let raw = unescape(host);
    let ascii = if raw.is_ascii() {
        raw
    } else {
        // bytes that are no UTF-8 are passed over, but a host that IDNA refuses keeps them
        let text: String = raw.utf8_chunks().map(|chunk| chunk.valid()).collect();
        idna2003::to_ascii(&text).map_or(raw, Cow::Owned)
    };
    let host = without_double_dots(ascii);
    let mut out = Vec::with_capacity(host.len());
    match address(&host) {
        Some(address) => out.extend_from_slice(ip::write_ipv4(address).as_bytes()),
        None => escape_lower_into(&host, &mut out),
    }
    if massage {
        let dropped = out.len() - massaged(&out).len();
        out.drain(..dropped);
    }
    Cow::Owned(out)
}

/// Without dots at the ends, and of each two dots one: three become two, since the reference goes over the host once.
fn without_double_dots(host: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if host.first() != Some(&b'.') && host.last() != Some(&b'.') && memchr::memmem::find(&host, b"..").is_none() {
        return host;
    }
    let start = host.iter().position(|&b| b != b'.').unwrap_or(host.len());
    let end = host.iter().rposition(|&b| b != b'.').map_or(start, |last| last + 1);
    let mut out = Vec::with_capacity(end - start);
    let mut rest = &host[start..end];
    while let Some((&byte, after)) = rest.split_first() {
        out.push(byte);
        rest = if byte == b'.' {
            after.strip_prefix(b".").unwrap_or(after)
        } else {
            after
        };
    }
    Cow::Owned(out)
}

/// A host in its final form: a lower-case letter first, so that it is no address, and nothing to decode or drop.
fn is_plain(host: &[u8]) -> bool {
    let (Some(first), Some(last)) = (host.first(), host.last()) else {
        return true;
    };
    let is_odd = |b: u8| !matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_');
    first.is_ascii_lowercase()
        && *last != b'.'
        && !host.iter().fold(false, |found, &b| found | is_odd(b))
        && !any_pair(host, |a, b| a == b'.' && b == b'.')
}

pub(super) fn massaged(host: &[u8]) -> &[u8] {
    let Some(rest) = host.strip_prefix(b"www") else {
        return host;
    };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    rest[digits..].strip_prefix(b".").unwrap_or(host)
}

/// An IPv4 address in any spelling that the reference knows: hexadecimal is not among them, and a number alone is decimal, modulo 2^32.
fn address(host: &[u8]) -> Option<u32> {
    let first = host.first().filter(|b| b.is_ascii_digit())?;
    if host.iter().all(u8::is_ascii_digit) {
        return Some(
            host.iter()
                .fold(0u32, |value, digit| value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'))),
        );
    }
    let octal = *first == b'0';
    let is_digit = |b: &u8| matches!(b, b'0'..=b'7') || (!octal && b.is_ascii_digit());
    let mut parts = host.split(|&b| b == b'.');
    let fits = parts.all(|part| !part.is_empty() && part.iter().all(is_digit));
    fits.then(|| ip::parse_ipv4(host)).flatten()
}

/// Four groups of one to three digits, whatever their value.
fn looks_like_address(host: &[u8]) -> bool {
    let mut groups = 0;
    let fits = host.split(|&b| b == b'.').all(|group| {
        groups += 1;
        (1..=3).contains(&group.len()) && group.iter().all(u8::is_ascii_digit)
    });
    fits && groups == 4
}

/// `com,example` for `example.com`.
pub(super) fn write_reversed(host: &[u8], reverse_addresses: bool, out: &mut Vec<u8>) {
    if !reverse_addresses && looks_like_address(host) {
        out.extend_from_slice(host);
        return;
    }
    let mut rest = host;
    while let Some(dot) = memchr::memrchr(b'.', rest) {
        out.extend_from_slice(&rest[dot + 1..]);
        out.push(b',');
        rest = &rest[..dot];
    }
    out.extend_from_slice(rest);
}

/// The registrable domain under a suffix of the registries; the host itself where there is none. Names that companies registered as
/// suffixes for their customers (`github.io`) count as ordinary domains.
pub(super) fn registrable(host: &[u8]) -> &[u8] {
    if looks_like_address(host) {
        return host;
    }
    registrable_domain(host, Suffixes::Registries).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots() {
        let clean = |host: &str| String::from_utf8(without_double_dots(Cow::Borrowed(host.as_bytes())).into_owned()).unwrap();
        assert_eq!(clean("a.b"), "a.b");
        assert_eq!(clean("...a..b."), "a.b");
        assert_eq!(clean("a...b....c"), "a..b..c");
        assert_eq!(clean(".."), "");
    }

    #[test]
    fn spellings_of_addresses() {
        let shown = |host: &[u8]| address(host).map(ip::write_ipv4);
        for (host, wanted) in [
            ("017.0.0.1", "15.0.0.1"),
            ("10.0.258", "10.0.1.2"),
            ("012", "0.0.0.12"),
            ("0377.1", "255.0.0.1"),
            ("1.010.3.4", "1.8.3.4"),
            ("18446744073709551616", "0.0.0.0"),
            ("3279880203", "195.127.0.11"),
        ] {
            assert_eq!(shown(host.as_bytes()).as_deref(), Some(wanted), "{host}");
        }
        for host in [
            "1.2.3.256",
            "0x7f.1",
            "08.1",
            "0.9",
            "1.16777216",
            "1.2.3.4.5",
            "-1",
            "1.08",
            "0400.1",
            "a",
        ] {
            assert_eq!(shown(host.as_bytes()), None, "{host}");
        }
    }

    #[test]
    fn registrable_domains() {
        let of = |host: &str| String::from_utf8(registrable(host.as_bytes()).to_vec()).unwrap();
        assert_eq!(of("a.b.example.co.uk"), "example.co.uk");
        assert_eq!(of("co.uk"), "co.uk");
        assert_eq!(of("com"), "com");
        assert_eq!(of("x.y.github.io"), "github.io");
        assert_eq!(of("x.y.invalid"), "y.invalid");
        assert_eq!(of("localhost"), "localhost");
        assert_eq!(of("1.2.3.4"), "1.2.3.4");
        assert_eq!(of("a.b.kobe.jp"), "a.b.kobe.jp");
        assert_eq!(of("a.city.kobe.jp"), "city.kobe.jp");
    }
}
