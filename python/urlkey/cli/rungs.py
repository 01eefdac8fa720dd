"""`urlkey rungs`: the rungs of the ladder, from their definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from urlkey.cli.text import print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from click.shell_completion import CompletionItem

LOSSY = "yellow"


def complete_rung(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The ids of rungs, for the shell."""
    from click.shell_completion import CompletionItem

    from urlkey import _core

    return [
        CompletionItem(row["id"], help=row["what"])
        for row in _core.rungs()
        if row["id"].startswith(incomplete)
    ]


@click.command("rungs", short_help="List the rungs of the ladder, or show one.")
@click.argument("rung", required=False, shell_complete=complete_rung)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list, or one object.")
def command(rung: str | None, as_json: bool) -> None:
    """List the rungs of the ladder, or show one.

    Rungs of the classes syntax, scheme and host are safe and always on. Lossy ones can merge
    distinct pages: each can be set, as in --set trailing-slash=strip.
    """
    from urlkey import _core

    known = _core.rungs()
    if rung is None:
        print_json(known) if as_json else list_all(known)
        return
    found = next((row for row in known if row["id"] == rung), None)
    if found is None:
        ids = ", ".join(row["id"] for row in known)
        message = f"there is no rung {rung!r}; there are {ids}"
        raise click.BadParameter(message, param_hint="'RUNG'")
    print_json(found) if as_json else show(found)


def settings(row: Mapping[str, Any]) -> str:
    """The settings of a rung."""
    return " | ".join(row["values"]) or "always on"


def list_all(known: Sequence[Mapping[str, Any]]) -> None:
    """A row for each rung."""
    rows = [(row["id"], row["class"], settings(row), row["what"]) for row in known]
    styles = [LOSSY if row["values"] else None for row in known]
    print_table(("rung", "class", "settings", "what it does"), rows, styles)


def show(found: Mapping[str, Any]) -> None:
    """One rung, whole."""
    before, after = found["example"]
    rows = [
        ("what", found["what"]),
        ("why", found["why"]),
        ("settings", settings(found)),
        ("source", found["source"]),
        ("example", f"{before} → {after}"),
    ]
    print_table((found["id"], found["class"]), rows)
