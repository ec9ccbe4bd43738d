"""The faces of columns, called in the same way: with pyarrow, pandas, polars, DuckDB and Spark."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pyarrow as pa
import pytest

from tests.columns.spark_session import missing_requirement, running_session
from tests.standards import CONSTANTS


class Call(NamedTuple):
    """A function for columns, with the arguments between the column and the base, and with the
    values of `set`."""

    name: str
    arguments: tuple[Any, ...] = ()
    values: Mapping[str, Any] = {}


#: Returns the rows of each call. It is called with the URLs, with the base (a URL for all rows, a
#: list with one for each, or `None`), and with the calls. The options are those of the functions.
Face = Callable[..., list[list[Any]]]


def is_attribute(name: str, options: Mapping[str, Any]) -> bool:
    return name in CONSTANTS[options.get("standard", "whatwg")].attributes


def in_arrow(urls: Any, base: Any, calls: Any, **options: Any) -> list[list[Any]]:
    columns = importlib.import_module("urldom.columns")
    given = pa.array(base, pa.string()) if isinstance(base, list) else base
    strings = pa.array(urls, pa.string())
    return [
        getattr(columns, name)(strings, *arguments, given, **values, **options).to_pylist()
        for name, arguments, values in calls
    ]


def in_pandas(urls: Any, base: Any, calls: Any, **options: Any) -> list[list[Any]]:
    pandas = pytest.importorskip("pandas")
    importlib.import_module("urldom.pandas")
    index = range(5, 5 + len(urls))
    given = base
    if isinstance(base, list):
        given = pandas.Series(base, dtype=object, index=index)
    accessor = pandas.Series(urls, dtype=object, index=index).url
    accessor = accessor.under(**{"standard": "whatwg", **options})
    found = []
    for name, arguments, values in calls:
        made = getattr(accessor, name)
        if not is_attribute(name, options):  # The attributes are properties.
            made = made(*arguments, given, **values)
        assert list(made.index) == list(index)
        found.append(rows_of_pandas(made))
    return found


def rows_of_pandas(made: Any) -> list[Any]:
    """Return the values of a Series, or a `dict` for each row of a frame, with `None` for a missing
    row."""
    if not hasattr(made, "columns"):
        return [None if value != value else value for value in made.tolist()]
    rows = made.astype(object).where(made.notna(), None).to_dict("records")
    return [None if set(row.values()) == {None} else row for row in rows]


def in_polars(urls: Any, base: Any, calls: Any, **options: Any) -> list[list[Any]]:
    polars = pytest.importorskip("polars")
    importlib.import_module("urldom.polars")
    schema = {"u": polars.String, "base": polars.String}
    frame = polars.LazyFrame({"u": urls, "base": base}, schema=schema)
    given = polars.col("base") if isinstance(base, list) else base
    expressions = {}
    for name, arguments, values in calls:
        make = getattr(polars.col("u").url, name)
        if is_attribute(name, options):
            expressions[name] = make(**options)
        else:
            expressions[name] = make(*arguments, given, **values, **options)
    found = frame.select(**expressions).collect()
    return [found[call.name].to_list() for call in calls]


def in_duckdb(urls: Any, base: Any, calls: Any, **options: Any) -> list[list[Any]]:
    duckdb = pytest.importorskip("duckdb")
    register = importlib.import_module("urldom.duckdb").register
    bases = base if isinstance(base, list) else [base] * len(urls)
    given = pa.table(
        {
            "n": range(len(urls)),
            "u": pa.array(urls, pa.string()),
            "base": pa.array(bases, pa.string()),
        }
    )
    written, passed = [], []
    for name, arguments, values in calls:
        columns = ["u", *("?" for _ in arguments)]
        passed += arguments
        if values:
            members = [
                f"{key}: {'NULL' if value is None else repr(value)}"
                for key, value in values.items()
            ]
            columns.append(f"{{{', '.join(members)}}}")
        if base is not None:
            columns.append("base")
        written.append(f"url_{name}({', '.join(columns)})")
    with duckdb.connect() as connection:
        register(connection, **options)
        connection.register("given", given)
        query = f"SELECT {', '.join(written)} FROM given ORDER BY n"
        rows = connection.execute(query, passed).fetchall()
    return [list(column) for column in zip(*rows, strict=True)]


def in_spark(urls: Any, base: Any, calls: Any, **options: Any) -> list[list[Any]]:
    reason = missing_requirement()
    if reason is not None:
        pytest.skip(reason)
    functions = importlib.import_module("urldom.spark")
    literal = importlib.import_module("pyspark.sql.functions").lit
    bases = base if isinstance(base, list) else [base] * len(urls)
    rows = list(zip(urls, bases, strict=True))
    frame = running_session().createDataFrame(rows, "u string, base string")
    given = base and ("base" if isinstance(base, list) else literal(base))
    made = []
    for name, arguments, values in calls:
        make = getattr(functions, f"url_{name}")
        if is_attribute(name, options):
            made.append(make("u", options.get("standard", "whatwg")))
        else:
            made.append(make("u", *arguments, given, **values, **options))
    rows = frame.select(*made).collect()
    return [
        [value.asDict() if hasattr(value, "asDict") else value for value in column]
        for column in zip(*rows, strict=True)
    ]


#: The faces of the quick suite
QUICK_FACES: dict[str, Face] = {
    "arrow": in_arrow,
    "pandas": in_pandas,
    "polars": in_polars,
    "duckdb": in_duckdb,
}
FACES: dict[str, Face] = {**QUICK_FACES, "spark": in_spark}
