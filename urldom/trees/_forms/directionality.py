"""The directionality of elements (HTML Standard 3.2.6.4). A control with a `dirname` attribute sends its
directionality."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias
from unicodedata import bidirectional

from urldom.trees._forms.controls import Field, Subtree
from urldom.trees._forms.forms import Control
from urldom.trees._forms.reading import reverse
from urldom.trees._lookup import local_name
from urldom.trees._table import HTML, ascii_lower
from urldom.trees._tree import Node, Tree

Direction: TypeAlias = Literal["ltr", "rtl"]

#: The types of the controls that are *auto-directionality form-associated elements*, unless they are `button` elements.
_AUTO_DIRECTIONALITY: Final = frozenset(
    (
        *("hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset", "button"),
        "textarea",
    )
)


def is_auto_directionality(field: Field, control: Control) -> bool:
    """Return `True` for an *auto-directionality form-associated element*. A `button` element is not one."""
    return control.type in _AUTO_DIRECTIONALITY and field.local != "button"


_STATES: Final = frozenset(["ltr", "rtl", "auto"])
#: The text of these elements does not affect the directionality of the elements around them.
_OWN: Final = frozenset(["bdi", "script", "style", "textarea"])


def text_directionality(text: str) -> Direction | None:
    """Return the direction of the first character that has a strong direction, or `None` if no character has one.

    >>> text_directionality("1 a"), text_directionality("(\\u05d0"), text_directionality("12")
    ('ltr', 'rtl', None)
    """
    if text.isascii():
        return "ltr" if any(character.isalpha() for character in text) else None
    for character in text:
        kind = bidirectional(character)
        if kind == "L":
            return "ltr"
        if kind in ("R", "AL"):
            return "rtl"
    return None


class Directions:
    """The directionality of the elements of a page. The results are cached."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Direction] = {}

    def of_control(self, field: Field, control: Control) -> Direction:
        """Return the directionality of a control. With `dir="auto"`, it depends on the value in `control`."""
        tree = field.page.tree
        state = ascii_lower(tree.get(field.node, "dir"))
        if state == "auto":
            if is_auto_directionality(field, control):
                return text_directionality(control.value) or "ltr"
            return _auto(tree, field.node) or "ltr"
        if state in _STATES:
            return "rtl" if state == "rtl" else "ltr"
        if control.type == "tel":
            return "ltr"
        return self._of_element(field.page, field.page.parents[field.index])

    def _of_element(self, page: Subtree, index: int) -> Direction:
        tree, way = page.tree, list[int]()
        found: Direction = "ltr"
        while index >= 0:
            key = (id(page), index)
            if key in self._known:
                found = self._known[key]
                break
            way.append(index)
            node = page.nodes[index]
            state, name = _dir(tree, node), _html_name(tree, node)
            if state in ("ltr", "rtl"):
                found = "rtl" if state == "rtl" else "ltr"
                break
            if state == "auto" or name == "bdi":
                found = _auto(tree, node) or "ltr"
                break
            index = page.parents[index]
        for index in way:
            self._known[id(page), index] = found
        return found


def _auto(tree: Tree, node: Node) -> Direction | None:
    """Return the *contained text auto directionality* of an element, or `None`."""
    stack: list[Node | str] = reverse(tree.contents(node))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            direction = text_directionality(item)
            if direction is not None:
                return direction
            continue
        name = tree.name(item)
        if type(name) is str and _html_name(tree, item) not in _OWN and _dir(tree, item) is None:
            stack += reverse(tree.contents(item))
    return None


def _dir(tree: Tree, node: Node) -> str | None:
    """Return the state of the `dir` attribute, or `None` for the undefined state. Elements outside HTML have no such
    attribute."""
    if not _html_name(tree, node):
        return None
    state = ascii_lower(tree.get(node, "dir"))
    return state if state in _STATES else None


def _html_name(tree: Tree, node: Node) -> str:
    """Return the local name of an element of HTML. For other elements, return `""`."""
    name: str = tree.name(node)
    if tree.is_bare:
        return name.lower()
    return local_name(name) if name.startswith(f"{{{HTML}}}") else ""
