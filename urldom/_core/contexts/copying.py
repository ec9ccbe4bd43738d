"""The state of a copy of an object with slots."""

from __future__ import annotations

from functools import lru_cache
from types import MemberDescriptorType
from typing import Any


@lru_cache(64)
def _slots(kind: type) -> list[str]:
    """Return the sorted names of the slots of a class and its base classes, except those of the
    interpreter."""
    members = (member for base in kind.__mro__ for member in vars(base).items())
    return sorted({name for name, member in members if isinstance(member, MemberDescriptorType)})


def state_of(
    value: object, without: frozenset[str]
) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the attributes of an object for `copy` and `pickle`, except the slots named in
    `without`."""
    slots = _slots(type(value))  # type: ignore[arg-type]
    names = [name for name in slots if name not in without and hasattr(value, name)]
    return getattr(value, "__dict__", None) or None, {name: getattr(value, name) for name in names}


def restore(value: object, state: tuple[dict[str, Any] | None, dict[str, Any]]) -> None:
    """Give an object the attributes that `state_of` returned for another object."""
    attributes, slots = state
    if attributes:
        vars(value).update(attributes)
    for name, attribute in slots.items():
        object.__setattr__(value, name, attribute)
