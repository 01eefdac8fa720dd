"""`urlkey compare`: are two URLs one page."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from urlkey.cli import failure
from urlkey.cli.explain import part
from urlkey.cli.invalid import shown
from urlkey.cli.options import Context, compiled, context_options, ruleset_options
from urlkey.cli.text import decoded, plain_table, print_json, say, visible

if TYPE_CHECKING:
    from urlkey.canonical import Canonicalizer, Comparison
    from urlkey.profiles import Profile


@click.command("compare", short_help="Tell whether two URLs are one page, and why.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@ruleset_options
@context_options
@click.pass_context
def command(
    ctx: click.Context,
    first: str,
    second: str,
    as_json: bool,
    profile: Profile,
    context: Context,
) -> None:
    """Tell whether two URLs are one page, and why.

    If they are: whether by safe rungs alone, and by which. If not: what differs, and which rungs
    that are off would make them one. Exit code 0 if they are the same, 1 if not, 2 if one is
    invalid: then there is no answer.

    \b
    urlkey compare https://example.com/a https://example.com/a/
    """
    pair = (os.fsencode(first), os.fsencode(second))
    canonicalizer = compiled(profile)
    require_valid(ctx, canonicalizer, pair, context)
    found = canonicalizer.compare(*pair, **context.arguments())
    if as_json:
        print_json(as_data(pair, found, canonicalizer.ruleset))
    else:
        say(text(found))
    ctx.exit(failure.OK if found.same else failure.NO)


def require_valid(
    ctx: click.Context, canonicalizer: Canonicalizer, pair: tuple[bytes, bytes], context: Context
) -> None:
    """Say what is wrong with each URL that is none, and leave."""
    reasons = canonicalizer.check(pair, **context.arguments())
    for raw, error in zip(pair, reasons, strict=True):
        if error:
            click.echo("\n".join(shown(raw, error)), err=True)
    if any(reasons):
        ctx.exit(failure.USAGE)


def as_data(pair: tuple[bytes, bytes], found: Comparison, ruleset: str) -> dict[str, object]:
    """A comparison as JSON has it."""
    return {
        "originals": [decoded(raw) for raw in pair],
        "keys": list(found.keys),
        "same": found.same,
        "safe": found.safe,
        "reason": list(found.reason),
        "differs": [
            {"component": row.component, "first": row.first, "second": row.second}
            for row in found.differs
        ],
        "would_merge": [list(rungs) for rungs in found.would_merge],
        "profile": found.profile.name,
        "ruleset": ruleset,
    }


def text(found: Comparison) -> str:
    """A comparison for people."""
    if found.same:
        return same(found)
    rows = [
        (row.component, visible(part(row.first)), visible(part(row.second)))
        for row in found.differs
    ]
    lines = [
        click.style("different", bold=True) + f" pages under {found.profile.name}",
        f"key A        {found.keys[0]}",
        f"key B        {found.keys[1]}",
        *indented(plain_table(("differs", "A", "B"), rows)),
    ]
    if found.would_merge:
        sets = [" and ".join(rungs) for rungs in found.would_merge]
        lines.append(f"would merge  with {', or with '.join(sets)}")
    else:
        lines.append("would merge  with no set of up to three rungs")
    return "\n".join(lines)


def indented(table: str) -> list[str]:
    """A table below its own heading."""
    return [f"  {line}" for line in table.splitlines()]


def same(found: Comparison) -> str:
    """Why two URLs are one page."""
    from urlkey import _core

    if found.safe:
        verdict = click.style("same", bold=True, fg="green") + " page, by safe rungs alone"
    else:
        verdict = click.style("same", bold=True, fg="yellow") + " page, by a lossy merge"
    classes = {row["id"]: row["class"] for row in _core.rungs()}
    reason = [f"{rung} ({classes[rung]})" for rung in found.reason]
    return "\n".join(
        [
            f"{verdict}, under {found.profile.name}",
            f"key     {found.keys[0]}",
            f"reason  {', '.join(reason) or 'the URLs are equal as they are'}",
        ]
    )
