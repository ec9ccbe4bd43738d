"""The `template` elements that stay templates, compared with Chromium's."""

from __future__ import annotations

import pytest

from urldom.trees import parse

from .browser import Browser

NAMES = (
    *(
        "a",
        "article",
        "aside",
        "b",
        "blockquote",
        "body",
        "button",
        "details",
        "div",
        "em",
        "footer",
    ),
    *("form", "h1", "h6", "header", "i", "li", "main", "nav", "ol", "p", "pre", "q", "section"),
    *("span", "strong", "ul", "x", "x-", "x-y", "x--y", "xy-é", "font-face", "annotation-xml"),
    *("svg", "math", "X-Y", "abbr-", "main-x"),
)
TEMPLATES = (
    "<template shadowrootmode=open><img src=a></template>",
    "<template shadowrootmode=CLOSED><img src=a></template>",
    "<template shadowrootmode><img src=a></template>",
    "<template shadowrootmode=' open'><img src=a></template>",
    "<template shadowroot=open><img src=a></template>",
    "<template shadowrootmode=x><img src=a></template><template shadowrootmode=open><img src=a>"
    "</template>",
    "<template shadowrootmode=open><img src=a></template><template shadowrootmode=open><img src=a>"
    "</template>",
    "<template><div><template shadowrootmode=open><img src=a></template></div></template>",
    "<b></b>x<template shadowrootmode=open><p><template shadowrootmode=open><img src=a></template>"
    "<img src=a></template>",
)
PAGES = [
    *(f"<!DOCTYPE html><body><{name}>{TEMPLATES[0]}</{name}>" for name in NAMES),
    *(f"<!DOCTYPE html><body><div>{templates}</div>" for templates in TEMPLATES),
    f"<!DOCTYPE html><html>{TEMPLATES[0]}",
    f"<!DOCTYPE html><head>{TEMPLATES[0]}</head>",
    f"<!DOCTYPE html><body>{TEMPLATES[0]}",
]
#: Returns for each page how many of its images are in templates.
COUNT = """
    const count = (node, inside) => [...node.querySelectorAll("*")].reduce((sum, one) => sum
        + (inside && one.localName === "img" ? 1 : 0)
        + (one.localName === "template" && one.content ? count(one.content, true) : 0)
        + (one.shadowRoot ? count(one.shadowRoot, inside) : 0), 0)
    return argument.map(text => count(Document.parseHTMLUnsafe(text), false))"""


@pytest.mark.parametrize("parser", ["turbohtml", "selectolax"])
def test_images_in_templates_are_those_of_chromium(browser: Browser, parser: str) -> None:
    pytest.importorskip(parser)
    browser.driver.get("about:blank")
    expected = dict(zip(PAGES, browser.run(COUNT, PAGES), strict=True))
    found = {
        text: sum(
            url.is_inert
            for url in parse(text, "http://h/", content_type="text/html", parser=parser).urls()
        )
        for text in PAGES
    }
    assert found == expected
