"""The chunks of input files: plain, gzip or Zstandard, told apart by their first bytes."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO

from urlkey.dedupe.sniff import NotAList, require_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

CHUNK = 1 << 20
"""Bytes a read: large enough that Python's share of the work is small."""

SNIFFED = 1 << 16
"""Bytes that are looked at to tell a list from something else."""

ZSTD_SLICE = 1 << 13
"""Compressed bytes at a time: the worst of them make 256 MiB, which keeps a bomb in bounds."""

BOM = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
ZSTD_SKIPPABLE = tuple(bytes([low]) + b"\x2a\x4d\x18" for low in range(0x50, 0x60))
"""How a Zstandard file begins whose first frame is not data: pzstd writes such ones."""


class Counted:
    """A stream that gives back what was read to look at it, and tells how far it was read."""

    def __init__(self, stream: IO[bytes], consumed: Callable[[int], object] | None) -> None:
        self.stream = stream
        self.consumed = consumed
        self.ahead = stream.read(len(ZSTD))
        self.start = self.ahead

    def read(self, size: int = CHUNK) -> bytes:
        """The next bytes, at most `size`, without waiting for more than there are."""
        if self.ahead:
            data, self.ahead = self.ahead[:size], self.ahead[size:]
        else:
            data = getattr(self.stream, "read1", self.stream.read)(size)
        if self.consumed:
            self.consumed(len(data))
        return data


def plain(stream: Counted) -> Iterator[bytes]:
    """The chunks as they are."""
    while chunk := stream.read(CHUNK):
        yield chunk


def gunzipped(stream: Counted, name: str) -> Iterator[bytes]:
    """The chunks of a gzip file, of all its members."""
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=stream, mode="rb") as file:  # type: ignore[call-overload]
            while chunk := file.read(CHUNK):
                yield chunk
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise damaged(name, "gzip", error) from None


def unzstd(stream: Counted, name: str) -> Iterator[bytes]:
    """The chunks of a Zstandard file, of all its frames."""
    import zstandard

    decompressor = zstandard.ZstdDecompressor()
    frame = decompressor.decompressobj()
    data = stream.read(ZSTD_SLICE)
    begun = False
    try:
        while data:
            if frame.eof:
                frame, begun = decompressor.decompressobj(), False
            chunk = frame.decompress(data)
            begun = True
            if chunk:
                yield chunk
            data = frame.unused_data or stream.read(ZSTD_SLICE)
    except zstandard.ZstdError as error:
        raise damaged(name, "Zstandard", error) from None
    if begun and not frame.eof:
        raise damaged(name, "Zstandard", EOFError("the data ends in the middle"))


def damaged(name: str, form: str, error: Exception) -> NotAList:
    """The problem of a compressed file that cannot be read to its end."""
    hint = "get the file again; `gzip -t` or `zstd -t` tells whether it is whole"
    return NotAList(f"{name} is damaged or cut off {form} data ({error})", hint)


def decompressed(
    stream: IO[bytes], name: str, consumed: Callable[[int], object] | None
) -> Iterator[bytes]:
    """The chunks of a stream, decompressed if its first bytes say that it is compressed."""
    counted = Counted(stream, consumed)
    if counted.start.startswith(GZIP):
        return gunzipped(counted, name)
    if counted.start == ZSTD or counted.start in ZSTD_SKIPPABLE:
        return unzstd(counted, name)
    return plain(counted)


def begun(chunks: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The beginning of an input, long enough to judge it, and what follows."""
    head = b""
    for chunk in chunks:
        head += chunk
        if len(head) >= SNIFFED or head.count(b"\n") > 1:
            break
    return head, chunks


def opened(path: str) -> AbstractContextManager[BinaryIO]:
    """The file, or standard input for `-`, which stays open: it may be named twice."""
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    return Path(path).open("rb", buffering=CHUNK)


def read(
    paths: Iterable[str | os.PathLike[str]],
    *,
    any_format: bool = False,
    consumed: Callable[[int], object] | None = None,
) -> Iterator[bytes]:
    """The chunks of files, one after the other, each ending in a line end.

    Args:
        paths: The files; `-` is standard input.
        any_format: Read what looks like CSV, JSON or something else as lines all the same.
        consumed: Told the number of bytes (compressed ones) after each read.

    Raises:
        NotAList: A file looks like something else than a list, or its compressed data is damaged.
        OSError: A file cannot be read.
    """
    for each in paths:
        name = os.fspath(each)
        with opened(name) as stream:
            head, rest = begun(decompressed(stream, name, consumed))
            if not any_format:
                require_list(head[:SNIFFED], name)
            last = head.removeprefix(BOM)
            if last:
                yield last
            for chunk in rest:
                yield chunk
                last = chunk
            if last and not last.endswith(b"\n"):
                yield b"\n"


def total_size(paths: Iterable[str | os.PathLike[str]]) -> int | None:
    """The bytes of all files, None if one of them is a stream without a size."""
    total = 0
    for path in paths:
        file = Path(path)
        if os.fspath(path) == "-" or not file.is_file():
            return None
        total += file.stat().st_size
    return total
