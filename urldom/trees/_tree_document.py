"""`TreeDocument`: a document on another library's tree, which finds and rewrites the URLs in the
tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

from urldom._core.contexts.document import Document
from urldom._core.contexts.element import Element
from urldom._core.contexts.protocol import BaseContext, ChainedContext
from urldom._core.errors import wrong_type
from urldom._core.hints import with_keyword_hints
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.public import public
from urldom._core.standards.interface import StandardLike
from urldom._core.values.url_value import AnyURL
from urldom.http._fetching import Client
from urldom.http._location import Headers, split_directive
from urldom.http._request import Request
from urldom.imports._import_map import ImportMap, Report
from urldom.trees._attribute_url import DEFAULT, attribute_url
from urldom.trees._embedded import (
    Parse,
    embedded_pages,
    make_relative_inside,
    parse_embedded,
    rewrite_inside,
    urls_inside,
)
from urldom.trees._hints import SUBMISSION_KEYWORDS, TreeDocumentHints
from urldom.trees._libraries import adapt
from urldom.trees._mending.mend import Mend
from urldom.trees._new_address import new_address
from urldom.trees._page import Page, open_page
from urldom.trees._page_import_map import page_import_map
from urldom.trees._rewriting import Function, Rewritable
from urldom.trees._table import Row, Selected
from urldom.trees._tree import Node, Tree
from urldom.trees._url_attribute import URLAttribute, of_kinds
from urldom.trees._writing import write_bytes, write_text

if TYPE_CHECKING:
    from urldom.trees._forms.filling import Files, Values
    from urldom.trees._forms.forms import Control, Form
    from urldom.trees._style_sheet import StyleSheet


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
    headers: Headers = (),
) -> TreeDocument:
    """Return the document of a tree that a parser made.

    Args:
        tree: The result of a parser: an element or tree of lxml or `xml.etree.ElementTree`, a tree
            of html5lib's builder `etree` or `lxml`, a BeautifulSoup, a selectolax
            `LexborHTMLParser`, a turbohtml document or a parsel `Selector`. An element, which must
            be the root in ElementTree, means the whole tree around it.
        address: The absolute URL where the document was found.
        encoding: A label of the Encoding Standard. The default is the library's, a `meta`
            element's, or else UTF-8.
        standard: The standard by which the document's URLs are resolved.
        xml_base: `True` applies `xml:base` attributes, `False` ignores them. By default, they apply
            in XML that is not a page, such as a feed, and in pages under every standard except
            `WHATWG`.
        creator: The document that created this one, if this one is an `about:blank` document.
        container: The document with the `iframe`, if this one is in a frame. An `iframe srcdoc`
            document has its base URL, and links of every frame navigate the frame.
        rows: Further places where documents contain URLs. See `Row`.
        headers: The headers of the response, as a mapping or as pairs. `request()` reads
            `Referrer-Policy` and `Content-Security-Policy`.

    Raises:
        TypeError: If the tree or another argument has an unknown type.
        ValueError: If the tree is empty, the address is not an absolute URL, or the standard is
            unknown.
        LookupError: If the encoding is unknown.

    >>> from xml.etree import ElementTree
    >>> html = ElementTree.XML('<html><base href="/b/"/><a href="c"/></html>')
    >>> page = document(html, "http://example.com/")
    >>> [url.url for url in page.urls()]
    ['http://example.com/b/', 'http://example.com/b/c']
    """
    page = open_page(
        adapt(tree),
        address,
        encoding=encoding,
        standard=standard,
        xml_base=xml_base,
        creator=creator,
        container=container,
        rows=rows,
        headers=headers,
        around=client_around(creator, container),
    )
    return TreeDocument(page)


@public("urldom.trees")
class TreeDocument(Rewritable, ChainedContext, TreeDocumentHints):
    """A document on another library's tree, made by `document()` or `parse()`.

    It is a base context.

    Each access reads the tree, so the tree may change between two accesses. The first access
    searches the whole tree for the first `base` element with an `href`, and for `xml:base`
    attributes. Later accesses read only what it found, or the children of `head`, so call
    `refresh()` if something else changes a base URL.

    >>> from xml.etree import ElementTree
    >>> html = ElementTree.XML('<html><base href="/b/"/></html>')
    >>> page = document(html, "http://example.com/")
    >>> html[0].set("href", "/new/")
    >>> page.base_url
    'http://example.com/new/'
    """

    __slots__ = ("_page",)

    def __init__(self, page: Page) -> None:
        self._page = page
        self._document = page.document

    @property
    def address(self) -> str:
        """The address of the document, as given or as `push_state()` made it.

        Assigning calls `push_state()`.

        >>> from xml.etree import ElementTree
        >>> page = document(ElementTree.XML("<html/>"), "http://example.com/a")
        >>> page.address = "b"
        >>> page.address
        'http://example.com/b'
        """
        return self._document.address

    @address.setter
    def address(self, url: AnyURL) -> None:
        self.push_state(url)

    def push_state(self, url: AnyURL) -> None:
        """Change the address as a script does by `history.pushState(null, "", url)`.

        See the HTML Standard 7.2.5. The base URL changes with it, and so do the URLs that
        `url_of()` returned before. Under `WHATWG`, a document whose creator or container is this
        page keeps its base URL.

        Args:
            url: The new address, which is resolved against the document's base URL. An empty string
                keeps the address.

        Raises:
            RejectedValueError: If a browser refuses the address, because it is invalid, or differs
                in more than the path, the query and the fragment. In a `file:` URL the path must
                stay too, and in URLs of schemes other than `http` and `https` everything but the
                fragment. Nothing changes then.
            TypeError: If `url` is not a URL.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><a href="?q=2"/></html>')
        >>> page = document(html, "http://example.com/a")
        >>> link = page.url_of(html[0])
        >>> page.push_state("/b?q=1")
        >>> link.href
        'http://example.com/b?q=2'
        """
        self._page.bases.base_url()  # It reads the current `base` from the tree.
        self._page.move(new_address(self._document, url))

    @property
    def xml_base(self) -> bool:
        """`True` if the `xml:base` attributes of elements set base URLs.

        >>> from xml.etree import ElementTree
        >>> document(ElementTree.XML("<feed/>"), "http://example.com/").xml_base
        True
        >>> document(ElementTree.XML("<html/>"), "http://example.com/").xml_base
        False
        """
        return self._document.xml_base

    @property
    def tree(self) -> Any:
        """The library's own tree, as passed to `document()` or as made by `parse()`.

        For JSON it is the value, and for a sitemap of text the lines, made at each access. To
        change them, call `rewrite()`.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML("<html/>")
        >>> document(html, "http://example.com/").tree is html
        True
        """
        self._page.tree.was_given = True  # The caller may add any node.
        return self._page.tree.given

    @property
    def parser(self) -> str | None:
        """The name of the library that `parse()` used, or `None` for a tree given to `document()`.

        >>> from urldom.trees import parse
        >>> parse("<feed/>", "http://example.com/", parser="xml.etree").parser
        'xml.etree'
        """
        return self._page.parser

    @property
    def mended(self) -> tuple[Mend, ...]:
        """What `parse(recover=True)` mended in the document, in the order of the places.

        It is empty if the document was well-formed XML, or HTML, and has at most 10,000 mends.

        >>> from urldom.trees import parse
        >>> page = parse("<rss><link>/a</rss>", "http://example.com/", recover=True)
        >>> page.mended[0].reason
        'an element without its end tag: closed'
        """
        return self._page.mended

    @property
    def vocabulary(self) -> str | None:
        """The name of the document's vocabulary, such as `"rss"`, or `None` if it is unknown.

        It is recognized by the root element and its namespace, in the spellings that documents use.
        In a document without one, `urls()` finds only what any XML can contain, such as links by
        XLink. To find more, pass `rows`.

        >>> from urldom.trees import parse
        >>> parse("<urlset/>", "http://example.com/", parser="xml.etree").vocabulary
        'sitemap'
        """
        return self._page.vocabulary

    @property
    def fallback_base_url(self) -> str:
        """The *fallback base URL*, which ignores `base` elements.

        See HTML5 (2011 draft) 2.6.3 step 4, substeps 1 to 3.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><base href="/b/"/></html>')
        >>> page = document(html, "http://example.com/a")
        >>> page.fallback_base_url, page.base_url
        ('http://example.com/a', 'http://example.com/b/')
        """
        return self._document.fallback_base_url

    @property
    def base_url(self) -> str:
        """The *document base URL*, from the first `base` element with an `href`.

        See HTML5 2.6.3 step 4.

        >>> from xml.etree import ElementTree
        >>> bases = '<base target="_top"/><base href="/b/"/><base href="/c/"/>'
        >>> html = ElementTree.XML(f"<html>{bases}</html>")
        >>> document(html, "http://example.com/").base_url
        'http://example.com/b/'
        """
        return self._page.bases.base_url()

    def refresh(self) -> None:
        """Forget what earlier searches found, so that the next access searches the tree again.

        Call it after you add the first `base` outside `head`, the first `xml:base`, or an element
        for `indicated()`, and after you change a policy, a form or the `target` of a `base` for
        `request()`.

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
        self._page.refresh()

    def base_url_of(self, node: Node) -> str:
        """Return the base URL of an element of the tree.

        It is the document's base URL, unless the element or an ancestor has an `xml:base` attribute
        that applies.

        Args:
            node: An element, as an object of its library, or a URL of `urls()`.

        Raises:
            TypeError: If the node is not an element of the tree's library.

        >>> from xml.etree import ElementTree
        >>> feed = ElementTree.XML('<feed xml:base="/2007/"><title/></feed>')
        >>> document(feed, "http://example.com/feed").base_url_of(feed[0])
        'http://example.com/2007/'
        """
        return self._page.bases.base_url_of(self._page.require_node(node))

    def chain(self, node: Node | None = None) -> Document | Element:
        """Return the chain of base URLs at this moment, without the tree.

        `urldom.explain` describes it.

        Args:
            node: An element, as an object of its library, or a URL of `urls()`. `None` means the
                document.

        Returns:
            A `Document`, or an `Element` for each `xml:base` attribute of the node and its
            ancestors.

        Raises:
            TypeError: If the node is not an element of the tree's library.

        >>> from xml.etree import ElementTree
        >>> feed = ElementTree.XML('<feed xml:base="/2007/"><title/></feed>')
        >>> document(feed, "http://example.com/feed").chain(feed[0]).xml_base
        '/2007/'
        """
        page = self._page
        return page.bases.chain(None if node is None else page.require_node(node))

    def url_of(self, node: URLAttribute | Node, attribute: str = DEFAULT) -> URLDecomposition:
        """Return the URL in an attribute of an element, as a script in the page sees it.

        Each access reads the value from the tree and resolves it against the element's base URL,
        and each assignment writes to the tree. If the element lacks the attribute, `href` is `""`,
        and assigning to `href` under `WHATWG` creates the attribute. A copy or a pickle of the
        result keeps its value and base URL without the tree.

        Args:
            node: An element, as an object of its library, or a URL of `urls()`, which has an
                attribute of its own.
            attribute: The name of the attribute.

        Raises:
            ValueError: If neither the element has the attribute nor specifications define that it
                is a URL there, or if its value is a list of URLs, CSS, or a refresh, or the URL is
                the text of an element, which `urls()` reads and `rewrite()` writes.
            TypeError: If the node is not an element of the tree's library, or the attribute is not
                a `str`.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><a href="b?c"/></html>')
        >>> link = document(html, "http://example.com/a").url_of(html[0])
        >>> link.pathname
        '/b'
        >>> link.hostname = "example.org"
        >>> html[0].get("href")
        'http://example.org/b?c'
        """
        page = self._page
        return attribute_url(self, page.tree, page.bases, page.table, node, attribute)

    def reflect(self, node: Node, name: str) -> str:
        """Return a URL of an element as an attribute of the DOM has it, such as `formAction`.

        See the HTML Standard 2.6.1. It is the absolute URL, or the text of the attribute if it does
        not resolve, or `""` without the attribute. An `action` or `formAction` that is missing or
        empty is the page's address.

        Args:
            node: An element of HTML, as an object of its library, or a URL of `urls()`.
            name: The attribute's name in the DOM, in upper and lower case, such as `href`, `src`,
                `action` or `longDesc`.

        Raises:
            ValueError: If an element of this name has no URL with this name in the DOM.
            TypeError: If the node is not an element of the tree's library, or the name is not a
                `str`.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><form><input formaction="b"/></form></html>')
        >>> page = document(html, "http://example.com/a")
        >>> page.reflect(html[0], "action"), page.reflect(html[0][0], "formAction")
        ('http://example.com/a', 'http://example.com/b')
        """
        from urldom.trees._reflection import reflect

        return reflect(self._page, node, name)

    def urls(
        self, *, kind: Selected | Iterable[Selected] | None = None, embedded: bool = False
    ) -> Iterator[URLAttribute]:
        """Yield every URL of the document in tree order, from attributes and texts of elements.

        The URLs of a `srcset`, or of CSS, are yielded one by one. A value that is not a URL by the
        attribute's specification, such as an empty `src`, is ignored. The iteration finds the
        elements and the document's base URL when it begins, so it misses elements that you add
        later, and reads an `xml:base` when it reaches its element.

        Args:
            kind: The kind of the URLs, such as `"hyperlink"`, or several kinds. `"frame"` selects
                the frames among the resources. `None` means all kinds.
            embedded: `True` also yields the URLs of the documents of `embedded_documents()`, and of
                the documents in these. The iteration parses them, so to change their URLs, call
                `rewrite(embedded=True)`.

        Yields:
            A `URLAttribute` for each URL. If a URL does not resolve, its `error` has the reason.

        Raises:
            ValueError: If a kind is unknown, or documents are embedded in each other more than 20
                deep.
            TypeError: If `kind` is neither a `str` nor an iterable.

        >>> from xml.etree import ElementTree
        >>> page = ElementTree.XML('<html><img src="a" srcset="b 2x, c 3x"/></html>')
        >>> for url in document(page, "http://example.com/").urls():
        ...     print(url.element_name, url.attribute, url.kind, url.value, url.url)
        img src resource a http://example.com/a
        img srcset resource b http://example.com/b
        img srcset resource c http://example.com/c
        """
        return of_kinds(urls_inside(self._page) if embedded else self._page.urls.find(), kind)

    def _rewrite(self, function: Function, embedded: bool) -> None:
        if embedded:
            rewrite_inside(self._page, function)
        else:
            self._page.urls.rewrite(function)

    def _make_relative(self, address: str, embedded: bool) -> None:
        if embedded:
            make_relative_inside(self._page, address)
        else:
            self._page.urls.make_relative(address)

    def indicated(self, fragment: str) -> Node | None:
        """Return the element that a fragment indicates, or `None`.

        See the HTML Standard 7.4.6.4, "select the indicated part".

        The result is the first element whose `id` is the fragment, or else the first `a` element
        whose `name` is the fragment, and if there is neither, the same for the percent-decoded
        fragment. The fragment `""` indicates the root element, and so does `top`, in upper or lower
        case, if no element is found. Names are compared with regard to case, while Chromium ignores
        the case of `name` in quirks mode.

        The contents of templates, `noscript` elements and shadow trees are ignored, and so is a
        text directive, which begins at the first `:~:`. The first call makes an index of the tree,
        so call `refresh()` after you add or move an element, or change an `id` or `name`.

        Args:
            fragment: The fragment of a URL, or its `hash`. A `#` at the start is ignored.

        Raises:
            TypeError: If the fragment is not a `str`.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><h1 id="café"/><a name="menu"/></html>')
        >>> page = document(html, "http://example.com/")
        >>> page.indicated("caf%C3%A9").tag, page.indicated("#menu").tag, page.indicated("top").tag
        ('h1', 'a', 'html')
        """
        fragment, _ = split_directive(fragment)
        self._page.tree.was_given = True
        return self._page.indicated.select(fragment.removeprefix("#"))

    def image_source(
        self,
        img: Node,
        *,
        width: float,
        height: float | None = None,
        density: float = 1.0,
        media: Mapping[str, str | float] | None = None,
    ) -> str | None:
        """Return the URL of the image that a browser loads for an element.

        See the HTML Standard, "select an image source".

        As in Chromium, it has the least density that is at least the screen's, or else the greatest
        one. The result is the absolute URL, or `None` if a browser loads nothing. A `source` is
        used if Chromium 156 supports its `type`, such as AVIF, WebP or JPEG XL.

        `1em` and `1rem` are 16 pixels, and `ex` and `ch` are 8. Sizes can use `calc()`, `min()`,
        `max()` and `clamp()`. `auto` is skipped, while Chromium uses `100vw` if the image is not
        lazy. A query that tests an unknown feature, such as `grid`, does not match, even after
        `not`. Without `height`, orientation and aspect ratio are unknown.

        Args:
            img: An `img`, whose `picture` is used too, or a `link` with `rel=preload` and
                `as=image`.
            width: The width of the viewport in CSS pixels.
            height: The height of the viewport. Without it, queries and sizes that depend on the
                height are ignored.
            density: The number of the screen's pixels per CSS pixel.
            media: Other features of media queries, such as `{"prefers-color-scheme": "dark",
                "resolution": 2}`, or the media `"type"`. The defaults describe a desktop browser.

        Raises:
            TypeError: If `img` is not an element of the tree's library, or another argument has an
                unknown type.
            ValueError: If the element has no image, a number is not positive, or a feature or its
                value is unknown.

        >>> from xml.etree import ElementTree
        >>> img = '<img srcset="a 400w, b 800w" sizes="(max-width: 600px) 90vw, 50em"/>'
        >>> html = ElementTree.XML(f"<html>{img}</html>")
        >>> page = document(html, "http://example.com/")
        >>> page.image_source(html[0], width=320), page.image_source(html[0], width=320, density=2)
        ('http://example.com/a', 'http://example.com/b')
        """
        return self._page.image_source(img, width, height, density, media)

    def to_bytes(self, *, force: bool = False) -> bytes:
        """Return the page, in the page's encoding, so that the parser of its tree reads it again.

        The bytes declare their encoding, except XML in UTF-8 that had no declaration. Characters
        that the encoding lacks become character references, or escapes in a `style` or a `script`.
        They become `?` in comments, `xmp`, `iframe`, `noembed` and `noframes`, and so do characters
        from U+0080 to U+009F in HTML, because browsers read `&#128;` as another character.

        A `meta` cannot declare the encoding `x-user-defined`, so such a page is written in UTF-8. A
        tree of `xml.etree` in the HTML namespace is written as HTML, unless `parse()` parsed it as
        XML. A page that HTML cannot express raises `UnwritableError`. The document type stays,
        except in a tree of `xml.etree`, or of html5lib if you passed the tree to `document()`.

        Args:
            force: `True` writes the page instead of raising an `UnwritableError`.

        Raises:
            UnwritableError: As `to_text` does.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><head/><a href="?q=caf\u00e9">\u2603</a></html>')
        >>> document(html, "http://example.com/", encoding="windows-1252").to_bytes()
        b'<html><head><meta charset="windows-1252"></head><a href="?q=caf\\xe9">&#9731;</a></html>'
        """
        return write_bytes(self._page.tree, self.encoding, force=force)

    def to_text(self, *, force: bool = False) -> str:
        """Return the page as text, so that the parser of its tree reads it again.

        A `meta` keeps the encoding that it declares.

        A snippet of `parse_fragment` is written as a snippet, by this method and by `to_bytes`. XML
        that `parse()` read is written as it was, except for what has changed. lxml writes tags in
        its own way. Characters that XML does not allow become U+FFFD in a tree of `xml.etree`.

        Args:
            force: `True` writes the page instead of raising an `UnwritableError`.

        Raises:
            UnwritableError: If the parser would read another tree from the text, or a browser would
                run a script that it does not run in the source. Without html5lib, a tree of
                `xml.etree` is only searched for text that would become markup. Also if XML does not
                allow the text of a comment or a processing instruction in it.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><a href="b">c</a></html>')
        >>> document(html, "http://example.com/").to_text()
        '<html><a href="b">c</a></html>'
        """
        return write_text(self._page.tree, self.encoding, force=force)

    def embedded_documents(
        self, parse: Callable[[str], object] | None = None
    ) -> Iterator[tuple[Node, TreeDocument]]:
        """Return the HTML documents that this document contains as text, each after its element.

        Such a text is a feed's escaped content, or an `iframe`'s `srcdoc`, unless it has only
        spaces. Each document uses its element's base URL, but under `WHATWG`, a `srcdoc` document
        ignores a `base` element after its `iframe`. A change to the document does not change the
        text.

        Args:
            parse: A function that makes a tree of a text, by default the parser that
                `urldom.trees.parse` chooses.

        Raises:
            TypeError: If `parse` cannot be called.

        >>> from xml.etree import ElementTree
        >>> text = "&lt;html>&lt;img src='a.png'/>&lt;/html>"
        >>> feed = ElementTree.XML(f"<rss><description>{text}</description></rss>")
        >>> page = document(feed, "http://example.com/")
        >>> for node, embedded in page.embedded_documents(ElementTree.XML):
        ...     print(node.tag, [url.url for url in embedded.urls()])
        description ['http://example.com/a.png']
        """
        pages = embedded_pages(self._page, self, _tree_parser(parse))
        return ((node, TreeDocument(page)) for node, page in pages)

    def forms(self) -> Iterator[Form]:
        """Return the forms of the document in tree order, each with its controls.

        See the HTML Standard 4.10.

        A control belongs to the form that its `form` attribute names, or else to the nearest form
        around it. Forms in templates and `noscript` elements are ignored. The tree is read when the
        iteration begins.

        >>> from xml.etree import ElementTree
        >>> html = '<html><form id="f"/><input name="q" value="a" form="f"/></html>'
        >>> list(document(ElementTree.XML(html), "http://example.com/").forms())
        [<Form get http://example.com/: q='a' (text)>]
        """
        self._page.tree.was_given = True  # A form and its controls have their elements.
        return self._page.forms.forms()

    @with_keyword_hints(SUBMISSION_KEYWORDS)
    def submission(
        self,
        form: Form | Node | str,
        *,
        submitter: Control | Node | str | None = None,
        values: Values | None = None,
        files: Files | None = None,
    ) -> Request:
        """Return the request that a browser makes when a user submits a form.

        See the HTML Standard 4.10.22.3.

        Controls that no argument names keep the values of the page. `required`, `pattern` and `min`
        are ignored. The `is_request` of the result is `False` if the form starts an email or closes
        a dialog.

        Args:
            form: A `Form` of `forms()`, which is submitted as it was read, or the form's element,
                `id` or `name`.
            submitter: The submit button that the user presses: a `Control`, such as
                `form.default_button`, its element, or its name. By default, no button is pressed,
                as if a script calls `form.submit()`.
            values: A mapping from names of controls to the values that the user enters, such as
                `{"q": "a"}`. A checkbox accepts `True` or `False`, an image button the coordinates
                `name.x` and `name.y`, which are 0 by default, and a color a CSS color such as
                `red`. `docs/forms.md` has a table of all types of controls.
            files: A mapping from names of file uploads to files. A file is a path, a file opened in
                binary mode, a `File`, or a tuple of a name, the content (bytes, a path or an open
                file) and, optionally, the media type, which `mimetypes` guesses from the name
                otherwise. An upload with `multiple` accepts a list of files. Line breaks and
                quotation marks in names are escaped, so a name cannot add a header or a part.

        Raises:
            RejectedValueError: If a name is unknown, a control is disabled, or a user could not
                enter such a value.
            ValueError: If the form is unknown or the submitter is invalid.
            TypeError: If an argument has another type.
            InvalidURLError: If the form's action does not resolve.

        >>> from xml.etree import ElementTree
        >>> controls = '<input name="q"/><button name="go" value="1"/>'
        >>> html = f'<html><form action="/s" method="post">{controls}</form></html>'
        >>> page = document(ElementTree.XML(html), "http://example.com/")
        >>> sent = page.submission(next(page.forms()), submitter="go", values={"q": "a b"})
        >>> sent.method, sent.url, sent.headers["Content-Type"], sent.body
        ('POST', 'http://example.com/s', 'application/x-www-form-urlencoded', b'q=a+b&go=1')
        """
        return self._page.forms.submission(form, submitter, values, files)

    def import_map(self, *, report: Report | None = None) -> ImportMap:
        """Return the import map of the page, which is empty if the page has none.

        The maps of all `script type=importmap` elements are merged in tree order, except those with
        a `src` and those in templates and `noscript` elements, as in browsers. The first `base`
        element counts for the maps after it.

        Args:
            report: A function that is called with a warning, in words, for each map and each part
                that is ignored.

        >>> from xml.etree import ElementTree
        >>> json = '{"imports": {"react": "./lib/react.js"}}'
        >>> html = f'<html><script type="importmap">{json}</script></html>'
        >>> page = document(ElementTree.XML(html), "http://example.com/")
        >>> page.import_map().resolve("react", page.base_url).href
        'http://example.com/lib/react.js'
        """
        return page_import_map(self._page, report)

    def request(
        self,
        url: URLAttribute | Form | Control | Node,
        attribute: str | None = None,
        *,
        user_activation: bool = False,
        sheet: StyleSheet | None = None,
    ) -> Request | None:
        """Return the request that a browser sends for a URL of the page, or `None` for none.

        Its headers are those that depend on the URL, the page and the element, such as `Referer`,
        `Origin` and `Sec-Fetch-Site` (HTML Standard, Fetch Standard), and `why_not()` returns the
        reason for `None`. `Origin` is sent with a `POST`, and to other origins if the element needs
        CORS, as module scripts do. The policy of the `Referer` comes from the response's headers,
        `<meta name="referrer">`, `referrerpolicy` or `rel="noreferrer"`.

        The page's policies and forms are read once, and then again after `refresh()`. A `meta`
        counts for the elements after it, and for links, forms and all other requests after a
        browser parsed the page.

        Args:
            url: A URL of `urls()`, or an element of the tree. A `Form`, a `Control`, or the element
                of a form or a button is submitted. To fill in the form, use `submission()`, which
                makes the same request. For a `srcset`, pass the URL of `urls()` for the image that
                `image_source()` chooses.
            attribute: The name of the attribute of an element, by default its usual one, such as
                `href` or `src`.
            user_activation: `True` if a person clicked the link or the button.
            sheet: The style sheet of the page, for a URL of `sheet.urls()`.

        Raises:
            ValueError: If the element lacks the attribute, or its value has several URLs, which
                `urls()` returns.
            TypeError: If an argument has another type, or the style sheet is missing.

        >>> from urldom.trees import parse
        >>> html = '<html><a href="//example.org/b">b</a></html>'
        >>> headers = {"Referrer-Policy": "origin"}
        >>> page = parse(html, "https://example.com/a", parser="xml.etree", headers=headers)
        >>> page.request(next(page.urls()), user_activation=True).headers["Referer"]
        'https://example.com/'
        """
        sent = self._page.requests.sent(url, attribute, user_activation, sheet)
        return None if isinstance(sent, str) else sent

    def why_not(
        self,
        url: URLAttribute | Form | Control | Node,
        attribute: str | None = None,
        *,
        user_activation: bool = False,
        sheet: StyleSheet | None = None,
    ) -> str | None:
        """Return why a browser sends nothing for a URL, or `None` if `request()` returns a request.

        Args:
            url, attribute, user_activation, sheet: As in `request()`.

        Raises:
            ValueError: If the element lacks the attribute, or its value has several URLs, which
                `urls()` returns.
            TypeError: If an argument has another type, or the style sheet is missing.

        >>> from xml.etree import ElementTree
        >>> html = ElementTree.XML('<html><a href="mailto:a@b.example"/></html>')
        >>> page = document(html, "http://example.com/")
        >>> page.why_not(next(page.urls()))
        'a browser sends nothing for a mailto: URL, because it opens an email program'
        """
        sent = self._page.requests.sent(url, attribute, user_activation, sheet)
        return sent if isinstance(sent, str) else None

    def __reduce__(self) -> NoReturn:
        how = (
            "pass a copy of its tree to document(), pickle its source and parse it again, or copy"
            " its chain()"
        )
        raise TypeError(f"a TreeDocument cannot be copied or pickled: {how}")


#: Returns the parts of a document.
_page_of: Callable[[TreeDocument], Page] = attrgetter("_page")


def client_around(creator: BaseContext | None, container: BaseContext | None) -> Client | None:
    """Return the client of a creator or a container that is a `TreeDocument`."""
    outer = creator if container is None else container
    if not isinstance(outer, TreeDocument):
        return None
    return _page_of(outer).read_policies().client()


def _tree_parser(parse: Callable[[str], object] | None) -> Parse:
    """Return a function that makes a tree of a text. Raise `TypeError` if `parse` cannot be
    called."""
    if parse is None:
        return parse_embedded
    if not callable(parse):  # pyright: ignore[reportUnnecessaryComparison]
        raise wrong_type("parse", "a function of a text", parse)

    def parse_tree(text: str, _: str | None) -> Tree:
        parsed = parse(text)
        if isinstance(parsed, TreeDocument):
            return _page_of(parsed).tree  # A snippet stays one.
        return adapt(parsed)

    return parse_tree
