//! `fragment`: the part that never reaches the server.

use super::{Class, Rung, RungId};
use crate::parse::Url;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Fragment,
    slug: "fragment",
    class: Class::Lossy,
    what: "drop: drops the fragment; routes: keeps #! and #/ fragments, drops the others; keep: keeps it",
    why: "it is never sent to the server, yet pages built by scripts choose their content by it; :~: directives are always dropped",
    source: "RFC 3986 3.5 and 6.1, URL Fragment Text Directives (WICG)",
    values: &["keep", "drop", "routes"],
    on: "drop",
    example: ["http://example.com/#top", "http://example.com/"],
};

/// The setting of `fragment`; the discriminant is the place in [`RUNG`]'s values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Keep,
    Drop,
    Routes,
}

impl Mode {
    pub fn from_value(value: u8) -> Self {
        match value {
            0 => Self::Keep,
            1 => Self::Drop,
            _ => Self::Routes,
        }
    }
}

/// The fragment without its directive (from `:~:` on): that addresses text within a page, never a page.
pub(crate) fn without_directive(fragment: &[u8]) -> &[u8] {
    memchr::memmem::find(fragment, b":~:").map_or(fragment, |at| &fragment[..at])
}

/// Whether a fragment selects content in a single-page application.
pub(crate) fn is_route(fragment: &[u8]) -> bool {
    matches!(fragment, [b'!' | b'/', ..])
}

/// Whether what the rung does to a fragment can cost a page: it drops a route. To drop a plain anchor, or a directive, is safe.
pub(crate) fn drops_route(before: Option<&[u8]>, after: Option<&[u8]>) -> bool {
    before.is_some_and(is_route) && after.is_none()
}

/// What stays of a fragment.
pub(crate) fn kept(fragment: &[u8], mode: Mode) -> Option<&[u8]> {
    let rest = without_directive(fragment);
    let keep = match mode {
        Mode::Keep => !rest.is_empty(),
        Mode::Drop => false,
        Mode::Routes => is_route(rest),
    };
    keep.then_some(rest)
}

pub(crate) fn apply(url: &mut Url, mode: Mode) {
    let Some(fragment) = &mut url.fragment else { return };
    match kept(fragment, mode).map(<[u8]>::len) {
        Some(length) => fragment.truncate(length),
        None => url.fragment = None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(fragment: &str, mode: Mode) -> Option<String> {
        let mut url = Url {
            fragment: Some(fragment.into()),
            ..Url::default()
        };
        apply(&mut url, mode);
        url.fragment.map(|f| String::from_utf8(f).unwrap())
    }

    #[test]
    fn modes() {
        assert_eq!(applied("/a:~:text=b", Mode::Routes).as_deref(), Some("/a"));
        assert_eq!(applied("!", Mode::Routes).as_deref(), Some("!"));
        assert_eq!(applied("top", Mode::Routes), None);
        assert_eq!(applied("top:~:text=b", Mode::Keep).as_deref(), Some("top"));
        assert_eq!(applied(":~:text=b", Mode::Keep), None);
        assert_eq!(applied("", Mode::Keep), None);
        assert_eq!(applied("/a", Mode::Drop), None);
    }

    #[test]
    fn what_costs_a_page() {
        for (before, after, costs) in [
            (Some("/a"), None, true),
            (Some("!a"), None, true),
            (Some("/a:~:text=b"), Some("/a"), false),
            (Some("top"), None, false),
            (Some(""), None, false),
            (None, None, false),
        ] {
            assert_eq!(
                drops_route(before.map(str::as_bytes), after.map(str::as_bytes)),
                costs,
                "{before:?}"
            );
        }
    }
}
