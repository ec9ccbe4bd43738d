"""The value sanitization algorithms (HTML Standard 4.10.5.1)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.forms.helpers import page_of
from tests.trees.parsers import parse_xml
from urldom.trees import document
from urldom.trees._forms.values import (
    normalize_newlines,
    number_text,
    parse_non_negative_integer,
    parse_number,
    strip_newlines,
    wrap,
)


def value(kind, text, **attributes):
    html = parse_xml("<html><form><input name='a'/></form></html>")
    for name, given_value in {"type": kind, "value": text, **attributes}.items():
        html[0][0].set(name, given_value)
    (form,) = document(html, "http://h/").forms()
    return form.controls[0].value


@each_case(
    ("kind", "text", "attributes", "expected"),
    [
        *[(kind, " a\r\nb\n ", {}, " ab ") for kind in ("text", "search", "tel", "password")],
        ("url", " a\nb ", {}, "ab"),
        ("email", " a@b \n", {}, "a@b"),
        ("email", " a , b,, c ", {"multiple": ""}, "a,b,,c"),
        *[("number", text, {}, text) for text in ("1", "-1.5", ".5", "1e3", "1E-3", "-0", "00")],
        *[("number", text, {}, "") for text in ("", " 1", "+1", "1.", "1e", "0x1", "1e999", "\u0661", "Infinity")],
        ("range", "", {}, "50"),
        ("range", "7", {}, "7"),
        ("range", "7.4", {}, "7.4"),
        ("range", "7.4", {"min": "0"}, "7"),
        ("range", "7.5", {"min": "0"}, "8"),
        ("range", "-1", {}, "0"),
        ("range", "101", {}, "100"),
        ("range", "7.5", {"step": "any"}, "7.5"),
        ("range", "4", {"step": "5"}, "4"),
        ("range", "4", {"min": "1", "step": "5"}, "6"),
        ("range", "100", {"min": "1", "step": "5"}, "96"),
        ("range", "x", {"min": "10", "max": "5"}, "10"),
        ("range", "x", {"min": "0", "max": "1", "step": "0.1"}, "0.5"),
        ("range", "0.26", {"min": "0", "max": "1", "step": "0.1"}, "0.3"),
        # An underflow becomes the minimum, and an overflow the maximum, unless it is less than the
        # minimum.
        ("range", "20", {"min": "10", "max": "5"}, "20"),
        ("range", "7", {"min": "10", "max": "5"}, "10"),
        ("range", "5", {"min": "5", "max": "5"}, "5"),
        ("range", "9", {"min": "5", "max": "5"}, "5"),
        ("range", "", {"min": "-10", "max": "20"}, "5"),
        ("range", "", {"min": " 10x", "max": "+30y"}, "20"),
        ("range", "-0", {}, "-0"),
        ("range", "1e1", {}, "1e1"),
        ("range", "1e2000", {}, "50"),
        # The step base is the minimum, the value attribute or 0, in this order. "any" has no steps.
        ("range", "7.4", {"min": "0.4"}, "7.4"),
        ("range", "7.5", {"min": "0", "step": "ANY"}, "7.5"),
        ("range", "7.5", {"min": "0", "step": "anything"}, "8"),
        ("range", "7.5", {"min": "0", "step": "0"}, "8"),
        ("range", "7.5", {"min": "0", "step": "-2"}, "8"),
        ("range", "7.5", {"min": "0", "step": "2"}, "8"),
        ("range", "7.4", {"min": "0", "step": "0.5"}, "7.5"),
        ("range", "-7.5", {"min": "-10"}, "-7"),
        ("range", "3", {"min": "0", "max": "4", "step": "2"}, "4"),
        ("range", "3", {"min": "0", "max": "3", "step": "2"}, "2"),
        ("range", "0.5", {"min": "0", "max": "1", "step": "5"}, "0"),
        ("range", "x", {"min": "1", "max": "2", "step": "4"}, "1"),
        ("range", "x", {"min": "0", "max": "0.0000002", "step": "any"}, "1e-7"),
        ("range", "x", {"min": "1e21", "max": "1e21"}, "1e+21"),
        ("range", "x", {"min": "0", "max": "1e21"}, "500000000000000000000"),
        ("color", "#ABCDEF", {}, "#abcdef"),
        ("color", "#123456", {}, "#123456"),
        ("color", "#7890Ab", {}, "#7890ab"),
        ("color", "#12345", {}, "#000000"),
        ("color", "#12345g", {}, "#000000"),
        ("color", "#abcde", {}, "#000000"),
        ("color", "#abc", {}, "#aabbcc"),
        ("color", "rgb(127.5 300 -1)", {}, "#80ff00"),
        ("color", "rgb(none 0 255)", {}, "#0000ff"),
        ("color", "currentcolor", {}, "#000000"),
        ("color", "red", {}, "#ff0000"),
        ("color", "rgb(1 2 3 / 50%)", {}, "#010203"),
        ("color", "no", {}, "#000000"),
        ("color", "", {}, "#000000"),
        *[("date", text, {}, text) for text in ("2024-02-29", "0001-01-01", "12345-12-31")],
        *[("date", text, {}, "") for text in ("2023-02-29", "0000-01-01", "2023-1-01", "2023-13-01", " 2023-01-01")],
        *[("date", text, {}, "") for text in ("2023-01-32", "1900-02-29", "2023-01-00")],
        ("date", "2000-02-29", {}, "2000-02-29"),
        ("month", "2024-12", {}, "2024-12"),
        *[("month", text, {}, "") for text in ("2024-13", "2024-00", "0000-01", "2024-1", "2024-01-01", "999-01")],
        *[("date", text, {}, text) for text in ("10000-02-29", "2023-04-30", "2023-12-31", "0004-02-29")],
        *[("date", text, {}, "") for text in ("2023-04-31", "10100-02-29", "0000-02-29", "2023-00-01", "x2023-01-01")],
        *[("week", text, {}, "") for text in ("2020-W54", "0000-W01", "2020-W1", "2020-W01-1", "999-W01")],
        *[("week", text, {}, text) for text in ("2026-W53", "10020-W53")],
        *[("week", text, {}, text) for text in ("2020-W53", "2024-W52", "2015-W53", "0004-W53")],
        *[("week", text, {}, "") for text in ("2021-W53", "2024-W00", "2024-W53", "2024W01")],
        *[("time", text, {}, text) for text in ("00:00", "23:59:59", "12:00:00.5", "12:00:00.123")],
        *[("time", text, {}, "") for text in ("24:00", "12:60", "12:00:60", "12:00:00.1234", "1:00")],
        ("datetime-local", "2024-01-01 10:00:00.500", {}, "2024-01-01T10:00:00.5"),
        ("datetime-local", "2024-01-01T10:00:00", {}, "2024-01-01T10:00"),
        ("datetime-local", "2024-01-01T10:00:00.000", {}, "2024-01-01T10:00"),
        ("datetime-local", "2024-01-01T10:00:01", {}, "2024-01-01T10:00:01"),
        ("datetime-local", "2024-01-01T10:00:00.010", {}, "2024-01-01T10:00:00.01"),
        ("datetime-local", "2024-01-01T10:00:10.000", {}, "2024-01-01T10:00:10"),
        *[("datetime-local", f"2024-01-01{rest}", {}, "") for rest in ("", "T", "t10:00", "  10:00", "T10:00 ")],
        *[("datetime-local", f"{day}T10:00", {}, "") for day in ("2023-02-29", "0000-01-01", "")],
        ("datetime", "2024", {}, "2024"),
    ],
)  # fmt: skip
def test_values_are_sanitized(kind, text, attributes, expected):
    assert value(kind, text, **attributes) == expected


KINDS = [
    "text",
    "url",
    "email",
    "number",
    "range",
    "color",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
]


@given(
    st.sampled_from(KINDS), st.text("0123456789-+.:TWe# a\n,", max_size=20) | st.text(max_size=10)
)
def test_sanitizing_a_sanitized_value_changes_nothing(kind, text):
    try:
        once = value(kind, text)
    except ValueError:  # The value contains a character that is invalid in XML.
        return
    assert value(kind, once) == once


@each_case("kind", KINDS)
@each_case(
    "text", ["1" * 200_000, "(" * 200_000, "1e" + "9" * 5000, "9" * 5000 + "-01-01", "-" * 200_000]
)
def test_long_values_take_linear_time(kind, text):
    assert isinstance(value(kind, text, min=text, max=text, step=text), str)


def test_long_word_is_wrapped_in_linear_time():
    text = "a" * 200_000
    page = page_of(f"<form><textarea name=a wrap=hard cols=1>{text}</textarea>")
    assert page.submission(next(page.forms())).entries[0][1] == "\n".join(text)


@each_case(
    ("text", "number"),
    [(None, None), ("", None), ("x", None), ("-1", None), ("-01", None), ("+", None), ("--0", None), ("0", 0),
     ("-0", 0), ("-00x", 0), ("007", 7), (" \t\n\f\r+12px", 12), ("\x0b1", None), ("1" * 18, int("1" * 18)),
     ("1" * 19, 10**18), ("0" * 30 + "5", 5)],
)  # fmt: skip
def test_non_negative_integers_are_parsed(text, number):
    """HTML Standard 2.3.4.2. An integer of more than 18 digits counts as 10**18."""
    assert parse_non_negative_integer(text) == number


@each_case(
    ("text", "number"),
    [(None, None), ("", None), ("-", None), (".", None), ("1.", 1.0), ("+.5", 0.5), (" -1.5e1x", -15.0), ("1e", 1.0),
     ("1e+", 1.0), ("1E-1", 0.1), ("e1", None), ("1e999", None), ("\u0661", None)],
)  # fmt: skip
def test_floating_point_numbers_are_parsed(text, number):
    """HTML Standard 2.3.4.3, "rules for parsing floating-point number values"."""
    assert parse_number(text) == number


@each_case(
    ("number", "text"),
    [(0.0, "0"), (-0.0, "0"), (100.0, "100"), (-1.5, "-1.5"), (0.1, "0.1"), (1e20, "100000000000000000000"),
     (1e21, "1e+21"), (1.25e22, "1.25e+22"), (0.000001, "0.000001"), (1e-7, "1e-7"), (-1.5e-7, "-1.5e-7"),
     (123456789.125, "123456789.125")],
)  # fmt: skip
def test_number_has_the_text_of_ecmascript(number, text):
    """ECMAScript, Number::toString."""
    assert number_text(number) == text


@each_case(
    ("text", "width", "lines"),
    [
        ("", 3, ""),
        ("ab", 3, "ab"),
        ("abc", 3, "abc"),
        ("abcd", 3, "abc\nd"),
        ("abcdefg", 3, "abc\ndef\ng"),
        ("ab cd", 3, "ab \ncd"),
        ("a b c d", 3, "a b \nc d"),
        ("a  b", 2, "a  \nb"),
        ("  ab", 3, "  \nab"),
        ("a abcde", 3, "a \nabc\nde"),
        ("abc   ", 3, "abc   "),
        ("ab\n\ncd", 1, "a\nb\n\nc\nd"),
    ],
)
def test_text_is_wrapped_after_spaces(text, width, lines):
    assert wrap(text, width) == lines


def test_newlines_are_normalized_and_stripped():
    assert normalize_newlines("a\r\nb\rc\n\rd") == "a\nb\nc\n\nd"
    assert strip_newlines("a\rb\nc\r\nd") == "abcd"
    assert strip_newlines("a\rb") == strip_newlines("a\nb") == "ab"
