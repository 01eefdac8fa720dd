"""`urlkey profiles`: the profiles, from their definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from urlkey.cli.options import chosen, complete_profile, loaded, profile_file_option
from urlkey.cli.text import print_json, print_table, say

if TYPE_CHECKING:
    from urlkey.profiles import Profile


KINDS = "tracking-kinds"
"""The option of the tracking rung that is no rung itself."""


@click.command("profiles", short_help="List the profiles, or show one.")
@click.argument("name", required=False, shell_complete=complete_profile)
@profile_file_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list, or one object.")
def command(name: str | None, profile_file: str | None, as_json: bool) -> None:
    """List the profiles, or show one.

    Without NAME, a row for each profile with what it turns on; with one, all its settings. With
    --profile-file the rows are those of the file, if it can be read: so this also checks it. A
    profile is chosen with --profile, and changed with --set.
    """
    from urlkey.profiles import Profile

    if name is not None:
        profile = chosen(name, profile_file, option="'NAME'")
        print_json(as_data(profile)) if as_json else show(profile)
        return
    known = Profile.shipped() if profile_file is None else tuple(loaded(profile_file).values())
    if as_json:
        print_json([as_data(profile) for profile in known])
    else:
        rows = [
            (p.name, str(p.version), p.purpose, ", ".join([*turned_on(p), *lists(p)]))
            for p in known
        ]
        print_table(("profile", "version", "for", "lossy rungs that are on"), rows)


def turned_on(profile: Profile) -> list[str]:
    """The settings that are not off, as --set takes them."""
    from urlkey import _core

    runs_tracking = profile.options["tracking"] != "off"
    off = {row["id"]: row["values"][0] for row in _core.rungs() if row["values"]}
    return [
        rung if value == "on" else f"{rung}={value}"
        for rung, value in profile.options.items()
        if (rung in off and value != off[rung]) or (rung == KINDS and runs_tracking)
    ]


def lists(profile: Profile) -> list[str]:
    """The lists of names, those that there are."""
    given = {"drop": profile.drop, "keep": profile.keep, "keep_only": profile.keep_only}
    return [
        f"{option} {' '.join(names) or '(none)'}"
        for option, names in given.items()
        if names or (names is not None and option == "keep_only")
    ]


def as_data(profile: Profile) -> dict[str, Any]:
    """A profile as JSON has it."""
    return {
        "name": profile.name,
        "version": profile.version,
        "purpose": profile.purpose,
        "options": profile.options,
        "drop": list(profile.drop),
        "keep": list(profile.keep),
        "keep_only": None if profile.keep_only is None else list(profile.keep_only),
        "ruleset": profile.ruleset,
    }


def show(profile: Profile) -> None:
    """One profile, whole."""
    from urlkey import _core

    say(f"{profile.name}, version {profile.version}: {profile.purpose}")
    say(f"ruleset {profile.ruleset}\n")
    what = {row["id"]: row["what"] for row in _core.rungs()}
    rows = [
        (rung, value, what.get(rung, "the kinds that tracking drops"))
        for rung, value in profile.options.items()
    ]
    print_table(("rung", "setting", "what it does"), rows)
    for text in lists(profile):
        say(text)
