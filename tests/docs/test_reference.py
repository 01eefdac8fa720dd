"""Whatever is public, and whatever has a slug, is in the reference, and in no older form."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import urlkey
import urlkey.dedupe
from tests.docs.pages import REPO
from urlkey import _core

REFERENCE = REPO / "docs" / "reference"


def text(page: str) -> str:
    return (REFERENCE / page).read_text(encoding="utf-8")


def first_cells(page: str) -> set[str]:
    return set(re.findall(r"^\| `([^`]+)` \|", text(page), re.M))


def headings(page: str) -> set[str]:
    return set(re.findall(r"^#{3,4} (\S+)$", text(page), re.M))


def test_generated_tables_are_fresh() -> None:
    command = [sys.executable, str(REPO / "docs" / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", urlkey.__all__)
def test_public_names(name: str) -> None:
    if name.startswith("__"):
        assert f"`urlkey.{name}`" in text("api.md")
    else:
        assert headings("api.md") & {name, f"urlkey.{name}"}


@pytest.mark.parametrize("name", urlkey.dedupe.__all__)
def test_public_names_of_dedupe(name: str) -> None:
    assert headings("api.md") & {name, f"urlkey.dedupe.{name}"}


def test_every_attribute_is_described() -> None:
    bare = re.findall(r"^- `(\w+)`$", text("api.md"), re.M)
    assert not bare


@pytest.mark.parametrize("of", [urlkey.Canonicalizer, urlkey.Profile, urlkey.Result])
def test_members(of: type) -> None:
    page = text("api.md")
    inner = {"explain_data", "compare_data", "reason_data", "compiled", "plain"}
    for name in dir(of):
        if not name.startswith("_") and name not in inner:
            assert f"#### {of.__name__}.{name}\n" in page or f"- `{name}`: " in page, name


def test_slugs() -> None:
    assert {row["id"] for row in _core.rungs()} <= first_cells("rungs.md")
    assert {row["id"] for row in _core.signatures()} <= first_cells("rungs.md")
    assert {row["id"] for row in _core.redirectors()} <= first_cells("rungs.md")
    assert {row["name"] for row in _core.sessions()} <= first_cells("rungs.md")
    assert {row["name"] for row in _core.profiles()} <= first_cells("profiles.md")
    codes = {row["code"] for row in [*_core.errors(), *_core.warnings()]}
    assert codes == first_cells("errors-and-warnings.md")


def test_limit_of_hosts() -> None:
    for page in ("reference/output-strings.md", "explanation/security.md"):
        prose = (REPO / "docs" / page).read_text(encoding="utf-8")
        assert f"{_core.MAX_HOST:,} octets" in prose


def test_readme_names_the_version() -> None:
    assert f"Version {urlkey.__version__}" in (REPO / "README.md").read_text(encoding="utf-8")
