"""HTML Standard 2.4.3, "Document base URLs", compared with Chromium's `document.baseURI`."""

from __future__ import annotations

from typing import Any

import pytest

from urldom import WHATWG, Document, Element, URLDecomposition
from urldom.trees import TreeDocument, parse

from .browser import Browser, Site

#: The `base` elements of a page, and the first `href` of these elements.
BASES = [
    ("", None),
    ('<base href="b/c">', "b/c"),
    ('<base href="/b/c?d#e">', "/b/c?d#e"),
    ('<base href="//other.example/b">', "//other.example/b"),
    ('<base href="https://other.example:8080/b/../c/">', "https://other.example:8080/b/../c/"),
    ('<base href=" b/ \n">', " b/ \n"),
    ('<base href="">', ""),
    ('<base href="#f">', "#f"),
    ('<base href="?ж=é">', "?ж=é"),
    ('<base href="http://[">', "http://["),
    ('<base href="http://a:b/">', "http://a:b/"),
    ('<base href="data:text/html,b/">', "data:text/html,b/"),
    ('<base href="javascript:b/">', "javascript:b/"),
    ('<base href=" JavaScript:b/">', " JavaScript:b/"),
    ('<base href="about:blank">', "about:blank"),
    ('<base href="mailto:a@example.com">', "mailto:a@example.com"),
    ('<base href="file:///a/b">', "file:///a/b"),
    ('<base href="foo:/a/b">', "foo:/a/b"),
    ('<base href="foo://a/b">', "foo://a/b"),
    ('<base href="b/"><base href="c/">', "b/"),
    ('<base target="_self"><base href="c/">', "c/"),
    ('<base href="http://["><base href="c/">', "http://["),
    ('<base href="data:,"><base href="c/">', "data:,"),
    ('<div><base href="b/"></div>', "b/"),
    ('<template><base href="b/"></template><base href="c/">', "c/"),
    ('<svg><base href="b/"></base></svg><base href="c/">', "c/"),
]

#: Values of `href` for which Chromium departs from the Standards. Each entry has the section of the
#: Standard, and the rule that Chromium follows instead.
DEPARTURES = {
    "": (
        "HTML Standard 4.2.3, set the frozen base URL: the base URL is the fallback base URL with"
        " its fragment"
    ),
    "http://[": (
        "HTML Standard 4.2.3, set the frozen base URL: an invalid URL makes about:blank the"
        " base URL"
    ),
    "http://a:b/": (
        "HTML Standard 4.2.3, set the frozen base URL: an invalid URL makes about:blank the"
        " base URL"
    ),
}
#: Values of `href` for which Chromium departs from the Standards only in documents that are not in
#: UTF-8.
DEPARTURES_BY_ENCODING = {
    "?ж=é": "HTML Standard 4.2.3, set the frozen base URL: the URL is parsed in UTF-8",
    "foo:/a/b": (
        "URL Standard 4.4 query state, step 1: a query is in the document's encoding under any"
        " scheme"
    ),
    "foo://a/b": (
        "URL Standard 4.4 query state, step 1: a query is in the document's encoding under any"
        " scheme"
    ),
}

#: References that are resolved in every document.
REFERENCES = ["", "x", "../x?ж=é", "#f", "?q", "//h/x", "http:x"]

READ_DOCUMENT = """
    function read(document) {
        const links = argument.references.map(reference => {
            const link = document.createElement("a")
            link.setAttribute("href", reference)
            return link.href
        })
        return [document.characterSet, document.baseURI, links]
    }
"""


def as_read(document: Document) -> list[Any]:
    links = [URLDecomposition(reference, document).href for reference in REFERENCES]
    return [document.encoding, document.base_url, links]


@pytest.mark.parametrize("encoding", ["UTF-8", "windows-1251"])
def test_base_url_of_base_elements_agrees_with_chromium(
    browser: Browser, site: Site, encoding: str
) -> None:
    addresses = [
        site.put(
            f"/base/{encoding}/{number}/page",
            f"<!DOCTYPE html>{markup}".encode(encoding, "xmlcharrefreplace"),
            f"text/html;charset={encoding}",
        )
        for number, (markup, _) in enumerate(BASES)
    ]
    addresses = [f"{address}?query#fragment" for address in addresses]
    browser.visit(
        site.put(
            "/base/all", "".join(f'<iframe src="{address}"></iframe>' for address in addresses)
        )
    )
    theirs = browser.run(
        f"""{READ_DOCUMENT}
        return Array.from(document.querySelectorAll("iframe"), frame => read(frame.contentDocument))""",
        {"references": REFERENCES},
    )
    for (markup, base_href), address, read in zip(BASES, addresses, theirs, strict=True):
        document = Document(address, encoding=encoding, base_href=base_href, standard=WHATWG)
        departures = DEPARTURES if encoding == "UTF-8" else DEPARTURES | DEPARTURES_BY_ENCODING
        assert read == as_read(document) or base_href in departures, markup


def test_changed_base_element_agrees_with_chromium(browser: Browser, site: Site) -> None:
    address = site.put("/changing/page", "<base>")
    browser.visit(address)
    hrefs = [href for _, href in BASES]
    theirs = browser.run(
        f"""{READ_DOCUMENT}
        const base = document.querySelector("base")
        return argument.hrefs.map(href => {{
            if (href === null) base.removeAttribute("href")
            else base.setAttribute("href", href)
            return read(document)
        }})""",
        {"references": REFERENCES, "hrefs": hrefs},
    )
    document = Document(address, encoding="UTF-8", standard=WHATWG)
    for href, read in zip(hrefs, theirs, strict=True):
        document.base_href = href
        assert read == as_read(document) or href in DEPARTURES, href


def test_blank_and_srcdoc_documents_keep_the_base_url_of_their_creation(
    browser: Browser, site: Site
) -> None:
    """An `about:blank` document uses its creator's base URL. An `about:srcdoc` document uses its
    container's base URL.

    Later changes of the creator's or container's base URL have no effect."""
    frames = """
        <iframe id="blank"></iframe>
        <iframe id="blank with query" src="about:blank?x#y"></iframe>
        <iframe id="srcdoc" srcdoc="<p>"></iframe>
        <iframe id="srcdoc with base" srcdoc="<base href='inner/?i'>"></iframe>
        <iframe id="srcdoc with a base that falls back" srcdoc="<base href='data:,inner'>"></iframe>"""
    escaped = frames.replace("&", "&amp;").replace('"', "&quot;")
    address = site.put(
        "/frames/page",
        f'<base href="first/?1">{frames}<iframe id="nest" srcdoc="<base'
        f" href='nest/'>{escaped}\"></iframe>",
    )
    browser.visit(f"{address}?query#fragment")
    theirs = browser.run(
        f"""{READ_DOCUMENT}
        function readAll(document) {{
            const all = {{}}
            for (const frame of document.querySelectorAll("iframe")) all[frame.id] = read(frame.contentDocument)
            return all
        }}
        function setBase(document, href) {{ document.querySelector("base").setAttribute("href", href) }}
        const nest = document.getElementById("nest").contentDocument
        const steps = [[readAll(document), readAll(nest)]]
        setBase(document, "/second/")
        setBase(nest, "/nest/second/")
        steps.push([readAll(document), readAll(nest)])
        setBase(document.getElementById("srcdoc with base").contentDocument, "changed/")
        for (const parent of [document, nest]) parent.body.append(parent.createElement("iframe"))
        steps.push([readAll(document), readAll(nest)])
        return steps""",
        {"references": REFERENCES},
    )

    encoding = theirs[0][0]["blank"][0]

    def framed(in_document: Document) -> dict[str, Document]:
        def frame(address: str, base_href: str | None = None, **above: Document) -> Document:
            return Document(
                address, encoding=encoding, base_href=base_href, standard=WHATWG, **above
            )

        return {
            "blank": frame("about:blank", creator=in_document),
            "blank with query": frame("about:blank?x#y", creator=in_document),
            "srcdoc": frame("about:srcdoc", container=in_document),
            "srcdoc with base": frame("about:srcdoc", "inner/?i", container=in_document),
            "srcdoc with a base that falls back": frame(
                "about:srcdoc", "data:,inner", container=in_document
            ),
        }

    page = Document(f"{address}?query#fragment", base_href="first/?1", standard=WHATWG)
    nest = Document(
        "about:srcdoc", base_href="nest/", container=page, encoding=encoding, standard=WHATWG
    )
    page_frames = {**framed(page), "nest": nest}
    nest_frames = framed(nest)

    def as_read_now() -> list[Any]:
        return [
            {name: as_read(frame) for name, frame in frames.items()}
            for frames in (page_frames, nest_frames)
        ]

    assert theirs[0] == as_read_now()
    page.base_href = "/second/"
    nest.base_href = "/nest/second/"
    assert theirs[1] == as_read_now()
    page_frames["srcdoc with base"].base_href = "changed/"
    page_frames[""] = Document("about:blank", creator=page, encoding=encoding, standard=WHATWG)
    nest_frames[""] = Document("about:blank", creator=nest, encoding=encoding, standard=WHATWG)
    assert theirs[2] == as_read_now()


#: Pages with `iframe srcdoc` before, between and after `base` elements.
SRCDOC = [
    "FRAME <base href=/b/>",
    "<base href=/b/> FRAME",
    "<base href=/b/> FRAME <base href=/c/>",
    "<base target=x> FRAME <template><base href=/no/></template> FRAME <base href=/b/> FRAME",
    "<svg><base href=/no/></base></svg> FRAME <base href=data:,b> FRAME",
    "<div hidden>FRAME</div><base href=/b/>",
    "<iframe srcdoc='<a href=x><base href=inner/><a href=y>' loading=lazy></iframe><base href=/b/>",
    (
        '<iframe srcdoc=\'<iframe srcdoc="<a href=x>"></iframe><base href=c/><a'
        " href=y>'></iframe><base href=/b/>"
    ),
]


@pytest.mark.parametrize("page", SRCDOC)
def test_srcdoc_document_uses_the_base_elements_before_its_frame(
    browser: Browser, site: Site, page: str
) -> None:
    text = f"<!DOCTYPE html><body>{page}".replace("FRAME", "<iframe srcdoc='<a href=x>'></iframe>")
    address = site.put("/srcdoc/page", text)
    browser.visit(address)
    browser.wait_until(
        """
        const isLoaded = document => [...document.querySelectorAll("iframe")].every(({contentDocument: inner}) =>
            inner.URL === "about:srcdoc" && inner.readyState === "complete" && isLoaded(inner))
        return isLoaded(document)""",
        10,
    )
    theirs = browser.run("""
        const read = document => [...document.querySelectorAll("iframe")].map(({contentDocument: inner}) =>
            [inner.baseURI, [...inner.links].map(link => link.href), read(inner)])
        return read(document)""")

    def read(document: TreeDocument) -> list[Any]:
        frames = [frame for _, frame in document.embedded_documents()]
        links = [[url.url for url in frame.urls() if url.kind == "hyperlink"] for frame in frames]
        return [
            [frame.base_url, found, read(frame)] for frame, found in zip(frames, links, strict=True)
        ]

    assert read(parse(text, address, content_type="text/html")) == theirs


def test_xml_base_is_ignored(browser: Browser, site: Site) -> None:
    address = site.put(
        "/xml/base",
        """<html xmlns="http://www.w3.org/1999/xhtml" xml:base="/html/">
        <body xml:base="body/"><a xml:base="/a/" href="x"/></body></html>""",
        "application/xhtml+xml",
    )
    browser.visit(address)
    theirs = browser.run("return [document.links[0].baseURI, document.links[0].href]")
    body = Element(Element(Document(address, standard=WHATWG), xml_base="/html/"), xml_base="body/")
    link = Element(body, xml_base="/a/", kind="hyperlink")
    assert theirs == [link.base_url, URLDecomposition("x", link).href]
