"""Scalar value strings: strings that can be encoded."""

from __future__ import annotations


def scalar_value_string(text: str) -> str:
    """Convert a text to a scalar value string (Web IDL's USVString, ruling 6): a lone surrogate becomes U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()  # faster than a search for surrogates
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
