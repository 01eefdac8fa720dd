from __future__ import annotations

import pickle
from typing import Any

import pytest

import urlkey
from urlkey import InvalidURL, _core


def caught(url: str | bytes, base: str | bytes | None = None) -> InvalidURL:
    with pytest.raises(InvalidURL) as info:
        urlkey.key(url, base=base)
    (checked,) = urlkey.check([url]) if base is None else [info.value]
    assert checked == info.value
    return info.value


@pytest.mark.parametrize("row", _core.errors(), ids=lambda row: str(row["code"]))
def test_every_example_gives_its_error(row: dict[str, str]) -> None:
    error = caught(row["example"])
    assert error.code == row["code"]
    assert error.detail == row["message"]
    assert error.hint == row["hint"]
    assert error.input == row["example"]
    assert 0 <= error.position <= len(row["example"])
    assert error.detail in str(error)
    assert error.hint in str(error)
    assert len(str(error)) < 300


def test_it_is_a_value_error() -> None:
    assert issubclass(InvalidURL, ValueError)
    error = caught("http://example.com:99999/")
    assert str(error) == (
        "the port is not a number from 0 to 65535, at 19 of 'http://example.com:99999/': a port is "
        "decimal digits after the last colon of the authority; an IPv6 address needs brackets"
    )


def test_positions_are_the_callers() -> None:
    # code points of a str, bytes of bytes
    assert caught("http://é:x/").position == 9
    assert caught("http://é:x/".encode()).position == 10
    assert caught("http://\U0001f600:x/").position == 9
    assert caught("  \thttp://a:x/").position == 12
    # an escaped byte, a pair of surrogates, a lone one: in the user name, before the port
    assert caught("http://\udce9@a:x/").position == 11
    assert caught("http://\ud83d\ude00@a:x/").position == 12
    assert caught("http://\ud800@a:x/").position == 11
    assert caught("http://é\udce9@a:x/").position == 12


def test_the_base_has_errors_too() -> None:
    for url in ["a", "http://a/"]:
        error = caught(url, base="http://é:x/")
        assert error.code == "invalid-port"
        assert error.detail == "in the base URL, the port is not a number from 0 to 65535"
        assert (error.input, error.position) == ("http://é:x/", 9)
    with pytest.raises(InvalidURL, match="in the base URL"):
        urlkey.keys([], base="")
    fine = caught("http://[", base="http://a/")
    assert not fine.detail.startswith("in the base")


def test_the_right_one_of_a_pair() -> None:
    for pair in [("http://[", "http://a/"), ("http://a/", "http://["), ("http://[", "x")]:
        with pytest.raises(InvalidURL) as info:
            urlkey.compare(*pair)
        assert info.value.input == next(url for url in pair if url != "http://a/")


def test_long_input_is_shown_in_part() -> None:
    error = caught("http://" + "a" * 5000 + "/")
    assert error.code == "host-too-long"
    assert len(error.input) == 5008
    assert len(str(error)) < 300
    assert "…" in str(error)


def test_printable_whatever_it_holds() -> None:
    odd: list[str | bytes] = ["\udcff", "\x1b[31m", b"\xff\x00", "\n"]
    for url in odd:
        text = str(caught(url))
        assert text.isprintable()
        assert text.encode()


def test_errors_are_values() -> None:
    error = caught("http://a:x/")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own pickle
    assert again == error
    assert hash(again) == hash(error)
    assert (again.code, again.position, again.input) == (error.code, error.position, error.input)
    assert error != caught("http://b:x/")
    assert error != "invalid-port"
    assert "invalid-port" in repr(error)


@pytest.mark.parametrize("row", _core.warnings(), ids=lambda row: str(row["code"]))
def test_every_example_gives_its_warning(row: dict[str, Any]) -> None:
    profile = urlkey.Profile("dedup").derive(unwrap=True)
    assert row["code"] in urlkey.canonicalize(row["example"], profile=profile).warnings
