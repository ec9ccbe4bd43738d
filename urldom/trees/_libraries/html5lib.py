"""html5lib, which makes trees of `xml.etree.ElementTree`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from urldom.trees._libraries.xml_etree import ElementTree
from urldom.trees._table import HTML
from urldom.trees._tree import Library, Tree


def parse_html(text: str) -> Tree:
    html5lib: Any = import_module("html5lib")
    builder = html5lib.getTreeBuilder("etree", fullTree=True)
    # Only the document, to which the elements do not refer, has the document type and the comments outside the root.
    document = html5lib.HTMLParser(builder).parse(text)
    return ElementTree(next(child for child in document if child.tag == f"{{{HTML}}}html"), whole=document)


LIBRARY = Library("html5lib", parse_html=parse_html)
