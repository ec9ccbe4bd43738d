"""`Tree`, the interface by which this package reads and writes a tree of elements, and `Library`, a
library of trees.

A name is written as `{namespace}local`, or as `local` without a namespace, as in lxml and
ElementTree."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from operator import is_
from typing import Any, Final, NamedTuple, TypeAlias

from urldom._core.errors import wrong_type
from urldom.trees._html_nesting import has_doubtful_nesting
from urldom.trees._syntaxes import SPACE_RUN, css_escape
from urldom.trees._table import ANY, HTML

Node = Any


class OfElement:
    """An object that is its own copy, because a copy of its element would not be in the tree."""

    __slots__ = ()
    node: Node

    def __copy__(self, memo: object = None) -> OfElement:
        return self

    __deepcopy__ = __copy__


class Sought(NamedTuple):
    """The elements that a search of a tree finds, because of their names or their attributes."""

    attributes: frozenset[str]
    #: The local names of the elements, for a library that searches by local names. `"*"` means any
    #: name.
    elements: frozenset[str] = frozenset()
    #: Returns `True` if an element with this `Tree.name` is sought.
    is_sought: Callable[[Any], bool] = lambda name: False


class Comment(NamedTuple):
    """A comment, with its data, or other markup without content, such as a document type, as it is
    written."""

    text: str
    is_whole: bool = False


class ShadowTree(NamedTuple):
    """A shadow tree, for the writer of HTML: the attributes of its `template`, and its nodes."""

    attributes: dict[str, str]
    nodes: Iterator[Node | str | Comment]


#: The elements whose text a parser of the HTML Standard reads literally. `noscript` isn't one of
#: them, because the parsers run without scripting.
LITERAL: Final = ("style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext")
_LITERAL: Final = frozenset(f"{{{HTML}}}{name}" for name in LITERAL)


class Tree:
    """A tree of elements. The adapter of each library is a subclass, which sets what is only
    declared here."""

    given: Any
    root: Node
    root_name: str
    #: `True` if HTML's elements in the tree do not have a namespace, so that no element has one.
    is_bare: bool
    #: The document's character encoding, if the library knows it.
    encoding: str | None = None
    #: The namespaces of elements outside foreign content, if the library searches by local names.
    namespaces: frozenset[str] | None = None
    #: `True` if the tree is written as HTML, and `False` if it is written as XML.
    is_html: bool = True
    #: `True` if the tree keeps the XML declaration of the text that it was parsed from, or that the
    #: text has none.
    keeps_declaration: bool = False
    #: `False` if the tree is written as text, which declares no encoding.
    is_markup: bool = True
    #: `False` if the tree was parsed as HTML, so that it has no vocabularies of XML.
    has_vocabularies: bool = True
    #: `True` if the library rejects characters that XML does not allow.
    holds_only_xml: bool = False
    #: `True` if the parser keeps the line break at the start of a `textarea`, and the children of a
    #: `form` in a table.
    is_loosely_parsed: bool = False
    #: `True` if the tree is written without its root element, as the snippet that was parsed.
    is_fragment: bool = False

    parent: Callable[[Node], Node | None]
    #: A new list of the child elements, and possibly of other children, in tree order.
    children: Callable[[Node], list[Node]]
    #: `True` if two objects are the same node, because a library may make a new object at each
    #: access.
    is_same: Callable[[Node, Node], bool] = staticmethod(is_)
    #: A number that no other node has while an object of the node is kept alive.
    key: Callable[[Node], int] = staticmethod(id)
    #: The element's name. A node that is not an element has a name that is not a string.
    name: Callable[[Node], str]
    #: The names of the attributes, in their order, in linear time, while some libraries search for
    #: each value.
    attribute_names: Callable[[Node], Collection[str]]
    get: Callable[[Node, str], str | None]
    set: Callable[[Node, str, str], None]
    #: Sets the *child text content*. The child elements stay.
    set_text: Callable[[Node, str], None]
    #: The child elements and the strings between them, and possibly nodes without a name, in tree
    #: order.
    contents: Callable[[Node], Iterable[Node | str]]
    #: All child nodes for the writer of HTML: a shadow tree, elements, strings, and comments.
    nodes: Callable[[Node], Iterable[Node | str | Comment | ShadowTree]]
    #: The nodes at the top of the document for the writer of HTML, or of a snippet.
    outermost: Callable[[], Iterable[Node | str | Comment | ShadowTree]]
    #: Parses a text again, as the tree's library parsed it, to see what HTML cannot write. `None`
    #: if no parser made the tree.
    parse_again: Callable[[str], Tree] | None = None
    #: The name of the element around a snippet, or `""`.
    written_inside: str = ""
    #: `True` if the parser knows neither SVG nor MathML.
    knows_only_html: bool = False
    #: `True` if the parser makes one line break or one space of a text of spaces.
    collapses_spaces: bool = False
    #: Returns the name of HTML for a name that the builder escaped, if it does so.
    real_name: Callable[[str], str] | None = None
    #: `True` if a program made the tree, so that it may lack elements whose tags HTML lets a page
    #: omit.
    omits_tags: bool = False
    #: The text of HTML that was parsed, or `None`.
    source: str | None = None
    #: `True` if a program has the tree, or an element of it, and may have added any node.
    was_given: bool = True
    #: The text of the whole document, as the library writes it. It declares no other encoding than
    #: the given one.
    write: Callable[[str], str]

    def is_equal(self, other: Tree) -> bool:
        """Return `True` if the library finds two trees equal, and `False` if it cannot know."""
        return False

    def is_doubtful(self, text: str) -> bool:
        """Return `True` if a parser may read another tree from the HTML of a tree that a parser
        made. `text` is what the library writes, or `""` if it `can_write` not."""
        return has_doubtful_nesting(self.root, self.name, self.children)

    def literal(self) -> frozenset[str]:
        """Return the elements of HTML whose text the parser reads literally."""
        return _LITERAL

    def may_run_more(self, source: str, text: str) -> bool:
        """Return `True` if a browser may run a script or a handler in the text of a tree that it
        does not run in the source."""
        return True

    def can_write(self) -> bool:
        """Return `True` if the library's own writer of HTML is fast, and safe for this tree."""
        return False

    def find(self, *names: str) -> Iterable[Node]:
        """Return the elements with one of these names. Those with the same name are in tree
        order."""
        raise NotImplementedError

    def text(self, node: Node) -> str:
        """Return the *child text content* of the element."""
        return "".join([item for item in self.contents(node) if isinstance(item, str)])

    def leaf_text(self, node: Node) -> str | None:
        """Return the text of an element without child elements, or `None` if it has any."""
        return None if self.children(node) else self.text(node)

    def shadow_children(self, node: Node) -> list[Node]:
        """Return the children in the element's shadow tree, which come before the other children in
        tree order."""
        return []

    def element(self, node: Any) -> Node:
        """Return the element of an object that the user passed, such as a selector."""
        return node

    def require_element(self, node: Any, what: str, expected: str) -> Node:
        """Return the element of an object that the user passed, such as a found URL, or raise
        `TypeError`."""
        element = name = None
        with suppress(AttributeError):  # An object of another library lacks the attributes.
            element = self.element(node.node if isinstance(node, OfElement) else node)
            name = self.name(element)
        if not isinstance(name, str):
            raise wrong_type(what, expected, node)
        return element

    def document_element(self) -> Node:
        """Return the root element. `root` may be the library's node for the document."""
        return self.root

    def is_way(self, nodes: tuple[Node, ...]) -> bool:
        """Return `True` if each node of the tuple is the parent of the node before it in the
        tuple."""
        is_same, parent = self.is_same, self.parent
        above = nodes[0] if nodes else None
        for node in nodes:  # A plain loop, because each access to a live URL calls this method.
            if above is None or not is_same(node, above):
                return False
            above = parent(node)
        return True

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        """Return the child elements with a name."""
        return (child for child in self.children(node) if self.name(child) == name)

    def children_in_document(self, node: Node) -> list[Node]:
        """Return the children outside a shadow tree."""
        return self.children(node)

    def values(self, node: Node, names: Container[str]) -> list[tuple[str, str]]:
        """Return the names and values of the attributes whose names are in `names`, in the order of
        the attributes."""
        found: list[tuple[str, str]] = []
        for name in self.attribute_names(node):  # faster than a comprehension
            if name in names:
                found.append((name, self.get(node, name) or ""))
        return found

    def candidates(self, sought: Sought) -> Iterator[Node]:
        """Return the elements that the search should find, and possibly others, in tree order."""
        names, is_sought = sought.attributes, sought.is_sought
        found: list[Node] = []
        stack = [self.root]
        while stack:
            node = stack.pop()
            if not names.isdisjoint(self.attribute_names(node)) or is_sought(self.name(node)):
                found.append(node)
            children = self.children(node)
            children.reverse()
            stack += children
        return iter(found)

    def has_attribute(self, names: frozenset[str]) -> bool:
        """Return `True` if an element of the tree has an attribute with one of these names."""
        # The search may also find elements without such an attribute.
        candidates = self.candidates(Sought(names))
        return any(not names.isdisjoint(self.attribute_names(node)) for node in candidates)

    def keep_source(self, text: str, parsed: str) -> None:
        """Keep what `write` needs of the text of an XML document, to write it as it was.

        Args:
            text: The text of the document.
            parsed: The text that was parsed, in which HTML's named references are numeric.
        """
        raise NotImplementedError

    def instructions(self) -> Iterable[tuple[str, Node]]:
        """Return the instructions before the document element that contain a URL, each after its
        target. Their text is their data."""
        return ()


class OwnBase(NamedTuple):
    """A base URL that an element sets for itself and what is in it, by its vocabulary."""

    url: str
    #: `True` if the document contains the URL, so that it can be rewritten.
    is_written: bool = True


#: Returns the base URL that an element sets besides an `xml:base`, or `None`.
OwnBaseOf: TypeAlias = Callable[[Tree, Node], "OwnBase | None"]


class Library(NamedTuple):
    """A library that makes trees, or only parses and makes the trees of another library."""

    #: The name that `import` and the parameter `parser` use.
    name: str
    #: The description of its trees in an error, or `""` if the library makes the trees of another
    #: library.
    kind: str = ""
    #: The start of the names of the modules that define the classes of its trees.
    modules: str = ""
    classes: tuple[str, ...] = ()
    adapt: Callable[[Any], Tree] | None = None
    #: Functions that parse a text and return its tree. They may raise any exception.
    parse_html: Callable[[str], Tree] | None = None
    parse_xml: Callable[[str], Tree] | None = None
    #: A function that parses a snippet, given its text and the name of the element that contains
    #: it.
    parse_fragment: Callable[[str, str], Tree] | None = None
    #: The name that `pip install` uses, if it differs from `name`.
    package: str | None = None


def as_fragment(tree: Tree, write: Callable[[], str] | None = None) -> Tree:
    """Make a tree be written as a snippet, by the function `write` unless the library already does
    so."""
    tree.is_fragment = True
    if write is not None:
        tree.write = lambda encoding: write()
    return tree


def find_literal(parse: Callable[[str], Tree], names: Iterable[str]) -> frozenset[str]:
    """Return the elements whose text a parser reads literally. Its version decides it."""
    found: set[str] = set()
    for name in names:
        tree = parse(f"<{name}>&lt;</{name}>")
        if any(tree.text(node).startswith("&lt;") for node in tree.find(name)):
            found.add(f"{{{HTML}}}{name}")
    return frozenset(found)


def top(node: Node, parent: Callable[[Node], Node | None]) -> Node:
    """Return the outermost ancestor of a node, or the node itself if it has no parent."""
    while (above := parent(node)) is not None:
        node = above
    return node


def split_name(name: str) -> tuple[str, str]:
    """Return the namespace of a name, or `""`, and the local name."""
    namespace, _, local = name.rpartition("}")
    return namespace[1:], local


def local_name(name: str) -> str:
    """Return a name without its namespace."""
    _, _, local = name.rpartition("}")
    return local


def html_name(tree: Tree, local: str) -> str:
    """Return the name that an HTML element has in a tree."""
    return local if tree.is_bare else f"{{{HTML}}}{local}"


def write_doctype(name: str, public: str | None, system: str | None) -> str:
    """Return the text of a document type. Each of its identifiers may be missing."""
    identifiers = ""
    if public is not None:
        identifiers = f" PUBLIC {_quoted(public)}"
    elif system is not None:
        identifiers = " SYSTEM"
    if system is not None:
        identifiers += f" {_quoted(system)}"
    return f"<!DOCTYPE {name}{identifiers}>"


def _quoted(identifier: str) -> str:
    return f"'{identifier}'" if '"' in identifier else f'"{identifier}"'


#: The targets of the processing instructions that contain the URL of a style sheet or a schema.
INSTRUCTION_TARGETS: Final = ("xml-stylesheet", "xml-model")


def split_instruction(text: str) -> tuple[str, str]:
    """Return the target and the data of a processing instruction."""
    target, *data = SPACE_RUN.split(text, maxsplit=1)
    return target, "".join(data)


def target_of(text: str) -> str | None:
    """Return the target of a processing instruction with this text, or `None` if it has no URL."""
    target, _ = split_instruction(text)
    return target if target in INSTRUCTION_TARGETS else None


@lru_cache(maxsize=64)
def make_selector(elements: frozenset[str], attributes: frozenset[str]) -> str:
    """Return a CSS selector that matches elements with these names, or attributes that a parser for
    HTML can make."""
    if ANY in elements:
        return ANY
    names = [name for name in attributes if not re.search(r"[\t\n\f\r />]", name)]
    selectors = sorted(map(_escape_css, elements))
    selectors += [f"[{name}]" for name in sorted(map(_escape_css, names))]
    return f":is({','.join(selectors)})"


def _escape_css(name: str) -> str:
    """Return a name in the syntax of CSS, with an escape for each character that is not a
    letter."""
    return re.sub("[^A-Za-z]", lambda match: css_escape(match[0]), name)
