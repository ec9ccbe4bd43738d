"""Finds the places of a tree that contain URLs, by the table of elements and attributes, and their
base URLs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from urldom._core.errors import Failure
from urldom._core.standards.interface import Engine
from urldom._core.text import encodings
from urldom._core.values.pieces import Pieces, href, path_of, with_fragment, with_path
from urldom.trees._lookup import DOCUMENTS, XML_BASE, Entries, Entry, Lookup
from urldom.trees._table import (
    FOREIGN_NAMESPACES,
    HTML,
    IN_ANY_CASE,
    INSTRUCTION,
    OUTER,
    Get,
    Row,
)
from urldom.trees._tree import Node, OwnBase, OwnBaseOf, Tree


class _Outer(NamedTuple):
    """The base URL around an element, without the part that the element's own base URL has too."""

    without_path: Pieces
    #: The number of characters that its path shares with the path of the element's own base URL.
    shared: int
    rest_of_path: str


class EarlyBase(NamedTuple):
    """The base URL of the URLs that a browser resolves when it reads their elements, if these are
    before the `base` element."""

    url: str
    base: Node


class OpenBases:
    """The base URL of the element that a walk through a tree has reached, as `urldom.Element`
    computes it.

    A base URL gets longer with each nested attribute, and all together may not fit in memory. So
    only the innermost base URL is kept, and the change that each attribute made. An attribute is
    not resolved until the base URL is read, which most elements do not need."""

    def __init__(self, base_url: str, engine: Engine, encoding: str) -> None:
        #: The base URL before the `base`, until the walk reaches the `base`.
        self.early: EarlyBase | None = None
        self._grammar = engine.grammar
        self._encoding = encodings.output_encoding(encoding)
        # The string is kept too, because its pieces may serialize to another string.
        self._outermost = base_url
        self._url: str | None = None
        self._pieces: Pieces | None
        try:
            self._pieces = self._grammar.cut_base(base_url)
        except Failure:
            self._pieces = None  # No URL resolves against this base URL.
        #: The attributes of the elements that were entered.
        self._entered: list[str] = []
        #: One item for each attribute that was resolved, which are the first of `_entered`: `None`
        #: if it did not change the base URL.
        self._outer: list[_Outer | None] = []
        #: The number of items in `_outer` that are not `None`.
        self._changes = 0

    def enter(self, xml_base: str) -> None:
        """Enter an element with this `xml:base`."""
        self._entered.append(xml_base)

    def enter_own(self, own: OwnBase) -> None:
        """Enter an element with a base URL that its vocabulary defines."""
        self.enter(own.url)

    def leave(self) -> None:
        """Leave the element that was entered last."""
        self._entered.pop()
        if len(self._outer) <= len(self._entered):
            return  # The attribute was not resolved.
        outer = self._outer.pop()
        if outer is None:
            return
        assert self._pieces is not None
        path = path_of(self._pieces)[: outer.shared] + outer.rest_of_path
        self._pieces = with_path(outer.without_path, path)
        self._url = None
        self._changes -= 1

    @property
    def base_url(self) -> str:
        """The base URL of the element that was entered last."""
        for xml_base in self._entered[len(self._outer) :]:
            self._outer.append(self._make(xml_base))
        if not self._changes:
            return self._outermost
        if self._url is None:
            assert self._pieces is not None
            self._url = href(self._pieces)
        return self._url

    @property
    def outer_base_url(self) -> str:
        """The base URL around the element that was entered last."""
        if not self._entered:
            return self.base_url
        last = self._entered[-1]
        self.leave()
        outer = self.base_url
        self.enter(last)
        return outer

    def base_url_against(self, against: str | None) -> str:
        """Return the base URL of the element that was entered last for a row's `against`."""
        return self.outer_base_url if against == OUTER else self.base_url

    def _make(self, xml_base: str) -> _Outer | None:
        """Resolve an `xml:base`, which becomes the base URL, and return the change for `leave`."""
        old = self._pieces
        if old is None:
            return None
        try:
            new = self._grammar.cut(xml_base, old, self._encoding)
        except Failure:
            return None  # An invalid `xml:base` is ignored (ruling 22).
        new = with_fragment(new, "")  # A base URL has no fragment here (ruling 22).
        self._pieces, self._url = new, None
        self._changes += 1
        old_path = path_of(old)
        shared = _shared_length(old_path, path_of(new))
        return _Outer(with_path(old, ""), shared, old_path[shared:])


def _shared_length(one: str, other: str) -> int:
    """Return the length of the prefix that two strings share, by a binary search, because paths may
    be long."""
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

#: An element, its local name, an attribute (`None` for the text of the element), the value, the row
#: of the table, and the base URLs. This is a plain tuple, because to make a named tuple takes three
#: times as long.
Place: TypeAlias = tuple[Node, str, "str | None", str, Row, OpenBases]


def find_places(
    tree: Tree, table: Lookup, bases: OpenBases, *, counts_xml_base: bool
) -> Iterator[Place]:
    """Yield the places of a tree in tree order, while `bases.base_url` is the base URL of the
    current place."""
    if table is not DOCUMENTS:  # A style sheet is not an embedded document.
        yield from _places_of_instructions(tree, bases)
    values, text = tree.values, tree.text
    for node, entry in _visits(tree, table, bases, counts_xml_base=counts_xml_base):
        holding = entry.holding
        for attribute, value in values(node, holding) if holding else ():
            rows = holding[attribute]
            chosen = rows[0] if rows[0].when is None else choose_row(tree, rows, node)
            if chosen is not None:
                yield node, entry.local, attribute, value, chosen, bases
        if entry.text and (chosen := choose_row(tree, entry.text, node)) is not None:
            yield node, entry.local, None, text(node), chosen, bases


def forget_early(places: Iterator[Place], tree: Tree, bases: OpenBases) -> Iterator[Place]:
    """Yield all places, and forget the early base URL when the walk has reached the `base`."""
    early = bases.early
    for place in places:
        if early is not None and tree.is_same(place[0], early.base):
            bases.early = None
            yield place
            break
        yield place
    yield from places


def _places_of_instructions(tree: Tree, bases: OpenBases) -> Iterator[Place]:
    for target, node in tree.instructions():
        yield node, target, None, tree.text(node), INSTRUCTION, bases


def find_attributes(tree: Tree, table: Lookup) -> Iterator[tuple[Node, str, str]]:
    """Yield the elements of the document with an attribute of a table, the attribute's name and its
    value."""
    here = table.entries_at_top(tree)
    for node, entry, _ in walk_tree(tree, here, tree.root, in_document=True):
        for name, value in tree.values(node, entry.holding):
            yield node, name, value


def _visits(
    tree: Tree, table: Lookup, bases: OpenBases, *, counts_xml_base: bool
) -> Iterator[tuple[Node, Entry]]:
    """Return all elements that can contain URLs, and others, with their entries. The library can
    search for them, except where the ancestors of an element matter: for `xml:base`, and in foreign
    content."""
    here = table.entries_at_top(tree)
    if counts_xml_base:
        own_base_of = own_bases(tree)
        if own_base_of is not None or tree.has_attribute(_XML_BASE):
            return _visits_with_bases(tree, here, bases, own_base_of)
    return _visits_by_search(tree, here)


def _visits_by_search(tree: Tree, here: Entries) -> Iterator[tuple[Node, Entry]]:
    """Yield the elements that the library finds, and all elements in foreign content and in HTML
    that is not escaped."""
    tree_name = tree.name
    candidates = tree.candidates(here.sought(tree.namespaces))
    node = next(candidates, None)
    while node is not None:
        name = tree_name(node)
        entry = here[name]
        if not (entry.begins_foreign and tree.children(node)):
            yield node, entry
            node = next(candidates, None)
            continue
        # `candidates` skips `node` and all elements inside it, which the loop yields. The tree may
        # change meanwhile.
        for inner, inner_entry, _ in list(walk_tree(tree, here, node)):
            if node is not None and tree.is_same(node, inner):
                node = next(candidates, None)
            yield inner, inner_entry


def _visits_with_bases(
    tree: Tree, here: Entries, bases: OpenBases, own_base_of: OwnBaseOf | None
) -> Iterator[tuple[Node, Entry]]:
    """Yield all elements of a tree, while `bases.base_url` is the base URL of the last of them."""
    based: list[int] = []  # the depth of an open element, for each base URL that it sets
    for node, entry, depth in walk_tree(tree, here, tree.root):
        while based and based[-1] >= depth:
            based.pop()
            bases.leave()
        if not _XML_BASE.isdisjoint(tree.attribute_names(node)):
            based.append(depth)
            bases.enter(_xml_base(tree, node) or "")
        own = None if own_base_of is None else own_base_of(tree, node)
        if own is not None:
            based.append(depth)
            bases.enter_own(own)
        yield node, entry


def walk_tree(
    tree: Tree, here: Entries, top: Node, *, in_document: bool = False
) -> Iterator[tuple[Node, Entry, int]]:
    """Yield `top` and its descendants in tree order, each with its entry and its depth below `top`.

    `here` has the entries that apply to `top`. If `in_document` is `True`, the walk leaves out what
    does not belong to the document: shadow trees, and the contents of templates and of other
    elements with `hides_base`."""
    tree_name = tree.name
    tree_children = tree.children_in_document if in_document else tree.children
    # The next element to visit is at the end of `stack`, and `None` marks the end of an open
    # element. `outers` has each open element with the entries around it. It keeps the element
    # alive, because lxml would make a new object and search its ancestors.
    stack: list[Node | None] = [top]
    outers: list[tuple[Entries, Node]] = []
    while stack:
        node = stack.pop()
        if node is None:
            here, _ = outers.pop()
            continue
        name = tree_name(node)
        if type(name) is not str:  # The node is not an element.
            continue
        entry = here[name]
        inside = here if entry.inner is None else entries_inside(tree, here, entry, node)
        if entry.ends_foreign:
            here = _end_foreign(outers, here, inside)
        yield node, entry, len(outers)
        if in_document and entry.hides_base:
            continue
        children = tree_children(node)
        if children:
            outers.append((here, node))
            here = inside
            stack.append(None)
            children.reverse()
            stack += children


def _end_foreign(outers: list[tuple[Entries, Node]], here: Entries, inside: Entries) -> Entries:
    """End the foreign content around an element of HTML, as its start tag does in a browser (HTML
    Standard 13.2.6.5). Some parsers do not. Return the entries for the element's siblings."""
    if inside.namespace != HTML:  # The element is not HTML, such as a `font` without attributes.
        return here
    for i in reversed(range(len(outers))):
        around, outer = outers[i]
        if around.namespace not in FOREIGN_NAMESPACES:
            break
        outers[i] = inside, outer
    return inside


def nodes_before(tree: Tree, end: Node) -> dict[int, Node]:
    """Return the elements before another one in tree order, by their keys."""
    before: dict[int, Node] = {}
    here = Lookup(()).entries_at_top(tree)
    for node, _, _ in walk_tree(tree, here, tree.root):
        if tree.is_same(node, end):
            break
        before[tree.key(node)] = node
    return before


def entries_inside(tree: Tree, here: Entries, entry: Entry, node: Node) -> Entries:
    """Return the entries for the children of an element, whose own is `entry` of `here`."""
    is_inner = entry.inner_when is None or entry.inner_when(_getter(tree, node))
    return here.table.entries_inside(here, entry.inner if is_inner else entry.otherwise)


def entry_at(tree: Tree, table: Lookup, node: Node) -> Entry:
    """Return the entry of an element, which can depend on the element's ancestors."""
    here = table.entries_at_top(tree)
    for above in reversed([*ancestors(tree, node)]):
        entry = here[tree.name(above)]
        if entry.inner is not None:
            here = entries_inside(tree, here, entry, above)
    return here[tree.name(node)]


def choose_row(tree: Tree, rows: tuple[Row, ...], node: Node) -> Row | None:
    """Return the first row whose condition is true for an element, or `None`."""
    get: Get | None = None
    for row in rows:
        if row.when is None:
            return row
        if get is None:
            get = _getter_for(tree, rows, node)
        if row.when(get):
            return row
    return None


def _getter_for(tree: Tree, rows: tuple[Row, ...], node: Node) -> Get:
    """Return the function with which the conditions of rows read the attributes of an element."""
    if tree.is_bare or IN_ANY_CASE.isdisjoint(row.namespace for row in rows):
        return _getter(tree, node)
    return _getter_in_any_case(tree, node)


def _getter_in_any_case(tree: Tree, node: Node) -> Get:
    """Return `_getter` for an element whose attributes match in upper and lower case."""
    names = {name.lower(): name for name in tree.attribute_names(node)}
    get = _getter(tree, node)

    def get_in_any_case(name: str, default: str | None = None) -> str | None:
        return get(names.get(name.lower(), name), default)

    return get_in_any_case


def _getter(tree: Tree, node: Node) -> Get:
    """Return the function with which a condition reads the attributes of an element."""

    def get(name: str, default: str | None = None) -> str | None:
        value = tree.get(node, name)
        return default if value is None else value

    return get


def ancestors(tree: Tree, node: Node) -> Iterator[Node]:
    """Yield the ancestors of an element, the nearest first."""
    while (node := tree.parent(node)) is not None:
        yield node


def own_bases(tree: Tree) -> OwnBaseOf | None:
    """Return the function that reads the base URLs of elements in the vocabulary of a document, or
    `None` if the vocabulary only uses `xml:base`."""
    if tree.is_bare or not tree.has_vocabularies:
        return None
    from urldom.trees._vocabularies import vocabulary_of

    vocabulary = vocabulary_of(tree.root_name)
    return None if vocabulary is None else vocabulary.own_base_of


def bases_around(tree: Tree, node: Node) -> list[str]:
    """Return the base URLs that an element and its ancestors set, the outermost first."""
    own_base_of = own_bases(tree)
    found: list[str] = []
    for element in reversed([node, *ancestors(tree, node)]):
        xml_base = _xml_base(tree, element)
        if xml_base is not None:
            found.append(xml_base)
        own = None if own_base_of is None else own_base_of(tree, element)
        if own is not None:
            found.append(own.url)
    return found


def _xml_base(tree: Tree, node: Node) -> str | None:
    values = (tree.get(node, name) for name in XML_BASE)
    return next((value for value in values if value is not None), None)
