"""Which spellings fell together: kept in a temporary database, not in memory.

SQLite makes that database itself, as a file without a name in the temporary directory
(SQLITE_TMPDIR or TMPDIR): it is gone however the program ends.
"""

from __future__ import annotations

import sqlite3
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from urlkey.errors import InvalidURL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from urlkey.canonical import Canonicalizer

CACHE_KIB = 65536
"""What SQLite may keep in memory."""

Event = tuple[bytes, int, str, bytes]
"""Digest of the key, line number, kind of line, text."""


class Spelling(NamedTuple):
    """One way in which a page was written."""

    text: bytes
    """The line, byte for byte."""
    line: int
    """The number of the line where it was first seen, from 1."""
    times: int
    """On how many lines, without the group's first."""
    how: str
    """exact (the very text of the group's first line), safe or lossy: what parts it from that."""
    by: tuple[str, ...]
    """The rungs without which the two would be two pages."""


class Group(NamedTuple):
    """The lines of one page."""

    first: bytes
    """The spelling that was kept."""
    line: int
    """The number of that line, from 1."""
    spellings: tuple[Spelling, ...]
    """The later lines: each text once, in the order of the list."""

    @property
    def lines(self) -> int:
        """How many lines the page had."""
        return 1 + sum(spelling.times for spelling in self.spellings)


class Groups:
    """Remembers every line, and gives the pages that had more than one: iterate over it.

    Args:
        canonicalizer: The one that makes lines one page: it says by which rungs they are.
        base: The base URL of all lines.
        default_scheme: The scheme of lines that have none.
    """

    def __init__(
        self,
        canonicalizer: Canonicalizer,
        *,
        base: str | bytes | None = None,
        default_scheme: str | None = None,
    ) -> None:
        self.canonicalizer = canonicalizer
        self.base = base
        self.default_scheme = default_scheme
        self.database = sqlite3.connect("", isolation_level=None)
        self.database.executescript(
            f"""
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            PRAGMA cache_size = -{CACHE_KIB};
            CREATE TABLE first (line INTEGER PRIMARY KEY, digest BLOB, text BLOB);
            CREATE TABLE later (line INTEGER PRIMARY KEY, digest BLOB, text BLOB);
            """
        )

    def add(self, events: Sequence[Event]) -> None:
        """Remember lines: called by `dedupe`, with the events of the core's engine."""
        add = self.database.executemany
        with self.database:
            self.database.execute("BEGIN")
            for table, wanted in (("first", True), ("later", False)):
                rows = (
                    (line, digest, text)
                    for digest, line, kind, text in events
                    if (kind == "first") is wanted
                )
                add(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)  # noqa: S608 - two literals

    def __iter__(self) -> Iterator[Group]:
        """The groups of more than one line, in the order of their first lines."""
        self.database.execute("CREATE INDEX IF NOT EXISTS pages ON later (digest)")
        rows = self.database.execute(
            """
            SELECT first.line, first.text, later.text, min(later.line) AS seen, count(*)
            FROM first CROSS JOIN later ON later.digest = first.digest
            GROUP BY first.line, later.text ORDER BY first.line, seen
            """
        )
        for (line, text), members in groupby(rows, key=itemgetter(0, 1)):
            yield Group(text, line, tuple(self._spelling(text, *row[2:]) for row in members))

    def _spelling(self, first: bytes, text: bytes, line: int, times: int) -> Spelling:
        """A spelling with what parts it from the first."""
        if text == first:
            return Spelling(text, line, times, "exact", ())
        try:
            safe, reason = self.canonicalizer.reason_data(
                first, text, base=self.base, default_scheme=self.default_scheme
            )
        except InvalidURL as error:  # both lines had keys
            raise AssertionError(text) from error
        return Spelling(text, line, times, "safe" if safe else "lossy", tuple(reason))

    def close(self) -> None:
        """Give the space back."""
        self.database.close()
