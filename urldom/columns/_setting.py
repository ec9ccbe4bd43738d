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
from urldom.columns._usual import LIKE_HTTP, PARTS, UsualRows

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
    return _over(
        urls, base, RowParser.of(standard, encoding, default_scheme), values, reasons=False
    )


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
    return _over(urls, base, RowParser.of(standard, encoding, default_scheme), values, reasons=True)


def _over(urls: Any, base: Any, parser: RowParser, values: dict[str, Any], *, reasons: bool) -> Any:
    """Return the URLs after the assignments, or the reasons why a row has no URL. Only reasons need
    no values."""
    assignments = (
        _Assignments({}, {}) if reasons and not values else _Assignments.of(values, urls, parser)
    )

    def of_slice(strings: Any, bases: Bases, parser: RowParser, *slices: Any) -> Any:
        mask, usual = assignments.of_usual(strings, bases, parser, slices)
        others = OtherRows(strings, bases, mask)

        def answer(url: str, row_base: RowBase, *row_values: Any) -> str | None:
            try:
                pieces = parser.pieces(url, row_base)
                if isinstance(pieces, Failure):
                    return pieces.reason if reasons else None
                after = assignments.after(parser, pieces, row_values)
                return None if reasons else after
            except RejectedValueError as error:
                return f"{error.attribute}: {error.reason}" if reasons else None
            except TypeError as error:  # null for a component that cannot be removed
                return str(error) if reasons else None

        answers = array_of(others.answers(answer, *slices))
        return merged(
            pa.nulls(len(usual), pa.string()) if reasons else usual,
            others,
            answers,
            pc.is_valid(strings),
        )

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
                continue
            assigning.require_type(name, value)
        return _Assignments(
            values, {name: value for name, value in values.items() if is_column(value)}
        )

    def after(self, parser: RowParser, pieces: Pieces, row_values: tuple[Any, ...]) -> str:
        """Return the new URL. Raises `TypeError`, and `RejectedValueError` for an invalid or partly
        valid value."""
        values = (
            self.values
            if not row_values
            else self.values | dict(zip(self.columns, row_values, strict=True))
        )
        return href(assigning.assigned(detached(parser.engine, parser.encoding), pieces, values))

    def of_usual(
        self, strings: Any, bases: Bases, parser: RowParser, slices: tuple[Any, ...]
    ) -> tuple[Any, Any]:
        """Return a mask of the usual rows in which the kernels can assign the values, and their
        URLs."""
        constants = {name: value for name, value in self.values.items() if name not in self.columns}
        parts: dict[str, Any] | None = _parts_after(parser, constants)
        # A port can be the default port before or after a new scheme, and a host can contain
        # another port.
        is_mixed = (
            self.columns and len({"protocol", "host", "hostname", "port"} & self.values.keys()) > 1
        )
        if parts is None or is_mixed or not self.columns.keys() <= {*PARTS}:
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
                    found = pc.if_else(
                        pc.equal(found, ""), "", pc.binary_join_element_wise(":", found, "")
                    )
                rows.leave_out(pc.fill_null(pc.not_equal(found, parts[name]), True))
        return rows.mask, urls


def _written(name: str, values: Any) -> Any:
    """Return a column of values as the part of a URL that they replace."""
    if name == "protocol":
        return pc.if_else(
            pc.ends_with(values, ":"), values, pc.binary_join_element_wise(values, ":", "")
        )
    delimiter = _DELIMITERS.get(name)
    if delimiter is None:
        return values
    bare = values if name == "port" else pc.replace_substring_regex(values, f"^[{delimiter}]", "")
    return pc.fill_null(pc.binary_join_element_wise(delimiter, bare, ""), "")


def _parts_after(parser: RowParser, values: dict[str, Any]) -> dict[str, Any] | None:
    """Return each assigned part of usual `http` and `https` URLs, or `None` if the kernels cannot
    assign the values."""
    if not values.keys() <= {*PARTS}:
        return None
    after: list[dict[str, str]] = []
    for protocol in ("http:", "https:"):
        before = parser.pieces(f"{protocol}//host.example:8080/path?query#fragment", NO_BASE)
        try:
            made = (
                None
                if isinstance(before, Failure)
                else _Assignments(values, {}).after(parser, before, ())
            )
        except RejectedValueError:
            return None
        pieces = None if made is None else parser.pieces(made, NO_BASE)
        if pieces is None or isinstance(pieces, Failure):
            return None
        if scheme_of(pieces) not in LIKE_HTTP:
            return None
        after.append({name: piece_of(pieces) for name, piece_of in _PIECES.items()})
    of_http, of_https = after
    return {name: (of_http[name], of_https[name]) for name in values}
