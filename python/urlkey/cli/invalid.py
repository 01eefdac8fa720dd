"""An invalid URL for people: the reason, the place with a caret, and the hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from urlkey.cli.text import decoded, visible, width

if TYPE_CHECKING:
    from urlkey.errors import InvalidURL

AROUND = 60
"""How many bytes are shown on each side of the position: a line may be 100 MB long."""


def window(raw: bytes, position: int) -> tuple[str, int]:
    """What is around a position, fit to print, and the column of the position in it."""
    start = max(0, position - AROUND)
    end = position + AROUND
    while 0 < start < len(raw) and raw[start] & 0xC0 == 0x80:
        start -= 1  # not in the middle of a character
    while end < len(raw) and raw[end] & 0xC0 == 0x80:
        end += 1
    before = ("…" if start else "") + visible(decoded(raw[start:position]))
    after = visible(decoded(raw[position:end])) + ("…" if end < len(raw) else "")
    return before + after, width(before)


def excerpt(raw: bytes) -> str:
    """The beginning of a line, fit to print."""
    return window(raw, 0)[0] if len(raw) > AROUND * 2 else visible(decoded(raw))


def pointed(raw: bytes, position: int) -> list[str]:
    """The line, and a caret below the position."""
    text, column = window(raw, position)
    return [f"  {text}", "  " + " " * column + click.style("^", fg="red", bold=True)]


def shown(raw: bytes, error: InvalidURL, where: str = "urlkey") -> list[str]:
    """An error as lines: where and why, the place, the hint."""
    code = click.style(error.code, fg="red", bold=True)
    source = error.input if isinstance(error.input, bytes) else raw
    return [
        f"{where}: {code}: {error.detail}",
        *pointed(source, error.position),
        f"  hint: {error.hint}",
    ]
