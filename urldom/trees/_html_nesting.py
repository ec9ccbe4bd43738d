"""The elements that a parser may read as another tree than the one that was written.

HTML 13.3 warns of them: a parser closes an element at some start tags, moves what is misplaced in a
table, and reads SVG and MathML by other rules. A tree that a parser made from usual HTML has none
of them, so that it need not be parsed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from urldom.trees._table import HTML

if TYPE_CHECKING:
    from urldom.trees._tree import Tree

#: Foreign content, raw text in odd places, and what a parser moves.
ANYWHERE: Final = frozenset(["svg", "math", "template", "noscript", "plaintext", "frameset"])
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
#: The elements inside which others are doubtful. What is misplaced in a table is moved before the
#: table, so into the element around it.
_INSIDE: Final[dict[str, frozenset[str]]] = {
    "table": _HEADINGS.union(
        ["a", "button", "nobr", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"]
    ),
    **dict.fromkeys(sorted(_HEADINGS), _HEADINGS),
    "form": frozenset(["form", "p"]),
    "a": frozenset(["a"]),
    "nobr": frozenset(["nobr"]),
    "button": frozenset(["button"]),
}
#: The elements that are doubtful unless they are children of others.
_PARENTS: Final[dict[str, frozenset[str]]] = {
    "li": frozenset(["dir", "menu", "ol", "ul"]),
    "dd": frozenset(["dl"]),
    "dt": frozenset(["dl"]),
}


_OUTER: Final = frozenset[str]().union(*_INSIDE.values())


def has_doubtful_nesting(tree: Tree) -> bool:
    """Return `True` if a tree has one of these elements. A library that searches by selectors uses
    `selectors` instead."""
    stack: list[tuple[Any, str, frozenset[str]]] = [(tree.root, "", frozenset())]
    while stack:
        node, above, outer = stack.pop()
        full_name: Any = tree.name(node)
        if not isinstance(full_name, str):
            continue  # a comment
        _, _, name = full_name.rpartition("}")
        if name in ANYWHERE or (name in _PARENTS and above not in _PARENTS[name]):
            return True
        if name in _INSIDE and not outer.isdisjoint(_INSIDE[name]):
            return True
        inside = outer | {name} if name in _OUTER else outer
        stack += [(child, name, inside) for child in tree.children(node)]
    return False


class Selector(NamedTuple):
    """A selector of CSS that finds doubtful elements, and the names that it finds."""

    names: frozenset[str]
    text: str


def selectors(*, has_is: bool = True) -> tuple[Selector, ...]:
    """Return the selectors that find these elements.

    Args:
        has_is: `True` for the fastest selectors, in which `:is()` comes first.
    """
    found = [Selector(ANYWHERE, _any_of(ANYWHERE))]
    for outer in dict.fromkeys(_INSIDE.values()):
        inner = frozenset(name for name in _INSIDE if _INSIDE[name] == outer)
        starts = [_any_of(outer)] if has_is else sorted(outer)
        found.append(Selector(inner, ",".join(f"{start} {_any_of(inner)}" for start in starts)))
    for name, parents in _PARENTS.items():
        text = f":not({','.join(sorted(parents))}) > {name}"
        found.append(Selector(frozenset([name]), text))
    return tuple(found)


def _any_of(names: Iterable[str]) -> str:
    return f":is({','.join(sorted(names))})"


def select(selectors: tuple[Selector, ...], text: str) -> str:
    """Return the selector that finds the doubtful elements whose names may be in a text of HTML, or
    `""`."""
    return ",".join(
        selector.text
        for selector in selectors
        if any(f"<{name}" in text for name in selector.names)
    )


def find_literal(parse: Callable[[str], Tree], names: tuple[str, ...]) -> frozenset[str]:
    """Return the elements whose text a parser reads literally. Its version decides it."""
    found: set[str] = set()
    for name in names:
        tree = parse(f"<{name}>&lt;</{name}>")
        if any(tree.text(node).startswith("&lt;") for node in tree.find(name)):
            found.add(f"{{{HTML}}}{name}")
    return frozenset(found)
