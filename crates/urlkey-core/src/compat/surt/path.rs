//! The path and the query of a SURT: decoded, dots resolved, lower case, without session ids, parameters in order.

use super::session;
use crate::compat::escape::{any_pair, escape_lower_into, recode_lower_into, unescape};

/// Appends the path. Only behind a host are dots resolved and slashes merged.
pub(super) fn write(path: &[u8], has_host: bool, out: &mut Vec<u8>) {
    let start = out.len();
    if !recode_lower_into(path, out) || (has_host && !is_resolved(&out[start..])) {
        out.truncate(start);
        write_in_steps(path, has_host, out);
    }
    session::strip_from_path(out, start);
    if out.len() > start + 1 && out.last() == Some(&b'/') {
        out.pop();
    }
}

fn write_in_steps(path: &[u8], has_host: bool, out: &mut Vec<u8>) {
    let decoded = unescape(path);
    if !has_host || is_resolved(&decoded) {
        escape_lower_into(&decoded, out);
    } else {
        escape_lower_into(&resolved(&decoded), out);
    }
}

/// Nothing to resolve: a slash first, and none before a slash or a dot.
fn is_resolved(path: &[u8]) -> bool {
    path.first() == Some(&b'/') && !any_pair(path, |a, b| a == b'/' && matches!(b, b'/' | b'.'))
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

/// Appends the query; nothing where it is to be left out.
pub(super) fn write_query(query: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    if !recode_lower_into(query, out) {
        out.truncate(start);
        escape_lower_into(&unescape(query), out);
    }
    session::strip_from_query(out, start);
    sort(out, start);
}

/// Puts the parameters in `out[start..]` in order: by name, then without a value before with one, then by value.
///
/// That is the order of the bytes, if the first `=` of a parameter comes before every other character: meanwhile it is a NUL, which no
/// query has here, since it would be escaped.
pub(super) fn sort(out: &mut Vec<u8>, start: usize) {
    const FIRST_EQUALS: u8 = 0;
    let end = out.len();
    let mut places = Vec::new();
    let mut at = start;
    while at <= end {
        let stop = memchr::memchr(b'&', &out[at..]).map_or(end, |length| at + length);
        if let Some(equals) = memchr::memchr(b'=', &out[at..stop]) {
            out[at + equals] = FIRST_EQUALS;
        }
        places.push(at..stop);
        at = stop + 1;
    }
    if !places.is_sorted_by_key(|place| &out[place.clone()]) {
        // equal ones are the same bytes
        places.sort_unstable_by(|a, b| out[a.clone()].cmp(&out[b.clone()]));
        out.reserve(end - start + 1);
        for place in places {
            out.push(b'&');
            out.extend_from_within(place);
        }
        // the ampersand before the first one is no part of it
        out.copy_within(end + 1.., start);
        out.truncate(end);
    }
    for byte in &mut out[start..] {
        if *byte == FIRST_EQUALS {
            *byte = b'=';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let path = |text: &str| {
            let mut out = Vec::new();
            write(text.as_bytes(), true, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(path(""), "/");
        assert_eq!(path("/a//../B/"), "/a/b");
        assert_eq!(path("/../b"), "/../b");
        assert_eq!(path("/../../b"), "/b");
        assert_eq!(path("/x//"), "/x");
        assert_eq!(path("/%2525%C3%89"), "/%25%c3%89");
    }

    #[test]
    fn queries() {
        let query = |text: &str| {
            let mut out = b"?".to_vec();
            write_query(text.as_bytes(), &mut out);
            String::from_utf8(out.split_off(1)).unwrap()
        };
        assert_eq!(query("b&a=2&a&A=1"), "a&a=1&a=2&b");
        assert_eq!(query("a=%26"), "&a=");
        assert_eq!(query("a-=1&a=2"), "a=2&a-=1");
        assert_eq!(query("a==&a=-&a=&a&a-&ab&a=b"), "a&a=&a=-&a==&a=b&a-&ab");
        assert_eq!(query(""), "");
    }
}
