//! `path-case`: letters of the path.

use super::{Class, Rung, RungId, SWITCH};
use crate::parse::sets::triplet;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::PathCase,
    slug: "path-case",
    class: Class::Lossy,
    what: "lower-cases the path, never inside a percent-encoded octet",
    why: "some servers ignore case in paths; short links and ids do not survive it",
    source: "RFC 3986 6.2.2.1 (case is significant)",
    values: SWITCH,
    on: "on",
    example: ["http://example.com/Blog%2FA", "http://example.com/blog%2Fa"],
};

pub(crate) fn apply(path: &mut [u8]) {
    let mut i = 0;
    while i < path.len() {
        if triplet(&path[i..]).is_some() {
            i += 3;
        } else {
            path[i].make_ascii_lowercase();
            i += 1;
        }
    }
}
