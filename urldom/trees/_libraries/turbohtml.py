"""turbohtml, which parses by the HTML Standard."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from importlib import import_module
from operator import eq
from typing import Any, Final

from urldom.trees._html_nesting import selects_doubtful
from urldom.trees._table import HTML, MATHML, PREFIXES_IN_HTML, SVG
from urldom.trees._tree import (
    Comment,
    Library,
    Node,
    ShadowTree,
    Sought,
    Tree,
    as_fragment,
    local_name,
    make_selector,
    top,
    write_doctype,
)

#: The characters that need a backslash in a selector.
_NO_WORD = re.compile(r"[^\w-]")
_NAMESPACES: Final = {prefix: namespace for namespace, prefix in PREFIXES_IN_HTML.items()}


class TurboTree(Tree):
    """The tree of turbohtml's parser for HTML. Its attributes have prefixes instead of namespaces.

    A shadow tree comes before the children of its host. A closed shadow tree cannot be read."""

    is_bare = False
    namespaces = frozenset([HTML, SVG, MATHML])
    has_vocabularies = False
    is_same: Callable[[Node, Node], bool] = staticmethod(eq)
    key: Callable[[Node], int] = staticmethod(hash)

    def __init__(self, tree: Any) -> None:
        turbohtml: Any = import_module("turbohtml")
        self.given = tree
        self._element, self._text = turbohtml.Element, turbohtml.Text
        self._fragment, self._shadow_root = turbohtml.DocumentFragment, turbohtml.ShadowRoot
        self._doctype, self._comment = turbohtml.Doctype, turbohtml.Comment
        self.parse_again: Callable[[str], Tree] | None = parse_html
        self._html = turbohtml.Namespace.HTML
        self._foreign = {
            turbohtml.Namespace.SVG: f"{{{SVG}}}",
            turbohtml.Namespace.MATHML: f"{{{MATHML}}}",
        }
        topmost = self._topmost = top(tree, self._above)
        root = getattr(topmost, "root", topmost)  # `topmost` may be a document.
        if not isinstance(root, self._element):
            raise ValueError("the tree has no root element")
        self.root: Node = root
        # Selectors that distinguish upper and lower case show that the tree is XML.
        selector = _NO_WORD.sub(r"\\\g<0>", self.root.tag)
        if self.root.matches(selector) and not self.root.matches(selector.swapcase()):
            raise ValueError(
                "turbohtml loses the namespaces of XML: parse the document with lxml or xml.etree"
            )
        self.root_name: str = self.name(self.root)
        self.encoding: str | None = getattr(topmost, "encoding", None)

    def _above(self, node: Node) -> Node | None:
        return node.host if isinstance(node, self._shadow_root) else node.parent

    def parent(self, node: Node) -> Node | None:
        above = self._above(node)
        if isinstance(above, self._fragment):  # a template's content, or a shadow tree
            above = self._above(above)
        return above if isinstance(above, self._element) else None

    def children(self, node: Node) -> list[Node]:
        in_document = self.children_in_document(node)
        if node.shadow_root is None:
            return in_document
        return [*self.shadow_children(node), *in_document]

    def children_in_document(self, node: Node) -> list[Node]:
        children: list[Node] = node.children
        if node.tag == "template":
            children = self._without_fragments(children)
        return self._elements(children)

    def _without_fragments(self, children: list[Node]) -> list[Node]:
        """Replace each fragment, such as the content of a template, by its children."""
        found: list[Node] = []
        for child in children:
            if isinstance(child, self._fragment):
                found += child.children
            else:
                found.append(child)
        return found

    def _elements(self, children: list[Node]) -> list[Node]:
        element = self._element
        return [child for child in children if isinstance(child, element)]

    def candidates(self, sought: Sought) -> Iterator[Node]:
        names = sought.attributes.union(map(_qualified, sought.attributes))
        # Selectors do not find SVG attributes with a capital letter, and do not search shadow
        # trees.
        is_lower = all(name == name.lower() for name in (*names, *sought.elements))
        if not is_lower or self._has_shadow_tree():
            return super().candidates(sought)
        found: list[Node] = self.root.select(make_selector(sought.elements, names))
        return iter([self.root, *found])

    def _has_shadow_tree(self) -> bool:
        if not self.was_given:
            return False  # `parse_html` makes none.
        shadow_roots = [node.shadow_root for node in self.root.iter_elements(include_self=True)]
        return shadow_roots.count(None) < len(shadow_roots)  # faster than `any`

    def values(self, node: Node, names: Container[str]) -> list[tuple[str, str]]:
        if node.namespace is not self._html:
            return super().values(node, names)
        found: list[tuple[str, str]] = []
        keys: Iterable[str] = node.attrs.keys()
        for name in keys:  # faster than a comprehension
            if name in names:
                found.append((name, node.attr(name)))
        return found

    def find(self, *names: str) -> Iterator[Node]:
        for name in names:
            nodes = self.root.iter_elements(local_name(name), include_self=True)
            yield from (node for node in nodes if self.name(node) == name)

    def name(self, node: Node) -> str:
        namespace = node.namespace
        if namespace is self._html:  # This test is faster than the look-up below.
            return f"{{http://www.w3.org/1999/xhtml}}{node.tag}"
        return f"{self._foreign[namespace]}{node.tag}"

    def attribute_names(self, node: Node) -> Collection[str]:
        names: Collection[str] = node.attrs.keys()
        return names if node.namespace is self._html else [*map(_foreign_name, names)]

    def _key(self, node: Node, attribute: str) -> str:
        """Return the name that turbohtml uses for an attribute."""
        return attribute if node.namespace is self._html else _qualified(attribute)

    def get(self, node: Node, attribute: str) -> str | None:
        # This repeats `_key`, because with a call it would take a fifth longer. `attr` returns a
        # `str`, while `attrs` has lists for attributes such as `class`.
        key = attribute if node.namespace is self._html else _qualified(attribute)
        value: str | None = node.attr(key)
        return value

    def set(self, node: Node, attribute: str, value: str) -> None:
        node.attrs[self._key(node, attribute)] = value

    def contents(self, node: Node) -> Iterable[Node | str]:
        for child in node.children:
            if isinstance(child, self._text):
                yield child.data
            elif isinstance(child, self._element):
                yield child

    def shadow_children(self, node: Node) -> list[Node]:
        return [] if node.shadow_root is None else self._elements(node.shadow_root.children)

    def nodes(self, node: Node) -> Iterator[Node | str | Comment | ShadowTree]:  # pyright: ignore[reportIncompatibleVariableOverride]
        if node.shadow_root is not None:
            yield self._shadow_tree(node.shadow_root)
        yield from self._for_writer(self._without_fragments(node.children))

    def _shadow_tree(self, root: Node) -> ShadowTree:
        attributes = {"shadowrootmode": "open"}
        if root.delegates_focus:
            attributes["shadowrootdelegatesfocus"] = ""
        if root.clonable:
            attributes["shadowrootclonable"] = ""
        return ShadowTree(attributes, self._for_writer(root.children))

    def outermost(self) -> Iterator[Node | str | Comment | ShadowTree]:  # pyright: ignore[reportIncompatibleVariableOverride]
        if self.is_fragment:
            return self._for_writer(self._without_fragments(self.root.children))
        if self._topmost is self.root:
            return iter([self.root])
        return self._for_writer(self._topmost.children)

    def _for_writer(self, children: Iterable[Node]) -> Iterator[Node | str | Comment]:
        for child in children:
            if isinstance(child, self._element):
                yield child
            elif isinstance(child, self._text):
                yield child.data
            elif isinstance(child, self._comment):
                yield Comment(child.data)
            else:  # a document type or a processing instruction
                yield Comment(self._written(child), is_whole=True)

    def is_equal(self, other: Tree) -> bool:
        if not isinstance(other, TurboTree) or self._has_shadow_tree():
            return False  # turbohtml compares no shadow trees.
        return bool(self._topmost.equals(other._topmost))

    def is_doubtful(self, text: str) -> bool:
        return not text or selects_doubtful(
            self.root,
            text,
            select=lambda node, selector: list(node.select(selector)),
            write=lambda node: str(node.serialize()),
        )

    def may_run_more(self, source: str, text: str) -> bool:
        from urldom.trees._html_scripts import may_run_more

        return may_run_more(source, text)

    def can_write(self) -> bool:
        return not self._has_shadow_tree()  # turbohtml writes no shadow trees.

    def write(self, encoding: str) -> str:
        if self._topmost is self.root:
            return self._written(self.root)
        return "".join(map(self._written, self._topmost.children))

    def _written(self, node: Node) -> str:
        if not isinstance(node, self._doctype):
            return str(node.serialize())
        # HTML's own serialization leaves out the identifiers of a document type.
        return write_doctype(node.name, node.public_id, node.system_id)

    def leaf_text(self, node: Node) -> str | None:
        children: tuple[Node, ...] = node.children
        if len(children) == 1 and type(children[0]) is self._text and node.shadow_root is None:
            return str(children[0].data)
        return super().leaf_text(node)

    def set_text(self, node: Node, text: str) -> None:
        for child in node.children:
            if isinstance(child, self._text):
                child.extract()
        node.append(self._text(text))


def _qualified(attribute: str) -> str:
    """Return the name of an attribute of SVG or MathML as HTML writes it, such as `xlink:href`."""
    namespace, _, local = attribute[1:].rpartition("}")
    if namespace not in PREFIXES_IN_HTML:
        return attribute
    return f"{PREFIXES_IN_HTML[namespace]}:{local}"


def _foreign_name(name: str) -> str:
    """Return the name of an attribute of SVG or MathML with its namespace, given a name such as
    `xlink:href`."""
    prefix, colon, local = name.partition(":")
    if not colon or prefix not in _NAMESPACES:
        return name
    return f"{{{_NAMESPACES[prefix]}}}{local}"


def parse_html(text: str) -> Tree:
    parse: Any = import_module("turbohtml").parse
    # turbohtml writes only some shadow trees, and hides closed ones.
    return TurboTree(parse(text, allow_declarative_shadow_roots=False))


def parse_fragment(text: str, context: str) -> Tree:
    element = import_module("turbohtml").parse_fragment(text, context)
    tree = as_fragment(TurboTree(element), lambda: str(element.inner_html))
    tree.written_inside = tree.root_name
    tree.parse_again = lambda text: parse_fragment(text, context)
    return tree


LIBRARY = Library(
    "turbohtml",
    kind="a turbohtml Document",
    modules="turbohtml",
    classes=("Node",),
    adapt=TurboTree,
    parse_html=parse_html,
    parse_fragment=parse_fragment,
)
