"""Percent-encoding and -decoding, octet by octet, of texts of every length and mixture: what the property tests draw is
too short to reach every way in which a text is encoded."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urldom._standards.url_standard.percent_encode_sets import FORM_URLENCODED, PATH, QUERY, USERINFO
from urldom._text.percent_encoding import PATH_CHARACTERS, component_escaper, percent_decode, percent_encoder

#: Pieces that make long texts: kept, and each way not.
PIECES = st.sampled_from(
    ["abc", "/", "%", "%20", " ", '"', "[", "{", "|", "\x00", "\x7f", "é", "пример", "東京", "😀", "\ud800", "~!"]
)
TEXTS = st.lists(st.tuples(PIECES, st.integers(1, 40)), max_size=20).map(
    lambda pieces: "".join(piece * count for piece, count in pieces)
)
MANY = "".join(map(chr, range(0x400, 0x440)))


def expected(text: str, kept: str) -> str:
    octets = re.sub("[\ud800-\udfff]", "\ufffd", text).encode()
    return "".join(chr(o) if o < 0x80 and re.match(f"[{kept}]", chr(o)) else f"%{o:02X}" for o in octets)


@pytest.mark.parametrize(
    "kept", [PATH_CHARACTERS, f"{PATH_CHARACTERS}%", *(s.others for s in (PATH, QUERY, USERINFO, FORM_URLENCODED))]
)
@given(text=TEXTS)
@example("a" * 100 + MANY)
@example("a " * 100 + MANY)
@example("{" * 100)
def test_every_octet_is_encoded_that_is_not_kept(kept, text):
    assert percent_encoder(kept)(text) == expected(text, kept)


@given(text=TEXTS)
def test_a_bare_percent_sign_is_escaped_too(text):
    escaped = expected(text, f"{PATH_CHARACTERS}%")
    assert component_escaper(PATH_CHARACTERS)(text) == re.sub("%(?![0-9A-Fa-f]{2})", "%25", escaped)


@given(octets=st.lists(st.sampled_from([b"%", b"%4", b"%41", b"%e9", b"%C3%A9", b"a", b"\xff"])).map(b"".join))
def test_decoding_is_that_of_the_standard_library(octets):
    assert percent_decode(octets) == unquote_to_bytes(octets)
