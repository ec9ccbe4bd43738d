"""Nameprep (RFC 3491) and ToASCII (RFC 3490), compared with the standard library."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from encodings import idna as reference
from functools import partial
from itertools import chain
from string import ascii_letters, digits
from urllib.parse import unquote_to_bytes as percent_decode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.core.text.reference import to_ascii as literally
from tests.fresh import fresh
from urldom._core.errors import Failure
from urldom._core.text import filling_table
from urldom._core.text.idna2003 import (
    decode_escapes,
    find_escaped_or_to_be_escaped,
    nameprep,
    to_ascii,
)

# Planes 0 to 2 without most of the CJK ideographs and Hangul syllables, the assigned characters of
# plane 14, and the first and last code points of planes 3 to 16
ALIKE = [
    range(0x3500, 0x4DB0),
    range(0x4F00, 0x9FA0),
    range(0xAD00, 0xD700),
    range(0x20100, 0x2A600),
]
SKIPPED = {code_point for alike in ALIKE for code_point in alike if code_point % 16}
CODE_POINTS = [one for one in chain(range(0x30000), range(0xE0000, 0xE0200)) if one not in SKIPPED]
CODE_POINTS += [
    plane + last
    for plane in range(0x30000, 0x110000, 0x10000)
    for last in (0, 0xFFFD, 0xFFFE, 0xFFFF)
]

# Letters of some scripts, and characters with special rules in labels
ALPHABET = (
    "abxAB019-_. éÉüßſıİåÅжЖщςΣάגאبلا٣کกำだか゛ﾞｶー中金각가각"
    "\u0300\u0301\u0323\u0327\u0345\u0344\u0958\u09be\u09c7\u093c\u1b05\u1b35\U000110a5\U000110ba\u00ad\u200c\u200d\ufe0f"
    "\u0221\u2126\u212b\u2024\u3000\u3002\uff0e\uff61\ufb01\ufdfa\ufb1d\U0002f868\U0001d400\u10a0\u1e9e\U0001f600\ue000"
    "\ufffd\ud800"
)
texts = st.one_of(
    st.text(ALPHABET, max_size=12),
    st.text(max_size=12),
    st.text(ALPHABET, min_size=50, max_size=90),
)

decode_unescaped = partial(decode_escapes, find_rejected=find_escaped_or_to_be_escaped)


def prepared(label, prepare):
    try:
        return prepare(label)
    except (Failure, UnicodeError):
        return None


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.full)])
def test_code_points_match_the_standard_library(step):
    for code_point in CODE_POINTS[::step]:
        character = chr(code_point)
        assert prepared(character, nameprep) == prepared(character, reference.nameprep), ascii(
            character
        )


def test_plain_characters_do_not_depend_on_their_neighbours(monkeypatch):
    monkeypatch.setattr(filling_table, "TABLE_SIZE", 0x110000)
    idna2003 = fresh("urldom._core.text.idna2003")
    # The characters that Normalization Form KC can compose with the character before them
    second = set()
    for code_point in range(0x110000):
        decomposition = unicodedata.decomposition(chr(code_point)).split()
        if len(decomposition) == 2 and not decomposition[0].startswith("<"):
            second.add(chr(int(decomposition[1], 16)))
    second.update(map(chr, chain(range(0x1161, 0x1176), range(0x11A8, 0x11C3))))
    found = 0
    for code_point in CODE_POINTS:
        character = chr(code_point)
        with suppress(Failure):
            idna2003.nameprep(character)
        if not character.isascii() and character in idna2003.PLAIN:
            found += 1
            assert character not in second
            assert unicodedata.combining(character) == 0
            assert reference.nameprep(character) == character
    assert found > 10_000


@given(texts)
@example("\u00ad")
@example("e\u0301")
@example("אa")
@example("1א")
@example("א1")
@example("\u0221\u0301")
def test_nameprep_matches_the_standard_library(label):
    assert prepared(label, nameprep) == prepared(label, reference.nameprep)


@given(st.one_of(texts, st.lists(texts, max_size=4).map(".".join)))
@example("bücher。example")
@example("xn--é.a")
@example("é.")
@example("é..")
def test_to_ascii_matches_the_standard_library(domain):
    expected = prepared(domain, literally)
    idna2003 = fresh("urldom._core.text.idna2003")
    assert prepared(domain, idna2003.to_ascii) == expected
    assert (
        prepared(domain, idna2003.to_ascii) == expected
    )  # This call uses the cached properties of the code points.
    assert prepared(domain, to_ascii) == expected


@pytest.mark.parametrize(
    ("label", "is_valid"),
    [
        ("a" * 63, True),
        ("a" * 64, False),
        ("a" * 64 + ".b", False),
        ("b." + "a" * 63 + ".", True),
        ("\xe9" + "a" * 55, True),  # xn--, 55 letters, a hyphen and three digits
        ("\xe9" + "a" * 56, False),
        ("a" * 200, False),
        ("a..b", False),
        ("", False),
    ],
)
def test_label_has_1_to_63_characters(label, is_valid):
    """RFC 3490 section 4.1, step 8."""
    if is_valid:
        assert len(max(to_ascii(label).split("."), key=len)) == 63
    else:
        with pytest.raises(Failure):
            to_ascii(label)


def accepts(decode, text):
    with suppress(Failure):
        return decode(text) == percent_decode(text.encode()).decode()


def test_domain_has_no_escapes_of_other_ascii_than_its_own():
    escaped = {
        character
        for character in map(chr, range(0x80))
        if accepts(decode_escapes, f"a%{ord(character):02x}")
    }
    # ToASCII rejects the last three, unless Nameprep composes them with a mark.
    assert escaped == {*ascii_letters, *digits, *"-.<=>"}


def test_unescaped_domain_has_the_characters_of_a_reg_name():
    characters = [*map(chr, range(0x80))]
    escaped = {one for one in characters if accepts(decode_unescaped, f"a%{ord(one):02X}")}
    assert escaped == {*ascii_letters, *digits, *"-.<=>"}
    # RFC 3986 section 3.2.2: unreserved and sub-delims
    unescaped = {one for one in characters if accepts(decode_unescaped, f"a{one}")}
    assert unescaped == {*ascii_letters, *digits, *"-._~!$&'()*+,;=", *"<>"}
    assert accepts(decode_unescaped, "é%C3%A9") and not accepts(decode_unescaped, "a%4")
