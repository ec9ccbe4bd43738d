"""`TreeDocument`: a document that stands on somebody else's tree, and finds and rewrites the URLs in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from urldom.contexts import BaseContext, Document, Element
from urldom.decomposition import URLDecomposition
from urldom.errors import InvalidURLError, type_name
from urldom.registry import DEFAULT_STANDARD, find_standard
from urldom.standards.interface import Standard, StandardLike
from urldom.text.encodings import find_encoding, get_encoding
from urldom.trees.adapters import Node, Tree, adapt
from urldom.trees.lookup import DOCUMENTS, URLS, XML_BASE, Entries, Lookup, local_name, qualified_name
from urldom.trees.syntaxes import CSS, SPACES, URL, Span, splice
from urldom.trees.table import ATOM, FALLBACK, HTML, RDF, Kind, Row
from urldom.values.url_value import AnyURL, url_text

_XML_BASE: Final = frozenset(XML_BASE)
#: The kinds of URL that `make_absolute()` leaves alone.
_LEFT_ALONE: Final = frozenset(["fragment", "identifier"])
#: The root elements of feeds, in which `xml:base` counts whatever the standard (RFC 4287, section 2).
_FEEDS: Final = frozenset([f"{{{ATOM}}}feed", f"{{{ATOM}}}entry", "rss", f"{{{RDF}}}RDF"])
#: What no XML document can hold, and so not every tree.
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: How many resolved URLs an iteration keeps, and up to what length of the base URL: a page repeats its links.
_KEPT: Final = 1024
_KEPT_BASE_LENGTH: Final = 1024


def document(
    tree: object,
    address: AnyURL,
    *,
    encoding: str | None = None,
    standard: StandardLike = DEFAULT_STANDARD,
    xml_base: bool | None = None,
    creator: BaseContext | None = None,
    container: BaseContext | None = None,
) -> TreeDocument:
    """The document that `tree` is, which was found at `address`, an absolute URL.

    `tree` is what a parser returned: an element or tree of lxml or `xml.etree.ElementTree`, an html5lib tree of either
    kind, a BeautifulSoup, or a selectolax `LexborHTMLParser`. Of an element, the whole tree is meant that it is in (but
    ElementTree's know nothing above themselves). `encoding` is a label of the Encoding Standard; by default it is the
    encoding that the tree's library knows, else the one that a `meta` element declares, else UTF-8.

    `xml_base` is whether `xml:base` attributes count; by default they do in feeds, and elsewhere if the standard says
    so. `creator` is the document that created an `about:blank` one, `container` the one that holds an `iframe srcdoc`
    one.

    Raises `TypeError` for a tree of an unknown type, `ValueError` for an empty one, `LookupError` for an unknown
    encoding.

    >>> from xml.etree import ElementTree
    >>> page = document(ElementTree.XML('<html><base href="/b/"/><a href="c"/></html>'), "http://example.com/")
    >>> [url.url for url in page.urls()]
    ['http://example.com/b/', 'http://example.com/b/c']
    """
    text = url_text(address, "address")
    return TreeDocument(adapt(tree), text, encoding, find_standard(standard), xml_base, creator, container)


@attrs.frozen(eq=False)
class URLAttribute:
    """A URL that a document holds, as it was when `urls()` came to it.

    `node` is the element, as its library has it; `attribute` the attribute's name, `None` where the URL is in the
    element's text; `kind` one of `urldom.trees.KINDS`; `value` the URL as written, without the spaces around it and the
    escapes of the syntax that it stands in; `element_name` the element's local name; `base_url` what the URL is
    resolved against.
    """

    node: Node = attrs.field(repr=False)
    attribute: str | None
    kind: Kind
    value: str
    element_name: str
    base_url: str = attrs.field(repr=False)
    _resolve: Callable[[str, str], str | None] = attrs.field(repr=False, alias="resolve")

    @property
    def url(self) -> str | None:
        """The absolute URL, or `None` where the value does not resolve."""
        return self._resolve(self.value, self.base_url)


class _Place(NamedTuple):
    """An attribute, or the text where `attribute` is `None`, whose value holds URLs in the syntax of the row."""

    node: Node
    name: str
    attribute: str | None
    value: str
    row: Row
    base_url: str


class TreeDocument:
    """A document that stands on a tree, made by `document()`. It is a base context.

    All is read from the tree at the time of asking, so the tree may change in between. But only the first reading looks
    through the whole of it for the first `base` element with an `href`, and for any `xml:base` attribute. Later ones
    look whether that element is still there and what it says, or, where there was none, for one in `head`; and at the
    `xml:base` attributes of a node's ancestors, where there was any. After other changes to these, call `refresh()`.
    """

    __slots__ = ("_base_name", "_document", "_has_base", "_has_xml_base", "_tree", "_way")

    _has_base: bool
    _has_xml_base: bool
    #: The first `base` element that has an `href`, or where there is none `head`, and all that is above it; `None`
    #: before the first reading. (Also, lxml makes anew what nobody holds.)
    _way: tuple[Node, ...] | None

    def __init__(
        self,
        tree: Tree,
        address: str,
        encoding: str | None,
        standard: Standard,
        xml_base: bool | None,
        creator: BaseContext | None,
        container: BaseContext | None,
    ) -> None:
        self._tree = tree
        self._base_name = _html_name(tree, "base")
        self._way = None
        #: The document without its tree, but for the `href` of its `base` element as it was last read.
        self._document = Document(
            address,
            encoding=_find_document_encoding(tree) if encoding is None else get_encoding(encoding),
            creator=creator,
            container=container,
            standard=standard,
            xml_base=(standard.xml_base or tree.root_name in _FEEDS) if xml_base is None else xml_base,
        )

    @property
    def address(self) -> str:
        """The document's address, as given."""
        return self._document.address

    @property
    def encoding(self) -> str:
        """The name of the document's character encoding."""
        return self._document.encoding

    @property
    def standard(self) -> Standard:
        """The standard by which the document's URLs are resolved."""
        return self._document.standard

    @property
    def xml_base(self) -> bool:
        """Whether `xml:base` attributes count in this document."""
        return self._document.xml_base

    @property
    def fallback_base_url(self) -> str:
        """The *fallback base URL* (2.6.3 step 4, substeps 1 to 3)."""
        return self._document.fallback_base_url

    @property
    def base_url(self) -> str:
        """The *document base URL* (2.6.3 step 4), from the first `base` element in the tree that has an `href`."""
        document, href = self._document, self._base_href()
        if href != document.base_href:
            document.base_href = href
        return document.base_url

    def refresh(self) -> None:
        """Has the next reading look through the whole tree again, for the first `base` element and for `xml:base`
        attributes: call it after one was added that was not there before.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML("<html><head/><body><a/></body></html>")
        >>> page = document(html, "http://example.com/")
        >>> page.base_url
        'http://example.com/'
        >>> base = ElementTree.SubElement(html[1], "base", href="/b/")  # in the body
        >>> page.refresh()
        >>> page.base_url
        'http://example.com/b/'
        """
        self._way = None

    def base_url_of(self, node: Node) -> str:
        """The base URL of an element of the tree: the document's, or what the `xml:base` attributes of the element and
        its ancestors make of it.

        >>> from xml.etree import ElementTree
        >>> feed = ElementTree.XML('<feed xml:base="/2007/" xmlns="http://www.w3.org/2005/Atom"><title/></feed>')
        >>> document(feed, "http://example.com/feed").base_url_of(feed[0])
        'http://example.com/2007/'
        """
        self._require_node(node)
        return self._base_url_of(node)

    def _base_url_of(self, node: Node) -> str:
        base_url = self.base_url
        if not self._has_xml_base:
            return base_url
        values = [self._xml_base_value(node), *map(self._xml_base_value, self._ancestors(node))]
        chain: Document | Element = self._document
        for value in reversed(values):
            if value is not None:
                chain = Element(chain, xml_base=value)
        return chain.base_url

    def url_of(self, node: Node, attribute: str = "href") -> URLDecomposition:
        """The URL in an attribute of an element, as a script in the page has it.

        The value is read from the tree and resolved against the element's base URL at each access; what is assigned is
        written to the tree. Raises `ValueError` where the element has no such attribute.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><a href="b?c"/></html>')
        >>> link = document(html, "http://example.com/a").url_of(html[0])
        >>> link.pathname
        '/b'
        >>> link.hostname = "example.org"
        >>> html[0].get("href")
        'http://example.org/b?c'
        """
        self._require_node(node)
        tree = self._tree
        known = URLS.entries_at_top(tree.root_name, is_bare=tree.is_bare)[tree.name(node)].attributes
        # The name as the tree has it may be another spelling of the one that is usual.
        for name in (attribute, *(name for name in known if qualified_name(name) == attribute)):
            if tree.get(node, name) is not None:
                rows = known.get(name, ())
                if not any(map(_has_its_own_base, rows)):
                    rows = ()
                return _AttributeURL(_AttributeContext(self, node, name, tree, rows))
        raise ValueError(f"the element {local_name(self._tree.name(node))} has no attribute {attribute}")

    def urls(self) -> Iterator[URLAttribute]:
        """Every URL that the document holds, in tree order: those in attributes, `srcset` and CSS one by one, and those
        that are the text of an element.

        What an attribute's specification says to be no URL is left out: an empty `src`, a `srcset` candidate with a bad
        descriptor. A URL that does not resolve is there, and its `url` is `None`. The base URL of the document is read
        when the iteration begins, an element's `xml:base` when it gets there.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><img src="a" srcset="b 2x, c 3x"/></html>')
        >>> for url in document(page, "http://example.com/").urls():
        ...     print(url.element_name, url.attribute, url.kind, url.value, url.url)
        img src resource a http://example.com/a
        img srcset resource b http://example.com/b
        img srcset resource c http://example.com/c
        """
        resolve = self._resolver()
        for place in self._places(URLS):
            if place.row.syntax is URL:
                found = self._make_url(place, place.value.strip(SPACES), resolve)
                if found is not None:
                    yield found
            else:
                for span in place.row.syntax.find(place.value):
                    found = self._make_url(place, span.url, resolve)
                    if found is not None:
                        yield found

    def rewrite(self, function: Callable[[URLAttribute], str | None]) -> None:
        """Puts what `function` returns for each URL in the URL's place; for `None` the URL stays as it is.

        All else in an attribute or text stays as it is, and what is written is escaped where the syntax asks for it.
        Nothing is changed before `function` has seen every URL: if it raises, or returns what is no string (a
        `TypeError`), or what cannot stand there (an empty URL in a `srcset` or list: a `ValueError`), nothing is.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><p style="background: url(a.png) red"/></html>')
        >>> document(page, "http://example.com/").rewrite(lambda url: "b.png")
        >>> page[0].get("style")
        'background: url(b.png) red'
        """
        resolve = self._resolver()
        changes: list[tuple[Node, str | None, str]] = []
        for place in self._places(URLS):
            replacements: list[tuple[Span, str]] = []
            for span in place.row.syntax.find(place.value):
                found = self._make_url(place, span.url, resolve)
                new = None if found is None else function(found)
                if new is None or new == span.url:
                    continue
                if not isinstance(new, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                    raise TypeError(f"a URL is replaced by a str or None, not {type_name(new)}")
                replacements.append((span, place.row.syntax.write(_storable(new), span)))
            if replacements:
                changes.append((place.node, place.attribute, splice(place.value, replacements)))
        for node, attribute, value in changes:
            if attribute is None:
                self._tree.set_text(node, value)
            else:
                self._tree.set(node, attribute, value)

    def make_absolute(self) -> None:
        """Puts the absolute URL in the place of each URL that has one.

        Those of the kinds `"fragment"` and `"identifier"` stay: they would come to mean something else. So do the
        `xml:base` attributes, which then have no effect.
        """
        self.rewrite(lambda url: None if url.kind in _LEFT_ALONE else url.url)

    def embedded_documents(self, parse: Callable[[str], object]) -> Iterator[tuple[Node, TreeDocument]]:
        """The HTML documents that stand as text in this one, with the elements that hold them: a feed's escaped
        content, and an `iframe`'s `srcdoc`.

        `parse` makes a tree of such a text. Each document has the base URL of its element. A change to one is no change
        to the text that it came from.
        """
        for place in self._places(DOCUMENTS):
            # In a srcdoc document, the address alone says nothing; in a feed, it is the element's base URL.
            is_srcdoc = place.attribute is not None
            yield (
                place.node,
                document(
                    parse(place.value),
                    "about:srcdoc" if is_srcdoc else place.base_url,
                    encoding=self.encoding,
                    standard=self.standard,
                    container=self if is_srcdoc else None,
                ),
            )

    def _require_node(self, node: Node) -> None:
        """Raises `TypeError` for what is no element of such a tree."""
        try:
            name = self._tree.name(node)
        except AttributeError:
            name = None
        if not isinstance(name, str):
            raise TypeError(f"a node is an element of the tree, not {type_name(node)}")

    def _chain(self) -> Document:
        """The document as the base chain has it, as it is now."""
        base = self._find_base()
        return Document(
            self.fallback_base_url,
            encoding=self.encoding,
            base_href=None if base is None else self._tree.get(base, "href"),
            standard=self.standard,
            xml_base=True,
        )

    def _base_href(self) -> str | None:
        """The `href` of the first `base` element that has one."""
        tree, way = self._tree, self._way
        if way is None:
            self._has_xml_base = self.xml_base and tree.has_attribute(_XML_BASE)
        elif all(map(tree.is_child, way, way[1:])):
            bases = way[:1] if self._has_base else tree.children_named(way[0], self._base_name) if way else ()
            href = None
            for base in bases:
                href = tree.get(base, "href")
                if href is not None:
                    break
            if self._has_base is (href is not None):
                return href
        base = self._find_base()
        self._has_base = base is not None
        head = next(iter(tree.find(_html_name(tree, "head"))), None) if base is None else base
        self._way = () if head is None else (head, *self._ancestors(head))
        return None if base is None else tree.get(base, "href")

    def _find_base(self) -> Node | None:
        """The first `base` element that has an `href`."""
        tree = self._tree
        for node in tree.find(self._base_name):
            if tree.get(node, "href") is not None:
                return node if self._is_in_document(node) else self._find_base_in_document()
        return None

    def _is_in_document(self, node: Node) -> bool:
        return not any(self._holds_no_base(ancestor) for ancestor in self._ancestors(node))

    def _find_base_in_document(self) -> Node | None:
        """The same as `_find_base`, where some `base` element is no part of the document or none of HTML."""
        tree = self._tree
        stack = [tree.root]
        held: list[Node] = []  # for the reason that `_places` gives
        while stack:
            node = stack.pop()
            held.append(node)
            name = tree.name(node)
            if type(name) is not str:
                continue
            if name in ("base", f"{{{HTML}}}base") and tree.get(node, "href") is not None:
                return node
            if not self._holds_no_base(node):
                stack += reversed(tree.children(node))
        return None

    def _holds_no_base(self, node: Node) -> bool:
        """Whether what is in an element is in a document of its own; or, in a tree without namespaces, not of HTML."""
        name = self._tree.name(node)
        return name in ("template", f"{{{HTML}}}template") or (self._tree.is_bare and name in ("svg", "math"))

    def _ancestors(self, node: Node) -> Iterator[Node]:
        ancestor = self._tree.parent(node)
        while ancestor is not None:
            yield ancestor
            ancestor = self._tree.parent(ancestor)

    def _xml_base_value(self, node: Node) -> str | None:
        return next((value for name in XML_BASE if (value := self._tree.get(node, name)) is not None), None)

    def _places(self, table: Lookup) -> Iterator[_Place]:
        tree = self._tree
        tree_name, tree_attributes, tree_children = tree.name, tree.attributes, tree.children
        counts_xml_base = self.xml_base
        chain: Document | Element = self._chain()
        here = table.entries_at_top(tree.root_name, is_bare=tree.is_bare)
        # The elements to come, the next one last, with `None` for the end of each open element; and what to go back to
        # there. (That holds the element too: where lxml drops one, it goes up until it meets one that is still held.)
        stack: list[Node | None] = [tree.root]
        outers: list[tuple[Entries, Document | Element, Node]] = []
        while stack:
            node = stack.pop()
            if node is None:
                here, chain, _ = outers.pop()
                continue
            name = tree_name(node)
            if type(name) is not str:
                continue
            entry = here[name]
            outer = (here, chain, node)
            found: list[tuple[str, str, tuple[Row, ...]]] = []
            for attribute, value in tree_attributes(node):
                rows = entry.attributes.get(attribute)
                if rows is None:
                    continue
                if attribute in XML_BASE:
                    if counts_xml_base:
                        chain = Element(outer[1], xml_base=self._xml_base_value(node))
                    continue
                found.append((attribute, value, rows))
            for attribute, value, rows in found:
                row = _choose(tree, rows, node)
                if row is not None:
                    yield _Place(node, name, attribute, value, row, chain.base_url)
            if entry.text:
                row = _choose(tree, entry.text, node)
                if row is not None:
                    yield _Place(node, name, None, tree.text(node), row, chain.base_url)
            children = tree_children(node)
            if children:
                if entry.inner is not None:
                    here = table.entries(entry.inner, is_bare=True)
                outers.append(outer)
                stack.append(None)
                children.reverse()
                stack += children
            else:
                chain = outer[1]

    def _make_url(self, place: _Place, value: str, resolve: Callable[..., str | None]) -> URLAttribute | None:
        row, kind = place.row, place.row.kind
        # The specifications ask of an attribute whether its value is empty, not whether it is without the spaces.
        written = place.value if row.syntax is URL else value
        # An empty url() is invalid: CSS Values 4, 4.5.
        if kind is None or (not written and (row.empty == "nothing" or row.syntax is CSS)):
            return None
        if row.syntax is CSS and value[0] == "#":
            kind, base_url = "fragment", self.address  # CSS Values 4, 4.5.1.1
        else:
            base_url = _base_url_for(self, self._tree, row, place.node, written, place.base_url)
        if not written and row.empty == "document":
            resolve = _the_base_url
        elif row.syntax is CSS and self.standard.css_encoding is not None:
            resolve = partial(resolve, encoding=self.standard.css_encoding)
        attribute = None if place.attribute is None else qualified_name(place.attribute)
        return URLAttribute(place.node, attribute, kind, value, local_name(place.name), base_url, resolve)

    def _resolver(self) -> Callable[..., str | None]:
        """What resolves a URL against a base URL, by default in the document's encoding, and keeps some answers."""
        standard, encoding = self.standard, self.encoding
        kept: dict[tuple[str, str, str], str | None] = {}

        def resolve(url: str, base_url: str, encoding: str = encoding) -> str | None:
            key = (base_url, url, encoding)
            if key in kept:
                return kept[key]
            try:
                resolved: str | None = str(standard.resolve(url, base_url, encoding=encoding))
            except InvalidURLError:
                resolved = None
            if len(base_url) + len(url) <= _KEPT_BASE_LENGTH and len(kept) < _KEPT:
                kept[key] = resolved
            return resolved

        return resolve

    def __repr__(self) -> str:
        return f"<TreeDocument at {self.address!r}>"


@attrs.frozen
class _AttributeContext:
    """An attribute of an element in a tree, as a base context."""

    document: TreeDocument
    node: Node
    attribute: str
    tree: Tree = attrs.field(repr=False, eq=False)
    #: What the table has for the attribute, where some of it is resolved against something else.
    rows: tuple[Row, ...] = attrs.field(repr=False, eq=False)

    @property
    def encoding(self) -> str:
        return self.document.encoding

    @property
    def standard(self) -> Standard:
        return self.document.standard

    @property
    def value(self) -> str:
        return self.tree.get(self.node, self.attribute) or ""

    @property
    def base_url(self) -> str:
        base_url = self.document._base_url_of(self.node)  # pyright: ignore[reportPrivateUsage]
        row = _choose(self.tree, self.rows, self.node)
        if row is None:
            return base_url
        return _base_url_for(self.document, self.tree, row, self.node, self.value, base_url)

    def write(self, url: str) -> None:
        self.tree.set(self.node, self.attribute, _storable(url))


class _AttributeURL(URLDecomposition):
    """A URL whose string is the value of an attribute in a tree, whatever that is at the moment."""

    __slots__ = ("_place",)

    def __init__(self, place: _AttributeContext) -> None:
        self._place = place
        # Given these, which a document in a tree keeps, no reading asks for them.
        super().__init__("", place, standard=place.standard, encoding=place.encoding, on_set=place.write)

    @property
    def reference(self) -> str:
        """The attribute's value (2.6.6)."""
        return self._place.value

    def _reject(self) -> None:
        if self:  # The input of a URL that does not resolve is empty; the attribute stays as it is written.
            super()._reject()

    def __repr__(self) -> str:
        return f"<URLDecomposition {self.reference!r}, the {self._place.attribute} in {self._place.document!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has the attribute's value of this moment, and writes nothing."""
        return URLDecomposition(
            self.reference, self._place, standard=self.standard, encoding=self.encoding
        ).__reduce__()


def _html_name(tree: Tree, local: str) -> str:
    """The name that the tree has for HTML elements of that local name."""
    return local if tree.is_bare else f"{{{HTML}}}{local}"


def _choose(tree: Tree, rows: tuple[Row, ...], node: Node) -> Row | None:
    """The row that holds for an element: the first whose condition does."""
    for row in rows:
        if row.when is None or row.when(lambda name: tree.get(node, name)):
            return row
    return None


def _has_its_own_base(row: Row) -> bool:
    """Whether values are, or can be, resolved against something else than the element's base URL."""
    return row.against is not None or row.kind == "fragment" or row.empty == "document"


def _base_url_for(document: TreeDocument, tree: Tree, row: Row, node: Node, value: str, base_url: str) -> str:
    """What a value is resolved against, given the element's base URL."""
    if row.against == FALLBACK:
        return document.fallback_base_url
    if row.kind == "fragment" or (not value and row.empty == "document"):
        return document.address
    if row.against is not None and (base := tree.get(node, row.against)) is not None:
        return document.standard.base_element_url(base, base_url, document.encoding)
    return base_url


def _the_base_url(url: str, base_url: str) -> str:
    """What an empty value means that is not an empty URL: the base URL, and its fragment."""
    return base_url


def _storable(url: str) -> str:
    """A URL as any tree can hold it: with the characters escaped that XML knows no way to write."""
    return _NOT_IN_XML.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")), url)


def _find_document_encoding(tree: Tree) -> str:
    """The encoding that the tree's library knows, or that a `meta` element declares, or else UTF-8."""
    from urldom.trees.encoding_detection import find_encoding_in_content

    found = None if tree.encoding is None else find_encoding(tree.encoding)
    if found is not None:
        return found
    for node in tree.find("meta" if tree.is_bare else f"{{{HTML}}}meta"):
        charset = tree.get(node, "charset")
        if charset is not None:
            found = find_encoding(charset)
        elif (tree.get(node, "http-equiv") or "").lower() == "content-type":
            found = find_encoding_in_content(tree.get(node, "content") or "")
        if found is not None:
            return found
    return "utf-8"
