"""Every file of examples/ is described there and used by the page that it is said to be for."""

from __future__ import annotations

import re

from tests.docs.pages import REPO

EXAMPLES = REPO / "examples"
TEXT = (EXAMPLES / "README.md").read_text(encoding="utf-8")


def test_every_file_is_described_and_no_other() -> None:
    files = {path.name for path in EXAMPLES.iterdir()} - {"README.md"}
    assert set(re.findall(r"`([\w-]+\.[a-z]+)`", TEXT)) == files


def test_the_page_of_a_file_uses_it() -> None:
    rows = re.findall(r"^\| (`.*?) \|.*\]\((\S+)\) \|$", TEXT, re.M)
    assert len(rows) > 10
    for cell, link in rows:
        page = (EXAMPLES / link).resolve().read_text(encoding="utf-8")
        for name in re.findall(r"`(\S+?)`", cell):
            assert f"examples/{name}" in page, (name, link)
