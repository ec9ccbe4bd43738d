"""The value sanitization algorithms (HTML Standard 4.10.5.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trees.forms.helpers import page_of
from tests.trees.parsers import parse_xml
from urldom.trees import document


def value(kind, text, **attributes):
    html = parse_xml("<html><form><input name='a'/></form></html>")
    for name, given_value in {"type": kind, "value": text, **attributes}.items():
        html[0][0].set(name, given_value)
    (form,) = document(html, "http://h/").forms()
    return form.controls[0].value


@pytest.mark.parametrize(
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
        ("color", "#ABCDEF", {}, "#abcdef"),
        ("color", "red", {}, "#ff0000"),
        ("color", "rgb(1 2 3 / 50%)", {}, "#010203"),
        ("color", "no", {}, "#000000"),
        ("color", "", {}, "#000000"),
        *[("date", text, {}, text) for text in ("2024-02-29", "0001-01-01", "12345-12-31")],
        *[("date", text, {}, "") for text in ("2023-02-29", "0000-01-01", "2023-1-01", "2023-13-01", " 2023-01-01")],
        *[("date", text, {}, "") for text in ("2023-01-32", "1900-02-29", "2023-01-00")],
        ("date", "2000-02-29", {}, "2000-02-29"),
        ("month", "2024-12", {}, "2024-12"),
        ("month", "2024-13", {}, ""),
        *[("week", text, {}, text) for text in ("2020-W53", "2024-W52", "2015-W53", "0004-W53")],
        *[("week", text, {}, "") for text in ("2021-W53", "2024-W00", "2024-W53", "2024W01")],
        *[("time", text, {}, text) for text in ("00:00", "23:59:59", "12:00:00.5", "12:00:00.123")],
        *[("time", text, {}, "") for text in ("24:00", "12:60", "12:00:60", "12:00:00.1234", "1:00")],
        ("datetime-local", "2024-01-01 10:00:00.500", {}, "2024-01-01T10:00:00.5"),
        ("datetime-local", "2024-01-01T10:00:00", {}, "2024-01-01T10:00"),
        ("datetime-local", "2024-01-01T10:00:00.000", {}, "2024-01-01T10:00"),
        ("datetime-local", "2024-01-01T10:00:01", {}, "2024-01-01T10:00:01"),
        ("datetime-local", "2024-01-01", {}, ""),
        ("datetime", "2024", {}, "2024"),
    ],
)  # fmt: skip
def test_values_are_sanitized(kind, text, attributes, expected):
    assert value(kind, text, **attributes) == expected


KINDS = ["text", "url", "email", "number", "range", "color", "date", "month", "week", "time", "datetime-local"]


@given(st.sampled_from(KINDS), st.text("0123456789-+.:TWe# a\n,", max_size=20) | st.text(max_size=10))
def test_sanitizing_a_sanitized_value_changes_nothing(kind, text):
    try:
        once = value(kind, text)
    except ValueError:  # The value contains a character that is invalid in XML.
        return
    assert value(kind, once) == once


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text", ["1" * 200_000, "(" * 200_000, "1e" + "9" * 5000, "9" * 5000 + "-01-01", "-" * 200_000]
)
def test_long_values_take_linear_time(kind, text):
    assert isinstance(value(kind, text, min=text, max=text, step=text), str)


def test_long_word_is_wrapped_in_linear_time():
    text = "a" * 200_000
    page = page_of(f"<form><textarea name=a wrap=hard cols=1>{text}</textarea>")
    assert page.submission(next(page.forms())).entries[0][1] == "\n".join(text)
