"""The functions `decompose`, `resolve`, `segments` and `display` for columns of URLs."""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter
from typing import Any

from urldom._core.errors import Failure, shown, unknown_name
from urldom._core.standards.interface import Standard, StandardLike
from urldom._core.text import percent_encoding
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import Column, array_of, null_unless, pa, pc, split, string_type
from urldom.columns._cutting import (
    Bases,
    OtherRows,
    RowBase,
    RowParser,
    completed,
    decoded,
    merged,
    over_urls,
)
from urldom.columns._docstrings import from_table
from urldom.columns._table import DECOMPOSED
from urldom.columns._usual import UsualRows


@from_table
def decompose(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    attributes: Collection[str] = DECOMPOSED,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return several attributes of each URL, after resolving it against `base`."""
    parser = RowParser.of(standard, encoding, default_scheme)
    names = checked_attributes(attributes, parser.engine.standard)
    kind = string_type(urls)

    def of_slice(strings: Any, bases: Bases, parser: RowParser) -> Any:
        usual = UsualRows(strings, bases, parser.engine, names)
        others = OtherRows(strings, bases, usual.mask)
        read = read_others(others, parser, names)
        valid = merged(usual.mask, others, read[0].is_valid())
        fields = [
            merged(usual.attribute(name), others, values, valid)
            for name, values in zip(names, read, strict=True)
        ]
        return pa.StructArray.from_arrays(fields, names, mask=pc.invert(valid))

    return over_urls(of_slice, urls, base, parser, pa.struct([(name, kind) for name in names]))


@from_table
def resolve(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the absolute URL of each row, resolved against `base` (HTML5 2.6.3)."""
    parser = RowParser.of(standard, encoding, default_scheme)
    return over_urls(_resolved, urls, base, parser, string_type(urls))


def _resolved(strings: Any, bases: Bases, parser: RowParser) -> Any:
    usual = UsualRows(strings, bases, parser.engine)
    others = OtherRows(strings, bases, usual.mask)
    return merged(usual.href(), others, array_of(others.answers(parser.resolved)))


@from_table
def segments(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the segments of each path, decoded (RFC 3986 3.3)."""
    parser = RowParser.of(standard, encoding, default_scheme)
    return over_urls(_segments, urls, base, parser, pa.list_(string_type(urls)))


def _segments(strings: Any, bases: Bases, parser: RowParser) -> Any:
    rows = UsualRows(strings, bases, parser.engine, ["pathname"])
    lists = split(null_unless(rows.mask, rows.attribute("pathname")), "/", unless="/")
    starts = null_unless(rows.mask, lists.offsets[:-1])
    texts = decoded(lists.values, "%", percent_encoding.percent_decoded, decodes_lines=True)
    array = pa.ListArray.from_arrays(pa.concat_arrays([starts, lists.offsets[-1:]]), texts)
    return completed(array, strings, bases, rows.mask, parser, lambda view: view.segments[:])


@from_table
def display(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return each URL as text for people, after resolving it against `base` (URL Standard 4.8)."""
    parser = RowParser.of(standard, encoding, default_scheme)
    return over_urls(_displayed, urls, base, parser, string_type(urls))


def _displayed(strings: Any, bases: Bases, parser: RowParser) -> Any:
    rows = UsualRows(strings, bases, parser.engine)
    # The text of a usual URL is the URL itself, unless it has an escape, or what may be a password.
    rows.leave_out(pc.match_substring_regex(rows.urls, "[%@]"))
    return completed(rows.href(), strings, bases, rows.mask, parser, lambda view: view.display())


def read_others(others: OtherRows, parser: RowParser, names: list[str]) -> list[Any]:
    """Return an array for each attribute, with the values of the unusual rows only. Invalid rows
    are null."""
    # One flat list contains all values of the distinct rows, because the garbage collector would
    # repeatedly traverse a tuple for each row.
    values: list[str | None] = []
    # `attrgetter` returns a value for one name, and a tuple for several.
    get: Any = attrgetter(*names)
    put: Any = values.extend
    nothing: Any = (None,) * len(names)
    if len(names) == 1:
        put = values.append
        nothing = None
    count = -1

    def read(url: str, base: RowBase) -> int:
        """Put the values of a distinct row into the list, and return the row's number."""
        nonlocal count
        pieces = parser.pieces(url, base)
        put(nothing if isinstance(pieces, Failure) else get(parser.view(pieces)))
        count += 1
        return count

    numbers = pa.array(others.answers(read), pa.int32())
    of_names = [values[index :: len(names)] for index in range(len(names))]
    return [array_of(of_distinct).take(numbers) for of_distinct in of_names]


def checked_attributes(attributes: Any, standard: Standard) -> list[str]:
    """Return the names of the attributes without duplicates, or raise `ValueError` or
    `TypeError`."""
    names: list[Any] = [*attributes] if hasattr(attributes, "__iter__") else [None]
    if isinstance(attributes, str) or not all(isinstance(name, str) for name in names):
        raise TypeError(
            f"attributes must be a list of names such as ['hostname'], not {shown(attributes)}"
        )
    known = dict.fromkeys([*standard.attributes, "href"])
    if not names:
        raise ValueError(f"no attribute is given: use one or more of {', '.join(known)}")
    for name in names:
        if name not in known:
            raise ValueError(unknown_name("attribute", name, known, under=standard.name))
    return list(dict.fromkeys(names))
