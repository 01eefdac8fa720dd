//! Reading profiles from TOML: one loader for the shipped file and for the user's own.
//!
//! Whatever is wrong with a file is an error that says where; nothing in it is skipped.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use toml::Spanned;

use crate::profile::Profile;
use crate::profile_error::{ProfileError, ProfileErrorCode};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    #[serde(default)]
    profile: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: Spanned<String>,
    #[serde(default = "first_version")]
    version: u32,
    from: Option<Spanned<String>>,
    #[serde(default)]
    purpose: String,
    #[serde(default)]
    set: BTreeMap<String, Spanned<Value>>,
    drop: Option<Vec<String>>,
    keep: Option<Vec<String>>,
    keep_only: Option<Vec<String>>,
}

fn first_version() -> u32 {
    1
}

/// A setting: its name, or true and false for `on` and `off`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a setting is a string, or true or false")]
enum Value {
    Switch(bool),
    Name(String),
}

/// Where in the file something stands.
struct Text<'a>(&'a str);

impl Text<'_> {
    fn line_at(&self, offset: usize) -> usize {
        let before = &self.0.as_bytes()[..offset.min(self.0.len())];
        memchr::memchr_iter(b'\n', before).count() + 1
    }

    fn error(&self, code: ProfileErrorCode, message: String, row: Option<&Row>, offset: usize) -> ProfileError {
        ProfileError {
            code,
            message,
            profile: row.map(|row| row.name.get_ref().clone()),
            line: Some(self.line_at(offset)),
        }
    }

    fn toml_error(&self, code: ProfileErrorCode, error: &toml::de::Error) -> ProfileError {
        // the message of an unexpected character has lines of its own
        let message = error.message().trim().replace('\n', ", ");
        let message = format!("{}: {message}", code.info().message);
        self.error(code, message, None, error.span().map_or(0, |span| span.start))
    }
}

/// Reads the profiles of a file, in its order. `known` are those that they may derive from besides one another, and whose names are taken.
pub(crate) fn read(text: &[u8], known: &[Profile]) -> Result<Vec<Profile>, ProfileError> {
    use ProfileErrorCode::{BadMember, NoProfiles, NotToml, NotUtf8};
    let text = match std::str::from_utf8(text) {
        // what some editors put in front
        Ok(text) => Text(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let valid = Text(std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default());
            return Err(valid.error(NotUtf8, NotUtf8.info().message.to_owned(), None, valid.0.len()));
        }
    };
    let document = toml::de::Deserializer::parse(text.0).map_err(|error| text.toml_error(NotToml, &error))?;
    let file = ProfileFile::deserialize(document).map_err(|error| text.toml_error(BadMember, &error))?;
    if file.profile.is_empty() {
        return Err(ProfileError {
            line: None,
            ..text.error(NoProfiles, NoProfiles.info().message.to_owned(), None, 0)
        });
    }
    derived(&file.profile, known, &text)
}

/// The rows as profiles, parents before their children, then put back into the order of the file.
fn derived(rows: &[Row], known: &[Profile], text: &Text) -> Result<Vec<Profile>, ProfileError> {
    use ProfileErrorCode::{ParentCycle, UnknownProfile};
    let places = names(rows, known, text)?;
    let known: HashMap<&str, &Profile> = known.iter().map(|profile| (profile.name.as_str(), profile)).collect();
    let mut made: Vec<Option<Profile>> = rows.iter().map(|_| None).collect();
    for start in 0..rows.len() {
        // from the row up to the first ancestor that is made already, then down again
        let mut line = vec![start];
        let mut top = None;
        while let Some(from) = line.last().and_then(|&at| rows[at].from.as_ref()) {
            let row = &rows[line[line.len() - 1]];
            if let Some(&parent) = known.get(from.get_ref().as_str()) {
                top = Some(parent.clone());
                break;
            }
            let Some(&at) = places.get(from.get_ref().as_str()) else {
                let message = format!("there is no profile {:?} to derive from", from.get_ref());
                return Err(text.error(UnknownProfile, message, Some(row), from.span().start));
            };
            if let Some(parent) = &made[at] {
                top = Some(parent.clone());
                break;
            }
            // a chain of as many rows as there are has visited one of them twice
            if line.len() == rows.len() {
                let message = format!("{:?} derives from itself, by {:?}", from.get_ref(), row.name.get_ref());
                return Err(text.error(ParentCycle, message, Some(row), from.span().start));
            }
            line.push(at);
        }
        for &at in line.iter().rev() {
            let profile = match &made[at] {
                Some(profile) => profile.clone(),
                None => child(&rows[at], top.as_ref(), text)?,
            };
            top = Some(profile.clone());
            made[at] = Some(profile);
        }
    }
    Ok(made.into_iter().flatten().collect())
}

/// The place of each name.
fn names<'a>(rows: &'a [Row], known: &[Profile], text: &Text) -> Result<HashMap<&'a str, usize>, ProfileError> {
    use ProfileErrorCode::{BadName, NameTaken};
    let mut places = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let (name, offset) = (row.name.get_ref().as_str(), row.name.span().start);
        // the name is part of the ruleset id's text, a line each fact
        let of_a_slug = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || name.starts_with('-') || !name.bytes().all(of_a_slug) {
            let message = format!("the name {name:?} is no slug");
            return Err(text.error(BadName, message, Some(row), offset));
        }
        if known.iter().any(|profile| profile.name == name) {
            let message = format!("{name:?} is the name of a profile that ships");
            return Err(text.error(NameTaken, message, Some(row), offset));
        }
        if places.insert(name, at).is_some() {
            let message = format!("the name {name:?} is given twice");
            return Err(text.error(NameTaken, message, Some(row), offset));
        }
    }
    Ok(places)
}

fn child(row: &Row, parent: Option<&Profile>, text: &Text) -> Result<Profile, ProfileError> {
    let mut settings = parent.map(|parent| parent.settings.clone()).unwrap_or_default();
    for (name, value) in &row.set {
        let chosen = match value.get_ref() {
            Value::Switch(true) => "on",
            Value::Switch(false) => "off",
            Value::Name(name) => name,
        };
        let set = settings.set(name, chosen);
        set.map_err(|error| text.error(ProfileErrorCode::BadSetting, error.to_string(), Some(row), value.span().start))?;
    }
    if let Some(drop) = &row.drop {
        settings.drop.clone_from(drop);
    }
    if let Some(keep) = &row.keep {
        settings.keep.clone_from(keep);
    }
    if row.keep_only.is_some() {
        settings.keep_only.clone_from(&row.keep_only);
    }
    Ok(Profile {
        name: row.name.get_ref().clone(),
        version: row.version,
        purpose: row.purpose.clone(),
        settings,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::key_of;

    #[test]
    fn profiles_derive_from_shipped_ones_and_from_one_another_in_any_order() {
        let text = br#"
            [[profile]]
            name = "eu"
            from = "shop"
            keep = ["utm_source"]
            set = { www = true, scheme = false }

            [[profile]]
            name = "shop"
            version = 3
            purpose = "our shop"
            from = "dedup"
            drop = ["sid", "ref_*"]
            [profile.set]
            trailing-slash = "strip"

            [[profile]]
            name = "bare"
            keep_only = []
        "#;
        let [eu, shop, bare] = &Profile::parse(text).unwrap()[..] else {
            panic!("three profiles")
        };
        assert_eq!((eu.name.as_str(), eu.version, eu.purpose.as_str()), ("eu", 1, ""));
        assert_eq!((shop.name.as_str(), shop.version, shop.purpose.as_str()), ("shop", 3, "our shop"));
        let url = "http://www.shop.example/a/?utm_source=x&utm_medium=y&sid=1&ref_a=2&id=3";
        assert_eq!(key_of(shop, url), "http://www.shop.example/a?id=3");
        assert_eq!(key_of(eu, url), "http://shop.example/a?id=3&utm_source=x");
        assert_eq!(key_of(bare, "http://a/?x=1#top"), "http://a/#top");
        // a list replaces the parent's list of that name
        let text = b"[[profile]]\nname = \"a\"\nfrom = \"b\"\ndrop = [\"x\"]\n[[profile]]\nname = \"b\"\ndrop = [\"y\"]";
        assert_eq!(Profile::parse(text).unwrap()[0].settings.drop, ["x"]);
    }

    #[test]
    fn what_a_file_says_is_in_the_ruleset_id() {
        let id = |text: &str| crate::ruleset_id(&Profile::parse(text.as_bytes()).unwrap()[0]);
        let base = id("[[profile]]\nname = \"a\"\nfrom = \"dedup\"");
        for other in [
            "[[profile]]\nname = \"b\"\nfrom = \"dedup\"",
            "[[profile]]\nname = \"a\"\nfrom = \"crawl\"",
            "[[profile]]\nname = \"a\"\nfrom = \"dedup\"\nversion = 2",
            "[[profile]]\nname = \"a\"\nfrom = \"dedup\"\nset = { www = \"on\" }",
            "[[profile]]\nname = \"a\"\nfrom = \"dedup\"\ndrop = [\"x\"]",
            "[[profile]]\nname = \"a\"\nfrom = \"dedup\"\nkeep = [\"x\"]",
            "[[profile]]\nname = \"a\"\nfrom = \"dedup\"\nkeep_only = []",
        ] {
            assert_ne!(id(other), base, "{other}");
        }
        assert_eq!(
            id("\u{feff}[[profile]]\r\nname = \"a\"\r\nfrom = \"dedup\"\r\npurpose = \"x\""),
            base
        );
    }

    #[test]
    fn errors_say_where() {
        for (text, line, profile, message) in [
            (
                "\n[[profile]]\nname = \"a\"\nset = { www = \"maybe\" }",
                4,
                Some("a"),
                "www cannot be \"maybe\"",
            ),
            (
                "[[profile]]\nname = \"a\"\n[profile.set]\nhost = \"off\"",
                4,
                Some("a"),
                "the rung host is safe",
            ),
            ("[[profile]]\nname = \"a\"\n[[profile]]\nname = \"a\"", 4, Some("a"), "given twice"),
            ("[[profile]]\nname = \"a\"\nfrom = \"a\"", 3, Some("a"), "derives from itself"),
            (
                "[[profile]]\nname = \"a\"\nset = { www = 1 }",
                3,
                None,
                "a string, or true or false",
            ),
            ("[[profile]]\nname = \"a\"\nversion = -1", 3, None, "invalid value"),
            ("[[profile]]\nfrom = \"a\"", 1, None, "missing field `name`"),
            ("[[rule]]\nid = \"a\"", 1, None, "unknown field `rule`"),
            ("[[profile]]\nname = \"a\"\nfrom", 3, None, "not TOML"),
            ("[[profile]]\nname = \"a\\nb\"", 2, Some("a\nb"), "no slug"),
        ] {
            let error = Profile::parse(text.as_bytes()).unwrap_err();
            assert_eq!((error.line, error.profile.as_deref()), (Some(line), profile), "{text}: {error}");
            assert!(error.message.contains(message) && !error.message.contains('\n'), "{text}: {error}");
        }
    }

    #[test]
    fn long_chains_are_read_in_linear_time() {
        // a stack overflow or a quadratic walk would show here
        let count = 2_000;
        let rows = |last: &str| -> String {
            let row = |i: usize| format!("[[profile]]\nname = \"p{i}\"\nfrom = \"p{}\"\n", i + 1);
            (0..count).map(row).chain([last.replace('N', &count.to_string())]).collect()
        };
        let made = Profile::parse(rows("[[profile]]\nname = \"pN\"\nfrom = \"crawl\"").as_bytes()).unwrap();
        assert_eq!(made.len(), count + 1);
        assert!(
            made.iter()
                .all(|profile| profile.settings == Profile::named("crawl").unwrap().settings)
        );
        let error = Profile::parse(rows("[[profile]]\nname = \"pN\"\nfrom = \"p0\"").as_bytes()).unwrap_err();
        assert_eq!(error.code, ProfileErrorCode::ParentCycle);
    }
}
