"""`URLPattern` as Chromium has it: see `patterns.py`, which makes the cases and names where the two differ."""

from __future__ import annotations

import pytest

from .browser import Browser
from .patterns import Maker, counted

PATTERNS = 20_000


def test_random_patterns_are_those_of_chromium_but_for_known_differences(browser: Browser) -> None:
    count, unknown = counted(Maker(1), PATTERNS)
    if unknown:
        pytest.fail("\n".join([f"{len(unknown)} of {PATTERNS}", *map(str, unknown[:50])]), pytrace=False)
    assert count["patterns that are made"] > PATTERNS / 2
    assert count["inputs that match"] > PATTERNS / 2
