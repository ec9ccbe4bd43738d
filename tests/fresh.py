"""A module in its state before the first call, with empty tables and caches."""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec
from typing import Any


def fresh(name: str) -> Any:
    """Import the module again as a second object. The first object does not change."""
    spec = find_spec(name)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
