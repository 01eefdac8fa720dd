from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from urlkey import Canonicalizer, Profile, ProfileError, _core

NAMES = [
    *["safe", "dedup", "crawl", "cache", "analytics", "bookmarks", "shortener", "seo"],
    *["affiliate", "social"],
]


def test_the_shipped_profiles() -> None:
    assert [profile.name for profile in Profile.shipped()] == NAMES
    for name in NAMES:
        profile = Profile(name)
        assert profile is Profile(name)
        assert repr(profile) == f"Profile({name!r})"
        assert profile.purpose
        assert profile.version >= 1
        assert (profile.drop, profile.keep, profile.keep_only) == ((), (), None)
    assert len({profile.ruleset for profile in Profile.shipped()}) == len(NAMES)


def test_options_are_those_of_the_rungs() -> None:
    options = Profile("dedup").options
    values = {row["id"]: row["values"] for row in _core.rungs()}
    lossy = [row["id"] for row in _core.rungs() if row["class"] == "lossy"]
    assert set(options) == {*lossy, "tracking-kinds"}
    assert all(options[name] in values[name] for name in lossy)
    options["fragment"] = "changed"
    assert Profile("dedup").options["fragment"] == "routes"


def test_derive() -> None:
    parent = Profile("dedup")
    child = parent.derive(
        trailing_slash="strip",
        fragment="drop",
        userinfo=True,
        host_dot=False,
        drop=["promo", "x_*"],
        keep=iter(["ref"]),
    )
    changed = {k: v for k, v in child.options.items() if parent.options[k] != v}
    assert changed == {
        "trailing-slash": "strip",
        "fragment": "drop",
        "userinfo": "on",
        "host-dot": "off",
    }
    assert (child.drop, child.keep, child.keep_only) == (("promo", "x_*"), ("ref",), None)
    assert (child.name, child.version) == (parent.name, parent.version)
    assert child.ruleset != parent.ruleset
    assert child.ruleset == Canonicalizer(child).ruleset
    assert eval(repr(child), {"Profile": Profile}) == child  # noqa: S307 - our own repr
    assert parent == Profile("dedup")


def test_deriving_twice() -> None:
    first = Profile("dedup").derive(drop=["a"], keep=["b"], slashes=True)
    second = first.derive(drop=["c"], scheme=True)
    assert (second.drop, second.keep) == (("c",), ("b",))
    assert second.options["slashes"] == second.options["scheme"] == "on"
    assert second.derive(drop=[], keep=[], slashes=False, scheme=False) == Profile("dedup")
    assert first.derive(keep_only=[]).keep_only == ()
    assert "keep_only=[]" in repr(first.derive(keep_only=[]))


def test_on_and_off_work_for_every_option() -> None:
    for row in _core.rungs():
        if row["class"] == "lossy":
            name = row["id"].replace("-", "_")
            switches: list[dict[str, Any]] = [{name: True}, {name: False}]
            on, off = (Profile("safe").derive(**switch).options for switch in switches)
            assert on[row["id"]] == row["on"]
            assert off[row["id"]] == row["values"][0]


def test_what_the_lists_do() -> None:
    url = "http://a/?ref=1&promo=2&x_y=3&z=4&utm_source=5"

    def key(**lists: list[str]) -> str:
        return Canonicalizer(Profile("dedup").derive(**lists)).key(url)  # type: ignore[arg-type]

    assert key(drop=["promo", "x_*"]) == "http://a/?ref=1&z=4"
    assert key(keep=["utm_*"]) == "http://a/?promo=2&ref=1&utm_source=5&x_y=3&z=4"
    assert key(keep_only=["z"], keep=["ref"]) == "http://a/?ref=1&z=4"
    assert key(keep_only=[]) == "http://a/"


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"trailing": "strip"}, 'there is no rung "trailing"', "tracking or trailing-slash"),
        ({"trailing_slash": "stripp"}, 'trailing-slash cannot be "stripp"', "strip"),
        ({"trailing-slash": ""}, "trailing-slash cannot be", ""),
        ({"whatwg_parse": False}, "whatwg-parse is safe and always on", ""),
        ({"tracking_kinds": "clicks"}, 'no tracking kind "clicks"', ""),
        ({"zzz": True}, 'there is no rung "zzz"', ""),
    ],
)
def test_what_does_not_exist(options: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(ProfileError) as caught:
        Profile("dedup").derive(**options)
    assert isinstance(caught.value, ValueError)
    assert caught.value.code == "bad-setting"
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert str(caught.value).startswith(caught.value.message)
    assert caught.value.__suppress_context__


def test_a_safe_rung_is_not_mistaken_for_another() -> None:
    for name in ["percent_case", "empty_path", "host"]:
        with pytest.raises(ProfileError) as caught:
            Profile("dedup").derive(**{name: False})  # type: ignore[arg-type]
        assert caught.value.hint == ""


def test_the_class_names_every_profile() -> None:
    doc = " ".join((Profile.__doc__ or "").split())
    assert f"{', '.join(NAMES[:-1])} or {NAMES[-1]}." in doc


def test_analytics_keeps_the_credentials_of_a_signed_url() -> None:
    c = Canonicalizer("analytics")
    assert c.key("http://u:p@a/?b") == "http://a/?b"
    signed = "http://u:p@a/?X-Amz-Signature=0f"
    assert c.key(signed) == signed
    assert c.canonicalize(signed).warnings == ("credentials", "signed-url")


def test_unknown_names() -> None:
    with pytest.raises(ProfileError, match=r"there is no profile 'dedpu': did you mean dedup\?"):
        Profile("dedpu")
    with pytest.raises(ProfileError, match="there are safe, dedup, crawl"):
        Profile("")
    with pytest.raises(ProfileError) as caught:
        Profile("nope")
    assert caught.value.code == "unknown-profile"
    error = ProfileError("bad-name", "a", "b", "c", 4)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own pickle
    assert (again.code, again.profile, again.line) == ("bad-name", "c", 4)
    assert str(again) == "line 4: profile 'c': a: b"
    assert str(ProfileError("bad-name", "a")) == "a"


def test_wrong_types() -> None:
    profile = Profile("dedup")
    wrong: Any
    for wrong in [3, None, b"dedup", profile]:
        with pytest.raises(TypeError, match="a profile's name is str"):
            Profile(wrong)
    for wrong in [3, None, ["strip"]]:
        with pytest.raises(TypeError, match="str or bool"):
            profile.derive(trailing_slash=wrong)
    for wrong in ["promo", b"promo"]:
        with pytest.raises(TypeError, match="a list of names"):
            profile.derive(drop=wrong)
    wrong = [b"promo"]
    with pytest.raises(TypeError, match="as str"):
        profile.derive(keep=wrong)
    with pytest.raises(ProfileError, match="surrogate"):
        profile.derive(keep=["\udcff"])


def test_profiles_are_values() -> None:
    a = Profile("dedup").derive(slashes=True, drop=["x"])
    b = Profile("dedup").derive(drop=["x"]).derive(slashes=True)
    assert a == b
    assert hash(a) == hash(b)
    assert a != Profile("dedup")
    assert a != "dedup"
    assert len({a, b, Profile("safe"), Profile("safe")}) == 2
    for name in ["name", "options", "anything", "_data"]:
        with pytest.raises(AttributeError, match="immutable"):
            setattr(a, name, None)
    with pytest.raises(AttributeError, match="immutable"):
        del a._data
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(a, protocol))  # noqa: S301 - our own pickle
        assert again == a
        assert again.ruleset == a.ruleset
    assert copy.deepcopy(a) == copy.copy(a) == a


def test_the_order_of_lists_does_not_change_the_ruleset() -> None:
    a, b = (Profile("dedup").derive(drop=names) for names in (["a", "b"], ["b", "a"]))
    assert a.ruleset == b.ruleset
