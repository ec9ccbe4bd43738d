"""The table of elements and attributes that contain URLs, indexed by the names in a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from urldom.trees import _table
from urldom.trees._table import (
    ANY,
    HTML,
    MATHML,
    OPML,
    RDF,
    RSS,
    SVG,
    TEXT,
    XLINK,
    XML,
    Condition,
    Row,
)
from urldom.trees._tree import Sought, Tree

#: The names of the `xml:base` attribute: in trees of XML, in trees of HTML, and in html5lib's
#: trees.
XML_BASE: Final = (f"{{{XML}}}base", "xml:base", "xmlU0003Abase")
_XML_BASE_ROWS: Final = (Row(ANY, XML_BASE[0], None, namespace=ANY),)
_KEPT: Final = 4096
_HIDING: Final = frozenset(["template", "noscript"])
_HIDING_IF_BARE: Final = _HIDING | {"plaintext", *_table.TEXT_ELEMENTS}
_PREFIXES: Final = {XLINK: "xlink", XML: "xml", RDF: "rdf"}


class Entry(NamedTuple):
    #: The name without its namespace, in upper and lower case as in the tree.
    local: str
    attributes: dict[str, tuple[Row, ...]]
    holding: dict[str, tuple[Row, ...]]
    text: tuple[Row, ...]
    #: In a bare tree, the namespace of the children if it changes, or `otherwise` if `inner_when`
    #: is false.
    inner: str | None
    inner_when: Condition | None
    otherwise: str | None
    #: `True` if the element's children can be outside HTML's namespace.
    begins_foreign: bool
    #: `True` if the element's start tag ends foreign content when the namespace of its children is
    #: HTML's.
    ends_foreign: bool
    #: `True` if the content is another document, or text, although some parsers make elements of
    #: it.
    hides_base: bool
    #: `True` if the element's name has no meaning for a table that has only texts.
    is_plain: bool


class Entries(dict[str, Entry]):
    def __init__(self, table: Lookup, namespace: str | None, *, is_bare: bool) -> None:
        self.table = table
        self.namespace = namespace
        self.is_bare = is_bare
        self._sought: dict[frozenset[str] | None, Sought] = {}

    def sought(self, namespaces: frozenset[str] | None) -> Sought:
        """Return a search for the elements that can contain a URL or change the namespace of their
        children."""
        if namespaces not in self._sought:
            rows = [
                row
                for row in self.table.rows
                if namespaces is None or row.namespace in (ANY, *namespaces)
            ]
            attributes = {
                name for row in rows for name in self._spellings(row.attribute, row.namespace)
            }
            elements = {row.element for row in rows if row.attribute == TEXT}
            elements.update(_table.FOREIGN_ROOTS if self.is_bare else ())
            names = frozenset(attributes.difference([TEXT, *XML_BASE])), frozenset(elements)
            self._sought[namespaces] = Sought(*names, lru_cache(maxsize=_KEPT)(self._is_sought))
        return self._sought[namespaces]

    def _is_sought(self, name: object) -> bool:
        """Return `True` if a search should find elements with this name. The name of a comment is
        not a string."""
        return isinstance(name, str) and (bool(self[name].text) or self[name].begins_foreign)

    def __missing__(self, name: str) -> Entry:
        namespace, written = _split(name)
        if namespace or self.namespace is None:
            entry = self._make(namespace, written, written)
        else:
            entry = self._make(
                self.namespace, written.lower() if self.is_bare else written, written
            )
        if len(self) < _KEPT:
            self[name] = entry
        return entry

    def _make(self, namespace: str, local: str, written: str) -> Entry:
        inner = inner_when = otherwise = None
        ends_foreign = False
        if self.is_bare:
            if namespace in _table.MIXED:
                usual, other, others = _table.MIXED[namespace]
                namespace = inner = other if local in others else usual
            if namespace == HTML and local in _table.FOREIGN_ROOTS:
                namespace = inner = _table.FOREIGN_ROOTS[local]
            else:
                ends_foreign = (
                    namespace in _table.FOREIGN_NAMESPACES and local in _table.ENDS_FOREIGN
                )
                if ends_foreign and local in _table.HTML_IN_FOREIGN:
                    namespace = inner = HTML
                inner = _table.FOREIGN.get((namespace, local), inner)
                inner_when, otherwise = _table.FOREIGN_CONDITIONS.get(
                    (namespace, local), (None, None)
                )
        rows: dict[str, list[Row]] = {}
        for row in self.table.rows_of(local):
            if row.namespace in (namespace, ANY) and (self.is_bare or row.element in (local, ANY)):
                for attribute in self._spellings(row.attribute, namespace):
                    rows.setdefault(attribute, []).append(row)
        text = tuple(rows.pop(TEXT, ()))
        attributes = {name: tuple(found) for name, found in rows.items()} | dict.fromkeys(
            XML_BASE, _XML_BASE_ROWS
        )
        holding = {name: found for name, found in attributes.items() if name not in XML_BASE}
        hides_base = namespace == HTML and local in (_HIDING_IF_BARE if self.is_bare else _HIDING)
        begins_foreign = not {inner, otherwise} <= {HTML, None}
        is_plain = inner is None and not (text or ends_foreign or hides_base)
        of_children = (
            inner,
            inner_when,
            otherwise,
            begins_foreign,
            ends_foreign,
            hides_base,
            is_plain,
        )
        return Entry(written, attributes, holding, text, *of_children)

    def _spellings(self, attribute: str, namespace: str) -> Iterator[str]:
        yield attribute
        if self.is_bare and not attribute.islower():
            yield (
                attribute.lower()
            )  # Some parsers change the names of SVG attributes to lower case.
        if self.is_bare and namespace in (SVG, MATHML) and attribute.startswith("{"):
            yield qualified_name(attribute)


def _split(name: str) -> tuple[str, str]:
    namespace, _, local = name.rpartition("}")
    return namespace[1:], local


def qualified_name(name: str) -> str:
    """Return a name with its usual prefix, such as `xlink:href`."""
    namespace, local = _split(name)
    return f"{_PREFIXES[namespace]}:{local}" if namespace in _PREFIXES else local


class Lookup:
    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows: tuple[Row, ...] = tuple(rows)
        self._rows: dict[str, list[tuple[int, Row]]] = {}
        for number, row in enumerate(self.rows):
            self._rows.setdefault(row.element.lower(), []).append((number, row))
        self._entries: dict[tuple[str | None, bool], Entries] = {}

    def rows_of(self, local: str) -> Iterator[Row]:
        """Yield the rows for a local name in the table's order, in any namespace and in upper or
        lower case."""
        found = [*self._rows.get(local.lower(), ()), *self._rows.get(ANY, ())]
        return (row for _, row in sorted(found, key=itemgetter(0)))

    def entries(self, namespace: str | None, *, is_bare: bool) -> Entries:
        """Return the entries of the table. Bare names have the namespace `namespace`, which may be
        one of `MIXED`."""
        key = (namespace, is_bare)
        if key not in self._entries:
            self._entries[key] = Entries(self, namespace, is_bare=is_bare)
        return self._entries[key]

    def entries_at_top(self, tree: Tree) -> Entries:
        root = tree.root_name
        return self.entries(
            HTML if tree.is_bare else root if root in (RSS, OPML) else None, is_bare=tree.is_bare
        )


@lru_cache(maxsize=16)
def lookup(rows: tuple[Row, ...]) -> Lookup:
    """Return the table for a document, with the user's own rows first."""
    return Lookup((*rows, *_table.TABLE))


BASES: Final = Lookup([BASE := Row("base", "href", "base")])
IMPORT_MAPS: Final = Lookup([_table.IMPORT_MAP_ROW])
INDICATED: Final = Lookup([Row(ANY, "id", "identifier", namespace=ANY), Row("a", "name")])
#: A table of the elements that contain embedded documents, and of the `base` elements in the same
#: tree.
DOCUMENTS: Final = Lookup((*_table.EMBEDDED_HTML, BASE))
