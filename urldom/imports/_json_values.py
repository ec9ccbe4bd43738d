"""JSON text (RFC 8259): its value, and the places of its strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

_decode: Final = json.JSONDecoder().raw_decode
_next_token: Final = re.compile(r'["{}\[\],]').search
#: Strings that are deeper are not found, so that the time is linear.
_DEEPEST: Final = 5


def read_json(text: str) -> Any:
    """Return the value of a JSON text. For any other text, raise `ValueError` with the reason."""
    try:
        # `int` rejects thousands of digits, so a number becomes a `float`.
        return json.loads(text, parse_int=float, parse_constant=_reject)
    except (ValueError, RecursionError) as error:
        reason = error if isinstance(error, ValueError) else "it is nested too deeply"
        raise ValueError(f"it is not JSON: {reason}") from None


def _reject(constant: str) -> None:
    raise ValueError(f"{constant} is not a number")


class JSONString(NamedTuple):
    """A string, and the place of its text between the quotation marks."""

    start: int
    end: int
    value: str
    #: The names of the members around it, and the numbers of the items of arrays. A value also has
    #: its own name.
    path: tuple[str | int, ...]
    is_name: bool


def find_strings(text: str) -> Iterator[JSONString]:
    """Yield the strings of a JSON text in order. Any other text has none."""
    try:
        read_json(text)
    except ValueError:
        return
    yield from strings_of_json(text)


def _around(path: list[str | int], is_name: bool) -> tuple[str | int, ...]:
    """Return the names around a string. A name is not around itself."""
    return tuple(path[:-1] if is_name else path)


def _count_item(path: list[str | int]) -> None:
    """Count the next item after a comma, if the comma is in an array."""
    last = path[-1]
    if not isinstance(last, str):
        path[-1] = last + 1


def strings_of_json(text: str) -> Iterator[JSONString]:
    """Yield the strings of a text for which `read_json` raises no error, in order."""
    # The objects and arrays around the position: the name of the current member, or the number of
    # the current item.
    path: list[str | int] = []
    is_name = False  # whether the next string is the name of a member
    position = 0
    while match := _next_token(text, position):
        token = match[0]
        position = match.end()
        if token == "{":
            path.append("")
            is_name = True
        elif token == "[":
            path.append(0)
            is_name = False
        elif token in "}]":
            path.pop()
        elif token == ",":
            is_name = isinstance(path[-1], str)
            _count_item(path)
        else:
            value, end = _decode(text, match.start())
            if len(path) <= _DEEPEST:
                yield JSONString(position, end - 1, value, _around(path, is_name), is_name)
            if is_name:
                path[-1] = value
            is_name = False
            position = end
