//! The query in the fast lane: which pieces go, and in which order the others stand.

use std::cmp::Ordering;
use std::ops::Range;

use super::scan::{Masks, next_bit};
use super::{Detour, Lane};
use crate::params::ParamTable;
use crate::query::raw_name;
use crate::signed::is_signature;

/// More pieces than this are for the reference lane: one bit each says which go.
const MOST_PIECES: usize = 64;

/// The setting of `sort-query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Off,
    Pair,
    Name,
}

impl Sort {
    pub fn from_value(value: u8) -> Self {
        match value {
            0 => Self::Off,
            1 => Self::Pair,
            _ => Self::Name,
        }
    }
}

/// A piece that stays: its place in the buffer, and its first eight bytes as a number that orders as they do.
#[derive(Clone, Copy, Default)]
struct Piece {
    start: u32,
    end: u32,
    head: u64,
}

impl Piece {
    fn new(place: Range<usize>, head: u64) -> Self {
        Self {
            start: place.start as u32,
            end: place.end as u32,
            head: ordered_head(head, place.len()),
        }
    }

    fn text<'a>(&self, out: &'a [u8]) -> &'a [u8] {
        &out[self.start as usize..self.end as usize]
    }
}

/// The eight bytes at `at`; the buffer's padding lets this read behind the query's end.
fn eight_bytes(out: &[u8], at: usize) -> u64 {
    out.get(at..at + 8)
        .and_then(|bytes| bytes.try_into().ok())
        .map_or(0, u64::from_le_bytes)
}

/// The first bytes of a piece, zero behind its end, most significant first: a prefix orders before what it begins.
fn ordered_head(head: u64, length: usize) -> u64 {
    let head = head.swap_bytes();
    if length >= 8 { head } else { head & !(u64::MAX >> (8 * length)) }
}

impl Lane {
    /// Mends the query at `range` and returns the key's length.
    pub(super) fn query<const W: usize>(
        &self,
        range: Range<usize>,
        masks: &Masks<W>,
        params: &ParamTable,
        out: &mut [u8],
    ) -> Result<usize, Detour> {
        let mut dropped = 0u64;
        let mut count = 0;
        let mut signature = 0;
        let mut in_order = true;
        let mut before: Option<Piece> = None;
        for piece in pieces(range.clone(), masks) {
            let head = eight_bytes(out, piece.start);
            let name_end = next_bit(&masks.equals, piece.start, piece.end);
            let length = name_end - piece.start;
            let goes = if piece.is_empty() {
                self.empty_pairs
            } else if self.names.is_plain(head, length) {
                false
            } else {
                let suspicion = self.names.ask(head, length);
                signature |= suspicion.signature;
                suspicion.listed && self.names.drops(&out[piece.clone()], length, params)
            };
            if goes {
                dropped |= 1u64.checked_shl(count).ok_or(Detour::Reference)?;
            } else {
                let piece = Piece::new(piece, head);
                in_order = in_order && before.is_none_or(|before| self.order(&before, &piece, out).is_le());
                before = Some(piece);
            }
            count += 1;
        }
        if is_signature(signature) || count as usize > MOST_PIECES {
            return Err(Detour::Reference);
        }
        if dropped == 0 && in_order {
            return Ok(range.end);
        }
        if before.is_none() {
            return Ok(range.start - 1);
        }
        let kept = pieces(range.clone(), masks)
            .enumerate()
            .filter(|(i, _)| dropped & (1 << i) == 0)
            .map(|(_, piece)| piece);
        let end = if in_order {
            close_up(kept, range.start, out)
        } else {
            self.write_sorted::<W>(kept, range.clone(), out)
        };
        // one empty piece is left: a bare question mark
        Ok(if end == range.start && self.empty_query { end - 1 } else { end })
    }

    fn order(&self, a: &Piece, b: &Piece, out: &[u8]) -> Ordering {
        match self.sort {
            Sort::Off => Ordering::Equal,
            Sort::Pair => a.head.cmp(&b.head).then_with(|| a.text(out).cmp(b.text(out))),
            Sort::Name => raw_name(a.text(out)).cmp(raw_name(b.text(out))),
        }
    }

    /// Writes the pieces in order from the start of `range` on, and returns the end. Insertion sort: stable, and quick for the few pieces
    /// that a query has.
    fn write_sorted<const W: usize>(&self, kept: impl Iterator<Item = Range<usize>>, range: Range<usize>, out: &mut [u8]) -> usize {
        let mut sorted = [Piece::default(); MOST_PIECES];
        let mut count = 0;
        for piece in kept {
            let piece = Piece::new(piece.clone(), eight_bytes(out, piece.start));
            let mut at = count;
            while at > 0 && self.order(&piece, &sorted[at - 1], out).is_lt() {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = piece;
            count += 1;
        }
        let mut copy = [[0; 64]; W];
        let copy = &mut copy.as_flattened_mut()[..range.len()];
        copy.copy_from_slice(&out[range.clone()]);
        let mut end = range.start;
        for (i, piece) in sorted[..count].iter().enumerate() {
            if i > 0 {
                out[end] = b'&';
                end += 1;
            }
            let from = &copy[piece.start as usize - range.start..piece.end as usize - range.start];
            out[end..end + from.len()].copy_from_slice(from);
            end += from.len();
        }
        end
    }
}

/// The places of the query's pieces.
fn pieces<const W: usize>(range: Range<usize>, masks: &Masks<W>) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(range.start);
    std::iter::from_fn(move || {
        let start = next?;
        let end = next_bit(&masks.ampersand, start, range.end);
        next = (end < range.end).then_some(end + 1);
        Some(start..end)
    })
}

/// Moves the pieces together from `start` on, `&` between them, and returns the end.
fn close_up(kept: impl Iterator<Item = Range<usize>>, start: usize, out: &mut [u8]) -> usize {
    let mut end = start;
    for (i, piece) in kept.enumerate() {
        if i > 0 {
            out[end] = b'&';
            end += 1;
        }
        let length = piece.len();
        out.copy_within(piece, end);
        end += length;
    }
    end
}
