"""Import maps, compared with `import.meta.resolve` in Chromium. `import_maps.py` makes the
cases."""

from __future__ import annotations

from itertools import islice

import pytest

from .browser import Browser, Site
from .import_maps import Maker, differences

MAPS = 1_000


def test_random_import_maps_resolve_as_in_chromium_except_for_known_differences(
    browser: Browser, site: Site
) -> None:
    cases = list(islice(Maker(1), MAPS))
    count, unknown = differences(browser, site.put("/import-maps", "<!DOCTYPE html>"), cases)
    if unknown:
        pytest.fail("\n".join([f"{len(unknown)} of {MAPS}", *unknown[:20]]), pytrace=False)
    assert count > 5 * MAPS
