"""Finds every URL of a file: a page, a feed or another XML document, or a style sheet."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from urldom._standards.interface import StandardLike
from urldom._text.encodings import find_encoding
from urldom.trees._forms.forms import Form
from urldom.trees._forms.submission import written_action
from urldom.trees._sniffing import sniff_syntax
from urldom.trees._source import parse_data
from urldom.trees._style_sheet import StyleSheet, stylesheet
from urldom.trees._tree_document import TreeDocument
from urldom.trees._url_attribute import URLAttribute

_HTML_SUFFIXES: Final = frozenset([".html", ".htm"])
_XML_SUFFIXES: Final = frozenset([".xhtml", ".xml", ".atom", ".rss", ".svg"])
SUFFIXES: Final = _HTML_SUFFIXES | {".css"} | _XML_SUFFIXES


def read_page(
    data: bytes, address: str, *, suffix: str = "", encoding: str | None = None, standard: StandardLike
) -> TreeDocument | StyleSheet:
    """Return the document or style sheet of a file. `suffix`, in lower case, or the bytes determine its type."""
    transport = None if encoding is None else find_encoding(encoding)
    if suffix == ".css":
        content_type = None if transport is None else f"text/css;charset={transport}"
        return stylesheet(data, address, content_type=content_type, standard=standard)
    syntax = "html" if suffix in _HTML_SUFFIXES else sniff_syntax(data, is_xml=suffix in _XML_SUFFIXES)
    tree, name, parser = parse_data(data, transport, syntax)
    return TreeDocument(tree, address, name, standard, parser=parser)


def with_forms(page: TreeDocument | StyleSheet) -> Iterator[tuple[URLAttribute | None, Form | None]]:
    """Yield every URL of a page, with the form whose `action` it is, and then the forms without this attribute."""
    rest: list[Form] = []
    waiting: deque[Form] = deque()
    if isinstance(page, TreeDocument):
        for form in page.forms():
            (rest if written_action(form) is None else waiting).append(form)
    for link in page.urls():
        its_form: Form | None = None
        if waiting and link.element_name == "form" and link.attribute == "action":
            is_same = link.node is waiting[0].node or link.node == waiting[0].node
            its_form = waiting.popleft() if is_same else None
        yield link, its_form
    yield from ((None, form) for form in (*rest, *waiting))
