"""The HTML documents that a page contains as text: a feed's escaped content, and the `srcdoc` of an
`iframe`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias, cast

from urldom._core.contexts.document import Document, at_address
from urldom._core.contexts.protocol import BaseContext
from urldom.trees._libraries import HTML_PARSERS, find_library
from urldom.trees._lookup import DOCUMENTS, lookup_with_documents
from urldom.trees._page import Page, open_page, srcdoc_encoding
from urldom.trees._places import OpenBases, Place
from urldom.trees._requests.policies import sandboxed
from urldom.trees._rewriting import Function, MovedBases
from urldom.trees._source import parse_data, parse_fragment_of
from urldom.trees._syntaxes import DOCUMENT, SPACES
from urldom.trees._tree import Node, Tree
from urldom.trees._url_attribute import URLAttribute
from urldom.trees._writing import html_in_xml, write_text

#: A function of a text and the attribute that contains it, or `None`, which returns the tree of the
#: text.
Parse: TypeAlias = Callable[[str, "str | None"], Tree]
#: How deep documents can be nested in `urls(embedded=True)` and its kin. Each level is parsed again
#: with all levels inside it, so without a limit, a hostile page would take more than linear time.
_MOST_NESTED: Final = 20
#: The tags of a whole document.
_WHOLE: Final = re.compile(r"<(?:!doctype|html|head|body|frameset)(?=[ \t\n\f\r/>])", re.IGNORECASE)


def parse_embedded(text: str, attribute: str | None, parser: str | None = None) -> Tree:
    """Return the tree of an embedded document: of a whole document for a `srcdoc` and for a text
    with the tags of one, and otherwise of a snippet."""
    if attribute is None and _WHOLE.search(text) is None:
        tree, _ = parse_fragment_of(text, "body", parser)
    else:
        tree = parse_data(text, None, "html", parser).tree
    tree.was_given = False
    return tree


def embedded_pages(page: Page, context: BaseContext, parse: Parse) -> Iterator[tuple[Node, Page]]:
    """Yield the embedded pages of a page, each after its element. `context` is the page as the base
    of its URLs."""
    embedding = _Embedding(page, context, parse)
    for place in page.urls.places(DOCUMENTS):
        inner = embedding.open(place)
        if inner is not None:
            node, *_ = place
            yield node, inner


class _Embedding:
    """Opens the embedded pages of a page in one walk, in which `open` is called for each place.

    Args:
        page: The page around.
        context: The page around, as the base of its URLs.
        parse: Parses a text.
    """

    def __init__(self, page: Page, context: BaseContext, parse: Parse) -> None:
        self._page = page
        self._context = context
        self._parse = parse
        self._open = partial(open_page, standard=page.document.standard, rows=page.rows)

    def open(self, place: Place) -> Page | None:
        """Return the page that a place contains, or `None`."""
        node, _, attribute, value, row, bases = place
        if row.syntax is not DOCUMENT or not value.strip(SPACES):
            return None
        if attribute is None and _has_elements(self._page.tree, node):
            return None  # The HTML is not escaped: its elements are in this tree.
        tree = self._parse(value, attribute)
        page, document = self._page, self._page.document
        if attribute is None:  # A feed's content gets its base URL from its element.
            return self._open(tree, bases.base_url, encoding=document.encoding)
        return self._open(
            tree,
            "about:srcdoc",
            encoding=srcdoc_encoding(document, document.standard),
            container=_container(self._context, document, bases),
            around=sandboxed(page.read_policies().client(node), page.tree.get(node, "sandbox")),
        )

    def moved(self, place: Place, inner: Document, bases: MovedBases) -> Document:
        """Return the document that an embedded page becomes if the page around it moves."""
        _, _, attribute, _, _, _ = place
        if attribute is None:
            return at_address(inner, bases.moved.base_url)
        return Document(
            inner.address,
            encoding=inner.encoding,
            container=_container(bases.new, bases.new, bases),
            standard=inner.standard,
            xml_base=inner.xml_base,
        )


def _has_elements(tree: Tree, node: Node) -> bool:
    """Return `True` if an element has child elements. The name of a comment is not a string."""
    return any(type(tree.name(child)) is str for child in tree.children(node))


def _container(context: BaseContext, document: Document, bases: OpenBases) -> BaseContext:
    """Return what a `srcdoc` document at the current place gets its base URL from. The `base` of
    the page applies only to the documents after it."""
    return context if bases.early is None else _without_base(document)


def _without_base(document: Document) -> Document:
    """Return a document as it is before its `base` element."""
    return Document(
        document.fallback_base_url, encoding=document.encoding, standard=document.standard
    )


# The URLs of a page and its embedded pages


def urls_inside(page: Page) -> Iterator[URLAttribute]:
    """Yield the URLs of a page and, in their places, those of its embedded pages.

    Raises `ValueError` if pages are nested too deep."""
    return _urls(page, _parser_of(page), 0)


def _urls(page: Page, parse: Parse, depth: int) -> Iterator[URLAttribute]:
    embedding = _Embedding(page, _context(page), parse)
    for place in page.urls.places(lookup_with_documents(page.rows)):
        inner = embedding.open(place)
        if inner is None:
            yield from page.urls.find_in(place)
        else:
            yield from _urls(inner, parse, _deeper(depth))


def rewrite_inside(page: Page, function: Function) -> None:
    """Replace each URL of a page and its embedded pages with the result of a function.

    Nothing changes if it raises an error: `ValueError` if pages are nested too deep,
    `UnwritableError` if HTML cannot express an embedded page that changes, or those of the function
    and of `find_replacements`."""
    _rewrite(page, function, _parser_of(page), 0)


def _rewrite(page: Page, function: Function, parse: Parse, depth: int) -> bool:
    """Do what `rewrite_inside` does, and return `True` if something has changed."""
    embedding = _Embedding(page, _context(page), parse)

    def new_value(place: Place) -> str | None:
        inner = embedding.open(place)
        if inner is None:
            return page.urls.rewritten(place, function)
        # If an error follows, only this tree has changed, which nobody else has.
        is_changed = _rewrite(inner, function, parse, _deeper(depth))
        return _text(inner, page.tree) if is_changed else None

    return page.urls.change(page.urls.places(lookup_with_documents(page.rows)), new_value)


def make_relative_inside(page: Page, address: str) -> None:
    """Replace each URL of a page and its embedded pages with a reference that resolves to it when
    the page is at another address.

    Raises `ValueError` if pages are nested too deep, and `UnwritableError` as in `rewrite_inside`.
    Then nothing changes."""
    bases = page.urls.moved_bases(lambda old: at_address(old, address))
    _make_relative(page, bases, _parser_of(page), 0)


def _make_relative(page: Page, bases: MovedBases, parse: Parse, depth: int) -> bool:
    """Do what `make_relative_inside` does, and return `True` if something has changed."""
    embedding = _Embedding(page, _context(page), parse)
    move = page.urls.mover(bases)

    def new_value(place: Place) -> str | None:
        inner = embedding.open(place)
        if inner is None:
            return page.urls.rewritten(place, move.function_for(place))
        moved = embedding.moved(place, inner.document, bases)
        inner_bases = inner.urls.moved_bases(lambda _: moved)
        is_changed = _make_relative(inner, inner_bases, parse, _deeper(depth))
        return _text(inner, page.tree) if is_changed else None

    return page.urls.change(page.urls.places(lookup_with_documents(page.rows), bases), new_value)


def _context(page: Page) -> BaseContext:
    """Return a page as the base of its URLs, after a search of its tree for `base` elements."""
    document, _ = page.bases.search()
    return document


def _deeper(depth: int) -> int:
    """Return the depth of a page inside one of this depth, or raise `ValueError`."""
    if depth == _MOST_NESTED:
        raise ValueError(
            f"the page has documents in documents, more than {_MOST_NESTED} deep: open them with"
            " embedded_documents()"
        )
    return depth + 1


def _parser_of(page: Page) -> Parse:
    """Return the parser for the documents in a page: for HTML, the page's own library."""
    name: str | None = None
    if page.tree.is_html:
        library = find_library(cast("type[object]", type(page.tree.given)))
        name = page.parser or (None if library is None else library.name)
    return partial(parse_embedded, parser=name if name in HTML_PARSERS else None)


def _text(inner: Page, around: Tree) -> str:
    """Return the text of an embedded page, as the tree around it can contain it. Raise
    `UnwritableError` if HTML cannot express the page."""
    text = write_text(inner.tree, inner.document.encoding)
    return html_in_xml(text) if around.holds_only_xml or not around.is_html else text
