"""The rows of a slice that are not usual: they go through the standard row by row, each distinct one once. And how they
and the usual ones (`urldom._columns.usual`) make a column."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, TypeVar

import attrs

from urldom._columns.arrays import Column, is_column, over, pa, pc, strings_of
from urldom._columns.bases import Bases, RowBase, checked_base
from urldom._columns.faces import BASE, URLS
from urldom._errors import Failure
from urldom._object.decomposition import URLDecomposition, url_of_pieces
from urldom._standards.interface import Standard
from urldom._text.encodings import output_encoding
from urldom._values.pieces import Pieces, href, is_absolute

_Answer = TypeVar("_Answer")


@attrs.frozen
class Reading:
    """How URLs are read: by which standard, and with queries in which output encoding."""

    standard: Standard
    encoding: str

    def pieces(self, url: str, base: RowBase) -> Pieces | Failure:
        """The pieces of the absolute URL that a row implies, or why there is none."""
        if isinstance(base.pieces, Failure):
            return base.pieces
        try:
            pieces = self.standard.cut(url, base.pieces, self.encoding)
        except Failure as failure:
            return failure
        # Under RFC 1808, what resolves may be relative still.
        return pieces if is_absolute(pieces) else Failure("it is not absolute")

    def resolved(self, url: str, base: RowBase) -> str | None:
        """The absolute URL that a row resolves to, or `None` if `pieces()` is a failure."""
        pieces = self.pieces(url, base)
        return None if isinstance(pieces, Failure) else href(pieces)

    def view(self, pieces: Pieces) -> URLDecomposition:
        return url_of_pieces(pieces, self.standard, self.encoding)


class OtherRows:
    """The rows of a slice that are neither null nor usual, and what became of them, one after the other."""

    def __init__(self, strings: Any, bases: Bases, usual: Any) -> None:
        self.mask: Any = pc.and_not(pc.is_valid(strings), usual)
        self._strings = strings
        self._bases = bases

    def answers(self, answer: Callable[..., _Answer], *columns: Any) -> list[_Answer]:
        """`answer(url, base)` of each row, and the values that the row has in other columns behind these; of each
        distinct one, once."""
        urls, *values = (column.filter(self.mask).to_pylist() for column in (self._strings, *columns))
        indices = self._bases.indices_of_rows(self.mask)
        if indices is None and not values:
            # Of these the URL is enough for a key: tuples cost as much as the rest of this.
            base = self._bases.distinct[0]
            of_urls: dict[str, _Answer] = {url: answer(url, base) for url in dict.fromkeys(urls)}
            return list(map(of_urls.__getitem__, urls))
        rows = list(zip(urls, repeat(0) if indices is None else indices, *values, strict=False))
        known: dict[tuple[Any, ...], Any] = dict.fromkeys(rows)
        for row in known:
            url, index, *others = row
            known[row] = answer(url, self._bases.distinct[index], *others)
        return list(map(known.__getitem__, rows))


def merged(array: Any, others: OtherRows, values: Any, valid: Any = None) -> Any:
    """An array of a slice, with the values of the other rows in their places, and null where a row is not valid."""
    if len(values):
        array = pc.replace_with_mask(array, others.mask, values)
    if valid is None or pc.all(valid).as_py():
        return array
    return pc.if_else(valid, array, pa.scalar(None, array.type))


def over_urls(
    of_slice: Callable[..., Any], urls: Any, base: Any, standard: Standard, encoding: str, kind: Any, *others: Column
) -> Any:
    """`of_slice(strings, bases, reading)`, and the slices of other columns behind these, over a whole column of URLs.
    Raises what `decompose()` does."""
    URLS.require(urls)
    reading = Reading(standard, output_encoding(encoding))
    checked = checked_base(BASE, base, len(urls), standard)
    one = None if is_column(checked) else Bases.of(checked, standard)

    def function(strings: Any, *rest: Any) -> Any:
        bases, rest = (Bases.of(rest[0], standard), rest[1:]) if one is None else (one, rest)
        return of_slice(strings_of(strings), bases, reading, *rest)

    return over([urls, *([checked] if one is None else []), *others], function, kind)
