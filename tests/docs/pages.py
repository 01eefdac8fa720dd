"""The documents, and the blocks in them that run.

A ```python block is a session with `>>>` prompts, or plain code. A ```console block holds commands
after `$ ` (lines after `> ` continue one), each followed by what it prints on both streams; a line
`…` stands for any number of lines. The blocks of a page run in order, in one folder that has
`examples/` in it, and its Python blocks share their names. Every other language is only shown: `sh`
is for commands that install or build.

`python -m tests.docs.pages --write` puts what the commands print into the documents.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

REPO = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(?P<fence>```+)(?P<language>[a-z]*)\n(?P<body>.*?)^(?P=fence)$", re.M | re.S)
ANY_LINES = "…"
RULESET = re.compile(r"\bruleset [0-9a-f]{16}\b")


class Block(NamedTuple):
    language: str
    line: int
    body: str


class Command(NamedTuple):
    text: str
    line: int
    expected: str


def pages() -> list[Path]:
    """README and everything under docs/: what a reader copies from."""
    return [REPO / "README.md", *sorted(REPO.glob("docs/**/*.md"))]


def name(path: Path) -> str:
    return path.relative_to(REPO).as_posix()


def blocks(text: str) -> list[Block]:
    """The fenced blocks; `line` is that of the fence."""
    return [
        Block(found["language"], text.count("\n", 0, found.start()) + 1, found["body"])
        for found in FENCE.finditer(text)
    ]


def commands(block: Block) -> list[Command]:
    """The commands of a console block, each with what it prints."""
    found: list[Command] = []
    fresh = False  # nothing was printed yet, so `> ` continues the command
    for number, line in enumerate(block.body.splitlines(), block.line + 1):
        if line.startswith("$ "):
            found.append(Command(line[2:], number, ""))
            fresh = True
            continue
        assert found, f"line {number}: a console block begins with a command after `$ `"
        last = found.pop()
        if fresh and line.startswith("> "):
            found.append(last._replace(text=f"{last.text}\n{line[2:]}"))
        else:
            fresh = False
            found.append(last._replace(expected=f"{last.expected}{line}\n"))
    return found


def workplace(folder: Path) -> Path:
    """A folder as a reader has it: with the examples."""
    shutil.copytree(REPO / "examples", folder / "examples")
    return folder


class Shell:
    """Runs commands one by one in a folder; `$?` is that of the one before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.environment = ours | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "100",
        }

    def run(self, command: str) -> str:
        """What a command prints, on both streams, in its order."""
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.code})\n{command}"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        self.code = done.returncode
        text = done.stdout.decode("utf-8", "replace")
        return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def matches(expected: str, found: str) -> bool:
    """Whether the output is the expected one, up to spaces at line ends and `…` lines.

    Ruleset ids may differ: each new tracking name makes another one.
    """
    expected, found = (RULESET.sub("ruleset ID", text) for text in (expected, found))
    parts = [
        "(?:.*\n)*" if line == ANY_LINES else re.escape(line.rstrip()) + "\n"
        for line in expected.splitlines()
    ]
    return re.fullmatch("".join(parts), found) is not None


def written(path: Path) -> str:
    """The document with the output of its commands, except where a `…` still matches."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(workplace(Path(folder)))
        for block in blocks(text):
            if block.language != "console":
                continue
            fresh = ""
            for command in commands(block):
                found = shell.run(command.text)
                kept = command.expected if matches(command.expected, found) else found
                fresh += "$ " + command.text.replace("\n", "\n> ") + "\n" + kept
            text = text.replace(f"```console\n{block.body}```", f"```console\n{fresh}```")
    return text


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for path in pages():
        fresh = written(path)
        if fresh != path.read_text(encoding="utf-8"):
            path.write_text(fresh, encoding="utf-8")
            sys.stdout.write(f"rewrote {name(path)}\n")


if __name__ == "__main__":
    main()
