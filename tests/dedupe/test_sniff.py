from __future__ import annotations

import gzip
import os
import subprocess
from pathlib import Path

import pytest

from urlkey.dedupe.sniff import NotAList, looks_like, require_list

SHARED = Path(os.environ.get("URLKEY_SHARED", Path(__file__).parents[3] / "shared"))

LISTS = {
    "urls": "http://a/\nhttp://b/\n",
    "commas in paths": "http://a/1,2\nhttp://b/3,4\nhttp://c/5,6\n",
    "commas and spaces in paths": "http://a/1,2 3\nhttp://b/3,4 x\n",
    "semicolons": "http://a/x;v=1\nhttp://b/y;v=2\n",
    "bars": "http://a/?t=1|2\nhttp://b/?t=3|4\n",
    "brackets": "[2001:db8::1]\n[see below]\nhttp://a/\n",
    "no schemes": "a.example/1,2\nb.example/3,4\n",
    "prose": "see the notes, from Tuesday\nand more, from Friday\n",
    "one line": "http://a/",
    "empty": "",
    "blank": "\n\n \n",
    "carriage returns": "http://a/\r1,2\nhttp://b/\r\r3,4\n",
    "NUL": "http://a/\0,1\nhttp://b/\0,2\n",
    "tab before": "\thttp://a/\n\thttp://b/\n",
}

TABLES = {
    "CSV": [
        ("id,url\n1,http://a/\n2,http://b/\n", "cut -d, -f2 x"),
        ("url,title\nhttp://a/,A\nhttp://b/,B\n", "cut -d, -f1 x"),
        ("1,http://a/\n2,http://b/\n", "cut -d, -f2 x"),
        ("http://a/,a title here\n" * 6, "cut -d, -f1 x"),
        ("id;url\n1;http://a/\n2;http://b/\n", "cut -d';' -f2 x"),
    ],
    "TSV": [
        ("1\thttp://a/\n2\thttp://b/\n", "cut -f2 x"),
        ("http://a/\tA\nhttp://b/\tB\n", "cut -f1 x"),
    ],
    "JSON": [
        ('{"id": 1, "href": "http://a/"}\n{"id": 2}\n', "jq -r '.href' x"),
        ('["http://a/", "http://b/"]', "jq -r '.[]' x"),
        ('[{"url": "http://a/"}]', "jq -r '.[].url' x"),
        ('[\n  {"url": "http://a/"}\n]', "jq -r '.[].url' x"),
        ('{\n  "links": ["http://a/"]\n}', "jq -r '.. | strings"),
    ],
    "HTML or XML": [("<!DOCTYPE html>\n<p>\n", "links"), ("<?xml version='1.0'?>\n", "links")],
    "UTF-16 text": [("\ufeffhttp://a/\n", "iconv -f UTF-16")],
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_a_list(name: str) -> None:
    assert looks_like(LISTS[name].encode()) is None


@pytest.mark.parametrize(
    ("name", "text", "recipe"),
    [(name, text, recipe) for name, cases in TABLES.items() for text, recipe in cases],
)
def test_something_else_is_named_with_a_recipe(name: str, text: str, recipe: str) -> None:
    data = text.encode("utf-16" if name.startswith("UTF-16") else "utf-8")
    with pytest.raises(NotAList) as caught:
        require_list(data, "x")
    assert caught.value.message == f"x looks like {name}, not like a list of URLs"
    assert recipe in caught.value.hint
    assert "--format text" in caught.value.hint


@pytest.mark.parametrize("magic", [b"BZh9", b"\xfd7zXZ\x00", b"PK\x03\x04", b"PAR1", b"%PDF-1.7"])
def test_binary_files_are_known_by_their_first_bytes(magic: bytes) -> None:
    with pytest.raises(NotAList):
        require_list(magic + b"\0\1\2\n", "-")


def test_the_recipe_for_quoted_csv_works(tmp_path: Path) -> None:
    data = 'title,url\n"A, or B","http://a/1,2"\n"C","http://b/"\n'
    (tmp_path / "x.csv").write_text(data)
    with pytest.raises(NotAList) as caught:
        require_list(data.encode(), "x.csv")
    command = caught.value.hint.partition(" | urlkey dedupe")[0]
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout == b"url\nhttp://a/1,2\nhttp://b/\n"


def test_the_corpora_are_lists() -> None:
    files = sorted((SHARED / "corpus").glob("*.txt.gz"))
    if not files:
        pytest.skip("there is no corpus here")
    for file in files:
        data = gzip.decompress(file.read_bytes())
        for start in range(0, len(data), 1 << 20):  # any part of one could be a file's beginning
            head = data[data.find(b"\n", start) + 1 :][: 1 << 16]
            assert looks_like(head) is None, head[:1000]
