"""The tables of the documentation, made of the definitions: `docs/generate.py` asks for them."""

from __future__ import annotations

from urlkey import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["TABLES"]


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _code(text: str) -> str:
    """A code span, with a fence long enough for backticks inside."""
    text = text.replace("\t", r"\t")
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text or text != text.strip() else ""
    return _cell(f"{fence}{pad}{text}{pad}{fence}")


def rungs() -> str:
    """Every rung, in the ladder's order."""
    rows = [
        [
            _code(row["id"]),
            row["class"],
            _cell(row["what"]),
            _cell(row["why"]),
            ", ".join(_code(value) for value in row["values"]) or "always on",
            _cell(row["source"]),
            f"{_code(row['example'][0])} → {_code(row['example'][1])}",
        ]
        for row in _core.rungs()
    ]
    return _table(["rung", "class", "what it does", "why", "settings", "source", "example"], rows)


def profiles() -> str:
    """The shipped profiles with the options that are not off."""
    kinds = "tracking-kinds"

    def shown(options: dict[str, str]) -> str:
        off = {row["id"]: row["values"][0] for row in _core.rungs() if row["values"]}
        on = {name: value for name, value in options.items() if value != off.get(name)}
        if options["tracking"] == "off":
            on.pop(kinds, None)
        set_on = [_code(name if value == "on" else f"{name}={value}") for name, value in on.items()]
        return ", ".join(set_on) or "none"

    rows = [
        [_code(row["name"]), str(row["version"]), _cell(row["purpose"]), shown(row["options"])]
        for row in _core.profiles()
    ]
    return _table(["profile", "version", "for", "lossy rungs"], rows)


def errors() -> str:
    """The slugs of InvalidURL."""
    rows = [
        [
            _code(row["code"]),
            _cell(row["message"]),
            _cell(row["hint"]),
            _code(row["example"] if len(row["example"]) <= 60 else f"{row['example'][:57]}…"),
            _cell(row["source"]),
        ]
        for row in _core.errors()
    ]
    return _table(["code", "meaning", "hint", "example", "source"], rows)


def profile_errors() -> str:
    """The slugs of ProfileError."""
    rows = [
        [_code(row["code"]), _cell(row["message"]), _cell(row["hint"])]
        for row in _core.profile_errors()
    ]
    return _table(["code", "meaning", "hint"], rows)


def warnings() -> str:
    """The slugs of warnings."""
    rows = [
        [
            _code(row["code"]),
            _cell(row["message"]),
            _code(row["example"].decode("utf-8", "backslashreplace")),
        ]
        for row in _core.warnings()
    ]
    return _table(["code", "meaning", "example"], rows)


def tracking() -> str:
    """How many tracking parameters there are of each tier and kind, with a few names."""
    cells: dict[tuple[str, str], list[str]] = {}
    for row in _core.tracking():
        cells.setdefault((row["tier"], row["kind"]), []).append(row["name"])
    tiers = ["certain", "common", "disputed"]
    ordered = sorted(cells.items(), key=lambda cell: (tiers.index(cell[0][0]), cell[0][1]))
    rows = [
        [tier, kind, str(len(names)), ", ".join(_code(name) for name in names[:6])]
        for (tier, kind), names in ordered
    ]
    return _table(["tier", "kind", "names", "such as"], rows)


def signatures() -> str:
    """The parameter names that mark a signed URL."""
    rows = [
        [
            _code(row["id"]),
            _cell(row["by"]),
            ", ".join(_code(name) for name in row["all"]),
            ", ".join(_code(name) for name in row["any"]),
        ]
        for row in _core.signatures()
    ]
    return _table(["signature", "of", "all of", "and any of"], rows)


def redirectors() -> str:
    """The redirectors that carry their target."""
    rows = [
        [
            _code(row["id"]),
            _cell(row["by"]),
            f"{_code(row['example'][0])} → {_code(row['example'][1])}",
        ]
        for row in _core.redirectors()
    ]
    return _table(["redirector", "of", "example"], rows)


def sessions() -> str:
    """The names of session ids."""
    rows = [
        [_code(row["name"]), _cell(row["by"]), _code(row["example"])] for row in _core.sessions()
    ]
    return _table(["name", "of", "example"], rows)


TABLES: dict[str, Callable[[], str]] = {
    "rungs": rungs,
    "profiles": profiles,
    "errors": errors,
    "profile-errors": profile_errors,
    "warnings": warnings,
    "tracking": tracking,
    "signatures": signatures,
    "redirectors": redirectors,
    "sessions": sessions,
}
