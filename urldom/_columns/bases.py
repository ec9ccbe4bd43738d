"""The bases of the rows of a column. There can be no base, one base URL for all rows, or a column of base URLs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import attrs

from urldom._columns.arrays import is_column, pa, strings_of
from urldom._columns.faces import Argument
from urldom._errors import Failure, InvalidURLError
from urldom._standards.interface import Engine
from urldom._text.scalar_values import scalar_value_string
from urldom._values.pieces import SLASHES, Pieces
from urldom._values.url_value import url_text


class RowBase(NamedTuple):
    """The base of a row."""

    #: The base URL as given, or `None`.
    url: str | None
    #: The pieces of the base URL, or a failure if `url` is not an absolute URL. `None` if `url` is `None`.
    pieces: Pieces | Failure | None

    @staticmethod
    def of(url: str | None, engine: Engine) -> RowBase:
        try:
            return RowBase(url, None if url is None else engine.cut_base(url))
        except Failure as failure:
            return RowBase(url, failure)

    def beginnings(self) -> tuple[str | None, str | None, str | None, str | None]:
        """Return the prefixes that make `//host/path`, `/path`, `path` and `#fragment` absolute URLs.

        If the base has no authority, all four prefixes are `None`.
        """
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
