"""`TreeDocument`: a document that stands on somebody else's tree, and finds and rewrites the URLs in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from urldom._contexts import BaseContext, ChainedContext, Document, Element
from urldom._errors import InvalidURLError, type_name
from urldom._object.decomposition import URLDecomposition
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._text.encodings import find_encoding, get_encoding
from urldom._values.pieces import Pieces
from urldom._values.url_value import AnyURL, url_text
from urldom.trees._adapters import Node, Tree, adapt
from urldom.trees._lookup import DOCUMENTS, XML_BASE, Entries, Entry, Lookup, local_name, lookup, qualified_name
from urldom.trees._open_bases import OpenBases
from urldom.trees._rewriting import Function, absolute, find_replacements, require_function, storable, storable_value
from urldom.trees._syntaxes import CSS, SPACES, URL, Span, splice
from urldom.trees._table import ANY, FALLBACK, HTML, MATHML, STYLESHEET_INSTRUCTION, SVG, Get, Row
from urldom.trees._url_attribute import Resolve, URLAttribute, resolver

_XML_BASE: Final = frozenset(XML_BASE)
#: What is a page has its root element in one of these namespaces. In other XML, `xml:base` counts under each standard:
#: XML Base, and RFC 4287, section 2.
_PAGES: Final = tuple(f"{{{namespace}}}" for namespace in (HTML, SVG, MATHML))


def document(
    tree: object,
    address: AnyURL,
    *,
    encoding: str | None = None,
    standard: StandardLike = "whatwg",
    xml_base: bool | None = None,
    creator: BaseContext | None = None,
    container: BaseContext | None = None,
    rows: Iterable[Row] = (),
) -> TreeDocument:
    """The document that `tree` is, which was found at `address`, an absolute URL.

    `tree` is what a parser returned: an element or tree of lxml or `xml.etree.ElementTree`, an html5lib tree of either
    kind, a BeautifulSoup, a selectolax `LexborHTMLParser`, a turbohtml document or a parsel `Selector`. Of an element,
    the whole tree is meant that it is in (but ElementTree's know nothing above themselves). `encoding` is a label of
    the Encoding Standard; by default it is the encoding that the tree's library knows, else the one that a `meta`
    element declares, else UTF-8.

    `xml_base` is whether `xml:base` attributes count; by default they do in XML that is no page, such as feeds, and in
    pages if the standard says so. `creator` is the document that created an `about:blank` one, `container` the one that
    holds an `iframe srcdoc` one. `rows` say where else there are URLs: see `Row`.

    Raises `TypeError` for a tree of an unknown type, `ValueError` for an empty one and for an address that is no
    absolute URL, `LookupError` for an unknown encoding.

    >>> from xml.etree import ElementTree
    >>> page = document(ElementTree.XML('<html><base href="/b/"/><a href="c"/></html>'), "http://example.com/")
    >>> [url.url for url in page.urls()]
    ['http://example.com/b/', 'http://example.com/b/c']
    """
    return TreeDocument(
        adapt(tree), address, encoding, standard, xml_base=xml_base, creator=creator, container=container, rows=rows
    )


class _Place(NamedTuple):
    """An attribute, or the text where `attribute` is `None`, whose value holds URLs in the syntax of the row."""

    node: Node
    name: str
    attribute: str | None
    value: str
    row: Row
    bases: OpenBases


class _Resolvers(NamedTuple):
    """What resolves the URLs of a document: in CSS, queries may be in another encoding."""

    of_markup: Resolve
    of_css: Resolve


class TreeDocument(ChainedContext):
    """A document that stands on a tree, made by `document()`. It is a base context.

    All is read from the tree at the time of asking, so the tree may change in between. But only the first reading looks
    through the whole of it for the first `base` element with an `href`, and for any `xml:base` attribute. Later ones
    look whether that element is still there and what it says, or, where there was none, for one in `head`; and at the
    `xml:base` attributes of a node's ancestors, where there was any. After other changes to these, call `refresh()`.
    """

    __slots__ = ("_base_name", "_document", "_has_base", "_has_xml_base", "_parser", "_rows", "_table", "_tree", "_way")

    _has_base: bool
    _has_xml_base: bool
    #: The first `base` element that has an `href`, or where there is none `head`, and all that is above it; `None`
    #: before the first reading. (Also, lxml makes anew what nobody holds.)
    _way: tuple[Node, ...] | None

    def __init__(
        self,
        tree: Tree,
        address: AnyURL,
        encoding: str | None,
        standard: StandardLike,
        *,
        xml_base: bool | None = None,
        creator: BaseContext | None = None,
        container: BaseContext | None = None,
        rows: Iterable[Row] = (),
        parser: str | None = None,
    ) -> None:
        found = find_standard(standard)
        self._tree = tree
        self._base_name = _html_name(tree, "base")
        self._way = None
        self._parser = parser
        self._rows = _checked_rows(rows)
        self._table = lookup(self._rows)
        #: The document without its tree, but for the `href` of its `base` element as it was last read.
        self._document = Document(
            absolute_address(address, found),
            encoding=_find_document_encoding(tree) if encoding is None else get_encoding(encoding),
            creator=creator,
            container=container,
            standard=found,
            xml_base=(found.xml_base or not _is_page(tree)) if xml_base is None else xml_base,
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
    def tree(self) -> Any:
        """The tree, as its library has it: what `document()` was given, or the parser of `parse()` has made. It is
        what the library's own serialiser writes."""
        return self._tree.given

    @property
    def parser(self) -> str | None:
        """The library whose parser `parse()` chose; `None` where `document()` was given the tree."""
        return self._parser

    @property
    def fallback_base_url(self) -> str:
        """The *fallback base URL* (2.6.3 step 4, substeps 1 to 3)."""
        return self._document.fallback_base_url

    @property
    def base_url(self) -> str:
        """The *document base URL* (2.6.3 step 4), from the first `base` element in the tree that has an `href`."""
        return self._read_base_url()

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
        return self._base_url_of(self._require_node(node))

    def _base_url_of(self, node: Node) -> str:
        base_url = self._read_base_url()
        if not self._has_xml_base:
            return base_url
        bases = OpenBases(base_url, self.standard, self.encoding)
        for value in reversed([*map(self._xml_base_value, (node, *self._ancestors(node)))]):
            if value is not None:
                bases.enter(value)
        return bases.base_url

    def chain(self, node: Node | None = None) -> Document | Element:
        """The chain of base URLs as it is at this moment, apart from the tree: the document, or an element's `xml:base`
        and those above it. `urldom.explain` tells it.

        >>> from xml.etree import ElementTree
        >>> feed = ElementTree.XML('<feed xml:base="/2007/"><title/></feed>')
        >>> document(feed, "http://example.com/feed").chain(feed[0]).xml_base
        '/2007/'
        """
        self._read_base_url()
        link: Document | Element = copy(self._document)
        if node is not None:
            node = self._require_node(node)
            for value in reversed([*map(self._xml_base_value, (node, *self._ancestors(node)))]):
                if value is not None:
                    link = Element(link, xml_base=value)
        return link

    def url_of(self, node: Node, attribute: str = "href") -> URLDecomposition:
        """The URL in an attribute of an element, as a script in the page has it.

        The value is read from the tree and resolved against the element's base URL at each access; what is assigned is
        written to the tree. Raises `ValueError` where the element has no such attribute, or one that holds URLs in a
        list, in CSS or behind a number of seconds: `urls()` reads these, `rewrite()` writes them.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><a href="b?c"/></html>')
        >>> link = document(html, "http://example.com/a").url_of(html[0])
        >>> link.pathname
        '/b'
        >>> link.hostname = "example.org"
        >>> html[0].get("href")
        'http://example.org/b?c'
        """
        node = self._require_node(node)
        if not isinstance(attribute, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"an attribute is a str, not {type_name(attribute)}")
        tree = self._tree
        known = self._entries_at_top(self._table)[tree.name(node)].attributes
        # The name as the tree has it may be another spelling of the one that is usual.
        for name in (attribute, *(name for name in known if qualified_name(name) == attribute)):
            if name and tree.get(node, name) is not None:
                rows = known.get(name, ())
                row = _choose(tree, rows, node)
                if row is not None and row.syntax is not URL:
                    where = f"the attribute {attribute} of {local_name(tree.name(node))}"
                    raise ValueError(
                        f"{where} is no URL but a {row.syntax.name}: read it with urls(), and write it with rewrite()"
                    )
                if not any(map(_has_its_own_base, rows)):
                    rows = ()
                return _AttributeURL(_AttributeContext(self, node, name, tree, rows))
        raise ValueError(f"the element {local_name(self._tree.name(node))} has no attribute {attribute}")

    def urls(self) -> Iterator[URLAttribute]:
        """Every URL that the document holds, in tree order: those in attributes, `srcset` and CSS one by one, and those
        that are the text of an element.

        What an attribute's specification says to be no URL is left out: an empty `src`, a `srcset` candidate with a bad
        descriptor. A URL that does not resolve is there: its `url` is `None`, and its `error` says why. The base URL of
        the document is read when the iteration begins, an element's `xml:base` when it gets there.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><img src="a" srcset="b 2x, c 3x"/></html>')
        >>> for url in document(page, "http://example.com/").urls():
        ...     print(url.element_name, url.attribute, url.kind, url.value, url.url)
        img src resource a http://example.com/a
        img srcset resource b http://example.com/b
        img srcset resource c http://example.com/c
        """
        resolvers = self._resolvers()
        for place in self._places(self._table):
            if place.row.syntax is URL:
                found = self._make_url(place, place.value.strip(SPACES), resolvers)
                if found is not None:
                    yield found
            else:
                for span in place.row.syntax.find(place.value):
                    found = self._make_url(place, span.url, resolvers)
                    if found is not None:
                        yield found

    def rewrite(self, function: Function) -> None:
        """Puts what `function` returns for each URL in the URL's place; for `None` the URL stays as it is.

        All else in an attribute or text stays as it is, and what is written is escaped where the syntax asks for it.
        ASCII whitespace around what `function` returns, and tabs and line breaks in it, are left out, as the URL
        Standard's parser leaves them out; a space in it stays where the syntax can hold one, and is `%20` elsewhere.
        Nothing is changed before `function` has seen every URL: if it raises, or returns what is no URL (a
        `TypeError`), or what cannot stand there (an empty URL in a `srcset` or list: a `ValueError`), nothing is.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><p style="background: url(a.png) red"/></html>')
        >>> document(page, "http://example.com/").rewrite(lambda url: "b.png")
        >>> page[0].get("style")
        'background: url(b.png) red'
        """
        require_function(function)
        resolvers = self._resolvers()
        changes: list[tuple[Node, str | None, str]] = []
        for place in self._places(self._table):
            make_url = partial(self._make_url_of_span, place, resolvers)
            replacements = find_replacements(place.value, place.row.syntax, make_url, function)
            if not replacements:
                continue
            syntax = place.row.syntax
            if place.attribute is None and syntax is not CSS and place.row.namespace in (HTML, SVG, ANY):
                # In a `script`, no library escapes what would be markup.
                replacements = [(span, text.replace("<", "%3C")) for span, text in replacements]
            value = splice(place.value, replacements)
            changes.append(
                (place.node, place.attribute, storable_value(value, syntax) if self._tree.holds_only_xml else value)
            )
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
        self.rewrite(absolute)

    def embedded_documents(self, parse: Callable[[str], object] | None = None) -> Iterator[tuple[Node, TreeDocument]]:
        """The HTML documents that stand as text in this one, with the elements that hold them: a feed's escaped
        content, and an `iframe`'s `srcdoc`.

        `parse` makes a tree of such a text; by default the parser does that `urldom.trees.parse` takes. A text of
        spaces alone is no document. Each has the base URL of its element. A change to one is no change to the text that
        it came from.
        """
        from urldom.trees._parsing import parse_html

        if parse is not None and not callable(parse):  # pyright: ignore[reportUnnecessaryComparison]
            raise TypeError(f"an embedded document is parsed by a function of its text, not {type_name(parse)}")
        return self._embedded_documents(parse or parse_html)

    def _embedded_documents(self, parse: Callable[[str], object]) -> Iterator[tuple[Node, TreeDocument]]:
        for place in self._places(DOCUMENTS):
            if not place.value.strip(SPACES):
                continue
            # In a srcdoc document, the address alone says nothing; in a feed, it is the element's base URL.
            is_srcdoc = place.attribute is not None
            parsed = parse(place.value)
            yield (
                place.node,
                document(
                    parsed.tree if isinstance(parsed, TreeDocument) else parsed,
                    "about:srcdoc" if is_srcdoc else place.bases.base_url,
                    encoding=self.encoding,
                    standard=self.standard,
                    container=self if is_srcdoc else None,
                    rows=self._rows,
                ),
            )

    def _require_node(self, node: Node) -> Node:
        """The element. Raises `TypeError` for what is no element of such a tree."""
        try:
            node = self._tree.element(node)
            name = self._tree.name(node)
        except AttributeError:
            name = None
        if not isinstance(name, str):
            raise TypeError(f"a node is an element of the tree, not {type_name(node)}")
        return node

    def _read_base_url(self) -> str:
        """The document base URL."""
        document, href = self._document, self._base_href()
        if href != document.base_href:
            document.base_href = href
        return document.base_url

    def _base_href(self) -> str | None:
        """The `href` of the first `base` element that has one."""
        tree, way = self._tree, self._way
        if way is None:
            self._has_xml_base = self.xml_base and tree.has_attribute(_XML_BASE)
        elif tree.is_way(way):
            if self._has_base:
                href = tree.get(way[0], "href")
                if href is not None:
                    return href
            else:
                for base in tree.children_named(way[0], self._base_name) if way else ():
                    if tree.get(base, "href") is not None:
                        break
                else:
                    return None
        base = self._find_base()
        self._has_base = base is not None
        head = next(iter(tree.find(_html_name(tree, "head"))), None) if base is None else base
        self._way = () if head is None else (head, *self._ancestors(head))
        return None if base is None else tree.get(base, "href")

    def _find_base_url(self) -> str:
        """The document base URL, after a look through the whole tree."""
        base = self._find_base()
        self._document.base_href = None if base is None else self._tree.get(base, "href")
        return self._document.base_url

    def _find_base(self) -> Node | None:
        """The first `base` element that has an `href`."""
        tree = self._tree
        for node in tree.find(self._base_name):
            if tree.get(node, "href") is not None:
                return node if self._is_in_document(node) else self._find_base_in_document()
        return None

    def _is_in_document(self, node: Node) -> bool:
        """Whether an element called `base` is one of HTML, and in this document."""
        here = self._entries_at_top(self._table)
        for ancestor in reversed([*self._ancestors(node)]):
            entry = here[self._tree.name(ancestor)]
            if entry.hides_base:
                return False
            here = self._entries_inside(here, entry, ancestor)
        return _is_html(here)

    def _find_base_in_document(self) -> Node | None:
        """The same as `_find_base`, where some `base` element is no part of the document or none of HTML."""
        tree = self._tree
        stack = [(tree.root, self._entries_at_top(self._table))]
        held: list[Node] = []  # for the reason that `_places` gives
        while stack:
            node, here = stack.pop()
            held.append(node)
            name = tree.name(node)
            if type(name) is not str:
                continue
            if name == self._base_name and _is_html(here) and tree.get(node, "href") is not None:
                return node
            entry = here[name]
            if not entry.hides_base:
                inside = self._entries_inside(here, entry, node)
                stack += [(child, inside) for child in reversed(tree.children(node))]
        return None

    def _entries_at_top(self, table: Lookup) -> Entries:
        return table.entries_at_top(self._tree.root_name, is_bare=self._tree.is_bare)

    def _entries_inside(self, here: Entries, entry: Entry, node: Node) -> Entries:
        """What the table has inside of an element, given what it has around it and for it."""
        if entry.inner is None:
            return here
        if entry.inner_when is not None and not entry.inner_when(_getter(self._tree, node)):
            return here
        return here.table.entries(entry.inner, is_bare=True)

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
        bases = OpenBases(self._find_base_url(), self.standard, self.encoding)
        here = self._entries_at_top(table)
        if table is not DOCUMENTS:
            for node in tree.stylesheet_instructions():
                yield _Place(node, STYLESHEET_INSTRUCTION.element, None, tree.text(node), STYLESHEET_INSTRUCTION, bases)
        # The elements to come, the next one last, with `None` for the end of each open element; and what to go back to
        # there. (That holds the element too: where lxml drops one, it goes up until it meets one that is still held.)
        stack: list[Node | None] = [tree.root]
        outers: list[tuple[Entries, bool, Node]] = []
        while stack:
            node = stack.pop()
            if node is None:
                here, is_based, _ = outers.pop()
                if is_based:
                    bases.leave()
                continue
            name = tree_name(node)
            if type(name) is not str:
                continue
            entry = here[name]
            is_based = False
            found: list[tuple[str, str, tuple[Row, ...]]] = []
            for attribute, value in tree_attributes(node):
                rows = entry.attributes.get(attribute)
                if rows is None:
                    continue
                if attribute not in _XML_BASE:
                    found.append((attribute, value, rows))
                elif counts_xml_base and not is_based:
                    bases.enter(self._xml_base_value(node) or "")
                    is_based = True
            for attribute, value, rows in found:
                row = _choose(tree, rows, node)
                if row is not None:
                    yield _Place(node, name, attribute, value, row, bases)
            if entry.text:
                row = _choose(tree, entry.text, node)
                if row is not None:
                    yield _Place(node, name, None, tree.text(node), row, bases)
            children = tree_children(node)
            if children:
                outers.append((here, is_based, node))
                if entry.inner is not None:
                    here = self._entries_inside(here, entry, node)
                stack.append(None)
                children.reverse()
                stack += children
            elif is_based:
                bases.leave()

    def _make_url(self, place: _Place, value: str, resolvers: _Resolvers) -> URLAttribute | None:
        row, kind = place.row, place.row.kind
        is_css = row.syntax is CSS
        # The specifications ask of an attribute whether its value is empty, not whether it is without the spaces.
        written = place.value if row.syntax is URL else value
        # An empty url() is invalid: CSS Values 4, 4.5.
        if kind is None or (not written and (row.empty == "nothing" or is_css)):
            return None
        if value[:1] == "#" and (is_css or row.has_fragments):
            kind, base_url = "fragment", self.address
        else:
            base_url = _base_url_for(self, self._tree, row, place.node, written, place.bases.base_url)
        resolve = resolvers.of_css if is_css else resolvers.of_markup
        if not written and row.empty == "document":
            resolve = _the_base_url
        attribute = None if place.attribute is None else qualified_name(place.attribute)
        name = local_name(place.name)
        return URLAttribute(place.node, attribute, kind, value, name, base_url, resolve, self._tree.get)

    def _make_url_of_span(self, place: _Place, resolvers: _Resolvers, span: Span) -> URLAttribute | None:
        return self._make_url(place, span.url, resolvers)

    def _resolvers(self) -> _Resolvers:
        of_markup = resolver(self.standard, self.encoding)
        css_encoding = self.standard.css_encoding
        return _Resolvers(of_markup, of_markup if css_encoding is None else resolver(self.standard, css_encoding))

    def __repr__(self) -> str:
        return f"<TreeDocument at {self.address!r}>"


@attrs.frozen
class _AttributeContext(ChainedContext):
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
        if not self.rows or (row := _choose(self.tree, self.rows, self.node)) is None:
            return base_url
        return _base_url_for(self.document, self.tree, row, self.node, self.value, base_url)

    def chain(self) -> Document | Element:
        """The chain of base URLs of the element, apart from the tree."""
        return self.document.chain(self.node)

    def write(self, url: str) -> None:
        self.tree.set(self.node, self.attribute, storable(url))


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
        place = self._place
        return place.tree.get(place.node, place.attribute) or ""

    def _read(self, reference: str | None = None) -> Pieces:
        place = self._place
        value = place.tree.get(place.node, place.attribute)
        if value is None:  # It was removed.
            return (*self._standard.no_url[:8], "")
        return super()._read(value)

    def _base_url(self) -> str:
        return self._place.base_url

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


def absolute_address(address: AnyURL, standard: Standard) -> str:
    """A document's address, as given. Raises `ValueError` for what is no absolute URL."""
    text = url_text(address, "address")
    try:
        standard.absolute_pieces(text, None, "utf-8")
    except InvalidURLError as error:
        raise ValueError(f"the address of a document is an absolute URL: {error}") from None
    return text


def _checked_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    if not isinstance(rows, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"rows are several urldom.trees.Row, not {type_name(rows)}")
    checked = tuple(rows)
    for row in checked:
        if not isinstance(row, Row):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a row is an urldom.trees.Row, not {type_name(row)}")
    return checked


def _is_page(tree: Tree) -> bool:
    return tree.is_bare or tree.root_name.startswith(_PAGES)


def _is_html(entries: Entries) -> bool:
    """Whether names are those of HTML, at a place of a tree: where the tree has namespaces, the names say it."""
    return entries.namespace in (HTML, None)


def _html_name(tree: Tree, local: str) -> str:
    """The name that the tree has for HTML elements of that local name."""
    return local if tree.is_bare else f"{{{HTML}}}{local}"


def _getter(tree: Tree, node: Node) -> Get:
    """What gets the attributes of an element, for a condition."""

    def get(name: str, default: str | None = None) -> str | None:
        value = tree.get(node, name)
        return default if value is None else value

    return get


def _choose(tree: Tree, rows: tuple[Row, ...], node: Node) -> Row | None:
    """The row that holds for an element: the first whose condition does."""
    for row in rows:
        if row.when is None or row.when(_getter(tree, node)):
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


def _find_document_encoding(tree: Tree) -> str:
    """The encoding that the tree's library knows, or that a `meta` element declares, or else UTF-8."""
    from urldom.trees._encoding_detection import find_encoding_in_content

    found = None if tree.encoding is None else find_encoding(tree.encoding)
    if found is not None:
        return found
    for node in tree.find(_html_name(tree, "meta")):
        charset = tree.get(node, "charset")
        if charset is not None:
            found = find_encoding(charset)
        elif (tree.get(node, "http-equiv") or "").lower() == "content-type":
            found = find_encoding_in_content(tree.get(node, "content") or "")
        if found is not None:
            return found
    return "utf-8"
