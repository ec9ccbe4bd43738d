"""The tokens of pattern strings (URL Pattern Standard 2.1.1 and 2.1.2)."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom import URLPattern
from urldom.patterns._parts import (
    PatternFailure,
    TokenizePolicy,
    is_valid_name_code_point,
    tokenize,
)


def tokens(text: str, policy: TokenizePolicy) -> list[tuple[str, int, str]]:
    return [(token.type, token.index, token.value) for token in tokenize(text, policy)]


@each_case("policy", ["strict", "lenient"])
@each_case(
    ("text", "expected"),
    [
        ("", [("end", 0, "")]),
        (
            r"/:ab?\:*",
            [
                *(
                    ("char", 0, "/"),
                    ("name", 1, "ab"),
                    ("other-modifier", 4, "?"),
                    ("escaped-char", 5, ":"),
                ),
                *(("asterisk", 7, "*"), ("end", 8, "")),
            ],
        ),
        (
            "{a}+",
            [
                ("open", 0, "{"),
                ("char", 1, "a"),
                ("close", 2, "}"),
                ("other-modifier", 3, "+"),
                ("end", 4, ""),
            ],
        ),
        ("(a(?:b))c", [("regexp", 0, "a(?:b)"), ("char", 8, "c"), ("end", 9, "")]),
        (r"(a\)b)", [("regexp", 0, r"a\)b"), ("end", 6, "")]),
        (r"(\\)", [("regexp", 0, r"\\"), ("end", 4, "")]),
        (r"(\()", [("regexp", 0, r"\("), ("end", 4, "")]),
        ("(a)(b)", [("regexp", 0, "a"), ("regexp", 3, "b"), ("end", 6, "")]),
        (":a1:b", [("name", 0, "a1"), ("name", 3, "b"), ("end", 5, "")]),
    ],
)
def test_text_has_the_tokens_of_the_standard(
    text: str, expected: list[tuple[str, int, str]], policy: TokenizePolicy
) -> None:
    assert tokens(text, policy) == expected


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("a\\", 1, [("char", 0, "a"), ("invalid-char", 1, "\\"), ("end", 2, "")]),
        (":1", 0, [("invalid-char", 0, ":"), ("char", 1, "1"), ("end", 2, "")]),
        ("a(b", 1, [("char", 0, "a"), ("invalid-char", 1, "("), ("char", 2, "b"), ("end", 3, "")]),
        ("()", 0, [("invalid-char", 0, "("), ("char", 1, ")"), ("end", 2, "")]),
        (
            "(?)",
            0,
            [
                ("invalid-char", 0, "("),
                ("other-modifier", 1, "?"),
                ("char", 2, ")"),
                ("end", 3, ""),
            ],
        ),
        (
            "((b))",
            0,
            [("invalid-char", 0, "("), ("regexp", 1, "b"), ("char", 4, ")"), ("end", 5, "")],
        ),
        ("(é)", 0, [("invalid-char", 0, "("), ("char", 1, "é"), ("char", 2, ")"), ("end", 3, "")]),
        (
            "(\\é)",
            0,
            [("invalid-char", 0, "("), ("escaped-char", 1, "é"), ("char", 3, ")"), ("end", 4, "")],
        ),
        ("(\\", 0, [("invalid-char", 0, "("), ("invalid-char", 1, "\\"), ("end", 2, "")]),
    ],
)
def test_tokenizing_error_raises_or_becomes_an_invalid_character(
    text: str, position: int, expected: list[tuple[str, int, str]]
) -> None:
    assert tokens(text, "lenient") == expected
    with pytest.raises(PatternFailure) as caught:
        tokenize(text, "strict")
    assert caught.value.position == position


def test_escaped_parenthesis_does_not_end_a_regular_expression() -> None:
    pytest.importorskip("corvus_regex_ecma262")
    assert URLPattern({"pathname": r"/(a\)b)"}).test("https://h/a)b")


@pytest.mark.parametrize(
    ("characters", "begins", "continues"),
    [
        ("aZé$_ªǅʰ中Ⅷ", True, True),  # and a letter of each category
        ("\u1885\u1886\u2118\u212e\u309b\u309c", True, True),  # Other_ID_Start
        ("0٣\u0301\u0903\u203f", False, True),  # Nd, Mn, Mc, Pc
        ("\u00b7\u0387\u1369\u1371\u19da\u30fb\uff65", False, True),  # Other_ID_Continue
        ("\u200c\u200d", False, True),  # the two joiners, which ECMAScript adds
        ("\u2e2f", False, False),  # a modifier letter with the property Pattern_Syntax
        ("-. /+²½", False, False),
    ],
)
def test_name_has_the_code_points_of_an_identifier(
    characters: str, begins: bool, continues: bool
) -> None:
    assert {is_valid_name_code_point(character, first=True) for character in characters} == {begins}
    assert {is_valid_name_code_point(character, first=False) for character in characters} == {
        continues
    }


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("a\\", "a backslash has no character after it", 1),
        (":", "a colon has no name after it (write \\: for a colon)", 0),
        ("a(", "a parenthesis is not closed", 1),
        ("(a\\", "a parenthesis is not closed", 0),
        ("(?a)", "a regular expression cannot begin with a question mark", 0),
        ("()", "a regular expression cannot be empty", 0),
        ("((a))", "a regular expression cannot contain a capturing group: write (?:...)", 0),
        ("(\xe9)", "a regular expression can contain only ASCII, not '\xe9'", 0),
    ],
)
def test_error_has_its_reason_and_position(text: str, reason: str, position: int) -> None:
    with pytest.raises(PatternFailure) as caught:
        tokenize(text, "strict")
    assert (caught.value.reason, caught.value.position) == (reason, position)
    assert tokenize(text, "lenient")[position].type == "invalid-char"
