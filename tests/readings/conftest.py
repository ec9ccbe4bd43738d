"""The fixture for the tests of readings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from urldom.readings._libraries import installed_libraries, library_reader


@pytest.fixture
def fresh() -> Iterator[None]:
    """Clear the cache of installed libraries before and after the test."""
    for remembered in (installed_libraries, library_reader):
        remembered.cache_clear()
    yield
    for remembered in (installed_libraries, library_reader):
        remembered.cache_clear()
