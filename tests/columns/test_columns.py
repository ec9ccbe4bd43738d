"""`urldom.columns` compared with the scalar interface, row by row: types of columns, nulls, and invalid arguments."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.columns.rows import (
    ATTRIBUTES,
    HALF_USED,
    STANDARDS,
    after,
    attributes,
    reason,
    resolved,
    some_bases,
    some_rows,
)
from tests.strategies import TOKENS, bases, encodings

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")

from urldom import InvalidURLError, URLDecomposition, columns  # noqa: E402
from urldom._columns.usual import UsualRows  # noqa: E402

ROWS = 1500
#: Values to assign. A standard ignores some of them, and uses only a part of others.
VALUES: dict[str, list[Any]] = {
    "protocol": ["https", "http:", "ftp", "ws", "foo", "", "1x", "mailto", "prospero"],
    "hostname": ["EXAMPLE.com", "h", "xn--a", "1.2.3.4", "a b", "[::1]", "", "x/y", "é.com", "a" * 64 + ".com"],
    "host": ["h:80", "h:8080", "h", "q.example:443"],
    "port": ["80", "443", "8080", "99999", "", None, 21, "x", 1525],
    "pathname": ["/x", "a b", "../y", "", "//q", "a?b#c", "é", ";p", "\\x"],
    "search": ["?", "", "a=b", "?é", "'", "a#b", None, "x;y"],
    "hash": ["#", "", "é", "a b", None, "x`y"],
}
for _name, _value in HALF_USED:
    VALUES[_name].append(_value)


def rows_of(column: Any) -> list[Any]:
    rows: list[Any] = column.to_pylist()
    return rows


# Results, row by row ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("names", [ATTRIBUTES, ["hostname"], ["port", "host"], ["hash", "pathname"], ["href"]], ids=str)
def test_decompose_matches_the_object(standard: str, names: list[str]) -> None:
    urls = some_rows(ROWS, seed=1)
    found = columns.decompose(pa.array(urls), attributes=names, standard=standard)
    assert rows_of(found) == [attributes(url, None, names, standard) for url in urls]


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251"])
@pytest.mark.parametrize("base", ["http://example.com/a/b;p?q#f", "https://user@h:8080", "column"])
def test_relative_urls_have_the_same_results_as_the_object(standard: str, encoding: str, base: str) -> None:
    urls = some_rows(ROWS, seed=2, references=True)
    each = some_bases(ROWS, seed=3) if base == "column" else [base] * ROWS
    given_base = pa.array(each) if base == "column" else base
    options: dict[str, Any] = {"standard": standard, "encoding": encoding}
    column = pa.array(urls)
    pairs = list(zip(urls, each, strict=True))
    assert rows_of(columns.resolve(column, given_base, **options)) == [resolved(*pair, **options) for pair in pairs]
    assert rows_of(columns.errors(column, given_base, **options)) == [reason(*pair, **options) for pair in pairs]
    for names in ATTRIBUTES, ["hostname"]:
        found = columns.decompose(column, given_base, attributes=names, **options)
        assert rows_of(found) == [attributes(*pair, names, **options) for pair in pairs]


@pytest.mark.parametrize("standard", STANDARDS)
def test_set_matches_assign(standard: str) -> None:
    chance = random.Random(standard)
    for _ in range(40):
        urls = some_rows(60, seed=chance.random().__hash__())
        names = chance.sample(list(VALUES), chance.randint(1, 3))
        values = {name: chance.choice(VALUES[name]) for name in names}
        found = columns.set(pa.array(urls), standard=standard, **values)
        assert rows_of(found) == [after(url, None, values, standard) for url in urls], values


def test_set_of_columns_matches_assign_in_each_row() -> None:
    chance = random.Random(5)
    urls = some_rows(500, seed=6)
    each = {name: [chance.choice(VALUES[name]) for _ in urls] for name in ("search", "port")}
    given_values = {name: pa.array([value and str(value) for value in values]) for name, values in each.items()}
    expected = [
        after(url, None, {"hash": "x", "search": search, "port": port}, "whatwg")
        for url, search, port in zip(urls, *each.values(), strict=True)
    ]
    assert rows_of(columns.set(pa.array(urls), hash="x", **given_values)) == expected
    ports = pa.array([80, 8080, None])
    urls_with_ports = pa.array(["http://h:1/", "http://h/", "http://h:1/"])
    assert rows_of(columns.set(urls_with_ports, port=ports)) == ["http://h/", "http://h:8080/", "http://h/"]
    # A null cannot remove the host of this URL, so the result is null.
    assert rows_of(columns.set(pa.array(["http://h/"]), hostname=pa.nulls(1, pa.string()))) == [None]


@pytest.mark.parametrize(("name", "value"), HALF_USED)
def test_partly_used_value_makes_the_row_null(name: str, value: str) -> None:
    urls = pa.array(["https://b.tenants.example.com/a?b#c", "HTTP://h:1", "https://h/", None])
    nothing = [None] * len(urls)
    assert rows_of(columns.set(urls, standard="whatwg", **{name: value})) == nothing
    assert rows_of(columns.set(urls, standard="whatwg", **{name: pa.array([value] * len(urls))})) == nothing
    # If one assignment is rejected, the row is null.
    assert rows_of(columns.set(urls, standard="whatwg", username="u", **{name: value})) == nothing


@given(
    st.lists(
        st.none() | st.lists(st.sampled_from([*TOKENS, "http://h.example/a"]), max_size=6).map("".join), max_size=6
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
    assert rows_of(columns.resolve(column, base, **options)) == [resolved(url, base, **options) for url in urls]


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("base", [None, "", "http://example.com/a/b;p?q#f", "column"])
def test_a_row_has_a_url_or_a_reason(standard: str, base: str | None) -> None:
    """For each URL, either `errors` returns a reason, or `resolve` and `decompose` return a result. A URL that RFC 1808
    resolves to a relative URL has a reason."""
    urls = some_rows(ROWS, seed=13, references=True)
    given_base = pa.array(some_bases(ROWS, seed=14)) if base == "column" else base
    try:
        why = columns.errors(pa.array(urls), given_base, standard=standard).is_valid()
    except InvalidURLError:
        assert base == ""  # only RFC 1808 section 4 step 1 accepts an empty base
        return
    expected = pc.and_(pa.array(urls).is_valid(), pc.invert(why))
    assert columns.resolve(pa.array(urls), given_base, standard=standard).is_valid() == expected
    assert columns.decompose(pa.array(urls), given_base, standard=standard).is_valid() == expected


def test_a_relative_url_of_rfc_1808_has_a_reason_and_no_url() -> None:
    urls = pa.array(["a/b", "//h/", "http://h/"])
    for base in None, "", pa.nulls(3, pa.string()):
        assert rows_of(columns.resolve(urls, base, standard="rfc1808")) == [None, None, "http://h/"]
        reasons = rows_of(columns.errors(urls, base, standard="rfc1808"))
        assert (reasons[0] and reasons[1]) and reasons[2] is None


# Columns of every type -------------------------------------------------------------------------------------------

TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
SOME = ["http://h/a", None, "HTTP://Example.com:80", "x", "http://h/a", "http://[", "HTTP://Example.com:80"]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("chunked", [False, True])
def test_results_do_not_depend_on_the_type_of_column(kind: Any, chunked: bool) -> None:
    array = pa.array(SOME).dictionary_encode() if pa.types.is_dictionary(kind) else pa.array(SOME, kind)
    column = pa.chunked_array([array[:2], array[2:2], array[2:], array[:0]]) if chunked else array[1:]
    urls = SOME if chunked else SOME[1:]
    strings = pa.large_string() if kind == pa.large_string() else pa.string()
    for base in None, "http://b/", pa.array(["http://b/"] * len(urls), pa.string_view()):
        each = "http://b/" if base is not None else None
        found = columns.decompose(column, base, attributes=["hostname", "href"])
        assert found.type == pa.struct([("hostname", strings), ("href", strings)])
        assert isinstance(found, pa.ChunkedArray if chunked else pa.StructArray)
        assert rows_of(found) == [attributes(url, each, ["hostname", "href"], "whatwg") for url in urls]
        found = columns.resolve(column, base)
        assert (found.type, isinstance(found, pa.ChunkedArray)) == (strings, chunked)
        assert rows_of(found) == [resolved(url, each, "whatwg") for url in urls]


def test_fields_of_a_null_row_are_null() -> None:
    found = columns.decompose(pa.array(["http://h/", None, "x"]))
    assert found.is_null().to_pylist() == [False, True, True]
    for index in range(found.type.num_fields):
        assert found.field(index).null_count == 2


@pytest.mark.parametrize("column", [pa.nulls(3), pa.nulls(3, pa.string()), pa.array([], pa.string())], ids=str)
def test_each_null_has_a_null_result(column: Any) -> None:
    assert rows_of(columns.resolve(column)) == rows_of(columns.errors(column)) == [None] * len(column)
    assert rows_of(columns.decompose(column, pa.nulls(len(column), pa.string()))) == [None] * len(column)
    assert rows_of(columns.set(column, hash="x")) == [None] * len(column)


def test_result_for_a_column_without_chunks_has_no_rows() -> None:
    empty = pa.chunked_array([], pa.string())
    assert columns.resolve(empty).type == pa.string()
    assert rows_of(columns.decompose(pa.chunked_array([], pa.dictionary(pa.int8(), pa.string())))) == []


def test_order_of_dictionary_entries_does_not_matter() -> None:
    first = pa.DictionaryArray.from_arrays([1, 0, None], ["HTTP://A/", "HTTP://B/"])
    second = pa.DictionaryArray.from_arrays([0, 0], ["HTTP://B/"])
    column = pa.chunked_array([first, second])
    assert rows_of(columns.resolve(column)) == ["http://b/", "http://a/", None, "http://b/", "http://b/"]
    long = pa.DictionaryArray.from_arrays([1], ["HTTP://A/", "HTTP://B/", "HTTP://C/"])
    assert rows_of(columns.resolve(long)) == ["http://b/"]
    with_null = pa.DictionaryArray.from_arrays([0, 1], pa.array([None, "HTTP://B/"]))
    assert rows_of(columns.resolve(with_null)) == [None, "http://b/"]


def test_each_distinct_row_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom._columns.cutting import Reading

    parsed_urls = []
    cut = Reading.pieces
    monkeypatch.setattr(Reading, "pieces", lambda self, *row: parsed_urls.append(row[0]) or cut(self, *row))
    urls = pa.array(["HTTP://A/", "http://usual/"] * 50)
    assert rows_of(columns.resolve(urls)) == ["http://a/", "http://usual/"] * 50
    assert parsed_urls == ["HTTP://A/"]


def test_dictionaries_that_arrow_does_not_unify_are_accepted() -> None:
    """The dictionaries contain string views, null entries, or too many entries for their indices. They are used as
    URLs, bases and values."""
    chunks = [
        pa.DictionaryArray.from_arrays(
            pa.array(range(100), pa.int8()), [f"HTTP://H{n}/" for n in range(start, start + 100)]
        )
        for start in (0, 100)
    ]
    column = pa.chunked_array(chunks)
    expected = [f"http://h{n}/" for n in range(200)]
    assert rows_of(columns.resolve(column)) == expected
    assert rows_of(columns.resolve(pa.array([""] * 200), column)) == expected
    assert rows_of(columns.set(pa.array(["x:"] * 200), hash=column))[199] == "x:#HTTP://H199/"
    for kind in pa.string(), pa.string_view():
        first = pa.DictionaryArray.from_arrays([0, 1, None], pa.array([None, "HTTP://A/"], kind))
        second = pa.DictionaryArray.from_arrays([1, 0], pa.array(["HTTP://B/", "HTTP://A/"], kind))
        mixed = pa.chunked_array([first[:2], first[2:], second])
        expected = [None, "http://a/", None, "http://a/", "http://b/"]
        assert rows_of(columns.resolve(mixed)) == expected
        assert rows_of(columns.resolve(mixed[3:])) == expected[3:]
        assert rows_of(columns.resolve(pa.array([""] * 5), mixed)) == expected


def test_small_chunks_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom._columns import decomposing

    calls = []
    monkeypatch.setattr(decomposing, "UsualRows", lambda *given: calls.append(given) or UsualRows(*given))
    urls = some_rows(300, seed=11)
    column = pa.chunked_array([pa.array([url], pa.string()) for url in urls])
    assert rows_of(columns.resolve(column)) == [resolved(url, None, "whatwg") for url in urls]
    assert len(calls) == 1


def test_slices_of_a_dictionary_are_one_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom._columns import decomposing

    rows = []
    monkeypatch.setattr(decomposing, "UsualRows", lambda *given: rows.append(len(given[0])) or UsualRows(*given))
    array = pa.array([f"http://h{number}/" for number in range(50)]).dictionary_encode()
    assert len(columns.resolve(pa.chunked_array([array[start : start + 1] for start in range(50)]))) == 50
    assert rows == [50]


def test_several_slices_match_the_scalar_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom._columns import arrays

    urls = some_rows(700, seed=9, references=True)
    each = some_bases(700, seed=10)
    expected = [resolved(url, base, "whatwg") for url, base in zip(urls, each, strict=True)]
    monkeypatch.setattr(arrays, "SLICE_ROWS", 64)
    monkeypatch.setattr(arrays, "SLICE_OCTETS", 1000)
    chunks = pa.chunked_array([pa.array(urls[:100]), pa.array(urls[100:])])
    assert rows_of(columns.resolve(chunks, pa.array(each))) == expected
    bases_in_chunks = pa.chunked_array([pa.array(each[:333]), pa.array(each[333:])])
    assert rows_of(columns.resolve(pa.array(urls), bases_in_chunks)) == expected


def test_values_are_strings_of_each_type() -> None:
    urls = pa.array(["http://h/a", None, "HTTP://H/b"])
    for kind in TYPES[:-1]:
        values = pa.array(["x", "y", None], kind)
        for column in values, pa.chunked_array([values[:1], values[1:]]), values.cast(pa.string()).dictionary_encode():
            assert rows_of(columns.set(urls, hash=column)) == ["http://h/a#x", None, "http://h/b"]


@pytest.mark.parametrize("standard", STANDARDS)
def test_base_with_dot_segments_matches_the_scalar_interface(standard: str) -> None:
    references = ["x", "%7e/y", "#f", "?q", "/z", "../w", ""]
    for base in "http://h/a/..", "http://h/a/../b", "http://h/a/b/..?q", "http://h/a/.", "http://h/a/..b/c":
        found = columns.resolve(pa.array(references), base, standard=standard)
        assert rows_of(found) == [resolved(reference, base, standard) for reference in references]
        found = columns.decompose(pa.array(references), base, standard=standard)
        assert rows_of(found) == [attributes(reference, base, ATTRIBUTES, standard) for reference in references]


@pytest.mark.parametrize("standard", ["rfc2396", "rfc1808"])
def test_lone_surrogate_in_a_base_is_replaced(standard: str) -> None:
    assert rows_of(columns.resolve(pa.array(["b"]), "http://h/\ud800/", standard=standard)) == ["http://h/\ufffd/b"]


def test_base_can_be_a_url_object() -> None:
    base = URLDecomposition("http://h/a/")
    assert rows_of(columns.resolve(pa.array(["b"]), base)) == ["http://h/a/b"]


def test_attributes_of_the_url_standard_match_the_object() -> None:
    urls = ["http://h:8080/", "https://u:p@h/", "data:,x", "blob:http://h/x", "x", None]
    names = ["origin", "username", "password", "hash"]
    found = columns.decompose(pa.array(urls), attributes=names)
    assert rows_of(found) == [attributes(url, None, names, "whatwg") for url in urls]
    assert [field.name for field in found.type] == names


@pytest.mark.parametrize("names", [*combinations([*ATTRIBUTES, "origin", "username"], 2), ["origin"]], ids=str)
def test_pairs_of_attributes_match_the_object(names: Sequence[str]) -> None:
    """`decompose` uses one expression for the authority of a URL, and another expression for the parts after the
    authority. A pair of attributes may need both expressions."""
    urls = [*some_rows(100, seed=12), "http://h.example/a b/../c", "http://h.example?", "http://h.example:8080/%2e#é"]
    found = columns.decompose(pa.array(urls), attributes=names)
    assert rows_of(found) == [attributes(url, None, names, "whatwg") for url in urls]


# Invalid input -------------------------------------------------------------------------------------------------------

URLS = pa.array(["http://h/"])


@pytest.mark.parametrize(
    "call, error, words",
    [
        (
            lambda: columns.resolve(["http://h/"]),
            TypeError,
            "URLs must be a pyarrow Array or ChunkedArray of strings, not list",
        ),
        (lambda: columns.resolve(pa.array([1])), TypeError, "URLs must be a column of strings, not of int64"),
        (lambda: columns.resolve(pa.array([b"x"])), TypeError, "not of binary"),
        (lambda: columns.resolve(URLS, pa.array([1])), TypeError, "bases must be a column of strings, not of int64"),
        (lambda: columns.resolve(URLS, pa.array(["a", "b"])), ValueError, "there are 2 bases for 1 rows"),
        (lambda: columns.resolve(URLS, ["http://h/"]), TypeError, "a base must be a .*, not list"),
        (lambda: columns.resolve(URLS, "/a"), InvalidURLError, "'/a' is not a URL under whatwg"),
        (lambda: columns.resolve(URLS, standard="html6"), ValueError, "unknown standard 'html6': use one of html5"),
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
        (lambda: columns.decompose(URLS, attributes="host"), TypeError, r"a list of names such as \['hostname'\]"),
        (lambda: columns.decompose(URLS, attributes=[1]), TypeError, "a list of names"),
        (lambda: columns.decompose(URLS, attributes=7), TypeError, "a list of names"),
        (lambda: columns.set(URLS), ValueError, "no value is given"),
        (lambda: columns.set(URLS, hots="x"), ValueError, "'hots' cannot be assigned under whatwg"),
        (lambda: columns.set(URLS, href="x"), ValueError, "'href' cannot be assigned"),
        (lambda: columns.set(URLS, hostname=None), TypeError, "hostname must be a str, not NoneType"),
        (lambda: columns.set(URLS, port=1.5), TypeError, "port must be a str, an int or None, not float"),
        (lambda: columns.set(URLS, hash=pa.array([1])), TypeError, "the values for hash must be a column of strings"),
        (lambda: columns.set(URLS, hash=pa.array(["a", "b"])), ValueError, "there are 2 values for hash for 1 rows"),
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


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_large_columns_are_split_into_slices_of_many_rows(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a slice is the size of its own rows, even if several slices share a buffer."""
    from urldom._columns import arrays

    monkeypatch.setattr(arrays, "SLICE_OCTETS", 1 << 16)
    strings = pa.array([f"http://h{number}/" for number in range(20_000)])
    column = strings.dictionary_encode() if pa.types.is_dictionary(kind) else strings.cast(kind)
    bases = pa.array(["http://b/"] * len(column))
    sizes = [len(parts[0]) for parts in arrays.slices_of([column, bases], arrays.SLICE_ROWS, arrays.SLICE_OCTETS)]
    assert sum(sizes) == len(column)
    assert 4 < len(sizes) < 100
