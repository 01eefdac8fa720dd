"""Progress on a terminal: bytes, rate, time left, on one line of standard error."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

FIRST = 0.5
"""Seconds before anything is shown: a short list needs no progress."""

EVERY = 0.2
"""Seconds from one update to the next."""


def size(count: float) -> str:
    """A number of bytes for people."""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def duration(seconds: float) -> str:
    """Seconds for people."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class NoProgress:
    """Where nobody watches."""

    advance = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was shown."""


class Progress:
    """One line that is written over and removed in the end."""

    def __init__(self, total: int | None) -> None:
        self.total = total
        self.done = 0
        self.start = time.monotonic()
        self.next = self.start + FIRST
        self.shown = False

    @staticmethod
    def possible() -> bool:
        """Whether somebody watches."""
        return sys.stderr.isatty()

    def advance(self, count: int) -> None:
        """So many more bytes were read."""
        self.done += count
        now = time.monotonic()
        if now >= self.next:
            self.next = now + EVERY
            self.shown = True
            sys.stderr.write(f"\r\x1b[K{self.text(now - self.start)}")
            sys.stderr.flush()

    def text(self, seconds: float) -> str:
        """The line."""
        rate = self.done / max(seconds, 1e-9)
        parts = [size(self.done), f"{size(rate)}/s"]
        if self.total:
            parts.insert(0, f"{min(100, 100 * self.done // self.total)} %")
            parts.append(f"{duration(max(0, self.total - self.done) / max(rate, 1))} left")
        else:
            parts.append(duration(seconds))
        return "  ".join(parts)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _value: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        """Remove the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
