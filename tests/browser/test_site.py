"""The site of the documentation, as Chromium shows it on a telephone and on a laptop, light and
dark. Its pages are as wide as the window, no word in a table is broken, its text has enough
contrast, and its search finds pages."""

from __future__ import annotations

import mimetypes
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .browser import Browser, Site

ROOT = Path(__file__).parents[2]
#: The group `docs` has these libraries.
NEEDED = (
    "furo",
    "myst_parser",
    "sphinx_copybutton",
    "sphinx_design",
    "scrapy",
    "polars",
    "duckdb",
    "pyspark",
)
#: The contrast that WCAG 2.2 requires of text (1.4.3)
CONTRAST = 4.5

#: How many pixels the page, and the part with its text, are wider than the window. On a telephone,
#: the part scrolls.
WIDTH = """
    const { scrollWidth, clientWidth } = document.querySelector(".content");
    return [Math.max(0, document.documentElement.scrollWidth - innerWidth), Math.max(0, scrollWidth - clientWidth)]"""
#: The words in cells of tables that continue in the next line
BROKEN_WORDS = """
    const broken = [], range = document.createRange();
    for (const cell of document.querySelectorAll("article td, article th")) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let text; (text = walker.nextNode());)
            for (const word of text.data.matchAll(/\\w{2,}/g)) {
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                const tops = [...range.getClientRects()].map(part => part.top);
                if (tops.length && tops[tops.length - 1] - tops[0] > 4)
                    broken.push(word[0]);
            }
    }
    return broken"""
#: The text whose contrast with its background is less than `argument`, by the formula of WCAG 2.2
LOW_CONTRAST = """
    const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = colour => {
        const [r, g, b] = colour.map(c => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b + .05;
    };
    const mix = (colour, behind) => behind.map((c, i) => colour[i] * (colour[3] ?? 1) + c * (1 - (colour[3] ?? 1)));
    const behind = element => element === null ? [255, 255, 255]
        : mix(numbers(getComputedStyle(element).backgroundColor), behind(element.parentElement));
    const low = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walker.nextNode());) {
        const element = text.parentElement;
        if (!text.data.trim() || !element.getClientRects().length || element.closest("svg, script, style"))
            continue;
        const style = getComputedStyle(element), ground = behind(element);
        const both = [light(mix(numbers(style.color), ground)), light(ground)];
        if (style.visibility === "visible" && Math.max(...both) / Math.min(...both) < argument)
            low.push(text.data);
    }
    return low"""


@pytest.fixture(scope="module")
def pages(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Return the address of each page of the built documentation, by the name of its file."""
    for library in NEEDED:
        pytest.importorskip(library)
    built = tmp_path_factory.mktemp("site")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "sphinx",
            "-W",
            "--keep-going",
            "-q",
            "-b",
            "html",
            "docs",
            str(built),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    files = {
        file.relative_to(built).as_posix(): file for file in built.rglob("*") if file.is_file()
    }
    addresses = {
        name: site.put(
            f"/docs/{name}", file.read_bytes(), mimetypes.guess_type(name)[0] or "text/plain"
        )
        for name, file in files.items()
        if not name.startswith(".")
    }
    yield {name: address for name, address in addresses.items() if name.endswith(".html")}


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_pages_fit_and_are_readable(
    browser: Browser, pages: dict[str, str], width: int, theme: str
) -> None:
    commands: dict[str, dict[str, Any]] = {
        "Emulation.setDeviceMetricsOverride": {
            "width": width,
            "height": 900,
            "deviceScaleFactor": 1,
            "mobile": False,
        },
        "Emulation.setEmulatedMedia": {
            "features": [{"name": "prefers-color-scheme", "value": theme}]
        },
    }
    faults = []
    assert len(pages) > 90
    try:
        for command, values in commands.items():
            browser.driver.execute_cdp_cmd(command, values)
        for name, address in pages.items():
            browser.visit(address)
            for measure in WIDTH, BROKEN_WORDS, LOW_CONTRAST:
                faults += [(name, fault) for fault in browser.run(measure, CONTRAST) if fault]
    finally:
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert faults == []


@pytest.mark.parametrize(("words", "page"), [("extract links from html", "pages.html")])
def test_search_finds_the_page_first(
    browser: Browser, pages: dict[str, str], words: str, page: str
) -> None:
    browser.visit(f"{pages['search.html']}?q={words.replace(' ', '+')}")
    browser.wait_until("return document.querySelector('#search-results li > a') !== null", 30)
    assert (
        browser.run("return document.querySelector('#search-results li > a').getAttribute('href')")
        == page
    )
