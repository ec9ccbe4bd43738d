"""Copies and `repr`s of long chains of contexts, without a nested call for each context."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

from urldom._contexts.protocol import apart_from_tree

#: How many contexts the `repr` of a chain shows.
_SHOWN: Final = 8
#: The interpreter's own slots.
_INTERPRETERS_OWN: Final = frozenset(["__weakref__", "__dict__"])


class Copied(Protocol):
    """A link of a chain that can be copied."""

    def _reduce_bare(self) -> tuple[Any, ...]:
        """Return what `__reduce__` would return if the link stood on nothing."""
        ...


def reduce_chain(join: Callable[..., object], outer: object, links: Sequence[Copied]) -> tuple[Any, ...]:
    """Return the value of `__reduce__` for the last of the links.

    The first link stands on `outer`, which is not a link. `join(outer, *links)` has the first link stand on `outer`,
    and each other one on the link before it.

    A reference to the link above would need as many nested calls as the chain has links. If each link had a row of all
    links above it, a chain of n links would need n² places. So the link number n from the top is pickled in two parts.
    The first part is the link whose number is n without its lowest bit. The second part is a flat row of the links
    between the two. So at most as many calls nest as n has bits, and all rows together have n log n places.
    """
    start = len(links) & (len(links) - 1)
    row = [_stand_ins.setdefault(id(link), _StandIn(link._reduce_bare)) for link in links[start:]]  # pyright: ignore[reportPrivateUsage]
    return join, (links[start - 1] if start else apart_from_tree(outer), *row)


class _StandIn:
    """Represents a link in a row. It is copied as that link without a link above.

    `copy` and `pickle` compare objects by identity. A link has only one stand-in during a copy, so rows share links."""

    __slots__ = ("__weakref__", "_reduce")

    def __init__(self, reduce: Callable[[], tuple[Any, ...]]) -> None:
        self._reduce = reduce

    def __reduce__(self) -> tuple[Any, ...]:
        return self._reduce()


#: The keys are the `id`s of the links. A stand-in refers to a method of its link, so the link lives as long.
_stand_ins: Final[WeakValueDictionary[int, _StandIn]] = WeakValueDictionary()


def slot_values(value: object, without: frozenset[str]) -> dict[str, Any]:
    """Return the values of an object's slots, from all its classes, except the slots `without`."""
    names = {name for kind in type(value).__mro__ for name in _slots(kind)} - without - _INTERPRETERS_OWN
    return {name: getattr(value, name) for name in sorted(names) if hasattr(value, name)}


def _slots(kind: type) -> Iterator[str]:
    """Yield the names of the slots that a class adds. Private names are mangled."""
    slots = kind.__dict__.get("__slots__", ())
    private = f"_{kind.__name__.lstrip('_')}"
    for name in (slots,) if isinstance(slots, str) else slots:
        yield f"{private}{name}" if name.startswith("__") and not name.endswith("__") else name


def state_of(value: object, without: frozenset[str]) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the attributes of an object for `copy` and `pickle`, except the slots `without`."""
    return getattr(value, "__dict__", None) or None, slot_values(value, without)


def restore(value: object, state: tuple[dict[str, Any] | None, dict[str, Any]]) -> None:
    """Give an object the attributes that `state_of` returned for another one."""
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
