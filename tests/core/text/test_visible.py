"""Text on a terminal."""

from __future__ import annotations

from urldom._core.text.unicode import visible, width


def test_characters_that_do_not_print_are_escaped():
    assert (visible("a\tb"), visible("é")) == (r"a\tb", "é")


def test_wide_characters_have_two_cells_and_marks_none():
    assert (width("ab"), width("é漢"), width("e\u0301")) == (2, 3, 1)
