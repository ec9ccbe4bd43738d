"""The parts of pattern strings (URL Pattern Standard 2.1.3 to 2.1.5)."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom.patterns import URLPattern
from urldom.patterns._parts import (
    DEFAULT_OPTIONS,
    HOSTNAME_OPTIONS,
    PATHNAME_OPTIONS,
    Options,
    Part,
    PatternFailure,
    escape_regexp_string,
    parse_pattern_string,
    segment_wildcard_regexp,
)


def fixed(text: str, modifier: str = "none") -> Part:
    return Part("fixed-text", text, modifier)  # type: ignore[arg-type]


@each_case(
    ("text", "expected"),
    [
        ("", []),
        ("{}", []),
        ("{}?", []),
        ("ab", [fixed("AB")]),
        ("{a}b", [fixed("AB")]),
        ("{a}?b", [fixed("A", "optional"), fixed("B")]),
        (r"\:a", [fixed(":A")]),
        ("/:id?", [Part("segment-wildcard", "", "optional", "id", "/")]),
        ("/a:b", [fixed("/A"), Part("segment-wildcard", "", "none", "b")]),
        ("a/:b", [fixed("A"), Part("segment-wildcard", "", "none", "b", "/")]),
        ("/(b)+", [Part("regexp", "b", "one-or-more", "0", "/")]),
        ("a*", [fixed("A"), Part("full-wildcard", "", "none", "0")]),
        ("/**", [Part("full-wildcard", "", "zero-or-more", "0", "/")]),
        ("(.*)", [Part("full-wildcard", "", "none", "0")]),
        (r"([^\/]+?)", [Part("segment-wildcard", "", "none", "0")]),
        (r"([^.]+?)", [Part("regexp", "[^.]+?", "none", "0")]),
        (":a(.*)", [Part("full-wildcard", "", "none", "a")]),
        (
            "*:x{*}",
            [
                Part("full-wildcard", "", "none", "0"),
                Part("segment-wildcard", "", "none", "x"),
                Part("full-wildcard", "", "none", "1"),
            ],
        ),
        (
            r"/a{b\c:c(d)e}+f",
            [fixed("/A"), Part("regexp", "d", "one-or-more", "c", "BC", "E"), fixed("F")],
        ),
        (
            "{/:a}{/*}?",
            [
                Part("segment-wildcard", "", "none", "a", "/"),
                Part("full-wildcard", "", "optional", "0", "/"),
            ],
        ),
    ],
)
def test_pattern_string_has_the_parts_of_the_standard(text: str, expected: list[Part]) -> None:
    assert parse_pattern_string(text, PATHNAME_OPTIONS, str.upper) == expected


def test_only_the_prefix_code_point_is_a_prefix() -> None:
    for options in (DEFAULT_OPTIONS, HOSTNAME_OPTIONS):
        assert parse_pattern_string("/:a", options, str) == [
            fixed("/"),
            Part("segment-wildcard", "", "none", "a"),
        ]
    assert parse_pattern_string(".:a", Options("", "."), str) == [
        Part("segment-wildcard", "", "none", "a", ".")
    ]


def test_segment_ends_at_the_delimiter() -> None:
    assert segment_wildcard_regexp(DEFAULT_OPTIONS) == "[^]+?"
    assert segment_wildcard_regexp(HOSTNAME_OPTIONS) == r"[^\.]+?"
    assert segment_wildcard_regexp(PATHNAME_OPTIONS) == r"[^\/]+?"


def test_syntax_characters_of_regular_expressions_are_escaped() -> None:
    assert escape_regexp_string(r"a.+*?^${}()[]|/\-") == r"a\.\+\*\?\^\$\{\}\(\)\[\]\|\/\\-"


@pytest.mark.parametrize(
    ("text", "position"), [("ab\x01{c}?", 0), ("{ab\x01}?", 0), ("x:a{\x01:b}", 3), ("{:b\x01}", 0)]
)
def test_error_of_the_encoding_callback_has_the_position_of_its_text(
    text: str, position: int
) -> None:
    def refuse(value: str) -> str:
        if "\x01" in value:
            from urldom._core.errors import Failure

            raise Failure("refused")
        return value

    with pytest.raises(PatternFailure, match="refused") as caught:
        parse_pattern_string(text, DEFAULT_OPTIONS, refuse)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("{a", "a brace is not closed", 2),
        ("{", "a brace is not closed", 1),
        ("{:a\\b", "a brace is not closed", 5),
        ("{:ab c", "a brace is not closed", 6),
        ("}", "a closing brace has no opening brace", 0),
        ("{{a}}", "braces cannot be nested", 1),
        ("{:a:b}", "braces can contain only one group", 3),
        ("{*(a)}", "braces can contain only one group", 2),
        (
            "a+",
            (
                "a modifier must follow a group or braces (write a backslash before it for the"
                " character itself)"
            ),
            1,
        ),
        (
            "{a:b*c",
            (
                "an asterisk is not allowed here: it is a wildcard, or a modifier after a group or"
                " braces"
            ),
            4,
        ),
        (":a:a", "two groups have this name", 2),
    ],
)
def test_unexpected_token_has_a_reason_and_a_position(
    text: str, reason: str, position: int
) -> None:
    with pytest.raises(ValueError) as caught:
        URLPattern(pathname=text)
    assert str(caught.value).endswith(f": {reason}, at {position}")
