//! Random rung subsets.

use std::fmt::Write;

use urlkey_core::{KINDS_OPTION, Kind, Profile, RUNGS, Settings};

use super::random::Random;

/// A profile with every option drawn at random. The user's lists hold some of `names`, in odd spellings too.
pub fn random_profile(random: &mut Random, names: &[String]) -> Profile {
    let mut settings = Settings::default();
    // from almost nothing to almost everything
    let density = random.below(5);
    for rung in RUNGS.iter().filter(|rung| !rung.is_safe()) {
        let value = if random.below(6) <= density {
            random.pick(rung.values)
        } else {
            rung.values[0]
        };
        settings.set(rung.slug, value).expect("a rung's own value");
    }
    let kinds: Vec<_> = Kind::ALL.iter().filter(|_| !random.one_in(3)).map(|kind| kind.name()).collect();
    settings.set(KINDS_OPTION, &kinds.join("+")).expect("kinds");
    if random.one_in(3) {
        settings.drop = random_names(random, names, 6);
    }
    if random.one_in(3) {
        settings.keep = random_names(random, names, 6);
    }
    if random.one_in(6) {
        settings.keep_only = Some(random_names(random, names, 12));
    }
    Profile {
        name: "random".to_owned(),
        version: 1,
        purpose: String::new(),
        settings,
    }
}

fn random_names(random: &mut Random, names: &[String], most: usize) -> Vec<String> {
    let count = random.below(most + 1);
    (0..count).map(|_| random_name(random, names)).collect()
}

fn random_name(random: &mut Random, names: &[String]) -> String {
    let mut name = if names.is_empty() || random.one_in(12) {
        (*random.pick(&[
            "",
            "a",
            "id",
            "a b",
            "a+b",
            "%61",
            "gr\u{f6}\u{df}e",
            "utm_source",
            "=",
            "*",
            "amp;a",
        ]))
        .to_owned()
    } else {
        random.pick(names).clone()
    };
    if random.one_in(4) {
        let mut end = random.below(name.len() + 1);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
        name.push('*');
    }
    if random.one_in(4) {
        name = name.to_uppercase();
    }
    name
}

/// The parameter names of a URL as they are written, for the user's lists.
pub fn names_in(input: &[u8], names: &mut Vec<String>) {
    let Some(at) = input.iter().position(|&b| b == b'?') else { return };
    for piece in input[at + 1..].split(|&b| b == b'&') {
        let name = piece.split(|&b| b == b'=').next().unwrap_or_default();
        if name.len() < 40 {
            names.push(String::from_utf8_lossy(name).into_owned());
        }
    }
}

/// The settings in words, for a report of a violation.
pub fn describe(settings: &Settings) -> String {
    let on: Vec<_> = settings.options().into_iter().filter(|(_, value)| value != "off").collect();
    let options: Vec<_> = on.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut text = options.join(" ");
    for (name, list) in [
        ("drop", Some(&settings.drop)),
        ("keep", Some(&settings.keep)),
        ("keep_only", settings.keep_only.as_ref()),
    ] {
        if let Some(list) = list.filter(|list| name == "keep_only" || !list.is_empty()) {
            let _ = write!(text, " {name}={list:?}");
        }
    }
    text
}
