"""urlkey.surt and urlkey.surt_range; the package surt, run as a black box, is the oracle."""

from __future__ import annotations

import gzip
import os
import random
from pathlib import Path
from typing import Literal

import pytest
from surt import surt as reference

import urlkey

Match = Literal["exact", "prefix", "host", "domain"]
SHARED = Path(os.environ.get("URLKEY_SHARED") or Path(__file__).resolve().parents[2] / "shared")
LINKS = Path(__file__).resolve().parents[1] / "examples" / "links.txt"
OPTIONS = ("with_scheme", "trailing_comma", "reverse_ipaddr", "host_massage")
LISTED = r"""
http https ftp foo : // / / ? # & = @ [ ] . .. www. www1. WWW2. % %25 %2 %2f %3A %3f %40 %e9 %C3%A9
%E2%82 é ß ． 。 İ Σ a B com 1 2 0 0x7f 017 256 99999 :80 :443 :8080 :: m.aspx cfid=1 &cftoken=2
(S(4hqa0555fwsecu455xqckv45))/ (4hqa0555fwsecu455xqckv45)/ sid=0123456789abcdef0123456789abcdef
PHPSESSID=0123456789abcdef0123456789abcDEF aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX jses
\ א xn-- - ; , + ~ filedesc dns: mailto: http:// https:// | { %0a %00 %20 %23 %26
"""
PIECES = LISTED.split()


def ours(url: str | bytes, **options: bool) -> str | None:
    try:
        return urlkey.surt(url, **options)
    except urlkey.InvalidURL:
        return None


def theirs(url: str | bytes, **options: bool) -> str | None:
    try:
        found = reference(url, **options)
    except Exception:  # noqa: BLE001 - it raises what its parts raise
        return None
    return found.decode() if isinstance(found, bytes) else found


def texts(raw: bytes) -> list[str]:
    return [line for line in raw.decode("utf-8", "replace").split("\n") if "\ufffd" not in line]


def test_the_example_list() -> None:
    for url in texts(LINKS.read_bytes()):
        assert ours(url) == theirs(url), url


def test_random_urls_with_random_options() -> None:
    draw = random.Random(3)  # noqa: S311 - the same URLs each time
    starts = [
        "",
        "http://",
        "http://",
        "https://",
        "http://a.com/",
        "http://a.com/?",
        "http://a.com",
    ]
    for _ in range(20_000):
        pieces = [draw.choice(PIECES) for _ in range(draw.randrange(10))]
        url = draw.choice(starts) + "".join(pieces)
        options = {name: draw.random() < 0.5 for name in OPTIONS if draw.random() < 0.3}
        assert ours(url, **options) == theirs(url, **options), (url, options)
        assert ours(url.encode(), **options) == theirs(url.encode(), **options), (url, options)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["top100", "web-a"])
def test_every_line_of_a_corpus(name: str) -> None:
    path = SHARED / "corpus" / f"{name}.txt.gz"
    if not path.exists():
        pytest.skip(f"no {name} in the shared data folder")
    for number, url in enumerate(texts(gzip.decompress(path.read_bytes()))):
        assert ours(url) == theirs(url), url
        if number % 20 == 0:
            for option, value in zip(OPTIONS, (True, True, False, False), strict=True):
                assert ours(url, **{option: value}) == theirs(url, **{option: value}), url


def test_errors_have_a_code_and_a_place() -> None:
    with pytest.raises(urlkey.InvalidURL) as caught:
        urlkey.surt("http://é.example:x/")
    assert (caught.value.code, caught.value.position) == ("invalid-port", 17)
    with pytest.raises(urlkey.InvalidURL, match="empty"):
        urlkey.surt(" ")
    with pytest.raises(TypeError, match="str or bytes"):
        urlkey.surt(None)  # type: ignore[arg-type]


def test_the_registrable_domain() -> None:
    assert urlkey.surt("http://a.b.example.co.uk/c", public_suffix=True) == "uk,co,example)/c"
    assert urlkey.surt("http://a.b.github.io/", public_suffix=True) == "io,github)/"


def test_lone_surrogates_stand_for_bytes() -> None:
    assert urlkey.surt("http://a/\udce9") == urlkey.surt(b"http://a/\xe9") == "a)/%e9"


@pytest.mark.parametrize(
    ("url", "match", "start", "end"),
    [
        ("http://example.com/a", "exact", "com,example)/a", "com,example)/a!"),
        ("http://example.com/a/", "prefix", "com,example)/a/", "com,example)/a0"),
        ("http://example.com/a", "host", "com,example)/", "com,example*"),
        ("http://example.com/a", "domain", "com,example)/", "com,example-"),
        ("com", "domain", "com,", "com-"),
    ],
)
def test_ranges(url: str, match: Match, start: str, end: str) -> None:
    assert urlkey.surt_range(url, match) == (start, end)


def test_a_range_holds_what_it_says() -> None:
    def holds(url: str, match: Match, other: str) -> bool:
        start, end = urlkey.surt_range(url, match)
        line = f"{urlkey.surt(other)} 20200101000000 {other}"
        return start <= line < end

    assert holds("http://example.com/a", "exact", "https://www.example.com/A/")
    assert not holds("http://example.com/a", "exact", "http://example.com/ab")
    assert holds("http://example.com/a/", "prefix", "http://example.com/a/b?c")
    assert not holds("http://example.com/a/", "prefix", "http://example.com/ab")
    assert holds("http://example.com/", "host", "http://example.com/x")
    assert not holds("http://example.com/", "host", "http://sub.example.com/x")
    assert holds("http://example.com/", "domain", "http://sub.example.com:8080/x")
    assert not holds("http://example.com/", "domain", "http://example.comx/")


def test_ranges_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match="'exact', 'prefix', 'host' or 'domain'"):
        urlkey.surt_range("http://a/", "all")  # type: ignore[arg-type]
    with pytest.raises(urlkey.InvalidURL, match="host"):
        urlkey.surt_range("urn:a", "host")


def test_many_at_once() -> None:
    urls: list[str | bytes] = [*texts(LINKS.read_bytes()), " ", "http://a:x/", b"http://a/\xe9", ""]
    assert urlkey.surts(urls) == [ours(url) for url in urls]
    assert urlkey.surts(iter(urls), with_scheme=True) == [ours(u, with_scheme=True) for u in urls]
    with pytest.raises(TypeError):
        urlkey.surts("http://a/")
    with pytest.raises(TypeError):
        urlkey.surts(["http://a/", None])  # type: ignore[list-item]
