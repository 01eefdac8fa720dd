//! Which parameters to drop: the tracking table (`data/tracking.toml`) and the user's own lists, compiled for look-up.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::parse::sets::EncodeSet;
use crate::query::listed_name;
use crate::removal::Cause;
use crate::rungs::RungSet;
use crate::rungs::form_space::spaced;
use crate::rungs::percent_scan::scan;
use crate::settings::Settings;

/// How sure it is that a name never selects content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Documented by the vendor that sets it.
    Certain,
    /// Widely seen, documented by others.
    Common,
    /// Selects content on some sites.
    Disputed,
}

/// What a parameter records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it; data/tracking.toml describes them")]
pub enum Kind {
    Campaign,
    Click,
    Affiliate,
    Share,
    Session,
}

impl Tier {
    /// The lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Common => "common",
            Self::Disputed => "disputed",
        }
    }
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Campaign, Self::Click, Self::Affiliate, Self::Share, Self::Session];

    /// The lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Campaign => "campaign",
            Self::Click => "click",
            Self::Affiliate => "affiliate",
            Self::Share => "share",
            Self::Session => "session",
        }
    }
}

/// A row of `data/tracking.toml`.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackingEntry {
    /// The name in lower case, or a prefix that ends in `*`.
    pub name: String,
    /// How sure.
    pub tier: Tier,
    /// What it records.
    pub kind: Kind,
    /// Who sets it.
    pub by: String,
    /// Where that is written.
    pub source: String,
    /// A URL that carries it.
    pub example: String,
}

#[derive(Deserialize)]
struct TrackingFile {
    parameter: Vec<TrackingEntry>,
}

/// The tracking table.
pub static TRACKING: LazyLock<Vec<TrackingEntry>> = LazyLock::new(|| {
    let file: TrackingFile = toml::from_str(include_str!("../data/tracking.toml")).expect("data/tracking.toml is checked by a test");
    file.parameter
});

/// Exact names and prefixes, each with what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct NameMap<T> {
    exact: HashMap<Box<[u8]>, T>,
    prefixes: HashMap<Box<[u8]>, T>,
    prefix_lengths: Vec<usize>,
}

impl<T> Default for NameMap<T> {
    fn default() -> Self {
        Self {
            exact: HashMap::new(),
            prefixes: HashMap::new(),
            prefix_lengths: Vec::new(),
        }
    }
}

impl<T> NameMap<T> {
    /// Adds a normalized name, or a prefix that ends in `*`. The first entry of a name wins.
    pub fn insert(&mut self, pattern: &[u8], what: T) {
        match pattern.strip_suffix(b"*") {
            Some(prefix) => {
                if let Err(at) = self.prefix_lengths.binary_search(&prefix.len()) {
                    self.prefix_lengths.insert(at, prefix.len());
                }
                self.prefixes.entry(prefix.into()).or_insert(what);
            }
            None => {
                self.exact.entry(pattern.into()).or_insert(what);
            }
        }
    }

    /// The entry for `name`, an exact one first. A prefix does not match itself: `utm_*` needs something behind `utm_`.
    pub fn get(&self, name: &[u8]) -> Option<&T> {
        self.exact.get(name).or_else(|| {
            let mut lengths = self.prefix_lengths.iter().take_while(|&&length| length < name.len());
            lengths.find_map(|&length| self.prefixes.get(&name[..length]))
        })
    }

    /// Every pattern, prefixes with their `*`.
    pub fn patterns(&self) -> impl Iterator<Item = (&[u8], bool)> {
        let exact = self.exact.keys().map(|name| (&**name, false));
        exact.chain(self.prefixes.keys().map(|name| (&**name, true)))
    }

    pub fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.prefixes.is_empty()
    }
}

/// What becomes of a parameter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    Drop(Cause),
}

/// The compiled lists of one profile: `keep` beats `drop` beats the table's tiers.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParamTable {
    listed: NameMap<&'static TrackingEntry>,
    user: UserLists,
    /// The user's lists with `+` as `%20`, for the rung `form-space`; `None` where no name holds a `+`.
    spaced: Option<UserLists>,
}

/// The user's own lists.
#[derive(Clone, Debug, Default)]
struct UserLists {
    drop: NameMap<String>,
    keep: NameMap<()>,
    keep_only: Option<NameMap<()>>,
}

impl UserLists {
    /// `respell` is what becomes of a normalized name.
    fn new(settings: &Settings, respell: impl Fn(Vec<u8>) -> Vec<u8>) -> Self {
        let names = |patterns: &[String]| {
            let mut map = NameMap::default();
            for pattern in patterns {
                map.insert(&respell(normalized_pattern(pattern)), ());
            }
            map
        };
        let mut drop = NameMap::default();
        for pattern in &settings.drop {
            drop.insert(&respell(normalized_pattern(pattern)), pattern.clone());
        }
        Self {
            drop,
            keep: names(&settings.keep),
            keep_only: settings.keep_only.as_deref().map(names),
        }
    }
}

/// A user's name or pattern as names are compared: percent-encoded as in a query, percent-scanned, lower case.
fn normalized_pattern(pattern: &str) -> Vec<u8> {
    let mut name = Vec::with_capacity(pattern.len());
    EncodeSet::SpecialQuery.encode_into(pattern.as_bytes(), &mut name);
    scan(&mut name, RungSet::ALL);
    name.make_ascii_lowercase();
    name
}

impl ParamTable {
    pub fn new(settings: &Settings) -> Self {
        let mut listed = NameMap::default();
        for entry in TRACKING.iter().filter(|entry| settings.drops(entry)) {
            listed.insert(entry.name.as_bytes(), entry);
        }
        let mut patterns = [&settings.drop, &settings.keep].into_iter().chain(&settings.keep_only).flatten();
        let has_plus = patterns.any(|pattern| pattern.contains('+'));
        Self {
            listed,
            user: UserLists::new(settings, |name| name),
            spaced: has_plus.then(|| UserLists::new(settings, |name| spaced(&name))),
        }
    }

    /// Whether no parameter can ever be dropped.
    pub fn is_idle(&self) -> bool {
        self.user.keep_only.is_none() && self.user.drop.is_empty() && self.listed.is_empty()
    }

    /// Whether the user excepts names from being dropped.
    pub fn has_keep(&self) -> bool {
        !self.user.keep.is_empty()
    }

    /// Whether the choice is by an allow-list, where any name may be dropped.
    pub fn has_keep_only(&self) -> bool {
        self.user.keep_only.is_some()
    }

    /// The patterns that can drop a name (prefixes flagged), for the fast lane's filter.
    pub fn droppable(&self) -> impl Iterator<Item = (&[u8], bool)> {
        self.listed.patterns().chain(self.user.drop.patterns())
    }

    /// Decides about one piece. `form_space`: `+` and `%20` are one, so that the answer is the same before and after that rung.
    pub fn judge(&self, piece: &[u8], form_space: bool) -> Verdict {
        if piece.is_empty() {
            return Verdict::Keep;
        }
        let mut name = listed_name(piece);
        let mut user = &self.user;
        if form_space {
            if name.contains(&b'+') {
                name = spaced(&name);
            }
            user = self.spaced.as_ref().unwrap_or(user);
        }
        if user.keep.get(&name).is_some() {
            return Verdict::Keep;
        }
        if let Some(pattern) = user.drop.get(&name) {
            return Verdict::Drop(Cause::User(pattern.clone()));
        }
        if let Some(keep_only) = &user.keep_only {
            return if keep_only.get(&name).is_some() {
                Verdict::Keep
            } else {
                Verdict::Drop(Cause::NotKept)
            };
        }
        match self.listed.get(&name) {
            Some(entry) => Verdict::Drop(Cause::Listed(entry)),
            None => Verdict::Keep,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{key_of, profile_with};

    #[test]
    fn the_table_is_well_formed() {
        assert!(TRACKING.len() > 100);
        let mut names: Vec<_> = TRACKING.iter().map(|entry| &entry.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), TRACKING.len(), "a name is listed twice");
        for entry in TRACKING.iter() {
            assert_eq!(
                normalized_pattern(&entry.name),
                entry.name.as_bytes(),
                "{} is not in normal form",
                entry.name
            );
            let all = profile_with("tracking=certain+common+disputed tracking-kinds=campaign+click+affiliate+share+session");
            assert_ne!(
                key_of(&all, &entry.example),
                key_of(&profile_with(""), &entry.example),
                "{} in its example",
                entry.name
            );
        }
    }

    #[test]
    fn keep_beats_drop_beats_tiers() {
        let mut profile = profile_with("tracking=certain");
        profile.settings.drop = vec!["x_*".into(), "gr\u{f6}\u{df}e".into(), "a b".into()];
        profile.settings.keep = vec!["utm_source".into(), "x_keep".into()];
        let input = "http://a/?utm_source=1&utm_medium=2&x_1=3&x_=4&x_keep=5&gr%C3%b6%C3%9Fe=6&a%20b=7&A+b=8";
        assert_eq!(key_of(&profile, input), "http://a/?utm_source=1&x_=4&x_keep=5&A+b=8");
        profile.settings.set("form-space", "on").unwrap();
        assert_eq!(key_of(&profile, input), "http://a/?utm_source=1&x_=4&x_keep=5");
        profile.settings.keep.push("c+d".into());
        assert_eq!(key_of(&profile, "http://a/?a+b=1&c+d=2&c%20d=3"), "http://a/?c%20d=2&c%20d=3");
        profile.settings.keep_only = Some(vec!["id".into()]);
        assert_eq!(
            key_of(&profile, "http://a/?id=1&utm_source=1&b=2&&"),
            "http://a/?id=1&utm_source=1&&"
        );
    }
}
