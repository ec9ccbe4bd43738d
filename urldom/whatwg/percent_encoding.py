"""1.3 Percent-encoded bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final


class PercentEncodeSet:
    """A percent-encode set: the ASCII code points given, and all the code points greater than U+007E (~)."""

    __slots__ = ("escapes", "find", "members")

    def __init__(self, members: str) -> None:
        self.members: Final = frozenset(members)
        #: The first match in a string of a code point of the set.
        others = "".join(chr(code) for code in range(0x7F) if chr(code) not in members)
        self.find: Final[Callable[[str], object]] = re.compile(f"[^{re.escape(others)}]").search
        #: What becomes of each byte.
        self.escapes: Final = tuple(
            f"%{byte:02X}" if byte > 0x7E or chr(byte) in members else chr(byte) for byte in range(256)
        )


_C0 = "".join(map(chr, range(0x20)))
_QUERY = _C0 + ' "#<>'
_PATH = _QUERY + "?^`{}"
_USERINFO = _PATH + "/:;=@[\\]|"
_COMPONENT = _USERINFO + "$%&+,"

C0_CONTROL: Final = PercentEncodeSet(_C0)
FRAGMENT: Final = PercentEncodeSet(_C0 + ' "<>`')
QUERY: Final = PercentEncodeSet(_QUERY)
SPECIAL_QUERY: Final = PercentEncodeSet(_QUERY + "'")
PATH: Final = PercentEncodeSet(_PATH)
USERINFO: Final = PercentEncodeSet(_USERINFO)
COMPONENT: Final = PercentEncodeSet(_COMPONENT)
FORM_URLENCODED: Final = PercentEncodeSet(_COMPONENT + "!'()~")

_PERCENT_ENCODED_BYTE = re.compile(rb"%([0-9A-Fa-f]{2})")
_SURROGATE = re.compile("[\ud800-\udfff]")


def scalar_value_string(text: str) -> str:
    """`text` as a scalar value string (Web IDL's USVString): a lone surrogate becomes U+FFFD.

    >>> scalar_value_string("a\\ud800b")
    'a\\ufffdb'
    """
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def percent_decode(text: str) -> bytes:
    """Percent-decode a scalar value string.

    >>> percent_decode("‽%25%2E%1G")
    b'\\xe2\\x80\\xbd%.%1G'
    """
    return percent_decode_bytes(text.encode())


def percent_decode_bytes(data: bytes) -> bytes:
    """Percent-decode a byte sequence."""
    if b"%" not in data:
        return data
    return _PERCENT_ENCODED_BYTE.sub(lambda match: bytes.fromhex(match[1].decode()), data)


def utf_8_percent_encode(text: str, percent_encode_set: PercentEncodeSet) -> str:
    """UTF-8 percent-encode a scalar value string.

    >>> utf_8_percent_encode("Say what‽", USERINFO)
    'Say%20what%E2%80%BD'
    """
    if percent_encode_set.find(text) is None:
        return text
    return "".join(map(percent_encode_set.escapes.__getitem__, text.encode()))


def percent_encode_after_encoding(encoding: str, text: str, percent_encode_set: PercentEncodeSet) -> str:
    """Percent-encode after encoding, given the name of an output encoding (see `output_encoding`), a scalar value
    string and a percent-encode set.

    >>> percent_encode_after_encoding("shift_jis", "≡‽", SPECIAL_QUERY)
    '%81%DF%26%238253%3B'
    >>> percent_encode_after_encoding("shift_jis", "1+1 ≡ 2%20‽", FORM_URLENCODED)
    '1%2B1+%81%DF+2%2520%26%238253%3B'
    """
    if encoding == "utf-8":
        encoded = utf_8_percent_encode(text, percent_encode_set)
    else:
        from urldom.encodings import encode_or_fail

        output: list[str] = []
        for encode_output, potential_error in encode_or_fail(encoding, text):
            output.extend(map(percent_encode_set.escapes.__getitem__, encode_output))
            if potential_error is not None:
                output.append(f"%26%23{potential_error}%3B")
        encoded = "".join(output)
    return encoded.replace("%20", "+") if percent_encode_set is FORM_URLENCODED else encoded
