//! The core's tables as plain data, and profiles from plain data.

use std::collections::BTreeMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use urlkey_core::{ERRORS, Profile, REDIRECTORS, RUNGS, SESSIONS, SIGNATURES, Settings, TRACKING, WARNINGS};

/// Options by name: a setting for each lossy rung, and the tracking kinds.
pub type Options = BTreeMap<String, String>;

/// Makes the core's profile of a profile's data.
pub fn profile(
    name: String,
    version: u32,
    purpose: String,
    options: Options,
    drop: Vec<String>,
    keep: Vec<String>,
    keep_only: Option<Vec<String>>,
) -> PyResult<Profile> {
    let mut settings = checked(options)?;
    settings.drop = drop;
    settings.keep = keep;
    settings.keep_only = keep_only;
    Ok(Profile {
        name,
        version,
        purpose,
        settings,
    })
}

fn checked(options: Options) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (name, value) in options {
        let set = settings.set(&name, &value);
        set.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(settings)
}

/// A table as a list of dicts.
pub fn rows<'py, T>(
    py: Python<'py>,
    table: impl IntoIterator<Item = T>,
    fill: impl Fn(&Bound<'py, PyDict>, T) -> PyResult<()>,
) -> PyResult<Bound<'py, PyList>> {
    let rows = PyList::empty(py);
    for entry in table {
        let row = PyDict::new(py);
        fill(&row, entry)?;
        rows.append(row)?;
    }
    Ok(rows)
}

/// Every option with its setting, `on` and aliases resolved; what is not given is off. An unknown name or value is a `ValueError`.
#[pyfunction]
pub fn settings(py: Python<'_>, options: Options) -> PyResult<Bound<'_, PyDict>> {
    listed(py, &checked(options)?)
}

/// The options as a dict, in the ladder's order.
pub fn listed<'py>(py: Python<'py>, settings: &Settings) -> PyResult<Bound<'py, PyDict>> {
    let options = PyDict::new(py);
    for (name, value) in settings.options() {
        options.set_item(name, value)?;
    }
    Ok(options)
}

/// The ruleset id of a profile's data: 16 hex digits.
#[pyfunction]
#[pyo3(signature = (name, version, options, drop=Vec::new(), keep=Vec::new(), keep_only=None))]
pub fn ruleset_id(
    name: String,
    version: u32,
    options: Options,
    drop: Vec<String>,
    keep: Vec<String>,
    keep_only: Option<Vec<String>>,
) -> PyResult<String> {
    let profile = profile(name, version, String::new(), options, drop, keep, keep_only)?;
    Ok(urlkey_core::ruleset_id(&profile))
}

/// The rungs in the ladder's order.
#[pyfunction]
pub fn rungs(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, RUNGS, |row, rung| {
        row.set_item("id", rung.slug)?;
        row.set_item("class", rung.class.name())?;
        row.set_item("what", rung.what)?;
        row.set_item("why", rung.why)?;
        row.set_item("source", rung.source)?;
        row.set_item("values", rung.values)?;
        row.set_item("on", if rung.is_safe() { None } else { Some(rung.on) })?;
        row.set_item("example", (rung.example[0], rung.example[1]))
    })
}

/// The reasons for rejecting an input.
#[pyfunction]
pub fn errors(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, ERRORS, |row, error| {
        row.set_item("code", error.slug)?;
        row.set_item("message", error.message)?;
        row.set_item("hint", error.hint)?;
        row.set_item("example", error.example)?;
        row.set_item("source", error.source)
    })
}

/// What can be odd about a URL that still has an answer.
#[pyfunction]
pub fn warnings(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, WARNINGS, |row, warning| {
        row.set_item("code", warning.slug)?;
        row.set_item("message", warning.message)?;
        row.set_item("example", PyBytes::new(py, warning.example))
    })
}

/// The tracking parameters.
#[pyfunction]
pub fn tracking(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, TRACKING.iter(), |row, entry| {
        row.set_item("name", &entry.name)?;
        row.set_item("tier", entry.tier.name())?;
        row.set_item("kind", entry.kind.name())?;
        row.set_item("by", &entry.by)?;
        row.set_item("source", &entry.source)?;
        row.set_item("example", &entry.example)
    })
}

/// The parameter names that together mark a signed URL.
#[pyfunction]
pub fn signatures(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, SIGNATURES.iter(), |row, signature| {
        row.set_item("id", &signature.id)?;
        row.set_item("all", &signature.all)?;
        row.set_item("any", &signature.any)?;
        row.set_item("by", &signature.by)?;
        row.set_item("source", &signature.source)?;
        row.set_item("example", &signature.example)
    })
}

/// The redirectors that carry their target in the URL: an example is a wrapper and its target.
#[pyfunction]
pub fn redirectors(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, REDIRECTORS.iter(), |row, redirector| {
        row.set_item("id", &redirector.id)?;
        row.set_item("by", &redirector.by)?;
        row.set_item("source", &redirector.source)?;
        row.set_item("example", (&redirector.example[0], &redirector.example[1]))
    })
}

/// The names of session ids.
#[pyfunction]
pub fn sessions(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, SESSIONS.iter(), |row, entry| {
        row.set_item("name", &entry.name)?;
        row.set_item("by", &entry.by)?;
        row.set_item("source", &entry.source)?;
        row.set_item("example", &entry.example)
    })
}
