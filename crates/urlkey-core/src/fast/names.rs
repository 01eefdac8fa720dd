//! The fast lane's question about a parameter name: can it be on any list?
//!
//! Nearly always the answer is no, and one multiplication and one load say so. A yes is a suspicion, which the lists themselves confirm.

use crate::params::{ParamTable, Verdict};
use crate::signed;

const SLOT_BITS: u32 = 12;
/// How many leading bytes a prefix is recognized by.
const HEAD: usize = 4;

/// What a name may be; nothing at all for nearly every name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Suspicion {
    /// It may be on a list: ask there.
    pub listed: bool,
    /// The names of the signature table that it may be, a bit each.
    pub signature: u128,
}

/// How many names one slot can hold.
const DEPTH: usize = 4;

/// Every name that a list or a signature holds, hashed. A slot holds tags, each with a place in `suspicions`, 0 for none.
#[derive(Clone, Debug)]
pub(super) struct NameFilter {
    names: Vec<[(u16, u16); DEPTH]>,
    heads: Vec<bool>,
    suspicions: Vec<Suspicion>,
    /// The listed name of each place in `suspicions` (one of them, should several meet there).
    listed: Vec<Box<[u8]>>,
    /// Whether a listed name may be kept after all, by the user's word.
    has_exceptions: bool,
}

/// Eight bytes, folded so that letters lose their case (and some other bytes meet: it is only a filter).
fn fold(head: u64) -> u64 {
    head | 0x2020_2020_2020_2020
}

/// A slot for the name, and a tag that tells it from nearly every other name of that slot.
#[inline]
fn slot(head: u64, length: usize) -> (usize, u16) {
    let kept = if length >= 8 { head } else { head & ((1 << (8 * length)) - 1) };
    let hash = (fold(kept) ^ length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((hash >> (64 - SLOT_BITS)) as usize, (hash >> 32) as u16)
}

fn load(name: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = name.len().min(8);
    head[..length].copy_from_slice(&name[..length]);
    u64::from_le_bytes(head)
}

/// Whether the name begins with what bad HTML or a doubled question mark leaves in front of one.
fn is_residue(head: u64) -> bool {
    let bytes = head.to_le_bytes();
    bytes[0] == b'?' || bytes[..HEAD].eq_ignore_ascii_case(b"amp;")
}

impl NameFilter {
    /// `None` where a filter would not help: an allow-list, a prefix of fewer than four bytes, far too many names.
    pub fn new(params: &ParamTable) -> Option<Self> {
        if params.has_keep_only() {
            return None;
        }
        let mut filter = Self {
            names: vec![[(0, 0); DEPTH]; 1 << SLOT_BITS],
            heads: vec![false; 1 << SLOT_BITS],
            suspicions: vec![Suspicion::default()],
            listed: vec![Box::default()],
            has_exceptions: params.has_keep(),
        };
        for (pattern, is_prefix) in params.droppable() {
            if !is_prefix {
                let place = filter.make_place(pattern)?;
                filter.suspicions[place].listed = true;
                filter.listed[place] = pattern.into();
            } else if pattern.len() >= HEAD {
                filter.heads[slot(load(pattern), HEAD).0] = true;
            } else {
                return None;
            }
        }
        // residue of bad HTML in front of a name: `amp;utm_source`
        filter.heads[slot(load(b"amp;"), HEAD).0] = true;
        for (name, bit) in signed::names() {
            let place = filter.make_place(name)?;
            filter.suspicions[place].signature |= bit;
        }
        Some(filter)
    }

    /// The name's place in `suspicions`, made if need be; `None` where its slot is full.
    fn make_place(&mut self, name: &[u8]) -> Option<usize> {
        let found = self.place(load(name), name.len());
        if found != 0 {
            return Some(found);
        }
        let (slot, tag) = slot(load(name), name.len());
        let free = self.names[slot].iter_mut().find(|(_, place)| *place == 0)?;
        *free = (tag, self.suspicions.len() as u16);
        self.suspicions.push(Suspicion::default());
        self.listed.push(Box::default());
        Some(self.suspicions.len() - 1)
    }

    #[inline]
    fn place(&self, head: u64, length: usize) -> usize {
        let (slot, tag) = slot(head, length);
        let entries = &self.names[slot];
        if entries[0].1 == 0 {
            return 0;
        }
        entries.iter().find(|entry| entry.0 == tag).map_or(0, |entry| usize::from(entry.1))
    }

    /// Whether a listed suspicion is true and the piece is dropped.
    pub fn drops(&self, piece: &[u8], name_length: usize, params: &ParamTable) -> bool {
        let name = &piece[..name_length];
        let listed = &self.listed[self.place(load(name), name_length)];
        // an unused place lists the empty name
        let is_listed = !name.is_empty() && name.eq_ignore_ascii_case(listed);
        (is_listed && !self.has_exceptions) || params.judge(piece, false) != Verdict::Keep
    }

    /// Whether the name can be on no list at all. `head`: the eight bytes that begin at the name, little-endian; `length`: the name's.
    #[inline]
    pub fn is_plain(&self, head: u64, length: usize) -> bool {
        self.place(head, length) == 0 && !self.heads[slot(head, HEAD).0] && head as u8 != b'?'
    }

    /// What a name that is not plain may be.
    pub fn ask(&self, head: u64, length: usize) -> Suspicion {
        let found = self.suspicions[self.place(head, length)];
        let by_head = self.heads[slot(head, HEAD).0] || head as u8 == b'?';
        // behind `amp;` or `?` any name may stand, one of a signature too
        let hidden = if is_residue(head) { u128::MAX } else { 0 };
        Suspicion {
            listed: found.listed || by_head,
            signature: found.signature | hidden,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;

    #[test]
    fn every_listed_name_is_suspected_in_any_case() {
        let mut settings = Profile::named("dedup").unwrap().settings;
        settings.drop = vec!["long_prefix_*".into(), "x".into()];
        let params = ParamTable::new(&settings);
        let filter = NameFilter::new(&params).unwrap();
        for (pattern, is_prefix) in params.droppable() {
            let name = if is_prefix { [pattern, b"tail"].concat() } else { pattern.to_vec() };
            for name in [name.to_ascii_uppercase(), name] {
                assert!(filter.ask(load(&name), name.len()).listed, "{}", String::from_utf8_lossy(&name));
            }
        }
        for (name, bit) in signed::names() {
            assert_eq!(filter.ask(load(name), name.len()).signature & bit, bit);
        }
        for residue in [&b"amp;utm_source"[..], b"?utm_source", b"AMP;x"] {
            assert!(filter.ask(load(residue), residue.len()).listed);
        }
        settings.drop = vec!["x*".into()];
        assert!(NameFilter::new(&ParamTable::new(&settings)).is_none());
    }
}
