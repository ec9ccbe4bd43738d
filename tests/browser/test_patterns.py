"""`URLPattern`, compared with Chromium's. `patterns.py` makes the cases, and lists the known
differences."""

from __future__ import annotations

import pytest

from tests.cases import more_at_night

from .browser import Browser
from .patterns import Maker, counted


@more_at_night("patterns", 5_000, 20_000)
def test_random_patterns_agree_with_chromium_except_for_known_differences(
    browser: Browser, patterns: int
) -> None:
    count, unknown = counted(Maker(1), patterns)
    if unknown:
        pytest.fail(
            "\n".join([f"{len(unknown)} of {patterns}", *map(str, unknown[:50])]), pytrace=False
        )
    assert count["patterns that are made"] > patterns / 2
    assert count["inputs that match"] > patterns / 2
