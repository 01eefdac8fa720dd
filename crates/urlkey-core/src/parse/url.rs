//! The URL record (WHATWG URL 4.1) and its serializer (4.5).

use super::host::{Host, HostKind};
use super::sets::triplet;
use crate::warning::{WarningCode, Warnings};

/// A URL record. Every component is ASCII, percent-encoded as the standard says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Url {
    /// Without the colon, lower case.
    pub scheme: Vec<u8>,
    /// Percent-encoded; may be empty.
    pub username: Vec<u8>,
    /// Percent-encoded; may be empty.
    pub password: Vec<u8>,
    /// `None` where there is no authority at all (`mailto:a`).
    pub host: Option<Host>,
    /// As text, `None` where it is the scheme's default.
    pub port: Option<Vec<u8>>,
    /// An opaque path, or the segments, each with a slash in front.
    pub path: Vec<u8>,
    /// The path is opaque (`mailto:a`, `data:…`): no segments, no base URL.
    pub opaque: bool,
    /// Without the question mark.
    pub query: Option<Vec<u8>>,
    /// Without the hash.
    pub fragment: Option<Vec<u8>>,
}

/// The length of the scheme that the text begins with (RFC 3986 3.1), whatever follows it; none where it does not begin with a letter.
pub(crate) fn scheme_length(text: &[u8]) -> Option<usize> {
    let (first, rest) = text.split_first()?;
    let in_scheme = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    first
        .is_ascii_alphabetic()
        .then(|| 1 + rest.iter().take_while(|b| in_scheme(b)).count())
}

/// WHATWG URL 4.2, special scheme, with its default port.
pub(crate) fn special(scheme: &[u8]) -> Option<&'static [u8]> {
    Some(match scheme {
        b"http" | b"ws" => b"80",
        b"https" | b"wss" => b"443",
        b"ftp" => b"21",
        b"file" => b"",
        _ => return None,
    })
}

impl Url {
    /// Whether the scheme is one of the six special ones.
    #[must_use]
    pub fn is_special(&self) -> bool {
        special(&self.scheme).is_some()
    }

    /// Whether the scheme is `http` or `https` (in any case: explanations look at raw spellings too).
    #[must_use]
    pub fn is_http(&self) -> bool {
        self.scheme.eq_ignore_ascii_case(b"http") || self.scheme.eq_ignore_ascii_case(b"https")
    }

    /// Whether a user name or password is there.
    #[must_use]
    pub fn has_userinfo(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// WHATWG URL 4.5, URL serializer.
    #[must_use]
    pub fn href(&self, with_fragment: bool) -> String {
        let mut out = Vec::with_capacity(self.path.len() + self.query.as_ref().map_or(0, Vec::len) + 64);
        self.write_href(with_fragment, &mut out);
        // ASCII always, but for the raw spellings that `respell` puts in for explanations
        String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// Appends the serialization to `out`.
    pub(crate) fn write_href(&self, with_fragment: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.scheme);
        out.push(b':');
        if let Some(host) = &self.host {
            out.extend_from_slice(b"//");
            if self.has_userinfo() {
                out.extend_from_slice(&self.username);
                push_part(out, b':', Some(&self.password).filter(|p| !p.is_empty()));
                out.push(b'@');
            }
            out.extend_from_slice(&host.text);
            push_part(out, b':', self.port.as_ref());
        } else if !self.opaque && self.path.starts_with(b"//") {
            // without this the path would read as an authority
            out.extend_from_slice(b"/.");
        }
        out.extend_from_slice(&self.path);
        push_part(out, b'?', self.query.as_ref());
        if with_fragment {
            push_part(out, b'#', self.fragment.as_ref());
        }
    }

    /// WHATWG URL 4.7, origin, serialized (HTML 7.1.1): `null` where it is opaque.
    #[must_use]
    pub fn origin(&self) -> String {
        match (self.scheme.as_slice(), &self.host) {
            (b"blob", _) => super::parse(&self.path, None, None)
                .ok()
                .filter(|inner| inner.url.is_http())
                .map_or_else(|| "null".to_owned(), |inner| inner.url.origin()),
            (b"file", _) => "null".to_owned(),
            (scheme, Some(host)) if special(scheme).is_some() => {
                let mut out = [scheme, b"://", &host.text].concat();
                push_part(&mut out, b':', self.port.as_ref());
                String::from_utf8_lossy(&out).into_owned()
            }
            _ => "null".to_owned(),
        }
    }

    /// Raises the warnings that can be read off the record.
    pub(super) fn note_oddities(&self, warnings: &mut Warnings) {
        if self.has_userinfo() {
            warnings.add(WarningCode::Credentials);
        }
        let opaque_host = self
            .host
            .as_ref()
            .filter(|host| host.kind == HostKind::Opaque)
            .map(|host| &host.text);
        let components = [
            Some(&self.username),
            Some(&self.password),
            opaque_host,
            Some(&self.path),
            self.query.as_ref(),
            self.fragment.as_ref(),
        ];
        if components.into_iter().flatten().any(|text| has_stray_percent(text)) {
            warnings.add(WarningCode::StrayPercent);
        }
        if self.looks_like_host_and_port() {
            warnings.add(WarningCode::HostAsScheme);
        }
        if let Some(query) = &self.query
            && query
                .split(|&b| b == b'&')
                .any(|piece| piece.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"amp;")))
        {
            warnings.add(WarningCode::HtmlEntity);
        }
    }

    /// `example.com:8080/a` and `localhost:3000`: an opaque path that begins like a port, behind a scheme that looks like a host.
    fn looks_like_host_and_port(&self) -> bool {
        let digits = self.path.iter().take_while(|b| b.is_ascii_digit()).count();
        self.opaque
            && (self.scheme.contains(&b'.') || self.scheme == b"localhost")
            && (1..=5).contains(&digits)
            && matches!(self.path.get(digits), None | Some(b'/'))
    }
}

fn push_part(out: &mut Vec<u8>, mark: u8, part: Option<&Vec<u8>>) {
    if let Some(part) = part {
        out.push(mark);
        out.extend_from_slice(part);
    }
}

fn has_stray_percent(text: &[u8]) -> bool {
    memchr::memchr_iter(b'%', text).any(|at| triplet(&text[at..]).is_none())
}
