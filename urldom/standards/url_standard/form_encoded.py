"""5 application/x-www-form-urlencoded: its parser and its serializer."""

from __future__ import annotations

from collections.abc import Iterable

from urldom.standards.url_standard.percent_encode_sets import (
    FORM_URLENCODED,
    percent_encode_after_encoding,
    scalar_value_string,
)
from urldom.text.encodings import output_encoding
from urldom.text.percent_encoding import percent_decode_octets

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


def serialize(tuples: Iterable[tuple[str, str]], encoding: str = "utf-8") -> str:
    """5.2 The serializer, of tuples of scalar value strings, given a label of the Encoding Standard.

    >>> serialize([("a b", "~é")]), serialize([("a", "é")], "latin1")
    ('a+b=%7E%C3%A9', 'a=%E9')
    """
    encoding = output_encoding(encoding)
    return "&".join(f"{_encode(encoding, name)}={_encode(encoding, value)}" for name, value in tuples)


def _decode(data: bytes) -> str:
    return percent_decode_octets(data).decode(errors="replace")


def _encode(encoding: str, text: str) -> str:
    return percent_encode_after_encoding(encoding, text, FORM_URLENCODED)
