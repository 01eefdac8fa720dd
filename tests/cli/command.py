"""Running the command: in this process, and as people do, in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from click.testing import CliRunner

from urlkey.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = (sys.executable, "-m", "urlkey")


class Answer(NamedTuple):
    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def invoke(*arguments: str, given: bytes | str = b"") -> Answer:
    """The command in this process; an exception that it lets through fails the test."""
    result = CliRunner().invoke(cli, list(arguments), input=given, prog_name="urlkey")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.exit_code, result.stdout_bytes, result.stderr)


def run(*arguments: str | Path, given: bytes = b"", cwd: Path | None = None) -> Answer:
    """The command in a process of its own."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=given,
        capture_output=True,
        cwd=cwd,
        timeout=60,
        check=False,
    )
    errors = done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in errors, errors
    return Answer(done.returncode, done.stdout, errors)
