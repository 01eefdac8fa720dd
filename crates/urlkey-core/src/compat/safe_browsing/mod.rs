//! URLs as Google Safe Browsing writes them before it hashes them, the expressions that it looks up, and a list to look in.
//!
//! By the published page "URLs and Hashing" of the Safe Browsing APIs v4 and v5. The port is always removed, as that page says; what
//! is known to differ elsewhere is in docs/reference/safe-browsing.md.

mod canonical;
mod expressions;
mod list;

pub use canonical::canonicalize;
pub use expressions::{expressions, hashes};
pub use list::{Finder, ListFault, Match, PrefixList, PrefixListError};
