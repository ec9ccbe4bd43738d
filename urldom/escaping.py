"""Percent-escaping: characters to octets in an encoding, octets to `%XX` (2.6.3 steps 7 and 8, 2.6.4, 2.6.6)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from urldom.encodings import encode_or_fail, output_encoding
from urldom.grammar import HEXDIG, PCHAR, SUB_DELIMS, UNRESERVED

SPACE_CHARACTERS: Final = " \t\n\f\r"  # ruling 1

#: What RFC 3986's original productions allow beside escapes, as the members of a character class.
PATH_CHARACTERS: Final = f"{PCHAR}/"
QUERY_CHARACTERS: Final = f"{PCHAR}/?"
FRAGMENT_CHARACTERS: Final = QUERY_CHARACTERS
REG_NAME_CHARACTERS: Final = f"{UNRESERVED}{SUB_DELIMS}"

_TABLE_SIZE: Final = 4096


def percent_encode(octets: bytes) -> str:
    """The octets as `%XX`, in upper case.

    >>> percent_encode("é ".encode())
    '%C3%A9%20'
    """
    return "".join([f"%{octet:02X}" for octet in octets])


class EscapeTable(dict[int, "int | str"]):
    """A table for `str.translate` that fills itself: a code point stands for itself where `keep` (the members of a
    character class) has it, else for its escape in the encoding that `label` names."""

    def __init__(self, keep: str, label: str = "utf-8") -> None:
        super().__init__()
        self._keep = f"[{keep}]"
        self._encoding = output_encoding(label)  # 2.6.3 step 3

    def __missing__(self, code_point: int) -> int | str:
        if len(self) > _TABLE_SIZE:
            self.clear()
        self[code_point] = escaped = self._escape(code_point)
        return escaped

    def _escape(self, code_point: int) -> int | str:
        character = chr(code_point)
        if re.match(self._keep, character):
            return code_point
        if 0xD800 <= code_point <= 0xDFFF:
            character = "\ufffd"  # ruling 6
        if self._encoding == "utf-8":
            return percent_encode(character.encode())
        runs = list(encode_or_fail(self._encoding, character))
        if len(runs) > 1:
            return "?"  # 2.6.3 step 8.1; ruling 7
        return percent_encode(runs[0][0])


# The percent sign is kept here: steps 7 and 8 never escape it.
_PATH_TABLE: Final = EscapeTable(f"{PATH_CHARACTERS}%")
_is_plain_path = re.compile(f"[{PATH_CHARACTERS}%]*\\Z").match
_is_plain_query = re.compile(f"[{QUERY_CHARACTERS}%]*\\Z").match


@lru_cache(maxsize=64)
def _query_table(label: str) -> EscapeTable:
    return EscapeTable(f"{QUERY_CHARACTERS}%", label)


def escape_path(path: str) -> str:
    """2.6.3 step 7 for a path.

    >>> escape_path("/a^b☺c%FFd%z/")
    '/a%5Eb%E2%98%BAc%FFd%z/'
    """
    return path if _is_plain_path(path) else path.translate(_PATH_TABLE)


def escape_query(query: str, encoding: str) -> str:
    """2.6.3 step 8 for a query; `encoding` is a label.

    >>> escape_query("é☺", "windows-1252")
    '%E9?'
    """
    table = _query_table(encoding)
    return query if _is_plain_query(query) else query.translate(table)


class ComponentEscaper:
    """Escapes what is not valid in a component (2.6.6, "%-escaping"; ruling 15): what `valid`, the members of a
    character class, lacks, and a percent sign that begins no escape.

    >>> ComponentEscaper(PATH_CHARACTERS)("/a b%20%")
    '/a%20b%20%25'
    """

    __slots__ = ("_invalid", "_table")

    def __init__(self, valid: str) -> None:
        self._invalid = f"[^{valid}%]+|%(?![{HEXDIG}]{{2}})"
        self._table = EscapeTable(valid)

    def __call__(self, text: str) -> str:
        return re.sub(self._invalid, lambda run: run[0].translate(self._table), text)


_FRAGMENT_ESCAPES: Final = {
    code_point: f"%{code_point:02X}" for code_point in (*range(0x21), *map(ord, '"#%<>[\\]^{|}'))
}


def fragment_escape(text: str) -> str:
    """*Fragment-escape* a string (2.6.4): what cannot stand in a `<fragment>` without being escaped is escaped.

    >>> fragment_escape("50% [a]")
    '50%25%20%5Ba%5D'
    """
    return text.translate(_FRAGMENT_ESCAPES)
