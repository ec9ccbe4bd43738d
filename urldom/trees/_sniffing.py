"""Finds the syntax of a document whose content type is unknown."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

#: The syntax of a document. A document of the syntax `"xhtml"` is parsed as XML if it is well-formed, or else as HTML.
Syntax: TypeAlias = Literal["html", "xml", "xhtml"]

#: A document is XML if it begins with an XML declaration, or with one of the elements or document types below.
_MARK_AND_SPACES = re.compile(r"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\ufeff)?[ \t\r\n]*")
_XML_DECLARATION = re.compile(r"<\?xml[ \t\r\n]")
_XML_ROOT = re.compile(
    r"<(?:!DOCTYPE[ \t\r\n]+)?(?:[\w.-]+:)?"
    r"(?:(?P<feed>feed|entry|rss|RDF|opml|urlset|sitemapindex)|svg)[ \t\r\n/>\[]"
)
_HTML_ELEMENT = re.compile(r"<(?:!DOCTYPE[ \t\r\n]+)?html[\s>\[]", re.IGNORECASE)
#: MIME Sniffing Standard, section 7.1: the beginnings of HTML.
_HTML_BEGINNING = re.compile(
    r"\f*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >]",
    re.IGNORECASE,
)
#: The number of characters that are read first, and in XML after the comments, to find an `html` element.
_BEGINNING: Final = 4096
_XML_SPACES = re.compile(r"[ \t\r\n]*")


def sniff_syntax(data: bytes | str, *, is_xml: bool) -> Syntax:
    """Return the syntax of a document of unknown content type. `is_xml` means that its suffix or parser is for XML."""
    text, start, position = "", 0, 0
    for part in (data[:_BEGINNING], data):  # The whole document is read if the beginning has only comments.
        text = _characters(part)
        start = _MARK_AND_SPACES.match(text).end()  # type: ignore[union-attr]
        position = end_of_prolog(text, start)
        if position < len(text):
            break
    root = _XML_ROOT.match(text, position)
    if root is not None and root["feed"] is not None:
        return "xml"
    if is_xml:
        return "xhtml" if _HTML_ELEMENT.search(text, position, position + _BEGINNING) else "xml"
    return "html" if root is None and not _XML_DECLARATION.match(text, start) else "xhtml"


def begins_like_html(data: bytes | str) -> bool:
    """Return `True` if browsers take a document without a content type for HTML."""
    text = _characters(data[:_BEGINNING])
    return _HTML_BEGINNING.match(text, _MARK_AND_SPACES.match(text).end()) is not None  # type: ignore[union-attr]


def _characters(data: bytes | str) -> str:
    """Return a document's ASCII characters. Without the zero bytes, those of UTF-16 can be read too."""
    return data if isinstance(data, str) else data.replace(b"\0", b"").decode("latin-1")


def end_of_prolog(text: str, position: int) -> int:
    """Return the position after the comments and processing instructions, which may be unclosed, at the start."""
    while True:
        position = _XML_SPACES.match(text, position).end()  # type: ignore[union-attr]
        for opening, closing in (("<!--", "-->"), ("<?", "?>")):
            if text.startswith(opening, position):
                end = text.find(closing, position + len(opening))
                position = len(text) if end == -1 else end + len(closing)
                break
        else:
            return position
