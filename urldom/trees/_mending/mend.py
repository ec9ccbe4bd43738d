"""`Mend`: what was mended in a document, and where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final, TypeAlias

import attrs

from urldom._core.public import public

#: The position of a mistake, and its reason
Note: TypeAlias = tuple[int, str]

MOST_MENDS: Final = 10_000
_LINE_END: Final = re.compile("\r\n?|\n")


@public("urldom.trees")
@attrs.frozen(order=True)
class Mend:
    """A mistake of a document that `parse(recover=True)` mended.

    Attributes:
        position: The index of the mistake in the document's characters, without a byte order mark.
        line: The line of the mistake, from 1.
        column: The column of the mistake in its line, from 1, in characters.
        reason: The mistake, and what was done.

    >>> from urldom.trees import parse
    >>> page = parse("<rss><link>/?a=1&b=2</link></rss>", "http://example.com/", recover=True)
    >>> page.mended
    (Mend(position=16, line=1, column=17, reason='a "&" that begins no reference: escaped'),)
    """

    position: int
    line: int
    column: int
    reason: str


class Notes:
    """The positions in a text and the reasons of its mends. There are at most `MOST_MENDS`, because
    each takes much more memory than the `&` that it is about."""

    __slots__ = ("all",)

    def __init__(self) -> None:
        self.all: list[Note] = []

    def add(self, position: int, reason: str) -> None:
        if len(self.all) < MOST_MENDS:
            self.all.append((position, reason))


def mends_of(text: str, notes: Iterable[Note]) -> tuple[Mend, ...]:
    """Return the mends of a text, in the order of their positions."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    mends: list[Mend] = []
    for position, reason in sorted(notes):
        line = bisect_right(starts, position)
        mends.append(Mend(position, line, position - starts[line - 1] + 1, reason))
    return tuple(mends)
