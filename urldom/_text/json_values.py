"""JSON text (RFC 8259) as values whose strings know their places, read without recursion, so that any depth is allowed.

Python's `json` accepts `NaN`, which is not JSON, and rejects deep values and long numbers, which are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from json import JSONDecoder
from typing import Any, Final, NamedTuple, TypeAlias, Union


class JSONString(NamedTuple):
    """A string, and the place of its text between the quotation marks."""

    value: str
    start: int
    end: int


#: Maps each name to its last place and value. Numbers, `true`, `false` and `null` are values as their text.
JSONObject: TypeAlias = "dict[str, tuple[JSONString, JSONValue]]"
JSONValue: TypeAlias = Union[JSONObject, "list[JSONValue]", JSONString, str]

_TOKEN: Final = re.compile(
    r'[ \t\n\r]*([\[\]{},:]|"(?:([^"\\\x00-\x1f]*)")?|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?'
    r"|true|false|null|\Z)"
)
_decode: Final = JSONDecoder().raw_decode
#: What can come next, and the characters that it begins with.
_VALUE: Final = ("a value", '"[{-0123456789tfn')
_ITEM_OR_END: Final = ('a value or "]"', f"{_VALUE[1]}]")
_NAME: Final = ("a name in quotation marks", '"')
_NAME_OR_END: Final = ('a name in quotation marks or "}"', '"}')
_COLON: Final = ('":"', ":")
_AFTER_ITEM: Final = ('"," or "]"', ",]")
_AFTER_MEMBER: Final = ('"," or "}"', ",}")
_NOTHING: Final = ("the end", "")
_OPENED: Final[dict[str, tuple[Callable[[], Any], tuple[str, str]]]] = {
    "[": (list, _ITEM_OR_END),
    "{": (dict, _NAME_OR_END),
}


def read_json(text: str) -> JSONValue:
    """Return the value of a JSON text, in linear time. If the text is not JSON, raise `ValueError` with the reason."""
    outer: list[tuple[Any, JSONString]] = []
    here: Any = []
    name = JSONString("", 0, 0)
    expected, position = _VALUE, 0
    while (match := _TOKEN.match(text, position)) and (token := match[1]) and token[0] in expected[1]:
        position = match.end()
        if token in ",:":
            expected = _NAME if token == "," and expected is _AFTER_MEMBER else _VALUE
            continue
        if token in "[{":
            outer.append((here, name))
            here, expected = _OPENED[token][0](), _OPENED[token][1]
            continue
        value: JSONValue = token
        if token[0] == '"':
            value = JSONString(token[1:-1], position - len(token) + 1, position - 1)
            if match[2] is None:  # The string has an escape, or an error.
                value = _read_string(text, position)
                position = value.end + 1
            if expected in (_NAME, _NAME_OR_END):
                name, expected = value, _COLON
                continue
        elif token in "]}":
            value = here
            here, name = outer.pop()
        if hasattr(here, "append"):
            here.append(value)
            expected = _AFTER_ITEM if outer else _NOTHING
        else:
            here[name.value] = name, value
            expected = _AFTER_MEMBER
    if expected is _NOTHING and match and not match[1]:
        return here[0]  # type: ignore[no-any-return]
    raise ValueError(f"it is not JSON: {expected[0]} is missing at character {position + 1}")


def _read_string(text: str, start: int) -> JSONString:
    try:
        value, end = _decode(text, start - 1)
    except ValueError:
        raise ValueError(f"it is not JSON: the string at character {start} is not closed, or is invalid") from None
    return JSONString(value, start, end - 1)
