"""Selectors of CSS, by which some libraries search a tree."""

from __future__ import annotations

import re
from functools import lru_cache

from urldom.trees._table import ANY
from urldom.trees._tree import Sought

_ENDS_ATTRIBUTE_NAME = re.compile(r"[\t\n\f\r />]")
_NOT_A_LETTER = re.compile(r"[^A-Za-z]")


def make_selector(sought: Sought) -> str:
    """Return the CSS selector of the elements that are sought, in a tree that a parser for HTML made.

    An attribute of XML whose name has a namespace is left out. A parser for HTML cannot make it, and the search would
    take longer.

    >>> make_selector(Sought(frozenset(["xlink:href"]), frozenset(["style"])))
    ':is(style,[xlink\\\\3a href])'
    """
    return _make_selector(sought.elements, sought.attributes)


@lru_cache(maxsize=64)
def _make_selector(elements: frozenset[str], attributes: frozenset[str]) -> str:
    if ANY in elements:
        return ANY
    names = [name for name in attributes if not _ENDS_ATTRIBUTE_NAME.search(name)]
    selectors = [*sorted(map(_escape, elements)), *(f"[{name}]" for name in sorted(map(_escape, names)))]
    return f":is({','.join(selectors)})"


def _escape(name: str) -> str:
    """Return a name in the syntax of CSS. Each character except letters is escaped."""
    return _NOT_A_LETTER.sub(lambda match: f"\\{ord(match[0]):x} ", name)
