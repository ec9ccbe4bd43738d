"""Names that are imported on first use, because few programs need their modules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def late(module: str, name: str) -> Callable[[], Any]:
    """Return a function that imports a name of a module, once. An import statement in a function
    runs at each call, and takes longer than most functions that need one."""
    return cache(lambda: getattr(import_module(module), name))
