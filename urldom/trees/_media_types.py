"""What a `Content-Type` says: the type of a document, and the label of its encoding."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from urldom._errors import shown, type_name
from urldom._text.encodings import find_encoding

#: MIME Sniffing Standard, section 3: HTTP whitespace, HTTP token code points, and HTTP quoted-string token code points.
_SPACES: Final = " \t\r\n"
_ESSENCE = re.compile(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+/[-!#$%&'*+.^_`|~0-9A-Za-z]+\Z")
_INVALID_IN_VALUE = re.compile(r"[^\t -~\x80-\xff]")
_PARAMETER = re.compile(r'[ \t\r\n]*(?P<name>[^;=]*)(?:=(?P<quote>"?))?')
_QUOTE_OR_BACKSLASH = re.compile(r'["\\]')
_BACKSLASH = re.compile(r"\\([\s\S])")
_QUOTE_OR_COMMA = re.compile('[",]')


class ContentType(NamedTuple):
    """A parsed `Content-Type`: its *essence*, in lower case, and the value of its `charset` parameter, or `None`."""

    essence: str
    charset: str | None

    @property
    def encoding(self) -> str | None:
        """The name of the encoding that `charset` is a label of, or `None`."""
        return None if self.charset is None else find_encoding(self.charset)


def extract_content_type(value: str) -> ContentType | None:
    """Extract a MIME type (Fetch Standard, "`Content-Type` header") from the value of a header.

    HTTP clients join several headers of one name with commas. The last valid one counts. It takes the `charset` of the
    ones before it if they are of the same type. Returns `None` if none is valid.

    >>> extract_content_type("text/html;charset=gbk, */*, Text/HTML ;x=y, none").encoding
    'gbk'
    """
    found = charset = None
    for part in _split(value):
        parsed = parse_content_type(part)
        if parsed is None or parsed.essence == "*/*":
            continue
        if found is None or parsed.essence != found.essence:
            charset = parsed.charset
        elif parsed.charset is None:
            parsed = ContentType(parsed.essence, charset)
        found = parsed
    return found


def content_type_header(headers: Any) -> str | None:
    """The value of `Content-Type` in the headers of a Scrapy response, or `None`: several headers are joined."""
    values: list[bytes] = headers.getlist("Content-Type")
    return b", ".join(values).decode("latin-1") if values else None


def _split(value: str) -> Iterator[str]:
    """Split the value of a header at its commas (Fetch Standard, "get, decode, and split")."""
    start = position = 0
    while match := _QUOTE_OR_COMMA.search(value, position):
        if match[0] == '"':
            position = _end_of_quoted(value, match.end()) + 1
        else:
            yield value[start : match.start()]
            start = position = match.end()
    yield value[start:]


def parse_content_type(value: str) -> ContentType | None:
    """Parse a MIME type (MIME Sniffing Standard, section 4.4). Of its parameters, only the `charset` is kept. Returns
    `None` if the value is not a MIME type.

    >>> parse_content_type('Text/HTML ;Charset="UTF8"')
    ContentType(essence='text/html', charset='UTF8')
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
        # A parameter without a value is not set, but one in quotation marks may be empty. The first valid one counts.
        if match["quote"]:
            charset = _BACKSLASH.sub(r"\1", parameters[start:end])
        else:
            charset = parameters[start : None if semicolon == -1 else semicolon].rstrip(_SPACES)
        if (charset or match["quote"]) and not _INVALID_IN_VALUE.search(charset):
            return ContentType(essence, charset)
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
    if not value.strip(f"{_SPACES},"):
        return None
    parsed = extract_content_type(value)
    if parsed is None or not takes(parsed.essence):
        raise ValueError(f"the content type {shown(value)} is none of these: {known}")
    return parsed
