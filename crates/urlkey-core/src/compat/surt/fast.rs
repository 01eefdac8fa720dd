//! The usual link in few passes: http or https, a host in lower case. A path or query with nothing to decode, resolve or remove is copied.
//!
//! It gives what the other modules give, or declines. A test compares the two.

use std::ops::Range;

use super::{SurtOptions, host, path, session, write_query};
use crate::compat::escape::needs_escape;
use crate::fast::scan::{FEW_WORDS, MAX_INPUT, MOST_WORDS, Masks, copy_and_scan, next_bit};

/// Writes the key into `out`, which is empty, and gives true; or declines and leaves it empty.
pub(super) fn write(url: &[u8], options: SurtOptions, out: &mut Vec<u8>) -> bool {
    if options != SurtOptions::default() || !out.is_empty() {
        return false;
    }
    let done = if url.len() <= 64 * FEW_WORDS {
        attempt::<FEW_WORDS>(url, out)
    } else if url.len() <= MAX_INPUT {
        attempt::<MOST_WORDS>(url, out)
    } else {
        None
    };
    if done.is_none() {
        out.clear();
    }
    done.is_some()
}

/// Where path and query end, and whether they can be taken as they are but for their letters' case.
struct Tail {
    path: usize,
    path_is_plain: bool,
    /// Of the path where there is no query. The fragment is left out.
    query: usize,
    query_is_plain: bool,
    has_pairs: bool,
}

fn attempt<const W: usize>(url: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let host_start = scheme_end(url)?;
    let mut masks = Masks::<W>::new();
    copy_and_scan(url, out, &mut masks);
    let (host_end, dots) = host_end(url, host_start, &masks)?;
    let tail = tail(url, host_end, &masks)?;
    write_host(url, host_start..host_end, dots, out);
    write_path(url, host_end, &tail, out);
    Some(())
}

/// The length of `http://` or `https://`.
fn scheme_end(url: &[u8]) -> Option<usize> {
    if url.starts_with(b"http://") {
        Some(7)
    } else if url.starts_with(b"https://") {
        Some(8)
    } else {
        None
    }
}

/// The end of a host in its final form within the masks' first 64 bytes, with a slash or nothing behind it, and its dots.
fn host_end<const W: usize>(url: &[u8], start: usize, masks: &Masks<W>) -> Option<(usize, u64)> {
    let ends = masks.not_host & (!0 << start);
    let end = if ends == 0 { url.len() } else { ends.trailing_zeros() as usize };
    if end > 64 || end == start || (end < url.len() && url[end] != b'/') {
        return None;
    }
    let dots = masks.dot & (!0 << start) & (u64::MAX >> (64 - end));
    // a letter first, so that it is no address
    let is_plain = url[start].is_ascii_lowercase() && url[end - 1] != b'.' && dots & (dots << 1) == 0;
    is_plain.then_some((end, dots))
}

/// `None` where there is white space, which may be at the ends or is dropped.
fn tail<const W: usize>(url: &[u8], host_end: usize, masks: &Masks<W>) -> Option<Tail> {
    let mut mark = None;
    let mut plain = [true; 2];
    let mut at = next_bit(&masks.odd, host_end, url.len());
    while at < url.len() && url[at] != b'#' {
        match url[at] {
            b'?' => mark = mark.or(Some(at)),
            ..=b' ' => return None,
            byte => plain[usize::from(mark.is_some())] &= !needs_escape(byte),
        }
        at = next_bit(&masks.odd, at + 1, url.len());
    }
    if url[at..].iter().any(|&b| b <= b' ') {
        return None;
    }
    let path = mark.unwrap_or(at);
    // the parenthesis is what a session directory begins with
    let path_is_plain =
        plain[0] && next_bit(&masks.after_slash, host_end, path) == path && memchr::memchr(b'(', &url[host_end..path]).is_none();
    let mut equals = next_bit(&masks.equals, path, at);
    while plain[1] && equals < at {
        plain[1] = !session::may_be_id(&url[path..equals]);
        equals = next_bit(&masks.equals, equals + 1, at);
    }
    Some(Tail {
        path,
        path_is_plain,
        query: at,
        query_is_plain: plain[1],
        has_pairs: next_bit(&masks.ampersand, path, at) < at,
    })
}

/// Writes the labels in falling order, and the parenthesis behind them, over the copy of the URL in `out`.
fn write_host(url: &[u8], mut host: Range<usize>, mut dots: u64, out: &mut Vec<u8>) {
    if url[host.start] == b'w' {
        host.start = host.end - host::massaged(&url[host.clone()]).len();
        dots &= !0 << host.start;
    }
    let mut at = 0;
    while dots != 0 {
        let dot = 63 - dots.leading_zeros() as usize;
        dots ^= 1 << dot;
        let label = &url[dot + 1..host.end];
        out[at..at + label.len()].copy_from_slice(label);
        out[at + label.len()] = b',';
        at += label.len() + 1;
        host.end = dot;
    }
    out[at..at + host.len()].copy_from_slice(&url[host.clone()]);
    at += host.len();
    out[at] = b')';
    out.truncate(at + 1);
}

fn write_path(url: &[u8], host_end: usize, tail: &Tail, out: &mut Vec<u8>) {
    let start = out.len();
    let path = &url[host_end..tail.path];
    let query = url.get(tail.path + 1..tail.query);
    if !tail.path_is_plain {
        path::write(path, true, out);
    } else if path.len() > 1 {
        out.extend_from_slice(path.strip_suffix(b"/").unwrap_or(path));
    } else {
        out.push(b'/');
    }
    let Some(query) = query else {
        out[start..].make_ascii_lowercase();
        return;
    };
    if !tail.query_is_plain {
        out[start..].make_ascii_lowercase();
        write_query(query, start, out);
    } else if query.is_empty() {
        out[start..].make_ascii_lowercase();
    } else {
        out.push(b'?');
        out.extend_from_slice(query);
        out[start..].make_ascii_lowercase();
        if tail.has_pairs {
            let start = out.len() - query.len();
            path::sort(out, start);
        }
    }
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
            "http://a/b ",
            "http://a/#b\n",
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
