//! `_core.Deduper`: the streaming engine behind `urlkey dedupe`.

use std::num::NonZeroUsize;
use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use urlkey_core::{DedupeOptions, Output};

use crate::canonicalizer::{Canonicalizer, Resolution};

/// Deduplicates lines by their keys: pieces of a file in, the first line of each page out.
///
/// Lines end at a line feed; one carriage return before it is not part of the line. Blank lines are counted and skipped.
///
/// Args:
///     canonicalizer: Gives the keys.
///     keys: Give the key of each page instead of its first line.
///     dropped: Give the duplicates as well.
///     events: Give an event for every valid line.
///     seed: 64 bits for the digests; a secret one where outsiders choose the lines and could craft collisions.
///     base: The URL that relative references are resolved against.
///     default_scheme: "http" or "https": the scheme to assume where there is none.
///     threads: How many threads make keys, at least 1; all of the machine's if None.
///
/// Raises:
///     InvalidURL: The base is none.
///     ValueError: There is no thread.
#[pyclass(module = "urlkey._core")]
pub struct Deduper {
    inner: urlkey_core::Deduper,
    out: Output,
}

#[pymethods]
impl Deduper {
    #[new]
    #[pyo3(signature = (canonicalizer, *, keys=false, dropped=false, events=false, seed=0, base=None, default_scheme=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the engine, by keyword")]
    fn new(
        canonicalizer: &Bound<'_, Canonicalizer>,
        keys: bool,
        dropped: bool,
        events: bool,
        seed: u64,
        base: Option<&Bound<'_, PyAny>>,
        default_scheme: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let threads = match threads {
            None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            Some(threads) => NonZeroUsize::new(threads).ok_or_else(|| PyValueError::new_err("threads must be at least 1"))?,
        };
        let (base, default_scheme) = Resolution::of(base, default_scheme)?.into_parts();
        let options = DedupeOptions {
            keys,
            dropped,
            events,
            seed,
            base,
            default_scheme,
            threads,
        };
        Ok(Self {
            inner: urlkey_core::Deduper::new(canonicalizer.get().inner.clone(), options),
            out: Output::default(),
        })
    }

    /// Takes the next piece of the input, which may end anywhere, and gives what came of the lines that it ends.
    ///
    /// Returns:
    ///     (kept, dropped, invalid, events). kept and dropped are bytes, a line feed after each line. invalid is a list of
    ///     (line, code, position, text): the line number from 1, the error's slug, the byte offset into the line, and its
    ///     first 200 bytes. events is a list of (digest, line, kind, text), kind being first, exact, safe or lossy.
    fn feed<'py>(&mut self, py: Python<'py>, chunk: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyTuple>> {
        let (inner, out, bytes) = (&mut self.inner, &mut self.out, chunk.as_bytes());
        py.detach(|| inner.feed(bytes, out));
        self.take(py)
    }

    /// Takes the last line, if the input did not end in a line feed; returns what `feed` returns.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (inner, out) = (&mut self.inner, &mut self.out);
        py.detach(|| inner.finish(out));
        self.take(py)
    }

    /// How many lines there were so far: lines, blank, invalid, first, exact, safe, lossy. lines is the sum of the others.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = self.inner.stats();
        let counts = PyDict::new(py);
        counts.set_item("lines", stats.lines)?;
        counts.set_item("blank", stats.blank)?;
        counts.set_item("invalid", stats.invalid)?;
        counts.set_item("first", stats.first)?;
        counts.set_item("exact", stats.exact)?;
        counts.set_item("safe", stats.safe)?;
        counts.set_item("lossy", stats.lossy)?;
        Ok(counts)
    }
}

impl Deduper {
    fn take<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let out = &mut self.out;
        let invalid = PyList::new(
            py,
            out.invalid
                .iter()
                .map(|invalid| (invalid.line, invalid.code.slug(), invalid.position, PyBytes::new(py, &invalid.text))),
        )?;
        let texts = &out.texts;
        let events = PyList::new(
            py,
            out.events.iter().map(|event| {
                let text = PyBytes::new(py, &texts[event.text.clone()]);
                (PyBytes::new(py, &event.digest), event.line, event.kind.name(), text)
            }),
        )?;
        let given = (PyBytes::new(py, &out.kept), PyBytes::new(py, &out.dropped), invalid, events).into_pyobject(py)?;
        out.clear();
        Ok(given)
    }
}
