"""Reads the source of a document, finds its syntax if the content type does not name it, and parses
it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from html.entities import html5
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from urldom._core.errors import shown, wrong_type
from urldom._core.text import encodings
from urldom._core.text.unicode import scalar_value_string
from urldom.http._media_types import (
    MediaType,
    content_type_header,
    extract_media_type,
    is_xml,
    read_content_type,
)
from urldom.trees._binary import MOST_OF_GZIP, binary_type, decompress_deflate, decompress_gzip
from urldom.trees._encoding_detection import (
    byte_order_mark,
    declared_encoding,
    detect_encoding,
    encoding_of_malformed,
)
from urldom.trees._first_tag import Syntax, syntax_of_first_tag
from urldom.trees._libraries import (
    FRAGMENT_PARSERS,
    HTML_PARSERS,
    XML_PARSERS,
    choose_parser,
    find_library,
)
from urldom.trees._syntaxes import XML_ENTITIES
from urldom.trees._tree import Tree

if TYPE_CHECKING:
    from urldom.trees._mending.mend import Mend

#: A byte order mark as Latin-1 decodes it, or in text, and the spaces after it.
_MARK_AND_SPACES = re.compile(r"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\ufeff)?[ \t\r\n]*")
#: A document is XML if it begins with an XML declaration, or with one of these elements or document
#: types. `_first_tag` knows the others.
_XML_DECLARATION = re.compile(r"<\?xml[ \t\r\n]")
_XML_ROOT = re.compile(
    r"<(?:!DOCTYPE[ \t\r\n]+)?(?:[\w.-]+:)?"
    r"(?:(?P<feed>(?i:feed|entry|rss|rdf|opml|urlset|sitemapindex))|svg)[ \t\r\n/>\[]"
)
_HTML_ELEMENT = re.compile(r"<(?:!DOCTYPE[ \t\r\n]+)?html[\s>\[]", re.IGNORECASE)
#: MIME Sniffing Standard, section 7.1: the beginnings of HTML.
_HTML_BEGINNING = re.compile(
    r"\f*<(?:!doctype"
    r" html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >]",
    re.IGNORECASE,
)
#: The number of characters that are read first, and in XML after the comments, to find an `html`
#: element.
_BEGINNING: Final = 4096
_XML_SPACES = re.compile(r"[ \t\r\n]*")


def sniff_syntax(data: bytes | str, *, is_xml: bool, recover: bool = False) -> Syntax:
    """Return the syntax of a document of unknown content type. `is_xml` is true if its suffix or
    parser is for XML, and `recover` if XML may begin after other text."""
    text = characters(data[:_BEGINNING])
    if end_of_prolog(text, _start(text)) == len(text):  # The beginning has only comments.
        text = characters(data)
    start = _start(text)
    position = end_of_prolog(text, start)
    root = _XML_ROOT.match(text, position)
    if root is not None and root["feed"] is not None:
        return "xml"
    if is_xml:
        return "xhtml" if _HTML_ELEMENT.search(text, position, position + _BEGINNING) else "xml"
    if root is not None or _XML_DECLARATION.match(text, start):
        return "xhtml"
    if recover and _begins_late(text[start : start + _BEGINNING]):
        return "xml"
    return syntax_of_first_tag(text, position)


def _start(text: str) -> int:
    """Return the position after a byte order mark and spaces at the start."""
    return _MARK_AND_SPACES.match(text).end()  # type: ignore[union-attr]


def _begins_late(text: str) -> bool:
    """Return `True` if XML may begin after other text. Few documents need the module."""
    from urldom.trees._mending.mending import begins_late

    return begins_late(text)


def require_xml(syntax: Syntax) -> Syntax:
    """Return the syntax of what gzip's data contain, or raise `ValueError` if it is not XML."""
    if syntax == "html":
        raise ValueError("the gzip data do not contain XML: decompress them, and pass the content")
    return "xml"


def begins_like_html(data: bytes | str) -> bool:
    """Return `True` if browsers read a document without a content type as HTML."""
    text = characters(data[:_BEGINNING])
    return _HTML_BEGINNING.match(text, _start(text)) is not None


def characters(data: bytes | str) -> str:
    """Return a document's ASCII characters, also those of UTF-16, whose zero bytes are left out."""
    return data if isinstance(data, str) else data.replace(b"\0", b"").decode("latin-1")


def end_of_prolog(text: str, position: int) -> int:
    """Return the position after the comments and processing instructions at the start, which may be
    unclosed."""
    while True:
        position = _XML_SPACES.match(text, position).end()  # type: ignore[union-attr]
        for opening, closing in (("<!--", "-->"), ("<?", "?>")):
            if text.startswith(opening, position):
                end = text.find(closing, position + len(opening))
                position = len(text) if end == -1 else end + len(closing)
                break  # Other spaces and comments may follow.
        else:
            return position


#: The document types that declare HTML's named character references (HTML Standard, "Parsing XML
#: documents").
_DECLARING_TYPES: Final = frozenset(
    [
        *(f"-//W3C//DTD XHTML 1.0 {name}//EN" for name in ("Transitional", "Strict", "Frameset")),
        *(f"-//W3C//DTD {name}//EN" for name in ("XHTML 1.1", "XHTML Basic 1.0", "MathML 2.0")),
        *(f"-//W3C//DTD XHTML 1.1 plus MathML 2.0{name}//EN" for name in ("", " plus SVG 1.1")),
        *(f"-//WAPFORUM//DTD XHTML Mobile {name}//EN" for name in ("1.0", "1.1", "1.2")),
    ]
)
_PUBLIC_IDENTIFIER = re.compile(
    r"<!DOCTYPE[ \t\r\n]+[^ \t\r\n<>\[]+[ \t\r\n]+PUBLIC[ \t\r\n]+(?:\"([^\"<>]*)\"|'([^'<>]*)')"
)
#: A reference to an entity, or a part that cannot contain references: a comment, a CDATA section,
#: an instruction.
_ENTITY_REFERENCE = re.compile(
    r"&([A-Za-z][A-Za-z0-9]*;)"
    r"|<!--[\s\S]*?(?:-->|\Z)"
    r"|<!\[CDATA\[[\s\S]*?(?:\]\]>|\Z)"
    r"|<\?[\s\S]*?(?:\?>|\Z)"
)
_ENTITY_NAME = re.compile(r"<!ENTITY[ \t\r\n]+([A-Za-z][A-Za-z0-9]*)[ \t\r\n]")


def replace_entities_of_html(text: str) -> str:
    """Replace HTML's named references by numeric ones if the document type of the text declares
    them."""
    match = _PUBLIC_IDENTIFIER.match(text, end_of_prolog(text, 0))
    if match is None:
        return text
    identifier = match[1] or match[2] or ""
    if " ".join(identifier.split()) not in _DECLARING_TYPES:
        return text
    declared = {f"{name};" for name in _ENTITY_NAME.findall(text)}

    def numeric(reference: re.Match[str]) -> str:
        name = reference[1]
        if name is None:
            return reference[0]  # a comment, a CDATA section or an instruction
        if name in XML_ENTITIES or name in declared or name not in html5:
            return reference[0]
        return "".join(f"&#{ord(character)};" for character in html5[name])

    return _ENTITY_REFERENCE.sub(numeric, text)


def _require_few_defaults(data: bytes) -> None:
    """Raise `ValueError` if default values, which every element of a name gets, are much longer
    than the text."""
    from xml.parsers import expat

    most = max(10_000_000, 100 * len(data))  # a hundred times as many characters as the text
    held = 0

    def element(_: str, attributes: list[str]) -> None:
        nonlocal held
        # Each item of the list, a name or a value, takes as much memory as 25 characters.
        held += sum(map(len, attributes), 25 * len(attributes))
        if held > most:
            raise ValueError(
                f"the default attributes that the document declares have more than {most}"
                " characters"
            )

    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.StartElementHandler = element
    with suppress(expat.ExpatError):  # The tree's parser reports this error later.
        parser.Parse(data, True)


#: For an error: the types that are known, and what to do about others.
_KNOWN_CONTENT_TYPES: Final = (
    "text/html",
    "text/xml",
    "application/xml",
    "a type that ends in +xml (for text/css, call urldom.trees.stylesheet), or pass parser= to"
    " parse any type",
)
#: Types that do not name a syntax of markup, but may contain it: the unknown types of the MIME
#: Sniffing Standard (section 7), the types that servers send for unknown files, and types of feeds
#: that do not end in `+xml`.
_is_unclear: Final = re.compile(
    "text/plain|application/(?:octet-stream|(?:x-)?gzip)|(?:unknown|application)/unknown"
    "|[^/]*/.*(?:opml|rss|atom|rdf)"
).match


def is_known(essence: str) -> bool:
    """Return `True` if a content type names markup."""
    return essence == "text/html" or is_xml(essence)


def read_type(content_type: str | None, *, takes_all: bool) -> MediaType | None:
    """Return the content type of a document, or raise `ValueError` if it cannot be markup, unless
    `takes_all` is true."""

    def takes(essence: str) -> bool:
        return takes_all or is_known(essence) or _is_unclear(essence) is not None

    return read_content_type(content_type, takes=takes, known=_KNOWN_CONTENT_TYPES)


class Source(NamedTuple):
    """The data of a source, and what came with them."""

    data: bytes | str
    address: str | None = None
    content_type: str | None = None
    encoding: str | None = None


def read_source(source: Any, max_decompressed: int = MOST_OF_GZIP) -> Source:
    """Return the data of bytes, a text or a response, which may contain `max_decompressed` bytes if
    they have to be decompressed. Raise `TypeError` for another object."""
    if isinstance(source, str):
        return Source(source)
    if isinstance(source, bytes | bytearray | memoryview):
        return Source(bytes(cast("bytes", source)))
    body = getattr(source, "body", None)
    if isinstance(body, bytes) and hasattr(source, "status") and hasattr(source.headers, "getlist"):
        # A response of Scrapy. `_encoding` is the encoding that the program passed, while the
        # public attribute `encoding` may be a guess.
        given: str | None = getattr(source, "_encoding", None)
        return Source(body, source.url, _content_type_of_scrapy(source), given)
    kind = cast("type[object]", type(source))
    hint = ""
    if find_library(kind) is not None:
        hint = "pass a parsed tree to document()"
    else:
        content = _content(source, kind, max_decompressed)
        if isinstance(content, bytes):
            return Source(content, _address(source), content_type_header(source.headers))
        if hasattr(kind, "real_url"):
            hint = "call `await response.read()` first"
    raise wrong_type(
        "a source",
        "bytes, a str or a response of requests, httpx, aiohttp, urllib or Scrapy",
        source,
        hint,
    )


def _content(response: Any, kind: type[object], max_decompressed: int) -> object:
    """Return the content of a response after its library has decoded it, or `None` for any other
    object."""
    if hasattr(kind, "real_url"):
        # aiohttp, whose `read()` returns this attribute, but only in a coroutine
        return getattr(response, "_body", None)
    if hasattr(kind, "geturl") and hasattr(response, "headers") and not hasattr(kind, "data"):
        return _content_of_urllib(response, max_decompressed)
    if hasattr(kind, "content") and hasattr(response, "status_code"):  # requests and httpx
        return _read_content(lambda: response.content)
    return None


def _content_of_urllib(response: Any, max_decompressed: int) -> object:
    if getattr(response, "isclosed", bool)():
        raise ValueError(
            "the content of the response was read before: pass this content and the address"
        )
    data = _read_content(response.read)
    if not isinstance(data, bytes):
        return data
    return _decompress(data, response.headers, max_decompressed)


def _read_content(read: Callable[[], object]) -> object:
    try:
        return read()
    except Exception as error:
        # The content of a stream may be lost, or not have been read, and connections break.
        raise ValueError(f"the content of the response cannot be read: {error}") from error


def _decompress(data: bytes, headers: Any, most: int) -> bytes:
    """Undo a `Content-Encoding`, which urllib leaves to its caller (RFC 9110, section 8.4)."""
    length = headers.get("Content-Length", "")
    coding = headers.get("Content-Encoding", "").strip().lower()
    if data and length.isdecimal() and int(length) != len(data):
        raise ValueError("a part of the content was read before: pass the content and the address")
    if coding in ("gzip", "x-gzip"):
        return decompress_gzip(data, most)
    if coding == "deflate":
        return decompress_deflate(data, most)
    if coding not in ("", "identity"):
        raise ValueError(
            f"urllib does not decode the Content-Encoding {shown(coding)}: pass the decoded content"
        )
    return data


def _address(response: Any) -> str | None:
    """Return the URL of a response, or `None` if it has none."""
    try:
        url = response.url
    except (AttributeError, RuntimeError):
        return None  # A response of httpx that a program made itself has no URL.
    return None if url is None else str(url)


def _content_type_of_scrapy(response: Any) -> str | None:
    """Return the content type of a response of Scrapy, by its class if the header names no
    markup."""
    header = content_type_header(response.headers)
    found = None if header is None else extract_media_type(header)
    if found is None or not is_known(found.essence):
        # Scrapy chooses the class of a response by the file name and the body too, so the class
        # shows the type.
        classes = [base.__name__ for base in type(response).__mro__]
        charset = ""
        if found is not None and found.encoding is not None:
            charset = f";charset={found.encoding}"
        for name, essence in (("XmlResponse", "text/xml"), ("HtmlResponse", "text/html")):
            if name in classes:
                return essence + charset
    return header


class Parsed(NamedTuple):
    """The tree of a source, the names of its encoding and its parser, and what was mended."""

    tree: Tree
    encoding: str
    parser: str
    mended: tuple[Mend, ...] = ()


def parse_data(
    data: bytes | str,
    transport: str | None,
    syntax: Syntax,
    parser: str | None = None,
    *,
    inherited: str | None = None,
    recover: bool = False,
    hint: str = "pass recover=True to mend it",
) -> Parsed:
    """Return what is parsed from a source.

    Args:
        data: The source.
        transport: The encoding of HTTP.
        syntax: The syntax of the source.
        parser: The name of the parser that the user chose, or `None`.
        inherited: The encoding of the container of a frame, for HTML that declares none.
        recover: `True` mends XML that is not well-formed.
        hint: For an error, how the user can have it mended.

    Raises:
        ValueError: If XML is not well-formed, and `recover` is false or it has no element.
    """
    if syntax == "xhtml" and parser is not None and parser not in XML_PARSERS:
        syntax = "html"
    if syntax == "html":
        return _parse_html(data, transport, parser, inherited)
    try:
        return _parse_xml(data, transport, syntax, parser)
    except SyntaxError as error:
        if recover and not (syntax == "xhtml" and _has_html(data)):
            return _parse_mended(data, transport, syntax, parser)
        if syntax == "xml" or (parser is not None and parser not in HTML_PARSERS):
            reason = f"the document is not well-formed XML: {error}"
            raise _not_xml(data, reason if recover else f"{reason}: {hint}") from None
    # The source is parsed as HTML, as in browsers: most servers send XHTML as `text/html`.
    return _parse_html(data, transport, parser, inherited)


def _parse_html(
    data: bytes | str, transport: str | None, parser: str | None, inherited: str | None
) -> Parsed:
    """Do what `parse_data` does for HTML."""
    name = choose_parser(parser, HTML_PARSERS, "HTML")
    text, encoding = decode_source(data, transport, is_xml=False, inherited=inherited)
    tree = _run(name, HTML_PARSERS[name], text)
    tree.has_vocabularies = False
    tree.source = text
    return Parsed(tree, encoding, name)


def _not_xml(data: bytes | str, reason: str) -> ValueError:
    """Return the error for a source that is not XML, with the reason, or with the name of another
    type if the source has its signature."""
    found = binary_type(data)
    if found is not None:
        reason = (
            f"the document is sent as XML, but it is {found} by its first bytes: parse only XML"
        )
    return ValueError(reason)


def _has_html(data: bytes | str) -> bool:
    """Return `True` if a document has an `html` element at its beginning."""
    text = characters(data[:_BEGINNING])
    return _HTML_ELEMENT.search(text, end_of_prolog(text, _start(text))) is not None


def _parse_mended(
    data: bytes | str, transport: str | None, syntax: Syntax, parser: str | None
) -> Parsed:
    """Do what `parse_data` does for XML that is not well-formed."""
    from urldom.trees._mending.mend import mends_of
    from urldom.trees._mending.mending import mend
    from urldom.trees._mending.undecodable import notes_of_bytes

    name = choose_parser(parser, XML_PARSERS, "XML")
    text, encoding = decode_malformed(data, transport)
    notes = notes_of_bytes(data, encoding, text) if isinstance(data, bytes) else []
    if notes:
        with suppress(SyntaxError):  # Perhaps nothing else has to be mended.
            return Parsed(_parse_text(text, syntax, name), encoding, name, mends_of(text, notes))
    try:
        mended, mends = mend(text, notes)
        return Parsed(_parse_text(mended, syntax, name), encoding, name, mends)
    except SyntaxError as error:
        raise _not_xml(data, f"the document cannot be mended: {error}") from None


def _parse_xml(
    data: bytes | str, transport: str | None, syntax: Syntax, parser: str | None
) -> Parsed:
    """Do what `parse_data` does for XML. Raise `SyntaxError` if the source is not well-formed."""
    name = choose_parser(parser, XML_PARSERS, "XML")
    text, encoding = decode_source(data, transport, is_xml=True)
    if isinstance(data, bytes) and "\ufffd" in text:
        from urldom.trees._mending.undecodable import require_decodable

        require_decodable(data, encoding, text)
    return Parsed(_parse_text(text, syntax, name), encoding, name)


def _parse_text(text: str, syntax: Syntax, name: str) -> Tree:
    """Return the tree of XML that the parser `name` makes."""
    if "\0" in text:  # The parser expat would guess UTF-16.
        raise SyntaxError("U+0000 is not a character of XML")
    parsed = replace_entities_of_html(text)
    if "<!ATTLIST" in parsed:
        _require_few_defaults(parsed.encode())
    tree = _run(name, XML_PARSERS[name], parsed)
    tree.keep_source(text, parsed)
    if syntax == "xml":
        # An element without a namespace is not HTML, even if it has a name of HTML.
        tree.is_bare = False
    tree.is_html = False
    return tree


def parse_fragment_of(text: str, context: str, parser: str | None) -> tuple[Tree, str]:
    """Return the tree of a snippet of HTML, and the name of its parser."""
    name = choose_parser(parser, HTML_PARSERS, "HTML")
    parse = FRAGMENT_PARSERS[name]
    tree = _run(name, lambda text: parse(text, context), text)
    tree.source = text
    return tree, name


def decode_source(
    data: bytes | str, transport: str | None, *, is_xml: bool, inherited: str | None = None
) -> tuple[str, str]:
    """Return the text of a source, and the name of its encoding, which for text is that of the
    queries of its URLs."""
    if isinstance(data, str):
        text = scalar_value_string(data.removeprefix("\ufeff"))
        declared = transport or declared_encoding(text, is_xml=is_xml)
        return text, declared or inherited or "utf-8"
    encoding = detect_encoding(data, transport=transport, is_xml=is_xml, inherited=inherited)
    mark, _ = byte_order_mark(data)
    return encodings.decode(encoding, data[len(mark) :]), encoding


def decode_malformed(data: bytes | str, transport: str | None) -> tuple[str, str]:
    """Do what `decode_source` does for XML that is not well-formed, which may declare its encoding
    after its beginning, or be UTF-16 without saying so."""
    if isinstance(data, bytes) and transport is None and byte_order_mark(data)[1] is None:
        transport = encoding_of_malformed(data)
    return decode_source(data, transport, is_xml=True)


def _run(name: str, parse: Callable[[str], Tree], text: str) -> Tree:
    """Return the tree that a parser makes. Raise `ValueError` if it fails for another reason than
    the syntax."""
    try:
        return parse(text)
    except (ImportError, MemoryError, SyntaxError):
        raise
    except Exception as error:  # The parsers of other libraries raise errors of any class.
        raise ValueError(f"{name} cannot parse the document: {error}") from error
