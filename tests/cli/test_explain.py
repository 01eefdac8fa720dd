from __future__ import annotations

import os

import urlkey
from tests.cli.command import invoke, run

MESSY = "HTTP://News.Example.com:80/a/./b/../story?utm_source=x&id=7#top"


def test_a_row_for_each_step_safe_and_lossy_told_apart() -> None:
    answer = invoke("explain", MESSY)
    assert answer.code == 0
    rows = [line.split() for line in answer.lines]
    assert ["LOSSY", "tracking", "query"] in [row[:3] for row in rows]
    assert ["scheme", "default-port", "port", "80", "→", "(none)"] in [row[:6] for row in rows]
    assert "key       http://news.example.com/a/story?id=7" in answer.lines
    assert "steps     5 safe, 1 lossy, under dedup" in answer.lines
    assert "\x1b" not in answer.text


def test_json_is_the_explanation() -> None:
    expected = urlkey.explain(MESSY)
    (found,) = invoke("explain", "--json", MESSY).json
    assert found["key"] == expected.key
    assert [step["rung"] for step in found["steps"]] == [step.rung for step in expected.steps]
    assert {step["rung"] for step in found["steps"] if not step["safe"]} == {"tracking"}
    assert found["ruleset"] == urlkey.Profile("dedup").ruleset


def test_dropping_a_plain_fragment_is_safe_and_dropping_a_route_is_not() -> None:
    def told(url: str) -> tuple[str, str]:
        lines = invoke("explain", "--profile", "crawl", url).lines
        row = next(line for line in lines if " fragment " in line)
        return row.partition("  ")[0], lines[-1]

    assert told("http://a/#b") == (
        "safe (plain fragment)",
        "steps     1 safe, 0 lossy, under crawl",
    )
    for route in ("http://a/#!b", "http://a/#/b"):
        assert told(route) == ("LOSSY", "steps     0 safe, 1 lossy, under crawl")
        assert (
            invoke("compare", "-p", "crawl", "--json", route, "http://a/").json[0]["safe"] is False
        )
    assert invoke("compare", "-p", "crawl", "--json", "http://a/#b", "http://a/").json[0]["safe"]
    (step,) = invoke("explain", "--json", "http://a/#b").json[0]["steps"]
    assert (step["class"], step["safe"]) == ("lossy", True)


def test_nothing_to_do() -> None:
    assert "steps     0 safe, 0 lossy, under dedup" in invoke("explain", "http://a/").lines


def test_warnings_are_named() -> None:
    assert "warnings  credentials" in invoke("explain", "https://u:p@a/").lines


def test_an_invalid_url_is_pointed_at() -> None:
    answer = invoke("explain", "http://exa<m.com/")
    assert answer.code == 1
    head, line, caret, hint = answer.err.splitlines()
    assert head.startswith("urlkey: invalid-host-character: ")
    assert line[caret.index("^")] == "<"
    assert hint.startswith("  hint: ")


def test_options() -> None:
    common = ("--profile", "safe", "--set", "scheme", "--base", "http://a/b")
    assert "key       https://a/c?utm_id=1" in invoke("explain", *common, "c?utm_id=1").lines
    lists = ("--drop", "x", "--keep", "utm_id", "--default-scheme", "https")
    assert "key       https://a/?utm_id=1" in invoke("explain", *lists, "a?x=1&utm_id=1").lines
    assert (
        "key       https://a/?y=1"
        in invoke("explain", "--keep-only", "y", "https://a/?x&y=1").lines
    )


def test_what_could_move_a_cursor_is_escaped() -> None:
    answer = run("explain", os.fsdecode(b"http://a/\x1b[2J\xe9"))
    assert answer.code == 0
    assert b"\x1b" not in answer.out
    assert "original  http://a/\\x1b[2J\\xe9" in answer.lines
