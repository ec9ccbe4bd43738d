"""Components and how they are compiled (URL Pattern Standard 1.4 and 1.5)."""

from __future__ import annotations

import pytest

from urldom import URLPattern
from urldom._core.errors import Failure
from urldom.patterns._components import (
    Component,
    compile_component_of,
    hostname_pattern_is_an_ipv6_address,
)
from urldom.patterns._components import matches_a_special_scheme as matches_special


def compiled(
    name: str, text: str, protocol: str = "https", *, ignore_case: bool = False
) -> Component:
    return compile_component_of(
        name,
        text,
        compile_component_of("protocol", protocol, None, ignore_case=False),
        ignore_case=ignore_case,
    )


@pytest.mark.parametrize(
    ("protocol", "expected"),
    [
        ("https", True),
        ("file", True),
        ("*", True),
        ("http{s}?", True),
        ("x", False),
        ("httpx", False),
        ("ftp*", True),
    ],
)
def test_protocol_can_match_a_special_scheme(protocol: str, expected: bool) -> None:
    assert (
        matches_special(compile_component_of("protocol", protocol, None, ignore_case=False))
        is expected
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[::1]", True),
        ("{[::1]}", True),
        ("\\[::1]", True),
        ("[", False),
        ("a[", False),
        ("{a}", False),
        ("", False),
    ],
)
def test_ipv6_address_begins_with_a_bracket(text: str, expected: bool) -> None:
    assert hostname_pattern_is_an_ipv6_address(text) is expected


def test_segments_of_an_opaque_path_have_no_delimiter() -> None:
    assert compiled("pathname", "/:a", "https").matcher.spans("/x/y") is None
    assert compiled("pathname", "/:a", "x").matcher.spans("/x/y") == ((1, 4),)
    assert compiled("pathname", "/a/../b", "https").pattern_string == "/b"
    assert compiled("pathname", "/a/../b", "x").pattern_string == "/a/../b"
    assert compiled("hostname", ":a.b").matcher.spans("x.y.b") is None


def test_case_is_ignored_in_the_path_the_query_and_the_fragment() -> None:
    for name in ("pathname", "search", "hash"):
        component = compiled(name, "/Aé:g", ignore_case=True)
        assert component.matcher.test("/a%c3%a9X") and component.matcher.spans("/A%C3%A9xY") == (
            (8, 10),
        )
        assert not compiled(name, "/A").matcher.test("/a")
    for name in ("username", "password"):
        assert not compiled(name, "A", ignore_case=True).matcher.test("a")


def test_names_of_groups_are_listed() -> None:
    component = compiled("pathname", "/:a/*/:b(x)")
    assert (component.group_name_list, component.has_custom_names, component.has_regexp_groups) == (
        *(("a", "0", "b"), True, True),
    )
    component = compiled("pathname", "/*")
    assert (component.group_name_list, component.has_custom_names, component.has_regexp_groups) == (
        ("0",),
        False,
        False,
    )


def test_regular_expression_is_ecmascripts_with_the_flag_v() -> None:
    pytest.importorskip("corvus_regex_ecma262")
    with pytest.raises(
        Failure, match="a regular expression is invalid in JavaScript with the flag v: "
    ):
        compiled("pathname", "/([a--])")
    # With the flag v, `--` is the difference of two classes. A group of the expression has no name
    # of its own.
    component = compiled("pathname", r"/:a([[a-z]--b](?<c>x)?)")
    assert (
        component.matcher.spans("/a") == [(1, 2), (-1, -1)]
        and component.matcher.spans("/b") is None
    )
    assert URLPattern(pathname=r"/:a([[a-z]--b](?<c>x)?)").exec("https://h/ax").groups == {
        "a": "ax"
    }  # type: ignore[union-attr]
    assert compiled("pathname", "/(a)", ignore_case=True).matcher.test("/A")
