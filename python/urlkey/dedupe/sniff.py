"""Is this a list of URLs, or a table, JSON, a page, something compressed: told by its beginning.

A wrong guess would refuse a good list, so each answer needs evidence that URLs do not give: commas
alone say nothing, for URLs hold them too.
"""

from __future__ import annotations

import csv
import re
from typing import NamedTuple

LINES = 50
"""How many lines are looked at."""
FEW = 4
"""So few lines prove nothing by the words in them."""


class NotAList(ValueError):
    """An input that is no list of URLs, or cannot be read as one.

    Attributes:
        message: What it looks like.
        hint: How to make a list of it.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message}: {hint}")
        self.message = message
        self.hint = hint


class Kind(NamedTuple):
    """What an input looks like."""

    name: str
    recipe: str
    """A command that makes a list of it; {name} is the file."""


BINARY = {
    b"BZh": Kind("a bzip2 file", "bzcat {name} | urlkey dedupe -"),
    b"\xfd7zXZ\x00": Kind("an xz file", "xzcat {name} | urlkey dedupe -"),
    b"PK\x03\x04": Kind("a zip file", "unzip -p {name} | urlkey dedupe -"),
    b"\x04\x22\x4d\x18": Kind("an lz4 file", "lz4cat {name} | urlkey dedupe -"),
    b"\xff\xfe": Kind("UTF-16 text", "iconv -f UTF-16 -t UTF-8 {name} | urlkey dedupe -"),
    b"\xfe\xff": Kind("UTF-16 text", "iconv -f UTF-16 -t UTF-8 {name} | urlkey dedupe -"),
    b"PAR1": Kind("a Parquet file", "write its URL column to a text file, one URL a line"),
    b"SQLite format 3": Kind(
        "a SQLite database", "sqlite3 {name} 'SELECT url …' | urlkey dedupe -"
    ),
    b"%PDF-": Kind("a PDF file", "pdftotext {name} - and take the links out of it"),
}

MARKUP = re.compile(rb"\s*<(?:!doctype|html|\?xml|rss|feed|urlset|sitemapindex|!--)", re.IGNORECASE)
JSON = re.compile(rb'\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["\{\[\]]|$|-?\d+\s*[,\]]))')
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
LINK = re.compile(r"(?:https?|ftp|wss?)://", re.IGNORECASE)
NAME = re.compile(r"\"?[A-Za-z_][\w .#()-]*\"?")


def is_utf16(head: bytes) -> str | None:
    """The encoding of UTF-16 text without a byte order mark: every other byte of ASCII is NUL."""
    start = head[:64]
    even, odd = start[::2], start[1::2]
    if len(start) < FEW * 2 or (any(even) and any(odd)):
        return None
    return "UTF-16BE" if all(odd) and not any(even) else "UTF-16LE" if all(even) else None


def looks_like(head: bytes) -> Kind | None:
    """What the beginning of an input looks like, None if like a list."""
    for magic, kind in BINARY.items():
        if head.startswith(magic):
            return kind
    if encoding := is_utf16(head):
        return Kind("UTF-16 text", f"iconv -f {encoding} -t UTF-8 {{name}} | urlkey dedupe -")
    if MARKUP.match(head):
        return Kind("HTML or XML", "take the links out of it first, one URL a line")
    first = next((line for line in head.split(b"\n") if line.strip()), b"")
    if JSON.match(first):
        return json_kind(first)
    whole = head[: head.rfind(b"\n") + 1] or head  # the last line may go on
    text = whole.decode("utf-8", "replace").replace("\r", "")
    return table_kind([line for line in text.split("\n") if line.strip()][:LINES])


def json_kind(first: bytes) -> Kind:
    """JSON, and the member that holds a URL."""
    found = re.search(rb'"([A-Za-z_]\w*)"\s*:\s*"https?:', first)
    member = f".{found[1].decode()}" if found else ".url"
    if first.lstrip().startswith(b"["):
        strings = re.match(rb'\s*\[\s*"', first)
        member = ".[]" if strings else f".[]{member}"
    elif first.strip() == b"{":
        member = '.. | strings | select(test("^https?:"))'
    return Kind("JSON", f"jq -r '{member}' {{name}} | urlkey dedupe -")


def table_kind(lines: list[str]) -> Kind | None:
    """A table with columns that are set apart by tabs, commas, semicolons or bars."""
    if len(lines) < 2:
        return None
    for delimiter, name in (("\t", "TSV"), (",", "CSV"), (";", "CSV"), ("|", "a table")):
        rows = list(csv.reader(lines, delimiter=delimiter))
        width = len(rows[0])
        if width < 2 or sum(len(row) == width for row in rows) < 0.9 * len(rows):
            continue
        if is_table(lines, [row for row in rows if len(row) == width], delimiter):
            return table_recipe(name, delimiter, lines, rows)
    return None


def is_table(lines: list[str], rows: list[list[str]], delimiter: str) -> bool:
    """Whether columns of one count are those of a table, and no parts of URLs."""
    filled = sum(sum(bool(cell.strip()) for cell in row) > 1 for row in rows)
    body = rows[1:]
    with_link = [row for row in body if any(LINK.match(cell.strip()) for cell in row)]
    if len(with_link) < 0.5 * len(body) or filled < 0.5 * len(rows):
        return False
    header = not LINK.search(lines[0]) and all(NAME.fullmatch(cell.strip()) for cell in rows[0])
    quoted = sum(f'"{delimiter}' in line or f'{delimiter}"' in line for line in lines)
    link_later = sum(
        not LINK.match(row[0].strip()) and not SCHEME.match(row[0]) for row in with_link
    )
    prose = sum(any(" " in cell.strip() and not LINK.match(cell) for cell in row) for row in body)
    most = 0.8 * len(body)
    if prose >= most and len(body) > FEW:  # in few lines it may be a URL with a space
        return True
    return header or quoted >= most or link_later >= most or delimiter == "\t"


def table_recipe(name: str, delimiter: str, lines: list[str], rows: list[list[str]]) -> Kind:
    """The table with a command that takes its first column of links."""
    row = rows[-1]
    column = next((i for i, cell in enumerate(row) if LINK.match(cell.strip())), 0) + 1
    if any('"' in line for line in lines):
        script = (
            "import csv, sys; "
            f"[print(row[{column - 1}]) for row in csv.reader(sys.stdin, delimiter={delimiter!r})]"
        )
        return Kind(name, f'python3 -c "{script}" < {{name}} | urlkey dedupe -')
    option = (
        "" if delimiter == "\t" else f" -d'{delimiter}'" if delimiter in ";|" else f" -d{delimiter}"
    )
    return Kind(name, f"cut{option} -f{column} {{name}} | urlkey dedupe -")


def require_list(head: bytes, name: str) -> None:
    """Raise NotAList if the beginning of an input is that of something else."""
    kind = looks_like(head)
    if kind:
        file = "FILE" if name == "-" else name
        recipe = kind.recipe.replace("{name}", file)
        where = "standard input" if name == "-" else name
        message = f"{where} looks like {kind.name}, not like a list of URLs"
        raise NotAList(message, f"{recipe}    (or --format text to read it as it is)")
