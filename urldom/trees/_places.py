"""Finds the places of a tree that contain URLs, by the table of elements and attributes, and their
base URLs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from urldom._core.errors import Failure
from urldom._core.standards.interface import Engine
from urldom._core.text import encodings
from urldom._core.values.pieces import Pieces, href, path_of, with_fragment, with_path
from urldom.trees._lookup import DOCUMENTS, XML_BASE, Entries, Entry, Lookup
from urldom.trees._table import FOREIGN_NAMESPACES, HTML, STYLESHEET_INSTRUCTION, Get, Row
from urldom.trees._tree import Node, Tree

#: The base URL around an element: its pieces without the path, the number of characters that its
#: path shares with the path of the element's own base URL, and the rest of its path.
_Outer: TypeAlias = tuple[Pieces, int, str]


class OpenBases:
    """The base URL of the element that a walk through a tree has reached, as `urldom.Element`
    computes it. Only the innermost and the change of each attribute are kept, because all base URLs
    may not fit in memory."""

    def __init__(self, base_url: str, engine: Engine, encoding: str) -> None:
        self._grammar = engine.grammar
        self._encoding = encodings.output_encoding(encoding)
        self._outermost = (
            base_url  # stored as a string, because its pieces may serialize to another string
        )
        self._url: str | None = None
        self._pieces: Pieces | None
        try:
            self._pieces = self._grammar.cut_base(base_url)
        except Failure:
            self._pieces = None  # No URL resolves against this base URL.
        #: One item for each attribute that was resolved: `None` if it did not change the base URL.
        self._outer: list[_Outer | None] = []
        self._changes = 0
        self._waiting: list[str] = []

    def enter(self, xml_base: str) -> None:
        self._waiting.append(xml_base)

    def leave(self) -> None:
        if self._waiting:
            self._waiting.pop()
        elif (outer := self._outer.pop()) is not None:
            assert self._pieces is not None
            pieces, shared, rest = outer
            self._pieces = with_path(pieces, path_of(self._pieces)[:shared] + rest)
            self._url = None
            self._changes -= 1

    @property
    def base_url(self) -> str:
        """The base URL of the element that was entered last."""
        for xml_base in self._waiting:
            self._outer.append(self._make(xml_base))
        self._waiting.clear()
        if not self._changes:
            return self._outermost
        if self._url is None:
            assert self._pieces is not None
            self._url = href(self._pieces)
        return self._url

    def _make(self, xml_base: str) -> _Outer | None:
        if (old := self._pieces) is None:
            return None
        try:
            new = self._grammar.cut(xml_base, old, self._encoding)
        except Failure:
            return None  # An invalid `xml:base` is ignored (ruling 22).
        new = with_fragment(new, "")  # A base URL has no fragment here (ruling 22).
        self._pieces, self._url = new, None
        self._changes += 1
        old_path = path_of(old)
        shared = _shared(old_path, path_of(new))
        return with_path(old, ""), shared, old_path[shared:]


def _shared(one: str, other: str) -> int:
    if other.startswith(one):
        return len(one)
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


_XML_BASE: Final = frozenset(XML_BASE)

#: Element, local name, attribute (`None` for the text), value, row, base URLs. A named tuple takes
#: three times as long.
Place: TypeAlias = tuple[Node, str, "str | None", str, Row, OpenBases]
Visit: TypeAlias = tuple[Node, Entry]


def find_places(
    tree: Tree, table: Lookup, bases: OpenBases, *, counts_xml_base: bool
) -> Iterator[Place]:
    """Yield the places of a tree in tree order, while `bases.base_url` is the base URL of the
    current place."""
    if table is not DOCUMENTS:
        for node in tree.stylesheet_instructions():
            yield (
                node,
                STYLESHEET_INSTRUCTION.element,
                None,
                tree.text(node),
                STYLESHEET_INSTRUCTION,
                bases,
            )
    values, text = tree.values, tree.text
    for node, entry in _visits(tree, table, bases, counts_xml_base=counts_xml_base):
        holding = entry.holding
        for attribute, value in values(node, holding):
            rows = holding[attribute]
            row = rows[0] if rows[0].when is None else choose_row(tree, rows, node)
            if row is not None:
                yield node, entry.local, attribute, value, row, bases
        if entry.text and (row := choose_row(tree, entry.text, node)) is not None:
            yield node, entry.local, None, text(node), row, bases


def find_attributes(tree: Tree, table: Lookup) -> Iterator[tuple[Node, str, str]]:
    """Yield the elements of the document with an attribute of a table, the attribute's name and its
    value."""
    for node, entry in walk_tree(
        tree, table.entries_at_top(tree), tree.root, None, in_document=True
    ):
        for name, value in tree.values(node, entry.holding):
            yield node, name, value


def _visits(
    tree: Tree, table: Lookup, bases: OpenBases, *, counts_xml_base: bool
) -> Iterator[Visit]:
    """Yield all elements that can contain URLs, and others, because `xml:base` and foreign content
    are inherited."""
    here, tree_name = table.entries_at_top(tree), tree.name
    if counts_xml_base and tree.has_attribute(_XML_BASE):
        yield from walk_tree(tree, here, tree.root, bases)
        return
    candidates = tree.candidates(here.sought(tree.namespaces))
    node = next(candidates, None)
    while node is not None:
        name = tree_name(node)
        entry = here[name]
        if not entry.begins_foreign:
            yield node, entry
            node = next(candidates, None)
            continue
        # `candidates` skips `node` and all elements inside it, which the loop yields. The tree may
        # change meanwhile.
        for visit in list(walk_tree(tree, here, node, None)):
            if node is not None and tree.is_same(node, visit[0]):
                node = next(candidates, None)
            yield visit


def walk_tree(
    tree: Tree, here: Entries, top: Node, bases: OpenBases | None, *, in_document: bool = False
) -> Iterator[Visit]:
    """Yield `top`, for which `here` has the entries, and its descendants. `bases` enters each
    `xml:base`."""
    tree_name = tree.name
    tree_children = tree.children_in_document if in_document else tree.children
    # The next element to visit is at the end of `stack`, and `None` marks the end of an open
    # element. `outers` has the state around each open element, and keeps it alive, because lxml
    # would make a new object and search its ancestors.
    stack: list[Node | None] = [top]
    outers: list[tuple[Entries, bool, Node]] = []
    while stack:
        if (node := stack.pop()) is None:
            here, is_based, _ = outers.pop()
            if bases is not None and is_based:
                bases.leave()
            continue
        name = tree_name(node)
        if type(name) is not str:
            continue
        entry = here[name]
        inside = here if entry.inner is None else entries_inside(tree, here, entry, node)
        if entry.ends_foreign and inside.namespace == HTML:
            here = inside
            # End the foreign content around the element, as its start tag does in HTML. Some
            # parsers do not.
            for i in reversed(range(len(outers))):
                around, was_based, outer = outers[i]
                if around.namespace not in FOREIGN_NAMESPACES:
                    break
                outers[i] = inside, was_based, outer
        is_based = bases is not None and not _XML_BASE.isdisjoint(tree.attribute_names(node))
        if bases is not None and is_based:
            bases.enter(_xml_base(tree, node) or "")
        yield node, entry
        children = () if in_document and entry.hides_base else tree_children(node)
        if children:
            outers.append((here, is_based, node))
            here = inside
            stack.append(None)
            children.reverse()
            stack += children
        elif bases is not None and is_based:
            bases.leave()


def entries_inside(tree: Tree, here: Entries, entry: Entry, node: Node) -> Entries:
    """Return the entries for the children of an element, whose own is `entry` of `here`."""
    is_inner = entry.inner_when is None or entry.inner_when(_getter(tree, node))
    return here.table.entries(entry.inner if is_inner else entry.otherwise, is_bare=True)


def entry_at(tree: Tree, table: Lookup, node: Node) -> Entry:
    here = table.entries_at_top(tree)
    for above in reversed([*ancestors(tree, node)]):
        entry = here[tree.name(above)]
        if entry.inner is not None:
            here = entries_inside(tree, here, entry, above)
    return here[tree.name(node)]


def choose_row(tree: Tree, rows: tuple[Row, ...], node: Node) -> Row | None:
    return next((row for row in rows if row.when is None or row.when(_getter(tree, node))), None)


def _getter(tree: Tree, node: Node) -> Get:
    def get(name: str, default: str | None = None) -> str | None:
        value = tree.get(node, name)
        return default if value is None else value

    return get


def ancestors(tree: Tree, node: Node) -> Iterator[Node]:
    while (node := tree.parent(node)) is not None:
        yield node


def xml_bases(tree: Tree, node: Node) -> list[str]:
    """Return the `xml:base` attributes of an element and its ancestors, the outermost first."""
    values = [_xml_base(tree, element) for element in (node, *ancestors(tree, node))]
    return [value for value in reversed(values) if value is not None]


def _xml_base(tree: Tree, node: Node) -> str | None:
    return next((value for name in XML_BASE if (value := tree.get(node, name)) is not None), None)
