"""`AttributeURL`: a URL in an attribute of an element in a tree, as a script in the page sees
it."""

from __future__ import annotations

from typing import Any, Final

import attrs

from urldom._core.contexts.document import Document
from urldom._core.contexts.element import Element
from urldom._core.contexts.protocol import BaseContext, ChainedContext
from urldom._core.errors import InvalidURLError, UnresolvableURLError, url_repr, wrong_type
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.objects.states import Live
from urldom._core.standards.interface import Standard
from urldom._core.standards.registry import find_engine
from urldom._core.values.pieces import Pieces, is_absolute, with_written
from urldom.trees._lookup import Lookup, qualified_name
from urldom.trees._places import choose_row, entry_at
from urldom.trees._rewriting import storable
from urldom.trees._syntaxes import URL
from urldom.trees._table import TEXT, Row
from urldom.trees._tree import Node, Tree, local_name
from urldom.trees._tree_bases import TreeBases, has_its_own_base
from urldom.trees._url_attribute import URLAttribute

#: `url_of()` returns the URL of this attribute, unless the user passes another one.
DEFAULT: Final = "href"


@attrs.frozen(eq=False)
class AttributeContext(ChainedContext):
    """An attribute of an element in a tree, as the base context of the URL in the attribute."""

    document: BaseContext
    node: Node = attrs.field(repr=False)
    attribute: str
    encoding: str = attrs.field(repr=False)
    standard: Standard = attrs.field(repr=False)
    tree: Tree = attrs.field(repr=False)
    bases: TreeBases = attrs.field(repr=False)
    #: The table's rows for the attribute, or `()` if every row uses the element's base URL.
    rows: tuple[Row, ...] = attrs.field(repr=False)

    @property
    def base_url(self) -> str:
        """The base URL of the element, unless the row of the attribute has another one."""
        base_url = self.bases.base_url_of(self.node)
        if not self.rows:
            return base_url
        row = choose_row(self.tree, self.rows, self.node)
        if row is None:
            return base_url
        return self.bases.base_url_for(row, self.node, self.value or "", base_url)

    def _owner_document(self) -> BaseContext:
        return self.document

    def chain(self) -> Document | Element:
        return self.bases.chain(self.node)

    @property
    def value(self) -> str | None:
        """The attribute's value, or `None` if it was removed."""
        return self.tree.get(self.node, self.attribute)

    def write(self, url: str) -> None:
        self.tree.set(self.node, self.attribute, storable(url, find_engine(self.standard)))


class _AttributeState(Live):
    """A URL whose string is the value of an attribute, which HTML5's common setter action
    writes."""

    __slots__ = ()
    base: AttributeContext  # pyright: ignore[reportIncompatibleVariableOverride]

    @property
    def reference(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.base.value or ""

    @reference.setter
    def reference(self, value: str) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Do nothing, because `AttributeContext.write` has written the value to the tree."""

    def read(self) -> Pieces:
        value = self.base.value
        if value is None:  # The attribute was removed.
            return with_written(find_engine(self.standard).object_model.no_url, "")
        return self.read_string(value)


class AttributeURL(URLDecomposition):
    """A URL whose string is the current value of an attribute in a tree."""

    __slots__ = ()

    def __init__(self, place: AttributeContext) -> None:
        super().__init__("", place, on_set=place.write)
        # The standard and encoding of a `TreeDocument` never change.
        self._state = _AttributeState("", place, place.standard, place.encoding)

    @property
    def error(self) -> InvalidURLError | None:
        place: Any = self.base
        if place.value is None:
            reason = f"the element has no attribute {place.attribute}"
            return UnresolvableURLError("", None, reason, place.standard.name)
        return super().error

    def _let_output_be_input(self, input: Pieces) -> None:
        if is_absolute(input):  # Otherwise, the empty `href` must not replace the attribute.
            super()._let_output_be_input(input)

    def __repr__(self) -> str:
        place: Any = self.base
        return (
            f"<URLDecomposition {url_repr(self.reference)}, the {place.attribute} in"
            f" {place.document!r}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the data of a copy, which keeps the current value and base URL without the
        tree."""
        state: Any = self._state
        value: str | None = state.base.value
        base_url = None if value is None else state.base_url
        copied = URLDecomposition(
            value or "", base_url, standard=state.standard, encoding=state.encoding
        )
        return copied.__reduce__()


def attribute_url(
    document: BaseContext, tree: Tree, bases: TreeBases, table: Lookup, node: Node, attribute: str
) -> AttributeURL:
    """Return the URL in an attribute of an element, which the element may lack if the table knows
    it. Raise `ValueError` unless the attribute is one URL."""
    if isinstance(node, URLAttribute):
        attribute = _attribute_of(node, attribute)
    node = tree.require_element(node, "a node", "an element of the tree")
    if not isinstance(attribute, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("an attribute", "a str", attribute)
    name, rows = find_attribute(tree, table, node, attribute, can_be_missing=True)
    row = choose_row(tree, rows, node)
    if row is not None and row.syntax is not URL:
        element = local_name(tree.name(node))
        what = f"the attribute {attribute} of {element} contains a {row.syntax.name}, not one URL"
        raise ValueError(f"{what}: read it with urls(), and write it with rewrite()")
    if not any(map(has_its_own_base, rows)):
        rows = ()
    place = AttributeContext(
        document, node, name, document.encoding, document.standard, tree, bases, rows
    )
    return AttributeURL(place)


def _attribute_of(found: URLAttribute, attribute: str) -> str:
    """Return the attribute of a found URL. The default of the parameter does not count."""
    if attribute not in (DEFAULT, found.attribute):
        raise TypeError(
            "a URLAttribute has an attribute of its own: pass an attribute only with an element"
        )
    return found.attribute or TEXT


def find_attribute(
    tree: Tree, table: Lookup, node: Node, attribute: str, *, can_be_missing: bool = False
) -> tuple[str, tuple[Row, ...]]:
    """Return the name that the tree has for an attribute of an element, and its rows of the table.

    Raise `ValueError` if the element lacks the attribute. With `can_be_missing`, raise it only if
    the table also lacks the attribute."""
    element = local_name(tree.name(node))
    if attribute == TEXT:
        how = "if it is a URL, read it with urls(), and write it with rewrite()"
        raise ValueError(f'"" is not an attribute, but the text of the element {element}: {how}')
    known = table.entries_at_top(tree)[tree.name(node)].attributes
    if tree.is_bare and attribute not in known:  # It may be an attribute of SVG or MathML.
        known = entry_at(tree, table, node).attributes
    # The tree may write the name differently, for example with a namespace instead of the prefix
    # `xlink`.
    names = [attribute, *(name for name in known if qualified_name(name) == attribute)]
    found = [name for name in names if name and tree.get(node, name) is not None]
    if can_be_missing and not found:
        found = [name for name in names if name in known]
    if not found:
        raise ValueError(f"the element {element} has no attribute {attribute}")
    name, *_ = found
    return name, known.get(name, ())
