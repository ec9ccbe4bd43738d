"""Percent-encoding: from characters to bytes, and from bytes to `%XX` (HTML5 2.6.3 steps 7 and 8,
2.6.4, 2.6.6)."""

from __future__ import annotations

import re
from codecs import register_error
from collections.abc import Callable, Container
from functools import lru_cache, partial
from operator import itemgetter
from string import hexdigits
from typing import Final

from urldom._core.errors import wrong_type
from urldom._core.text.encodings import encode_or_fail, output_encoding
from urldom._core.text.filling_table import FillingTable
from urldom._core.text.grammar import HEXDIG, PCHAR, SUB_DELIMS, UNRESERVED
from urldom._core.text.unicode import scalar_value_string

SPACE_CHARACTERS: Final = " \t\n\f\r"  # HTML5's space characters (ruling 1)

#: The characters that RFC 3986's original productions allow besides escapes, as the members of a
#: character class.
PATH_CHARACTERS: Final = f"{PCHAR}/"
QUERY_CHARACTERS: Final = f"{PCHAR}/?"
FRAGMENT_CHARACTERS: Final = QUERY_CHARACTERS
REG_NAME_CHARACTERS: Final = f"{UNRESERVED}{SUB_DELIMS}"

#: Matches a percent sign that does not begin an escape.
BARE_PERCENT: Final = re.compile(f"%(?![{HEXDIG}]{{2}})")

#: A text of at most `_SHORT` bytes is escaped byte by byte. A longer text is escaped as a whole, if
#: it has at least `_PER_MEMBER` more bytes for each different ASCII character to escape.
_SHORT: Final = 36
_PER_MEMBER: Final = 6
#: The control characters that stand for these characters while `_escape_non_ascii` works.
_SET_ASIDE: Final = bytes.maketrans(b"abcdefx\\", b"\1\2\3\4\5\6\7\b")
_PUT_BACK: Final = bytes.maketrans(b"abcdef\\\1\2\3\4\5\6\7\b", b"ABCDEF%abcdefx\\")
#: The two bytes after a percent sign, and the byte that they encode.
_ESCAPED: Final = {
    f"{high}{low}".encode(): bytes.fromhex(high + low) for high in hexdigits for low in hexdigits
}
_FRAGMENT_ESCAPES: Final = {
    code: f"%{code:02X}" for code in (*range(0x21), *map(ord, '"#%<>[\\]^{|}'))
}


def percent_encode(text: str) -> str:
    """Return every byte of the text's UTF-8 as `%XX`, in upper case. A lone surrogate becomes
    U+FFFD (ruling 6)."""
    data = scalar_value_string(text).encode()
    return f"%{data.hex('%').upper()}" if data else ""


def _percent_encode_invalid(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "%" + error.object[error.start : error.end].hex("%").upper(), error.end


#: The name of an error handler for decoding, which percent-encodes invalid bytes.
PERCENT: Final = "urldom.percent"
register_error(PERCENT, _percent_encode_invalid)
ASCII: Final = "".join(map(chr, range(0x80)))


def octet_escapes(kept: Container[str]) -> list[str]:
    """Return the text for each byte: an escape, or the character itself if `kept` contains it."""
    return [chr(byte) if chr(byte) in kept else f"%{byte:02X}" for byte in range(0x100)]


def _replace_members(data: bytes, members: set[int], escapes: list[str]) -> str:
    """Escape each of these ASCII bytes, one after the other, and every byte that is not ASCII."""
    for byte in members:
        data = data.replace(byte.to_bytes(1, "big"), escapes[byte].encode())
    return data.decode() if data.isascii() else _escape_non_ascii(data)


def _escape_non_ascii(data: bytes) -> str:
    """Escape every byte that is not ASCII. `data` does not contain control characters. One
    translation turns Python's `\\xe9` into `%E9`, because the text's own letters of such escapes
    are set aside meanwhile."""
    escaped = data.translate(_SET_ASIDE).decode("latin-1").encode("ascii", "backslashreplace")
    return escaped.translate(_PUT_BACK, b"x").decode()


class PercentEncoder:
    """Functions that percent-encode a text in UTF-8. Characters of the class `kept` stay, the
    control characters `dropped` are removed, and with `keeps_escapes`, a percent sign stays in an
    escape, and only there.

    The functions are made in layers, of which each calls the next one for the texts that it cannot
    finish: `_if_unusual` returns a usual text, `_dropping` removes characters, `_unusual_encoder`
    replaces the percent signs and spaces, and `_bytes_escaper` replaces the bytes. None of them is
    a method, because a method would look up its tables in the object at each call."""

    __slots__ = ("encode", "encode_unusual", "is_usual")

    #: Encodes a text.
    encode: Callable[[str], str]
    #: Does the same as `encode`, but is faster for a text that `is_usual` does not match.
    encode_unusual: Callable[[str], str]
    #: Matches only a text that `encode` does not change.
    is_usual: Callable[..., re.Match[str] | None]

    def __init__(self, kept: str, *, keeps_escapes: bool = False, dropped: str = "") -> None:
        is_usual = re.compile(f"[{kept}]*").fullmatch
        self.is_usual = is_usual
        self.encode_unusual = _unusual_encoder(kept, keeps_escapes)
        if dropped:
            self.encode_unusual = _dropping(dropped, is_usual, self.encode_unusual)
        self.encode = _if_unusual(is_usual, self.encode_unusual)


def _if_unusual(
    is_usual: Callable[[str], re.Match[str] | None], encode_unusual: Callable[[str], str]
) -> Callable[[str], str]:
    def encode(text: str) -> str:
        return text if is_usual(text) else encode_unusual(text)

    return encode


def _dropping(
    dropped: str,
    is_usual: Callable[[str], re.Match[str] | None],
    encode_unusual: Callable[[str], str],
) -> Callable[[str], str]:
    def encode(text: str) -> str:
        if not text.isprintable():  # A control character is not.
            # Without the dropped characters, two lone surrogates could be a pair.
            text = scalar_value_string(text)
            for character in dropped:
                text = text.replace(character, "")
            if is_usual(text):
                return text
        return encode_unusual(text)

    return encode


def _unusual_encoder(kept: str, keeps_escapes: bool) -> Callable[[str], str]:
    """Return `PercentEncoder.encode_unusual` without `dropped`."""
    is_kept = re.compile(f"[{kept}]*").fullmatch
    characters = set(filter(is_kept, ASCII))
    escaped_percent = None
    # If percent signs are escaped, they are replaced first. Those of the other escapes are then
    # kept, if their digits are.
    if characters.issuperset(hexdigits) and "%" not in characters:
        escaped_percent = BARE_PERCENT if keeps_escapes else re.compile("%")
        is_kept = re.compile(f"[{kept}%]*").fullmatch
        characters.add("%")
    escape = _bytes_escaper(characters)
    # A space is the most frequent character to escape, so spaces are replaced with a fast call.
    replaces_spaces = is_kept("%20") is not None and not is_kept(" ")

    def encode_unusual(text: str) -> str:
        if escaped_percent is not None and "%" in text:
            text = escaped_percent.sub("%25", text)
        if replaces_spaces and " " in text:
            text = text.replace(" ", "%20")
        if "%" in text and is_kept(text):
            return text
        return escape(text)

    return encode_unusual


def _bytes_escaper(kept: set[str]) -> Callable[[str], str]:
    """Return a function that escapes each byte of a text's UTF-8 but those of the characters
    `kept`."""
    escapes = octet_escapes(kept)
    kept_bytes = "".join(sorted(kept)).encode()
    # Every escape stays as it is, and no control character does, so characters can be replaced
    # one after the other.
    can_replace = kept_bytes[:1] > b"\b" and set(b"%0123456789ABCDEF").issubset(kept_bytes)
    not_members = kept_bytes + bytes(range(0x80, 0x100))

    def escape(text: str) -> str:
        try:
            data = text.encode()
        except UnicodeEncodeError:
            data = scalar_value_string(text).encode()
        if can_replace and len(data) > _SHORT:
            members = set(data.translate(None, not_members))
            if len(data) > _SHORT + _PER_MEMBER * len(members):
                return _replace_members(data, members, escapes)
        return "".join(itemgetter(*data)(escapes)) if data else ""

    return escape


#: Makes an encoder that "%-escapes" all but escapes and the given characters (HTML5 2.6.6, ruling
#: 15).
component_escaper: Final = partial(PercentEncoder, keeps_escapes=True)


def percent_decode(data: bytes) -> bytes:
    """Replace each escape by the byte that it encodes."""
    if b"%" not in data:
        return data
    first, *others = data.split(b"%")
    decoded = [first]
    for text in others:
        byte = _ESCAPED.get(text[:2])
        if byte is None:
            decoded += (b"%", text)
        else:
            decoded += (byte, text[2:])
    return b"".join(decoded)


def percent_decoded(text: str) -> str:
    """Decode the escapes of a text, as UTF-8. Bytes that are not UTF-8 become U+FFFD."""
    if "%20" in text:  # the most frequent escape
        text = text.replace("%20", " ")
    if "%" not in text:
        return text if text.isascii() else scalar_value_string(text)
    return percent_decode(scalar_value_string(text).encode()).decode(errors="replace")


#: HTML5 2.6.3 step 7. Steps 7 and 8 never escape a percent sign, so `%` stays in the path and the
#: query.
escape_path: Final = PercentEncoder(f"{PATH_CHARACTERS}%").encode_unusual
_escape_utf_8_query: Final = PercentEncoder(f"{QUERY_CHARACTERS}%").encode


def escape_query(query: str, encoding: str) -> str:
    """Escape a query (HTML5 2.6.3 step 8). `encoding` is a label of the Encoding Standard."""
    name = output_encoding(encoding)  # step 3
    if name == "utf-8":
        return _escape_utf_8_query(query)
    return scalar_value_string(query).translate(_query_table(name))


@lru_cache(maxsize=16)
def _query_table(encoding: str) -> FillingTable[int, str]:
    """Return a table for `str.translate` that does HTML5 2.6.3 step 8 for a legacy encoding."""
    keeps = re.compile(f"[{QUERY_CHARACTERS}%]").match

    def escape(code_point: int) -> str:
        character = chr(code_point)
        if keeps(character):
            return character
        (data, potential_error), *_ = encode_or_fail(encoding, character)
        # HTML5 2.6.3 step 8.1 (ruling 7)
        return f"%{data.hex('%').upper()}" if potential_error is None else "?"

    return FillingTable(escape)


def fragment_escape(text: str) -> str:
    """*Fragment-escape* a string (HTML5 2.6.4).

    It escapes the characters that HTML5 2.6.4 lists: U+0000 to U+0020 and `"#%<>[\\]^{|}`. A grave
    accent, U+007F and characters outside ASCII stay, although RFC 3986 does not allow them in a
    fragment.

    Args:
        text: The text of a fragment.

    Returns:
        The escaped text.

    Raises:
        TypeError: If `text` is not a `str`.

    >>> fragment_escape("50% [a]")
    '50%25%20%5Ba%5D'
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a fragment", "a str", text)
    return text.translate(_FRAGMENT_ESCAPES)
