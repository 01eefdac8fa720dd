//! `unwrap`: the target of a redirector; the code is `crate::unwrap`.

use super::{Class, Rung, RungId, SWITCH};

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Unwrap,
    slug: "unwrap",
    class: Class::Lossy,
    what: "takes the target out of a listed redirector, one percent-decoding a hop, at most 5 hops; the target takes the whole ladder",
    why: "the reader ends on the target; the redirector may also count, warn or refuse, so the fetch URL keeps it",
    source: "data/redirectors.toml, a source for each redirector",
    values: SWITCH,
    on: "on",
    example: [
        "https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fa&sa=D",
        "https://example.com/a",
    ],
};
