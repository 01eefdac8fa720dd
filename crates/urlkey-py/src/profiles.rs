//! Profiles as data: those that ship, and those of a file.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use urlkey_core::{PROFILE_ERRORS, Profile};

use crate::errors::profile_error;
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
    let profiles = Profile::parse(text).map_err(|error| profile_error(py, error))?;
    rows(py, &profiles, fill)
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
