"""`parse()`: from what a server sent to the document that it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from urldom._contexts import BaseContext
from urldom._errors import shown
from urldom._standards.interface import StandardLike
from urldom._text.encodings import decode, find_label_or_codec, get_encoding
from urldom._text.media_types import is_xml, read_content_type
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL
from urldom.trees._encoding_detection import byte_order_mark, declared_encoding, detect_encoding
from urldom.trees._libraries import HTML_PARSERS, XML_PARSERS, choose_parser
from urldom.trees._sniffing import Syntax, sniff_syntax
from urldom.trees._source import KNOWN_CONTENT_TYPES, is_known, read_source
from urldom.trees._table import Row
from urldom.trees._tree import Tree
from urldom.trees._tree_document import TreeDocument
from urldom.trees._xml_input import fit_for_xml


def parse(
    source: object,
    address: AnyURL | None = None,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    parser: str | None = None,
    standard: StandardLike = "whatwg",
    xml_base: bool | None = None,
    creator: BaseContext | None = None,
    container: BaseContext | None = None,
    rows: Iterable[Row] = (),
) -> TreeDocument:
    """The HTML or XML document that was found at `address`, an absolute URL, as a browser reads it.

    `source` is its bytes, or its text, or a response of Scrapy, which brings its address and its `Content-Type`.
    `content_type` is the value of that header: HTML is `text/html`; XML is `text/xml`, `application/xml` and all that
    ends in `+xml`. Without one, what a parser for HTML alone is named for is HTML, and so is what does not begin as XML
    does. What does is XML; but if it is not well-formed, and no feed or sitemap, it is HTML too.

    The encoding of bytes is the one that their byte order mark says, else `encoding`, a label of the Encoding Standard,
    else the `charset` of the content type, else the document itself. Bytes that are no text of it become U+FFFD. Of
    text, these say in which encoding its queries are, by default UTF-8.

    `parser` is the library whose parser is to be used: for HTML `"turbohtml"`, `"selectolax"`, `"html5lib"`, `"lxml"`
    or `"bs4"`, for XML `"xml.etree"` or `"lxml"`; by default it is the first of these that is installed. The other
    parameters are those of `document()`.

    Raises `TypeError` for a source of an unknown type and where the address is missing; `ValueError` for an address
    that is no absolute URL, an unknown content type or parser, XML that is not well-formed, and what a parser does not
    take; `LookupError` for an unknown encoding; `ImportError` where the parser is not installed, or none is.

    >>> feed = b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/a/"><icon>b</icon></feed>'
    >>> page = parse(feed, "http://example.com/", content_type="application/atom+xml")
    >>> [url.url for url in page.urls()], page.encoding, page.parser
    (['http://example.com/a/b'], 'utf-8', 'xml.etree')
    """
    given = read_source(source)
    if address is None:
        address = given.address
    if address is None:
        raise TypeError("the address of the document is needed: parse(source, address)")
    known = read_content_type(
        given.content_type if content_type is None else content_type, takes=is_known, known=KNOWN_CONTENT_TYPES
    )
    transport = None if known is None else known.encoding
    if encoding is not None:
        transport = get_encoding(encoding)
    elif given.encoding is not None:
        transport = find_label_or_codec(given.encoding)  # Scrapy takes Python's names too.
    known_parsers = list(dict.fromkeys([*HTML_PARSERS, *XML_PARSERS]))
    if parser is not None and parser not in known_parsers:
        raise ValueError(f"a parser is one of {', '.join(known_parsers)}, not {shown(parser)}")
    syntax: Syntax
    if known is not None:
        syntax = "xml" if is_xml(known.essence) else "html"
    elif parser is not None and parser not in XML_PARSERS:
        syntax = "html"
    else:
        syntax = sniff_syntax(given.data, is_xml=parser is not None and parser not in HTML_PARSERS)
    tree, encoding, parser = parse_data(given.data, transport, syntax, parser)
    return TreeDocument(tree, address, encoding, standard, xml_base, creator, container, rows, parser)


def parse_data(
    data: bytes | str, transport: str | None, syntax: Syntax, parser: str | None = None
) -> tuple[Tree, str, str]:
    """The tree of a source, its encoding's name, and its parser's. `transport` names the encoding that came with it."""
    if syntax == "xhtml" and parser is not None and parser not in XML_PARSERS:
        syntax = "html"
    if syntax != "html":
        name = choose_parser(parser, XML_PARSERS, "XML")
        text, encoding = decode_source(data, transport, is_xml=True)
        try:
            tree = _run(name, XML_PARSERS[name], fit_for_xml(text))
            if syntax == "xml":
                tree.is_bare = False  # An element without a namespace is not HTML, even if its name is.
            tree.is_html = False
            return tree, encoding, name
        except SyntaxError as error:
            if syntax == "xml" or (parser is not None and parser not in HTML_PARSERS):
                raise ValueError(f"the document is not well-formed XML: {error}") from None
        # It is HTML, as it is to a browser that gets it as what most servers say that it is.
    name = choose_parser(parser, HTML_PARSERS, "HTML")
    text, encoding = decode_source(data, transport, is_xml=False)
    return _run(name, HTML_PARSERS[name], text), encoding, name


def decode_source(data: bytes | str, transport: str | None, *, is_xml: bool) -> tuple[str, str]:
    """The text of a source, and the name of its encoding."""
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
    except Exception as error:  # Others' parsers raise what they like.
        raise ValueError(f"{name} does not parse it: {error}") from error
