from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.conftest import browser as browser

from .projects import make_environment

#: The beginning of the path of each test here. Comparing texts is quicker than comparing paths.
FOLDER = f"{Path(__file__).parent}{os.sep}"
#: If set, a folder in which the environment is kept for the next run of the tests.
KEPT = os.environ.get("URLDOM_EMBEDDING")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if str(item.path).startswith(FOLDER):
            item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the environment of the projects once for all processes of pytest-xdist, and return its
    folder."""
    folder = tmp_path_factory.getbasetemp()
    if folder.name.startswith("popen-"):  # The folder of one process is in the folder of all.
        folder = folder.parent
    folder = Path(KEPT) if KEPT else folder / "embedding"
    try:
        make_environment(folder)
    except ConnectionError as error:
        pytest.skip(f"the projects cannot be downloaded: {error}")
    return folder
