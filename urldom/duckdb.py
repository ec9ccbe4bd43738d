"""Columns of URLs in DuckDB, as SQL functions that call `urldom.columns` with batches of rows.

>>> import duckdb
>>> from urldom.duckdb import register
>>> connection = duckdb.connect()
>>> names = register(connection)
>>> links = connection.sql("SELECT unnest(['../b?c', '//[']) AS link")
>>> pages = links.select("link, 'https://example.com/a/' AS page")
>>> pages.select("url_resolve(link, page), url_errors(link, page)").fetchall()
[('https://example.com/b?c', None), (None, 'the IPv6 address has no closing bracket')]
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from urldom._core.errors import missing_package

try:
    from duckdb import DuckDBPyConnection, InvalidInputException
except ModuleNotFoundError as _error:
    raise missing_package("urldom.duckdb", "duckdb", error=_error) from None

from urldom._core.errors import wrong_type
from urldom._core.standards.interface import StandardLike
from urldom.columns._arrays import pa
from urldom.columns._faces import SQLFunction, functions_in_sql, others_in_sql
from urldom.columns._table import EACH, URLS

__all__ = ["register"]
__dir__: Callable[[], list[str]] = __all__.copy


def register(
    connection: DuckDBPyConnection,
    *,
    standard: StandardLike = "whatwg",
    prefix: str = "url_",
    default_scheme: str | None = None,
) -> list[str]:
    """Register SQL functions whose names begin with `prefix` in a database.

    Each attribute has a function, such as `url_hostname(url)`, and so does each function of
    `urldom.columns`, such as `url_resolve(url, base)`. `docs/duckdb.md` has a table of their
    arguments and results.

    All arguments are positional, and the query of each URL is percent-encoded in UTF-8. A second
    call of `register` with the same prefix replaces the functions. A cursor of the connection can
    call them, but not replace them.

    If the argument `url` is null or invalid, the result is null. Only `url_matches` returns false
    for an invalid URL, and `url_errors` returns the reason. A column with a wrong type raises
    DuckDB's `BinderException` or `InvalidInputException` when an SQL query runs.

    Args:
        connection: An open connection to the database.
        standard: A standard, or its name, such as `"rfc3986"`.
        prefix: The beginning of the names of the functions.
        default_scheme: The scheme of addresses that have none, such as `example.com/x`: see
            `URL.parse`.

    Returns:
        The names of the functions.

    Raises:
        TypeError: If `connection` is not a `DuckDBPyConnection`, or `prefix` is not a `str`.
        ValueError: If the standard is unknown.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> register(connection, standard="html5", prefix="html5_")[-1]
    'html5_link_errors'
    >>> values = "{hostname: 'example.org', search: NULL}"
    >>> connection.sql(f"SELECT html5_set('http://h:1/a?b', {values})").fetchall()
    [('http://example.org:1/a',)]
    """
    if not _is_connection(connection):
        raise wrong_type("connection", "a DuckDBPyConnection", connection)
    found = list(functions_in_sql(standard, prefix, default_scheme))
    untyped: Any = connection  # duckdb's types of Arrow functions do not pass strict type checkers.
    create = partial(untyped.create_function, type="arrow", null_handling="special")
    for function in found:
        with suppress(InvalidInputException):  # raised if the function does not exist yet
            connection.remove_function(function.called)
        parameters = ["VARCHAR"] if EACH[function.name].column is URLS else None
        result = _duckdb_type(function.kind)
        create(function.called, _positional(function), parameters, result)
    return [function.called for function in found]


def _is_connection(value: object) -> bool:
    return isinstance(value, DuckDBPyConnection)


def _positional(function: SQLFunction) -> Callable[..., Any]:
    """Return a function that accepts only positional arguments. Optional arguments at the end can
    be left out."""
    called = function.called
    table = EACH[function.name]
    names = [table.column.name, *(argument.name for argument in others_in_sql(function.name))]
    if table.has_values:
        names.insert(1 if table.needs_values else len(names), "values")
    least = 1 + len(table.needed())

    def positional(*arrays: Any) -> Any:
        if not least <= len(arrays) <= len(names):
            raise TypeError(
                f"{called}({', '.join(names)}) cannot be called with {len(arrays)} columns"
            )
        given = dict(zip(names, arrays, strict=False))
        if "values" in given:
            values = given.pop("values")
            if not pa.types.is_struct(values.type):
                raise TypeError(
                    "the values must be a STRUCT such as {hostname: 'example.org'}, not"
                    f" {values.type}"
                )
            given |= zip([field.name for field in values.type], values.flatten(), strict=True)
        return function.call(**given)

    return positional


def _duckdb_type(kind: Any) -> str:
    if pa.types.is_map(kind):
        return f"MAP(VARCHAR, {_duckdb_type(kind.item_type)})"
    if pa.types.is_list(kind):
        return f"{_duckdb_type(kind.value_type)}[]"
    if pa.types.is_boolean(kind):
        return "BOOLEAN"
    if pa.types.is_struct(kind):
        fields = ", ".join(f"{field.name} VARCHAR" for field in kind)
        return f"STRUCT({fields})"
    return "VARCHAR"
