"""The conversion of pieces to a `ParsedURL`."""

from __future__ import annotations

import pytest

from urldom import ParsedURL
from urldom._core.values.pieces import components
from urldom._core.values.value_of_pieces import parsed_url

PIECES = [
    (
        ("http:", "//", "u:p@", "h", ":8", "/p", "?q", "#f", None),
        ("http", "u:p", "h", "8", "/p", "q", "f"),
    ),
    (("http:", "//", "@", "", ":", "", "?", "#", None), ("http", "", "", "", "", "", "")),
    (("x:", "", "", "", "", "p", "", "", "x:p"), ("x", None, None, None, "p", None, None)),
    (("x:", "/.", "", "", "", "//p", "", "", None), ("x", None, None, None, "//p", None, None)),
    (("", "//", "", "h", "", "", "", "", None), (None, None, "h", None, "", None, None)),
    (("", "", "", "", "", "", "", "", None), (None, None, None, None, "", None, None)),
]


@pytest.mark.parametrize(("pieces", "expected"), PIECES)
def test_delimiters_are_removed_and_empty_pieces_are_absent(pieces, expected):
    made = parsed_url(pieces)
    assert made == ParsedURL(*expected) and type(made) is ParsedURL
    assert components(pieces) == expected


def test_value_is_immutable():
    made = parsed_url(PIECES[0][0])
    with pytest.raises(AttributeError):
        made.path = "/"
