"""The cases of spec/, through the Python API: the Rust tests read the same files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import urlkey

if TYPE_CHECKING:
    from collections.abc import Callable

SPEC = Path(__file__).resolve().parents[1] / "spec"
MEMBERS = {
    "id",
    "op",
    "input",
    "expected",
    "why",
    "profile",
    "set",
    "base",
    "default_scheme",
    "report",
}

Case = dict[str, Any]

COMPAT: dict[str, Callable[..., object]] = {
    "surt": urlkey.surt,
    "safe_browsing": urlkey.safe_browsing.canonicalize,
    "safe_browsing_expressions": urlkey.safe_browsing.expressions,
}


def cases() -> list[Case]:
    found: list[Case] = []
    for path in sorted(SPEC.glob("*.jsonl")):
        lines = path.read_text(encoding="ascii").splitlines()
        here = [json.loads(line) for line in lines if line]
        assert here, f"{path.name} has no cases"
        assert all(case["id"].startswith(f"{path.stem}-") for case in here), path.name
        found += here
    return found


CASES = cases()


def text(value: str | dict[str, str]) -> str | bytes:
    """A str, surrogates and all, or bytes."""
    if isinstance(value, str):
        return value
    assert value.keys() == {"bytes_latin1"}
    return value["bytes_latin1"].encode("latin-1")


def canonicalizer(case: Case) -> urlkey.Canonicalizer:
    profile = urlkey.Profile(case.get("profile", "dedup"))
    return urlkey.Canonicalizer(profile.derive(**case.get("set", {})))


def keywords(case: Case) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "base" in case:
        found["base"] = text(case["base"])
    if "default_scheme" in case:
        found["default_scheme"] = case["default_scheme"]
    return found


def outcome(case: Case) -> object:
    """What the case gives, in the form of its `expected`."""
    if case["op"] in COMPAT:
        return COMPAT[case["op"]](text(case["input"]), **case.get("set", {}))
    c = canonicalizer(case)
    options = keywords(case)
    given = case["input"]
    match case["op"]:
        case "key" | "fetch_url" | "clean_url" as op:
            return getattr(c, op)(text(given), **options)
        case "warnings" | "campaign" | "credited" as op:
            return told(c.canonicalize(text(given), **options), op)
        case "same":
            a, b = given
            return c.key(text(a), **options) == c.key(text(b), **options)
        case "compare":
            a, b = given
            compared = c.compare(text(a), text(b), **options)
            return members(compared, case["expected"])
        case op:
            raise AssertionError(op)


def told(result: urlkey.Result, what: str) -> object:
    """A part of a result, as the cases have it."""
    if what == "warnings":
        return sorted(result.warnings)
    if what == "campaign":
        return result.campaign
    return [[who.name, who.value, who.redirector] for who in result.credited]


def members(compared: urlkey.Comparison, wanted: dict[str, Any]) -> dict[str, Any]:
    """The members that the case names; each of its sets must be among those that were found."""
    sets = sorted(sorted(rungs) for rungs in compared.would_merge)
    found: dict[str, Any] = {
        "same": compared.same,
        "safe": compared.safe,
        "reason": sorted(compared.reason),
        "would_merge": sets,
    }
    listed = wanted.get("would_merge")
    if listed and all(rungs in sets for rungs in listed):
        found["would_merge"] = listed
    return {name: found[name] for name in wanted}


def test_there_are_cases() -> None:
    assert len(CASES) > 500
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_case(case: Case) -> None:
    assert case.keys() <= MEMBERS
    try:
        found = outcome(case)
    except urlkey.InvalidURL as error:
        found = {"error": error.code}
    assert found == case["expected"], case["why"]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["op"] == "key" and isinstance(case["expected"], str)],
    ids=lambda case: str(case["id"]),
)
def test_what_every_key_says_besides(case: Case) -> None:
    c = canonicalizer(case)
    options = keywords(case)
    given = text(case["input"])
    key = c.key(given, **options)
    assert c.key(key) == key
    assert c.explain(given, **options).key == key
    assert c.keys([given], **options) == [key]
    assert c.check([given], **options) == [None]
    result = c.canonicalize(given, **options)
    assert result.key == key
    assert result.original is given
    assert result.digest == c.digest(given, **options) == c.digest(key)
    assert result.clean_url == c.clean_url(given, **options) == c.clean_url(result.clean_url)
    assert result.fetch_url == c.fetch_url(given, **options) == c.fetch_url(result.fetch_url)
    if isinstance(given, str):
        try:
            encoded = given.encode()
        except UnicodeEncodeError:
            return
        assert c.key(encoded, **options) == key
