//! The core's errors as the exceptions of `urlkey.errors`.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use urlkey_core::compat::safe_browsing::PrefixListError;
use urlkey_core::{Error, ProfileError};

use crate::text::Text;

/// An exception class, imported when it is first needed.
struct Class {
    name: &'static str,
    imported: PyOnceLock<Py<PyType>>,
}

impl Class {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            imported: PyOnceLock::new(),
        }
    }

    fn instance<'py>(&self, py: Python<'py>, arguments: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.imported.import(py, "urlkey.errors", self.name)?.call1(arguments)
    }
}

static INVALID_URL: Class = Class::new("InvalidURL");
static PROFILE_ERROR: Class = Class::new("ProfileError");
static PREFIX_LIST_ERROR: Class = Class::new("PrefixListError");

/// An instance, ready to raise.
fn to_raise(instance: PyResult<Bound<'_, PyAny>>) -> PyErr {
    instance.map_or_else(|error| error, PyErr::from_value)
}

/// An instance of `urlkey.InvalidURL`. `object` is what `text` was made of: the URL, or the base where the error is the base's.
pub fn invalid_url<'py>(object: &Bound<'py, PyAny>, text: &Text, error: Error) -> PyResult<Bound<'py, PyAny>> {
    let info = error.code.info();
    let detail = if error.in_base {
        format!("in the base URL, {}", info.message)
    } else {
        info.message.to_owned()
    };
    let arguments = (info.slug, detail, text.position(error.position), info.hint, object);
    INVALID_URL.instance(object.py(), arguments)
}

/// The same, ready to raise.
pub fn raised(object: &Bound<'_, PyAny>, text: &Text, error: Error) -> PyErr {
    to_raise(invalid_url(object, text, error))
}

/// `urlkey.ProfileError`.
pub fn profile_error(py: Python<'_>, error: ProfileError) -> PyErr {
    let info = error.code.info();
    let arguments = (info.slug, error.message, info.hint, error.profile, error.line);
    to_raise(PROFILE_ERROR.instance(py, arguments))
}

/// `urlkey.safe_browsing.PrefixListError`.
pub fn prefix_list_error(py: Python<'_>, error: PrefixListError) -> PyErr {
    to_raise(PREFIX_LIST_ERROR.instance(py, (error.line, error.to_string())))
}
