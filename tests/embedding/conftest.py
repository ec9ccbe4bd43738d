from __future__ import annotations

from pathlib import Path

import pytest

from tests.chromium.conftest import browser as browser

from .projects import make_environment


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the environment of the projects once for all processes of pytest-xdist, and return its folder."""
    folder = tmp_path_factory.getbasetemp()
    if folder.name.startswith("popen-"):  # The folder of one process is in the folder of all.
        folder = folder.parent
    try:
        make_environment(folder / "embedding")
    except ConnectionError as error:
        pytest.skip(f"the projects cannot be downloaded: {error}")
    return folder / "embedding"
