//! `urlkey.surt`, `urlkey.surt_range` and what `urlkey.safe_browsing` is made of.

use std::cell::RefCell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use urlkey_core::compat::{safe_browsing, surt as core};

use crate::canonicalizer::{for_each, with_scratch};
use crate::errors::{prefix_list_error, raised};
use crate::text::Text;

/// The key of web archives (SURT), which CDX indexes call the "urlkey".
///
/// The same bytes as the Python package surt 0.3.1 of the Internet Archive gives. It is another thing than `urlkey.key`: it drops the
/// scheme, `www` and more, as archives do. An empty URL has the key "-"; a URL without a host keeps its scheme.
///
/// Args:
///     url: The URL, str or bytes; what has no scheme is taken for http.
///     with_scheme: "http://(com,example)/" in place of "com,example)/".
///     trailing_comma: A comma behind the host and its port.
///     reverse_ipaddr: "4,3,2,1)/" for an IPv4 address; otherwise "1.2.3.4)/".
///     host_massage: Drop one leading "www." or "www12.".
///     public_suffix: The registrable domain in place of the host. (The package fails with this option.)
///
/// Returns:
///     The key, in ASCII unless the URL begins with "filedesc".
///
/// Raises:
///     InvalidURL: Nothing but white space ("empty"), or a port that is no number up to 65535 ("invalid-port").
#[allow(clippy::fn_params_excessive_bools, reason = "keyword arguments of a Python function")]
#[pyfunction]
#[pyo3(signature = (url, *, with_scheme=false, trailing_comma=false, reverse_ipaddr=true, host_massage=true, public_suffix=false))]
pub fn surt<'py>(
    url: &Bound<'py, PyAny>,
    with_scheme: bool,
    trailing_comma: bool,
    reverse_ipaddr: bool,
    host_massage: bool,
    public_suffix: bool,
) -> PyResult<Bound<'py, PyString>> {
    let options = core::SurtOptions {
        with_scheme,
        trailing_comma,
        reverse_ipaddr,
        host_massage,
        public_suffix,
    };
    let text = Text::of(url)?;
    with_scratch(|out| {
        out.clear();
        core::surt_into(text.bytes(), options, out).map_err(|error| raised(url, &text, error))?;
        PyString::from_bytes(url.py(), out)
    })
}

/// The keys of many URLs, as `surt` gives them.
///
/// Args:
///     urls: An iterable of str or bytes. A list is the quickest.
///     with_scheme, trailing_comma, reverse_ipaddr, host_massage, public_suffix: As for `surt`.
///
/// Returns:
///     A list as long as the input; None where `surt` raises InvalidURL.
///
/// Raises:
///     TypeError: One URL alone, or an item that is neither str nor bytes.
#[allow(clippy::fn_params_excessive_bools, reason = "keyword arguments of a Python function")]
#[pyfunction]
#[pyo3(signature = (urls, *, with_scheme=false, trailing_comma=false, reverse_ipaddr=true, host_massage=true, public_suffix=false))]
pub fn surts<'py>(
    urls: &Bound<'py, PyAny>,
    with_scheme: bool,
    trailing_comma: bool,
    reverse_ipaddr: bool,
    host_massage: bool,
    public_suffix: bool,
) -> PyResult<Bound<'py, PyList>> {
    let options = core::SurtOptions {
        with_scheme,
        trailing_comma,
        reverse_ipaddr,
        host_massage,
        public_suffix,
    };
    let mut keys: Vec<Option<Bound<'py, PyString>>> = Vec::with_capacity(urls.len().unwrap_or(0));
    with_scratch(|out| {
        for_each(urls, |url| {
            let text = Text::of(url)?;
            out.clear();
            let valid = core::surt_into(text.bytes(), options, out).is_ok();
            keys.push(valid.then(|| PyString::from_bytes(url.py(), out)).transpose()?);
            Ok(())
        })
    })?;
    PyList::new(urls.py(), keys)
}

/// The part of a sorted CDX index that a query is about, as two keys: the lines from the first key on and before the second.
///
/// Args:
///     url: The URL, str or bytes; for match "domain" a host, or a top-level domain, is enough.
///     match: "exact" for the page, "prefix" for every key that begins like it (a slash or question mark at the end counts), "host" for
///         every page of the host and port, "domain" for the host and the hosts below it.
///
/// Returns:
///     The first key, and the first key behind the range.
///
/// Raises:
///     InvalidURL: As for `surt`; and "missing-host" where a host or domain is asked for and the URL has none.
///     ValueError: There is no such match.
#[pyfunction]
#[pyo3(signature = (url, r#match="exact"))]
pub fn surt_range(url: &Bound<'_, PyAny>, r#match: &str) -> PyResult<(String, String)> {
    let kind = core::MatchType::from_name(r#match)
        .ok_or_else(|| PyValueError::new_err(format!("match is 'exact', 'prefix', 'host' or 'domain', not {match:?}")))?;
    let text = Text::of(url)?;
    core::surt_range(text.bytes(), kind).map_err(|error| raised(url, &text, error))
}

/// For `urlkey.safe_browsing.canonicalize`.
#[pyfunction]
pub fn safe_browsing_canonicalize(url: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = Text::of(url)?;
    safe_browsing::canonicalize(text.bytes()).map_err(|error| raised(url, &text, error))
}

/// For `urlkey.safe_browsing.expressions`.
#[pyfunction]
pub fn safe_browsing_expressions(url: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let text = Text::of(url)?;
    safe_browsing::expressions(text.bytes()).map_err(|error| raised(url, &text, error))
}

/// For `urlkey.safe_browsing.hashes`.
#[pyfunction]
pub fn safe_browsing_hashes<'py>(url: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let text = Text::of(url)?;
    let hashes = safe_browsing::hashes(text.bytes()).map_err(|error| raised(url, &text, error))?;
    Ok(hashes.iter().map(|hash| PyBytes::new(url.py(), hash)).collect())
}

thread_local! {
    static FINDER: RefCell<safe_browsing::Finder> = RefCell::default();
}

/// Hash prefixes in memory. `urlkey.safe_browsing.PrefixList` is the public class.
#[pyclass(frozen, subclass, module = "urlkey._core")]
pub struct PrefixList {
    inner: safe_browsing::PrefixList,
}

#[pymethods]
impl PrefixList {
    /// From text of one prefix a line; with a length, from raw bytes.
    #[new]
    #[pyo3(signature = (data, *, length=None))]
    fn new(data: &Bound<'_, PyAny>, length: Option<usize>) -> PyResult<Self> {
        let text = match data.cast::<PyString>() {
            Ok(text) => text.to_str()?.as_bytes(),
            Err(_) => data.cast::<PyBytes>()?.as_bytes(),
        };
        let read = match length {
            Some(length) => safe_browsing::PrefixList::from_bytes(text, length),
            None => safe_browsing::PrefixList::from_text(text),
        };
        let inner = read.map_err(|error| prefix_list_error(data.py(), error))?;
        Ok(Self { inner })
    }

    /// The first expression of the URL whose hash is listed, and the listed prefix.
    fn find_data<'py>(&self, url: &Bound<'py, PyAny>) -> PyResult<Option<(String, Bound<'py, PyBytes>)>> {
        let text = Text::of(url)?;
        let found = FINDER.with_borrow_mut(|finder| self.inner.find_with(finder, text.bytes()));
        let found = found.map_err(|error| raised(url, &text, error))?;
        Ok(found.map(|found| (found.expression, PyBytes::new(url.py(), &found.prefix))))
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }
}
