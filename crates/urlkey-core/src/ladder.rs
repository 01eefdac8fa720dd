//! The order of the rungs, and climbing them: the reference lane.
//!
//! The order is fixed by the ladder's definition; [`crate::rungs::RungId`] lists it. Components are parsed once, worked on as components and
//! serialized once. The fast lane (`crate::fast`) must give the same bytes, and falls back to this one wherever it does not see to it.

use crate::params::ParamTable;
use crate::parse::{HostKind, Url};
use crate::query::{self, Pieces};
use crate::removal::Removal;
use crate::rungs::{self, RungId, RungSet, percent_scan};
use crate::settings::Settings;
use crate::signed;
use crate::unwrap::Hop;
use crate::warning::{WarningCode, Warnings};

/// What the rungs read.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub settings: &'a Settings,
    pub params: &'a ParamTable,
    /// The rungs that may run.
    pub on: RungSet,
}

/// What a climb has to report besides the URL.
#[derive(Default)]
pub(crate) struct Findings {
    pub warnings: Warnings,
    pub removed: Vec<Removal>,
    /// The redirectors that were taken off, outermost first.
    pub hops: Vec<Hop>,
}

impl Rules<'_> {
    fn has(&self, id: RungId) -> bool {
        self.on.has(id)
    }
}

/// Takes a parsed URL up the ladder, to the record whose serialization is the key.
pub(crate) fn climb(url: &mut Url, rules: Rules, findings: &mut Findings) {
    percent(url, rules);
    if rules.has(RungId::Fragment) {
        rungs::fragment::apply(url, rungs::fragment::Mode::from_value(rules.settings.value(RungId::Fragment)));
    }
    let query = url.query.take();
    let pieces = query.as_ref().map(|query| query::split(query));
    let signed = pieces.as_ref().is_some_and(signed::is_signed);
    if signed {
        findings.warnings.add(WarningCode::SignedUrl);
    } else {
        authority(url, rules);
    }
    if signed || !url.is_http() {
        url.query = query;
        return;
    }
    if let Some(mut pieces) = pieces {
        if query.as_ref().is_some_and(|query| !query.is_empty()) {
            parameters(&mut pieces, rules, &mut findings.removed);
        }
        url.query = query::join(&pieces);
    }
    if rules.has(RungId::EmptyQuery) {
        rungs::empty_query::apply(url);
    }
    path(&mut url.path, rules);
}

fn percent(url: &mut Url, rules: Rules) {
    let mut on = rules.on;
    if url.scheme == b"urn" {
        // RFC 8141 3.1: only the case of hex digits is equivalent
        on = on.without(RungId::PercentUnreserved).without(RungId::PercentInvalid);
    }
    for text in [&mut url.username, &mut url.password, &mut url.path] {
        percent_scan::scan(text, on);
    }
    for text in [&mut url.query, &mut url.fragment].into_iter().flatten() {
        percent_scan::scan(text, on);
    }
    if let Some(host) = &mut url.host {
        match host.kind {
            HostKind::Domain => percent_scan::scan_domain(&mut host.text, on),
            HostKind::Opaque => percent_scan::scan(&mut host.text, on),
            HostKind::Empty | HostKind::Ipv4 | HostKind::Ipv6 => {}
        }
    }
}

fn authority(url: &mut Url, rules: Rules) {
    let http = url.is_http();
    if http {
        let mut again = true;
        while again {
            let dot = rules.has(RungId::HostDot) && rungs::host_dot::apply(url);
            again = rules.has(RungId::Www) && rungs::www::apply(url) || dot;
        }
    }
    if rules.has(RungId::Userinfo) {
        rungs::userinfo::apply(url);
    }
    if http && rules.has(RungId::Scheme) {
        rungs::scheme::apply(url);
    }
}

fn parameters(pieces: &mut Pieces, rules: Rules, removed: &mut Vec<Removal>) {
    if rules.has(RungId::EmptyPairs) {
        rungs::empty_pairs::apply(pieces);
    }
    if rules.has(RungId::Tracking) {
        let form_space = rules.has(RungId::FormSpace);
        rungs::tracking::apply(pieces, rules.params, form_space, removed);
    }
    if rules.has(RungId::SessionIds) {
        rungs::session_ids::apply_query(pieces, removed);
    }
    if rules.has(RungId::FormSpace) {
        rungs::form_space::apply(pieces);
    }
    if rules.has(RungId::EmptyValue) {
        rungs::empty_value::apply(pieces);
    }
    if rules.has(RungId::DedupePairs) {
        rungs::dedupe_pairs::apply(pieces);
    }
    if rules.has(RungId::SortQuery) {
        match rules.settings.value(RungId::SortQuery) {
            1 => rungs::sort_query::by_pair(pieces),
            _ => rungs::sort_query::by_name(pieces),
        }
    }
}

fn path(path: &mut Vec<u8>, rules: Rules) {
    if rules.has(RungId::SessionIds) {
        rungs::session_ids::apply_path(path);
    }
    if rules.has(RungId::PathCase) {
        rungs::path_case::apply(path);
    }
    if rules.has(RungId::Slashes) {
        rungs::slashes::apply(path);
    }
    path_end(path, rules, |_, _| ());
}

/// `default-document` and `trailing-slash`, by turns until nothing changes: without its final slash a path may end in a default document,
/// and the other way round. `first` is told the first time that each of them changes the path, with what it made of it.
pub(crate) fn path_end(path: &mut Vec<u8>, rules: Rules, mut first: impl FnMut(RungId, &[u8])) {
    let mut acted = RungSet::NONE;
    let mut apply = |id: RungId, path: &mut Vec<u8>, rung: fn(&mut Vec<u8>)| {
        let length = path.len();
        rung(path);
        let changed = path.len() != length;
        if changed && !acted.has(id) {
            acted = acted.with(id);
            first(id, path);
        }
        changed
    };
    let slash = match rules.settings.value(RungId::TrailingSlash) {
        1 => rungs::trailing_slash::strip,
        _ => rungs::trailing_slash::add,
    };
    let mut again = true;
    while again {
        again = rules.has(RungId::DefaultDocument) && apply(RungId::DefaultDocument, path, rungs::default_document::apply);
        again |= rules.has(RungId::TrailingSlash) && apply(RungId::TrailingSlash, path, slash);
    }
}
