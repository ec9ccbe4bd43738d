"""What the rest of this package asks of a tree, and the libraries that can answer.

A name is written as `{namespace}local`, or as `local` where there is no namespace: the way of lxml and ElementTree. No
library is imported here: whoever has made a tree has imported its library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter, itemgetter, methodcaller
from typing import Any, Final, Protocol

#: A node of some library's tree, which no two of them have in common.
Node = Any


class Tree(Protocol):
    """A tree of elements, as one library makes it."""

    #: The topmost node.
    root: Node
    #: The name of the document element.
    root_name: str
    #: Whether elements of HTML have no namespace, and so no element has one.
    is_bare: bool
    #: The document's character encoding, where the library knows it.
    encoding: str | None

    def parent(self, node: Node, /) -> Node | None:
        """The parent, or `None` at the top."""

    def children(self, node: Node, /) -> list[Node]:
        """A new list of the children, in tree order: all child elements; where the library has more children than that,
        those too."""
        ...

    def find(self, name: str, /) -> Iterable[Node]:
        """All elements of that name, in tree order."""
        ...

    def children_named(self, node: Node, name: str, /) -> Iterable[Node]:
        """The child elements of that name, in tree order."""
        ...

    def is_child(self, node: Node, parent: Node, /) -> bool:
        """Whether `parent` is the parent of `node`."""
        ...

    def has_attribute(self, names: frozenset[str], /) -> bool:
        """Whether some element has an attribute of one of those names."""
        ...

    def name(self, node: Node, /) -> str:
        """The element's name. (Of a child that is no element, what is no string.)"""
        ...

    def attributes(self, node: Node, /) -> Iterable[tuple[str, str]]:
        """The names and values of the attributes, in their order."""
        ...

    def get(self, node: Node, attribute: str, /) -> str | None:
        """The attribute's value, or `None`."""

    def set(self, node: Node, attribute: str, value: str, /) -> None:
        """Gives the attribute a value."""

    def text(self, node: Node, /) -> str:
        """The text right in the element: its *child text content*."""
        ...

    def set_text(self, node: Node, text: str, /) -> None:
        """Gives the element that text and no other; its children stay."""


def _top(node: Node, parent: Callable[[Node], Node | None]) -> Node:
    above = parent(node)
    while above is not None:
        node, above = above, parent(above)
    return node


class _TailedTree:
    """What lxml and ElementTree have in common: children are items, and text follows an element as its tail."""

    root: Node
    # Made of what is compiled: these are called for every element.
    name: staticmethod[[Node], str] = staticmethod(attrgetter("tag"))
    attributes: staticmethod[[Node], Iterable[tuple[str, str]]] = staticmethod(methodcaller("items"))
    children: staticmethod[[Node], list[Node]] = staticmethod(itemgetter(slice(None)))

    def find(self, name: str) -> Iterable[Node]:
        found: Iterable[Node] = self.root.iter(name)
        return found

    def has_attribute(self, names: frozenset[str]) -> bool:
        return any(not names.isdisjoint(node.keys()) for node in self.root.iter())

    def get(self, node: Node, attribute: str) -> str | None:
        value: str | None = node.get(attribute)
        return value

    def set(self, node: Node, attribute: str, value: str) -> None:
        node.set(attribute, value)

    def text(self, node: Node) -> str:
        return (node.text or "") + "".join(child.tail or "" for child in node)

    def set_text(self, node: Node, text: str) -> None:
        node.text = text
        for child in node:
            child.tail = None


#: What lxml says of a document that was a string, by the string's width in memory, and of one whose encoding libxml2
#: guessed.
_UNKNOWN_TO_LXML: Final = frozenset(["UTF-8", "ISO-8859-1", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])


class LxmlTree(_TailedTree):
    """lxml: an element or an element tree, from a parser for HTML or XML, or from html5lib's builder."""

    def __init__(self, tree: Any) -> None:
        node = tree.getroot() if hasattr(tree, "getroot") else tree
        if node is None:
            raise ValueError("the tree has no root element")
        self.root: Node = _top(node, self.parent)
        self.root_name: str = self.root.tag
        information = self.root.getroottree()
        parser = type(information.parser).__mro__
        self.is_bare: bool = any(base.__name__ == "HTMLParser" for base in parser) or self.root_name == "html"
        encoding = information.docinfo.encoding
        self.encoding: str | None = None if encoding in _UNKNOWN_TO_LXML else encoding

    parent: staticmethod[[Node], Node | None] = staticmethod(methodcaller("getparent"))

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        found: Iterable[Node] = node.iterchildren(name)
        return found

    def is_child(self, node: Node, parent: Node) -> bool:
        return node.getparent() is parent


class ElementTree(_TailedTree):
    """`xml.etree.ElementTree`: an element or an element tree, from its own parser or html5lib's builder.

    Its elements do not know their parents. So a map of them is kept, and each answer of it is checked: after a change
    to the tree the map is made anew.
    """

    encoding: str | None = None

    def __init__(self, tree: Any) -> None:
        self.root: Node = tree.getroot() if hasattr(tree, "getroot") else tree
        if self.root is None:
            raise ValueError("the tree has no root element")
        self.root_name: str = self.root.tag
        # The last two are html5lib's.
        self.is_bare: bool = self.root_name in ("html", "DOCUMENT_FRAGMENT", "DOCUMENT_ROOT")
        self._places: dict[Node, tuple[Node, int]] = {}

    def parent(self, node: Node) -> Node | None:
        if node is self.root:
            return None
        parent = self._look_up(node)
        if parent is None:
            places = ((child, (above, i)) for above in self.root.iter() for i, child in enumerate(above))
            self._places = dict(places)
            parent = self._look_up(node)
        return parent

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        found: list[Node] = node.findall(name)
        return found

    def is_child(self, node: Node, parent: Node) -> bool:
        return self.parent(node) is parent

    def _look_up(self, node: Node) -> Node | None:
        parent, index = self._places.get(node, (None, 0))
        if parent is not None and index < len(parent) and parent[index] is node:
            return parent
        return None


class Soup:
    """BeautifulSoup 4, from any of its builders."""

    def __init__(self, soup: Any) -> None:
        from bs4.element import CData, NamespacedAttribute, NavigableString, PreformattedString, Tag

        self._tag, self._string, self._namespaced = Tag, NavigableString, NamespacedAttribute
        self._no_text = tuple(kind for kind in PreformattedString.__subclasses__() if kind is not CData)
        self.root: Node = _top(soup, self.parent)
        # The topmost node is the soup itself, unless it was given a tag that stands alone.
        first = next((node for node in (self.root, *self.children(self.root)) if node.name != "[document]"), self.root)
        self.root_name: str = self.name(first)
        self.is_bare: bool = not getattr(self.root, "is_xml", False) and first.namespace is None
        self.encoding: str | None = getattr(self.root, "original_encoding", None)

    parent: staticmethod[[Node], Node | None] = staticmethod(attrgetter("parent"))

    def children(self, node: Node) -> list[Node]:
        return [child for child in node.contents if isinstance(child, self._tag)]

    def find(self, name: str) -> Iterator[Node]:
        local = name.rpartition("}")[2]
        for node in self.root.descendants:
            if node.name is not None and node.name.endswith(local) and self.name(node) == name:
                yield node

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        return (child for child in self.children(node) if self.name(child) == name)

    def is_child(self, node: Node, parent: Node) -> bool:
        return node.parent is parent

    def has_attribute(self, names: frozenset[str]) -> bool:
        nodes = (node for node in self.root.descendants if isinstance(node, self._tag))
        return any(self._attribute_name(key) in names for node in nodes for key in node.attrs)

    def name(self, node: Node) -> str:
        name: str = node.name
        if node.prefix:
            name = name.removeprefix(f"{node.prefix}:")
        return f"{{{node.namespace}}}{name}" if node.namespace else name

    def attributes(self, node: Node) -> Iterator[tuple[str, str]]:
        for key, value in node.attrs.items():
            # Builders for HTML make lists of some attributes' values.
            yield self._attribute_name(key), value if isinstance(value, str) else " ".join(value)

    def _attribute_name(self, key: str) -> str:
        if isinstance(key, self._namespaced) and key.namespace and key.name:
            return f"{{{key.namespace}}}{key.name}"
        return key

    def get(self, node: Node, attribute: str) -> str | None:
        if not attribute.startswith("{"):
            value = node.attrs.get(attribute)
            return value if value is None or isinstance(value, str) else " ".join(value)
        return next((value for name, value in self.attributes(node) if name == attribute), None)

    def set(self, node: Node, attribute: str, value: str) -> None:
        keys = (key for key in node.attrs if self._attribute_name(key) == attribute)
        node.attrs[next(keys, attribute)] = value

    def _strings(self, node: Node) -> list[Node]:
        return [
            child for child in node.contents if isinstance(child, self._string) and not isinstance(child, self._no_text)
        ]

    def text(self, node: Node) -> str:
        return "".join(self._strings(node))

    def set_text(self, node: Node, text: str) -> None:
        first, *others = self._strings(node) or [self._string("")]
        for string in others:
            string.extract()
        # A string of the same class: the text of a `style` element is written without escapes, that of a `p` with.
        replacement = type(first)(text)
        if first.parent is None:
            node.append(replacement)
        else:
            first.replace_with(replacement)


class Lexbor:
    """selectolax's `LexborHTMLParser`."""

    is_bare = True
    encoding: str | None = None

    def __init__(self, parser: Any) -> None:
        node = parser.root if hasattr(parser, "root") else parser
        if node is None:
            raise ValueError("the tree has no root element")
        self.root: Node = _top(node, self.parent)
        self.root_name: str = self.root.tag

    def parent(self, node: Node) -> Node | None:
        parent = node.parent
        return None if parent is None or parent.tag == "-document" else parent

    def children(self, node: Node) -> list[Node]:
        if node.tag == "template":
            # Its content is a fragment of its own, the first of those at or below it. (Older versions do not give it.)
            fragments: list[Node] = node.template_fragments() if hasattr(node, "template_fragments") else []
            return list(fragments[0].iter()) if fragments else []
        return list(node.iter())

    def find(self, name: str) -> Iterable[Node]:
        found: list[Node] = self.root.css(name)
        return found

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        return (child for child in node.iter() if child.tag == name)

    def is_child(self, node: Node, parent: Node) -> bool:
        above = node.parent  # made anew each time
        return above is not None and above.mem_id == parent.mem_id

    def has_attribute(self, names: frozenset[str]) -> bool:
        stack = [self.root]
        while stack:
            node = stack.pop()
            if not names.isdisjoint(node.attributes):
                return True
            stack += self.children(node)
        return False

    def name(self, node: Node) -> str:
        name: str = node.tag
        return name

    def attributes(self, node: Node) -> Iterable[tuple[str, str]]:
        return [(name, value or "") for name, value in node.attributes.items()]

    def get(self, node: Node, attribute: str) -> str | None:
        attributes = node.attributes
        return attributes[attribute] or "" if attribute in attributes else None

    def set(self, node: Node, attribute: str, value: str) -> None:
        node.attrs[attribute] = value

    def _strings(self, node: Node) -> list[Node]:
        return [child for child in node.iter(include_text=True) if child.tag == "-text"]

    def text(self, node: Node) -> str:
        return "".join(child.text_content for child in self._strings(node))

    def set_text(self, node: Node, text: str) -> None:
        strings = self._strings(node)
        if not strings:
            node.insert_child(text)
            return
        for string in strings[1:]:
            string.remove()
        strings[0].replace_with(text)


#: The module of a tree's class, or the beginning of its name, and the adapter.
ADAPTERS: Final[dict[str, Callable[[Any], Tree]]] = {
    "lxml.": LxmlTree,
    "xml.etree.": ElementTree,
    "bs4": Soup,
    "selectolax.lexbor": Lexbor,
}


def adapt(tree: object) -> Tree:
    """The adapter of whatever a parser returned. Raises `TypeError` for what is no tree of a known library."""
    for base in type(tree).__mro__:
        for module, adapter in ADAPTERS.items():
            if base.__module__.startswith(module):
                return adapter(tree)
    raise TypeError(
        f"a tree is an lxml or xml.etree.ElementTree element or tree (html5lib makes both), a BeautifulSoup or a "
        f"selectolax LexborHTMLParser, not {type(tree).__module__}.{type(tree).__qualname__}"
    )
