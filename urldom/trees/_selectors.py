"""Selectors, by which some libraries search a tree."""

from __future__ import annotations

import re
from functools import lru_cache

from urldom.trees._table import ANY
from urldom.trees._tree import Sought

_NOT_A_LETTER = re.compile(r"[^A-Za-z]")


def make_selector(sought: Sought) -> str:
    """The CSS selector of the elements that are sought.

    >>> make_selector(Sought(frozenset(["xlink:href"]), frozenset(["style"])))
    ':is(style,[xlink\\\\3a href])'
    """
    return _make_selector(sought.elements, sought.attributes)


@lru_cache(maxsize=64)
def _make_selector(elements: frozenset[str], attributes: frozenset[str]) -> str:
    if ANY in elements:
        return ANY
    selectors = [*sorted(map(_escape, elements)), *(f"[{name}]" for name in sorted(map(_escape, attributes)))]
    return f":is({','.join(selectors)})"


def _escape(name: str) -> str:
    """A name as CSS writes it, with an escape for each character but letters."""
    return _NOT_A_LETTER.sub(lambda match: f"\\{ord(match[0]):x} ", name)
