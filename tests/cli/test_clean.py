from __future__ import annotations

from tests.cli.command import invoke

URL = "https://example.com/a?b=2&utm_source=x&a=1&promo=3#part"


def test_tracking_goes_and_all_else_stays() -> None:
    assert invoke("clean", URL).lines == ["https://example.com/a?b=2&a=1&promo=3#part"]


def test_drop_keep_and_profile() -> None:
    assert invoke("clean", "--drop", "promo", URL).lines == ["https://example.com/a?b=2&a=1#part"]
    assert invoke("clean", "--keep", "utm_*", URL).lines == [URL]
    assert invoke("clean", "--profile", "safe", URL).lines == [URL]
    assert invoke("clean", "--keep-only", "a", URL).lines == ["https://example.com/a?a=1#part"]
    assert invoke("clean", "--set", "tracking=off", URL).lines == [URL]


def test_one_line_for_each() -> None:
    answer = invoke("clean", given=f"{URL}\nnope\nhttp://a\n")
    assert answer.code == 1
    assert answer.text == "https://example.com/a?b=2&a=1&promo=3#part\n\nhttp://a/\n"
    assert "line 2: missing-scheme" in answer.err


def test_tsv_json_base_and_default_scheme() -> None:
    assert invoke("clean", "--tsv", "http://a").text == "http://a\thttp://a/\t\n"
    assert invoke("clean", "--json", "http://a").json[0]["clean_url"] == "http://a/"
    assert invoke("clean", "--base", "http://a/b", "c?utm_source=x").lines == ["http://a/c"]
    assert invoke("clean", "--default-scheme", "https", "a.example").lines == ["https://a.example/"]
