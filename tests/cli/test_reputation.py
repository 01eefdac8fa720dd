from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from tests.cli.command import invoke, run

if TYPE_CHECKING:
    from pathlib import Path

PREFIX = hashlib.sha256(b"bad.example/").digest()[:4]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "prefixes.txt"
    path.write_text(f"{PREFIX.hex()}\n")
    return path


def test_listed_and_not(listed: Path) -> None:
    answer = invoke("reputation", "http://www.bad.example/a", "http://a", "--list", str(listed))
    assert answer.code == 1
    assert answer.text == f"http://www.bad.example/a\tbad.example/\t{PREFIX.hex()}\n"
    assert invoke("reputation", "http://good.example/", "--list", str(listed)) == (0, b"", "")


def test_standard_input(listed: Path) -> None:
    given = b"http://a\n\nhttp://bad.example/\xe9\nhttp://\n"
    answer = run("reputation", "--list", listed, "-", given=given)
    assert answer.code == 1
    assert answer.out.startswith(b"http://bad.example/\xe9\tbad.example/\t")
    assert answer.err.startswith("urlkey: line 4: missing-host: ")


def test_json(listed: Path) -> None:
    answer = invoke(
        "reputation", "--json", "http://bad.example", "http://a", "urn:x", "--list", str(listed)
    )
    bad, good, invalid = answer.json
    assert bad["listed"] is True
    assert (bad["expression"], bad["prefix"]) == ("bad.example/", PREFIX.hex())
    assert (good["listed"], good["expression"], good["error"]) == (False, None, None)
    assert (invalid["listed"], invalid["error"]["code"]) == (None, "missing-host")
    assert answer.err == ""


def test_raw(tmp_path: Path) -> None:
    path = tmp_path / "raw"
    path.write_bytes(PREFIX)
    assert invoke("reputation", "http://bad.example", "--list", str(path), "--raw", "4").code == 1


def test_a_list_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_text("00010203\nno!\n")
    answer = invoke("reputation", "http://a", "--list", str(path))
    assert answer.code == 2
    assert "line 2: neither" in answer.err
    assert "hint: " in answer.err
    missing = invoke("reputation", "http://a", "--list", str(tmp_path / "none"))
    assert missing.code == 2
    assert "cannot read" in missing.err
