"""The animations of SVG whose URLs Chromium requests."""

from __future__ import annotations

from tests.trees.requests.animations import IGNORED, REQUESTED

from .browser import Browser, Site

SEEN = "performance.getEntriesByType('resource').map((entry) => entry.name)"


def test_chromium_requests_the_same_animations(browser: Browser, site: Site) -> None:
    markups = [*IGNORED, *(markup for markup, _ in REQUESTED)]
    urls = [site.put(f"/u{number}", "", "image/svg+xml") for number in range(len(markups))]
    body = [markup.replace("{u}", url) for markup, url in zip(markups, urls, strict=True)]
    page = site.put("/animations", f"<!doctype html>{''.join(body)}")
    expected = {*urls[len(IGNORED) :]}
    # An ignored animation would be requested with the others, because they all begin at once.
    browser.visit(page)
    browser.wait_until(f"return new Set({SEEN}).size >= {len(expected)}", 10)
    assert {*browser.run(f"return {SEEN}")} & {*urls} == expected
