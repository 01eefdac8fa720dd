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

pub(crate) fn apply(url: &mut Url, mode: Mode) {
    let Some(fragment) = &mut url.fragment else { return };
    let kept = without_directive(fragment).len();
    fragment.truncate(kept);
    let keep = match mode {
        Mode::Keep => !fragment.is_empty(),
        Mode::Drop => false,
        Mode::Routes => is_route(fragment),
    };
    if !keep {
        url.fragment = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(fragment: &str, mode: Mode) -> Option<String> {
        let mut url = Url {
            fragment: Some(fragment.into()),
            ..Url::default()
        };
        apply(&mut url, mode);
        url.fragment.map(|f| String::from_utf8(f).unwrap())
    }

    #[test]
    fn modes() {
        assert_eq!(kept("/a:~:text=b", Mode::Routes).as_deref(), Some("/a"));
        assert_eq!(kept("!", Mode::Routes).as_deref(), Some("!"));
        assert_eq!(kept("top", Mode::Routes), None);
        assert_eq!(kept("top:~:text=b", Mode::Keep).as_deref(), Some("top"));
        assert_eq!(kept(":~:text=b", Mode::Keep), None);
        assert_eq!(kept("", Mode::Keep), None);
        assert_eq!(kept("/a", Mode::Drop), None);
    }
}
