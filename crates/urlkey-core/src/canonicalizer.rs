//! The face of the crate: a profile made ready to canonicalize.

use crate::attribution::{self, Credit};
use crate::clean;
use crate::compare::{self, Comparison, Reason};
use crate::digest::digest;
use crate::error::Error;
use crate::explain::{self, Explanation};
use crate::fast::{self, Lane};
use crate::ladder::{Findings, Rules, climb};
use crate::params::ParamTable;
use crate::parse::{self, DefaultScheme, Parsed, Url};
use crate::profile::Profile;
use crate::removal::Removal;
use crate::ruleset::ruleset_id;
use crate::rungs::{RungId, RungSet};
use crate::unwrap::{Climbed, Hop, climb_unwrapped};
use crate::warning::Warnings;

/// What a reference is resolved with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The document's base URL, parsed by [`Url::base`].
    pub base: Option<&'a Url>,
    /// The scheme to assume where there is none.
    pub default_scheme: Option<DefaultScheme>,
}

impl Url {
    /// Parses a base URL; an error says that it is the base's.
    pub fn base(text: &[u8]) -> Result<Self, Error> {
        parse::parse_base(text)
    }

    /// Parses a URL.
    pub fn parse(text: &[u8], context: Context) -> Result<Self, Error> {
        parse_in(text, context).map(|parsed| parsed.url)
    }
}

/// Everything about one URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// What a browser would request: WHATWG serialization without the fragment.
    pub fetch_url: String,
    /// A link to share.
    pub clean_url: String,
    /// For comparing.
    pub key: String,
    /// The serialized origin of the fetch URL, `null` where it is opaque.
    pub origin: String,
    /// The parameters that the key lost.
    pub removed: Vec<Removal>,
    /// The campaign parameters and click ids among them: name and decoded value, the first of each name.
    pub campaign: Vec<(String, String)>,
    /// The redirectors that were taken off, outermost first.
    pub hops: Vec<Hop>,
    /// The affiliate parameters, whether they stay in the key or not: those of the redirectors, then the page's own.
    pub credited: Vec<Credit>,
    /// What was odd.
    pub warnings: Warnings,
}

/// A profile made ready to canonicalize. Immutable, cheap to share between threads.
#[derive(Clone, Debug)]
pub struct Canonicalizer {
    profile: Profile,
    params: ParamTable,
    lane: Option<Lane>,
    on: RungSet,
    ruleset: String,
}

impl Canonicalizer {
    /// Compiles a profile.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let params = ParamTable::new(&profile.settings);
        let lane = Lane::new(&profile.settings, &params);
        let on = profile.settings.active();
        Self {
            profile: profile.clone(),
            params,
            lane,
            on,
            ruleset: ruleset_id(profile),
        }
    }

    /// The shipped profile of that name, compiled.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Profile::named(name).map(|profile| Self::new(&profile))
    }

    /// The profile.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The ruleset id: 16 hex digits to store beside every key.
    #[must_use]
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    fn rules(&self) -> Rules<'_> {
        Rules {
            settings: &self.profile.settings,
            params: &self.params,
            on: self.on,
        }
    }

    /// The record whose serialization is the key.
    fn climbed(&self, input: &[u8], context: Context) -> Result<Url, Error> {
        let Parsed { mut url, warnings, .. } = parse_in(input, context)?;
        if self.on.has(RungId::Unwrap) {
            return Ok(climb_unwrapped(url, self.rules(), warnings).url);
        }
        climb(&mut url, self.rules(), &mut Findings::default());
        Ok(url)
    }

    /// The key.
    pub fn key(&self, input: &[u8], context: Context) -> Result<String, Error> {
        let mut key = Vec::new();
        self.key_into(input, context, &mut key)?;
        Ok(ascii(key))
    }

    /// Writes the key into `out`, which is cleared first. With a buffer that is used again, a plain http(s) URL costs no allocation.
    pub fn key_into(&self, input: &[u8], context: Context, out: &mut Vec<u8>) -> Result<(), Error> {
        // an input with its own `http://` does not depend on the context
        if let Some(lane) = &self.lane
            && lane.key(input, &self.params, out)
        {
            return Ok(());
        }
        let url = self.climbed(input, context)?;
        out.clear();
        url.write_href(true, out);
        Ok(())
    }

    /// The key by the reference lane alone: what the fast lane is tested against.
    pub fn reference_key(&self, input: &[u8], context: Context) -> Result<String, Error> {
        Ok(self.climbed(input, context)?.href(true))
    }

    /// The clean URL.
    pub fn clean_url(&self, input: &[u8], context: Context) -> Result<String, Error> {
        let Parsed { mut url, warnings, .. } = parse_in(input, context)?;
        if self.on.has(RungId::Unwrap) {
            url = climb_unwrapped(url, self.rules(), warnings).unwrapped;
        }
        Ok(clean::clean_url(url, self.rules()))
    }

    /// The digest of the key.
    pub fn digest(&self, input: &[u8], context: Context, seed: u64) -> Result<[u8; 16], Error> {
        Ok(digest(self.key(input, context)?.as_bytes(), seed))
    }

    /// All strings at once, from one parse.
    pub fn canonicalize(&self, input: &[u8], context: Context) -> Result<Canonical, Error> {
        let Parsed { url, warnings, .. } = parse_in(input, context)?;
        let (fetch_url, origin) = (url.href(false), url.origin());
        let Climbed {
            outermost,
            unwrapped,
            url,
            findings,
        } = climb_unwrapped(url, self.rules(), warnings);
        let credited = attribution::credited(outermost.as_ref(), &findings.hops, &unwrapped);
        Ok(Canonical {
            fetch_url,
            clean_url: clean::clean_url(unwrapped, self.rules()),
            key: url.href(true),
            origin,
            campaign: attribution::campaign(&findings.removed),
            removed: findings.removed,
            credited,
            hops: findings.hops,
            warnings: findings.warnings,
        })
    }

    /// The steps from the input to its key.
    pub fn explain(&self, input: &[u8], context: Context) -> Result<Explanation, Error> {
        Ok(explain::explain(&parse_in(input, context)?, self.rules()))
    }

    /// Whether two URLs have one key, and why.
    pub fn compare(&self, a: &[u8], b: &[u8], context: Context) -> Result<Comparison, Error> {
        let (a, b) = (parse_in(a, context)?, parse_in(b, context)?);
        Ok(compare::compare([&a, &b], self.rules()))
    }

    /// Why two URLs that are known to have one key have it: the part of [`Self::compare`] that a list of duplicates needs.
    pub fn reason(&self, a: &[u8], b: &[u8], context: Context) -> Result<Reason, Error> {
        let (a, b) = (parse_in(a, context)?, parse_in(b, context)?);
        Ok(compare::reason([&a, &b], self.rules()))
    }
}

fn parse_in<'a>(input: &'a [u8], context: Context) -> Result<Parsed<'a>, Error> {
    parse::parse(input, context.base, context.default_scheme)
}

/// The fetch URL: what a browser would request. It depends on no profile.
pub fn fetch_url(input: &[u8], context: Context) -> Result<String, Error> {
    let mut out = Vec::new();
    if fast::fetch_url(input, &mut out) {
        return Ok(ascii(out));
    }
    Ok(parse_in(input, context)?.url.href(false))
}

/// A serialization as a `String`: it is ASCII, so this only checks.
fn ascii(text: Vec<u8>) -> String {
    String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
