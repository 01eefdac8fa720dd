//! What comes out of the engine: kept and dropped lines, invalid ones, events, counts.

use std::ops::Range;

use crate::error::ErrorCode;

/// How much of an invalid line is reported, in bytes: enough to recognize it.
pub const REPORTED: usize = 200;

/// What a valid line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The first of its key.
    First,
    /// This very text came before.
    Exact,
    /// The text is new, but only safe rungs part it from a line that came before.
    Safe,
    /// Its key came before, and a lossy rung was needed to see that.
    Lossy,
}

impl LineKind {
    /// The lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Exact => "exact",
            Self::Safe => "safe",
            Self::Lossy => "lossy",
        }
    }
}

/// A line that is no URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// Line number, from 1.
    pub line: u64,
    /// The reason.
    pub code: ErrorCode,
    /// Byte offset into the line.
    pub position: usize,
    /// The line, at most [`REPORTED`] bytes of it.
    pub text: Vec<u8>,
}

/// A valid line, for callers that group lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The digest of its key.
    pub digest: [u8; 16],
    /// Line number, from 1.
    pub line: u64,
    /// What it is.
    pub kind: LineKind,
    /// Where its text stands in [`Output::texts`].
    pub text: Range<usize>,
}

/// What came of the lines so far. The engine only appends; the caller takes and clears.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The first line of each key (or its key), each with a line feed.
    pub kept: Vec<u8>,
    /// The duplicates, each with a line feed, if asked for.
    pub dropped: Vec<u8>,
    /// The lines that are no URLs.
    pub invalid: Vec<InvalidLine>,
    /// The valid lines, if asked for.
    pub events: Vec<Event>,
    /// The texts of the events, one after the other.
    pub texts: Vec<u8>,
}

impl Output {
    /// Empties it, keeping the buffers.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.dropped.clear();
        self.invalid.clear();
        self.events.clear();
        self.texts.clear();
    }
}

/// How many lines there were of each sort. `lines` is the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DedupeStats {
    /// All lines.
    pub lines: u64,
    /// Lines of nothing but spaces and control characters.
    pub blank: u64,
    /// Lines that are no URLs.
    pub invalid: u64,
    /// First lines of their key: what was kept.
    pub first: u64,
    /// Exact repeats.
    pub exact: u64,
    /// Safe merges.
    pub safe: u64,
    /// Lossy merges.
    pub lossy: u64,
}

impl DedupeStats {
    /// The count of the valid lines of that kind.
    pub(super) fn of(&mut self, kind: LineKind) -> &mut u64 {
        match kind {
            LineKind::First => &mut self.first,
            LineKind::Exact => &mut self.exact,
            LineKind::Safe => &mut self.safe,
            LineKind::Lossy => &mut self.lossy,
        }
    }
}
