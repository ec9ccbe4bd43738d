"""Names with `*`, such as `utm_*`: which parameters `discard`, `without_params` and the command
remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from urldom._core.errors import wrong_type
from urldom._core.text.unicode import scalar_value_string

#: One name or several. `*` stands for any characters.
Names: TypeAlias = str | Iterable[str]


def checked_names(names: Any) -> tuple[str, ...]:
    """Return one name or several as a tuple. Raises `TypeError`."""
    found: tuple[Any, ...] = (names,)
    if hasattr(names, "__iter__") and not isinstance(names, str):
        found = tuple(names)
    for name in found:
        if not isinstance(name, str):
            raise wrong_type(
                "names",
                "a str, an iterable of str, or a column of strings or of lists of strings",
                name,
            )
    return found


def name_matcher(names: Names) -> Callable[[str], bool]:
    """Return a function that tests whether a name is one of `names`. Its time is linear. Raises
    `TypeError`."""
    try:
        return _matcher(names)  # type: ignore[arg-type]
    except TypeError:  # a list, which is not hashable, or a name of another type
        return _matcher(checked_names(names))


@lru_cache(64)
def _matcher(names: Names) -> Callable[[str], bool]:
    names = checked_names(names)
    exact: set[str] = set()
    prefixes: tuple[str, ...] = ()
    parts: list[list[str]] = []
    for name in map(scalar_value_string, names):  # as the names that are read from a query
        if "*" not in name:
            exact.add(name)
        elif name.index("*") == len(name) - 1:
            prefixes += (name[:-1],)
        else:
            parts.append(name.split("*"))
    if not (prefixes or parts):
        return exact.__contains__

    def matches(name: str) -> bool:
        if name in exact or name.startswith(prefixes):
            return True
        return any(_fits(name, *each) for each in parts)

    return matches


def _fits(name: str, first: str, *rest: str) -> bool:
    """Return whether a name consists of these parts and any text between them."""
    *middle, last = rest
    start = len(first)
    end = len(name) - len(last)
    if start > end or not (name.startswith(first) and name.endswith(last)):
        return False
    for part in middle:
        found = name.find(part, start, end)
        if found < 0:
            return False
        start = found + len(part)
    return True
