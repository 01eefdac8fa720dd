"""The standard streams as the shell left them: closed, or too narrow for every text."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer


class ClosedInput(io.FileIO):
    """Standard input that the shell closed (`<&-`): an error for whoever reads it."""

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Fail, and say of what."""
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard input") from None


class ClosedOutput(io.FileIO):
    """Standard output that the shell closed (`>&-`): an error for whoever writes to it."""

    def write(self, data: ReadableBuffer, /) -> int:
        """Fail, and say of what."""
        from urlkey.dedupe.written import WriteError

        try:
            return super().write(data)
        except OSError as error:
            raise WriteError(error.errno, error.strerror, "standard output") from None


def mend() -> None:
    """Give each closed stream a stand-in, which holds its number so that no file takes it.

    Python sets a stream that is closed to None. The stand-ins are open for the wrong direction: to
    use one is the error that the closed one would give. What an encoding cannot hold is replaced.
    """
    if sys.stdin is None:
        raw_input = ClosedInput(os.open(os.devnull, os.O_WRONLY), "rb")
        sys.stdin = io.TextIOWrapper(io.BufferedReader(raw_input))
    if sys.stdout is None:
        raw_output = ClosedOutput(os.open(os.devnull, os.O_RDONLY), "wb")
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw_output))
    if sys.stderr is None:
        raw_errors = io.FileIO(os.open(os.devnull, os.O_WRONLY), "wb")
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(raw_errors), write_through=True)
    with suppress(AttributeError):  # a stand-in of somebody else
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
