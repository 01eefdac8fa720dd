//! `_core.Canonicalizer`, and the fetch URL, which needs none.

use std::cell::Cell;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use urlkey_core::{Context, DefaultScheme, Error, RungId, Suffixes, Url};

use crate::errors::{invalid_url, raised};
use crate::result::Result as CanonicalResult;
use crate::tables::{Options, profile};
use crate::text::Text;

/// A buffer that grew beyond this for one long URL is given back.
const SCRATCH_KEPT: usize = 64 * 1024;

thread_local! {
    /// The buffer that keys are written to, so that a call allocates nothing but its result.
    static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Lends the thread's buffer. It is taken out meanwhile, so that a nested call would only find an empty one.
pub fn with_scratch<T>(work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    let mut buffer = SCRATCH.take();
    let done = work(&mut buffer);
    if buffer.capacity() <= SCRATCH_KEPT {
        SCRATCH.set(buffer);
    }
    done
}

/// The keyword arguments that say how references are resolved.
#[derive(Default)]
pub struct Resolution {
    base: Option<Url>,
    default_scheme: Option<DefaultScheme>,
}

impl Resolution {
    /// Reads `base=` and `default_scheme=`; an invalid base raises here.
    pub fn of(base: Option<&Bound<'_, PyAny>>, default_scheme: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let base = base.map(|object| {
            let text = Text::of(object)?;
            Url::base(text.bytes()).map_err(|error| raised(object, &text, error))
        });
        let default_scheme = default_scheme.map(|object| {
            let name = object.cast::<PyString>().ok().and_then(|name| name.to_str().ok());
            name.and_then(DefaultScheme::from_name).ok_or_else(|| {
                let got = object.repr().map_or_else(|_| "another object".to_owned(), |repr| repr.to_string());
                PyValueError::new_err(format!("default_scheme is 'http' or 'https', not {got}"))
            })
        });
        Ok(Self {
            base: base.transpose()?,
            default_scheme: default_scheme.transpose()?,
        })
    }

    /// For the core.
    pub fn context(&self) -> Context<'_> {
        Context {
            base: self.base.as_ref(),
            default_scheme: self.default_scheme,
        }
    }

    /// The base and the scheme, to keep.
    pub fn into_parts(self) -> (Option<Url>, Option<DefaultScheme>) {
        (self.base, self.default_scheme)
    }
}

/// Calls `work` for each item of an iterable; one URL alone is a TypeError, because its characters are not URLs.
pub fn for_each<'py>(urls: &Bound<'py, PyAny>, mut work: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>) -> PyResult<()> {
    if let Ok(list) = urls.cast_exact::<PyList>() {
        return list.iter().try_for_each(|url| work(&url));
    }
    if urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err(format!(
            "an iterable of URLs is needed, not one URL ({})",
            urls.get_type().name()?
        )));
    }
    urls.try_iter()?.try_for_each(|url| work(&url?))
}

/// A key as a Python `str`: the caller's own object where the URL is its own key already.
fn key_object<'py>(url: &Bound<'py, PyAny>, text: &Text, key: &[u8]) -> PyResult<Bound<'py, PyString>> {
    if text.bytes() == key
        && let Ok(same) = url.cast_exact::<PyString>()
    {
        return Ok(same.clone());
    }
    PyString::from_bytes(url.py(), key)
}

fn slugs(ids: &[RungId]) -> Vec<&'static str> {
    ids.iter().map(|id| id.rung().slug).collect()
}

/// Compiled form of a profile. `urlkey.Canonicalizer` is the public class.
#[pyclass(frozen, subclass, module = "urlkey._core")]
pub struct Canonicalizer {
    pub inner: urlkey_core::Canonicalizer,
}

#[pymethods]
impl Canonicalizer {
    #[new]
    #[pyo3(signature = (name, version, purpose, options, drop=Vec::new(), keep=Vec::new(), keep_only=None))]
    fn new(
        name: String,
        version: u32,
        purpose: String,
        options: Options,
        drop: Vec<String>,
        keep: Vec<String>,
        keep_only: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let profile = profile(name, version, purpose, options, drop, keep, keep_only)?;
        Ok(Self {
            inner: urlkey_core::Canonicalizer::new(&profile),
        })
    }

    /// The ruleset id: 16 hex digits to store beside every key. Keys with different ids do not compare.
    #[getter]
    fn ruleset(&self) -> &str {
        self.inner.ruleset()
    }

    /// The canonical key of a URL: for comparing, never for requesting.
    ///
    /// Args:
    ///     url: str or bytes.
    ///     base: The URL of the document that holds the link; relative references are resolved against it.
    ///     default_scheme: "http" or "https": the scheme to assume where there is none, as an address bar does.
    ///
    /// Raises:
    ///     InvalidURL: The URL or the base is none; `.code` says why.
    ///     TypeError: The URL is neither str nor bytes.
    ///
    /// Source: WHATWG URL 4.4 and 4.5, RFC 3986 6.2, then the lossy rungs of the profile.
    #[pyo3(signature = (url, base=None, *, default_scheme=None))]
    fn key<'py>(
        &self,
        url: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        default_scheme: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyString>> {
        let text = Text::of(url)?;
        let resolution = Resolution::of(base, default_scheme)?;
        with_scratch(|buffer| match self.inner.key_into(text.bytes(), resolution.context(), buffer) {
            Ok(()) => key_object(url, &text, buffer),
            Err(error) => Err(raised(url, &text, error)),
        })
    }

    /// The fetch URL: what a browser would request. It is the same under every profile.
    ///
    /// Arguments and errors are those of `key`. Source: WHATWG URL 4.5, URL serializing, without the fragment.
    #[pyo3(signature = (url, base=None, *, default_scheme=None))]
    #[expect(clippy::unused_self, reason = "a method, so that a Canonicalizer has all four outputs")]
    fn fetch_url(
        &self,
        url: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        default_scheme: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        fetch_url(url, base, default_scheme)
    }

    /// The clean URL: the fetch URL without listed tracking parameters, every other byte and the fragment kept.
    ///
    /// Arguments and errors are those of `key`.
    #[pyo3(signature = (url, base=None, *, default_scheme=None))]
    fn clean_url(
        &self,
        url: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        default_scheme: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let text = Text::of(url)?;
        let resolution = Resolution::of(base, default_scheme)?;
        let clean = self.inner.clean_url(text.bytes(), resolution.context());
        clean.map_err(|error| raised(url, &text, error))
    }

    /// The digest of the key: 16 bytes, XXH3-128, big-endian.
    ///
    /// Args:
    ///     seed: 64 bits; give a secret one where outsiders choose the URLs and could craft collisions.
    ///
    /// The other arguments and errors are those of `key`.
    #[pyo3(signature = (url, base=None, *, seed=0, default_scheme=None))]
    fn digest<'py>(
        &self,
        url: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        seed: u64,
        default_scheme: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let text = Text::of(url)?;
        let resolution = Resolution::of(base, default_scheme)?;
        with_scratch(|buffer| match self.inner.key_into(text.bytes(), resolution.context(), buffer) {
            Ok(()) => Ok(PyBytes::new(url.py(), &urlkey_core::digest(buffer, seed))),
            Err(error) => Err(raised(url, &text, error)),
        })
    }

    /// The keys of many URLs, in order; None where a URL is invalid (`check` gives the reasons).
    ///
    /// Args:
    ///     urls: An iterable of str or bytes; a list is quickest.
    ///
    /// The base is parsed once; an invalid base raises InvalidURL, an item of another type TypeError.
    #[pyo3(signature = (urls, base=None, *, default_scheme=None))]
    fn keys<'py>(
        &self,
        urls: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        default_scheme: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = urls.py();
        let resolution = Resolution::of(base, default_scheme)?;
        let mut keys: Vec<Option<Bound<'py, PyString>>> = Vec::with_capacity(urls.len().unwrap_or(0));
        with_scratch(|buffer| {
            for_each(urls, |url| {
                let text = Text::of(url)?;
                let valid = self.inner.key_into(text.bytes(), resolution.context(), buffer).is_ok();
                keys.push(valid.then(|| key_object(url, &text, buffer)).transpose()?);
                Ok(())
            })
        })?;
        PyList::new(py, keys)
    }

    /// Why URLs are invalid: for each an InvalidURL (not raised), or None where it is valid.
    ///
    /// Arguments and errors are those of `keys`.
    #[pyo3(signature = (urls, base=None, *, default_scheme=None))]
    fn check<'py>(
        &self,
        urls: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        default_scheme: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let resolution = Resolution::of(base, default_scheme)?;
        let mut reasons: Vec<Option<Bound<'py, PyAny>>> = Vec::with_capacity(urls.len().unwrap_or(0));
        with_scratch(|buffer| {
            for_each(urls, |url| {
                let text = Text::of(url)?;
                let found = self.inner.key_into(text.bytes(), resolution.context(), buffer);
                reasons.push(found.err().map(|error| invalid_url(url, &text, error)).transpose()?);
                Ok(())
            })
        })?;
        PyList::new(urls.py(), reasons)
    }

    /// Everything about one URL, from one parse. Arguments and errors are those of `key`.
    #[pyo3(signature = (url, base=None, *, default_scheme=None))]
    fn canonicalize(
        &self,
        url: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        default_scheme: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<CanonicalResult> {
        let text = Text::of(url)?;
        let resolution = Resolution::of(base, default_scheme)?;
        match self.inner.canonicalize(text.bytes(), resolution.context()) {
            Ok(found) => Ok(CanonicalResult::new_from(url, found, self.inner.ruleset())),
            Err(error) => Err(raised(url, &text, error)),
        }
    }

    /// The data of `explain`: steps as (rung, class, safe, component, before, after, rule, source), key and warnings.
    #[pyo3(signature = (url, base=None, *, default_scheme=None))]
    fn explain_data<'py>(
        &self,
        url: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        default_scheme: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let text = Text::of(url)?;
        let resolution = Resolution::of(base, default_scheme)?;
        let found = self.inner.explain(text.bytes(), resolution.context());
        let found = found.map_err(|error| raised(url, &text, error))?;
        let warnings: Vec<_> = found.warnings.iter().map(urlkey_core::WarningCode::slug).collect();
        let steps: Vec<_> = found
            .steps
            .into_iter()
            .map(|step| {
                let (rung, safe) = (step.rung.rung(), step.is_safe());
                (
                    rung.slug,
                    rung.class.name(),
                    safe,
                    step.component,
                    step.before,
                    step.after,
                    step.rule,
                    rung.source,
                )
            })
            .collect();
        let data = PyDict::new(url.py());
        data.set_item("steps", steps)?;
        data.set_item("key", found.key)?;
        data.set_item("warnings", warnings)?;
        Ok(data)
    }

    /// The data of `compare`: same, safe, reason, differs (component, first, second), would_merge, keys.
    #[pyo3(signature = (a, b, *, base=None, default_scheme=None))]
    fn compare_data<'py>(
        &self,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        default_scheme: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (first, second) = (Text::of(a)?, Text::of(b)?);
        let resolution = Resolution::of(base, default_scheme)?;
        let context = resolution.context();
        let found = self.inner.compare(first.bytes(), second.bytes(), context);
        let found = found.map_err(|error| raised_of_pair([(a, &first), (b, &second)], context, error))?;
        let differs: Vec<_> = found
            .differs
            .into_iter()
            .map(|difference| {
                let [first, second] = difference.values;
                (difference.component, first, second)
            })
            .collect();
        let data = PyDict::new(a.py());
        data.set_item("same", found.same)?;
        data.set_item("safe", found.safe)?;
        data.set_item("reason", slugs(&found.reason))?;
        data.set_item("differs", differs)?;
        data.set_item("would_merge", found.would_merge.iter().map(|ids| slugs(ids)).collect::<Vec<_>>())?;
        data.set_item("keys", found.keys)?;
        Ok(data)
    }

    /// Why two URLs that have one key have it: safe, and the reason, as in `compare_data`, for less work.
    #[pyo3(signature = (a, b, *, base=None, default_scheme=None))]
    fn reason_data(
        &self,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        default_scheme: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(bool, Vec<&'static str>)> {
        let (first, second) = (Text::of(a)?, Text::of(b)?);
        let resolution = Resolution::of(base, default_scheme)?;
        let context = resolution.context();
        match self.inner.reason(first.bytes(), second.bytes(), context) {
            Ok(found) => Ok((found.safe, slugs(&found.rungs))),
            Err(error) => Err(raised_of_pair([(a, &first), (b, &second)], context, error)),
        }
    }
}

/// The error of a pair. The core does not say whose it is: the first's, if the first alone has one.
fn raised_of_pair(pair: [(&Bound<'_, PyAny>, &Text<'_>); 2], context: Context<'_>, error: Error) -> PyErr {
    let [(a, first), (b, second)] = pair;
    match urlkey_core::fetch_url(first.bytes(), context) {
        Err(error) => raised(a, first, error),
        Ok(_) => raised(b, second, error),
    }
}

/// The fetch URL: what a browser would request. It depends on no profile.
///
/// Args:
///     url: str or bytes.
///     base: The URL of the document that holds the link; relative references are resolved against it.
///     default_scheme: "http" or "https": the scheme to assume where there is none, as an address bar does.
///
/// Raises:
///     InvalidURL: The URL or the base is none; `.code` says why.
///     TypeError: The URL is neither str nor bytes.
///
/// Source: WHATWG URL 4.5, URL serializing, without the fragment.
#[pyfunction]
#[pyo3(signature = (url, base=None, *, default_scheme=None))]
pub fn fetch_url(url: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>, default_scheme: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let text = Text::of(url)?;
    let resolution = Resolution::of(base, default_scheme)?;
    urlkey_core::fetch_url(text.bytes(), resolution.context()).map_err(|error| raised(url, &text, error))
}

/// The site of a URL: its registrable domain by the public suffix list, as in "example.co.uk".
///
/// An address is its own site, and so is a host that is a public suffix or has one label. None where there is no host.
///
/// Args:
///     url: str or bytes.
///     base: As in `key`.
///     private: Count the suffixes that companies ask for, such as github.io, whose sites belong to different owners. False: those
///         of registries alone, which makes github.io one site.
///     default_scheme: As in `key`.
///
/// Raises:
///     InvalidURL: The URL or the base is none; `.code` says why.
///     TypeError: The URL is neither str nor bytes.
///
/// Source: publicsuffix.org, WHATWG URL 3.2.
#[pyfunction]
#[pyo3(signature = (url, base=None, *, private=true, default_scheme=None))]
pub fn site(
    url: &Bound<'_, PyAny>,
    base: Option<&Bound<'_, PyAny>>,
    private: bool,
    default_scheme: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<String>> {
    let text = Text::of(url)?;
    let resolution = Resolution::of(base, default_scheme)?;
    let parsed = Url::parse(text.bytes(), resolution.context()).map_err(|error| raised(url, &text, error))?;
    let suffixes = if private { Suffixes::All } else { Suffixes::Registries };
    Ok(urlkey_core::site(&parsed, suffixes))
}

/// `urlkey.canonical.compiled`, which knows profiles.
static COMPILED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// What `key` uses where no profile is given.
static DEFAULT: PyOnceLock<Py<Canonicalizer>> = PyOnceLock::new();

fn compiled<'py>(py: Python<'py>, profile: impl IntoPyObject<'py>) -> PyResult<Bound<'py, Canonicalizer>> {
    let found = COMPILED.import(py, "urlkey.canonical", "compiled")?.call1((profile,))?;
    Ok(found.cast_into()?)
}

/// The canonical key of a URL: for comparing, never for requesting.
///
/// Args:
///     url: str or bytes.
///     base: The URL of the document that holds the link: relative references resolve against it.
///     profile: A profile, or the name of a shipped one.
///     default_scheme: "http" or "https": what to assume where there is none, as address bars do.
///
/// Raises:
///     InvalidURL: The URL or the base is none; `.code` says why.
///     ProfileError: There is no profile of that name.
///     TypeError: The URL is neither str nor bytes.
///
/// Source: WHATWG URL 4.4 and 4.5, RFC 3986 6.2, then the lossy rungs of the profile.
#[pyfunction]
#[pyo3(
    signature = (url, base=None, *, profile=None, default_scheme=None),
    text_signature = "(url, base=None, *, profile='dedup', default_scheme=None)"
)]
pub fn key<'py>(
    url: &Bound<'py, PyAny>,
    base: Option<&Bound<'py, PyAny>>,
    profile: Option<&Bound<'py, PyAny>>,
    default_scheme: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyString>> {
    let py = url.py();
    if let Some(profile) = profile {
        return compiled(py, profile)?.get().key(url, base, default_scheme);
    }
    let default = DEFAULT.get_or_try_init(py, || compiled(py, "dedup").map(Bound::unbind))?;
    default.get().key(url, base, default_scheme)
}
