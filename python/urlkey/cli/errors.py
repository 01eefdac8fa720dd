"""`urlkey errors`: the errors and warnings, from their definitions."""

from __future__ import annotations

from typing import Any

import click

from urlkey.cli.text import decoded, print_json, print_table

SHOWN = 60
"""An example may be longer than a table should be wide."""


@click.command("errors", short_help="List the errors and warnings, or show one.")
@click.argument("code", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list, or one object.")
def command(code: str | None, as_json: bool) -> None:
    """List the errors and warnings, or show one.

    An error says why a line is no URL; a warning, what is odd about one that is. The codes are
    stable: programs may rely on them.
    """
    known = table()
    if code is None:
        print_json(known) if as_json else list_all(known)
        return
    found = next((row for row in known if row["code"] == code), None)
    if found is None:
        codes = ", ".join(row["code"] for row in known)
        message = f"there is no code {code!r}; there are {codes}"
        raise click.BadParameter(message, param_hint="'CODE'")
    print_json(found) if as_json else show(found)


def list_all(known: list[dict[str, Any]]) -> None:
    """A row for each code."""
    rows = [(row["code"], row["kind"], row["message"]) for row in known]
    styles = ["red" if row["kind"] == "error" else "yellow" for row in known]
    print_table(("code", "kind", "meaning"), rows, styles)


def show(found: dict[str, Any]) -> None:
    """One code, whole."""
    fields = ("message", "hint", "example", "source")
    rows = [(field, shortened(found[field])) for field in fields if found.get(field)]
    print_table((found["code"], found["kind"]), rows)


def table() -> list[dict[str, Any]]:
    """Every error, then every warning."""
    from urlkey import _core

    errors = [{"kind": "error", **row} for row in _core.errors()]
    warnings = [
        {"kind": "warning", **row, "example": decoded(row["example"])} for row in _core.warnings()
    ]
    return [*errors, *warnings]


def shortened(text: str) -> str:
    """A field that fits a table."""
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]}…{text[-20:]}"
