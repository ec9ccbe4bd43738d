"""`set` and `errors` for columns of URLs: assign attributes in each row, and the reasons for which
a row is null."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from urldom._core.errors import Failure, RejectedValueError, not_assignable
from urldom._core.objects import assigning
from urldom._core.objects.states import detached
from urldom._core.standards.interface import StandardLike
from urldom._core.values.pieces import (
    Pieces,
    fragment_of,
    host_of,
    href,
    path_of,
    port_of,
    query_of,
    scheme_of,
)
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import (
    Column,
    array_of,
    is_column,
    no_rows,
    pa,
    pc,
    string_type,
    strings_of,
)
from urldom.columns._cutting import NO_BASE, Bases, OtherRows, RowBase, RowParser, merged, over_urls
from urldom.columns._docstrings import from_table
from urldom.columns._table import URLS, value_of
from urldom.columns._usual import LIKE_HTTP, PARTS, UsualRows, after_colons

#: The delimiter of each part that can be removed. A setter ignores it at the beginning of a query
#: or a fragment.
_DELIMITERS: Final = {"port": ":", "search": "?", "hash": "#"}
#: The reader of the piece that is a part, with its delimiter.
_PIECES: Final[dict[str, Callable[[Pieces], str]]] = {
    "protocol": scheme_of,
    "hostname": host_of,
    "port": port_of,
    "pathname": path_of,
    "search": query_of,
    "hash": fragment_of,
}


@from_table
def set(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
    **values: Any,
) -> Any:
    """Assign attributes of each URL, after resolving it against `base`, and return the new URLs."""
    parser = RowParser.of(standard, encoding, default_scheme)
    assignments = _Assignments.of(values, urls, parser)
    return _over(urls, base, parser, assignments, reasons=False)


@from_table
def errors(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
    **values: Any,
) -> Any:
    """Return the reason why each row is invalid: the `reason` of its `InvalidURLError`."""
    parser = RowParser.of(standard, encoding, default_scheme)
    assignments = _Assignments.of(values, urls, parser) if values else _NO_ASSIGNMENTS
    return _over(urls, base, parser, assignments, reasons=True)


def _over(
    urls: Any, base: Any, parser: RowParser, assignments: _Assignments, *, reasons: bool
) -> Any:
    """Return the URLs after the assignments, or with `reasons` the reasons why rows have none."""

    def of_slice(strings: Any, bases: Bases, parser: RowParser, *slices: Any) -> Any:
        mask, array = assignments.of_usual(strings, bases, parser, slices)
        if reasons:
            array = pa.nulls(len(strings), pa.string())
        others = OtherRows(strings, bases, mask)

        def answer(url: str, row_base: RowBase, *row_values: Any) -> str | None:
            outcome = assignments.outcome(parser, url, row_base, row_values)
            if isinstance(outcome, Failure):
                return outcome.reason if reasons else None
            return None if reasons else outcome

        answers = array_of(others.answers(answer, *slices))
        return merged(array, others, answers, pc.is_valid(strings))

    return over_urls(of_slice, urls, base, parser, string_type(urls), *assignments.columns.values())


class _Assignments(NamedTuple):
    """The values that are assigned in each row, and the columns among them."""

    values: dict[str, Any]
    columns: dict[str, Any]

    @staticmethod
    def of(values: dict[str, Any], urls: Any, parser: RowParser) -> _Assignments:
        """Check the values. Raises the same errors as `set`."""
        URLS.require(urls)
        standard = parser.engine.standard
        # `href` is left out, because a new `href` would replace the whole URL.
        assignable = [name for name in standard.assignable if name != "href"]
        if not values:
            raise ValueError(f"no value is given: use one or more of {', '.join(assignable)}")
        for name, value in values.items():
            if name not in assignable:
                raise ValueError(not_assignable(name, assignable, standard.name))
            if is_column(value):
                value_of(name).require(value, len(urls))
            else:
                assigning.require_type(name, value)
        columns = {name: value for name, value in values.items() if is_column(value)}
        return _Assignments(values, columns)

    def outcome(
        self, parser: RowParser, url: str, base: RowBase, row_values: tuple[Any, ...]
    ) -> str | Failure:
        """Return the new URL of a row, or a failure if its URL or one of its values is invalid.
        `row_values` are the row's values in the columns."""
        pieces = parser.pieces(url, base)
        if isinstance(pieces, Failure):
            return pieces
        try:
            return self.after(parser, pieces, row_values)
        except RejectedValueError as error:
            return Failure(f"{error.attribute}: {error.reason}")
        except TypeError as error:  # null for a component that cannot be removed
            return Failure(str(error))

    def after(self, parser: RowParser, pieces: Pieces, row_values: tuple[Any, ...] = ()) -> str:
        """Return the new URL. Raises `TypeError`, and `RejectedValueError` for a value that is
        invalid or only partly valid."""
        values = self.values
        if row_values:
            values = values | dict(zip(self.columns, row_values, strict=True))
        return href(assigning.assigned(detached(parser.engine, parser.encoding), pieces, values))

    def of_usual(
        self, strings: Any, bases: Bases, parser: RowParser, slices: tuple[Any, ...]
    ) -> tuple[Any, Any]:
        """Return a mask of the usual rows in which the kernels can assign the values, and the new
        URLs of these rows."""
        constants = {name: value for name, value in self.values.items() if name not in self.columns}
        parts: dict[str, Any] | None = _parts_after(parser, constants)
        if parts is None or not self.columns.keys() <= {*PARTS}:
            return no_rows(strings, pa.string())
        # A port can be the default port before or after a new scheme, and a host can contain
        # another port, so the order of such assignments matters.
        of_authority = {"protocol", "host", "hostname", "port"} & self.values.keys()
        if self.columns and len(of_authority) > 1:
            return no_rows(strings, pa.string())
        rows = UsualRows(strings, bases, parser.engine, [*PARTS, "host"])
        for name, values in zip(self.columns, slices, strict=True):
            parts[name] = _written(name, strings_of(values))
        urls = rows.replaced(parts)
        if self.columns:
            # A setter keeps a value if the new URL is usual, and contains the value as this part.
            after = UsualRows(urls, Bases(None, parser.engine), parser.engine, [*self.columns])
            rows.leave_out(pc.invert(after.mask))
            for name in self.columns:
                found = after.attribute(name)
                if name == "port":
                    found = after_colons(found)
                rows.leave_out(pc.fill_null(pc.not_equal(found, parts[name]), True))
        return rows.mask, urls


#: Without values, `errors` returns only the reasons why URLs are invalid.
_NO_ASSIGNMENTS: Final = _Assignments({}, {})


def _written(name: str, values: Any) -> Any:
    """Return a column of values as the part of a URL that they replace."""
    if name == "protocol":
        return pc.if_else(
            pc.ends_with(values, ":"), values, pc.binary_join_element_wise(values, ":", "")
        )
    delimiter = _DELIMITERS.get(name)
    if delimiter is None:
        return values
    if name != "port":
        values = pc.replace_substring_regex(values, f"^[{delimiter}]", "")
    return pc.fill_null(pc.binary_join_element_wise(delimiter, values, ""), "")


def _parts_after(parser: RowParser, values: dict[str, Any]) -> dict[str, Any] | None:
    """Return each assigned part of usual `http` and `https` URLs, or `None` if the kernels cannot
    assign the values."""
    if not values.keys() <= {*PARTS}:
        return None
    of_http = _pieces_after(parser, "http://host.example:8080/path?query#fragment", values)
    of_https = _pieces_after(parser, "https://host.example:8080/path?query#fragment", values)
    if of_http is None or of_https is None:
        return None
    return {name: (_PIECES[name](of_http), _PIECES[name](of_https)) for name in values}


def _pieces_after(parser: RowParser, usual_url: str, values: dict[str, Any]) -> Pieces | None:
    """Return the pieces of a usual URL after the assignments, or `None` if the URL is not like an
    `http` URL then."""
    before = parser.pieces(usual_url, NO_BASE)
    if isinstance(before, Failure):
        return None
    try:
        made = _Assignments(values, {}).after(parser, before)
    except RejectedValueError:
        return None
    pieces = parser.pieces(made, NO_BASE)
    if isinstance(pieces, Failure) or scheme_of(pieces) not in LIKE_HTTP:
        return None
    return pieces
