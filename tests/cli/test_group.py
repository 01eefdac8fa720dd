from __future__ import annotations

import inspect
import os
import statistics
import subprocess
import sys
from pathlib import Path

import click
import pytest

import urlkey
from tests.cli.command import PROGRAM, invoke, run
from urlkey.cli.failure import EXIT_CODES
from urlkey.cli.group import SUMMARIES, cli

COMMANDS = Path(urlkey.__file__).parent / "cli"


def test_the_version() -> None:
    assert run("--version").text == f"urlkey {urlkey.__version__}\n"
    assert invoke("-V").text == f"urlkey {urlkey.__version__}\n"


@pytest.mark.parametrize("words", [(), *((name,) for name in SUMMARIES)], ids=" ".join)
def test_examples_in_help_stay_on_lines_of_their_own(words: tuple[str, ...]) -> None:
    command = cli if not words else cli.get_command(click.Context(cli), *words)
    assert command
    text = inspect.cleandoc(command.help or "")
    shown = [line.strip() for line in invoke(*words, "--help").lines]
    assert not any("\\b" in line or "\b" in line for line in shown)
    kept = [block.splitlines()[1:] for block in text.split("\n\n") if block.startswith("\b\n")]
    assert kept or words in {("profiles",), ("rungs",), ("errors",)}
    for line in (line for block in kept for line in block):
        assert line in shown
        assert line.startswith("urlkey ") or words == ("completion",)


INVALID = "http://exa<mple.com/"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        *(((name, INVALID), 1) for name in ("key", "fetch", "clean", "site", "explain")),
        (("check", "-"), 1),
        (("compare", INVALID, "http://a/"), 2),
        (("compare", "http://a/", INVALID), 2),
        (("key", "--base", INVALID, "a"), 2),
        (("dedupe", "-"), 0),
    ],
)
def test_what_an_invalid_url_gives(arguments: tuple[str, ...], code: int) -> None:
    answer = invoke(*arguments, given=f"{INVALID}\n")
    assert answer.code == code
    meaning = dict(EXIT_CODES)[str(code)]
    where = "--base" if "--base" in arguments else arguments[0]
    if where != "dedupe":
        assert where in meaning.partition("invalid (")[2].partition(")")[0]


def test_help_lists_the_commands_and_the_exit_codes() -> None:
    answer = invoke("--help")
    assert answer.code == 0
    rows = [line.split() for line in answer.lines]
    assert set(SUMMARIES) <= {row[0] for row in rows if row}
    assert {code for code, _ in EXIT_CODES} <= {row[0] for row in rows if row}


@pytest.mark.parametrize("name", SUMMARIES)
def test_a_summary_is_the_first_line_of_the_help(name: str) -> None:
    lines = invoke(name, "--help").lines
    assert lines[2].strip() == SUMMARIES[name]
    assert lines[0].startswith(f"Usage: urlkey {name} ")


@pytest.mark.parametrize(
    ("word", "hint"),
    [("dedup", "Did you mean 'dedupe'?"), ("http://a/b", "urlkey key"), ("zzz", "There are key,")],
)
def test_an_unknown_command_gets_a_hint(word: str, hint: str) -> None:
    answer = invoke(word)
    assert answer.code == 2
    assert hint in answer.err


def test_help_loads_no_command_and_nothing_heavy() -> None:
    script = (
        "import sys; from urlkey.cli import cli\n"
        "try: cli.main(['--help'], prog_name='urlkey')\n"
        "except SystemExit: pass\n"
        "print(sorted(m for m in sys.modules if m.startswith('urlkey.cli.')), file=sys.stderr)\n"
        "print(sorted({'rich', 'zstandard', 'sqlite3'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded, heavy = done.stderr.splitlines()
    assert loaded == "['urlkey.cli.failure', 'urlkey.cli.group', 'urlkey.cli.streams']"
    assert heavy == "[]"


def cpu(*command: str) -> float:
    """Milliseconds of CPU, the median of some runs."""
    times = []
    for _ in range(7):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0
        times.append((usage.ru_utime + usage.ru_stime) * 1000)
    return statistics.median(times)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the CPU time of a child is asked of wait4")
def test_help_is_quick() -> None:
    # the budget is 100 ms on a machine that does nothing else; this must hold on any
    assert cpu(*PROGRAM, "--help") - cpu(sys.executable, "-c", "pass") < 200


def test_modules_are_short() -> None:
    for file in COMMANDS.rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 350, file
