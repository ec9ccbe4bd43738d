"""Rewrites the URLs of a document or a style sheet, also as references to the base URLs at another
address."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

from urldom._core.contexts.base_urls import document_base_url
from urldom._core.contexts.document import Document
from urldom._core.errors import Failure, InvalidURLError, url_repr, wrong_type
from urldom._core.standards import relating, resolving
from urldom._core.standards.interface import Engine, Standard
from urldom._core.standards.registry import find_engine
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import is_absolute
from urldom._core.values.url_value import AnyURL, URLValue
from urldom.trees._json_syntaxes import IMPORT_MAP
from urldom.trees._lookup import Lookup
from urldom.trees._places import OpenBases, Place
from urldom.trees._syntaxes import (
    ABSOLUTE_URL,
    COMMA_LIST,
    NOT_IN_XML,
    PROBABLE_URL,
    REFRESH,
    SEMICOLON_LIST,
    SPACES,
    SRCSET,
    URL,
    Syntax,
    URLSpan,
    css_escape,
    percent_encode,
    splice,
)
from urldom.trees._table import URL_LIST, Row
from urldom.trees._tree import OwnBase, Tree
from urldom.trees._tree_bases import TreeBases, is_unreadable
from urldom.trees._url_attribute import (
    URLAttribute,
    absolute_address,
    is_requested_early,
    shared_of,
)

Function: TypeAlias = Callable[[URLAttribute], "AnyURL | None"]

#: The kinds of URLs that `make_absolute()` and `make_relative()` do not change.
LEFT_ALONE: Final = frozenset(["fragment", "identifier"])
_escape: Final = partial(NOT_IN_XML.sub, percent_encode)


class Rewritable:
    """A document or style sheet, with its address, encoding and standard, whose URLs can be
    replaced."""

    __slots__ = ("_document",)
    #: The document without its tree. The last access read its `base_href` from the tree.
    _document: Document

    @property
    def address(self) -> str:
        """The address of the document or style sheet, as given.

        >>> from urldom.trees import stylesheet
        >>> stylesheet("", "http://EXAMPLE.com").address
        'http://EXAMPLE.com'
        """
        return self._document.address

    @property
    def encoding(self) -> str:
        """The name of the character encoding, as the Encoding Standard writes it in lower case.

        >>> from urldom.trees import stylesheet
        >>> stylesheet(b'@charset "latin1"; a { color: red }', "http://example.com/").encoding
        'windows-1252'
        """
        return self._document.encoding

    @property
    def standard(self) -> Standard:
        """The standard by which the URLs are resolved.

        >>> from urldom.trees import stylesheet
        >>> stylesheet("", "http://example.com/").standard
        WHATWG
        """
        return self._document.standard

    def rewrite(self, function: Function, *, embedded: bool = False) -> None:
        """Replace each URL with the result of a function, and leave all other text unchanged.

        The function's result is written as follows:

        - ASCII whitespace around the result is removed, and so are tabs and line breaks in it, as
          in the URL Standard's parser. Under `WHATWG`, controls at the ends of the result are
          removed too.
        - A space in the result stays if the syntax allows a space in a URL. Otherwise it becomes
          `%20`.
        - Controls are percent-encoded, as are commas that would end a URL in a list. Lone
          surrogates become U+FFFD.
        - In CSS, the result is escaped if CSS or the style sheet's encoding requires it.

        Args:
            function: A function of the `URLAttribute` of a URL, which returns the new URL, or
                `None` to leave the URL unchanged. It is called for every URL before anything
                changes, so nothing changes if it raises an error.
            embedded: `True` also replaces the URLs of the documents that a page contains as text,
                which are parsed, and written back if they change, or raise `UnwritableError`. A
                style sheet has none.

        Raises:
            TypeError: If a result is not a URL. Nothing changes.
            ValueError: If a result in a list is empty, or cannot be in an import map (`?q`), or
                documents are embedded in each other more than 20 deep. Nothing changes.
            UnwritableError: If HTML cannot write an embedded document. Nothing changes.

        >>> from urldom.trees import stylesheet
        >>> sheet = stylesheet("p { background: url(a.png) red }", "http://example.com/")
        >>> sheet.rewrite(lambda url: "b c.png")
        >>> str(sheet)
        'p { background: url(b\\\\ c.png) red }'
        """
        if not callable(function):
            raise wrong_type("a rewriting function", "a function of a URL", function)
        self._rewrite(function, embedded)

    def make_relative(self, address: AnyURL | None = None, *, embedded: bool = False) -> None:
        """Replace each URL with the shortest reference that resolves to it.

        `relative_to` of a URL writes the same reference.

        URLs of the kinds `"fragment"` and `"identifier"` do not change, nor do URLs that do not
        resolve. But if such a URL would resolve at the new address, as `b` on a page that moves
        from `about:blank`, it becomes `//[/b`, which never resolves. In a document:

        - The first `base` element and `xml:base` attributes still apply, and the `href` of `base`
          becomes relative too.
        - If `address` is not the page's current address, a link such as `#top`, or a form with an
          empty `action`, becomes a link to the current address.
        - The shortest reference to the page itself is empty. Browsers ignore an empty `src`, and an
          empty URL in CSS or `srcset`, so there the last segment of the path is written, or `.` if
          the path ends with a slash.

        Args:
            address: The absolute URL that the document or style sheet will have, by default its
                current address. This object keeps its address, so to use the new one, write the
                document and parse it again.
            embedded: As in `rewrite()`.

        Raises:
            ValueError: If the address is not an absolute URL, or for the reasons of `rewrite()`.
                Nothing changes.

        >>> from urldom.trees import parse
        >>> html = '<html><a href="http://h/a/b?c"/><img src="/a/p"/></html>'
        >>> page = parse(html, "http://h/a/p", parser="xml.etree")
        >>> page.make_relative()
        >>> [url.value for url in page.urls()]
        ['b?c', 'p']
        """
        engine = find_engine(self.standard)
        new = self.address if address is None else absolute_address(address, engine)
        self._make_relative(new, embedded)

    #: The two methods of each subclass that do the work of `rewrite` and `make_relative`.
    _rewrite: Callable[[Function, bool], None]
    _make_relative: Callable[[str, bool], None]

    def make_absolute(self, *, embedded: bool = False) -> None:
        """Replace each URL that resolves with its absolute URL.

        It is the `requested_url`, or in an `img` the `url` that scripts read.

        URLs of the kinds `"fragment"` and `"identifier"` do not change, because their meaning would
        change, nor do `xml:base` attributes, which have no effect on absolute URLs.

        Args:
            embedded: As in `rewrite()`.

        Raises:
            ValueError: For the reasons of `rewrite()`. Nothing changes.

        >>> from urldom.trees import parse
        >>> html = '<html><a href="b"/><img usemap="#c"/></html>'
        >>> page = parse(html, "http://example.com/", parser="xml.etree")
        >>> page.make_absolute()
        >>> [url.value for url in page.urls()]
        ['http://example.com/b', '#c']
        """
        self.rewrite(
            lambda url: None if url.kind in LEFT_ALONE else written_url(url), embedded=embedded
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {url_repr(self.address)}>"


def is_written_early(found: URLAttribute) -> bool:
    """Return `True` if the URL that is written is the one before the `base` element.

    An `img` is an exception, because the HTML Standard resolves its URL later, in a microtask
    (4.8.4.3.5), as Chromium does if there is no image at the earlier URL."""
    return found.element_name != "img" and is_requested_early(found)


def written_url(found: URLAttribute) -> str | None:
    """Return the absolute URL that a URL is replaced with."""
    if shared_of(found).early is None:  # the usual case, in which the rest does the same
        return found.url
    return found.requested_url if is_written_early(found) else found.url


def find_replacements(
    value: str,
    syntax: Syntax,
    make_url: Callable[[URLSpan], URLAttribute | None],
    function: Function,
    engine: Engine,
) -> list[tuple[URLSpan, str]]:
    """Return the spans of the URLs that `function` changes in a value, each with its new text."""
    found: list[tuple[URLSpan, str]] = []
    for span in syntax.find(value):
        url = make_url(span)
        new = None if url is None else function(url)
        if isinstance(new, URLValue):
            new = str(new)
        if new is None or new == span.url:
            continue
        if not isinstance(new, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("the result of a rewriting function", "a URL or None", new)
        found.append((span, syntax.write(storable(new.strip(SPACES), engine), span)))
    return found


def storable(url: str, engine: Engine) -> str:
    """Return a URL in a form that any tree can contain. Lone surrogates become U+FFFD, and
    characters that XML does not allow are removed at the ends if the standard's parser removes them
    there, and otherwise escaped."""
    url = scalar_value_string(url)
    if NOT_IN_XML.search(url) is None:
        return url
    return _escape(url.strip(engine.grammar.stripped))


def storable_value(value: str, syntax: Syntax, engine: Engine) -> str:
    """Return a whole value in a form that a tree of XML can contain: a parser for HTML may leave
    other characters also around the URLs."""
    value = scalar_value_string(value)
    if NOT_IN_XML.search(value) is None:
        return value
    if syntax.is_css:
        return NOT_IN_XML.sub(lambda match: css_escape(match[0]), value)
    replacements: list[tuple[URLSpan, str]] = []
    for span in syntax.find(value):
        # `storable` may return an empty URL, which a list of URLs in an attribute cannot contain.
        url = storable(span.url, engine) or _escape(span.url)
        if url != span.url:
            replacements.append((span, syntax.write(url, span)))
    return _escape(splice(value, replacements))


class MovedBases(OpenBases):
    """The base URLs in a walk through the tree of a document, and in `moved` those at its new
    address."""

    def __init__(self, old: Document, new: Document) -> None:
        self.engine = engine = find_engine(old.standard)
        super().__init__(old.base_url, engine, old.encoding)
        self.old = old
        self.new = new
        new.base_href = None  # An `href` that does not resolve has no effect.
        if old.base_href is not None:
            with suppress(InvalidURLError):
                new.base_href = resolving.resolve_string(
                    engine.grammar, old.base_href, old.fallback_base_url, old.encoding
                )
        self.moved = OpenBases(new.base_url, engine, old.encoding)

    def enter(self, xml_base: str) -> None:
        super().enter(xml_base)
        self.moved.enter(xml_base)

    def enter_own(self, own: OwnBase) -> None:
        """Enter an element whose base URL, if the document contains it, is rewritten too, so that
        it leads to the same place at the new address."""
        moved = own.url
        if own.is_written:
            with suppress(InvalidURLError):
                moved = resolving.resolve_string(
                    self.engine.grammar, own.url, self.base_url, self.old.encoding
                )
        super().enter(own.url)
        self.moved.enter(moved)

    def leave(self) -> None:
        super().leave()
        self.moved.leave()


class Mover:
    """Makes the references to the same URLs that a document needs at another address.

    Args:
        tree: The tree of the document.
        table: The table of its places.
        bases: The base URLs of the walk, which has reached a place when `function_for` is called
            for it.
    """

    def __init__(self, tree: Tree, table: Lookup, bases: MovedBases) -> None:
        self._tree = tree
        self._table = table
        self._bases = bases
        self._new_bases = TreeBases(bases.new, tree)
        self._is_moved = bases.old.address != bases.new.address

    def function_for(self, place: Place) -> Function:
        """Return the function that rewrites the URLs of a place."""
        return partial(self._relative, place)

    def _relative(self, place: Place, url: URLAttribute) -> str | None:
        """Return the reference for a URL, or `None` if the URL stays."""
        _, _, _, value, row, _ = place
        absolute = written_url(url)
        if url.kind in LEFT_ALONE:
            return None
        if not value and row.empty == "document" and not self._is_moved:
            return None  # It means the document itself, at the same address.
        if row.namespace == URL_LIST:
            return absolute  # sitemaps.org: a text file has absolute URLs.
        base_url = self._new_base_url(place, url)
        if absolute is not None:
            return reference(self._bases.engine, absolute, base_url, partial(can_stand, row))
        if row.syntax is IMPORT_MAP and not url.value.startswith((".", "/")):
            return None  # A browser does not resolve it against the base URL.
        return keep_unresolvable(url, base_url)

    def _new_base_url(self, place: Place, url: URLAttribute) -> str:
        """Return the URL that the reference will be resolved against."""
        node, _, _, _, row, _ = place
        bases = self._bases
        if bases.early is not None and (is_unreadable(row) or is_written_early(url)):
            return bases.new.fallback_base_url
        against = self._moved_against(place)
        if against is not None:
            return against
        # "x" stands for any value that is neither empty nor a fragment. They all have the same base
        # URL.
        base_url = bases.moved.base_url_against(row.against)
        return self._new_bases.base_url_for(row, node, "x", base_url)

    def _moved_against(self, place: Place) -> str | None:
        """Return the URL that the value will be resolved against because of `row.against`, or
        `None`. If the move rewrites that attribute, it keeps the URL that it resolves to."""
        node, name, _, _, row, _ = place
        against = row.against
        if against is None:
            return None
        known = self._table.for_tree(self._tree).rows_of(name)
        if all(each.attribute != against for each in known):
            return None
        written = self._tree.get(node, against)
        if written is None:
            return None
        bases, engine = self._bases, self._bases.engine
        encoding = bases.old.encoding
        with suppress(InvalidURLError):
            absolute = resolving.resolve_string(engine.grammar, written, bases.base_url, encoding)
            return document_base_url(engine, absolute, bases.moved.base_url, encoding)
        return bases.moved.base_url


#: The beginning of references whose host is `[`, which no standard resolves that rejects any URL
#: at all.
_UNRESOLVABLE: Final = "//[/"


def keep_unresolvable(url: URLAttribute, base_url: str) -> str | None:
    """Return what a URL that does not resolve becomes so that it does not resolve against a new
    base URL either, or `None` if it can stay."""
    resolved = shared_of(url).resolve(url.value, base_url)
    return f"{_UNRESOLVABLE}{url.value}" if isinstance(resolved, str) else None


def reference(engine: Engine, url: str, base_url: str, can_be: Callable[[str], bool]) -> str:
    """Return a reference to an absolute URL: the shortest reference for which `can_be` returns
    `True`."""
    grammar = engine.grammar
    try:
        pieces = resolving.absolute_pieces(grammar, url, None, "utf-8")
        base = grammar.cut_base(base_url)
    except (InvalidURLError, Failure):
        return url
    if not is_absolute(base):
        return url
    found = relating.relative_reference(grammar, pieces, base)
    if can_be(found):
        return found
    return relating.shortest_reference(grammar, pieces, base, can_be)


def can_stand(row: Row, reference: str) -> bool:
    """Return `True` if a browser reads a reference as a URL in the attribute of a row."""
    if not reference:
        return row.syntax in (URL, REFRESH) and row.empty == "url"
    if reference[0] == "#" and (row.has_fragments or row.syntax.is_css):
        return False  # The reference would mean a part of this document.
    if row.syntax is IMPORT_MAP:
        return reference[0] not in "?#"
    if row.syntax is SRCSET:
        return reference[0] != "," and reference[-1] != ","
    if row.syntax is COMMA_LIST:
        return "," not in reference
    if row.syntax is SEMICOLON_LIST:
        return ";" not in reference
    if row.syntax in (ABSOLUTE_URL, PROBABLE_URL):
        return any(row.syntax.find(reference))  # Some references would be other text.
    return row.syntax is not REFRESH or reference[0] not in "'\""
