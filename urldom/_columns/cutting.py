"""The bases of the rows of a column, and the unusual rows, which Arrow's kernels cannot split: see `usual`. The
standard parses the unusual rows one by one, but each distinct row only once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any, Final, NamedTuple, TypeVar

import attrs

from urldom._columns.arrays import Column, is_column, over, pa, pc, strings_of
from urldom._columns.faces import BASE, URLS, Argument
from urldom._errors import Failure, InvalidURLError
from urldom._object.decomposition import URLDecomposition, url_of_pieces
from urldom._standards.interface import Engine
from urldom._text.encodings import output_encoding
from urldom._text.scalar_values import scalar_value_string
from urldom._values.pieces import SLASHES, Pieces, href, is_absolute
from urldom._values.url_value import url_text

_Answer = TypeVar("_Answer")


class RowBase(NamedTuple):
    """The base of a row, and its pieces, or a failure if it is not an absolute URL."""

    url: str | None
    pieces: Pieces | Failure | None

    @staticmethod
    def of(url: str | None, engine: Engine) -> RowBase:
        try:
            return RowBase(url, None if url is None else engine.cut_base(url))
        except Failure as failure:
            return RowBase(url, failure)

    def beginnings(self) -> tuple[str | None, str | None, str | None, str | None]:
        """Return the prefixes that make `//host/path`, `/path`, `path` and `#fragment` absolute URLs, or nulls."""
        pieces = self.pieces
        if pieces is None or isinstance(pieces, Failure) or not pieces[SLASHES]:
            return None, None, None, None
        scheme, slashes, userinfo, host, port, path, query, _, _ = pieces
        origin = f"{scheme}{slashes}{userinfo}{host}{port}"
        directory = origin + (path[: path.rfind("/") + 1] or "/")
        document = origin + path + query
        return scheme, origin, directory, document


def checked_base(argument: Argument, base: Any, length: int, engine: Engine) -> Any:
    """Check a base that a caller passed, and return it as `None`, the string of an absolute URL, or a column."""
    if base is None and argument.may_be_none:
        return None
    if is_column(base):
        argument.require(base, length)
        return base
    # A lone surrogate becomes U+FFFD, because the bases can become a column, which cannot contain a lone surrogate.
    text = scalar_value_string(url_text(base, "a base"))
    failure = RowBase.of(text, engine).pieces
    if isinstance(failure, Failure):
        raise InvalidURLError(text, failure.reason, engine.name)
    return text


NO_BASE: Final = RowBase(None, None)


@attrs.frozen
class Bases:
    """The base URLs of a slice of a column. Each distinct base URL is parsed once."""

    distinct: list[RowBase]
    #: The index of each row's base in `distinct`, or `None` if all rows have the same base.
    indices: Any = None

    @staticmethod
    def of(base: Any | str | None, engine: Engine) -> Bases:
        if not isinstance(base, pa.Array):
            return Bases([RowBase.of(base, engine)])
        encoded: Any = strings_of(base).dictionary_encode(null_encoding="encode")
        return Bases([RowBase.of(text, engine) for text in encoded.dictionary.to_pylist()], encoded.indices)

    def are_absent(self) -> bool:
        return all(base.url is None for base in self.distinct)

    def are_failures(self) -> Any | None:
        """Return a mask of the rows with an invalid base, or `None` if there are no such rows."""
        failures = [isinstance(base.pieces, Failure) for base in self.distinct]
        return pa.array(failures).take(self.indices) if any(failures) else None

    def beginnings(self) -> Iterator[Any]:
        """Return each prefix of `RowBase.beginnings()` as a column, or as a scalar if all rows have the same base."""
        for texts in zip(*map(RowBase.beginnings, self.distinct), strict=True):
            of_distinct: Any = pa.array(texts, pa.string())
            yield of_distinct[0] if self.indices is None else of_distinct.take(self.indices)


class Reading(NamedTuple):
    """The standard that parses URLs, and the encoding in which the query of a URL is percent-encoded."""

    engine: Engine
    encoding: str

    def pieces(self, url: str, base: RowBase) -> Pieces | Failure:
        """Return the pieces of a row's absolute URL, or a failure."""
        if isinstance(base.pieces, Failure):
            return base.pieces
        try:
            pieces = self.engine.cut(url, base.pieces, self.encoding)
        except Failure as failure:
            return failure
        # Under RFC 1808, a URL can resolve to a relative URL.
        return pieces if is_absolute(pieces) else Failure("it is not absolute")

    def resolved(self, url: str, base: RowBase) -> str | None:
        """Return a row's absolute URL, or `None` if `pieces()` returns a failure."""
        pieces = self.pieces(url, base)
        return None if isinstance(pieces, Failure) else href(pieces)

    def view(self, pieces: Pieces) -> URLDecomposition:
        return url_of_pieces(pieces, self.engine.standard, self.encoding)


class OtherRows:
    """The rows of a slice that are neither null nor usual."""

    def __init__(self, strings: Any, bases: Bases, usual: Any) -> None:
        self.mask: Any = pc.and_not(pc.is_valid(strings), usual)
        self._strings = strings
        self._bases = bases

    def answers(self, answer: Callable[..., _Answer], *columns: Any) -> list[_Answer]:
        """Return `answer(url, base, *values)` for each row, with its values in `columns`. Equal rows share one call."""
        urls, *values = (column.filter(self.mask).to_pylist() for column in (self._strings, *columns))
        of_bases = self._bases.indices
        indices = None if of_bases is None else of_bases.filter(self.mask).to_pylist()
        if indices is None and not values:
            # The URL alone is the key, because tuples would double the time.
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
    """Return `array` with `values` in the unusual rows, and with null in each row that is false in `valid`."""
    if len(values):
        array = pc.replace_with_mask(array, others.mask, values)
    if valid is None or pc.all(valid).as_py():
        return array
    return pc.if_else(valid, array, pa.scalar(None, array.type))


def over_urls(
    of_slice: Callable[..., Any], urls: Any, base: Any, engine: Engine, encoding: str, kind: Any, *others: Column
) -> Any:
    """Call `of_slice(strings, bases, reading, *others)` for each slice of a column of URLs. Return a column."""
    URLS.require(urls)
    reading = Reading(engine, output_encoding(encoding))
    checked = checked_base(BASE, base, len(urls), engine)
    one = None if is_column(checked) else Bases.of(checked, engine)

    def function(strings: Any, *rest: Any) -> Any:
        bases, rest = (Bases.of(rest[0], engine), rest[1:]) if one is None else (one, rest)
        return of_slice(strings_of(strings), bases, reading, *rest)

    return over([urls, *([checked] if one is None else []), *others], function, kind)
