"""Measure how much of a corpus of links the tracking-parameter table covers, and check the table.

The table is ``crates/urlkey-core/data/tracking.toml``. A parameter's name is what stands before the
first ``=``, after percent-decoding of unreserved characters, in any ASCII case, without leading
``amp;`` or ``?``. An exact entry wins over a prefix entry, a longer prefix over a shorter one, and
a prefix needs something behind it.

Corpora are text files, one URL a line, gzipped or not. The parsing here is deliberately plain (no
WHATWG parser): it counts names, and its figures are shares, not merges.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "crates" / "urlkey-core" / "data" / "tracking.toml"
CORPORA = (
    ROOT.parent / "shared" / "corpus" / "web-a.txt.gz",
    ROOT.parent / "shared" / "corpus" / "top100.txt.gz",
)

TIERS = ("certain", "common", "disputed")
KINDS = ("affiliate", "campaign", "click", "session", "share")
FIELDS = ("name", "tier", "kind", "by", "source", "example")

# Only bytes that the percent scan leaves alone: a name with any other byte could never match.
NAME = re.compile(r"[a-z0-9._~$!:@-]+\*?")
TRIPLET = re.compile(r"%([0-9A-Fa-f]{2})")
UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
UPPER_TO_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


@dataclass(frozen=True)
class Entry:
    """One parameter of the table."""

    name: str
    tier: str
    kind: str
    by: str
    source: str
    example: str


class Matcher:
    """Finds the entry that a parameter name falls under."""

    def __init__(self, entries: list[Entry]) -> None:
        self.exact = {entry.name: entry for entry in entries if not entry.name.endswith("*")}
        prefixes = [entry for entry in entries if entry.name.endswith("*")]
        self.prefixes = sorted(prefixes, key=lambda entry: -len(entry.name))

    def find(self, name: str) -> Entry | None:
        """Return the entry for a normalized name, or None."""
        found = self.exact.get(name)
        if found is not None:
            return found
        for entry in self.prefixes:
            if name.startswith(entry.name[:-1]) and len(name) >= len(entry.name):
                return entry
        return None


def decode_unreserved(match: re.Match[str]) -> str:
    """Decode a percent triplet if it stands for an unreserved character."""
    char = chr(int(match[1], 16))
    return char if char in UNRESERVED else match[0]


def normalize_name(piece: str) -> str:
    """Return the name of a raw query piece in the form in which names are matched."""
    name = TRIPLET.sub(decode_unreserved, piece.partition("=")[0]).translate(UPPER_TO_LOWER)
    while name.startswith(("amp;", "?")):
        name = name.removeprefix("?").removeprefix("amp;")
    return name


def names_of(url: str) -> Iterator[str]:
    """Yield the normalized name of every non-empty query piece of a URL."""
    query = url.partition("#")[0].partition("?")[2]
    for piece in query.split("&"):
        if piece:
            yield normalize_name(piece)


def load(path: Path) -> list[dict[str, object]]:
    """Read the raw entries of a table."""
    with path.open("rb") as handle:
        entries = tomllib.load(handle).get("parameter", [])
    if not isinstance(entries, list):
        raise SystemExit(f"{path}: `parameter` is not an array of tables")
    return entries


def to_entries(raw: list[dict[str, object]]) -> list[Entry]:
    """Turn raw entries into typed ones; a missing field becomes an empty string."""
    return [Entry(*(str(item.get(field, "")) for field in FIELDS)) for item in raw]


def covers(entry: Entry, name: str) -> bool:
    """Say whether one entry matches a normalized name."""
    return Matcher([entry]).find(name) is not None


def lint_example(entry: Entry) -> Iterator[str]:
    """Yield what is wrong with an entry's example."""
    try:
        parts = urlsplit(entry.example)
        host = parts.hostname or ""
    except ValueError:
        yield "example is not a URL"
        return
    if parts.scheme not in ("http", "https"):
        yield "example is not an http(s) URL"
    if not re.fullmatch(r"([a-z0-9-]+\.)*example\.(com|org)", host):
        yield "example is not on example.com or example.org"
    if not any(covers(entry, name) for name in names_of(entry.example)):
        yield "example does not contain the name"


def lint_entry(item: dict[str, object], entry: Entry) -> Iterator[str]:
    """Yield what is wrong with one entry on its own."""
    for field in FIELDS:
        value = item.get(field)
        if not isinstance(value, str) or not value.strip():
            yield f"field `{field}` is missing or empty"
    for field in sorted(set(item) - set(FIELDS)):
        yield f"unknown field `{field}`"
    if not NAME.fullmatch(entry.name):
        yield "name is not lower-case ASCII, or has a character that can never match"
    elif entry.name.endswith("*") and len(entry.name) < 4:
        yield "prefix is too short"
    if entry.tier not in TIERS:
        yield f"unknown tier `{entry.tier}`"
    if entry.kind not in KINDS:
        yield f"unknown kind `{entry.kind}`"
    if not entry.source.startswith("https://"):
        yield "source is not an https URL"
    yield from lint_example(entry)


def lint(raw: list[dict[str, object]]) -> list[str]:
    """Return every complaint about a table."""
    entries = to_entries(raw)
    complaints = [
        f"{entry.name or '(no name)'}: {text}"
        for item, entry in zip(raw, entries, strict=True)
        for text in lint_entry(item, entry)
    ]
    for name, times in Counter(entry.name for entry in entries).items():
        if times > 1:
            complaints.append(f"{name}: listed {times} times")
    prefixes = sorted(entry.name[:-1] for entry in entries if entry.name.endswith("*"))
    for shorter, longer in pairwise(prefixes):
        if longer.startswith(shorter):
            complaints.append(f"{longer}*: is covered by {shorter}*")
    keys = [(entry.kind, entry.name) for entry in entries]
    for before, after in pairwise(keys):
        if before > after:
            complaints.append(f"{after[1]}: out of order, sort by kind and then by name")
    if not entries:
        complaints.append("the table is empty")
    return complaints


def read_names(path: Path) -> Counter[str]:
    """Count the parameter names of a corpus."""
    counts: Counter[str] = Counter()
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", errors="backslashreplace") as lines:
        for line in lines:
            counts.update(names_of(line.strip()))
    return counts


def share(part: int, whole: int) -> str:
    """Format a count and its share of the whole."""
    return f"{part:>8,}  {part / whole:7.2%}" if whole else f"{part:>8,}        -"


def report(path: Path, matcher: Matcher, unmatched: int) -> None:
    """Print the coverage of one corpus."""
    counts = read_names(path)
    total = sum(counts.values())
    matched: Counter[tuple[str, str]] = Counter()
    missed: Counter[str] = Counter()
    for name, times in counts.items():
        entry = matcher.find(name)
        if entry is None:
            missed[name] += times
        else:
            matched[entry.tier, entry.kind] += times
    print(f"{path.name}: {total:,} query parameters, {len(counts):,} distinct names")
    for tier in TIERS:
        in_tier = sum(times for (tier_, _), times in matched.items() if tier_ == tier)
        print(f"  {tier:<24}{share(in_tier, total)}")
        for kind in KINDS:
            if matched[tier, kind]:
                print(f"    {kind:<22}{share(matched[tier, kind], total)}")
    print(f"  {'unmatched':<24}{share(sum(missed.values()), total)}")
    for name, times in missed.most_common(unmatched):
        shown = name.encode("ascii", "backslashreplace").decode("ascii")
        print(f"    {times:>8,}  {shown}")


def positive(text: str) -> int:
    """Parse a count for argparse."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


def parse_args(argv: list[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description="Coverage of the tracking-parameter table on corpora of links, and its check.",
    )
    parser.add_argument("--table", type=Path, default=TABLE, help="the table (default: ours)")
    parser.add_argument(
        "--corpus",
        type=Path,
        action="append",
        help="text file of URLs, one a line, gzipped or not; may be repeated (default: the two "
        "shared corpora beside the repository)",
    )
    parser.add_argument(
        "--unmatched",
        type=positive,
        default=0,
        metavar="N",
        help="also print the N most frequent names that no entry matches",
    )
    parser.add_argument(
        "--sample",
        type=positive,
        metavar="N",
        help="print N random entries for an audit, and nothing else",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of --sample (default: 0)")
    parser.add_argument(
        "--lint",
        action="store_true",
        help="check the table, and nothing else; exit status 1 if anything is wrong",
    )
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    args = parse_args(argv)
    table: Path = args.table
    raw = load(table)
    if args.lint:
        complaints = lint(raw)
        for complaint in complaints:
            print(complaint, file=sys.stderr)
        if not complaints:
            print(f"{table.name}: {len(raw)} entries, no complaints")
        return 1 if complaints else 0

    entries = to_entries(raw)
    if args.sample is not None:
        chosen = random.Random(args.seed).sample(entries, min(args.sample, len(entries)))
        for entry in chosen:
            print(f"{entry.name}  [{entry.tier}, {entry.kind}]  {entry.by}")
            print(f"    {entry.source}")
            print(f"    {entry.example}")
        return 0

    matcher = Matcher(entries)
    corpora: list[Path] = args.corpus or list(CORPORA)
    for path in corpora:
        if path.is_file():
            report(path, matcher, args.unmatched)
        else:
            print(f"{path.name}: skipped, no such file here", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
