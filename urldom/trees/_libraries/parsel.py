"""parsel, which Scrapy uses."""

from __future__ import annotations

from typing import Any

from urldom.trees._libraries.lxml import LxmlTree
from urldom.trees._tree import Library, Node


class ParselTree(LxmlTree):
    """The lxml tree of a parsel `Selector` for HTML or XML. Scrapy's selectors are also selectors of parsel."""

    def __init__(self, selector: Any) -> None:
        if not hasattr(selector.root, "getroottree"):
            raise ValueError(f"a Selector of the type {selector.type} has no tree of elements")
        super().__init__(selector.root)
        self.given = selector
        self._selector: type[Any] = type(selector)
        # parsel makes the tree from UTF-8. A Scrapy selector refers to the response, which has the page's encoding.
        self.encoding: str | None = getattr(getattr(selector, "response", None), "encoding", None)

    def element(self, node: Any) -> Node:
        return node.root if isinstance(node, self._selector) else node


LIBRARY = Library("parsel", "a parsel Selector", "parsel.", ("Selector",), ParselTree)
