"""Scalar value strings: strings that can be encoded."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def scalar_value_string(text: str) -> str:
    """Convert a text to a scalar value string (Web IDL's USVString, ruling 6): a lone surrogate becomes U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()  # faster than a search for surrogates
        return text
    except UnicodeEncodeError:
        pass
    if _PAIR.search(text) is None:
        return _SURROGATE.sub("\ufffd", text)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
