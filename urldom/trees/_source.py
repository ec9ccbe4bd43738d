"""The source of a document, which is bytes, text or a response of Scrapy, and the tree that a parser makes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, cast

from urldom._errors import wrong_type
from urldom._text.encodings import decode
from urldom._text.media_types import content_type_header, extract_media_type, is_xml
from urldom._text.scalar_values import scalar_value_string
from urldom.trees._encoding_detection import byte_order_mark, declared_encoding, detect_encoding
from urldom.trees._libraries import HTML_PARSERS, XML_PARSERS, choose_parser, find_library
from urldom.trees._sniffing import Syntax
from urldom.trees._tree import Tree
from urldom.trees._xml_input import fit_for_xml

KNOWN_CONTENT_TYPES: Final = (
    *("text/html", "text/xml", "application/xml"),
    "a type that ends in +xml (for text/css, call urldom.trees.stylesheet), or pass parser= to parse any type",
)
#: Types that do not name a syntax of markup, but may contain it: the unknown types of the MIME Sniffing Standard
#: (section 7), the types that servers send for unknown files, and types of feeds that do not end in `+xml`.
is_unclear: Final[Callable[[str], object]] = re.compile(
    "text/plain|application/octet-stream|(?:unknown|application)/unknown|[^/]*/.*(?:opml|rss|atom|rdf)"
).match


def is_known(essence: str) -> bool:
    return essence == "text/html" or is_xml(essence)


def read_source(source: Any) -> tuple[bytes | str, str | None, str | None, str | None]:
    """Return the data of the argument of `parse()`, and the address, content type and encoding that came with it."""
    if isinstance(source, str):
        return source, None, None, None
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(cast("bytes", source)), None, None, None
    body = getattr(source, "body", None)
    if isinstance(body, bytes) and hasattr(source, "status") and hasattr(source.headers, "getlist"):
        # `_encoding` is the encoding that the program passed. The public attribute `encoding` may be a guess.
        return body, source.url, _content_type_of_response(source), getattr(source, "_encoding", None)
    kind = cast("type[object]", type(source))
    hint = "pass its .content and its .url" if hasattr(kind, "content") else ""
    if find_library(kind) is not None:
        hint = "pass a parsed tree to document()"
    raise wrong_type("a source", "bytes, a str or a response of Scrapy", source, hint)


def _content_type_of_response(response: Any) -> str | None:
    header = content_type_header(response.headers)
    found = None if header is None else extract_media_type(header)
    if found is None or not is_known(found.essence):
        # Scrapy also uses the file name and the body to choose the class of a response, so the class shows the type.
        classes = [base.__name__ for base in type(response).__mro__]
        charset = "" if found is None or found.encoding is None else f";charset={found.encoding}"
        for name, essence in (("XmlResponse", "text/xml"), ("HtmlResponse", "text/html")):
            if name in classes:
                return essence + charset
    return header


def parse_data(
    data: bytes | str, transport: str | None, syntax: Syntax, parser: str | None = None
) -> tuple[Tree, str, str]:
    """Return the tree of a source, and the names of its encoding and parser. `transport` is the encoding of HTTP."""
    if syntax == "xhtml" and parser is not None and parser not in XML_PARSERS:
        syntax = "html"
    if syntax != "html":
        name = choose_parser(parser, XML_PARSERS, "XML")
        text, encoding = decode_source(data, transport, is_xml=True)
        try:
            tree = _run(name, XML_PARSERS[name], fit_for_xml(text))
            if syntax == "xml":
                tree.is_bare = False  # An element without a namespace is not HTML, even if it has a name of HTML.
            tree.is_html = False
            return tree, encoding, name
        except SyntaxError as error:
            if syntax == "xml" or (parser is not None and parser not in HTML_PARSERS):
                raise ValueError(f"the document is not well-formed XML: {error}") from None
        # The source is parsed as HTML, as in browsers: most servers send XHTML as `text/html`.
    name = choose_parser(parser, HTML_PARSERS, "HTML")
    text, encoding = decode_source(data, transport, is_xml=False)
    return _run(name, HTML_PARSERS[name], text), encoding, name


def decode_source(data: bytes | str, transport: str | None, *, is_xml: bool) -> tuple[str, str]:
    if isinstance(data, str):
        text = scalar_value_string(data.removeprefix("\ufeff"))
        return text, transport or declared_encoding(text, is_xml=is_xml) or "utf-8"
    encoding = detect_encoding(data, transport=transport, is_xml=is_xml)
    mark, _ = byte_order_mark(data)
    return decode(encoding, data[len(mark) :]), encoding


def _run(name: str, parse: Callable[[str], Tree], text: str) -> Tree:
    try:
        return parse(text)
    except (ImportError, MemoryError, SyntaxError):
        raise
    except Exception as error:  # The parsers of other libraries raise errors of any class.
        raise ValueError(f"{name} cannot parse the document: {error}") from error
