"""Lists as input: the option that says how they are read, progress, and what can be wrong."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Any, TypeVar

import click

from urlkey.cli.failure import Failure
from urlkey.cli.progress import NoProgress, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Command = TypeVar("Command", bound="Callable[..., Any]")


def list_options(command: Command) -> Command:
    """The option of how a list is read; the command gets `any_format`."""
    return click.option(
        "--format",
        "any_format",
        type=click.Choice(["auto", "text"]),
        default="auto",
        show_default=True,
        callback=lambda _ctx, _param, value: value == "text",
        help="text: read lines even if they look like CSV or JSON.",
    )(command)


def regular(file: str | int) -> tuple[int, int] | None:
    """What tells a regular file, a path or an open one, from all others; None if it is none."""
    try:
        found = os.stat(file)  # noqa: PTH116 - Path takes no descriptor
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def refuse_endless(files: tuple[str, ...]) -> None:
    """Standard output that is an input would be read as it grows."""
    output = regular(1)
    if output is None:
        return
    for name in files or ("-",):
        if regular(0 if name == "-" else name) == output:
            what = "standard input" if name == "-" else f"the input {name!r}"
            hint = "write to another file, then rename it with mv"
            raise Failure(f"standard output is {what}", hint)


def chunks_of(
    files: tuple[str, ...], *, command: str, any_format: bool, progress: bool = False
) -> Iterator[bytes]:
    """The chunks of the files, or of standard input where none is named."""
    from urlkey.dedupe.sniff import NotAList
    from urlkey.dedupe.sources import read, total_size

    names = files or ("-",)
    shown = Progress(total_size(names)) if progress and Progress.possible() else NoProgress()
    try:
        with shown:
            yield from read(names, any_format=any_format, consumed=shown.advance)
    except NotAList as error:
        hint = error.hint.replace("urlkey dedupe", f"urlkey {command}")
        raise Failure(error.message, hint) from None
