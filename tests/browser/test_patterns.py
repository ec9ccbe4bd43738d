"""`URLPattern`, compared with Chromium's. `patterns.py` makes the cases, and lists the known
differences."""

from __future__ import annotations

import pytest

from .browser import Browser
from .patterns import Maker, counted

PATTERNS = 20_000


def test_random_patterns_agree_with_chromium_except_for_known_differences(browser: Browser) -> None:
    count, unknown = counted(Maker(1), PATTERNS)
    if unknown:
        pytest.fail(
            "\n".join([f"{len(unknown)} of {PATTERNS}", *map(str, unknown[:50])]), pytrace=False
        )
    assert count["patterns that are made"] > PATTERNS / 2
    assert count["inputs that match"] > PATTERNS / 2
