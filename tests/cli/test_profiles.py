from __future__ import annotations

from pathlib import Path

import pytest

import urlkey
from tests.cli.command import invoke

FILE = str(Path(__file__).resolve().parents[2] / "examples" / "profiles.toml")
OWN = urlkey.Profile.load(FILE)


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


def test_those_of_a_file() -> None:
    rows = invoke("profiles", "--profile-file", FILE).lines
    assert [row.split()[0] for row in rows] == ["profile", *OWN]
    assert rows[1].endswith(", drop sort view ab_*")
    (found,) = invoke("profiles", "--profile-file", FILE, "--json").json
    assert [row["ruleset"] for row in found] == [profile.ruleset for profile in OWN.values()]
    one = invoke("profiles", "wiki", "--profile-file", FILE)
    assert one.lines[0] == f"wiki, version 2: {OWN['wiki'].purpose}"
    assert one.lines[-1] == "keep_only title oldid"
    assert invoke("profiles", "crawl", "--profile-file", FILE).code == 0
    answer = invoke("profiles", "wikki", "--profile-file", FILE)
    assert answer.code == 2
    assert "shop, shop-views, wiki" in answer.err


URL = "http://a/b/?title=x&utm_source=y&sort=z"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("key", URL), "https://a/b?title=x"),
        (("clean", URL), "http://a/b/?title=x"),
        (("explain", URL), "key       https://a/b?title=x"),
        (("compare", URL, "https://a/b?title=x"), "same page, by a lossy merge, under shop"),
        (("dedupe", "--keys", "-"), "https://a/b?title=x"),
    ],
)
def test_every_command_with_a_profile_takes_one_of_a_file(
    words: tuple[str, ...], expected: str
) -> None:
    answer = invoke(*words, "--profile-file", FILE, "--profile", "shop", given=f"{URL}\n")
    assert answer.code == 0
    assert expected in answer.lines


def test_a_shipped_one_stays_at_hand_and_more_can_be_set() -> None:
    file = ("--profile-file", FILE)
    assert invoke("key", *file, "-p", "safe", URL).lines == [URL]
    more = ("-p", "shop", "--set", "scheme=off", "--drop", "title")
    # a list that is given replaces the profile's
    assert invoke("key", *file, *more, URL).lines == ["http://a/b?sort=z"]


def test_which_one_without_a_name(tmp_path: Path) -> None:
    answer = invoke("key", "--profile-file", FILE, URL)
    assert answer.code == 2
    assert "has shop, shop-views, wiki: choose one" in answer.err
    only = tmp_path / "only.toml"
    only.write_text('[[profile]]\nname = "only"\nkeep_only = []\n')
    assert invoke("key", "--profile-file", str(only), URL).lines == ["http://a/b/"]


def test_a_file_that_is_none(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    for text, message in [
        (
            b'[[profile]]\nname = "a"\nset = { www = "x" }',
            'bad.toml:3: bad-setting: www cannot be "x"',
        ),
        (b"\xff", "bad.toml:1: not-utf8: "),
        (b"", "bad.toml: no-profiles: "),
        (b'[[profile]]\nname = "\\u001b[2J"', "bad-name: "),
    ]:
        bad.write_bytes(text)
        answer = invoke("key", "--profile-file", str(bad), URL)
        assert answer.code == 2
        assert answer.out == b""
        assert message in answer.err
        assert "\nhint: " in answer.err
        assert "\x1b" not in answer.err
    answer = invoke("key", "--profile-file", str(tmp_path), URL)
    assert answer.code == 2
    assert "cannot read the profiles in" in answer.err
