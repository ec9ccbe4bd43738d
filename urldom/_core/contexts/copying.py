"""The state of a copy of an object with slots."""

from __future__ import annotations

from functools import lru_cache
from types import MemberDescriptorType
from typing import Any


@lru_cache(64)
def _slots(kind: type) -> list[str]:
    """Return the sorted names of the slots of a class and its base classes.

    Slots of the interpreter, such as `__weakref__`, are left out.
    """
    names: set[str] = set()
    for base in kind.__mro__:
        for name, member in vars(base).items():
            if isinstance(member, MemberDescriptorType):
                names.add(name)
    return sorted(names)


def state_of(
    value: object, without: frozenset[str]
) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the attributes of an object for `copy` and `pickle`.

    The first item has the attributes of the `__dict__`, or is `None` without any. The second one
    has the slots, except those that are named in `without`.
    """
    slots = _slots(type(value))  # type: ignore[arg-type]
    names = [name for name in slots if name not in without and hasattr(value, name)]
    attributes = getattr(value, "__dict__", None)
    return attributes or None, {name: getattr(value, name) for name in names}


def restore(value: object, state: tuple[dict[str, Any] | None, dict[str, Any]]) -> None:
    """Give an object the attributes that `state_of` returned for another object."""
    attributes, slots = state
    if attributes:
        vars(value).update(attributes)
    for name, attribute in slots.items():
        object.__setattr__(value, name, attribute)
