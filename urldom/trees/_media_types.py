"""What a `Content-Type` says: the type of a document, and the label of its encoding."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from urldom._errors import shown, type_name
from urldom._text.encodings import find_encoding

#: MIME Sniffing Standard, section 3: HTTP whitespace, HTTP token code points, and the value of a parameter.
_SPACES: Final = " \t\r\n"
_ESSENCE = re.compile(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+/[-!#$%&'*+.^_`|~0-9A-Za-z]+\Z")
_PARAMETER = re.compile(r'[ \t\r\n]*(?P<name>[^;=]*)(?:=(?P<quote>"?))?')
_QUOTE_OR_BACKSLASH = re.compile(r'["\\]')
_BACKSLASH = re.compile(r"\\([\s\S])")


class ContentType(NamedTuple):
    """A parsed `Content-Type`: its *essence*, in lower case, and the name of its `charset`'s encoding, or `None`."""

    essence: str
    encoding: str | None


def parse_content_type(value: str) -> ContentType | None:
    """To *parse a MIME type* (MIME Sniffing Standard, section 4.4), of whose parameters only the `charset` is wanted.
    `None` for what is none.

    >>> parse_content_type('Text/HTML ;Charset="UTF8"')
    ContentType(essence='text/html', encoding='utf-8')
    """
    essence, _, parameters = value.strip(_SPACES).partition(";")
    essence = essence.rstrip(_SPACES).lower()
    if not _ESSENCE.match(essence):
        return None
    position = 0
    while position < len(parameters):
        match = _PARAMETER.match(parameters, position)
        assert match is not None
        start = match.end()
        end = _end_of_quoted(parameters, start) if match["quote"] else start
        semicolon = parameters.find(";", end)
        position = len(parameters) if semicolon == -1 else semicolon + 1
        if match["name"].lower() != "charset":
            continue
        if match["quote"]:
            return ContentType(essence, find_encoding(_BACKSLASH.sub(r"\1", parameters[start:end])))
        label = parameters[start : None if semicolon == -1 else semicolon].rstrip(_SPACES)
        # A parameter without a value is none, but one in quotation marks may be empty; the first of a name counts.
        if label:
            return ContentType(essence, find_encoding(label))
    return ContentType(essence, None)


def _end_of_quoted(text: str, position: int) -> int:
    """Where a quoted value ends. (A repeated group in a pattern would need memory for each backslash.)"""
    while match := _QUOTE_OR_BACKSLASH.search(text, position):
        if match[0] == '"':
            return match.start()
        position = match.start() + len("\\x")
    return len(text)


def is_xml(essence: str) -> bool:
    """Whether a type is an *XML MIME type* (MIME Sniffing Standard, section 4.6)."""
    return essence in ("text/xml", "application/xml") or essence.endswith("+xml")


def read_content_type(value: object, *, takes: Callable[[str], bool], known: str) -> ContentType | None:
    """The content type that a caller gave, or `None` where there is none or nothing in it.

    `takes` says of an essence whether it is one of those that are known, and `known` names these for the error: a
    `ValueError`. Raises `TypeError` for what is no string.
    """
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"a content type is a str, not {type_name(value)}")
    if not value.strip(_SPACES):
        return None
    parsed = parse_content_type(value)
    if parsed is None or not takes(parsed.essence):
        raise ValueError(f"the content type {shown(value)} is none of these: {known}")
    return parsed
