//! What a rung took out of a query, and on whose word.

use crate::params::TrackingEntry;
use crate::query::raw_name;
use crate::rungs::RungId;
use crate::rungs::session_ids::SessionEntry;

/// Why a parameter was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It is in the tracking table.
    Listed(&'static TrackingEntry),
    /// It is a session id.
    Session(&'static SessionEntry),
    /// The user's `drop` list holds this name or pattern.
    User(String),
    /// The user gave a `keep_only` list and it does not hold the name.
    NotKept,
}

/// A dropped parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The rung that dropped it.
    pub rung: RungId,
    /// The raw piece, `name=value`.
    pub piece: String,
    /// Why.
    pub cause: Cause,
}

impl Removal {
    pub(crate) fn new(rung: RungId, piece: &[u8], cause: Cause) -> Self {
        Self {
            rung,
            piece: String::from_utf8_lossy(piece).into_owned(),
            cause,
        }
    }

    /// The raw name, before the first `=`.
    #[must_use]
    pub fn name(&self) -> &str {
        let end = raw_name(self.piece.as_bytes()).len();
        &self.piece[..end]
    }

    /// The raw value, `None` where there is no `=`.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.piece.get(self.name().len() + 1..)
    }

    /// The rule in words, for explanations.
    #[must_use]
    pub fn rule(&self) -> String {
        match &self.cause {
            Cause::Listed(entry) => format!("{} ({} {}, {})", entry.name, entry.tier.name(), entry.kind.name(), entry.by),
            Cause::Session(entry) => format!("{} (session id, {})", entry.name, entry.by),
            Cause::User(pattern) => format!("drop list: {pattern}"),
            Cause::NotKept => "not in the keep_only list".to_owned(),
        }
    }
}
