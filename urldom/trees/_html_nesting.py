"""The elements that a parser may read as another tree than the one that was written.

HTML 13.3 warns of them: a parser closes an element at some start tags, moves what is misplaced in a
table, and reads SVG and MathML by other rules. A tree that a parser made from usual HTML has none
of them, so that it need not be parsed again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from urldom.trees._table import HTML

if TYPE_CHECKING:
    from urldom.trees._tree import Tree

#: Foreign content, raw text in odd places, and what a parser moves.
ANYWHERE: Final = frozenset(["svg", "math", "template", "noscript", "plaintext", "frameset"])
#: The elements inside which others are doubtful. What is misplaced in a table is moved before the
#: table, so into the element around it.
_INSIDE: Final[dict[str, frozenset[str]]] = {
    "table": frozenset(
        [
            *("a", "button", "nobr", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"),
            *("h1", "h2", "h3", "h4", "h5", "h6"),
        ]
    ),
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
    `select_doubtful` instead."""
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


def select_doubtful(*, has_is: bool = True) -> str:
    """Return a selector of CSS that finds one of these elements.

    Args:
        has_is: `True` for the fast selector, which needs `:is()`.
    """
    outer = {name: sorted(names) for name, names in _INSIDE.items()}
    if has_is:
        inside = [f":is({','.join(names)}) {name}" for name, names in outer.items()]
    else:
        inside = [f"{above} {name}" for name, names in outer.items() for above in names]
    return ",".join(
        [
            f":is({','.join(sorted(ANYWHERE))})",
            *inside,
            *(f":not({','.join(sorted(parents))}) > {name}" for name, parents in _PARENTS.items()),
        ]
    )


def find_literal(parse: Callable[[str], Tree], names: tuple[str, ...]) -> frozenset[str]:
    """Return the elements whose text a parser reads literally. Its version decides it."""
    found: set[str] = set()
    for name in names:
        tree = parse(f"<{name}>&lt;</{name}>")
        if any(tree.text(node).startswith("&lt;") for node in tree.find(name)):
            found.add(f"{{{HTML}}}{name}")
    return frozenset(found)
