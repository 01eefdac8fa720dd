from __future__ import annotations

import copy
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlkey
from urlkey import Canonicalizer, InvalidURL, Profile
from urlkey.canonical import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

MESSY = "HTTP://News.Example.com:80/a/./b/../story?utm_source=x&id=7#top"
KEY = "http://news.example.com/a/story?id=7"
DIGEST = bytes.fromhex("3ecdabbc25431ccac679a8fca83fd828")

FIVE = [
    "HTTPS://Example.com:443/Blog/?b=2&a=1",
    "https://example.com/Blog?a=1&b=2",
    "https://example.com/Blog/?utm_source=newsletter&a=1&b=2",
    "https://example.com/Blog/#section",
    "https://example.com/Blog%2F?a=1&b=2",
]

urls = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["http://", "HTTPS://", "", " http:", "mailto:", "//", "ws://", "urn:"]),
        st.text(st.sampled_from("aA.é:1@[]-%"), max_size=12),
        st.sampled_from(["", "/", "?", "#"]),
        st.text(max_size=30),
    ),
)


def test_functions() -> None:
    assert urlkey.key(MESSY) == KEY
    assert urlkey.fetch_url(MESSY) == "http://news.example.com/a/story?utm_source=x&id=7"
    assert urlkey.clean_url(MESSY) == "http://news.example.com/a/story?id=7#top"
    assert urlkey.digest(MESSY) == DIGEST
    assert urlkey.digest(MESSY, seed=1) != DIGEST
    assert urlkey.keys([MESSY, "no scheme", b"http://a"]) == [KEY, None, "http://a/"]
    assert urlkey.check([MESSY]) == [None]


def test_functions_and_methods_agree() -> None:
    c = Canonicalizer("crawl")
    base = b"http://example.com/x/"
    options: dict[str, Any] = {"base": base, "default_scheme": "https"}
    given_urls: list[str | bytes] = [MESSY, "../a?b&a#/r", "example.org", b"\xe9", ""]
    for url in given_urls:
        for name in ["key", "clean_url", "digest", "canonicalize", "explain"]:
            called: object = getattr(urlkey, name)(url, profile="crawl", **options)
            assert called == getattr(c, name)(url, **options)
            assert called == getattr(c, name)(url, base, default_scheme="https")
        assert urlkey.fetch_url(url, **options) == c.fetch_url(url, **options)
        assert urlkey.keys([url], profile="crawl", **options) == c.keys([url], **options)
        assert urlkey.check([url], **options) == c.check([url], **options) == [None]
        called = urlkey.compare(url, MESSY, profile="crawl", **options)
        assert called == c.compare(url, MESSY, **options)


def test_a_profile_or_its_name() -> None:
    profile = Profile("dedup").derive(trailing_slash="strip")
    assert urlkey.key("http://a/b/", profile=profile) == "http://a/b"
    assert Canonicalizer(profile).key("http://a/b/") == "http://a/b"
    assert Canonicalizer(profile).profile is profile
    assert Canonicalizer().profile is Profile("dedup")
    with pytest.raises(urlkey.ProfileError, match="no profile 'x'"):
        urlkey.key("http://a/", profile="x")
    wrong: Any = 3
    with pytest.raises(TypeError, match="not int"):
        Canonicalizer(wrong)
    with pytest.raises(TypeError, match="not int"):
        urlkey.key("http://a/", profile=wrong)


def test_a_key_that_is_given_is_given_back() -> None:
    c = Canonicalizer()
    assert c.key(KEY) is urlkey.key(KEY) is c.keys([KEY])[0] is KEY
    assert c.key(KEY.encode()) == KEY

    class Text(str):
        __slots__ = ()

    assert type(c.key(Text(KEY))) is str


def test_result() -> None:
    result = urlkey.canonicalize(MESSY)
    assert result.original is MESSY
    assert (result.key, result.digest) == (KEY, DIGEST)
    assert result.origin == "http://news.example.com"
    assert result.ruleset == Profile("dedup").ruleset
    assert result.warnings == ()
    (removed,) = result.removed
    assert (removed.name, removed.value, removed.rung) == ("utm_source", "x", "tracking")
    assert (removed.tier, removed.kind, removed.by) == ("certain", "campaign", "Google Analytics")
    assert removed.source
    assert removed.source.startswith("https://")
    assert repr(removed).startswith("Removed(name='utm_source', value='x', rung='tracking', rule=")
    assert '"' not in repr(removed)
    assert repr(result) == f"Result(key='{KEY}', original='{MESSY}', removed=['utm_source'])"
    odd = urlkey.canonicalize(" http://u:p@a\\?q#\udcff")
    assert odd.warnings == ("trimmed", "non-utf8", "backslash", "credentials")
    assert "warnings=('trimmed'," in repr(odd)


def test_results_compare_by_value() -> None:
    a, b = urlkey.canonicalize(MESSY), urlkey.canonicalize(MESSY)
    assert a == b
    assert hash(a) == hash(b)
    assert a != urlkey.canonicalize(MESSY, profile="safe")
    assert a != urlkey.canonicalize(MESSY.encode())
    assert a != KEY
    assert a.removed == b.removed
    assert len({a, b, *a.removed, *b.removed}) == 2
    own = urlkey.canonicalize(MESSY, profile=Profile("dedup").derive(drop=["id"]))
    assert own.removed[1].rule == "drop list: id"
    assert own.removed[1].source is None
    with pytest.raises(AttributeError):
        a.key = "x"  # type: ignore[misc]


def test_explain() -> None:
    explanation = urlkey.explain(MESSY)
    assert explanation.key == KEY
    rungs = [step.rung for step in explanation.steps]
    assert rungs == [
        "whatwg-parse",
        "whatwg-parse",
        "default-port",
        "dot-segments",
        "fragment",
        "tracking",
    ]
    last = explanation.steps[-1]
    assert (last.component, last.before, last.after) == ("query", "utm_source=x&id=7", "id=7")
    assert (last.rung_class, last.safe, explanation.steps[0].safe) == ("lossy", False, True)
    lines = str(explanation).splitlines()
    assert lines[0] == MESSY
    assert lines[-1] == f"= {KEY}"
    verdicts = ["safe"] * 4 + ["safe (plain fragment)", "lossy"]
    assert [step.verdict for step in explanation.steps] == verdicts
    assert [re.split(" {2,}", line)[1:3] for line in lines[1:-1]] == [
        [step.verdict, step.rung] for step in explanation.steps
    ]
    assert str(urlkey.explain(KEY)).splitlines()[1] == "  nothing to do under dedup"
    assert "warnings: credentials" in str(urlkey.explain("http://u@a/"))


def test_dropping_a_plain_fragment_is_safe() -> None:
    for url, profile, verdict in [
        ("http://a/#b", "dedup", "safe (plain fragment)"),
        ("http://a/#", "safe", "safe (plain fragment)"),
        ("http://a/#/b:~:text=c", "dedup", "safe (plain fragment)"),
        ("http://a/#/b", "crawl", "lossy"),
        ("http://a/#!", "crawl", "lossy"),
    ]:
        explanation = urlkey.explain(url, profile=profile)
        (step,) = explanation.steps
        assert (step.rung, step.rung_class, step.verdict) == ("fragment", "lossy", verdict)
        assert f"  {verdict}  fragment " in str(explanation)
        assert verdict in explanation._repr_html_()
        assert step.safe == urlkey.compare(url, explanation.key, profile=profile).safe


def test_the_reason_alone() -> None:
    c = Canonicalizer()
    for i, j in [(0, 2), (0, 0)]:
        whole = c.compare(FIVE[i], FIVE[j])
        assert c.reason_data(FIVE[i], FIVE[j]) == (whole.safe, list(whole.reason))
    with pytest.raises(InvalidURL) as caught:
        c.reason_data(FIVE[0], "nope")
    assert caught.value.input == "nope"


def test_what_was_unwrapped() -> None:
    inner = "https://example.com/a?id=7&utm_source=x"
    quoted = inner.replace("&", "%26")
    outer = (
        f"https://www.google.com/url?q=https://l.facebook.com/l.php?u={quoted.replace('%', '%25')}"
    )
    result = urlkey.canonicalize(outer, profile="social")
    assert (result.key, result.clean_url) == ("https://example.com/a?id=7",) * 2
    assert result.fetch_url == outer
    assert result.unwrapped == (
        ("google-url", f"https://l.facebook.com/l.php?u={quoted}"),
        ("facebook-l", inner),
    )
    assert "unwrapped=['google-url', 'facebook-l']" in repr(result)
    again = pickle.loads(pickle.dumps(result))  # noqa: S301 - our own pickle
    assert again == result
    assert again.unwrapped == result.unwrapped
    assert urlkey.canonicalize(outer).unwrapped == ()
    assert urlkey.explain(outer, profile="social").steps[0].rung == "unwrap"


def test_a_session_id_that_was_removed() -> None:
    profile = Profile("dedup").derive(session_ids=True)
    url = "http://a/?PHPSESSID=1E6FEC0D14D044541DD84D2D013D29ED"
    (removed,) = urlkey.canonicalize(url, profile=profile).removed
    assert (removed.name, removed.rung, removed.by) == ("PHPSESSID", "session-ids", "PHP")
    assert (removed.tier, removed.kind) == (None, None)
    assert removed.source
    assert removed.source.startswith("https://")
    assert removed.rule == "phpsessid (session id, PHP)"


@pytest.mark.parametrize(
    ("url", "site", "by_registries"),
    [
        ("https://www.Example.co.uk:8080/a", "example.co.uk", "example.co.uk"),
        (b"https://a.b.github.io/", "b.github.io", "github.io"),
        ("https://github.io/", "github.io", "github.io"),
        ("http://localhost/", "localhost", "localhost"),
        ("http://0x7f.1/", "127.0.0.1", "127.0.0.1"),
        ("http://[::1]/", "[::1]", "[::1]"),
        ("http://Bücher.example/", "xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("mailto:a@example.com", None, None),
        ("file:///a", None, None),
    ],
)
def test_site(url: str | bytes, site: str | None, by_registries: str | None) -> None:
    assert urlkey.site(url) == site
    assert urlkey.site(url, private=False) == by_registries


def test_site_of_a_reference_and_of_no_url() -> None:
    assert urlkey.site("b", "https://a.example.com/") == "example.com"
    assert urlkey.site("a.example.com", default_scheme="https") == "example.com"
    with pytest.raises(InvalidURL, match="no scheme"):
        urlkey.site("a.example.com")
    with pytest.raises(TypeError, match="not int"):
        urlkey.site(3)  # type: ignore[arg-type]


def test_explanations_escape_what_they_show() -> None:
    page = urlkey.explain("http://a/?<script>=1&b&a")._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    printed = str(urlkey.explain(b"http://a/\x1b[31m\xff\n"))
    assert "\x1b" not in printed
    assert "\\x1b" in printed
    assert str(urlkey.explain("http://a/\udcff")).encode()
    *steps, key = str(urlkey.explain("http://a/" + "%41" * 10**5 + "?utm_x" * 10**5)).splitlines()
    assert len(key) > 10**5
    assert max(map(len, steps)) < 300
    assert shortened("x" * 100).count("x") == 72


def test_five_spellings() -> None:
    c = Canonicalizer("dedup")
    same = {(i, j): c.compare(FIVE[i], FIVE[j]) for i in range(5) for j in range(i + 1, 5)}
    assert [pair for pair, found in same.items() if found] == [(0, 2)]
    assert same[0, 2].reason == ("whatwg-parse", "default-port", "tracking", "sort-query")
    assert not same[0, 2].safe
    assert [pair for pair, found in same.items() if found.would_merge] == [(0, 1), (1, 2)]
    assert same[0, 1].would_merge == same[1, 2].would_merge == (("trailing-slash",),)
    (difference,) = same[0, 1].differs
    assert (difference.component, difference.first, difference.second) == (
        "path",
        "/Blog/",
        "/Blog",
    )


def test_comparisons_read_well() -> None:
    assert str(urlkey.compare("HTTP://a", "http://a/#x")) == (
        "same under dedup (safe), by whatwg-parse, empty-path, fragment\n= http://a/"
    )
    assert str(urlkey.compare("http://a/", "http://a/")).startswith(
        "same under dedup (safe), by nothing"
    )
    assert str(urlkey.compare("http://a/b", "http://a/b/?c")) == (
        "different under dedup\n"
        "  path      /b  ≠  /b/\n"
        "  query     (none)  ≠  c\n"
        "  no rung or set of up to three would make them the same"
    )
    assert str(urlkey.compare("http://a/b", "http://a/b/")).endswith(
        "the same if these were on: trailing-slash"
    )


@pytest.mark.parametrize("wrong", [None, 3, ["http://a/"], bytearray(b"http://a/"), object()])
def test_another_type_is_a_type_error(wrong: Any) -> None:  # noqa: ANN401 - any
    c = Canonicalizer()
    message = f"a URL is str or bytes, not {type(wrong).__name__}"
    calls: list[Any] = [urlkey.key, urlkey.fetch_url, urlkey.explain, c.key, c.clean_url, c.digest]
    for call in calls:
        with pytest.raises(TypeError, match=message):
            call(wrong)
    for many in [c.keys, c.check]:
        with pytest.raises(TypeError, match=message):
            many(["http://a/", wrong])
    if wrong is not None:
        with pytest.raises(TypeError, match=message):
            c.key("a", base=wrong)


def test_keys_of_any_iterable() -> None:
    c = Canonicalizer()
    wanted = [KEY, None]

    def generate() -> Iterator[str]:
        yield MESSY
        yield "x"

    assert c.keys([MESSY, "x"]) == wanted
    assert c.keys((MESSY, "x")) == wanted
    assert c.keys({MESSY: 1, "x": 2}) == wanted
    assert c.keys(generate()) == wanted
    assert c.keys([]) == []
    assert [error and error.code for error in c.check(generate())] == [None, "missing-scheme"]
    for one in [MESSY, MESSY.encode()]:
        with pytest.raises(TypeError, match="not one URL"):
            c.keys(one)  # type: ignore[arg-type, unused-ignore]
    number: Any = 3
    with pytest.raises(TypeError, match="not iterable"):
        c.check(number)


def test_an_error_of_the_iterable_comes_through() -> None:
    def broken() -> Iterator[str]:
        yield MESSY
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Canonicalizer().keys(broken())


def test_a_list_that_changes_meanwhile() -> None:
    changing: list[Any] = []

    class Clearing(str):
        __slots__ = ()

    changing += [Clearing("http://a/"), "http://b/"]
    assert Canonicalizer().keys(changing) == ["http://a/", "http://b/"]


def test_base() -> None:
    c = Canonicalizer()
    base = "https://example.com/a/b"
    assert c.key("../c", base=base) == "https://example.com/c"
    assert c.fetch_url("", base=base.encode()) == base
    assert c.keys(["x", "//h", "http://["], base=base) == [
        "https://example.com/a/x",
        "https://h/",
        None,
    ]
    assert c.explain("c", base=base).key == "https://example.com/a/c"


def test_default_scheme() -> None:
    assert urlkey.key("example.com:8080/a", default_scheme="https") == "https://example.com:8080/a"
    assert urlkey.key("//h", default_scheme="http") == "http://h/"
    for wrong in ["ftp", "HTTPS", "", 3, "\udcff"]:
        with pytest.raises(ValueError, match="default_scheme is 'http' or 'https', not"):
            urlkey.key(MESSY, default_scheme=wrong)  # type: ignore[arg-type]


def test_subclasses_of_str_and_bytes() -> None:
    class Text(str):
        __slots__ = ()

        def encode(self, encoding: str = "", errors: str = "") -> bytes:
            del encoding, errors
            raise AssertionError("not asked")

    class Data(bytes):
        pass

    assert urlkey.key(Text(MESSY)) == KEY
    assert urlkey.key(Text("http://a/\udcff")) == "http://a/%FF"
    assert urlkey.key(Data(MESSY.encode())) == KEY
    assert type(urlkey.canonicalize(Text(MESSY)).original) is Text


def test_canonicalizers_are_values() -> None:
    profile = Profile("dedup").derive(drop=["x_*"])
    a, b = Canonicalizer(profile), Canonicalizer(profile)
    assert a == b
    assert hash(a) == hash(b)
    assert a != Canonicalizer()
    assert a != "dedup"
    assert a.ruleset == profile.ruleset != Canonicalizer().ruleset
    assert repr(Canonicalizer("safe")) == "Canonicalizer('safe')"
    assert repr(a) == "Canonicalizer(Profile('dedup').derive(drop=['x_*']))"
    for name in ["profile", "ruleset", "anything"]:
        with pytest.raises(AttributeError):
            setattr(a, name, None)


def test_pickling_and_copying() -> None:
    profile = Profile("dedup").derive(drop=["id"], keep_only=["a"])
    things = [
        Canonicalizer(profile),
        urlkey.canonicalize(MESSY, profile=profile),
        *urlkey.canonicalize(MESSY, profile=profile).removed,
        urlkey.explain(MESSY),
        urlkey.compare(*FIVE[:2]),
    ]
    for thing in things:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(thing, protocol))  # noqa: S301 - our own pickle
            assert again == thing
            assert type(again) is type(thing)
            assert repr(again) == repr(thing)
        assert copy.deepcopy(thing) == copy.copy(thing) == thing
    assert Canonicalizer(profile).key(MESSY) == "http://news.example.com/a/story"


def test_records_are_immutable() -> None:
    explanation = urlkey.explain(MESSY)
    with pytest.raises(AttributeError, match="immutable"):
        explanation.key = "x"
    with pytest.raises(AttributeError, match="immutable"):
        del explanation.steps[0].rung
    assert explanation == urlkey.explain(MESSY)
    assert hash(explanation) == hash(urlkey.explain(MESSY))
    assert explanation != urlkey.explain(KEY)
    assert repr(explanation.steps[0]).startswith("Step(rung='whatwg-parse', rung_class='syntax'")


def test_subclassing() -> None:
    class Mine(Canonicalizer):
        def key(
            self,
            url: str | bytes,
            base: str | bytes | None = None,
            *,
            default_scheme: str | None = None,
        ) -> str:
            return super().key(url, base, default_scheme=default_scheme).upper()

    mine = Mine("safe")
    assert mine.key("http://a") == "HTTP://A/"
    assert mine == Canonicalizer("safe")
    assert isinstance(mine, Canonicalizer)
    assert mine.explain(MESSY).profile is Profile("safe")


def test_threads() -> None:
    c = Canonicalizer()
    many = [f"http://Example{i % 97}.com/{i}?b&a={i}&utm_source=x" for i in range(2000)]
    many += ["x" * i for i in range(20)]
    wanted = c.keys(many)

    def work(turn: int) -> bool:
        del turn
        one_by_one = [None if c.check([url])[0] else c.key(url) for url in many]
        return one_by_one == c.keys(many) == wanted

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))


@given(urls | st.text())
def test_text_and_its_bytes_are_one(url: str) -> None:
    c = Canonicalizer()
    (key,), (same,) = c.keys([url]), c.keys([url.encode()])
    assert key == same
    (error,), (same_error,) = c.check([url]), c.check([url.encode()])
    if error is None or same_error is None:
        assert error is same_error is None
    else:
        assert (error.code, error.detail) == (same_error.code, same_error.detail)
        assert len(url[: error.position].encode()) == same_error.position
        assert 0 <= error.position <= len(url)


@given(urls)
def test_every_output_is_stable(url: str) -> None:
    c = Canonicalizer()
    try:
        result = c.canonicalize(url)
    except InvalidURL:
        assert c.keys([url]) == [None]
        return
    assert c.key(result.key) == result.key
    assert c.fetch_url(result.fetch_url) == result.fetch_url
    assert c.clean_url(result.clean_url) == result.clean_url
    assert c.explain(url).key == result.key == urlkey.key(url)


@given(st.text(st.characters(codec=None, categories=["Cs", "Lu", "Po", "So"]), max_size=20))
def test_surrogates_have_positions_too(tail: str) -> None:
    (error,) = urlkey.check([f"http://é{tail}:x"])
    if error is not None:
        assert 0 <= error.position <= len(tail) + 10
        assert str(error)


@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    c = Canonicalizer()
    for url in [data, b"http://a/" + data, b"http:" + data]:
        text = url.decode("utf-8", "surrogateescape")
        assert c.keys([url]) == c.keys([text])


def test_sizes() -> None:
    c = Canonicalizer()
    assert len(c.key("http://a/" + "é" * 10**6)) == 6 * 10**6 + 9
    assert c.key("http://a/" + "x/../" * 10**5) == "http://a/"
    assert c.keys(["\0", "\0http://a\0", "http://a\0b"]) == [None, "http://a/", None]
