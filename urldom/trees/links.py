"""Every URL of a file: a page, a feed or another XML document, or a style sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final, NamedTuple, cast
from xml.etree import ElementTree

import webencodings

from urldom.errors import InvalidURLError
from urldom.registry import find_standard
from urldom.standards.interface import Standard, StandardLike
from urldom.trees.encoding_detection import detect_encoding
from urldom.trees.syntaxes import CSS
from urldom.trees.table import HTML, Kind
from urldom.trees.tree_document import document

_CSS_SUFFIX: Final = ".css"
_XML_SUFFIXES: Final = frozenset([".xhtml", ".xml", ".atom", ".rss", ".svg"])
#: The suffixes of the files that hold URLs.
SUFFIXES: Final = frozenset([".html", ".htm", _CSS_SUFFIX]) | _XML_SUFFIXES

#: How a file begins that is XML: with an XML declaration, or the root element of a feed, an SVG image, or a sitemap.
_XML = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[ \t\r\n]*<"
    rb"(?:\?xml[ \t\r\n]|(?:\w+:)?(?:feed|entry|rss|RDF|svg|urlset|sitemapindex)[ \t\r\n/>])"
)
_HTML_ELEMENT = re.compile(r"<html[\s>]", re.IGNORECASE)
#: How far one looks for the `html` element.
_BEGINNING: Final = 4096


class Link(NamedTuple):
    """A URL in a file. `element`, `attribute`, `kind` and `value` are as `urldom.trees.URLAttribute` has them (a style
    sheet has no element); `url` is the absolute URL, or `None`, and then `error` says why."""

    element: str | None
    attribute: str | None
    kind: Kind
    value: str
    url: str | None
    error: InvalidURLError | None


def find_links(
    data: bytes, address: str, *, suffix: str = "", encoding: str | None = None, standard: StandardLike
) -> Iterator[Link]:
    """Every URL of the file whose bytes are `data` and whose address is `address`, an absolute URL.

    `suffix` is that of the file's name, in lower case: it says what type the file is of, where the bytes do not.
    `encoding` is the label that came with the file, if any did. Raises `ValueError` for what is no XML although it
    should be, or what no parser takes, and `ImportError` where no parser for HTML is installed.

    >>> feed = b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/a/"><icon>b</icon></feed>'
    >>> [link.url for link in find_links(feed, "http://example.com/", standard="whatwg")]
    ['http://example.com/a/b']
    """
    found = find_standard(standard)
    if suffix == _CSS_SUFFIX:
        return _links_of_css(data, address, encoding, found)
    is_xml = suffix in _XML_SUFFIXES or _XML.match(data[:_BEGINNING].replace(b"\0", b"")) is not None
    name = detect_encoding(data, transport=encoding, is_xml=is_xml)
    text = webencodings.decode(data, name)[0]
    tree, xml_base = _parse_xml(text) if is_xml else (_parse_html(text), None)
    return _links_of_tree(tree, xml_base, address, name, found)


def _links_of_tree(
    tree: object, xml_base: bool | None, address: str, encoding: str, standard: Standard
) -> Iterator[Link]:
    page = document(tree, address, encoding=encoding, standard=standard, xml_base=xml_base)
    for found in page.urls():
        url, error = found.url, None
        if url is None:
            _, error = _resolve(found.value, found.base_url, encoding, standard)
        yield Link(found.element_name, found.attribute, found.kind, found.value, url, error)


def _links_of_css(data: bytes, address: str, label: str | None, standard: Standard) -> Iterator[Link]:
    from tinycss2.bytes import decode_stylesheet_bytes

    text, encoding = decode_stylesheet_bytes(data, protocol_encoding=label)
    for span in CSS.find(text):
        if span.url:  # An empty url() is invalid: CSS Values 4, 4.5.
            kind: Kind = "fragment" if span.url[0] == "#" else "resource"
            url, error = _resolve(span.url, address, standard.css_encoding or encoding.name, standard)
            yield Link(None, None, kind, span.url, url, error)


def _resolve(url: str, base_url: str, encoding: str, standard: Standard) -> tuple[str | None, InvalidURLError | None]:
    try:
        return standard.resolve_string(url, base_url, encoding), None
    except InvalidURLError as error:
        return None, error


def _parse_xml(text: str) -> tuple[object, bool | None]:
    """The tree, and whether its `xml:base` attributes count; `None` for what the standard says of pages."""
    try:
        tree = ElementTree.fromstring(text.encode(), ElementTree.XMLParser(encoding="utf-8"))
    except ElementTree.ParseError as error:
        if _HTML_ELEMENT.search(text[:_BEGINNING]):
            return _parse_html(text), None  # as a browser has it, for which most XHTML is HTML
        raise ValueError(f"the file is not well-formed XML: {error}") from None
    # In pages, browsers have given it up; elsewhere it is a matter of XML, and of RFC 4287, section 2.
    return tree, None if tree.tag in ("html", f"{{{HTML}}}html") else True


def _parse_html(text: str) -> object:
    """The tree that the first installed parser makes; those come first that parse as the HTML Standard says."""
    for module, parse in _PARSERS.items():
        if find_spec(module) is not None:
            try:
                return parse(text)
            except Exception as error:  # Others' parsers raise what they like.
                raise ValueError(f"{module} does not parse it: {error}") from error
    raise ImportError(
        f"no parser for HTML is installed: pip install 'urldom[lxml]', or one of {', '.join(_PARSERS)} by itself"
    )


def _parse_with_selectolax(text: str) -> Any:
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser(text)


def _parse_with_html5lib(text: str) -> Any:
    import html5lib

    return cast(Any, html5lib).parse(text)


def _parse_with_lxml(text: str) -> Any:
    from lxml import html  # pyright: ignore[reportMissingTypeStubs]

    lxml_html = cast(Any, html)
    parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = lxml_html.parse(BytesIO(text.encode()), parser)
    # lxml makes no document of what has no element.
    return tree if tree.getroot() is not None else lxml_html.document_fromstring("<html/>")


def _parse_with_bs4(text: str) -> Any:
    import warnings

    from bs4 import BeautifulSoup

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It would rather have what looks like XML parsed as XML.
        return BeautifulSoup(text, "html.parser")


_PARSERS: Final[dict[str, Callable[[str], Any]]] = {
    "selectolax": _parse_with_selectolax,
    "html5lib": _parse_with_html5lib,
    "lxml": _parse_with_lxml,
    "bs4": _parse_with_bs4,
}
