"""Google Safe Browsing: its canonical URLs, the expressions that it hashes, and a list to look in.

By the published page "URLs and Hashing" of the Safe Browsing APIs v4 and v5:
https://developers.google.com/safe-browsing/reference/URLs.and.Hashing. Nothing here uses the
network.
"""

from __future__ import annotations

from urlkey import _core
from urlkey.errors import PrefixListError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Self

__all__ = ["Match", "PrefixList", "PrefixListError", "canonicalize", "expressions", "hashes"]


def canonicalize(url: str | bytes) -> str:
    """The URL as Safe Browsing writes it, in ASCII.

    User, password, port and fragment go, escapes are decoded until none is left, and what must be
    escaped is escaped again. What has no scheme is taken for http.

    Args:
        url: The URL, str or bytes.

    Returns:
        The canonical URL, whose own canonical URL it is.

    Raises:
        InvalidURL: There is nothing ("empty"), or no host ("missing-host").
    """
    return _core.safe_browsing_canonicalize(url)


def expressions(url: str | bytes) -> list[str]:
    """What is looked up for a URL: host suffixes with path prefixes, in the published order.

    Args:
        url: The URL, str or bytes, canonical or not.

    Returns:
        At most thirty expressions, such as "b.example/a/", each once.

    Raises:
        InvalidURL: As for `canonicalize`.
    """
    return _core.safe_browsing_expressions(url)


def hashes(url: str | bytes) -> list[bytes]:
    """The SHA-256 hash of each expression of a URL, in the order of `expressions`.

    Args:
        url: The URL, str or bytes, canonical or not.

    Returns:
        Hashes of 32 bytes; lists hold the first 4 to 32 bytes of them.

    Raises:
        InvalidURL: As for `canonicalize`.
    """
    return _core.safe_browsing_hashes(url)


class Match(tuple[str, bytes]):
    """What was found of a URL in a list: a pair of expression and prefix."""

    __slots__ = ()

    @property
    def expression(self) -> str:
        """The expression whose hash begins with the prefix."""
        return self[0]

    @property
    def prefix(self) -> bytes:
        """The listed prefix; the longest, if several are listed."""
        return self[1]

    def __repr__(self) -> str:
        return f"Match(expression={self.expression!r}, prefix=bytes.fromhex({self.prefix.hex()!r}))"


class PrefixList(_core.PrefixList):
    """Hash prefixes of 4 to 32 bytes, loaded once and then asked about any number of URLs.

    A list is text with one prefix a line, in hexadecimal or base64 (either alphabet, with or
    without padding); a line of 8 to 64 hexadecimal digits is read as hexadecimal. Blank lines and
    lines that begin with # are passed over. With `length`, it is raw bytes: prefixes of that length
    one after the other.

    A listed prefix of 4 bytes says "perhaps": lists are long, and other expressions begin with one
    of their prefixes by chance. Whoever publishes the list has the whole hashes.

    Args:
        data: The list, str or bytes.
        length: The number of bytes of each prefix, if `data` is raw bytes.

    Raises:
        PrefixListError: A line is no prefix, or the bytes are cut off.
    """

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, length: int | None = None) -> Self:
        """Read a list from a file.

        Args:
            path: The file.
            length: As for the class.

        Raises:
            OSError: The file cannot be read.
            PrefixListError: As for the class.
        """
        from pathlib import Path

        return cls(Path(path).read_bytes(), length=length)

    def find(self, url: str | bytes) -> Match | None:
        """Look a URL up.

        Args:
            url: The URL, str or bytes.

        Returns:
            The first of its expressions that is listed, or None.

        Raises:
            InvalidURL: As for `canonicalize`.
        """
        found = self.find_data(url)
        return None if found is None else Match(found)

    def __contains__(self, url: str | bytes) -> bool:
        """Whether an expression of the URL is listed."""
        return self.find_data(url) is not None
