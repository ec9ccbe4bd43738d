"""URL Standard 1.3, Percent-encoded bytes."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import Final

from urldom._core.text.encodings import encode_or_fail
from urldom._core.text.filling_table import FillingTable
from urldom._core.text.percent_encoding import ASCII, PercentEncoder, octet_escapes
from urldom._core.text.unicode import scalar_value_string


def class_of(characters: Set[str]) -> str:
    """Return characters as the members of a character class, in ranges, which `re` compiles
    faster."""
    codes = {*map(ord, characters)}
    firsts = sorted(code for code in codes if code - 1 not in codes)
    lasts = sorted(code for code in codes if code + 1 not in codes)
    return "".join(
        [f"\\x{first:02x}-\\x{last:02x}" for first, last in zip(firsts, lasts, strict=True)]
    )


class PercentEncodeSet(PercentEncoder):
    """A percent-encode set, the given ASCII code points and all code points greater than U+007E
    (~), as an encoder."""

    __slots__ = ("kept", "others", "table")

    def __init__(self, members: str) -> None:
        #: The ASCII code points that the set does not contain, also as the members of a character
        #: class.
        self.kept: Final = frozenset(ASCII[:-1]).difference(members)
        self.others: Final = class_of(self.kept)
        super().__init__(self.others)
        #: The text that represents each byte: a character, or a percent-encoded byte.
        self.table: Final = octet_escapes(self.kept)


C0_CONTROL_OR_SPACE: Final = "".join(map(chr, range(0x21)))

_C0 = C0_CONTROL_OR_SPACE[:-1]
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
FORM_URLENCODED: Final = PercentEncodeSet(_COMPONENT + "!'()~")


def percent_encode_after_encoding(
    encoding: str, text: str, percent_encode_set: PercentEncodeSet
) -> str:
    """Percent-encode after encoding (URL Standard 1.3). `encoding` is the name of an output
    encoding. A code point that the encoding lacks becomes a character reference, such as
    `%26%238253%3B` for `&#8253;`."""
    if encoding == "utf-8":
        encoded = percent_encode_set.encode(text)
    elif encoding == "iso-2022-jp":  # This encoder has a state, so a table cannot replace it.
        encoded = _encode(encoding, scalar_value_string(text), percent_encode_set)
    else:
        encoded = scalar_value_string(text).translate(_legacy_table(encoding, percent_encode_set))
    return encoded.replace("%20", "+") if percent_encode_set is FORM_URLENCODED else encoded


def _encode(encoding: str, text: str, percent_encode_set: PercentEncodeSet) -> str:
    output: list[str] = []
    for encode_output, potential_error in encode_or_fail(encoding, text):
        output += [percent_encode_set.table[byte] for byte in encode_output]
        if potential_error is not None:
            output.append(f"%26%23{potential_error}%3B")
    return "".join(output)


@lru_cache(maxsize=16)
def _legacy_table(encoding: str, percent_encode_set: PercentEncodeSet) -> FillingTable[int, str]:
    """Return a table for `str.translate` that maps each code point to the result of `_encode`."""
    return FillingTable(lambda code_point: _encode(encoding, chr(code_point), percent_encode_set))
