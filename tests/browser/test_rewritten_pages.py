"""Chromium finds each URL that `rewrite` wrote. The URL never becomes an attribute, an element or a
rule."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest

from tests.trees.serializers import (
    FEED,
    HOSTILE,
    PAGE,
    XHTML_PAGE,
    Serialize,
    each_way_through_html,
    each_way_through_xml,
    soup_as_html5,
)
from urldom.trees import document
from urldom.trees._syntaxes import CSS, REFRESH, SPACE_LIST, SRCSET, URL, XML_STYLESHEET

from .browser import Browser, Site

pytestmark = pytest.mark.filterwarnings("ignore:Coercing non-XML name")

#: Returns each page's shape, and the texts of the page that contain a URL. The shape of an element
#: is its namespace, its name and the names of its attributes. The shape of a style sheet is the
#: types and selectors of its rules, and the names of their properties.
READ_PAGES = """
    function readRules(list, shape, urls) {
        for (const rule of list) {
            shape.push(rule.constructor.name, rule.selectorText ?? "")
            if (rule.style) readDeclarations(rule.style, shape, urls)
            if (rule.cssRules) readRules(rule.cssRules, shape, urls)
        }
    }
    function readDeclarations(style, shape, urls) {
        for (const name of style) {
            shape.push(name)
            urls.push(["css", style.getPropertyValue(name)])
        }
    }
    function readNode(node, shape, urls) {
        shape.push([node.nodeType, node.namespaceURI ?? "", node.nodeName])
        if (node.nodeType === 7) urls.push(["instruction", node.data])
        if (node.nodeType === 1) {
            shape.push([...node.attributes].map(attribute => attribute.name).sort())
            for (const [name, syntax] of Object.entries(argument.syntaxes))
                if (node.hasAttribute(name)) urls.push([syntax, node.getAttribute(name)])
            if (node.style) readDeclarations(node.style, shape, urls)
            if (node.localName === "style") {
                const sheet = new CSSStyleSheet()
                sheet.replaceSync(node.textContent)
                readRules(sheet.cssRules, shape, urls)
            }
        }
        const parent = node instanceof HTMLTemplateElement ? node.content : node
        for (const child of parent.childNodes) readNode(child, shape, urls)
    }
    const parser = new DOMParser()
    return argument.pages.map(page => {
        const shape = [], urls = []
        readNode(parser.parseFromString(page, argument.type), shape, urls)
        return [JSON.stringify(shape), urls]
    })
"""


def written(text: str, parse: Any, serialize: Serialize, url: str) -> str:
    tree = parse(text)
    document(tree, "http://example.com/").rewrite(lambda found: url)
    return serialize(tree)


#: The attributes with URLs in the pages, and the syntax of each attribute.
SYNTAXES = {
    **dict.fromkeys(["action", "background", "cite", "data", "href", "src", "xlink:href"], "url"),
    **dict.fromkeys(["archive", "ping"], "list"),
    "srcset": "srcset",
    "content": "refresh",
    "fill": "css",
}
FIND = {
    "url": URL,
    "list": SPACE_LIST,
    "srcset": SRCSET,
    "refresh": REFRESH,
    "css": CSS,
    "instruction": XML_STYLESHEET,
}


def loose(url: str) -> str:
    """Return a URL without lone surrogates, and without the characters that a syntax or lxml's
    serializer escapes.

    U+FFFD is removed too, because serializers write it instead of a lone surrogate.
    """
    return re.sub("[\t\n\r\f\v ,\"'\x00\x01?\ufffd-\uffff\ud800-\udfff]", "", unquote(url))


def check(
    browser: Browser, site: Site, text: str, parse: Any, serialize: Serialize, content_type: str
) -> None:
    pages = [written(text, parse, serialize, url) for url in ("y", *HOSTILE)]
    browser.visit(site.put("/rewritten", ""))
    (expected, benign), *read = browser.run(
        READ_PAGES, {"pages": pages, "type": content_type, "syntaxes": SYNTAXES}
    )
    assert "parsererror" not in expected
    places = [place for place, (syntax, value) in enumerate(benign) if [*FIND[syntax].find(value)]]
    assert places
    for url, (shape, values) in zip(HOSTILE, read, strict=True):
        assert shape == expected, ascii(url)
        for place in (
            places if serialize is not soup_as_html5 else ()
        ):  # This serializer writes `&lt` verbatim.
            syntax, value = values[place]
            for span in FIND[syntax].find(value):
                assert loose(span.url) == loose(url), (ascii(url), syntax, ascii(value))


@each_way_through_html
def test_hostile_urls_keep_the_shape_of_an_html_page(
    browser: Browser, site: Site, parse: Any, serialize: Serialize
) -> None:
    check(browser, site, PAGE, parse, serialize, "text/html")


@each_way_through_xml
@pytest.mark.parametrize("text", [XHTML_PAGE, FEED], ids=["XHTML", "feed"])
def test_hostile_urls_keep_the_shape_of_an_xml_document(
    browser: Browser, site: Site, text: str, parse: Any, serialize: Serialize
) -> None:
    check(browser, site, text, parse, serialize, "application/xml")
