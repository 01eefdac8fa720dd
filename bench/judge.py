"""How right an answer is: three questions that do not depend on taste.

* Idempotent: does the answer, given as input, give itself?
* WPT host: on the valid http(s) rows of the WHATWG test data, is the host the standard's?
* Query kept: do all pieces of the query survive that are not tracking parameters? Order does not
  count, and neither does what RFC 3986 and the URL standard call equivalent: the case of triplets,
  triplets of unreserved characters, and the encoding of what may not stand in a query. ``+`` and
  ``%20`` differ, and so do ``a`` and ``a=``: a server may tell them apart.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.coverage import TABLE, Matcher, load, normalize_name, to_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    Answers = Callable[[Sequence[str]], list[str | None]]

ABSOLUTE = re.compile(r"[\x00-\x20]*https?:[\t\n\r]*/[\t\n\r]*/", re.IGNORECASE)
STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
TRIPLET = re.compile(r"%[0-9A-Fa-f]{2}")
UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# What RFC 3986 lets stand in a query, less the apostrophe, which the URL standard encodes there.
QUERY = UNRESERVED | frozenset("%!$&()*+,;=:@/?")
CONTROLS = "".join(map(chr, range(0x21)))


@dataclass(frozen=True)
class Verdict:
    """Shares of the lines that a question could be asked about; None where there was none."""

    rejected: int
    idempotent: float | None
    wpt_host: float | None
    query_kept: float | None


def share(yes: int, of: int) -> float | None:
    """Divide."""
    return yes / of if of else None


def url_host(url: str) -> str:
    """Read the host that stands in a URL in plain sight."""
    authority = re.split(r"[/?#\\]", url.partition("://")[2], maxsplit=1)[0]
    return re.sub(r":[0-9]*$", "", authority.rpartition("@")[2])


def wpt_rows(folder: Path) -> list[tuple[str, str]] | None:
    """Read input and host of the valid http(s) rows that need no base; None without the data."""
    file = folder / "wpt" / "urltestdata.json"
    if not file.exists():
        return None
    rows = []
    for row in json.loads(file.read_text(encoding="utf-8")):
        if isinstance(row, str) or row.get("failure") or row["protocol"] not in {"http:", "https:"}:
            continue
        text = row["input"]
        lone_surrogate = any("\ud800" <= c <= "\udfff" for c in text)
        if lone_surrogate or not (row["base"] is None or ABSOLUTE.match(text)):
            continue
        rows.append((text, row["hostname"]))
    return rows


def plain(match: re.Match[str]) -> str:
    """Give a triplet its one spelling."""
    char = chr(int(match[0][1:], 16))
    return char if char in UNRESERVED else match[0].upper()


def piece_spelling(piece: str) -> str:
    """Give a piece of a query the one spelling of all equivalent ones."""
    raw = piece.encode("utf-8", "surrogatepass")
    ascii_only = "".join(chr(b) if chr(b) in QUERY else f"%{b:02X}" for b in raw)
    return TRIPLET.sub(plain, STRAY_PERCENT.sub("%25", ascii_only))


class Judge:
    """Asks the three questions of anybody who answers lists of URLs."""

    def __init__(self, lines: Sequence[str], folder: Path) -> None:
        self.lines = lines
        self.wpt = wpt_rows(folder)
        self.tracking = Matcher(to_entries(load(TABLE)))

    def pieces(self, url: str) -> Counter[str]:
        """Count the pieces of the query that matter."""
        stripped = url.strip(CONTROLS).replace("\t", "").replace("\n", "").replace("\r", "")
        query = stripped.partition("#")[0].partition("?")[2]
        return Counter(
            piece_spelling(piece)
            for piece in query.split("&")
            if piece and self.tracking.find(normalize_name(piece)) is None
        )

    def verdict(self, answers: Answers, host: Callable[[str], str] | None = None) -> Verdict:
        """Ask; ``host`` reads the host of answers that are not URLs."""
        first = answers(self.lines)
        valid = [
            (line, url) for line, url in zip(self.lines, first, strict=True) if url is not None
        ]
        idempotent = None
        if host is None:
            again = answers([url for _, url in valid])
            same = sum(url == url2 for (_, url), url2 in zip(valid, again, strict=True))
            idempotent = share(same, len(valid))
        wpt_host = None
        if self.wpt:
            read = host or url_host
            hosts = answers([text for text, _ in self.wpt])
            right = sum(
                url is not None and read(url) == expected
                for url, (_, expected) in zip(hosts, self.wpt, strict=True)
            )
            wpt_host = share(right, len(self.wpt))
        kept = asked = 0
        for line, url in valid:
            wanted = self.pieces(line)
            if wanted:
                asked += 1
                kept += not wanted - self.pieces(url)
        return Verdict(len(first) - len(valid), idempotent, wpt_host, share(kept, asked))
