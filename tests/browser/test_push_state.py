"""`page.push_state` accepts the addresses that Chromium accepts, with the same URLs after it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest

from urldom.trees import TreeDocument, parse

from .browser import Browser, Site

LINKS = "<a href=x></a><a href=#f></a><a href='?\u0436'></a>"
FRAMES = f'<iframe></iframe><iframe srcdoc="{escape(LINKS)}"></iframe>'
#: Pages with different base URLs.
PAGES = [
    "",
    "<base href=/b/c>",
    "<base href=b/c/>",
    "<base href=//other.example/>",
    "<base href=data:,x>",
]
#: Without lone surrogates, which Chromium rejects: the type of the argument is `USVString`.
URLS = [
    *(
        "",
        " ",
        "x",
        "../y",
        "?a=\u0436",
        "#b",
        "/c?d#e",
        "//other/",
        "http:z",
        "\\\\\\x",
        "http://[",
    ),
    *("http://user@127.0.0.1:PORT/", "http://:p@127.0.0.1:PORT/", "https://127.0.0.1:PORT/"),
    *("http://127.0.0.1:PORT/n?o#p", "http://127.0.0.1/", "http://0x7f.1:PORT/q", "data:,x"),
    *("about:blank", "about:srcdoc", "blob:http://127.0.0.1/", "file:///", "javascript:1"),
]
#: Calls `pushState` with each URL, and returns what a script reads after it.
PUSH = """
    const read = document => [document.baseURI, [...document.links].map(link => link.href)]
    return argument.map(url => {
        try { history.pushState(null, "", url) }
        catch (error) { return error.name }
        return [document.URL, read(document), Array.from(frames).map(frame => read(frame.document))]
    })"""


def read(page: TreeDocument) -> list[Any]:
    urls = page.urls(kind=["hyperlink", "fragment"])
    return [page.base_url, [page.url_of(found.node).href for found in urls]]


def pushed(page: TreeDocument, frames: list[TreeDocument], url: str) -> Any:
    before = page.address
    try:
        page.push_state(url)
    except ValueError:
        assert page.address == before
        return "SecurityError"
    return [page.address, read(page), [read(frame) for frame in frames]]


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251"])
@pytest.mark.parametrize("base", PAGES)
def test_pages_accept_the_addresses_that_chromium_accepts(
    browser: Browser, site: Site, base: str, encoding: str
) -> None:
    html = f"<!DOCTYPE html>{base}{LINKS}{FRAMES}"
    body = html.encode(encoding)
    content_type = f"text/html;charset={encoding}"
    address = f"{site.put('/push/dir/page', body, content_type)}?q#f"
    port = address.split(":")[2].split("/")[0]
    urls = [url.replace("PORT", port) for url in URLS]
    browser.visit(address)
    theirs = browser.run(PUSH, urls)
    page = parse(body, address, content_type=content_type)
    frames = [parse("", "about:blank", creator=page), parse(LINKS, "about:srcdoc", container=page)]
    for url, expected in zip(urls, theirs, strict=True):
        assert pushed(page, frames, url) == expected, ascii(url)


def test_files_keep_their_path(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<!DOCTYPE html>{LINKS}")
    address = file.as_uri()
    urls = ["?q", "#f", "?", "page.html?x#y", "other.html", "", "file:///", "http://h/", "./"]
    browser.visit(address)
    theirs = browser.run(PUSH, urls)
    page = parse(file.read_bytes(), address)
    assert [pushed(page, [], url) for url in urls] == theirs
    assert theirs.count("SecurityError") == 4


def test_frames_without_an_address_of_their_own_accept_no_address(
    browser: Browser, site: Site
) -> None:
    address = site.put("/push/frames", f"<!DOCTYPE html>{FRAMES}")
    urls = ["x", "#f", "?q", "about:srcdoc", "about:srcdoc#f", "about:srcdoc?q", "about:blank"]
    urls += ["about:blank#f", "about:blank?q"]
    browser.visit(address)
    theirs = browser.run(
        """return Array.from(frames).map(frame => argument.map(url => {
            try { frame.history.pushState(null, "", url) }
            catch (error) { return error.name }
            return frame.document.URL
        }))""",
        urls,
    )
    outer = parse(FRAMES, address)
    for inner, expected in zip(
        [
            parse("", "about:blank", creator=outer),
            parse(LINKS, "about:srcdoc", container=outer),
        ],
        theirs,
        strict=True,
    ):
        ours = [pushed(inner, [], url) for url in urls]
        assert [each if isinstance(each, str) else each[0] for each in ours] == expected
