"""Every block of README and docs that a reader may copy runs, and prints what it says."""

from __future__ import annotations

import doctest
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.docs.pages import REPO, Shell, blocks, commands, matches, name, pages, workplace

if TYPE_CHECKING:
    from pathlib import Path

RUNS = {"python", "console"}
SHOWN = {"", "sh", "text", "json", "toml", "nginx", "vcl"}


def pages_with(*languages: str) -> list[Path]:
    return [
        path
        for path in pages()
        if any(block.language in languages for block in blocks(path.read_text(encoding="utf-8")))
    ]


def test_there_are_blocks() -> None:
    names = {name(path) for path in pages_with("python", "console")}
    assert {"README.md", "docs/tutorial.md"} <= names


@pytest.mark.parametrize("path", pages(), ids=name)
def test_fences(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n```") == 2 * len(blocks(text)), "a fence is not closed"
    assert {block.language for block in blocks(text)} <= RUNS | SHOWN


@pytest.mark.parametrize("path", pages_with("python"), ids=name)
def test_python(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace(tmp_path))
    names: dict[str, Any] = {"__name__": "__main__"}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
    failures: list[str] = []
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language != "python":
            continue
        if ">>> " not in block.body:
            exec(compile(block.body, f"{path}:{block.line}", "exec"), names)  # noqa: S102 - ours
            continue
        test = parser.get_doctest(block.body, names, name(path), str(path), block.line)
        runner.run(test, out=failures.append, clear_globs=False)
        names.update(test.globs)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("path", pages_with("console"), ids=name)
def test_console(path: Path, tmp_path: Path) -> None:
    shell = Shell(workplace(tmp_path))
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language != "console":
            continue
        for command in commands(block):
            for tool in ("jq", "xargs", "paste"):
                if re.search(rf"\b{tool}\b", command.text) and not shutil.which(tool):
                    pytest.skip(f"{tool} is not installed")
            found = shell.run(command.text)
            assert matches(command.expected, found), (
                f"{name(path)}:{command.line}: $ {command.text}\n{found}"
            )


@pytest.mark.parametrize("path", pages_with("sh"), ids=name)
def test_make_targets(path: Path) -> None:
    makefile = (REPO / "Makefile").read_text(encoding="utf-8")
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language == "sh":
            for target in re.findall(r"^make ([a-z-]+)", block.body, re.M):
                assert re.search(rf"^([a-z-]+ )*{target}( [a-z-]+)*:", makefile, re.M), target
