"""`urlkey reputation`: whether URLs are on a list of hash prefixes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from urlkey.cli import failure
from urlkey.cli.convert import error_data
from urlkey.cli.lines import given
from urlkey.cli.text import as_json, decoded, in_column, visible, write

if TYPE_CHECKING:
    from pathlib import Path

    from urlkey.errors import InvalidURL
    from urlkey.safe_browsing import Match, PrefixList


class Verdict(NamedTuple):
    """A URL, and what the list says of it."""

    line: int
    url: bytes
    match: Match | None
    error: InvalidURL | None


@click.command("reputation", short_help="Tell whether URLs are on a list of hash prefixes.")
@click.argument("urls", nargs=-1, metavar="[URL]...")
@click.option(
    "--list",
    "path",
    required=True,
    type=click.Path(),
    metavar="FILE",
    help="The list: one hash prefix a line, in hexadecimal or base64.",
)
@click.option(
    "--raw",
    "length",
    type=click.IntRange(4, 32),
    metavar="BYTES",
    help="The list is raw bytes: prefixes of so many bytes, one after the other.",
)
@click.option("--json", "form", is_flag=True, help="Print JSON lines, one for each URL.")
@click.pass_context
def command(
    ctx: click.Context, urls: tuple[str, ...], path: str, length: int | None, form: bool
) -> None:
    """Tell whether URLs are on a list of hash prefixes.

    By the rules of Google Safe Browsing (v4 and v5), on a list that you have: nothing is sent
    anywhere. Prints the URLs that are listed, each with the expression and the prefix that were
    found, and exits with 1 if there is one, or if one is invalid. URLs come from the arguments, or
    one a line from standard input (-); blank lines are skipped.

    A short prefix says "perhaps": compare the whole hash (urlkey.safe_browsing.hashes) with the
    list's publisher before you block.

    \b
    urlkey reputation 'http://example.com/a' --list prefixes.txt
    urlkey reputation --list prefixes.txt --json - < links.txt
    """
    prefixes = loaded(path, length)
    bad = False
    number = 0
    for batch in given(urls):
        verdicts = [
            judged(prefixes, n, line) for n, line in enumerate(batch, number + 1) if line.strip()
        ]
        number += len(batch)
        write(b"".join(as_line(verdict) if form else as_text(verdict) for verdict in verdicts))
        sys.stdout.flush()
        report(verdicts, quiet=form)
        bad = bad or any(verdict.match or verdict.error for verdict in verdicts)
    ctx.exit(failure.NO if bad else failure.OK)


def loaded(path: str | Path, length: int | None) -> PrefixList:
    """The list; one that cannot be read ends the command."""
    from urlkey.safe_browsing import PrefixList, PrefixListError

    try:
        return PrefixList.load(path, length=length)
    except PrefixListError as error:
        hint = "a line is 4 to 32 bytes in hexadecimal or base64; --raw BYTES reads raw bytes"
        raise failure.Failure(f"{path}: {error}", hint) from None


def judged(prefixes: PrefixList, line: int, url: bytes) -> Verdict:
    """What the list says of a URL."""
    from urlkey.errors import InvalidURL

    try:
        return Verdict(line, url, prefixes.find(url), None)
    except InvalidURL as error:
        return Verdict(line, url, None, error)


def as_text(verdict: Verdict) -> bytes:
    """A listed URL for people and for cut: URL, expression, prefix."""
    if verdict.match is None:
        return b""
    columns = [
        in_column(verdict.url),
        verdict.match.expression.encode(),
        verdict.match.prefix.hex().encode(),
    ]
    return b"\t".join(columns) + b"\n"


def as_line(verdict: Verdict) -> bytes:
    """Any URL as JSON."""
    match = verdict.match
    data = {
        "line": verdict.line,
        "url": decoded(verdict.url),
        "listed": None if verdict.error else match is not None,
        "expression": match and match.expression,
        "prefix": match and match.prefix.hex(),
        "error": verdict.error and error_data(verdict.error),
    }
    return as_json(data).encode() + b"\n"


def report(verdicts: list[Verdict], *, quiet: bool) -> None:
    """Say on standard error what is no URL, unless it was printed."""
    for verdict in verdicts:
        if verdict.error and not quiet:
            error = verdict.error
            click.echo(
                f"urlkey: line {verdict.line}: {error.code}: {visible(error.detail)}", err=True
            )
