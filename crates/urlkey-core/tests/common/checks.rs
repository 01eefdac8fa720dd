//! The ladder's invariants for one input: under a profile, under random settings, and for its explanation.
//!
//! The integration tests and the fuzz targets run these same checks. A violation is a sentence that holds what is needed to see it again.

use urlkey_core::{Canonicalizer, Class, Context, Error, Explanation, KINDS_OPTION, Profile, RUNGS, RungId, Warnings, digest, fetch_url};

use super::settings::describe;
use super::uri::{check_http_key, check_other_key, decode};

/// Why an input violates an invariant.
pub type Violation = String;

/// An input with what does not depend on the profile.
pub struct Case<'a> {
    input: &'a [u8],
    context: Context<'a>,
    fetch: Result<String, Error>,
    warnings: Warnings,
    /// Host and port of the fetch URL, of http(s) only.
    authority: Option<(String, String)>,
    /// Keys that passed the checks that look at nothing but the key.
    passed: Vec<String>,
}

fn is_http(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

fn query_of(url: &str) -> Option<&str> {
    without_fragment(url).split_once('?').map(|(_, query)| query)
}

fn expect_equal<T: PartialEq + std::fmt::Debug>(what: &str, got: &T, wanted: &T) -> Result<(), Violation> {
    if got == wanted {
        Ok(())
    } else {
        Err(format!("{what}: {got:?}, not {wanted:?}"))
    }
}

/// Host and port as ada reads them.
fn authority_of(url: &str) -> Option<(String, String)> {
    let parsed = ada_url::Url::parse(url, None).ok()?;
    Some((parsed.hostname().to_owned(), parsed.port().to_owned()))
}

impl<'a> Case<'a> {
    /// Parses the input, and checks what holds for the fetch URL. `safe` is the profile of that name.
    pub fn new(safe: &Canonicalizer, input: &'a [u8], context: Context<'a>) -> Result<Self, Violation> {
        let fetch = fetch_url(input, context);
        let mut authority = None;
        let mut warnings = Warnings::default();
        if let Ok(fetch) = &fetch {
            let again = fetch_url(fetch.as_bytes(), Context::default());
            expect_equal("invariant 1, fetch_url(fetch_url)", &again.as_ref(), &Ok(fetch))?;
            if let Some(at) = fetch.find('#') {
                return Err(format!("a fragment at {at} of the fetch URL {fetch:?}"));
            }
            let found = safe
                .canonicalize(input, context)
                .map_err(|error| format!("canonicalize: {error}"))?;
            warnings = found.warnings;
            if is_http(fetch) {
                let parsed = ada_url::Url::parse(fetch.as_str(), None).map_err(|_| format!("ada rejects the fetch URL {fetch:?}"))?;
                expect_equal("ada's spelling of the fetch URL", &parsed.href(), &fetch.as_str())?;
                authority = authority_of(fetch);
            }
        }
        Ok(Self {
            input,
            context,
            fetch,
            warnings,
            authority,
            passed: Vec::new(),
        })
    }

    /// The fetch URL, if the input is valid.
    pub fn fetch(&self) -> Option<&str> {
        self.fetch.as_deref().ok()
    }

    /// Invariants 1, 2, 3 and 6 under one profile, and that the lanes and the calls agree. Gives the key.
    pub fn check(&mut self, canonicalizer: &Canonicalizer) -> Result<Option<String>, Violation> {
        let reference = canonicalizer.reference_key(self.input, self.context);
        let key = canonicalizer.key(self.input, self.context);
        expect_equal("lanes: key against reference_key", &key, &reference)?;
        let mut buffer = b"what was there before".to_vec();
        let written = canonicalizer.key_into(self.input, self.context, &mut buffer);
        match (&key, written) {
            (Ok(key), Ok(())) => expect_equal(
                "key_into",
                &buffer.escape_ascii().to_string(),
                &key.as_bytes().escape_ascii().to_string(),
            )?,
            (key, written) => expect_equal("key_into", &written.err().as_ref(), &key.as_ref().err())?,
        }
        let clean = canonicalizer.clean_url(self.input, self.context);
        let (key, clean, fetch) = match (key, clean, &self.fetch) {
            (Ok(key), Ok(clean), Ok(fetch)) => (key, clean, fetch),
            (Err(key), Err(clean), Err(fetch)) if key == *fetch && clean == *fetch => return Ok(None),
            (key, clean, fetch) => return Err(format!("invariant 6: key {key:?}, clean URL {clean:?}, but fetch URL {fetch:?}")),
        };
        let alone = Context::default();
        for (lane, again) in [
            ("key", canonicalizer.key(key.as_bytes(), alone)),
            ("reference_key", canonicalizer.reference_key(key.as_bytes(), alone)),
        ] {
            expect_equal(&format!("invariant 1, {lane}(key)"), &again.as_ref(), &Ok(&key))?;
        }
        let again = canonicalizer.clean_url(clean.as_bytes(), alone);
        expect_equal("invariant 1, clean_url(clean_url)", &again.as_ref(), &Ok(&clean))?;
        let of_fetch = canonicalizer.key(fetch.as_bytes(), alone);
        let target = self.target(canonicalizer);
        // the fragment of a redirector's target comes from the query, so the fetch URL has it too
        if target.is_none() || of_fetch.as_deref() != Ok(&key) {
            expect_equal("invariant 2, key(fetch_url)", &of_fetch.as_deref(), &Ok(without_fragment(&key)))?;
        }
        if !self.passed.contains(&key) {
            self.check_uri(&key, target.as_deref())?;
            self.passed.push(key.clone());
        }
        let of_clean = fetch_url(clean.as_bytes(), alone);
        expect_equal("the clean URL's own fetch URL", &of_clean.as_deref(), &Ok(without_fragment(&clean)))?;
        for (what, url) in [("key", &key), ("clean URL", &clean)] {
            // text directives never stay, and what they leave empty in a key goes with them
            let fragment = url.split_once('#').map(|(_, fragment)| fragment);
            if fragment.is_some_and(|fragment| fragment.contains(":~:") || (fragment.is_empty() && what == "key")) {
                return Err(format!("a fragment that should be gone from the {what} {url:?}"));
            }
        }
        Ok(Some(key))
    }

    /// What the input's redirectors lead to, if the rung is on and there are any.
    fn target(&self, canonicalizer: &Canonicalizer) -> Option<String> {
        let is_on = canonicalizer.profile().settings.get("unwrap").is_some_and(|value| value == "on");
        let found = is_on.then(|| canonicalizer.canonicalize(self.input, self.context))?.ok()?;
        found.hops.last().map(|hop| hop.target.clone())
    }

    /// Invariant 3, and that a key of another scheme is sound. Behind a redirector the target's authority counts.
    fn check_uri(&self, key: &str, target: Option<&str>) -> Result<(), Violation> {
        let authority = target.map_or_else(|| self.authority.clone(), authority_of);
        let Some((fetch_host, fetch_port)) = &authority else {
            return check_other_key(key).map_err(|fault| format!("the key {key:?}: {fault}"));
        };
        let authority = check_http_key(key).map_err(|fault| format!("invariant 3, the key {key:?}: {fault}"))?;
        let host = String::from_utf8(decode(authority.host)).map_err(|e| format!("invariant 3, host of {key:?}: {e}"))?;
        let port = authority.port.unwrap_or_default();
        // what `www` and `host-dot` may have dropped
        let front = fetch_host
            .strip_suffix(&host)
            .or_else(|| fetch_host.strip_suffix('.')?.strip_suffix(&host));
        if front.is_none_or(|front| !front.replace("www.", "").is_empty()) {
            return Err(format!("invariant 3: the key's host is {host:?}, the fetch URL's {fetch_host:?}"));
        }
        expect_equal("invariant 3, port of the key", &port, &fetch_port.as_str())?;
        let ada = ada_url::Url::parse(key, None).map_err(|_| format!("invariant 3: ada rejects the key {key:?}"))?;
        expect_equal("invariant 3, ada's host of the key", &ada.hostname(), &host.as_str())?;
        expect_equal("invariant 3, ada's port of the key", &ada.port(), &port)?;
        // the url crate rejects some hosts that the standard now accepts; what it accepts, it must read as we do
        if let Ok(parsed) = url::Url::parse(key) {
            expect_equal(
                "invariant 3, the url crate's host of the key",
                &parsed.host_str(),
                &Some(host.as_str()),
            )?;
            let found = parsed.port().map(|port| port.to_string()).unwrap_or_default();
            expect_equal("invariant 3, the url crate's port of the key", &found.as_str(), &port)?;
        }
        Ok(())
    }

    /// Invariant 5, and that `canonicalize`, `explain`, `digest` and the single calls say the same.
    pub fn check_explanation(&self, canonicalizer: &Canonicalizer) -> Result<Option<Explanation>, Violation> {
        let Ok(fetch) = &self.fetch else {
            let found = canonicalizer.explain(self.input, self.context).err();
            expect_equal("invariant 6, the error of explain", &found.as_ref(), &self.fetch.as_ref().err())?;
            let found = canonicalizer.canonicalize(self.input, self.context).err();
            expect_equal(
                "invariant 6, the error of canonicalize",
                &found.as_ref(),
                &self.fetch.as_ref().err(),
            )?;
            return Ok(None);
        };
        let fail = |error: Error| format!("invariant 6: {error}, of an input that has a fetch URL");
        let key = canonicalizer.key(self.input, self.context).map_err(fail)?;
        let found = canonicalizer.canonicalize(self.input, self.context).map_err(fail)?;
        let explanation = canonicalizer.explain(self.input, self.context).map_err(fail)?;
        expect_equal("invariant 5, the end of explain", &explanation.key, &key)?;
        expect_equal("canonicalize().key", &found.key, &key)?;
        expect_equal("canonicalize().fetch_url", &found.fetch_url, fetch)?;
        let clean = canonicalizer.clean_url(self.input, self.context).map_err(fail)?;
        expect_equal("canonicalize().clean_url", &found.clean_url, &clean)?;
        let hash = canonicalizer.digest(self.input, self.context, 7).map_err(fail)?;
        expect_equal("digest", &hash, &digest(key.as_bytes(), 7))?;
        expect_equal("the warnings of explain", &explanation.warnings, &found.warnings)?;
        expect_equal("the warnings, which no profile changes", &found.warnings, &self.warnings)?;
        Self::check_steps(canonicalizer, &explanation)?;
        self.check_removed(canonicalizer, &key, &clean, &found.removed, explanation.is_signed())?;
        Ok(Some(explanation))
    }

    /// The steps are of rungs that are on, in the ladder's order, and each goes on where the last one of its component ended.
    fn check_steps(canonicalizer: &Canonicalizer, explanation: &Explanation) -> Result<(), Violation> {
        let on = rungs_on(canonicalizer.profile());
        let mut ends: Vec<(&str, &Option<String>)> = Vec::new();
        let mut last = None;
        for step in &explanation.steps {
            if !on.contains(&step.rung) {
                return Err(format!(
                    "invariant 4: {} is off and explain has a step of it",
                    step.rung.rung().slug
                ));
            }
            // these two work by turns
            let by_turns = step.rung == RungId::DefaultDocument && last == Some(RungId::TrailingSlash);
            if last > Some(step.rung) && !by_turns {
                return Err(format!("explain: {} stands too late", step.rung.rung().slug));
            }
            last = Some(step.rung);
            if explanation.is_signed() && step.rung.rung().class == Class::Lossy && step.rung != RungId::Fragment {
                return Err(format!("signed, and explain has a step of {}", step.rung.rung().slug));
            }
            if step.before == step.after {
                return Err(format!("explain: a step of {} that changes nothing", step.rung.rung().slug));
            }
            if step.component == "url" {
                continue;
            }
            match ends.iter_mut().find(|(component, _)| *component == step.component) {
                Some((component, end)) => {
                    expect_equal(
                        &format!("explain, {component} before {}", step.rung.rung().slug),
                        &&step.before,
                        end,
                    )?;
                    *end = &step.after;
                }
                None => ends.push((step.component, &step.after)),
            }
        }
        Ok(())
    }

    /// What `removed` lists is what the key lost, no more and no less.
    fn check_removed(
        &self,
        canonicalizer: &Canonicalizer,
        key: &str,
        clean: &str,
        removed: &[urlkey_core::Removal],
        signed: bool,
    ) -> Result<(), Violation> {
        let target = self.target(canonicalizer);
        let fetch = target
            .as_deref()
            .or(self.fetch.as_deref().ok())
            .map(without_fragment)
            .unwrap_or_default();
        if signed {
            expect_equal("signed: parameters removed", &removed.len(), &0)?;
            return expect_equal("signed: the clean URL", &clean, &fetch);
        }
        let before = query_of(fetch);
        let pieces = |query: Option<&str>| query.map_or(0, |query| query.split('&').count());
        let (all, left) = (pieces(before), pieces(query_of(key)));
        let settings = &canonicalizer.profile().settings;
        let is_on = |name: &str| settings.get(name).is_some_and(|value| value != "off");
        if left + removed.len() > all {
            return Err(format!("{left} pieces left and {} removed, of {all}", removed.len()));
        }
        let others = ["empty-pairs", "dedupe-pairs", "empty-query"].iter().any(|name| is_on(name));
        if !others && left + removed.len() != all {
            return Err(format!("{left} pieces left and {} removed, of {all}", removed.len()));
        }
        // what tracks is gone from the clean URL as from the key, and nothing else is
        let clean_left = pieces(query_of(clean));
        let removed: Vec<_> = removed.iter().filter(|removal| removal.rung.rung().slug == "tracking").collect();
        if clean_left + removed.len() != all {
            return Err(format!(
                "the clean URL {clean:?} has {clean_left} of {all} pieces, and {} were removed",
                removed.len()
            ));
        }
        Ok(())
    }

    /// Invariant 4: a lossy rung that explain does not list can be switched off, and what belongs to a rung that is off is no matter.
    pub fn check_switching(&self, subject: &Subject, explanation: &Explanation) -> Result<(), Violation> {
        let listed = explanation.rungs();
        for (rung, without) in subject.without.iter().filter(|(rung, _)| !listed.has(*rung)) {
            let key = without.key(self.input, self.context);
            expect_equal(
                &format!("invariant 4: switching off {}, which explain does not list", rung.rung().slug),
                &key.as_ref(),
                &Ok(&explanation.key),
            )?;
        }
        if let Some(idle) = &subject.idle_options {
            let key = idle.key(self.input, self.context);
            expect_equal(
                "invariant 4: with other options of a rung that is off",
                &key.as_ref(),
                &Ok(&explanation.key),
            )?;
        }
        Ok(())
    }

    /// All of it under one subject, as far as `effort` goes.
    pub fn check_all(&mut self, subject: &Subject, effort: Effort) -> Result<(), Violation> {
        self.check(&subject.canonicalizer)?;
        if effort >= Effort::Explain
            && let Some(explanation) = self.check_explanation(&subject.canonicalizer)?
            && effort >= Effort::Switch
        {
            self.check_switching(subject, &explanation)?;
        }
        Ok(())
    }

    /// A report of a violation.
    pub fn report(&self, canonicalizer: &Canonicalizer, violation: &str) -> String {
        let base = self.context.base.map(|base| format!(" on {:?}", base.href(true)));
        format!(
            "\"{}\"{} under {}: {violation}",
            self.input.escape_ascii(),
            base.unwrap_or_default(),
            describe(&canonicalizer.profile().settings)
        )
    }
}

/// Which checks run: each value includes those before it, and costs several times as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// The strings: [`Case::check`].
    Keys,
    /// The explanation too: [`Case::check_explanation`].
    Explain,
    /// The same with each rung switched off: [`Case::check_switching`].
    Switch,
}

/// A profile under test, and the profiles that differ from it in one rung.
pub struct Subject {
    pub canonicalizer: Canonicalizer,
    /// For each lossy rung that is on: the same profile with that rung off.
    without: Vec<(RungId, Canonicalizer)>,
    /// The same profile with other options of rungs that are off, if there are any.
    idle_options: Option<Canonicalizer>,
}

impl Subject {
    pub fn new(profile: &Profile) -> Self {
        let mut without = Vec::new();
        for rung in RUNGS.iter().filter(|rung| !rung.is_safe()) {
            let mut fewer = profile.clone();
            fewer.settings.set(rung.slug, "off").expect("a lossy rung");
            if fewer.settings != profile.settings {
                without.push((rung.id, Canonicalizer::new(&fewer)));
            }
        }
        let mut other = profile.clone();
        if profile.settings.get("tracking").as_deref() == Some("off") {
            other.settings.set(KINDS_OPTION, "campaign+affiliate+share").expect("kinds");
            if profile.settings.drop.is_empty() && profile.settings.keep_only.is_none() {
                other.settings.keep = vec!["utm_*".to_owned(), "id".to_owned()];
            }
        }
        Self {
            canonicalizer: Canonicalizer::new(profile),
            without,
            idle_options: (other.settings != profile.settings).then(|| Canonicalizer::new(&other)),
        }
    }
}

/// The rungs that a profile lets run: the safe ones, those with a setting that is not off, `fragment` for its directives, and `tracking`
/// for the user's lists.
fn rungs_on(profile: &Profile) -> Vec<RungId> {
    let settings = &profile.settings;
    let lists = !settings.drop.is_empty() || settings.keep_only.is_some();
    let on = |id: RungId| {
        let rung = id.rung();
        rung.is_safe()
            || id == RungId::Fragment
            || (id == RungId::Tracking && lists)
            || settings.get(rung.slug).is_some_and(|value| value != rung.values[0])
    };
    RUNGS.iter().map(|rung| rung.id).filter(|&id| on(id)).collect()
}
