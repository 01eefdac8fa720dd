from __future__ import annotations

import urlkey
from tests.cli.command import invoke


def test_a_row_for_each_profile() -> None:
    rows = [line.split()[0] for line in invoke("profiles").lines]
    assert rows == ["profile", *(profile.name for profile in urlkey.Profile.shipped())]


def test_what_a_profile_turns_on() -> None:
    (row,) = [line for line in invoke("profiles").lines if line.startswith("cache ")]
    assert row.endswith("fragment=drop, sort-query=name, empty-query")


def test_json() -> None:
    (found,) = invoke("profiles", "--json").json
    assert [row["options"] for row in found] == [p.options for p in urlkey.Profile.shipped()]


def test_one() -> None:
    crawl = urlkey.Profile("crawl")
    answer = invoke("profiles", "crawl")
    assert answer.lines[:2] == [f"crawl, version 1: {crawl.purpose}", f"ruleset {crawl.ruleset}"]
    assert [line.split()[:2] for line in answer.lines[4:]] == [
        list(option) for option in crawl.options.items()
    ]
    (found,) = invoke("profiles", "crawl", "--json").json
    assert found["ruleset"] == crawl.ruleset


def test_an_unknown_one() -> None:
    answer = invoke("profiles", "craw")
    assert answer.code == 2
    assert "did you mean crawl" in answer.err
