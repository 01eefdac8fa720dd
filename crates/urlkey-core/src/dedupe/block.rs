//! The part of the work that needs no memory of other lines: a block of lines in, keys and fingerprints out. Blocks are read on
//! several threads at once.

use std::ops::Range;

use memchr::memchr;
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

use super::DedupeOptions;
use crate::canonicalizer::{Canonicalizer, Context};
use crate::error::Error;
use crate::profile::Profile;

/// Buffers that grew beyond this for one long line are given back after it.
pub(super) const BUFFER_KEPT: usize = 1 << 20;

/// A valid line that waits to be looked up.
pub(super) struct Line {
    /// Where it stands in the text that it was read from.
    pub text: Range<usize>,
    /// Line number in the block, from 1.
    pub number: u64,
    /// The digest of its key.
    pub digest: u128,
    /// The fingerprint of its text, `None` where that is the key.
    pub spelling: Option<u64>,
    /// The fingerprint of its safe key, `None` where that is the key.
    pub safe_key: Option<u64>,
    /// Where its key stands in the buffer of keys, if keys are to be given.
    pub key: Range<usize>,
}

/// A line that is no URL.
pub(super) struct Refused {
    /// Where it stands in the text that it was read from.
    pub text: Range<usize>,
    /// Line number in the block, from 1.
    pub number: u64,
    /// Why it is none.
    pub error: Error,
}

/// What makes a key of a line.
pub(super) struct Reader {
    canonicalizer: Canonicalizer,
    safe: Canonicalizer,
    options: DedupeOptions,
}

/// The lines of a block, and the buffers that they were made in.
#[derive(Default)]
pub(super) struct Block {
    /// The valid lines.
    pub lines: Vec<Line>,
    /// The lines that are no URLs.
    pub refused: Vec<Refused>,
    /// The keys of the valid lines, if keys are to be given.
    pub keys: Vec<u8>,
    /// The number of lines of every sort.
    pub count: u64,
    /// The number of blank ones among them.
    pub blank: u64,
    key: Vec<u8>,
    safe_key: Vec<u8>,
}

impl Reader {
    pub fn new(canonicalizer: Canonicalizer, options: DedupeOptions) -> Self {
        let safe = safe_for(canonicalizer.profile());
        Self {
            canonicalizer,
            safe,
            options,
        }
    }

    pub fn options(&self) -> &DedupeOptions {
        &self.options
    }

    /// Reads the lines of `text[range]`; the last one may lack its line feed.
    pub fn read(&self, text: &[u8], range: Range<usize>, block: &mut Block) {
        let mut start = range.start;
        while start < range.end {
            let end = memchr(b'\n', &text[start..range.end]).map_or(range.end, |length| start + length);
            self.read_line(text, start..end, block);
            start = end + 1;
        }
    }

    /// Reads a line that has no line feed.
    pub fn read_line(&self, text: &[u8], mut range: Range<usize>, block: &mut Block) {
        let line = text[range.clone()].strip_suffix(b"\r").unwrap_or(&text[range.clone()]);
        range.end = range.start + line.len();
        block.count += 1;
        if line.iter().all(|&byte| byte <= b' ') {
            block.blank += 1;
        } else if let Err(error) = self.key(line, range.clone(), block) {
            block.refused.push(Refused {
                text: range,
                number: block.count,
                error,
            });
        }
    }

    fn key(&self, line: &[u8], text: Range<usize>, block: &mut Block) -> Result<(), Error> {
        let seed = self.options.seed;
        let context = Context {
            base: self.options.base.as_ref(),
            default_scheme: self.options.default_scheme,
        };
        self.canonicalizer.key_into(line, context, &mut block.key)?;
        let (mut spelling, mut safe_key) = (None, None);
        // a key is its own safe key, because every rung leaves it as it is
        if line != block.key {
            spelling = Some(xxh3_64_with_seed(line, seed));
            self.safe.key_into(line, context, &mut block.safe_key)?;
            if block.safe_key != block.key {
                safe_key = Some(xxh3_64_with_seed(&block.safe_key, seed));
            }
        }
        let start = block.keys.len();
        if self.options.keys {
            block.keys.extend_from_slice(&block.key);
        }
        let digest = xxh3_128_with_seed(&block.key, seed);
        shrink(&mut block.key);
        shrink(&mut block.safe_key);
        block.lines.push(Line {
            text,
            number: block.count,
            digest,
            spelling,
            safe_key,
            key: start..block.keys.len(),
        });
        Ok(())
    }
}

impl Block {
    /// Empties it, keeping buffers of a usual size.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.refused.clear();
        self.keys.clear();
        shrink(&mut self.keys);
        (self.count, self.blank) = (0, 0);
    }

    #[cfg(test)]
    pub fn capacity(&self) -> usize {
        self.keys.capacity() + self.key.capacity() + self.safe_key.capacity()
    }
}

/// The canonicalizer whose keys tell a safe merge from a lossy one. It must keep apart what `profile` keeps apart, so a profile that keeps
/// fragments is judged by safe keys that keep them; otherwise dropping a route counts as lossy.
pub(super) fn safe_for(profile: &Profile) -> Canonicalizer {
    let mut safe = Profile::named("safe").expect("it ships");
    let fragment = match profile.settings.get("fragment").as_deref() {
        Some("keep") => "keep",
        _ => "routes",
    };
    safe.settings.set("fragment", fragment).expect("a setting of that rung");
    Canonicalizer::new(&safe)
}

pub(super) fn shrink(buffer: &mut Vec<u8>) {
    if buffer.capacity() > BUFFER_KEPT {
        *buffer = Vec::new();
    }
}
