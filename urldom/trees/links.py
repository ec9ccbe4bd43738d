"""`urldom links`: every URL of an HTML or XML file."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from json import dumps
from typing import Any, BinaryIO, Final, TextIO, cast
from xml.etree import ElementTree

import webencodings

from urldom.errors import InvalidURLError
from urldom.standards.interface import StandardLike
from urldom.trees.encoding_detection import detect_encoding
from urldom.trees.tree_document import TreeDocument, document

#: How a file begins that is XML: with an XML declaration, or with the root element of a feed or of an SVG image.
_XML = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[ \t\r\n]*<(?:\?xml[ \t\r\n]|(?:\w+:)?(?:feed|entry|rss|RDF|svg)[ \t\r\n/>])"
)
_HTML_ELEMENT = re.compile(r"<html[\s>]", re.IGNORECASE)
#: How far one looks for the `html` element.
_BEGINNING: Final = 4096


def write_links(
    file: BinaryIO,
    out: TextIO,
    err: TextIO,
    *,
    address: str,
    encoding: str | None,
    standard: StandardLike,
    json: bool,
) -> int:
    """Writes every URL of a page or feed to `out`, absolute, one a line; or as JSON, an object a line with `element`,
    `attribute`, `kind`, `value`, and `url` or the `reason` why there is none.

    `encoding` is the label that came with the file, if any did. A URL that does not resolve is a line of `err`. Returns
    the exit status: 0, or 1 where some URL did not resolve, or the file is no XML although it says so, or no parser for
    HTML is installed.

    >>> import io, sys
    >>> page = io.BytesIO(b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/a/"><icon>b</icon></feed>')
    >>> write_links(
    ...     page, sys.stdout, sys.stderr, address="http://example.com/", encoding=None, standard="whatwg", json=False
    ... )
    http://example.com/a/b
    0
    """
    data = file.read()
    is_xml = _XML.match(data[:_BEGINNING].replace(b"\0", b"")) is not None
    name = detect_encoding(data, transport=encoding, is_xml=is_xml)
    text = webencodings.decode(data, name)[0]
    try:
        tree = _parse_xml(text) if is_xml else _parse_html(text)
        page = document(tree, address, encoding=name, standard=standard)
        return _write(page, out, err, json=json)
    except (ElementTree.ParseError, ImportError) as error:
        print(f"urldom: {error}", file=err)
        return 1


def _write(page: TreeDocument, out: TextIO, err: TextIO, *, json: bool) -> int:
    status = 0
    for found in page.urls():
        reason = None
        if found.url is None:
            status = 1
            try:
                page.standard.resolve(found.value, found.base_url, encoding=page.encoding)
            except InvalidURLError as error:
                reason = error.reason
                if not json:
                    print(f"urldom: {error}", file=err)
        if json:
            fields = {
                "element": found.element_name,
                "attribute": found.attribute,
                "kind": found.kind,
                "value": found.value,
            }
            print(dumps(fields | ({"url": found.url} if reason is None else {"reason": reason})), file=out)
        elif found.url is not None:
            # HTML5 leaves a line break in a fragment as it is.
            print(found.url.replace("\n", "%0A").replace("\r", "%0D"), file=out)
    return status


def _parse_xml(text: str) -> object:
    try:
        return ElementTree.fromstring(text.encode(), ElementTree.XMLParser(encoding="utf-8"))
    except ElementTree.ParseError as error:
        if _HTML_ELEMENT.search(text[:_BEGINNING]):
            return _parse_html(text)  # as a browser has it, for which most XHTML is HTML
        raise ElementTree.ParseError(f"the file is not well-formed XML: {error}") from None


def _parse_html(text: str) -> object:
    """The tree that the first installed parser makes; those come first that parse as the HTML Standard says."""
    for module, parse in _PARSERS.items():
        if find_spec(module) is not None:
            return parse(text)
    raise ImportError(f"no parser for HTML is installed; one of {', '.join(_PARSERS)} is needed")


def _parse_with_selectolax(text: str) -> Any:
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser(text)


def _parse_with_html5lib(text: str) -> Any:
    import html5lib

    return cast(Any, html5lib).parse(text)


def _parse_with_lxml(text: str) -> Any:
    from lxml import html  # pyright: ignore[reportMissingTypeStubs]

    lxml_html = cast(Any, html)
    return lxml_html.document_fromstring(
        text.encode() or b"<html/>", lxml_html.HTMLParser(encoding="utf-8", huge_tree=True)
    )


def _parse_with_bs4(text: str) -> Any:
    from bs4 import BeautifulSoup

    return BeautifulSoup(text, "html.parser")


_PARSERS: Final[dict[str, Callable[[str], Any]]] = {
    "selectolax": _parse_with_selectolax,
    "html5lib": _parse_with_html5lib,
    "lxml": _parse_with_lxml,
    "bs4": _parse_with_bs4,
}
