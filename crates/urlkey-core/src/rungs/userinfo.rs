//! `userinfo`: credentials do not belong where keys travel.

use super::{Class, Rung, RungId, SWITCH};
use crate::parse::Url;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Userinfo,
    slug: "userinfo",
    class: Class::Lossy,
    what: "drops user:password@",
    why: "keeps credentials out of stored keys; a server may serve other pages to other users",
    source: "RFC 3986 3.2.1 and 7.5",
    values: SWITCH,
    on: "on",
    example: ["http://user:secret@example.com/", "http://example.com/"],
};

pub(crate) fn apply(url: &mut Url) {
    url.username.clear();
    url.password.clear();
}
