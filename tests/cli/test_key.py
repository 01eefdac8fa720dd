from __future__ import annotations

import json
import subprocess

import pytest

import urlkey
from tests.cli.command import PROGRAM, invoke, run

MESSY = "HTTP://News.Example.com:80/a/./b/../story?utm_source=x&id=7#top"


def test_arguments() -> None:
    answer = invoke("key", MESSY, "https://example.com")
    assert answer.code == 0
    assert answer.lines == ["http://news.example.com/a/story?id=7", "https://example.com/"]
    assert answer.err == ""


@pytest.mark.parametrize("arguments", [("key",), ("key", "-")])
def test_standard_input_gives_one_line_for_each(arguments: tuple[str, ...]) -> None:
    answer = invoke(*arguments, given="http://a\n\nnope\r\nhttp://b/\r\nhttp://c")
    assert answer.code == 1
    assert answer.text == "http://a/\n\n\nhttp://b/\nhttp://c/\n"
    first, second = answer.err.splitlines()
    assert first.startswith("urlkey: line 2: empty: ")
    assert second.startswith("urlkey: line 3: missing-scheme: ")
    assert "write https://" in second


def test_empty_input() -> None:
    assert invoke("key") == (0, b"", "")


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert invoke("key", given=b"\xef\xbb\xbfhttp://a\nhttp://b").lines == [
        "http://a/",
        "http://b/",
    ]


def test_bytes_that_are_not_utf8_and_nul() -> None:
    answer = run("key", given=b"http://a/\xe9\nhttp://a/\x00b\nhttp://\xff/\n")
    assert answer.lines == ["http://a/%E9", "http://a/%00b", ""]
    assert answer.code == 1
    assert "line 3: invalid-" in answer.err


def test_tsv() -> None:
    answer = invoke("key", "--tsv", given="http://a\tb\nnope\n")
    assert answer.text == "http://a\\tb\thttp://ab/\t\nnope\t\tmissing-scheme\n"


def test_json() -> None:
    answer = run("key", "--json", given=b"http://a\nnope\nhttp://a/\xe9\n")
    good, bad, odd = answer.json
    told: dict[str, object] = {"campaign": {}, "unwrapped": [], "credited": []}
    assert good == {"line": 1, "original": "http://a", "key": "http://a/", **told, "error": None}
    assert bad["key"] is None
    assert bad["error"]["code"] == "missing-scheme"
    assert set(bad["error"]) == {"code", "detail", "position", "hint"}
    assert odd["original"].encode("utf-8", "surrogateescape") == b"http://a/\xe9"


def test_digest() -> None:
    expected = urlkey.digest("http://a").hex()
    assert invoke("key", "--digest", "http://a").lines == [expected]
    assert invoke("key", "--digest", "--json", "http://a").json[0]["digest"] == expected
    assert invoke("key", "--digest", "nope").out == b"\n"


def test_profile_and_settings() -> None:
    url = "http://a/b/?utm_source=x"
    assert invoke("key", "--profile", "safe", url).lines == [url]
    assert invoke("key", "-s", "trailing-slash=strip", "--set", "scheme", url).lines == [
        "https://a/b"
    ]


def test_drop_keep_and_keep_only() -> None:
    url = "https://a/?utm_source=x&promo=1&x_a=2&id=3"
    assert invoke("key", "--drop", "promo", "--drop", "x_*", url).lines == ["https://a/?id=3"]
    kept = invoke("key", "--keep", "utm_source", "--drop", "*", url).lines
    assert kept == ["https://a/?utm_source=x"]
    assert invoke("key", "--keep-only", "id", url).lines == ["https://a/?id=3"]


def test_base_and_default_scheme() -> None:
    assert invoke("key", "--base", "https://a/b/c", "../d").lines == ["https://a/d"]
    assert invoke("key", "--default-scheme", "https", "a.example/b").lines == [
        "https://a.example/b"
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--profile", "nope"), "there are safe, dedup"),
        (("--profile", "dedupe"), "did you mean dedup"),
        (("--set", "site=on"), "the switchable ones are unwrap, fragment"),
        (("--set", "trailing-slash=maybe"), "one of off, strip, add"),
        (("--set", "host=off"), "safe and always on"),
        (("--set", "=on"), "RUNG=VALUE"),
        (("--set", "scheme="), "RUNG=VALUE"),
        (("--set", "keep=x"), "--keep"),
        (("--base", "nope"), "missing-scheme"),
        (("--base", "mailto:x"), "--base"),
        (("--default-scheme", "ftp"), "'http', 'https'"),
        (("--colour",), "No such option"),
    ],
)
def test_wrong_usage_says_what_is_right(arguments: tuple[str, ...], words: str) -> None:
    answer = invoke("key", *arguments, "http://a")
    assert answer.code == 2
    assert words in answer.err
    assert answer.out == b""


def test_a_long_line() -> None:
    size = 20_000_000
    answer = run("key", given=b"http://a/?" + b"x" * size + b"\nhttp://b\n")
    assert answer.code == 0
    assert [len(line) for line in answer.out.splitlines()] == [size + 10, 9]


def test_lines_come_out_as_they_come_in() -> None:
    with subprocess.Popen(
        [*PROGRAM, "key", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write(b"http://a\n")
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["key"] == "http://a/"
        child.stdin.write(b"http://b\n")
        child.stdin.close()
        assert json.loads(child.stdout.readline())["line"] == 2


def test_the_first_screen_of_help_names_surt() -> None:
    screen = "\n".join(invoke("key", "--help").lines[:24])
    assert 'CDX "urlkey" (SURT)' in screen
    assert "urlkey surt" in screen
