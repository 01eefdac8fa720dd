"""`urlkey explain`: how a URL gets its key."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from urlkey.cli import attribution
from urlkey.cli.failure import NO
from urlkey.cli.invalid import shown
from urlkey.cli.options import Context, compiled, context_options, ruleset_options
from urlkey.cli.text import (
    decoded,
    on_terminal,
    plain_table,
    print_json,
    print_table,
    say,
    visible,
)

if TYPE_CHECKING:
    from urlkey._core import Result
    from urlkey.canonical import Explanation, Step
    from urlkey.profiles import Profile

HEADER = ("class", "rung", "component", "before", "after", "rule")
LOSSY = "yellow"
NONE = "(none)"
EMPTY = "(empty)"


@click.command("explain", short_help="Show, rung by rung, how a URL gets its key.")
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@ruleset_options
@context_options
@click.pass_context
def command(
    ctx: click.Context,
    url: str,
    as_json: bool,
    profile: Profile,
    context: Context,
) -> None:
    """Show, rung by rung, how a URL gets its key.

    A row for each thing that a rung did: its class (syntax, scheme and host rungs are safe; lossy
    ones can merge distinct pages), the component before and after, and the rule that it went by. To
    drop a plain fragment is safe, although the rung is lossy: it can drop one that chooses a page.
    Below stand, if there are any, the campaign parameters that the key lost, the redirectors that
    were taken off, and the affiliates who are credited. Exit code 1 if the URL is invalid.

    \b
    urlkey explain 'HTTP://News.Example.com:80/a/./b/../story?utm_source=x&id=7#top'
    """
    from urlkey.errors import InvalidURL

    raw = os.fsencode(url)
    canonicalizer = compiled(profile)
    try:
        explanation = canonicalizer.explain(raw, **context.arguments())
        result = canonicalizer.canonicalize(raw, **context.arguments())
    except InvalidURL as error:
        click.echo("\n".join(shown(raw, error)), err=True)
        ctx.exit(NO)
    if as_json:
        print_json(as_data(raw, explanation, result))
    else:
        print_explanation(raw, explanation, result)


def as_data(raw: bytes, explanation: Explanation, result: Result) -> dict[str, object]:
    """An explanation as JSON has it."""
    steps = [
        {
            "rung": step.rung,
            "class": step.rung_class,
            "safe": step.safe,
            "component": step.component,
            "before": step.before,
            "after": step.after,
            "rule": step.rule,
            "source": step.source,
        }
        for step in explanation.steps
    ]
    return {
        "original": decoded(raw),
        "key": explanation.key,
        "steps": steps,
        "warnings": list(explanation.warnings),
        **attribution.as_data(result),
        "profile": explanation.profile.name,
        "ruleset": result.ruleset,
    }


def part(text: str | None) -> str:
    """A component, or a word where there is nothing to see."""
    return NONE if text is None else text or EMPTY


def verdict(step: Step) -> str:
    """The class of a step, the lossy ones to be seen at a glance."""
    if step.safe and step.rung_class != "lossy":
        return step.rung_class
    return step.verdict if step.safe else "LOSSY"


def print_explanation(raw: bytes, explanation: Explanation, result: Result) -> None:
    """The ladder between the original and the key."""
    rows = [
        (
            verdict(step),
            step.rung,
            step.component,
            part(step.before),
            f"→ {part(step.after)}",
            step.rule,
        )
        for step in explanation.steps
    ]
    ends = [f"original  {visible(decoded(raw))}", f"key       {explanation.key}"]
    ends += [f"{heading:<9} {text}" for heading, text in attribution.rows(result)]
    if explanation.warnings:
        ends.append(f"warnings  {', '.join(explanation.warnings)}")
    lossy = sum(not step.safe for step in explanation.steps)
    ends.append(
        f"steps     {len(rows) - lossy} safe, {lossy} lossy, under {explanation.profile.name}"
    )
    if on_terminal() and rows:
        say(ends[0])
        styles = [None if step.safe else LOSSY for step in explanation.steps]
        print_table(HEADER, rows, styles)
    else:
        table = [plain_table(HEADER, rows), ""] if rows else []
        say("\n".join([ends[0], "", *table]))
    say("\n".join(ends[1:]))
