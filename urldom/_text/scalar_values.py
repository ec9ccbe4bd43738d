"""Strings of scalar values: what has a form in an encoding."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def scalar_value_string(text: str) -> str:
    """`text` as a scalar value string (Web IDL's USVString): a lone surrogate becomes U+FFFD.

    >>> scalar_value_string("a\\ud800b")
    'a\\ufffdb'
    """
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
