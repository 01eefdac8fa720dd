//! IPv4 and IPv6 addresses: WHATWG URL 3.5 (parsers) and 3.6 (serializers).

use super::sets::hex_value;

/// WHATWG URL 3.5, ends in a number checker.
pub(super) fn ends_in_number(domain: &[u8]) -> bool {
    let trimmed = match domain.strip_suffix(b".") {
        Some([]) => return false,
        Some(rest) => rest,
        None => domain,
    };
    let last = trimmed.rsplit(|&b| b == b'.').next().unwrap_or_default();
    !last.is_empty() && (last.iter().all(u8::is_ascii_digit) || number(last).is_some())
}

/// WHATWG URL 3.5, IPv4 number parser. Values beyond 2^64 saturate: they are too large for an address anyway.
fn number(text: &[u8]) -> Option<u64> {
    let (radix, digits) = match text {
        [] => return None,
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', rest @ ..] if !rest.is_empty() => (8, rest),
        _ => (10, text),
    };
    digits.iter().try_fold(0u64, |value, &digit| {
        let digit = (digit as char).to_digit(radix)?;
        Some(value.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit)))
    })
}

/// WHATWG URL 3.5, IPv4 parser.
pub(crate) fn parse_ipv4(domain: &[u8]) -> Option<u32> {
    let trimmed = domain.strip_suffix(b".").unwrap_or(domain);
    let mut parts = [0u64; 4];
    let mut count = 0;
    for part in trimmed.split(|&b| b == b'.') {
        *parts.get_mut(count)? = number(part)?;
        count += 1;
    }
    let (last, front) = parts[..count].split_last()?;
    if front.iter().any(|&part| part > 255) || *last >= 256u64.pow(5 - count as u32) {
        return None;
    }
    let high = front.iter().enumerate().map(|(i, &part)| part << (8 * (3 - i))).sum::<u64>();
    u32::try_from(high + last).ok()
}

/// WHATWG URL 3.6, IPv4 serializer.
pub(crate) fn write_ipv4(address: u32) -> String {
    std::net::Ipv4Addr::from(address).to_string()
}

/// WHATWG URL 3.5, IPv6 parser (`text` is what stands between the brackets).
pub(crate) fn parse_ipv6(text: &[u8]) -> Option<[u16; 8]> {
    let at = |i: usize| text.get(i).copied();
    let mut address = [0u16; 8];
    let mut piece = 0;
    let mut compress = None;
    let mut p = 0;
    if at(p) == Some(b':') {
        if at(p + 1) != Some(b':') {
            return None;
        }
        p += 2;
        piece = 1;
        compress = Some(piece);
    }
    while let Some(c) = at(p) {
        if piece == 8 {
            return None;
        }
        if c == b':' {
            if compress.is_some() {
                return None;
            }
            p += 1;
            piece += 1;
            compress = Some(piece);
            continue;
        }
        let mut value = 0u16;
        let mut length = 0;
        while length < 4
            && let Some(digit) = at(p).and_then(hex_value)
        {
            value = value * 16 + u16::from(digit);
            p += 1;
            length += 1;
        }
        match at(p) {
            Some(b'.') => {
                if length == 0 || piece > 6 {
                    return None;
                }
                let [high, low] = embedded_ipv4(&text[p - length..])?;
                address[piece] = high;
                address[piece + 1] = low;
                piece += 2;
                break;
            }
            Some(b':') => {
                p += 1;
                at(p)?;
            }
            Some(_) => return None,
            None => {}
        }
        address[piece] = value;
        piece += 1;
    }
    if let Some(compress) = compress {
        address[compress..].rotate_right(8 - piece);
        // `piece` counts from 1 where the address began with `::`, so the rotation moves exactly the groups after the gap
    } else if piece != 8 {
        return None;
    }
    Some(address)
}

/// The dotted quad that may end an IPv6 address: exactly four decimal parts, no leading zero.
fn embedded_ipv4(text: &[u8]) -> Option<[u16; 2]> {
    let address: std::net::Ipv4Addr = std::str::from_utf8(text).ok()?.parse().ok()?;
    let [a, b, c, d] = address.octets();
    Some([u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])])
}

/// WHATWG URL 3.6, IPv6 serializer: lower-case hex, the first longest run of two or more zero groups as `::`.
pub(crate) fn write_ipv6(address: [u16; 8]) -> String {
    let mut gap = 0..0;
    let mut i = 0;
    while i < 8 {
        let run = address[i..].iter().take_while(|&&group| group == 0).count();
        if run > gap.len() && run > 1 {
            gap = i..i + run;
        }
        i += run.max(1);
    }
    let hex = |groups: &[u16]| groups.iter().map(|g| format!("{g:x}")).collect::<Vec<_>>().join(":");
    if gap.is_empty() {
        hex(&address)
    } else {
        format!("{}::{}", hex(&address[..gap.start]), hex(&address[gap.end..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv4_forms() {
        assert_eq!(parse_ipv4(b"0x7f.1").map(write_ipv4).as_deref(), Some("127.0.0.1"));
        assert_eq!(parse_ipv4(b"4294967295"), Some(u32::MAX));
        assert_eq!(parse_ipv4(b"4294967296"), None);
        assert_eq!(parse_ipv4(b"1.2.3.4.5"), None);
        assert_eq!(parse_ipv4(b"09"), None);
        assert_eq!(parse_ipv4(b"256.1"), None);
        assert_eq!(parse_ipv4(b"0x."), Some(0));
        assert!(ends_in_number(b"a.0x") && ends_in_number(b"a.09.") && !ends_in_number(b"a.1x"));
        assert!(!ends_in_number(b".") && !ends_in_number(b"a.."));
    }

    #[test]
    fn ipv6_forms() {
        let round = |text: &str| parse_ipv6(text.as_bytes()).map(write_ipv6);
        assert_eq!(round("0:0:0:0:0:0:0:1").as_deref(), Some("::1"));
        assert_eq!(round("::").as_deref(), Some("::"));
        assert_eq!(round("1::").as_deref(), Some("1::"));
        assert_eq!(round("1:0:0:2:0:0:0:3").as_deref(), Some("1:0:0:2::3"));
        assert_eq!(round("::ffff:1.2.3.4").as_deref(), Some("::ffff:102:304"));
        assert_eq!(round("1:2:3:4:5:6:7::").as_deref(), Some("1:2:3:4:5:6:7:0"));
        for bad in [
            "",
            ":",
            ":1",
            "1:",
            "1:::2",
            "1:2:3:4:5:6:7:8:9",
            "::1.2.3",
            "::1.2.3.04",
            "12345::",
            "::g",
            "1::2::3",
        ] {
            assert_eq!(round(bad), None, "{bad}");
        }
    }
}
