//! The host: WHATWG URL 3.3 (IDNA) and 3.5 (host parsing).

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::ip;
use super::sets::{EncodeSet, percent_decode};
use crate::error::ErrorCode;
use crate::input::MAX_HOST;
use crate::warning::{WarningCode, Warnings};

/// What kind of host a URL has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostKind {
    /// The empty host (`file:///a`, `foo:///a`).
    Empty,
    /// A domain of a special scheme, in ASCII and lower case.
    Domain,
    /// An IPv4 address of a special scheme.
    Ipv4,
    /// An IPv6 address, in brackets.
    Ipv6,
    /// Any host of a scheme that is not special: no rule but percent-encoding applies.
    Opaque,
}

/// A serialized host and its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The serialization (WHATWG URL 3.6), brackets included.
    pub text: Vec<u8>,
    /// What it is.
    pub kind: HostKind,
}

impl Host {
    pub(crate) fn empty() -> Self {
        Self {
            text: Vec::new(),
            kind: HostKind::Empty,
        }
    }
}

/// WHATWG URL 3.1, forbidden host code point.
fn is_forbidden_host(byte: u8) -> bool {
    matches!(
        byte,
        0 | b'\t' | b'\n' | b'\r' | b' ' | b'#' | b'/' | b':' | b'<' | b'>' | b'?' | b'@' | b'[' | b'\\' | b']' | b'^' | b'|'
    )
}

/// WHATWG URL 3.1, forbidden domain code point.
fn is_forbidden_domain(byte: u8) -> bool {
    is_forbidden_host(byte) || byte <= 0x1F || byte == b'%' || byte == 0x7F
}

/// The fault of a host and its offset in the host's text.
pub(super) type HostError = (ErrorCode, usize);

/// WHATWG URL 3.5, host parser. The caller has seen to an empty host.
pub(super) fn parse_host(text: &[u8], special: bool, warnings: &mut Warnings) -> Result<Host, HostError> {
    // octets are counted, not their spellings: the key writes some of them as triplets, and must not be longer than its URL may be
    let decoded = percent_decode(text);
    if decoded.len() > MAX_HOST {
        return Err((ErrorCode::HostTooLong, MAX_HOST));
    }
    if text.first() == Some(&b'[') {
        return parse_bracketed(text, warnings);
    }
    if !special {
        return parse_opaque(text);
    }
    let ascii = domain_to_ascii(text, &decoded)?;
    if ascii.len() > MAX_HOST {
        return Err((ErrorCode::HostTooLong, text.len()));
    }
    if let Some(at) = ascii.iter().position(|&b| is_forbidden_domain(b)) {
        // the offset in the raw text where nothing was decoded or mapped, else where the same byte stands, else the start
        let raw = if text.len() == ascii.len() {
            Some(at)
        } else {
            memchr::memchr(ascii[at], text)
        };
        return Err((ErrorCode::InvalidHostCharacter, raw.unwrap_or(0)));
    }
    if ip::ends_in_number(&ascii) {
        let address = ip::parse_ipv4(&ascii).ok_or((ErrorCode::InvalidIpv4, 0))?;
        let canonical = ip::write_ipv4(address).into_bytes();
        if canonical != text {
            warnings.add(WarningCode::Ipv4Shorthand);
        }
        return Ok(Host {
            text: canonical,
            kind: HostKind::Ipv4,
        });
    }
    if !decoded.is_ascii() || ascii.split(|&b| b == b'.').any(|label| label.starts_with(b"xn--")) {
        warnings.add(WarningCode::Idn);
    }
    Ok(Host {
        text: ascii,
        kind: HostKind::Domain,
    })
}

fn parse_bracketed(text: &[u8], warnings: &mut Warnings) -> Result<Host, HostError> {
    let inner = text[1..].strip_suffix(b"]").ok_or((ErrorCode::InvalidIpv6, text.len()))?;
    let address = ip::parse_ipv6(inner).ok_or((ErrorCode::InvalidIpv6, 0))?;
    if address[..5] == [0; 5] && address[5] == 0xFFFF {
        warnings.add(WarningCode::Ipv4Mapped);
    }
    Ok(Host {
        text: format!("[{}]", ip::write_ipv6(address)).into_bytes(),
        kind: HostKind::Ipv6,
    })
}

/// WHATWG URL 3.5, opaque-host parser.
fn parse_opaque(text: &[u8]) -> Result<Host, HostError> {
    if let Some(at) = text.iter().position(|&b| is_forbidden_host(b)) {
        return Err((ErrorCode::InvalidHostCharacter, at));
    }
    let mut out = Vec::with_capacity(text.len());
    EncodeSet::C0Control.encode_into(text, &mut out);
    Ok(Host {
        text: out,
        kind: HostKind::Opaque,
    })
}

/// WHATWG URL 3.3, domain to ASCII with beStrict false. An ASCII domain is only lower-cased, whatever its `xn--` labels hold
/// (whatwg/url#914); anything else goes through UTS #46.
fn domain_to_ascii(text: &[u8], decoded: &[u8]) -> Result<Vec<u8>, HostError> {
    if decoded.is_ascii() {
        return Ok(decoded.to_ascii_lowercase());
    }
    if let Err(invalid) = std::str::from_utf8(decoded) {
        let raw = std::str::from_utf8(text).err().map(|e| e.valid_up_to());
        return Err(match raw {
            Some(at) => (ErrorCode::InvalidHostCharacter, at),
            // it was written in triplets: UTF-8 decode gives U+FFFD, which UTS #46 disallows
            None => (ErrorCode::InvalidIdn, invalid.valid_up_to().min(text.len())),
        });
    }
    let ascii = Uts46::new().to_ascii(decoded, AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
    match ascii {
        Ok(ascii) if !ascii.is_empty() => Ok(ascii.into_owned().into_bytes()),
        _ => Err((ErrorCode::InvalidIdn, text.iter().position(|b| !b.is_ascii()).unwrap_or(0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Result<String, &'static str> {
        parse_host(text.as_bytes(), true, &mut Warnings::default())
            .map(|host| String::from_utf8(host.text).unwrap())
            .map_err(|(code, _)| code.slug())
    }

    #[test]
    fn domains() {
        assert_eq!(host("EXAMPLE.com").as_deref(), Ok("example.com"));
        assert_eq!(host("faß.de").as_deref(), Ok("xn--fa-hia.de"));
        assert_eq!(host("%65xample.com").as_deref(), Ok("example.com"));
        assert_eq!(host("xn--a").as_deref(), Ok("xn--a"));
        assert_eq!(host("a%2fb"), Err("invalid-host-character"));
        assert_eq!(host("\u{AD}"), Err("invalid-idn"));
        assert_eq!(host("a.example\u{FF3C}.b.example"), Err("invalid-host-character"));
        assert_eq!(host("%FF"), Err("invalid-idn"));
    }

    #[test]
    fn long_hosts_are_refused_before_and_after_to_ascii() {
        assert_eq!(host(&"a".repeat(MAX_HOST)).map(|h| h.len()), Ok(MAX_HOST));
        assert_eq!(host(&"a".repeat(MAX_HOST + 1)), Err("host-too-long"));
        assert_eq!(host(&"%7B".repeat(MAX_HOST)).map(|h| h.len()), Ok(MAX_HOST));
        assert_eq!(host(&"%7B".repeat(MAX_HOST + 1)), Err("host-too-long"));
    }
}
