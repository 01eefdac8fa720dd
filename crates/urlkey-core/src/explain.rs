//! The steps from an input to its key, as data.
//!
//! The steps are not logged by the code that takes them: the ladder is climbed once more for each rung, with one rung more each time, and
//! what changed between two climbs is that rung's work. So an explanation ends in the key by construction.

use std::borrow::Cow;

use crate::ladder::{Findings, Rules, climb, path_end};
use crate::parse::respell::{Respelled, is_divisible, respell};
use crate::parse::{Parsed, Url};
use crate::removal::Removal;
use crate::rungs::fragment::drops_route;
use crate::rungs::{RUNGS, RungId, RungSet};
use crate::unwrap::climb_unwrapped;
use crate::warning::{WarningCode, Warnings};

/// One thing that one rung did to one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rung.
    pub rung: RungId,
    /// `url` (the whole), `scheme`, `userinfo`, `host`, `port`, `path`, `query` or `fragment`.
    pub component: &'static str,
    /// The component before the rung, `None` where there was none.
    pub before: Option<String>,
    /// The component after the rung.
    pub after: Option<String>,
    /// What the rung went by: its setting, or the list entries that matched.
    pub rule: String,
}

impl Step {
    /// Whether merging by this step is safe: the rung is, or it drops a fragment that is no route.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        let [before, after] = [&self.before, &self.after].map(|text| text.as_deref().map(str::as_bytes));
        self.rung.rung().is_safe() || self.rung == RungId::Fragment && !drops_route(before, after)
    }
}

/// Why an input has its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps, in the ladder's order.
    pub steps: Vec<Step>,
    /// The key.
    pub key: String,
    /// What was odd.
    pub warnings: Warnings,
}

/// The components of a URL by name.
pub(crate) fn components(url: &Url) -> [(&'static str, Option<Cow<'_, [u8]>>); 7] {
    let userinfo = if url.password.is_empty() {
        (!url.username.is_empty()).then_some(Cow::Borrowed(url.username.as_slice()))
    } else {
        Some(Cow::Owned([&url.username[..], b":", &url.password].concat()))
    };
    let borrowed = |text: &'_ Option<Vec<u8>>| text.as_ref().map(|text| Cow::Owned(text.clone()));
    [
        ("scheme", Some(Cow::Borrowed(url.scheme.as_slice()))),
        ("userinfo", userinfo),
        ("host", url.host.as_ref().map(|host| Cow::Borrowed(host.text.as_slice()))),
        ("port", borrowed(&url.port)),
        ("path", Some(Cow::Borrowed(url.path.as_slice()))),
        ("query", borrowed(&url.query)),
        ("fragment", borrowed(&url.fragment)),
    ]
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The climb with only the rungs in `on`. Whether there is a wrapper to take off is a matter of all of them.
pub(crate) fn climb_with(parsed: &Parsed, rules: Rules, on: RungSet) -> (Respelled, Findings) {
    let mut findings = Findings {
        warnings: parsed.warnings,
        ..Findings::default()
    };
    let mut spelling = respell(parsed, on);
    if rules.on.has(RungId::Unwrap) && on.has(RungId::Unwrap) {
        let climbed = climb_unwrapped(parsed.url.clone(), rules, parsed.warnings);
        findings.warnings = climbed.findings.warnings;
        findings.hops = climbed.findings.hops;
        if !findings.hops.is_empty() {
            spelling = Respelled {
                url: climbed.unwrapped,
                residue: Vec::new(),
            };
        }
    }
    let on = rules.on.iter().filter(|&id| on.has(id)).collect();
    climb(&mut spelling.url, Rules { on, ..rules }, &mut findings);
    (spelling, findings)
}

pub(crate) fn explain(parsed: &Parsed, rules: Rules) -> Explanation {
    let mut steps = Vec::new();
    let (mut before, _) = climb_with(parsed, rules, RungSet::NONE);
    let mut warnings = parsed.warnings;
    for id in rules.on.iter() {
        let on = RungSet::before(id).with(id);
        let (after, findings) = climb_with(parsed, rules, on);
        let rule = rule_text(id, rules, &findings);
        let whole = id == RungId::WhatwgParse && (!before.residue.is_empty() || !is_divisible(parsed));
        if id == RungId::DefaultDocument && rules.on.has(RungId::TrailingSlash) {
            // the two work by turns; what they do is told at the second
            continue;
        }
        if id == RungId::TrailingSlash && before.url.path != after.url.path {
            steps.extend(path_end_steps(&before.url.path, &after.url.path, rules, &findings));
        } else if whole || id == RungId::Unwrap {
            let (original, href) = (text(parsed.source.original), after.url.href(true));
            if before != after && original != href {
                steps.push(Step {
                    rung: id,
                    component: "url",
                    before: Some(original),
                    after: Some(href),
                    rule,
                });
            }
        } else {
            let changed = components(&before.url)
                .into_iter()
                .zip(components(&after.url))
                .filter(|(a, b)| a.1 != b.1);
            for ((component, old), (_, new)) in changed {
                let (before, after) = (old.map(|t| text(&t)), new.map(|t| text(&t)));
                steps.push(Step {
                    rung: id,
                    component,
                    before,
                    after,
                    rule: rule.clone(),
                });
            }
        }
        warnings = findings.warnings;
        before = after;
    }
    Explanation {
        steps,
        key: before.url.href(true),
        warnings,
    }
}

/// The steps of `default-document` and `trailing-slash`: one for each that took part, the second one's taking the path to its end.
fn path_end_steps(before: &[u8], after: &[u8], rules: Rules, findings: &Findings) -> Vec<Step> {
    let mut turns: Vec<(RungId, Vec<u8>)> = Vec::new();
    path_end(&mut before.to_vec(), rules, |id, path| turns.push((id, path.to_vec())));
    if let Some((_, end)) = turns.last_mut() {
        *end = after.to_vec();
    }
    let mut from = before;
    let mut steps = Vec::new();
    for (id, to) in &turns {
        let rule = rule_text(*id, rules, findings);
        steps.push(Step {
            rung: *id,
            component: "path",
            before: Some(text(from)),
            after: Some(text(to)),
            rule,
        });
        from = to;
    }
    steps
}

fn rule_text(id: RungId, rules: Rules, findings: &Findings) -> String {
    let removed = findings.removed.iter().filter(|removal| removal.rung == id).map(Removal::rule);
    let hops = findings.hops.iter().filter(|_| id == RungId::Unwrap);
    let by_list: Vec<String> = removed
        .chain(hops.map(|hop| format!("{} ({})", hop.redirector.id, hop.redirector.by)))
        .collect();
    match rules.settings.get(id.rung().slug) {
        _ if !by_list.is_empty() => by_list.join("; "),
        Some(value) if id.rung().values.len() > 2 => format!("{}={value}", id.rung().slug),
        _ => id.rung().what.to_owned(),
    }
}

impl Explanation {
    /// Whether every lossy rung stood down because the URL is signed.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        self.warnings.contains(WarningCode::SignedUrl)
    }

    /// The rungs that did something.
    #[must_use]
    pub fn rungs(&self) -> RungSet {
        RUNGS
            .iter()
            .map(|rung| rung.id)
            .filter(|id| self.steps.iter().any(|step| step.rung == *id))
            .collect()
    }
}
