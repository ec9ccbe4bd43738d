"""The indexes of the Encoding Standard, and the encoders and decoders that use them.

A decoder maps the bytes of a pointer of the encoding's *index* to a code point. An encoder maps a
code point to the bytes of the first pointer that has it.

Each index is computed with Python's decoder, except the entries in the tables below, in which the
Standard's differs. Python's codecs do not encode or decode texts: they choose other bytes, accept
more, and treat errors differently."""

from __future__ import annotations

import re
from codecs import charmap_decode
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any, Final, TypeAlias
from unicodedata import normalize

#: The code points of an *index* by the bytes of their pointers, in the order of the pointers. An
#: encoder uses the first pointer of a code point. Four pointers of Big5 have two code points each.
Index: TypeAlias = dict[bytes, str]

# Runs of code points in index Big5 that Python's decoder does not return. The key is the first
# one's two bytes. fmt: off
_BIG5: Final = {
    0x877A: "㡵𡵓𣚞𦀡㻬",
    0x87A1: "𥣞㫵竼龗𤅡𨤍𣇪𠪊𣉞䌊蒄龖鐯䤰蘓墖靊鈘秐稲晠権袝瑌篅枂稬剏遆㓦珄𥶹"
    "瓆鿇垳䤯呌䄱𣚎堘穲𧭥讏䚮𦺈䆁𥶙箮𢒼鿈𢓁𢓉𢓌鿉蔄𣖻䂴鿊䓡𪷿拁灮鿋",
    0x8E69: "箸",
    0x8E6F: "簆",
    0x8E7E: "糎",
    0x8EAB: "緒",
    0x8EB4: "縝",
    0x8ECD: "者",
    0x8ED0: "耨",
    0x8F57: "菁",
    0x8F69: "蒨",
    0x8F6E: "萏",
    0x8FCB: "覦覩",
    0x8FFE: "起",
    0x906D: "都",
    0x907A: "銹",
    0x90DC: "靜",
    0x90F1: "響",
    0x91BF: "鼖",
    0x9244: "蔃",
    0x92AF: "兙兛兝兞",
    0x92C8: "鍮",
    0x92D1: "瑹",
    0x9447: "浧",
    0x94CA: "禛",
    0x95D9: "邗",
    0x9644: "靝",
    0x96ED: "瀞",
    0x96FC: "嬨",
    0x9B76: "爁",
    0x9B78: "矗",
    0x9B7B: "纇",
    0x9BC6: "駖",
    0x9BDE: "釔",
    0x9BEC: "惞",
    0x9BF6: "澶",
    0x9C42: "輶",
    0x9C53: "侻",
    0x9C62: "營",
    0x9C68: "鄄",
    0x9C6B: "鷰",
    0x9C77: "菏",
    0x9CBC: "尐秣",
    0x9CD0: "婧",
    0x9D57: "輋",
    0x9D5A: "筑",
    0x9DC4: "拐",
    0x9EA9: "恢",
    0x9EEF: "痹",
    0x9EFD: "汊",
    0x9F60: "鬮",
    0x9F66: "鼗",
    0x9FCB: "僭",
    0x9FD8: "弌",
    0xA063: "蠏",
    0xA077: "拎",
    0xA0D5: "瑨",
    0xA0DF: "煢",
    0xA0E4: "牐",
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
#: For these code points, the Big5 encoder uses the last pointer instead of the first.
_BIG5_LAST: Final = "═╞╡╪十卅"

# The same for index gb18030. The encoder also maps the Private Use code points of Python's decoder
# to these bytes.
_GB18030: Final = {
    0xA6D9: "︐︒︑︓︔︕︖",
    0xA6EC: "︗︘",
    0xA6F3: "︙",
    0xFE59: "龴",
    0xFE61: "龵",
    0xFE66: "龶龷",
    0xFE6D: "龸",
    0xFE7E: "龹",
    0xFE90: "龺",
    0xFEA0: "龻",
}
# fmt: on

#: In index gb18030 ranges, these bytes decode to U+E7C7.
_POINTER_7457: Final = b"\x815\xf47"
#: In index jis0212, these bytes decode to U+FF5E.
_TILDE: Final = b"\x8f\xa2\xb7"

# Single bytes at which an index differs from Python's decoder
_SINGLE_BYTE: Final = {"koi8-u": {0xAE: "ў", 0xBE: "Ў"}, "windows-1255": {0xCA: "\u05ba"}}

#: Index ISO-2022-JP katakana. The first character is for U+FF61.
KATAKANA: Final = normalize("NFKC", "".join(map(chr, range(0xFF61, 0xFF9E)))) + "゛゜"

#: The two characters in which ISO-2022-JP's Roman state differs from ASCII.
ROMAN: Final = {"¥": b"\\", "‾": b"~"}

# The bytes after a lead byte
_BIG5_TRAILS: Final = (*range(0x40, 0x7F), *range(0xA1, 0xFF))
_GB18030_TRAILS: Final = (*range(0x40, 0x7F), *range(0x80, 0xFF))
_SHIFT_JIS_TRAILS: Final = (*range(0x40, 0x7F), *range(0x80, 0xFD))
# Of an incomplete sequence of four bytes, only the first byte is an error, or all bytes at the end
# of the data.
_GB18030_UNITS: Final = rb"[\x81-\xfe](?:[0-9][\x81-\xfe][0-9]|[^0-9]|(?:[0-9][\x81-\xfe]?)?\Z)"

# The states of ISO-2022-JP, by the escape sequences that switch to them. A decoder also knows an
# older sequence for jis0208.
_ASCII_STATE: Final = b"\x1b(B"
_ROMAN_STATE: Final = b"\x1b(J"
_KATAKANA_STATE: Final = b"\x1b(I"
_JIS0208_STATE: Final = b"\x1b$B"
#: Matches an escape sequence that a decoder knows.
ISO_2022_JP_ESCAPE: Final = re.compile(rb"(\x1b(?:\([BIJ]|\$[@B]))")
#: Matches a lead byte with its trail byte, or a byte that is an error, in the state jis0208.
_JIS0208_UNIT: Final = re.compile(rb"[!-~][^\x1b]?|.", re.DOTALL)
#: The characters that ISO-2022-JP neither encodes nor decodes, because they could switch the state.
_ISO_2022_JP_ERRORS: Final = "\x0e\x0f\x1b"


@cache
def encoder_table(encoding: str) -> dict[str, bytes]:
    """Return the encoder's bytes for each code point outside ASCII."""
    if encoding in _ENCODER_TABLES:
        return _ENCODER_TABLES[encoding]()
    characters = enumerate(_single_byte_characters(encoding), 0x80)
    index = {bytes((byte,)): character for byte, character in characters if character != "\ufffd"}
    return _first_pointers(index)


@cache
def decoder(encoding: str) -> Callable[[bytes], str]:
    """Return the decoder of a legacy encoding: a function of bytes. An error becomes U+FFFD."""
    if encoding in _DECODERS:
        return _DECODERS[encoding]()
    characters: Any = "".join(map(chr, range(0x80))) + _single_byte_characters(encoding)
    return lambda data: charmap_decode(data, "strict", characters)[0]


def _first_pointers(index: Index) -> dict[str, bytes]:
    # The first pointer is written last.
    return {character: data for data, character in reversed(index.items())}


def _single_byte_characters(encoding: str) -> str:
    """Return the characters of the bytes from 0x80 in a single-byte encoding. U+FFFD stands for an
    error."""
    from webencodings import lookup

    found: Any = lookup(encoding)
    text: str = found.codec_info.decode(bytes(range(0x80, 0x100)), "replace")[0]
    characters = dict(enumerate(text, 0x80))
    # Python's windows-... codecs reject some bytes that the indexes map to C1 controls.
    for byte in range(0x80, 0xA0):
        if characters[byte] == "\ufffd":
            characters[byte] = chr(byte)
    characters |= _SINGLE_BYTE.get(encoding, {})
    return "".join(characters.values())


def _multi_byte_decoder(units: bytes, index: Index, codec: str = "ascii") -> Callable[[bytes], str]:
    """Return a decoder of ASCII bytes, of `units`, which match a lead byte with its trail bytes,
    and of other bytes. Python's `codec` decodes sequences of three and four bytes, which the
    indexes lack."""
    find_all = re.compile(rb"[\x00-\x7f]+|" + units + b"|.", re.DOTALL).findall

    def decode_one(data: bytes) -> str:
        if len(data) > 2:
            try:
                return data.decode(codec)
            except UnicodeDecodeError:
                pass
        # "If byte is an ASCII byte, restore byte to ioQueue. Return error." No byte of a sequence
        # of four is restored.
        last_byte = data[-1]
        if last_byte < 0x80 and len(data) < 4:
            return f"\ufffd{chr(last_byte)}"
        return "\ufffd"

    def decode(data: bytes) -> str:
        output: list[str] = []
        for one in find_all(data):
            if one < b"\x80":
                output.append(one.decode())
            else:
                output.append(index.get(one) or decode_one(one))
        return "".join(output)

    return decode


def _two_bytes(codec: str, leads: Iterable[int], trails: Iterable[int]) -> Index:
    """Return the index of the pairs of bytes that the codec can decode."""
    index: Index = {}
    for data in map(bytes, product(leads, trails)):
        try:
            index[data] = data.decode(codec)
        except UnicodeDecodeError:
            continue
    return index


def _pairs(runs: dict[int, str]) -> Index:
    """Return the index of runs of code points. The key of a run is the two bytes of its first code
    point."""
    index: Index = {}
    for first, run in runs.items():
        for number, character in enumerate(run, first):
            index[number.to_bytes(2, "big")] = character
    return index


def _big5_index() -> Index:
    return _two_bytes("big5hkscs", range(0x81, 0xFF), _BIG5_TRAILS) | _pairs(_BIG5)


def _big5_table() -> dict[str, bytes]:
    index = _big5_index()
    # The Big5 encoder does not use the pointers whose lead byte is less than 0xA1.
    index = {data: index[data] for data in sorted(index) if data[0] >= 0xA1}
    last_pointers = {character: data for data, character in index.items()}
    table = _first_pointers(index)
    for character in _BIG5_LAST:
        table[character] = last_pointers[character]
    return table


def _gb18030_index() -> Index:
    index = _two_bytes("gb18030", range(0x81, 0xFF), _GB18030_TRAILS) | _pairs(_GB18030)
    return {**index, b"\xa8\xbc": "ḿ", b"\xa3\xa0": "\u3000", b"\x80": "€"}


def _gbk_table() -> dict[str, bytes]:
    private_use = {data.decode("gb18030"): data for data in _pairs(_GB18030)}
    return {**_first_pointers(_gb18030_index()), **private_use, "€": b"\x80"}


def _gb18030_decoder() -> Callable[[bytes], str]:
    # Two bytes of a sequence of four without the other two, at the end of the data, are one error.
    broken_off = dict.fromkeys(map(bytes, product(range(0x81, 0xFF), range(0x30, 0x3A))), "\ufffd")
    index = {**_gb18030_index(), **broken_off, _POINTER_7457: "\ue7c7"}
    return _multi_byte_decoder(_GB18030_UNITS, index, "gb18030")


def _shift_jis_index() -> Index:
    pairs = _two_bytes("cp932", (*range(0x81, 0xA0), *range(0xE0, 0xFD)), _SHIFT_JIS_TRAILS)
    return pairs | _katakana(b"") | {b"\x80": "\x80"}


def _shift_jis_table() -> dict[str, bytes]:
    # Index Shift_JIS excludes the pointers 8272 to 8835. End-user-defined code points (0xF0 to
    # 0xF9) are only decoded.
    index = _shift_jis_index()
    table = _first_pointers({data: index[data] for data in index if not 0xED <= data[0] <= 0xF9})
    return {**table, **ROMAN, "−": table["－"]}


def _jis0208_index() -> Index:
    """Return index jis0208, with the bytes of EUC-JP."""
    pairs = _two_bytes("cp932", (*range(0x81, 0xA0), *range(0xE0, 0xF0)), _SHIFT_JIS_TRAILS)
    index: Index = {}
    for (lead, byte), character in pairs.items():
        # The pointer of the two bytes in Shift_JIS
        lead_offset = 0x81 if lead < 0xA0 else 0xC1
        offset = 0x40 if byte < 0x7F else 0x41
        pointer = (lead - lead_offset) * 188 + byte - offset
        index[bytes((pointer // 94 + 0xA1, pointer % 94 + 0xA1))] = character
    return index


def _jis0208_table() -> dict[str, bytes]:
    table = _first_pointers(_jis0208_index())
    return {**table, "−": table["－"]}


def _katakana(lead: bytes) -> Index:
    return {lead + bytes((0xA1 + offset,)): chr(0xFF61 + offset) for offset in range(63)}


def _euc_kr_index() -> Index:
    return _two_bytes("cp949", range(0x81, 0xFF), range(0x41, 0xFF))


def encode_iso_2022_jp(text: str) -> Iterator[tuple[bytes, int | None]]:
    """Run *encode or fail* with the ISO-2022-JP encoder, the only one that has a state.

    Yields what `encodings.encode_or_fail` yields: the bytes before each code point that cannot be
    encoded, with that code point, and at last the other bytes with `None`.
    """
    # A state is the escape sequence that switches to it.
    state = _ASCII_STATE
    output = bytearray()
    for character in text:
        new_state, data = _iso_2022_jp_handler(state, character)
        if new_state != state:
            state = new_state
            output += state
        output += data
        if not data:
            error = 0xFFFD if character in _ISO_2022_JP_ERRORS else ord(character)
            yield bytes(output), error
            output.clear()
    if state != _ASCII_STATE:  # Step 1: the output ends in the state ASCII.
        output += _ASCII_STATE
    yield bytes(output), None


def _iso_2022_jp_handler(state: bytes, character: str) -> tuple[bytes, bytes]:
    """Run the handler of the ISO-2022-JP encoder for a code point. Return the state to which it
    switches, and the bytes of the code point in this state, or no bytes for an error."""
    # Steps 6 and 11: the encoder leaves the state jis0208 before it returns an error.
    state_of_error = _ASCII_STATE if state == _JIS0208_STATE else state
    if character in _ISO_2022_JP_ERRORS:  # Step 3
        return state_of_error, b""
    if character in ROMAN:  # Steps 5 and 7
        return _ROMAN_STATE, ROMAN[character]
    if character.isascii():  # Steps 4 to 6
        if state == _ROMAN_STATE and character not in "\\~":
            return _ROMAN_STATE, character.encode()
        return _ASCII_STATE, character.encode()
    if "\uff61" <= character <= "\uff9f":  # Step 9
        character = KATAKANA[ord(character) - 0xFF61]
    in_euc_jp = encoder_table("jis0208").get(character)  # Steps 8 and 10
    if in_euc_jp is None:  # Step 11
        return state_of_error, b""
    return _JIS0208_STATE, _without_high_bits(in_euc_jp)  # Steps 12 and 13


def _without_high_bits(data: bytes) -> bytes:
    """Return two bytes of EUC-JP as ISO-2022-JP has them in the state jis0208."""
    return bytes([byte & 0x7F for byte in data])


def _iso_2022_jp_decoder() -> Callable[[bytes], str]:
    """Return the decoder of ISO-2022-JP. An escape sequence sets the decoder's state for the bytes
    after it."""
    index = {_without_high_bits(data): character for data, character in _jis0208_index().items()}
    single_bytes = _iso_2022_jp_single_bytes()

    def decode_in_state(state: bytes, data: bytes) -> list[str]:
        characters = single_bytes.get(state)
        if characters is not None:
            return [characters[byte] for byte in data]
        return [index.get(unit, "\ufffd") for unit in _JIS0208_UNIT.findall(data)]

    def decode(data: bytes) -> str:
        first, *rest = ISO_2022_JP_ESCAPE.split(data)
        output = decode_in_state(_ASCII_STATE, first)
        # The Standard's *ISO-2022-JP output* is true if nothing follows the last escape sequence.
        # Another one is then an error.
        output_flag = False
        for escape, data_in_state in zip(rest[::2], rest[1::2], strict=True):
            if output_flag:
                output.append("\ufffd")
            output += decode_in_state(escape, data_in_state)
            output_flag = not data_in_state
        return "".join(output)

    return decode


def _iso_2022_jp_single_bytes() -> dict[bytes, list[str]]:
    """Return the character of each byte in the states in which a character has one byte."""
    ascii = ["\ufffd"] * 0x100
    for byte in range(0x80):
        if chr(byte) not in _ISO_2022_JP_ERRORS:
            ascii[byte] = chr(byte)
    roman = [*ascii]
    for character, data in ROMAN.items():
        roman[ord(data)] = character
    katakana = ["\ufffd"] * 0x100
    for byte in range(0x21, 0x60):
        katakana[byte] = chr(0xFF61 - 0x21 + byte)
    return {_ASCII_STATE: ascii, _ROMAN_STATE: roman, _KATAKANA_STATE: katakana}


_ENCODER_TABLES: Final = {
    "big5": _big5_table,
    "euc-jp": lambda: {**_first_pointers(_katakana(b"\x8e")), **_jis0208_table(), **ROMAN},
    "euc-kr": lambda: _first_pointers(_euc_kr_index()),
    "gb18030": lambda: {**_gbk_table(), "€": b"\xa2\xe3", "\ue7c7": _POINTER_7457},
    "gbk": _gbk_table,
    "jis0208": _jis0208_table,
    "shift_jis": _shift_jis_table,
}

_DECODERS: Final[dict[str, Callable[[], Callable[[bytes], str]]]] = {
    "big5": lambda: _multi_byte_decoder(rb"[\x81-\xfe].", _big5_index()),
    "euc-jp": lambda: _multi_byte_decoder(
        rb"\x8f[\xa1-\xfe].|[\x8e\x8f\xa1-\xfe].",
        {**_jis0208_index(), **_katakana(b"\x8e"), _TILDE: "～"},
        "euc_jp",
    ),
    "euc-kr": lambda: _multi_byte_decoder(rb"[\x81-\xfe].", _euc_kr_index()),
    "gb18030": _gb18030_decoder,
    "gbk": _gb18030_decoder,
    "iso-2022-jp": _iso_2022_jp_decoder,
    "shift_jis": lambda: _multi_byte_decoder(rb"[\x81-\x9f\xe0-\xfc].", _shift_jis_index()),
}
