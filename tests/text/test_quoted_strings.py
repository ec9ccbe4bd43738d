"""Quoted strings in the values of headers."""

from __future__ import annotations

from urldom._text.quoted_strings import end_of_quoted, unescape


def test_escaped_quotation_mark_does_not_end_a_string():
    assert end_of_quoted(r'"a\"b";', 1) == 5
    assert end_of_quoted('"ab', 1) == 3


def test_backslashes_are_removed():
    assert (unescape(r"a\"b"), unescape("a\\"), unescape(r"\\")) == ('a"b', "a\\", "\\")
