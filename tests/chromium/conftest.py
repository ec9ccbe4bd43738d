from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from .browser import Browser, Site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed (Debian's packages chromium and chromium-driver)")
    with Browser() as running:
        yield running


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as served:
        yield served
