"""The result of a match: its inputs, the text and the groups of each component."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from typing import Any
from unittest.mock import ANY

import pytest

from tests.patterns.test_pattern import ADDRESS, COMPONENTS, PATTERN, each_copy, result_of
from urldom.patterns import URLPattern
from urldom.patterns._pattern import URLPatternResult


def test_result_has_the_inputs_and_each_component() -> None:
    result = result_of(PATTERN, "7", "https://www.example.com/user/1")
    assert result.inputs == ("7", "https://www.example.com/user/1")
    assert result.hostname == ("www.example.com", {"0": "www"})
    assert result.pathname == ("/user/7", {"id": "7"})
    assert {name: getattr(result, name).input for name in COMPONENTS} == {
        **dict.fromkeys(COMPONENTS, ""),
        "protocol": "https",
        "hostname": "www.example.com",
        "pathname": "/user/7",
    }
    assert result_of(URLPattern(pathname="/a/:b?"), "http://h/a").pathname.groups == {"b": None}


@each_copy
def test_copy_of_a_result_is_equal(duplicate: Callable[[Any], Any]) -> None:
    for arguments in [
        (ADDRESS,),
        ("7", "https://www.example.com/user/1"),
        ({"pathname": "user/7", "baseURL": ADDRESS},),
    ]:
        pattern = URLPattern(pathname="*/:id")
        result = result_of(pattern, *arguments)
        copied = duplicate(result)
        assert copied == result
        assert (copied.inputs, copied.groups, copied.hash) == (
            result.inputs,
            result.groups,
            result.hash,
        )
    assert result_of(PATTERN, ADDRESS) != result_of(URLPattern(), ADDRESS)
    assert result_of(PATTERN, ADDRESS) != 5


@pytest.mark.parametrize("text", ["https://u:p@h.example:81/a/b?q#f", "https://h.example/a/b?q#f"])
def test_components_after_the_path_are_read_when_they_are_asked_for(text: str) -> None:
    result = result_of(URLPattern(pathname="/:a/*"), text)
    assert (result.search, result.hash) == (("q", {"0": "q"}), ("f", {"0": "f"}))
    assert (result.pathname, result.hostname.input) == (("/a/b", {"a": "a", "0": "b"}), "h.example")


def test_groups_are_the_named_ones_of_all_components() -> None:
    pattern = URLPattern("https://:a.example/:b/:c?\\?:a#:d")
    assert result_of(pattern, "https://x.example/y?w#v").groups == {
        "a": "w",
        "b": "y",
        "c": None,
        "d": "v",
    }
    assert result_of(URLPattern(), ADDRESS).groups == {}


def test_repr_has_the_inputs_and_the_groups() -> None:
    assert (
        repr(result_of(PATTERN, ADDRESS))
        == f"URLPatternResult(inputs=({ADDRESS!r},), groups={{'id': '7'}})"
    )
    mapping = {"password": "secret", "username": "u"}
    assert repr(result_of(URLPattern(), mapping)) == (
        "URLPatternResult(inputs=({'password': '***', 'username': 'u'},), groups={})"
    )
    relative = {"pathname": "/x", "baseURL": "https://u:secret@h/"}
    assert "'baseURL': 'https://u:***@h/'" in repr(result_of(URLPattern(), relative))
    assert (
        repr(result_of(URLPattern(), {"password": ""}))
        == "URLPatternResult(inputs=({'password': ''},), groups={})"
    )
    assert (
        "x"
        not in repr(
            result_of(URLPattern(password=":pw", pathname="/:a"), "https://u:x@h/b")
        ).partition("groups")[2]
    )


def test_results_are_equal_if_their_inputs_and_patterns_are_equal() -> None:
    assert result_of(URLPattern(), ADDRESS) == result_of(URLPattern(), ADDRESS)
    assert result_of(URLPattern(), ADDRESS) != result_of(URLPattern(), f"{ADDRESS}x")


def test_object_of_another_type_decides_itself_whether_it_is_equal() -> None:
    assert result_of(PATTERN, ADDRESS) == ANY
    assert result_of(PATTERN, ADDRESS) != ADDRESS


def test_example_of_each_component_is_right() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    for name in COMPONENTS:
        example = parser.get_doctest(getattr(URLPatternResult, name).__doc__, {}, name, None, None)
        assert len(example.examples) == 4
        assert runner.run(example) == (0, 4)
        with pytest.raises(AttributeError, match="a result is immutable"):
            setattr(result_of(PATTERN, ADDRESS), name, "x")
