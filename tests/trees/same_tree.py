"""Whether each library itself reads a tree again from the text that was written for it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest


def _turbohtml(tree: Any, written: str) -> bool:
    import turbohtml

    return bool(turbohtml.parse(written).equals(tree))


def _selectolax(tree: Any, written: str) -> bool:
    from selectolax.lexbor import LexborHTMLParser

    def nodes(parser: Any) -> list[Any]:
        found: list[Any] = []
        stack = [parser.root.parent]
        while stack:
            node = stack.pop()
            children = list(node.iter(include_text=True))
            if node.tag == "template" and not children:
                children = node.template_fragments()
            attributes = {name: value or "" for name, value in node.attributes.items()}
            text = node.text_content if node.tag == "-text" else ""
            found.append((node.tag, attributes, text, len(children)))
            stack += children
        return found

    return nodes(LexborHTMLParser(written)) == nodes(tree)


def shape(text: str) -> str:
    """Return the tree of a text as html5lib's test suite writes it, by html5lib's own function."""
    html5lib = pytest.importorskip("html5lib")
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("dom"))
    parser.parse(text)
    return str(parser.tree.testSerializer(parser.tree.getDocument()))


def _lxml(tree: Any, written: str) -> bool:
    from lxml import etree, html

    def nodes(root: Any) -> list[str]:
        others = [*root.itersiblings(preceding=True), root, *root.itersiblings()]
        return [etree.tostring(node, encoding="unicode") for node in others]

    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    root = tree.getroot() if hasattr(tree, "getroot") else tree
    return nodes(html.document_fromstring(written.encode(), parser)) == nodes(root)


def _bs4(tree: Any, written: str) -> bool:
    from bs4 import BeautifulSoup

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = BeautifulSoup(written, "html.parser")
    # BeautifulSoup reads a text of spaces as one.
    return re.sub(r"\s+", " ", read.decode()) == re.sub(r"\s+", " ", tree.decode())


SAME: dict[str, Callable[[Any, str], bool]] = {
    "turbohtml": _turbohtml,
    "selectolax": _selectolax,
    "lxml": _lxml,
    "bs4": _bs4,
}
