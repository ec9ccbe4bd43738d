"""How a reading says what it does.

A *reading* is the algorithm of a specification as a plain function, which does each step and says it to its argument
`say`. Nobody listens if `say` is `None`. A step is said when it begins, so that a failure belongs to the step that was
said last. Its results may be said later, under the same name.
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
    """One step, as a reading says it.

    `step` is the name of the step with its document, such as `"HTML5 2.6.3 step 6"`. `looked_at` is the text that the
    step works on. `made` has the values that it sets, changed or not. `start` and `end` are the place of `looked_at` in
    the input, if the reading knows it. `depth` is greater than 0 in a reading that another one runs.
    """

    step: str
    looked_at: str | None = None
    made: Values = _NOTHING
    start: int | None = None
    end: int | None = None
    depth: int = 0


#: Takes what a reading says: each `Told`, and each validation error of the URL Standard after the step that found it.
Say: TypeAlias = Callable[[object], None]


def values_of(pieces: Pieces) -> dict[str, str | None]:
    """The components of a URL, by their names.

    >>> values_of(("http:", "//", "", "h", "", "/a", "?", "", None))["query"]
    ''
    """
    return dict(zip(COMPONENTS, components(pieces), strict=True))
