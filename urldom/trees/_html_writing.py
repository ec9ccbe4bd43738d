"""Writes a tree as HTML (HTML Standard 13.3, *serializing HTML fragments*), and compares what a
parser reads from the text with the tree.

No function here calls itself, so a tree may have any depth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final, NamedTuple, TypeAlias

from urldom._core.errors import shown
from urldom._core.public import public
from urldom.trees._table import HTML, MATHML, SVG, XLINK, XML
from urldom.trees._tree import Comment, Node, Tree, html_name, local_name

_OF_HTML: Final = f"{{{HTML}}}"
_OF_SVG: Final = f"{{{SVG}}}"
_OF_MATHML: Final = f"{{{MATHML}}}"
#: HTML 13.3 step 1 of *serializes as void*: the void elements, and five obsolete ones.
_VOID: Final = frozenset(
    f"{_OF_HTML}{name}"
    for name in (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
        *("track", "wbr", "basefont", "bgsound", "frame", "keygen", "param"),
    )
)
#: The elements whose text is written literally. `noscript` isn't one of them, because the parsers
#: run without scripting.
_LITERAL: Final = frozenset(
    f"{_OF_HTML}{name}"
    for name in ("style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext")
)
#: The elements in which the parser drops a line break at the start.
_DROPPING: Final = frozenset(f"{_OF_HTML}{name}" for name in ("pre", "textarea", "listing"))
#: The elements of MathML and SVG whose children are elements of HTML (HTML 13.2.6.5).
_INTEGRATION_POINTS: Final = frozenset(
    [
        *(f"{_OF_MATHML}{name}" for name in ("mi", "mo", "mn", "ms", "mtext", "annotation-xml")),
        *(f"{_OF_SVG}{name}" for name in ("foreignObject", "foreignobject", "desc", "title")),
    ]
)
#: The elements that stay in MathML inside `mtext` and its kin.
_OF_MATHML_IN_TEXT: Final = ("mglyph", "malignmark")
_ROOTS: Final = {"svg": _OF_SVG, "math": _OF_MATHML}
_PREFIXES: Final = {XLINK: "xlink:", XML: "xml:", "http://www.w3.org/2000/xmlns/": "xmlns:"}
#: HTML 13.3, *escaping a string*, and a carriage return, which a parser reads as a line feed.
_IN_TEXT: Final = str.maketrans(
    {"&": "&amp;", "\xa0": "&nbsp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
)
_IN_ATTRIBUTE: Final = {**_IN_TEXT, ord('"'): "&quot;"}


#: A line break at the start of an element that drops it. Some libraries write only one.
_FIRST_BREAK: Final = re.compile(r"""<(?:pre|textarea|listing)\b(?:"[^"]*"|[^">])*>\n""")


@public("urldom.trees")
class UnwritableError(ValueError):
    """A page that HTML cannot write, because a parser would read another tree from the text.

    Attributes:
        node: The first element that is read differently, as an object of its library, or `None` if
            it is outside of all elements.
        reason: What would be read instead.

    >>> from urldom.trees import UnwritableError
    >>> UnwritableError(None, "it ends too early").reason
    'it ends too early'
    """

    def __init__(self, node: Node | None, reason: str) -> None:
        super().__init__(node, reason)
        self.node = node
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"HTML cannot write this page, because {self.reason}: change the tree, or pass"
            " force=True to write it all the same"
        )


class Start(NamedTuple):
    """The beginning of an element."""

    name: str
    attributes: Mapping[str, str]


class End(NamedTuple):
    """The end of an element."""

    name: str


Event: TypeAlias = Start | End | Comment | str


def write_html(tree: Tree, encoding: str, *, force: bool) -> str:
    """Return the text of a tree in HTML. Raise `UnwritableError` if a parser would read another
    tree from it, unless `force` is true."""
    if tree.parse_again is None:
        return tree.write(encoding)
    # selectolax's writer of templates recurses, so it must not run on a doubtful tree.
    is_doubtful = tree.is_doubtful() or _has_open_comment(tree)
    if not tree.is_written_by_us and (tree.compares_fast or not is_doubtful):
        text = tree.write(encoding)
        is_doubtful = is_doubtful or "\r" in text or _FIRST_BREAK.search(text) is not None
        if not is_doubtful:
            return text
        if tree.compares_fast and tree.is_equal(tree.parse_again(text)):
            return text
    text = write_tree(tree)
    if not force:
        require_same(tree, tree.parse_again(text))
    return text


def _has_open_comment(tree: Tree) -> bool:
    """Return `True` if a script contains `<!--`, after which a parser may read past the end tag
    (HTML 13.2.5, *script data double escaped state*)."""
    return any("<!--" in tree.text(node) for node in tree.find(html_name(tree, "script")))


def write_tree(tree: Tree) -> str:
    """Return the HTML of a tree, or of the content of a fragment's root."""
    pieces: list[str] = []
    above: list[str] = [tree.written_inside]
    before: Event | None = None
    for _, event in _events(tree):
        if isinstance(event, Start):
            pieces.append(f"<{local_name(event.name)}")
            for name, value in event.attributes.items():
                pieces.append(f' {name}="{value.translate(_IN_ATTRIBUTE)}"')
            pieces.append(">")
            above.append(event.name)
        elif isinstance(event, End):
            above.pop()
            if event.name not in _VOID:
                pieces.append(f"</{local_name(event.name)}>")
        elif isinstance(event, Comment):
            pieces.append(event.text if event.is_doctype else f"<!--{event.text}-->")
        else:
            is_first = before is None or isinstance(before, Start)
            pieces.append(_written_text(event, above[-1], is_first=is_first))
        before = event
    return "".join(pieces)


def _written_text(text: str, element: str, *, is_first: bool) -> str:
    if element in _LITERAL:
        return text
    written = text.translate(_IN_TEXT)
    if is_first and element in _DROPPING and text.startswith("\n"):
        return f"\n{written}"
    return written


def require_same(tree: Tree, read: Tree) -> None:
    """Raise `UnwritableError` if a tree differs from the tree that a parser read from its HTML."""
    if tree.is_equal(read):
        return
    for (node, written), (_, found) in zip_longest(
        _events(tree), _events(read), fillvalue=(None, None)
    ):
        if written != found:
            raise UnwritableError(node, f"{_in_words(written)} is read as {_in_words(found)}")


def _in_words(event: Event | None) -> str:
    if event is None:
        return "nothing"
    if isinstance(event, Start):
        return f"the element {local_name(event.name)}"
    if isinstance(event, End):
        return f"the end of {local_name(event.name)}"
    if isinstance(event, Comment):
        return f"the comment {shown(event.text)}"
    return f"the text {shown(event)}"


def _events(tree: Tree) -> Iterator[tuple[Node | None, Event]]:
    """Yield the events of a tree in its order, each with its element. Texts are joined, because
    HTML cannot write where one text ends and another begins."""
    text: list[str] = []
    at: Node | None = None
    for node, event in _single_events(tree):
        if isinstance(event, str):
            text.append(event)
            at = node
            continue
        joined = "".join(text)
        if joined:
            yield at, joined
        text.clear()
        yield node, event
    joined = "".join(text)
    if joined:
        yield at, joined


class _Open(NamedTuple):
    """An element whose children are being read."""

    node: Node | None
    name: str
    rest: Iterator[Any]


def _single_events(tree: Tree) -> Iterator[tuple[Node | None, Event]]:
    stack = [_Open(None, tree.written_inside, iter(tree.outermost()))]
    while stack:
        node, name, rest = stack[-1]
        child = next(rest, stack)  # The stack stands for the end, because no child is the stack.
        if child is stack:
            stack.pop()
            if node is not None:
                yield node, End(name)
        elif isinstance(child, str | Comment):
            yield node, child
        else:
            child_name = _full_name(tree, child, name)
            yield child, Start(child_name, _attributes(tree, child))
            stack.append(_Open(child, child_name, iter(tree.nodes(child))))


def _attributes(tree: Tree, node: Node) -> dict[str, str]:
    """Return the attributes of an element by their *serialized names*."""
    names = tree.attribute_names(node)
    return {_attribute_name(name): tree.get(node, name) or "" for name in names}


def _attribute_name(name: str) -> str:
    if not name.startswith("{"):
        return name
    namespace, _, local = name[1:].partition("}")
    if local == "xmlns":
        return local
    return f"{_PREFIXES.get(namespace, '')}{local}"


def _full_name(tree: Tree, node: Node, above: str) -> str:
    """Return the name of an element with its namespace, which a bare tree does not have, so that
    its parent's decides (HTML 13.2.6.5)."""
    name = tree.name(node)
    if not tree.is_bare or name.startswith("{"):
        return name
    if name in _ROOTS:
        return f"{_ROOTS[name]}{name}"
    if above in _INTEGRATION_POINTS:
        stays = above.startswith(_OF_MATHML) and name in _OF_MATHML_IN_TEXT
        return f"{_OF_MATHML}{name}" if stays else f"{_OF_HTML}{name}"
    for namespace in (_OF_SVG, _OF_MATHML):
        if above.startswith(namespace):
            return f"{namespace}{name}"
    return f"{_OF_HTML}{name}"
