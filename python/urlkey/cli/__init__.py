"""The command `urlkey`: one module a command, none loaded before it is asked for."""

from __future__ import annotations

import sys

from urlkey.cli.group import cli
from urlkey.cli.streams import mend

__all__ = ["cli", "main"]


def main() -> None:
    """Run the command and leave with its exit code."""
    mend()
    try:
        cli.main(prog_name="urlkey")
    except KeyboardInterrupt:  # between two commands of the interpreter's own start and end
        sys.exit(130)
