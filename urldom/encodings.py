"""The Encoding Standard, as far as URLs need it: its labels, and the encoders for the queries of documents.

Labels and decoders are the `webencodings` library's. An encoder maps a code point to the first pointer of the
encoding's *index* that has it. An index is read off the decoder that Python has for the encoding; where the two differ,
the tables below have the index's side. (Python's encoders are not used: of several byte sequences they choose another
than the Standard, and some have more.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
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
_KATAKANA: Final = (
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタ"
    "チツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
)

_ROMAN: Final = {"¥": b"\\", "‾": b"~"}
_ISO_2022_JP_ESCAPES: Final = {"ASCII": b"\x1b(B", "Roman": b"\x1b(J", "jis0208": b"\x1b$B"}


def output_encoding(label: str) -> str:
    """The name of the encoding that *get an output encoding* makes of a label: any UTF-16 is UTF-8 (HTML5 2.6.3 step
    3).

    Raises `LookupError` for what is no label, and `TypeError` for what is no string.

    >>> output_encoding("latin1"), output_encoding("UTF-16LE")
    ('windows-1252', 'utf-8')
    """
    if label == "utf-8":
        return label
    return _output_encoding(label)


@lru_cache(maxsize=256)
def _output_encoding(label: str) -> str:
    name = get_encoding(label)
    return "utf-8" if name in ("replacement", "utf-16be", "utf-16le") else name


def get_encoding(label: str) -> str:
    """The name of the encoding with that label: to *get an encoding*. Raises `LookupError` for what is no label, and
    `TypeError` for what is no string.

    >>> get_encoding(" Latin1 ")
    'windows-1252'
    """
    if not isinstance(label, str):
        raise TypeError(f"an encoding label is a str, not {type(label).__name__}")
    name = find_encoding(label)
    if name is None:
        raise LookupError(f"{label!r} is no label of the Encoding Standard")
    return name


def find_encoding(label: str) -> str | None:
    """The same, or `None` for what is no label."""
    from webencodings import lookup

    try:
        encoding = lookup(label)
    except UnicodeEncodeError:  # a lone surrogate in the label
        return None
    return None if encoding is None else str(encoding.name)


def encode_or_fail(encoding: str, text: str) -> Iterator[tuple[bytes, int | None]]:
    """Encode or fail, run until the end of `text`, given the name of a legacy encoding: what each run makes, and its
    error, the code point that the encoding does not have. The last run has no error.

    >>> list(encode_or_fail("windows-1252", "é☃!"))
    [(b'\\xe9', 9731), (b'!', None)]
    """
    if encoding == "iso-2022-jp":
        yield from _encode_iso_2022_jp(text)
        return
    table = encoder_table(encoding)
    output = bytearray()
    for character in text:
        data = character.encode() if character < "\x80" else table.get(character)
        if data is None and encoding == "gb18030" and character != "\ue5e5":
            data = character.encode("gb18030")  # by index gb18030 ranges
        if data is None:
            yield bytes(output), ord(character)
            output.clear()
        else:
            output += data
    yield bytes(output), None


def _encode_iso_2022_jp(text: str) -> Iterator[tuple[bytes, int | None]]:
    """The one encoder with a state: `encode_or_fail` for ISO-2022-JP."""
    index = encoder_table("jis0208")
    state = "ASCII"
    output = bytearray()
    for character in text:
        data, error = b"", ord(character)
        if character in "\x0e\x0f\x1b":
            wanted = "ASCII" if state == "jis0208" else state
            error = 0xFFFD
        elif character in _ROMAN:
            wanted = "Roman"
            data = _ROMAN[character]
        elif character < "\x80":
            wanted = "Roman" if state == "Roman" and character not in "\\~" else "ASCII"
            data = character.encode()
        else:
            if "\uff61" <= character <= "\uff9f":
                character = _KATAKANA[ord(character) - 0xFF61]
            data = bytes(byte & 0x7F for byte in index.get(character, b""))
            wanted = "jis0208" if data else "ASCII" if state == "jis0208" else state
        if state != wanted:
            state = wanted
            output += _ISO_2022_JP_ESCAPES[state]
        if data:
            output += data
        else:
            yield bytes(output), error
            output.clear()
    if state != "ASCII":
        output += _ISO_2022_JP_ESCAPES["ASCII"]
    yield bytes(output), None


@cache
def encoder_table(encoding: str) -> dict[str, bytes]:
    """What the encoder makes of each code point that is not ASCII."""
    make = _MULTI_BYTE.get(encoding)
    return _single_byte(encoding) if make is None else make()


def _single_byte(encoding: str) -> dict[str, bytes]:
    from webencodings import lookup

    table: dict[str, bytes] = {}
    for byte in range(0x80, 0x100):
        data = bytes((byte,))
        character = _SINGLE_BYTE.get(encoding, {}).get(byte) or lookup(encoding).codec_info.decode(data, "ignore")[0]
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
    index = {}
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
    return {**table, **katakana, **_ROMAN, "−": table["－"], "\x80": b"\x80"}


def _jis0208() -> dict[str, bytes]:
    """The code points of index jis0208, as EUC-JP has them."""
    table = {}
    for character, (lead, trail) in _two_bytes("cp932", (*range(0x81, 0xA0), *range(0xE0, 0xF0)), _TRAILS).items():
        pointer = (lead - (0x81 if lead < 0xA0 else 0xC1)) * 188 + trail - (0x40 if trail < 0x7F else 0x41)
        table[character] = bytes((pointer // 94 + 0xA1, pointer % 94 + 0xA1))
    return {**table, "−": table["－"]}


def _euc_jp() -> dict[str, bytes]:
    katakana = {chr(0xFF61 + offset): bytes((0x8E, 0xA1 + offset)) for offset in range(63)}
    return {**_jis0208(), **katakana, **_ROMAN}


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
