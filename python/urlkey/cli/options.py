"""The options that commands share, and what they make: a canonicalizer, and a base."""

from __future__ import annotations

from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from urlkey.cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

    from urlkey.canonical import Canonicalizer
    from urlkey.profiles import Profile

Command = TypeVar("Command", bound="Callable[..., Any]")


class Context(NamedTuple):
    """How references without a scheme are read: the keyword arguments of the library."""

    base: bytes | None
    default_scheme: str | None

    def arguments(self) -> dict[str, Any]:
        """As keyword arguments."""
        return self._asdict()


def complete_profile(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The names of profiles, for the shell: those of the file first, if it can be read."""
    from click.shell_completion import CompletionItem

    from urlkey.errors import ProfileError
    from urlkey.profiles import Profile

    known = list(Profile.shipped())
    path = ctx.params.get("profile_file")
    if path is not None:
        with suppress(OSError, ProfileError):
            known = [*Profile.load(path).values(), *known]
    return [
        CompletionItem(profile.name, help=profile.purpose)
        for profile in known
        if profile.name.startswith(incomplete)
    ]


def complete_setting(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The settings `rung=value`, for the shell."""
    from click.shell_completion import CompletionItem

    from urlkey import _core

    settings = [
        CompletionItem(f"{row['id']}={value}", help=row["what"])
        for row in _core.rungs()
        for value in row["values"]
    ]
    return [item for item in settings if str(item.value).startswith(incomplete)]


def profile_file_option(command: Command) -> Command:
    """The option of a file of profiles; the command gets `profile_file: str | None`."""
    return click.option(
        "--profile-file",
        type=click.Path(),
        metavar="FILE",
        help="A TOML file of profiles of your own, to be chosen from besides those that ship.",
    )(command)


def ruleset_options(command: Command) -> Command:
    """The options that choose a profile and change it; the command gets `profile: Profile`."""

    @click.option(
        "-p",
        "--profile",
        show_default="dedup, or the only profile of --profile-file",
        metavar="NAME",
        shell_complete=complete_profile,
        help="The profile to start from; `urlkey profiles` lists them.",
    )
    @profile_file_option
    @click.option(
        "-s",
        "--set",
        "settings",
        multiple=True,
        metavar="RUNG=VALUE",
        shell_complete=complete_setting,
        help="Set a rung, as in trailing-slash=strip; `urlkey rungs` lists them. Repeatable.",
    )
    @click.option(
        "--drop",
        multiple=True,
        metavar="NAME",
        help="Drop this parameter too; 'x_*' drops a family. Repeatable.",
    )
    @click.option(
        "--keep",
        multiple=True,
        metavar="NAME",
        help="Keep this parameter whatever else says. Repeatable.",
    )
    @click.option(
        "--keep-only",
        multiple=True,
        metavar="NAME",
        help="Drop every parameter but this one. Repeatable.",
    )
    @wraps(command)
    def wrapper(
        *args: object,
        profile: str | None,
        profile_file: str | None,
        settings: tuple[str, ...],
        drop: tuple[str, ...],
        keep: tuple[str, ...],
        keep_only: tuple[str, ...],
        **rest: object,
    ) -> object:
        parent = chosen(profile, profile_file)
        child = derived(parent, settings, drop=drop, keep=keep, keep_only=keep_only)
        return command(*args, profile=child, **rest)

    return wrapper  # type: ignore[return-value]  # the options of the command itself are unchanged


def context_options(command: Command) -> Command:
    """The options for references; the command gets `context: Context`."""

    @click.option(
        "-b",
        "--base",
        metavar="URL",
        help="Resolve relative references against this URL.",
    )
    @click.option(
        "--default-scheme",
        type=click.Choice(["http", "https"]),
        help="Read 'example.com/a' as an address bar does, with this scheme.",
    )
    @wraps(command)
    def wrapper(
        *args: object, base: str | None, default_scheme: str | None, **rest: object
    ) -> object:
        return command(*args, context=checked(base, default_scheme), **rest)

    return wrapper  # type: ignore[return-value]  # the options of the command itself are unchanged


def checked(base: str | None, default_scheme: str | None) -> Context:
    """The context, its base known to be a URL."""
    import os

    from urlkey import InvalidURL, fetch_url

    if base is None:
        return Context(None, default_scheme)
    raw = os.fsencode(base)
    try:
        fetch_url(raw, default_scheme=default_scheme)
        fetch_url(b"", raw)
    except InvalidURL as error:
        message = f"{error.code}: {error.detail}; {error.hint}"
        raise click.BadParameter(message, param_hint="'--base'") from None
    return Context(raw, default_scheme)


def split(setting: str, option: str) -> tuple[str, str]:
    """A setting `rung=value`; a rung alone is one that is on."""
    name, equals, value = setting.partition("=")
    if not name or (equals and not value):
        message = f"{setting!r} is not RUNG=VALUE, as in trailing-slash=strip"
        raise click.BadParameter(message, param_hint=f"'{option}'")
    return name.strip(), value.strip() if equals else "on"


def loaded(path: str) -> dict[str, Profile]:
    """The profiles of a file; one that cannot be read ends the command."""
    from urlkey.cli.failure import Failure
    from urlkey.errors import ProfileError
    from urlkey.profiles import Profile

    try:
        return Profile.load(path)
    except OSError as error:
        message = f"cannot read the profiles in {path!r}: {error.strerror or error}"
        raise Failure(message, "name a TOML file of profiles") from None
    except ProfileError as error:
        place = path if error.line is None else f"{path}:{error.line}"
        profile = "" if error.profile is None else f", in the profile {visible(error.profile)!r}"
        message = f"{place}: {error.code}: {visible(error.message)}{profile}"
        raise Failure(message, error.hint) from None


def chosen(name: str | None, path: str | None, *, option: str = "'--profile'") -> Profile:
    """The profile of that name, of the file or shipped; without a name, the file's only one."""
    from urlkey.errors import ProfileError
    from urlkey.profiles import Profile

    own = {} if path is None else loaded(path)
    if name is None:
        if len(own) > 1:
            message = f"{path} has {', '.join(own)}: choose one"
            raise click.BadParameter(message, param_hint=option)
        return next(iter(own.values()), None) or Profile("dedup")
    if name in own:
        return own[name]
    try:
        return Profile(name)
    except ProfileError as error:
        there = f" ({path} has {', '.join(own)})" if own else ""
        raise click.BadParameter(f"{error}{there}", param_hint=option) from None


def derived(
    profile: Profile,
    settings: tuple[str, ...],
    *,
    drop: tuple[str, ...] = (),
    keep: tuple[str, ...] = (),
    keep_only: tuple[str, ...] = (),
) -> Profile:
    """The profile with the user's changes."""
    from urlkey.errors import ProfileError

    for setting in settings:
        rung, value = split(setting, "--set")
        try:
            profile = profile.derive(**{rung.replace("-", "_"): value})
        except ProfileError as error:
            raise click.BadParameter(str(error), param_hint="'--set'") from None
        except TypeError:  # a name that is an argument of derive itself
            message = f"{rung!r} is an option of its own: --{rung.replace('_', '-')}"
            raise click.BadParameter(message, param_hint="'--set'") from None
    if drop or keep or keep_only:
        profile = profile.derive(drop=drop, keep=keep, keep_only=keep_only or None)
    return profile


def compiled(profile: Profile) -> Canonicalizer:
    """The profile made ready."""
    from urlkey.canonical import Canonicalizer

    return Canonicalizer(profile)
