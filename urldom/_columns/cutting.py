"""A slice of a column, cut: the usual rows by kernels, the others by the standard.

One expression cuts all usual rows (`urldom._columns.usual`). What it does not match goes through the standard row by
row, and each distinct one of a slice once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import repeat
from typing import Any, Final, TypeVar

import attrs

from urldom._columns.arrays import Column, is_column, over, pa, pc, require_column, strings_of
from urldom._columns.bases import Bases, RowBase, checked_base
from urldom._columns.usual import (
    AUTHORITY,
    AUTHORITY_IS_ENOUGH,
    BEHIND,
    HOST,
    LIMITS_LABELS,
    MOST_GROUPS,
    OF_AUTHORITY,
    WHOLE,
    WITHOUT_PATH,
    capturing,
)
from urldom._errors import Failure, InvalidURLError
from urldom._object.decomposition import URLDecomposition, url_of_pieces
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, Standard
from urldom._standards.table import ReferenceStandard
from urldom._text.encodings import output_encoding
from urldom._text.grammar import LONGEST_LABEL
from urldom._values.pieces import Pieces, href
from urldom._values.url_value import AnyURL

_Answer = TypeVar("_Answer")
#: The groups that the seven attributes are made of, where more are wanted than RE2 is quick with.
_COMPOSITE: Final = ("protocol", "host", "pathname", "behind")


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
        return pieces if len(pieces[0]) > 1 else Failure("it is not absolute")

    def resolved(self, url: str, base: RowBase) -> str | None:
        """The string that a row resolves to."""
        standard: Any = self.standard
        if isinstance(standard, ReferenceStandard):  # which takes a base URL as it is written
            try:
                return str(standard.resolve(url, base.url, encoding=self.encoding))
            except InvalidURLError:
                return None
        pieces = self.pieces(url, base)
        return None if isinstance(pieces, Failure) else href(pieces)

    def view(self, pieces: Pieces) -> URLDecomposition:
        return url_of_pieces(pieces, self.standard, self.encoding)


class UsualRows:
    """The usual rows of a slice: which they are, and their attributes."""

    def __init__(self, strings: Any, bases: Bases, reading: Reading, attributes: Collection[str] = ()) -> None:
        self._standard: Standard = reading.standard
        self.urls: Any = strings if bases.are_absent() else bases.resolve_paths(strings)
        wanted: set[str] = {
            group
            for name in attributes
            for group in (("protocol", "host") if name == "origin" else [name])
            if group in DECOMPOSITION_ATTRIBUTES
        }
        # What a reference is joined to says nothing of what the reference holds.
        is_enough = self._standard.name in AUTHORITY_IS_ENOUGH and bases.are_absent()
        expression = AUTHORITY if wanted and is_enough and OF_AUTHORITY.issuperset(attributes) else WHOLE
        limits_labels = self._standard.name == LIMITS_LABELS
        if limits_labels and "host" not in wanted:
            wanted.add("hostname")
        if len(wanted) > MOST_GROUPS:
            wanted = {*_COMPOSITE}
        if wanted:
            cut: Any = pc.extract_regex(self.urls, capturing(expression, wanted))
            self._cut = _fields(cut)
            #: Which rows are usual.
            self.mask: Any = cut.is_valid()
        else:
            self._cut = {}
            self.mask = pc.fill_null(pc.match_substring_regex(self.urls, expression), False)
        if limits_labels:
            host = self._cut["host"] if "host" in self._cut else self._cut["hostname"]
            self.leave_out(pc.greater(pc.binary_length(host), LONGEST_LABEL))
        failures = bases.are_failures()
        if failures is not None:
            self.leave_out(failures)

    def leave_out(self, rows: Any) -> None:
        """Makes these rows, which are true, unusual."""
        self.mask = pc.and_not(self.mask, pc.fill_null(rows, False))

    def attribute(self, name: str) -> Any:
        """An attribute of the rows; in those that are not usual, anything."""
        if name == "href":
            return self.href()
        if name == "origin":
            return pc.binary_join_element_wise(self.attribute("protocol"), self.attribute("host"), "//")
        if name not in self._cut and name in ("hostname", "port"):
            host = self._cut["host"]
            if pc.any(pc.match_substring(host, ":")).as_py():
                self._cut_again(host, HOST)
            else:
                self._cut["hostname"] = host
        if name not in self._cut and name in ("search", "hash"):
            behind = self._cut["behind"]
            if pc.any(pc.not_equal(behind, "")).as_py():
                self._cut_again(behind, BEHIND)
        found = self._cut.get(name)
        if found is None:
            return pa.repeat("", len(self.urls))
        return pc.if_else(pc.equal(found, ""), "/", found) if name == "pathname" else found

    def _cut_again(self, part: Any, expression: str) -> None:
        self._cut |= _fields(pc.extract_regex(part, expression))

    def href(self) -> Any:
        """The rows' URLs, which are as they are written, but that the URL Standard puts a slash where there is no
        path."""
        slash = self._standard.resolve_string("http://host").removeprefix("http://host")
        if not slash:
            return self.urls
        bare = pc.match_substring_regex(self.urls, WITHOUT_PATH)
        if not pc.any(bare).as_py():
            return self.urls
        return pc.if_else(bare, pc.binary_join_element_wise(self.urls, slash, ""), self.urls)


def _fields(cut: Any) -> dict[str, Any]:
    """The groups of an expression, by their names."""
    return {field.name: cut.field(index) for index, field in enumerate(cut.type)}


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
    of_slice: Callable[..., Any],
    urls: Any,
    base: AnyURL | Column | None,
    standard: Standard,
    encoding: str,
    kind: Any,
    others: Sequence[Column] = (),
) -> Any:
    """`of_slice(strings, bases, reading)`, and the slices of other columns behind these, over a whole column of URLs.
    Raises what `decompose()` does."""
    require_column(urls, "URLs")
    reading = Reading(standard, output_encoding(encoding))
    checked = checked_base(base, len(urls), standard)
    one = None if is_column(checked) else Bases.of(checked, standard)

    def function(strings: Any, *rest: Any) -> Any:
        bases, rest = (Bases.of(rest[0], standard), rest[1:]) if one is None else (one, rest)
        return of_slice(strings_of(strings), bases, reading, *rest)

    return over([urls, *([checked] if one is None else []), *others], function, kind)
