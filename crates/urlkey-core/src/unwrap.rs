//! Redirectors that carry their target in the URL: finding it. The redirectors are data (`data/redirectors.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ladder::{Findings, Rules, climb};
use crate::parse::{HostKind, Url, parse, sets::triplet};
use crate::query::{self, listed_name, raw_name};
use crate::rungs::form_space::spaced;
use crate::rungs::percent_scan::scan;
use crate::rungs::{RungId, RungSet};
use crate::signed;
use crate::site::{Suffixes, registrable_domain};
use crate::warning::{WarningCode, Warnings};

/// Wrappers inside wrappers are followed this far. Five is more than real links show; a longer chain is someone's trick.
pub const MAX_HOPS: usize = 5;

/// A row of `data/redirectors.toml`.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redirector {
    /// Stable slug.
    pub id: String,
    hosts: Vec<String>,
    path: String,
    #[serde(default)]
    params: Vec<String>,
    rest: Option<String>,
    /// Who redirects like this.
    pub by: String,
    /// Where that is written.
    pub source: String,
    /// A wrapper and its target.
    pub example: [String; 2],
}

#[derive(Deserialize)]
struct RedirectorFile {
    redirector: Vec<Redirector>,
}

/// The redirector table.
pub static REDIRECTORS: LazyLock<Vec<Redirector>> = LazyLock::new(|| {
    let file: RedirectorFile =
        toml::from_str(include_str!("../data/redirectors.toml")).expect("data/redirectors.toml is checked by a test");
    file.redirector
});

/// One wrapper taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Which redirector it was.
    pub redirector: &'static Redirector,
    /// The target's serialization.
    pub target: String,
}

/// A URL at the top of the ladder, and the one that it climbed from, with its wrappers taken off.
pub(crate) struct Climbed {
    /// What the clean URL is made of: the innermost target, or the URL itself.
    pub unwrapped: Url,
    /// Its serialization is the key.
    pub url: Url,
    pub findings: Findings,
}

/// Takes a URL up the ladder, its wrappers off if the rung is on.
///
/// Whether a URL is a wrapper is asked of its climbed form (the rungs may turn a host or path into a listed one), so that a key is its own
/// key. More than [`MAX_HOPS`] wrappers leave the outermost URL as it is, with a warning.
pub(crate) fn climb_unwrapped(url: Url, rules: Rules, warnings: Warnings) -> Climbed {
    let up = |url: Url| {
        let mut findings = Findings {
            warnings,
            ..Findings::default()
        };
        let mut top = url.clone();
        climb(&mut top, rules, &mut findings);
        Climbed {
            unwrapped: url,
            url: top,
            findings,
        }
    };
    let outermost = up(url);
    if !rules.on.has(RungId::Unwrap) {
        return outermost;
    }
    let mut hops = Vec::new();
    let mut inner: Option<Climbed> = None;
    while let Some((redirector, target)) = target(inner.as_ref().unwrap_or(&outermost), rules) {
        if hops.len() == MAX_HOPS {
            let mut findings = outermost.findings;
            findings.warnings.add(WarningCode::UnwrapLimit);
            return Climbed { findings, ..outermost };
        }
        hops.push(Hop {
            redirector,
            target: target.href(true),
        });
        inner = Some(up(target));
    }
    let mut climbed = inner.unwrap_or(outermost);
    climbed.findings.hops = hops;
    climbed
}

/// The target of one wrapper.
fn target(wrapper: &Climbed, rules: Rules) -> Option<(&'static Redirector, Url)> {
    let url = &wrapper.url;
    let host = url
        .host
        .as_ref()
        .filter(|host| url.is_http() && host.kind == HostKind::Domain && url.port.is_none())?;
    let matching = REDIRECTORS.iter().filter(|redirector| redirector.is_for(&host.text, &url.path));
    let form_space = rules.settings.has(RungId::FormSpace);
    for redirector in matching {
        if let Some(target) = redirector.read(&wrapper.unwrapped, &url.path, form_space) {
            return Some((redirector, target));
        }
    }
    None
}

impl Redirector {
    fn is_for(&self, host: &[u8], path: &[u8]) -> bool {
        let path_fits = match self.path.strip_suffix('*') {
            Some(prefix) => path.starts_with(prefix.as_bytes()),
            None => path == self.path.as_bytes(),
        };
        path_fits && self.hosts.iter().any(|pattern| host_fits(pattern.as_bytes(), host))
    }

    /// The target: from the climbed path, or from the query as it was before the lossy rungs.
    fn read(&self, url: &Url, path: &[u8], form_space: bool) -> Option<Url> {
        if let Some(scheme) = &self.rest {
            let rest = &path[self.path.len() - 1..];
            let query = url.query.as_ref().map(|query| [b"?", &query[..]].concat()).unwrap_or_default();
            return http_url(&[scheme.as_bytes(), b"://", rest, &query].concat());
        }
        let mut query = url.query.clone()?;
        scan(&mut query, RungSet::ALL);
        let pieces = query::split(&query);
        if signed::is_signed(&pieces) {
            return None;
        }
        let value_of = |name: &String| {
            let mut named = pieces.iter().filter(|piece| listed_name(piece) == name.as_bytes());
            let piece = named.next()?;
            // two targets are none: the order of the two must not decide
            let value = piece
                .get(raw_name(piece).len() + 1..)
                .filter(|_| named.all(|other| other == piece))?;
            Some(decode_once(&if form_space { spaced(value) } else { value.to_vec() }))
        };
        self.params.iter().filter_map(value_of).find_map(|text| http_url(&text))
    }

    /// The row's facts that a key depends on, for the ruleset id.
    pub(crate) fn rule(&self) -> String {
        let Self {
            id,
            hosts,
            path,
            params,
            rest,
            ..
        } = self;
        format!("{id} {hosts:?} {path} {params:?} {rest:?}")
    }
}

/// `name`, `*.name` (the name too), or `name.*` (any public suffix).
fn host_fits(pattern: &[u8], host: &[u8]) -> bool {
    if let Some(name) = pattern.strip_prefix(b"*.") {
        return host == name || host.strip_suffix(name).is_some_and(|front| front.ends_with(b"."));
    }
    let Some(name) = pattern.strip_suffix(b".*") else {
        return host == pattern;
    };
    let suffix = host.strip_prefix(name).and_then(|rest| rest.strip_prefix(b"."));
    // nothing but a public suffix may follow: the registrable domain begins with the pattern's last label
    suffix.is_some_and(|suffix| {
        registrable_domain(suffix, Suffixes::Registries).is_none() && registrable_domain(host, Suffixes::Registries).is_some()
    })
}

/// WHATWG URL 1.3, percent-decode; `+` is left alone.
fn decode_once(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        match triplet(&text[i..]) {
            Some(octet) => {
                out.push(octet);
                i += 3;
            }
            None => {
                out.push(text[i]);
                i += 1;
            }
        }
    }
    out
}

/// An absolute http(s) URL; anything else (`javascript:`, a path) is no target.
fn http_url(text: &[u8]) -> Option<Url> {
    parse(text, None, None).ok().map(|parsed| parsed.url).filter(Url::is_http)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{key_with, profile_with};
    use crate::{Canonicalizer, Context};

    #[test]
    fn every_example_gives_its_target() {
        let unwrapping = Canonicalizer::new(&profile_with("unwrap=on"));
        for row in REDIRECTORS.iter() {
            let [wrapper, wanted] = &row.example;
            let found = unwrapping.canonicalize(wrapper.as_bytes(), Context::default()).unwrap();
            let hops: Vec<_> = found
                .hops
                .iter()
                .map(|hop| (hop.redirector.id.as_str(), hop.target.as_str()))
                .collect();
            assert_eq!(hops, [(row.id.as_str(), wanted.as_str())]);
            assert_eq!(row.params.is_empty(), row.rest.is_some(), "{}", row.id);
        }
    }

    #[test]
    fn rungs_that_make_a_wrapper_do_not_break_idempotence() {
        let settings = "unwrap=on host-dot=on www=on slashes=on trailing-slash=strip dedupe-pairs=on form-space=on sort-query=pair";
        for (wrapper, key) in [
            ("https://www.www.google.com./url//?q=https://a.example/b", "https://a.example/b"),
            (
                "https://www.google.com/url?q=https://a.example/&q=https://a.example/",
                "https://a.example/",
            ),
            (
                "https://www.google.com/url?q=x&q=https://a.example/",
                "https://google.com/url?q=https://a.example/&q=x",
            ),
            ("https://www.google.com/url?q=+https://a.example/", "https://a.example/"),
        ] {
            assert_eq!(key_with(settings, wrapper), key);
            assert_eq!(key_with(settings, key), key);
        }
    }

    #[test]
    fn what_is_no_target_stays_wrapped() {
        for wrapper in [
            "https://www.google.com/url?q=javascript:alert(1)",
            "https://www.google.com/url?q=/relative",
            "https://www.google.com/url?x=1",
            "https://www.google.evil.example/url?q=https://a.example/",
            "https://google.com.evil.example/url?q=https://a.example/",
            "https://www.google.com:8080/url?q=https://a.example/",
            "https://notcdn.ampproject.org.example/c/s/a.example/",
            "https://www.google.com/url?q=https://a.example/&X-Amz-Signature=0f",
        ] {
            assert_eq!(key_with("unwrap=on", wrapper), key_with("", wrapper), "{wrapper}");
        }
    }

    #[test]
    fn chains_up_to_the_limit_with_one_decode_a_hop() {
        let mut url = "https://target.example/%2541".to_owned();
        for hop in 0..=MAX_HOPS {
            let key = key_with("unwrap=on", &url);
            assert_eq!(key, "https://target.example/%2541", "{hop} hops");
            let escaped: String = url.bytes().map(|b| format!("%{b:02X}")).collect();
            url = format!("https://l.facebook.com/l.php?u={escaped}");
        }
        let social = Canonicalizer::new(&profile_with("unwrap=on"));
        let found = social.canonicalize(url.as_bytes(), Context::default()).unwrap();
        assert!(found.key.starts_with("https://l.facebook.com/") && found.warnings.contains(WarningCode::UnwrapLimit));
    }
}
