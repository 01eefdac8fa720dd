"""Fill the generated tables of the docs from the definitions, so that no list is written twice.

A document asks for a table by a pair of comments; everything between them is replaced:

    <!-- generated: rungs -->
    <!-- end generated -->

The tables come from `urlkey._docs.TABLES`, a mapping from such a name to a function that returns
Markdown, and likewise from `docs/api.py` (the Python API) and `docs/command.py` (the command).
`--write` rewrites the documents, `--check` prints a diff and fails where one is stale.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REPO = Path(__file__).resolve().parents[1]

BLOCK = re.compile(
    r"^(?P<open><!-- generated: (?P<name>[a-z0-9-]+) -->\n)"
    r"(?P<body>.*?)"
    r"^(?P<close><!-- end generated -->)$",
    re.DOTALL | re.MULTILINE,
)


def documents() -> list[Path]:
    """Every Markdown file that may hold a generated table."""
    return sorted([*REPO.glob("*.md"), *REPO.glob("docs/**/*.md")])


def tables() -> Mapping[str, Callable[[], str]]:
    """The definitions' own tables, and the Python API."""
    sys.path.insert(0, str(REPO))
    found: dict[str, Callable[[], str]] = {}
    for module in ("urlkey._docs", "docs.api", "docs.command"):
        found |= importlib.import_module(module).TABLES
    return found


def filled(text: str, known: Mapping[str, Callable[[], str]], where: str) -> str:
    """The document with every block replaced."""

    def replace(block: re.Match[str]) -> str:
        name = block["name"]
        if name not in known:
            sys.exit(f"{where}: no table is called {name!r}; there are {', '.join(sorted(known))}")
        return f"{block['open']}\n{known[name]().strip()}\n\n{block['close']}"

    return BLOCK.sub(replace, text)


def main() -> int:
    """Check or rewrite the documents and return the exit code."""
    parser = argparse.ArgumentParser(description="Fill the generated tables of the docs.")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", action="store_true", help="fail where a table is stale")
    mode.add_argument("--write", action="store_true", help="rewrite stale documents")
    arguments = parser.parse_args()

    with_blocks = [
        (path, text)
        for path in documents()
        if BLOCK.search(text := path.read_text(encoding="utf-8"))
    ]
    if not with_blocks:
        print("docs: no document asks for a generated table")
        return 0
    known = tables()
    stale = 0
    for path, text in with_blocks:
        where = path.relative_to(REPO).as_posix()
        fresh = filled(text, known, where)
        if fresh == text:
            continue
        stale += 1
        if arguments.write:
            path.write_text(fresh, encoding="utf-8")
            print(f"docs: rewrote {where}")
        else:
            lines = difflib.unified_diff(
                text.splitlines(), fresh.splitlines(), where, f"{where}, generated", lineterm=""
            )
            print("\n".join(lines))
    print(f"docs: {len(with_blocks)} documents with generated tables, {stale} stale")
    if stale and arguments.check:
        print("docs: run `make docs`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
