//! Oversized input of every kind through every call: it comes to an end, with the right answer.
//!
//! No time is asserted here (`make bench` measures it); a quadratic step would make these tests take minutes.

mod common;

use common::checks::Case;
use urlkey_core::{Canonicalizer, Context, ErrorCode, KINDS_OPTION, Profile, RUNGS, fetch_url};

const MANY: usize = 100_000;
const MIB: usize = 1 << 20;

/// Every lossy rung at its `on` setting, every tracking kind, and lists.
fn everything() -> Profile {
    let mut profile = Profile::named("dedup").expect("shipped");
    for rung in RUNGS.iter().filter(|rung| !rung.is_safe()) {
        profile.settings.set(rung.slug, "on").expect("a rung's own value");
    }
    profile.settings.set("tracking", "certain+common+disputed").expect("tiers");
    profile
        .settings
        .set(KINDS_OPTION, "campaign+click+affiliate+share+session")
        .expect("kinds");
    profile.settings.drop = vec!["drop_*".to_owned()];
    profile.settings.keep = vec!["keep_*".to_owned()];
    profile
}

/// Runs the invariants under two profiles, and gives the key under `dedup`.
fn key_of(input: &[u8]) -> Result<String, ErrorCode> {
    let safe = Canonicalizer::named("safe").expect("shipped");
    let mut case = Case::new(&safe, input, Context::default()).expect("no violation");
    for profile in [Profile::named("dedup").expect("shipped"), everything()] {
        let canonicalizer = Canonicalizer::new(&profile);
        let checked = case.check(&canonicalizer).and_then(|_| case.check_explanation(&canonicalizer));
        if let Err(violation) = checked {
            panic!("{}", violation.chars().take(2_000).collect::<String>());
        }
    }
    let dedup = Canonicalizer::named("dedup").expect("shipped");
    dedup.key(input, Context::default()).map_err(|error| error.code)
}

fn expect(input: &[u8], key: &str) {
    let found = key_of(input).expect("valid");
    assert!(
        found == key,
        "a key of {} bytes that begins with {:?}, not {:?}",
        found.len(),
        &found[..found.len().min(200)],
        &key[..key.len().min(200)]
    );
    assert_eq!(
        fetch_url(key.as_bytes(), Context::default()).as_deref(),
        Ok(key.split('#').next().unwrap_or_default())
    );
}

#[test]
fn a_path_of_a_mebibyte() {
    let path = "a".repeat(MIB);
    expect(
        format!("HTTP://example.com/{path}#top").as_bytes(),
        &format!("http://example.com/{path}"),
    );
}

#[test]
fn a_query_and_a_fragment_of_a_mebibyte() {
    let text = "b".repeat(MIB);
    expect(
        format!("http://example.com/?{text}").as_bytes(),
        &format!("http://example.com/?{text}"),
    );
    expect(
        format!("http://example.com/#!{text}").as_bytes(),
        &format!("http://example.com/#!{text}"),
    );
    let directives = ":~:".repeat(MANY);
    expect(format!("http://example.com/#!{directives}").as_bytes(), "http://example.com/#!");
}

#[test]
fn many_parameters() {
    let unsorted: Vec<String> = (0..MANY).map(|i| format!("p{:06}=1", i * 7_919 % MANY)).collect();
    let mut sorted = unsorted.clone();
    sorted.sort_unstable();
    expect(
        format!("http://example.com/?{}", unsorted.join("&")).as_bytes(),
        &format!("http://example.com/?{}", sorted.join("&")),
    );
}

#[test]
fn many_equal_parameters_stay_and_many_tracking_parameters_go() {
    let same = vec!["a=1"; MANY].join("&");
    expect(
        format!("http://example.com/?{same}").as_bytes(),
        &format!("http://example.com/?{same}"),
    );
    let tracking = vec!["utm_source=x"; MANY].join("&");
    expect(format!("http://example.com/?{tracking}").as_bytes(), "http://example.com/");
    expect(
        format!("http://example.com/?id=1&{tracking}&").as_bytes(),
        "http://example.com/?id=1",
    );
}

#[test]
fn many_prefixes_of_a_parameter() {
    let name = "amp;".repeat(MANY);
    expect(
        format!("http://example.com/?{name}utm_source=x&a=1").as_bytes(),
        "http://example.com/?a=1",
    );
    let name = "?".repeat(MIB);
    expect(
        format!("http://example.com/?{name}utm_source=x&a=1").as_bytes(),
        "http://example.com/?a=1",
    );
    let empty = "&".repeat(MIB);
    expect(format!("http://example.com/?{empty}").as_bytes(), "http://example.com/");
    let equals = "=".repeat(MIB);
    expect(
        format!("http://example.com/?{equals}").as_bytes(),
        &format!("http://example.com/?{equals}"),
    );
}

#[test]
fn many_dot_segments() {
    expect(
        format!("http://example.com/{}", "./".repeat(MANY)).as_bytes(),
        "http://example.com/",
    );
    expect(
        format!("http://example.com/{}", "../".repeat(MANY)).as_bytes(),
        "http://example.com/",
    );
    expect(
        format!("http://example.com/{}b", "a/../".repeat(MANY)).as_bytes(),
        "http://example.com/b",
    );
    expect(
        format!("http://example.com/{}{}b", "a/".repeat(MANY), "%2e%2E/".repeat(MANY)).as_bytes(),
        "http://example.com/b",
    );
}

#[test]
fn many_percent_signs() {
    let encoded = "%25".repeat(MANY);
    expect(
        format!("http://example.com/{encoded}").as_bytes(),
        &format!("http://example.com/{encoded}"),
    );
    expect(
        format!("http://example.com/{}", "%".repeat(MANY)).as_bytes(),
        &format!("http://example.com/{encoded}"),
    );
    expect(
        format!("http://example.com/?{}", "%".repeat(MANY)).as_bytes(),
        &format!("http://example.com/?{encoded}"),
    );
    expect(
        format!("http://example.com/{}", "%41".repeat(MANY)).as_bytes(),
        &format!("http://example.com/{}", "A".repeat(MANY)),
    );
    expect(
        &[b"http://example.com/", &b"\xff"[..].repeat(MANY)[..]].concat(),
        &format!("http://example.com/{}", "%FF".repeat(MANY)),
    );
}

#[test]
fn many_slashes_and_dropped_characters() {
    let slashes = "/".repeat(MIB);
    expect(format!("http:{slashes}example.com/").as_bytes(), "http://example.com/");
    expect(
        format!("http://example.com{slashes}").as_bytes(),
        &format!("http://example.com{slashes}"),
    );
    expect(
        format!("http://example.com/{}a", "\t\n".repeat(MIB / 2)).as_bytes(),
        "http://example.com/a",
    );
    expect(format!("{}http://example.com/", " ".repeat(MIB)).as_bytes(), "http://example.com/");
    let embedded = "http://".repeat(MANY);
    expect(
        format!("http://example.com/{embedded}").as_bytes(),
        &format!("http://example.com/{embedded}"),
    );
}

#[test]
fn hosts_beyond_the_limit_are_refused() {
    let prefix = "http://";
    for host in [
        "a".repeat(MIB),
        "a.".repeat(MIB / 2),
        "\u{e9}".repeat(MIB / 2),
        "%41".repeat(MIB / 3),
        "1.".repeat(MIB / 2),
        format!("[{}]", "0:".repeat(MIB / 2)),
        "0".repeat(MIB),
    ] {
        assert_eq!(
            key_of(format!("{prefix}{host}/").as_bytes()),
            Err(ErrorCode::HostTooLong),
            "{}",
            &host[..12]
        );
    }
}

#[test]
fn much_userinfo_and_a_long_port() {
    let user = "u".repeat(MIB);
    expect(
        format!("http://{user}@example.com/").as_bytes(),
        &format!("http://{user}@example.com/"),
    );
    let at = "@".repeat(MANY);
    expect(
        format!("http://{at}@example.com/").as_bytes(),
        &format!("http://{}@example.com/", "%40".repeat(MANY)),
    );
    let colons = ":".repeat(MANY);
    expect(
        format!("http://a{colons}@example.com/").as_bytes(),
        &format!("http://a:{}@example.com/", "%3A".repeat(MANY - 1)),
    );
    let zeros = "0".repeat(MIB);
    expect(format!("http://example.com:{zeros}80/").as_bytes(), "http://example.com/");
    assert_eq!(
        key_of(format!("http://example.com:{}/", "9".repeat(MIB)).as_bytes()),
        Err(ErrorCode::InvalidPort)
    );
}

#[test]
fn other_schemes() {
    let text = "x".repeat(MIB);
    expect(format!("data:{text}").as_bytes(), &format!("data:{text}"));
    expect(
        format!("mailto:{}", "%".repeat(MANY)).as_bytes(),
        &format!("mailto:{}", "%25".repeat(MANY)),
    );
    expect(format!("{text}:a").as_bytes(), &format!("{text}:a"));
    expect(format!("file:///{}", "../".repeat(MANY)).as_bytes(), "file:///");
    assert_eq!(key_of(text.as_bytes()), Err(ErrorCode::MissingScheme));
    assert_eq!(key_of("/".repeat(MIB).as_bytes()), Err(ErrorCode::MissingScheme));
    assert_eq!(key_of(" ".repeat(MIB).as_bytes()), Err(ErrorCode::Empty));
    assert_eq!(key_of("\0".repeat(MIB).as_bytes()), Err(ErrorCode::Empty));
}

#[test]
fn comparisons() {
    let dedup = Canonicalizer::named("dedup").expect("shipped");
    let compare = |a: String, b: String| dedup.compare(a.as_bytes(), b.as_bytes(), Context::default()).expect("valid");
    let [up, down]: [Vec<String>; 2] = [
        (0..MANY).map(|i| format!("p{i:06}=1")).collect(),
        (0..MANY).rev().map(|i| format!("p{i:06}=1")).collect(),
    ];
    let found = compare(
        format!("http://example.com/?{}", up.join("&")),
        format!("HTTP://example.com/?{}", down.join("&")),
    );
    assert!(found.same && !found.safe);
    let slugs: Vec<_> = found.reason.iter().map(|id| id.rung().slug).collect();
    assert_eq!(slugs, ["whatwg-parse", "sort-query"]);
    let found = compare(
        format!("http://example.com/{}", "a".repeat(MIB)),
        format!("http://example.com/{}/", "a".repeat(MIB)),
    );
    assert!(!found.same);
    let slugs: Vec<Vec<_>> = found
        .would_merge
        .iter()
        .map(|ids| ids.iter().map(|id| id.rung().slug).collect())
        .collect();
    assert_eq!(slugs, [["trailing-slash"]]);
    let found = compare(
        format!("http://example.com/{}", "a/../".repeat(MANY)),
        format!("http://example.com/{}", "%2e/".repeat(MANY)),
    );
    assert!(found.same && found.safe);
}

#[test]
fn a_key_is_its_own_key_at_the_limit_of_hosts() {
    let dedup = Canonicalizer::named("dedup").expect("shipped");
    // what the key, or the parser, writes as a triplet makes the host longer, but not in octets
    for (scheme, character) in [("http", "{"), ("foo", "{"), ("foo", "\u{e9}")] {
        let host = character.repeat(urlkey_core::MAX_HOST / character.len());
        let key = dedup
            .key(format!("{scheme}://{host}/").as_bytes(), Context::default())
            .expect("within the limit");
        assert!(key.len() > 2 * urlkey_core::MAX_HOST);
        assert_eq!(dedup.key(key.as_bytes(), Context::default()).as_ref(), Ok(&key));
    }
}
