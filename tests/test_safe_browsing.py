"""urlkey.safe_browsing: the rows of other projects are tested in Rust, here its Python face."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

import pytest

import urlkey
from urlkey import safe_browsing
from urlkey.safe_browsing import PrefixList

if TYPE_CHECKING:
    from pathlib import Path


def digest(expression: str) -> bytes:
    return hashlib.sha256(expression.encode()).digest()


def test_canonicalize() -> None:
    assert (
        safe_browsing.canonicalize("HTTP://u@Host.example:81/%2525#x") == "http://host.example/%25"
    )
    assert safe_browsing.canonicalize(b"http://\xff.example/") == "http://%FF.example/"
    with pytest.raises(urlkey.InvalidURL, match="host"):
        safe_browsing.canonicalize("http://")


def test_expressions_and_hashes_belong_together() -> None:
    url = "http://a.b.c/1/2.html?param=1"
    expressions = safe_browsing.expressions(url)
    assert expressions[0] == "a.b.c/1/2.html?param=1"
    assert safe_browsing.hashes(url) == [digest(expression) for expression in expressions]


@pytest.mark.parametrize("length", [4, 5, 16, 32])
def test_every_length_and_spelling_of_a_prefix(length: int) -> None:
    prefix = digest("bad.example/")[:length]
    spellings = [prefix.hex(), prefix.hex().upper(), base64.b64encode(prefix).decode()]
    lists = [PrefixList(f"# a list\n\n{spelling}\r\n") for spelling in spellings]
    lists += [PrefixList(spellings[2].encode()), PrefixList(prefix * 2, length=length)]
    for prefixes in lists:
        assert len(prefixes) == 1
        found = prefixes.find("https://www.bad.example/a")
        assert found is not None
        assert (found.expression, found.prefix) == ("bad.example/", prefix)
        assert prefix.hex() in repr(found)
        assert "http://bad.example" in prefixes
        assert prefixes.find("http://good.example/") is None
        assert "http://good.example/" not in prefixes


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(digest("bad.example/")[:4])
    assert "http://bad.example/" in PrefixList.load(path, length=4)
    with pytest.raises(FileNotFoundError):
        PrefixList.load(tmp_path / "none")


@pytest.mark.parametrize(
    ("data", "length", "line", "detail"),
    [
        ("00010203\nno!\n", None, 2, "neither hexadecimal nor base64"),
        ("AAEC", None, 1, "4 to 32 bytes, not 3"),
        (b"\0" * 9, 4, 3, "cut off"),
        (b"\0" * 9, 3, 1, "not 3"),
    ],
)
def test_bad_lists(data: str | bytes, length: int | None, line: int, detail: str) -> None:
    with pytest.raises(urlkey.PrefixListError, match=detail) as caught:
        PrefixList(data, length=length)
    assert caught.value.line == line


def test_wrong_types_and_invalid_urls() -> None:
    prefixes = PrefixList("")
    assert len(prefixes) == 0
    with pytest.raises(urlkey.InvalidURL):
        prefixes.find("")
    with pytest.raises(TypeError):
        prefixes.find(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        PrefixList(4)  # type: ignore[arg-type]
