"""What stands in an XML document before the root element: the declaration, the document type,
comments and processing instructions.

All functions expect text that a parser accepted as well-formed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from urldom._core.text import encodings
from urldom.trees._tree import split_instruction, target_of

#: The spaces of XML.
XML_SPACES: Final = " \t\r\n"
#: The XML declaration, with the spaces after it.
_DECLARATION = re.compile(r"<\?xml[ \t\r\n][^>]*\?>[ \t\r\n]*")
_VERSION = re.compile(r"""[ \t\r\n]version[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*')""")
_ENCODING = re.compile(r"""[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"']*)["']""")
#: The names by which XML knows an encoding, if it differs from the Encoding Standard's.
_NAMES_IN_XML: Final = {"utf-16le": "utf-16", "utf-16be": "utf-16"}

#: What stands before the root element. The end of a document type needs its own search.
_PROLOG_ITEM = re.compile(
    r"[ \t\r\n]*(?:(?P<comment><!--[\s\S]*?-->)|(?P<instruction><\?[\s\S]*?\?>)"
    r"|(?P<doctype><!DOCTYPE))"
)
_IN_DOCTYPE = re.compile(r""""[^"]*"|'[^']*'|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|[\[\]>]""")


def declaration_of(text: str) -> str:
    """Return the XML declaration of a text and the spaces after it, or an empty string."""
    match = _DECLARATION.match(text)
    return "" if match is None else match[0]


def declare_encoding(text: str, encoding: str, *, is_needed: bool) -> str:
    """Return a document whose XML declaration names an encoding.

    Args:
        text: The document.
        encoding: The name of the encoding.
        is_needed: If it is false, a document in UTF-8 may lack a declaration.
    """
    declaration = declaration_of(text)
    name = _NAMES_IN_XML.get(encoding, encoding)
    declared = _ENCODING.search(declaration)
    if declared is None and encoding == "utf-8" and not is_needed:
        return text
    if not declaration:
        return f'<?xml version="1.0" encoding="{name}"?>\n{text}'
    if declared is None:
        version = _VERSION.search(declaration)
        assert version is not None  # Every declaration has one.
        return f'{text[: version.end()]} encoding="{name}"{text[version.end() :]}'
    if _means(declared[1], encoding, text):
        return text
    return text[: declared.start(1)] + name + text[declared.end(1) :]


def _means(label: str, encoding: str, text: str) -> bool:
    """Return `True` if a label means an encoding to browsers, and for this text to all other
    readers of XML.

    Browsers read windows-1252 for `ISO-8859-1`, and GBK for `GB2312`. Other readers follow the
    label, as Python does."""
    if encoding in _NAMES_IN_XML:
        return label.lower() == "utf-16"
    if encoding == "utf-8":
        return label.lower() in ("utf-8", "utf8")
    if encodings.find_encoding(label) != encoding:
        return False
    try:
        return text.encode(label).decode(encoding) == text
    except (LookupError, UnicodeError):
        return False


class PrologItem(NamedTuple):
    """A comment, a processing instruction or the document type before the root element."""

    kind: str
    start: int
    end: int


def prolog_items(text: str) -> Iterator[PrologItem]:
    """Yield what stands in a document between the XML declaration and the root element."""
    position = len(declaration_of(text))
    while (match := _PROLOG_ITEM.match(text, position)) is not None:
        kind = str(match.lastgroup)
        position = match.end()
        if kind == "doctype":
            position = _end_of_doctype(text, position)
        yield PrologItem(kind, match.start(kind), position)


def _end_of_doctype(text: str, position: int) -> int:
    """Return the end of a document type, whose internal subset stands in brackets."""
    is_in_subset = False
    for match in _IN_DOCTYPE.finditer(text, position):
        if match[0] == ">" and not is_in_subset:
            return match.end()
        if match[0] in "[]":
            is_in_subset = match[0] == "["
    return len(text)


def instruction_items(text: str) -> list[PrologItem]:
    """Return the instructions before the root element that contain a URL."""
    if "<?xml-" not in text:
        return []
    return [
        item
        for item in prolog_items(text)
        if item.kind == "instruction" and target_of(text[item.start + 2 : item.end - 2])
    ]


def read_instruction(text: str, item: PrologItem) -> str:
    """Return the target and the data of an instruction, as ElementTree has them."""
    inside = text[item.start + len("<?") : item.end - len("?>")]
    target, data = split_instruction(inside.replace("\r\n", "\n").replace("\r", "\n"))
    return f"{target} {data}" if data else target
