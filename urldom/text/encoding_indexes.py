"""What the encoders of the Encoding Standard make of code points that are not ASCII: one table for each encoding.

An encoder maps a code point to the first pointer of the encoding's *index* that has it. An index is read off the
decoder that Python has for the encoding; where the two differ, the tables below have the index's side. (Python's
encoders are not used: of several byte sequences they choose another than the Standard, and some have more.)"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

# Two bytes in index Big5 that Python's decoder has nothing for, or another code point, as runs
_BIG5: Final = {
    0xA145: "‧",
    0xA14E: "﹑",
    0xA1C2: "¯",
    0xA1E3: "～",
    0xA1F2: "⊕⊙",
    0xA241: "∕﹨",
    0xA244: "￥",
    0xA246: "￠￡",
    0xA3C0: "".join(map(chr, range(0x2400, 0x2420))) + "␡€",
    0xC6CF: "廴",
    0xC6D3: "无",
    0xC6D5: "癶",
    0xC6D7: "隶",
    0xC6DE: "〃仝",
    0xFA5F: "倩",
    0xFA66: "偽",
    0xFABD: "包",
    0xFAC5: "卄",
    0xFAD5: "卿",
    0xFB48: "嘅",
    0xFBB8: "婷",
    0xFBF3: "幵",
    0xFBF9: "廐",
    0xFC4F: "彘",
    0xFC6C: "悤",
    0xFCB9: "撐",
    0xFCE2: "晴",
    0xFCF1: "杞",
    0xFDB7: "沜渝",
    0xFDBB: "港",
    0xFDF1: "煮",
    0xFE52: "猪",
    0xFE6F: "瑜",
    0xFEAA: "瓩",
    0xFEDD: "砉",
}
#: The code points whose last pointer in index Big5 counts.
_BIG5_LAST: Final = "═╞╡╪十卅"

# Two bytes in index gb18030, and the Private Use code point that the encoder maps to them too
_GB18030: Final = {
    0xA6D9: ("︐︒︑︓︔︕︖", 0xE78D),
    0xA6EC: ("︗︘", 0xE794),
    0xA6F3: ("︙", 0xE796),
    0xFE59: ("龴", 0xE81E),
    0xFE61: ("龵", 0xE826),
    0xFE66: ("龶龷", 0xE82B),
    0xFE6D: ("龸", 0xE832),
    0xFE7E: ("龹", 0xE843),
    0xFE90: ("龺", 0xE854),
    0xFEA0: ("龻", 0xE864),
}

# Single bytes at which an index differs from Python's decoder
_SINGLE_BYTE: Final = {
    "koi8-u": {0xAE: "ў", 0xBE: "Ў"},
    "windows-1255": {0xCA: "\u05ba"},
}

#: Index ISO-2022-JP katakana, from U+FF61.
KATAKANA: Final = (
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタ"
    "チツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
)

#: What stands in Roman for two characters of ASCII.
ROMAN: Final = {"¥": b"\\", "‾": b"~"}


@cache
def encoder_table(encoding: str) -> dict[str, bytes]:
    """What the encoder makes of each code point that is not ASCII."""
    make = _MULTI_BYTE.get(encoding)
    return _single_byte(encoding) if make is None else make()


def _single_byte(encoding: str) -> dict[str, bytes]:
    from webencodings import lookup

    found = lookup(encoding)
    assert found is not None
    table: dict[str, bytes] = {}
    for byte in range(0x80, 0x100):
        data = bytes((byte,))
        character = _SINGLE_BYTE.get(encoding, {}).get(byte) or found.codec_info.decode(data, "ignore")[0]
        # Where Python's windows-... codecs have nothing, the indexes have C1 controls.
        if character == "" and byte < 0xA0:
            character = chr(byte)
        if character:
            table.setdefault(character, data)
    return table


def _two_bytes(codec: str, leads: Iterable[int], trails: Iterable[int]) -> dict[str, bytes]:
    """The first of the pairs, in their order, that the codec decodes to each code point."""
    table: dict[str, bytes] = {}
    for data in map(bytes, product(leads, trails)):
        character = _decode(data, codec)
        if len(character) == 1:
            table.setdefault(character, data)
    return table


def _decode(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return ""


def _big5() -> dict[str, bytes]:
    index: dict[int, str] = {}
    for data in map(bytes, product(range(0xA1, 0xFF), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))):
        index[int.from_bytes(data, "big")] = _decode(data, "big5hkscs")
    for first, characters in _BIG5.items():
        index.update(enumerate(characters, first))
    table: dict[str, bytes] = {}
    for number, character in index.items():
        if len(character) == 1 and (character not in table or character in _BIG5_LAST):
            table[character] = number.to_bytes(2, "big")
    return table


def _gbk() -> dict[str, bytes]:
    table = _two_bytes("gb18030", range(0x81, 0xFF), (*range(0x40, 0x7F), *range(0x80, 0xFF)))
    for first, (characters, private_use) in _GB18030.items():
        for offset, character in enumerate(characters):
            data = (first + offset).to_bytes(2, "big")
            table[character] = table[chr(private_use + offset)] = data
    table["ḿ"] = b"\xa8\xbc"
    del table["\ue5e5"], table["\ue7c7"]
    return {**table, "€": b"\x80"}


def _gb18030() -> dict[str, bytes]:
    return {**_gbk(), "€": b"\xa2\xe3", "\ue7c7": b"\x815\xf47"}


_TRAILS: Final = (*range(0x40, 0x7F), *range(0x80, 0xFD))


def _shift_jis() -> dict[str, bytes]:
    # Index Shift_JIS pointer excludes 8272 to 8835, and the index has nothing from there to the pointers of 0xFA.
    table = _two_bytes("cp932", (*range(0x81, 0xA0), *range(0xE0, 0xED), *range(0xFA, 0xFD)), _TRAILS)
    katakana = {chr(0xFF61 + offset): bytes((0xA1 + offset,)) for offset in range(63)}
    return {**table, **katakana, **ROMAN, "−": table["－"], "\x80": b"\x80"}


def _jis0208() -> dict[str, bytes]:
    """The code points of index jis0208, as EUC-JP has them."""
    table: dict[str, bytes] = {}
    for character, (lead, trail) in _two_bytes("cp932", (*range(0x81, 0xA0), *range(0xE0, 0xF0)), _TRAILS).items():
        pointer = (lead - (0x81 if lead < 0xA0 else 0xC1)) * 188 + trail - (0x40 if trail < 0x7F else 0x41)
        table[character] = bytes((pointer // 94 + 0xA1, pointer % 94 + 0xA1))
    return {**table, "−": table["－"]}


def _euc_jp() -> dict[str, bytes]:
    katakana = {chr(0xFF61 + offset): bytes((0x8E, 0xA1 + offset)) for offset in range(63)}
    return {**_jis0208(), **katakana, **ROMAN}


def _euc_kr() -> dict[str, bytes]:
    return _two_bytes("cp949", range(0x81, 0xFF), range(0x41, 0xFF))


_MULTI_BYTE: Final = {
    "big5": _big5,
    "euc-jp": _euc_jp,
    "euc-kr": _euc_kr,
    "gb18030": _gb18030,
    "gbk": _gbk,
    "jis0208": _jis0208,
    "shift_jis": _shift_jis,
}
