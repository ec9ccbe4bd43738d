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
    """The elements that fragments indicate. The index is made again if a result has lost its
    identifier or parent."""

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
        for candidate in (fragment,) if decoded == fragment else (fragment, decoded):
            if (found := self._find(candidate)) is not None:  # steps 4 and 8
                return found
        is_top = decoded.isascii() and decoded.lower() == "top"  # steps 10 and 11
        return self._tree.document_element() if is_top else None

    def _find(self, fragment: str) -> Node | None:
        """Return a *potential indicated element*, or `None`."""
        index = self._index
        if index is None or (fragment in index and not self._is_there(index[fragment], fragment)):
            index = self._index = self._make_index()
        return index[fragment][0] if fragment in index else None

    def _is_there(self, held: _Held, value: str) -> bool:
        tree, (node, parent, attribute) = self._tree, held
        above = tree.parent(node)
        is_same = (
            above is None if parent is None else above is not None and tree.is_same(above, parent)
        )
        return is_same and tree.get(node, attribute) == value

    def _make_index(self) -> dict[str, _Held]:
        ids: dict[str, _Held] = {}
        names: dict[str, _Held] = {}
        for node, attribute, value in find_attributes(self._tree, INDICATED):
            held = ids if attribute == "id" else names
            if value and value not in held:  # An empty `id` does not count (DOM Standard 4.9).
                held[value] = node, self._tree.parent(node), attribute
        return names | ids
