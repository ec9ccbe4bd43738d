"""The steps that a *reading* reports, and the sentences that explain them.

A reading is the algorithm of a specification as a function. It calls `say` when a step begins, so a
failure belongs to the last step, and can report the results of the step later, under the same name.
If nobody listens, `say` is `silent`, and a reading leaves out what only a report needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from urldom._core.values.pieces import COMPONENTS, Pieces, components

#: The values of components by their names, `None` for an absent one.
Values: TypeAlias = Mapping[str, str | None]

_NOTHING: Final[Values] = MappingProxyType({})


class Told(NamedTuple):
    """One step that a reading reports: its name with its document, the text that it reads, and all
    values that it sets, even if a value stays the same. `start` and `end` are the place of the text
    in the input, if it is known. `depth` is greater than 0 in a reading that another reading
    calls."""

    step: str
    looked_at: str | None = None
    made: Values = _NOTHING
    start: int | None = None
    end: int | None = None
    depth: int = 0


#: A function that a reading calls with each step: its name, the text that it reads, and the values
#: that it sets, as a mapping or as a value of `urldom._core.values.references`. Instead of a name,
#: the argument can be a `Told`, or an error after the step that found it, or a mapping of the
#: values before the first step.
Say: TypeAlias = Callable[..., object]


def silent(step: Any, looked_at: str | None = None, made: object = _NOTHING, /) -> None:
    """The default `say`, which reports nothing."""


#: Names of steps, such as `"HTML5 2.6.3 step 6"`, and a sentence about each.
Texts: TypeAlias = Mapping[str, str]


class Sentences(NamedTuple):
    """The sentences of `explain` for the steps of a standard.

    - `sequences` contains steps that run in order. If a step between two reported steps is not
      reported, its condition was false. `others` are shown only if they are reported.
    - `depths` has a number for each step that is a part of another step.
    - `parsing` are the steps that parse a URL into components. `components` has the component that
      a step reads, and `cuts` a component with the delimiters that a step reads at its end.
    - `base` is the step that parses the base URL. `fallback_base` and `base_element` find the base
      of a document.
    - `section` is the section of the setters. `setters` has a sentence for each one that is told
      before its parts. Without it, the columns of the table (HTML5 2.6.6) are told first.
    - `address` returns the web address of a step.
    """

    address: Callable[[str], str]
    sequences: tuple[Texts, ...]
    others: Texts
    base: str
    parsing: Collection[str] = ()
    components: Mapping[str, str] = MappingProxyType({})
    cuts: Mapping[str, tuple[str, str]] = MappingProxyType({})
    depths: Mapping[str, int] = MappingProxyType({})
    section: str = "HTML5 2.6.6"
    setters: Texts = MappingProxyType({})
    fallback_base: str = "HTML5 2.6.3 step 4, substeps 1 to 3"
    base_element: str = "HTML5 2.6.3 step 4, substeps 4 to 6"

    @property
    def texts(self) -> Texts:
        """The sentence of each step."""
        texts: dict[str, str] = {}
        for part in (*self.sequences, self.others):
            texts.update(part)
        return texts


def values_of(pieces: Pieces) -> dict[str, str | None]:
    """Return the components of a URL by their names."""
    return dict(zip(COMPONENTS, components(pieces), strict=True))
