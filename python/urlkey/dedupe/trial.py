"""What else would merge if a rung were on: counted with samples, without doing it."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, NamedTuple

from urlkey import _core
from urlkey.canonical import Canonicalizer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from urlkey.profiles import Profile

CHUNK = 1 << 20
SAMPLES = 3
TOGETHER = "all together"


class Outcome(NamedTuple):
    """What one change of the profile would do to the list."""

    setting: str
    """rung=value, or the words `all together`."""
    merges: int
    """How many of the kept lines would be merged into an earlier one."""
    samples: tuple[tuple[bytes, bytes], ...]
    """The first of those merges: the line that would stay, the one that would go."""


class Trial:
    """Keeps the kept lines in a temporary file without a name, and runs other profiles over them.

    Args:
        profile: The profile of the list.
        changes: A setting for each rung to try.
        samples: How many merges to show for each.
        base: The base URL of all lines.
        default_scheme: The scheme of lines that have none.

    Raises:
        ProfileError: There is no such rung, or it has no such setting.
    """

    def __init__(
        self,
        profile: Profile,
        changes: Mapping[str, str],
        *,
        samples: int = SAMPLES,
        base: str | bytes | None = None,
        default_scheme: str | None = None,
    ) -> None:
        self.samples = samples
        self.base = base
        self.default_scheme = default_scheme
        self.profiles: dict[str, Profile] = {}
        together = profile
        for rung, value in changes.items():
            option = {rung.replace("-", "_"): value}
            changed = profile.derive(**option)
            slug = rung.replace("_", "-")
            self.profiles[f"{slug}={changed.options[slug]}"] = changed
            together = together.derive(**option)
        if len(self.profiles) > 1:
            self.profiles[TOGETHER] = together
        self.lines = tempfile.TemporaryFile(prefix="urlkey-")  # noqa: SIM115 - `close` ends it

    def add(self, kept: bytes) -> None:
        """Remember kept lines: called by `dedupe`."""
        self.lines.write(kept)

    def outcomes(self) -> Iterator[Outcome]:
        """What each change would do, then what all of them would."""
        for setting, profile in self.profiles.items():
            yield self._outcome(setting, Canonicalizer(profile))

    def _outcome(self, setting: str, canonicalizer: Canonicalizer) -> Outcome:
        """Run one profile over the kept lines."""
        deduper = self._deduper(canonicalizer, dropped=True)
        gone: list[bytes] = []
        for chunk in self._chunks():
            _, dropped, _, _ = deduper.feed(chunk)
            if dropped and len(gone) < self.samples:
                gone += dropped.split(b"\n", self.samples)[:-1][: self.samples - len(gone)]
        stats = deduper.stats
        merges = stats["exact"] + stats["safe"] + stats["lossy"]
        return Outcome(setting, merges, tuple(self._pairs(canonicalizer, gone)))

    def _pairs(
        self, canonicalizer: Canonicalizer, gone: list[bytes]
    ) -> Iterator[tuple[bytes, bytes]]:
        """The lines that would stay for those that would go: they stand before them in the list."""
        digests = [
            canonicalizer.digest(line, self.base, default_scheme=self.default_scheme)
            for line in gone
        ]
        missing = set(digests)
        stays: dict[bytes, bytes] = {}
        deduper = self._deduper(canonicalizer, events=True)
        for chunk in self._chunks():
            if not missing:
                break
            _, _, _, lines = deduper.feed(chunk)
            for digest, _, _, text in lines:
                if digest in missing:
                    missing.discard(digest)
                    stays[digest] = text
        for digest, line in zip(digests, gone, strict=True):
            yield stays[digest], line

    def _chunks(self) -> Iterator[bytes]:
        """The kept lines; each ends in a line feed."""
        self.lines.seek(0)
        while chunk := self.lines.read(CHUNK):
            yield chunk

    def _deduper(
        self, canonicalizer: Canonicalizer, *, dropped: bool = False, events: bool = False
    ) -> _core.Deduper:
        """An engine for the kept lines."""
        return _core.Deduper(
            canonicalizer,
            dropped=dropped,
            events=events,
            base=self.base,
            default_scheme=self.default_scheme,
        )

    def close(self) -> None:
        """Give the space back."""
        self.lines.close()
