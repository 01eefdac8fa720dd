//! What the engine remembers of the lines so far: digests, never text.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::block::Line;
use super::output::LineKind;

/// Digests of keys, with two bits of each used for flags, so 126 bits tell keys apart: among ten million keys two fall together with a
/// probability below 10⁻²⁴.
#[derive(Default)]
struct KeySet(HashTable<u128>);

const FLAGS: u128 = 3;
/// The spelling that equals the key was seen.
const SPELLED: u128 = 1;
/// The safe key that equals the key was seen.
const SAFELY_SPELLED: u128 = 2;

impl KeySet {
    fn has(&self, digest: u128) -> bool {
        let digest = digest & !FLAGS;
        self.0.find((digest >> 64) as u64, |stored| stored & !FLAGS == digest).is_some()
    }

    /// The stored digest, and whether it is new.
    fn entry(&mut self, digest: u128) -> (&mut u128, bool) {
        let digest = digest & !FLAGS;
        let hash = |digest: &u128| (digest >> 64) as u64;
        match self.0.entry(hash(&digest), |stored| stored & !FLAGS == digest, hash) {
            Entry::Occupied(entry) => (entry.into_mut(), false),
            Entry::Vacant(entry) => (entry.insert(digest).into_mut(), true),
        }
    }
}

/// Fingerprints of texts that are not keys themselves. They only decide how a duplicate is called, so 64 bits are enough.
#[derive(Default)]
struct Fingerprints(HashTable<u64>);

impl Fingerprints {
    fn has(&self, fingerprint: u64) -> bool {
        self.0.find(fingerprint, |stored| *stored == fingerprint).is_some()
    }

    /// Adds one and says whether it was there.
    fn seen(&mut self, fingerprint: u64) -> bool {
        match self.0.entry(fingerprint, |stored| *stored == fingerprint, |stored| *stored) {
            Entry::Occupied(_) => true,
            Entry::Vacant(entry) => {
                entry.insert(fingerprint);
                false
            }
        }
    }
}

/// Sets a flag and says whether it was set.
fn flagged(stored: &mut u128, flag: u128) -> bool {
    let was = *stored & flag != 0;
    *stored |= flag;
    was
}

/// What was seen.
#[derive(Default)]
pub(super) struct Seen {
    keys: KeySet,
    spellings: Fingerprints,
    safe_keys: Fingerprints,
}

impl Seen {
    /// Looks up a whole batch and forgets the answers: the processor waits for all its places in memory at once.
    pub fn warm(&self, batch: &[Line]) {
        let keys = batch.iter().filter(|one| self.keys.has(one.digest)).count();
        let spellings = batch
            .iter()
            .filter_map(|one| one.spelling)
            .filter(|it| self.spellings.has(*it))
            .count();
        let safe_keys = batch
            .iter()
            .filter_map(|one| one.safe_key)
            .filter(|it| self.safe_keys.has(*it))
            .count();
        std::hint::black_box((keys, spellings, safe_keys));
    }

    /// What a line is, given the lines before it.
    pub fn judge(&mut self, line: &Line) -> LineKind {
        let (stored, new) = self.keys.entry(line.digest);
        let repeated = match line.spelling {
            None => flagged(stored, SPELLED),
            Some(fingerprint) => self.spellings.seen(fingerprint),
        };
        let safely_repeated = match line.safe_key {
            None => flagged(stored, SAFELY_SPELLED),
            Some(fingerprint) => self.safe_keys.seen(fingerprint),
        };
        match (new, repeated, safely_repeated) {
            (true, ..) => LineKind::First,
            (false, true, _) => LineKind::Exact,
            (false, false, true) => LineKind::Safe,
            (false, false, false) => LineKind::Lossy,
        }
    }
}
