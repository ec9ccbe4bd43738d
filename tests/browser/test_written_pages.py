"""No handler runs in Chromium after a page was written that did not run before."""

from __future__ import annotations

import re
from itertools import chain
from random import Random

import pytest

from tests.conformance import cases
from tests.trees.helpers import HTML_PARSERS
from tests.trees.test_html_scripts import BY_OTHER_PARSERS, IN_NOSCRIPT, IN_SVG, UNFINISHED
from urldom.trees import UnwritableError, parse

from .browser import Browser, Site

#: Writes each page into a frame. A page tells that a handler runs by `note` and its number.
RUN = """
    window.ran = []
    window.isDone = false
    const frames = argument.map((page, index) => {
        const frame = document.createElement("iframe")
        window["note" + index] = () => { window.ran.push(index) }
        document.body.append(frame)
        frame.contentDocument.open()
        frame.contentDocument.write(page)
        frame.contentDocument.close()
        return frame
    })
    setTimeout(() => {
        for (const frame of frames) frame.remove()
        window.isDone = true
    }, 500)
"""
_AT_ONCE = 60
_HANDLER = "<img src=x onerror=alert(1)>"
_ESCAPED = _HANDLER.replace("<", "&lt;")
#: The parsers that read random pages as browsers do, or write them as text. html5lib follows an older
#: Standard, and Python's parser reads elements in raw text.
_AS_BROWSERS = ["turbohtml", "selectolax", "lxml"]
#: What may run, or may not.
_HOSTILE = [
    *(_HANDLER, _ESCAPED, "<svg onload=alert(1)>", "<script>alert(1)</script>", "&lt;!--"),
    *(f"&lt;/{name}&gt;{_ESCAPED}" for name in ("style", "noscript", "xmp", "title")),
    *(f"<b title='</{name}>{_HANDLER}'>" for name in ("style", "noscript", "xmp", "textarea")),
    f"<b title='--&gt;{_ESCAPED}'>",
    f"--&gt;{_ESCAPED}",
]
_MARKUP = [
    *("<svg>", "</svg>", "<math>", "</math>", "<mtext>", "<mglyph>", "<foreignObject>", "<desc>"),
    *("<style>", "</style>", "<xmp>", "</xmp>", "<iframe>", "</iframe>", "<noembed>", "<title>"),
    *("<noscript>", "</noscript>", "<template>", "</template>", "<table>", "</table>", "<td>"),
    *("<form>", "</form>", "<a>", "</a>", "<p>", "</p>", "<!--", "-->", "<![CDATA[", "]]>"),
    *("<select>", "<option>", "<textarea>", "</textarea>", "<annotation-xml>", "<b c=`d`>"),
]


def handlers_that_run(browser: Browser, site: Site, pages: list[str]) -> set[int]:
    """Return the indexes of the pages in which a handler runs."""
    found: set[int] = set()
    for start in range(0, len(pages), _AT_ONCE):
        browser.visit(site.put("/empty", "<!doctype html><body>"))
        noted = [
            re.sub("alert|confirm|prompt", f"top.note{index}", page)
            for index, page in enumerate(pages[start : start + _AT_ONCE])
        ]
        browser.run(RUN, noted)
        browser.wait_until("return window.isDone", 20)
        found |= {start + index for index in browser.run("return window.ran")}
    return found


def random_pages(count: int) -> list[str]:
    """Return pages whose `noscript` elements are in the body. In a head, the parsers read them as a
    browser without scripting does."""
    random = Random(0)
    pages: list[str] = []
    while len(pages) < count:
        parts = [
            random.choice(_HOSTILE if random.random() < 0.3 else _MARKUP)
            for _ in range(random.randint(2, 12))
        ]
        pages.append("<!doctype html><body>" + "".join(parts))
    return [page for page in pages if "alert" in page]


@pytest.mark.parametrize("of", ["attacks", "random pages", "hidden scripts"])
def test_no_new_handler_runs_in_a_written_page(browser: Browser, site: Site, of: str) -> None:
    if of == "attacks":
        found = [case["markup"] for case in cases("markup_attacks")]
        texts = [text for text in found if re.search("alert|confirm|prompt", text)]
        parsers = HTML_PARSERS
        # Of all frames, only one gets the focus.
        texts = [text for text in texts if "autofocus" not in text]
    elif of == "hidden scripts":
        texts = [*IN_NOSCRIPT, *IN_SVG, *UNFINISHED, *chain(*BY_OTHER_PARSERS.values())]
        texts.append("<p onclick=a><script>alert(1)</script>")
        parsers = HTML_PARSERS
    else:
        parsers = _AS_BROWSERS
        texts = random_pages(400)
    written: list[tuple[int, str]] = []
    for index, text in enumerate(texts):
        for parser in parsers:
            pytest.importorskip(parser)
            try:
                page = parse(text, "http://example.com/", content_type="text/html", parser=parser)
                written.append((index, page.to_text()))
            except (UnwritableError, ValueError):
                continue
    written = list(dict.fromkeys(written))
    before = handlers_that_run(browser, site, texts)
    assert before
    after = handlers_that_run(browser, site, [text for _, text in written])
    new = [written[number] for number in after if written[number][0] not in before]
    # A slow machine may have missed a handler, so the original runs once more.
    again = handlers_that_run(browser, site, [texts[index] for index, _ in new])
    missed = [new[number] for number in range(len(new)) if number not in again]
    assert [(ascii(texts[index]), ascii(text)) for index, text in missed] == []
