"""html5lib, which makes trees of xml.etree.ElementTree."""

from __future__ import annotations

from importlib import import_module

from urldom.trees._libraries.xml_etree import ElementTree
from urldom.trees._tree import Library, Tree


def parse_html(text: str) -> Tree:
    return ElementTree(import_module("html5lib").parse(text))


LIBRARY = Library("html5lib", parse_html=parse_html)
