//! The fast lane: the key of a plain ASCII http(s) URL in one pass, in the caller's buffer, without a heap allocation.
//!
//! [`Lane::key`] either writes the very key that the reference lane (`crate::ladder`) would give, or says that it did not, and the caller
//! takes the reference lane. It copies the URL into the buffer while `scan` classifies the bytes, then mends the copy in place: most URLs
//! need nothing. What it does not see to: other schemes, ports, userinfo, IP addresses, dot segments, characters that change their length,
//! kept fragments, signed queries, rarely used rungs.
//!
//! Equality of the lanes is tested over the corpora, on random settings and by fuzzing.

mod fetch;
mod names;
mod query;
mod respell;
pub(crate) mod scan;

use std::ops::Range;

use crate::params::ParamTable;
use crate::parse::sets::triplet;
use crate::rungs::fragment::{Mode, is_route};
use crate::rungs::percent_scan::is_unreserved;
use crate::rungs::{RungId, RungSet};
use crate::settings::Settings;
pub(crate) use fetch::fetch_url;
use names::NameFilter;
use scan::{FEW_WORDS, MAX_INPUT, MOST_WORDS, Masks, copy_and_scan, next_bit};

/// The lossy rungs that the lane takes; with any other one on, every URL goes to the reference lane.
const TAKEN: [RungId; 7] = [
    RungId::Fragment,
    RungId::HostDot,
    RungId::Userinfo,
    RungId::EmptyPairs,
    RungId::Tracking,
    RungId::SortQuery,
    RungId::EmptyQuery,
];

/// A profile's settings, made ready for the fast lane.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    fragment: Mode,
    empty_pairs: bool,
    empty_query: bool,
    sort: query::Sort,
    names: NameFilter,
}

/// Why an attempt gave no key.
enum Detour {
    /// A byte of path or query changes its length, or there is a port or a dot segment: write the URL anew, and try again.
    Respell,
    /// The URL is not for this lane.
    Reference,
}

/// Where the parts of a URL end in the buffer.
struct Ends {
    path: usize,
    query: usize,
    keeps_fragment: bool,
}

impl Lane {
    /// `None` if the settings need the reference lane anyway.
    pub fn new(settings: &Settings, params: &ParamTable) -> Option<Self> {
        let lossy: RungSet = settings.active().iter().filter(|id| !id.rung().is_safe()).collect();
        if lossy.iter().any(|id| !TAKEN.contains(&id)) {
            return None;
        }
        Some(Self {
            fragment: Mode::from_value(settings.value(RungId::Fragment)),
            empty_pairs: settings.has(RungId::EmptyPairs),
            empty_query: settings.has(RungId::EmptyQuery),
            sort: query::Sort::from_value(settings.value(RungId::SortQuery)),
            names: NameFilter::new(params)?,
        })
    }

    /// Writes the key of `input` into `out` (cleared first), or returns false and leaves `out` in any state.
    pub fn key(&self, input: &[u8], params: &ParamTable, out: &mut Vec<u8>) -> bool {
        match self.attempt(input, params, out) {
            Ok(()) => true,
            Err(Detour::Respell) => self.second_attempt(input, params, out),
            Err(Detour::Reference) => false,
        }
    }

    #[cold]
    fn second_attempt(&self, input: &[u8], params: &ParamTable, out: &mut Vec<u8>) -> bool {
        let mut room = [0; MAX_INPUT];
        let respelled = respell::respell(input, &mut room);
        respelled.is_some_and(|text| self.attempt(text, params, out).is_ok())
    }

    fn attempt(&self, input: &[u8], params: &ParamTable, out: &mut Vec<u8>) -> Result<(), Detour> {
        if input.len() <= 64 * FEW_WORDS {
            self.attempt_with::<FEW_WORDS>(input, params, out)
        } else if input.len() <= MAX_INPUT {
            self.attempt_with::<MOST_WORDS>(input, params, out)
        } else {
            Err(Detour::Reference)
        }
    }

    fn attempt_with<const W: usize>(&self, input: &[u8], params: &ParamTable, out: &mut Vec<u8>) -> Result<(), Detour> {
        let host_start = scheme_end(input).ok_or(Detour::Reference)?;
        let mut masks = Masks::<W>::new();
        copy_and_scan(input, out, &mut masks);
        let length = self.mend(host_start, input.len(), &masks, params, out)?;
        out.truncate(length);
        Ok(())
    }

    fn mend<const W: usize>(
        &self,
        host_start: usize,
        length: usize,
        masks: &Masks<W>,
        params: &ParamTable,
        out: &mut [u8],
    ) -> Result<usize, Detour> {
        // the letters of the scheme: one of them that is no host byte is in upper case
        let letters = (1 << (host_start - b"://".len())) - 1;
        if masks.not_host & letters != 0 {
            out[..host_start].make_ascii_lowercase();
        }
        let host_end = host_end(host_start, length, masks, out)?;
        let ends = self.split(host_end, length, masks, out)?;
        if has_dot_segment(host_end, ends.path, masks, out) {
            return Err(Detour::Respell);
        }
        let mut end = if ends.path == ends.query || (ends.path + 1 == ends.query && self.empty_query) {
            ends.path
        } else if ends.path + 1 == ends.query {
            ends.query
        } else {
            self.query(ends.path + 1..ends.query, masks, params, out)?
        };
        if ends.keeps_fragment {
            out.copy_within(ends.query..length, end);
            end += length - ends.query;
        }
        if ends.path == host_end {
            end = insert_root(host_end, end, out);
        }
        Ok(end)
    }

    /// Finds the ends of path and query, and sees to percent-encoded octets on the way.
    fn split<const W: usize>(&self, host_end: usize, length: usize, masks: &Masks<W>, out: &mut [u8]) -> Result<Ends, Detour> {
        let mut path_end = None;
        let mut at = next_bit(&masks.odd, host_end, length);
        while at < length {
            match out[at] {
                b'#' => break,
                b'?' => path_end = path_end.or(Some(at)),
                b'%' => normalize_triplet(&mut out[at..])?,
                b'\'' if path_end.is_none() => {}
                _ => return Err(Detour::Respell),
            }
            at = next_bit(&masks.odd, at + 1, length);
        }
        let keeps_fragment = at < length && self.keeps_fragment(at + 1..length, masks, out)?;
        Ok(Ends {
            path: path_end.unwrap_or(at),
            query: at,
            keeps_fragment,
        })
    }

    fn keeps_fragment<const W: usize>(&self, fragment: Range<usize>, masks: &Masks<W>, out: &[u8]) -> Result<bool, Detour> {
        let kept = match self.fragment {
            Mode::Drop => false,
            // a tab or line end is dropped, and what follows it comes first
            Mode::Routes if matches!(out[fragment.clone()], [b'\t' | b'\n' | b'\r', ..]) => return Err(Detour::Reference),
            Mode::Routes => is_route(&out[fragment.clone()]),
            Mode::Keep => true,
        };
        let mut at = if kept {
            next_bit(&masks.odd, fragment.start, fragment.end)
        } else {
            fragment.end
        };
        while at < fragment.end {
            if !matches!(out[at], b'?' | b'\'') {
                return Err(Detour::Reference);
            }
            at = next_bit(&masks.odd, at + 1, fragment.end);
        }
        // an empty fragment and a directive are rare enough
        if kept && (fragment.is_empty() || out[fragment].contains(&b'~')) {
            Err(Detour::Reference)
        } else {
            Ok(kept)
        }
    }
}

/// Whether a segment of the path begins with a dot; empty segments stay as they are.
fn has_dot_segment<const W: usize>(host_end: usize, path_end: usize, masks: &Masks<W>, out: &[u8]) -> bool {
    let mut at = next_bit(&masks.after_slash, host_end, path_end);
    while at < path_end && out[at] == b'/' {
        at = next_bit(&masks.after_slash, at + 1, path_end);
    }
    at < path_end
}

/// `http://example.com?q`: the padding has room for the root. Returns the new end.
fn insert_root(host_end: usize, end: usize, out: &mut [u8]) -> usize {
    out.copy_within(host_end..end, host_end + 1);
    out[host_end] = b'/';
    end + 1
}

/// The length of `http://` or `https://` in any case; `None` for anything else.
#[inline]
fn scheme_end(input: &[u8]) -> Option<usize> {
    const HTTPS: u64 = u64::from_le_bytes(*b"https://");
    const HTTP: u64 = u64::from_le_bytes(*b"http://\0") & SEVEN;
    const SEVEN: u64 = u64::MAX >> 8;
    let head = u64::from_le_bytes(*input.first_chunk::<8>()?);
    if head == HTTPS {
        Some(8)
    } else if head & SEVEN == HTTP {
        Some(7)
    } else {
        scheme_end_in_any_case(head.to_le_bytes())
    }
}

#[cold]
fn scheme_end_in_any_case(head: [u8; 8]) -> Option<usize> {
    if head.eq_ignore_ascii_case(b"https://") {
        Some(8)
    } else if head[..7].eq_ignore_ascii_case(b"http://") {
        Some(7)
    } else {
        None
    }
}

/// The end of a plain domain that is no number and has no final dot.
fn host_end<const W: usize>(start: usize, length: usize, masks: &Masks<W>, out: &mut [u8]) -> Result<usize, Detour> {
    let mut ends = masks.not_host & (!0 << start);
    // upper-case letters are lowered here, one at a time: they are rare
    while ends != 0 && out[ends.trailing_zeros() as usize].is_ascii_uppercase() {
        out[ends.trailing_zeros() as usize].make_ascii_lowercase();
        ends &= ends - 1;
    }
    let end = if ends == 0 { length } else { ends.trailing_zeros() as usize };
    if end < length && end <= 64 && out[end] == b':' {
        // perhaps the default port, which the second attempt leaves out
        return Err(Detour::Respell);
    }
    // a host that goes on behind the masks' 64 bytes is not seen to its end
    if end > 64 || end == start || (end < length && !matches!(out[end], b'/' | b'?' | b'#')) {
        return Err(Detour::Reference);
    }
    let dots = masks.dot & (!0 << start) & (u64::MAX >> (64 - end));
    let last_label = if dots == 0 { start } else { 64 - dots.leading_zeros() as usize };
    if last_label == end || out[last_label].is_ascii_digit() {
        return Err(Detour::Reference);
    }
    Ok(end)
}

/// Upper-cases a triplet of an octet that stays encoded.
fn normalize_triplet(text: &mut [u8]) -> Result<(), Detour> {
    match triplet(text) {
        Some(octet) if !is_unreserved(octet) => {
            text[1..3].make_ascii_uppercase();
            Ok(())
        }
        _ => Err(Detour::Respell),
    }
}
