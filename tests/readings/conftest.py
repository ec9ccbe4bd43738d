"""The fixture that the tests of readings share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from urldom._readings.libraries import installed_libraries, library_reader


@pytest.fixture
def fresh() -> Iterator[None]:
    """Nothing is remembered of what is installed, before and after."""
    for remembered in (installed_libraries, library_reader):
        remembered.cache_clear()
    yield
    for remembered in (installed_libraries, library_reader):
        remembered.cache_clear()
