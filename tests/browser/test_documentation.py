"""The documentation of large programs in Debian, in several languages.

`urldom.trees.parse` and Chromium read its pages from bytes, and return the same encodings, base
URLs and URLs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from urldom.trees import parse

from .browser import Browser, Site

#: The folders of each package's pages.
FOLDERS = {
    "python3-doc": "/usr/share/doc/python3*/html",
    "apache2-doc": "/usr/share/doc/apache2-doc/manual",
    "postgresql-doc": "/usr/share/doc/postgresql-doc-*/html",
    "libreoffice-help": "/usr/share/libreoffice/help/[a-z][a-z]*/text",
}
#: The number of pages that the suite reads from each folder. If it is 420, the suite reads 1,600
#: pages in all.
MOST = int(os.environ.get("URLDOM_PAGES", "50"))
#: The number of frames that load at the same time.
AT_ONCE = 50
#: The frames have to load within this many seconds.
PATIENCE = 60

#: The IDL attributes that reflect a URL, with their content attributes.
REFLECTED = {
    **{name: {"href": "href"} for name in ("a", "area", "base", "link")},
    **{name: {"src": "src"} for name in ("audio", "embed", "script", "source", "track", "video")},
    **{name: {"src": "src", "longDesc": "longdesc"} for name in ("frame", "iframe", "img")},
    **{name: {"cite": "cite"} for name in ("blockquote", "del", "ins", "q")},
    "form": {"action": "action"},
    "input": {"src": "src", "formAction": "formaction"},
    "object": {"data": "data", "codeBase": "codebase"},
}
LOAD = """
    document.body.textContent = "";
    for (const url of argument) {
        const frame = document.createElement("iframe");
        // Without scripts, the document is as the parser made it.
        frame.sandbox = "allow-same-origin";
        frame.addEventListener("load", () => { frame.dataset.loaded = ""; });
        frame.src = url;
        document.body.append(frame);
    }"""
LOADED = "return [...document.querySelectorAll('iframe')].every(frame => 'loaded' in frame.dataset)"
READ = """
    return [...document.querySelectorAll("iframe")].map(frame => {
        const page = frame.contentDocument, found = [];
        for (const element of page.querySelectorAll(Object.keys(argument).join()))
            for (const [name, attribute] of Object.entries(argument[element.localName]))
                // A form's `action` may be a field with the name `action`.
                if (element.getAttribute(attribute) && typeof element[name] == "string")
                    found.push([element.localName, attribute, element[name]]);
        return [page.characterSet.toLowerCase(), page.baseURI, found];
    })"""


def pages_of(folder: str) -> list[Path]:
    """Return the biggest pages, and an even selection of the other pages."""
    pages = sorted(
        path
        for place in Path("/").glob(folder[1:])
        for path in place.rglob("*.htm*")
        if path.is_file()
    )
    biggest = sorted(pages, key=lambda path: path.stat().st_size)[-MOST // 20 :]
    return sorted({*biggest, *pages[:: len(pages) // MOST + 1]})


def batches(pages: Sequence[Path]) -> Iterator[list[Path]]:
    rest = iter(pages)
    while batch := list(islice(rest, AT_ONCE)):
        yield batch


def by_chromium(browser: Browser, addresses: list[str]) -> list[Any]:
    browser.run(LOAD, addresses)
    browser.wait_until(LOADED, PATIENCE)
    found: list[Any] = browser.run(READ, REFLECTED)
    return found


def by_urldom(data: bytes, address: str) -> list[Any]:
    page = parse(data, address, content_type="text/html")
    attributes = {attribute for names in REFLECTED.values() for attribute in names.values()}
    found = [
        [url.element_name, url.attribute, url.url or url.value]
        for url in page.urls()
        # `url.url` is `None` for a URL that an image or a frame does not load. Attributes that are
        # not in `REFLECTED` are left out, such as those of SVG.
        if url.attribute in attributes and url.value
    ]
    return [page.encoding, page.base_url, found]


@pytest.mark.nightly
@pytest.mark.parametrize("package", FOLDERS)
def test_chromium_finds_the_same_encoding_base_url_and_urls_in_each_page(
    browser: Browser, site: Site, package: str
) -> None:
    paths = pages_of(FOLDERS[package])
    if not paths:
        pytest.skip(f"Debian's {package} is not installed")
    # A frame without a declared encoding uses the encoding of its parent page: HTML Standard,
    # "determining the encoding".
    parent = site.put("/frames", "<!doctype html><body>", "text/html;charset=windows-1252")
    browser.visit(parent)
    urls, different = 0, []
    for batch in batches(paths):
        data = [path.read_bytes() for path in batch]
        addresses = [
            site.put(quote(str(path)), page, "text/html")
            for path, page in zip(batch, data, strict=True)
        ]
        for path, page, address, theirs in zip(
            batch, data, addresses, by_chromium(browser, addresses), strict=True
        ):
            ours = by_urldom(page, address)
            urls += len(ours[2])
            if ours != theirs:
                different.append((path.name, ours[:2], theirs[:2], difference(ours[2], theirs[2])))
            site.pages.pop(address.partition("127.0.0.1:")[2].partition("/")[1], None)
    print(f"{package}: {len(paths)} pages, {urls} URLs")
    assert different == []
    assert urls > len(paths)


def difference(ours: list[Any], theirs: list[Any]) -> Any:
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            return one, other
    return len(ours), len(theirs)
