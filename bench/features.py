"""What urlkey and its peers do, asked one by one: prints the comparison in the README.

Every cell is the answer to a call made here, or, where a library has no such call, `no`. Questions
that do not arise (the order of a query that is never sorted) are `-`. The hosts are the cases of
`spec/` about international names and addresses; the links are `examples/links.txt`.

    python -m bench.features            # prints the table
    python -m bench.features --write    # writes it into the README
    python -m bench.features --check    # fails where the README has another one
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.judge import url_host
from bench.peers import surt_host

if TYPE_CHECKING:
    from collections.abc import Callable

    Call = Callable[[Any], Any]

REPO = Path(__file__).resolve().parents[1]
README = REPO / "README.md"
SECTION = re.compile(r"(?<=<!-- features:begin -->\n).*?(?=<!-- features:end -->)", re.DOTALL)

YES, NO, MOOT = "yes", "no", "-"


@dataclass(frozen=True)
class Library:
    """A library: its usual call, and the calls that do a certain thing, where it has them."""

    name: str
    package: str
    call: Call
    """URL to canonical URL, with defaults."""
    extra: dict[str, Call] = field(default_factory=dict)
    """Calls by question, where the usual one does not answer it."""
    host: Call = url_host
    url_out: bool = True
    """The answer is itself a URL."""

    def answer(self, url: str | bytes) -> str | None:
        """Give the usual answer, None where there is none."""
        try:
            found = self.call(url)
        except Exception:  # noqa: BLE001 - whatever a peer raises is its way to say no
            return None
        return None if found is None else str(found)


def libraries() -> list[Library]:
    """Import everybody."""
    from urllib.parse import urlsplit, urlunsplit

    import ada_url
    import can_ada
    import urlcanon
    from courlan import clean_url
    from surt import surt
    from url_normalize import url_normalize
    from w3lib.url import canonicalize_url
    from yarl import URL

    import urlkey

    unsorted = urlkey.Canonicalizer(urlkey.Profile("dedup").derive(sort_query="off"))
    unordered = urlcanon.Canonicalizer(
        [step for step in urlcanon.semantic.steps if step.__name__ != "alpha_reorder_query"]
    )
    return [
        Library(
            "urlkey",
            "urlkey",
            urlkey.key,
            {
                "order": unsorted.key,
                "allowlist": urlkey.Canonicalizer(
                    urlkey.Profile("dedup").derive(keep_only=["id"])
                ).key,
                "explain": lambda url: [step.rung for step in urlkey.explain(url).steps],
                "safe": lambda pair: urlkey.compare(*pair).safe,
                "lossy": lambda pair: urlkey.compare(*pair).same,
            },
        ),
        Library("w3lib", "w3lib", canonicalize_url),
        Library(
            "url-normalize",
            "url-normalize",
            url_normalize,
            {
                "allowlist": lambda url: url_normalize(
                    url, filter_params=True, param_allowlist=["id"]
                )
            },
        ),
        Library("courlan", "courlan", clean_url),
        Library(
            "urlcanon",
            "urlcanon",
            lambda url: str(urlcanon.semantic(url)),
            {
                "order": lambda url: str(unordered(url)),
                "safe": lambda pair: len({str(urlcanon.semantic(url)) for url in pair}) == 1,
                "lossy": lambda pair: len({str(urlcanon.aggressive(url)) for url in pair}) == 1,
            },
        ),
        Library("surt", "surt", surt, host=surt_host, url_out=False),
        Library("ada-url", "ada-url", lambda url: ada_url.URL(url).href),
        Library("can-ada", "can-ada", lambda url: can_ada.parse(url).href),
        Library("yarl", "yarl", lambda url: str(URL(url))),
        Library("urllib", "", lambda url: urlunsplit(urlsplit(url))),
    ]


@cache
def host_cases() -> list[tuple[str, str | None]]:
    """Read inputs with the host that the standard gives them, None where it gives an error."""
    found: list[tuple[str, str | None]] = []
    for topic in ("idn", "ipv4", "ipv6", "host"):
        for line in (REPO / "spec" / f"{topic}.jsonl").read_text(encoding="ascii").splitlines():
            case = json.loads(line)
            text = case["input"]
            plain = case["op"] in {"key", "fetch_url"} and not case.keys() & {"set", "base"}
            if not plain or not isinstance(text, str) or not text.lower().startswith("http"):
                continue
            expected = case["expected"]
            host = url_host(expected) if isinstance(expected, str) else None
            if host is None or "%" not in host:  # where a key's host is not the standard's
                found.append((text, host))
    return found


@cache
def links() -> list[str]:
    """Read the lines of the example."""
    return (REPO / "examples" / "links.txt").read_text(encoding="utf-8").splitlines()


def hosts(library: Library) -> str:
    """Count the hosts, and the refusals, that are the standard's."""
    right = 0
    for text, expected in host_cases():
        answer = library.answer(text)
        right += (None if answer is None else library.host(answer)) == expected
    return f"{right} of {len(host_cases())}"


def idempotent(library: Library) -> str:
    """Count the answers that, given as input, give themselves."""
    if not library.url_out:
        return MOOT
    answers = [answer for url in links() if (answer := library.answer(url)) is not None]
    return f"{sum(library.answer(a) == a for a in answers)} of {len(answers)}"


def sorts(library: Library) -> str:
    """Ask whether the order of parameters makes no difference."""
    a, b = (library.answer(f"http://example.com/?{query}") for query in ("b=2&a=1", "a=1&b=2"))
    return YES if a == b else NO


def keeps_order(library: Library) -> str:
    """Ask whether the order can be kept while the rest is still made canonical."""
    call = library.extra.get("order", library.call)
    found = str(call("HTTP://example.com/?b=2&a=1"))
    return YES if found == "http://example.com/?b=2&a=1" else NO


def tracking(library: Library) -> str:
    """Ask whether campaign and click parameters go, and the rest stays, without a list of ours."""
    found = library.answer("http://example.com/?utm_source=x&fbclid=y&id=1&q=2") or ""
    if "id=1&q=2" in found and "utm" not in found and "fbclid" not in found:
        return YES
    allow = library.extra.get("allowlist")
    if allow and str(allow("http://example.com/?utm_source=x&id=1")).endswith("/?id=1"):
        return "with an allowlist of yours"
    return NO


def explains(library: Library) -> str:
    """Ask for the rules that changed a URL."""
    call = library.extra.get("explain")
    return YES if call and "default-port" in call("http://example.com:80/") else NO


def safe_or_lossy(library: Library) -> str:
    """Ask whether a merge that a standard backs can be told from one that it does not back."""
    safe, lossy = library.extra.get("safe"), library.extra.get("lossy")
    if not safe or not lossy:
        return NO
    by_standard = ("http://example.com:80/", "http://example.com/")
    if library.package == "urlkey":
        by_guess = ("http://example.com/?utm_source=x", "http://example.com/")
    else:
        by_guess = ("http://www.example.com/", "http://example.com/")
    told = safe(by_standard) and lossy(by_guess) and not safe(by_guess)
    if not told:
        return NO
    return YES if library.package == "urlkey" else "two presets"


def takes_bytes(library: Library) -> str:
    """Ask for the canonical form of bytes that are not UTF-8."""
    try:
        found = library.call(b"http://example.com/\xe9")
    except Exception as error:  # noqa: BLE001 - the exception is the answer
        return f"no, `{type(error).__name__}`"
    text = found.decode() if isinstance(found, bytes) else str(found)
    return YES if text.lower().endswith("/%e9") else NO


def routes(library: Library) -> str:
    """Ask whether `#/…` makes another page and `#top` does not."""
    page, route, anchor = (library.answer(f"http://example.com/{f}") for f in ("", "#/a", "#top"))
    return YES if page == anchor != route else NO


def signed(library: Library) -> str:
    """Ask whether a query stays as it is where a signature covers it."""
    plain = "https://example.com/?b=2&a=1"
    if library.answer(plain) == plain:
        return MOOT
    url = f"{plain}&X-Amz-Signature=0f"
    return YES if library.answer(url) == url else NO


def says_what_is_wrong(library: Library) -> str:
    """Ask what a program is told about a host that is no address."""
    try:
        found = library.call("http://192.168.0.257/")
    except Exception as error:  # noqa: BLE001 - the exception is the answer
        code = getattr(error, "code", None)
        return f"`{code}`" if code else f"`{type(error).__name__}`"
    return "`None`" if found is None else "takes it"


QUESTIONS: list[tuple[str, Callable[[Library], str]]] = [
    ("hosts as in the WHATWG standard", hosts),
    ("idempotent", idempotent),
    ("one answer for any order of parameters", sorts),
    ("can keep the order", keeps_order),
    ("removes tracking parameters", tracking),
    ("says which rules changed a URL", explains),
    ("tells safe from lossy merges", safe_or_lossy),
    ("keeps bytes that are not UTF-8", takes_bytes),
    ("`#/route` stays, `#top` goes", routes),
    ("leaves signed queries alone", signed),
    ("says of `http://192.168.0.257/`", says_what_is_wrong),
]


def table() -> str:
    """Ask everybody everything."""
    asked = libraries()
    rows = [["", *(library.name for library in asked)], ["---"] * (len(asked) + 1)]
    for question, ask in QUESTIONS:
        rows.append([question, *(ask(library) for library in asked)])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    versions = ", ".join(f"{lib.name} {version(lib.package)}" for lib in asked if lib.package)
    python = ".".join(map(str, sys.version_info[:2]))
    notes = [
        f"{versions}, urllib of Python {python}; each with its defaults. `-`: the question does",
        "not arise. *Two presets*: `semantic` and `aggressive`. The one host that urlkey's key",
        "spells otherwise holds characters that no URI may hold; its fetch URL has it as the",
        "standard does. For speed see `make bench`.",
    ]
    return "\n".join([*lines, "", *notes])


def main() -> int:
    """Print, write or check the table."""
    parser = argparse.ArgumentParser(description="Compare what urlkey and its peers do.")
    parser.add_argument("--write", action="store_true", help="write the table into the README")
    parser.add_argument("--check", action="store_true", help="fail if the README has another one")
    arguments = parser.parse_args()
    fresh = table()
    text = README.read_text(encoding="utf-8")
    filled = SECTION.sub(lambda _: f"\n{fresh}\n\n", text)
    if arguments.write:
        README.write_text(filled, encoding="utf-8")
    elif arguments.check:
        if filled != text:
            print("the README has another table: make features", file=sys.stderr)
            return 1
    else:
        print(fresh)
    return 0


if __name__ == "__main__":
    sys.exit(main())
