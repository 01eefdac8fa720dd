//! `session-ids`: ids of a visit that a server writes into its links. Names and shapes are data; the cookieless ASP.NET segment is code.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{Class, Rung, RungId, SWITCH};
use crate::params::NameMap;
use crate::query::{Pieces, listed_name, raw_name};
use crate::removal::{Cause, Removal};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::SessionIds,
    slug: "session-ids",
    class: Class::Lossy,
    what: "drops session ids from query and path: ;jsessionid=…, PHPSESSID=…, sid with a session-shaped value, /(S(…))/",
    why: "each visit gets its own spelling of the page; a site is free to use such a name for content",
    source: "data/sessions.toml, a source for each name",
    values: SWITCH,
    on: "on",
    example: [
        "http://example.com/a;jsessionid=1E6FEC0D14D044541DD84D2D013D29ED?p=1",
        "http://example.com/a?p=1",
    ],
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Chars {
    Hex,
    Alpha,
    Alnum,
    Token,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Place {
    Query,
    Path,
}

/// A row of `data/sessions.toml`.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionEntry {
    /// The name in lower case; a final `*` stands for letters.
    pub name: String,
    places: Vec<Place>,
    chars: Chars,
    min: usize,
    max: usize,
    #[serde(default)]
    mixed: bool,
    with: Option<String>,
    /// Who writes it.
    pub by: String,
    /// Where that is written.
    pub source: String,
    /// A URL that carries it.
    pub example: String,
}

#[derive(Deserialize)]
struct SessionFile {
    session: Vec<SessionEntry>,
}

/// The session table.
pub static SESSIONS: LazyLock<Vec<SessionEntry>> = LazyLock::new(|| {
    let file: SessionFile = toml::from_str(include_str!("../../data/sessions.toml")).expect("data/sessions.toml is checked by a test");
    file.session
});

static NAMES: LazyLock<NameMap<&'static SessionEntry>> = LazyLock::new(|| {
    let mut names = NameMap::default();
    for entry in SESSIONS.iter() {
        names.insert(entry.name.as_bytes(), entry);
    }
    names
});

impl SessionEntry {
    fn fits(&self, value: &[u8]) -> bool {
        let allowed = |&b: &u8| match self.chars {
            Chars::Hex => b.is_ascii_hexdigit(),
            Chars::Alpha => b.is_ascii_alphabetic(),
            Chars::Alnum => b.is_ascii_alphanumeric(),
            Chars::Token => b.is_ascii_alphanumeric() || b"-_.!,:$@".contains(&b),
        };
        let mixed = || value.iter().any(u8::is_ascii_digit) && value.iter().any(u8::is_ascii_alphabetic);
        (self.min..=self.max).contains(&value.len()) && value.iter().all(allowed) && (!self.mixed || mixed())
    }

    /// The table's facts that a key depends on, for the ruleset id.
    pub(crate) fn rule(&self) -> String {
        let Self {
            name,
            places,
            chars,
            min,
            max,
            mixed,
            with,
            ..
        } = self;
        format!("{name} {places:?} {chars:?} {min}-{max} {mixed} {with:?}")
    }
}

/// The entry for `name=value`, if it is a session id at that place.
fn session(name: &[u8], value: &[u8], place: Place) -> Option<&'static SessionEntry> {
    let entry = *NAMES.get(name)?;
    let is_tail_alphabetic = || name[entry.name.len() - 1..].iter().all(u8::is_ascii_alphabetic);
    let whole = !entry.name.ends_with('*') || is_tail_alphabetic();
    (whole && entry.places.contains(&place) && entry.fits(value)).then_some(entry)
}

fn of_piece(piece: &[u8]) -> Option<&'static SessionEntry> {
    let value = piece.get(raw_name(piece).len() + 1..)?;
    session(&listed_name(piece), value, Place::Query)
}

/// Drops session ids from the query.
pub(crate) fn apply_query(pieces: &mut Pieces, removed: &mut Vec<Removal>) {
    let found: Vec<_> = pieces.iter().map(|piece| of_piece(piece)).collect();
    let is_there = |name: &str| found.iter().flatten().any(|entry| entry.name == name);
    let mut goes = found
        .iter()
        .map(|entry| entry.filter(|entry| entry.with.as_deref().is_none_or(is_there)));
    pieces.retain(|piece| match goes.next().flatten() {
        Some(entry) => {
            removed.push(Removal::new(RungId::SessionIds, piece, Cause::Session(entry)));
            false
        }
        None => true,
    });
}

/// Drops session ids from the path: `;name=value` parameters of segments, and whole segments that ASP.NET writes.
pub(crate) fn apply_path(path: &mut Vec<u8>) {
    if !path.contains(&b';') && memchr::memmem::find(path, b"/(").is_none() {
        return;
    }
    let input = std::mem::take(path);
    for segment in input[1..].split(|&b| b == b'/') {
        if is_cookieless(segment) {
            continue;
        }
        path.push(b'/');
        let kept = without_parameters(segment);
        // what is left must not turn into a dot segment
        let stands = if matches!(kept.as_slice(), b"." | b"..") { segment } else { &kept };
        path.extend_from_slice(stands);
    }
    if path.is_empty() {
        path.push(b'/');
    }
}

fn without_parameters(segment: &[u8]) -> Vec<u8> {
    let mut parts = segment.split(|&b| b == b';');
    let mut kept = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let name = raw_name(part);
        let value = part.get(name.len() + 1..).unwrap_or_default();
        if session(&name.to_ascii_lowercase(), value, Place::Path).is_none() {
            kept.push(b';');
            kept.extend_from_slice(part);
        }
    }
    kept
}

/// `(S(24 characters))`, also with A and F parts: ASP.NET cookieless state
/// (<https://learn.microsoft.com/en-us/dotnet/api/system.web.httpcookiemode>).
fn is_cookieless(segment: &[u8]) -> bool {
    let Some(mut rest) = segment.strip_prefix(b"(").and_then(|inner| inner.strip_suffix(b")")) else {
        return false;
    };
    if rest.is_empty() {
        return false;
    }
    while let [letter, b'(', tail @ ..] = rest {
        let Some(end) = memchr::memchr(b')', tail) else { return false };
        let id = &tail[..end];
        let is_token = id.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        if !matches!(letter.to_ascii_uppercase(), b'A' | b'F' | b'S') || id.len() < 20 || !is_token {
            return false;
        }
        rest = &tail[end + 1..];
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{key_of, key_with, profile_with};

    #[test]
    fn every_example_loses_its_id() {
        let (on, off) = (profile_with("session-ids=on"), profile_with(""));
        for entry in SESSIONS.iter() {
            assert_ne!(key_of(&on, &entry.example), key_of(&off, &entry.example), "{}", entry.name);
            let partner = |name: &String| {
                SESSIONS
                    .iter()
                    .any(|other| other.name == *name && other.with.as_ref() == Some(&entry.name))
            };
            assert!(
                entry.with.as_ref().is_none_or(partner),
                "{} needs a name that does not need it",
                entry.name
            );
        }
    }

    #[test]
    fn whole_names_and_shapes_only() {
        let hex = "9682993c8daa2c5497996114facdc805";
        for (input, key) in [
            (format!("http://a/?foosid={hex}"), format!("http://a/?foosid={hex}")),
            (format!("http://a/?sid={hex}&x=1"), "http://a/?x=1".to_owned()),
            ("http://a/?sid=7".to_owned(), "http://a/?sid=7".to_owned()),
            ("http://a/?CFID=5".to_owned(), "http://a/?CFID=5".to_owned()),
            (
                "http://a/?aspsessionid1=ABCDEFGHIJ".to_owned(),
                "http://a/?aspsessionid1=ABCDEFGHIJ".to_owned(),
            ),
            ("http://a/b;v=1;jsessionid=0a1b;w/c".to_owned(), "http://a/b;v=1;w/c".to_owned()),
            (
                "http://a/..;jsessionid=0a1b/c".to_owned(),
                "http://a/..;jsessionid=0a1b/c".to_owned(),
            ),
            (
                "http://a/(S(4hqa0555fwsecu455xqckv45))/m.aspx".to_owned(),
                "http://a/m.aspx".to_owned(),
            ),
            ("http://a/(S(4hqa0555fwsecu455xqckv45))".to_owned(), "http://a/".to_owned()),
            ("http://a/(S(short))/()/(x)".to_owned(), "http://a/(S(short))/()/(x)".to_owned()),
        ] {
            assert_eq!(key_with("session-ids=on", &input), key);
            assert_eq!(key_with("session-ids=on", &key), key);
        }
    }
}
