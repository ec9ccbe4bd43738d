"""Quoted strings in the values of HTTP headers."""

from __future__ import annotations

import re

_QUOTE_OR_BACKSLASH = re.compile(r'["\\]')
_BACKSLASH = re.compile(r"\\([\s\S])")


def end_of_quoted(text: str, position: int) -> int:
    """Return the position of the quotation mark that ends a quoted string, or the end of the text. `position` is after
    the opening mark. An expression with a repeated group would need memory for each backslash."""
    while match := _QUOTE_OR_BACKSLASH.search(text, position):
        if match[0] == '"':
            return match.start()
        position = match.start() + len("\\x")
    return len(text)


def unescape(text: str) -> str:
    """Return the text of a quoted string without its escaping backslashes. A backslash at the end stays."""
    return _BACKSLASH.sub(r"\1", text) if "\\" in text else text
