//! What the fuzz targets share: the checks of the core's own tests, settings to fuzz under, and ada as an oracle.

#[allow(dead_code, reason = "the targets use a part")]
#[path = "../../crates/urlkey-core/tests/common/checks.rs"]
pub mod checks;
#[path = "../../crates/urlkey-core/tests/common/random.rs"]
pub mod random;
#[path = "../../crates/urlkey-core/tests/common/settings.rs"]
pub mod settings;
#[path = "../../crates/urlkey-core/tests/common/uri.rs"]
pub mod uri;

use std::sync::{LazyLock, OnceLock};

use urlkey_core::{Canonicalizer, Profile, Url, fetch_url};

use checks::Subject;
use random::Random;

/// The profile `safe`, compiled.
pub static SAFE: LazyLock<Canonicalizer> = LazyLock::new(|| Canonicalizer::named("safe").expect("shipped"));

/// How many profiles the targets fuzz under: the shipped ones, then random rung subsets.
const SUBJECTS: usize = 256;

/// One of the profiles, compiled when it is first used.
pub fn subject(index: u16) -> &'static Subject {
    static SUBJECTS_MADE: [OnceLock<Subject>; SUBJECTS] = [const { OnceLock::new() }; SUBJECTS];
    let index = usize::from(index) % SUBJECTS;
    SUBJECTS_MADE[index].get_or_init(|| {
        let profile = Profile::shipped().get(index).cloned().unwrap_or_else(|| {
            let names = ["a", "b", "id", "utm_source", "gclid", "ref", "sid", "x[]", "a b", "\u{e9}", "q", ""].map(str::to_owned);
            settings::random_profile(&mut Random::new(index as u64), &names)
        });
        Subject::new(&profile)
    })
}

/// Some base URLs, or none.
pub fn base(index: u8) -> Option<&'static Url> {
    static BASES: LazyLock<Vec<Url>> = LazyLock::new(|| {
        let texts: [&[u8]; 7] = [
            b"http://example.com/a/b/c?d=e#f",
            b"https://user:pass@example.com:8080/",
            b"file:///C:/a/b",
            b"file://host/a//b",
            b"foo://host/a/b?q",
            b"foo:/a/b",
            b"mailto:a@b",
        ];
        texts.iter().map(|text| Url::base(text).expect("a base")).collect()
    });
    BASES.get(usize::from(index))
}

/// Panics with a report, which is how a fuzz target says that it found something.
pub fn demand<T>(result: Result<T, String>) -> T {
    result.unwrap_or_else(|violation| panic!("{violation}"))
}

/// Compares our fetch URL with ada's href. Three differences are allowed: our limit on the length of a host; international hosts that
/// one of the two refuses because its IDNA data is of another Unicode version; and those whose combining marks ada leaves in another
/// order than NFC does. In the last two the `url` crate must confirm our answer.
pub fn check_against_ada(input: &[u8], base: Option<&[u8]>) {
    let (Ok(text), Ok(base_text)) = (std::str::from_utf8(input), base.map(std::str::from_utf8).transpose()) else {
        return;
    };
    let Ok(base_url) = base.map(Url::base).transpose() else { return };
    let context = urlkey_core::Context {
        base: base_url.as_ref(),
        default_scheme: None,
    };
    let ours = fetch_url(input, context);
    let theirs = ada_url::Url::parse(text, base_text).ok();
    let theirs = theirs.as_ref().map(|url| url.href().split('#').next().unwrap_or_default());
    if theirs == ours.as_deref().ok() {
        return;
    }
    if ours.as_ref().is_err_and(|error| error.code == urlkey_core::ErrorCode::HostTooLong) {
        return;
    }
    let international = !text.is_ascii() || text.contains('%') || base_text.is_some_and(|base| !base.is_ascii() || base.contains('%'));
    if international {
        let base = base_text.and_then(|base| url::Url::parse(base).ok());
        let third = url::Url::options().base_url(base.as_ref()).parse(text).ok();
        let confirmed = match (&ours, theirs, &third) {
            (Ok(ours), Some(_), Some(third)) => third[..url::Position::AfterQuery] == **ours,
            _ => third.is_some() == ours.is_ok(),
        };
        if confirmed {
            return;
        }
    }
    panic!("ada: {text:?} on {base_text:?}: {theirs:?}, ours {ours:?}");
}
