"""BeautifulSoup 4."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache, partial
from itertools import takewhile
from operator import attrgetter
from typing import Any, cast

from urldom.trees._markup import find_markup
from urldom.trees._syntaxes import SPACE_RUN, SPACES
from urldom.trees._table import HTML
from urldom.trees._tree import (
    LITERAL,
    Comment,
    Library,
    Node,
    Tree,
    as_fragment,
    find_literal,
    local_name,
    split_instruction,
    target_of,
    top,
)


class Soup(Tree):
    """A tree of any builder of BeautifulSoup 4.

    Builders for HTML split attributes such as `rel` and `archive` into lists, also at spaces such
    as U+00A0. This class joins the list, but it cannot restore the original spaces."""

    collapses_spaces = True

    def __init__(self, soup: Any) -> None:
        from bs4 import element

        self._tag = element.Tag
        self._string = element.NavigableString
        self._namespaced = element.NamespacedAttribute
        self._cdata = element.CData
        self._instruction = element.ProcessingInstruction
        kinds = element.PreformattedString.__subclasses__()
        #: The classes of the strings that are not text, such as comments.
        self._no_text = tuple(kind for kind in kinds if kind is not self._cdata)
        self.given = soup
        self.root: Node = top(soup, self.parent)
        first = self.document_element()
        self.is_html: bool = not getattr(self.root, "is_xml", False)
        self.is_bare: bool = self.is_html and first.namespace is None
        # Only the builder of html5lib sets namespaces for HTML, and only it parses as browsers do.
        self.is_loosely_parsed: bool = self.is_bare
        self.encoding: str | None = getattr(self.root, "original_encoding", None)
        # The namespace of a tag without one, which `new_tag` makes by default.
        self._namespace = f"{{{HTML}}}" if self.is_html and not self.is_bare else ""
        self.root_name: str = self.name(first)
        self._comment = element.Comment
        # A tag that a program made does not know its builder.
        builder = getattr(self.root, "builder", None)
        self._builder: str = "html.parser" if builder is None else builder.NAME
        self.parse_again: Callable[[str], Tree] | None = partial(_parse, builder=self._builder)
        self.knows_only_html: bool = self.is_bare

    def document_element(self) -> Node:
        nodes = (self.root, *self.children(self.root))
        return next((node for node in nodes if node.name != "[document]"), self.root)

    parent: Callable[[Node], Node | None] = staticmethod(attrgetter("parent"))

    def children(self, node: Node) -> list[Node]:
        return [child for child in node.contents if isinstance(child, self._tag)]

    def find(self, *names: str) -> Iterator[Node]:
        # The names of BeautifulSoup can have prefixes, and those of strings are `None`.
        ends = tuple(local_name(name) for name in names)
        for node in self.root.descendants:
            if node.name is not None and node.name.endswith(ends) and self.name(node) in names:
                yield node

    def name(self, node: Node) -> str:
        name: str = node.name
        if node.prefix:
            name = name.removeprefix(f"{node.prefix}:")
        if node.namespace:
            return f"{{{node.namespace}}}{name}"
        return f"{self._namespace}{name}"

    def attribute_names(self, node: Node) -> Collection[str]:
        return [*map(self._attribute_name, node.attrs)]

    def _attribute_name(self, key: str) -> str:
        if isinstance(key, self._namespaced) and key.namespace and key.name:
            return f"{{{key.namespace}}}{key.name}"
        return key

    def get(self, node: Node, attribute: str) -> str | None:
        attributes = node.attrs
        key = attribute if not attribute.startswith("{") else self._key(node, attribute)
        return _joined(attributes[key]) if key in attributes else None

    def _key(self, node: Node, attribute: str) -> str:
        """Return the key of an attribute in the `attrs` of an element, or the attribute's name if
        the element lacks it."""
        return next(
            (key for key in node.attrs if self._attribute_name(key) == attribute), attribute
        )

    def set(self, node: Node, attribute: str, value: str) -> None:
        key = self._key(node, attribute)
        old: Any = node.attrs.get(key)
        if old is None or isinstance(old, str):
            node.attrs[key] = value
        else:  # A list stays a list, because the user's program may expect one.
            node.attrs[key] = type(old)(SPACE_RUN.split(value.strip(SPACES)))

    def contents(self, node: Node) -> Iterator[Node | str]:
        for child in node.contents:
            if isinstance(child, self._tag):
                yield child
            elif not isinstance(child, self._no_text):
                yield str(child)

    def nodes(self, node: Node) -> Iterator[Node | str | Comment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        children: list[Any] = node.contents
        for child in children:
            if isinstance(child, self._tag):
                yield child
            elif isinstance(child, self._comment):
                yield Comment(str(child))
            elif not isinstance(child, (self._cdata, *self._no_text)):
                yield str(child)
            else:  # a document type, an instruction or a CDATA section
                markup: Any = child
                yield Comment(markup.output_ready(formatter=None).rstrip("\n"), is_whole=True)

    def outermost(self) -> Iterator[Node | str | Comment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        if self.root.name == "[document]":
            return self.nodes(self.root)
        return iter([self.root])

    def literal(self) -> frozenset[str]:
        return _literal(self._builder) if self.is_bare else super().literal()

    def is_doubtful(self, text: str) -> bool:
        # Python's parser closes no element before its end tag.
        return not self.knows_only_html and super().is_doubtful(text)

    def text(self, node: Node) -> str:
        if isinstance(node, self._instruction):
            _, data = split_instruction(node)
            return data
        return super().text(node)

    def set_text(self, node: Node, text: str) -> None:
        if isinstance(node, self._instruction):
            target, _ = split_instruction(node)
            node.replace_with(type(node)(f"{target} {text}"))
            return
        no_text: tuple[type[Any], ...] = (self._tag, *self._no_text)
        strings: list[Any] = [child for child in node.contents if not isinstance(child, no_text)]
        # BeautifulSoup escapes a string by its class, so the new string has the class of the old
        # one. In a CDATA section, a `]]>` would end the section.
        new: Node
        if strings and not isinstance(strings[0], self._cdata):
            new = type(strings[0])(text)
        else:
            new = self._string(text)
        for string in strings:
            string.extract()
        node.append(new)

    def write(self, encoding: str) -> str:  # only XML
        return str(self.root.decode(eventual_encoding=encoding))

    def instructions(self) -> Iterable[tuple[str, Node]]:
        if self.is_html:
            return ()
        before = takewhile(lambda node: not isinstance(node, self._tag), self.root.contents)
        instructions = [node for node in before if isinstance(node, self._instruction)]
        targets = [(target_of(node), node) for node in instructions]
        return [(target, node) for target, node in targets if target is not None]


def _joined(value: Any) -> str:
    """Return a value of BeautifulSoup as text. It can be a list, `None` for an attribute without a
    value, or what a program has assigned, such as a number."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return " ".join(cast("list[str]", value))
    return str(value)


def parse_fragment(text: str, context: str) -> Tree:
    return as_fragment(parse_html(text))


def parse_html(text: str) -> Tree:
    return _parse(_with_end_of_comment(text), "html.parser")


def _with_end_of_comment(text: str) -> str:
    """Close a comment that the end of the text closes (HTML 13.2.5.45). Old versions of Python's
    parser read its content as elements."""
    if text.rfind("<!--") <= text.rfind("-->") or text.endswith(("--!>", "<!-->", "<!--->")):
        return text
    parts = [(0, "text"), *((end, kind) for kind, end, _ in find_markup(text))]
    (start, _), (_, kind) = parts[-2:]
    return f"{text}-->" if kind == "comment" and text.startswith("<!--", start) else text


def _parse(text: str, builder: str) -> Tree:
    import warnings

    from bs4 import BeautifulSoup

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # BeautifulSoup warns if the text looks like XML.
        return Soup(BeautifulSoup(text, builder))


@lru_cache(maxsize=2)
def _literal(builder: str) -> frozenset[str]:
    return find_literal(partial(_parse, builder=builder), LITERAL)


LIBRARY = Library(
    "bs4",
    kind="a BeautifulSoup",
    modules="bs4",
    classes=("PageElement",),
    adapt=Soup,
    parse_html=parse_html,
    parse_fragment=parse_fragment,
    package="beautifulsoup4",
)
