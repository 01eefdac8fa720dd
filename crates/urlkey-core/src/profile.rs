//! Profiles: named, versioned sets of settings. The shipped ones are data (`data/profiles.toml`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::settings::Settings;

/// A named, versioned set of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name; a derived profile keeps its parent's.
    pub name: String,
    /// Raised whenever a shipped profile's keys change.
    pub version: u32,
    /// What it is for, one line.
    pub purpose: String,
    /// The settings.
    pub settings: Settings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    version: u32,
    from: Option<String>,
    purpose: String,
    set: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct ProfileFile {
    profile: Vec<Row>,
}

static SHIPPED: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let file: ProfileFile = toml::from_str(include_str!("../data/profiles.toml")).expect("data/profiles.toml is checked by a test");
    let mut profiles: Vec<Profile> = Vec::new();
    for row in file.profile {
        let parent = row.from.as_ref().map(|from| {
            profiles
                .iter()
                .find(|p| p.name == *from)
                .expect("a parent stands before its children")
        });
        let mut settings = parent.map(|parent| parent.settings.clone()).unwrap_or_default();
        for (name, value) in &row.set {
            settings.set(name, value).expect("data/profiles.toml holds valid settings");
        }
        profiles.push(Profile {
            name: row.name,
            version: row.version,
            purpose: row.purpose,
            settings,
        });
    }
    profiles
});

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
        let crawl = Profile::named("crawl").unwrap().settings;
        assert_eq!(crawl.get("fragment").as_deref(), Some("drop"));
        assert_eq!(crawl.get("sort-query").as_deref(), Some("pair"));
        assert_eq!(Profile::named("nope"), None);
    }
}
