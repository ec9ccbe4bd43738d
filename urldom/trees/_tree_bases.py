"""`TreeBases`: the base URLs of a document on a tree.

The tree belongs to another library, which reports no change, so each access has to read it again. A
search of the whole tree at each access would take too long. So the first access searches it, and
keeps the *way* to what it found: the first `base` element with an `href` (or the `head`, if there
is none) and its ancestors. A later access only follows the way. If it still leads to the root, and
the `base` still has its `href`, then that `href` counts; without a `base`, the children of the
`head` are looked through for a new one. Otherwise the tree is searched again. What this cannot see
is a new first `base` elsewhere, or a first `xml:base`: after such a change, users call `refresh()`.

The base URL itself is computed by the core's `Document`, into which an access writes the `href` if
it has changed. `xml:base` attributes are read from the element up to the root at each access, and
not at all in a page without one. A walk through the tree, as `urls()` makes it, keeps the base URLs
of the open elements instead: see `OpenBases`.
"""

from __future__ import annotations

from copy import copy

from urldom._core.contexts.base_urls import document_base_url
from urldom._core.contexts.document import Document
from urldom._core.contexts.element import Element
from urldom._core.standards.registry import find_engine
from urldom.trees._lookup import BASES, XML_BASE
from urldom.trees._places import OpenBases, ancestors, find_attributes, xml_bases
from urldom.trees._syntaxes import CSS, SPACES
from urldom.trees._table import FALLBACK, Row
from urldom.trees._tree import Node, Tree, html_name


class TreeBases:
    """The base URLs of a document and its elements. Each access reads the tree."""

    def __init__(self, document: Document, tree: Tree) -> None:
        self._document = document
        self._engine = find_engine(document.standard)
        self._tree = tree
        self._base_name = html_name(tree, "base")
        self._has_base = self._has_xml_base = False
        #: The first `base` element with an `href`, or else the `head`, and its ancestors, or `None`
        #: before the search. They are kept alive, because lxml makes new objects for elements
        #: without references.
        self._way: tuple[Node, ...] | None = None

    def refresh(self) -> None:
        self._way = None

    def base_url(self) -> str:
        return self._with_base_href(self._base_href()).base_url

    def base_url_of(self, node: Node) -> str:
        base_url = self.base_url()
        if not self._has_xml_base:
            return base_url
        bases = OpenBases(base_url, self._engine, self._document.encoding)
        for value in xml_bases(self._tree, node):
            bases.enter(value)
        return bases.base_url

    def find_base(self) -> Node | None:
        """Return the first `base` element of HTML that has an `href` and belongs to this document,
        or `None`."""
        tree = self._tree
        if all(tree.get(node, "href") is None for node in tree.find(self._base_name)):
            return None
        return next((node for node, _, _ in find_attributes(tree, BASES)), None)

    def searched_document(self) -> Document:
        """Return the document after a search of the whole tree for `base` elements."""
        base = self.find_base()
        return self._with_base_href(None if base is None else self._tree.get(base, "href"))

    def open_bases(self) -> OpenBases:
        """Return the base URLs for a walk, after a search of the whole tree for `base` elements."""
        document = self.searched_document()
        return OpenBases(document.base_url, self._engine, document.encoding)

    def _with_base_href(self, href: str | None) -> Document:
        """Return the document with the `href` of the first `base` element in the tree.

        The document is assigned to only if the tree has changed, because each assignment is a
        change of base URLs: it clears the caches of all contexts below the document."""
        document = self._document
        if href != document.base_href:
            document.base_href = href
        return document

    def base_url_for(self, row: Row, node: Node, value: str, base_url: str) -> str:
        """Return the URL that a value of an element is resolved against, given the element's base
        URL."""
        document = self._document
        if (
            row.kind == "fragment"
            or is_fragment(row, value)
            or (not value and row.empty == "document")
        ):
            return document.address
        if row.against == FALLBACK:
            return document.fallback_base_url
        if row.against is not None and (base := self._tree.get(node, row.against)) is not None:
            return document_base_url(self._engine, base, base_url, document.encoding)
        return base_url

    def chain(self, node: Node | None) -> Document | Element:
        self.base_url()
        link: Document | Element = copy(self._document)
        for value in () if node is None else xml_bases(self._tree, node):
            link = Element(link, xml_base=value)
        return link

    def _base_href(self) -> str | None:
        tree, way = self._tree, self._way
        if way is None:
            self._has_xml_base = self._document.xml_base and tree.has_attribute(frozenset(XML_BASE))
        elif tree.is_way(way):
            if self._has_base:
                if (href := tree.get(way[0], "href")) is not None:
                    return href
            else:
                for base in tree.children_named(way[0], self._base_name) if way else ():
                    if tree.get(base, "href") is not None:
                        break
                else:
                    return None
        base = self.find_base()
        self._has_base = base is not None
        head = next(iter(tree.find(html_name(tree, "head"))), None) if base is None else base
        self._way = () if head is None else (head, *ancestors(tree, head))
        return None if base is None else tree.get(base, "href")


def has_its_own_base(row: Row) -> bool:
    """Return `True` if some values of a row are resolved against a URL that is not the element's
    base URL."""
    return (
        row.against is not None
        or row.kind == "fragment"
        or row.has_fragments
        or row.empty == "document"
    )


def is_fragment(row: Row, value: str) -> bool:
    """Return `True` if a value refers to a part of the same document, whatever the base URL."""
    return (
        value[:1] == "#"
        if row.syntax is CSS
        else row.has_fragments and value.lstrip(SPACES)[:1] == "#"
    )
