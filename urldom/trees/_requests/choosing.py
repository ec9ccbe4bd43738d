"""Chooses the row of the table of requests that applies to a URL of a page."""

from __future__ import annotations

from functools import partial
from typing import Final

from urldom.trees._requests.table import CSS_ATTRIBUTES, TABLE, Sent, css_row
from urldom.trees._requests.types import Get
from urldom.trees._table import HTML, SVG, ascii_lower
from urldom.trees._tree import INSTRUCTION_TARGETS, Node, Tree, local_name
from urldom.trees._url_attribute import URLAttribute, node_of, span_of

_PAGES: Final = (f"{{{HTML}}}", f"{{{SVG}}}")
#: The number of elements around a `source` or a `track` that are searched, because some parsers
#: nest them.
_NESTED: Final = 64


class RowChooser:
    """Chooses the rows of the URLs of a tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        #: The `picture` of the last `source`, and its `img`, because many searches for the same one
        #: would take long.
        self._picture: tuple[Node, Node | None] | None = None

    def choose(self, found: URLAttribute, get: Get) -> tuple[Sent, Get] | None:
        """Return the row of a URL, and the `get` of the element whose attributes count."""
        node = node_of(found)
        name, attribute = found.element_name or "", found.attribute or ""
        use = span_of(found).use
        if use or attribute in CSS_ATTRIBUTES:
            return _css_row(use or attribute, attribute), get
        for row in self._rows_of(node, name, attribute):  # the first whose condition is true
            owner = self._owner(node, row.owners) if row.owners else get
            # The condition of a row without a request is about the owner.
            if owner is not None and row.when(owner if row.why_not else get):
                # An `img` belongs to its `picture`, whose attributes do not count.
                return row, get if name == "img" else owner
        return None

    def _rows_of(self, node: Node, name: str, attribute: str) -> tuple[Sent, ...]:
        """Return the rows of an attribute. It has no rows if the element is not HTML or SVG."""
        tree = self._tree
        is_instruction = name in INSTRUCTION_TARGETS
        is_known = tree.is_bare or is_instruction or tree.name(node).startswith(_PAGES)
        if not is_known:
            return ()
        return TABLE.get((name, attribute)) or TABLE.get((ascii_lower(name), attribute), ())

    def is_early(self, found: URLAttribute) -> bool:
        """Return `True` if a browser resolves a URL when it reads the element, so that a `base`
        after the element does not count."""
        chosen = self.choose(found, partial(self._tree.get, node_of(found)))
        if chosen is None or found.kind == "fragment":
            return False
        row, get = chosen
        is_lazy_image = row.destination == "image" and is_lazy(get)
        return not (row.why_not or row.follows_base or is_lazy_image)

    def _owner(self, node: Node, owners: tuple[str, ...]) -> Get | None:
        """Return the `get` of the element that an element belongs to, such as the `video` of a
        `track`, or `None` if there is no such element. `owners` are the names that it can have."""
        tree = self._tree
        above = tree.parent(node)
        # Some parsers put what follows a `source` or a `track` into it. In a deep tree, this loop
        # is the longest part of a request, so it does not call `_name`.
        void_elements = ("source", "track")
        for _ in range(_NESTED):
            if above is None or ascii_lower(tree.name(above).split("}")[-1]) not in void_elements:
                break
            above = tree.parent(above)
        # A `source` in a `picture` belongs to the `img` beside it.
        if above is not None and owners == ("img",) and self._name(above) == "picture":
            above = self._img(above)
        if above is None or self._name(above) not in owners:
            return None
        return partial(tree.get, above)

    def _img(self, picture: Node) -> Node | None:
        """Return the `img` of a `picture`, and keep it for the next `source`."""
        if self._picture is None or not self._tree.is_same(self._picture[0], picture):
            self._picture = picture, self._find_img(picture)
        return self._picture[1]

    def _find_img(self, picture: Node) -> Node | None:
        """Return the `img` of a `picture`. Some parsers put it into a `source`."""
        tree = self._tree
        around: Node | None = picture
        while around is not None:
            elements = [child for child in tree.children(around) if type(tree.name(child)) is str]
            last = {self._name(element): element for element in elements}
            if "img" in last:
                return last["img"]
            around = last.get("source")
        return None

    def _name(self, node: Node) -> str:
        return ascii_lower(local_name(self._tree.name(node)))


def is_lazy(get: Get) -> bool:
    """Return `True` if a browser loads an image or a frame when it comes into view."""
    return ascii_lower(get("loading")) == "lazy"


def _css_row(use: str, attribute: str) -> Sent:
    """Return the row of a URL in CSS or JSON. A browser reads a property that is an attribute when
    it lays out the page."""
    row = css_row(use)
    return row if attribute in ("", "style") else row._replace(follows_base=True)
