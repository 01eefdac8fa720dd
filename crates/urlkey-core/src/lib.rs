//! The urlkey ladder in pure Rust: one URL, four strings, and the reason why.
//!
//! This crate knows neither Python nor Arrow and does no input or output. It holds the WHATWG parser, the rungs, their order, the data
//! that they read, and the explanations. Everything else about URLs (files, columns, stores) is built above it.

mod attribution;
mod canonicalizer;
mod clean;
mod compare;
pub mod compat;
mod dedupe;
mod digest;
mod error;
mod explain;
mod fast;
mod input;
mod ladder;
mod params;
mod parse;
mod profile;
mod profile_error;
mod profile_file;
mod query;
mod removal;
mod ruleset;
mod rungs;
mod settings;
mod signed;
mod site;
#[cfg(test)]
mod testing;
mod unwrap;
mod warning;

pub use attribution::Credit;
pub use canonicalizer::{Canonical, Canonicalizer, Context, fetch_url};
pub use compare::{Comparison, Difference, Reason};
pub use dedupe::{DedupeOptions, DedupeStats, Deduper, Event, InvalidLine, LineKind, Output, REPORTED};
pub use digest::digest;
pub use error::{Error, ErrorCode, ErrorInfo, TABLE as ERRORS};
pub use explain::{Explanation, Step};
pub use input::{MAX_HOST, from_utf16};
pub use params::{Kind, TRACKING, Tier, TrackingEntry};
pub use parse::{DefaultScheme, Host, HostKind, Url};
pub use profile::Profile;
pub use profile_error::{ProfileError, ProfileErrorCode, ProfileErrorInfo, TABLE as PROFILE_ERRORS};
pub use removal::{Cause, Removal};
pub use ruleset::{ALGORITHM_VERSION, PUBLIC_SUFFIX_VERSION, UNICODE_VERSION, canonical_text, ruleset_id};
pub use rungs::session_ids::{SESSIONS, SessionEntry};
pub use rungs::{Class, RUNG_COUNT, RUNGS, Rung, RungId, RungSet};
pub use settings::{KINDS_OPTION, SettingError, Settings};
pub use signed::{SIGNATURES, Signature};
pub use site::{Suffixes, registrable_domain, site};
pub use unwrap::{Hop, MAX_HOPS, REDIRECTORS, Redirector};
pub use warning::{TABLE as WARNINGS, WarningCode, WarningInfo, Warnings};
