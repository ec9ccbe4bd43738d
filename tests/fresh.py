"""A module as it is before its first call: with nothing in its tables and caches."""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec
from typing import Any


def fresh(name: str) -> Any:
    """A second module of that name. The imported one stays as it is."""
    spec = find_spec(name)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
