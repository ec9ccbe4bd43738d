"""`ReferrerPolicy` and `referrer`, compared with the text of Referrer Policy."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case, few_or_many
from tests.http import fetch_reference
from tests.http.fetch_reference import POLICIES, SITES
from urldom import URL, InvalidURLError
from urldom.http import ReferrerPolicy, referrer

WHOLE, ORIGIN = "https://example.com/a/b?c", "https://example.com/"

# The policy of headers and of attributes


@each_case(
    ("values", "policy"),
    [
        ("origin", "origin"),
        (b"ORIGIN", "origin"),
        ("  Strict-Origin\t", "strict-origin"),
        ("no-referrer, unsafe-url", "unsafe-url"),
        ("unsafe-url, new-policy", "unsafe-url"),
        ("unsafe-url,, ,", "unsafe-url"),
        (["unsafe-url", b"origin"], "origin"),
        (["unsafe-url", "new"], "unsafe-url"),
        ([], ""),
        ("", ""),
        ("never", ""),
        ("origin unsafe-url", ""),
        # An extension-token has letters and hyphens only, and one malformed value makes the list
        # fail. Chromium agrees.
        ("origin, x_y", ""),
        ("origin; x", ""),
        ("x1, origin", ""),
        ('"origin"', ""),
        (["origin", "foo;bar"], ""),
        (["foo;bar", "origin"], ""),
        ("no-\u212areferrer, origin", ""),
        ("origin\x0b", ""),
        (b"origin, \xff", ""),
    ],
)
def test_last_known_policy_of_a_header_counts(values, policy):
    assert ReferrerPolicy.parse(values) is ReferrerPolicy(policy)


@pytest.mark.parametrize("policy", ["", *POLICIES])
def test_attribute_has_one_policy_in_any_case(policy):
    assert ReferrerPolicy.of(policy) is ReferrerPolicy.of(policy.upper()) is ReferrerPolicy(policy)
    for wrong in (f" {policy or 'x'}", f"{policy}, origin", f"{policy}\n", f"{policy}x"):
        assert ReferrerPolicy.of(wrong) is ReferrerPolicy.EMPTY
    assert ReferrerPolicy.of(None) is ReferrerPolicy.EMPTY


@pytest.mark.parametrize(
    ("word", "policy"),
    [
        ("never", "no-referrer"),
        ("Default", "strict-origin-when-cross-origin"),
        ("always", "unsafe-url"),
        ("origin-when-crossorigin", "origin-when-cross-origin"),
        ("origin", "origin"),
        ("always ", ""),
    ],
)
def test_meta_accepts_legacy_words(word, policy):
    assert ReferrerPolicy.of(word, legacy=True) is ReferrerPolicy(policy)
    assert ReferrerPolicy.of(word) is ReferrerPolicy("origin" if word == "origin" else "")


def test_policy_is_a_str():
    policy = ReferrerPolicy.NO_REFERRER
    assert (
        policy == "no-referrer"
        and str(policy) == f"{policy}" == "no-referrer"
        and not ReferrerPolicy.EMPTY
    )
    assert pickle.loads(pickle.dumps(policy)) is policy and {"no-referrer": 1}[policy] == 1
    assert {one.value for one in ReferrerPolicy} == {"", *POLICIES}


def test_wrong_policy_raises():
    with pytest.raises(
        ValueError, match="unknown referrer policy 'never': use one of no-referrer, "
    ):
        referrer(WHOLE, ORIGIN, "never")
    with pytest.raises(TypeError, match="a referrer policy must be a str or None, not bytes"):
        ReferrerPolicy.of(b"origin")
    with pytest.raises(
        TypeError, match="Referrer-Policy headers must be bytes, a str, or an iterable"
    ):
        ReferrerPolicy.parse(None)
    with pytest.raises(TypeError, match="not int"):
        ReferrerPolicy.parse([5])


# The Referer

#: The `Referer` of a page for its own origin, another origin, a trustworthy URL of another origin,
#: and a downgrade
TABLE = {
    "no-referrer": (None, None, None, None),
    "no-referrer-when-downgrade": (WHOLE, WHOLE, WHOLE, None),
    "same-origin": (WHOLE, None, None, None),
    "origin": (ORIGIN, ORIGIN, ORIGIN, ORIGIN),
    "strict-origin": (ORIGIN, ORIGIN, ORIGIN, None),
    "origin-when-cross-origin": (WHOLE, ORIGIN, ORIGIN, ORIGIN),
    "strict-origin-when-cross-origin": (WHOLE, ORIGIN, ORIGIN, None),
    "unsafe-url": (WHOLE, WHOLE, WHOLE, WHOLE),
    "": (WHOLE, ORIGIN, ORIGIN, None),
}
TARGETS = (
    "https://example.com:443/x",
    "https://example.com:8443/",
    "http://localhost:80/",
    "http://example.com/a/b?c",
)


@pytest.mark.parametrize("policy", TABLE)
def test_referer_follows_the_policy(policy):
    page = "https://bob:secret@example.com/a/b?c#d"
    for source in (page, URL(page)):
        assert (
            tuple(referrer(source, target, ReferrerPolicy(policy)) for target in TARGETS)
            == TABLE[policy]
        )
    assert tuple(referrer(page, URL(target), policy) for target in TARGETS) == TABLE[policy]


@pytest.mark.parametrize("policy", ["no-referrer-when-downgrade", "unsafe-url"])
def test_insecure_page_has_no_downgrade(policy):
    assert referrer("http://example.com/a", "http://example.org/", policy) == "http://example.com/a"


@each_case("policy", ["no-referrer-when-downgrade", "strict-origin", ""])
@each_case("host", ["localhost", "127.0.0.1", "[::1]", "a.localhost"])
def test_trustworthy_host_counts_as_secure(policy, host):
    assert referrer(f"http://{host}/a", "http://example.org/", policy) is None
    assert referrer("https://example.com/", f"http://{host}/a", policy) == "https://example.com/"


@pytest.mark.parametrize(
    "source",
    [
        "about:blank",
        "about:srcdoc",
        "data:text/html,x",
        "blob:https://example.com/a",
        "file:///a",
        "mailto:a@b",
        "x://h/",
    ],
)
def test_page_without_an_origin_sends_none(source):
    assert {referrer(source, "https://example.com/", policy) for policy in POLICIES} == {None}


def test_longer_url_is_cut_to_the_origin():
    page = "https://example.com/".ljust(4096, "a")
    assert referrer(f"{page}#{'b' * 99}", "https://example.com/") == page
    assert referrer(f"{page}a", "https://example.com/") == "https://example.com/"
    assert referrer(f"{page}a", "http://example.com/", "unsafe-url") == "https://example.com/"
    credentials = "https://bob:secret@example.com/".ljust(4096 + len("bob:secret@"), "a")
    assert referrer(credentials, "https://example.com/") == page
    # The limit is one of the serialized URL.
    assert (
        referrer("https://example.com/" + "é" * 1000, "https://example.com/")
        == "https://example.com/"
    )


@pytest.mark.parametrize(
    "arguments", [("/a", ORIGIN), (ORIGIN, "/a"), ("", ""), ("https://", ORIGIN)]
)
def test_url_that_does_not_parse_raises(arguments):
    with pytest.raises(InvalidURLError):
        referrer(*arguments)


urls = st.builds(
    "{}://{}{}{}/{}{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["", "u@", "u:p@"]),
    st.sampled_from([*SITES]),
    st.sampled_from(["", ":8080"]),
    st.one_of(
        st.sampled_from(["", "a/b", "@"]), st.integers(4060, 4085).map(lambda size: "a" * size)
    ),
    st.sampled_from(["", "?", "?q=/"]),
    st.sampled_from(["", "#", "#f"]),
)


@given(urls, urls, st.sampled_from(POLICIES))
def test_referer_is_that_of_the_text(source, url, policy):
    assert referrer(source, url, policy) == fetch_reference.referrer(source, url, policy)


@given(st.text(), st.text(), st.sampled_from(POLICIES))
def test_any_url_gives_a_header_of_one_line_or_raises(source, url, policy):
    try:
        found = referrer(f"https://h/{source}", f"https://h/{url}", policy)
    except InvalidURLError:
        return
    assert found is None or (found.isascii() and found.isprintable() and " " not in found)


@given(st.lists(st.one_of(st.binary(max_size=20), st.text(max_size=20)), max_size=4))
def test_any_header_has_a_policy(values):
    assert ReferrerPolicy.parse(values) in ReferrerPolicy


@few_or_many("count", 100_000, 1_000_000)
def test_long_policies_take_linear_time(count):
    """Quadratic time would take minutes."""
    for part in ("origin,", "-", " ", "\t,", "\ud800", "é"):
        assert ReferrerPolicy.parse(f"{part * count}!") == ""
        assert ReferrerPolicy.parse(part * count) in ("", "origin")
        assert ReferrerPolicy.of(part * count, legacy=True) == ""
