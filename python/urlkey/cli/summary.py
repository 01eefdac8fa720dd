"""What came of a list: the counts, what else would merge, and the groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from urlkey.cli.text import as_json as to_json
from urlkey.cli.text import decoded, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from urlkey.dedupe import Group, Outcome, Summary
    from urlkey.profiles import Profile

COLORS = {"exact": "bright_black", "safe": "green", "lossy": "yellow"}


def show(
    found: Summary | None, outcomes: list[Outcome], profile: Profile, *, as_json: bool
) -> None:
    """Print the summary, if there is to be one, and what else would merge, on standard error."""
    if as_json:
        data: dict[str, Any] = found._asdict() if found else {}
        data |= {"profile": profile.name, "ruleset": profile.ruleset}
        if outcomes:
            data["what_if"] = [outcome_data(outcome) for outcome in outcomes]
        click.echo(to_json(data), err=True)
        return
    parts = [summary_text(found, profile)] if found else []
    if outcomes:
        parts.append("\n".join(outcome_lines(outcomes)))
    click.echo("\n\n".join(parts), err=True)


def number(count: int) -> str:
    """A count for people."""
    return f"{count:,}"


def summary_text(found: Summary, profile: Profile) -> str:
    """The counts for people."""
    reasons = ", ".join(f"{code} {number(count)}" for code, count in found.errors.items())
    rows = [
        ("lines", found.lines, f"under the profile {profile.name}, ruleset {profile.ruleset}"),
        ("kept", found.kept, "each page once"),
        ("exact repeats", found.exact, "byte for byte"),
        ("safe merges", found.safe, "other spellings by standard"),
        ("lossy merges", found.lossy, "by lossy rungs; --groups shows which"),
        ("invalid", found.invalid, reasons),
        ("blank", found.blank, ""),
    ]
    digits = max(len(number(count)) for _, count, _ in rows)
    return "\n".join(
        f"{name:<13}  {number(count):>{digits}}  {note if count else ''}".rstrip()
        for name, count, note in rows
    )


def outcome_data(outcome: Outcome) -> dict[str, object]:
    """What a setting would do, as JSON has it."""
    samples = [{"stays": decoded(stays), "goes": decoded(goes)} for stays, goes in outcome.samples]
    return {"setting": outcome.setting, "merges": outcome.merges, "samples": samples}


def outcome_lines(outcomes: list[Outcome]) -> list[str]:
    """What each setting would do, for people."""
    lines = ["what else would merge (nothing was changed)"]
    width = max(len(outcome.setting) for outcome in outcomes)
    for outcome in outcomes:
        count = number(outcome.merges)
        plural = "line" if outcome.merges == 1 else "lines"
        lines.append(f"  {outcome.setting:<{width}}  {count} more {plural}")
        for stays, goes in outcome.samples:
            lines.append(f"      {visible(decoded(goes))}")
            lines.append(f"    = {visible(decoded(stays))}")
    return lines


def write_groups(
    groups: Iterable[Group], write: Callable[[bytes], object], *, as_json: bool, styled: bool
) -> None:
    """Write which spellings fell together."""
    for group in groups:
        if as_json:
            write(to_json(group_data(group)).encode() + b"\n")
        elif styled:
            write(styled_group(group).encode("utf-8", "replace") + b"\n")
        else:
            write(plain_group(group))


def group_data(group: Group) -> dict[str, object]:
    """A group as JSON has it."""
    spellings = [
        {
            "url": decoded(spelling.text),
            "line": spelling.line,
            "times": spelling.times,
            "how": spelling.how,
            "by": list(spelling.by),
        }
        for spelling in group.spellings
    ]
    first = decoded(group.first)
    return {"first": first, "line": group.line, "lines": group.lines, "spellings": spellings}


def columns(group: Group) -> list[tuple[str, str, str]]:
    """How each spelling fell in, by what, and how often: as wide as the widest."""
    rows = [
        (row.how, ", ".join(row.by), f"x{number(row.times)}" if row.times > 1 else "")
        for row in group.spellings
    ]
    by = max(len(row[1]) for row in rows)
    times = max(len(row[2]) for row in rows)
    return [(how, text.ljust(by), count.rjust(times)) for how, text, count in rows]


def plain_group(group: Group) -> bytes:
    """The spelling that was kept, and below it the others, byte for byte."""
    lines = [group.first]
    for (how, by, times), spelling in zip(columns(group), group.spellings, strict=True):
        start = "  ".join(part for part in (f"  {how:<5}", by, times) if part.strip() or part)
        lines.append(start.encode() + b"  " + spelling.text)
    return b"\n".join(lines) + b"\n"


def styled_group(group: Group) -> str:
    """A group for a terminal: nothing in it can move the cursor."""
    lines = [click.style(visible(decoded(group.first)), bold=True)]
    for (how, by, times), spelling in zip(columns(group), group.spellings, strict=True):
        start = "  ".join(part for part in (f"  {how:<5}", by, times) if part)
        text = visible(decoded(spelling.text))
        lines.append(f"{click.style(start, fg=COLORS[how])}  {text}")
    return "\n".join(lines)
