"""5 application/x-www-form-urlencoded: its parser and its serializer."""

from __future__ import annotations

from collections.abc import Iterable

from urldom._standards.url_standard.percent_encode_sets import (
    FORM_URLENCODED,
    percent_encode_after_encoding,
)
from urldom._text.percent_encoding import percent_decode
from urldom._text.scalar_values import scalar_value_string

Tuples = list[tuple[str, str]]


def parse(data: bytes) -> Tuples:
    """5.1 The parser.

    >>> parse(b"a=%C3%A9&b+c&&=d")
    [('a', 'é'), ('b c', ''), ('', 'd')]
    """
    output: Tuples = []
    for sequence in data.split(b"&"):
        if sequence:
            name, _, value = sequence.replace(b"+", b" ").partition(b"=")
            output.append((_decode(name), _decode(value)))
    return output


def parse_string(text: str) -> Tuples:
    """5.3 The string parser. (A lone surrogate is U+FFFD by then.)"""
    return parse(scalar_value_string(text).encode())


def serialize(tuples: Iterable[tuple[str, str]]) -> str:
    """5.2 The serializer, of tuples of scalar value strings, in UTF-8.

    >>> serialize([("a b", "~é")])
    'a+b=%7E%C3%A9'
    """
    return "&".join(f"{_encode(name)}={_encode(value)}" for name, value in tuples)


def _decode(data: bytes) -> str:
    return percent_decode(data).decode(errors="replace")


def _encode(text: str) -> str:
    return percent_encode_after_encoding("utf-8", text, FORM_URLENCODED)
