"""The elements that a parser may read as another tree than the one that was written.

HTML 13.3 warns of them: a parser closes an element at some start tags, moves what is misplaced in a
table, and reads SVG and MathML by other rules. A tree that a parser made from usual HTML has none
of them, so that it need not be parsed again."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

#: MathML, what a parser moves or fills itself, and what it reads by modes of its own.
_ANYWHERE: Final = frozenset(["math", "template", "plaintext", "frameset", "selectedcontent"])
#: The elements of an icon, whose text is not raw. A parser reads them again as they were written.
#: All other elements inside SVG are doubtful.
_PLAIN_SVG: Final = frozenset(
    [
        *("svg", "g", "defs", "symbol", "use", "path", "circle", "ellipse", "line", "rect"),
        *("image", "polygon", "polyline", "text", "tspan", "title", "desc", "mask", "pattern"),
        "stop",
    ]
)
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
#: The elements inside which others are doubtful. What is misplaced in a table is moved before the
#: table, so into the element around it.
_INSIDE: Final[dict[str, frozenset[str]]] = {
    "table": _HEADINGS.union(
        ["a", "button", "nobr", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"],
        ["ruby", "select"],
    ),
    "form": frozenset(["form", "p"]),
    "a": frozenset(["a"]),
    "nobr": frozenset(["nobr"]),
    "button": frozenset(["button"]),
    "svg": frozenset(["svg"]),
    "noscript": frozenset(["noscript"]),
}
#: The elements that are doubtful unless they are children of others.
_PARENTS: Final[dict[str, frozenset[str]]] = {
    "li": frozenset(["dir", "menu", "ol", "ul"]),
    "dd": frozenset(["dl"]),
    "dt": frozenset(["dl"]),
    "option": frozenset(["datalist", "optgroup", "select"]),
    "optgroup": frozenset(["select"]),
}
#: An element that contains only text. Lexbor may open the formatting elements before it in it.
_TEXTAREA: Final = "textarea"
_OUTER: Final = frozenset[str]().union(*_INSIDE.values())
_NOSCRIPT: Final = "noscript"


def has_doubtful_nesting(
    root: Any, name_of: Callable[[Any], Any], children_of: Callable[[Any], list[Any]]
) -> bool:
    """Return `True` if a tree has one of these elements. A library that searches by selectors uses
    `selects_doubtful` instead."""
    stack: list[tuple[Any, str, frozenset[str]]] = [(root, "", frozenset())]
    while stack:
        node, above, outer = stack.pop()
        full_name: Any = name_of(node)
        if not isinstance(full_name, str):
            continue  # a comment
        _, _, name = full_name.rpartition("}")
        if name == _NOSCRIPT or _is_doubtful(name, above, outer):
            return True
        inside = outer | {name} if name in _OUTER else outer
        stack += [(child, name, inside) for child in children_of(node)]
    return False


def _is_doubtful(name: str, above: str, outer: frozenset[str]) -> bool:
    """Return `True` if an element is doubtful, given the name of its parent and the names in
    `_OUTER` around it."""
    if name in _ANYWHERE or (name in _HEADINGS and above in _HEADINGS):
        return True
    if name in _PARENTS and above not in _PARENTS[name]:
        return True
    if above == _TEXTAREA or ("svg" in outer and name not in _PLAIN_SVG):
        return True
    return not outer.isdisjoint(_INSIDE.get(name, ()))


#: The names that nearly every page has.
_USUAL: Final = frozenset(["a", "p", "li"])
_RARE: Final = (_ANYWHERE | _OUTER | set(_INSIDE) | set(_PARENTS) | {_NOSCRIPT, _TEXTAREA}) - _USUAL
#: A pattern that looks at the first letter before the others, which takes half the time.
_FIND_RARE: Final = re.compile(
    "<({})[ >]".format(
        "|".join(
            f"{letter}(?:{'|'.join(name[1:] for name in names)})"
            for letter, names in groupby(sorted(_RARE), key=itemgetter(0))
        )
    )
)
_ODD_IN_SVG: Final = f":not({','.join(sorted(_PLAIN_SVG))})"


def selects_doubtful(
    root: Any,
    text: str,
    select: Callable[[Any, str], list[Any]],
    write: Callable[[Any], str],
) -> bool:
    """Return `True` if a tree has one of these elements, by the selectors of its library.

    Args:
        root: The root element.
        text: The HTML of the tree. Only names that are in it are sought, because a search for each
            takes long.
        select: Returns the elements inside an element that a selector finds.
        write: Returns the HTML of an element.
    """
    names = _USUAL.union(_FIND_RARE.findall(text))
    if select(root, _selector_of(names)):
        return True
    if "svg" in names and any(select(node, _ODD_IN_SVG) for node in select(root, "svg")):
        return True
    # A browser with scripting ends the element at the first end tag, which may be in an attribute.
    return _NOSCRIPT in names and any(
        write(node).lower().count("</noscript") > 1 for node in select(root, _NOSCRIPT)
    )


@lru_cache(maxsize=64)
def _selector_of(names: frozenset[str]) -> str:
    """Return a selector of the doubtful elements among those with these names."""
    found = sorted(_ANYWHERE & names)
    for inner, outer in _INSIDE.items():
        if inner in names:  # Lexbor finds no `:is(a) table` with an element between the two.
            found += [f"{name} {inner}" for name in sorted(outer & names)]
    headings = f":is({','.join(sorted(_HEADINGS & names))})"
    if headings != ":is()":
        found.append(f"{headings} > {headings}")
    if _TEXTAREA in names:
        found.append(f"{_TEXTAREA} > *")
    for name, parents in _PARENTS.items():
        if name in names:
            found.append(f":not({','.join(sorted(parents))}) > {name}")
    return ",".join(found)
