"""`URLPattern.explain()` and `test()` return the same `matched`. `explain()` also returns the
furthest matching place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.strategies import hostile
from urldom import URLPattern
from urldom.patterns import URLPatternComponentExplanation, URLPatternExplanation

SECRET = "Pa55w0rd"
#: Parts of path patterns. Each part is split into pieces, and its list has one regular expression
#: for each piece.
PARTS = {
    "{/a}": ["/", "a"],
    "{/ab}": ["/", "a", "b"],
    "{b}": ["b"],
    "{ba}?": ["(?:ba)?"],
    "{ab}*": ["(?:ab)*"],
    "{/b}+": ["/", "b", "(?:/b)*"],
    "{/:N}": ["/", "[^/]+"],
    "{:N}": ["[^/]+"],
    r"{/:N\b}": ["/", "[^/]+", "b"],
    "{/:N}?": ["(?:/[^/]+)?"],
    r"{a:N\b}*": ["(?:a[^/]+b)*"],
    "{b:N/}+": ["b", "[^/]+", "/", "(?:b[^/]+/)*"],
    "{(.*)}": [".*"],
    "{/(.*)a}": ["/", ".*", "a"],
    "{/(.*)}?": ["(?:/.*)?"],
}


def component(explanation: URLPatternExplanation, name: str) -> URLPatternComponentExplanation:
    return next(one for one in explanation.components if one.name == name)


def furthest(expressions: list[str], text: str) -> int:
    """Return the end of the longest match for the expressions at the start of the text.

    All expressions match in order, or as many of the first expressions as possible."""
    best = 0
    for count in range(len(expressions) + 1):
        expression = re.compile("".join(expressions[:count]))
        ends = [end for end in range(len(text) + 1) if expression.fullmatch(text, 0, end)]
        if not ends:
            break
        best = ends[-1]
    return best


parts_of_paths = st.lists(st.sampled_from(sorted(PARTS)), max_size=5)
paths = st.text("/ab", max_size=10)


def pattern_of(parts: list[str]) -> str:
    return "".join(part.replace("N", f"n{index}") for index, part in enumerate(parts))


@given(parts_of_paths, paths)
def test_explanation_stops_at_the_furthest_place(parts: list[str], path: str) -> None:
    pattern = URLPattern({"protocol": "data", "pathname": pattern_of(parts).replace("[^/]", ".")})
    explained = component(pattern.explain({"protocol": "data", "pathname": path}), "pathname")
    # The path of a `data:` URL is opaque, so a group can match a slash.
    expressions = [expression.replace("[^/]", ".") for part in parts for expression in PARTS[part]]
    assert explained.matched is (re.fullmatch("".join(expressions), path) is not None)
    assert explained.stopped == (None if explained.matched else furthest(expressions, path))


@given(parts_of_paths, paths)
def test_explanation_stops_at_the_furthest_place_if_slashes_end_groups(
    parts: list[str], path: str
) -> None:
    pattern = URLPattern({"pathname": "{/x}" + pattern_of(parts)})
    explained = component(pattern.explain(f"https://example.com/x{path}"), "pathname")
    expressions = ["/", "x", *(expression for part in parts for expression in PARTS[part])]
    assert explained.matched is (re.fullmatch("".join(expressions), explained.input) is not None)
    assert explained.stopped == (
        None if explained.matched else furthest(expressions, explained.input)
    )


@given(parts_of_paths, paths)
def test_explanation_of_a_regular_expression_stops_at_the_furthest_place_or_before(
    parts: list[str], path: str
) -> None:
    pytest.importorskip("corvus_regex_ecma262")
    inputs = {"protocol": "data", "pathname": path}
    plain = URLPattern({"protocol": "data", "pathname": pattern_of(parts)}).explain(inputs)
    # `((?:))` matches only the empty string. It makes urldom use the regular expression engine.
    other = URLPattern({"protocol": "data", "pathname": "{((?:))}" + pattern_of(parts)}).explain(
        inputs
    )
    assert plain.matched == other.matched
    ours, theirs = component(plain, "pathname").stopped, component(other, "pathname").stopped
    assert ours is None if theirs is None else ours is not None and theirs <= ours


pattern_texts = st.lists(
    st.sampled_from(
        [
            "https",
            "://",
            "*",
            ":a",
            ".",
            "example",
            "/",
            "?",
            "#",
            "x",
            "{y}?",
            "{/:b}*",
            "@",
            ":8080",
            "%41",
        ]
    ),
    max_size=8,
).map("".join)


@given(pattern_texts, hostile, st.booleans())
def test_explain_and_test_return_the_same_result(text: str, url: str, ignore_case: bool) -> None:
    try:
        pattern = URLPattern(text, "https://example.com/", ignore_case=ignore_case)
    except ValueError:
        return
    explanation = pattern.explain(url, "https://example.com/x/")
    assert explanation.matched is pattern.test(url, "https://example.com/x/")
    assert (explanation.reason is None) is (len(explanation.components) == 8)
    for one in explanation.components:
        assert one.matched is (one.stopped is None) is (one.reason is None)
        assert one.stopped is None or 0 <= one.stopped <= len(one.input)
    assert str(explanation) and repr(explanation)


def test_groups_have_their_offsets() -> None:
    url = "https://example.com/book/12/"
    explanation = URLPattern("https://:host.com/:kind/:id{/:rest}?/").explain(url)
    assert explanation.matched and explanation.url == url
    assert component(explanation, "hostname").groups == {"host": (0, 7)}
    assert component(explanation, "pathname").groups == {"kind": (1, 5), "id": (6, 8), "rest": None}


@pytest.mark.parametrize(
    ("pattern", "url", "name", "reason"),
    [
        (
            "https://*.test/",
            "https://x/",
            "hostname",
            "expected '.test' after 'x', but the hostname ends there",
        ),
        (
            "https://h/user/:id",
            "https://h/user/",
            "pathname",
            (
                "expected one or more characters other than '/' for ':id' after '/user/', but the"
                " pathname ends there"
            ),
        ),
        (
            "https://h/user/:id",
            "https://h/user/7/x",
            "pathname",
            "expected the end after '/user/7', found '/x'",
        ),
        ("https://h/", "https://h:81/", "port", "expected nothing, found '81'"),
        (
            "https://h/*.png",
            "https://h/a.jpg",
            "pathname",
            "expected '.png' after '/a', found '.jpg'",
        ),
        ("https://h/a", "http://h/a", "protocol", "expected 'https', found 'http'"),
    ],
)
def test_reason_names_the_expected_and_the_found_text(
    pattern: str, url: str, name: str, reason: str
) -> None:
    assert component(URLPattern(pattern).explain(url), name).reason == reason


def test_reason_names_a_regular_expression() -> None:
    pytest.importorskip("corvus_regex_ecma262")
    explained = component(URLPattern(pathname=r"/:id(\d+)/x").explain("https://h/7a/x"), "pathname")
    assert (explained.stopped, explained.reason) == (2, "expected '/x' after '/7', found 'a/x'")
    explained = component(URLPattern(pathname=r"/:id(\d+)/x").explain("https://h/a/x"), "pathname")
    assert (explained.stopped, explained.reason) == (
        1,
        r"expected a match of ':id(\d+)' after '/', found 'a/x'",
    )


def test_reference_to_a_later_group_is_explained() -> None:
    pytest.importorskip("corvus_regex_ecma262")
    pattern = URLPattern(pathname=r"/(a\2)/(b)")
    assert pattern.explain("https://h/x/y").matched is pattern.test("https://h/x/y") is False
    assert pattern.explain("https://h/a/b").matched is pattern.test("https://h/a/b") is True


HINTS = [
    ("https://example.com/:id?q=1", "https://example.com/7?q=1", "write '\\?' to begin the search"),
    ("https://example.com/", "https://example.com:8443/", "':*' matches every port"),
    (
        "http{s}?://example.com:443/",
        "https://example.com/",
        "a URL leaves out 443, the default port of https",
    ),
    ("https://*.example.com/", "https://example.com/", "but '{*.}?' does"),
    ("https://:sub.example.com/", "https://example.com/", "but '{:sub.}?' does"),
    ("https://example.com/a/../b", "https://example.com/a/../c", None),
    ("https://example.com/a/%2E./b", "https://example.com/a/../c", None),
    (
        "https://example.com/files/*",
        "https://example.com/files/../admin",
        "is normalized to '/admin'",
    ),
    (
        "https://example.com/e",
        "https://example.com/%65",
        "percent-encoded characters are not decoded",
    ),
    ("https://example.com/About", "https://example.com/about", "only upper and lower case differ"),
    ("https://example.com/about", "https://example.com/about/", "'{/}?' makes it optional"),
    ("https://example.com/about/", "https://example.com/about", "'{/}?' makes it optional"),
    ("https://example.com/about", "https://example.com/other", None),
    ("https://*.example.com/", "https://example.org/", None),
    ("https://example.com/:id?x", "https://example.com/a/b?x", None),
    (
        "https://example.com/a:id?x",
        "https://example.com/ab?x",
        "a '?' after a group makes it optional",
    ),
    (
        "https://example.com/{a}?x",
        "https://example.com/a?x",
        "a '?' after braces makes their content optional",
    ),
    (
        "https://example.com/{:id.html}?x",
        "https://example.com/a.html?x",
        "a '?' after braces makes their content",
    ),
]


@each_case(("pattern", "url", "hint"), HINTS)
def test_hint_names_the_likely_mistake(pattern: str, url: str, hint: str | None) -> None:
    explanation = URLPattern(pattern).explain(url)
    assert not explanation.matched
    hints = [hint for one in explanation.components for hint in one.hints]
    if hint is None:
        assert hints == []
    else:
        assert len(hints) == 1 and hint in hints[0] and hint in str(explanation)


def test_invalid_url_has_a_reason() -> None:
    explanation = URLPattern().explain("http://a:b/")
    assert (explanation.matched, explanation.url, explanation.components) == (False, None, ())
    assert str(explanation) == f"No match: {explanation.reason}"
    assert "'http://a:b/' is not a URL: " in str(explanation)
    assert "against 'x'" in str(URLPattern().explain("a", "x"))
    assert "the component port" in str(URLPattern().explain({"port": "x"}))


def test_mapping_is_explained() -> None:
    explanation = URLPattern(pathname="/a/*").explain({"pathname": "/a/b"})
    assert explanation.matched and explanation.url is None
    assert str(explanation).startswith("Match: these components\n")
    with pytest.raises(TypeError):
        URLPattern().explain({"path": "/a"})
    with pytest.raises(TypeError):
        URLPattern().explain(b"http://h/")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        (f"https://bob\\:{SECRET}@h/", f"https://bob:{SECRET}@g/"),
        (f"https://bob\\:{SECRET}x@h/", f"https://bob:{SECRET}@h/"),
        ("https://h/", f"https://bob:{SECRET}@h:x/"),
        ("https://h/?next=x", f"https://h/?next=https://bob:{SECRET}@h/"),
        ("https://h/?next=*x", f"https://h/?next=https://bob:{SECRET}@h/"),
        ("https://h/?next=https\\://bob\\:Pa5*", f"https://h/?next=https://bob:{SECRET}@h/"),
        ("https://h/?next=https\\://bob\\:Pax*", f"https://h/?next=https://bob:{SECRET}@h/"),
        ("https://h/*/a", f"https://h/https://bob:{SECRET}@h/"),
    ],
)
def test_explanation_does_not_show_passwords(pattern: str, url: str) -> None:
    explanation = URLPattern(pattern).explain(url)
    for text in (
        str(explanation),
        repr(explanation),
        *map(repr, explanation.components),
        *map(str, explanation.components),
    ):
        assert SECRET not in text and SECRET[3:] not in text
    assert all(SECRET not in (one.reason or "") for one in explanation.components)


def test_long_text_at_the_start_is_explained() -> None:
    text = "/" + "a" * 50_000
    explained = component(
        URLPattern(pathname=f"{text}/b*").explain(f"https://h{text}/c"), "pathname"
    )
    assert (explained.stopped, explained.reason) == (
        50_002,
        f"expected 'b' after '…{'a' * 47}/', found 'c'",
    )


def test_reason_quotes_a_long_input_around_the_place() -> None:
    explanation = URLPattern(pathname="/*/x").explain(f"https://h/{'a' * 100_000}/{'b' * 100_000}")
    explained = component(explanation, "pathname")
    assert explained.stopped == 100_002
    assert len(str(explanation)) < 2000
    lines = str(explained).splitlines()
    assert lines[2][lines[3].index("^") - 1] == "/"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://h/a", "matched=True, url='http://h/a'"),
        ("http://h/b", "matched=False, url='http://h/b', stopped=['pathname']"),
        ({"pathname": "/a"}, "matched=True"),
        ({"pathname": "/b"}, "matched=False, stopped=['pathname']"),
        ("http://", "matched=False, reason=\"'http://' is not a URL: the host is missing\""),
    ],
)
def test_representation_names_the_components_that_stop(url: Any, shown: str) -> None:
    assert repr(URLPattern(pathname="/a").explain(url)) == f"URLPatternExplanation({shown})"
