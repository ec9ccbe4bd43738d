"""Every face of columns under every standard: attributes and functions, compared with the object row
by row."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.cases import each_case
from tests.columns.rows import (
    ATTRIBUTES,
    ROWS,
    after,
    attributes,
    domain_of,
    reason,
    resolved,
    some_bases,
    some_rows,
    value_of,
)
from tests.columns.spark_session import missing_requirement, session
from tests.standards import CONSTANTS, every_standard

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("publicsuffixlist", reason="publicsuffixlist is not installed")

BASE = "http://example.com/a/b;p?q#f"
VALUES = {"protocol": "https", "port": None}


class Call(NamedTuple):
    """A function for columns, with the arguments between the column and the base, and with the
    values of `set`."""

    name: str
    arguments: tuple[Any, ...] = ()
    values: Mapping[str, Any] = {}


CALLS = [
    Call("resolve"),
    Call("errors"),
    Call("decompose"),
    Call("set", values=VALUES),
    Call("param", ("q",)),
    Call("registrable_domain"),
]

#: Returns the rows of each call. The base is a URL for all rows, a list with one for each, or
#: `None`.
Face = Callable[[Sequence[str | None], Any, Sequence[Call], str, str], list[list[Any]]]


def in_arrow(urls: Any, base: Any, calls: Any, standard: str, encoding: str) -> list[list[Any]]:
    columns = importlib.import_module("urldom.columns")
    given = pa.array(base, pa.string()) if isinstance(base, list) else base
    strings = pa.array(urls, pa.string())
    options = {"standard": standard, "encoding": encoding}
    return [
        getattr(columns, name)(strings, *arguments, given, **values, **options).to_pylist()
        for name, arguments, values in calls
    ]


def in_pandas(urls: Any, base: Any, calls: Any, standard: str, encoding: str) -> list[list[Any]]:
    pandas = pytest.importorskip("pandas")
    importlib.import_module("urldom.pandas")
    index = range(5, 5 + len(urls))
    given = base
    if isinstance(base, list):
        given = pandas.Series(base, dtype=object, index=index)
    accessor = pandas.Series(urls, dtype=object, index=index).url.under(standard, encoding=encoding)
    found = []
    for name, arguments, values in calls:
        made = getattr(accessor, name)  # The attributes are properties.
        if name not in CONSTANTS[standard].attributes:
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


def in_polars(urls: Any, base: Any, calls: Any, standard: str, encoding: str) -> list[list[Any]]:
    polars = pytest.importorskip("polars")
    importlib.import_module("urldom.polars")
    schema = {"u": polars.String, "base": polars.String}
    frame = polars.LazyFrame({"u": urls, "base": base}, schema=schema)
    given = polars.col("base") if isinstance(base, list) else base
    options = {"standard": standard, "encoding": encoding}
    expressions = {}
    for name, arguments, values in calls:
        make = getattr(polars.col("u").url, name)
        if name in CONSTANTS[standard].attributes:
            expressions[name] = make(**options)
        else:
            expressions[name] = make(*arguments, given, **values, **options)
    found = frame.select(**expressions).collect()
    return [found[call.name].to_list() for call in calls]


def in_duckdb(urls: Any, base: Any, calls: Any, standard: str, encoding: str) -> list[list[Any]]:
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
    written = []
    for name, arguments, values in calls:
        columns = ["u", *(f"'{argument}'" for argument in arguments)]
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
        assert encoding == "utf-8"
        register(connection, standard=standard)
        connection.register("given", given)
        rows = connection.execute(f"SELECT {', '.join(written)} FROM given ORDER BY n").fetchall()
    return [list(column) for column in zip(*rows, strict=True)]


@cache
def spark() -> Any:
    """Return the session of this process, which ends with it."""
    running = session()
    started = running.__enter__()
    _SESSIONS.append(running)
    return started


_SESSIONS: list[Any] = []


@pytest.fixture(scope="module", autouse=True)
def stop_spark() -> Iterator[None]:
    yield
    while _SESSIONS:
        _SESSIONS.pop().__exit__(None, None, None)
    spark.cache_clear()


def in_spark(urls: Any, base: Any, calls: Any, standard: str, encoding: str) -> list[list[Any]]:
    reason = missing_requirement()
    if reason is not None:
        pytest.skip(reason)
    functions = importlib.import_module("urldom.spark")
    literal = importlib.import_module("pyspark.sql.functions").lit
    bases = base if isinstance(base, list) else [base] * len(urls)
    frame = spark().createDataFrame(list(zip(urls, bases, strict=True)), "u string, base string")
    given = base and ("base" if isinstance(base, list) else literal(base))
    made = []
    for name, arguments, values in calls:
        make = getattr(functions, f"url_{name}")
        if name in CONSTANTS[standard].attributes:
            made.append(make("u", standard))
        else:
            options = {"standard": standard, "encoding": encoding}
            made.append(make("u", *arguments, given, **values, **options))
    rows = frame.select(*made).collect()
    return [
        [value.asDict() if hasattr(value, "asDict") else value for value in column]
        for column in zip(*rows, strict=True)
    ]


FACES: dict[str, Face] = {
    "arrow": in_arrow,
    "pandas": in_pandas,
    "polars": in_polars,
    "duckdb": in_duckdb,
    "spark": in_spark,
}
every_face = pytest.mark.parametrize(
    "face",
    [pytest.param(face, marks=pytest.mark.full) if face == "spark" else face for face in FACES],
)


@every_face
@every_standard
def test_attributes_are_those_of_the_object(face: str, standard: str) -> None:
    urls = some_rows(ROWS, seed=21)
    names = CONSTANTS[standard].attributes
    found = FACES[face](urls, None, [Call(name) for name in names], standard, "utf-8")
    expected = [attributes(url, None, names, standard) for url in urls]
    for name, rows in zip(names, found, strict=True):
        assert rows == [row and row[name] for row in expected], name


@cache
def expected_rows(
    standard: str, base: str | None, encoding: str
) -> tuple[list[str | None], Any, list[list[Any]]]:
    """Return references, their bases, and the rows of each call by the object."""
    urls = some_rows(ROWS, seed=22, references=True)
    bases = some_bases(ROWS, seed=23) if base == "column" else [base] * ROWS
    options: dict[str, Any] = {"standard": standard, "encoding": encoding}
    pairs = list(zip(urls, bases, strict=True))
    rows = [
        [resolved(*pair, **options) for pair in pairs],
        [reason(*pair, **options) for pair in pairs],
        [attributes(*pair, ATTRIBUTES, **options) for pair in pairs],
        [after(*pair, VALUES, **options) for pair in pairs],
        [value_of(*pair, "q", **options) for pair in pairs],
        [domain_of(*pair, standard) for pair in pairs],
    ]
    return urls, bases if base == "column" else base, rows


@every_face
@every_standard
@each_case("base", [BASE, "column", None])
def test_functions_have_the_answers_of_the_object(
    face: str, standard: str, base: str | None
) -> None:
    encoding = "utf-8" if face == "duckdb" else "windows-1251"  # SQL reads UTF-8 only.
    urls, given, expected = expected_rows(standard, base, encoding)
    found = FACES[face](urls, given, CALLS, standard, encoding)
    for call, rows, answers in zip(CALLS, found, expected, strict=True):
        assert rows == answers, call
