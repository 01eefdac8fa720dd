"""A file that appears, or changes, only when it is complete."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator


class WriteError(OSError):
    """A file could not be made, completed or renamed; the arguments are those of OSError."""


@contextmanager
def named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Errors within name the file that the caller knows, and say that they are of writing."""
    try:
        yield
    except OSError as error:
        raise WriteError(error.errno, error.strerror, os.fspath(path)) from error


@contextmanager
def written(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file to write: it takes the name `path` when the block ends, and vanishes if it fails.

    It is written beside the target and renamed, so no reader ever sees half of it. A device or a
    pipe is written as it is. A name that ends in `.gz` or `.zst` is compressed.
    """
    target = Path(os.path.realpath(path))  # a link stays, and its target is replaced
    with named(path):
        if target.is_symlink():  # one that leads in a circle
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        in_place = target.exists() and not target.is_file()
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")
    with ExitStack() as stack:
        with named(path):
            if in_place:  # a directory raises here
                file = stack.enter_context(target.open("wb"))
            else:
                file = stack.enter_context(beside.open("xb"))
                stack.callback(beside.unlink, missing_ok=True)
                if target.exists():
                    beside.chmod(target.stat().st_mode & 0o7777)
        with compressed(file, "" if in_place else target.suffix) as stream:
            yield stream
        with named(path):
            file.close()
            if not in_place:
                beside.replace(target)


@contextmanager
def compressed(file: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    """The stream that compresses as a suffix says, or the file itself."""
    if suffix == ".gz":
        import gzip

        with gzip.GzipFile(
            filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0
        ) as stream:
            yield cast("IO[bytes]", stream)
    elif suffix == ".zst":
        import zstandard

        compressor = zstandard.ZstdCompressor(write_checksum=True)
        with compressor.stream_writer(file, closefd=False) as stream:
            yield cast("IO[bytes]", stream)
    else:
        yield file
