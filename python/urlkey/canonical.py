"""The library's face: a Canonicalizer, its explanations, and functions for the common case."""

from __future__ import annotations

from urlkey import _core
from urlkey._core import key, site
from urlkey.profiles import Profile

TYPE_CHECKING = False  # typing itself costs a third of the start-up budget
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    from urlkey._core import Result
    from urlkey.errors import InvalidURL

__all__ = [
    "Canonicalizer",
    "Comparison",
    "Difference",
    "Explanation",
    "Step",
    "canonicalize",
    "check",
    "clean_url",
    "compare",
    "digest",
    "explain",
    "fetch_url",
    "key",
    "keys",
    "site",
]

# Longer components are shortened where an explanation is printed; its data is whole.
SHOWN = 72


def shortened(text: str) -> str:
    """A text that fits a line of an explanation: its middle is left out, controls are escaped."""
    half = SHOWN // 2
    shown = text if len(text) <= SHOWN else f"{text[:half]}…{text[-half:]}"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown)


class Record:
    """Named values, immutable: a dataclass without the import of dataclasses."""

    __slots__: tuple[str, ...] = ()

    def __init__(self, *values: object) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._values()

    def __repr__(self) -> str:
        pairs = zip(self.__slots__, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in pairs)})"


class Step(Record):
    """One thing that one rung did to one component."""

    __slots__ = ("rung", "rung_class", "safe", "component", "before", "after", "rule", "source")  # noqa: RUF023 - the order of values

    rung: str
    """The rung's id."""
    rung_class: str
    """syntax, scheme or host (safe), or lossy."""
    safe: bool
    """Whether a merge by it is safe: the rung is, or it drops a fragment that is no route."""
    component: str
    """url (the whole), scheme, userinfo, host, port, path, query or fragment."""
    before: str | None
    """The component before the rung, None where there was none."""
    after: str | None
    """The component after the rung."""
    rule: str
    """What the rung went by: its setting, or the list entries that matched."""
    source: str
    """The text that the rung follows."""

    @property
    def verdict(self) -> str:
        """What `safe` says, in words: safe, "safe (plain fragment)" for a lossy rung, or lossy."""
        if not self.safe:
            return "lossy"
        return "safe (plain fragment)" if self.rung_class == "lossy" else "safe"


class Explanation(Record):
    """Why an input has its key. `str()` prints the ladder; a notebook shows a table."""

    __slots__ = ("original", "steps", "key", "warnings", "profile")  # noqa: RUF023

    original: str | bytes
    """The input."""
    steps: tuple[Step, ...]
    """What the rungs did, in the ladder's order."""
    key: str
    """The key."""
    warnings: tuple[str, ...]
    """What was odd, as slugs."""
    profile: Profile
    """The profile."""

    def __str__(self) -> str:
        lines = [_text(self.original)]
        width = max((len(step.verdict) for step in self.steps), default=0)
        for step in self.steps:
            change = f"{_part(step.before)} → {_part(step.after)}"
            rule = f"   [{shortened(step.rule)}]" if step.rung_class == "lossy" else ""
            what = f"{step.rung:<18}  {step.component:<8}  {change}{rule}"
            lines.append(f"  {step.verdict:<{width}}  {what}")
        if not self.steps:
            lines.append(f"  nothing to do under {self.profile.name}")
        lines.append(f"= {self.key}")
        if self.warnings:
            lines.append(f"  warnings: {', '.join(self.warnings)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{step.verdict if step.safe else '<b>lossy</b>'}</td>"
            f"<td>{escape(step.rung)}</td><td>{escape(step.component)}</td>"
            f"<td><code>{escape(_part(step.before))}</code></td>"
            f"<td><code>{escape(_part(step.after))}</code></td><td>{escape(step.rule)}</td></tr>"
            for step in self.steps
        )
        head = "".join(f"<th>{t}</th>" for t in ("", "rung", "part", "before", "after", "rule"))
        warned = f"<p>warnings: {escape(', '.join(self.warnings))}</p>" if self.warnings else ""
        return (
            f"<p><code>{escape(_text(self.original))}</code></p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
            f"<p>key: <code>{escape(self.key)}</code></p>{warned}"
        )


class Difference(Record):
    """A component in which two keys differ."""

    __slots__ = ("component", "first", "second")

    component: str
    """scheme, userinfo, host, port, path, query or fragment."""
    first: str | None
    """Its text in the first key, None where there is none."""
    second: str | None
    """Its text in the second key."""


class Comparison(Record):
    """Whether two URLs have one key, and why. True in a condition if they have."""

    __slots__ = ("same", "safe", "reason", "differs", "would_merge", "keys", "profile")  # noqa: RUF023

    same: bool
    """The keys are equal."""
    safe: bool
    """They are equal by safe rungs alone; dropping a plain fragment counts as safe."""
    reason: tuple[str, ...]
    """A minimal set of rungs without which the two would differ."""
    differs: tuple[Difference, ...]
    """The components in which the keys differ."""
    would_merge: tuple[tuple[str, ...], ...]
    """Minimal sets of at most three rungs that are off and would make the keys equal."""
    keys: tuple[str, str]
    """The two keys."""
    profile: Profile
    """The profile."""

    def __bool__(self) -> bool:
        return self.same

    def __str__(self) -> str:
        if self.same:
            kind = "safe" if self.safe else "lossy"
            by = ", ".join(self.reason) or "nothing: the inputs are equal"
            return f"same under {self.profile.name} ({kind}), by {by}\n= {self.keys[0]}"
        lines = [f"different under {self.profile.name}"]
        for part in self.differs:
            first, second = _part(part.first), _part(part.second)
            lines.append(f"  {part.component:<8}  {first}  ≠  {second}")
        if self.would_merge:
            sets = " or ".join(" + ".join(rungs) for rungs in self.would_merge)
            lines.append(f"  the same if these were on: {sets}")
        else:
            lines.append("  no rung or set of up to three would make them the same")
        return "\n".join(lines)


def _text(original: str | bytes) -> str:
    text = original if isinstance(original, str) else original.decode("utf-8", "backslashreplace")
    return shortened(text)


def _part(component: str | None) -> str:
    return "(none)" if component is None else shortened(component) or "(empty)"


class Canonicalizer(_core.Canonicalizer):
    """A profile made ready to canonicalize. Immutable, thread-safe, picklable.

    Two are equal if their rulesets are, that is, if their keys compare.

    Args:
        profile: A profile, or the name of a shipped one.

    Raises:
        ProfileError: There is no profile of that name.
    """

    __slots__ = ("_profile",)

    _profile: Profile

    def __new__(cls, profile: str | Profile = "dedup") -> Canonicalizer:
        """Compile a profile."""
        chosen = _profile(profile)
        self = super().__new__(cls, *chosen.plain())
        self._profile = chosen
        return self

    @property
    def profile(self) -> Profile:
        """The profile."""
        return self._profile

    def explain(
        self,
        url: str | bytes,
        base: str | bytes | None = None,
        *,
        default_scheme: str | None = None,
    ) -> Explanation:
        """Why a URL has its key, step by step. Arguments and errors are those of `key`."""
        return _explanation(self, self._profile, url, base, default_scheme)

    def compare(
        self,
        a: str | bytes,
        b: str | bytes,
        *,
        base: str | bytes | None = None,
        default_scheme: str | None = None,
    ) -> Comparison:
        """Whether two URLs have one key, and why. Arguments and errors are those of `key`."""
        return _comparison(self, self._profile, (a, b), base, default_scheme)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Canonicalizer):
            return NotImplemented
        return self.ruleset == other.ruleset

    def __hash__(self) -> int:
        return hash(self.ruleset)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._profile,)

    def __repr__(self) -> str:
        profile = self._profile
        plain = profile in Profile.shipped()
        return f"Canonicalizer({profile.name!r})" if plain else f"Canonicalizer({profile!r})"


def _profile(profile: str | Profile) -> Profile:
    if isinstance(profile, Profile):
        return profile
    if isinstance(profile, str):
        return Profile(profile)
    raise TypeError(f"profile is a Profile or a name, not {type(profile).__qualname__}")


def _explanation(
    core: _core.Canonicalizer,
    profile: Profile,
    url: str | bytes,
    base: str | bytes | None,
    default_scheme: str | None,
) -> Explanation:
    data = core.explain_data(url, base, default_scheme=default_scheme)
    steps = tuple(Step(*step) for step in data["steps"])
    return Explanation(url, steps, data["key"], tuple(data["warnings"]), profile)


def _comparison(
    core: _core.Canonicalizer,
    profile: Profile,
    pair: tuple[str | bytes, str | bytes],
    base: str | bytes | None,
    default_scheme: str | None,
) -> Comparison:
    data = core.compare_data(*pair, base=base, default_scheme=default_scheme)
    return Comparison(
        data["same"],
        data["safe"],
        tuple(data["reason"]),
        tuple(Difference(*difference) for difference in data["differs"]),
        tuple(tuple(rungs) for rungs in data["would_merge"]),
        (data["keys"][0], data["keys"][1]),
        profile,
    )


# ---------------------------------------------------------------- functions
#
# Each compiles its profile once: a shipped profile is one object, and keeps its compiled form.
# `key` and `site` are compiled too, because a function in front would cost half as much as they do.


def fetch_url(
    url: str | bytes, base: str | bytes | None = None, *, default_scheme: str | None = None
) -> str:
    """The fetch URL: what a browser would request. It depends on no profile.

    Arguments and errors are those of `key`. Source: WHATWG URL 4.5, without the fragment.
    """
    return _core.fetch_url(url, base, default_scheme=default_scheme)


def clean_url(
    url: str | bytes,
    base: str | bytes | None = None,
    *,
    profile: str | Profile = "dedup",
    default_scheme: str | None = None,
) -> str:
    """The clean URL: the fetch URL less listed tracking parameters, all else and the fragment kept.

    Arguments and errors are those of `key`.
    """
    return compiled(profile).clean_url(url, base, default_scheme=default_scheme)


def digest(
    url: str | bytes,
    base: str | bytes | None = None,
    *,
    seed: int = 0,
    profile: str | Profile = "dedup",
    default_scheme: str | None = None,
) -> bytes:
    """The digest of the key: 16 bytes, XXH3-128, big-endian.

    Args:
        url: str or bytes.
        base: As in `key`.
        seed: 64 bits; give a secret one where outsiders choose the URLs and could craft collisions.
        profile: As in `key`.
        default_scheme: As in `key`.

    Raises:
        InvalidURL: The URL or the base is none.
    """
    return compiled(profile).digest(url, base, seed=seed, default_scheme=default_scheme)


def canonicalize(
    url: str | bytes,
    base: str | bytes | None = None,
    *,
    profile: str | Profile = "dedup",
    default_scheme: str | None = None,
) -> Result:
    """Everything about one URL: its strings, digest, origin, ruleset, warnings, what was taken off.

    And who sent the visitor: the campaign that the key lost, and the affiliates who are credited.

    Arguments and errors are those of `key`.
    """
    return compiled(profile).canonicalize(url, base, default_scheme=default_scheme)


def explain(
    url: str | bytes,
    base: str | bytes | None = None,
    *,
    profile: str | Profile = "dedup",
    default_scheme: str | None = None,
) -> Explanation:
    """Why a URL has its key, step by step. Arguments and errors are those of `key`."""
    chosen = _profile(profile)
    return _explanation(chosen.compiled(), chosen, url, base, default_scheme)


def compare(
    a: str | bytes,
    b: str | bytes,
    *,
    base: str | bytes | None = None,
    profile: str | Profile = "dedup",
    default_scheme: str | None = None,
) -> Comparison:
    """Whether two URLs have one key, and why. Arguments and errors are those of `key`."""
    chosen = _profile(profile)
    return _comparison(chosen.compiled(), chosen, (a, b), base, default_scheme)


def keys(
    urls: Iterable[str | bytes],
    base: str | bytes | None = None,
    *,
    profile: str | Profile = "dedup",
    default_scheme: str | None = None,
) -> list[str | None]:
    """The keys of many URLs, in order; None where one is invalid (`check` gives the reasons).

    Arguments are those of `key`, and an iterable of URLs. An invalid base raises InvalidURL.
    """
    return compiled(profile).keys(urls, base, default_scheme=default_scheme)


def check(
    urls: Iterable[str | bytes],
    base: str | bytes | None = None,
    *,
    default_scheme: str | None = None,
) -> list[InvalidURL | None]:
    """Why URLs are invalid: for each an InvalidURL (not raised), or None. It depends on no profile.

    Arguments are those of `keys`.
    """
    return compiled("safe").check(urls, base, default_scheme=default_scheme)


# The compiled shipped profiles by name: no more than ship.
_COMPILED: dict[object, _core.Canonicalizer] = {}


def compiled(profile: str | Profile) -> _core.Canonicalizer:
    """The compiled form of a profile, made once.

    Args:
        profile: A profile, or the name of a shipped one.

    Raises:
        ProfileError: There is no profile of that name.
    """
    if not isinstance(profile, str):
        return _profile(profile).compiled()
    ready = _COMPILED.get(profile)
    if ready is None:
        ready = _COMPILED[profile] = Profile(profile).compiled()
    return ready
