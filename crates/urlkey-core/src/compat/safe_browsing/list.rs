//! A list of hash prefixes in memory, and looking a URL up in it.

use std::fmt;

use super::canonical::Canonical;
use super::expressions::{Expressions, hash, text};
use crate::error::Error;
use crate::parse::sets::hex_value;

/// The lengths that a prefix may have, in bytes.
const SHORTEST: usize = 4;
const LONGEST: usize = 32;

/// Why a list cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFault {
    /// Neither hexadecimal nor base64.
    NotHexNorBase64,
    /// A prefix shorter than 4 or longer than 32 bytes.
    Length(usize),
    /// Raw bytes whose number is no multiple of the length of a prefix.
    Remainder,
}

/// A list that cannot be read, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrefixListError {
    /// The line, from 1; of raw bytes, the prefix.
    pub line: usize,
    /// The reason.
    pub fault: ListFault,
}

impl fmt::Display for PrefixListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        match self.fault {
            ListFault::NotHexNorBase64 => write!(f, "line {line}: neither hexadecimal nor base64"),
            ListFault::Length(length) => write!(f, "line {line}: a prefix has 4 to 32 bytes, not {length}"),
            ListFault::Remainder => write!(f, "prefix {line} is cut off: the bytes are no multiple of the prefix length"),
        }
    }
}

impl std::error::Error for PrefixListError {}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The expression whose hash begins with the prefix.
    pub expression: String,
    /// The listed prefix; the longest, if several are listed.
    pub prefix: Vec<u8>,
}

/// All prefixes of one length, sorted, one after the other.
#[derive(Clone, Debug)]
struct Table {
    length: usize,
    bytes: Box<[u8]>,
    /// Where the prefixes of each first two bytes begin, so that a look-up touches little memory.
    starts: Box<[u32]>,
}

impl Table {
    fn new(length: usize, bytes: &[u8]) -> Self {
        let mut prefixes: Vec<&[u8]> = bytes.chunks_exact(length).collect();
        prefixes.sort_unstable();
        prefixes.dedup();
        let mut starts = vec![0u32; (1 << 16) + 1];
        for prefix in &prefixes {
            starts[first_two(prefix) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Self {
            length,
            bytes: prefixes.concat().into(),
            starts: starts.into(),
        }
    }

    fn count(&self) -> usize {
        self.bytes.len() / self.length
    }

    fn get(&self, i: usize) -> &[u8] {
        &self.bytes[i * self.length..(i + 1) * self.length]
    }

    fn contains(&self, hash: &[u8; 32]) -> bool {
        let wanted = &hash[..self.length];
        let group = first_two(wanted);
        let (mut low, mut high) = (self.starts[group] as usize, self.starts[group + 1] as usize);
        while low < high {
            let middle = low.midpoint(high);
            match self.get(middle).cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }
}

fn first_two(prefix: &[u8]) -> usize {
    usize::from(prefix[0]) << 8 | usize::from(prefix[1])
}

/// Hash prefixes of 4 to 32 bytes, ready to look URLs up in.
#[derive(Clone, Debug, Default)]
pub struct PrefixList {
    /// The longest prefixes first.
    tables: Vec<Table>,
}

impl PrefixList {
    /// Reads one prefix a line, in hexadecimal or base64 (either alphabet, with or without padding). A line that is hexadecimal, of 8 to
    /// 64 digits, is read as such. Empty lines and lines that begin with `#` are passed over.
    pub fn from_text(text: &[u8]) -> Result<Self, PrefixListError> {
        let mut by_length: Vec<Vec<u8>> = vec![Vec::new(); LONGEST + 1];
        for (i, line) in text.split(|&b| b == b'\n').enumerate() {
            let line = line.trim_ascii();
            if line.is_empty() || line[0] == b'#' {
                continue;
            }
            let wrong = |fault| PrefixListError { line: i + 1, fault };
            let prefix = decoded(line).ok_or(wrong(ListFault::NotHexNorBase64))?;
            if !(SHORTEST..=LONGEST).contains(&prefix.len()) {
                return Err(wrong(ListFault::Length(prefix.len())));
            }
            by_length[prefix.len()].extend_from_slice(&prefix);
        }
        Ok(Self::of(by_length))
    }

    /// Reads prefixes of one length, one after the other, as the update API sends them.
    pub fn from_bytes(bytes: &[u8], length: usize) -> Result<Self, PrefixListError> {
        if !(SHORTEST..=LONGEST).contains(&length) {
            let fault = ListFault::Length(length);
            return Err(PrefixListError { line: 1, fault });
        }
        if !bytes.len().is_multiple_of(length) {
            let line = bytes.len() / length + 1;
            let fault = ListFault::Remainder;
            return Err(PrefixListError { line, fault });
        }
        let mut by_length: Vec<Vec<u8>> = vec![Vec::new(); LONGEST + 1];
        by_length[length] = bytes.to_vec();
        Ok(Self::of(by_length))
    }

    fn of(by_length: Vec<Vec<u8>>) -> Self {
        let lengths = by_length.into_iter().enumerate().rev();
        let filled = lengths.filter(|(_, bytes)| !bytes.is_empty());
        Self {
            tables: filled.map(|(length, bytes)| Table::new(length, &bytes)).collect(),
        }
    }

    /// How many prefixes there are, each counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.iter().map(Table::count).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The first expression of the URL whose hash begins with a listed prefix.
    pub fn find(&self, url: &[u8]) -> Result<Option<Match>, Error> {
        self.find_with(&mut Finder::default(), url)
    }

    /// The same for many URLs: what one look-up allocates serves the next.
    pub fn find_with(&self, finder: &mut Finder, url: &[u8]) -> Result<Option<Match>, Error> {
        finder.0.read(url)?;
        for (host, path) in Expressions::of(&finder.0).iter() {
            let hash = hash(host, path);
            if let Some(table) = self.tables.iter().find(|table| table.contains(&hash)) {
                return Ok(Some(Match {
                    expression: text(host, path),
                    prefix: hash[..table.length].to_vec(),
                }));
            }
        }
        Ok(None)
    }
}

/// The memory of a look-up.
#[derive(Debug, Default)]
pub struct Finder(Canonical);

fn decoded(line: &[u8]) -> Option<Vec<u8>> {
    let is_hex = line.len().is_multiple_of(2) && (2 * SHORTEST..=2 * LONGEST).contains(&line.len());
    if is_hex && line.iter().all(u8::is_ascii_hexdigit) {
        let pairs = line.as_chunks::<2>().0.iter();
        return pairs.map(|[high, low]| Some(hex_value(*high)? << 4 | hex_value(*low)?)).collect();
    }
    from_base64(line)
}

/// RFC 4648, sections 4 and 5; the padding may be missing.
fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_suffix(b"==").or_else(|| text.strip_suffix(b"=")).unwrap_or(text);
    if (digits.len() != text.len() && !text.len().is_multiple_of(4)) || digits.len() % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let (mut bits, mut held) = (0u32, 0);
    for digit in digits {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    (bits == 0).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::super::hashes;
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap();
        bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
    }

    #[test]
    fn a_listed_parent_is_found() {
        let hash = hashes(b"http://bad.example/").unwrap()[0];
        let list = PrefixList::from_text(format!("# mine\n\n{}\n{}\n", hex(&hash[..4]), hex(&hash[..7])).as_bytes()).unwrap();
        assert_eq!(list.len(), 2);
        let found = list.find(b"https://www.bad.example:81/a/b?c").unwrap().unwrap();
        assert_eq!(found.expression, "bad.example/");
        assert_eq!(found.prefix, &hash[..7]);
        assert_eq!(list.find(b"http://good.example/").unwrap(), None);
        assert!(list.find(b"http://").is_err());
    }

    #[test]
    fn spellings_of_a_prefix() {
        for line in ["00010203fe", "AAECA/4=", "AAECA_4=", "AAECA/4", " AAECA/4= \r"] {
            assert_eq!(decoded(line.trim_ascii().as_bytes()).unwrap(), [0, 1, 2, 3, 0xFE], "{line}");
        }
        for line in ["x", "AAECA/4==", "AAECA", "AAECA/5=", "AAE=A/4="] {
            assert_eq!(decoded(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn bad_lines_have_numbers() {
        let fault = |text: &str| PrefixList::from_text(text.as_bytes()).unwrap_err();
        let at = |line, fault| PrefixListError { line, fault };
        assert_eq!(fault("00010203\n!"), at(2, ListFault::NotHexNorBase64));
        assert_eq!(fault("AAEC"), at(1, ListFault::Length(3)));
        assert_eq!(PrefixList::from_bytes(&[0; 9], 4).unwrap_err(), at(3, ListFault::Remainder));
        assert_eq!(PrefixList::from_bytes(&[0; 8], 4).unwrap().len(), 1);
        assert!(PrefixList::from_text(b"").unwrap().is_empty());
    }
}
