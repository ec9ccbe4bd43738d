"""MIME types: the type of a document, its parameters, and the label of its encoding."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from urldom._core.errors import unknown_name, wrong_type
from urldom._core.text import encodings

#: MIME Sniffing Standard, section 3: HTTP whitespace, HTTP token code points, and HTTP
#: quoted-string token code points.
_SPACES: Final = " \t\r\n"
_TOKEN: Final = "[-!#$%&'*+.^_`|~0-9A-Za-z]+"
_ESSENCE = re.compile(rf"{_TOKEN}/{_TOKEN}\Z")
_NAME = re.compile(rf"{_TOKEN}\Z")
_INVALID_IN_VALUE = re.compile(r"[^\t -~\x80-\xff]")
_PARAMETER = re.compile(r'[ \t\r\n]*(?P<name>[^;=]*)(?:=(?P<quote>"?))?')
_QUOTE_OR_BACKSLASH = re.compile(r'["\\]')
_QUOTE_OR_COMMA = re.compile('[",]')
_BACKSLASH = re.compile(r"\\([\s\S])")
_HEADER: Final = "Content-Type"


class MediaType(NamedTuple):
    """A MIME type: its *essence* and its parameters, in order. The essence and their names are in
    lower case."""

    essence: str
    parameters: dict[str, str]

    @property
    def charset(self) -> str | None:
        return self.parameters.get("charset")

    @property
    def encoding(self) -> str | None:
        charset = self.charset
        return None if charset is None else encodings.find_encoding(charset)

    def __str__(self) -> str:
        """Serialize the MIME type (MIME Sniffing Standard, section 4.5)."""
        text = self.essence
        for name, value in self.parameters.items():
            text += f";{name}={_written(value)}"
        return text


def _written(value: str) -> str:
    if _NAME.match(value):
        return value
    escaped = _QUOTE_OR_BACKSLASH.sub(r"\\\g<0>", value)
    return f'"{escaped}"'


def parse_media_type(value: str) -> MediaType | None:
    """Parse a MIME type (MIME Sniffing Standard, section 4.4). Returns `None` if the value is not a
    MIME type."""
    essence, _, parameters = value.strip(_SPACES).partition(";")
    essence = essence.rstrip(_SPACES)
    if not _ESSENCE.match(essence):
        return None
    found: dict[str, str] = {}
    for name, text in _parameters(parameters):
        if _NAME.match(name) and not _INVALID_IN_VALUE.search(text):
            found.setdefault(name.lower(), text)  # Later parameters with the same name are ignored.
    return MediaType(essence.lower(), found)


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    """Cut the parameters of a MIME type. A parameter without a value is left out, but `""` is a
    value."""
    position = 0
    while position < len(text):
        match: Any = _PARAMETER.match(text, position)
        start = match.end()
        end = end_of_quoted(text, start) if match["quote"] else start
        semicolon = text.find(";", end)
        if semicolon == -1:
            semicolon = len(text)
        position = semicolon + 1
        if match["quote"]:
            yield match["name"], unescape(text[start:end])
            continue
        value = text[start:semicolon].rstrip(_SPACES)
        if value:
            yield match["name"], value


def extract_media_type(value: str) -> MediaType | None:
    """Extract a MIME type (Fetch Standard, "`Content-Type` header"): the last valid type of a
    header, or `None`. A type without a `charset` gets the `charset` of the type directly before it
    if both have the same essence."""
    found = charset = None
    for part in _split(value):
        parsed = parse_media_type(part)
        if parsed is None or parsed.essence == "*/*":
            continue
        if found is None or parsed.essence != found.essence:
            charset = parsed.charset
        elif parsed.charset is None and charset is not None:
            parsed.parameters["charset"] = charset
        found = parsed
    return found


def _split(value: str) -> Iterator[str]:
    """Split the value of a header at its commas (Fetch Standard, "get, decode, and split")."""
    start = position = 0
    while match := _QUOTE_OR_COMMA.search(value, position):
        if match[0] == '"':
            position = end_of_quoted(value, match.end()) + 1
        else:
            yield value[start : match.start()]
            start = position = match.end()
    yield value[start:]


def content_type_header(headers: Any) -> str | None:
    """Return the value of `Content-Type` in the headers of a response, or `None`. Several headers
    are joined. Scrapy, aiohttp and urllib have a method that returns a list, and `get` of requests
    and httpx joins the headers."""
    for name in ("getlist", "getall", "get_all"):
        get_all = getattr(headers, name, None)
        if get_all is not None:
            values = [
                value.decode("latin-1") if isinstance(value, bytes) else value
                for value in get_all(_HEADER, [])
            ]
            return ", ".join(values) if values else None
    found: str | None = headers.get(_HEADER)
    return found


def is_xml(essence: str) -> bool:
    """Return `True` if a type is an *XML MIME type* (MIME Sniffing Standard, section 4.6)."""
    return essence in ("text/xml", "application/xml") or essence.endswith("+xml")


def read_content_type(
    value: object, *, takes: Callable[[str], bool], known: Sequence[str]
) -> MediaType | None:
    """Return the content type that a caller gave, or `None` if it is empty. Raises `TypeError` if
    it is not a string, and `ValueError`, which lists `known`, for an essence that `takes` does not
    accept: `""` if it is not a type."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise wrong_type("a content type", "a str", value)
    if not value.strip(f"{_SPACES},"):
        return None
    parsed = extract_media_type(value)
    if not takes("" if parsed is None else parsed.essence):
        raise ValueError(unknown_name("content type", value, known))
    return parsed


def end_of_quoted(text: str, position: int) -> int:
    """Return the position of the quotation mark that ends a quoted string, or the end of the text.
    `position` is after the opening mark. An expression with a repeated group would need memory for
    each backslash."""
    while match := _QUOTE_OR_BACKSLASH.search(text, position):
        if match[0] == '"':
            return match.start()
        position = match.start() + len("\\x")
    return len(text)


def unescape(text: str) -> str:
    """Return the text of a quoted string without its escaping backslashes. A backslash at the end
    stays."""
    return _BACKSLASH.sub(r"\1", text) if "\\" in text else text
