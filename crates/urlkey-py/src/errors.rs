//! The core's errors as `urlkey.InvalidURL`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use urlkey_core::Error;

use crate::text::Text;

static INVALID_URL: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// An instance of `urlkey.InvalidURL`. `object` is what `text` was made of: the URL, or the base where the error is the base's.
pub fn invalid_url<'py>(object: &Bound<'py, PyAny>, text: &Text, error: Error) -> PyResult<Bound<'py, PyAny>> {
    let class = INVALID_URL.import(object.py(), "urlkey.errors", "InvalidURL")?;
    let info = error.code.info();
    let detail = if error.in_base {
        format!("in the base URL, {}", info.message)
    } else {
        info.message.to_owned()
    };
    class.call1((info.slug, detail, text.position(error.position), info.hint, object))
}

/// The same, ready to raise.
pub fn raised(object: &Bound<'_, PyAny>, text: &Text, error: Error) -> PyErr {
    match invalid_url(object, text, error) {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => error,
    }
}
