from __future__ import annotations

from tests.cli.command import invoke
from urlkey import _core


def test_a_row_for_each_error_and_warning() -> None:
    rows = [tuple(line.split()[:2]) for line in invoke("errors").lines[1:]]
    errors = [(row["code"], "error") for row in _core.errors()]
    assert rows == [*errors, *((row["code"], "warning") for row in _core.warnings())]


def test_json() -> None:
    (found,) = invoke("errors", "--json").json
    assert len(found) == len(_core.errors()) + len(_core.warnings())
    assert all(row["message"] and row["example"] for row in found)


def test_one() -> None:
    answer = invoke("errors", "invalid-port")
    assert answer.lines[0].split() == ["invalid-port", "error"]
    assert any(line.startswith("hint") for line in answer.lines)
    assert invoke("errors", "non-utf8", "--json").json[0]["kind"] == "warning"


def test_a_long_example_is_shortened() -> None:
    assert max(map(len, invoke("errors", "host-too-long").lines)) < 200


def test_an_unknown_one() -> None:
    answer = invoke("errors", "nope")
    assert answer.code == 2
    assert "there are empty, missing-scheme" in answer.err
