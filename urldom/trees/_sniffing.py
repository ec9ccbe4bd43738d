"""The syntax of a document whose content type is unknown."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

#: The syntax of a document. `"xhtml"` is XML if it is well-formed, and else HTML.
Syntax: TypeAlias = Literal["html", "xml", "xhtml"]

#: How XML begins, of which nobody says that it is XML: with an XML declaration, or with one of these elements, whose
#: name the document type declaration says too.
_MARK_AND_SPACES = re.compile(r"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\ufeff)?[ \t\r\n]*")
_XML_DECLARATION = re.compile(r"<\?xml[ \t\r\n]")
_XML_ROOT = re.compile(
    r"<(?:!DOCTYPE[ \t\r\n]+)?(?:[\w.-]+:)?"
    r"(?:(?P<feed>feed|entry|rss|RDF|opml|urlset|sitemapindex)|svg)[ \t\r\n/>\[]"
)
_HTML_ELEMENT = re.compile(r"<(?:!DOCTYPE[ \t\r\n]+)?html[\s>\[]", re.IGNORECASE)
#: How many characters are searched for these, apart from comments.
_BEGINNING: Final = 4096
#: Before the root element, there may be comments and processing instructions.
_XML_SPACES = re.compile(r"[ \t\r\n]*")
_MISCELLANEOUS: Final = (("<!--", "-->"), ("<?", "?>"))


def sniff_syntax(data: bytes | str, *, is_xml: bool) -> Syntax:
    """The syntax of a document whose content type is unknown. `is_xml` is whether its name or its parser is for XML."""
    text, start, position = "", 0, 0
    for part in (data[:_BEGINNING], data):  # The whole is needed if its beginning is all comments.
        # ASCII is right in this text, whatever encoding it is in.
        text = part if isinstance(part, str) else part.replace(b"\0", b"").decode("latin-1")
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


def end_of_prolog(text: str, position: int) -> int:
    """Where the comments and processing instructions end that a text begins with: at its end, if one does not."""
    while True:
        position = _XML_SPACES.match(text, position).end()  # type: ignore[union-attr]
        ends = next((pair for pair in _MISCELLANEOUS if text.startswith(pair[0], position)), None)
        if ends is None:
            return position
        opening, closing = ends
        end = text.find(closing, position + len(opening))
        if end == -1:
            return len(text)
        position = end + len(closing)
