"""The five standards by name. A standard's module is imported on first use. Only this module lists all five."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from urldom._errors import unknown_name, wrong_type
from urldom._standards.interface import Engine, Standard, StandardLike, engine_of

_CONSTANTS: Final = {
    "html5": ("urldom._standards.html5", "HTML5"),
    "whatwg": ("urldom._standards.url_standard", "WHATWG"),
    "rfc3986": ("urldom._standards.rfc3986", "RFC3986"),
    "rfc2396": ("urldom._standards.rfc2396", "RFC2396"),
    "rfc1808": ("urldom._standards.rfc1808", "RFC1808"),
}

STANDARD_NAMES: Final = tuple(_CONSTANTS)
#: The default standard of functions and tools. Today's browsers follow it.
DEFAULT_STANDARD: Final = "whatwg"
#: The default standard of the object model's three classes. They implement this draft.
OBJECT_MODEL_STANDARD: Final = "html5"


def find_standard(standard: StandardLike) -> Standard:
    """Return the standard that has this name.

    Args:
        standard: A name such as `"rfc3986"`, or a standard.

    Returns:
        One of the five constants. A standard is returned unchanged.

    Raises:
        ValueError: If no standard has this name.
        TypeError: If the argument is neither a standard nor a string.

    >>> find_standard("rfc3986")
    RFC3986
    """
    if isinstance(standard, Standard):
        return standard
    if not isinstance(standard, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a standard", "a Standard or the name of one", standard)
    name = str.__str__(standard)
    if name not in _CONSTANTS:
        raise ValueError(unknown_name("standard", name, _CONSTANTS))
    return _constant(*_CONSTANTS[name])


def find_engine(standard: StandardLike) -> Engine:
    """Return the private engine of the standard that has this name. The errors are those of `find_standard`.

    >>> find_engine("whatwg").cut("http://h/a")[:8]
    ('http:', '//', '', 'h', '', '/a', '', '')
    """
    return engine_of(find_standard(standard))


@cache
def _constant(module: str, constant: str) -> Standard:
    found: Standard = getattr(import_module(module), constant)
    return found
