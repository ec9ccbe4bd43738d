"""What the rest of this package asks of a tree, and the libraries that can answer.

A name is written as `{namespace}local`, or as `local` where there is no namespace: the way of lxml and ElementTree. No
library is imported here: whoever has made a tree has imported its library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import pairwise, takewhile
from operator import attrgetter, itemgetter, methodcaller
from typing import Any, Final, Protocol

from urldom._errors import type_name
from urldom.trees._syntaxes import SPACE_RUN, SPACES

#: A node of some library's tree, which no two of them have in common.
Node = Any


class Tree(Protocol):
    """A tree of elements, as one library makes it."""

    #: The tree as the library has it.
    given: Any
    #: The topmost node.
    root: Node
    #: The name of the document element.
    root_name: str
    #: Whether elements of HTML have no namespace, and so no element has one.
    is_bare: bool
    #: The document's character encoding, where the library knows it.
    encoding: str | None
    #: Whether the library refuses what no XML document can hold.
    holds_only_xml: bool

    def element(self, node: Any, /) -> Node:
        """The element that is meant by what the user has of it."""
        ...

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

    def is_way(self, nodes: tuple[Node, ...], /) -> bool:
        """Whether each of the nodes but the first is the parent of the one before it."""
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

    def stylesheet_instructions(self) -> Iterable[Node]:
        """The `xml-stylesheet` processing instructions before the document element, in tree order. Of these, `text()`
        and `set_text()` mean the data, what follows the target. In HTML there are none: they are comments there."""
        ...


#: The target of the processing instructions that name a style sheet.
_STYLESHEET_TARGET: Final = "xml-stylesheet"


def _split_instruction(text: str) -> tuple[str, str]:
    """The target and the data of a processing instruction, of which the library has one string."""
    target, *data = SPACE_RUN.split(text, maxsplit=1)
    return target, "".join(data)


def _top(node: Node, parent: Callable[[Node], Node | None]) -> Node:
    above = parent(node)
    while above is not None:
        node, above = above, parent(above)
    return node


class _Adapter:
    """What most trees have in common."""

    given: Any = None
    holds_only_xml: bool = False

    def element(self, node: Any) -> Node:
        return node


class _TailedTree(_Adapter):
    """What lxml and ElementTree have in common: children are items, and text follows an element as its tail."""

    root: Node
    #: Each of the two libraries has a way of its own.
    parent: Any
    # Made of what is compiled: these are called for every element.
    name: staticmethod[[Node], str] = staticmethod(attrgetter("tag"))
    attributes: staticmethod[[Node], Iterable[tuple[str, str]]] = staticmethod(methodcaller("items"))
    children: staticmethod[[Node], list[Node]] = staticmethod(itemgetter(slice(None)))

    def is_way(self, nodes: tuple[Node, ...]) -> bool:
        above = nodes[0] if nodes else None
        for node in nodes:  # This is asked at every reading of a live URL.
            if node is not above:
                return False
            above = self.parent(node)
        return True

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

    holds_only_xml: bool = True

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

    def stylesheet_instructions(self) -> Iterable[Node]:
        if self.is_bare:
            return ()
        before = reversed(list(self.root.itersiblings(preceding=True)))
        return [node for node in before if getattr(node, "target", None) == _STYLESHEET_TARGET]


class ElementTree(_TailedTree):
    """`xml.etree.ElementTree`: an element or an element tree, from its own parser or html5lib's builder.

    Its elements do not know their parents. So a map of them is kept, and each answer of it is checked: after a change
    to the tree the map is made anew. Nor does its tree know what was before the document element: `prolog` is that, as
    elements that `ElementTree.ProcessingInstruction` makes.
    """

    encoding: str | None = None

    def __init__(self, tree: Any, prolog: Iterable[Node] = ()) -> None:
        from xml.etree.ElementTree import ProcessingInstruction

        self.given = tree
        self._instruction = ProcessingInstruction
        self.root: Node = tree.getroot() if hasattr(tree, "getroot") else tree
        if self.root is None:
            raise ValueError("the tree has no root element")
        self.root_name: str = self.root.tag
        # The last two are html5lib's.
        self.is_bare: bool = self.root_name in ("html", "DOCUMENT_FRAGMENT", "DOCUMENT_ROOT")
        self._places: dict[Node, tuple[Node, int]] = {}
        self._stylesheet_instructions = [
            node
            for node in prolog
            if node.tag is ProcessingInstruction and _split_instruction(node.text)[0] == _STYLESHEET_TARGET
        ]

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

    def text(self, node: Node) -> str:
        if node.tag is self._instruction:
            return _split_instruction(node.text)[1]
        return super().text(node)

    def set_text(self, node: Node, text: str) -> None:
        if node.tag is self._instruction:
            text = f"{_split_instruction(node.text)[0]} {text}"
        super().set_text(node, text)

    def stylesheet_instructions(self) -> Iterable[Node]:
        return () if self.is_bare else self._stylesheet_instructions

    def _look_up(self, node: Node) -> Node | None:
        parent, index = self._places.get(node, (None, 0))
        if parent is not None and index < len(parent) and parent[index] is node:
            return parent
        return None


class Soup(_Adapter):
    """BeautifulSoup 4, from any of its builders.

    A builder for HTML makes lists of the values of some attributes (`rel`, `archive`, `headers`), and splits them at
    more than HTML's spaces, at U+00A0 too. What stood between the items is lost; one that is given
    `multi_valued_attributes=None` keeps it.
    """

    #: That of elements that have none.
    _namespace = ""

    def __init__(self, soup: Any) -> None:
        from bs4.element import (
            CData,
            NamespacedAttribute,
            NavigableString,
            PreformattedString,
            ProcessingInstruction,
            Tag,
        )

        self._tag, self._string, self._namespaced = Tag, NavigableString, NamespacedAttribute
        self._cdata, self._instruction = CData, ProcessingInstruction
        self._no_text = tuple(kind for kind in PreformattedString.__subclasses__() if kind is not CData)
        self.root: Node = _top(soup, self.parent)
        # The topmost node is the soup itself, unless it was given a tag that stands alone.
        first = next((node for node in (self.root, *self.children(self.root)) if node.name != "[document]"), self.root)
        self.root_name: str = self.name(first)
        self.is_bare: bool = not getattr(self.root, "is_xml", False) and first.namespace is None
        self.encoding: str | None = getattr(self.root, "original_encoding", None)
        if not self.is_bare and not getattr(self.root, "is_xml", False):
            # What `new_tag` makes has no namespace, unless it is given one.
            self._namespace = "{http://www.w3.org/1999/xhtml}"

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

    def is_way(self, nodes: tuple[Node, ...]) -> bool:
        return all(node.parent is parent for node, parent in pairwise(nodes))

    def has_attribute(self, names: frozenset[str]) -> bool:
        nodes = (node for node in self.root.descendants if isinstance(node, self._tag))
        return any(self._attribute_name(key) in names for node in nodes for key in node.attrs)

    def name(self, node: Node) -> str:
        name: str = node.name
        if node.prefix:
            name = name.removeprefix(f"{node.prefix}:")
        return f"{{{node.namespace}}}{name}" if node.namespace else f"{self._namespace}{name}"

    def attributes(self, node: Node) -> Iterator[tuple[str, str]]:
        for key, value in node.attrs.items():
            yield self._attribute_name(key), _joined(value)

    def _attribute_name(self, key: str) -> str:
        if isinstance(key, self._namespaced) and key.namespace and key.name:
            return f"{{{key.namespace}}}{key.name}"
        return key

    def get(self, node: Node, attribute: str) -> str | None:
        if not attribute.startswith("{"):
            return _joined(node.attrs[attribute]) if attribute in node.attrs else None
        return next((value for name, value in self.attributes(node) if name == attribute), None)

    def set(self, node: Node, attribute: str, value: str) -> None:
        key = next((key for key in node.attrs if self._attribute_name(key) == attribute), attribute)
        old: Any = node.attrs.get(key)
        # A list stays one: the program that made the tree may ask for its items.
        node.attrs[key] = (
            value if old is None or isinstance(old, str) else type(old)(SPACE_RUN.split(value.strip(SPACES)))
        )

    def _strings(self, node: Node) -> list[Node]:
        return [
            child for child in node.contents if isinstance(child, self._string) and not isinstance(child, self._no_text)
        ]

    def text(self, node: Node) -> str:
        if isinstance(node, self._instruction):
            return _split_instruction(node)[1]
        return "".join(self._strings(node))

    def set_text(self, node: Node, text: str) -> None:
        if isinstance(node, self._instruction):
            node.replace_with(type(node)(f"{_split_instruction(node)[0]} {text}"))
            return
        first, *others = self._strings(node) or [self._string("")]
        for string in others:
            string.extract()
        # A string of the same class: the text of a `style` element is written without escapes, that of a `p` with. But
        # of a CDATA section, a `]]>` would be the end.
        replacement = (self._string if isinstance(first, self._cdata) else type(first))(text)
        if first.parent is None:
            node.append(replacement)
        else:
            first.replace_with(replacement)

    def stylesheet_instructions(self) -> Iterable[Node]:
        if not getattr(self.root, "is_xml", False):
            return ()
        before = takewhile(lambda node: not isinstance(node, self._tag), self.root.contents)
        instructions = [node for node in before if isinstance(node, self._instruction)]
        return [node for node in instructions if _split_instruction(node)[0] == _STYLESHEET_TARGET]


def _joined(value: Any) -> str:
    """A value as BeautifulSoup has it: a string, a list of those, or `None` where the attribute has no value."""
    return value if isinstance(value, str) else " ".join(value or ())


class Lexbor(_Adapter):
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
        children = list(node.iter())
        if node.tag == "template" and not children and hasattr(node, "template_fragments"):
            # Its content is a fragment of its own, the first of those at or below it; but that of a `template` of SVG,
            # which is like any other element. (Older versions do not give it.)
            fragments: list[Node] = node.template_fragments()
            return list(fragments[0].iter()) if fragments else []
        return children

    def find(self, name: str) -> Iterable[Node]:
        found: list[Node] = self.root.css(name)
        return found

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        return (child for child in node.iter() if child.tag == name)

    def is_way(self, nodes: tuple[Node, ...]) -> bool:
        # What `parent` returns is made anew each time.
        parents = ((node.parent, parent) for node, parent in pairwise(nodes))
        return all(above is not None and above.mem_id == parent.mem_id for above, parent in parents)

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
        attributes = {**node.attributes, attribute: value}
        node.attrs[attribute] = value
        if node.attributes != attributes:
            # It looks for a local name, and of `xlink:href` and `href` it takes the one that stands first. Attributes
            # that are made anew have no local name but the whole one.
            for name in node.attributes:
                del node.attrs[name]
            for name, text in attributes.items():
                node.attrs[name] = text

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

    def stylesheet_instructions(self) -> Iterable[Node]:
        return ()


class TurboTree(_Adapter):
    """turbohtml: what its parser for HTML returned. Its elements have namespaces, and its attributes have none: those
    of SVG and MathML that HTML gives one, 13.2.6.1, *adjust foreign attributes*, are known by their prefix. A shadow
    tree is in front of its host's children; a closed one cannot be read."""

    is_bare = False

    def __init__(self, tree: Any) -> None:
        turbohtml: Any = import_module("turbohtml")

        if not isinstance(tree, turbohtml.Node):
            raise TypeError(_unknown(tree))
        self._element, self._text = turbohtml.Element, turbohtml.Text
        self._fragment, self._shadow_root = turbohtml.DocumentFragment, turbohtml.ShadowRoot
        self._html = turbohtml.Namespace.HTML
        self._foreign = {
            turbohtml.Namespace.SVG: "{http://www.w3.org/2000/svg}",
            turbohtml.Namespace.MATHML: "{http://www.w3.org/1998/Math/MathML}",
        }
        top = _top(tree, self._above)
        root = getattr(top, "root", top)  # of a document
        if not isinstance(root, self._element):
            raise ValueError("the tree has no root element")
        self.root: Node = root
        # Selectors mind the case of names in XML alone.
        selector = _NO_WORD.sub(r"\\\g<0>", self.root.tag)
        if self.root.matches(selector) and not self.root.matches(selector.swapcase()):
            raise ValueError("turbohtml keeps no namespaces of XML: parse it with lxml or xml.etree.ElementTree")
        self.root_name: str = self.name(self.root)
        self.encoding: str | None = getattr(top, "encoding", None)

    def _above(self, node: Node) -> Node | None:
        return node.host if isinstance(node, self._shadow_root) else node.parent

    def parent(self, node: Node) -> Node | None:
        above = self._above(node)
        if isinstance(above, self._fragment):  # a template's content, or a shadow tree
            above = self._above(above)
        return above if isinstance(above, self._element) else None

    def children(self, node: Node) -> list[Node]:
        children: list[Node] = node.children
        if node.tag == "template":
            # What a template holds is one fragment, its content.
            fragments = [child.children if isinstance(child, self._fragment) else (child,) for child in children]
            children = [child for fragment in fragments for child in fragment]
        if (shadow_root := node.shadow_root) is not None:
            children = [*shadow_root.children, *children]
        element = self._element
        return [child for child in children if isinstance(child, element)]

    def find(self, name: str) -> Iterable[Node]:
        nodes = self.root.iter_elements(name.rpartition("}")[2], include_self=True)
        return (node for node in nodes if self.name(node) == name)

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        return (child for child in self.children(node) if self.name(child) == name)

    def is_way(self, nodes: tuple[Node, ...]) -> bool:
        return all(self.parent(node) == parent for node, parent in pairwise(nodes))

    def has_attribute(self, names: frozenset[str]) -> bool:
        stack = [self.root]
        while stack:
            node = stack.pop()
            if any(name in names for name, _ in self.attributes(node)):
                return True
            stack += self.children(node)
        return False

    def name(self, node: Node) -> str:
        namespace = node.namespace
        if namespace is self._html:  # The others have to be hashed.
            return f"{{http://www.w3.org/1999/xhtml}}{node.tag}"
        return f"{self._foreign[namespace]}{node.tag}"

    def attributes(self, node: Node) -> Iterable[tuple[str, str]]:
        # Some attributes' values are lists, but for this method.
        get = node.attr
        if node.namespace is self._html:
            return [(name, get(name)) for name in node.attrs]
        return [(_foreign_name(name), get(name)) for name in node.attrs]

    def _key(self, node: Node, attribute: str) -> str:
        """The name of an attribute as the library has it."""
        namespace, _, local = attribute.rpartition("}")
        prefix = _FOREIGN_PREFIXES.get(f"{namespace}}}")
        return attribute if prefix is None or node.namespace is self._html else f"{prefix}:{local}"

    def get(self, node: Node, attribute: str) -> str | None:
        value: str | None = node.attr(self._key(node, attribute))
        return value

    def set(self, node: Node, attribute: str, value: str) -> None:
        node.attrs[self._key(node, attribute)] = value

    def _strings(self, node: Node) -> list[Node]:
        return [child for child in node.children if isinstance(child, self._text)]

    def text(self, node: Node) -> str:
        return "".join(string.data for string in self._strings(node))

    def set_text(self, node: Node, text: str) -> None:
        strings = self._strings(node)
        if not strings:
            node.append(self._text(text))
            return
        strings[0].data = text
        for string in strings[1:]:
            string.extract()

    def stylesheet_instructions(self) -> Iterable[Node]:
        return ()


#: What stands in a selector only behind a backslash.
_NO_WORD = re.compile(r"[^\w-]")
_FOREIGN_PREFIXES: Final = {
    "{http://www.w3.org/1999/xlink}": "xlink",
    "{http://www.w3.org/XML/1998/namespace}": "xml",
}
_FOREIGN_NAMESPACES: Final = {prefix: namespace for namespace, prefix in _FOREIGN_PREFIXES.items()}


def _foreign_name(name: str) -> str:
    """The name of an attribute of SVG or MathML, of the one that a parser for HTML saw."""
    prefix, colon, local = name.partition(":")
    namespace = _FOREIGN_NAMESPACES.get(prefix)
    return name if namespace is None or not colon else f"{namespace}{local}"


class ParselTree(LxmlTree):
    """parsel's `Selector`, and so Scrapy's: of one for HTML or XML, the lxml tree that it is in."""

    def __init__(self, selector: Any) -> None:
        if not hasattr(selector, "root"):  # a SelectorList
            raise TypeError(_unknown(selector))
        if not hasattr(selector.root, "getroottree"):
            raise ValueError(f"a Selector of the type {selector.type} has no tree of elements")
        super().__init__(selector.root)
        self._selector: type[Any] = type(selector)
        # The tree was made of UTF-8, whatever the page was in; a response that was given to Scrapy's knows.
        self.encoding: str | None = getattr(getattr(selector, "response", None), "encoding", None)

    def element(self, node: Any) -> Node:
        return node.root if isinstance(node, self._selector) else node


#: The module of a tree's class, or the beginning of its name, and the adapter.
ADAPTERS: Final[dict[str, Callable[[Any], Tree]]] = {
    "lxml.": LxmlTree,
    "xml.etree.": ElementTree,
    "bs4": Soup,
    "selectolax.lexbor": Lexbor,
    "turbohtml": TurboTree,
    "parsel.": ParselTree,
}


def adapt(tree: object) -> Tree:
    """The adapter of whatever a parser returned. Raises `TypeError` for what is no tree of a known library."""
    for base in type(tree).__mro__:
        for module, adapter in ADAPTERS.items():
            if base.__module__.startswith(module):
                adapted = adapter(tree)
                adapted.given = tree
                return adapted
    raise TypeError(_unknown(tree))


def _unknown(tree: object) -> str:
    return (
        "a tree is an lxml or xml.etree.ElementTree element or tree (html5lib makes both), a BeautifulSoup, a "
        "selectolax LexborHTMLParser, a turbohtml Document or a parsel Selector, not "
        f"{type_name(tree)}{'; of bytes, text or a response, make one with parse()' if _is_source(tree) else ''}"
    )


def _is_source(value: object) -> bool:
    return isinstance(value, str | bytes | bytearray) or hasattr(value, "body")
