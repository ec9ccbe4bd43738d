"""`indicated` returns the element that Chromium's `:target` matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.trees.parsers import HTML_PARSERS
from urldom import URL
from urldom.trees import document
from urldom.trees._libraries import adapt

from .browser import Browser, Site

ENCODINGS = ["utf-8", "windows-1251", "shift_jis", "gb18030", "utf-16le"]
PIECES = [
    *(
        "a",
        "A",
        "top",
        "TOP",
        "b c",
        "é",
        "я",
        "漢",
        "%",
        "%25",
        "%E9",
        "%C3%A9",
        "%ff",
        "+",
        "&",
        '"',
        "<",
        "'",
        "#",
    ),
    *(
        "?",
        "/",
        ":",
        "\u00a0",
        "\ufeff",
        "🙂",
        "%EF%BB%BF",
        "%20",
        "%00",
        ".",
        "x:~:y",
        "%3A~:z",
        "ｱ",
        "\u0130",
    ),
]
#: Returns the element that `:target` matches, for each fragment.
TARGETS = """
    const found = []
    for (const fragment of argument) {
        location.hash = ""
        location.hash = fragment
        const target = document.querySelector(":target")
        found.push([location.hash, target === null ? null : target.getAttribute("n")])
    }
    return found
"""


def escaped(text: str) -> str:
    return "".join(
        f"&#{ord(character)};" if character in "&\"'<%\u00a0" else character for character in text
    )


def make_page(draw: random.Random) -> str:
    """Return a page whose elements are numbered. Their identifiers are chosen so that fragments
    often name them."""
    numbers = iter(range(1000))

    def element(kind: str, attribute: str, inner: str = "") -> str:
        name = "".join(draw.choices(PIECES, k=draw.choice([1, 1, 2])))
        return f'<{kind} n="{next(numbers)}" {attribute}="{escaped(name)}">{inner}</{kind}>'

    parts: list[str] = []
    for _ in range(40):
        kind = draw.choice(
            ["p", "a name", "a", "i name", "svg", "template", "shadow", "noscript", "form name"]
        )
        if kind == "svg":
            parts.append(f"<svg>{element('a', 'name')}{element('g', 'id')}</svg>")
        elif kind in ("template", "noscript"):
            parts.append(f"<{kind}>{element('b', 'id')}</{kind}>")
        elif kind == "shadow":
            parts.append(
                f'<div><template shadowrootmode="open">{element("b", "id")}</template></div>'
            )
        else:
            name, _, attribute = kind.partition(" ")
            parts.append(element(name, attribute or "id"))
    return (
        "<!DOCTYPE html><html"
        f" n=root><head><title>x</title></head><body>{''.join(parts)}</body></html>"
    )


#: The two libraries that parse every page of this test in the same way as browsers.
EXACT = ["turbohtml", "selectolax"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_indicated_part_is_the_target_in_chromium(
    browser: Browser, site: Site, encoding: str
) -> None:
    draw = random.Random(encoding)
    compared = indicated = 0
    for number in range(8):
        text = make_page(draw)
        mark = "\ufeff" if encoding.startswith("utf-16") else ""
        data = f"{mark}{text}".encode(
            encoding.replace("utf-16le", "utf-16-le"), "xmlcharrefreplace"
        )
        address = site.put(f"/indicated/{encoding}/{number}", data, f"text/html;charset={encoding}")
        browser.visit(address)
        fragments = ["".join(draw.choices(PIECES, k=draw.choice([1, 1, 2]))) for _ in range(60)]
        theirs = browser.run(TARGETS, fragments)
        for name in EXACT:
            page: Any = document(HTML_PARSERS[name](text), address)
            tree = adapt(page.tree)
            for fragment, (href, target) in zip(fragments, theirs, strict=True):
                node = page.indicated(href)
                found = None if node is None else tree.get(node, "n")
                expected = "root" if target is None and found == "root" else target
                if found != expected and not is_known_difference(fragment, href):
                    raise AssertionError((name, fragment, href, found, target))
                compared += 1
                indicated += found is not None
    assert compared == 8 * 60 * len(EXACT)
    assert compared > 2 * indicated > 200


def is_known_difference(fragment: str, href: str) -> bool:
    """Return whether the fragment is not UTF-8. Chromium then departs from the Standard, and
    decodes the fragment as Latin-1."""
    from urllib.parse import unquote_to_bytes

    try:
        unquote_to_bytes(href).decode()
    except UnicodeDecodeError:
        return True
    return False


def test_top_of_the_document_is_indicated_as_in_chromium(browser: Browser, site: Site) -> None:
    text = "<!DOCTYPE html><html><body style='height: 9000px'><p id=a>a</p></body></html>"
    browser.visit(site.put("/indicated/top", text))
    page = document(HTML_PARSERS["html5lib, etree"](text), "http://example.com/")
    fragments = ["", "top", "TOP", "t%6Fp", "t\u00f6p", "xtop", "none"]
    scrolled = browser.run(
        """return argument.map(fragment => {
            location.hash = "#a"
            scrollTo(0, 500)
            location.hash = fragment || "#"
            return [location.hash, scrollY]
        })""",
        fragments,
    )
    for fragment, (href, position) in zip(fragments, scrolled, strict=True):
        is_top = page.indicated(URL(f"http://h/#{fragment}").hash) is not None
        assert is_top == (position == 0), (fragment, href)
