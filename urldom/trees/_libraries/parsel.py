"""parsel, and so Scrapy."""

from __future__ import annotations

from typing import Any

from urldom.trees._libraries.lxml import LxmlTree
from urldom.trees._tree import Library, Node


class ParselTree(LxmlTree):
    """parsel's `Selector`, and so Scrapy's: of one for HTML or XML, the lxml tree that it is in."""

    def __init__(self, selector: Any) -> None:
        if not hasattr(selector.root, "getroottree"):
            raise ValueError(f"a Selector of the type {selector.type} has no tree of elements")
        super().__init__(selector.root)
        self.given = selector
        self._selector: type[Any] = type(selector)
        # The tree was made of UTF-8, whatever the page was in. The response of a Scrapy selector knows the encoding.
        self.encoding: str | None = getattr(getattr(selector, "response", None), "encoding", None)

    def element(self, node: Any) -> Node:
        return node.root if isinstance(node, self._selector) else node


LIBRARY = Library("parsel", "a parsel Selector", "parsel.", ("Selector",), ParselTree)
