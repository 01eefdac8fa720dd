//! Undoing single steps of the parse, for explanations only.
//!
//! The parser does five rungs in one go. To say which of them mattered, the raw text of a component is put back: the spans tell where it
//! stands. Only URLs that carry their own authority are taken apart like this; for relative references, `file:` and schemes that are not
//! special, `whatwg-parse` stands for the whole parse.

use super::Parsed;
use super::machine::{is_double_dot, is_single_dot, shorten};
use super::sets::EncodeSet;
use super::url::Url;
use crate::rungs::{RungId, RungSet};
use crate::warning::WarningCode;

/// A URL as it stands when only some of the parse's rungs have run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Respelled {
    pub url: Url,
    /// What the components do not show and `whatwg-parse` would have seen to (white space, slashes); empty when that rung is on.
    pub residue: Vec<u8>,
}

/// Whether the parse can be taken apart.
pub(crate) fn is_divisible(parsed: &Parsed) -> bool {
    parsed.spans.scheme.is_some() && parsed.spans.host.is_some() && parsed.url.is_special() && parsed.url.scheme != b"file"
}

/// The URL with the parse's rungs outside `on` undone.
pub(crate) fn respell(parsed: &Parsed, on: RungSet) -> Respelled {
    let whatwg = on.has(RungId::WhatwgParse);
    if !is_divisible(parsed) {
        return Respelled {
            url: parsed.url.clone(),
            residue: if whatwg { Vec::new() } else { parsed.source.original.to_vec() },
        };
    }
    let text = &*parsed.source.bytes;
    let spans = &parsed.spans;
    let raw = |span: &Option<std::ops::Range<usize>>| span.clone().map(|span| text[span].to_vec());
    let mut url = Url {
        path: path_with(parsed, on),
        query: if whatwg { parsed.url.query.clone() } else { raw(&spans.query) },
        fragment: if whatwg {
            parsed.url.fragment.clone()
        } else {
            raw(&spans.fragment)
        },
        scheme: parsed.url.scheme.clone(),
        username: parsed.url.username.clone(),
        password: parsed.url.password.clone(),
        host: parsed.url.host.clone(),
        port: parsed.url.port.clone(),
        opaque: parsed.url.opaque,
    };
    if !on.has(RungId::Host)
        && let (Some(host), Some(raw)) = (&mut url.host, raw(&spans.host))
    {
        host.text = if whatwg { raw.to_ascii_lowercase() } else { raw };
    }
    if !on.has(RungId::DefaultPort) {
        url.port = raw(&spans.port);
    }
    let mut residue = Vec::new();
    if !whatwg {
        url.scheme = raw(&spans.scheme).unwrap_or_default();
        if let Some(userinfo) = raw(&spans.userinfo) {
            // as one text: an empty password is part of the spelling
            url.username = userinfo;
            url.password.clear();
        }
        residue = outside_spans(parsed);
    }
    Respelled { url, residue }
}

/// The path with the parse's rungs outside `on` undone.
fn path_with(parsed: &Parsed, on: RungSet) -> Vec<u8> {
    let (whatwg, keep_dots) = (on.has(RungId::WhatwgParse), !on.has(RungId::DotSegments));
    let raw = &parsed.source.bytes[parsed.spans.path.clone()];
    match raw {
        [] if !on.has(RungId::EmptyPath) => Vec::new(),
        [_, ..] if keep_dots || !whatwg => spell_path(raw, whatwg, keep_dots),
        _ => parsed.url.path.clone(),
    }
}

/// The raw path, percent-encoded or not, with its dot segments or without.
fn spell_path(raw: &[u8], encode: bool, keep_dots: bool) -> Vec<u8> {
    let is_slash = |b: &u8| matches!(b, b'/' | b'\\');
    let mut path = Vec::with_capacity(raw.len());
    let mut segments = raw[1..].split(is_slash).peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        if !keep_dots && is_double_dot(segment) {
            shorten(&mut path, false);
            if last {
                path.push(b'/');
            }
        } else if !keep_dots && is_single_dot(segment) {
            if last {
                path.push(b'/');
            }
        } else {
            path.push(b'/');
            if encode {
                EncodeSet::Path.encode_into(segment, &mut path);
            } else {
                path.extend_from_slice(segment);
            }
        }
    }
    path
}

/// What of the input is not in a component and not the usual punctuation: it tells two spellings apart that only the parse made equal.
fn outside_spans(parsed: &Parsed) -> Vec<u8> {
    let odd = [
        WarningCode::Trimmed,
        WarningCode::TabOrNewline,
        WarningCode::SlashCount,
        WarningCode::Backslash,
    ];
    if odd.iter().any(|&code| parsed.warnings.contains(code)) {
        parsed.source.original.to_vec()
    } else {
        Vec::new()
    }
}
