from __future__ import annotations

import gzip
from pathlib import Path

import urlkey
from tests.cli.command import invoke, run

EXAMPLES = Path(__file__).parents[2] / "examples" / "links.txt"
LIST = b"http://a/\n\nhttp://b:x/\nhttps://u:p@a/100%\n \nhttp://c/\xff\x1b[2J\n"


def test_a_block_for_each_line_with_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(LIST)
    answer = run("check", "list.txt", cwd=tmp_path)
    assert answer.code == 1
    assert answer.lines == [
        "list.txt:3: invalid-port: the port is not a number from 0 to 65535",
        "  http://b:x/",
        "  " + " " * answer.lines[2][2:].index("^") + "^",
        answer.lines[3],
        "list.txt:4: credentials: the URL carries a user name or password",
        "list.txt:4: stray-percent: a percent sign is not followed by two hex digits",
        "  https://u:p@a/100%",
        "list.txt:6: non-utf8: " + answer.lines[7].partition("non-utf8: ")[2],
        "  http://c/\\xff\\x1b[2J",
    ]
    assert answer.lines[1][answer.lines[2].index("^")] == "x"
    assert answer.lines[3].startswith("  hint: a port is")
    assert answer.err == "6 lines: 1 invalid, 2 suspicious, 1 fine, 2 blank\n"


def test_exit_code_0_if_nothing_is_invalid() -> None:
    assert invoke("check", "-", given="http://a\nhttp://u:p@a/\n").code == 0


def test_warnings_can_be_left_out() -> None:
    answer = invoke("check", "--no-warnings", given=LIST)
    assert len(answer.lines) == 4
    assert "1 invalid, 0 suspicious, 3 fine" in answer.err
    answer = invoke("check", "--ignore", "credentials", "--ignore", "non-utf8", given=LIST)
    assert [line for line in answer.lines if line.startswith("line 4")] == [
        "line 4: stray-percent: a percent sign is not followed by two hex digits"
    ]
    wrong = invoke("check", "--ignore", "nope", given=LIST)
    assert wrong.code == 2
    assert "they are backslash" in wrong.err


def test_json() -> None:
    answer = run("check", "--json", given=LIST)
    codes = [(row["line"], row["level"], row["code"], row["position"]) for row in answer.json]
    assert codes[0][:3] == (3, "error", "invalid-port")
    assert codes[1:3] == [
        (4, "warning", "credentials", None),
        (4, "warning", "stray-percent", None),
    ]
    assert answer.json[0]["hint"]


def test_compressed_quiet_and_options(tmp_path: Path) -> None:
    file = tmp_path / "list.gz"
    file.write_bytes(gzip.compress(b"/x\n"))
    assert run("check", "-q", file).err == ""
    assert run("check", "--base", "http://a/", file).code == 0
    assert invoke("check", "--default-scheme", "http", given="a.example/x\n").code == 0


def test_what_is_no_list() -> None:
    answer = invoke("check", given='{"url": "http://a"}\n')
    assert answer.code == 2
    assert "looks like JSON" in answer.err
    assert "urlkey check -" in answer.err
    assert invoke("check", "--format", "text", given='{"url": "http://a"}\n').code == 1


def test_a_missing_file() -> None:
    answer = run("check", "no-such-file")
    assert answer.code == 2
    assert "hint: " in answer.err


def test_a_long_line_is_shown_around_the_position() -> None:
    answer = run("check", given=b"http://" + b"a" * 1000 + b"<" + b"b" * 3_000_000 + b"\n")
    assert max(map(len, answer.lines)) < 200


def test_the_examples_agree_with_the_library() -> None:
    answer = run("check", "--no-warnings", "--json", EXAMPLES)
    lines = EXAMPLES.read_bytes().split(b"\n")[:-1]
    expected = [
        (number, error.code) for number, error in enumerate(urlkey.check(lines), 1) if error
    ]
    assert expected
    assert [(row["line"], row["code"]) for row in answer.json] == expected
