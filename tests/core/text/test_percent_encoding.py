"""Percent-encoding and percent-decoding of long mixed texts, compared byte by byte. The property
tests draw texts that are too short to reach every branch of the encoder."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.strategies import any_text
from urldom import RFC3986
from urldom._core.text.percent_encode_sets import FORM_URLENCODED, PATH, QUERY, USERINFO
from urldom._core.text.percent_encoding import (
    PATH_CHARACTERS,
    PercentEncoder,
    component_escaper,
    fragment_escape,
    percent_decode,
    percent_decoded,
)
from urldom._core.text.unicode import scalar_value_string
from urldom.html5 import is_valid_url

#: Pieces of long texts: kept characters, and characters for each kind of encoding
PIECES = st.sampled_from(
    [
        "abc",
        "/",
        "%",
        "%20",
        " ",
        '"',
        "[",
        "{",
        "|",
        "\x00",
        "\x7f",
        "é",
        "пример",
        "東京",
        "😀",
        "\ud800",
        "~!",
    ]
)
TEXTS = st.lists(st.tuples(PIECES, st.integers(1, 40)), max_size=20).map(
    lambda pieces: "".join(piece * count for piece, count in pieces)
)
MANY = "".join(map(chr, range(0x400, 0x440)))


def expected(text: str, kept: str) -> str:
    octets = re.sub("[\ud800-\udfff]", "\ufffd", text).encode()
    return "".join(
        chr(o) if o < 0x80 and re.match(f"[{kept}]", chr(o)) else f"%{o:02X}" for o in octets
    )


@pytest.mark.parametrize(
    "kept",
    [
        PATH_CHARACTERS,
        f"{PATH_CHARACTERS}%",
        *(s.others for s in (PATH, QUERY, USERINFO, FORM_URLENCODED)),
    ],
)
@given(text=TEXTS)
@example("a" * 100 + MANY)
@example("a " * 100 + MANY)
@example("{" * 100)
def test_every_byte_is_encoded_unless_it_is_kept(kept, text):
    encoder = PercentEncoder(kept)
    assert encoder.encode(text) == encoder.encode_unusual(text) == expected(text, kept)


@given(text=TEXTS)
def test_bare_percent_sign_is_escaped(text):
    escaped = expected(text, f"{PATH_CHARACTERS}%")
    escaper = component_escaper(PATH_CHARACTERS)
    assert (
        escaper.encode(text)
        == escaper.encode_unusual(text)
        == re.sub("%(?![0-9A-Fa-f]{2})", "%25", escaped)
    )


@given(text=TEXTS)
@example(text="\ud83d\0\ude00")
def test_dropped_characters_are_removed_before_encoding(text):
    encoder = PercentEncoder(PATH_CHARACTERS, dropped="\x00\x7f")
    kept = re.sub("[\x00\x7f]", "", scalar_value_string(text))
    assert encoder.encode(text) == encoder.encode_unusual(text) == expected(kept, PATH_CHARACTERS)


@given(
    octets=st.lists(st.sampled_from([b"%", b"%4", b"%41", b"%e9", b"%C3%A9", b"a", b"\xff"])).map(
        b"".join
    )
)
def test_decoding_matches_the_standard_library(octets):
    assert percent_decode(octets) == unquote_to_bytes(octets)


# fragment_escape: HTML5 2.6.4, URL manipulation and creation

#: The code points that HTML5 2.6.4 lists
LISTED = {*range(0x21), 0x22, 0x23, 0x25, 0x3C, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x7B, 0x7C, 0x7D}


@each_case("code_point", range(0x80))
def test_fragment_escape_escapes_the_listed_ascii_characters(code_point):
    character = chr(code_point)
    assert fragment_escape(character) == (
        f"%{code_point:02X}" if code_point in LISTED else character
    )


def test_fragment_escape_escapes_every_occurrence_once():
    assert fragment_escape("##a##") == "%23%23a%23%23"
    assert fragment_escape("%20") == "%2520"
    assert fragment_escape("") == ""


@given(any_text)
def test_fragment_escape_keeps_non_ascii_characters_and_delete(text):
    escaped = fragment_escape(text)
    assert [character for character in escaped if ord(character) >= 0x7F] == [
        character for character in text if ord(character) >= 0x7F
    ]


def test_fragment_escape_makes_a_valid_fragment_of_printable_ascii():
    # "This escapes any ASCII characters that are not valid in the URI <fragment> production". ` and
    # DEL are exceptions.
    text = "".join(map(chr, range(0x7F))).replace("`", "")
    assert is_valid_url(f"#{fragment_escape(text)}", standard="rfc3986")


@pytest.mark.parametrize(
    ("text", "decoded"),
    [
        ("a%20b%2520", "a b%20"),
        ("%20", " "),
        ("%2", "%2"),
        ("%", "%"),
        ("%C3%A9\xe9%FF", "\xe9\xe9\ufffd"),
        ("%20\ud800", " \ufffd"),
        ("%41%zz%4", "A%zz%4"),
        ("\ud800", "\ufffd"),
        ("", ""),
    ],
)
def test_escapes_are_decoded_as_utf_8(text, decoded):
    assert percent_decoded(text) == decoded


def test_fragment_escape_keeps_two_ascii_characters_that_a_fragment_cannot_contain():
    """The note in HTML5 2.6.4 claims that none is left, but its list lacks these two."""
    kept = [code for code in range(0x80) if fragment_escape(chr(code)) == chr(code)]
    assert [chr(code) for code in kept if not RFC3986.is_valid_url(f"#{chr(code)}")] == [
        "`",
        "\x7f",
    ]
