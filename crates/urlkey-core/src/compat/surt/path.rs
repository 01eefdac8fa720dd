//! The path and the query of a SURT: decoded, dots resolved, lower case, without session ids, parameters in order.

use super::session;
use crate::compat::escape::{escape_lower_into, unescape};

/// The path. Only behind a host are dots resolved and slashes merged.
pub(super) fn canonical(path: &[u8], has_host: bool) -> Vec<u8> {
    let decoded = unescape(path);
    let mut out = Vec::with_capacity(decoded.len() + 1);
    if has_host {
        escape_lower_into(&resolved(&decoded), &mut out);
    } else {
        escape_lower_into(&decoded, &mut out);
    }
    session::strip_from_path(&mut out);
    if out.len() > 1 && out.last() == Some(&b'/') {
        out.pop();
    }
    out
}

/// Without `.` and `..` and empty segments. A `..` with nothing before it stays, and the next one removes it: the reference does so.
fn resolved(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|&b| b == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if kept.pop().is_some() => {}
            _ => kept.push(segment),
        }
    }
    let mut out = Vec::with_capacity(path.len() + 1);
    out.push(b'/');
    if let Some((last, front)) = kept.split_last() {
        for segment in front.iter().filter(|segment| !segment.is_empty()) {
            out.extend_from_slice(segment);
            out.push(b'/');
        }
        out.extend_from_slice(last);
    }
    out
}

/// The query, empty where it is to be left out.
pub(super) fn canonical_query(query: &[u8]) -> Vec<u8> {
    let decoded = unescape(query);
    let mut out = Vec::with_capacity(decoded.len());
    escape_lower_into(&decoded, &mut out);
    session::strip_from_query(&mut out);
    sorted(out)
}

/// Parameters by name, then without a value before with one, then by value.
fn sorted(query: Vec<u8>) -> Vec<u8> {
    if memchr::memchr(b'&', &query).is_none() {
        return query;
    }
    let parameter = |text| {
        let equals = memchr::memchr(b'=', text);
        equals.map_or((text, None), |equals| (&text[..equals], Some(&text[equals + 1..])))
    };
    let mut parameters: Vec<(&[u8], Option<&[u8]>)> = query.split(|&b| b == b'&').map(parameter).collect();
    if parameters.is_sorted() {
        return query;
    }
    parameters.sort_unstable(); // equal ones are the same bytes
    let mut out = Vec::with_capacity(query.len());
    for (i, (name, value)) in parameters.into_iter().enumerate() {
        if i > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(name);
        if let Some(value) = value {
            out.push(b'=');
            out.extend_from_slice(value);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let path = |text: &str| String::from_utf8(canonical(text.as_bytes(), true)).unwrap();
        assert_eq!(path(""), "/");
        assert_eq!(path("/a//../B/"), "/a/b");
        assert_eq!(path("/../b"), "/../b");
        assert_eq!(path("/../../b"), "/b");
        assert_eq!(path("/x//"), "/x");
        assert_eq!(path("/%2525%C3%89"), "/%25%c3%89");
    }

    #[test]
    fn queries() {
        let query = |text: &str| String::from_utf8(canonical_query(text.as_bytes())).unwrap();
        assert_eq!(query("b&a=2&a&A=1"), "a&a=1&a=2&b");
        assert_eq!(query("a=%26"), "&a=");
        assert_eq!(query("a-=1&a=2"), "a=2&a-=1");
        assert_eq!(query(""), "");
    }
}
