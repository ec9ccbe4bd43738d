from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from .browser import Browser, Site

#: The only browser tests that are part of the quick suite.
QUICK = "test_base_urls.py"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/chromium/") and item.path.name != QUICK:
            item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    pytest.importorskip("selenium")
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed (Debian's packages chromium and chromium-driver)")
    with Browser() as running:
        yield running


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as served:
        yield served
