from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .browser import Browser, Site

#: The beginning of the path of each browser test. Comparing texts is quicker than comparing paths.
FOLDER = f"{Path(__file__).parent}{os.sep}"
#: The only browser tests that are part of the quick suite.
QUICK = "test_base_urls.py"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if str(item.path).startswith(FOLDER) and item.path.name != QUICK:
            item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    pytest.importorskip("selenium")
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            pytest.skip(
                f"{program} is not installed (Debian's packages chromium and chromium-driver)"
            )
    with Browser() as running:
        yield running


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as served:
        yield served
