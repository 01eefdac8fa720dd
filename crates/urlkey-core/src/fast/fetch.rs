//! The fetch URL in the fast lane: what the parser leaves as it is in a plain http(s) URL, which is nearly everything.

use super::scan::{FEW_WORDS, MAX_INPUT, MOST_WORDS, Masks, copy_and_scan, next_bit};
use super::{Detour, has_dot_segment, host_end, insert_root, scheme_end};

/// Writes the fetch URL of `input` into `out` (cleared first), or returns false and leaves `out` in any state: then the parser must see to it.
pub(crate) fn fetch_url(input: &[u8], out: &mut Vec<u8>) -> bool {
    if input.len() <= 64 * FEW_WORDS {
        attempt::<FEW_WORDS>(input, out).is_ok()
    } else {
        input.len() <= MAX_INPUT && attempt::<MOST_WORDS>(input, out).is_ok()
    }
}

fn attempt<const W: usize>(input: &[u8], out: &mut Vec<u8>) -> Result<(), Detour> {
    let host_start = scheme_end(input).ok_or(Detour::Reference)?;
    let mut masks = Masks::<W>::new();
    copy_and_scan(input, out, &mut masks);
    out[..host_start].make_ascii_lowercase();
    let host_end = host_end(host_start, input.len(), &masks, out)?;
    let (path_end, end) = split(host_end, input.len(), &masks, out)?;
    if has_dot_segment(host_end, path_end, &masks, out) {
        return Err(Detour::Reference);
    }
    let end = if path_end == host_end {
        insert_root(host_end, end, out)
    } else {
        end
    };
    out.truncate(end);
    Ok(())
}

/// The ends of path and query, if all bytes between may stand as they are.
fn split<const W: usize>(host_end: usize, length: usize, masks: &Masks<W>, out: &[u8]) -> Result<(usize, usize), Detour> {
    let mut path_end = None;
    let mut at = next_bit(&masks.odd, host_end, length);
    while at < length {
        match (out[at], path_end) {
            (b'#', _) => break,
            (b'?', None) => path_end = Some(at),
            // `%2e` may make a dot segment
            (b'%', None) if matches!(out[at + 1..at + 3], [b'2', b'e' | b'E']) => return Err(Detour::Reference),
            (b'%' | b'[' | b']' | b'|', _) | (b'\'', None) | (b'?' | b'\\' | b'^' | b'`' | b'{' | b'}', Some(_)) => {}
            _ => return Err(Detour::Reference),
        }
        at = next_bit(&masks.odd, at + 1, length);
    }
    Ok((path_end.unwrap_or(at), at))
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn every_byte_in_every_place_is_as_the_parser_has_it() {
        let mut taken = 0;
        for byte in 0..=255 {
            for place in [
                "http://a/b@c",
                "https://a/b?c@d",
                "HTTP://A/b?c#d@",
                "http://a@b/c",
                "http://a/@%2e/%2E@/c",
                "https://a.example@?@",
            ] {
                let input: Vec<u8> = place.bytes().map(|b| if b == b'@' { byte } else { b }).collect();
                let mut out = Vec::new();
                if super::fetch_url(&input, &mut out) {
                    let reference = parse(&input, None, None).unwrap().url.href(false);
                    assert_eq!(String::from_utf8(out).unwrap(), reference, "{}", input.escape_ascii());
                    taken += 1;
                }
            }
        }
        assert!(taken > 500, "the lane took only {taken}");
    }
}
