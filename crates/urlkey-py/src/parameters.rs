//! `Removed` and `Credited`: what a `Result` says of single parameters.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlkey_core::{Cause, Credit, Removal};

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
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The core's, as Python sees it.
    pub fn new_from(removal: &Removal) -> Self {
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

/// A parameter that credits somebody with the visit.
#[pyclass(frozen, get_all, eq, hash, module = "urlkey", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Credited {
    /// Its name in lower case, as the tracking table has it.
    name: String,
    /// Its value, decoded once; empty where there is none.
    value: String,
    /// Who sets it: the network or the programme, as the table says.
    by: String,
    /// How sure the table is: certain, common, or disputed, where the name may mean something else on that site.
    tier: String,
    /// Where that is written.
    source: String,
    /// The id of the redirector whose URL carries it; None where it is the page's own.
    redirector: Option<String>,
}

impl Credited {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The core's, as Python sees it.
    pub fn new_from(credit: Credit) -> Self {
        Self {
            name: credit.name,
            value: credit.value,
            by: credit.entry.by.clone(),
            tier: credit.entry.tier.name().to_owned(),
            source: credit.entry.source.clone(),
            redirector: credit.redirector.map(|redirector| redirector.id.clone()),
        }
    }
}

#[pymethods]
impl Credited {
    #[new]
    fn new(name: String, value: String, by: String, tier: String, source: String, redirector: Option<String>) -> Self {
        Self {
            name,
            value,
            by,
            tier,
            source,
            redirector,
        }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.name, &self.value, &self.by, &self.tier, &self.source, &self.redirector).into_pyobject(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let show = |text: Option<&str>| text.into_pyobject(py)?.repr().map(|repr| repr.to_string());
        Ok(format!(
            "Credited(name={}, value={}, by={}, tier={}, redirector={})",
            show(Some(&self.name))?,
            show(Some(&self.value))?,
            show(Some(&self.by))?,
            show(Some(&self.tier))?,
            show(self.redirector.as_deref())?
        ))
    }
}
