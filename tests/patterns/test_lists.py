"""A `URLPatternList` returns the patterns that also match when each pattern is tested alone."""

from __future__ import annotations

import copy
import pickle
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urldom import InvalidPatternError
from urldom.patterns import URLPattern, URLPatternList
from urldom.patterns._lists import pattern_list
from urldom.whatwg import URL

SCHEMES = ["https", "http{s}?", "*", "ftp"]
HOSTS = [
    "example.com",
    "*.example.com",
    "{*.}?example.com",
    "*",
    "*.com",
    "a.example.com",
    ":sub.example.com",
    "*e*",
]
PATHS = [
    "/*",
    "/a",
    "/a/*",
    "/a/b/*",
    "/a/:id",
    "/a/:id?",
    "/ab*",
    "*",
    "/:a/:b",
    "/{a}+",
    "/{a/}?b",
    "/A/*",
    "/(a|b)",
    "/",
    "/:a/b",
    "/:a/B/:c",
    "/:a/b/:c?",
    "/:a/b{/c}?",
    "/:a/b{c}?",
    "/:a/b/:c*",
    "/a:b/c",
    "/:a.b/c/*",
    "/:a/:b/c",
    "/*/c",
    "/:a?/b",
    "/:a/:b?/c",
    "/:a/(b|b/x)/c",
    "/:a(x|x/b)/c",
]
SEARCHES = ["*", "", "a=*"]

patterns = st.builds(
    URLPattern,
    protocol=st.sampled_from(SCHEMES),
    hostname=st.sampled_from(HOSTS),
    port=st.sampled_from(["", "*", "8080"]),
    pathname=st.sampled_from(PATHS),
    search=st.sampled_from(SEARCHES),
    ignore_case=st.booleans(),
)
AUTHORITIES = [
    "example.com",
    "a.example.com",
    "b.a.example.com",
    "example.com.",
    "EXAMPLE.com",
    "user@example.com",
]
WRITTEN_PATHS = [
    "",
    "/",
    "/a",
    "/a/",
    "/a/b",
    "/a/b/c",
    "/x/b/c",
    "/x/B/c/",
    "/x/bc",
    "/x/y/c",
    "/x/c",
    "/x/y/b",
    "/x/b/x/c",
    "/x/b/C",
    "/x.b/c/d",
    "/ab/c",
    "/ab",
    "/A/x",
    "/b",
    "/a/../b",
    "/%2e/a",
    "/a/é",
    "/a b",
    "\\a",
]
urls = st.builds(
    "{}://{}{}{}{}".format,
    st.sampled_from(["https", "http", "ftp", "HTTPS", "about"]),
    st.sampled_from(AUTHORITIES),
    st.sampled_from(["", ":8080", ":443", ":80"]),
    st.sampled_from(WRITTEN_PATHS),
    st.sampled_from(["", "?", "?a=b", "?a=b#c", "#c", "?é"]),
)


@given(st.lists(patterns, max_size=12), st.lists(urls, min_size=1, max_size=6))
def test_list_returns_the_patterns_that_match_alone(chosen, tried):
    together = URLPatternList(chosen)
    for text in tried:
        for url in (text, URL.parse(text)):
            expected = [
                pattern for pattern in chosen if url is not None and pattern.exec(url) is not None
            ]
            if url is not None:
                assert together.all(url) == expected
                assert together.first(url) == (expected[0] if expected else None)
                assert together.test(url) is bool(expected)


@given(patterns, urls)
def test_string_and_parsed_url_have_the_same_match(pattern, text):
    url = URL.parse(text)
    assert pattern.test(text) == (url is not None and pattern.test(url))
    assert pattern.test(text) == (pattern.exec(text) is not None)
    if pattern.test(text):
        found, parsed = pattern.exec(text), pattern.exec(url)
        for name in (
            "protocol",
            "username",
            "password",
            "hostname",
            "port",
            "pathname",
            "search",
            "hash",
        ):
            assert getattr(found, name) == getattr(parsed, name)


def test_first_returns_the_first_match_in_list_order():
    texts = ["https://example.com/*", "https://example.com/a", "https://*/a", "https://*.com/a"]
    for order in (texts, texts[::-1]):
        together = URLPatternList(order)
        assert together.first("https://example.com/a") == URLPattern(order[0])
        assert together.all("https://example.com/a") == [*map(URLPattern, order)]


def test_paths_with_common_prefixes_are_found():
    together = URLPatternList(
        [URLPattern(pathname=text) for text in ("/a/*", "/a/b/*", "/a/b*", "/*", "/b/*", "/a/c/*")]
    )
    assert [found.pathname for found in together.all("https://h/a/b/c")] == [
        "/a/*",
        "/a/b/*",
        "/a/b*",
        "/*",
    ]


def test_list_accepts_strings_and_mappings():
    together = URLPatternList(
        ["https://example.com/*", {"hostname": "*.test"}, URLPattern(port="1")]
    )
    assert [found.hostname for found in together] == ["example.com", "*.test", "*"]
    assert together.test("../x", "https://example.com/a/b")
    assert together.test({"hostname": "a.test"})
    assert not together.test("not a URL")


@pytest.mark.parametrize(
    "one", ["https://example.com/*", {"hostname": "a"}, URLPattern(hostname="a")]
)
def test_single_pattern_raises_with_a_hint(one):
    with pytest.raises(TypeError, match="put one pattern in a list"):
        URLPatternList(one)


def test_mapping_with_values_raises_with_a_hint():
    """`URLPatternList({...})` said only "put one pattern in a list" (finding H7)."""
    with pytest.raises(
        TypeError, match="put one pattern in a list, or use URLPatternMap for patterns with values"
    ):
        URLPatternList({"https://example.com/*": 5})


@pytest.mark.parametrize("protocol", ["https", "x"])
@pytest.mark.parametrize("ignore_case", [False, True])
def test_each_path_is_found_by_the_patterns_that_match_alone(protocol, ignore_case):
    chosen = [
        URLPattern(protocol=protocol, pathname=path, ignore_case=ignore_case) for path in PATHS
    ]
    together = URLPatternList(chosen)
    for path in WRITTEN_PATHS:
        url = f"{protocol}://h{path}"
        assert together.all(url) == [pattern for pattern in chosen if pattern.test(url)], url


def test_invalid_pattern_in_a_list_raises():
    with pytest.raises(InvalidPatternError):
        URLPatternList(["https://example.com/*", "https://example.com/{"])
    with pytest.raises(TypeError):
        URLPatternList([3])


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_copy_of_a_list_is_equal(duplicate):
    together = URLPatternList(
        ["https://example.com/*", URLPattern(pathname="/A/*", ignore_case=True)]
    )
    other = duplicate(together)
    assert other == together
    assert hash(other) == hash(together)
    assert other.test("http://h/a/b")


def test_list_is_a_sequence():
    together = URLPatternList(["https://a.test/", "https://b.test/", "https://c.test/"])
    assert len(together) == 3
    assert together[1:] == URLPatternList(["https://b.test/", "https://c.test/"])
    assert together[0] in together
    assert next(reversed(together)) == together[-1]
    assert URLPatternList([]) != together
    assert not URLPatternList([]).test("https://a.test/")
    assert repr(URLPatternList([])) == "URLPatternList([])"


@pytest.mark.parametrize(
    ("patterns", "kind"),
    [(5, "int"), (None, "None"), (b"https://h/", "bytes"), (bytearray(b"x"), "bytearray")],
)
def test_patterns_of_another_type_raise_an_error_that_lists_the_types(patterns, kind):
    kinds = (
        "a URLPattern, a URLPatternList, a str, a mapping of components, or an iterable of these"
    )
    with pytest.raises(TypeError, match=f"patterns must be {kinds}, not {kind}"):
        pattern_list(patterns)


def test_one_pattern_becomes_a_list():
    together = URLPatternList(["https://h/a"])
    assert pattern_list(together) is together
    for one in (
        "https://h/a",
        URLPattern("https://h/a"),
        {"protocol": "https", "hostname": "h", "port": "", "pathname": "/a"},
        ["https://h/a"],
    ):
        assert pattern_list(one) == together


def test_path_index_uses_all_fixed_text_before_a_group():
    # The parts are the fixed text "/a" and a group with the prefix "b".
    assert URLPatternList([{"pathname": "/a{b:c}"}]).test("https://h/abx")


def test_list_equals_only_a_list_of_equal_patterns():
    one = URLPatternList(["http://h/*"])
    assert one == URLPatternList([URLPattern("http://h/*")]) and one == ANY
    assert one != URLPatternList(["http://i/*"]) and one != ["http://h/*"] and one != 5


@pytest.mark.parametrize(
    ("host", "matches"),
    [
        ("a.b.example", True),
        ("b.example", True),
        ("x.a.b.example", True),
        ("example", False),
        ("b.example.c", False),
        ("bexample", False),
    ],
)
def test_pattern_of_all_subdomains_is_found_by_each_host(host, matches):
    patterns = URLPatternList(["https://*.example/*", "https://i/"])
    assert patterns.test(f"https://{host}/") is patterns.test(URL(f"https://{host}/x")) is matches


@pytest.mark.parametrize(
    ("url", "matches"),
    [
        ("https://i/a", True),
        ("https://i/a?b#c", True),
        ("https://i/b/../a", True),
        ("https://i/a/../b", False),
        ("https://i/b", False),
        ("https://i/\xe9", True),
        ("https://i/%C3%A9", True),
        ("https://i", False),
        ("https://i/\ta", True),
        ("https://i\\a", True),
    ],
)
def test_unusual_url_of_a_listed_origin_is_parsed(url, matches):
    assert URLPatternList(["https://i/a", "https://i/%C3%A9"]).test(url) is matches


@pytest.mark.parametrize(
    ("hostname", "host", "matches"),
    [
        ("{*.}?i.example", "i.example", True),
        ("{*.}?i.example", "a.i.example", True),
        ("{*.}?i.example", "xi.example", False),
        ("{*.}?i.example", "example", False),
        ("{:label.}*i.example", "i.example", True),
        ("{:label.}*i.example", "a.b.i.example", True),
        ("{:label.}+i.example", "i.example", False),
        ("{:label.}+i.example", "a.i.example", True),
        ("{www:n.}?i.example", "i.example", True),
        ("{www:n.}?i.example", "www1.i.example", True),
        ("{www:n.}?i.example", "1.i.example", False),
        ("(a|b).i.example", "a.i.example", True),
        ("(a|b).i.example", "c.i.example", False),
    ],
)
def test_pattern_whose_host_begins_with_a_group_is_found_by_each_host(hostname, host, matches):
    patterns = URLPatternList([f"https://{hostname}/*", "https://j/"])
    assert patterns.test(f"https://{host}/a") is matches
    assert URLPattern(f"https://{hostname}/*").test(f"https://{host}/a") is matches
