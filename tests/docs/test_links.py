"""Links between documents lead somewhere, also to the right heading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.docs.pages import FENCE, REPO, name

if TYPE_CHECKING:
    from pathlib import Path

LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^()\s]+)\)")
DOCUMENTS = sorted(
    [*REPO.glob("*.md"), *REPO.glob("docs/**/*.md"), *REPO.glob("*/README.md")], key=name
)


def prose(path: Path) -> str:
    """A document without its blocks and code spans."""
    return re.sub(r"(`+)[^`\n]+?\1", "", FENCE.sub("", path.read_text(encoding="utf-8")))


def anchors(path: Path) -> set[str]:
    """The names of the headings, as the usual renderers make them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links(path: Path) -> None:
    for link in LINK.findall(prose(path)):
        parts = urlsplit(link)
        if parts.scheme:
            assert parts.scheme == "https", link
            continue
        target = (path.parent / parts.path).resolve() if parts.path else path
        assert target.is_relative_to(REPO), link
        assert target.exists(), link
        if parts.fragment:
            assert parts.fragment in anchors(target), link


def test_every_page_is_linked() -> None:
    index = REPO / "docs" / "README.md"
    linked = {(index.parent / link).resolve() for link in LINK.findall(prose(index))}
    missing = [name(p) for p in REPO.glob("docs/**/*.md") if p != index and p not in linked]
    assert not missing, "docs/README.md does not name every page"
