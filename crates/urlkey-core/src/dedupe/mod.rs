//! The streaming engine behind `urlkey dedupe`: lines in, each page's first line out, every duplicate classified.
//!
//! It does no input or output. Chunks of any size go in; what is to be written comes out in an [`Output`] that the caller empties. What it
//! remembers of a line is digests, never text: 17 bytes for a page, and 9 more for each further spelling that is no key itself. Ten
//! million distinct pages fit in half a gibibyte.
//!
//! A chunk is cut into blocks, whose keys are made on several threads ([`block`]); then the lines are looked up in their order ([`seen`]),
//! so the result does not depend on the number of threads.

mod block;
mod output;
mod seen;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread;

use memchr::{memchr, memrchr};

pub use self::output::{DedupeStats, Event, InvalidLine, LineKind, Output, REPORTED};

use self::block::{Block, Reader, shrink};
use self::seen::Seen;
use crate::canonicalizer::Canonicalizer;
use crate::parse::{DefaultScheme, Url};

/// The text of a block, in bytes: long against what starting a thread costs, and its lines fit a second-level cache.
const BLOCK: usize = 128 << 10;

/// Lines are looked up this many at a time. The sets do not fit a cache, so a look-up waits for memory; many in a row wait together.
const BATCH: usize = 64;

/// What to give back, and how references are resolved.
#[derive(Clone, Debug)]
pub struct DedupeOptions {
    /// Keep the key of a line instead of its text.
    pub keys: bool,
    /// Give back the duplicates as well.
    pub dropped: bool,
    /// Give back an [`Event`] for every valid line.
    pub events: bool,
    /// The seed of the digests; a secret one where outsiders choose the lines and could craft collisions.
    pub seed: u64,
    /// The base URL of all lines.
    pub base: Option<Url>,
    /// The scheme of lines that have none.
    pub default_scheme: Option<DefaultScheme>,
    /// How many threads make keys.
    pub threads: NonZeroUsize,
}

impl Default for DedupeOptions {
    fn default() -> Self {
        Self {
            keys: false,
            dropped: false,
            events: false,
            seed: 0,
            base: None,
            default_scheme: None,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// Deduplicates lines by their keys.
pub struct Deduper {
    reader: Reader,
    /// The beginning of a line whose end is in a later chunk.
    partial: Vec<u8>,
    /// A block for each thread.
    blocks: Vec<Block>,
    seen: Seen,
    stats: DedupeStats,
}

impl Deduper {
    /// An engine that has seen nothing yet.
    #[must_use]
    pub fn new(canonicalizer: Canonicalizer, options: DedupeOptions) -> Self {
        let mut blocks = Vec::new();
        blocks.resize_with(options.threads.get(), Block::default);
        Self {
            reader: Reader::new(canonicalizer, options),
            partial: Vec::new(),
            blocks,
            seen: Seen::default(),
            stats: DedupeStats::default(),
        }
    }

    /// How many lines there were of each sort so far.
    #[must_use]
    pub fn stats(&self) -> DedupeStats {
        self.stats
    }

    /// Takes the next piece of the input; it may end anywhere.
    pub fn feed(&mut self, chunk: &[u8], out: &mut Output) {
        let mut start = 0;
        if !self.partial.is_empty() {
            let end = memchr(b'\n', chunk);
            self.partial.extend_from_slice(&chunk[..end.unwrap_or(chunk.len())]);
            let Some(end) = end else { return };
            self.partial_line(out);
            start = end + 1;
        }
        let lines_end = memrchr(b'\n', chunk).map_or(start, |last| last + 1);
        while start < lines_end {
            start = self.read_blocks(chunk, start..lines_end, out);
        }
        self.partial.extend_from_slice(&chunk[start..]);
    }

    /// Takes the last line, if the input did not end in a line feed.
    pub fn finish(&mut self, out: &mut Output) {
        if !self.partial.is_empty() {
            self.partial_line(out);
        }
    }

    fn partial_line(&mut self, out: &mut Output) {
        let mut line = std::mem::take(&mut self.partial);
        self.reader.read_line(&line, 0..line.len(), &mut self.blocks[0]);
        self.settle(0, &line, out);
        line.clear();
        shrink(&mut line);
        self.partial = line;
    }

    /// Takes a block for each thread from the whole lines `text[range]`, and says where it stopped.
    fn read_blocks(&mut self, text: &[u8], range: Range<usize>, out: &mut Output) -> usize {
        let mut start = range.start;
        let mut parts = Vec::with_capacity(self.blocks.len());
        while start < range.end && parts.len() < self.blocks.len() {
            let end = block_end(text, start..range.end);
            parts.push(start..end);
            start = end;
        }
        let reader = &self.reader;
        thread::scope(|scope| {
            let mut work = parts.iter().zip(&mut self.blocks);
            let own = work.next();
            for (part, block) in work {
                scope.spawn(|| reader.read(text, part.clone(), block));
            }
            if let Some((part, block)) = own {
                reader.read(text, part.clone(), block);
            }
        });
        for place in 0..parts.len() {
            self.settle(place, text, out);
        }
        start
    }

    /// Judges the lines of a block, which were read from `text`, and gives them back.
    fn settle(&mut self, place: usize, text: &[u8], out: &mut Output) {
        let block = &mut self.blocks[place];
        let options = self.reader.options();
        out.invalid.extend(block.refused.iter().map(|refused| {
            let line = &text[refused.text.clone()];
            InvalidLine {
                line: self.stats.lines + refused.number,
                code: refused.error.code,
                position: refused.error.position,
                text: line[..line.len().min(REPORTED)].to_vec(),
            }
        }));
        for batch in block.lines.chunks(BATCH) {
            self.seen.warm(batch);
            for line in batch {
                let kind = self.seen.judge(line);
                let line_text = &text[line.text.clone()];
                *self.stats.of(kind) += 1;
                if kind == LineKind::First {
                    let key = options.keys.then(|| &block.keys[line.key.clone()]);
                    out.kept.extend_from_slice(key.unwrap_or(line_text));
                    out.kept.push(b'\n');
                } else if options.dropped {
                    out.dropped.extend_from_slice(line_text);
                    out.dropped.push(b'\n');
                }
                if options.events {
                    let start = out.texts.len();
                    out.texts.extend_from_slice(line_text);
                    out.events.push(Event {
                        digest: line.digest.to_be_bytes(),
                        line: self.stats.lines + line.number,
                        kind,
                        text: start..out.texts.len(),
                    });
                }
            }
        }
        self.stats.lines += block.count;
        self.stats.blank += block.blank;
        self.stats.invalid += block.refused.len() as u64;
        block.clear();
    }
}

/// Where a block that begins at the start of `range` ends: after the last line feed within [`BLOCK`] bytes, or after the first one.
fn block_end(text: &[u8], range: Range<usize>) -> usize {
    let limit = range.end.min(range.start + BLOCK);
    match memrchr(b'\n', &text[range.start..limit]) {
        Some(length) => range.start + length + 1,
        None => memchr(b'\n', &text[limit..range.end]).map_or(range.end, |length| limit + length + 1),
    }
}
