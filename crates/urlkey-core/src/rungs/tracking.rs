//! `tracking`: parameters that say how the reader came, not what the page is. The names are data (`crate::params`).

use super::{Class, Rung, RungId};
use crate::params::{ParamTable, Verdict};
use crate::query::Pieces;
use crate::removal::Removal;

pub(crate) const RUNG: Rung = Rung {
    id: RungId::Tracking,
    slug: "tracking",
    class: Class::Lossy,
    what: "drops listed tracking parameters, by tier (certain, common, disputed) and kind; drop, keep and keep_only lists are obeyed here",
    why: "the parameter records the click and the server ignores it; a site is free to give the name another meaning",
    source: "data/tracking.toml, a source for each name",
    values: &["off", "certain", "certain+common", "certain+common+disputed"],
    on: "certain+common",
    example: ["http://example.com/?utm_source=x&id=7", "http://example.com/?id=7"],
};

pub(crate) fn apply(pieces: &mut Pieces, params: &ParamTable, form_space: bool, removed: &mut Vec<Removal>) {
    pieces.retain(|piece| match params.judge(piece, form_space) {
        Verdict::Keep => true,
        Verdict::Drop(cause) => {
            removed.push(Removal::new(RungId::Tracking, piece, cause));
            false
        }
    });
}
