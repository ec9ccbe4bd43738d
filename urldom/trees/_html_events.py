"""Reads a tree as the events of a parser: the start of an element, its end, a text, a comment.

Two trees are the same HTML if their events are. No function here calls itself, so a tree may have
any depth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Final, NamedTuple, TypeAlias

from urldom.trees._syntaxes import SPACES
from urldom.trees._table import (
    ENCODINGS_OF_HTML,
    FOREIGN_ROOTS,
    HTML,
    HTML_IN_MATHML,
    HTML_IN_SVG,
    MATHML,
    MATHML_TEXT,
    MIXED,
    PREFIXES_IN_HTML,
    SVG,
    XMLNS,
    ascii_lower,
)
from urldom.trees._tree import Comment, Node, ShadowTree, Tree, local_name

OF_HTML: Final = f"{{{HTML}}}"
_OF_SVG: Final = f"{{{SVG}}}"
_OF_MATHML: Final = f"{{{MATHML}}}"
_TEXT_OF_MATHML: Final = frozenset(f"{_OF_MATHML}{name}" for name in HTML_IN_MATHML)
_INTEGRATION_POINTS: Final = _TEXT_OF_MATHML.union(
    f"{_OF_SVG}{name}" for name in (*HTML_IN_SVG, "foreignObject")
)
_ANNOTATION: Final = f"{_OF_MATHML}annotation-xml"
#: The elements that stay in MathML inside `mtext` and its kin.
_, _, _OF_MATHML_IN_TEXT = MIXED[MATHML_TEXT]
_PREFIXES: Final = {**PREFIXES_IN_HTML, XMLNS: "xmlns"}
_TEMPLATE: Final = f"{OF_HTML}template"
_PRESERVING: Final = (f"{OF_HTML}pre", f"{OF_HTML}textarea")
#: The elements whose start tags HTML lets a page omit (HTML 13.1.2.4).
_OMITTED: Final = frozenset(
    f"{OF_HTML}{name}" for name in ("html", "head", "body", "colgroup", "tbody")
)

#: The names that a tokenizer reads as one (HTML 13.2.5, *tag name state* and *attribute name
#: state*).
_NAME: Final = re.compile(r"[A-Za-z][^\t\n\f\r />\0]*")
_ATTRIBUTE: Final = re.compile(r"[^\t\n\f\r />\0][^\t\n\f\r />=\0]*")
#: What may end a comment for any parser.
_ODD_COMMENT: Final = re.compile(r"\A-?>|--!?[ \t\n\f\r]*>|<!--|-\Z|\0")


class Start(NamedTuple):
    """The beginning of an element."""

    name: str
    attributes: Mapping[str, str]


class End(NamedTuple):
    """The end of an element."""

    name: str


Event: TypeAlias = Start | End | Comment | str
_Events: TypeAlias = Iterator[tuple["Node | None", Event]]


def breaks_out(event: Event, element: str, *, is_literal: bool) -> bool:
    """Return `True` if a tokenizer may read an event as something else.

    Args:
        event: The event.
        element: The name of the element around it.
        is_literal: `True` if the element's text is read literally.
    """
    if isinstance(event, Start):
        return _is_odd_name(event.name) or any(map(_is_odd_attribute, event.attributes))
    if isinstance(event, End):
        return False
    if isinstance(event, Comment):
        if event.is_whole:
            return not event.text.startswith("<") or event.text.find(">") != len(event.text) - 1
        return _ODD_COMMENT.search(event.text) is not None
    if is_literal:
        return "<!--" in event or f"</{local_name(element)}" in event.lower() or "\0" in event
    return "\0" in event


@lru_cache(maxsize=256)
def _is_odd_name(name: str) -> bool:
    return _NAME.fullmatch(local_name(name)) is None


@lru_cache(maxsize=256)
def _is_odd_attribute(name: str) -> bool:
    return _ATTRIBUTE.fullmatch(name) is None


def compare(tree: Tree, read: Tree) -> tuple[Node | None, Event | None, Event | None] | None:
    """Return the first difference of a tree from the tree that a parser read from its HTML: the
    node, its event, and the event that was read. Return `None` if they are the same."""
    events, others = read_events(tree), read_events(read)
    if tree.omits_tags:
        events, others = map(_without_omitted, (_single_events(tree), _single_events(read)))
    for (node, written), (_, found) in zip_longest(events, others, fillvalue=(None, None)):
        if written != found:
            return node, written, found
    return None


def read_events(tree: Tree) -> _Events:
    """Yield the events of a tree in its order, each with its element. Texts are joined, because
    HTML cannot write where one text ends and another begins."""
    events = _joined(_single_events(tree))
    return _with_single_spaces(events) if tree.collapses_spaces else events


def _with_single_spaces(events: _Events) -> _Events:
    """Return events in which a text of spaces is one line break or one space, outside `pre` and
    `textarea`."""
    kept = 0
    for node, event in events:
        if isinstance(event, (Start, End)):
            if event.name in _PRESERVING:
                kept += 1 if isinstance(event, Start) else -1
        elif isinstance(event, str) and not kept and not event.strip(SPACES):
            yield node, "\n" if "\n" in event else " "
            continue
        yield node, event


def _joined(events: _Events) -> _Events:
    """Return events in which texts that follow each other are one. Empty texts are left out."""
    text: list[str] = []
    at: Node | None = None
    for node, event in events:
        if isinstance(event, str):
            if event:
                text.append(event)
                at = node
            continue
        if text:
            yield at, "".join(text)
            text.clear()
        yield node, event
    if text:
        yield at, "".join(text)


def _without_omitted(events: _Events) -> _Events:
    """Return events without the elements that a program need not make, because HTML lets a page
    omit their start tags, and without spaces, which the parser moves around these elements."""
    return _joined(
        (node, event)
        for node, event in events
        if not (isinstance(event, str) and not event.strip(SPACES))
        and not (isinstance(event, (Start, End)) and event.name in _OMITTED)
    )


class _Open(NamedTuple):
    """An element whose children are being read."""

    node: Node | None
    name: str
    #: The namespace of its child elements, if the tree does not know it.
    inside: str
    rest: Iterator[Any]


def _single_events(tree: Tree) -> _Events:
    """Yield an event for each node of a tree, and one for the end of each element."""
    stack = [_Open(None, tree.written_inside, OF_HTML, iter(tree.outermost()))]
    while stack:
        above = stack[-1]
        child = next(above.rest, stack)  # The stack stands for the end: no child is the stack.
        if child is stack:
            stack.pop()
            if above.node is not None:
                yield above.node, End(above.name)
        elif isinstance(child, (str, Comment)):
            yield above.node, child
        elif isinstance(child, ShadowTree):
            yield above.node, Start(_TEMPLATE, child.attributes)
            stack.append(_Open(above.node, _TEMPLATE, OF_HTML, child.nodes))
        else:
            name = _full_name(tree, child, above)
            attributes = _attributes(tree, child)
            yield child, Start(name, attributes)
            inside = _namespace_inside(name, attributes)
            stack.append(_Open(child, name, inside, iter(tree.nodes(child))))


def _attributes(tree: Tree, node: Node) -> dict[str, str]:
    """Return the attributes of an element by their *serialized names*."""
    names = tree.attribute_names(node)
    values = {_attribute_name(name): tree.get(node, name) or "" for name in names}
    if tree.real_name is None:
        return values
    return {tree.real_name(name): value for name, value in values.items()}


def _attribute_name(name: str) -> str:
    if not name.startswith("{"):
        return name
    namespace, _, local = name[1:].partition("}")
    if local == "xmlns":
        return local
    return f"{_PREFIXES[namespace]}:{local}" if namespace in _PREFIXES else local


def _full_name(tree: Tree, node: Node, above: _Open) -> str:
    """Return the name of an element with its namespace, which its parent decides in a bare tree
    (HTML 13.2.6.5)."""
    name = tree.name(node)
    if tree.real_name is not None:
        name = tree.real_name(name)
    if not tree.is_bare or name.startswith("{"):
        return name
    if tree.knows_only_html:
        return f"{OF_HTML}{name}"
    if name in FOREIGN_ROOTS and above.inside == OF_HTML:
        return f"{{{FOREIGN_ROOTS[name]}}}{name}"
    if name == "svg" and above.name == _ANNOTATION:
        return f"{_OF_SVG}{name}"
    if name in _OF_MATHML_IN_TEXT and above.name in _TEXT_OF_MATHML:
        return f"{_OF_MATHML}{name}"
    return f"{above.inside}{name}"


def _namespace_inside(name: str, attributes: Mapping[str, str]) -> str:
    """Return the namespace that the child elements of an element have."""
    if name.startswith(OF_HTML) or name in _INTEGRATION_POINTS:
        return OF_HTML
    if name == _ANNOTATION:
        is_html = ascii_lower(attributes.get("encoding")) in ENCODINGS_OF_HTML
        return OF_HTML if is_html else _OF_MATHML
    return _OF_SVG if name.startswith(_OF_SVG) else _OF_MATHML
