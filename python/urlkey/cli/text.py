"""Text for people and for programs: safe to print, plain tables, JSON."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence


def decoded(line: bytes) -> str:
    """A line as text that still holds every byte: what is not UTF-8 becomes a lone surrogate."""
    return line.decode("utf-8", "surrogateescape")


def in_column(line: bytes) -> bytes:
    """A line as one column of a row: what would end the column or the row is spelled out."""
    for raw, written in ((b"\t", b"\\t"), (b"\r", b"\\r"), (b"\n", b"\\n")):
        line = line.replace(raw, written)
    return line


def visible(text: str) -> str:
    """The text with everything that could move a cursor or hide itself spelled as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() else escape(c) for c in text)


def escape(character: str) -> str:
    """How an unprintable character is shown; a byte that is not UTF-8 as that byte."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    named = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}.get(character)
    return named or character.encode("unicode_escape").decode("ascii")


def width(text: str) -> int:
    """The columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def as_json(value: object) -> str:
    """One line of JSON; a byte that is not UTF-8 is written as the escape of its lone surrogate."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return line


def print_json(value: object) -> None:
    """Print one line of JSON, as UTF-8 whatever the terminal's encoding is."""
    write(as_json(value).encode() + b"\n")


def write(data: bytes) -> None:
    """Write to standard output, byte for byte."""
    sys.stdout.buffer.write(data)


def say(text: str) -> None:
    """Print text for people: without its colours where nobody sees them."""
    if not on_terminal() or os.environ.get("NO_COLOR"):
        text = click.unstyle(text)
    write(text.encode("utf-8", "replace") + b"\n")


def on_terminal() -> bool:
    """Whether standard output is read by a person."""
    return sys.stdout.isatty()


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns, the last one as long as it likes."""
    table = [list(header), *([visible(cell) for cell in row] for row in rows)]
    widths = [max(width(row[i]) for row in table) for i in range(len(header) - 1)]
    lines = [
        "  ".join(
            [cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=False)]
            + [row[-1]]
        ).rstrip()
        for row in table
    ]
    return "\n".join(lines)


def print_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], styles: Sequence[str | None] = ()
) -> None:
    """A table: drawn on a terminal, with a style for each row; aligned plain text elsewhere."""
    if not on_terminal():
        say(plain_table(header, rows))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*header, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    padded = [*styles, *([None] * (len(rows) - len(styles)))]
    for row, style in zip(rows, padded, strict=True):
        table.add_row(*(Text(visible(cell)) for cell in row), style=style)
    Console(highlight=False).print(table)
