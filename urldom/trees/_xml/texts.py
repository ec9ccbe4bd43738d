"""Texts and values of attributes, as XML writes them.

A changed text keeps its comments, processing instructions and CDATA sections. What is before and
after the change stays as it was written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from urldom._core.errors import shown
from urldom.trees._syntaxes import XML_ENTITIES
from urldom.trees._tree import Node
from urldom.trees._unwritable import UnwritableError

#: A part of what stands between two tags.
_PART = re.compile(
    r"(?P<kept><!--[\s\S]*?-->|<\?[\s\S]*?\?>)|<!\[CDATA\[(?P<data>[\s\S]*?)\]\]>|[^<]+"
)


class _Notation(NamedTuple):
    """How a text or a value is written.

    Attributes:
        unit: Matches a reference, spaces that a parser changes, or other characters.
        spaces: What a parser reads for such spaces.
        has_references: `True` if a `&` begins a reference.
    """

    unit: re.Pattern[str]
    spaces: Mapping[str, str]
    has_references: bool


_LINE_BREAKS: Final = {"\r": "\n", "\r\n": "\n"}
_TEXT: Final = _Notation(re.compile(r"&[^;]*;|\r\n?|[^&\r]+"), _LINE_BREAKS, True)
_DATA: Final = _Notation(re.compile(r"\r\n?|[^\r]+"), _LINE_BREAKS, False)
_VALUE: Final = _Notation(
    re.compile(r"&[^;]*;|\r\n|[\t\r\n]|[^&\t\r\n]+"),
    dict.fromkeys(("\t", "\n", "\r", "\r\n"), " "),
    True,
)

#: The characters that XML does not allow, which only a program can put into a tree.
_FORBIDDEN: Final = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535), "�")
_IN_TEXT: Final = _FORBIDDEN | str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
)
_SPECIAL = re.compile("[" + "".join(map(re.escape, map(chr, _IN_TEXT))) + "]")
_IN_VALUE: Final = {
    quote: _IN_TEXT | str.maketrans({quote: reference, "\t": "&#9;", "\n": "&#10;"})
    for quote, reference in (('"', "&quot;"), ("'", "&#39;"))
}


def escape_text(text: str) -> str:
    """Return a text as XML writes it between two tags. Characters that XML does not allow become
    U+FFFD."""
    return text if _SPECIAL.search(text) is None else text.translate(_IN_TEXT)


def quote_value(value: str) -> str:
    """Return the value of an attribute in quotation marks."""
    escaped = value.translate(_IN_VALUE['"'])
    return f'"{escaped}"'


def comment(text: str, node: Node) -> str:
    """Return a comment, or raise `UnwritableError` if XML does not allow its text (XML 1.0,
    production 15)."""
    if "--" in text or text.endswith("-"):
        reason = f'the comment {shown(text)} contains "--", or ends with "-"'
        raise UnwritableError(node, reason, "XML")
    return f"<!--{text.translate(_FORBIDDEN)}-->"


def instruction(text: str, node: Node) -> str:
    """Return a processing instruction, or raise `UnwritableError` if XML does not allow its text
    (XML 1.0, production 16)."""
    if "?>" in text:
        reason = f'the processing instruction {shown(text)} contains "?>"'
        raise UnwritableError(node, reason, "XML")
    return f"<?{text.translate(_FORBIDDEN)}?>"


class _Unit(NamedTuple):
    """A part of a text or a value as it is written, and what a parser reads from it."""

    source: str
    value: str


def _find_units(source: str, notation: _Notation, entities: Mapping[str, str]) -> list[_Unit]:
    """Return the units of a text or a value. An entity that is not in `entities` stays a
    reference."""
    found: list[_Unit] = []
    for unit in notation.unit.findall(source):
        if notation.has_references and unit[0] == "&":
            found.append(_Unit(unit, _referenced(unit[1:], entities)))
        else:
            found.append(_Unit(unit, notation.spaces.get(unit, unit)))
    return found


def read_value(source: str) -> str:
    """Return the value that a parser reads of an attribute, without the quotation marks."""
    return "".join([unit.value for unit in _find_units(source, _VALUE, XML_ENTITIES)])


def _referenced(reference: str, entities: Mapping[str, str]) -> str:
    """Return the characters that a reference, such as `#38;`, means."""
    if reference.startswith("#x"):
        return chr(int(reference[2:-1], 16))
    if reference.startswith("#"):
        return chr(int(reference[1:-1]))
    return entities.get(reference, f"&{reference}")


class _Change(NamedTuple):
    """The part of an old text that becomes another text. What is before and after stays."""

    start: int
    end: int
    new: str


def _find_change(old: str, new: str) -> _Change:
    """Return the change that makes an old text a new one: the part between what both share at their
    beginning and at their end."""
    start = _shared_length(old, new)
    rest, new_rest = old[start:], new[start:]
    end = _shared_length(rest[::-1], new_rest[::-1])
    return _Change(start, len(old) - end, new_rest[: len(new_rest) - end])


def _shared_length(one: str, other: str) -> int:
    """Return the length of the beginning that two strings share."""
    length = 0
    for character, other_character in zip(one, other, strict=False):
        if character != other_character:
            break
        length += 1
    return length


def change_value(quoted: str, old: str, new: str, entities: Mapping[str, str]) -> str:
    """Return the value of an attribute in its quotation marks, in which only what differs between
    `old` and `new` is written anew."""
    quote = quoted[0]
    table = _IN_VALUE[quote]
    if quoted[1:-1] == old.translate(table):  # the usual case, as in `change_text`
        return f"{quote}{new.translate(table)}{quote}"
    units = _find_units(quoted[1:-1], _VALUE, entities)
    if "".join(unit.value for unit in units) != old:
        return quote_value(new)  # The document type declares an entity, or the attribute's type.
    change = _find_change(old, new)
    return quote + _splice_units(units, change, lambda text: text.translate(table)) + quote


def change_text(source: str, old: str, new: str, entities: Mapping[str, str]) -> str:
    """Return the source of a text in which only what differs between `old` and `new` is written
    anew. Comments and processing instructions stay, and so do CDATA sections.

    Args:
        source: What stands between two tags.
        old: The text that a parser reads from the source.
        new: The new text.
        entities: The values of the entities by their names.
    """
    if source == escape_text(old):  # the usual case, in which the rest does the same
        return escape_text(new)
    parts = [_TextPart(match, entities) for match in _PART.finditer(source)]
    if "".join(part.value for part in parts) != old:  # The document type declares an entity.
        kept = [part.source for part in parts if part.is_kept]
        return escape_text(new) + "".join(kept)
    change = _find_change(old, new)
    changed = _part_to_change(parts, change)
    if changed is None:
        return escape_text(new) + source
    pieces: list[str] = []
    position = 0
    for part in parts:
        inserted = change.new if part is changed else ""
        local = _Change(change.start - position, change.end - position, inserted)
        position += len(part.value)
        pieces.append(part.write(local))
    return "".join(pieces)


class _TextPart:
    """A text, a CDATA section, a comment or a processing instruction between two tags."""

    def __init__(self, match: re.Match[str], entities: Mapping[str, str]) -> None:
        self.source = match[0]
        self.is_kept = match["kept"] is not None
        self.is_data = match["data"] is not None
        self.units: list[_Unit] = []
        if self.is_data:
            self.units += _find_units(match["data"], _DATA, entities)
        elif not self.is_kept:
            self.units += _find_units(self.source, _TEXT, entities)
        self.value = "".join([unit.value for unit in self.units])

    def write(self, change: _Change) -> str:
        """Return the source of this part after a change, which may be outside of it."""
        is_outside = change.end <= 0 or change.start >= len(self.value)
        if self.is_kept or (is_outside and not change.new):
            return self.source
        if not self.is_data:
            # A "]]>" must not stand in a text.
            return _splice_units(self.units, change, escape_text).replace("]]>", "]]&gt;")
        if "\r" in change.new:  # A section cannot contain this character.
            start, end = max(change.start, 0), max(change.end, 0)
            return escape_text(self.value[:start] + change.new + self.value[end:])
        data = _splice_units(self.units, change, lambda text: text.translate(_FORBIDDEN))
        data = data.replace("]]>", "]]]]><![CDATA[>")
        return f"<![CDATA[{data}]]>"


def _part_to_change(parts: list[_TextPart], change: _Change) -> _TextPart | None:
    """Return the part that gets the new text: the first that loses a character, or if none does,
    the first that the place of the change touches."""
    touched: _TextPart | None = None
    position = 0
    for part in parts:
        start, position = position, position + len(part.value)
        if part.is_kept:
            continue
        if start < change.end and change.start < position:
            return part
        if touched is None and start <= change.start <= position:
            touched = part
    return touched


def _splice_units(units: list[_Unit], change: _Change, escape: Callable[[str], str]) -> str:
    """Return the source of units after a change."""
    length = sum(len(unit.value) for unit in units)
    before = _source_between(units, 0, change.start, escape)
    return before + escape(change.new) + _source_between(units, change.end, length, escape)


def _source_between(units: list[_Unit], start: int, end: int, escape: Callable[[str], str]) -> str:
    """Return the source of what a parser reads from units between two positions."""
    pieces: list[str] = []
    position = 0
    for source, value in units:
        part = value[max(start - position, 0) : max(end - position, 0)]
        position += len(value)
        if part == value:
            pieces.append(source)
        else:  # A part of a reference, or of spaces, has no source of its own.
            pieces.append(part if source == value else escape(part))
    return "".join(pieces)
