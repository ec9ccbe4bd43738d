"""Run a program of the tests with the package of any checkout."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

#: The folder of these tests
_TESTS: Final = Path(__file__).resolve().parents[2]
#: The checkout to which these tests belong
THIS_CHECKOUT: Final = _TESTS.parent


@contextmanager
def mixed(checkout: Path) -> Iterator[Path]:
    """Yield a folder with the package of `checkout` and the tests of this checkout.

    A program that runs in this folder imports `urldom` from one checkout and `tests` from the
    other."""
    package = checkout.resolve() / "urldom"
    if not (package / "__init__.py").is_file():
        raise FileNotFoundError(f"{checkout} is not a checkout: it has no urldom/__init__.py")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "urldom").symlink_to(package, target_is_directory=True)
        (Path(folder) / "tests").symlink_to(_TESTS, target_is_directory=True)
        yield Path(folder)


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a program that runs in a folder that `mixed` made."""
    # Sets of strings have the same order in both processes.
    return os.environ | {
        "PYTHONPATH": str(folder),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def command(module: str) -> list[str]:
    return [sys.executable, "-m", module]
