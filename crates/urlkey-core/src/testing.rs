//! Shorthands for the unit tests.

use crate::{Canonicalizer, Context, Profile};

/// A profile of the safe rungs plus `settings` (`name=value`, separated by spaces), fragments kept.
pub(crate) fn profile_with(settings: &str) -> Profile {
    let mut profile = Profile::named("safe").unwrap();
    profile.settings.set("fragment", "keep").unwrap();
    for setting in settings.split_whitespace() {
        let (name, value) = setting.split_once('=').unwrap();
        profile.settings.set(name, value).unwrap();
    }
    profile
}

pub(crate) fn key_of(profile: &Profile, input: &str) -> String {
    Canonicalizer::new(profile).key(input.as_bytes(), Context::default()).unwrap()
}

pub(crate) fn key_with(settings: &str, input: &str) -> String {
    key_of(&profile_with(settings), input)
}
