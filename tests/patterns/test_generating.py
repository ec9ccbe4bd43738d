"""`generate` and `compareComponent`, which browsers implement and the URL Pattern Standard does not
define yet."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any, cast

import pytest

from tests.cases import each_case
from urldom.patterns import URLPattern

PATTERN = URLPattern("https://*.example.com/user/:id")


def test_generate_returns_the_text_of_a_component() -> None:
    assert PATTERN.generate("pathname", {"id": "é"}) == "/user/%C3%A9"
    with pytest.raises(ValueError, match="the group 'id' is missing"):
        PATTERN.generate("pathname", {})
    with pytest.raises(ValueError, match="wildcard"):
        PATTERN.generate("hostname", {})
    with pytest.raises(ValueError, match="unknown component 'path': use pathname"):
        PATTERN.generate("path", {})
    with pytest.raises(TypeError, match="not int"):
        PATTERN.generate("pathname", {"id": cast(Any, 7)})


@pytest.mark.parametrize(
    ("pattern", "first"), [("/:a:b", "xy"), ("/{:a}.{:b}", "x.y"), ("/{:a}-{:b}", "x-y")]
)
def test_generate_rejects_values_that_would_match_differently(pattern: str, first: str) -> None:
    generate = URLPattern(pathname=pattern).generate
    groups = {"a": "x", "b": "y"}
    result = URLPattern(pathname=pattern).exec({"pathname": generate("pathname", groups)})
    assert result is not None
    assert result.groups == groups
    with pytest.raises(ValueError, match="the groups would have other values"):
        generate("pathname", {"a": first, "b": "y"})


@pytest.mark.parametrize(
    ("protocol", "value"), [("x", ".."), ("x", "."), ("x", "%2e"), ("file", "C|"), ("x*", "..")]
)
def test_generate_rejects_a_path_that_parsing_changes(protocol: str, value: str) -> None:
    with pytest.raises(ValueError, match="a URL would not keep"):
        URLPattern(protocol=protocol, pathname="/:a").generate("pathname", {"a": value})
    assert (
        URLPattern(protocol=protocol, pathname="/:a").generate("pathname", {"a": "é"}) == "/%C3%A9"
    )


@pytest.mark.parametrize("value", ["a?b", "a#b"])
def test_generate_rejects_delimiters_in_an_opaque_path(value: str) -> None:
    with pytest.raises(ValueError, match="the group 'a' cannot contain"):
        URLPattern(protocol="mailto", pathname=":a").generate("pathname", {"a": value})


def test_compare_component_sorts_specific_patterns_last() -> None:
    patterns = [URLPattern(pathname=path) for path in ("/a/*", "/a/b", "/:x", "/a/:id")]
    patterns.sort(key=cmp_to_key(lambda a, b: URLPattern.compare_component("pathname", b, a)))
    assert patterns[0].pathname == "/a/b"
    assert URLPattern.compare_component("hostname", patterns[0], patterns[1]) == 0
    with pytest.raises(ValueError, match="use protocol"):
        URLPattern.compare_component("scheme", PATTERN, PATTERN)


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("/*", "{/b}*"),  # The types differ, and the modifiers would have the other order.
        ("{/z:x}?", "{/b:x}"),  # the modifiers, then the prefixes
        ("{/b(z)}", "{/c(b)}"),  # the prefixes, then the texts
        ("{/b(b)z}", "{/b(c)b}"),  # the texts, then the suffixes
        ("{/b(b)b}", "{/b(b)c}"),
        ("/b*", "/b"),  # A missing part counts as empty fixed text.
    ],
)
def test_compare_component_compares_the_properties_of_parts_in_order(less: str, more: str) -> None:
    pytest.importorskip("corvus_regex_ecma262")
    patterns = URLPattern(pathname=less), URLPattern(pathname=more)
    assert URLPattern.compare_component("pathname", *patterns) == -1
    assert URLPattern.compare_component("pathname", *reversed(patterns)) == 1


@pytest.mark.parametrize(
    ("components", "name", "groups", "text"),
    [
        ({"pathname": "/a/:b/c"}, "pathname", {"b": "x y"}, "/a/x%20y/c"),
        ({"pathname": "{/x-:b-y}"}, "pathname", {"b": "1"}, "/x-1-y"),
        ({"pathname": ":b"}, "pathname", {"b": "1"}, "1"),
        ({"protocol": "file", "pathname": "/:b"}, "pathname", {"b": "C"}, "/C"),
        ({"protocol": "http{s}?", "pathname": "/:b"}, "pathname", {"b": " "}, "/%20"),
        ({"protocol": ":a"}, "protocol", {"a": "X+1"}, "x+1"),
        ({"hostname": ":a.Example"}, "hostname", {"a": "BÜ"}, "xn--b-eha.example"),
        ({"port": ":a"}, "port", {"a": "0080"}, "80"),
        ({"search": "q=:a&b"}, "search", {"a": "'&é"}, "q=%27&%C3%A9&b"),
        ({"hash": ":a"}, "hash", {"a": "#?/"}, "#?/"),
        ({"username": ":a"}, "username", {"a": "u:v"}, "u%3Av"),
    ],
)
def test_values_are_encoded_as_in_a_url(
    components: dict[str, str], name: str, groups: dict[str, str], text: str
) -> None:
    assert URLPattern(**components).generate(name, groups) == text


@each_case(
    ("components", "name", "value", "reason"),
    [
        ({"pathname": "/:a"}, "pathname", "b/c", "the group 'a' cannot contain \"/\""),
        ({"pathname": "/:a"}, "pathname", "", "the group 'a' is empty"),
        ({"hostname": ":a.b"}, "hostname", "c.d", "the group 'a' cannot contain \".\""),
        ({"hostname": ":a.b"}, "hostname", "c/d", "the group 'a' cannot contain \"/\""),
        ({"hostname": ":a"}, "hostname", "c:1", "cannot be generated"),
        ({"hostname": ":a"}, "hostname", "c#", "the group 'a' cannot contain \"#\""),
        ({"hostname": ":a"}, "hostname", "c?", "the group 'a' cannot contain \"\\?\""),
        ({"hostname": ":a"}, "hostname", "c\\d", "the group 'a' cannot contain"),
        ({"pathname": "/.{:a}"}, "pathname", ".", "a URL would not keep '/.'"),
        ({"protocol": ":a"}, "protocol", "b:c", "the group 'a' cannot contain \":\""),
        ({"port": ":a"}, "port", "8x", "the group 'a' cannot contain \"x\""),
        ({"pathname": "/:a?"}, "pathname", "b", "it has a modifier"),
        ({"pathname": "/{b}?:a"}, "pathname", "b", "it has a modifier"),
        ({"pathname": "/:a*"}, "pathname", "b", "it has a modifier"),
        ({"pathname": "/:a/*"}, "pathname", "b", "it has a wildcard"),
        ({"pathname": "/:a/(b)"}, "pathname", "b", "it has a wildcard or a regular expression"),
        ({"pathname": "/:a(b)"}, "pathname", "b", "it has a wildcard or a regular expression"),
    ],
)
def test_value_that_a_url_cannot_have_raises(
    components: dict[str, str], name: str, value: str, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        URLPattern(**components).generate(name, {"a": value})


def test_reason_does_not_show_a_password() -> None:
    with pytest.raises(ValueError, match="a value does not fit the pattern"):
        URLPattern(password=":pw").generate("password", {})


@each_case(
    ("less", "more"),
    [
        ("*", ":a"),
        (":a", "(a)"),
        ("(a)", "a"),
        ("a*", "a"),
        (":a*", ":a?"),
        (":a?", ":a+"),
        (":a+", ":a"),
        ("/a/:b", "/a/:b/c"),
        ("/:a:b", "/:a"),
        ("/a", "/b"),
        ("{a:x}", "{b:x}"),
        ("{:x-}", "{:x.}"),
        ("(a)", "(b)"),
    ],
)
def test_order_is_by_type_then_modifier_then_text(less: str, more: str) -> None:
    """The order of Chromium, which web-platform-tests test (urlpattern-compare)."""
    left, right = URLPattern(pathname=less), URLPattern(pathname=more)
    assert URLPattern.compare_component("pathname", left, right) == -1
    assert URLPattern.compare_component("pathname", right, left) == 1


def test_names_of_groups_do_not_count() -> None:
    assert (
        URLPattern.compare_component(
            "pathname", URLPattern(pathname="/:a"), URLPattern(pathname="/:b")
        )
        == 0
    )
