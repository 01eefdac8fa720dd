"""Canonical URL keys: which links are the same page, and why.

One URL has four strings: the original; the fetch URL, which a browser would request; the clean URL,
to share; and the key, to compare. `key`, `fetch_url`, `clean_url` and `digest` give one of them,
`canonicalize` all, `explain` and `compare` the reasons; `site` gives the registrable domain. For
many URLs make a `Canonicalizer`.
"""

from __future__ import annotations

from urlkey import _core, safe_browsing
from urlkey._core import Credited, Removed, Result, surt, surt_range, surts
from urlkey.canonical import (
    Canonicalizer,
    Comparison,
    Explanation,
    canonicalize,
    check,
    clean_url,
    compare,
    digest,
    explain,
    fetch_url,
    key,
    keys,
    site,
)
from urlkey.errors import InvalidURL, PrefixListError, ProfileError
from urlkey.profiles import Profile

__version__ = _core.VERSION
__all__ = [
    "Canonicalizer",
    "Comparison",
    "Credited",
    "Explanation",
    "InvalidURL",
    "PrefixListError",
    "Profile",
    "ProfileError",
    "Removed",
    "Result",
    "__version__",
    "canonicalize",
    "check",
    "clean_url",
    "compare",
    "digest",
    "explain",
    "fetch_url",
    "key",
    "keys",
    "safe_browsing",
    "site",
    "surt",
    "surt_range",
    "surts",
]

if _core.DEBUG_BUILD:
    import warnings

    warnings.warn("urlkey was built without optimization and is slow", RuntimeWarning, stacklevel=2)
