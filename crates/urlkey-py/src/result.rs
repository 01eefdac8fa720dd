//! `Result` and `Removed`: what `canonicalize` returns.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use urlkey_core::{Canonical, Cause, Removal};

/// A parameter that the key lost.
#[pyclass(frozen, get_all, eq, hash, module = "urlkey", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Removed {
    /// Its name as it stood in the query after the percent scan.
    name: String,
    /// Its value, None where there was no `=`.
    value: Option<String>,
    /// The rung that dropped it.
    rung: String,
    /// What the rung went by, in words.
    rule: String,
    /// How sure the tracking table is: certain, common or disputed; None where it was not that table that dropped it.
    tier: Option<String>,
    /// What it records: campaign, click, affiliate, share or session; None likewise.
    kind: Option<String>,
    /// Who sets it; None where the user's own list dropped it.
    by: Option<String>,
    /// Where that is written; None likewise.
    source: Option<String>,
}

impl Removed {
    fn new_from(removal: &Removal) -> Self {
        let listed = match &removal.cause {
            Cause::Listed(entry) => Some(*entry),
            Cause::Session(_) | Cause::User(_) | Cause::NotKept => None,
        };
        let (by, source) = match &removal.cause {
            Cause::Listed(entry) => (Some(&entry.by), Some(&entry.source)),
            Cause::Session(entry) => (Some(&entry.by), Some(&entry.source)),
            Cause::User(_) | Cause::NotKept => (None, None),
        };
        Self {
            name: removal.name().to_owned(),
            value: removal.value().map(str::to_owned),
            rung: removal.rung.rung().slug.to_owned(),
            rule: removal.rule(),
            tier: listed.map(|entry| entry.tier.name().to_owned()),
            kind: listed.map(|entry| entry.kind.name().to_owned()),
            by: by.cloned(),
            source: source.cloned(),
        }
    }
}

#[pymethods]
impl Removed {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "unpickling gives every field")]
    fn new(
        name: String,
        value: Option<String>,
        rung: String,
        rule: String,
        tier: Option<String>,
        kind: Option<String>,
        by: Option<String>,
        source: Option<String>,
    ) -> Self {
        Self {
            name,
            value,
            rung,
            rule,
            tier,
            kind,
            by,
            source,
        }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (
            &self.name,
            &self.value,
            &self.rung,
            &self.rule,
            &self.tier,
            &self.kind,
            &self.by,
            &self.source,
        )
            .into_pyobject(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let show = |text: Option<&str>| text.into_pyobject(py)?.repr().map(|repr| repr.to_string());
        Ok(format!(
            "Removed(name={}, value={}, rung={}, rule={})",
            show(Some(&self.name))?,
            show(self.value.as_deref())?,
            show(Some(&self.rung))?,
            show(Some(&self.rule))?
        ))
    }
}

/// Everything about one URL.
#[pyclass(frozen, module = "urlkey")]
pub struct Result {
    original: Py<PyAny>,
    found: Found,
}

/// What does not need the interpreter.
#[derive(PartialEq, Eq, Hash)]
struct Found {
    fetch_url: String,
    clean_url: String,
    key: String,
    origin: String,
    ruleset: String,
    removed: Vec<Removed>,
    /// The id of each redirector that was taken off, and its target.
    unwrapped: Vec<(String, String)>,
    warnings: Vec<String>,
}

impl Result {
    pub fn new_from(original: &Bound<'_, PyAny>, found: Canonical, ruleset: &str) -> Self {
        Self {
            original: original.clone().unbind(),
            found: Found {
                removed: found.removed.iter().map(Removed::new_from).collect(),
                unwrapped: found.hops.into_iter().map(|hop| (hop.redirector.id.clone(), hop.target)).collect(),
                warnings: found.warnings.iter().map(|code| code.slug().to_owned()).collect(),
                fetch_url: found.fetch_url,
                clean_url: found.clean_url,
                key: found.key,
                origin: found.origin,
                ruleset: ruleset.to_owned(),
            },
        }
    }
}

#[pymethods]
impl Result {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "unpickling gives every field")]
    fn new(
        original: Py<PyAny>,
        fetch_url: String,
        clean_url: String,
        key: String,
        origin: String,
        ruleset: String,
        removed: Vec<Removed>,
        unwrapped: Vec<(String, String)>,
        warnings: Vec<String>,
    ) -> Self {
        let found = Found {
            fetch_url,
            clean_url,
            key,
            origin,
            ruleset,
            removed,
            unwrapped,
            warnings,
        };
        Self { original, found }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let f = &self.found;
        let (removed, unwrapped, warnings) = (self.removed(py)?, self.unwrapped(py)?, self.warnings(py)?);
        (
            &self.original,
            &f.fetch_url,
            &f.clean_url,
            &f.key,
            &f.origin,
            &f.ruleset,
            removed,
            unwrapped,
            warnings,
        )
            .into_pyobject(py)
    }

    /// The input, untouched: for display and provenance.
    #[getter]
    fn original(&self, py: Python<'_>) -> Py<PyAny> {
        self.original.clone_ref(py)
    }

    /// What a browser would request: the WHATWG serialization without the fragment.
    #[getter]
    fn fetch_url(&self) -> &str {
        &self.found.fetch_url
    }

    /// A link to share: the fetch URL without listed tracking parameters, the fragment kept.
    #[getter]
    fn clean_url(&self) -> &str {
        &self.found.clean_url
    }

    /// The canonical key: for comparing, never for requesting.
    #[getter]
    fn key(&self) -> &str {
        &self.found.key
    }

    /// XXH3-128 of the key, unseeded: 16 bytes, big-endian.
    #[getter]
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &urlkey_core::digest(self.found.key.as_bytes(), 0))
    }

    /// The origin (scheme, host, port) of the fetch URL; "null" where it is opaque. Source: WHATWG URL 4.7.
    #[getter]
    fn origin(&self) -> &str {
        &self.found.origin
    }

    /// The ruleset id that the key was made under.
    #[getter]
    fn ruleset(&self) -> &str {
        &self.found.ruleset
    }

    /// The parameters that the key lost, as `Removed`.
    #[getter]
    fn removed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.found.removed.iter().cloned())
    }

    /// The redirectors that were taken off (rung `unwrap`): pairs of a redirector's id and its target URL, outermost first.
    #[getter]
    fn unwrapped<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.found.unwrapped)
    }

    /// What was odd about the URL: slugs, in the order of the warning table.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.found.warnings)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        Ok(self.found == other.found && self.original.bind(py).eq(&other.original)?)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.found.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!(
            "Result(key={}, original={}",
            self.key().into_pyobject(py)?.repr()?,
            self.original.bind(py).repr()?
        );
        if !self.found.removed.is_empty() {
            let names: Vec<_> = self.found.removed.iter().map(|removed| removed.name.as_str()).collect();
            let _ = write!(text, ", removed={}", names.into_pyobject(py)?.repr()?);
        }
        if !self.found.unwrapped.is_empty() {
            let ids: Vec<_> = self.found.unwrapped.iter().map(|(id, _)| id.as_str()).collect();
            let _ = write!(text, ", unwrapped={}", ids.into_pyobject(py)?.repr()?);
        }
        if !self.found.warnings.is_empty() {
            let _ = write!(text, ", warnings={}", self.warnings(py)?.repr()?);
        }
        text.push(')');
        Ok(text)
    }
}
