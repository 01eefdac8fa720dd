//! The clean URL: the fetch URL with its fragment, minus what only tracks. Whole pieces go, every other byte stays.

use crate::ladder::Rules;
use crate::params::Verdict;
use crate::parse::Url;
use crate::query::{self, raw_name};
use crate::removal::Cause;
use crate::rungs::fragment::without_directive;
use crate::rungs::{RungId, RungSet, percent_scan};
use crate::signed;

/// Makes the clean URL of a parsed URL.
pub(crate) fn clean_url(mut url: Url, rules: Rules) -> String {
    if let Some(query) = &url.query {
        // names are compared percent-normalized, as in the key; the pieces themselves are kept as they are
        let mut normalized = query.clone();
        percent_scan::scan(&mut normalized, RungSet::ALL);
        if signed::is_signed(&query::split(&normalized)) {
            return url.href(false);
        }
        if url.is_http() && !query.is_empty() && !rules.params.is_idle() {
            let mut pieces = query::split(query);
            pieces.retain(|piece| judge(piece, rules) == Verdict::Keep);
            url.query = query::join(&pieces);
        }
    }
    if let Some(fragment) = url.fragment.take() {
        let kept = without_directive(&fragment);
        let tracks = url.is_http() && !kept.is_empty() && kept.split(|&b| b == b'&').all(|piece| is_listed(&judge(piece, rules)));
        let gone = tracks || (kept.is_empty() && !fragment.is_empty());
        url.fragment = (!gone).then(|| kept.to_vec());
    }
    url.href(true)
}

fn judge(piece: &[u8], rules: Rules) -> Verdict {
    if piece.is_empty() {
        return Verdict::Keep;
    }
    let mut name = raw_name(piece).to_vec();
    percent_scan::scan(&mut name, RungSet::ALL);
    if name.is_empty() {
        // keeps `=x` apart from an empty piece
        name.push(b'=');
    }
    rules.params.judge(&name, rules.settings.has(RungId::FormSpace))
}

fn is_listed(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Drop(Cause::Listed(_) | Cause::User(_)))
}

#[cfg(test)]
mod tests {
    use crate::{Canonicalizer, Context};

    #[test]
    fn every_other_byte_stays() {
        let dedup = Canonicalizer::named("dedup").unwrap();
        for (input, clean) in [
            ("http://A/?b=%7e&utm%5Fsource=x&&a=1&#top", "http://a/?b=%7e&&a=1&#top"),
            ("http://a/?utm_source=x", "http://a/"),
            ("http://a/?", "http://a/?"),
            ("http://a/#", "http://a/#"),
            ("http://a/#:~:text=x", "http://a/"),
            ("http://a/#top:~:text=x", "http://a/#top"),
            ("http://a/#utm_source=x&utm_medium=y", "http://a/"),
            ("http://a/#utm_source=x&page=2", "http://a/#utm_source=x&page=2"),
            (
                "http://a/?utm_source=x&X-Amz-Signature=0f#top",
                "http://a/?utm_source=x&X-Amz-Signature=0f",
            ),
            ("mailto:a@b?utm_source=x", "mailto:a@b?utm_source=x"),
        ] {
            assert_eq!(dedup.clean_url(input.as_bytes(), Context::default()).unwrap(), clean);
            assert_eq!(dedup.clean_url(clean.as_bytes(), Context::default()).unwrap(), clean);
        }
    }
}
