"""`parse()` and `parse_fragment()`: make a document from a server's response, or from a snippet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from urldom._core.contexts.protocol import BaseContext, is_context
from urldom._core.errors import shown, unknown_name, wrong_type
from urldom._core.standards.interface import StandardLike
from urldom._core.text import encodings
from urldom._core.values.url_value import AnyURL
from urldom.http._fetching import Client
from urldom.http._location import Headers
from urldom.http._media_types import MediaType, is_xml
from urldom.trees._binary import MOST_OF_GZIP, open_gzip, require_text
from urldom.trees._first_tag import Syntax
from urldom.trees._libraries import HTML_PARSERS, XML_PARSERS
from urldom.trees._page import Page, inherited_encoding, open_page, srcdoc_encoding
from urldom.trees._requests.policies import client_of, read_headers
from urldom.trees._source import (
    Parsed,
    Source,
    begins_like_html,
    decode_source,
    parse_data,
    parse_fragment_of,
    read_source,
    read_type,
    require_xml,
    sniff_syntax,
)
from urldom.trees._table import Row
from urldom.trees._text_trees import read_text_tree
from urldom.trees._tree_document import TreeDocument, client_around


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
    headers: Headers | None = None,
    recover: bool = False,
    max_decompressed: int = MOST_OF_GZIP,
) -> TreeDocument:
    """Parse an HTML or XML document as a browser reads it.

    "How `parse()` reads a document", in the reference, explains the choice of type and encoding.

    Args:
        source: The bytes or text of the document, or a response of requests, httpx, aiohttp (await
            its `read()` first), urllib or Scrapy, which includes the address and the headers.
        address: The absolute URL where the document was found, by default the response's.
        content_type: The value of the `Content-Type` header, by default the headers'.
        encoding: A label of the Encoding Standard, which replaces the `charset` of the content
            type. A byte order mark precedes both.
        parser: The library: `"turbohtml"`, `"selectolax"`, `"html5lib"` or `"bs4"` for HTML,
            `"xml.etree"` for XML, or `"lxml"`. The default is the first that is installed. A feed
            sent as `text/html` is HTML, as in browsers, except with `"xml.etree"`.
        standard, xml_base, creator, rows: As in `document()`.
        container: The document with the `iframe`, if this one is in a frame. A document of the
            same origin that declares no encoding has that of its container, unless it is UTF-16,
            and a `srcdoc` document is in UTF-8, or under `HTML5` in the container's encoding.
        headers: The headers of the response, as a mapping or as pairs, by default the response's.
            `request()` reads policies in them.
        recover: `True` mends XML that is not well-formed, such as a feed with a bare `&`. `mended`
            of the document says what was mended, and where.
        max_decompressed: The greatest number of bytes that a `.xml.gz` file, or a response that
            urllib leaves compressed, may contain. The default is 50 MB, the limit of a sitemap.

    Returns:
        A `TreeDocument`, with the `parser` that was used and its `tree`.

    Raises:
        TypeError: If the source has an unknown type, or the address is missing.
        ValueError: If the address is not absolute, the source is not markup or not well-formed XML,
            the content type, the parser or the standard is unknown, the parser or a response's
            client fails, or gzip's data are broken, too long or not XML.
        LookupError: If the encoding is unknown.
        ImportError: If the parser is not installed.

    >>> feed = b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/a/"><icon>b</icon></feed>'
    >>> page = parse(feed, "http://example.com/", content_type="application/atom+xml")
    >>> [url.url for url in page.urls()], page.encoding, page.parser
    (['http://example.com/a/b'], 'utf-8', 'xml.etree')
    """
    given = read_source(source, max_decompressed)
    data = given.data
    if address is None:
        address = given.address
    if address is None:
        raise TypeError("the address of the document is missing: call parse(source, address)")
    read = read_headers(getattr(source, "headers", ()) if headers is None else headers)
    if content_type is None:
        in_headers = None if headers is None else read.get("content-type")
        content_type = in_headers or given.content_type
    around = client_around(creator, container)
    open_tree = partial(
        open_page,
        address=address,
        standard=standard,
        xml_base=xml_base,
        creator=creator,
        container=container,
        rows=rows,
        headers=read.items(),
        around=around,
    )
    transport = _transport_encoding(encoding, given)
    text_tree = None if parser is not None else read_text_tree(data, content_type, transport)
    if text_tree is not None:
        return TreeDocument(open_tree(text_tree, encoding=text_tree.encoding))
    known = read_type(content_type, takes_all=parser is not None)
    if transport is None and known is not None:
        transport = known.encoding
    of_srcdoc, inherited = _encodings_in_frame(container, around, address, standard)
    _require_known(parser)
    is_zipped = False
    if known is None or known.essence != "text/html":
        data, is_zipped = open_gzip(data, max_decompressed)
    syntax = _find_syntax(data, content_type, known, parser, recover=recover)
    if is_zipped:
        syntax = require_xml(syntax)
    parsed = parse_data(
        data, transport or of_srcdoc, syntax, parser, inherited=inherited, recover=recover
    )
    return open_parsed(parsed, open_tree)


def open_parsed(parsed: Parsed, open_tree: Callable[..., Page]) -> TreeDocument:
    """Return the document of what was parsed. `open_tree` is `open_page` with the other
    arguments."""
    parsed.tree.was_given = False
    page = open_tree(parsed.tree, encoding=parsed.encoding, parser=parsed.parser)
    page.mended = parsed.mended
    return TreeDocument(page)


def _transport_encoding(label: str | None, given: Source) -> str | None:
    """Return the encoding of the label that the user passed, or else what a client knows of the
    source, or `None`. Raise `LookupError` if the label is unknown."""
    if label is not None:
        return encodings.get_encoding(label)
    if given.encoding is not None:  # Scrapy also accepts Python's names of encodings.
        return encodings.find_label_or_codec(given.encoding)
    return None


def _encodings_in_frame(
    container: BaseContext | None, around: Client | None, address: AnyURL, standard: StandardLike
) -> tuple[str | None, str | None]:
    """Return the encoding of a `srcdoc` document, and the one that another document in a frame has
    if it declares none. Each may be `None`."""
    if container is None or not is_context(container):
        return None, None
    if str(address) == "about:srcdoc":
        return srcdoc_encoding(container, standard), None
    return None, inherited_encoding(container, around or client_of(container), address)


def _require_known(parser: str | None) -> None:
    """Raise `ValueError` if no library has the name `parser`."""
    known = list(dict.fromkeys([*HTML_PARSERS, *XML_PARSERS]))
    if parser is not None and parser not in known:
        raise ValueError(unknown_name("parser", parser, known))


def _find_syntax(
    data: bytes | str,
    content_type: str | None,
    known: MediaType | None,
    parser: str | None,
    *,
    recover: bool,
) -> Syntax:
    """Return the syntax by which a document is parsed.

    The content type counts first, then a parser that can only parse HTML or XML, and then the
    beginning of the document. A parser that can only parse XML counts before `text/html`.

    Args:
        data: The document.
        content_type: The content type, for the error.
        known: The content type as it was read.
        parser: The name of the parser that the user chose, or `None`.
        recover: `True` if the beginning of XML may stand later in the document.

    Raises:
        ValueError: If the content type names something else than markup, or there is none and the
            bytes are not text, the document does not begin like markup, and the user chose no
            parser.
    """
    is_only_for_xml = parser is not None and parser not in HTML_PARSERS
    if known is not None and is_xml(known.essence):
        return "xml"
    # Browsers read a feed that is sent as text/html as HTML, so the user has to ask for XML.
    if known is not None and known.essence == "text/html" and not is_only_for_xml:
        return "html"
    if parser is not None:
        if parser not in XML_PARSERS:
            return "html"
        return sniff_syntax(data, is_xml=is_only_for_xml, recover=recover)
    if known is None:
        require_text(data)
    syntax = sniff_syntax(data, is_xml=False, recover=recover)
    if known is not None and syntax == "html" and not begins_like_html(data):
        reason = (
            "does not name markup, and the document begins neither like HTML, XML or a feed, nor"
            " with a line that is a URL, as in a sitemap"
        )
        raise ValueError(
            f"the content type {shown(content_type)} {reason}: pass parser= to parse it"
        )
    return syntax


def parse_fragment(
    source: bytes | str,
    address: AnyURL,
    *,
    context: str = "body",
    encoding: str | None = None,
    parser: str | None = None,
    standard: StandardLike = "whatwg",
    rows: Iterable[Row] = (),
) -> TreeDocument:
    """Return the document of a snippet of HTML, such as the text of a comment or of a feed's entry.

    It is parsed as a browser parses an assignment to `innerHTML`. `to_text()` and `to_bytes()`
    write a snippet again, without `html`, `head` and a `meta` that declares the encoding.

    Args:
        source: The bytes or text of the snippet.
        address: The absolute URL of the page that contains the snippet.
        context: The name of the HTML element that contains the snippet, such as `tr`, in which a
            `td` is kept. lxml and BeautifulSoup keep all elements in every context.
        encoding: A label of the Encoding Standard. The default is UTF-8.
        parser: A library that parses HTML, as in `parse()`.
        standard, rows: As in `document()`.

    Raises:
        TypeError: If an argument has an unknown type.
        ValueError: If the address is not an absolute URL, or the context, the parser or the
            standard is unknown.
        LookupError: If the encoding is unknown.
        ImportError: If the parser is not installed.

    >>> snippet = parse_fragment('a <a href="b">b</a>', "http://example.com/c/")
    >>> snippet.make_absolute()
    >>> snippet.to_text()
    'a <a href="http://example.com/c/b">b</a>'
    """
    if not isinstance(source, bytes | bytearray | memoryview | str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a snippet", "bytes or a str", source)
    if not isinstance(context, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("context", "a str", context)
    if not (context.isascii() and context.isalnum() and context[0].isalpha() and context.islower()):
        raise ValueError(
            f"context must be the name of an HTML element in lower case, not {shown(context)}"
        )
    transport = encodings.get_encoding(encoding or "utf-8")
    text, encoding = decode_source(read_source(source).data, transport, is_xml=False)
    tree, parser = parse_fragment_of(text, context, parser)
    tree.was_given = False
    page = open_page(tree, address, encoding=encoding, standard=standard, rows=rows, parser=parser)
    return TreeDocument(page)
