"""`AttributeURL`: a URL that is an attribute of an element in a tree, as a script in the page has it."""

from __future__ import annotations

from typing import Any

import attrs

from urldom._contexts import BaseContext, ChainedContext, Document, Element
from urldom._object.decomposition import URLDecomposition
from urldom._standards.interface import Standard
from urldom._values.pieces import Pieces
from urldom.trees._places import choose_row
from urldom.trees._rewriting import storable
from urldom.trees._table import Row
from urldom.trees._tree import Node, Tree
from urldom.trees._tree_bases import TreeBases


@attrs.frozen
class AttributeContext(ChainedContext):
    """An attribute of an element in a tree, as a base context."""

    document: BaseContext
    node: Node
    attribute: str
    encoding: str = attrs.field(repr=False, eq=False)
    standard: Standard = attrs.field(repr=False, eq=False)
    tree: Tree = attrs.field(repr=False, eq=False)
    bases: TreeBases = attrs.field(repr=False, eq=False)
    #: The rows of the table for the attribute, if some of them have a base URL of their own.
    rows: tuple[Row, ...] = attrs.field(repr=False, eq=False)

    @property
    def base_url(self) -> str:
        base_url = self.bases.base_url_of(self.node)
        if not self.rows or (row := choose_row(self.tree, self.rows, self.node)) is None:
            return base_url
        return self.bases.base_url_for(row, self.node, self.tree.get(self.node, self.attribute) or "", base_url)

    def chain(self) -> Document | Element:
        """The chain of base URLs of the element, apart from the tree."""
        return self.bases.chain(self.node)

    def write(self, url: str) -> None:
        self.tree.set(self.node, self.attribute, storable(url))


class AttributeURL(URLDecomposition):
    """A URL whose string is the value of an attribute in a tree, whatever that is at the moment."""

    __slots__ = ("_place",)

    def __init__(self, place: AttributeContext) -> None:
        self._place = place
        # Given these, which a document in a tree keeps, no reading asks for them.
        super().__init__("", place, standard=place.standard, encoding=place.encoding, on_set=place.write)

    @property
    def reference(self) -> str:
        """The attribute's value (2.6.6)."""
        return self._place.tree.get(self._place.node, self._place.attribute) or ""

    def _read(self, reference: str | None = None) -> Pieces:
        place = self._place
        value = place.tree.get(place.node, place.attribute)
        if value is None:  # It was removed.
            return (*self._standard.no_url[:8], "")
        return super()._read(value)

    def _base_url(self) -> str:
        return self._place.base_url

    def _reject(self) -> None:
        if self:  # The input of a URL that does not resolve is empty. The attribute stays as it is.
            super()._reject()

    def __repr__(self) -> str:
        return f"<URLDecomposition {self.reference!r}, the {self._place.attribute} in {self._place.document!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has the attribute's value of this moment, and writes nothing."""
        return URLDecomposition(
            self.reference, self._place, standard=self.standard, encoding=self.encoding
        ).__reduce__()
