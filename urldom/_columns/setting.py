"""`set` for columns of URLs: assign attributes in each row."""

from __future__ import annotations

from typing import Any

from urldom._columns.arrays import Column, is_column, pa, pc, string_type
from urldom._columns.cutting import NO_BASE, Bases, OtherRows, Reading, RowBase, merged, over_urls
from urldom._columns.faces import URLS, from_table, value_of
from urldom._columns.usual import LIKE_HTTP, PARTS, UsualRows
from urldom._errors import Failure, RejectedValueError, not_assignable
from urldom._object.assigning import require_type
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import find_engine
from urldom._values.pieces import Pieces
from urldom._values.url_value import AnyURL


@from_table
def set(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    **values: Any,
) -> Any:
    """Assign attributes of each URL, after resolving it against `base`, and return the new URLs."""
    engine = find_engine(standard)
    URLS.require(urls)
    columns = _checked_columns(values, len(urls), engine.standard)

    def of_slice(strings: Any, bases: Bases, reading: Reading, *slices: Any) -> Any:
        parts = None if columns else _parts_after(reading, values)
        if parts is None:
            mask, usual_urls = pa.repeat(False, len(strings)), pa.nulls(len(strings), pa.string())
        else:
            usual = UsualRows(strings, bases, reading.engine, [*PARTS, "host"])
            usual_urls = usual.replaced(parts)
            mask = usual.mask
        others = OtherRows(strings, bases, mask)

        def answer(url: str, row_base: RowBase, *row_values: Any) -> str | None:
            pieces = reading.pieces(url, row_base)
            if isinstance(pieces, Failure):
                return None
            of_row = dict(zip(columns, row_values, strict=True))
            return _after(reading, pieces, {name: of_row.get(name, value) for name, value in values.items()})

        return merged(usual_urls, others, pa.array(others.answers(answer, *slices), pa.string()), pc.is_valid(strings))

    return over_urls(of_slice, urls, base, engine, encoding, string_type(urls), *columns.values())


def _after(reading: Reading, pieces: Pieces, values: dict[str, Any]) -> str | None:
    """Return the URL after the assignments, or `None` if a value is invalid or only partly valid."""
    view = reading.view(pieces)
    try:
        view.assign(**values)
    except (RejectedValueError, TypeError):  # TypeError: null for a component that cannot be removed
        return None
    return view.href


def _parts_after(reading: Reading, values: dict[str, Any]) -> dict[str, tuple[str, str]] | None:
    """Return each assigned part of usual `http` and `https` URLs, or `None` if the kernels cannot assign the values."""
    if not values.keys() <= {*PARTS}:
        return None
    after: list[dict[str, str]] = []
    for protocol in ("http:", "https:"):
        before = reading.pieces(f"{protocol}//host.example:8080/path?query#fragment", NO_BASE)
        made = None if isinstance(before, Failure) else _after(reading, before, values)
        pieces = None if made is None else reading.pieces(made, NO_BASE)
        if pieces is None or isinstance(pieces, Failure):
            return None
        scheme, _, _, host, port, path, query, fragment, _ = pieces
        if scheme not in LIKE_HTTP:
            return None
        after.append(dict(zip(PARTS, (scheme, host, port, path, query, fragment), strict=True)))
    of_http, of_https = after
    return {name: (of_http[name], of_https[name]) for name in values}


def _checked_columns(values: dict[str, Any], length: int, standard: Standard) -> dict[str, Any]:
    """Return the values that are columns. Raises the same errors as `set`."""
    # `href` is left out, because a new `href` would replace the whole URL.
    assignable = [name for name in standard.assignable if name != "href"]
    names = ", ".join(assignable)
    if not values:
        raise ValueError(f"no value is given: use one or more of {names}")
    for name, value in values.items():
        if name not in assignable:
            raise ValueError(not_assignable(name, assignable, standard.name))
        if is_column(value):
            value_of(name).require(value, length)
        else:
            require_type(name, value)
    return {name: value for name, value in values.items() if is_column(value)}
