"""html5lib, which makes trees of `xml.etree.ElementTree`."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from urldom.trees._libraries.xml_etree import ElementTree
from urldom.trees._table import HTML
from urldom.trees._tree import Library, Tree

_ROOT: Final = f"{{{HTML}}}html"


def parse_html(text: str) -> Tree:
    html5lib: Any = import_module("html5lib")
    builder = html5lib.getTreeBuilder("etree", fullTree=True)
    # The adapter keeps the document too, because the elements do not refer to it. Only the document has the document
    # type and the comments outside the root element.
    document = html5lib.HTMLParser(builder).parse(text)
    return ElementTree(next(child for child in document if child.tag == _ROOT), whole=document)


LIBRARY = Library("html5lib", parse_html=parse_html)
