"""Copies and `repr`s of long chains of contexts, without a nested call for each context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final
from weakref import WeakValueDictionary

from urldom._contexts.protocol import apart_from_tree

#: How many contexts the `repr` of a chain shows.
_SHOWN: Final = 8
#: The names of slots that belong to the interpreter. `state_of` leaves them out.
_INTERPRETERS_OWN: Final = frozenset(["__weakref__", "__dict__"])


def reduce_chain(join: Callable[..., object], outer: object, links: Sequence[Any]) -> tuple[Any, ...]:
    """Return the value of `__reduce__` for the last of the links. A link's method `_reduce_bare` returns the value of
    `__reduce__` for the link without the link above it.

    `outer` is the context above the first link, and is not a link. `join(outer, *links)` puts the first link under
    `outer`, and each later link under the link before it. It returns the last link.

    Two simple ways are too expensive for a chain of n links. If each link is pickled with a reference to the link above
    it, n calls nest. If each link is pickled with a flat row of all links above it, the rows of all links have n²
    items in total.

    So a link refers to one ancestor and to a row. The row begins with the link below this ancestor, and ends with the
    link itself. Links are numbered from the top, beginning at 1. The ancestor of link n has the number n without its
    lowest 1 bit. For example, link 12 refers to link 8 and to a row of the links 9 to 12. The calls nest at most as
    deep as n has bits. The rows of all n links have at most n log n items in total.
    """
    start = len(links) & (len(links) - 1)
    row = [_stand_ins.setdefault(id(link), _StandIn(link._reduce_bare)) for link in links[start:]]
    return join, (links[start - 1] if start else apart_from_tree(outer), *row)


class _StandIn:
    """Represents a link in a row. A copy of the stand-in is a copy of the link, without the link above it.

    `copy` and `pickle` compare objects by identity. A link has only one stand-in during a copy, so a link in two rows
    is copied only once."""

    __slots__ = ("__weakref__", "_reduce")

    def __init__(self, reduce: Callable[[], tuple[Any, ...]]) -> None:
        self._reduce = reduce

    def __reduce__(self) -> tuple[Any, ...]:
        return self._reduce()


#: The keys are the `id`s of the links. A stand-in refers to a method of its link. So the link lives as long as the
#: stand-in, and its `id` is not reused.
_stand_ins: Final[WeakValueDictionary[int, _StandIn]] = WeakValueDictionary()


@lru_cache(64)
def _slots(kind: type) -> list[str]:
    """Return the sorted names of the slots of a class and its base classes. Private names are mangled."""
    names: set[str] = set()
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        private = f"_{base.__name__.lstrip('_')}"
        for name in (slots,) if isinstance(slots, str) else slots:
            names.add(f"{private}{name}" if name.startswith("__") and not name.endswith("__") else name)
    return sorted(names - _INTERPRETERS_OWN)


def state_of(value: object, without: frozenset[str]) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the attributes of an object for `copy` and `pickle`, except the slots named in `without`."""
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


class Shown:
    """A context whose `repr` includes the context above it."""

    __slots__ = ()

    def _parts(self) -> tuple[str, object, str]:
        """Return the `repr` in three parts. The second part is the context above, or `None`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        start, context, end = self._parts()
        before, after = [start], [end]
        while isinstance(context, Shown) and type(context).__repr__ is Shown.__repr__:
            if len(before) == _SHOWN:
                return "".join([*before, "...", *reversed(after)])
            start, context, end = context._parts()
            before.append(start)
            after.append(end)
        return "".join([*before, "" if context is None else repr(context), *reversed(after)])
