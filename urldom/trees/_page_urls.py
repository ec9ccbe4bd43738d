"""`PageURLs`: the URLs of a page, and their rewriting."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from copy import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from urldom._core.contexts.document import Document, at_address
from urldom._core.standards.registry import find_engine
from urldom.trees._attribute_url import find_attribute
from urldom.trees._css_imports import IGNORED
from urldom.trees._json_syntaxes import ADDRESS, IMPORT_MAP, SCOPE, SPECULATION_RULES
from urldom.trees._lookup import Lookup, qualified_name
from urldom.trees._places import (
    EarlyBase,
    OpenBases,
    Place,
    choose_row,
    find_places,
    forget_early,
)
from urldom.trees._rewriting import Function, MovedBases, Mover, find_replacements, storable_value
from urldom.trees._syntaxes import SPACES, TEXT_URL, URL, URLSpan, splice
from urldom.trees._table import ANY, HTML, MATHML, SVG, Kind, Row
from urldom.trees._tree import Node, Tree, local_name
from urldom.trees._tree_bases import TreeBases, has_its_own_base, is_fragment, is_unreadable
from urldom.trees._url_attribute import Early, Resolve, Shared, URLAttribute, resolver

if TYPE_CHECKING:
    from urldom.trees._requests.choosing import RowChooser

_OF_PAGES: Final = frozenset([HTML, SVG, MATHML])
_IN_JSON: Final = (IMPORT_MAP, SPECULATION_RULES)


class PageURLs:
    """Finds and rewrites the URLs of a page. It caches how URLs resolve, which does not depend on
    the tree. `inert` returns the keys of the elements that browsers ignore."""

    def __init__(
        self,
        tree: Tree,
        table: Lookup,
        document: Document,
        bases: TreeBases,
        inert: Callable[[], Container[int]],
    ) -> None:
        self._tree = tree
        self._table = table
        self._document = document
        self._bases = bases
        self._engine = engine = find_engine(document.standard)
        self._resolve = resolver(engine, document.encoding)
        # The queries of URLs in CSS and JSON may use other encodings.
        css_encoding = engine.page_rules.css_encoding
        self._resolve_css = self._resolve
        if css_encoding is not None:
            self._resolve_css = resolver(engine, css_encoding)
        self._resolve_json = resolver(engine, "utf-8")

        def is_inert(node: Node) -> bool:
            return tree.key(node) in inert()

        #: What most URLs share.
        self._shared = Shared(self._resolve, tree.get, is_inert=is_inert, tree=tree)

    def find(self) -> Iterator[URLAttribute]:
        """Yield the URLs of the page in tree order."""
        shared = self._shared
        for place in self.places(self._table):
            node, name, attribute, value, row, bases = place
            kind = row.kind
            is_url = row.syntax is URL
            if (
                is_url
                and attribute is not None
                and attribute[0] != "{"
                and kind is not None
                and bases.early is None
                and not has_its_own_base(row)
                and (url := value.strip(SPACES))
            ):  # the usual case, in which `_at` does the same, but takes longer
                yield URLAttribute(node, attribute, kind, url, name, bases.base_url, shared)
                continue
            if row.syntax is TEXT_URL and kind is not None and not has_its_own_base(row):
                text = value.strip()  # the usual case of a text
                if text:
                    yield URLAttribute(node, None, kind, text, name, bases.base_url, shared)
                continue
            yield from self.find_in(place)

    def find_in(self, place: Place) -> Iterator[URLAttribute]:
        """Yield the URLs of a place."""
        _, _, _, value, row, _ = place
        # `_at` does not need the place of a URL alone in its value, which takes time to find.
        is_url = row.syntax is URL
        spans = [URLSpan(0, 0, value.strip(SPACES))] if is_url else row.syntax.find(value)
        for span in spans:
            found = self._at(place, span)
            if found is not None:
                yield found

    def places(self, table: Lookup, bases: OpenBases | None = None) -> Iterator[Place]:
        """Yield the places of the rows of a table, with the base URLs of the page, or with others
        for a walk."""
        if bases is None:
            bases = self._bases.open_bases()
        tree = self._tree
        places = find_places(tree, table, bases, counts_xml_base=self._document.xml_base)
        return places if bases.early is None else forget_early(places, tree, bases)

    def in_attribute(self, node: Node, attribute: str) -> URLAttribute | str:
        """Return the URL in an attribute of an element, or why there is none. Raise `ValueError`
        for several URLs."""
        tree = self._tree
        name, rows = find_attribute(tree, self._table, node, attribute)
        element = local_name(tree.name(node))
        row = choose_row(tree, rows, node)
        if row is None:
            return f"the attribute {attribute} of this element {element} does not contain a URL"
        value = tree.get(node, name) or ""
        bases = OpenBases(self._bases.base_url_of(node), self._engine, self._document.encoding)
        bases.early = self._bases.early_base_of(node)
        place = node, element, name, value, row, bases
        at_spans = [self._at(place, span) for span in row.syntax.find(value)]
        found = [url for url in at_spans if url is not None]
        if len(found) > 1:
            raise ValueError(
                f"the attribute {attribute} of {element} contains several URLs: pass one of urls()"
            )
        return found[0] if found else f"the attribute {attribute} does not contain a URL"

    def requested_image(self, url: str, node: Node) -> str | None:
        """Return the absolute URL of an image of an `img` or a `link`, or `None` if it does not
        resolve."""
        name = local_name(self._tree.name(node))
        attribute = "src" if name == "img" else "href"
        base_url = self._bases.base_url_of(node)
        early = self._bases.early_base_of(node)
        shared = Shared(self._resolve, early=self._early(early))
        found = URLAttribute(node, attribute, "resource", url, name, base_url, shared)
        return found.requested_url

    def _early(self, early: EarlyBase | None) -> Early | None:
        return None if early is None else Early(early.url, self._rows.is_early)

    @cached_property
    def _rows(self) -> RowChooser:
        from urldom.trees._requests.choosing import RowChooser

        return RowChooser(self._tree)

    def _at(self, place: Place, span: URLSpan) -> URLAttribute | None:
        """Return the URL at a span of a place, or `None` if the value is not a URL."""
        node, name, attribute, _, row, bases = place
        kind = row.kind
        if (
            row.syntax is URL
            and span.url
            and kind is not None
            and (attribute is None or attribute[0] != "{")
            and bases.early is None
            and not has_its_own_base(row)
        ):  # the usual case, in which `_at_any` does the same, but takes longer
            return URLAttribute(node, attribute, kind, span.url, name, bases.base_url, self._shared)
        return self._at_any(place, span)

    def _at_any(self, place: Place, span: URLSpan) -> URLAttribute | None:
        node, name, attribute, whole, row, bases = place
        # HTML tests the value of an attribute for emptiness before it strips spaces from it.
        is_unstripped = row.syntax is URL and row.namespace in _OF_PAGES
        written = whole if is_unstripped else span.url
        if row.kind is None or (not written and _ignores_empty(row)):
            return None
        kind = _kind_of(row, row.kind, span)
        base_url, resolve = self._base_and_resolver(place, span, written)
        if attribute is not None and attribute[:1] == "{":
            attribute = qualified_name(attribute)
        shared = self._shared
        if span.use or resolve is not self._resolve or bases.early is not None:
            early = self._early(bases.early)
            shared = shared._replace(resolve=resolve, span=span, early=early)
        return URLAttribute(node, attribute, kind, span.url, name, base_url, shared)

    def _base_and_resolver(self, place: Place, span: URLSpan, written: str) -> tuple[str, Resolve]:
        """Return the base URL of a URL at a span of a place, and the function that resolves it.
        `written` is the value that its specification tests for emptiness."""
        node, _, _, _, row, bases = place
        base_url = bases.base_url
        if bases.early is not None and is_unreadable(row):
            base_url = bases.early.url
        if row.syntax in _IN_JSON:
            return _base_in_json(span, base_url), self._resolve_json
        is_css = row.syntax.is_css
        if not is_css and not has_its_own_base(row):
            return base_url, self._resolve
        if row.against is not None:
            base_url = bases.base_url_against(row.against)
        base_url = self._bases.base_url_for(row, node, written, base_url)
        if not written and row.empty == "document":
            return base_url, _the_base_url
        return base_url, self._resolve_css if is_css else self._resolve

    # Rewriting

    def rewrite(self, function: Function) -> None:
        """Replace each URL with the result of a function."""
        self.change(self.places(self._table), lambda place: self.rewritten(place, function))

    def make_relative(self, address: str) -> None:
        """Replace each URL with a reference that resolves to it in the document at another
        address."""
        bases = self.moved_bases(lambda old: at_address(old, address))
        move = self.mover(bases)
        self.change(
            self.places(self._table, bases),
            lambda place: self.rewritten(place, move.function_for(place)),
        )

    def change(self, places: Iterable[Place], new_value: Callable[[Place], str | None]) -> bool:
        """Give places of the tree new values, and return `True` if there are any.

        `new_value` returns the value of a place, or `None` if it does not change. It is called for
        every place before anything changes, so nothing changes if it raises an error."""
        changes: list[tuple[Place, str]] = []
        for place in places:
            value = new_value(place)
            if value is not None:
                changes.append((place, value))
        for (node, _, attribute, _, _, _), value in changes:
            if attribute is None:
                self._tree.set_text(node, value)
            else:
                self._tree.set(node, attribute, value)
        return bool(changes)

    def moved_bases(self, move: Callable[[Document], Document]) -> MovedBases:
        """Return the base URLs for a walk, of this document and of the document that `move` makes
        of it."""
        document, _ = self._bases.search()
        old = copy(document)
        bases = MovedBases(old, move(old))
        bases.early = self._bases.early_base_in_move(bases.new)
        return bases

    def mover(self, bases: MovedBases) -> Mover:
        """Return what rewrites the URLs of each place for a move."""
        return Mover(self._tree, self._table, bases)

    def rewritten(self, place: Place, function: Function) -> str | None:
        """Return the value of a place with the results of a function, or `None` if it does not
        change."""
        _, _, attribute, value, row, _ = place
        syntax, engine = row.syntax, self._engine
        make_url = partial(self._at, place)
        replacements = find_replacements(value, syntax, make_url, function, engine)
        if not replacements:
            return None
        if attribute is None and not syntax.is_css and row.namespace in (HTML, SVG, ANY):
            # Libraries write the text of a `script` without escapes, so a `<` in a URL could begin
            # the end tag.
            replacements = [(span, text.replace("<", "%3C")) for span, text in replacements]
        value = splice(value, replacements)
        return storable_value(value, syntax, engine) if self._tree.holds_only_xml else value


def _ignores_empty(row: Row) -> bool:
    # An empty url() is invalid: CSS Values 4, 4.5.
    return row.empty == "nothing" or row.syntax.is_css


def _kind_of(row: Row, kind: Kind, span: URLSpan) -> Kind:
    """Return the kind of a URL in a place of a row, whose kind is given."""
    is_name = row.syntax in _IN_JSON and span.form not in (ADDRESS, "")
    if is_name or span.loading == IGNORED:
        return "metadata"
    return "fragment" if is_fragment(row, span.url) else kind


def _base_in_json(span: URLSpan, base_url: str) -> str:
    """Return the base URL of a URL in an import map or in speculation rules."""
    # A browser does not resolve `https:a` against the base URL, which only scopes and paths need.
    is_relative = span.form in (SCOPE, "") or span.url[0] in "./"
    return base_url if is_relative else "about:blank"


def _the_base_url(url: str, base_url: str) -> str:
    """Return what an empty URL of the document resolves to: the address with its fragment, which
    resolving would drop."""
    return base_url
