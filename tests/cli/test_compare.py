from __future__ import annotations

import pytest

from tests.cli.command import invoke

FIVE = {
    "port": "HTTPS://Example.com:443/Blog/?b=2&a=1",
    "bare": "https://example.com/Blog?a=1&b=2",
    "campaign": "https://example.com/Blog/?utm_source=newsletter&a=1&b=2",
    "fragment": "https://example.com/Blog/#section",
    "escaped": "https://example.com/Blog%2F?a=1&b=2",
}


@pytest.mark.parametrize("first", FIVE)
@pytest.mark.parametrize("second", FIVE)
def test_the_five_spellings_are_not_all_one_page(first: str, second: str) -> None:
    answer = invoke("compare", "--json", FIVE[first], FIVE[second])
    (found,) = answer.json
    pair = {first, second}
    assert found["same"] == (len(pair) == 1 or pair == {"port", "campaign"})
    assert answer.code == (0 if found["same"] else 1)
    slash = pair in ({"port", "bare"}, {"campaign", "bare"})
    assert (found["would_merge"] == [["trailing-slash"]]) == slash


def test_same_with_reason() -> None:
    answer = invoke("compare", FIVE["port"], FIVE["campaign"])
    assert answer.code == 0
    assert answer.lines[0] == "same page, by a lossy merge, under dedup"
    assert answer.lines[2] == (
        "reason  whatwg-parse (syntax), default-port (scheme), tracking (lossy), sort-query (lossy)"
    )


def test_same_and_safe() -> None:
    answer = invoke("compare", "http://a", "HTTP://A:80/#x")
    assert answer.lines[0] == "same page, by safe rungs alone, under dedup"


def test_equal_as_they_are() -> None:
    assert (
        "reason  the URLs are equal as they are" in invoke("compare", "http://a", "http://a").lines
    )


def test_different_with_what_would_merge() -> None:
    answer = invoke("compare", FIVE["port"], FIVE["bare"])
    assert answer.code == 1
    assert answer.lines[0] == "different pages under dedup"
    assert ["path", "/Blog/", "/Blog"] in [line.split() for line in answer.lines]
    assert answer.lines[-1] == "would merge  with trailing-slash"
    none = invoke("compare", "http://a/b", "http://a/c").lines[-1]
    assert none == "would merge  with no set of up to three rungs"


def test_an_invalid_url_is_no_answer() -> None:
    answer = invoke("compare", "http://a", "nope")
    assert answer.code == 2
    assert answer.out == b""
    assert "urlkey: missing-scheme" in answer.err


def test_options() -> None:
    assert invoke("compare", "--profile", "safe", "http://a/?utm_id=1", "http://a/").code == 1
    assert invoke("compare", "--set", "scheme", "http://a/", "https://a/").code == 0
    assert invoke("compare", "--drop", "x", "http://a/?x&y", "http://a/?y").code == 0
    assert invoke("compare", "--keep", "utm_id", "http://a/?utm_id=1", "http://a/").code == 1
    assert invoke("compare", "--keep-only", "y", "http://a/?x&y", "http://a/?y").code == 0
    assert invoke("compare", "--base", "http://a/b", "c", "http://a/c").code == 0
    assert invoke("compare", "--default-scheme", "http", "a.example", "http://a.example/").code == 0
