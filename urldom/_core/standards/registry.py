"""The standards by name. Each standard's module is imported on first use."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from urldom._core.errors import unknown_name, wrong_type
from urldom._core.standards.interface import Engine, Standard, StandardLike, engine_of
from urldom._core.standards.names import STANDARD_NAMES, FullName, load_standard

__all__ = [
    "DEFAULT_STANDARD",
    "OBJECT_MODEL_STANDARD",
    "STANDARD_NAMES",
    "default_engine",
    "find_engine",
    "find_standard",
    "object_model_engine",
]

#: The default standard of functions and tools, because today's browsers follow it.
DEFAULT_STANDARD: Final[FullName] = "whatwg"
#: The default standard of the object model's three classes, which implement this draft.
OBJECT_MODEL_STANDARD: Final[FullName] = "html5"


def find_standard(standard: StandardLike) -> Standard[Any]:
    """Return the standard that has this name.

    Args:
        standard: A name such as `"rfc3986"`, or a standard.

    Returns:
        One of the constants, such as `RFC3986`. A standard is returned unchanged.

    Raises:
        ValueError: If no standard has this name.
        TypeError: If the argument is neither a standard nor a string.

    >>> find_standard("rfc3986")
    RFC3986
    """
    if not isinstance(standard, str):
        if isinstance(standard, Standard):  # pyright: ignore[reportUnnecessaryIsInstance]
            return standard
        raise wrong_type("a standard", "a Standard or the name of one", standard)
    name = str.__str__(standard)
    if name not in STANDARD_NAMES:
        raise ValueError(unknown_name("standard", name, STANDARD_NAMES))
    found: Standard[Any] = load_standard(name)
    return found


def find_engine(standard: StandardLike) -> Engine[Any]:
    """Return the private engine of the standard that has this name. The errors are those of
    `find_standard`."""
    return engine_of(find_standard(standard))


@cache
def default_engine() -> Engine[Any]:
    """Return the engine of `DEFAULT_STANDARD`."""
    return find_engine(DEFAULT_STANDARD)


@cache
def object_model_engine() -> Engine[Any]:
    """Return the engine of `OBJECT_MODEL_STANDARD`."""
    return find_engine(OBJECT_MODEL_STANDARD)
