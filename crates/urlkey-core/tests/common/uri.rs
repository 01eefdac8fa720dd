//! Is this an http(s) URI in the key's normal form? A grammar check of its own, written from RFC 3986 appendix A and nothing of the crate.

/// The host and port of a checked URI.
#[derive(Debug, PartialEq, Eq)]
pub struct Authority<'a> {
    pub host: &'a str,
    pub port: Option<&'a str>,
}

fn is_unreserved(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"-._~".contains(&b)
}

fn is_sub_delim(b: u8) -> bool {
    b"!$&'()*+,;=".contains(&b)
}

fn is_upper_hex(b: u8) -> bool {
    matches!(b, b'0'..=b'9' | b'A'..=b'F')
}

/// `*( unreserved / pct-encoded / sub-delims / extra )`, triplets in normal form.
fn check_text(what: &str, text: &str, extra: &[u8]) -> Result<(), String> {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let b = bytes[i];
        if b == b'%' {
            let digits = bytes.get(i + 1..i + 3).filter(|digits| digits.iter().all(|&d| is_upper_hex(d)));
            if digits.is_none() {
                return Err(format!(
                    "{what}: a percent sign without two upper-case hex digits at {i} of {text:?}"
                ));
            }
            let value = u8::from_str_radix(&text[i + 1..i + 3], 16).expect("hex digits");
            if is_unreserved(value) {
                return Err(format!("{what}: an encoded unreserved character at {i} of {text:?}"));
            }
            i += 3;
        } else if is_unreserved(b) || is_sub_delim(b) || extra.contains(&b) {
            i += 1;
        } else {
            return Err(format!("{what}: {:?} at {i} of {text:?}", b as char));
        }
    }
    Ok(())
}

fn check_host(host: &str) -> Result<(), String> {
    if let Some(inner) = host.strip_prefix('[') {
        let inner = inner.strip_suffix(']').ok_or("host: no closing bracket")?;
        let address: std::net::Ipv6Addr = inner.parse().map_err(|e| format!("host: {inner:?}: {e}"))?;
        let lower = inner.bytes().all(|b| !b.is_ascii_uppercase());
        return if lower && !address.to_string().is_empty() {
            Ok(())
        } else {
            Err(format!("host: {inner:?} is not in lower case"))
        };
    }
    if host.is_empty() {
        return Err("host: empty".to_owned());
    }
    check_text("host", host, b"")?;
    // hex digits of triplets are upper case, everything else of a host is lower case
    let mut rest = host;
    while let Some(at) = rest.find(|c: char| c == '%' || c.is_ascii_uppercase()) {
        if !rest[at..].starts_with('%') {
            return Err(format!("host: upper case in {host:?}"));
        }
        rest = &rest[at + 3..];
    }
    Ok(())
}

/// Checks a key of an http(s) URL and gives its authority.
pub fn check_http_key(key: &str) -> Result<Authority<'_>, String> {
    let (default, rest) = match (key.strip_prefix("http://"), key.strip_prefix("https://")) {
        (Some(rest), _) => ("80", rest),
        (_, Some(rest)) => ("443", rest),
        _ => return Err("scheme: not http:// or https:// in lower case".to_owned()),
    };
    let (rest, fragment) = rest.split_once('#').map_or((rest, None), |(rest, fragment)| (rest, Some(fragment)));
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let (authority, path) = rest.split_at(rest.find('/').ok_or("path: does not begin with a slash")?);
    let (userinfo, host_port) = authority
        .split_once('@')
        .map_or((None, authority), |(user, rest)| (Some(user), rest));
    let colon = host_port.rfind(':').filter(|&at| !host_port[at..].contains(']'));
    let (host, port) = colon.map_or((host_port, None), |at| (&host_port[..at], Some(&host_port[at + 1..])));

    if let Some(userinfo) = userinfo {
        check_text("userinfo", userinfo, b":")?;
    }
    check_host(host)?;
    if let Some(port) = port {
        let number: u16 = port.parse().map_err(|e| format!("port {port:?}: {e}"))?;
        if port == default || number.to_string() != port {
            return Err(format!("port: {port:?} is not in normal form"));
        }
    }
    check_text("path", path, b":@/")?;
    if path.split('/').any(|segment| segment == "." || segment == "..") {
        return Err(format!("path: a dot segment in {path:?}"));
    }
    if let Some(query) = query {
        check_text("query", query, b":@/?")?;
    }
    if let Some(fragment) = fragment {
        check_text("fragment", fragment, b":@/?")?;
    }
    Ok(Authority { host, port })
}

/// A key of another scheme: printable ASCII, and (but for `urn:`) every percent sign begins a triplet in upper case.
pub fn check_other_key(key: &str) -> Result<(), String> {
    let urn = key.starts_with("urn:");
    if let Some(c) = key.chars().find(|&c| !('!'..='~').contains(&c) && (!urn || c != ' ')) {
        return Err(format!("{c:?} in a key"));
    }
    if urn {
        return Ok(());
    }
    let bytes = key.as_bytes();
    let stray = (0..bytes.len()).filter(|&i| bytes[i] == b'%').find(|&i| {
        !bytes
            .get(i + 1..i + 3)
            .is_some_and(|digits| digits.iter().all(|&d| is_upper_hex(d)))
    });
    stray.map_or(Ok(()), |i| Err(format!("a percent sign without two upper-case hex digits at {i}")))
}

/// Every triplet of the text decoded; for hosts, which hold ASCII triplets only.
pub fn decode(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        out.extend_from_slice(before.as_bytes());
        out.push(u8::from_str_radix(&after[..2], 16).expect("checked"));
        rest = &after[2..];
    }
    out.extend_from_slice(rest.as_bytes());
    out
}
