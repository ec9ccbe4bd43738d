"""Makes the CSS selectors with which some libraries search a tree."""

from __future__ import annotations

import re
from functools import lru_cache

from urldom.trees._table import ANY
from urldom.trees._tree import Sought

_ENDS_ATTRIBUTE_NAME = re.compile(r"[\t\n\f\r />]")
_NOT_A_LETTER = re.compile(r"[^A-Za-z]")


def make_selector(sought: Sought) -> str:
    """Return a CSS selector that matches the sought elements in a tree that a parser for HTML made.

    Attribute names with a namespace, as in XML, are left out. A parser for HTML cannot make such attributes, and the
    search would take longer.

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
    """Return a name in the syntax of CSS. Each character that is not a letter is escaped."""
    return _NOT_A_LETTER.sub(lambda match: f"\\{ord(match[0]):x} ", name)
