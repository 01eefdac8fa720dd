//! The basic URL parser, WHATWG URL 4.4, without a state override.
//!
//! Each state of the standard is a method of the same name. Where the standard moves through a component one code point at a time, the
//! method takes the whole component as a slice: the result is the same and the time is linear.

use std::ops::Range;

use super::Spans;
use super::host::{Host, parse_host};
use super::sets::EncodeSet;
use super::url::{Url, scheme_length, special};
use crate::error::ErrorCode;
use crate::warning::{WarningCode, Warnings};

type Fault = (ErrorCode, usize);
type Step = Result<(), Fault>;

pub(super) struct Machine<'a> {
    input: &'a [u8],
    base: Option<&'a Url>,
    warnings: &'a mut Warnings,
    url: Url,
    special: bool,
    spans: Spans,
}

/// WHATWG URL 4.1, Windows drive letter (the two-byte text alone).
fn is_drive_letter(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// WHATWG URL 4.1, starts with a Windows drive letter.
fn starts_with_drive_letter(text: &[u8]) -> bool {
    text.len() >= 2 && is_drive_letter(&text[..2]) && matches!(text.get(2), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

/// WHATWG URL 4.1, single-dot URL path segment.
pub(super) fn is_single_dot(segment: &[u8]) -> bool {
    segment == b"." || segment.eq_ignore_ascii_case(b"%2e")
}

/// WHATWG URL 4.1, double-dot URL path segment.
pub(super) fn is_double_dot(segment: &[u8]) -> bool {
    match segment.len() {
        2 => segment == b"..",
        4 => segment.eq_ignore_ascii_case(b".%2e") || segment.eq_ignore_ascii_case(b"%2e."),
        6 => segment.eq_ignore_ascii_case(b"%2e%2e"),
        _ => false,
    }
}

/// WHATWG URL 4.4, shorten a URL's path.
pub(super) fn shorten(path: &mut Vec<u8>, is_file: bool) {
    let only_normalized_drive = matches!(path.as_slice(), [b'/', letter, b':'] if letter.is_ascii_alphabetic());
    if is_file && only_normalized_drive {
        return;
    }
    let keep = path.iter().rposition(|&b| b == b'/').unwrap_or(0);
    path.truncate(keep);
}

impl<'a> Machine<'a> {
    pub fn new(input: &'a [u8], base: Option<&'a Url>, warnings: &'a mut Warnings) -> Self {
        Self {
            input,
            base,
            warnings,
            url: Url::default(),
            special: false,
            spans: Spans::default(),
        }
    }

    pub fn run(mut self) -> Result<(Url, Spans), Fault> {
        self.scheme_start()?;
        Ok((self.url, self.spans))
    }

    fn at(&self, p: usize) -> Option<u8> {
        self.input.get(p).copied()
    }

    /// A slash, or for special schemes a backslash (noted, because other parsers disagree).
    fn is_slash(&mut self, p: usize) -> bool {
        match self.at(p) {
            Some(b'/') => true,
            Some(b'\\') if self.special => {
                self.warnings.add(WarningCode::Backslash);
                true
            }
            _ => false,
        }
    }

    /// Scheme start state and scheme state.
    fn scheme_start(&mut self) -> Step {
        let Some(end) = scheme_length(self.input) else {
            return self.no_scheme();
        };
        if self.at(end) != Some(b':') {
            return self.no_scheme();
        }
        self.url.scheme = self.input[..end].to_ascii_lowercase();
        self.special = special(&self.url.scheme).is_some();
        self.spans.scheme = Some(0..end);
        let p = end + 1;
        let rest = &self.input[p..];
        if self.url.scheme == b"file" {
            if !rest.starts_with(b"//") {
                self.warnings.add(WarningCode::SlashCount);
            }
            self.file(p)
        } else if self.special && self.base.is_some_and(|base| base.scheme == self.url.scheme) {
            self.special_relative_or_authority(p)
        } else if self.special {
            self.special_authority_slashes(p)
        } else if rest.starts_with(b"/") {
            self.path_or_authority(p + 1)
        } else {
            self.url.opaque = true;
            self.opaque_path(p);
            Ok(())
        }
    }

    /// No scheme state.
    fn no_scheme(&mut self) -> Step {
        let Some(base) = self.base else {
            let relative = match self.input {
                [b'/' | b'\\', b'/' | b'\\', ..] => false,
                [b'/' | b'\\' | b'?' | b'#', ..] | [b'.'] | [b'.', b'/' | b'\\', ..] => true,
                [b'.', b'.', rest @ ..] => matches!(rest.first(), None | Some(b'/' | b'\\')),
                _ => false,
            };
            return Err((
                if relative {
                    ErrorCode::RelativeWithoutBase
                } else {
                    ErrorCode::MissingScheme
                },
                0,
            ));
        };
        self.url.scheme.clone_from(&base.scheme);
        self.special = base.is_special();
        if base.opaque {
            if self.at(0) != Some(b'#') {
                return Err((ErrorCode::RelativeWithoutBase, 0));
            }
            self.url = Url {
                fragment: None,
                ..base.clone()
            };
            self.fragment(1);
            return Ok(());
        }
        if base.scheme == b"file" { self.file(0) } else { self.relative(0) }
    }

    /// Special relative or authority state.
    fn special_relative_or_authority(&mut self, p: usize) -> Step {
        if self.input[p..].starts_with(b"//") {
            self.special_authority_ignore_slashes(p + 2)
        } else {
            self.warnings.add(WarningCode::SlashCount);
            self.relative(p)
        }
    }

    /// Path or authority state.
    fn path_or_authority(&mut self, p: usize) -> Step {
        if self.at(p) == Some(b'/') {
            self.authority(p + 1)
        } else {
            self.path(p);
            Ok(())
        }
    }

    fn copy_authority(&mut self, base: &Url) {
        self.url.username.clone_from(&base.username);
        self.url.password.clone_from(&base.password);
        self.url.host.clone_from(&base.host);
        self.url.port.clone_from(&base.port);
    }

    /// Relative state.
    fn relative(&mut self, p: usize) -> Step {
        if self.is_slash(p) {
            return self.relative_slash(p + 1);
        }
        let Some(base) = self.base else {
            return Err((ErrorCode::RelativeWithoutBase, p));
        };
        self.copy_authority(base);
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        self.after_base_path(p, true);
        Ok(())
    }

    /// The end that relative state and file state share: what follows a path taken from the base.
    fn after_base_path(&mut self, p: usize, shorten_path: bool) {
        self.spans.path = p..p;
        match self.at(p) {
            Some(b'?') => self.query(p + 1),
            Some(b'#') => self.fragment(p + 1),
            Some(_) => {
                self.url.query = None;
                if shorten_path {
                    shorten(&mut self.url.path, self.url.scheme == b"file");
                } else {
                    self.url.path.clear();
                }
                self.path(p);
            }
            None => {}
        }
    }

    /// Relative slash state.
    fn relative_slash(&mut self, p: usize) -> Step {
        if self.special && self.is_slash(p) {
            return self.special_authority_ignore_slashes(p + 1);
        }
        if self.at(p) == Some(b'/') {
            return self.authority(p + 1);
        }
        if let Some(base) = self.base {
            self.copy_authority(base);
        }
        self.path(p);
        Ok(())
    }

    /// Special authority slashes state.
    fn special_authority_slashes(&mut self, p: usize) -> Step {
        if self.input[p..].starts_with(b"//") {
            self.special_authority_ignore_slashes(p + 2)
        } else {
            let slashes = self.input[p..].iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
            if slashes != 2 {
                self.warnings.add(WarningCode::SlashCount);
            }
            self.ignore_slashes(p)
        }
    }

    /// Special authority ignore slashes state, entered behind `//`.
    fn special_authority_ignore_slashes(&mut self, p: usize) -> Step {
        if matches!(self.at(p), Some(b'/' | b'\\')) {
            self.warnings.add(WarningCode::SlashCount);
        }
        self.ignore_slashes(p)
    }

    fn ignore_slashes(&mut self, mut p: usize) -> Step {
        while self.is_slash(p) {
            p += 1;
        }
        self.authority(p)
    }

    /// The first byte that ends an authority: host state's and authority state's common condition.
    fn authority_end(&self, p: usize) -> usize {
        let special = self.special;
        let ends = |&b: &u8| matches!(b, b'/' | b'?' | b'#') || (special && b == b'\\');
        self.input[p..].iter().position(ends).map_or(self.input.len(), |n| p + n)
    }

    /// Authority state: the last `@` ends the userinfo.
    fn authority(&mut self, p: usize) -> Step {
        let end = self.authority_end(p);
        let Some(at_sign) = memchr::memrchr(b'@', &self.input[p..end]).map(|n| p + n) else {
            return self.host(p, end);
        };
        self.spans.userinfo = Some(p..at_sign);
        let userinfo = &self.input[p..at_sign];
        let colon = memchr::memchr(b':', userinfo).unwrap_or(userinfo.len());
        EncodeSet::Userinfo.encode_into(&userinfo[..colon], &mut self.url.username);
        if let Some(password) = userinfo.get(colon + 1..) {
            EncodeSet::Userinfo.encode_into(password, &mut self.url.password);
        }
        if at_sign + 1 == end {
            return Err((ErrorCode::MissingHost, end));
        }
        self.host(at_sign + 1, end)
    }

    /// Host state; `end` is where the authority ends.
    fn host(&mut self, p: usize, end: usize) -> Step {
        let mut in_brackets = false;
        let colon = self.input[p..end].iter().position(|&b| {
            match b {
                b'[' => in_brackets = true,
                b']' => in_brackets = false,
                _ => {}
            }
            b == b':' && !in_brackets
        });
        let host_end = colon.map_or(end, |n| p + n);
        if p == host_end && (colon.is_some() || self.special) {
            return Err((ErrorCode::MissingHost, p));
        }
        self.set_host(p..host_end)?;
        if let Some(n) = colon {
            self.port(p + n + 1, end)?;
        }
        self.path_start(end);
        Ok(())
    }

    fn set_host(&mut self, span: Range<usize>) -> Step {
        let text = &self.input[span.clone()];
        let host = if text.is_empty() {
            Ok(Host::empty())
        } else {
            parse_host(text, self.special, self.warnings)
        };
        self.url.host = Some(host.map_err(|(code, at)| (code, span.start + at))?);
        self.spans.host = Some(span);
        Ok(())
    }

    /// Port state.
    fn port(&mut self, p: usize, end: usize) -> Step {
        self.spans.port = Some(p..end);
        let text = &self.input[p..end];
        if let Some(at) = text.iter().position(|b| !b.is_ascii_digit()) {
            return Err((ErrorCode::InvalidPort, p + at));
        }
        if text.is_empty() {
            return Ok(());
        }
        let zeros = text.iter().take_while(|&&b| b == b'0').count().min(text.len() - 1);
        let digits = &text[zeros..];
        let value = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u16>().ok());
        if value.is_none() {
            return Err((ErrorCode::InvalidPort, p));
        }
        if special(&self.url.scheme) != Some(digits) {
            self.url.port = Some(digits.to_vec());
        }
        Ok(())
    }

    /// File state.
    fn file(&mut self, p: usize) -> Step {
        self.url.host = Some(Host::empty());
        if self.is_slash(p) {
            return self.file_slash(p + 1);
        }
        match self.base.filter(|base| base.scheme == b"file") {
            Some(base) => {
                self.url.host.clone_from(&base.host);
                self.url.path.clone_from(&base.path);
                self.url.query.clone_from(&base.query);
                self.after_base_path(p, !starts_with_drive_letter(&self.input[p..]));
            }
            None => self.path(p),
        }
        Ok(())
    }

    /// File slash state.
    fn file_slash(&mut self, p: usize) -> Step {
        if self.is_slash(p) {
            return self.file_host(p + 1);
        }
        if let Some(base) = self.base.filter(|base| base.scheme == b"file") {
            self.url.host.clone_from(&base.host);
            let drive = base.path.get(..3).filter(|p| is_drive_letter(&p[1..]) && p[2] == b':');
            let drive = drive.filter(|_| matches!(base.path.get(3), None | Some(b'/')));
            if let Some(drive) = drive
                && !starts_with_drive_letter(&self.input[p..])
            {
                self.url.path.extend_from_slice(drive);
            }
        }
        self.path(p);
        Ok(())
    }

    /// File host state.
    fn file_host(&mut self, p: usize) -> Step {
        let end = self.authority_end(p);
        if is_drive_letter(&self.input[p..end]) {
            self.path(p);
            return Ok(());
        }
        self.set_host(p..end)?;
        if self.url.host.as_ref().is_some_and(|host| host.text == b"localhost") {
            self.url.host = Some(Host::empty());
        }
        self.path_start(end);
        Ok(())
    }

    /// Path start state.
    fn path_start(&mut self, p: usize) {
        self.spans.path = p..p;
        if self.special {
            let skip = usize::from(self.is_slash(p));
            self.path(p + skip);
            self.spans.path.start = p;
            return;
        }
        match self.at(p) {
            Some(b'?') => self.query(p + 1),
            Some(b'#') => self.fragment(p + 1),
            Some(b'/') => {
                self.path(p + 1);
                self.spans.path.start = p;
            }
            Some(_) => self.path(p),
            None => {}
        }
    }

    /// Path state: `p` is behind the slash of the first segment.
    fn path(&mut self, mut p: usize) {
        let is_file = self.url.scheme == b"file";
        self.spans.path.start = p;
        loop {
            let special = self.special;
            let ends = |&b: &u8| matches!(b, b'/' | b'?' | b'#') || (special && b == b'\\');
            let end = self.input[p..].iter().position(ends).map_or(self.input.len(), |n| p + n);
            let segment = &self.input[p..end];
            let more = self.is_slash(end);
            if is_double_dot(segment) {
                shorten(&mut self.url.path, is_file);
                if !more {
                    self.url.path.push(b'/');
                }
            } else if is_single_dot(segment) {
                if !more {
                    self.url.path.push(b'/');
                }
            } else {
                let drive = is_file && self.url.path.is_empty() && is_drive_letter(segment);
                self.url.path.push(b'/');
                EncodeSet::Path.encode_into(segment, &mut self.url.path);
                if drive && let Some(last) = self.url.path.last_mut() {
                    *last = b':';
                }
            }
            p = end;
            if !more {
                break;
            }
            p += 1;
        }
        self.spans.path.end = p;
        self.after_path(p);
    }

    fn after_path(&mut self, p: usize) {
        match self.at(p) {
            Some(b'?') => self.query(p + 1),
            Some(b'#') => self.fragment(p + 1),
            _ => {}
        }
    }

    /// Opaque path state.
    fn opaque_path(&mut self, p: usize) {
        let end = self.input[p..]
            .iter()
            .position(|b| matches!(b, b'?' | b'#'))
            .map_or(self.input.len(), |n| p + n);
        self.spans.path = p..end;
        EncodeSet::C0Control.encode_into(&self.input[p..end], &mut self.url.path);
        if end < self.input.len() && self.url.path.last() == Some(&b' ') {
            // a space before `?` or `#` would be trimmed if that part were dropped later
            self.url.path.pop();
            self.url.path.extend_from_slice(b"%20");
        }
        self.after_path(end);
    }

    /// Query state.
    fn query(&mut self, p: usize) {
        let end = memchr::memchr(b'#', &self.input[p..]).map_or(self.input.len(), |n| p + n);
        self.spans.query = Some(p..end);
        let set = if self.special { EncodeSet::SpecialQuery } else { EncodeSet::Query };
        let mut query = Vec::with_capacity(end - p);
        set.encode_into(&self.input[p..end], &mut query);
        self.url.query = Some(query);
        if end < self.input.len() {
            self.fragment(end + 1);
        }
    }

    /// Fragment state.
    fn fragment(&mut self, p: usize) {
        self.spans.fragment = Some(p..self.input.len());
        let mut fragment = Vec::with_capacity(self.input.len() - p);
        EncodeSet::Fragment.encode_into(&self.input[p..], &mut fragment);
        self.url.fragment = Some(fragment);
    }
}
