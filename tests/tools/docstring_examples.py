"""The examples of a public class run, although its `__module__` is not the module that defines
it."""

from __future__ import annotations

import doctest
import inspect
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

#: Finds a class at the top level. This takes a hundredth of the time of a syntax tree.
find_class = re.compile(r"^class (\w+)", re.MULTILINE).findall
_is_from_module: Any = doctest.DocTestFinder._from_module  # type: ignore[attr-defined]


@cache
def classes_in(module: ModuleType) -> set[str]:
    """Return the names of the classes that a module defines at its top level."""
    source = Path(str(module.__file__)).read_text("utf-8")
    return {*find_class(source)}


def is_from_module(finder: doctest.DocTestFinder, module: ModuleType, found: object) -> bool:
    """Return whether an object is from the module, as doctest asks: for a class, whether the module
    defines it."""
    if (
        inspect.isclass(found)
        and found.__module__.partition(".")[0] == "urldom"
        and "." not in found.__qualname__
    ):
        return found.__name__ in classes_in(module)
    return bool(_is_from_module(finder, module, found))


def find_examples_of_public_classes() -> None:
    """Let doctest find them. `tests/conftest.py` calls this."""
    doctest.DocTestFinder._from_module = is_from_module  # type: ignore[attr-defined]
