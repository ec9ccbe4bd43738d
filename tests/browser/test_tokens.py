"""Strings made of tokens have the same attributes in Chromium and Node.js, except for their known
departures from the URL Standard."""

from __future__ import annotations

import shutil

import pytest

from tests.browser.browser import Browser
from tests.browser.departures import Case, attributes_of, explained_by
from tests.browser.tokens import PARSING, compare
from urldom.whatwg import URL


@pytest.mark.parametrize("program", ["chromium", "node"])
def test_strings_agree(browser: Browser, program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    (comparison,) = compare([program], 4000, seed=1)
    assert comparison.answers > 10_000 and comparison.departures
    assert list(map(str, comparison.unknown)) == []


def test_departure_does_not_explain_another_host() -> None:
    """A wrong quick way would not be taken for a departure of Chromium."""
    right, wrong = (attributes_of(URL(f"https://{host}/")) for host in ("a.example", "b.example"))
    for url in ("https://\u00adh/", "https://h/", "https://[::1]/"):
        assert explained_by(Case(url, None, right, wrong), PARSING) is None
    assert explained_by(Case("https://\u00ad[::1]/", None, right, None), PARSING) is None
