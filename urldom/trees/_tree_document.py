"""`TreeDocument`: a document on another library's tree. It finds and rewrites the URLs in the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NoReturn

from urldom._contexts import BaseContext, ChainedContext, Document, Element
from urldom._errors import wrong_type
from urldom._object.decomposition import URLDecomposition
from urldom._standards.interface import StandardLike, engine_of
from urldom._standards.registry import find_standard
from urldom._text.encodings import get_encoding
from urldom._values.url_value import AnyURL
from urldom.trees._attribute_url import attribute_url
from urldom.trees._encoding_detection import tree_encoding
from urldom.trees._indicated import IndicatedParts
from urldom.trees._libraries import adapt
from urldom.trees._lookup import BASE, DOCUMENTS, lookup
from urldom.trees._rewriting import Function, Rewritable, require_function
from urldom.trees._source import parse_data
from urldom.trees._syntaxes import SPACES
from urldom.trees._table import HTML, MATHML, SVG, Row
from urldom.trees._tree import Node, Tree
from urldom.trees._tree_bases import TreeBases
from urldom.trees._tree_urls import TreeURLs
from urldom.trees._url_attribute import URLAttribute, absolute_address
from urldom.trees._writing import write_bytes

if TYPE_CHECKING:
    from urldom.trees._forms.filling import Files, Values
    from urldom.trees._forms.forms import Control, Form, Submission
    from urldom.trees._forms.submission import Submitting

#: The namespaces of pages. In other XML, `xml:base` applies under every standard (XML Base, and RFC 4287, section 2).
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
    """Return the document of a tree that a parser made.

    Args:
        tree: The result of a parser: an element or tree of lxml or `xml.etree.ElementTree`, a tree of html5lib's
            builder `etree` or `lxml`, a BeautifulSoup, a selectolax `LexborHTMLParser`, a turbohtml document or a
            parsel `Selector`. An element means the whole tree that contains it. An ElementTree element does not know
            its parent, so it must be the root.
        address: The absolute URL where the document was found.
        encoding: A label of the Encoding Standard. The default is the encoding that the tree's library knows, or else
            the encoding that a `meta` element declares, or else UTF-8.
        standard: The standard by which the document's URLs are resolved.
        xml_base: `True` applies `xml:base` attributes, `False` ignores them. By default, they apply in XML that is not
            a page, such as a feed. In pages, they apply under every standard except `WHATWG`.
        creator: The document that created this one, if this one is an `about:blank` document.
        container: The document with the `iframe`, if this one is an `iframe srcdoc` document.
        rows: Further places where documents contain URLs. See `Row`.

    Returns:
        A `TreeDocument`. It reads the tree at each access, and writes its changes to the tree.

    Raises:
        TypeError: If the tree or another argument has an unknown type.
        ValueError: If the tree is empty, the address is not an absolute URL, or the standard is unknown.
        LookupError: If the encoding is unknown.

    >>> from xml.etree import ElementTree
    >>> page = document(ElementTree.XML('<html><base href="/b/"/><a href="c"/></html>'), "http://example.com/")
    >>> [url.url for url in page.urls()]
    ['http://example.com/b/', 'http://example.com/b/c']
    """
    return TreeDocument(adapt(tree), address, encoding, standard, xml_base, creator, container, rows)


class TreeDocument(Rewritable, ChainedContext):
    """A document on another library's tree, made by `document()` or `parse()`. It is a base context.

    Each access reads the tree, so the tree may change between two accesses. The first access searches the whole tree
    for the first `base` element with an `href`, and for `xml:base` attributes. Later accesses read only these:

    - the `base` element that was found, or the children of `head` if the tree had no such element
    - the `xml:base` attributes of a node and its ancestors, if the tree had such an attribute

    If something else changes a base URL, call `refresh()`.

    >>> from xml.etree import ElementTree
    >>> html = ElementTree.XML('<html><head><base href="/b/"/></head><body><a href="c"/></body></html>')
    >>> page = document(html, "http://example.com/")
    >>> page.url_of(html[1][0]).href
    'http://example.com/b/c'
    >>> html[0][0].set("href", "/new/")
    >>> page.url_of(html[1][0]).href
    'http://example.com/new/c'
    """

    __slots__ = ("_bases", "_indicated", "_parser", "_rows", "_table", "_tree", "_urls")

    def __init__(
        self,
        tree: Tree,
        address: AnyURL,
        encoding: str | None,
        standard: StandardLike,
        xml_base: bool | None = None,
        creator: BaseContext | None = None,
        container: BaseContext | None = None,
        rows: Iterable[Row] = (),
        parser: str | None = None,
    ) -> None:
        found = find_standard(standard)
        is_page = tree.is_bare or tree.root_name.startswith(_PAGES)
        self._tree = tree
        self._parser = parser
        self._rows = _checked_rows(rows)
        self._table = lookup(self._rows)
        self._document = Document(
            absolute_address(address, engine_of(found)),
            encoding=tree_encoding(tree) if encoding is None else get_encoding(encoding),
            creator=creator,
            container=container,
            standard=found,
            xml_base=(engine_of(found).xml_base or not is_page) if xml_base is None else xml_base,
        )
        self._bases = TreeBases(self._document, tree)
        self._urls = TreeURLs(tree, self._table, self._document, self._bases)
        self._indicated = IndicatedParts(tree)

    @property
    def xml_base(self) -> bool:
        """`True` if XML Base applies in this document.

        If it is `True`, the `xml:base` attributes of elements set base URLs.

        >>> from xml.etree import ElementTree
        >>> feed, page = ElementTree.XML("<feed/>"), ElementTree.XML("<html/>")
        >>> document(feed, "http://example.com/").xml_base, document(page, "http://example.com/").xml_base
        (True, False)
        """
        return self._document.xml_base

    @property
    def tree(self) -> Any:
        """The library's own tree, as passed to `document()` or as made by `parse()`. The library can serialise it.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML("<html/>")
        >>> document(html, "http://example.com/").tree is html
        True
        """
        return self._tree.given

    @property
    def parser(self) -> str | None:
        """The name of the library that `parse()` used, or `None` if the tree was passed to `document()`.

        >>> from urldom.trees import parse
        >>> parse("<feed/>", "http://example.com/", parser="xml.etree").parser
        'xml.etree'
        """
        return self._parser

    @property
    def fallback_base_url(self) -> str:
        """The *fallback base URL* of HTML5 (2011 draft), 2.6.3 step 4, substeps 1 to 3. It ignores the `base` elements.

        >>> from xml.etree import ElementTree
        >>> page = document(ElementTree.XML('<html><base href="/b/"/></html>'), "http://example.com/a")
        >>> page.fallback_base_url, page.base_url
        ('http://example.com/a', 'http://example.com/b/')
        """
        return self._document.fallback_base_url

    @property
    def base_url(self) -> str:
        """The *document base URL* (HTML5 2.6.3 step 4). It uses the first `base` element that has an `href`.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><base target="_top"/><base href="/b/"/><base href="/c/"/></html>')
        >>> document(html, "http://example.com/").base_url
        'http://example.com/b/'
        """
        return self._bases.base_url()

    def refresh(self) -> None:
        """Forget the results of earlier searches, so that the next access searches the whole tree again.

        Call this method after you add the first `base` element outside `head`, the first `xml:base` attribute, or an
        element that `indicated()` should find.

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
        self._bases.refresh()
        self._indicated.refresh()

    def base_url_of(self, node: Node) -> str:
        """Return the base URL of an element of the tree.

        It is the document's base URL, unless the element or an ancestor has an `xml:base` attribute that applies.

        Args:
            node: An element, as an object of its library.

        Returns:
            The absolute URL that the URLs of the element are resolved against.

        Raises:
            TypeError: If the node is not an element of the tree's library.

        >>> from xml.etree import ElementTree
        >>> feed = ElementTree.XML('<feed xml:base="/2007/" xmlns="http://www.w3.org/2005/Atom"><title/></feed>')
        >>> document(feed, "http://example.com/feed").base_url_of(feed[0])
        'http://example.com/2007/'
        """
        return self._bases.base_url_of(self._require_node(node))

    def chain(self, node: Node | None = None) -> Document | Element:
        """Return the chain of base URLs at this moment, as objects that do not refer to the tree.

        `urldom.explain` describes the chain.

        Args:
            node: An element, as an object of its library. `None` means the document.

        Returns:
            A `Document`, or an `Element` for each `xml:base` attribute of the node and its ancestors.

        Raises:
            TypeError: If the node is not an element of the tree's library.

        >>> from xml.etree import ElementTree
        >>> feed = ElementTree.XML('<feed xml:base="/2007/"><title/></feed>')
        >>> document(feed, "http://example.com/feed").chain(feed[0]).xml_base
        '/2007/'
        """
        return self._bases.chain(None if node is None else self._require_node(node))

    def url_of(self, node: Node, attribute: str = "href") -> URLDecomposition:
        """Return the URL in an attribute of an element, as a script in the page sees it.

        Each access reads the value from the tree and resolves it against the element's base URL. Each assignment writes
        to the tree. A copy or a pickle of the result does not refer to the tree. It keeps the value and the base URL of
        the moment when it was made, and an assignment to it does not change the tree.

        Args:
            node: An element, as an object of its library.
            attribute: The name of the attribute.

        Returns:
            A live `URLDecomposition`. Its attributes are read from the tree and written to it.

        Raises:
            ValueError: If the element lacks the attribute, or if the attribute's value is a list of URLs, CSS, or a
                refresh (a number of seconds before a URL). `urls()` reads such values, and `rewrite()` writes them.
            TypeError: If the node is not an element of the tree's library, or the attribute is not a `str`.

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
            raise wrong_type("an attribute", "a str", attribute)
        return attribute_url(self, self._tree, self._bases, self._table, node, attribute)

    def urls(self) -> Iterator[URLAttribute]:
        """Yield every URL of the document in tree order, from attributes and from the texts of elements.

        The URLs of a `srcset`, or of CSS, are yielded one by one. If the attribute's specification does not accept a
        value as a URL, the value is ignored. Examples are an empty `src`, and a `srcset` candidate with an invalid
        descriptor.

        The document's base URL is read when the iteration begins. An element's `xml:base` is read when the iteration
        reaches the element.

        Yields:
            A `URLAttribute` for each URL. If a URL does not resolve, its `url` is `None`, and its `error` has the
            reason.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><img src="a" srcset="b 2x, c 3x"/></html>')
        >>> for url in document(page, "http://example.com/").urls():
        ...     print(url.element_name, url.attribute, url.kind, url.value, url.url)
        img src resource a http://example.com/a
        img srcset resource b http://example.com/b
        img srcset resource c http://example.com/c
        """
        return self._urls.urls()

    def rewrite(self, function: Function) -> None:
        """Replace each URL with the result of a function.

        All other text in an attribute or element stays unchanged. The function's result is written as follows:

        - ASCII whitespace around the result is removed, and so are tabs and line breaks in it, as in the URL Standard's
          parser. Under `WHATWG`, controls at the ends of the result are removed too.
        - A space in the result stays if the syntax allows a space in a URL. Otherwise it becomes `%20`.
        - A control in the result is percent-encoded. A lone surrogate becomes U+FFFD.

        Args:
            function: A function that is called with the `URLAttribute` of every URL, before the tree changes. It
                returns the new URL, or `None` to leave the URL unchanged. If it raises an error, the tree does not
                change.

        Raises:
            TypeError: If a result is not a URL. The tree does not change.
            ValueError: If a result in a `srcset` or another list is empty. The tree does not change.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><p style="background: url(a.png) red"/></html>')
        >>> document(page, "http://example.com/").rewrite(lambda url: "b.png")
        >>> page[0].get("style")
        'background: url(b.png) red'
        """
        require_function(function)
        self._urls.rewrite(function)

    def make_relative(self, address: AnyURL | None = None) -> None:
        """Replace each URL with the shortest reference that resolves to this URL, as `relative_to` writes it.

        - The first `base` element still applies. Its `href` becomes relative to the page, and the other URLs become
          relative to the base URL.
        - An `xml:base` attribute does not change. The URLs inside its element become relative to the base URL that it
          sets.
        - URLs of the kinds `"fragment"` and `"identifier"` do not change, nor do URLs that do not resolve.
        - If `address` is not the page's current address, a link such as `#top` becomes a link to the current address.
        - If an empty reference is not allowed, as in `img src`, a longer reference is written, such as the file's name.

        Args:
            address: The absolute URL that the page will have. The default is the page's current address. This object
                keeps its current address. To use the new address, write the page and parse it again.

        Raises:
            ValueError: If the address is not an absolute URL.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><a href="http://h/a/b?c"/><img src="/a/page"/></html>')
        >>> page = document(html, "http://h/a/page")
        >>> page.make_relative()
        >>> html[0].get("href"), html[1].get("src")
        ('b?c', 'page')
        >>> page.make_relative("http://h/")
        >>> html[0].get("href"), html[1].get("src")
        ('a/b?c', 'a/page')
        """
        engine = engine_of(self.standard)
        self._urls.make_relative(self.address if address is None else absolute_address(address, engine))

    def indicated(self, fragment: str) -> Node | None:
        """Return the element that a fragment indicates (HTML Standard 7.4.6.4, "select the indicated part").

        The result is the first element whose `id` is the fragment. Otherwise it is the first `a` element whose `name`
        is the fragment. If there is no such element, the percent-decoded fragment is searched in the same way. The
        fragment `""` indicates the root element. If no element is found for the fragment `top`, in upper or lower case,
        it indicates the root element too.

        The contents of templates, `noscript` elements and shadow trees are ignored, and so are `a` elements outside
        HTML's namespace. A text directive, which begins at the first `:~:`, is ignored too (URL Fragment Text
        Directives, a draft that browsers follow).

        The first call searches the whole tree and makes an index, so later calls are fast. A later call checks that the
        element still has the same `id` or `name`, and the same parent. If you add or move an element, or give an
        element another `id` or `name`, call `refresh()`.

        Args:
            fragment: The fragment of a URL, or its `hash`. A `#` at the start is ignored.

        Returns:
            The element, as an object of its library, or `None` if a browser would not find one.

        Raises:
            TypeError: If the fragment is not a `str`.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><h1 id="café"/><a name="menu"/></html>')
        >>> page = document(html, "http://example.com/")
        >>> page.indicated("caf%C3%A9").tag, page.indicated("#menu").tag, page.indicated("top").tag
        ('h1', 'a', 'html')
        >>> page.indicated("wine") is None
        True
        """
        if not isinstance(fragment, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            hint = 'pass "" for a URL without a fragment' if fragment is None else ""
            raise wrong_type("a fragment", "a str", fragment, hint)
        return self._indicated.select(fragment.removeprefix("#"))

    def to_bytes(self) -> bytes:
        """Return the page as the library of its tree writes it, in the page's encoding.

        The bytes declare their encoding, so that a browser needs no `Content-Type`. XML gets an XML declaration with
        the encoding's name. UTF-16 gets a byte order mark. HTML that does not declare the encoding gets a `meta
        charset` as the first element in `head`. Markup cannot declare `x-user-defined`: send it in `Content-Type`. A
        page in the encoding `replacement` is written in UTF-8.

        Characters that the encoding lacks become character references. In a `style`, they become escapes of CSS. In a
        `script`, they become escapes of JavaScript and JSON. In comments and other plain text, they become `?`.

        The output has the document type if the library's tree contains it. A tree of `xml.etree` does not contain it,
        nor does a tree of html5lib that was passed to `document()`. An `xml.etree` tree is written as HTML if its root
        element is `html`, with HTML's namespace or without a namespace. If `parse()` read it as XML, it is written as
        XML. BeautifulSoup updates the encoding in `meta` elements that declare one.

        Returns:
            The bytes of the page.

        Raises:
            ImportError: If the tree is html5lib's and html5lib is not installed.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><head/><a href="?q=caf\u00e9">\u2603</a></html>')
        >>> document(html, "http://example.com/", encoding="windows-1252").to_bytes()
        b'<html><head><meta charset="windows-1252"></head><a href="?q=caf\\xe9">&#9731;</a></html>'
        """
        return write_bytes(self._tree, self.encoding)

    def embedded_documents(self, parse: Callable[[str], object] | None = None) -> Iterator[tuple[Node, TreeDocument]]:
        """Yield the HTML documents that this document contains as text, each with the element that contains it.

        Such a text is a feed's escaped content, or an `iframe`'s `srcdoc`. A text of only spaces is ignored. Each
        document uses its element's base URL. A change to the document does not change the text.

        Under `WHATWG`, a `srcdoc` document keeps the base URL that the page had when its parser came to the `iframe`
        (HTML Standard, "beginning navigation"). So a `base` element after the `iframe` is ignored. This rule also
        applies to an `iframe` that is loaded lazily, as in Chromium.

        Args:
            parse: A function that makes a tree of a text. By default, the parser that `urldom.trees.parse` chooses is
                used.

        Yields:
            The element, as an object of its library, and the document in it.

        Raises:
            TypeError: If `parse` cannot be called.

        >>> from xml.etree import ElementTree
        >>> feed = ElementTree.XML("<rss><description>&lt;html>&lt;img src='a.png'/>&lt;/html></description></rss>")
        >>> for node, page in document(feed, "http://example.com/").embedded_documents(ElementTree.XML):
        ...     print(node.tag, [url.url for url in page.urls()])
        description ['http://example.com/a.png']
        """
        if parse is not None and not callable(parse):  # pyright: ignore[reportUnnecessaryComparison]
            raise wrong_type("parse", "a function of a text", parse)
        return self._embedded_documents(parse or (lambda text: parse_data(text, None, "html")[0].given))

    def _embedded_documents(self, parse: Callable[[str], object]) -> Iterator[tuple[Node, TreeDocument]]:
        encoding, standard, rows = self.encoding, self.standard, self._rows
        base = None if engine_of(standard).live_fallback else self._bases.find_base()
        # A srcdoc document gets its base URL from its container. A feed's content gets it from its element.
        container = self if base is None else self._bases.before()
        for node, _, attribute, value, row, bases in self._urls.places(DOCUMENTS):
            if row is BASE:
                if base is not None and self._tree.is_same(node, base):
                    container = self
            elif value.strip(SPACES):
                parsed = parse(value)
                tree = adapt(parsed.tree if isinstance(parsed, TreeDocument) else parsed)
                if attribute is None:
                    yield node, TreeDocument(tree, bases.base_url, encoding, standard, rows=rows)
                else:
                    yield node, TreeDocument(tree, "about:srcdoc", encoding, standard, container=container, rows=rows)

    def forms(self) -> Iterator[Form]:
        """Yield the forms of the document in tree order, each with its controls (HTML Standard 4.10).

        A control belongs to the form that its `form` attribute names, or else to the nearest form around it. Forms in
        templates and `noscript` elements are ignored. The tree is read when the iteration begins.

        Yields:
            A `Form` for each `form` element.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><form id="f"/><input name="q" value="a" form="f"/></html>')
        >>> list(document(page, "http://example.com/").forms())
        [<Form get http://example.com/: q='a' (text)>]
        """
        return self._submitting().forms()

    def submission(
        self,
        form: Form | Node | str,
        *,
        submitter: Control | Node | str | None = None,
        values: Values | None = None,
        files: Files | None = None,
    ) -> Submission:
        """Return the request that a browser makes when a user submits a form (HTML Standard 4.10.22.3).

        The form is not validated: `required`, `pattern` and `min` are ignored.

        Args:
            form: A `Form` of `forms()`, which is submitted as it was read. It can also be the form's element, its `id`
                or its `name`. In that case, the form is read from the tree again.
            submitter: The submit button that the user presses: a `Control`, its element, or its name.
                `form.default_button` is the button that the Enter key presses. By default, no button is pressed, as if
                a script calls `form.submit()`.
            values: A mapping from names of controls to the values that the user enters. Other controls keep the values
                of the page. Text accepts a `str`, `int` or `float`. Radio buttons accept the value of the button to
                check. A checkbox accepts `True` or `False`, and several checkboxes with one name accept a list of the
                values to check. A `select` accepts the value of an option, or else its label. A `select` with
                `multiple` accepts a list of values or labels. Several controls with one name accept a list with one
                item for each. For a pressed image, `name.x` and `name.y` are the coordinates of the click, by default
                0.
            files: A mapping from names of file uploads to files. A file is a path, a `File`, or a tuple of a file name,
                the bytes and, optionally, the media type. An upload with `multiple` accepts a list of files.

        Returns:
            A `Submission`, with the method, the URL, the headers and the body.

        Raises:
            RejectedValueError: If a name is unknown, or a user could not enter a value. For example, the control is
                disabled or read-only, the option is unknown, or the text is longer than `maxlength`.
            ValueError: If the form is unknown or the submitter is invalid.
            TypeError: If an argument has another type.
            InvalidURLError: If the form's action does not resolve.

        >>> from xml.etree import ElementTree
        >>> html = '<html><form action="/s" method="post"><input name="q"/><button name="go" value="1"/></form></html>'
        >>> page = document(ElementTree.XML(html), "http://example.com/")
        >>> sent = page.submission(next(page.forms()), submitter="go", values={"q": "a b"})
        >>> sent.method, sent.url, sent.headers, sent.body
        ('POST', 'http://example.com/s', {'Content-Type': 'application/x-www-form-urlencoded'}, b'q=a+b&go=1')
        """
        return self._submitting().submission(form, submitter, values, files)

    def _submitting(self) -> Submitting:
        from urldom.trees._forms.submission import Submitting

        return Submitting(self, self.address, self._tree, self._bases)

    def _require_node(self, node: Node) -> Node:
        """Return the library's own element for `node`. Another type raises `TypeError`."""
        try:
            node = self._tree.element(node)
            name = self._tree.name(node)
        except AttributeError:
            name = None
        if not isinstance(name, str):
            raise wrong_type("a node", "an element of the tree", node)
        return node

    def __reduce__(self) -> NoReturn:
        how = "pass a copy of its tree to document(), pickle its source and parse it again, or copy its chain()"
        raise TypeError(f"a TreeDocument cannot be copied or pickled: {how}")


def _checked_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    if not isinstance(rows, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("rows", "an iterable of urldom.trees.Row", rows)
    checked = tuple(rows)
    for row in checked:
        if not isinstance(row, Row):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a row", "a urldom.trees.Row", row)
    return checked
