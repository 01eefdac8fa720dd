"""The reference of the Python API, made of the signatures and docstrings themselves."""

from __future__ import annotations

import builtins
import inspect
import re
from typing import TYPE_CHECKING, Any

import urlkey
import urlkey.canonical
import urlkey.dedupe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SECTION = re.compile(r"^(Args|Raises|Attributes):\n((?:[ ]{4}.*\n?|\n)+)", re.MULTILINE)
ENTRY = re.compile(r"^[ ]{4}(\w+): (.*(?:\n[ ]{8}.*)*)", re.MULTILINE)
TITLES = {"Args": "Arguments", "Raises": "Raises", "Attributes": "Attributes"}
INTERNAL = {
    "explain_data",
    "compare_data",
    "reason_data",
    "compiled",
    "plain",
    "find_data",
}
"""What the package's own layers call."""


def signature(name: str, of: Any) -> str:  # noqa: ANN401 - whatever can be called
    """Write a call as it stands in Python, without annotations."""
    found = inspect.signature(of)
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in found.parameters.values()
        if parameter.name not in {"self", "cls"}
    ]
    bare = found.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    return f"{name}{bare}"


def prose(text: str) -> str:
    """Turn a docstring into Markdown: its lists of arguments become lists."""

    def listed(section: re.Match[str]) -> str:
        entries = ENTRY.findall(section[2])
        lines = [f"- `{name}`: {' '.join(what.split())}" for name, what in entries]
        return "\n".join([f"{TITLES[section[1]]}:", "", *lines, "", ""])

    return SECTION.sub(listed, inspect.cleandoc(text) + "\n").strip()


def doc(of: Any) -> str:  # noqa: ANN401 - whatever has a docstring
    """Read a docstring; a public thing without one is a mistake."""
    text = of.__doc__
    if not text:
        raise SystemExit(f"{of!r} has no docstring")
    return prose(text)


def function(name: str, of: object) -> str:
    """Describe a function."""
    return f"### {name}\n\n```text\n{signature(name, of)}\n```\n\n{doc(of)}"


def strings_below(of: type) -> dict[str, str]:
    """Read the string that stands below each annotated attribute of a class."""
    source = inspect.getsource(of)
    pairs = re.findall(r'^    (\w+): [^\n]+\n    """([^"]+)"""', source, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in pairs}


def members(of: type) -> Iterator[tuple[str, str, str]]:
    """Find the public members of a class: kind, heading, docstring."""
    below = {} if of.__module__ == "builtins" or _compiled(of) else strings_below(of)
    fields: Iterable[str] = getattr(of, "_fields", below)
    order = list(inspect.signature(of).parameters)  # a compiled class has no order of its own

    def place(item: tuple[str, object]) -> tuple[int, str]:
        compiled = inspect.isgetsetdescriptor(item[1])
        known = order.index(item[0]) if item[0] in order else len(order)
        return (known, item[0]) if compiled else (len(order), "")

    for name in fields:
        yield "attribute", name, below.get(name, "")
    ours = [owner for owner in of.__mro__ if owner not in vars(builtins).values()]
    for owner in reversed(ours):
        for name, member in sorted(vars(owner).items(), key=place):
            if name.startswith("_") or name in INTERNAL or name in below or name in fields:
                continue
            if isinstance(member, classmethod):
                text = doc(member.__func__)
                yield "method", signature(name, member.__func__), text
            elif inspect.isfunction(member) or inspect.ismethoddescriptor(member):
                yield "method", signature(name, member), doc(member)
            elif inspect.isdatadescriptor(member) and member.__doc__:
                yield "attribute", name, doc(member)


def _compiled(of: type) -> bool:
    try:
        inspect.getsource(of)
    except (OSError, TypeError):
        return True
    return False


def record(of: type, heading: str = "") -> str:
    """Describe a class: what it is, how it is made, its attributes, its methods."""
    text = doc(of)
    if _compiled(of):  # its docstring ends in the signature, which nobody calls
        text = text.splitlines()[0].partition(" (")[0]
    lines = [f"### {heading or of.__name__}", "", text]
    attributes = [
        f"- `{name}`: {what}" if what else f"- `{name}`"
        for kind, name, what in members(of)
        if kind == "attribute"
    ]
    if attributes:
        lines += ["", "Attributes:", "", *attributes]
    for kind, call, what in members(of):
        if kind == "method":
            lines += [
                "",
                f"#### {of.__name__}.{call.partition('(')[0]}",
                "",
                f"```text\n{call}\n```",
                "",
                what,
            ]
    return "\n".join(lines)


def made(of: type) -> str:
    """Describe a class that a caller makes."""
    call = signature(of.__name__, of)
    title, _, rest = record(of).partition("\n")
    return f"{title}\n\n```text\n{call}\n```\n{rest}"


def joined(parts: Iterable[str]) -> str:
    """Put descriptions one below the other."""
    return "\n\n".join(parts)


FUNCTIONS = [
    "key",
    "fetch_url",
    "clean_url",
    "digest",
    "canonicalize",
    "explain",
    "compare",
    "keys",
    "check",
    "surt",
    "surt_range",
    "surts",
    "site",
]


TABLES: dict[str, Callable[[], str]] = {
    "api-functions": lambda: joined(
        function(f"urlkey.{name}", getattr(urlkey, name)) for name in FUNCTIONS
    ),
    "api-canonicalizer": lambda: joined([made(urlkey.Canonicalizer), made(urlkey.Profile)]),
    "api-results": lambda: joined(
        record(of)
        for of in (
            urlkey.Result,
            urlkey.Removed,
            urlkey.Credited,
            urlkey.Explanation,
            urlkey.canonical.Step,
            urlkey.Comparison,
            urlkey.canonical.Difference,
        )
    ),
    "api-errors": lambda: joined(
        record(of) for of in (urlkey.InvalidURL, urlkey.ProfileError, urlkey.PrefixListError)
    ),
    "api-safe-browsing": lambda: joined(
        [
            *(
                function(f"urlkey.safe_browsing.{name}", getattr(urlkey.safe_browsing, name))
                for name in ("canonicalize", "expressions", "hashes")
            ),
            made(urlkey.safe_browsing.PrefixList),
            record(urlkey.safe_browsing.Match),
        ]
    ),
    "api-dedupe": lambda: joined(
        [
            function("urlkey.dedupe.dedupe", urlkey.dedupe.dedupe),
            function("urlkey.dedupe.read", urlkey.dedupe.read),
            function("urlkey.dedupe.written", urlkey.dedupe.written),
            record(urlkey.dedupe.Summary),
            made(urlkey.dedupe.Groups),
            record(urlkey.dedupe.Group),
            record(urlkey.dedupe.Spelling),
            made(urlkey.dedupe.Trial),
            record(urlkey.dedupe.Outcome),
            record(urlkey.dedupe.NotAList),
        ]
    ),
}
