//! The binding: Python objects to the core's types and back. It decides nothing.
#![allow(
    clippy::doc_markdown,
    reason = "doc comments of what Python sees are its docstrings, which are no Markdown"
)]

mod canonicalizer;
mod compat;
mod dedupe;
mod errors;
mod parameters;
mod profiles;
mod result;
mod tables;
mod text;

use pyo3::prelude::*;

/// The compiled part of urlkey. Use the names of `urlkey` itself; this module may change in any release.
#[pymodule(gil_used = false)]
mod _core {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use crate::canonicalizer::{Canonicalizer, fetch_url, key, site};
    #[pymodule_export]
    use crate::compat::{PrefixList, safe_browsing_canonicalize, safe_browsing_expressions, safe_browsing_hashes, surt, surt_range, surts};
    #[pymodule_export]
    use crate::dedupe::Deduper;
    #[pymodule_export]
    use crate::parameters::{Credited, Removed};
    #[pymodule_export]
    use crate::profiles::{parse_profiles, profile_errors, profiles};
    #[pymodule_export]
    use crate::result::Result;
    #[pymodule_export]
    use crate::tables::{errors, redirectors, ruleset_id, rungs, sessions, settings, signatures, tracking, warnings};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("ALGORITHM_VERSION", urlkey_core::ALGORITHM_VERSION)?;
        module.add("UNICODE_VERSION", urlkey_core::UNICODE_VERSION)?;
        module.add("PUBLIC_SUFFIX_VERSION", urlkey_core::PUBLIC_SUFFIX_VERSION)?;
        module.add("MAX_HOST", urlkey_core::MAX_HOST)?;
        module.add("DEBUG_BUILD", cfg!(debug_assertions))
    }
}
