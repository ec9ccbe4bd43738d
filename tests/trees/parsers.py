"""Every parser whose trees urldom accepts, as a function that makes a tree from a string."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest


def _module(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name.partition('.')[0]} is not installed")


def _soup(builder: str, *needed: str) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        for name in needed:
            _module(name)
        bs4 = _module("bs4")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return bs4.BeautifulSoup(text, builder)

    return parse


def _html5lib(builder: str, **options: Any) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        html5lib = _module("html5lib")
        if builder == "lxml":
            _module("lxml.etree")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # html5lib warns about names that are invalid in XML.
            return html5lib.parse(text, treebuilder=builder, **options)

    return parse


def _lxml_html(text: str) -> Any:
    html = _module("lxml.html")
    return html.document_fromstring(text, html.HTMLParser(huge_tree=True))


def _lxml_etree_html(text: str) -> Any:
    etree = _module("lxml.etree")
    return etree.fromstring(text, etree.HTMLParser(huge_tree=True)).getroottree()


def _lexbor(text: str) -> Any:
    return _module("selectolax.lexbor").LexborHTMLParser(text)


def _turbohtml(text: str) -> Any:
    return _module("turbohtml").parse(text)


def _parsel(text: str) -> Any:
    return _module("parsel").Selector(text=text, type="html")


def _parsel_xml(text: str) -> Any:
    return _module("parsel").Selector(text=text, type="xml")


def _lxml_xml(text: str) -> Any:
    etree = _module("lxml.etree")
    return etree.fromstring(text.encode(), etree.XMLParser(huge_tree=True))


HTML_PARSERS: dict[str, Callable[[str], Any]] = {
    "lxml.html": _lxml_html,
    "lxml.etree": _lxml_etree_html,
    "html5lib, etree": _html5lib("etree"),
    "html5lib, etree without namespaces": _html5lib("etree", namespaceHTMLElements=False),
    "html5lib, lxml": _html5lib("lxml"),
    "BeautifulSoup, html.parser": _soup("html.parser"),
    "BeautifulSoup, lxml": _soup("lxml", "lxml"),
    "BeautifulSoup, html5lib": _soup("html5lib", "html5lib"),
    "selectolax": _lexbor,
    "turbohtml": _turbohtml,
    "parsel": _parsel,
}

XML_PARSERS: dict[str, Callable[[str], Any]] = {
    "ElementTree": ElementTree.fromstring,
    "ElementTree, tree": lambda text: ElementTree.ElementTree(ElementTree.fromstring(text)),
    "lxml.etree": _lxml_xml,
    "BeautifulSoup, lxml-xml": _soup("lxml-xml", "lxml"),
    "parsel": _parsel_xml,
}

each_html_parser = pytest.mark.parametrize("parse", HTML_PARSERS.values(), ids=HTML_PARSERS.keys())
each_xml_parser = pytest.mark.parametrize("parse", XML_PARSERS.values(), ids=XML_PARSERS.keys())

#: A parser for tests that work with any parser: ElementTree, which is always installed.
parse_xml = ElementTree.fromstring


def found(page: Any) -> list[tuple[str, str | None, str, str, str | None]]:
    """Return values of each URL of the page. These values must not depend on the parsing library.

    The names of elements are lowercased, because some parsers lowercase SVG names."""
    return [
        (url.element_name.lower(), url.attribute, url.kind, url.value, url.url)
        for url in page.urls()
    ]
