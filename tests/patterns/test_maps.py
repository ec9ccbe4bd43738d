"""A `URLPatternMap` returns the value of the first pattern that matches, and is a mapping."""

from __future__ import annotations

import copy
import pickle
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calls import count_calls_of, count_lines
from tests.patterns.test_lists import patterns, urls
from urldom import URL, InvalidPatternError, URLPattern, URLPatternMap
from urldom.patterns import URLPatternList, URLPatternMatch

ROUTES = {
    "https://example.com/user/me": "profile",
    "https://example.com/user/:id": "user",
    "https://*.example.com/*": "other",
}


def test_match_has_the_pattern_the_value_and_the_groups() -> None:
    match = URLPatternMap(ROUTES).match("https://example.com/user/Ann%20Lee?x")
    assert match is not None
    assert (match.pattern, match.value) == (URLPattern("https://example.com/user/:id"), "user")
    assert (match.decoded, match.result.groups) == ({"id": "Ann Lee"}, {"id": "Ann%20Lee"})
    assert match.result == match.pattern.exec("https://example.com/user/Ann%20Lee?x")
    assert match.result.search.input == "x"


def test_first_pattern_wins_and_none_is_returned_without_a_match() -> None:
    router = URLPatternMap(ROUTES)
    turned = URLPatternMap(reversed([*ROUTES.items()]))
    assert [
        found and found.value
        for found in (router.match(f"https://example.com/user/{x}") for x in ("me", "7", ""))
    ] == [
        "profile",
        "user",
        None,
    ]
    found = turned.match("https://example.com/user/me")
    assert found is not None and found.value == "user"
    assert router.match("not a URL") is None
    assert router.match("/user/7", "https://example.com/") == router.match(
        "/user/7", URL("https://example.com/")
    )
    found = router.match({"protocol": "https", "hostname": "a.example.com", "pathname": "/"})
    assert found is not None and found.value == "other"


@given(st.lists(patterns, max_size=12, unique=True), st.lists(urls, min_size=1, max_size=6))
def test_match_is_the_first_pattern_that_matches_alone(
    chosen: list[URLPattern], tried: list[str]
) -> None:
    router = URLPatternMap((pattern, index) for index, pattern in enumerate(chosen))
    for url in tried:
        expected = [index for index, pattern in enumerate(chosen) if pattern.exec(url) is not None]
        found = router.match(url)
        assert (None if found is None else found.value) == (expected[0] if expected else None)
        if found is not None:
            assert found.pattern == chosen[expected[0]] and found.result == found.pattern.exec(url)


@pytest.mark.parametrize("ignore_case", [False, True])
@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        ("https://h/api/v1/r{}/:id", "https://h/api/v1/r{}/7"),
        ("https://h/api/v1/r{}", "https://h/api/v1/r{}"),
        ("https://h/:tenant/r{}/:id", "https://h/acme/r{}/7"),
        ("https://h/:tenant/r{}/:id?", "https://h/acme/r{}"),
        ("https://h/:a/:b/r{}", "https://h/x/y/r{}"),
        ("https://h/:a.json/r{}/*", "https://h/x.json/r{}/y/z"),
        ("https://:sub.h{}/a", "https://x.h{}/a"),
        ("https://:sub.h/r{}/:id", "https://x.h/r{}/7"),
    ],
)
def test_many_routes_take_at_most_3_times_as_long_as_one(
    pattern: str, url: str, ignore_case: bool
) -> None:
    def steps(count: int) -> int:
        routes = [
            URLPattern(pattern.format(number), ignore_case=ignore_case) for number in range(count)
        ]
        router = URLPatternMap(zip(routes, range(count), strict=True))
        tried = url.format(count - 1)
        match = router.match(tried)
        assert match is not None and match.value == count - 1
        return count_lines(lambda: router.match(tried))

    assert steps(300) <= 3 * steps(1)


def test_long_host_takes_no_more_steps_than_a_short_one() -> None:
    patterns = URLPatternList(["https://*.example.com/*", "https://a.test/"])

    def steps(count: int) -> int:
        url = f"https://{'a.' * count}example.com/"
        found = count_calls_of("find", lambda: patterns.test(url))
        assert patterns.all(url) == [patterns[0]]
        return found

    assert steps(2000) <= steps(20) + 10


class Routes(URLPatternMap[int]):
    """A subclass of a program."""


def test_copy_of_a_subclass_has_its_class() -> None:
    routes = Routes({"https://a.test/": 1})
    assert type(copy.copy(routes)) is type(pickle.loads(pickle.dumps(routes))) is Routes


def test_patterns_can_be_strings_mappings_or_patterns() -> None:
    one = URLPattern(hostname="a.test")
    expected = URLPatternMap({one: 1})
    for routes in ([({"hostname": "a.test"}, 1)], [(one, 1)], {one: 1}, expected, iter([[one, 1]])):
        assert URLPatternMap(cast(Any, routes)) == expected
    assert [*URLPatternMap(ROUTES)] == [*map(URLPattern, ROUTES)]


def test_map_is_an_immutable_mapping() -> None:
    router = URLPatternMap(ROUTES)
    one = URLPattern("https://example.com/user/me")
    assert (len(router), router[one], router.get(URLPattern("https://a.test/")), one in router) == (
        3,
        "profile",
        None,
        True,
    )
    assert dict(router) == {URLPattern(text): value for text, value in ROUTES.items()} == router
    assert router == URLPatternMap(reversed([*ROUTES.items()])) and router != URLPatternMap({})
    assert URLPatternList(router.keys())[1] == URLPattern("https://example.com/user/:id")
    assert not URLPatternMap()
    with pytest.raises(TypeError):
        cast(Any, router)[one] = "x"


def test_key_error_says_how_to_look_up_a_url() -> None:
    with pytest.raises(KeyError, match=r"no pattern 'https://bob:\*\*\*@h/'.* use match\(\)"):
        URLPatternMap(ROUTES)[cast(Any, "https://bob:secret@h/")]


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_copies_are_equal(duplicate: Any) -> None:
    router = URLPatternMap(ROUTES)
    copied = duplicate(router)
    assert copied == router and [*copied] == [*router]
    match = router.match("https://example.com/user/7")
    assert duplicate(match) == match == copied.match("https://example.com/user/7")


def test_repr_has_the_patterns_and_the_values_without_passwords() -> None:
    router = URLPatternMap({"https://h/:a": "https://bob:secret@h/"})
    assert (
        repr(router)
        == "URLPatternMap({URLPattern(protocol='https', hostname='h', port='', pathname='/:a'):"
        " 'https://bob:***@h/'})"
    )
    match = router.match("https://bob:secret@h/x")
    assert (
        repr(match) == "URLPatternMatch(pattern=URLPattern(protocol='https', hostname='h', port='',"
        " pathname='/:a'), value='https://bob:***@h/',"
        " result=URLPatternResult(inputs=('https://bob:***@h/x',), groups={'a': 'x'}))"
    )
    assert isinstance(match, URLPatternMatch)


def test_pattern_that_occurs_twice_raises() -> None:
    with pytest.raises(InvalidPatternError, match="it occurs twice"):
        URLPatternMap([("https://h/a", 1), (URLPattern("https://h:443/a"), 2)])


@pytest.mark.parametrize(
    "routes",
    [5, None, "https://h/*", ["https://h/*"], [("a", "b", "c")], URLPattern("https://h/*")],
)
def test_routes_of_another_type_raise(routes: object) -> None:
    with pytest.raises(
        TypeError, match="routes must be a mapping from patterns to values, or pairs of these, not"
    ):
        URLPatternMap(cast(Any, routes))


def test_invalid_pattern_raises() -> None:
    with pytest.raises(InvalidPatternError, match=r"a relative pattern needs a base.*for any host"):
        URLPatternMap({"/user/:id": 1})
    with pytest.raises(InvalidPatternError, match="a brace is not closed"):
        URLPatternMap((URLPattern(text), 1) for text in ["https://h/{"])
    with pytest.raises(
        TypeError, match="a pattern must be a str or a mapping of components, not int"
    ):
        URLPatternMap([(cast(Any, 5), 1)])


def test_match_of_a_map_builds_its_url() -> None:
    router = URLPatternMap({"https://h.example/:a": 1})
    match = router.match("https://h.example/x%20y")
    assert match is not None
    assert str(match.pattern.build(match.decoded)) == "https://h.example/x%20y"
