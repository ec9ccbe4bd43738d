"""A tree of elements, as the rest of this package reads and writes it, and the library that makes it.

A name is written as `{namespace}local`, or as `local` if there is no namespace, as in lxml and ElementTree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator
from itertools import pairwise
from operator import is_
from typing import Any, Final, NamedTuple

from urldom.trees._syntaxes import SPACE_RUN
from urldom.trees._table import HTML

#: A node of a library's tree. The libraries' nodes have no class in common.
Node = Any


class Sought:
    """A search of a tree: for elements with certain names, and for elements with certain attributes."""

    __slots__ = ("attributes", "elements", "is_sought")

    def __init__(
        self,
        attributes: frozenset[str],
        elements: frozenset[str] = frozenset(),
        is_sought: Callable[[Any], bool] = lambda name: False,
    ) -> None:
        #: The names of the attributes, as the tree has them
        self.attributes: frozenset[str] = attributes
        #: The local names of the elements, for a library that searches by these. `"*"` is any.
        self.elements: frozenset[str] = elements
        #: Whether the name of an element, as `Tree.name` returns it, is one of the names.
        self.is_sought: Callable[[Any], bool] = is_sought


class Tree:
    """A tree of elements. The adapter of each library is a subclass, and has what has no value here."""

    #: The tree as the library has it.
    given: Any
    #: The topmost node, and the name of the document element.
    root: Node
    root_name: str
    #: Whether elements of HTML have no namespace, and so no element has one.
    is_bare: bool
    #: The document's character encoding, if the library knows it.
    encoding: str | None = None
    #: The namespaces in which its elements can be outside foreign content, if the library searches by local names.
    namespaces: frozenset[str] | None = None
    #: Whether the tree is written as HTML, not as XML
    is_html: bool = True
    #: Whether the library refuses what no XML document can hold.
    holds_only_xml: bool = False
    #: Whether a parser made the tree that does not follow the HTML Standard: it keeps the line break that a `textarea`
    #: begins with, and the children of a `form` in a table.
    is_loosely_parsed: bool = False

    #: The parent, or `None` at the top.
    parent: Callable[[Node], Node | None]
    #: A new list of the child elements, in tree order. There may be children in it that are not elements.
    children: Callable[[Node], list[Node]]
    #: All elements of that name, in tree order.
    find: Callable[[str], Iterable[Node]]
    #: Whether two nodes are the same: a library may make a new object for each reading.
    is_same: Callable[[Node, Node], bool] = staticmethod(is_)
    #: The element's name. The name of another child is not a string.
    name: Callable[[Node], str]
    #: The names of the attributes, in their order, in linear time. Some libraries search the value of each by its name.
    attribute_names: Callable[[Node], Collection[str]]
    #: The value of an attribute, or `None`, and the function that sets it.
    get: Callable[[Node, str], str | None]
    set: Callable[[Node, str, str], None]
    #: The text right in the element, its *child text content*, and the function that sets it. The children stay.
    text: Callable[[Node], str]
    set_text: Callable[[Node, str], None]

    #: The child elements and the strings right in the element, in tree order. There may be other children in it, whose
    #: names are not strings.
    contents: Callable[[Node], Iterable[Node | str]]

    def leaf_text(self, node: Node) -> str | None:
        """The text of an element that has no child elements, or else `None`."""
        return None if self.children(node) else self.text(node)

    def shadow_children(self, node: Node) -> list[Node]:
        """The children in the element's shadow tree. They come first in tree order."""
        return []

    def element(self, node: Any) -> Node:
        """The element that is meant by what the user has of it."""
        return node

    def document_element(self) -> Node:
        """The root element. `root` may be a node of the library for the document."""
        return self.root

    def is_way(self, nodes: tuple[Node, ...]) -> bool:
        """Whether each of the nodes but the first is the parent of the one before it."""
        parents = ((self.parent(node), parent) for node, parent in pairwise(nodes))
        return all(above is not None and self.is_same(above, parent) for above, parent in parents)

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        """The child elements of that name, in tree order."""
        return (child for child in self.children(node) if self.name(child) == name)

    def children_in_document(self, node: Node) -> list[Node]:
        """The children outside a shadow tree."""
        return self.children(node)

    def values(self, node: Node, names: Container[str]) -> list[tuple[str, str]]:
        """The attributes whose names are among `names`, with their values, in their order."""
        get = self.get
        return [(name, get(node, name) or "") for name in self.attribute_names(node) if name in names]

    def candidates(self, sought: Sought) -> Iterator[Node]:
        """The elements that the search finds, in tree order. It may find others too.

        An adapter calls its library's own search, which is quicker than this walk through all elements."""
        found: list[Node] = []
        stack = [self.root]
        while stack:
            node = stack.pop()
            found.append(node)
            children = self.children(node)
            children.reverse()
            stack += children
        return iter(found)

    def has_attribute(self, names: frozenset[str]) -> bool:
        """Whether an element has an attribute with one of these names."""
        return any(not names.isdisjoint(self.attribute_names(node)) for node in self.candidates(Sought(names)))

    def write(self, encoding: str) -> str:
        """The text of the whole document, as the library writes it. If the text declares an encoding, it is
        `encoding`."""
        raise NotImplementedError

    def stylesheet_instructions(self) -> Iterable[Node]:
        """The `xml-stylesheet` processing instructions before the document element, in tree order. Of these, `text()`
        and `set_text()` mean the data, what follows the target. HTML has none: they are comments there."""
        return ()


class Library(NamedTuple):
    """A library that makes trees: by itself, or for its own parsers only."""

    #: The name by which it is imported, and by which `parser` chooses it.
    name: str
    #: The name of its trees in an error, with the article. A library without one makes another library's trees.
    kind: str = ""
    #: The start of the module names of its trees' classes, the names of these classes, and the adapter of such a tree.
    modules: str = ""
    classes: tuple[str, ...] = ()
    adapt: Callable[[Any], Tree] | None = None
    #: Each returns the tree of a text. Whoever calls it expects any exception.
    parse_html: Callable[[str], Tree] | None = None
    parse_xml: Callable[[str], Tree] | None = None
    #: The name by which it is installed, if that is another one.
    package: str | None = None


def top(node: Node, parent: Callable[[Node], Node | None]) -> Node:
    """The topmost node of a node's tree, given the function that returns the parent."""
    while (above := parent(node)) is not None:
        node = above
    return node


def write_doctype(name: str, public: str | None, system: str | None) -> str:
    """A document type with its identifiers, on which quirks mode depends (HTML's own serialization leaves them out)."""
    quoted = [text if text is None else f" '{text}'" if '"' in text else f' "{text}"' for text in (public, system)]
    if public is not None:
        return f"<!DOCTYPE {name} PUBLIC{quoted[0]}{quoted[1] or ''}>"
    return f"<!DOCTYPE {name}>" if system is None else f"<!DOCTYPE {name} SYSTEM{quoted[1]}>"


def html_name(tree: Tree, local: str) -> str:
    """The name that the tree has for HTML elements of that local name."""
    return local if tree.is_bare else f"{{{HTML}}}{local}"


#: The target of the processing instructions that name a style sheet.
STYLESHEET_TARGET: Final = "xml-stylesheet"


def split_instruction(text: str) -> tuple[str, str]:
    """The target and the data of a processing instruction, given the string of both."""
    target, *data = SPACE_RUN.split(text, maxsplit=1)
    return target, "".join(data)
