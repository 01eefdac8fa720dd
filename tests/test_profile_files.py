from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import urlkey
from urlkey import Canonicalizer, Profile, ProfileError, _core

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "profiles.toml"
SHIPPED = Path(__file__).resolve().parents[1] / "crates" / "urlkey-core" / "data" / "profiles.toml"


def test_load_and_parse() -> None:
    loaded = Profile.load(EXAMPLE)
    assert list(loaded) == ["shop", "shop-views", "wiki"]
    assert Profile.load(str(EXAMPLE)) == loaded
    text = EXAMPLE.read_text(encoding="utf-8")
    assert Profile.parse(text) == Profile.parse(text.encode()) == loaded
    shop = loaded["shop"]
    assert (shop.name, shop.version) == ("shop", 1)
    assert shop.purpose.startswith("product pages")
    assert (shop.drop, shop.keep, shop.keep_only) == (("sort", "view", "ab_*"), (), None)
    assert loaded["wiki"].keep_only == ("title", "oldid")
    assert shop.options == Profile("dedup").derive(trailing_slash="strip", scheme=True).options
    assert loaded["shop-views"].options == {**shop.options, "userinfo": "on"}


def test_they_are_profiles_like_any() -> None:
    shop = Profile.load(EXAMPLE)["shop"]
    url = "http://u:p@shop.example/a/?sort=up&ab_x=1&id=7&utm_source=mail"
    assert urlkey.key(url, profile=shop) == "https://u:p@shop.example/a?id=7"
    c = Canonicalizer(shop)
    assert c.ruleset == shop.ruleset
    assert c.explain(url).profile is shop
    assert bool(c.compare(url, "https://u:p@shop.example/a?id=7"))
    assert shop.derive(www=True).ruleset != shop.ruleset
    for same in (pickle.loads(pickle.dumps(shop)), copy.copy(shop)):  # noqa: S301 - our own pickle
        assert same == shop
        assert same.ruleset == shop.ruleset
    assert pickle.loads(pickle.dumps(c)) == c  # noqa: S301 - our own pickle
    shown = f"<Profile 'shop' of a file, version 1, ruleset {shop.ruleset}>"
    assert repr(shop) == shown
    assert repr(c) == f"Canonicalizer({shown})"


def test_the_shipped_file_is_of_that_form() -> None:
    """One loader: what ships, under other names, gives the same settings."""
    text = SHIPPED.read_text(encoding="utf-8")
    renamed = text.replace('name = "', 'name = "our-').replace('from = "', 'from = "our-')
    for shipped, ours in zip(Profile.shipped(), Profile.parse(renamed).values(), strict=True):
        assert ours.name == f"our-{shipped.name}"
        assert ours.options == shipped.options
        assert ours.ruleset != shipped.ruleset


REFUSED: dict[str, str | bytes] = {
    "not-utf8": b'[[profile]]\nname = "\xe9"',
    "not-toml": "[[profile]]\nname = shop",
    "bad-member": '[[profile]]\nname = "shop"\nfor = "x"',
    "no-profiles": "",
    "bad-name": '[[profile]]\nname = "Shop"',
    "name-taken": '[[profile]]\nname = "crawl"',
    "unknown-profile": '[[profile]]\nname = "shop"\nfrom = "dedub"',
    "parent-cycle": '[[profile]]\nname = "a"\nfrom = "b"\n[[profile]]\nname = "b"\nfrom = "a"',
    "bad-setting": '[[profile]]\nname = "shop"\nset = { www = "yes" }',
}


def test_every_reason_is_tried() -> None:
    rows = {row["code"]: row for row in _core.profile_errors()}
    assert set(rows) == set(REFUSED)
    assert all(row["message"] and row["hint"] for row in rows.values())


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_refused(code: str) -> None:
    hints = {row["code"]: row["hint"] for row in _core.profile_errors()}
    with pytest.raises(ProfileError) as caught:
        Profile.parse(REFUSED[code])
    assert (caught.value.code, caught.value.hint) == (code, hints[code])
    assert caught.value.message in str(caught.value)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 200_000, "a = " + "{a = " * 200_000, "a." * 200_000]
)
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(ProfileError) as caught:
        Profile.parse(text)
    assert caught.value.code in {"not-toml", "bad-member"}


def test_a_damaged_file_is_read_or_refused() -> None:
    """Any bytes give profiles or a ProfileError that points into the file, and both are common."""
    dice = random.Random(20)  # noqa: S311 - no secret
    whole = EXAMPLE.read_bytes()
    outcomes: Counter[str] = Counter()
    lines: list[tuple[int, int]] = []
    for _ in range(3_000):
        text = bytearray(whole)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(text))
            text[at : at + dice.randint(0, 4)] = dice.choice(
                [b"", b'"', b"[", b"=", b"\n", b"\xff"]
            )
        try:
            for profile in Profile.parse(bytes(text)).values():
                assert profile.ruleset
                outcomes["read"] += 1
        except ProfileError as error:
            outcomes[error.code] += 1
            lines.append((error.line or 0, text.count(b"\n") + 1))
    assert all(1 <= line <= last for line, last in lines)
    assert outcomes["read"] > 100
    assert {"not-utf8", "not-toml", "bad-member", "unknown-profile"} <= outcomes.keys()


def test_where_it_is() -> None:
    with pytest.raises(
        ProfileError, match=r"^line 3: profile 'shop': www cannot be \"yes\""
    ) as caught:
        Profile.parse(REFUSED["bad-setting"])
    assert (caught.value.profile, caught.value.line) == ("shop", 3)


def test_wrong_types() -> None:
    wrong: Any
    for wrong in [None, 3, ["[[profile]]"]]:
        with pytest.raises(TypeError, match="str or bytes"):
            Profile.parse(wrong)
    with pytest.raises(ProfileError, match="not UTF-8"):
        Profile.parse('# \udcff\n[[profile]]\nname = "a"')
    with pytest.raises(FileNotFoundError):
        Profile.load(EXAMPLE.with_name("nowhere.toml"))
