"""The elements that a parser may read as another tree than the one that was written.

HTML 13.3 warns of them: a parser closes an element at some start tags, moves what is misplaced in a
table, and reads SVG and MathML by other rules. A tree that a parser made from usual HTML has none
of them, so that it need not be parsed again."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from urldom.trees._table import HTML

#: Foreign content, raw text in odd places, what a parser moves, and what it fills itself.
ANYWHERE: Final = frozenset(
    [
        *("svg", "math", "template", "noscript", "plaintext", "frameset"),
        "selectedcontent",
    ]
)
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
#: The elements inside which others are doubtful. What is misplaced in a table is moved before the
#: table, so into the element around it.
_INSIDE: Final[dict[str, frozenset[str]]] = {
    "table": _HEADINGS.union(
        ["a", "button", "nobr", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"]
    ),
    "form": frozenset(["form"]),
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


_HEADING_IN_HEADING: Final = (
    f":is({','.join(sorted(_HEADINGS))}) > :is({','.join(sorted(_HEADINGS))})"
)


def has_doubtful_nesting(
    root: Any, name_of: Callable[[Any], Any], children_of: Callable[[Any], list[Any]]
) -> bool:
    """Return `True` if a tree has one of these elements. A library that searches by selectors uses
    `selector_of_doubtful` instead."""
    stack: list[tuple[Any, str, frozenset[str]]] = [(root, "", frozenset())]
    while stack:
        node, above, outer = stack.pop()
        full_name: Any = name_of(node)
        if not isinstance(full_name, str):
            continue  # a comment
        _, _, name = full_name.rpartition("}")
        if name in ANYWHERE or (name in _PARENTS and above not in _PARENTS[name]):
            return True
        if name in _HEADINGS and above in _HEADINGS:
            return True
        if name in _INSIDE and not outer.isdisjoint(_INSIDE[name]):
            return True
        inside = outer | {name} if name in _OUTER else outer
        stack += [(child, name, inside) for child in children_of(node)]
    return False


#: The names that nearly every page has.
_USUAL: Final = frozenset(["a", "p", "li"])
_RARE: Final = (ANYWHERE | _OUTER | set(_INSIDE) | set(_PARENTS)) - _USUAL
_FIND_RARE: Final = re.compile(f"<({'|'.join(sorted(_RARE))})[ >]")


def selector_of_doubtful(text: str) -> str:
    """Return a selector of CSS that finds these elements. It seeks no names that are not in the
    HTML of the tree, because it is slow."""
    return _selector_of(_USUAL.union(_FIND_RARE.findall(text)))


@lru_cache(maxsize=64)
def _selector_of(names: frozenset[str]) -> str:
    found = sorted(ANYWHERE & names)
    for inner, outer in _INSIDE.items():
        if inner in names:
            found += [f"{name} {inner}" for name in sorted(outer & names)]
    if not names.isdisjoint(_HEADINGS):
        found.append(_HEADING_IN_HEADING)
    for name, parents in _PARENTS.items():
        if name in names:
            found.append(f":not({','.join(sorted(parents))}) > {name}")
    return ",".join(found)


def find_literal(parse: Callable[[str], Any], names: tuple[str, ...]) -> frozenset[str]:
    """Return the elements whose text a parser reads literally. Its version decides it."""
    found: set[str] = set()
    for name in names:
        tree = parse(f"<{name}>&lt;</{name}>")
        if any(tree.text(node).startswith("&lt;") for node in tree.find(name)):
            found.add(f"{{{HTML}}}{name}")
    return frozenset(found)
