"""selectolax, which parses HTML with Lexbor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator
from operator import attrgetter
from typing import Any, Final

from urldom.trees._html_nesting import selects_doubtful
from urldom.trees._markup import find_doctype
from urldom.trees._table import HTML
from urldom.trees._tree import (
    Comment,
    Library,
    Node,
    Sought,
    Tree,
    as_fragment,
    make_selector,
    top,
)


class Lexbor(Tree):
    """A tree of selectolax's `LexborHTMLParser`."""

    is_bare = True
    namespaces = frozenset([HTML])
    name: Callable[[Node], str] = staticmethod(attrgetter("tag"))
    attribute_names: Callable[[Node], Collection[str]] = staticmethod(attrgetter("attributes"))
    key: Callable[[Node], int] = staticmethod(attrgetter("mem_id"))

    def __init__(self, parser: Any) -> None:
        node = parser.root if hasattr(parser, "root") else parser
        if node is None:
            raise ValueError("the tree has no root element")
        self.given = parser
        self.root: Node = top(node, self.parent)
        self.root_name: str = self.root.tag
        self.parse_again: Callable[[str], Tree] | None = parse_html
        #: The element whose content a snippet is.
        self.around: Node | None = None

    def parent(self, node: Node) -> Node | None:
        parent = node.parent
        if parent is None or parent.tag in ("-document", None):
            return None  # The content of a template has the tag `None`. It has no parent.
        return parent

    def children(self, node: Node) -> list[Node]:
        children = list(node.iter())
        if node.tag == "template" and not children and hasattr(node, "template_fragments"):
            # The first item is the content, which a `template` of SVG lacks. Old versions lack the
            # method.
            fragments: list[Node] = node.template_fragments()
            return list(fragments[0].iter()) if fragments else []
        return children

    def candidates(self, sought: Sought) -> Iterator[Node]:
        # `css()` does not search the contents of templates, but the loop below does.
        # Lexbor's selectors find an attribute of SVG, such as `xlink:href`, by its local name.
        locals_of_svg = {
            local
            for _, colon, local in (name.partition(":") for name in sought.attributes)
            if colon
        }
        selector = make_selector(sought.elements | {"template"}, sought.attributes | locals_of_svg)
        stack: list[Node] = self.root.css(selector)
        stack.reverse()
        while stack:
            node = stack.pop()
            yield node
            if node.tag == "template" and node.first_child is None:
                for child in reversed(self.children(node)):
                    stack += reversed(child.css(selector))

    def values(self, node: Node, names: Container[str]) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for name, value in node.attributes.items():  # faster than a comprehension
            if name in names:
                found.append((name, value or ""))
        return found

    def find(self, *names: str) -> Iterable[Node]:
        yield from self.root.css(",".join(names))

    def is_same(self, node: Node, other: Node) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        return bool(node.mem_id == other.mem_id)

    def get(self, node: Node, attribute: str) -> str | None:
        attributes = node.attributes
        if attribute not in attributes:
            return None
        return attributes[attribute] or ""

    def set(self, node: Node, attribute: str, value: str) -> None:
        attributes = {**node.attributes, attribute: value}
        node.attrs[attribute] = value
        if node.attributes != attributes:
            # selectolax searches by the local name, so it may have changed `xlink:href` instead of
            # `href`. In attributes that it makes, the local name is the full name.
            for name in node.attributes:
                del node.attrs[name]
            for name, text in attributes.items():
                node.attrs[name] = text

    def contents(self, node: Node) -> Iterable[Node | str]:
        for child in node.iter(include_text=True):
            yield child.text_content if child.tag == "-text" else child

    def nodes(self, node: Node) -> Iterator[Node | str | Comment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        if node.tag == "template" and node.first_child is None:
            fragments: list[Node] = node.template_fragments()
            node = fragments[0] if fragments else node
        return self._for_writer(node.iter(include_text=True))

    def outermost(self) -> Iterator[Node | str | Comment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        if self.around is not None:
            return self.nodes(self.around)
        document = self.root.parent
        nodes = [self.root] if document is None else document.iter(include_text=True)
        return self._for_writer(nodes)

    def _for_writer(self, children: Iterable[Node]) -> Iterator[Node | str | Comment]:
        for child in children:
            name: str | None = child.tag
            if name == "-text":
                yield child.text_content or ""
            elif name == "-comment":
                # `comment_content` leaves out the spaces around the data.
                yield Comment(child.html.removeprefix("<!--").removesuffix("-->"))
            elif name == "-doctype":
                yield Comment(self._doctype(child.html), is_whole=True)
            elif name is None:  # a processing instruction
                yield Comment(child.html, is_whole=True)
            else:
                yield child

    def is_doubtful(self, text: str) -> bool:
        # Without a text, there is a template. Lexbor makes elements in a `textarea` that begins
        # with U+0000.
        if not text or "\0" in (self.source or ""):
            return True
        return selects_doubtful(
            self.root,
            text,
            select=lambda node, selector: list(node.css(selector)),
            write=lambda node: str(node.html),
        )

    def may_run_more(self, source: str, text: str) -> bool:
        from urldom.trees._html_scripts import may_run_more

        return may_run_more(source, text)

    def can_write(self) -> bool:
        # Lexbor writes templates by a function that calls itself.
        return self.root.css_first("template") is None

    def is_equal(self, other: Tree) -> bool:
        if not isinstance(other, Lexbor) or not self.can_write() or not other.can_write():
            return False
        # The nodes in tree order and their markup together determine the tree.
        return self._in_order() == other._in_order() and self._markup() == other._markup()

    def _in_order(self) -> list[object]:
        """Return the nodes in tree order, with texts that follow each other as one."""
        found: list[object] = []
        text = ""
        for node in self._top().traverse(include_text=True):
            name: str | None = node.tag
            if name == "-text":
                text += node.text_content or ""
                continue
            found.append(text)
            text = ""
            if name in (None, "-comment", "-doctype"):
                found.append(node.html)
                continue
            attributes: dict[str, str | None] = node.attributes
            if None in attributes.values():  # `async` is written as `async=""`.
                attributes = {key: value or "" for key, value in attributes.items()}
            found.append((name, attributes))
        found.append(text)
        return found

    def _markup(self) -> str:
        top = self._top()
        return str(top.html if self.around is None else top.inner_html)

    def _top(self) -> Node:
        """Return the node that contains all that is written."""
        return self.around or self.root.parent or self.root

    def write(self, encoding: str) -> str:
        document = self.root.parent  # It also contains the document type and the comments.
        text: str = (self.root if document is None else document).html or ""
        written = find_doctype(text)
        return text.replace(written, self._doctype(written), 1) if written else text

    def _doctype(self, written: str) -> str:
        """Return the document type from the source, because selectolax writes it without its
        identifiers."""
        source: bytes | None = getattr(self.root.parser, "raw_html", None)
        return find_doctype((source or b"").decode(errors="replace")) or written

    def set_text(self, node: Node, text: str) -> None:
        for child in list(node.iter(include_text=True)):
            if child.tag == "-text":
                child.remove()
        node.insert_child(text)


def parse_html(text: str) -> Tree:
    from selectolax.lexbor import LexborHTMLParser

    return Lexbor(LexborHTMLParser(text))


#: The tags before the tag of an element, without which a parser does not make the element.
_BEFORE: Final = {
    **dict.fromkeys(("caption", "col", "colgroup", "tbody", "tfoot", "thead", "tr"), "<table>"),
    **dict.fromkeys(("td", "th"), "<table><tr>"),
}


def parse_fragment(text: str, context: str) -> Tree:
    from selectolax.lexbor import LexborHTMLParser

    parser = LexborHTMLParser(f"<!DOCTYPE html><body>{_BEFORE.get(context, '')}<{context}>")
    element: Any = parser.css_first(context)
    if element is None:
        raise ValueError(f"selectolax makes no {context} for a snippet: pass another parser")
    element.inner_html = text
    tree = Lexbor(parser)
    tree.around = element
    tree.written_inside = f"{{{HTML}}}{context}"
    tree.parse_again = lambda text: parse_fragment(text, context)
    return as_fragment(tree, lambda: str(element.inner_html or ""))


LIBRARY = Library(
    "selectolax",
    kind="a selectolax LexborHTMLParser",
    modules="selectolax.lexbor",
    classes=("LexborHTMLParser", "LexborNode"),
    adapt=Lexbor,
    parse_html=parse_html,
    parse_fragment=parse_fragment,
)
