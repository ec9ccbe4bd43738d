"""URL Standard 5, application/x-www-form-urlencoded: the parser and the serializer."""

from __future__ import annotations

from collections.abc import Iterable

from urldom._text.percent_encode_sets import FORM_URLENCODED, percent_encode_after_encoding
from urldom._text.percent_encoding import percent_decode
from urldom._text.scalar_values import scalar_value_string

Tuples = list[tuple[str, str]]


def parse(data: bytes) -> Tuples:
    """Run the parser (URL Standard 5.1)."""
    output: Tuples = []
    for sequence in data.split(b"&"):
        if sequence:
            name, _, value = sequence.replace(b"+", b" ").partition(b"=")
            output.append((_decode(name), _decode(value)))
    return output


def parse_string(text: str) -> Tuples:
    """Run the string parser (URL Standard 5.3). A lone surrogate becomes U+FFFD first."""
    return parse(scalar_value_string(text).encode())


def serialize(tuples: Iterable[tuple[str, str]]) -> str:
    """Serialize tuples of scalar value strings in UTF-8 (URL Standard 5.2)."""
    return "&".join(f"{_encode(name)}={_encode(value)}" for name, value in tuples)


def _decode(data: bytes) -> str:
    return percent_decode(data).decode(errors="replace")


def _encode(text: str) -> str:
    return percent_encode_after_encoding("utf-8", text, FORM_URLENCODED)
