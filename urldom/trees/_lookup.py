"""The table of elements and attributes that contain URLs, indexed by the names in a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from urldom.trees import _table
from urldom.trees._syntaxes import DOCUMENT, template_of
from urldom.trees._table import (
    ANY,
    HTML,
    IN_ANY_CASE,
    MATHML,
    OPS,
    RDF,
    SVG,
    TEXT,
    XML,
    XSI,
    Condition,
    Row,
)
from urldom.trees._tree import Sought, Tree, split_name

if TYPE_CHECKING:
    from urldom.trees._vocabularies import Names

#: The names of the `xml:base` attribute: in trees of XML, in trees of HTML, and in html5lib's
#: trees.
XML_BASE: Final = (f"{{{XML}}}base", "xml:base", "xmlU0003Abase")
#: The rows for every `xml:base` attribute. The table itself has no rows for it.
_XML_BASE_ROWS: Final = (Row(ANY, XML_BASE[0], None, namespace=ANY),)
#: The greatest number of names in a cache, because a hostile page can have any number of names.
_KEPT: Final = 4096
#: The entries of a table for at most so many roots and namespaces are kept.
_KEPT_TABLES: Final = 128
#: The elements that hide a `base` element inside them from the document.
_HIDING: Final = frozenset(["template", "noscript"])
#: Some parsers whose trees are bare make elements of the text in these elements.
_HIDING_IF_BARE: Final = _HIDING | {"plaintext", *_table.TEXT_ELEMENTS}
_PREFIXES: Final = {**_table.PREFIXES_IN_HTML, RDF: "rdf", XSI: "xsi", OPS: "epub"}
#: The value for the namespaces in an element whose text is HTML, in a table with such elements. Its
#: child elements are HTML that somebody forgot to escape.
UNESCAPED: Final = "unescaped HTML"
#: The beginnings of the names of attributes that documents also write in a namespace with `https`.
#: A browser would ignore an `xlink:href` there.
_LOOSE: Final = tuple(
    f"{{{namespace}}}" for namespace in _PREFIXES if namespace not in _table.PREFIXES_IN_HTML
)


class _InAnyCase(dict[str, tuple[Row, ...]]):
    """Rows by the names of attributes in lower case, which are found in upper and lower case."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.lower())

    def __getitem__(self, name: str) -> tuple[Row, ...]:
        return super().__getitem__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)


class Entry(NamedTuple):
    """The table's data for elements of one name."""

    #: The name without its namespace, in upper and lower case as in the tree.
    local: str
    #: The rows for each attribute, by its name in the tree.
    attributes: dict[str, tuple[Row, ...]]
    #: The rows of `attributes`, without the rows of `xml:base`.
    holding: dict[str, tuple[Row, ...]]
    #: The rows for the element's text.
    text: tuple[Row, ...]
    #: In a bare tree, the namespace of the children if it changes, or `otherwise` if `inner_when`
    #: is false. In XML, `UNESCAPED` for an element whose text is HTML.
    inner: str | None
    inner_when: Condition | None
    otherwise: str | None
    #: `True` if the element's children can be outside HTML's namespace.
    begins_foreign: bool
    #: `True` if the element's start tag ends foreign content when the namespace of its children is
    #: HTML's.
    ends_foreign: bool
    #: `True` if a `base` element inside the element is ignored. The content of a `template` is
    #: another document, and the content of a `noscript` is text in a browser that runs scripts. The
    #: content of some other elements is always text, but some parsers make elements of it.
    hides_base: bool
    #: `True` if neither the element's name nor its text has a meaning, so that only its attributes
    #: count.
    is_plain: bool


class Entries(dict[str, Entry]):
    """The table's entries by the names of elements, each made when it is first looked up."""

    def __init__(
        self, table: Lookup, namespace: str | None, *, is_bare: bool, names: Names | None = None
    ) -> None:
        self.table = table
        self.namespace = namespace
        self.is_bare = is_bare
        #: How the namespaces of XML are understood, or `None` if they count as they are.
        self.names = names
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
            attributes: set[str] = set()
            for row in rows:
                attributes.update(self._spellings(row.attribute, row.namespace))
            attributes.difference_update([TEXT, *XML_BASE])
            elements = {row.element for row in rows if row.attribute == TEXT}
            if self.is_bare:
                elements.update(_table.FOREIGN_ROOTS)
            is_sought = lru_cache(maxsize=_KEPT)(self._is_sought)
            self._sought[namespaces] = Sought(frozenset(attributes), frozenset(elements), is_sought)
        return self._sought[namespaces]

    def _is_sought(self, name: object) -> bool:
        """Return `True` if a search should find elements with this name. The name of a comment is
        not a string."""
        if not isinstance(name, str):
            return False
        entry = self[name]
        has_any_case = isinstance(entry.holding, _InAnyCase) and bool(entry.holding)
        return bool(entry.text) or entry.begins_foreign or has_any_case

    def __missing__(self, name: str) -> Entry:
        namespace, written = split_name(name)
        local = written
        if not namespace and self.namespace is not None:
            namespace = self.namespace
            if self.is_bare:  # HTML's names match in upper and lower case.
                local = written.lower()
        entry = self._make(namespace, local, written)
        if len(self) < _KEPT:
            self[name] = entry
        return entry

    def _make(self, namespace: str, local: str, written: str) -> Entry:
        """Return the entry of an element.

        Args:
            namespace: The element's namespace, or in a bare tree the namespace of the children of
                its parent.
            local: The local name, as the table has it.
            written: The local name, as the tree has it.
        """
        names = self._namespaces(namespace, local)
        attributes = self._rows_of(names.own, local, namespace)
        text = attributes.pop(TEXT, ())
        document = next((row for row in text if row.syntax is DOCUMENT), None)
        if self.names is not None and document is not None:
            names = names._replace(inner=UNESCAPED, inner_when=document.when)
        if self.names is not None and self.names.have_templates:
            attributes = {name: _as_templates(rows) for name, rows in attributes.items()}
        holding = {name: rows for name, rows in attributes.items() if name not in XML_BASE}
        if names.own in IN_ANY_CASE:
            holding = _InAnyCase(holding)
            attributes = _InAnyCase(attributes)
        attributes.update(dict.fromkeys(XML_BASE, _XML_BASE_ROWS))
        hiding = _HIDING_IF_BARE if self.is_bare else _HIDING
        hides_base = names.own == HTML and local in hiding
        return Entry(
            local=written,
            attributes=attributes,
            holding=holding,
            text=text,
            inner=names.inner,
            inner_when=names.inner_when,
            otherwise=names.otherwise,
            begins_foreign=not {names.inner, names.otherwise} <= {HTML, None},
            ends_foreign=names.ends_foreign,
            hides_base=hides_base,
            is_plain=not (names.inner is not None or text or names.ends_foreign or hides_base),
        )

    def _namespaces(self, namespace: str, local: str) -> _Namespaces:
        """Return the namespace of an element in the table, and in a bare tree those of its
        children."""
        if self.names is not None:
            return _Namespaces(self.names.table_namespace(namespace))
        return _in_foreign(namespace, local) if self.is_bare else _Namespaces(namespace)

    def _rows_of(self, namespace: str, local: str, spelled: str) -> dict[str, tuple[Row, ...]]:
        """Return the rows for an element, by the name of the attribute in the tree, or `TEXT`.

        Args:
            namespace: The element's namespace in the table.
            local: The local name.
            spelled: The namespace as the document spells it, which rows of users may have.
        """
        found: dict[str, list[Row]] = {}
        namespaces = [namespace, ANY]
        if not self.is_bare:
            namespaces.append(spelled)
        if self.names is not None and self.names.of_all:
            namespaces.append(self.names.of_all)
        # Some parsers change the names of SVG elements to lower case.
        in_any_case = self.is_bare or namespace in IN_ANY_CASE
        for row in self.table.rows_of(local):
            is_named = in_any_case or row.element in (local, ANY)
            if is_named and row.namespace in namespaces:
                for attribute in self._spellings(row.attribute, namespace):
                    found.setdefault(attribute, []).append(row)
        return {attribute: tuple(rows) for attribute, rows in found.items()}

    def _spellings(self, attribute: str, namespace: str) -> Iterator[str]:
        """Yield the names that an attribute of the table can have in a tree."""
        if namespace in IN_ANY_CASE:
            yield attribute.lower()
            return
        yield attribute
        if self.names is not None and attribute.startswith(_LOOSE):
            yield attribute.replace("http://", "https://", 1)
        if self.is_bare and not attribute.islower():
            # Some parsers change the names of SVG attributes to lower case.
            yield attribute.lower()
        if self.is_bare and namespace in (SVG, MATHML) and attribute.startswith("{"):
            yield qualified_name(attribute)


def _as_templates(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return rows of attributes that may be templates. Base URLs are not found by rows."""
    return tuple(
        row if row.kind == "base" else attrs.evolve(row, syntax=template_of(row.syntax))
        for row in rows
    )


class _Namespaces(NamedTuple):
    """The namespace of an element, and in a bare tree those of its children. `inner` and the fields
    after it mean the same as in `Entry`."""

    own: str
    inner: str | None = None
    inner_when: Condition | None = None
    otherwise: str | None = None
    ends_foreign: bool = False


def _in_foreign(around: str, local: str) -> _Namespaces:
    """Return the namespaces of an element of a bare tree, whose parent's children have the
    namespace `around` (HTML Standard 13.2.6, *tree construction dispatcher*, and 13.2.6.5, *the
    rules for parsing tokens in foreign content*)."""
    own, inner = around, None
    if around in _table.MIXED:
        usual, exceptional, exceptions = _table.MIXED[around]
        own = exceptional if local in exceptions else usual
        inner = own
    if own == HTML and local in _table.FOREIGN_ROOTS:
        root = _table.FOREIGN_ROOTS[local]
        return _Namespaces(root, inner=root)
    ends_foreign = own in _table.FOREIGN_NAMESPACES and local in _table.ENDS_FOREIGN
    if ends_foreign and local in _table.HTML_IN_FOREIGN:
        own = inner = HTML
    inner = _table.FOREIGN.get((own, local), inner)
    inner_when, otherwise = _table.FOREIGN_CONDITIONS.get((own, local), (None, None))
    return _Namespaces(own, inner, inner_when, otherwise, ends_foreign)


def qualified_name(name: str) -> str:
    """Return a name with its usual prefix, such as `xlink:href`."""
    namespace, local = split_name(name)
    prefix = _PREFIXES.get(namespace.replace("https://", "http://", 1))
    return local if prefix is None else f"{prefix}:{local}"


class Lookup:
    """A table, indexed by the names of elements.

    Args:
        rows: The rows.
        more_for_xml: Returns more rows for XML, in which vocabularies are recognized by all their
            names. Without it, only exact names count.
    """

    def __init__(
        self, rows: Iterable[Row], more_for_xml: Callable[[], tuple[Row, ...]] | None = None
    ) -> None:
        self.rows: tuple[Row, ...] = tuple(rows)
        self._more_for_xml = more_for_xml
        self._entries: dict[tuple[str | None, bool, Names | None], Entries] = {}

    def for_tree(self, tree: Tree) -> Lookup:
        """Return the table with the vocabularies of XML, if a tree can have them, or this one."""
        if self._more_for_xml is None or tree.is_bare or not tree.has_vocabularies:
            return self
        return self._with_vocabularies

    @cached_property
    def _with_vocabularies(self) -> Lookup:
        more: tuple[Row, ...] = () if self._more_for_xml is None else self._more_for_xml()
        return Lookup((*self.rows, *more))

    @cached_property
    def _index(self) -> dict[str, list[tuple[int, Row]]]:
        """The rows by the names of their elements in lower case, with their numbers."""
        found: dict[str, list[tuple[int, Row]]] = {}
        for number, row in enumerate(self.rows):
            found.setdefault(row.element.lower(), []).append((number, row))
        return found

    def rows_of(self, local: str) -> Iterator[Row]:
        """Yield the rows for a local name in the table's order, in any namespace and in upper and
        lower case."""
        found = [*self._index.get(local.lower(), ()), *self._index.get(ANY, ())]
        return (row for _, row in sorted(found, key=itemgetter(0)))

    def entries(
        self, namespace: str | None, *, is_bare: bool, names: Names | None = None
    ) -> Entries:
        """Return the entries of the table. Bare names have the namespace `namespace`, which may be
        one of `MIXED`."""
        key = (namespace, is_bare, names)
        found = self._entries.get(key)
        if found is None:
            found = Entries(self, namespace, is_bare=is_bare, names=names)
            if len(self._entries) < _KEPT_TABLES:  # Documents can name any namespace.
                self._entries[key] = found
        return found

    def entries_inside(self, here: Entries, inner: str | None) -> Entries:
        """Return the entries for the children of an element.

        Args:
            here: The entries with the element's own.
            inner: The `inner` of its entry, or the `otherwise` if its condition is false.
        """
        if here.names is None:
            return self.entries(inner, is_bare=True)
        if inner is None:
            return here
        return self.entries(None, is_bare=False, names=here.names.in_html())

    def entries_at_top(self, tree: Tree) -> Entries:
        """Return the entries at the top of a tree."""
        if tree.is_bare:
            return self.entries(HTML, is_bare=True)
        table = self.for_tree(tree)
        if table is self:
            return self.entries(None, is_bare=False)
        from urldom.trees._vocabularies import names_of

        return table.entries(None, is_bare=False, names=names_of(tree.root_name))


def _rows_of_vocabularies() -> tuple[Row, ...]:
    from urldom.trees._vocabularies import rows

    return rows()


def _embedded_rows() -> tuple[Row, ...]:
    from urldom.trees._vocabularies import embedded_rows

    return embedded_rows()


@lru_cache(maxsize=16)
def lookup(rows: tuple[Row, ...]) -> Lookup:
    """Return the table for a document, with the user's own rows first."""
    return Lookup((*rows, *_table.TABLE), _rows_of_vocabularies)


BASE: Final = Row("base", "href", "base")
#: The elements that set the base URL of a document.
BASES: Final = Lookup([BASE])
IMPORT_MAPS: Final = Lookup([_table.IMPORT_MAP_ROW])
#: The elements that a fragment can indicate (HTML Standard, *find a potential indicated element*).
INDICATED: Final = Lookup([Row(ANY, "id", "identifier", namespace=ANY), Row("a", "name")])
#: The elements that contain embedded documents, and the `base` elements in the same tree.
DOCUMENTS: Final = Lookup((*_table.EMBEDDED_HTML, BASE), _embedded_rows)


@lru_cache(maxsize=16)
def lookup_with_documents(rows: tuple[Row, ...]) -> Lookup:
    """Return the table for a document, with the places of embedded documents, which come before
    other rows for the same text."""

    def rows_for_xml() -> tuple[Row, ...]:
        return (*_embedded_rows(), *_rows_of_vocabularies())

    return Lookup((*rows, *_table.EMBEDDED_HTML, *_table.TABLE), rows_for_xml)
