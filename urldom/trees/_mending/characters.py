"""The characters of a text or of an attribute's value, as XML writes them (XML 1.0, 2.2 and
4.1)."""

from __future__ import annotations

import re
from functools import partial
from html.entities import html5
from typing import Final

from urldom.trees._mending.mend import Notes
from urldom.trees._syntaxes import XML_ENTITIES

#: The characters that XML does not allow (XML 1.0, production 2).
_FORBIDDEN: Final = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff"
_FORBIDDEN_CHARACTERS: Final = re.compile(f"[{_FORBIDDEN}]")
#: What may have to be mended.
_UNSAFE: Final = re.compile(
    r"&(?:#(?P<decimal>[0-9]+);|#[xX](?P<hexadecimal>[0-9A-Fa-f]+);|(?P<name>[A-Za-z][A-Za-z0-9]*;))?"
    rf"|<|\]\]>|[{_FORBIDDEN}]"
)
#: References of HTML to spaces that XML does not know. Next to a tag, they
#: do not belong to a URL.
_SPACE_REFERENCES: Final = tuple(
    f"&{name}" for name, value in html5.items() if value.isspace() and name.endswith(";")
)
_SPACES: Final = re.compile(rf"(?:[ \t\r\n]|{'|'.join(_SPACE_REFERENCES)})*")
_SPACES_AT_END: Final = (*_SPACE_REFERENCES, *" \t\r\n")
#: A number with more digits is not a character.
_MOST_DIGITS: Final = 7

_AMPERSAND: Final = 'a "&" that begins no reference: escaped'
_ENTITY: Final = "a reference of HTML: replaced by the character"
_SPACE: Final = "a reference of HTML to a space next to a tag: replaced by a space"
_UNKNOWN_ENTITY: Final = "a reference to an entity that XML does not have: read as text"
_REFERENCE: Final = "a reference to a character that XML does not allow: removed"
_HEXADECIMAL: Final = 'a reference with "X" in upper case: written in lower case'
_CHARACTER: Final = "a character that XML does not allow: removed"
_LESS_THAN: Final = 'a "<" that begins no tag: escaped'
_SECTION_END: Final = 'a "]]>" outside a CDATA section: escaped'


def mended_value(text: str, start: int, end: int, notes: Notes) -> str:
    """Return a part of a text as XML between quotation marks, and add what was mended to
    `notes`."""
    return mended_text(text, start, end, notes).replace('"', "&quot;")


def mended_text(text: str, start: int, end: int, notes: Notes) -> str:
    """Return a part of a text as XML, and add what was mended to `notes`."""
    if _UNSAFE.search(text, start, end) is None:
        return text[start:end]
    inner_start, inner_end = _without_spaces(text, start, end)
    inner = _UNSAFE.sub(partial(_mended, notes, inner_start), text[inner_start:inner_end])
    # Between the parts of another "]]>", a character was removed.
    inner = inner.replace("]]>", "]]&gt;")
    before = _mended_spaces(text, start, inner_start, notes)
    return before + inner + _mended_spaces(text, inner_end, end, notes)


def without_forbidden(text: str, start: int, end: int, notes: Notes) -> str:
    """Return a part of a text without the characters that XML does not allow."""

    def removed(match: re.Match[str]) -> str:
        notes.add(start + match.start(), _CHARACTER)
        return ""

    return _FORBIDDEN_CHARACTERS.sub(removed, text[start:end])


def _without_spaces(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the part of a text without the spaces at its ends."""
    match = _SPACES.match(text, start, end)
    start = start if match is None else match.end()
    while text.endswith(_SPACES_AT_END, start, end):
        end -= next(len(space) for space in _SPACES_AT_END if text.endswith(space, start, end))
    return start, end


def _mended_spaces(text: str, start: int, end: int, notes: Notes) -> str:
    """Return the spaces next to a tag without references of HTML."""
    if start == end:
        return ""

    def mended(match: re.Match[str]) -> str:
        notes.add(start + match.start(), _SPACE)
        return " "

    return re.sub("&[A-Za-z0-9]+;", mended, text[start:end])


def _mended(notes: Notes, start: int, match: re.Match[str]) -> str:
    """Return a match of `_UNSAFE` in a text that begins at `start` as XML writes it."""
    found = match[0]
    position = start + match.start()
    if found == "&":
        notes.add(position, _AMPERSAND)
        return "&amp;"
    if found == "<":
        notes.add(position, _LESS_THAN)
        return "&lt;"
    if found == "]]>":
        notes.add(position, _SECTION_END)
        return "]]&gt;"
    if match["name"] is not None:
        return _named(match["name"], position, notes)
    if found[0] == "&":
        return _numeric(match, position, notes)
    notes.add(position, _CHARACTER)
    return ""


def _named(name: str, position: int, notes: Notes) -> str:
    """Return a named reference as XML writes it."""
    if name in XML_ENTITIES:
        return f"&{name}"
    if name in html5:
        notes.add(position, _ENTITY)
        return "".join(f"&#{ord(character)};" for character in html5[name])
    # It may be an entity of the document type, which is never expanded.
    notes.add(position, _UNKNOWN_ENTITY)
    return f"&amp;{name}"


def _numeric(match: re.Match[str], position: int, notes: Notes) -> str:
    """Return a numeric reference as XML writes it, or `""` if XML does not allow its character."""
    base = 16 if match["decimal"] is None else 10
    digits = (match["decimal"] or match["hexadecimal"]).lstrip("0")
    if not digits or len(digits) > _MOST_DIGITS or not _is_character(int(digits, base)):
        notes.add(position, _REFERENCE)
        return ""
    if match[0].startswith("&#X"):
        notes.add(position, _HEXADECIMAL)
        return f"&#x{digits};"
    return match[0]


def _is_character(code: int) -> bool:
    """Return `True` if XML allows a character (XML 1.0, production 2)."""
    if code > 0x10FFFF:
        return False
    return _FORBIDDEN_CHARACTERS.match(chr(code)) is None
