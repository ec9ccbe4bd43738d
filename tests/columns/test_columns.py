"""`urldom.columns` compared with the scalar interface, row by row: types of columns, nulls, and
invalid arguments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.columns.rows import (
    ATTRIBUTES,
    STANDARDS,
    attributes,
    resolved,
    rows_of,
)
from tests.strategies import TOKENS, bases, encodings

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")

from urldom import InvalidURLError, URLDecomposition, columns  # noqa: E402

# Results, row by row
# ---------------------------------------------------------------------------------------------


@given(
    st.lists(
        st.none()
        | st.lists(st.sampled_from([*TOKENS, "http://h.example/a"]), max_size=6).map("".join),
        max_size=6,
    ),
    bases,
    encodings,
    st.sampled_from(STANDARDS),
)
def test_any_text_matches_the_scalar_interface(
    urls: list[str | None], base: str | None, encoding: str, standard: str
) -> None:
    urls = [url if url is None else url.encode("utf-8", "replace").decode() for url in urls]
    column = pa.array(urls, pa.string())
    options: dict[str, Any] = {"standard": standard, "encoding": encoding}
    try:
        found = columns.decompose(column, base, **options)
    except InvalidURLError:
        assert not URLDecomposition(base or "", standard=standard)
        return
    assert rows_of(found) == [attributes(url, base, ATTRIBUTES, **options) for url in urls]
    assert rows_of(columns.resolve(column, base, **options)) == [
        resolved(url, base, **options) for url in urls
    ]


# Columns of every type
# -------------------------------------------------------------------------------------------

TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
SOME = [
    "http://h/a",
    None,
    "HTTP://Example.com:80",
    "x",
    "http://h/a",
    "http://[",
    "HTTP://Example.com:80",
]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("chunked", [False, True])
def test_results_do_not_depend_on_the_type_of_column(kind: Any, chunked: bool) -> None:
    array = (
        pa.array(SOME).dictionary_encode() if pa.types.is_dictionary(kind) else pa.array(SOME, kind)
    )
    column = (
        pa.chunked_array([array[:2], array[2:2], array[2:], array[:0]]) if chunked else array[1:]
    )
    urls = SOME if chunked else SOME[1:]
    strings = pa.large_string() if kind == pa.large_string() else pa.string()
    for base in None, "http://b/", pa.array(["http://b/"] * len(urls), pa.string_view()):
        each = "http://b/" if base is not None else None
        found = columns.decompose(column, base, attributes=["hostname", "href"])
        assert found.type == pa.struct([("hostname", strings), ("href", strings)])
        assert isinstance(found, pa.ChunkedArray if chunked else pa.StructArray)
        assert rows_of(found) == [
            attributes(url, each, ["hostname", "href"], "whatwg") for url in urls
        ]
        found = columns.resolve(column, base)
        assert (found.type, isinstance(found, pa.ChunkedArray)) == (strings, chunked)
        assert rows_of(found) == [resolved(url, each, "whatwg") for url in urls]


@pytest.mark.parametrize(
    "column", [pa.nulls(3), pa.nulls(3, pa.string()), pa.array([], pa.string())], ids=str
)
def test_each_null_has_a_null_result(column: Any) -> None:
    assert (
        rows_of(columns.resolve(column)) == rows_of(columns.errors(column)) == [None] * len(column)
    )
    assert rows_of(columns.decompose(column, pa.nulls(len(column), pa.string()))) == [None] * len(
        column
    )
    assert rows_of(columns.set(column, hash="x")) == [None] * len(column)


def test_result_for_a_column_without_chunks_has_no_rows() -> None:
    empty = pa.chunked_array([], pa.string())
    assert columns.resolve(empty).type == pa.string()
    assert (
        rows_of(columns.decompose(pa.chunked_array([], pa.dictionary(pa.int8(), pa.string()))))
        == []
    )


# Invalid input
# -------------------------------------------------------------------------------------------------------

URLS = pa.array(["http://h/"])


@each_case(
    "call, error, words",
    [
        (
            lambda: columns.resolve(["http://h/"]),
            TypeError,
            "URLs must be a pyarrow Array or ChunkedArray of strings, not list",
        ),
        (
            lambda: columns.resolve(pa.array([1])),
            TypeError,
            "URLs must be a column of strings, not of int64",
        ),
        (lambda: columns.resolve(pa.array([b"x"])), TypeError, "not of binary"),
        (
            lambda: columns.resolve(URLS, pa.array([1])),
            TypeError,
            "bases must be a column of strings, not of int64",
        ),
        (
            lambda: columns.resolve(URLS, pa.array(["a", "b"])),
            ValueError,
            "there are 2 bases for 1 rows",
        ),
        (lambda: columns.resolve(URLS, ["http://h/"]), TypeError, "a base must be a .*, not list"),
        (lambda: columns.resolve(URLS, "/a"), InvalidURLError, "'/a' is not a URL under whatwg"),
        (
            lambda: columns.resolve(URLS, standard="html6"),
            ValueError,
            "unknown standard 'html6': use one of html5",
        ),
        (lambda: columns.resolve(URLS, encoding="utf-99"), LookupError, "utf-99"),
        (
            lambda: columns.decompose(URLS, attributes=["host", "hots"]),
            ValueError,
            "unknown attribute 'hots' under whatwg",
        ),
        (
            lambda: columns.decompose(URLS, attributes=["origin"], standard="html5"),
            ValueError,
            "unknown attribute 'origin'",
        ),
        (lambda: columns.decompose(URLS, attributes=[]), ValueError, "no attribute is given"),
        (
            lambda: columns.decompose(URLS, attributes="host"),
            TypeError,
            r"a list of names such as \['hostname'\]",
        ),
        (lambda: columns.decompose(URLS, attributes=[1]), TypeError, "a list of names"),
        (lambda: columns.decompose(URLS, attributes=7), TypeError, "a list of names"),
        (lambda: columns.set(URLS), ValueError, "no value is given"),
        (lambda: columns.set(URLS, hots="x"), ValueError, "'hots' cannot be assigned under whatwg"),
        (lambda: columns.set(URLS, href="x"), ValueError, "'href' cannot be assigned"),
        (
            lambda: columns.set(URLS, hostname=None),
            TypeError,
            "hostname must be a str, not NoneType",
        ),
        (
            lambda: columns.set(URLS, port=1.5),
            TypeError,
            "port must be a str, an int or None, not float",
        ),
        (
            lambda: columns.set(URLS, hash=pa.array([1])),
            TypeError,
            "the values for hash must be a column of strings",
        ),
        (
            lambda: columns.set(URLS, hash=pa.array(["a", "b"])),
            ValueError,
            "there are 2 values for hash for 1 rows",
        ),
        (lambda: columns.set(7, hash="a"), TypeError, "URLs must be a pyarrow Array"),
    ],
)
def test_error_says_what_was_expected(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_wrong_arguments_raise_before_any_row_is_read() -> None:
    """The error is raised even if the column has no rows."""
    empty = pa.array([], pa.string())
    with pytest.raises(ValueError, match="unknown standard"):
        columns.decompose(empty, standard="x")
    with pytest.raises(InvalidURLError):
        columns.resolve(empty, "x")
    with pytest.raises(LookupError):
        columns.errors(empty, encoding="x")


def test_error_for_a_pandas_series_names_the_pandas_module() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match=r"import urldom\.pandas"):
        columns.resolve(pandas.Series(["http://h/"]))
