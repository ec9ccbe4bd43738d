"""The URLs that Chromium and the syntaxes of `urldom.trees` find in values of attributes."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest

from urldom.trees._syntaxes import CSS, SRCSET, XML_STYLESHEET

from .browser import Browser, Site

DESCRIPTORS = [
    *(
        "1x",
        "0x",
        "-0x",
        "-1x",
        "+1x",
        "1.x",
        ".5x",
        "1e3x",
        "1E+3x",
        "1e-400x",
        "1e400x",
        "-1e400x",
        "-1e-400x",
    ),
    *(
        "1e308x",
        "9" * 400 + "x",
        "1w",
        "0w",
        "-1w",
        "1w 1x",
        "1w 1h",
        "1h",
        "1x 1x",
        "(1x)",
        "1X",
        "infx",
        "nanx",
    ),
    *("1_0x", "x"),
]


def test_srcset_accepts_the_descriptors_that_chromium_accepts(browser: Browser, site: Site) -> None:
    images = "".join(
        f'<img srcset="/image.png?{i} {value}">' for i, value in enumerate(DESCRIPTORS)
    )
    browser.visit(site.put("/descriptors", f"<!DOCTYPE html>{images}"))
    theirs = browser.run("return [...document.images].map(image => image.currentSrc !== '')")
    ours = [bool([*SRCSET.find(f"image.png {value}")]) for value in DESCRIPTORS]
    assert dict(zip(DESCRIPTORS, ours, strict=True)) == dict(zip(DESCRIPTORS, theirs, strict=True))


@pytest.mark.parametrize(
    "value",
    [
        "url(a\x00b)",
        "url('a\x00b')",
        "url(\x00)",
        "url(a\\\x00b)",
        "url(a\\0 b)",
        "url('\\\x00')",
        "url(a\ud800b)",
        "url(a\\d800 b)",
        "url('a\\\r\nb')",
        "url(a&lt;b)",
        "u\\72l(a)",
    ],
    ids=ascii,
)
def test_url_in_css_agrees_with_chromium(browser: Browser, site: Site, value: str) -> None:
    browser.visit(site.put("/css", ""))
    theirs = browser.run(
        """const sheet = new CSSStyleSheet()
        sheet.replaceSync(`a { background-image: ${argument} }`)
        return sheet.cssRules[0].style.backgroundImage""",
        value,
    )
    (their,) = CSS.find(theirs)
    (our,) = CSS.find(value)
    assert our.url == their.url


#: Returns the style sheets of a document. If XML has no style sheet, Chromium adds its own style
#: sheet. The result does not contain Chromium's own style sheet.
STYLE_SHEETS = (
    "return [...document.styleSheets].map(sheet => sheet.href).filter(href => href !=="
    " document.URL)"
)
INSTRUCTIONS = [
    'href="/s.css?a"',
    "type='text/css' href = '/s.css?a'",
    '\t\nhref="/s.css?a"\r\n',
    'href="/s.css?a"type="text/css"',
    'href="/s.css?a" href="/s.css?b"',
    'href="/s.css?a" title="b" title="c"',
    'href="/s.css?&amp;a&lt;&gt;&quot;&apos;&#98;&#x63;"',
    'href="/s.css?&nbsp;"',
    'href="/s.css?&#0;"',
    'href="/s.css?&#xd800;"',
    'href="/s.css?&#9;a"',
    'href="/s.css?&#99999999999;"',
    'href="/s.css?a&b"',
    'href="/s.css?<"',
    "href='/s.css?\">'",
    'href="/s.css?a" x',
    'href="/s.css?a" x=',
    'href=/s.css?a type="text/css"',
    'HREF="/s.css?a"',
    'x-é.1_:="b" href="/s.css?a"',
    '1x="b" href="/s.css?a"',
    'href="',
    " type='text/css'",
]


@pytest.mark.parametrize("data", INSTRUCTIONS)
def test_style_sheets_of_instruction_agree_with_chromium(
    browser: Browser, site: Site, data: str
) -> None:
    site.put("/s.css", "a { color: red }", "text/css")
    address = site.put(
        "/styled.xml", f"<?xml-stylesheet {data}?><a/>", "application/xml;charset=utf-8"
    )
    browser.visit(address)
    theirs = browser.run(STYLE_SHEETS)
    assert [
        urljoin(address, escape_as_href(span.url)) for span in XML_STYLESHEET.find(data)
    ] == theirs


def escape_as_href(url: str) -> str:
    return (
        url.replace("\t", "")
        .replace('"', "%22")
        .replace("<", "%3C")
        .replace(">", "%3E")
        .replace("'", "%27")
    )


def test_chromium_reads_the_url_that_was_written_into_an_instruction(
    browser: Browser, site: Site
) -> None:
    site.put("/s.css", "a { color: red }", "text/css")
    url = "/s.css?\"'&amp;<b>?>&#x41;-->]]>"
    for data in ('href="x"', "href='x'"):
        (span,) = XML_STYLESHEET.find(data)
        written = data[: span.start] + XML_STYLESHEET.write(url, span) + data[span.end :]
        browser.visit(
            site.put("/written.xml", f"<?xml-stylesheet {written}?><a/>", "application/xml")
        )
        (their,) = browser.run(STYLE_SHEETS)
        assert their.endswith(escape_as_href(url))
