"""BeautifulSoup 4."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import takewhile
from operator import attrgetter
from typing import Any, cast

from urldom.trees._syntaxes import SPACE_RUN, SPACES
from urldom.trees._table import HTML
from urldom.trees._tree import (
    STYLESHEET_TARGET,
    Library,
    Node,
    Tree,
    as_fragment,
    split_instruction,
    top,
)


class Soup(Tree):
    """A tree of any builder of BeautifulSoup 4. Builders for HTML split attributes such as `rel`
    into lists."""

    def __init__(self, soup: Any) -> None:
        from bs4 import element

        self._tag, self._string, self._namespaced = (
            element.Tag,
            element.NavigableString,
            element.NamespacedAttribute,
        )
        self._cdata, self._instruction = element.CData, element.ProcessingInstruction
        kinds = element.PreformattedString.__subclasses__()
        self._no_text = tuple(kind for kind in kinds if kind is not self._cdata)
        self.given = soup
        self.root: Node = top(soup, self.parent)
        first = self.document_element()
        self.is_html: bool = not getattr(self.root, "is_xml", False)
        self.is_bare: bool = self.is_html and first.namespace is None
        self.is_loosely_parsed: bool = self.is_bare
        self.encoding: str | None = getattr(self.root, "original_encoding", None)
        # A tag without a namespace, which `new_tag` makes by default, is treated as HTML.
        self._namespace = f"{{{HTML}}}" if self.is_html and not self.is_bare else ""
        self.root_name: str = self.name(first)

    def document_element(self) -> Node:
        nodes = (self.root, *self.children(self.root))
        return next((node for node in nodes if node.name != "[document]"), self.root)

    parent: Callable[[Node], Node | None] = staticmethod(attrgetter("parent"))

    def children(self, node: Node) -> list[Node]:
        return [child for child in node.contents if isinstance(child, self._tag)]

    def find(self, *names: str) -> Iterator[Node]:
        ends = tuple(name.rpartition("}")[2] for name in names)
        for node in self.root.descendants:
            if node.name is not None and node.name.endswith(ends) and self.name(node) in names:
                yield node

    def name(self, node: Node) -> str:
        name: str = node.name
        if node.prefix:
            name = name.removeprefix(f"{node.prefix}:")
        return f"{{{node.namespace}}}{name}" if node.namespace else f"{self._namespace}{name}"

    def attribute_names(self, node: Node) -> Collection[str]:
        return [*map(self._attribute_name, node.attrs)]

    def _attribute_name(self, key: str) -> str:
        if isinstance(key, self._namespaced) and key.namespace and key.name:
            return f"{{{key.namespace}}}{key.name}"
        return key

    def get(self, node: Node, attribute: str) -> str | None:
        if not attribute.startswith("{"):
            return _joined(node.attrs[attribute]) if attribute in node.attrs else None
        return next(
            (
                _joined(node.attrs[key])
                for key in node.attrs
                if self._attribute_name(key) == attribute
            ),
            None,
        )

    def set(self, node: Node, attribute: str, value: str) -> None:
        key = next((key for key in node.attrs if self._attribute_name(key) == attribute), attribute)
        old: Any = node.attrs.get(key)
        items = SPACE_RUN.split(value.strip(SPACES))
        # A list stays a list, because the user's program may expect one.
        node.attrs[key] = value if old is None or isinstance(old, str) else type(old)(items)

    def contents(self, node: Node) -> Iterator[Node | str]:
        for child in node.contents:
            if isinstance(child, self._tag):
                yield child
            elif not isinstance(child, self._no_text):
                yield str(child)

    def text(self, node: Node) -> str:
        return (
            split_instruction(node)[1]
            if isinstance(node, self._instruction)
            else super().text(node)
        )

    def set_text(self, node: Node, text: str) -> None:
        if isinstance(node, self._instruction):
            node.replace_with(type(node)(f"{split_instruction(node)[0]} {text}"))
            return
        strings = [
            child for child in node.contents if not isinstance(child, (self._tag, *self._no_text))
        ]
        # BeautifulSoup escapes a string by its class. In a CDATA section, a `]]>` would end the
        # section.
        first = (strings or [self._string("")])[0]
        replacement = (self._string if isinstance(first, self._cdata) else type(first))(text)
        for string in strings:
            string.extract()
        node.append(replacement)

    def write(self, encoding: str) -> str:
        return str(self.root.decode(eventual_encoding=encoding))

    def stylesheet_instructions(self) -> Iterable[Node]:
        if self.is_html:
            return ()
        before = takewhile(lambda node: not isinstance(node, self._tag), self.root.contents)
        instructions = [node for node in before if isinstance(node, self._instruction)]
        return [node for node in instructions if split_instruction(node)[0] == STYLESHEET_TARGET]


def _joined(value: Any) -> str:
    """Return a value as text. It can be a list, `None` for a missing value, or what a program has
    assigned."""
    if value is None or isinstance(value, str):
        return value or ""
    return " ".join(cast("list[str]", value)) if isinstance(value, (list, tuple)) else str(value)


def parse_fragment(text: str, context: str) -> Tree:
    return as_fragment(parse_html(text))


def parse_html(text: str) -> Tree:
    import warnings

    from bs4 import BeautifulSoup

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # BeautifulSoup warns if the text looks like XML.
        return Soup(BeautifulSoup(text, "html.parser"))


_PACKAGE = "beautifulsoup4"
LIBRARY = Library(
    "bs4",
    "a BeautifulSoup",
    "bs4",
    ("PageElement",),
    Soup,
    parse_html,
    None,
    parse_fragment,
    _PACKAGE,
)
