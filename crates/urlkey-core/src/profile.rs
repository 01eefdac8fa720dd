//! Profiles: named, versioned sets of settings. The shipped ones are data (`data/profiles.toml`), and users may load their own of the same
//! form.

use std::sync::LazyLock;

use crate::profile_error::ProfileError;
use crate::profile_file;
use crate::settings::Settings;

/// A named, versioned set of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name; a profile derived in code keeps its parent's.
    pub name: String,
    /// Raised whenever a profile's keys change.
    pub version: u32,
    /// What it is for, one line.
    pub purpose: String,
    /// The settings.
    pub settings: Settings,
}

static SHIPPED: LazyLock<Vec<Profile>> =
    LazyLock::new(|| profile_file::read(include_bytes!("../data/profiles.toml"), &[]).expect("data/profiles.toml is checked by a test"));

impl Profile {
    /// The shipped profile of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::shipped().iter().find(|profile| profile.name == name).cloned()
    }

    /// Every shipped profile.
    #[must_use]
    pub fn shipped() -> &'static [Self] {
        &SHIPPED
    }

    /// The profiles of a TOML file of the form of `data/profiles.toml`, in its order. They may derive from one another and from those that
    /// ship.
    pub fn parse(text: &[u8]) -> Result<Vec<Self>, ProfileError> {
        profile_file::read(text, Self::shipped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_load_and_derive() {
        let names: Vec<_> = Profile::shipped().iter().map(|p| p.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "safe",
                "dedup",
                "crawl",
                "cache",
                "analytics",
                "bookmarks",
                "shortener",
                "seo",
                "affiliate",
                "social"
            ]
        );
        assert!(Profile::shipped().iter().all(|profile| !profile.purpose.is_empty()));
        let crawl = Profile::named("crawl").unwrap().settings;
        assert_eq!(crawl.get("fragment").as_deref(), Some("drop"));
        assert_eq!(crawl.get("sort-query").as_deref(), Some("pair"));
        assert_eq!(Profile::named("nope"), None);
    }
}
