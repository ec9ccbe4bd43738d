"""`parse()`: from what a server sent to the document that it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from html.entities import html5
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from urldom._contexts import BaseContext
from urldom._errors import shown, type_name
from urldom._standards.interface import StandardLike
from urldom._text.encodings import decode, find_label_or_codec, get_encoding
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL
from urldom.trees._adapters import ADAPTERS, ElementTree, Node, Tree, adapt
from urldom.trees._encoding_detection import byte_order_mark, declared_encoding, detect_encoding
from urldom.trees._media_types import is_xml, parse_content_type, read_content_type
from urldom.trees._table import Row
from urldom.trees._tree_document import TreeDocument

#: What a document is written in; `"xhtml"` is XML where it is well-formed, else HTML.
Syntax: TypeAlias = Literal["html", "xml", "xhtml"]

#: How XML begins, of which nobody says that it is XML: with an XML declaration, or with one of these elements, whose
#: name the document type declaration says too.
_MARK_AND_SPACES = re.compile(r"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\ufeff)?[ \t\r\n]*")
_XML_DECLARATION = re.compile(r"<\?xml[ \t\r\n]")
_XML_ROOT = re.compile(
    r"<(?:!DOCTYPE[ \t\r\n]+)?(?:[\w.-]+:)?"
    r"(?:(?P<feed>feed|entry|rss|RDF|opml|urlset|sitemapindex)|svg)[ \t\r\n/>\[]"
)
_HTML_ELEMENT = re.compile(r"<(?:!DOCTYPE[ \t\r\n]+)?html[\s>\[]", re.IGNORECASE)
#: How far one looks for these, but for comments.
_BEGINNING: Final = 4096
#: What stands before the root element: comments and processing instructions.
_XML_SPACES = re.compile(r"[ \t\r\n]*")
_MISCELLANEOUS: Final = (("<!--", "-->"), ("<?", "?>"))
#: What is in no text that has an encoding.


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
    given = _read_source(source)
    if address is None:
        address = given.address
    if address is None:
        raise TypeError("the address of the document is needed: parse(source, address)")
    known = read_content_type(
        given.content_type if content_type is None else content_type, takes=_is_known, known=_KNOWN_CONTENT_TYPES
    )
    transport = None if known is None else known.encoding
    if encoding is not None:
        transport = get_encoding(encoding)
    elif given.encoding is not None:
        transport = find_label_or_codec(given.encoding)  # Scrapy takes Python's names too.
    if parser is not None:
        _require_known_parser(parser)
    syntax: Syntax
    if known is not None:
        syntax = "xml" if is_xml(known.essence) else "html"
    elif parser is not None and parser not in _XML_PARSERS:
        syntax = "html"
    else:
        syntax = sniff_syntax(given.data, is_xml=parser is not None and parser not in _HTML_PARSERS)
    parsed = parse_data(given.data, transport=transport, syntax=syntax, parser=parser)
    return TreeDocument(
        parsed.tree,
        address,
        parsed.encoding,
        standard,
        xml_base=xml_base,
        creator=creator,
        container=container,
        rows=rows,
        parser=parsed.parser,
    )


# What is given ----------------------------------------------------------------------------------------------------


class _Source(NamedTuple):
    data: bytes | str
    address: str | None = None
    content_type: str | None = None
    encoding: str | None = None


_KNOWN_CONTENT_TYPES: Final = (
    "text/html, text/xml, application/xml, and what ends in +xml (a text/css is for urldom.trees.stylesheet)"
)


def _is_known(essence: str) -> bool:
    return essence == "text/html" or is_xml(essence)


def _read_source(source: Any) -> _Source:
    if isinstance(source, str):
        return _Source(source)
    if isinstance(source, bytes | bytearray | memoryview):
        return _Source(bytes(cast("bytes", source)))
    body = getattr(source, "body", None)
    if isinstance(body, bytes) and hasattr(source, "status") and hasattr(source.headers, "get"):
        return _Source(body, source.url, _content_type_of_response(source), _given_encoding(source))
    kind = cast("type[object]", type(source))
    if any(base.__module__.startswith(module) for base in kind.__mro__ for module in ADAPTERS):
        hint = "; of a tree that is parsed already, use document()"
    else:
        hint = "; of this one, give its .content and its .url" if hasattr(kind, "content") else ""
    raise TypeError(f"a source is bytes, a str or a response of Scrapy, not {type_name(source)}{hint}")


def _content_type_of_response(response: Any) -> str | None:
    value: bytes | str | None = response.headers.get("Content-Type")
    header = value.decode("latin-1") if isinstance(value, bytes) else value
    found = None if header is None else parse_content_type(header)
    if found is None or not _is_known(found.essence):
        # Scrapy has looked at the name of the file and at the body too.
        classes = [base.__name__ for base in type(response).__mro__]
        for name, essence in (("XmlResponse", "text/xml"), ("HtmlResponse", "text/html")):
            if name in classes:
                parameters = "" if header is None else header.partition(";")[2]
                return f"{essence};{parameters}"
    return header


def _given_encoding(response: Any) -> str | None:
    """The encoding that the program said which made it; its `encoding` may be a guess."""
    label: str | None = getattr(response, "_encoding", None)
    return label


def sniff_syntax(data: bytes | str, *, is_xml: bool) -> Syntax:
    """What a document is written in whose content type nobody knows. `is_xml` says that something else than its content
    speaks for XML."""
    start = _as_ascii(data[:_BEGINNING])
    position = _end_of_prolog(start, _start(start))
    if position == len(start) and len(data) > _BEGINNING:
        start = _as_ascii(data)
        position = _end_of_prolog(start, _start(start))
    root = _XML_ROOT.match(start, position)
    if root is not None and root["feed"] is not None:
        return "xml"
    if is_xml:
        return "xhtml" if _HTML_ELEMENT.search(start, position, position + _BEGINNING) else "xml"
    return "html" if root is None and not _XML_DECLARATION.match(start, _start(start)) else "xhtml"


def _as_ascii(data: bytes | str) -> str:
    """The text of a document in which ASCII is right, whatever encoding it is in."""
    return data if isinstance(data, str) else data.replace(b"\0", b"").decode("latin-1")


def _start(text: str) -> int:
    """Where the markup begins."""
    return _MARK_AND_SPACES.match(text).end()  # type: ignore[union-attr]


def _end_of_prolog(text: str, position: int) -> int:
    """Where the comments and processing instructions end that a text begins with: at its end, if one does not."""
    while True:
        position = _XML_SPACES.match(text, position).end()  # type: ignore[union-attr]
        ends = next((pair for pair in _MISCELLANEOUS if text.startswith(pair[0], position)), None)
        if ends is None:
            return position
        opening, closing = ends
        end = text.find(closing, position + len(opening))
        if end == -1:
            return len(text)
        position = end + len(closing)


# From bytes to a tree ---------------------------------------------------------------------------------------------


class ParsedData(NamedTuple):
    """A tree, the encoding that its document was in, and the name of the parser that made it."""

    tree: Tree
    encoding: str
    parser: str


def parse_data(data: bytes | str, *, transport: str | None, syntax: Syntax, parser: str | None = None) -> ParsedData:
    """What `parse()` does, once it is known that `data` is written in `syntax`, and what encoding came with it, by its
    name."""
    if syntax == "xhtml" and parser is not None and parser not in _XML_PARSERS:
        syntax = "html"
    if syntax != "html":
        name = _choose_parser(parser, _XML_PARSERS, "XML")
        text, encoding = _decode(data, transport, is_xml=True)
        try:
            tree = _run(name, _XML_PARSERS[name], _fit_for_xml(text))
            if syntax == "xml":
                tree.is_bare = False  # What has no namespace is no HTML, even if it is called so.
            return ParsedData(tree, encoding, name)
        except SyntaxError as error:
            if syntax == "xml" or (parser is not None and parser not in _HTML_PARSERS):
                raise ValueError(f"the document is not well-formed XML: {error}") from None
        # It is HTML, as it is to a browser that gets it as what most servers say that it is.
    name = _choose_parser(parser, _HTML_PARSERS, "HTML")
    text, encoding = _decode(data, transport, is_xml=False)
    return ParsedData(_run(name, _HTML_PARSERS[name], text), encoding, name)


def _decode(data: bytes | str, transport: str | None, *, is_xml: bool) -> tuple[str, str]:
    """The text, and the name of the encoding."""
    if isinstance(data, str):
        text = scalar_value_string(data.removeprefix("\ufeff"))
        return text, transport or declared_encoding(text, is_xml=is_xml) or "utf-8"
    encoding = detect_encoding(data, transport=transport, is_xml=is_xml)
    mark, _ = byte_order_mark(data)
    return decode(encoding, data[len(mark) :]), encoding


# XML before its parser --------------------------------------------------------------------------------------------

#: HTML Standard, "Parsing XML documents": the document types that declare HTML's named character references.
_DECLARING_TYPES: Final = frozenset(
    [
        "-//W3C//DTD XHTML 1.0 Transitional//EN",
        "-//W3C//DTD XHTML 1.1//EN",
        "-//W3C//DTD XHTML 1.0 Strict//EN",
        "-//W3C//DTD XHTML 1.0 Frameset//EN",
        "-//W3C//DTD XHTML Basic 1.0//EN",
        "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN",
        "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN",
        "-//W3C//DTD MathML 2.0//EN",
        "-//WAPFORUM//DTD XHTML Mobile 1.0//EN",
        "-//WAPFORUM//DTD XHTML Mobile 1.1//EN",
        "-//WAPFORUM//DTD XHTML Mobile 1.2//EN",
    ]
)
_PUBLIC_IDENTIFIER = re.compile(
    r"<!DOCTYPE[ \t\r\n]+[^ \t\r\n<>\[]+[ \t\r\n]+PUBLIC[ \t\r\n]+(?:\"([^\"<>]*)\"|'([^'<>]*)')"
)
#: A reference to an entity, or what holds none: a comment, a CDATA section, a processing instruction.
_ENTITY_REFERENCE = re.compile(
    r"&([A-Za-z][A-Za-z0-9]*;)|<!--[\s\S]*?(?:-->|\Z)|<!\[CDATA\[[\s\S]*?(?:\]\]>|\Z)|<\?[\s\S]*?(?:\?>|\Z)"
)
_ENTITY_NAME = re.compile(r"<!ENTITY[ \t\r\n]+([A-Za-z][A-Za-z0-9]*)[ \t\r\n]")
_PREDEFINED: Final = frozenset(["amp;", "lt;", "gt;", "quot;", "apos;"])

#: What the attributes of a document may hold, with the defaults that it declares: so many characters, or so many times
#: as much as the document, if that is more. An attribute takes memory even where it is empty.
_MUCH: Final = 10_000_000
_MANY_TIMES: Final = 100
_FOR_AN_ATTRIBUTE: Final = 50


def _fit_for_xml(text: str) -> str:
    """The text as a parser for XML is to get it. Raises `SyntaxError` for what is no XML, and `ValueError` for what its
    tree would take too much memory for."""
    if "\0" in text:
        raise SyntaxError("U+0000 is no character of XML")  # To expat it is a sign of UTF-16.
    text = _without_entities_of_html(text)
    if "<!ATTLIST" in text:
        _require_few_defaults(text.encode())
    return text


def _without_entities_of_html(text: str) -> str:
    """The text with HTML's named character references as numeric ones, where its document type declares these."""
    match = _PUBLIC_IDENTIFIER.match(text, _end_of_prolog(text, 0))
    if match is None or " ".join((match[1] or match[2] or "").split()) not in _DECLARING_TYPES:
        return text
    own = {f"{name};" for name in _ENTITY_NAME.findall(text)}

    def numeric(reference: re.Match[str]) -> str:
        name = reference[1]
        if name is None or name in _PREDEFINED or name in own or name not in html5:
            return reference[0]
        return "".join(f"&#{ord(character)};" for character in html5[name])

    return _ENTITY_REFERENCE.sub(numeric, text)


def _require_few_defaults(data: bytes) -> None:
    """Raises `ValueError` where the elements' attributes hold much more than the document: few bytes can declare a long
    value for an attribute of many elements, each of which gets it."""
    from xml.parsers import expat

    most = max(_MUCH, _MANY_TIMES * len(data))
    held = 0

    def element(_: str, attributes: list[str]) -> None:
        nonlocal held
        held += sum(map(len, attributes), _FOR_AN_ATTRIBUTE * len(attributes) // 2)
        if held > most:
            raise ValueError(f"the attributes that the document declares make more than {most} characters of it")

    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.StartElementHandler = element
    with suppress(expat.ExpatError):  # It is the parser that says what is wrong.
        parser.Parse(data, True)


# The parsers ------------------------------------------------------------------------------------------------------


def _run(name: str, parse: Callable[[str], Tree], text: str) -> Tree:
    try:
        return parse(text)
    except (ImportError, MemoryError, SyntaxError):
        raise
    except Exception as error:  # Others' parsers raise what they like.
        raise ValueError(f"{name} does not parse it: {error}") from error


def _parse_with_turbohtml(text: str) -> Tree:
    turbohtml: Any = import_module("turbohtml")
    return adapt(turbohtml.parse(text))


def _parse_with_selectolax(text: str) -> Tree:
    from selectolax.lexbor import LexborHTMLParser

    return adapt(LexborHTMLParser(text))


def _parse_with_html5lib(text: str) -> Tree:
    html5lib: Any = import_module("html5lib")
    return adapt(html5lib.parse(text))


def _parse_with_lxml(text: str) -> Tree:
    html: Any = import_module("lxml.html")
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = html.parse(BytesIO(text.encode()), parser)
    # lxml makes no document of what has no element.
    return adapt(tree if tree.getroot() is not None else html.document_fromstring("<html/>"))


def _parse_with_bs4(text: str) -> Tree:
    import warnings

    from bs4 import BeautifulSoup

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It would rather have what looks like XML parsed as XML.
        return adapt(BeautifulSoup(text, "html.parser"))


def _parse_xml_with_etree(text: str) -> Tree:
    from xml.etree.ElementTree import XMLParser, fromstring

    data = text.encode()
    tree = fromstring(data, XMLParser(encoding="utf-8"))
    return ElementTree(tree, _stylesheet_instructions(data) if b"<?xml-stylesheet" in data else ())


class _AtRoot(Exception):
    """That the prolog is over."""


def _stylesheet_instructions(data: bytes) -> list[Node]:
    """The processing instructions of a document's prolog, which ElementTree's own parser does not keep."""
    from xml.etree.ElementTree import ProcessingInstruction
    from xml.parsers import expat

    found: list[Node] = []
    is_in_doctype = False

    def instruction(target: str, text: str) -> None:
        if not is_in_doctype:
            found.append(ProcessingInstruction(target, text))

    def doctype(*_: object) -> None:
        nonlocal is_in_doctype
        is_in_doctype = not is_in_doctype

    def element(*_: object) -> None:
        raise _AtRoot

    parser = expat.ParserCreate("utf-8")
    parser.ProcessingInstructionHandler = instruction
    parser.StartDoctypeDeclHandler = parser.EndDoctypeDeclHandler = doctype
    parser.StartElementHandler = element
    with suppress(_AtRoot):
        parser.Parse(data, True)
    return found


def _parse_xml_with_lxml(text: str) -> Tree:
    etree: Any = import_module("lxml.etree")
    # An entity may be a file of this machine; to older versions, all are the same.
    entities = "internal" if etree.LXML_VERSION >= (5,) else False
    parser = etree.XMLParser(encoding="utf-8", resolve_entities=entities, no_network=True)
    return adapt(etree.fromstring(text.encode(), parser))


#: In the order of preference. The first three parse by the HTML Standard: turbohtml is the quickest, differs from
#: Chromium in the fewest of random pages, and takes linear time however deep elements are nested, selectolax quadratic;
#: html5lib is slow, and follows an older Standard. lxml and Python's own parser, in bs4, go their own ways.
_HTML_PARSERS: Final[dict[str, Callable[[str], Tree]]] = {
    "turbohtml": _parse_with_turbohtml,
    "selectolax": _parse_with_selectolax,
    "html5lib": _parse_with_html5lib,
    "lxml": _parse_with_lxml,
    "bs4": _parse_with_bs4,
}
_XML_PARSERS: Final[dict[str, Callable[[str], Tree]]] = {
    "xml.etree": _parse_xml_with_etree,
    "lxml": _parse_xml_with_lxml,
}
#: What is to be installed for a library, where it is called otherwise.
_PACKAGES: Final = {"bs4": "beautifulsoup4"}


def _require_known_parser(parser: object) -> None:
    known = list(dict.fromkeys([*_HTML_PARSERS, *_XML_PARSERS]))
    if parser not in known:
        raise ValueError(f"a parser is one of {', '.join(known)}, not {shown(parser)}")


def _choose_parser(parser: str | None, parsers: Iterable[str], syntax: str) -> str:
    """The parser of that name, or the first that is installed."""
    if parser is None:
        for name in parsers:
            if _is_installed(name):
                return name
        raise ImportError(
            f"no parser for {syntax} is installed: pip install 'urldom[lxml]', or one of {', '.join(parsers)} by itself"
        )
    if parser not in parsers:
        raise ValueError(f"{parser} is no parser for {syntax}: these are {', '.join(parsers)}")
    if not _is_installed(parser):
        raise ImportError(f"{parser} is not installed: pip install {_PACKAGES.get(parser, parser)}")
    return parser


def _is_installed(name: str) -> bool:
    return find_spec(name) is not None


def parse_html(text: str) -> object:
    """The tree that the best parser makes of the text of a page, or of a piece of one."""
    return parse_data(text, transport=None, syntax="html").tree.given
