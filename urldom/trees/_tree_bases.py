"""`TreeBases`: the base URLs of a document on a tree.

Which base URLs a tree has, and where each comes from:

- The *fallback base URL* comes from the address, or for an `about:blank` or `srcdoc` document from
  its creator or container (HTML5 2.6.3 step 4, substeps 1 to 3). The tree has no say in it.
- The *document base URL* is the `href` of the first `base` element that has one, resolved against
  the fallback base URL (substeps 4 to 6). `xml:base` does not apply to a `base` element.
- The base URL of an element is the document base URL, changed by each `xml:base` attribute from the
  root down to the element (XML Base), or by what a vocabulary uses in its place, such as the
  `BaseURL` elements of DASH. Only documents with `xml_base` read these.
- Some values have a base URL of their own, which `base_url_for` returns: for example, the address
  for a reference to a part of the same document, the fallback base URL for the `href` of a `base`,
  and the `codebase` of an `object` for its `classid`.

The tree belongs to another library, which reports no change, so each access has to read it again. A
search of the whole tree at each access would take too long. So the first access searches it, and
keeps the *way* to what it found: the first `base` element with an `href` (or the `head`, if there
is none) and its ancestors. It also keeps whether the tree has an `xml:base` at all. Both are kept
until `refresh()`, but a later access checks the way:

- If the way still leads to the root and its `base` still has an `href`, that `href` counts.
- If the way leads from the `head` to the root, and no child of the `head` is a `base` with an
  `href`, there is still none.
- Otherwise, the tree is searched for a `base` again, and the new way is kept.

So an access cannot see a new first `base` elsewhere, nor the first `xml:base` of a tree. After such
a change, users call `refresh()`. A walk through the tree, as `urls()` makes it, visits everything
anyway, so it always searches for the `base` first.

How the sources play together:

- The core's `Document` computes the document base URL and caches it. An access writes the `href`
  that it has found into the document only if the `href` has changed, because each write is a change
  of base URLs, after which every live URL has to look again (see `urldom._core.contexts.chain`).
- `xml:base` attributes are not kept. They are read from the element up to the root at each access,
  and not at all if the first access found none. A walk keeps the base URLs of the open elements
  instead: see `OpenBases`.
- A frame is a document whose creator or container is a `TreeDocument`. Its fallback base URL is the
  `base_url` of that `TreeDocument`: read at each access, so that a new `base` around the frame
  counts, or under `WHATWG` once, when the frame is made. The documents in `srcdoc` attributes and
  in the texts of feeds are made by `_embedded`, each with its own tree and bases.
- Under `WHATWG`, a browser resolves some URLs when it reads their elements, so a `base` after them
  does not count: the base URL of an `EarlyBase` does. The document base URL counts for what scripts
  read, and for what a browser resolves later.
- A `base` element counts only if it belongs to the document. The content of a `template` and a
  shadow tree do not, and the content of a `noscript` is text in a browser (see
  `Entry.hides_base`). URLs in them are resolved against the bases of the elements around them all
  the same.
"""

from __future__ import annotations

from copy import copy

from urldom._core.contexts.base_urls import document_base_url
from urldom._core.contexts.document import Document
from urldom._core.contexts.element import Element
from urldom._core.standards.registry import find_engine
from urldom.trees._json_syntaxes import IMPORT_MAP
from urldom.trees._lookup import BASES, XML_BASE
from urldom.trees._places import (
    EarlyBase,
    OpenBases,
    ancestors,
    bases_around,
    find_attributes,
    nodes_before,
    own_bases,
)
from urldom.trees._syntaxes import REFRESH, SPACES, XML_STYLESHEET
from urldom.trees._table import FALLBACK, TEXT, Row
from urldom.trees._tree import Node, Tree, html_name


class TreeBases:
    """The base URLs of a document and its elements. Each access reads the tree."""

    def __init__(self, document: Document, tree: Tree) -> None:
        self._document = document
        self._engine = find_engine(document.standard)
        self._tree = tree
        self._base_name = html_name(tree, "base")
        self._has_base = self._has_inner_bases = False
        #: The first `base` element with an `href`, or else the `head`, and its ancestors, or `None`
        #: before the search. It is `()` if the tree has neither. The nodes are kept alive, because
        #: lxml makes new objects for elements without references.
        self._way: tuple[Node, ...] | None = None
        #: The `base`, and the elements before it by their keys, when they were last needed.
        self._before: tuple[Node, dict[int, Node]] | None = None

    def refresh(self) -> None:
        """Forget the search, so that the next access searches the whole tree again."""
        self._way = self._before = None

    def base_url(self) -> str:
        """Return the document base URL."""
        return self._with_base_href(self._base_href()).base_url

    def base_url_of(self, node: Node) -> str:
        """Return the base URL of an element."""
        base_url = self.base_url()
        if not self._has_inner_bases:
            return base_url
        bases = OpenBases(base_url, self._engine, self._document.encoding)
        for value in bases_around(self._tree, node):
            bases.enter(value)
        return bases.base_url

    def find_base(self) -> Node | None:
        """Return the first `base` element of HTML that has an `href` and belongs to this document,
        or `None`."""
        tree = self._tree
        # The library's own search is faster than the walk, which most pages do not need.
        if all(tree.get(node, "href") is None for node in tree.find(self._base_name)):
            return None
        return next((node for node, _, _ in find_attributes(tree, BASES)), None)

    def search(self) -> tuple[Document, EarlyBase | None]:
        """Search the whole tree for `base` elements. Return the document, and the base URL before
        the `base`."""
        base = self.find_base()
        href = None if base is None else self._tree.get(base, "href")
        return self._with_base_href(href), self._early_base(base)

    def open_bases(self) -> OpenBases:
        """Return the base URLs for a walk, after a search of the whole tree for `base` elements."""
        document, early = self.search()
        bases = OpenBases(document.base_url, self._engine, document.encoding)
        bases.early = early
        return bases

    def early_base_of(self, node: Node) -> EarlyBase | None:
        """Return the base URL before the `base` if an element is before it, or else `None`."""
        self.base_url()  # It finds the `base`.
        base = self._way[0] if self._has_base and self._way else None
        early = self._early_base(base)
        if early is None:
            return None
        tree = self._tree
        if self._before is None or not tree.is_same(self._before[0], base):
            self._before = base, nodes_before(tree, base)
        _, before = self._before
        return early if tree.key(node) in before else None

    def early_base_in_move(self, moved: Document) -> EarlyBase | None:
        """Return the base URL before the `base`, or `None` if it is the same as after the `base`,
        also in the document that this one becomes."""
        return self._early_base(self.find_base(), moved)

    def _early_base(self, base: Node | None, moved: Document | None = None) -> EarlyBase | None:
        """Return the base URL before a `base`, or `None` if it is the same as after the `base`, in
        the document, and in the one that it becomes if it moves.

        Where `xml:base` applies, it is the same too, because browsers ignore that attribute."""
        document, rules = self._document, self._engine.page_rules
        if base is None or rules.base_counts_before or document.xml_base:
            return None
        documents = [document] if moved is None else [document, moved]
        if all(each.fallback_base_url == each.base_url for each in documents):
            return None
        return EarlyBase(document.fallback_base_url, base)

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
        means_document = not value and row.empty == "document"
        if means_document or row.kind == "fragment" or is_fragment(row, value):
            return document.address
        if row.against == FALLBACK:
            return document.fallback_base_url
        base = None if row.against is None else self._tree.get(node, row.against)
        if base is None:
            return base_url
        return document_base_url(self._engine, base, base_url, document.encoding)

    def chain(self, node: Node | None) -> Document | Element:
        """Return the chain of base URLs of a node, or of the document, without the tree."""
        self.base_url()  # It writes the current `href` into the document.
        link: Document | Element = copy(self._document)
        for value in () if node is None else bases_around(self._tree, node):
            link = Element(link, xml_base=value)
        return link

    def _base_href(self) -> str | None:
        """Return the `href` of the first `base` element, by the way to it if that still leads
        there."""
        tree, way = self._tree, self._way
        if way is None:
            self._has_inner_bases = self._document.xml_base and (
                own_bases(tree) is not None or tree.has_attribute(frozenset(XML_BASE))
            )
        elif tree.is_way(way):
            if not self._has_base:
                if not self._head_has_base(way):
                    return None
            elif (href := tree.get(way[0], "href")) is not None:
                return href
        return self._search_base()

    def _head_has_base(self, way: tuple[Node, ...]) -> bool:
        """Return `True` if the `head`, from which the way leads, has a `base` with an `href`."""
        if not way:  # The tree had no `head`.
            return False
        for base in self._tree.children_named(way[0], self._base_name):
            if self._tree.get(base, "href") is not None:
                return True
        return False

    def _search_base(self) -> str | None:
        """Search the whole tree for the first `base` element, keep the way to it, and return its
        `href`."""
        tree = self._tree
        base = self.find_base()
        self._has_base = base is not None
        if base is not None:
            self._way = (base, *ancestors(tree, base))
            return tree.get(base, "href")
        self._way = ()
        for head in tree.find(html_name(tree, "head")):
            self._way = (head, *ancestors(tree, head))
            break
        return None


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
    if row.syntax.is_css:
        return value.startswith("#")
    return row.has_fragments and value.lstrip(SPACES).startswith("#")


def is_unreadable(row: Row) -> bool:
    """Return `True` if a browser resolves the URLs of a row at once, and no script can read them
    later. A script reads the URL in a `style` attribute verbatim."""
    if row.syntax.is_css:
        return row.attribute in (TEXT, "style")
    return row.syntax in (REFRESH, IMPORT_MAP, XML_STYLESHEET)
