"""Moving chunks through the core's engine, and adding up what came of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from urlkey import _core
from urlkey.canonical import Canonicalizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from urlkey.dedupe.groups import Event, Groups
    from urlkey.dedupe.trial import Trial
    from urlkey.profiles import Profile

    Invalid = tuple[int, str, int, bytes]


class Summary(NamedTuple):
    """How many lines there were of each sort; `lines` is the sum of the others."""

    lines: int
    """All lines."""
    kept: int
    """First lines of their page."""
    exact: int
    """Repeats of a line, byte for byte."""
    safe: int
    """Other spellings of an earlier line, told by safe rungs alone."""
    lossy: int
    """Lines that a lossy rung merged into an earlier one."""
    invalid: int
    """Lines that are no URL; they are left out."""
    blank: int
    """Empty lines, and lines of nothing but spaces and controls; they are left out."""
    errors: dict[str, int]
    """The invalid lines by the reason's code."""


def dedupe(  # noqa: PLR0913 - each is one thing to write, or one way to read
    chunks: Iterable[bytes],
    write: Callable[[bytes], object] | None,
    *,
    profile: str | Profile | Canonicalizer = "dedup",
    keys: bool = False,
    dropped: Callable[[bytes], object] | None = None,
    groups: Groups | None = None,
    trial: Trial | None = None,
    base: str | bytes | None = None,
    default_scheme: str | None = None,
) -> Summary:
    """Write each page of a list once: the first line of each, in order.

    Args:
        chunks: The list, one URL a line, in pieces of any size: `read(paths)`, or an open file.
        write: Is given the kept lines in chunks, each line ended by a line feed.
        profile: A profile, its name, or a Canonicalizer: what makes two lines one page.
        keys: Write keys instead of first lines.
        dropped: Is given the merged lines likewise.
        groups: Remembers which lines fell together.
        trial: Remembers the kept lines, to tell what else would merge.
        base: The URL of the document that held the links; relative references resolve against it.
        default_scheme: "http" or "https", for lines without a scheme.

    Raises:
        InvalidURL: The base is none.
        ProfileError: There is no such profile.
    """
    canonicalizer = profile if isinstance(profile, Canonicalizer) else Canonicalizer(profile)
    deduper = _core.Deduper(
        canonicalizer,
        keys=keys,
        dropped=dropped is not None,
        events=groups is not None,
        base=base,
        default_scheme=default_scheme,
    )
    errors: Counter[str] = Counter()

    def take(kept: bytes, gone: bytes, invalid: list[Invalid], lines: Sequence[Event]) -> None:
        if kept and write:
            write(kept)
        if kept and trial:
            trial.add(kept)
        if gone and dropped:
            dropped(gone)
        if lines and groups:
            groups.add(lines)
        if invalid:
            errors.update(code for _, code, _, _ in invalid)

    for chunk in chunks:
        take(*deduper.feed(chunk))
    take(*deduper.finish())
    found = deduper.stats
    return Summary(
        lines=found["lines"],
        kept=found["first"],
        exact=found["exact"],
        safe=found["safe"],
        lossy=found["lossy"],
        invalid=found["invalid"],
        blank=found["blank"],
        errors=dict(errors.most_common()),
    )
