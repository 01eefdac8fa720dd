//! The WHATWG URL parser: any bytes in, a URL record with the spans of its components in the input, or an error with a position.
//!
//! `machine` is the basic URL parser (WHATWG URL 4.4), state by state; `host`, `ip` and `sets` are the sections it calls. `respell` is
//! ours: it undoes single steps of the parse, so that `explain` and `compare` can name the step that mattered.

mod host;
pub(crate) mod ip;
mod machine;
pub(crate) mod respell;
pub(crate) mod sets;
mod url;

pub use host::{Host, HostKind};
pub use url::Url;
pub(crate) use url::scheme_length;

use std::ops::Range;

use crate::error::{Error, ErrorCode};
use crate::input::Source;
use crate::warning::{WarningCode, Warnings};

/// Where each component stands in the input, in bytes of [`Source::bytes`]. A component that came from the base URL has no span.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    pub scheme: Option<Range<usize>>,
    pub userinfo: Option<Range<usize>>,
    pub host: Option<Range<usize>>,
    /// Without the colon; empty for `http://h:/`.
    pub port: Option<Range<usize>>,
    pub path: Range<usize>,
    pub query: Option<Range<usize>>,
    pub fragment: Option<Range<usize>>,
}

/// A parsed URL and what the parse saw.
#[derive(Clone, Debug)]
pub(crate) struct Parsed<'a> {
    pub url: Url,
    pub spans: Spans,
    pub source: Source<'a>,
    pub warnings: Warnings,
}

/// What stands in for a missing scheme, as in a browser's address bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultScheme {
    /// `http`
    Http,
    /// `https`
    Https,
}

impl DefaultScheme {
    /// `"http"` or `"https"`, nothing else: other schemes are never left out in practice.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "http" => Some(Self::Http),
            "https" => Some(Self::Https),
            _ => None,
        }
    }

    fn prefix(self, slashes: bool) -> &'static [u8] {
        match (self, slashes) {
            (Self::Http, false) => b"http://",
            (Self::Http, true) => b"http:",
            (Self::Https, false) => b"https://",
            (Self::Https, true) => b"https:",
        }
    }
}

/// Parses `input`, against `base` if it is relative, with `default_scheme` if it has none.
pub(crate) fn parse<'a>(input: &'a [u8], base: Option<&Url>, default_scheme: Option<DefaultScheme>) -> Result<Parsed<'a>, Error> {
    let source = Source::new(input);
    if source.bytes.is_empty() && base.is_none() {
        return Err(Error::at(ErrorCode::Empty, 0));
    }
    let first = run(source, base);
    let Some(scheme) = default_scheme else { return first };
    let retry = match &first {
        Err(error) => error.code == ErrorCode::MissingScheme,
        Ok(parsed) => parsed.warnings.contains(WarningCode::HostAsScheme),
    };
    if !retry {
        return first;
    }
    let source = Source::new(input);
    let slashes = matches!(&*source.bytes, [b'/' | b'\\', b'/' | b'\\', ..]);
    run(source.with_prefix(scheme.prefix(slashes)), base)
}

fn run<'a>(source: Source<'a>, base: Option<&Url>) -> Result<Parsed<'a>, Error> {
    let mut warnings = Warnings::default();
    if source.trimmed {
        warnings.add(WarningCode::Trimmed);
    }
    if source.dropped {
        warnings.add(WarningCode::TabOrNewline);
    }
    if std::str::from_utf8(&source.bytes).is_err() {
        warnings.add(WarningCode::NonUtf8);
    }
    match machine::Machine::new(&source.bytes, base, &mut warnings).run() {
        Ok((url, spans)) => {
            url.note_oddities(&mut warnings);
            Ok(Parsed {
                url,
                spans,
                source,
                warnings,
            })
        }
        Err((code, at)) => Err(Error::at(code, source.position(at))),
    }
}

/// Parses a base URL: absolute, and errors say that they are its.
pub(crate) fn parse_base(base: &[u8]) -> Result<Url, Error> {
    parse(base, None, None)
        .map(|parsed| parsed.url)
        .map_err(|error| Error { in_base: true, ..error })
}
