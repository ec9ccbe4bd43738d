"""Copies and pickles of chains of any depth.

A link that were pickled with a reference to the one above it would take as many nested calls as the chain has links;
and if each had a row of all links above it, a chain of n links would take n² places. So the n-th link from the top is
pickled as the one whose number is n without its lowest bit, and the flat row of those between the two: no more calls
nest than n has bits, and all rows have n log n places. In a row *stand-ins* take the places of the links, each of which
is copied as a link that stands on nothing; the row is then joined up. `copy` and `pickle` know one object from another
by its identity: because a link has one stand-in at a time, two rows copied in one go share their links.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from urldom.contexts.changes import LOCK


class StandIn:
    """Is copied and pickled in the place of `link`, as what `reduce` returns."""

    __slots__ = ("__weakref__", "_reduce", "link")

    def __init__(self, link: object, reduce: Callable[[], tuple[object, ...]]) -> None:
        self.link: object = link
        self._reduce = reduce

    def __reduce__(self) -> tuple[object, ...]:
        return self._reduce()


#: By the `id` of the link, which lives as long as its stand-in does; that one lives while the copy is being made.
_stand_ins: Final[WeakValueDictionary[int, StandIn]] = WeakValueDictionary()


def stand_in(link: object, reduce: Callable[[], tuple[object, ...]]) -> StandIn:
    """The stand-in of `link`, the same one as long as anybody holds it."""
    with LOCK:
        found = _stand_ins.get(id(link))
        if found is None:
            found = _stand_ins[id(link)] = StandIn(link, reduce)
        return found
