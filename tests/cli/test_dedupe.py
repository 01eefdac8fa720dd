from __future__ import annotations

import gzip
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from tests.cli.command import Answer, invoke, run
from urlkey.dedupe.sniff import looks_like

EXAMPLES = Path(__file__).parents[2] / "examples" / "links.txt"
LIST = (
    b"http://a/b?x=1&y=2\n"
    b"HTTP://A/b?x=1&y=2\r\n"
    b"\n"
    b"http://a/b?y=2&x=1\n"
    b"nope\n"
    b"http://a/b?x=1&y=2\n"
    b"http://c/"
)
KEPT = b"http://a/b?x=1&y=2\nhttp://c/\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_bytes(LIST)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def summary(answer: Answer) -> dict[str, int]:
    rows = [line.split("  ", 1) for line in answer.err.splitlines()]
    return {name: int(rest.split()[0].replace(",", "")) for name, rest in rows}


def test_each_page_once_in_order(file: Path) -> None:
    answer = run("dedupe", file)
    assert (answer.code, answer.out) == (0, KEPT)
    assert summary(answer) == {
        "lines": 7,
        "kept": 2,
        "exact repeats": 1,
        "safe merges": 1,
        "lossy merges": 1,
        "invalid": 1,
        "blank": 1,
    }
    assert "missing-scheme 1" in answer.err


@pytest.mark.parametrize("arguments", [("-",), ()])
def test_standard_input(arguments: tuple[str, ...]) -> None:
    assert run("dedupe", *arguments, given=LIST).out == KEPT
    assert invoke("dedupe", *arguments, given=LIST).out == KEPT


def test_compressed_input_is_known_by_its_bytes(file: Path) -> None:
    halves = LIST[:30], LIST[30:]
    for compress in (gzip.compress, zstandard.compress):
        file.write_bytes(b"".join(compress(half) for half in halves))
        assert run("dedupe", file).out == KEPT
        assert run("dedupe", "-", given=file.read_bytes()).out == KEPT


def test_several_files_are_one_list(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"\xef\xbb\xbfhttp://c/#x\nhttp://d")
    assert run("dedupe", file, other).out == KEPT + b"http://d\n"


def test_keys(file: Path) -> None:
    assert run("dedupe", "--keys", "-q", given=b"HTTP://A\n").out == b"http://a/\n"
    answer = run("dedupe", "--keys", "--groups", file)
    assert answer.code == 2
    assert "choose one" in answer.err


def test_output_and_dropped(file: Path, tmp_path: Path) -> None:
    answer = run("dedupe", file, "-o", tmp_path / "kept", "--dropped", tmp_path / "dropped")
    assert (answer.code, answer.out) == (0, b"")
    assert (tmp_path / "kept").read_bytes() == KEPT
    dropped = b"HTTP://A/b?x=1&y=2\nhttp://a/b?y=2&x=1\nhttp://a/b?x=1&y=2\n"
    assert (tmp_path / "dropped").read_bytes() == dropped
    assert names(tmp_path) == ["dropped", "kept", "list.txt"]


def test_output_is_compressed_by_its_name(file: Path, tmp_path: Path) -> None:
    run("dedupe", file, "-o", tmp_path / "kept.gz", "--dropped", tmp_path / "dropped.zst")
    assert gzip.decompress((tmp_path / "kept.gz").read_bytes()) == KEPT
    assert run("dedupe", "-q", tmp_path / "dropped.zst").out == b"HTTP://A/b?x=1&y=2\n"


def test_output_keeps_the_mode_and_the_link_of_what_it_replaces(file: Path, tmp_path: Path) -> None:
    target, link = tmp_path / "kept", tmp_path / "link"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to("kept")
    run("dedupe", file, "-o", link)
    assert link.is_symlink()
    assert target.read_bytes() == KEPT
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_an_output_that_is_an_input_is_refused(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(file)
    for option in ("-o", "--dropped"):
        for name in (file, link):
            answer = run("dedupe", file, option, name)
            assert answer.code == 2
            assert "mv" in answer.err
    answer = run("dedupe", file, "-o", tmp_path / "x", "--dropped", tmp_path / "x")
    assert answer.code == 2
    assert file.read_bytes() == LIST
    assert names(tmp_path) == ["link", "list.txt"]


def test_groups(file: Path) -> None:
    answer = run("dedupe", "--groups", file)
    assert answer.out == (
        b"http://a/b?x=1&y=2\n"
        b"  safe   whatwg-parse  HTTP://A/b?x=1&y=2\n"
        b"  lossy  sort-query    http://a/b?y=2&x=1\n"
        b"  exact                http://a/b?x=1&y=2\n"
    )


def test_groups_as_json(file: Path) -> None:
    answer = run("dedupe", "--groups", "--json", file)
    (group,) = answer.json
    assert (group["first"], group["line"], group["lines"]) == ("http://a/b?x=1&y=2", 1, 4)
    rows = [(row["how"], row["by"], row["line"], row["times"]) for row in group["spellings"]]
    assert rows == [
        ("safe", ["whatwg-parse"], 2, 1),
        ("lossy", ["sort-query"], 4, 1),
        ("exact", [], 6, 1),
    ]
    found = json.loads(answer.err)
    assert (found["lines"], found["kept"], found["errors"]) == (7, 2, {"missing-scheme": 1})


def test_groups_into_a_file(file: Path, tmp_path: Path) -> None:
    expected = run("dedupe", "--groups", file).out
    assert run("dedupe", "--groups", file, "-o", tmp_path / "groups").out == b""
    assert (tmp_path / "groups").read_bytes() == expected


def test_what_if_counts_and_changes_nothing() -> None:
    given = b"http://a/b\nhttp://a/b/\nhttps://a/b\nhttps://a/b/\nhttp://a/c\n"
    answer = run("dedupe", "--what-if", "trailing-slash,scheme=on", "--samples", "1", given=given)
    assert answer.out == given
    report = answer.err.partition("nothing was changed)\n")[2]
    assert report.splitlines() == [
        "  trailing-slash=strip  2 more lines",
        "      http://a/b/",
        "    = http://a/b",
        "  scheme=on             2 more lines",
        "      https://a/b",
        "    = http://a/b",
        "  all together          3 more lines",
        "      http://a/b/",
        "    = http://a/b",
    ]


def test_what_if_as_json() -> None:
    given = b"http://a/b\nhttp://a/b/\n"
    answer = run("dedupe", "--what-if", "trailing-slash=add", "--json", given=given)
    assert json.loads(answer.err)["what_if"] == [
        {
            "setting": "trailing-slash=add",
            "merges": 1,
            "samples": [{"stays": "http://a/b", "goes": "http://a/b/"}],
        }
    ]


@pytest.mark.parametrize(
    "rungs", ["site", "trailing-slash,nope", "host", "scheme=maybe", ",", "=x"]
)
def test_what_if_names_the_rungs_that_there_are(rungs: str) -> None:
    answer = run("dedupe", "--what-if", rungs, given=LIST)
    assert answer.code == 2
    assert "--what-if" in answer.err
    assert answer.out == b""
    if rungs == "site":
        assert "the switchable ones are unwrap, fragment, host-dot, www" in answer.err


def test_profile_settings_base_and_scheme() -> None:
    def kept(*options: str, given: bytes) -> int:
        return run("dedupe", "-q", *options, given=given).out.count(b"\n")

    given = b"http://a/?utm_id=1&p=1\nhttp://a/?p=1\nhttp://a/\nhttp://a/?p=2\n"
    assert kept(given=given) == 3
    assert kept("--profile", "safe", given=given) == 4
    assert kept("--set", "tracking=off", given=given) == 4
    assert kept("--drop", "p", given=given) == 1
    assert kept("--keep", "utm_id", given=given) == 4
    assert kept("--keep-only", "q", given=given) == 1
    assert kept("--base", "http://a/b", given=b"/c\nhttp://a/c\n./c\n") == 1
    assert kept("--default-scheme", "http", given=b"a.example\nhttp://a.example/\n") == 1


def test_quiet(file: Path) -> None:
    assert run("dedupe", "-q", file).err == ""


def test_quiet_what_if_tells_nothing_else() -> None:
    given = b"http://a/b\nhttp://a/b/\n"
    answer = run("dedupe", "-q", "--what-if", "trailing-slash", given=given)
    assert answer.err.splitlines() == [
        "what else would merge (nothing was changed)",
        "  trailing-slash=strip  1 more line",
        "      http://a/b/",
        "    = http://a/b",
    ]
    (found,) = map(
        json.loads,
        run("dedupe", "-q", "--json", "--what-if", "trailing-slash", given=given).err.splitlines(),
    )
    assert set(found) == {"profile", "ruleset", "what_if"}


@pytest.mark.parametrize("name", ["no-such-file", "."])
def test_what_cannot_be_read(name: str, tmp_path: Path) -> None:
    answer = run("dedupe", name, "-o", "kept", cwd=tmp_path)
    assert answer.code == 2
    assert answer.err.startswith(f"urlkey: cannot read '{name}': ")
    assert "hint: " in answer.err
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    "compress", [gzip.compress, zstandard.ZstdCompressor(write_checksum=True).compress]
)
def test_what_is_cut_off_leaves_nothing(
    compress: Callable[[bytes], bytes], file: Path, tmp_path: Path
) -> None:
    whole = compress(os.urandom(5000).hex().encode())
    for data in (whole[:2000], whole[:1000] + b"\0\0\0\0" + whole[1004:]):
        file.write_bytes(data)
        answer = run("dedupe", file, "-o", tmp_path / "kept", "--format", "text")
        assert answer.code == 2
        assert "damaged or cut off" in answer.err
        assert names(tmp_path) == ["list.txt"]


def test_a_table_is_refused_with_a_recipe_that_works(tmp_path: Path) -> None:
    table = tmp_path / "links.csv"
    table.write_text("id,url\n1,http://a/\n2,HTTP://A\n")
    answer = run("dedupe", "links.csv", cwd=tmp_path)
    assert answer.code == 2
    assert "links.csv looks like CSV" in answer.err
    assert "cut -d, -f2 links.csv | urlkey dedupe -" in answer.err
    assert run("dedupe", "--format", "text", "links.csv", cwd=tmp_path).code == 0


def test_bytes_lines_and_nul_pass_through() -> None:
    given = b"http://a/\xe9\nhttp://a/%E9\nhttp://a/\x00b\n" + b"http://a/" + b"x" * 5_000_000
    answer = run("dedupe", given=given)
    assert answer.code == 0
    assert answer.out == given.replace(b"http://a/%E9\n", b"") + b"\n"


def test_the_examples_are_a_list() -> None:
    data = EXAMPLES.read_bytes()
    assert looks_like(data) is None
    answer = run("dedupe", EXAMPLES)
    assert sum(summary(answer).values()) == 2 * data.count(b"\n")
