"""HTML5 2.6.4, URL manipulation and creation."""

import pytest
from hypothesis import given

from tests.strategies import any_text
from urldom import fragment_escape, is_valid_url

# The section's own list
LISTED = {*range(0x21), 0x22, 0x23, 0x25, 0x3C, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x7B, 0x7C, 0x7D}


@pytest.mark.parametrize("code_point", range(0x80))
def test_every_ascii_character(code_point):
    character = chr(code_point)
    assert fragment_escape(character) == (f"%{code_point:02X}" if code_point in LISTED else character)


def test_every_occurrence_and_nothing_twice():
    assert fragment_escape("##a##") == "%23%23a%23%23"
    assert fragment_escape("%20") == "%2520"
    assert fragment_escape("") == ""


@given(any_text)
def test_other_characters_are_left(text):
    escaped = fragment_escape(text)
    assert [character for character in escaped if ord(character) >= 0x7F] == [
        character for character in text if ord(character) >= 0x7F
    ]


def test_the_outcome_of_printable_ascii_stands_in_a_fragment():
    # "This escapes any ASCII characters that are not valid in the URI <fragment> production" (all but ` and DEL).
    text = "".join(map(chr, range(0x7F))).replace("`", "")
    assert is_valid_url(f"#{fragment_escape(text)}", standard="rfc3986")
