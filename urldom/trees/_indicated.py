"""The part of a document that a fragment indicates (HTML Standard 7.4.6.4, "Scrolling to a
fragment")."""

from __future__ import annotations

from typing import TypeAlias

from urldom._core.text import percent_encoding
from urldom._core.text.unicode import scalar_value_string
from urldom.trees._lookup import INDICATED
from urldom.trees._places import find_attributes
from urldom.trees._tree import Node, Tree

#: An element, its parent (`None` at the top of the tree), which is kept alive (see `walk_tree`),
#: and `id` or `name`.
_Held: TypeAlias = tuple[Node, "Node | None", str]


class IndicatedParts:
    """The elements that fragments indicate, by an index of the identifiers that the first call
    makes.

    The tree may change, so each result is checked: the element must still have the identifier and
    the parent that the index has. If not, the index is made again. The check takes the same time at
    any depth of the tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._index: dict[str, _Held] | None = None

    def select(self, fragment: str) -> Node | None:
        """Return the indicated part of the document for a fragment without directives, or
        `None`."""
        fragment = scalar_value_string(fragment)
        if not fragment:  # step 3
            return self._tree.document_element()
        decoded = percent_encoding.percent_decoded(fragment)  # steps 6 and 7
        found = self._find(fragment)  # step 4
        if found is None and decoded != fragment:
            found = self._find(decoded)  # step 8
        if found is not None:
            return found
        is_top = decoded.isascii() and decoded.lower() == "top"  # steps 10 and 11
        return self._tree.document_element() if is_top else None

    def _find(self, fragment: str) -> Node | None:
        """Return a *potential indicated element*, or `None`."""
        if self._index is None:
            self._index = self._make_index()
        held = self._index.get(fragment)
        if held is not None and not self._is_there(held, fragment):
            self._index = self._make_index()
            held = self._index.get(fragment)
        if held is None:
            return None
        node, _, _ = held
        return node

    def _is_there(self, held: _Held, value: str) -> bool:
        """Return `True` if an element still has its parent and identifier."""
        node, parent, attribute = held
        above = self._tree.parent(node)
        if parent is None or above is None:
            is_at_place = parent is above  # at the top of the tree
        else:
            is_at_place = self._tree.is_same(above, parent)
        return is_at_place and self._tree.get(node, attribute) == value

    def _make_index(self) -> dict[str, _Held]:
        ids: dict[str, _Held] = {}
        names: dict[str, _Held] = {}
        for node, attribute, value in find_attributes(self._tree, INDICATED):
            held = ids if attribute == "id" else names
            if value and value not in held:  # An empty `id` does not count (DOM Standard 4.9).
                held[value] = node, self._tree.parent(node), attribute
        return names | ids
