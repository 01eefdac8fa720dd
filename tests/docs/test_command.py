"""The reference of the command names every command and option, and no other."""

from __future__ import annotations

import re

import click
import pytest

from tests.docs.pages import REPO
from urlkey.cli.failure import EXIT_CODES
from urlkey.cli.group import SUMMARIES, cli

REFERENCE = (REPO / "docs" / "reference" / "command.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", REFERENCE, re.M | re.S)
    assert found, f"there is no section {title!r}"
    return found[1]


def test_every_command_has_a_section_and_no_other() -> None:
    assert re.findall(r"^## urlkey (\S+)$", REFERENCE, re.M) == list(SUMMARIES)


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_option_is_in_its_table_and_no_other(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command
    options = [option for option in command.params if isinstance(option, click.Option)]
    rows = re.findall(r"^\| (`-.*?) \| (.*?) \|$", section(f"urlkey {name}"), re.M)
    names = [re.findall(r"`(-[\w-]+)", row) for row, _ in rows]
    assert names == [list(option.opts) for option in options]
    for option, (_, text) in zip(options, rows, strict=True):
        assert option.help
        assert text.startswith(option.help.replace("|", r"\|"))


def test_every_exit_code_is_named() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", section("Exit codes"), re.M)
    assert [(code, text.replace(r"\|", "|")) for code, text in rows] == list(EXIT_CODES)
