"""Reading lines as bytes, in batches, as they arrive."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, BinaryIO

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHUNK = 1 << 20
"""Bytes a read: large enough that Python's share of the work is small."""

BOM = b"\xef\xbb\xbf"


def chunks(stream: BinaryIO) -> Iterator[bytes]:
    """What a stream has to give, without waiting for a chunk to fill."""
    read = getattr(stream, "read1", stream.read)
    while chunk := read(CHUNK):
        yield chunk


def lines(source: Iterable[bytes]) -> Iterator[list[bytes]]:
    r"""The lines of a stream of chunks, without their ends, a batch for each chunk with a line end.

    A line end is `\n` or `\r\n`; a byte order mark before the first line is not part of it. The
    pieces of a line that spans many chunks are joined once.
    """
    pieces: list[bytes] = []
    first = True
    for chunk in source:
        start, newline, rest = chunk.partition(b"\n")
        pieces.append(start)
        if not newline:
            continue
        batch = [b"".join(pieces), *rest.split(b"\n")]
        pieces = [batch.pop()]
        if first:
            batch[0] = batch[0].removeprefix(BOM)
            first = False
        if b"\r" in chunk:
            yield [line.removesuffix(b"\r") for line in batch]
        else:  # the first line may have ended in the chunk before
            yield [batch[0].removesuffix(b"\r"), *batch[1:]]
    last = b"".join(pieces)
    if last:
        yield [(last.removeprefix(BOM) if first else last).removesuffix(b"\r")]


def given(urls: tuple[str, ...]) -> Iterator[list[bytes]]:
    """The URLs of the command line, or those of standard input where there are none or a `-`."""
    if not urls:
        if sys.stdin.isatty():
            message = "no URL given, and standard input is a terminal"
            raise click.UsageError(f"{message}: give URLs, or pipe a list in, or - to type one")
        urls = ("-",)
    for url in urls:
        if url == "-":
            yield from lines(chunks(sys.stdin.buffer))
        else:
            yield [os.fsencode(url)]
