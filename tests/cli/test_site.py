from __future__ import annotations

from tests.cli.command import invoke, run


def test_the_registrable_domain() -> None:
    answer = invoke("site", "https://www.Shop.example.co.uk:8080/a", "http://[::1]/", "http://com/")
    assert answer == (0, b"example.co.uk\n[::1]\ncom\n", "")


def test_private_suffixes() -> None:
    assert invoke("site", "http://a.b.github.io/").lines == ["b.github.io"]
    assert invoke("site", "--no-private", "http://a.b.github.io/").lines == ["github.io"]


def test_one_line_for_each() -> None:
    answer = run("site", given=b"http://a.example.com/\xff\nmailto:x@a\nnope\n\nhttp://b.example")
    assert (answer.code, answer.out) == (1, b"example.com\n\n\n\nb.example\n")
    assert [line.split()[1:4] for line in answer.err.splitlines()] == [
        ["line", "3:", "missing-scheme:"],
        ["line", "4:", "empty:"],
    ]


def test_no_host_is_no_error() -> None:
    assert invoke("site", "mailto:x@a") == (0, b"\n", "")
    (found,) = invoke("site", "--json", "mailto:x@a").json
    assert (found["site"], found["error"]) == (None, None)
    assert invoke("site", "--tsv", "mailto:x@a").text == "mailto:x@a\t\t\n"


def test_base_and_default_scheme() -> None:
    assert invoke("site", "--base", "https://a.example.com/", "x").lines == ["example.com"]
    assert invoke("site", "--default-scheme", "https", "a.example.com").lines == ["example.com"]
