"""Every serializer of the libraries whose trees urldom accepts."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.trees.parsers import HTML_PARSERS, XML_PARSERS

Serialize = Callable[[Any], str]


def _html5lib(builder: str, **options: Any) -> Serialize:
    def serialize(tree: Any) -> str:
        import html5lib

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return str(html5lib.serialize(tree, tree=builder, **options))

    return serialize


def _html5lib_ways(builder: str) -> list[Serialize]:
    return [
        _html5lib(builder),
        _html5lib(builder, quote_attr_values="spec"),
        _html5lib(builder, escape_rcdata=True),
    ]


def _lxml(tree: Any, **options: Any) -> str:
    from lxml import etree

    return str(etree.tostring(tree, encoding="unicode", **options))


def _turbohtml_minified(tree: Any) -> str:
    from turbohtml import Html, Minify

    return str(tree.serialize(Html(layout=Minify())))


def soup_as_html5(soup: Any) -> str:
    return str(soup.decode(formatter="html5"))


_as_html = partial(_lxml, method="html")
#: BeautifulSoup's formatter `None` is left out, because it writes text without escaping.
_SOUP: list[Serialize] = [str, lambda soup: str(soup.decode(formatter="html")), soup_as_html5]

HTML_SERIALIZERS: dict[str, list[Serialize]] = {
    "lxml.html": [_as_html],
    "lxml.etree": [_as_html],
    "html5lib, etree": _html5lib_ways("etree"),
    "html5lib, etree without namespaces": [
        *_html5lib_ways("etree"),
        lambda tree: ElementTree.tostring(tree, encoding="unicode", method="html"),
    ],
    "html5lib, lxml": [*_html5lib_ways("lxml"), _as_html],
    "BeautifulSoup, html.parser": _SOUP,
    "BeautifulSoup, lxml": _SOUP,
    "BeautifulSoup, html5lib": _SOUP,
    "selectolax": [lambda tree: str(tree.html)],
    "turbohtml": [lambda tree: str(tree.serialize()), _turbohtml_minified],
    "parsel": [lambda selector: str(selector.get())],
}

XML_SERIALIZERS: dict[str, list[Serialize]] = {
    "ElementTree": [lambda tree: ElementTree.tostring(tree, encoding="unicode")],
    "ElementTree, tree": [lambda tree: ElementTree.tostring(tree.getroot(), encoding="unicode")],
    "lxml.etree": [lambda tree: _lxml(tree.getroottree())],
    "BeautifulSoup, lxml-xml": [str],
    "parsel": [lambda selector: str(selector.get())],
}

assert HTML_SERIALIZERS.keys() == HTML_PARSERS.keys()
assert XML_SERIALIZERS.keys() == XML_PARSERS.keys()


def _ways(parsers: dict[str, Callable[[str], Any]], serializers: dict[str, list[Serialize]]) -> Any:
    return pytest.mark.parametrize(
        ("parse", "serialize"),
        [
            pytest.param(parsers[name], serialize, id=f"{name}, {i}")
            for name, ways in serializers.items()
            for i, serialize in enumerate(ways, 1)
        ],
    )


each_way_through_html = _ways(HTML_PARSERS, HTML_SERIALIZERS)
each_way_through_xml = _ways(XML_PARSERS, XML_SERIALIZERS)

#: URLs that an attacker could write to inject markup or style rules.
HOSTILE = [
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</svg></style><script>alert(1)</script>",
    "<!--",
    "-->",
    "--!><script>alert(1)</script>",
    "<![CDATA[",
    "]]><script>alert(1)</script>",
    "?><script>alert(1)</script>",
    "&rcub; rect { fill: red } a { b: url(",
    "&#125;&#41;} p { color: red }",
    "&#x27;&apos;&quot;) } p { color: red } q { a: url(",
    "&lt;/style&gt;&lt;script&gt;",
    "&lpar;&rpar;&semi;&lt&gt&amp&quot",
    "&amp;quot; onerror=alert(1) x=",
    "x onerror=alert(1)",
    "x/onerror=alert(1)/",
    '" onerror="alert(1)',
    "' onerror='alert(1)",
    "` onerror=`alert(1)",
    ") } p { color: red } q { a: url(x",
    "'); color: red; a: url('x",
    '"); color: red; a: url("x',
    "x); color: red; y: url(",
    "\\",
    "x\\",
    "\\22 \\27 \\29 \\3c /style>",
    "\\a } p { color: red }",
    "x\n} p { color: red }",
    "x\r\n<b>\f\v",
    "x\ty",
    "\x00\x01</style>",
    "\ud800</style>\udfff",
    "\ufffe\uffff\ufeff",
    "\u2028\u2029\x85\xa0<",
    "/*</style>*/",
    "*/ } p { color: red } /*",
    "x, y 2x, z 3x",
    ", onerror 1x",
    "x 2x, javascript:alert(1) 1x",
    "0;url=javascript:alert(1)",
    "url='x'",
    "javascript:alert('1\"</script>')",
    "data:text/html,<script>alert(1)</script>",
    "a&b=c&copy=d&#x41;&#0;&#xd800;",
    "?a=1&lt=2&b;=3&notit;",
    "@import 'x'; } p { color: red }",
    "<p>{}();</p>",
    "%",
    "é ж 漢 🙂",
]
#: Pieces of `HOSTILE` URLs. Property tests combine them.
HOSTILE_PIECES = [
    *(
        "<",
        ">",
        "</",
        "<!--",
        "-->",
        "--!>",
        "<![CDATA[",
        "]]>",
        "?>",
        "/>",
        "</style>",
        "</svg>",
        "<script>",
    ),
    *(
        '"',
        "'",
        "`",
        "=",
        "&",
        "&#",
        ";",
        "&lt;",
        "&quot;",
        "&rcub;",
        "&#125",
        "&#x7d;",
        "&amp;",
        "&bsol;",
        "&num;",
    ),
    *(
        "\\",
        "{",
        "}",
        "(",
        ")",
        "url(",
        "/*",
        "*/",
        "@import",
        "color:red",
        "x",
        "1",
        "a",
        "\\3c ",
        ",",
        "<b x=y>",
    ),
    *(
        " ",
        "\t",
        "\n",
        "\r",
        "\f",
        "\x00",
        "\x01",
        "\x7f",
        "\x85",
        "\xa0",
        "\u2028",
        "\ud800",
        "\ufffe",
        "\ufeff",
    ),
    *("é", "🙂"),
]

#: A URL in every syntax and place: in double quotation marks, in single quotation marks and without
#: quotation marks.
PAGE = """<!DOCTYPE html><html><head>
<meta http-equiv="refresh" content="900; url=x"><meta http-equiv="refresh" content="900; url='x'">
<meta http-equiv=refresh content="900; x"><base href=x>
<style>@import "x"; @import url(x); p { background: url(x); color: blue } q { mask: url("x"); cursor: url('x'), auto }
</style><style><!-- u { background: url(x) } --></style></head><body>
<a href="x" ping="x x" style="background: url(x); mask: url('x')">a</a><a href='x'>b</a><a href=x>c</a>
<img src=x srcset="x 1x, x 2x"><p style='background: url("x")'>d</p><form action=x></form>
<object archive="x x" data="x"></object><q cite="x">e</q>
<svg><style>@import "x"; rect { fill: url(x); color: blue } circle { mask: url("x") }</style>
<style><!-- g { fill: url(x) } --></style><style><![CDATA[ path { fill: url(x) } ]]></style>
<a xlink:href="x" href="x" ping="x">f</a><rect fill="url(x)" style="fill: url(x)"></rect></svg>
<math><mi href="x">g</mi></math><template><a href="x">h</a><style>b { mask: url(x) }</style></template>
<table background="x"><tr><td>i</td></tr></table></body></html>"""

XHTML_PAGE = """<?xml-stylesheet href="x" type="text/css"?><?xml-stylesheet type='text/css' href='x'?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><head>
<meta http-equiv="refresh" content="900; url='x'"/>
<style>@import "x"; p { background: url(x); color: blue } q { mask: url("x"); cursor: url('x'), auto }</style>
<style><![CDATA[ u { background: url(x) } ]]></style></head><body>
<a href="x" ping="x x" style="background: url(x); mask: url('x')">a</a><img src="x" srcset="x 1x, x 2x"/>
<svg xmlns="http://www.w3.org/2000/svg"><style>rect { fill: url(x); color: blue } circle { mask: url("x") }</style>
<style><![CDATA[ path { fill: url(x) } ]]></style>
<a xlink:href="x" href="x">f</a><rect fill="url(x)" style="fill: url(x)"/></svg></body></html>"""

FEED = """<?xml-stylesheet href="x"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<link>x</link><atom:link href="x"/><atom:icon>x</atom:icon><image><url><![CDATA[x]]></url></image>
<item><guid>x</guid><enclosure url="x"/></item></channel></rss>"""
