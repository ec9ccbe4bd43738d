"""Makes the CSS selectors with which some libraries search a tree."""

from __future__ import annotations

import re
from functools import lru_cache

from urldom.trees._table import ANY


@lru_cache(maxsize=64)
def make_selector(elements: frozenset[str], attributes: frozenset[str]) -> str:
    """Return a CSS selector that matches elements with these names, or attributes that a parser for HTML can make."""
    if ANY in elements:
        return ANY
    names = [name for name in attributes if not re.search(r"[\t\n\f\r />]", name)]
    selectors = [*sorted(map(_escape, elements)), *(f"[{name}]" for name in sorted(map(_escape, names)))]
    return f":is({','.join(selectors)})"


def _escape(name: str) -> str:
    """Return a name in the syntax of CSS. Each character that is not a letter is escaped."""
    return re.sub("[^A-Za-z]", lambda match: f"\\{ord(match[0]):x} ", name)
