//! A list of URLs in memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Lines, one after the other in one buffer, as a reader of files would hold them.
pub struct Lines {
    text: String,
    ends: Vec<usize>,
    /// How many lines were left out for every contestant, because they are not UTF-8 and some peers take only that.
    pub not_utf8: usize,
}

impl Lines {
    /// Reads the first `limit` lines of a file, plain or gzipped.
    pub fn read(path: &str, limit: usize) -> io::Result<Self> {
        let file = BufReader::new(File::open(find(path))?);
        let zipped = Path::new(path).extension().is_some_and(|end| end == "gz");
        let source: Box<dyn Read> = if zipped {
            Box::new(flate2::read::MultiGzDecoder::new(file))
        } else {
            Box::new(file)
        };
        let mut lines = Self::new();
        for line in BufReader::new(source).split(b'\n').take(limit) {
            let line = line?;
            match std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(&line)) {
                Ok(line) => lines.push(line),
                Err(_) => lines.not_utf8 += 1,
            }
        }
        Ok(lines)
    }

    /// No lines yet.
    pub fn new() -> Self {
        Self {
            text: String::new(),
            ends: Vec::new(),
            not_utf8: 0,
        }
    }

    /// Appends a line.
    pub fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.ends.push(self.text.len());
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes, without line ends.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends
            .iter()
            .map(move |&end| &self.text[std::mem::replace(&mut start, end)..end])
    }
}

/// Cargo runs benches in the crate's folder; a relative path means the folder that cargo was called in, which is mostly the workspace's.
fn find(path: &str) -> PathBuf {
    let given = PathBuf::from(path);
    if given.exists() || given.is_absolute() {
        return given;
    }
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(given)
}
