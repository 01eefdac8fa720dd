//! Profiles as data: those that ship, and those of a file.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyType};
use urlkey_core::{PROFILE_ERRORS, Profile, ProfileError};

use crate::tables::{listed, rows};

fn fill(row: &Bound<'_, PyDict>, profile: &Profile) -> PyResult<()> {
    let settings = &profile.settings;
    row.set_item("name", &profile.name)?;
    row.set_item("version", profile.version)?;
    row.set_item("purpose", &profile.purpose)?;
    row.set_item("options", listed(row.py(), settings)?)?;
    row.set_item("drop", &settings.drop)?;
    row.set_item("keep", &settings.keep)?;
    row.set_item("keep_only", &settings.keep_only)
}

/// The shipped profiles.
#[pyfunction]
pub fn profiles(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, Profile::shipped(), fill)
}

/// The profiles of a TOML file's bytes, in its order.
#[pyfunction]
pub fn parse_profiles<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyList>> {
    match Profile::parse(text) {
        Ok(profiles) => rows(py, &profiles, fill),
        Err(error) => Err(raised(py, error)),
    }
}

/// The reasons for refusing a file of profiles.
#[pyfunction]
pub fn profile_errors(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    rows(py, PROFILE_ERRORS, |row, error| {
        row.set_item("code", error.slug)?;
        row.set_item("message", error.message)?;
        row.set_item("hint", error.hint)
    })
}

fn raised(py: Python<'_>, error: ProfileError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let info = error.code.info();
    let made = CLASS
        .import(py, "urlkey.errors", "ProfileError")
        .and_then(|class| class.call1((info.slug, error.message, info.hint, error.profile, error.line)));
    made.map_or_else(|error| error, PyErr::from_value)
}
