"""The steps that a reading reports.

A *reading* is the algorithm of a specification as a plain function. It calls its argument `say` with each step, unless
`say` is `None`. A step is reported when it begins, so a failure belongs to the last reported step. The results of a
step may be reported later, under the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from urldom._values.pieces import COMPONENTS, Pieces, components

#: The values of components by their names, `None` for an absent one.
Values: TypeAlias = Mapping[str, str | None]

_NOTHING: Final[Values] = MappingProxyType({})


class Told(NamedTuple):
    """One step that a reading reports.

    `step` is the name of the step with its document, such as `"HTML5 2.6.3 step 6"`. `looked_at` is the text that the
    step reads. `made` contains all values that the step sets, even if a value stays the same. `start` and `end` are
    the place of `looked_at` in the input, if it is known. `depth` is greater than 0 in a reading that another reading
    calls.
    """

    step: str
    looked_at: str | None = None
    made: Values = _NOTHING
    start: int | None = None
    end: int | None = None
    depth: int = 0


#: A function that a reading calls with each `Told`, and with each validation error after the step that found it.
Say: TypeAlias = Callable[[object], None]


def values_of(pieces: Pieces) -> dict[str, str | None]:
    """Return the components of a URL by their names.

    >>> values_of(("http:", "//", "", "h", "", "/a", "?", "", None))["query"]
    ''
    """
    return dict(zip(COMPONENTS, components(pieces), strict=True))
