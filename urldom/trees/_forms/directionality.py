"""The directionality of elements (HTML Standard 3.2.6.4), which a control with a `dirname` attribute sends."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, TypeAlias
from unicodedata import bidirectional

from urldom.trees._forms.control_types import TYPES
from urldom.trees._forms.controls import Field, Subtree
from urldom.trees._forms.forms import Control
from urldom.trees._forms.reading import strings
from urldom.trees._lookup import local_name
from urldom.trees._table import HTML, ascii_lower
from urldom.trees._tree import Node, Tree

Direction: TypeAlias = Literal["ltr", "rtl"]
_DIRECTIONS: Final[dict[str, Direction]] = {"ltr": "ltr", "rtl": "rtl"}


def is_auto_directionality(field: Field, control: Control) -> bool:
    """Return `True` for an *auto-directionality form-associated element*. A `button` element is not one."""
    return "dirname" in TYPES[control.type].traits and field.local != "button"


#: The text of these elements does not affect the directionality of the elements around them.
_OWN: Final = frozenset(["bdi", "script", "style", "textarea"])


def text_directionality(text: str) -> Direction | None:
    """Return the direction of the first character with a strong direction, or `None`."""
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
    """The directionality of the elements around the controls of a form. The results are cached."""

    def __init__(self) -> None:
        #: The directions by the index of the element in `Subtree.nodes`. The index at the top is -1.
        self._known: dict[int, Direction] = {-1: "ltr"}

    def of_control(self, field: Field, control: Control) -> Direction:
        """Return the directionality of an *auto-directionality form-associated element*."""
        state = ascii_lower(field.page.tree.get(field.node, "dir"))
        if state in _DIRECTIONS:
            return _DIRECTIONS[state]
        if state == "auto":
            return text_directionality(control.value) or "ltr"
        return "ltr" if control.type == "tel" else self._of_element(field.page, field.page.parents[field.index])

    def _of_element(self, page: Subtree, index: int) -> Direction:
        way: list[int] = []
        while (direction := self._known.get(index)) is None:
            way.append(index)
            direction = _own_direction(page.tree, page.nodes[index])
            if direction is not None:
                break
            index = page.parents[index]
        self._known.update(dict.fromkeys(way, direction))
        return direction


def _own_direction(tree: Tree, node: Node) -> Direction | None:
    """Return the directionality of an element, or `None` if it is the parent's."""
    state = _dir(tree, node)
    if state in _DIRECTIONS:
        return _DIRECTIONS[state]
    if not state and _html_name(tree, node) != "bdi":
        return None
    # the "contained text auto directionality"
    for text in strings(tree, node, partial(_has_own_text, tree)):
        direction = text_directionality(text)
        if direction is not None:
            return direction
    return "ltr"


def _has_own_text(tree: Tree, node: Node, name: str) -> bool:
    return _html_name(tree, node) in _OWN or _dir(tree, node) != ""


def _dir(tree: Tree, node: Node) -> str:
    """Return the state of the `dir` attribute of an HTML element, or `""` for the undefined state."""
    state = ascii_lower(tree.get(node, "dir")) if _html_name(tree, node) else ""
    return state if state == "auto" or state in _DIRECTIONS else ""


def _html_name(tree: Tree, node: Node) -> str:
    """Return the local name of an element of HTML. For other elements, return `""`."""
    name: str = tree.name(node)
    if tree.is_bare:
        return name.lower()
    return local_name(name) if name.startswith(f"{{{HTML}}}") else ""
