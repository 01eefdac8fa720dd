"""What `key`, `fetch`, `clean` and `site` share: one output line for each input line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from urlkey.cli import failure
from urlkey.cli.lines import given
from urlkey.cli.text import as_json, decoded, in_column, visible, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from urlkey.errors import InvalidURL

Command = TypeVar("Command", bound="Callable[..., Any]")
Lines = list[bytes]


class Conversion(NamedTuple):
    """What becomes of a line."""

    name: str
    """The name of the result in JSON."""
    convert: Callable[[Lines], list[str | None]]
    """The results of a batch: None where a line is invalid, empty where there is none."""
    reason: Callable[[bytes], InvalidURL]
    """Why a line has no result."""
    details: Callable[[bytes, bool], dict[str, object]] = lambda _line, _valid: {}
    """What JSON has besides of a line, valid or not."""


class Row(NamedTuple):
    """A line with its result or its error."""

    line: int
    original: bytes
    result: str | None
    error: InvalidURL | None


def output_options(command: Command) -> Command:
    """The forms of output; the command gets `form`."""
    command = click.option(
        "--json",
        "form",
        flag_value="json",
        help="Print JSON lines: line, original, result, error.",
    )(command)
    return click.option(
        "--tsv",
        "form",
        flag_value="tsv",
        help="Print three columns: original, result, error.",
    )(command)


def each(convert: Callable[[bytes], str]) -> Callable[[Lines], list[str | None]]:
    """The conversion of a batch from that of a line."""
    from urlkey.errors import InvalidURL

    def batch(lines: Lines) -> list[str | None]:
        results: list[str | None] = []
        for line in lines:
            try:
                results.append(convert(line))
            except InvalidURL:
                results.append(None)
        return results

    return batch


def reason(convert: Callable[[bytes], object]) -> Callable[[bytes], InvalidURL]:
    """The error of a line that is known to be invalid."""
    from urlkey.errors import InvalidURL

    def find(line: bytes) -> InvalidURL:
        try:
            convert(line)
        except InvalidURL as error:
            return error
        raise AssertionError(line)

    return find


def run(urls: tuple[str, ...], form: str | None, conversion: Conversion) -> int:
    """Convert the lines as they arrive; the exit code says whether all were valid."""
    number = 0
    invalid = 0
    for batch in given(urls):
        results = conversion.convert(batch)
        if form is None and None not in results:
            write("\n".join(results).encode() + b"\n")  # type: ignore[arg-type]  # none is None
        else:
            rows = [
                Row(
                    n, original, result, None if result is not None else conversion.reason(original)
                )
                for n, (original, result) in enumerate(zip(batch, results, strict=True), number + 1)
            ]
            write(b"".join(formatted(row, form, conversion) for row in rows))
            invalid += report(rows)
        sys.stdout.flush()
        number += len(batch)
    return failure.NO if invalid else failure.OK


def report(rows: list[Row]) -> int:
    """Say on standard error why lines are invalid; how many they were."""
    reasons = [
        f"urlkey: line {row.line}: {row.error.code}: {visible(row.error.detail)}"
        f" (at byte {row.error.position}); {visible(row.error.hint)}"
        for row in rows
        if row.error
    ]
    if reasons:
        click.echo("\n".join(reasons), err=True)
    return len(reasons)


def formatted(row: Row, form: str | None, conversion: Conversion) -> bytes:
    """The output line of a row."""
    if form == "json":
        return as_json(as_data(row, conversion)).encode() + b"\n"
    result = (row.result or "").encode()
    if form == "tsv":
        code = row.error.code.encode() if row.error else b""
        return b"\t".join([in_column(row.original), result, code]) + b"\n"
    return result + b"\n"


def as_data(row: Row, conversion: Conversion) -> dict[str, object]:
    """A row as JSON has it."""
    return {
        "line": row.line,
        "original": decoded(row.original),
        conversion.name: row.result or None,
        **conversion.details(row.original, row.error is None),
        "error": row.error and error_data(row.error),
    }


def error_data(error: InvalidURL) -> dict[str, object]:
    """An error as JSON has it."""
    return {
        "code": error.code,
        "detail": error.detail,
        "position": error.position,
        "hint": error.hint,
    }
