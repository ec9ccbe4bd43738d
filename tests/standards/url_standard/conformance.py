"""Load the conformance data and its cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CONFORMANCE_DATA = Path(__file__).parents[4] / "shared/wpt"


def load(name: str) -> Any:
    """Load a file of the conformance data, or skip the test if the folder is missing."""
    if not CONFORMANCE_DATA.is_dir():
        pytest.skip("the conformance data is missing: ../shared/wpt")
    return json.loads((CONFORMANCE_DATA / name).read_text())


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of a file that is a list of cases and comments."""
    return [case for case in load(name) if not isinstance(case, str)]
