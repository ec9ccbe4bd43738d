"""The source of a document: bytes, text or a response of Scrapy."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

from urldom._errors import wrong_type
from urldom._text.media_types import content_type_header, extract_media_type, is_xml
from urldom.trees._libraries import find_library


class Source(NamedTuple):
    """The bytes or the text of a document, and the address, content type and encoding that came with them."""

    data: bytes | str
    address: str | None = None
    content_type: str | None = None
    encoding: str | None = None


#: The content types of documents, as an error lists them.
KNOWN_CONTENT_TYPES: Final = (
    *("text/html", "text/xml", "application/xml"),
    "a type that ends in +xml (for text/css, call urldom.trees.stylesheet)",
)


def is_known(essence: str) -> bool:
    """Return `True` if a media type is a type of HTML or XML."""
    return essence == "text/html" or is_xml(essence)


def read_source(source: Any) -> Source:
    """Return the argument of `parse()` as a `Source`. If its type is unknown, raise `TypeError`."""
    if isinstance(source, str):
        return Source(source)
    if isinstance(source, bytes | bytearray | memoryview):
        return Source(bytes(cast("bytes", source)))
    body = getattr(source, "body", None)
    if isinstance(body, bytes) and hasattr(source, "status") and hasattr(source.headers, "getlist"):
        # `_encoding` is the encoding that the program passed. The public attribute `encoding` may be a guess.
        return Source(body, source.url, _content_type_of_response(source), getattr(source, "_encoding", None))
    kind = cast("type[object]", type(source))
    hint = "pass its .content and its .url" if hasattr(kind, "content") else ""
    if find_library(kind) is not None:
        hint = "pass a parsed tree to document()"
    raise wrong_type("a source", "bytes, a str or a response of Scrapy", source, hint)


def _content_type_of_response(response: Any) -> str | None:
    header = content_type_header(response.headers)
    found = None if header is None else extract_media_type(header)
    if found is None or not is_known(found.essence):
        # The header is missing, or has an unknown type. Scrapy also uses the file name and the body to choose the class
        # of a response, so the class shows the type.
        classes = [base.__name__ for base in type(response).__mro__]
        for name, essence in (("XmlResponse", "text/xml"), ("HtmlResponse", "text/html")):
            if name in classes:
                encoding = None if found is None else found.encoding
                return essence if encoding is None else f"{essence};charset={encoding}"
    return header
