"""Every URL of a file: a page, a feed or another XML document, or a style sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from urldom._standards.interface import StandardLike
from urldom._text.encodings import find_encoding
from urldom.trees._parsing import parse_data
from urldom.trees._sniffing import sniff_syntax
from urldom.trees._style_sheet import stylesheet
from urldom.trees._tree_document import TreeDocument
from urldom.trees._url_attribute import URLAttribute

_CSS_SUFFIX: Final = ".css"
_HTML_SUFFIXES: Final = frozenset([".html", ".htm"])
_XML_SUFFIXES: Final = frozenset([".xhtml", ".xml", ".atom", ".rss", ".svg"])
#: The suffixes of the files that hold URLs.
SUFFIXES: Final = _HTML_SUFFIXES | {_CSS_SUFFIX} | _XML_SUFFIXES


def find_links(
    data: bytes, address: str, *, suffix: str = "", encoding: str | None = None, standard: StandardLike
) -> Iterator[URLAttribute]:
    """Every URL of the file whose bytes are `data` and whose address is `address`, an absolute URL.

    `suffix` is that of the file's name, in lower case: what type the file is of. Without one, its bytes say it.
    `encoding` is the label that came with the file, if any did. Raises `ValueError` for what is no XML although it
    should be, or what no parser takes, and `ImportError` where no parser for HTML is installed.

    >>> feed = b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/a/"><icon>b</icon></feed>'
    >>> [link.url for link in find_links(feed, "http://example.com/", standard="whatwg")]
    ['http://example.com/a/b']
    """
    transport = None if encoding is None else find_encoding(encoding)
    if suffix == _CSS_SUFFIX:
        content_type = None if transport is None else f"text/css;charset={transport}"
        return stylesheet(data, address, content_type=content_type, standard=standard).urls()
    syntax = "html" if suffix in _HTML_SUFFIXES else sniff_syntax(data, is_xml=suffix in _XML_SUFFIXES)
    tree, name, parser = parse_data(data, transport, syntax)
    return TreeDocument(tree, address, name, standard, parser=parser).urls()
