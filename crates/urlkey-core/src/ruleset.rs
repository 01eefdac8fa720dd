//! The ruleset id: keys made under different rulesets do not compare, so the id is stored beside every key.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::params::TRACKING;
use crate::profile::Profile;
use crate::rungs::session_ids::{SESSIONS, SessionEntry};
use crate::rungs::{RungId, default_document};
use crate::signed::SIGNATURES;
use crate::unwrap::{REDIRECTORS, Redirector};

/// Raised whenever the ladder itself gives another key for any input at unchanged settings and data.
pub const ALGORITHM_VERSION: u32 = 1;

/// The Unicode version of UTS #46 in the `idna` crate's data (a test asks the data).
pub const UNICODE_VERSION: &str = "18.0";

/// The version of the `psl` crate, whose compiled list dates it (a test asks the lock file).
pub const PUBLIC_SUFFIX_VERSION: &str = "2.1.247";

/// Everything that a key depends on but the URL, as text: one fact a line, in a fixed order.
#[must_use]
pub fn canonical_text(profile: &Profile) -> String {
    let mut text = format!(
        "urlkey {ALGORITHM_VERSION}\nunicode {UNICODE_VERSION}\nprofile {} {}\n",
        profile.name, profile.version
    );
    let settings = &profile.settings;
    for (name, value) in settings.options() {
        let _ = writeln!(text, "set {name} {value}");
    }
    let sorted = |names: &[String]| {
        let mut names: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
        names.sort();
        names.dedup();
        names.join(" ")
    };
    let _ = writeln!(text, "drop {}\nkeep {}", sorted(&settings.drop), sorted(&settings.keep));
    if let Some(keep_only) = &settings.keep_only {
        let _ = writeln!(text, "keep-only {}", sorted(keep_only));
    }
    let mut listed: Vec<_> = TRACKING
        .iter()
        .filter(|entry| settings.drops(entry))
        .map(|entry| entry.name.as_str())
        .collect();
    listed.sort_unstable();
    let _ = writeln!(text, "tracking {}", listed.join(" "));
    let mut signatures: Vec<_> = SIGNATURES
        .iter()
        .map(|s| format!("{} / {}", sorted(&s.all), sorted(&s.any)))
        .collect();
    signatures.sort();
    let _ = writeln!(text, "signatures {}", signatures.join(", "));
    if settings.has(RungId::Unwrap) {
        let redirectors: Vec<_> = REDIRECTORS.iter().map(Redirector::rule).collect();
        let _ = writeln!(text, "redirectors {}", redirectors.join(", "));
    }
    if settings.has(RungId::Www) || settings.has(RungId::Unwrap) {
        let _ = writeln!(text, "public suffixes {PUBLIC_SUFFIX_VERSION}");
    }
    if settings.has(RungId::SessionIds) {
        let sessions: Vec<_> = SESSIONS.iter().map(SessionEntry::rule).collect();
        let _ = writeln!(text, "sessions {}", sessions.join(", "));
    }
    if settings.has(RungId::DefaultDocument) {
        let _ = writeln!(text, "default documents {}", default_document::names().join(" "));
    }
    text
}

/// The first 16 hex digits of SHA-256 over [`canonical_text`].
#[must_use]
pub fn ruleset_id(profile: &Profile) -> String {
    let hash = Sha256::digest(canonical_text(profile).as_bytes());
    hash[..8].iter().fold(String::with_capacity(16), |mut id, byte| {
        let _ = write!(id, "{byte:02x}");
        id
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_idna_data_is_of_the_unicode_version_that_we_say() {
        // U+3D000, a small seal character, is unassigned (so disallowed in a host) before Unicode 18
        let host = "http://\u{3D000}.example/";
        assert!(
            crate::fetch_url(host.as_bytes(), crate::Context::default()).is_ok(),
            "{UNICODE_VERSION}"
        );
    }

    #[test]
    fn the_public_suffix_list_is_of_the_version_that_we_say() {
        let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).unwrap();
        assert!(lock.contains(&format!("name = \"psl\"\nversion = \"{PUBLIC_SUFFIX_VERSION}\"")));
    }

    #[test]
    fn any_option_changes_the_id_and_list_order_does_not() {
        let base = Profile::named("dedup").unwrap();
        let mut other = base.clone();
        other.settings.set("www-not-there", "on").unwrap_err();
        other.settings.set("slashes", "on").unwrap();
        assert_ne!(ruleset_id(&base), ruleset_id(&other));
        let (mut ab, mut ba) = (base.clone(), base.clone());
        ab.settings.drop = vec!["a".into(), "b".into()];
        ba.settings.drop = vec!["b".into(), "a".into()];
        assert_eq!(ruleset_id(&ab), ruleset_id(&ba));
        assert_ne!(ruleset_id(&ab), ruleset_id(&base));
        assert_eq!(ruleset_id(&base).len(), 16);
    }
}
