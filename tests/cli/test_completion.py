from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import PROGRAM, invoke
from urlkey.cli.completion import SHELLS

PROFILES = Path(__file__).resolve().parents[2] / "examples" / "profiles.toml"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_calls_back(shell: str) -> None:
    answer = invoke("completion", shell)
    assert answer.code == 0
    assert f"_URLKEY_COMPLETE={shell}_complete" in answer.text


def test_an_unknown_shell() -> None:
    assert invoke("completion", "cmd").code == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("urlkey de", "dedupe"),
        ("urlkey key --profile an", "analytics"),
        ("urlkey key --set trailing", "trailing-slash=strip"),
        ("urlkey rungs sort", "sort-query"),
        ("urlkey dedupe --wh", "--what-if"),
        (f"urlkey key --profile-file {PROFILES} --profile wi", "wiki"),
        ("urlkey key --profile-file nowhere.toml --profile an", "analytics"),
    ],
)
def test_what_a_shell_is_told(words: str, expected: str) -> None:
    environment = {
        **os.environ,
        "_URLKEY_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    done = subprocess.run(
        [PROGRAM[0], "-c", "from urlkey.cli import main; main()"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert f"plain,{expected}" in done.stdout.splitlines(), done
