"""Prepares the input of a parser for XML: rejects harmful input, and replaces HTML's named character references."""

from __future__ import annotations

import re
from contextlib import suppress
from html.entities import html5
from typing import Final

from urldom.trees._sniffing import end_of_prolog

#: The document types that declare HTML's named character references (HTML Standard, "Parsing XML documents").
_DECLARING_TYPES: Final = frozenset(
    [
        *(f"-//W3C//DTD XHTML 1.0 {name}//EN" for name in ("Transitional", "Strict", "Frameset")),
        *(f"-//W3C//DTD {name}//EN" for name in ("XHTML 1.1", "XHTML Basic 1.0", "MathML 2.0")),
        *(f"-//W3C//DTD XHTML 1.1 plus MathML 2.0{name}//EN" for name in ("", " plus SVG 1.1")),
        *(f"-//WAPFORUM//DTD XHTML Mobile {name}//EN" for name in ("1.0", "1.1", "1.2")),
    ]
)
_PUBLIC_IDENTIFIER = re.compile(
    r"<!DOCTYPE[ \t\r\n]+[^ \t\r\n<>\[]+[ \t\r\n]+PUBLIC[ \t\r\n]+(?:\"([^\"<>]*)\"|'([^'<>]*)')"
)
#: A reference to an entity, or a part that cannot contain references: a comment, a CDATA section, an instruction.
_ENTITY_REFERENCE = re.compile(
    r"&([A-Za-z][A-Za-z0-9]*;)|<!--[\s\S]*?(?:-->|\Z)|<!\[CDATA\[[\s\S]*?(?:\]\]>|\Z)|<\?[\s\S]*?(?:\?>|\Z)"
)
_ENTITY_NAME = re.compile(r"<!ENTITY[ \t\r\n]+([A-Za-z][A-Za-z0-9]*)[ \t\r\n]")
_PREDEFINED: Final = frozenset(["amp;", "lt;", "gt;", "quot;", "apos;"])

#: The limit of the length of all attributes: `_MUCH`, or if more `_MANY_TIMES` the document's length.
_MUCH: Final = 10_000_000
_MANY_TIMES: Final = 100
_FOR_AN_ATTRIBUTE: Final = 50


def fit_for_xml(text: str) -> str:
    """Return the text to pass to a parser for XML, or raise `SyntaxError` or, if it needs much memory, `ValueError`."""
    if "\0" in text:
        raise SyntaxError("U+0000 is not a character of XML")  # The parser expat would guess UTF-16.
    text = replace_entities_of_html(text)
    if "<!ATTLIST" in text:
        _require_few_defaults(text.encode())
    return text


def replace_entities_of_html(text: str) -> str:
    """Return the text with numeric references for HTML's named ones, if its document type declares these."""
    match = _PUBLIC_IDENTIFIER.match(text, end_of_prolog(text, 0))
    if match is None or " ".join((match[1] or match[2] or "").split()) not in _DECLARING_TYPES:
        return text
    own = {f"{name};" for name in _ENTITY_NAME.findall(text)}

    def numeric(reference: re.Match[str]) -> str:
        name = reference[1]
        if name is None or name in _PREDEFINED or name in own or name not in html5:
            return reference[0]
        return "".join(f"&#{ord(character)};" for character in html5[name])

    return _ENTITY_REFERENCE.sub(numeric, text)


def _require_few_defaults(data: bytes) -> None:
    """Raise `ValueError` if default values, which every element of a name gets, are much longer than the text."""
    from xml.parsers import expat

    most = max(_MUCH, _MANY_TIMES * len(data))
    held = 0

    def element(_: str, attributes: list[str]) -> None:
        nonlocal held
        held += sum(map(len, attributes), _FOR_AN_ATTRIBUTE * len(attributes) // 2)
        if held > most:
            raise ValueError(f"the default attributes that the document declares have more than {most} characters")

    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.StartElementHandler = element
    with suppress(expat.ExpatError):  # The tree's parser reports this error later.
        parser.Parse(data, True)
