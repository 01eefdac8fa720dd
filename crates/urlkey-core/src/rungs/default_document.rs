//! `default-document`: the file that a server sends for a directory. The names are data.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use super::{Class, Rung, RungId, SWITCH};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::DefaultDocument,
    slug: "default-document",
    class: Class::Lossy,
    what: "drops index.html, default.aspx and their like from the end of the path, in any case",
    why: "a server configured so sends that file for the directory; another one answers 404, or something else",
    source: "data/default-documents.toml, a source for each server",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/a/Index.html", "http://example.com/a/"],
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    names: Vec<String>,
    #[serde(rename = "by")]
    _by: String,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
struct ServerFile {
    server: Vec<Server>,
}

static NAMES: LazyLock<HashSet<Vec<u8>>> = LazyLock::new(|| {
    let text = include_str!("../../data/default-documents.toml");
    let file: ServerFile = toml::from_str(text).expect("data/default-documents.toml is checked by a test");
    file.server
        .into_iter()
        .flat_map(|server| server.names)
        .map(String::into_bytes)
        .collect()
});

/// The longest name, so that a long segment is not copied to be looked up.
const LONGEST: usize = 16;

/// The names, sorted: a part of the ruleset.
pub(crate) fn names() -> Vec<String> {
    let mut names: Vec<_> = NAMES.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    names.sort();
    names
}

pub(crate) fn apply(path: &mut Vec<u8>) {
    let start = path.iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
    let name = &path[start..];
    if name.len() <= LONGEST && NAMES.contains(&name.to_ascii_lowercase()) {
        path.truncate(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::key_with;

    #[test]
    fn names_are_lower_case_and_within_the_length() {
        assert!(NAMES.len() > 10);
        for name in NAMES.iter() {
            assert_eq!(&name.to_ascii_lowercase(), name);
            assert!(name.len() <= LONGEST);
        }
    }

    #[test]
    fn with_trailing_slash_until_nothing_changes() {
        assert_eq!(key_with("default-document=on", "http://a/index.html/"), "http://a/index.html/");
        assert_eq!(
            key_with("default-document=on trailing-slash=strip", "http://a/b/index.html/index.php/"),
            "http://a/b"
        );
        assert_eq!(key_with("default-document=on", "http://a/myindex.html"), "http://a/myindex.html");
        assert_eq!(key_with("default-document=on", "http://a/index.html?x"), "http://a/?x");
    }
}
