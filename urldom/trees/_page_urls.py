"""`PageURLs`: the URLs of a page, and their rewriting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial

from urldom._core.contexts.document import Document
from urldom._core.standards.registry import find_engine
from urldom.trees._attribute_url import find_attribute
from urldom.trees._json_syntaxes import ADDRESS, IMPORT_MAP, SCOPE, SPECULATION_RULES
from urldom.trees._lookup import Lookup, qualified_name
from urldom.trees._places import OpenBases, Place, choose_row, find_places
from urldom.trees._rewriting import Function, MovedBases, find_replacements, mover, storable_value
from urldom.trees._syntaxes import CSS, SPACES, URL, URLSpan, splice
from urldom.trees._table import ANY, HTML, SVG, Kind, Row
from urldom.trees._tree import Node, Tree, local_name
from urldom.trees._tree_bases import TreeBases, has_its_own_base, is_fragment
from urldom.trees._url_attribute import Resolve, Shared, URLAttribute, resolver


class PageURLs:
    """Finds and rewrites the URLs of a page. It caches how URLs resolve, which does not depend on
    the tree."""

    def __init__(self, tree: Tree, table: Lookup, document: Document, bases: TreeBases) -> None:
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

    def find(self) -> Iterator[URLAttribute]:
        """Yield the URLs of the page in tree order."""
        shared = Shared(self._resolve, self._tree.get, tree=self._tree)
        for place in self.places(self._table):
            node, name, attribute, value, row, bases = place
            kind = row.kind
            is_url = row.syntax is URL
            if (
                is_url
                and attribute is not None
                and attribute[0] != "{"
                and kind is not None
                and value
                and not has_its_own_base(row)
            ):  # the usual case, in which `_at` does the same, but takes longer
                yield URLAttribute(
                    node, attribute, kind, value.strip(SPACES), name, bases.base_url, shared
                )
                continue
            # `_at` does not need the place of a URL alone in its value, which takes time to find.
            spans = [URLSpan(0, 0, value.strip(SPACES))] if is_url else row.syntax.find(value)
            for span in spans:
                found = self._at(place, span)
                if found is not None:
                    yield found

    def places(self, table: Lookup) -> Iterator[Place]:
        """Yield the places of the rows of a table."""
        bases = self._bases.open_bases()
        return find_places(self._tree, table, bases, counts_xml_base=self._document.xml_base)

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
        place = node, element, name, value, row, bases
        at_spans = [self._at(place, span) for span in row.syntax.find(value)]
        found = [url for url in at_spans if url is not None]
        if len(found) > 1:
            raise ValueError(
                f"the attribute {attribute} of {element} contains several URLs: pass one of urls()"
            )
        return found[0] if found else f"the attribute {attribute} does not contain a URL"

    def resolved(self, url: str, node: Node) -> str | None:
        """Return the absolute URL of a URL in an element, or `None` if it does not resolve."""
        resolved = self._resolve(url, self._bases.base_url_of(node))
        return resolved if isinstance(resolved, str) else None

    def _at(self, place: Place, span: URLSpan) -> URLAttribute | None:
        """Return the URL at a place, or `None` if the value is not a URL."""
        node, name, attribute, whole, row, open_bases = place
        value = span.url
        # For an attribute, the specifications test the value for emptiness before they strip spaces
        # from it.
        written = whole if row.syntax is URL else value
        if row.kind is None or (not written and _ignores_empty(row)):
            return None
        if row.syntax in (IMPORT_MAP, SPECULATION_RULES):
            kind, base_url = _of_json(row.kind, span, open_bases)
            resolve = self._resolve_json
        else:
            kind, base_url, resolve = self._of_markup(row.kind, place, written, value)
        if attribute is not None and attribute[:1] == "{":
            attribute = qualified_name(attribute)
        shared = Shared(resolve, self._tree.get, span.use, self._tree)
        return URLAttribute(node, attribute, kind, value, name, base_url, shared)

    def _of_markup(
        self, kind: Kind, place: Place, written: str, value: str
    ) -> tuple[Kind, str, Resolve]:
        """Return the kind, the base URL and the resolver of a URL outside JSON."""
        node, _, _, _, row, open_bases = place
        base_url, is_css = open_bases.base_url, row.syntax is CSS
        if not is_css and not has_its_own_base(row):
            return kind, base_url, self._resolve
        if is_fragment(row, value):
            kind = "fragment"
        base_url = self._bases.base_url_for(row, node, written, base_url)
        if not written and row.empty == "document":
            return kind, base_url, _the_base_url
        resolve = self._resolve_css if is_css else self._resolve
        return kind, base_url, resolve

    # Rewriting

    def rewrite(self, function: Function) -> None:
        """Replace each URL with the result of a function."""
        self._rewrite(self.places(self._table), lambda place: function)

    def make_relative(self, address: str) -> None:
        """Replace each URL with a reference that resolves to it in the document at another
        address."""
        old = copy(self._bases.searched_document())
        bases = MovedBases(old, address)
        places = find_places(self._tree, self._table, bases, counts_xml_base=old.xml_base)
        self._rewrite(places, mover(self._tree, self._table, bases))

    def _rewrite(self, places: Iterable[Place], function_for: Callable[[Place], Function]) -> None:
        tree, engine = self._tree, self._engine
        changes: list[tuple[Node, str | None, str]] = []
        for place in places:
            node, _, attribute, value, row, _ = place
            syntax = row.syntax
            make_url = partial(self._at, place)
            replacements = find_replacements(value, syntax, make_url, function_for(place), engine)
            if not replacements:
                continue
            if attribute is None and syntax is not CSS and row.namespace in (HTML, SVG, ANY):
                # Libraries write the text of a `script` without escapes, so a `<` in a URL could
                # begin the end tag.
                replacements = [(span, text.replace("<", "%3C")) for span, text in replacements]
            value = splice(value, replacements)
            if tree.holds_only_xml:
                value = storable_value(value, syntax, engine)
            changes.append((node, attribute, value))
        for node, attribute, value in changes:
            if attribute is None:
                tree.set_text(node, value)
            else:
                tree.set(node, attribute, value)


def _ignores_empty(row: Row) -> bool:
    # An empty url() is invalid: CSS Values 4, 4.5.
    return row.empty == "nothing" or row.syntax is CSS


def _of_json(kind: Kind, span: URLSpan, open_bases: OpenBases) -> tuple[Kind, str]:
    """Return the kind and the base URL of a URL in an import map or in speculation rules."""
    if span.form not in (ADDRESS, ""):
        kind = "metadata"
    # A browser does not resolve `https:a` against the base URL, which only scopes and paths need.
    is_relative = span.form in (SCOPE, "") or span.url[0] in "./"
    base_url = open_bases.base_url if is_relative else "about:blank"
    return kind, base_url


def _the_base_url(url: str, base_url: str) -> str:
    """Return what an empty URL of the document resolves to: the address with its fragment, which
    resolving would drop."""
    return base_url
