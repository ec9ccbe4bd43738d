"""`set`, of columns of URLs: several attributes assigned in each row."""

from __future__ import annotations

from typing import Any

from urldom._columns.arrays import Column, is_column, pa, pc, string_type
from urldom._columns.bases import NO_BASE, Bases, RowBase
from urldom._columns.cutting import OtherRows, Reading, merged, over_urls
from urldom._columns.faces import URLS, value_of
from urldom._columns.usual import LIKE_HTTP, PARTS, UsualRows
from urldom._errors import Failure, RejectedValueError
from urldom._object.decomposition import require_type
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._values.pieces import Pieces
from urldom._values.url_value import AnyURL


def set(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    **values: Any,
) -> Any:
    """Each URL, resolved against `base`, after attributes have been assigned to it, in the order given.

    `values` are assigned as strictly as by `URLDecomposition.assign()`. A row is null if it has no URL, and if the
    standard would ignore one of the values or use only a part of it. A value is a string (for the port also an `int`),
    `None` to remove the component, or a column of as many values. A null in a column is `None`. If it cannot remove
    the component, the row becomes null. The other parameters, the result and the errors are those of `resolve()`. An
    attribute that cannot be set under the standard raises `ValueError`, and a value of a wrong type `TypeError`.

    >>> import pyarrow
    >>> urls = pyarrow.array(["http://h/a?b", "mailto:c", None])
    >>> set(urls, protocol="https", hostname="example.com", search=None).to_pylist()
    ['https://example.com/a', None, None]
    >>> set(urls, hash=pyarrow.array(["d", "e", "f"])).to_pylist()
    ['http://h/a?b#d', 'mailto:c#e', None]
    >>> set(urls, hostname="evil.example/.tenants.example").to_pylist()
    [None, None, None]
    """
    found = find_standard(standard)
    URLS.require(urls)
    columns = _checked_columns(values, len(urls), found)

    def of_slice(strings: Any, bases: Bases, reading: Reading, *slices: Any) -> Any:
        parts = None if columns else _parts_after(reading, values)
        if parts is None:
            mask, usual_urls = pa.repeat(False, len(strings)), pa.nulls(len(strings), pa.string())
        else:
            usual = UsualRows(strings, bases, reading.standard, [*PARTS, "host"])
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

    return over_urls(of_slice, urls, base, found, encoding, string_type(urls), *columns.values())


def _after(reading: Reading, pieces: Pieces, values: dict[str, Any]) -> str | None:
    """A URL after the assignments, or `None` if it does not take all of them whole."""
    view = reading.view(pieces)
    try:
        view.assign(**values)
    except (RejectedValueError, TypeError):  # The second is for a null, of a column, where nothing can be removed.
        return None
    return view.href


def _parts_after(reading: Reading, values: dict[str, Any]) -> dict[str, tuple[str, str]] | None:
    """The parts that the assignments make in usual `http` and `https` URLs, or `None` if these differ."""
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
    """Those of the values that are columns. Raises what `set` does."""
    # Another href would be another URL.
    assignable = [name for name in standard.assignable if name != "href"]
    names = ", ".join(assignable)
    if not values:
        raise ValueError(f"set what? There are {names}")
    for name, value in values.items():
        if name not in assignable:
            raise ValueError(f"there is no attribute {name!r} that can be set under {standard.name}; there are {names}")
        if is_column(value):
            value_of(name).require(value, length)
        else:
            require_type(name, value)
    return {name: value for name, value in values.items() if is_column(value)}
