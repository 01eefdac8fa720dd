//! The usual link in few passes: http or https, a host in lower case, and nothing to decode, resolve or remove.
//!
//! It gives what the other modules give, or declines. A test compares the two.

use super::{SurtOptions, host, path, session};
use crate::compat::escape::needs_escape;

/// What is decoded or escaped, and the parenthesis that a session directory begins with.
const ODD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = needs_escape(byte as u8) || byte == b'(' as usize;
        byte += 1;
    }
    table
};

/// The length of a path in which there is nothing to decode, resolve or remove.
fn plain_path(text: &[u8]) -> Option<usize> {
    let mut after_slash = false;
    for (at, &byte) in text.iter().enumerate() {
        if byte == b'?' {
            return Some(at);
        }
        if ODD[usize::from(byte)] || (after_slash && matches!(byte, b'/' | b'.')) {
            return None;
        }
        after_slash = byte == b'/';
    }
    Some(text.len())
}

/// Appends the key and gives true, or declines and appends nothing.
pub(super) fn write(url: &[u8], options: SurtOptions, out: &mut Vec<u8>) -> bool {
    if options.with_scheme || options.trailing_comma || options.public_suffix {
        return false;
    }
    let Some(rest) = url.strip_prefix(b"http://").or_else(|| url.strip_prefix(b"https://")) else {
        return false;
    };
    let (name, tail) = rest.split_at(memchr::memchr(b'/', rest).unwrap_or(rest.len()));
    if name.is_empty() || !host::is_plain(name) {
        return false;
    }
    let Some(mark) = plain_path(tail) else {
        return false;
    };
    let (before, query) = (&tail[..mark], tail.get(mark + 1..).unwrap_or_default());
    if query.iter().any(|&b| ODD[usize::from(b)]) || session::may_have_id(query) {
        return false;
    }
    out.reserve(url.len() + 2);
    let name = if options.host_massage { host::massaged(name) } else { name };
    host::write_reversed(name, options.reverse_ipaddr, out);
    out.push(b')');
    let start = out.len();
    let slash = before.len() > 1 && before.last() == Some(&b'/');
    out.extend_from_slice(if before.is_empty() {
        b"/"
    } else {
        &before[..before.len() - usize::from(slash)]
    });
    if !query.is_empty() {
        out.push(b'?');
        out.extend_from_slice(query);
    }
    out[start..].make_ascii_lowercase();
    path::sort(out, out.len() - query.len());
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_links_are_declined() {
        let mut out = Vec::new();
        for url in [
            "ftp://a/",
            "http://A/",
            "http://1.2.3.4/",
            "http://a:80/",
            "http://a..b/",
            "http://a./",
            "http://a/%41",
            "http://a/b//c",
            "http://a/../b",
            "http://a/(x)",
            "http://a/?sid=1",
            "http://a/#b",
            "http://a/b ",
            "http:///a",
            "http://a?b",
        ] {
            assert!(!write(url.as_bytes(), SurtOptions::default(), &mut out), "{url}");
        }
        assert!(out.is_empty());
        assert!(write(b"https://www.a.example/B/?b=2&A=1", SurtOptions::default(), &mut out));
        assert_eq!(out, b"example,a)/b?a=1&b=2");
    }
}
