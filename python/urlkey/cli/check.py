"""`urlkey check`: what is wrong with the lines of a list."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import click

from urlkey import _core
from urlkey.cli import failure
from urlkey.cli.convert import error_data
from urlkey.cli.invalid import excerpt, shown
from urlkey.cli.lines import lines
from urlkey.cli.options import Context, context_options
from urlkey.cli.sources import chunks_of, list_options, refuse_endless
from urlkey.cli.text import decoded, print_json, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from urlkey.errors import InvalidURL


BLANK = bytes(range(0x21))
"""What a blank line is made of: spaces and control characters."""


class Finding(NamedTuple):
    """A line with something wrong or odd."""

    line: int
    raw: bytes
    error: InvalidURL | None
    warnings: tuple[str, ...]


def known_warning(_ctx: click.Context, _param: click.Parameter, codes: tuple[str, ...]) -> set[str]:
    """The codes, if they are those of warnings."""
    known = {row["code"] for row in _core.warnings()}
    for code in codes:
        if code not in known:
            message = f"{code!r} is no warning; they are {', '.join(sorted(known))}"
            raise click.BadParameter(message)
    return set(codes)


@click.command("check", short_help="List the invalid and the suspicious URLs of a file.")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--no-warnings", is_flag=True, help="Leave out URLs that are only suspicious.")
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    callback=known_warning,
    help="Leave out this warning; `urlkey errors` lists them. Repeatable.",
)
@list_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, one for each finding.")
@click.option("-q", "--quiet", is_flag=True, help="No summary.")
@context_options
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    no_warnings: bool,
    ignore: set[str],
    any_format: bool,
    as_json: bool,
    quiet: bool,
    context: Context,
) -> None:
    """List the invalid and the suspicious URLs of a file.

    For each its line number, the code, the place with a caret, and a hint; then a summary on
    standard error. FILE is a text list, plain, gzip or Zstandard; - is standard input. Blank lines
    are skipped. Exit code 1 if a line is invalid.

    \b
    urlkey check links.txt
    urlkey check --no-warnings --json links.txt | jq -r .code | sort | uniq -c
    """
    if not files and sys.stdin.isatty():
        message = "no file given, and standard input is a terminal"
        raise click.UsageError(f"{message}: give files, or pipe a list in, or - to type one")
    refuse_endless(files)
    counts: Counter[str] = Counter()
    ignored = {row["code"] for row in _core.warnings()} if no_warnings else ignore
    place = files[0] if len(files) == 1 and files[0] != "-" else ""
    chunks = chunks_of(files, command="check", any_format=any_format)
    for finding in findings(chunks, context, ignored, counts):
        if as_json:
            for data in as_data(finding):
                print_json(data)
        else:
            say("\n".join(block(finding, place)))
    sys.stdout.flush()
    if not quiet:
        click.echo(summary(counts), err=True)
    ctx.exit(failure.NO if counts["invalid"] else failure.OK)


def findings(
    chunks: Iterator[bytes], context: Context, ignored: set[str], counts: Counter[str]
) -> Iterator[Finding]:
    """The lines with something wrong or odd; every line is counted."""
    from urlkey.canonical import Canonicalizer
    from urlkey.errors import InvalidURL

    canonicalize = Canonicalizer("dedup").canonicalize
    extra = context.arguments()
    number = 0
    for batch in lines(chunks):
        for raw in batch:
            number += 1
            if not raw.strip(BLANK):
                counts["blank"] += 1
                continue
            try:
                warnings = canonicalize(raw, **extra).warnings
            except InvalidURL as error:
                counts["invalid"] += 1
                yield Finding(number, raw, error, ())
                continue
            left = tuple(code for code in warnings if code not in ignored)
            counts["suspicious" if left else "fine"] += 1
            if left:
                yield Finding(number, raw, None, left)
    counts["lines"] = number


def as_data(finding: Finding) -> list[dict[str, object]]:
    """A finding as JSON has it: an object for each code."""
    start = {"line": finding.line, "url": decoded(finding.raw)}
    if finding.error:
        return [{**start, "level": "error", **error_data(finding.error)}]
    known = {row["code"]: row["message"] for row in _core.warnings()}
    empty = {"position": None, "hint": None}
    return [
        {**start, "level": "warning", "code": code, "detail": known[code], **empty}
        for code in finding.warnings
    ]


def block(finding: Finding, place: str) -> list[str]:
    """A finding for people."""
    where = f"{place}:{finding.line}" if place else f"line {finding.line}"
    if finding.error:
        return shown(finding.raw, finding.error, where)
    known = {row["code"]: row["message"] for row in _core.warnings()}
    heads = [
        f"{where}: {click.style(code, fg='yellow')}: {known[code]}" for code in finding.warnings
    ]
    return [*heads, f"  {excerpt(finding.raw)}"]


def summary(counts: Counter[str]) -> str:
    """The counts in one line."""
    parts = [f"{counts[name]:,} {name}" for name in ("invalid", "suspicious", "fine", "blank")]
    return f"{counts['lines']:,} lines: {', '.join(parts)}"
