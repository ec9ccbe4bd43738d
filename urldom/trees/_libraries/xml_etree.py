"""`xml.etree.ElementTree`, and html5lib, which makes trees of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter, itemgetter, methodcaller
from typing import Any, Final

from urldom.trees._table import HTML
from urldom.trees._tree import (
    Comment,
    Library,
    Node,
    Sought,
    Tree,
    as_fragment,
    local_name,
    split_instruction,
    top,
    write_doctype,
)
from urldom.trees._xml.kept import Kept
from urldom.trees._xml.prolog import instruction_items, read_instruction

#: html5lib makes elements with these names for documents and fragments.
_HTML5LIB_DOCUMENTS: Final = frozenset(["DOCUMENT_FRAGMENT", "DOCUMENT_ROOT"])


class TailedTree(Tree):
    """A tree of lxml or ElementTree, in which an element's items are its children and its tail is
    the text after it."""

    # These compiled functions of Python and the library are fast, because they are called for every
    # element.
    get: Callable[[Node, str], str | None]
    name: Callable[[Node], str] = staticmethod(attrgetter("tag"))
    attribute_names: Callable[[Node], Collection[str]] = staticmethod(methodcaller("keys"))
    children: Callable[[Node], list[Node]] = staticmethod(itemgetter(slice(None)))

    def __init__(self, tree: Any) -> None:
        self.given = tree
        self.root: Node = tree.getroot() if hasattr(tree, "getroot") else tree
        if self.root is None:
            raise ValueError("the tree has no root element")
        self.root = top(self.root, self.parent)
        self.get = type(self.root).get  # pyright: ignore[reportUnknownMemberType]

    def find(self, *names: str) -> Iterable[Node]:
        for name in names:
            yield from self.root.iter(name)

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        yield from node.findall(name)

    def candidates(self, sought: Sought) -> Iterator[Node]:
        is_sought, has_none = sought.is_sought, sought.attributes.isdisjoint
        nodes = list(self.root.iter())  # The list keeps the nodes alive: see `walk_tree`.
        yield from [node for node in nodes if not has_none(node.keys()) or is_sought(node.tag)]

    def set(self, node: Node, attribute: str, value: str) -> None:
        node.set(attribute, value)

    def contents(self, node: Node) -> Iterator[Node | str]:
        yield node.text or ""
        for child in node:
            yield child
            yield child.tail or ""

    def nodes(self, node: Node) -> Iterator[Node | str | Comment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        yield node.text or ""
        for child in node:
            yield self._for_writer(child)
            yield child.tail or ""

    def _for_writer(self, node: Node) -> Node | Comment:
        """Return an element, or a comment as the writer of HTML needs it."""
        raise NotImplementedError

    def text(self, node: Node) -> str:
        return super().text(node) if len(node) else node.text or ""

    def leaf_text(self, node: Node) -> str | None:
        return None if len(node) else node.text or ""

    def set_text(self, node: Node, text: str) -> None:
        node.text = text
        for child in node:
            child.tail = None


class ElementTree(TailedTree):
    """A tree of `xml.etree.ElementTree`, from its parser or html5lib's builder: an element or an
    element tree.

    An element does not know its parent. So this class keeps a map of the parents, which it makes
    again if it is wrong.

    Args:
        tree: The element or tree.
        whole: html5lib's document.
    """

    def __init__(self, tree: Any, whole: Any = None) -> None:
        from xml.etree import ElementTree as etree
        from xml.etree.ElementTree import ProcessingInstruction

        super().__init__(tree)
        self._comment = etree.Comment
        self._instruction = ProcessingInstruction
        self.root_name: str = self.document_element().tag
        is_whole = self.root.tag in _HTML5LIB_DOCUMENTS
        self.is_bare: bool = self.root_name == "html" or (is_whole and self.root_name[0] != "{")
        self.is_html: bool = self.is_bare or is_whole or self.root_name.startswith(f"{{{HTML}}}")
        self._whole = whole
        self._choose_parser()
        #: The parent of each element, and the element's index in it.
        self._places: dict[Node, tuple[Node, int]] = {}
        #: The instructions before the root that contain a URL. The tree does not contain them.
        self._prolog: list[Node] = []
        self._kept: Kept | None = None

    def keep_source(self, text: str, parsed: str) -> None:
        from xml.etree.ElementTree import ProcessingInstruction

        self._prolog = [
            ProcessingInstruction(*split_instruction(read_instruction(text, item)))
            for item in instruction_items(text)
        ]
        self.keeps_declaration = True
        self._kept = Kept(text, parsed, list(self.root.iter()), self._prolog)

    def _choose_parser(self) -> None:
        """Choose how the text of a tree of HTML is parsed again, without html5lib not at all."""
        if not self.is_html or find_spec("html5lib") is None:
            return
        if local_name(self.root_name) != "html":
            self.parse_again = partial(parse_fragment, context="body")
        else:
            is_whole = self._whole is not None or self.root.tag in _HTML5LIB_DOCUMENTS
            self.parse_again = parse_html if is_whole else _parse_root
            # A program can make a bare tree, while html5lib makes each tree with `head` and `body`.
            self.omits_tags = self.is_bare

    def document_element(self) -> Node:
        if self.root.tag not in _HTML5LIB_DOCUMENTS:
            return self.root
        for child in self.root:
            # html5lib gives the document type the name "<!DOCTYPE>".
            if isinstance(child.tag, str) and not child.tag.startswith("<"):
                return child
        return self.root

    def parent(self, node: Node) -> Node | None:
        if node is self.root:
            return None
        parent = self._look_up(node)
        if parent is None:  # The tree has changed.
            places: dict[Node, tuple[Node, int]] = {}
            for above in self.root.iter():
                for index, child in enumerate(above):
                    places[child] = above, index
            self._places = places
            parent = self._look_up(node)
        return parent

    def text(self, node: Node) -> str:
        if node.tag is self._instruction:
            _, data = split_instruction(node.text)
            return data
        return super().text(node)

    def set_text(self, node: Node, text: str) -> None:
        if node.tag is self._instruction:
            target, _ = split_instruction(node.text)
            text = f"{target} {text}"
        super().set_text(node, text)

    def outermost(self) -> Iterator[Node | str | Comment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        document = self.root if self._whole is None else self._whole
        if document.tag in _HTML5LIB_DOCUMENTS:
            return self.nodes(document)
        return iter([document])

    def _for_writer(self, node: Node) -> Node | Comment:
        if node.tag is self._comment:
            return Comment(node.text or "")
        if node.tag == "<!DOCTYPE>":
            # html5lib keeps an identifier that is missing as an empty one.
            public, system = node.get("publicId") or None, node.get("systemId") or None
            return Comment(write_doctype(node.text or "", public, system), is_whole=True)
        return node

    def literal(self) -> frozenset[str]:
        # html5lib reads a snippet in a `noscript` as a browser with scripting does.
        inside = [self.written_inside] if self.written_inside == f"{{{HTML}}}noscript" else []
        return super().literal().union(inside)

    def write(self, encoding: str) -> str:  # only XML
        from urldom.trees._xml.writing import write_xml

        return write_xml(self.root, self._kept)

    def instructions(self) -> Iterable[tuple[str, Node]]:
        prolog = () if self.is_bare else self._prolog
        return [(split_instruction(node.text)[0], node) for node in prolog]

    def _look_up(self, node: Node) -> Node | None:
        """Return the parent of an element, or `None` if the map is wrong about it."""
        parent, index = self._places.get(node, (None, 0))
        if parent is not None and index < len(parent) and parent[index] is node:
            return parent
        return None


def parse_xml(text: str) -> Tree:
    from xml.etree.ElementTree import XMLParser, fromstring

    return ElementTree(fromstring(text.encode(), XMLParser(encoding="utf-8")))


def parse_html(text: str) -> Tree:
    html5lib: Any = import_module("html5lib")
    builder = html5lib.getTreeBuilder("etree", fullTree=True)
    # Only the document has the document type and the comments outside the root, and the elements do
    # not refer to it.
    document = html5lib.HTMLParser(builder).parse(text)
    root = next(child for child in document if child.tag == f"{{{HTML}}}html")
    return ElementTree(root, whole=document)


def _parse_root(text: str) -> Tree:
    return ElementTree(import_module("html5lib").parse(text))


def parse_fragment(text: str, context: str) -> Tree:
    html5lib: Any = import_module("html5lib")
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"))
    root = parser.parseFragment(text, container=context)
    tree = ElementTree(root)
    # html5lib gives the root another name.
    tree.root_name = f"{{{HTML}}}{context}"
    tree.is_bare = False
    tree.written_inside = tree.root_name
    tree.parse_again = partial(parse_fragment, context=context)
    return as_fragment(tree)


LIBRARY = Library(
    "xml.etree",
    kind="an xml.etree.ElementTree element or tree (html5lib makes these too)",
    modules="xml.etree.",
    classes=("Element", "ElementTree"),
    adapt=ElementTree,
    parse_xml=parse_xml,
)
HTML5LIB = Library("html5lib", parse_html=parse_html, parse_fragment=parse_fragment)
