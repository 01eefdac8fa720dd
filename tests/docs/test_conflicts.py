"""What docs/explanation/conflicts.md says of a case is what its case in spec/ says."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tests.docs.pages import REPO
from tests.test_spec import CASES, Case

PAGE = REPO / "docs" / "explanation" / "conflicts.md"
SPEC: dict[str, Case] = {case["id"]: case for case in CASES}
# What the ladder calls decided, one case for each.
DECIDED = {f"conflicts-{n:02}" for n in (1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)}


class Row(NamedTuple):
    case: str
    inputs: list[str]
    ours: str
    others: str
    reason: str


def code(cell: str) -> list[str]:
    """The code spans of a cell; what does not show is written as an escape."""
    spans = re.findall(r"`([^`]+)`", cell)
    return [re.sub(r"\\u([0-9a-f]{4})", lambda m: chr(int(m[1], 16)), span) for span in spans]


def rows() -> list[Row]:
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and not line.startswith(("| case ", "|---")):
            assert len(cells) == 5, line
            case, inputs, ours, others, reason = cells
            found.append(Row(case, code(inputs), ours, others, reason))
    return found


ROWS = rows()


def test_every_decided_conflict_is_there() -> None:
    cases = [row.case for row in ROWS]
    assert set(cases) >= DECIDED
    assert len(cases) == len(set(cases))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.case)
def test_row(row: Row) -> None:
    case = SPEC[row.case]
    given = case["input"] if isinstance(case["input"], list) else [case["input"]]
    assert row.inputs == given
    assert row.others
    assert row.reason
    expected = case["expected"]
    if case["op"] == "same":
        assert row.ours.startswith("one key" if expected else "two keys")
    elif isinstance(expected, dict):
        assert row.ours == f"error `{expected['error']}`"
    else:
        assert case["op"] == "key"
        assert code(row.ours)[0] == expected
    settings = {f"{rung.replace('_', '-')}={value}" for rung, value in case.get("set", {}).items()}
    assert settings == {span for span in code(row.ours) if re.fullmatch(r"[a-z-]+=\w+", span)}
    assert case.get("profile", "dedup") == "dedup"
    assert not case.keys() & {"base", "default_scheme"}
