"""The tables of `docs/migrate/w3lib.md` show Chromium's URL for each input. Chromium also parses
each result of urldom."""

from __future__ import annotations

import pytest

from tests.w3lib.differences import DIFFERENCES, Difference
from urldom.w3lib import canonicalize_url

from .browser import Browser, Site

BASE = "http://example.com/x/y"


@pytest.fixture(scope="module")
def chromium(browser: Browser, site: Site) -> dict[Difference, tuple[str | None, str | None]]:
    """Return Chromium's two URLs for each row. The first is the URL of a link to the input, on a
    page in the row's encoding. The second is the result of `new URL()` for urldom's result."""
    found = {}
    for row in DIFFERENCES:
        url, encoding = row.arguments
        page = "<!DOCTYPE html><a></a>"
        body = page.encode("utf-16" if encoding == "utf-16" else "ascii")
        browser.visit(site.put(f"/w3lib/{encoding}", body, f"text/html;charset={encoding}"))
        base = None if ":" in url else BASE
        found[row] = tuple(
            browser.run(
                """const parse = url => {
                    try { return argument.base === null ? new URL(url) : new URL(url, argument.base) } catch { return }
                }
                const href = url => parse(url)?.href ?? null
                const hrefOfLink = url => {
                    if (parse(url) === undefined) return null
                    const link = document.querySelector("a")
                    link.href = url
                    return link.href
                }
                return [
                    (document.characterSet === "UTF-8" ? href : hrefOfLink)(argument.url),
                    argument.answer === null ? null : href(argument.answer),
                ]""",
                {"url": url, "base": base, "answer": row.ours},
            )
        )
    return found


@pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row.call)
def test_chromium_returns_the_url_of_the_table(
    row: Difference, chromium: dict[Difference, tuple[str | None, str | None]]
) -> None:
    href, href_of_ours = chromium[row]
    assert href == row.chromium
    if row.departs:
        assert href != row.ours
        return
    if row.call.startswith("safe") or href is None:
        assert href_of_ours == href
    else:
        # The two URLs can differ, for example in the order of the query. Their canonical forms are
        # equal.
        assert href_of_ours is not None
        assert canonicalize_url(href_of_ours, keep_fragments=True) == canonicalize_url(
            href, keep_fragments=True
        )
    if ":" in row.arguments[0]:
        assert href_of_ours == row.ours  # Chromium does not change urldom's result.
