"""Make a list of links as long as you like, whose number of distinct pages is known exactly.

The links are those of the corpora (`$URLKEY_SHARED/corpus`, else `../shared/corpus`; where there
is none, made up), repeated with seeded changes:

* A *plain* link is one whose key can be told without urlkey: lower-case host, a path of unreserved
  characters, parameters that no table knows. A page is such a link with the parameter `zq=N`, N
  from 0 to 39; it is written as it is, or with a change that the ladder takes back: another case,
  the default port, `/./`, a fragment, `utm_source`, an empty pair. Which pages were written is kept
  in a bitmap, so their number does not depend on urlkey.
* Every other line of the corpora, about a quarter, odd ones and invalid ones too, comes back as it
  is. How many pages these are is asked of `urlkey.Canonicalizer.key`, one by one: each was seen in
  the corpus, and nothing but repeats can come of it.

    python bench/generate_lines.py --lines 10000000 --seed 1 --output lines.txt

The last line on standard output is `N lines, M pages`: what `urlkey dedupe` must read and keep.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterable

REPO = Path(__file__).resolve().parents[1]
DATA = REPO / "crates" / "urlkey-core" / "data"
VARIANTS = 40
CHANGED = 0.5
BATCH = 20_000

PLAIN = re.compile(
    r"(?P<scheme>https?)://(?P<host>(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,})"
    r"(?P<path>/[A-Za-z0-9._~/-]*)"
    r"(?:\?(?P<query>[A-Za-z0-9_]+=[A-Za-z0-9._~-]+(?:&[A-Za-z0-9_]+=[A-Za-z0-9._~-]+)*))?"
)
DOTS = re.compile(r"/\.{1,2}(?:/|$)")


def corpus() -> list[bytes]:
    """The distinct lines of the corpora, or made-up links where there are none."""
    folder = Path(os.environ.get("URLKEY_SHARED", REPO.parent / "shared")) / "corpus"
    found: dict[bytes, None] = {}
    for file in sorted(folder.glob("*.txt.gz")):
        with gzip.open(file) as stream:
            found.update(dict.fromkeys(line.rstrip(b"\r\n") for line in stream))
    return list(found) or [
        b"https://host%d.example.com/section%d/page-%d.html" % (i % 997, i % 61, i)
        for i in range(100_000)
    ]


def special() -> Callable[[str], bool]:
    """Whether a parameter name is in the tracking table, or one of those that mark a signed URL."""
    tracking = tomllib.loads((DATA / "tracking.toml").read_text(encoding="utf-8"))
    signatures = tomllib.loads((DATA / "signatures.toml").read_text(encoding="utf-8"))
    names = {
        entry["name"].lower()
        for rows in tracking.values()
        if isinstance(rows, list)
        for entry in rows
    }
    for entry in signatures["signature"]:
        names |= {name.lower() for name in [*entry["all"], *entry.get("any", [])]}
    prefixes = tuple(name[:-1] for name in names if name.endswith("*"))
    return lambda name: name.lower() in names or name.lower().startswith(prefixes)


def page(line: bytes, is_special: Callable[[str], bool]) -> tuple[str, str, str, str] | None:
    """The parts of a plain link (scheme, host, path, query), None for any other line."""
    match = PLAIN.fullmatch(line.decode("ascii", "replace"))
    if not match or "xn--" in match["host"] or DOTS.search(match["path"]):
        return None
    pieces = sorted((match["query"] or "").split("&")) if match["query"] else []
    names = [piece.partition("=")[0] for piece in pieces]
    if "zq" in names or any(is_special(name) for name in names):
        return None
    return match["scheme"], match["host"], match["path"], "&".join(pieces)


PORTS = {"http": 80, "https": 443}

CHANGES: tuple[Callable[[str, str, str, str], str], ...] = (
    lambda scheme, host, path, query: f"{scheme.upper()}://{host.title()}{path}?{query}",
    lambda scheme, host, path, query: f"{scheme}://{host}:{PORTS[scheme]}{path}?{query}",
    lambda scheme, host, path, query: f"{scheme}://{host}/.{path}?{query}",
    lambda scheme, host, path, query: f"{scheme}://{host}{path}?{query}#part",
    lambda scheme, host, path, query: f"{scheme}://{host}{path}?utm_source=feed&{query}&utm_term=a",
    lambda scheme, host, path, query: f"{scheme}://{host}{path}?{query}&",
)
"""What the ladder takes back under the profile dedup, the first four by safe rungs alone."""


def spelled(parts: tuple[str, str, str, str], variant: int, change: int) -> str:
    """A page as a line: as it is for change 0, else with a change that makes no other page."""
    scheme, host, path, query = parts
    query = f"{query}&zq={variant}" if query else f"zq={variant}"
    if change:
        return CHANGES[change - 1](scheme, host, path, query)
    return f"{scheme}://{host}{path}?{query}"


def pages_of(lines: Iterable[bytes]) -> set[str]:
    """The keys of lines, one by one."""
    from urlkey import Canonicalizer, InvalidURL

    key = Canonicalizer("dedup").key
    found = set()
    for line in lines:
        try:
            found.add(key(line))
        except InvalidURL:
            continue
    return found


def generate(output: BinaryIO, count: int, seed: int) -> int:
    """Write `count` lines, and return the number of pages that they name."""
    lines = corpus()
    is_special = special()
    parts = {line: page(line, is_special) for line in lines}
    plain = sorted({found for found in parts.values() if found})
    odd = [line for line, found in parts.items() if not found and line.strip()]
    share = len(odd) / len(lines)
    rng = random.Random(seed)
    draw, pick = rng.random, rng.randrange
    written = bytearray(len(plain) * VARIANTS)
    odd_written = bytearray(len(odd))
    for start in range(0, count, BATCH):
        batch: list[bytes] = []
        for _ in range(min(BATCH, count - start)):
            if draw() < share:
                at = pick(len(odd))
                odd_written[at] = 1
                batch.append(odd[at])
                continue
            at = int(draw() * len(written))
            written[at] = 1
            change = 1 + int(draw() * len(CHANGES)) if draw() < CHANGED else 0
            batch.append(spelled(plain[at // VARIANTS], at % VARIANTS, change).encode())
        output.write(b"\n".join(batch) + b"\n")
    others = pages_of(line for line, used in zip(odd, odd_written, strict=True) if used)
    # no other line has the parameter zq, so no page of one sort is a page of the other
    assert not any("zq=" in key for key in others)
    return sum(written) + len(others)


def main() -> None:
    """Write the list and say what is in it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lines", type=int, default=10_000_000, help="how many (10000000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random changes (1)")
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    with options.output.open("wb") as output:
        pages = generate(output, options.lines, options.seed)
    print(f"{options.lines} lines, {pages} pages")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
