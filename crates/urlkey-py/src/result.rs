//! `Result`: what `canonicalize` returns.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyTuple};
use urlkey_core::Canonical;

use crate::parameters::{Credited, Removed};

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
    /// Names, each once, and decoded values.
    campaign: Vec<(String, String)>,
    /// The id of each redirector that was taken off, and its target.
    unwrapped: Vec<(String, String)>,
    credited: Vec<Credited>,
    warnings: Vec<String>,
}

impl Result {
    pub fn new_from(original: &Bound<'_, PyAny>, found: Canonical, ruleset: &str) -> Self {
        Self {
            original: original.clone().unbind(),
            found: Found {
                removed: found.removed.iter().map(Removed::new_from).collect(),
                campaign: found.campaign,
                credited: found.credited.into_iter().map(Credited::new_from).collect(),
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
        campaign: Vec<(String, String)>,
        unwrapped: Vec<(String, String)>,
        credited: Vec<Credited>,
        warnings: Vec<String>,
    ) -> Self {
        let found = Found {
            fetch_url,
            clean_url,
            key,
            origin,
            ruleset,
            removed,
            campaign,
            unwrapped,
            credited,
            warnings,
        };
        Self { original, found }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let f = &self.found;
        let campaign = PyTuple::new(py, &f.campaign)?;
        (
            &self.original,
            &f.fetch_url,
            &f.clean_url,
            &f.key,
            &f.origin,
            &f.ruleset,
            self.removed(py)?,
            campaign,
            self.unwrapped(py)?,
            self.credited(py)?,
            self.warnings(py)?,
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

    /// The campaign parameters and click ids among `removed`: a new dict of lower-case names to values, decoded once as a script on the
    /// page reads them. The tracking table says which names those are (kinds campaign and click); of a name that stands there twice the
    /// first counts. Empty where none is removed, as in a signed URL.
    #[getter]
    fn campaign<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.found.campaign.iter().map(|(name, value)| (name, value)).into_py_dict(py)
    }

    /// The redirectors that were taken off (rung `unwrap`): pairs of a redirector's id and its target URL, outermost first.
    #[getter]
    fn unwrapped<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.found.unwrapped)
    }

    /// Who is credited with the visit: the affiliate parameters of the URL, as `Credited`, whether the key keeps them or not; those of
    /// redirectors that were taken off come first. Of tier disputed they are a guess.
    #[getter]
    fn credited<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.found.credited.iter().cloned())
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
            let names: Vec<_> = self.found.removed.iter().map(Removed::name).collect();
            let _ = write!(text, ", removed={}", names.into_pyobject(py)?.repr()?);
        }
        if !self.found.unwrapped.is_empty() {
            let ids: Vec<_> = self.found.unwrapped.iter().map(|(id, _)| id.as_str()).collect();
            let _ = write!(text, ", unwrapped={}", ids.into_pyobject(py)?.repr()?);
        }
        if !self.found.credited.is_empty() {
            let names: Vec<_> = self.found.credited.iter().map(Credited::name).collect();
            let _ = write!(text, ", credited={}", names.into_pyobject(py)?.repr()?);
        }
        if !self.found.warnings.is_empty() {
            let _ = write!(text, ", warnings={}", self.warnings(py)?.repr()?);
        }
        text.push(')');
        Ok(text)
    }
}
