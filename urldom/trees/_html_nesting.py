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
_ANYWHERE: Final = frozenset(["svg", "math", "template", "noscript", "plaintext", "frameset"])
#: The elements that are doubtful anywhere inside another. What is misplaced in a table is moved
#: before the table, so into the element around it.
_INSIDE: Final[dict[str, frozenset[str]]] = {
    **{
        name: frozenset(["table"])
        for name in (
            "option",
            "optgroup",
            "rb",
            "rp",
            "rt",
            "rtc",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
        )
    },
    "p": frozenset(["table", "form"]),
    "form": frozenset(["form"]),
    "a": frozenset(["a", "table"]),
    "nobr": frozenset(["nobr", "table"]),
    "button": frozenset(["button", "table"]),
}
#: The elements that are doubtful unless they are children of others.
_PARENTS: Final[dict[str, frozenset[str]]] = {
    "li": frozenset(["ul", "ol", "menu", "dir"]),
    "dd": frozenset(["dl"]),
    "dt": frozenset(["dl"]),
}
#: The same as a selector of CSS.
DOUBTFUL: Final = ",".join(
    [
        *sorted(_ANYWHERE),
        *(f"{outer} {name}" for outer, inner in _INSIDE.items() for name in sorted(inner)),
        *(f":not({','.join(sorted(parents))}) > {name}" for name, parents in _PARENTS.items()),
    ]
)


def has_doubtful_nesting(tree: Tree) -> bool:
    """Return `True` if a tree has one of these elements. A library that searches by selectors uses
    `DOUBTFUL` instead."""
    stack: list[tuple[Any, str, frozenset[str]]] = [(tree.root, "", _ANYWHERE)]
    while stack:
        node, above, doubtful = stack.pop()
        full_name: Any = tree.name(node)
        if not isinstance(full_name, str):
            continue  # a comment
        _, _, name = full_name.rpartition("}")
        if name in doubtful or (name in _PARENTS and above not in _PARENTS[name]):
            return True
        inside = doubtful | _INSIDE[name] if name in _INSIDE else doubtful
        stack += [(child, name, inside) for child in tree.children(node)]
    return False


def find_literal(parse: Callable[[str], Tree], names: tuple[str, ...]) -> frozenset[str]:
    """Return the elements whose text a parser reads literally. Its version decides it."""
    found: set[str] = set()
    for name in names:
        tree = parse(f"<{name}>&lt;</{name}>")
        if any(tree.text(node).startswith("&lt;") for node in tree.find(name)):
            found.add(f"{{{HTML}}}{name}")
    return frozenset(found)
