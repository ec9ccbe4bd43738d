"""The base URL at a place in a tree, from the `xml:base` attributes of the elements around it."""

from __future__ import annotations

from typing import TypeAlias

from urldom._errors import Failure
from urldom._standards.interface import Engine
from urldom._text.encodings import output_encoding
from urldom._values.pieces import PATH, Pieces, href, with_fragment, with_path

#: The base URL around an element: its pieces without the path, the number of characters that its path shares with the
#: path of the element's own base URL, and the rest of its path.
_Outer: TypeAlias = tuple[Pieces, int, str]


class OpenBases:
    """The base URL of the element that a walk through a tree has reached, as `urldom.Element` computes it. All base
    URLs together may not fit in memory, so only the innermost and the change of each attribute are kept."""

    __slots__ = ("_changes", "_encoding", "_engine", "_outer", "_outermost", "_pieces", "_url", "_waiting")

    def __init__(self, base_url: str, engine: Engine, encoding: str) -> None:
        self._engine = engine
        self._encoding = output_encoding(encoding)
        self._outermost = base_url  # stored as a string, because its pieces may serialize to another string
        self._url: str | None = None
        self._pieces: Pieces | None
        try:
            self._pieces = engine.cut_base(base_url)
        except Failure:
            self._pieces = None  # No URL resolves against this base URL.
        #: One item for each attribute that was resolved: `None` if it did not change the base URL.
        self._outer: list[_Outer | None] = []
        self._changes = 0
        self._waiting: list[str] = []

    def enter(self, xml_base: str) -> None:
        self._waiting.append(xml_base)

    def leave(self) -> None:
        if self._waiting:
            self._waiting.pop()
        elif (outer := self._outer.pop()) is not None:
            assert self._pieces is not None
            pieces, shared, rest = outer
            self._pieces = with_path(pieces, self._pieces[PATH][:shared] + rest)
            self._url = None
            self._changes -= 1

    @property
    def base_url(self) -> str:
        """The base URL of the element that was entered last."""
        for xml_base in self._waiting:
            self._outer.append(self._make(xml_base))
        self._waiting.clear()
        if not self._changes:
            return self._outermost
        if self._url is None:
            assert self._pieces is not None
            self._url = href(self._pieces)
        return self._url

    def _make(self, xml_base: str) -> _Outer | None:
        old = self._pieces
        if old is None:
            return None
        try:
            new = self._engine.cut(xml_base, old, self._encoding)
        except Failure:
            return None  # An invalid `xml:base` is ignored (ruling 22).
        new = with_fragment(new, "")  # A base URL has no fragment here (ruling 22).
        self._pieces, self._url = new, None
        self._changes += 1
        shared = _shared(old[PATH], new[PATH])
        return with_path(old, ""), shared, old[PATH][shared:]


def _shared(one: str, other: str) -> int:
    if other.startswith(one):
        return len(one)
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
