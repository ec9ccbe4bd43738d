"""Chromium reads the same URLs in a page and its `srcdoc` documents before and after they were
rewritten."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest

from tests.trees.helpers import HTML_PARSERS
from urldom.trees import TreeDocument, parse

from .browser import Browser, Site

#: Returns the URLs of links, images and style sheets, in each document before its frames.
READ = """
    const read = document => [
        ...[...document.links].map(link => link.href),
        ...[...document.images].map(image => image.src),
        ...[...document.styleSheets].map(sheet => new URL(sheet.cssRules[0].style.backgroundImage
            .slice(5, -2), document.baseURI).href),
        [...document.querySelectorAll("iframe")].map(frame => read(frame.contentDocument))]
    return read(document)"""
STYLE = "<style>p { background-image: url(s.png) }</style>"
LEAF = f"<!DOCTYPE html><title>\u0436</title>{STYLE}<a href='x y'>x</a><img src='../z'>"


def frame(text: str) -> str:
    return f'<iframe srcdoc="{escape(text)}"></iframe>'


PAGES = [
    frame(LEAF),
    f"<base href=/b/c/>{LEAF}{frame(LEAF)}",
    f"{frame(LEAF)}<base href=/b/c/>{frame(LEAF)}",
    frame(f"<base href=inner/>{LEAF}{frame(LEAF)}") + LEAF,
    frame(frame(frame(LEAF) + LEAF)) + "<base href=/b/c/>" + frame(frame("<base href=d/>" + LEAF)),
]


def read(browser: Browser) -> Any:
    browser.wait_until(
        """const isLoaded = document => [...document.querySelectorAll("iframe")].every(
            ({contentDocument: inner}) => inner.URL === "about:srcdoc" &&
                inner.readyState === "complete" && isLoaded(inner))
        return isLoaded(document)""",
        10,
    )
    return browser.run(READ)


def flat(urls: Any) -> list[str]:
    """Return the URLs in nested lists."""
    found: list[str] = []
    for url in urls:
        found += [url] if isinstance(url, str) else flat(url)
    return found


def make_absolute(page: TreeDocument, address: str) -> None:
    page.make_absolute(embedded=True)


def make_relative(page: TreeDocument, address: str) -> None:
    page.make_relative(address, embedded=True)


@pytest.mark.parametrize("parser", HTML_PARSERS)
@pytest.mark.parametrize("change", [make_absolute, make_relative])
def test_rewritten_srcdoc_documents_have_the_same_urls(
    browser: Browser, site: Site, change: Any, parser: str
) -> None:
    for text in PAGES:
        address = site.put("/embedded/dir/page", text)
        moved = address.replace("/embedded/dir/page", "/moved")
        browser.visit(address)
        theirs = read(browser)
        page = parse(text, address, parser=parser)
        kinds = ["hyperlink", "resource"]
        ours = [found.url for found in page.urls(kind=kinds, embedded=True)]
        assert sorted(map(str, ours)) == sorted(flat(theirs))
        change(page, moved)
        site.put("/moved", page.to_bytes())
        browser.visit(moved)
        assert read(browser) == theirs, text
