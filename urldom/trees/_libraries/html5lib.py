"""html5lib, which makes trees of `xml.etree.ElementTree`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from urldom.trees._libraries.xml_etree import ElementTree, write_with_html5lib
from urldom.trees._table import HTML
from urldom.trees._tree import Library, Tree, as_fragment


def parse_html(text: str) -> Tree:
    html5lib: Any = import_module("html5lib")
    builder = html5lib.getTreeBuilder("etree", fullTree=True)
    # Only the document, to which the elements do not refer, has the document type and the comments outside the root.
    document = html5lib.HTMLParser(builder).parse(text)
    return ElementTree(next(child for child in document if child.tag == f"{{{HTML}}}html"), whole=document)


def parse_fragment(text: str, context: str) -> Tree:
    html5lib: Any = import_module("html5lib")
    root = html5lib.HTMLParser(html5lib.getTreeBuilder("etree")).parseFragment(text, container=context)
    tree = ElementTree(root)
    tree.root_name, tree.is_bare = f"{{{HTML}}}{context}", False  # html5lib gives the root another name.
    return as_fragment(tree, lambda: write_with_html5lib(root, "etree"))


LIBRARY = Library("html5lib", parse_html=parse_html, parse_fragment=parse_fragment)
