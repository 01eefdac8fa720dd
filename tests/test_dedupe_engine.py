"""The compiled engine behind `urlkey dedupe`, against a model that remembers texts."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import urlkey
from urlkey._core import Deduper

Fed = tuple[bytes, bytes, list[Any], list[Any]]

PARTS = [
    ["http://", "HTTP://", "https:", " http://", ""],
    ["a", "A", "a.", "a:80", "b", "u@a", "\xe9"],
    ["", "/", "/x", "/./x", "/%78"],
    ["", "?", "?a=1&b=2", "?b=2&a=1", "?utm_source=q"],
    ["", "#x", "#/r"],
    ["", "\r", " "],
    ["\n", "\n", "\n\n"],
]


def messy(seed: int, lines: int = 1500) -> bytes:
    picks = random.Random(seed)  # noqa: S311 - repeatable, not secret
    text = "".join(picks.choice(part) for _ in range(lines) for part in PARTS)
    return text.encode("latin-1")


def run(deduper: Deduper, data: bytes, size: int) -> Fed:
    fed = [deduper.feed(data[at : at + size]) for at in range(0, len(data), size)]
    fed.append(deduper.finish())
    return (
        b"".join(one[0] for one in fed),
        b"".join(one[1] for one in fed),
        [row for one in fed for row in one[2]],
        [row for one in fed for row in one[3]],
    )


def model(data: bytes, profile: urlkey.Profile) -> tuple[Fed, dict[str, int]]:
    c = urlkey.Canonicalizer(profile)
    fragment = "keep" if profile.options["fragment"] == "keep" else "routes"
    safe = urlkey.Canonicalizer(urlkey.Profile("safe").derive(fragment=fragment))
    kept, dropped = b"", b""
    invalid: list[Any] = []
    events: list[Any] = []
    names = ["lines", "blank", "invalid", "first", "exact", "safe", "lossy"]
    stats: dict[str, int] = dict.fromkeys(names, 0)
    keys: set[str] = set()
    safe_keys: set[str] = set()
    texts: set[bytes] = set()
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    for number, raw in enumerate(lines, 1):
        line = raw.removesuffix(b"\r")
        stats["lines"] += 1
        if not line.strip():
            stats["blank"] += 1
            continue
        try:
            key = c.key(line)
        except urlkey.InvalidURL as error:
            stats["invalid"] += 1
            invalid.append((number, error.code, error.position, line[:200]))
            continue
        safe_key = safe.key(line)
        if key not in keys:
            kind = "first"
        elif line in texts:
            kind = "exact"
        else:
            kind = "safe" if safe_key in safe_keys else "lossy"
        stats[kind] += 1
        if kind == "first":
            kept += line + b"\n"
        else:
            dropped += line + b"\n"
        events.append((c.digest(line), number, kind, line))
        keys.add(key)
        texts.add(line)
        safe_keys.add(safe_key)
    return (kept, dropped, invalid, events), stats


@pytest.mark.parametrize("name", ["safe", "dedup", "crawl", "shortener"])
@pytest.mark.parametrize("size", [1, 7, 1000, 10**6])
def test_it_does_what_the_model_does(name: str, size: int) -> None:
    data = messy(size)
    profile = urlkey.Profile(name)
    expected, stats = model(data, profile)
    deduper = Deduper(urlkey.Canonicalizer(profile), dropped=True, events=True)
    assert run(deduper, data, size) == expected
    assert stats["lines"] == sum(stats.values()) - stats["lines"]
    assert deduper.stats == stats
    unmet = [kind for kind, count in stats.items() if not count]
    assert unmet == (["lossy"] if name == "shortener" else [])


def test_only_what_was_asked_for() -> None:
    c = urlkey.Canonicalizer()
    data = b"HTTP://a\nhttp://a/\nx\n"
    kept, dropped, invalid, events = Deduper(c).feed(data)
    assert (kept, dropped, events) == (b"HTTP://a\n", b"", [])
    assert invalid == [(3, "missing-scheme", 0, b"x")]
    assert Deduper(c, keys=True, dropped=True).feed(data)[:2] == (b"http://a/\n", b"http://a/\n")


def test_nothing_in_nothing_out() -> None:
    deduper = Deduper(urlkey.Canonicalizer())
    assert deduper.feed(b"") == deduper.finish() == (b"", b"", [], [])
    assert set(deduper.stats.values()) == {0}


def test_base_scheme_and_seed() -> None:
    c = urlkey.Canonicalizer()
    based = Deduper(c, base="http://a/b/", dropped=True)
    assert based.feed(b"c\n./c\n../b/c\n")[:2] == (b"c\n", b"./c\n../b/c\n")
    assumed = Deduper(c, default_scheme="https")
    assert assumed.feed(b"a.example\nhttps://a.example/\n")[0] == b"a.example\n"
    seeded = Deduper(c, events=True, seed=9).feed(b"http://a\n")[3]
    assert seeded[0][0] == c.digest("http://a", seed=9) != c.digest("http://a")
    with pytest.raises(urlkey.InvalidURL, match="in the base URL"):
        Deduper(c, base="x")
    with pytest.raises(ValueError, match="default_scheme"):
        Deduper(c, default_scheme="gopher")


def test_a_long_line_and_nul_bytes() -> None:
    long = b"http://a/" + b"x" * 10**6
    deduper = Deduper(urlkey.Canonicalizer(), dropped=True)
    kept, dropped, invalid, _ = run(deduper, long + b"\n\0\n" + long + b"\nhttp://a\0b/\n", 4096)
    assert (kept, dropped) == (long + b"\n", long + b"\n")
    assert [(row[0], row[1]) for row in invalid] == [(4, "invalid-host-character")]
    assert deduper.stats["blank"] == 1


def test_wrong_types() -> None:
    wrong: Any = "http://a/\n"
    with pytest.raises(TypeError):
        Deduper(urlkey.Canonicalizer()).feed(wrong)
    with pytest.raises(TypeError):
        Deduper(wrong)


def test_engines_in_threads_do_not_mix() -> None:
    data = messy(3, 3000)
    c = urlkey.Canonicalizer()
    wanted = run(Deduper(c, dropped=True), data, 1000)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: run(Deduper(c, dropped=True), data, 1000), range(8)))
    assert all(one == wanted for one in found)


def test_threads_and_seed_change_no_line() -> None:
    data = messy(5, lines=30_000)
    assert len(data) > 4 << 17  # several blocks for each thread
    canonicalizer = urlkey.Canonicalizer("dedup")
    one = run(Deduper(canonicalizer, dropped=True, threads=1), data, 1 << 20)
    assert run(Deduper(canonicalizer, dropped=True), data, 1 << 20) == one
    assert run(Deduper(canonicalizer, dropped=True, threads=2), data, 1 << 20) == one
    assert run(Deduper(canonicalizer, dropped=True, threads=7, seed=9), data, 1 << 20) == one


def test_the_seed_changes_the_digests() -> None:
    def digests(seed: int) -> list[bytes]:
        deduper = Deduper(urlkey.Canonicalizer("dedup"), events=True, seed=seed)
        return [event[0] for event in run(deduper, b"http://a/\nhttp://b/\n", 100)[3]]

    assert digests(0) == [urlkey.digest("http://a/"), urlkey.digest("http://b/")]
    assert digests(1) == [
        urlkey.Canonicalizer("dedup").digest(u, seed=1) for u in ("http://a/", "http://b/")
    ]


def test_no_thread_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Deduper(urlkey.Canonicalizer("dedup"), threads=0)
