//! Redirectors that carry their target in the URL: finding it. The redirectors are data (`data/redirectors.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ladder::{Findings, Rules, climb};
use crate::params::ParamTable;
use crate::parse::{HostKind, Url, parse, sets::percent_decode};
use crate::query::{self, listed_name, raw_name};
use crate::rungs::form_space::spaced;
use crate::rungs::percent_scan::scan;
use crate::rungs::{RungId, RungSet};
use crate::settings::Settings;
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

/// A URL at the top of the ladder, and where it climbed from.
pub(crate) struct Climbed {
    /// The URL itself, if it was a wrapper.
    pub outermost: Option<Url>,
    /// What the clean URL is made of: the innermost target, or the URL itself.
    pub unwrapped: Url,
    /// Its serialization is the key.
    pub url: Url,
    pub findings: Findings,
}

/// Takes a URL up the ladder, its wrappers off if the rung is on. More than [`MAX_HOPS`] wrappers leave the outermost URL as it is, with a
/// warning.
pub(crate) fn climb_unwrapped(url: Url, rules: Rules, warnings: Warnings) -> Climbed {
    let mut findings = Findings {
        warnings,
        ..Findings::default()
    };
    let mut inner: Option<Url> = None;
    while rules.on.has(RungId::Unwrap)
        && let Some((redirector, target)) = target(inner.as_ref().unwrap_or(&url), rules)
    {
        if findings.hops.len() == MAX_HOPS {
            findings.warnings.add(WarningCode::UnwrapLimit);
            findings.hops.clear();
            inner = None;
            break;
        }
        findings.hops.push(Hop {
            redirector,
            target: target.href(true),
        });
        inner = Some(target);
    }
    let (outermost, unwrapped) = match inner {
        Some(inner) => (Some(url), inner),
        None => (None, url),
    };
    let mut url = unwrapped.clone();
    climb(&mut url, rules, &mut findings);
    Climbed {
        outermost,
        unwrapped,
        url,
        findings,
    }
}

/// Host and path as redirectors are looked up: with every rung that can change the two at its strongest. So the answer is the same for a URL
/// and for its key, whatever the profile, and no other rung has a part in it.
fn look_up_form(url: &Url) -> Option<(Vec<u8>, Vec<u8>)> {
    let host = url
        .host
        .as_ref()
        .filter(|host| url.is_http() && host.kind == HostKind::Domain && url.port.is_none())?;
    let mut form = Url {
        scheme: url.scheme.clone(),
        host: Some(host.clone()),
        path: url.path.clone(),
        ..Url::default()
    };
    let settings = &*STRONGEST;
    let rules = Rules {
        settings,
        params: &NO_PARAMS,
        on: settings.active(),
    };
    climb(&mut form, rules, &mut Findings::default());
    Some((form.host?.text, form.path))
}

static STRONGEST: LazyLock<Settings> = LazyLock::new(|| {
    let mut settings = Settings::default();
    let rungs = [
        "host-dot",
        "www",
        "session-ids",
        "path-case",
        "slashes",
        "default-document",
        "trailing-slash",
    ];
    for rung in rungs {
        settings.set(rung, "on").expect("a rung's own value");
    }
    settings
});

static NO_PARAMS: LazyLock<ParamTable> = LazyLock::new(ParamTable::default);

/// The target of one wrapper.
fn target(url: &Url, rules: Rules) -> Option<(&'static Redirector, Url)> {
    let (host, path) = look_up_form(url)?;
    let form_space = rules.settings.has(RungId::FormSpace);
    let mut matching = REDIRECTORS.iter().filter(|redirector| redirector.is_for(&host, &path));
    matching.find_map(|redirector| Some((redirector, redirector.read(url, form_space)?)))
}

impl Redirector {
    /// Patterns are written in look-up form, which a test checks.
    fn is_for(&self, host: &[u8], path: &[u8]) -> bool {
        let path_fits = match self.path.strip_suffix('*') {
            Some(prefix) => path.starts_with(prefix.as_bytes()),
            None => path == self.path.as_bytes(),
        };
        path_fits && self.hosts.iter().any(|pattern| host_fits(pattern.as_bytes(), host))
    }

    fn read(&self, url: &Url, form_space: bool) -> Option<Url> {
        if let Some(scheme) = &self.rest {
            let query = url.query.as_ref().map(|query| [b"?", &query[..]].concat()).unwrap_or_default();
            let rest = behind_segments(&url.path, self.path.matches('/').count() - 1);
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
            Some(percent_decode(&if form_space { spaced(value) } else { value.to_vec() }).into_owned())
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

/// What follows the first `count` segments of a path, empty ones not counted.
fn behind_segments(path: &[u8], count: usize) -> &[u8] {
    let mut rest = path;
    for _ in 0..count {
        let start = rest.iter().position(|&b| b != b'/').unwrap_or(rest.len());
        rest = &rest[start..];
        rest = &rest[memchr::memchr(b'/', rest).unwrap_or(rest.len())..];
    }
    let start = rest.iter().position(|&b| b != b'/').unwrap_or(rest.len());
    &rest[start..]
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
    fn patterns_are_in_look_up_form() {
        for row in REDIRECTORS.iter() {
            let path = row.path.strip_suffix("/*").or(row.path.strip_suffix('*')).unwrap_or(&row.path);
            for host in &row.hosts {
                let host = host.trim_start_matches("*.").replace(".*", ".com");
                let url = Url::base(format!("https://{host}{path}").as_bytes()).unwrap();
                let (form_host, form_path) = look_up_form(&url).unwrap();
                assert_eq!(
                    (form_host, form_path.strip_suffix(b"/").unwrap_or(&form_path)),
                    (host.into(), path.trim_end_matches('/').as_bytes())
                );
            }
        }
    }

    #[test]
    fn a_url_and_its_key_are_unwrapped_alike() {
        let settings = "unwrap=on host-dot=on www=on slashes=on trailing-slash=strip dedupe-pairs=on form-space=on sort-query=pair";
        for (wrapper, key) in [
            ("https://www.www.google.com./URL//?q=https://a.example/b", "https://a.example/b"),
            (
                "https://www.google.com/url?q=https://a.example/&q=https://a.example/",
                "https://a.example/",
            ),
            (
                "https://www.google.com/url?q=x&q=https://a.example/",
                "https://google.com/url?q=https://a.example/&q=x",
            ),
            ("https://www.google.com/url?q=+https://a.example/", "https://a.example/"),
            ("https://www.google.com//amp/s//a.example/B//c/", "https://a.example/B/c"),
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
            let escaped = url
                .replace('%', "%25")
                .replace(':', "%3A")
                .replace('/', "%2F")
                .replace('?', "%3F")
                .replace('=', "%3D");
            url = format!("https://l.facebook.com/l.php?u={escaped}");
        }
        let social = Canonicalizer::new(&profile_with("unwrap=on"));
        let found = social.canonicalize(url.as_bytes(), Context::default()).unwrap();
        assert!(found.key.starts_with("https://l.facebook.com/") && found.warnings.contains(WarningCode::UnwrapLimit));
    }
}
