//! The rungs: every single thing that can happen between an input and its key.
//!
//! One file a rung: what it does, why, the text that says so, an example, the code, tests. [`RUNGS`] lists them in the ladder's order;
//! the command's listing, the reference documentation and the explanations are made from it. `crate::ladder` runs them.

pub(crate) mod dedupe_pairs;
pub(crate) mod default_document;
pub(crate) mod default_port;
pub(crate) mod dot_segments;
pub(crate) mod empty_pairs;
pub(crate) mod empty_path;
pub(crate) mod empty_query;
pub(crate) mod empty_value;
pub(crate) mod form_space;
pub(crate) mod fragment;
pub(crate) mod host;
pub(crate) mod host_dot;
pub(crate) mod path_case;
pub(crate) mod percent_case;
pub(crate) mod percent_invalid;
pub(crate) mod percent_scan;
pub(crate) mod percent_unreserved;
pub(crate) mod scheme;
pub(crate) mod session_ids;
pub(crate) mod slashes;
pub(crate) mod sort_query;
pub(crate) mod tracking;
pub(crate) mod trailing_slash;
pub(crate) mod unwrap;
pub(crate) mod userinfo;
pub(crate) mod whatwg_parse;
pub(crate) mod www;

/// What a rung can cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Safe: RFC 3986 6.2.2, syntax-based normalization.
    Syntax,
    /// Safe: RFC 3986 6.2.3, scheme-based normalization.
    Scheme,
    /// Safe: the host by WHATWG and UTS #46.
    Host,
    /// Can merge distinct pages: switchable, and reported.
    Lossy,
}

impl Class {
    /// The lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Scheme => "scheme",
            Self::Host => "host",
            Self::Lossy => "lossy",
        }
    }
}

/// A rung, in the ladder's order. The discriminant is the row of [`RUNGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "each variant is described by its row of RUNGS")]
pub enum RungId {
    Unwrap,
    WhatwgParse,
    Host,
    DefaultPort,
    EmptyPath,
    DotSegments,
    PercentCase,
    PercentUnreserved,
    PercentInvalid,
    Fragment,
    HostDot,
    Www,
    Userinfo,
    Scheme,
    EmptyPairs,
    Tracking,
    SessionIds,
    FormSpace,
    EmptyValue,
    DedupePairs,
    SortQuery,
    EmptyQuery,
    PathCase,
    Slashes,
    DefaultDocument,
    TrailingSlash,
}

/// The definition of a rung.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// Its place in the ladder.
    pub id: RungId,
    /// Stable kebab-case name, the same everywhere.
    pub slug: &'static str,
    /// What it can cost.
    pub class: Class,
    /// One line: what it does.
    pub what: &'static str,
    /// One line: why that is right, or what it risks.
    pub why: &'static str,
    /// The text that the rung follows.
    pub source: &'static str,
    /// The settings, the off value first; empty for a safe rung, which is always on.
    pub values: &'static [&'static str],
    /// The setting that `on` stands for.
    pub on: &'static str,
    /// An input and its key when only the safe rungs and this one (at `on`) run.
    pub example: [&'static str; 2],
}

/// The settings of a rung that is only on or off.
pub(crate) const SWITCH: &[&str] = &["off", "on"];

/// How many rungs there are.
pub const RUNG_COUNT: usize = 26;

/// Every rung, in the order in which the ladder is climbed.
pub const RUNGS: [&Rung; RUNG_COUNT] = [
    &unwrap::RUNG,
    &whatwg_parse::RUNG,
    &host::RUNG,
    &default_port::RUNG,
    &empty_path::RUNG,
    &dot_segments::RUNG,
    &percent_case::RUNG,
    &percent_unreserved::RUNG,
    &percent_invalid::RUNG,
    &fragment::RUNG,
    &host_dot::RUNG,
    &www::RUNG,
    &userinfo::RUNG,
    &scheme::RUNG,
    &empty_pairs::RUNG,
    &tracking::RUNG,
    &session_ids::RUNG,
    &form_space::RUNG,
    &empty_value::RUNG,
    &dedupe_pairs::RUNG,
    &sort_query::RUNG,
    &empty_query::RUNG,
    &path_case::RUNG,
    &slashes::RUNG,
    &default_document::RUNG,
    &trailing_slash::RUNG,
];

impl RungId {
    /// The definition.
    #[must_use]
    pub fn rung(self) -> &'static Rung {
        RUNGS[self as usize]
    }

    /// The rung of that name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        RUNGS.iter().find(|rung| rung.slug == slug).map(|rung| rung.id)
    }
}

impl Rung {
    /// Whether the rung never merges distinct resources.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        self.class != Class::Lossy
    }
}

/// A set of rungs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RungSet(u32);

impl RungSet {
    /// Every rung.
    pub const ALL: Self = Self((1 << RUNG_COUNT) - 1);
    /// No rung.
    pub const NONE: Self = Self(0);

    /// The rungs before `id`.
    #[must_use]
    pub fn before(id: RungId) -> Self {
        Self((1 << id as u32) - 1)
    }

    /// Whether `id` is in the set.
    #[must_use]
    pub fn has(self, id: RungId) -> bool {
        self.0 & (1 << id as u32) != 0
    }

    /// The set with `id`.
    #[must_use]
    pub fn with(self, id: RungId) -> Self {
        Self(self.0 | 1 << id as u32)
    }

    /// The set without `id`.
    #[must_use]
    pub fn without(self, id: RungId) -> Self {
        Self(self.0 & !(1 << id as u32))
    }

    /// The members, in the ladder's order.
    #[must_use]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = RungId> {
        RUNGS.iter().map(|rung| rung.id).filter(move |&id| self.has(id))
    }
}

impl FromIterator<RungId> for RungSet {
    fn from_iter<I: IntoIterator<Item = RungId>>(ids: I) -> Self {
        ids.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canonicalizer, Context, Profile};

    #[test]
    fn rows_are_in_the_order_of_the_ids_and_slugs_are_unique() {
        for (i, rung) in RUNGS.iter().enumerate() {
            assert_eq!(rung.id as usize, i, "{}", rung.slug);
            assert_eq!(RungId::from_slug(rung.slug), Some(rung.id));
            assert_eq!(rung.is_safe(), rung.values.is_empty(), "{}", rung.slug);
            assert!(rung.is_safe() || rung.values.contains(&rung.on), "{}", rung.slug);
        }
    }

    #[test]
    fn every_example_needs_its_rung() {
        let mut bare = Profile::named("safe").unwrap();
        bare.settings.set("fragment", "keep").unwrap();
        for rung in RUNGS {
            let [input, key] = rung.example;
            let mut profile = bare.clone();
            if !rung.is_safe() {
                let off = Canonicalizer::new(&profile).key(input.as_bytes(), Context::default()).unwrap();
                assert_ne!(off, key, "{} does nothing in its example", rung.slug);
                profile.settings.set(rung.slug, rung.on).unwrap();
            }
            let on = Canonicalizer::new(&profile);
            assert_eq!(on.key(input.as_bytes(), Context::default()).unwrap(), key, "{}", rung.slug);
            let steps = on.explain(input.as_bytes(), Context::default()).unwrap().steps;
            assert!(
                steps.iter().any(|step| step.rung == rung.id),
                "{} is not in its example's explanation",
                rung.slug
            );
        }
    }
}
