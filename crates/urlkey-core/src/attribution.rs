//! Who sent the visitor: the campaign that the key lost, and the affiliates whom the link credits.
//!
//! What a name stands for is the tracking table's word (`data/tracking.toml`), so there is no second list. Names are given as that table has
//! them: in lower case, without a leading `amp;` or `?`. Names and values are decoded once, as a script on the page reads them.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::params::{Kind, NameMap, TRACKING, Tier, TrackingEntry};
use crate::parse::{Url, parse, sets::percent_decode};
use crate::query::{self, listed_name, raw_name};
use crate::removal::{Cause, Removal};
use crate::rungs::RungSet;
use crate::rungs::form_space::spaced;
use crate::rungs::percent_scan::scan;
use crate::unwrap::{Hop, Redirector};

/// A parameter that credits somebody with the visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Its name as the tracking table has it.
    pub name: String,
    /// Its value, decoded; empty where there is none.
    pub value: String,
    /// What the table says of it.
    pub entry: &'static TrackingEntry,
    /// The redirector whose URL carries it, `None` for the page's own.
    pub redirector: Option<&'static Redirector>,
}

/// The whole table, whatever a profile drops of it.
static LISTED: LazyLock<NameMap<&'static TrackingEntry>> = LazyLock::new(|| {
    let mut listed = NameMap::default();
    for entry in TRACKING.iter() {
        listed.insert(entry.name.as_bytes(), entry);
    }
    listed
});

/// The campaign parameters and click ids among what was removed, in the order of the query. The first of a name wins.
///
/// A name counts whatever removed it, the user's own lists too; but a disputed one, which may choose a page, only if the table itself was
/// what dropped it.
pub(crate) fn campaign(removed: &[Removal]) -> Vec<(String, String)> {
    let mut seen = HashSet::new();
    let counted = removed.iter().filter(|removal| is_campaign(removal));
    let pairs = counted.map(|removal| pair(removal.piece.as_bytes()));
    pairs.filter(|(name, _)| seen.insert(name.clone())).collect()
}

fn is_campaign(removal: &Removal) -> bool {
    let entry = match &removal.cause {
        Cause::Listed(entry) => Some(*entry),
        Cause::Session(_) | Cause::User(_) | Cause::NotKept => {
            let listed = LISTED.get(&listed_name(removal.piece.as_bytes())).copied();
            listed.filter(|entry| entry.tier != Tier::Disputed)
        }
    };
    entry.is_some_and(|entry| matches!(entry.kind, Kind::Campaign | Kind::Click))
}

/// The affiliate parameters of a URL and of what it wraps, from the outside in. `outermost` is the URL if it is a wrapper, `hops` are all
/// the wrappers, `page` is the innermost target, or the URL itself.
pub(crate) fn credited(outermost: Option<&Url>, hops: &[Hop], page: &Url) -> Vec<Credit> {
    let mut credits = Vec::new();
    if let (Some(outermost), [first, rest @ ..]) = (outermost, hops) {
        credits_of(outermost, Some(first.redirector), &mut credits);
        // what a wrapper wraps is the next wrapper
        for (wrapper, hop) in hops.iter().zip(rest) {
            if let Ok(parsed) = parse(wrapper.target.as_bytes(), None, None) {
                credits_of(&parsed.url, Some(hop.redirector), &mut credits);
            }
        }
    }
    credits_of(page, None, &mut credits);
    credits
}

fn credits_of(url: &Url, redirector: Option<&'static Redirector>, credits: &mut Vec<Credit>) {
    let Some(mut query) = url.query.clone().filter(|_| url.is_http()) else {
        return;
    };
    scan(&mut query, RungSet::ALL);
    for piece in query::split(&query) {
        let entry = LISTED.get(&listed_name(&piece)).copied();
        if let Some(entry) = entry.filter(|entry| entry.kind == Kind::Affiliate) {
            let (name, value) = pair(&piece);
            credits.push(Credit {
                name,
                value,
                entry,
                redirector,
            });
        }
    }
}

/// A piece's name and value by WHATWG URL 5.1 (urlencoded parsing); the name as lists have it.
fn pair(piece: &[u8]) -> (String, String) {
    let value = piece.get(raw_name(piece).len() + 1..).unwrap_or_default();
    (decoded(&listed_name(piece)), decoded(value))
}

fn decoded(text: &[u8]) -> String {
    String::from_utf8_lossy(&percent_decode(&spaced(text))).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::profile_with;
    use crate::{Canonical, Canonicalizer, Context, Profile};

    fn canonical(profile: &Profile, input: &str) -> Canonical {
        Canonicalizer::new(profile)
            .canonicalize(input.as_bytes(), Context::default())
            .unwrap()
    }

    fn campaign_of(profile: &Profile, input: &str) -> Vec<(String, String)> {
        canonical(profile, input).campaign
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn names_are_the_tables_and_values_are_decoded_once() {
        let analytics = Profile::named("analytics").unwrap();
        let input = "http://a/?UTM_Campaign=spring+sale%20%2525&id=1&amp;utm_source=caf%C3%A9%26co&gclid&utm_term=%E9";
        assert_eq!(
            campaign_of(&analytics, input),
            pairs(&[
                ("utm_campaign", "spring sale %25"),
                ("utm_source", "caf\u{e9}&co"),
                ("gclid", ""),
                ("utm_term", "\u{fffd}")
            ])
        );
        // the first wins, in any case of its name
        assert_eq!(
            campaign_of(&analytics, "http://a/?Utm_Source=a&utm_source=b"),
            pairs(&[("utm_source", "a")])
        );
        // what stays in the key is no campaign of this profile, and neither are other kinds
        let input = "http://a/?utm_source=a&campaign=b&igshid=c&aff_id=d&_gl=e";
        assert_eq!(campaign_of(&analytics, input), pairs(&[("utm_source", "a")]));
        assert_eq!(campaign_of(&Profile::named("safe").unwrap(), input), []);
        assert_eq!(campaign_of(&analytics, "http://a/?utm_source=a&X-Amz-Signature=0f"), []);
    }

    #[test]
    fn the_users_lists_do_not_hide_a_campaign() {
        let mut profile = profile_with("tracking=certain tracking-kinds=campaign");
        let input = "http://a/?id=1&utm_source=a&gclid=b&campaign=c&x=d";
        profile.settings.keep_only = Some(vec!["id".into()]);
        let both = pairs(&[("utm_source", "a"), ("gclid", "b")]);
        assert_eq!(campaign_of(&profile, input), both);
        profile.settings.keep_only = None;
        profile.settings.drop = vec!["gclid".into(), "utm_*".into(), "campaign".into()];
        assert_eq!(campaign_of(&profile, input), both);
        let disputed = profile_with("tracking=certain+common+disputed tracking-kinds=campaign");
        assert_eq!(campaign_of(&disputed, input), pairs(&[("utm_source", "a"), ("campaign", "c")]));
    }

    #[test]
    fn credits_of_wrappers_and_of_the_page() {
        let affiliate = Profile::named("affiliate").unwrap();
        let page = "https://shop.example/a?tag=blog-20&id=1&irclickid=x%2By";
        let awin = format!(
            "https://www.awin1.com/cread.php?awinaffid=17&ued={}",
            page.replace('%', "%25").replace('&', "%26")
        );
        let outer = format!(
            "https://www.google.com/url?fpr=me&q={}",
            awin.replace('%', "%25").replace('&', "%26")
        );
        let credits = |input: &str| -> Vec<(String, String, Option<&str>)> {
            let found = canonical(&affiliate, input).credited;
            let row = |credit: Credit| (credit.name, credit.value, credit.redirector.map(|by| by.id.as_str()));
            found.into_iter().map(row).collect()
        };
        let row = |name: &str, value: &str, by| (name.to_owned(), value.to_owned(), by);
        let own = [row("tag", "blog-20", None), row("irclickid", "x+y", None)];
        assert_eq!(credits(page), own);
        let [first, second] = [row("fpr", "me", Some("google-url")), row("awinaffid", "17", Some("awin-cread"))];
        assert_eq!(credits(&awin), [std::slice::from_ref(&second), &own[..]].concat());
        assert_eq!(credits(&outer), [&[first, second], &own[..]].concat());
        assert_eq!(
            canonical(&affiliate, &outer).key,
            "https://shop.example/a?id=1&irclickid=x%2By&tag=blog-20"
        );
        // under a profile that leaves wrappers on, the wrapper is the page
        let found = canonical(&Profile::named("dedup").unwrap(), &awin).credited;
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name.as_str(), found[0].redirector), ("awinaffid", None));
        assert_eq!(canonical(&affiliate, "mailto:a@b?tag=x").credited, []);
    }
}
