"""The decoders of legacy encodings, and the entries at which the Standard's indexes differ from
Python's decoders.

The characters are those of the index files of the Encoding Standard."""

from __future__ import annotations

from hashlib import sha256
from itertools import chain, product

import pytest

from tests.cases import each_case
from urldom._core.text.encoding_indexes import KATAKANA, decoder, encoder_table


@each_case(
    ("encoding", "octets", "text"),
    [
        ("big5", b"\x90\xf1", "\u97ff"),
        ("big5", b"\x87\x7a\x87\x7b", "\u3875\U00021d53"),
        (
            "big5",
            b"\x88\x62\x88\x64\x88\xa3\x88\xa5",
            "\u00ca\u0304\u00ca\u030c\u00ea\u0304\u00ea\u030c",
        ),
        ("big5", b"\xa1\x45\xa1\x4e\xa1\xc2\xa1\xe3", "\u2027\ufe51\u00af\uff5e"),
        ("big5", b"\xa3\xc0\xa3\xe1\xfe\xdd", "\u2400\u20ac\u7809"),
        ("big5", b"\x80\xff\xa1a\xa1", "\ufffd\ufffd\uff5b\ufffd"),
        ("big5", b"\x81\x40a\x87\x20", "\ufffd@a\ufffd "),
        ("gbk", b"\x80\xa2\xe3\xa6\xd9\xfe\x59\xa8\xbc", "\u20ac\u20ac\ufe10\u9fb4\u1e3f"),
        ("gb18030", b"\x81\x30\x81\x30\x81\x35\xf4\x37\x84\x31\xa4\x39", "\u0080\ue7c7\uffff"),
        ("gb18030", b"\x90\x30\x81\x30\xa3\xa0\x81\x30a\x81", "\U00010000\u3000\ufffd0a\ufffd"),
        ("euc-jp", b"\xa4\xa2\x8e\xb1\x8f\xa2\xb7\x8f\xb0\xa1\x8ea", "あ\uff71\uff5e\u4e02\ufffda"),
        ("euc-kr", b"\xb0\xa1\x81\x41\xc7", "가갂\ufffd"),
        ("shift_jis", b"\x82\xa0\xb1\x80\xf0\x40\x81\x20", "あ\uff71\x80\ue000\ufffd "),
        ("iso-2022-jp", b'\x1b$B$"\x1b(J\\~\x1b(I1\x1b(Ba\x0e', "あ¥‾\uff71a\ufffd"),
        ("iso-2022-jp", b"\x1b$B\x1b(Ba\x1b$@$", "\ufffda\ufffd"),
        ("koi8-u", b"\xae\xbe\xa4", "\u045e\u040e\u0454"),
        ("windows-1255", b"\xca\xd9\xd4", "\u05ba\ufffd\u05f0"),
        ("windows-1252", b"\x81\x80\xff", "\x81\u20ac\xff"),
        ("windows-874", b"\xdb\x81", "\ufffd\x81"),
    ],
)
def test_bytes_are_decoded_by_the_index(encoding, octets, text):
    assert decoder(encoding)(octets) == text


@pytest.mark.parametrize(
    ("encoding", "text", "octets"),
    [
        ("big5", "═", b"\xf9\xf9"),  # the last pointer, by the steps of *index Big5 pointer*
        ("big5", "兀", b"\xa4\x61"),  # the first pointer
        ("big5", "響", b"\xc5\x54"),
        ("gbk", "\ue78d", b"\xa6\xd9"),
        ("gbk", "€", b"\x80"),
        ("gb18030", "€", b"\xa2\xe3"),
        ("gb18030", "\ue7c7", b"\x81\x35\xf4\x37"),
        ("shift_jis", "−", b"\x81\x7c"),
        ("shift_jis", "¥", b"\\"),
        ("euc-jp", "−", b"\xa1\xdd"),
        ("euc-jp", "\uff71", b"\x8e\xb1"),
    ],
)
def test_code_point_has_the_bytes_of_its_pointer(encoding, text, octets):
    assert encoder_table(encoding)[text] == octets


def test_big5_encoder_does_not_use_the_extensions_of_hong_kong():
    assert all(data[0] >= 0xA1 for data in encoder_table("big5").values())
    assert "㡵" not in encoder_table("big5")


def test_user_defined_characters_of_shift_jis_are_only_decoded():
    assert "\ue000" not in encoder_table("shift_jis")


def test_katakana_are_in_the_order_of_their_half_width_forms():
    from unicodedata import normalize

    assert "".join(normalize("NFKC", chr(0xFF61 + place)) for place in range(61)) == KATAKANA[:61]


def test_gb18030_encoder_has_the_bytes_of_private_use_code_points():
    """The table of the gb18030 encoder (Encoding Standard 10.2.2), step 3.2, without U+E5E5."""
    table = {
        **dict(zip(range(0xE78D, 0xE794), range(0xA6D9, 0xA6E0), strict=True)),
        0xE794: 0xA6EC,
        0xE795: 0xA6ED,
        0xE796: 0xA6F3,
        0xE81E: 0xFE59,
        0xE826: 0xFE61,
        0xE82B: 0xFE66,
        0xE82C: 0xFE67,
        0xE832: 0xFE6D,
        0xE843: 0xFE7E,
        0xE854: 0xFE90,
        0xE864: 0xFEA0,
    }
    for code_point, octets in table.items():
        assert encoder_table("gb18030")[chr(code_point)] == octets.to_bytes(2, "big")


ASCII_TRAILS, IN_EUC = range(0x40, 0x7F), range(0xA1, 0xFF)
#: The bytes of the pointers of each index, and the beginning of a SHA-256 of a line for each
#: pointer: its bytes and its code point, or nothing. They were computed from the index files of the
#: Encoding Standard (whatwg/encoding, a985b62).
DIGESTS = [
    ("big5", [(range(0x81, 0xFF), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))], "c469269b564d6c23"),
    (
        "gb18030",
        [(range(0x81, 0xFF), (*range(0x40, 0x7F), *range(0x80, 0xFF)))],
        "4b0719ed805ab18f",
    ),
    ("euc-kr", [(range(0x81, 0xFF), range(0x41, 0xFF))], "34cb4b73064cde75"),
    (
        "shift_jis",
        [((*range(0x81, 0xA0), *range(0xE0, 0xFD)), (*range(0x40, 0x7F), *range(0x80, 0xFD)))],
        "a26fc066e6ac4468",
    ),
    (
        "euc-jp",
        [(range(0xA1, 0xFF), range(0xA1, 0xFF)), ([0x8F], range(0xA1, 0xFF), range(0xA1, 0xFF))],
        "96a05d6005617c8d",
    ),
]


@pytest.mark.parametrize(("encoding", "octets", "digest"), DIGESTS)
def test_every_pointer_has_the_code_point_of_the_index_file(encoding, octets, digest):
    decode, lines = decoder(encoding), []
    for pointer in map(bytes, chain.from_iterable(product(*ranges) for ranges in octets)):
        text = decode(pointer)
        has_code_point = "\ufffd" not in text
        lines.append(f"{pointer.hex()} {text if has_code_point else ''}\n")
    assert sha256("".join(lines).encode()).hexdigest()[:16] == digest


#: The beginning of a SHA-256 of the 128 code points of each index, U+FFFD for a pointer without
#: one.
SINGLE_BYTE_DIGESTS = {
    "ibm866": "2e3f89d51df1d1b9",
    "iso-8859-10": "129e084c5bc4da60",
    "iso-8859-13": "20a9bcd406361c31",
    "iso-8859-14": "80050213abdb4257",
    "iso-8859-15": "b9a4a2394ee58552",
    "iso-8859-16": "c2bb18a77fe0cd90",
    "iso-8859-2": "da4d3b2f8f06435d",
    "iso-8859-3": "c1d9ce25d3762a52",
    "iso-8859-4": "54140e6e75ba62ce",
    "iso-8859-5": "5372981566958051",
    "iso-8859-6": "2b716bc800e7bfe3",
    "iso-8859-7": "8d94b0308cf418c9",
    "iso-8859-8": "ade2c0790e86ddc8",
    "koi8-r": "25a9da95cf2db39e",
    "koi8-u": "79b0a6e96024f61a",
    "macintosh": "94dcdcc19412eb48",
    "windows-1250": "52665a0c49e77322",
    "windows-1251": "153baf169d84e269",
    "windows-1252": "9ba654722668eee9",
    "windows-1253": "fa630499b7db169e",
    "windows-1254": "612d01246f4b5106",
    "windows-1255": "16925d6a9d5cff62",
    "windows-1256": "ae636a90722c9d75",
    "windows-1257": "abd51531663d43f8",
    "windows-1258": "ded84db6d51e3143",
    "windows-874": "4bb5efdc1a2832ec",
    "x-mac-cyrillic": "ab39a8a69bbbd008",
}


@each_case(("encoding", "digest"), SINGLE_BYTE_DIGESTS.items())
def test_every_byte_has_the_code_point_of_the_index_file(encoding, digest):
    text = decoder(encoding)(bytes(range(0x80, 0x100)))
    assert sha256(text.encode()).hexdigest()[:16] == digest
    table = encoder_table(encoding)
    assert all(
        table[character] == bytes([0x80 + place])
        for place, character in enumerate(text)
        if character != "\ufffd"
    )
