"""The names of the standards, from which the registry finds them. The standard `"rfc3986"` is the
constant `RFC3986` of the module `urldom._core.standards.rfc3986`, and likewise for each name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias, get_args

# The names, grouped by the type that `parse` returns
FullName: TypeAlias = Literal["html5", "whatwg"]
ReferenceName: TypeAlias = Literal["rfc3986", "rfc3987", "rfc2396"]
RelativeName: TypeAlias = Literal["rfc1808"]
#: The name of a standard.
StandardName: TypeAlias = FullName | ReferenceName | RelativeName

STANDARD_NAMES: Final[tuple[StandardName, ...]] = (
    *get_args(FullName),
    *get_args(ReferenceName),
    *get_args(RelativeName),
)


@cache
def load_standard(name: str) -> Any:
    """Import the module of the standard `name`, and return the constant."""
    return getattr(import_module(f"urldom._core.standards.{name}"), name.upper())
