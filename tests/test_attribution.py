from __future__ import annotations

import pickle

import pytest

import urlkey
from tests.cli.command import invoke
from urlkey import Profile, _core

VISIT = (
    "https://a.example/p?id=7&utm_source=News+Letter&UTM_Campaign=caf%C3%A9&gclid=x%2By&aff_id=17"
)
WRAPPED = (
    "https://www.awin1.com/cread.php?awinmid=1&awinaffid=45"
    "&ued=https%3A%2F%2Fshop.example%2Fa%3Ftag%3Dblog-20%26utm_source%3Dx"
)


def test_the_campaign_that_a_key_lost() -> None:
    result = urlkey.canonicalize(VISIT, profile="analytics")
    assert result.key == "https://a.example/p?aff_id=17&id=7"
    expected = {"utm_source": "News Letter", "utm_campaign": "caf\xe9", "gclid": "x+y"}
    assert result.campaign == expected
    result.campaign.clear()
    assert result.campaign == expected
    assert [removed.name for removed in result.removed] == ["utm_source", "UTM_Campaign", "gclid"]


def test_the_first_of_a_name_counts_and_all_are_there() -> None:
    result = urlkey.canonicalize("http://a/?utm_source=1&utm_source=2&amp;UTM_SOURCE=3")
    assert result.campaign == {"utm_source": "1"}
    assert [removed.value for removed in result.removed] == ["1", "2", "3"]


def test_only_what_is_removed_is_reported() -> None:
    assert urlkey.canonicalize(VISIT, profile="safe").campaign == {}
    signed = f"{VISIT}&X-Amz-Signature=0f"
    assert urlkey.canonicalize(signed, profile="analytics").campaign == {}
    kept = Profile("analytics").derive(keep=["utm_source"])
    assert "utm_source" not in urlkey.canonicalize(VISIT, profile=kept).campaign


def test_an_allow_list_does_not_hide_it() -> None:
    only = Profile("analytics").derive(keep_only=["id"])
    result = urlkey.canonicalize(VISIT, profile=only)
    assert result.key == "https://a.example/p?id=7"
    assert list(result.campaign) == ["utm_source", "utm_campaign", "gclid"]


@pytest.mark.parametrize("row", _core.tracking(), ids=lambda row: row["name"])
def test_the_table_alone_says_what_a_name_is(row: dict[str, str]) -> None:
    everything = Profile("safe").derive(
        tracking="certain+common+disputed",
        tracking_kinds="campaign+click+affiliate+share+session",
    )
    result = urlkey.canonicalize(row["example"], profile=everything)
    names = {credited.name for credited in result.credited}
    name = row["name"].removesuffix("*")
    kind = row["kind"]
    assert any(n.startswith(name) for n in result.campaign) == (kind in {"campaign", "click"})
    assert any(n.startswith(name) for n in names) == (kind == "affiliate")


def test_who_is_credited() -> None:
    result = urlkey.canonicalize(WRAPPED, profile="affiliate")
    assert result.key == "https://shop.example/a?tag=blog-20"
    assert result.unwrapped == (("awin-cread", "https://shop.example/a?tag=blog-20&utm_source=x"),)
    first, second = result.credited
    assert (first.name, first.value, first.by) == ("awinaffid", "45", "Awin")
    assert (first.tier, first.redirector) == ("certain", "awin-cread")
    assert (second.name, second.value, second.tier) == ("tag", "blog-20", "disputed")
    assert second.redirector is None
    assert first.source.startswith("https://")
    assert result.campaign == {"utm_source": "x"}
    assert "credited=['awinaffid', 'tag']" in repr(result)
    assert repr(first) == (
        "Credited(name='awinaffid', value='45', by='Awin', tier='certain', redirector='awin-cread')"
    )


def test_they_are_values() -> None:
    result = urlkey.canonicalize(WRAPPED, profile="social")
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(result, protocol))  # noqa: S301 - our own pickle
        assert again == result
        assert (again.campaign, again.credited) == (result.campaign, result.credited)
    assert len({*result.credited, *result.credited}) == 2


def test_credit_does_not_hang_on_the_profile() -> None:
    dropping = Profile("dedup").derive(
        tracking_kinds="affiliate", tracking="certain+common+disputed"
    )
    result = urlkey.canonicalize(VISIT, profile=dropping)
    assert "aff_id" not in result.key
    assert [credited.value for credited in result.credited] == ["17"]
    (wrapper,) = urlkey.canonicalize(WRAPPED, profile="dedup").credited
    assert (wrapper.name, wrapper.redirector) == ("awinaffid", None)


def test_key_as_json_tells() -> None:
    (visit,) = invoke("key", "--json", "--profile", "analytics", VISIT).json
    assert visit["campaign"]["utm_source"] == "News Letter"
    assert visit["key"] == "https://a.example/p?aff_id=17&id=7"
    (link,) = invoke("key", "--json", "--digest", "--profile", "affiliate", WRAPPED).json
    assert [row["redirector"] for row in link["credited"]] == ["awin-cread", None]
    (hop,) = link["unwrapped"]
    assert hop["redirector"] == "awin-cread"
    assert link["digest"] == urlkey.digest(WRAPPED, profile="affiliate").hex()
    (bad,) = invoke("key", "--json", "nope").json
    assert bad["campaign"] is bad["unwrapped"] is bad["credited"] is None


def test_explain_tells() -> None:
    lines = invoke("explain", "--profile", "affiliate", WRAPPED).lines
    assert "campaign  utm_source=x" in lines
    assert "unwrapped awin-cread → https://shop.example/a?tag=blog-20&utm_source=x" in lines
    assert "credited  awinaffid=45 (Awin, certain, in awin-cread)" in lines
    assert "credited  tag=blog-20 (Amazon Associates and others, disputed)" in lines
    (found,) = invoke("explain", "--json", "--profile", "affiliate", WRAPPED).json
    assert found["campaign"] == {"utm_source": "x"}
    assert [row["name"] for row in found["credited"]] == ["awinaffid", "tag"]
    escaped = invoke("explain", "http://a/?utm_source=%1B%5B2J&aff_id=%1B").text
    assert "\x1b" not in escaped
    assert "utm_source=\\x1b[2J" in escaped
