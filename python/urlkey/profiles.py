"""Profiles: named, versioned sets of options that say which lossy rungs run.

A profile is plain data. It is compiled once, by `urlkey.Canonicalizer`.
"""

from __future__ import annotations

from urlkey import _core
from urlkey.errors import ProfileError

TYPE_CHECKING = False  # typing's own constant costs an import
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping
    from typing import Any, NoReturn

    from urlkey._core import _ProfileRow

__all__ = ["Profile"]

Names = tuple[str, ...]


class Profile:
    """A named set of options. Immutable, hashable, picklable.

    `Profile("dedup")` is a shipped profile; `derive` makes another from it, and `load` reads your
    own from a file.

    Args:
        name: A shipped profile: safe, dedup, crawl, cache, analytics, bookmarks, shortener, seo,
            affiliate or social.

    Raises:
        ProfileError: There is no profile of that name; its hint names the nearest.
    """

    __slots__ = ("_data", "_ready", "_ruleset")

    _data: tuple[str, int, str, tuple[tuple[str, str], ...], Names, Names, Names | None]
    _ready: Any
    _ruleset: str | None

    def __new__(cls, name: str) -> Profile:
        """Look a shipped profile up."""
        if not isinstance(name, str):
            raise TypeError(f"a profile's name is str, not {type(name).__qualname__}")
        found = _shipped().get(name)
        if found is None:
            _unknown(f"there is no profile {name!r}", name, list(_shipped()), "unknown-profile")
        return found

    @classmethod
    def shipped(cls) -> tuple[Profile, ...]:
        """Every shipped profile."""
        return tuple(_shipped().values())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> dict[str, Profile]:
        """Read profiles from a TOML file.

        Args:
            path: The file.

        Returns:
            The profiles by name, in the order of the file.

        Raises:
            OSError: The file cannot be read.
            ProfileError: As for `parse`.
        """
        from pathlib import Path

        return cls.parse(Path(path).read_bytes())

    @classmethod
    def parse(cls, text: str | bytes) -> dict[str, Profile]:
        """Read profiles from the text of a TOML file.

        Each is a table `[[profile]]` with a `name` and, if you like, `from` (the profile that it
        derives from: another one of the file, or one that ships), `version`, `purpose`, `set` (a
        table of rungs and settings), and the lists `drop`, `keep` and `keep_only`, which replace
        the parent's. Without `from` every lossy rung is off.

        Args:
            text: The text; bytes are UTF-8.

        Returns:
            The profiles by name, in the order of the file.

        Raises:
            ProfileError: It is no such file; `.code` says why, `.line` where.
        """
        if not isinstance(text, str | bytes):
            raise TypeError(f"a file's text is str or bytes, not {type(text).__qualname__}")
        # a surrogate is no character of TOML, and no UTF-8
        raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        return {row["name"]: _of_row(row) for row in _core.parse_profiles(raw)}

    @property
    def name(self) -> str:
        """The name; a derived profile keeps its parent's."""
        return self._data[0]

    @property
    def version(self) -> int:
        """Raised whenever the profile's keys change."""
        return self._data[1]

    @property
    def purpose(self) -> str:
        """What the profile is for, in one line."""
        return self._data[2]

    @property
    def options(self) -> dict[str, str]:
        """The setting of every lossy rung, and the tracking kinds: a new dict of slug to value."""
        return dict(self._data[3])

    @property
    def drop(self) -> Names:
        """Parameter names, or prefixes ending in `*`, dropped besides the tracking table's."""
        return self._data[4]

    @property
    def keep(self) -> Names:
        """Parameter names or prefixes that stay whatever else says."""
        return self._data[5]

    @property
    def keep_only(self) -> Names | None:
        """If not None, only these parameters (and `keep`) stay."""
        return self._data[6]

    @property
    def ruleset(self) -> str:
        """The ruleset id: 16 hex digits to store beside every key made under this profile."""
        if self._ruleset is None:
            name, version, _, options, drop, keep, keep_only = self._data
            ruleset = _core.ruleset_id(name, version, dict(options), drop, keep, keep_only)
            object.__setattr__(self, "_ruleset", ruleset)
            return ruleset
        return self._ruleset

    def derive(
        self,
        /,
        *,
        drop: Iterable[str] | None = None,
        keep: Iterable[str] | None = None,
        keep_only: Iterable[str] | None = None,
        **options: str | bool,
    ) -> Profile:
        """Another profile: this one with some options set.

        Args:
            drop: Parameter names, or prefixes ending in `*`, to drop; replaces this profile's list.
            keep: Names or prefixes that stay even if they are dropped otherwise; replaces the list.
            keep_only: Names or prefixes: every other parameter is dropped.
            options: A lossy rung's setting, `_` for `-` in its name: `trailing_slash="strip"`,
                `userinfo=True`. True and False mean on and off. `urlkey rungs` lists them.

        Raises:
            ProfileError: There is no such option, or it has no such value.
        """
        name, version, purpose, current, *lists = self._data
        changed = _settings(dict(current), options)
        new = [_names("drop", drop), _names("keep", keep), _names("keep_only", keep_only)]
        new_drop, new_keep, new_only = (
            old if given is None else given for old, given in zip(lists, new, strict=True)
        )
        return _make(
            (
                name,
                version,
                purpose,
                tuple(changed.items()),
                new_drop or (),
                new_keep or (),
                new_only,
            )
        )

    def compiled(self) -> _core.Canonicalizer:
        """This profile compiled, made once: what the module functions use."""
        if self._ready is None:
            object.__setattr__(self, "_ready", _core.Canonicalizer(*self.plain()))
        ready: _core.Canonicalizer = self._ready
        return ready

    def plain(
        self,
    ) -> tuple[str, int, str, dict[str, str], list[str], list[str], list[str] | None]:
        """The arguments of `_core.Canonicalizer`: name, version, purpose, options and the lists."""
        name, version, purpose, options, drop, keep, keep_only = self._data
        only = None if keep_only is None else list(keep_only)
        return name, version, purpose, dict(options), list(drop), list(keep), only

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Profile is immutable: derive one with another {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Profile is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        return self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self._data,)

    def __repr__(self) -> str:
        name, version, _, options, *lists = self._data
        parent = _shipped().get(name)
        if parent is None:
            return f"<Profile {name!r} of a file, version {version}, ruleset {self.ruleset}>"
        usual = parent.options
        parts = [f"{k.replace('-', '_')}={v!r}" for k, v in options if usual.get(k) != v]
        for word, names in zip(("drop", "keep", "keep_only"), lists, strict=True):
            if names or (names is not None and word == "keep_only"):
                parts.append(f"{word}={list(names)!r}")
        return f"Profile({name!r})" + (f".derive({', '.join(parts)})" if parts else "")


def _of_row(row: _ProfileRow) -> Profile:
    only = row["keep_only"]
    return _make(
        (
            row["name"],
            row["version"],
            row["purpose"],
            tuple(row["options"].items()),
            tuple(row["drop"]),
            tuple(row["keep"]),
            None if only is None else tuple(only),
        )
    )


def _make(data: tuple[Any, ...]) -> Profile:
    profile = object.__new__(Profile)
    object.__setattr__(profile, "_data", data)
    object.__setattr__(profile, "_ready", None)
    object.__setattr__(profile, "_ruleset", None)
    return profile


_SHIPPED: dict[str, Profile] = {}


def _shipped() -> dict[str, Profile]:
    """The shipped profiles by name, made of the core's table on first use."""
    if not _SHIPPED:
        for row in _core.profiles():
            _SHIPPED[row["name"]] = _of_row(row)
    return _SHIPPED


def _settings(current: dict[str, str], changes: Mapping[str, str | bool]) -> dict[str, str]:
    """The settings with changes; the core checks names and values."""
    for option, value in changes.items():
        name = option.replace("_", "-")
        if isinstance(value, bool):
            text = "on" if value else "off"
        elif isinstance(value, str):
            text = value
        else:
            raise TypeError(f"{option} is set to str or bool, not {type(value).__qualname__}")
        if any("\ud800" <= character <= "\udfff" for character in name + text):
            raise ProfileError("bad-setting", f"there is no setting {name!r}={text!r}")
        if name not in current:
            _core_reason(name, text, list(current))
        try:
            current = _core.settings({**current, name: text})
        except ValueError as error:
            values = next((row["values"] for row in _core.rungs() if row["id"] == name), [])
            _unknown(str(error), text, values)
    return current


def _core_reason(name: str, value: str, known: list[str]) -> NoReturn:
    """Raise what the core says about an option that it does not let be set."""
    try:
        _core.settings({name: value})
    except ValueError as error:
        always_on = any(row["id"] == name for row in _core.rungs())
        _unknown(str(error), name, [] if always_on else known)
    raise AssertionError(name)


def _unknown(message: str, given: str, known: list[str], code: str = "bad-setting") -> NoReturn:
    import difflib

    near = difflib.get_close_matches(given, known, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else ""
    if not near and code == "unknown-profile":
        hint = f"there are {', '.join(known)}"
    raise ProfileError(code, message, hint) from None


def _names(option: str, names: Iterable[str] | None) -> Names | None:
    if names is None:
        return None
    if isinstance(names, str | bytes):
        raise TypeError(f"{option} is a list of names, not one {type(names).__qualname__}")
    listed = tuple(names)
    for name in listed:
        if not isinstance(name, str):
            raise TypeError(f"{option} holds names as str, not {type(name).__qualname__}")
        if any("\ud800" <= character <= "\udfff" for character in name):
            hint = "a surrogate is no character of a name"
            raise ProfileError("bad-setting", f"{option} holds {name!r}", hint)
    return listed
