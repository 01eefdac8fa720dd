"""However the command ends: no traceback, a documented code, nothing left behind."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import PROGRAM, run

EXAMPLES = Path(__file__).parents[2] / "examples" / "links.txt"
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")


@pytest.fixture
def long_list(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_bytes(b"".join(b"http://a/%d\nHTTP://A/%d\n" % (i, i) for i in range(100_000)))
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("key",),
        ("key", "--json"),
        ("fetch",),
        ("clean",),
        ("dedupe",),
        ("dedupe", "--groups"),
        ("check",),
    ],
)
def test_a_reader_that_goes_away(arguments: tuple[str, ...], long_list: Path) -> None:
    odd = long_list.read_bytes().replace(b"HTTP://", b"http:\\\\")  # so that check has much to say
    long_list.write_bytes(odd)
    with (
        long_list.open("rb") as given,
        subprocess.Popen(
            [*PROGRAM, *arguments], stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child,
    ):
        assert child.stdout
        assert child.stderr
        assert child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) == 141


@pytest.mark.parametrize(
    "arguments", [("rungs",), ("--help",), ("explain", "http://a"), ("key", "http://a")]
)
def test_a_reader_that_was_never_there(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    child = subprocess.run(
        [*PROGRAM, *arguments], stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(writer)
    assert (child.returncode, child.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, b"urlkey: interrupted\n"),
        (signal.SIGTERM, 143, b""),
        (signal.SIGHUP, 129, b""),
    ],
)
@pytest.mark.parametrize("option", ["--keys", "--groups"])
def test_a_signal_leaves_nothing_behind(
    number: signal.Signals, code: int, said: bytes, option: str, tmp_path: Path
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    with subprocess.Popen(
        [*PROGRAM, "dedupe", option, "-", "-o", tmp_path / "kept", "--what-if", "scheme"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary)},
    ) as child:
        assert child.stdin
        assert child.stderr
        child.stdin.write(b"http://a\nhttp://b\n")
        child.stdin.flush()
        deadline = time.monotonic() + 30
        while not list(tmp_path.glob(".kept.*.tmp")):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        time.sleep(0.1)
        child.send_signal(number)
        assert child.wait(60) == code
        assert child.stderr.read() == said
    assert [path.name for path in tmp_path.iterdir()] == ["tmp"]
    assert list(temporary.iterdir()) == []


def test_ctrl_c_while_waiting_for_input() -> None:
    with subprocess.Popen(
        [*PROGRAM, "key"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        child.stdin.write(b"http://a\n")
        child.stdin.flush()
        assert child.stdout.readline() == b"http://a/\n"
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == 130
        assert child.stderr.read() == b"urlkey: interrupted\n"


@needs_full
@pytest.mark.parametrize(
    "arguments",
    [("key", "http://a"), ("dedupe", EXAMPLES), ("check", EXAMPLES), ("rungs",), ("--help",)],
)
def test_a_full_disk(arguments: tuple[str | Path, ...]) -> None:
    with FULL.open("wb") as full:
        child = subprocess.run(
            [*PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert child.returncode == 3
    assert b"cannot write: " in child.stderr
    assert b"hint: free some space" in child.stderr
    assert b"Traceback" not in child.stderr
    assert b"Exception ignored" not in child.stderr


@needs_full
def test_an_output_that_is_a_full_disk() -> None:
    assert run("dedupe", EXAMPLES, "-o", FULL).code == 3


@pytest.mark.parametrize("target", ["no-such-folder/kept", "."])
def test_an_output_that_cannot_be_made(target: str, tmp_path: Path) -> None:
    answer = run("dedupe", EXAMPLES, "-o", target, cwd=tmp_path)
    assert answer.code == 3
    assert answer.err.startswith(f"urlkey: cannot write '{target}': ")
    assert "hint: " in answer.err
    assert list(tmp_path.iterdir()) == []


def on_terminal(*arguments: str) -> tuple[int, str]:
    """The command with a terminal as its standard streams."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    ) as child:
        os.close(slave)
        seen = b""
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not data:
                break
            seen += data
        code = child.wait(60)
    os.close(master)
    return code, seen.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("command", "hint"),
    [
        ("key", "pipe a list in"),
        ("clean", "give URLs"),
        ("dedupe", "give files"),
        ("check", "give files"),
    ],
)
def test_nothing_given_on_a_terminal(command: str, hint: str) -> None:
    code, seen = on_terminal(command)
    assert code == 2
    assert hint in seen


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "http://a/?utm_id=1"),
        ("rungs",),
        ("profiles",),
        ("dedupe", "--groups", str(EXAMPLES)),
    ],
)
def test_a_terminal_gets_colour(arguments: tuple[str, ...]) -> None:
    code, seen = on_terminal(*arguments)
    assert code == 0
    assert "\x1b[" in seen
    assert "Traceback" not in seen
