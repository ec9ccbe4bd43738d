"""The places of a tree that hold URLs, by the table of the elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from urldom.trees._lookup import BASES, DOCUMENTS, XML_BASE, Entries, Entry, Lookup
from urldom.trees._open_bases import OpenBases
from urldom.trees._table import FOREIGN_NAMESPACES, HTML, STYLESHEET_INSTRUCTION, Get, Row
from urldom.trees._tree import Node, Tree

_XML_BASE: Final = frozenset(XML_BASE)


class Place(NamedTuple):
    """An attribute, or the text if `attribute` is `None`, whose value holds URLs in the syntax of the row."""

    node: Node
    name: str
    attribute: str | None
    value: str
    row: Row
    bases: OpenBases


def find_places(tree: Tree, table: Lookup, bases: OpenBases, *, counts_xml_base: bool) -> Iterator[Place]:
    """The places of a tree, in tree order. `bases` has the base URL of each, while the iteration is there. With `BASES`
    as the table, the places in another document are left out."""
    tree_name, tree_attribute_names, tree_get, tree_children = tree.name, tree.attribute_names, tree.get, tree.children
    here = table.entries_at_top(tree)
    if table is not DOCUMENTS and table is not BASES:
        for node in tree.stylesheet_instructions():
            yield Place(node, STYLESHEET_INSTRUCTION.element, None, tree.text(node), STYLESHEET_INSTRUCTION, bases)
    # The elements to come, the next one last, with `None` for the end of each open element, and the state to go back
    # to there. That holds the element too: when lxml drops one, it goes up until it meets one that is still held.
    stack: list[Node | None] = [tree.root]
    outers: list[tuple[Entries, bool, Node]] = []
    while stack:
        node = stack.pop()
        if node is None:
            here, is_based, _ = outers.pop()
            if is_based:
                bases.leave()
            continue
        name = tree_name(node)
        if type(name) is not str:
            continue
        entry = here[name]
        inside = here if entry.inner is None else _entries_inside(tree, here, entry, node)
        if entry.ends_foreign and inside.namespace == HTML:
            here = inside
            _end_foreign(outers, inside)
        is_based = False
        found: list[tuple[str, str, tuple[Row, ...]]] = []
        for attribute in tree_attribute_names(node):
            rows = entry.attributes.get(attribute)
            if rows is None:
                continue
            if attribute not in _XML_BASE:
                found.append((attribute, tree_get(node, attribute) or "", rows))
            elif counts_xml_base and not is_based:
                bases.enter(_xml_base(tree, node) or "")
                is_based = True
        for attribute, value, rows in found:
            row = choose_row(tree, rows, node)
            if row is not None:
                yield Place(node, name, attribute, value, row, bases)
        if entry.text:
            row = choose_row(tree, entry.text, node)
            if row is not None:
                yield Place(node, name, None, tree.text(node), row, bases)
        children = () if table is BASES and entry.hides_base else tree_children(node)
        if children:
            outers.append((here, is_based, node))
            here = inside
            stack.append(None)
            children.reverse()
            stack += children
        elif is_based:
            bases.leave()


def _entries_inside(tree: Tree, here: Entries, entry: Entry, node: Node) -> Entries:
    """The entries for the children of an element, given those around it and its own."""
    is_inner = entry.inner_when is None or entry.inner_when(_getter(tree, node))
    return here.table.entries(entry.inner if is_inner else entry.otherwise, is_bare=True)


def entry_at(tree: Tree, table: Lookup, node: Node) -> Entry:
    """The entry for an element of a tree, by its ancestors."""
    here = table.entries_at_top(tree)
    for above in reversed([*ancestors(tree, node)]):
        entry = here[tree.name(above)]
        if entry.inner is not None:
            here = _entries_inside(tree, here, entry, above)
    return here[tree.name(node)]


def _end_foreign(outers: list[tuple[Entries, bool, Node]], html: Entries) -> None:
    """End the foreign content that a walk is in, as a start tag of HTML does. Not every parser knows that it does. The
    elements that follow are HTML, up to the end of the innermost element that holds HTML."""
    for i in reversed(range(len(outers))):
        around, is_based, node = outers[i]
        if around.namespace not in FOREIGN_NAMESPACES:
            return
        outers[i] = html, is_based, node


def choose_row(tree: Tree, rows: tuple[Row, ...], node: Node) -> Row | None:
    """The row that holds for an element: the first whose condition does."""
    for row in rows:
        if row.when is None or row.when(_getter(tree, node)):
            return row
    return None


def _getter(tree: Tree, node: Node) -> Get:
    """The function that gets the attributes of an element, for a condition."""

    def get(name: str, default: str | None = None) -> str | None:
        value = tree.get(node, name)
        return default if value is None else value

    return get


def ancestors(tree: Tree, node: Node) -> Iterator[Node]:
    """The ancestors of an element, the nearest first."""
    while (node := tree.parent(node)) is not None:
        yield node


def xml_bases(tree: Tree, node: Node) -> list[str]:
    """The `xml:base` attributes of an element and its ancestors, the outermost first."""
    values = [_xml_base(tree, element) for element in (node, *ancestors(tree, node))]
    return [value for value in reversed(values) if value is not None]


def _xml_base(tree: Tree, node: Node) -> str | None:
    return next((value for name in XML_BASE if (value := tree.get(node, name)) is not None), None)
