"""`TreeURLs`: finds, resolves and rewrites the URLs of a document on a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial

from urldom._contexts import Document
from urldom._standards.interface import engine_of
from urldom.trees._lookup import Lookup, qualified_name
from urldom.trees._places import Place, find_places
from urldom.trees._relative import Move, MovedBases, moved_document
from urldom.trees._rewriting import Function, find_replacements, storable_value
from urldom.trees._syntaxes import CSS, SPACES, URL, splice
from urldom.trees._table import ANY, HTML, SVG
from urldom.trees._tree import Node, Tree
from urldom.trees._tree_bases import TreeBases, has_its_own_base, is_fragment
from urldom.trees._url_attribute import URLAttribute, resolver


class TreeURLs:
    """The URLs of a document on a tree."""

    __slots__ = ("_bases", "_document", "_engine", "_table", "_tree")

    def __init__(self, tree: Tree, table: Lookup, document: Document, bases: TreeBases) -> None:
        self._tree = tree
        self._table = table
        self._document = document
        self._bases = bases
        self._engine = engine_of(document.standard)

    def places(self, table: Lookup) -> Iterator[Place]:
        """Yield the places of a table, with the base URLs of the document."""
        return find_places(self._tree, table, self._bases.open_bases(), counts_xml_base=self._document.xml_base)

    def urls(self) -> Iterator[URLAttribute]:
        make_url, get = self._url_maker(), self._tree.get
        resolve = resolver(self._engine, self._document.encoding)
        for place in self.places(self._table):
            node, name, attribute, value, row, bases = place
            kind = row.kind
            if row.syntax is not URL:
                for span in row.syntax.find(value):
                    found = make_url(place, span.url)
                    if found is not None:
                        yield found
            elif attribute is None or attribute[0] == "{" or kind is None or not value or has_its_own_base(row):
                found = make_url(place, value.strip(SPACES))
                if found is not None:
                    yield found
            else:  # the usual case
                yield URLAttribute(node, attribute, kind, value.strip(SPACES), name, bases.base_url, resolve, get)

    def rewrite(self, function: Function) -> None:
        self._rewrite(self.places(self._table), lambda place: function)

    def make_relative(self, address: str) -> None:
        old = copy(self._document)
        base = self._bases.find_base()
        old.base_href = None if base is None else self._tree.get(base, "href")
        new = moved_document(old, address, old.base_href)
        move = Move(self._tree, self._table, old, new, TreeBases(new, self._tree))
        places = find_places(self._tree, self._table, MovedBases(old, new), counts_xml_base=old.xml_base)
        self._rewrite(places, lambda place: partial(move.relative, place))

    def _rewrite(self, places: Iterable[Place], function_for: Callable[[Place], Function]) -> None:
        make_url, tree, engine = self._url_maker(), self._tree, self._engine
        changes: list[tuple[Node, str | None, str]] = []
        for place in places:
            node, _, attribute, value, row, _ = place
            syntax = row.syntax
            replacements = find_replacements(value, syntax, partial(make_url, place), function_for(place), engine)
            if not replacements:
                continue
            if attribute is None and syntax is not CSS and row.namespace in (HTML, SVG, ANY):
                # Libraries write the text of a `script` without escapes, so a `<` in a URL could begin the end tag.
                replacements = [(span, text.replace("<", "%3C")) for span, text in replacements]
            value = splice(value, replacements)
            changes.append((node, attribute, storable_value(value, syntax, engine) if tree.holds_only_xml else value))
        for node, attribute, value in changes:
            if attribute is None:
                tree.set_text(node, value)
            else:
                tree.set(node, attribute, value)

    def _url_maker(self) -> Callable[[Place, str], URLAttribute | None]:
        """Return a function that makes the `URLAttribute` of a URL at a place. For a value that is not a URL, the
        function returns `None`."""
        engine, encoding, bases, get = self._engine, self._document.encoding, self._bases, self._tree.get
        of_markup = resolver(engine, encoding)
        # The queries in CSS may use another encoding.
        of_css = of_markup if engine.css_encoding is None else resolver(engine, engine.css_encoding)

        def make_url(place: Place, value: str) -> URLAttribute | None:
            node, name, attribute, whole, row, open_bases = place
            kind, is_css = row.kind, row.syntax is CSS
            # For an attribute, the specifications test the value for emptiness before they strip spaces from it.
            written = whole if row.syntax is URL else value
            # An empty url() is invalid: CSS Values 4, 4.5.
            if kind is None or (not written and (row.empty == "nothing" or is_css)):
                return None
            base_url, resolve = open_bases.base_url, of_css if is_css else of_markup
            if is_css or has_its_own_base(row):
                kind = "fragment" if is_fragment(row, value) else kind
                base_url = bases.base_url_for(row, node, written, base_url)
                if not written and row.empty == "document":
                    resolve = _the_base_url
            if attribute is not None and attribute[:1] == "{":
                attribute = qualified_name(attribute)
            return URLAttribute(node, attribute, kind, value, name, base_url, resolve, get)

        return make_url


def _the_base_url(url: str, base_url: str) -> str:  # A base URL keeps its fragment.
    return base_url
