from __future__ import annotations

from tests.cli.command import invoke
from urlkey import _core


def test_a_row_for_each_rung_in_order() -> None:
    rows = [line.split()[:2] for line in invoke("rungs").lines[1:]]
    assert rows == [[row["id"], row["class"]] for row in _core.rungs()]


def test_json() -> None:
    (found,) = invoke("rungs", "--json").json
    assert [row["values"] for row in found] == [row["values"] for row in _core.rungs()]


def test_one() -> None:
    answer = invoke("rungs", "trailing-slash")
    assert answer.lines[0].split() == ["trailing-slash", "lossy"]
    assert "settings        off | strip | add" in answer.lines
    assert invoke("rungs", "host", "--json").json[0]["class"] == "host"


def test_an_unknown_one() -> None:
    answer = invoke("rungs", "site")
    assert answer.code == 2
    assert "there are unwrap, whatwg-parse, host," in answer.err
