"""Part lists as regular expressions and as pattern strings (URL Pattern Standard 2.2 and 2.3)."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom.patterns._parts import (
    DEFAULT_OPTIONS,
    PATHNAME_OPTIONS,
    Modifier,
    Part,
    escape_pattern_string,
    generate_pattern_string,
    generate_regular_expression,
    parse_pattern_string,
)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        # URL Pattern Standard 2.2, step 3.1
        (Part("fixed-text", "a.b", "none"), r"^a\.b$"),
        (Part("fixed-text", "ab", "optional"), "^(?:ab)?$"),
        (Part("fixed-text", "ab", "zero-or-more"), "^(?:ab)*$"),
        # step 3.7
        (Part("regexp", "x", "none", "a"), "^(x)$"),
        (Part("full-wildcard", "", "optional", "a"), "^(.*)?$"),
        (Part("segment-wildcard", "", "one-or-more", "a"), r"^((?:[^\/]+?)+)$"),
        (Part("regexp", "x", "zero-or-more", "a"), "^((?:x)*)$"),
        # step 3.8
        (Part("regexp", "x", "none", "a", "/"), r"^(?:\/(x))$"),
        (Part("regexp", "x", "optional", "a", "", "+"), r"^(?:(x)\+)?$"),
        # steps 3.9 to 3.17
        (Part("regexp", "x", "one-or-more", "a", "/", "."), r"^(?:\/((?:x)(?:\.\/(?:x))*)\.)$"),
        (Part("regexp", "x", "zero-or-more", "a", "/"), r"^(?:\/((?:x)(?:\/(?:x))*))?$"),
    ],
)
def test_part_becomes_the_expression_of_the_standard(part: Part, expected: str) -> None:
    assert generate_regular_expression([part], PATHNAME_OPTIONS) == expected


#: Pattern strings of pathnames.
PATHNAMES = [
    *(
        "",
        "a",
        "*",
        "/*",
        "{a}?",
        "{a}*",
        "{a}+",
        ":a",
        "/:a",
        "/:a?",
        ":a-",
        "/:a(b)c",
        "(x)",
        "{(x)y}",
        "{x:a}",
    ),
    *(
        "{:a}b",
        "{:a}1",
        ":a.",
        ":a:b",
        "{:a}(b)",
        "{:a}{b}?",
        "{:a.}b",
        ":a(.*)",
        "*(.*)",
        "/{*}",
        "/{:a}",
        "{x:a\\b}",
    ),
    *(
        "{x:a-}",
        "{/:a/}",
        ":a*",
        "/:a+",
        "/*?",
        "a/{:b}",
        "a{/:b}?",
        "/{:a}{b:c}",
        "a{:b}?",
        "{x*}",
        ":a/:b",
    ),
]


@each_case("text", PATHNAMES)
def test_written_pattern_string_has_the_same_parts(text: str) -> None:
    parts = parse_pattern_string(text, PATHNAME_OPTIONS, str)
    written = generate_pattern_string(parts, PATHNAME_OPTIONS)
    assert parse_pattern_string(written, PATHNAME_OPTIONS, str) == parts


@each_case(
    ("text", "expected"),
    [
        ("{a}b", "ab"),
        ("{*}", "*"),
        ("(.*)", "*"),
        ("{:a}?", ":a?"),
        ("{/:a}", "/:a"),
        ("{:a}b", "{:a}b"),
        ("{:a}-", ":a-"),
        ("{:a}(b)", "{:a}(b)"),
        (":a{b}?", "{:a}{b}?"),
        ("/{:a}", "/{:a}"),
        ("b{:a}", "b:a"),
        ("/{:a}?", "/{:a}?"),
        ("*{*}", "*(.*)"),
        ("{a}?{*}", "{a}?*"),
        ("{*}?{*}", "*?*"),
        ("/{*}", "/{*}"),
        (r"([^\/]+?)", r"([^\/]+?)"),
        (r"{x:a\b}", r"{x:a\b}"),
        ("{x:a-}", "{x:a-}"),
        (":a(b)c", ":a(b)c"),
        ("*/:x(.*)", "*/:x(.*)"),
    ],
)
def test_pattern_string_is_normalized(text: str, expected: str) -> None:
    """By hand, from the steps of *generate a pattern string* (URL Pattern Standard 2.3)."""
    assert (
        generate_pattern_string(parse_pattern_string(text, PATHNAME_OPTIONS, str), PATHNAME_OPTIONS)
        == expected
    )


@pytest.mark.parametrize(
    ("modifier", "expected"), [("none", "a:b"), ("optional", "{/:b}?"), ("one-or-more", "{/:b}+")]
)
def test_prefix_is_in_braces_if_it_is_not_the_prefix_code_point(
    modifier: Modifier, expected: str
) -> None:
    prefix = "" if modifier == "none" else "/"
    parts = [Part("fixed-text", "a", "none"), Part("segment-wildcard", "", modifier, "b", prefix)]
    assert (
        generate_pattern_string(parts if modifier == "none" else parts[1:], DEFAULT_OPTIONS)
        == expected
    )


def test_syntax_characters_of_patterns_are_escaped() -> None:
    assert escape_pattern_string("a+*?:{}()\\/#") == "a\\+\\*\\?\\:\\{\\}\\(\\)\\\\/#"
