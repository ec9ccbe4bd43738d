"""Writes the bytes of a document: the text that its library writes, in the document's encoding, which they declare."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from urldom._text.encodings import UNICODE
from urldom._text.scalar_values import scalar_value_string
from urldom.trees._encoding_detection import byte_order_mark, declared_encoding
from urldom.trees._markup import find_markup
from urldom.trees._octets import encode, has_character
from urldom.trees._syntaxes import SPACES
from urldom.trees._table import TEXT_ELEMENTS
from urldom.trees._tree import Tree

#: The byte order marks of the encodings that markup cannot declare.
_MARKS: Final = {"utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}

_XML_DECLARATION = re.compile(r"\ufeff?<\?xml[ \t\r\n][^>]*\?>[\r\n]*")
_XML_MARKUP = re.compile(r"<!--[\s\S]*?(?:-->|\Z)|<!\[CDATA\[(?P<data>[\s\S]*?)(?:\]\]>|\Z)|<[?!][^>]*(?:>|\Z)")

_Escape = Callable[[str], str]


def write_bytes(tree: Tree, encoding: str) -> bytes:
    if encoding == "replacement":
        encoding = "utf-8"  # Encoding Standard, "get an output encoding"
    text = scalar_value_string(tree.write(encoding))
    if not tree.is_html:
        declared = "utf-16" if encoding in _MARKS else encoding
        text = f'<?xml version="1.0" encoding="{declared}"?>\n{_XML_DECLARATION.sub("", text, count=1)}'
        return _MARKS.get(encoding, b"") + encode(_fit(text, encoding, _xml_parts), encoding)
    text = _fit(text, encoding, lambda text: ((end, _ESCAPES[kind]) for kind, end, _ in find_markup(text)))
    data = _MARKS.get(encoding, b"") + encode(text, encoding)
    found = byte_order_mark(data)[1] or declared_encoding(data.decode("latin-1"), is_xml=False)
    if found == encoding or encoding in _MARKS:
        return data
    place = _place_of_meta(text)
    return encode(f'{text[:place]}<meta charset="{encoding}">{text[place:]}', encoding)


def _place_of_meta(text: str) -> int:
    """Return the position at which a `meta` element becomes the first element in `head`."""
    place = start = 0
    for kind, end, tag in find_markup(text):
        name = "" if tag is None or tag.is_end else tag.name
        if name in ("html", "head") or text[start : start + len("<!doctype")].lower() == "<!doctype":
            place = end
        if name == "head" or not (name == "html" or kind == "comment" or not text[start:end].strip(SPACES)):
            break
        start = end
    return place


def _fit(text: str, encoding: str, parts: Callable[[str], Iterator[tuple[int, _Escape]]]) -> str:
    """Escape the characters that an encoding lacks. `parts` yields the end of each part, and its function."""
    if encoding in UNICODE or (text.isascii() and encoding != "iso-2022-jp"):
        return text
    lacking = {character for character in set(text) if not has_character(encoding, character)}
    if not lacking:
        return text
    find = re.compile("[" + "".join(map(re.escape, sorted(lacking))) + "]")
    pieces: list[str] = []
    start = 0
    for end, escape in parts(text):
        pieces.append(find.sub(lambda match, escape=escape: escape(match[0]), text[start:end]))  # type: ignore[misc]
        start = end
    return "".join(pieces)


def _reference(character: str) -> str:
    return f"&#{ord(character)};"


def _html_reference(character: str) -> str:
    """Return a reference, or `?` for a C1 control, which it cannot mean in HTML (HTML Standard 13.2.5.84)."""
    return "?" if "\x80" <= character < "\xa0" else _reference(character)


#: The function that escapes a character, by the kind of text. Text in a `title` or a `textarea` can contain references.
_ESCAPES: Final[dict[str, _Escape]] = {
    **dict.fromkeys((*TEXT_ELEMENTS, "plaintext", "comment"), lambda character: "?"),
    **dict.fromkeys(("text", "tag", "title", "textarea"), _html_reference),
    "style": lambda character: f"\\{ord(character):x} ",
    "CDATA section": lambda character: f"]]>{_reference(character)}<![CDATA[",
    "script": lambda character: "".join(f"\\u{unit}" for unit in character.encode("utf-16-be").hex(" ", 2).split()),
}


def _xml_parts(text: str) -> Iterator[tuple[int, _Escape]]:
    for match in _XML_MARKUP.finditer(text):
        yield match.start(), _reference
        yield match.end(), _ESCAPES["comment" if match["data"] is None else "CDATA section"]
    yield len(text), _reference
