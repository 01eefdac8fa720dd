"""Who is timed: our own functions and the libraries that people use instead.

A peer is an expression over ``u``, so that the timed loop holds exactly what a caller would write
and no wrapper of ours. Its names are imported when the peer is used.
"""

from __future__ import annotations

import importlib.metadata
import platform
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

Names = dict[str, Any]

# How many lines a round has: all, or a drawn sample, so that a run ends.
Pace = Literal["fast", "medium", "slow"]


def no_names() -> Names:
    """Need nothing."""
    return {}


def ours() -> Names:
    """Import this package."""
    import urlkey

    return {"urlkey": urlkey, "c": urlkey.Canonicalizer("dedup")}


def can_ada() -> Names:
    """Import can_ada, a pybind11 binding of ada."""
    import can_ada

    return {"can_ada": can_ada}


def ada_url() -> Names:
    """Import ada_url, a cffi binding of ada."""
    import ada_url

    return {"ada_url": ada_url}


def w3lib() -> Names:
    """Import w3lib, which Scrapy's duplicate filter is built on."""
    from w3lib.url import canonicalize_url

    return {"canonicalize_url": canonicalize_url}


def url_normalize() -> Names:
    """Import url-normalize."""
    from url_normalize import url_normalize

    return {"url_normalize": url_normalize}


def courlan() -> Names:
    """Import courlan."""
    from courlan import clean_url

    return {"clean_url": clean_url}


def yarl() -> Names:
    """Import yarl."""
    from yarl import URL

    return {"URL": URL}


def surt() -> Names:
    """Import surt."""
    from surt import surt

    return {"surt": surt}


def urllib() -> Names:
    """Import the standard library's parser."""
    from urllib.parse import urlsplit, urlunsplit

    return {"urlsplit": urlsplit, "urlunsplit": urlunsplit}


def surt_host(text: str) -> str:
    """Read the host of ``com,example)/path``."""
    labels = text.partition(")")[0].partition(":")[0].split(",")
    return ".".join(reversed(labels))


@dataclass(frozen=True)
class Peer:
    """A function of one URL, or of a list of them."""

    name: str
    expression: str
    names: Callable[[], Names]
    package: str = ""
    pace: Pace = "fast"
    whole: bool = False  # the expression takes the list ``lines``, not ``u``
    judged: bool = True  # has an answer of its own to judge
    host: Callable[[str], str] | None = None  # the answer is not a URL: how to read its host

    def version(self) -> str:
        """Name the installed version."""
        if self.package:
            return f"{self.package} {importlib.metadata.version(self.package)}"
        return f"Python {platform.python_version()}"

    def function(self) -> Callable[[str], Any]:
        """Make the expression a function of ``u``."""
        code = f"lambda u: {self.expression}"
        made: Callable[[str], Any] = eval(code, self.names())  # noqa: S307 - the expressions below
        return made


PEERS = (
    Peer("the loop alone", "u", no_names, judged=False),
    Peer("urlkey c.key", "c.key(u)", ours, "urlkey"),
    Peer("urlkey c.keys", "c.keys(lines)", ours, "urlkey", whole=True, judged=False),
    Peer("urlkey.key", "urlkey.key(u)", ours, "urlkey"),
    Peer("urlkey.digest", "urlkey.digest(u)", ours, "urlkey", judged=False),
    Peer("urlkey.fetch_url", "urlkey.fetch_url(u)", ours, "urlkey"),
    Peer("urlkey.clean_url", "urlkey.clean_url(u)", ours, "urlkey"),
    Peer("urlkey.surt", "urlkey.surt(u)", ours, "urlkey", host=surt_host),
    Peer("urlkey.surts", "urlkey.surts(lines)", ours, "urlkey", whole=True, judged=False),
    Peer("can_ada", "can_ada.parse(u).href", can_ada, "can-ada"),
    Peer("ada_url normalize_url", "ada_url.normalize_url(u)", ada_url, "ada-url", pace="medium"),
    Peer("ada_url URL", "ada_url.URL(u).href", ada_url, "ada-url", pace="medium"),
    Peer("urllib", "urlunsplit(urlsplit(u))", urllib, pace="medium"),
    Peer("yarl", "str(URL(u))", yarl, "yarl", pace="medium"),
    Peer("w3lib", "canonicalize_url(u)", w3lib, "w3lib", pace="medium"),
    Peer("courlan", "clean_url(u)", courlan, "courlan", pace="slow"),
    Peer("surt", "surt(u)", surt, "surt", pace="slow", host=surt_host),
    Peer("url_normalize", "url_normalize(u)", url_normalize, "url-normalize", pace="slow"),
)
