from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

import urlkey
from bench import generate_lines
from urlkey.dedupe import Groups, NotAList, Spelling, Summary, Trial, dedupe, read, written

LINES = [
    b"http://a/b?x=1&y=2",
    b"HTTP://A/b?x=1&y=2",
    b"http://a/b?y=2&x=1",
    b"",
    b"nope",
    b"http://a/b?x=1&y=2",
    b"http://c/",
]
DATA = b"\n".join(LINES) + b"\n"


def lines(*options: bytes) -> bytes:
    return b"".join(line + b"\n" for line in options)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_first_lines_and_counts(size: int) -> None:
    out, gone = io.BytesIO(), io.BytesIO()
    chunks = (DATA[i : i + size] for i in range(0, len(DATA), size))
    found = dedupe(chunks, out.write, dropped=gone.write)
    assert out.getvalue() == lines(LINES[0], LINES[6])
    assert gone.getvalue() == lines(LINES[1], LINES[2], LINES[5])
    assert found == Summary(7, 2, 1, 1, 1, 1, 1, {"missing-scheme": 1})


def test_an_open_file_will_do() -> None:
    out = io.BytesIO()
    dedupe(io.BytesIO(DATA), out.write, keys=True)
    assert out.getvalue() == lines(b"http://a/b?x=1&y=2", b"http://c/")


def test_profiles_by_name_or_compiled() -> None:
    profile = urlkey.Profile("dedup").derive(sort_query="off")
    for each in ("safe", profile, urlkey.Canonicalizer(profile)):
        assert dedupe([DATA], None, profile=each).kept == 3
    with pytest.raises(urlkey.ProfileError):
        dedupe([DATA], None, profile="nope")


def test_base_and_default_scheme() -> None:
    assert dedupe([b"x\n./x\n"], None, base="http://a/").kept == 1
    assert dedupe([b"a.example\nHTTP://a.example"], None, default_scheme="http").kept == 1
    with pytest.raises(urlkey.InvalidURL):
        dedupe([], None, base="nope")


def test_groups() -> None:
    groups = Groups(urlkey.Canonicalizer("dedup"))
    dedupe([DATA, b"HTTP://A/b?x=1&y=2\nhttp://d/\nhttp://c/#x\n"], None, groups=groups)
    first, second = groups
    assert (first.first, first.line, first.lines) == (LINES[0], 1, 5)
    assert first.spellings == (
        Spelling(LINES[1], 2, 2, "safe", ("whatwg-parse",)),
        Spelling(LINES[2], 3, 1, "lossy", ("sort-query",)),
        Spelling(LINES[0], 6, 1, "exact", ()),
    )
    assert second.spellings == (Spelling(b"http://c/#x", 10, 1, "safe", ("fragment",)),)
    groups.close()


def test_groups_resolve_references_as_the_list_does() -> None:
    canonicalizer = urlkey.Canonicalizer("dedup")
    groups = Groups(canonicalizer, base="http://a/b/")
    dedupe([b"x\n./x\n"], None, profile=canonicalizer, groups=groups, base="http://a/b/")
    assert [spelling.text for group in groups for spelling in group.spellings] == [b"./x"]


def test_a_trial_counts_and_shows() -> None:
    profile = urlkey.Profile("dedup")
    trial = Trial(profile, {"trailing-slash": "on", "path-case": "on"}, samples=2)
    dedupe([b"http://a/b\nhttp://a/B\nhttp://a/b/\nhttp://a/B/\nhttp://a/\r/\n"], None, trial=trial)
    found = {outcome.setting: outcome for outcome in trial.outcomes()}
    assert {name: outcome.merges for name, outcome in found.items()} == {
        "trailing-slash=strip": 2,
        "path-case=on": 2,
        "all together": 3,
    }
    assert found["trailing-slash=strip"].samples == (
        (b"http://a/b", b"http://a/b/"),
        (b"http://a/B", b"http://a/B/"),
    )
    trial.close()


def test_a_trial_of_a_rung_that_there_is_not() -> None:
    with pytest.raises(urlkey.ProfileError, match="no rung"):
        Trial(urlkey.Profile("dedup"), {"site": "on"})


def test_read_joins_files_and_ends_their_last_lines(tmp_path: Path) -> None:
    plain, packed, empty = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    plain.write_bytes(b"\xef\xbb\xbfhttp://a")
    packed.write_bytes(gzip.compress(b"http://b\r\n"))
    empty.write_bytes(b"")
    seen: list[int] = []
    data = b"".join(read([plain, empty, packed, empty, plain], consumed=seen.append))
    assert data == b"http://a\nhttp://b\r\nhttp://a\n"
    assert sum(seen) == 2 * plain.stat().st_size + packed.stat().st_size


def test_read_refuses_what_is_no_list(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b'{"url": "http://a"}\n')
    with pytest.raises(NotAList, match="looks like JSON"):
        list(read([file]))
    assert b"".join(read([file], any_format=True)) == file.read_bytes()


def test_a_bomb_stays_in_bounds(tmp_path: Path) -> None:
    file = tmp_path / "bomb.gz"
    file.write_bytes(gzip.compress(bytes(50_000_000)))
    assert max(map(len, read([file]))) <= 1 << 20


def test_written_appears_when_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "x"
    with written(target) as stream:
        stream.write(b"new")
        assert not target.exists()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, OSError])
def test_written_leaves_things_as_they_were(error: type[BaseException], tmp_path: Path) -> None:
    target = tmp_path / "x.zst"
    target.write_bytes(b"old")

    def fail() -> None:
        with written(target) as stream:
            stream.write(b"new")
            raise error

    with pytest.raises(error):
        fail()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_generated_list_has_the_pages_that_it_says(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    with file.open("wb") as output:
        pages = generate_lines.generate(output, 50_000, seed=7)
    found = dedupe(read([file]), None)
    assert (found.lines, found.kept) == (50_000, pages)
