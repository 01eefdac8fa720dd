from __future__ import annotations

from tests.cli.command import invoke, run


def test_what_a_browser_would_request() -> None:
    answer = invoke("fetch", "HTTPS://Example.com:443/a/../b c?utm_source=x#top", "https:\\\\a\\b")
    assert answer.lines == ["https://example.com/b%20c?utm_source=x", "https://a/b"]


def test_one_line_for_each() -> None:
    answer = run("fetch", given=b"http://a/\xff\n:\nhttp://b")
    assert answer == (1, b"http://a/%FF\n\nhttp://b/\n", answer.err)
    assert "line 2: missing-scheme" in answer.err or "line 2: relative-without-base" in answer.err


def test_base_and_default_scheme() -> None:
    assert invoke("fetch", "-b", "https://a/b/c", "d?e").lines == ["https://a/b/d?e"]
    assert invoke("fetch", "--default-scheme", "http", "a.example").lines == ["http://a.example/"]


def test_tsv_and_json() -> None:
    assert invoke("fetch", "--tsv", "http://a").text == "http://a\thttp://a/\t\n"
    assert invoke("fetch", "--json", "http://a").json[0]["fetch_url"] == "http://a/"


def test_it_depends_on_no_profile() -> None:
    assert invoke("fetch", "--profile", "safe", "http://a").code == 2
