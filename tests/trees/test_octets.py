"""`splice_octets` replaces characters of an encoded text. All other octets stay unchanged."""

import pytest

from urldom._core.text.encodings import decode
from urldom.trees._writing import has_character, splice_octets


@pytest.mark.parametrize(
    ("encoding", "octets", "expected"),
    [
        ("utf-8", b"\xff(a)\xc3(b", b"\xff(xy)\xc3(xy"),
        ("windows-1252", b"\xe9(a) (b", b"\xe9(xy) (xy"),
        ("shift_jis", b"\x83\x5c(a)\x81(b", b"\x83\x5c(xy)\x81(xy"),
        ("gb18030", b"\x81\x30\x81\x30(a)\x81\x30(b", b"\x81\x30\x81\x30(xy)\x81\x30(xy"),
        # A lone surrogate has two octets, and a surrogate pair has four. The last octet is half a
        # character.
        (
            "utf-16le",
            "(a)\U0001f600".encode("utf-16-le") + b"\0\xd8(\0b\0c",
            b"(\0x\0y\0)\0=\xd8\0\xde\0\xd8(\0x\0y\0",
        ),
        # The parenthesis of an escape sequence, and octets of kanji, are not characters of ASCII.
        ("iso-2022-jp", b"\x1b$B((\x1b(B(a)\x1b(J(b", b"\x1b$B((\x1b(B(xy)\x1b(J(\x1b(Bxy"),
    ],
)
def test_characters_between_parentheses_are_replaced(encoding, octets, expected):
    text = decode(encoding, octets)
    first, last = text.index("(a") + 1, text.rindex("(b") + 1
    replacements = [(first, first + 1, "xy"), (last, len(text), "xy")]
    assert splice_octets(octets, encoding, text, replacements)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("encoding", "character", "expected"),
    [
        ("utf-8", "☃", True),
        ("windows-1252", "é", True),
        ("windows-1252", "☃", False),
        # The encoder of the Standard writes a yen sign as 0x5C, which is decoded as a backslash.
        ("shift_jis", "¥", False),
        ("shift_jis", "漢", True),
    ],
)
def test_encoding_has_a_character_if_it_reads_it_back(encoding, character, expected):
    assert has_character(encoding, character) is expected
