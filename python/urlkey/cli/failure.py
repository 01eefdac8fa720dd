"""How the command ends when something goes wrong: one line, a hint, a documented exit code."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

OK = 0
NO = 1
USAGE = 2
OUTPUT = 3
HUNG_UP = 129
INTERRUPTED = 130
CLOSED_PIPE = 141
TERMINATED = 143

EXIT_CODES: tuple[tuple[str, str], ...] = (
    (
        str(OK),
        "done: every URL is valid, or the list is deduplicated; the two are the same (compare)",
    ),
    (
        str(NO),
        (
            "a URL is invalid (key, fetch, clean, surt, site, explain, check, reputation);"
            " a URL is listed (reputation); the two differ (compare)"
        ),
    ),
    (str(USAGE), "wrong usage, an input that cannot be read; a URL is invalid (compare, --base)"),
    (str(OUTPUT), "the output cannot be written"),
    (str(HUNG_UP), "the terminal was closed (SIGHUP)"),
    (str(INTERRUPTED), "interrupted by Ctrl-C"),
    (str(CLOSED_PIPE), "the reader of the output went away, as with | head"),
    (str(TERMINATED), "terminated (SIGTERM)"),
)
"""Every exit code with its meaning: `--help` and the reference are made from it."""


class Failure(click.ClickException):
    """A problem that ends the command: what is wrong, and what to do about it."""

    exit_code = USAGE

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the problem and the hint."""
        lines = f"urlkey: {self.message}\nhint: {self.hint}"
        with suppress(OSError):  # the exit code still tells
            click.echo(lines, file=file or sys.stderr, err=True)


class OutputFailure(Failure):
    """A problem with what is written, not with what is read."""

    exit_code = OUTPUT


HINTS = {
    errno.ENOENT: "check the path, or give - to read standard input",
    errno.EISDIR: "name the files in it, as in DIRECTORY/*.txt",
    errno.EACCES: "check the permissions of the file and of its folder",
    errno.EPERM: "check the permissions of the file and of its folder",
    errno.ENOSPC: "free some space, or set TMPDIR to a larger disk for temporary data",
    errno.EDQUOT: "free some space, or set TMPDIR to a larger disk for temporary data",
    errno.EROFS: "write to another place with -o",
    errno.EBADF: "it was closed, as with <&- or >&-: leave it open, or name files",
    errno.ENAMETOOLONG: "an argument was taken for a file name: give URLs to `urlkey key`",
}

WRITING_HINTS = {
    errno.ENOENT: "make the folder first",
    errno.ENOTDIR: "make the folder first",
    errno.EISDIR: "name a file in that folder",
    errno.ELOOP: "its links lead in a circle: name another file",
    errno.ENAMETOOLONG: "name a file with a shorter name",
}


def from_os_error(error: OSError, *, writing: bool) -> Failure:
    """The failure for an operating system error."""
    what = error.strerror or str(error)
    name = f" {os.fsdecode(error.filename)!r}" if error.filename is not None else ""
    verb = "cannot write" if writing else "cannot read"
    hints = HINTS | WRITING_HINTS if writing else HINTS
    hint = hints.get(error.errno or 0, "check the file and the disk that it is on, and try again")
    kind = OutputFailure if writing else Failure
    return kind(f"{verb}{name}: {what}", hint)


def is_writing(error: OSError) -> bool:
    """Whether an error is one of writing: it says so, or is of a sort that reading never has."""
    if error.filename is not None:
        from urlkey.dedupe.written import WriteError

        return isinstance(error, WriteError)
    return error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG}


def discard_output() -> None:
    """Send what is still buffered for standard output nowhere, so that no later flush fails."""
    with suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


@contextmanager
def guarded() -> Iterator[None]:
    """Turn what can go wrong outside our control into an exit code, without a traceback."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        raise click.exceptions.Exit(CLOSED_PIPE) from None
    except KeyboardInterrupt:
        discard_output()
        click.echo("urlkey: interrupted", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except OSError as error:
        discard_output()
        raise from_os_error(error, writing=is_writing(error)) from None
    except MemoryError:
        discard_output()
        hint = "split the input, or run it on a machine with more memory"
        raise Failure("out of memory", hint) from None
