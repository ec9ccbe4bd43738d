"""Slices of columns of each type, with dictionaries and chunks."""

from __future__ import annotations

import mmap
import struct
from typing import Any

import pytest

from tests.columns.rows import resolved, rows_of, some_bases, some_rows

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")
from urldom import columns  # noqa: E402
from urldom.columns import _arrays as arrays  # noqa: E402
from urldom.columns._usual import UsualRows  # noqa: E402

TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]


def test_order_of_dictionary_entries_does_not_matter() -> None:
    first = pa.DictionaryArray.from_arrays([1, 0, None], ["HTTP://A/", "HTTP://B/"])
    second = pa.DictionaryArray.from_arrays([0, 0], ["HTTP://B/"])
    column = pa.chunked_array([first, second])
    assert rows_of(columns.resolve(column)) == [
        "http://b/",
        "http://a/",
        None,
        "http://b/",
        "http://b/",
    ]
    long = pa.DictionaryArray.from_arrays([1], ["HTTP://A/", "HTTP://B/", "HTTP://C/"])
    assert rows_of(columns.resolve(long)) == ["http://b/"]
    with_null = pa.DictionaryArray.from_arrays([0, 1], pa.array([None, "HTTP://B/"]))
    assert rows_of(columns.resolve(with_null)) == [None, "http://b/"]


def test_dictionaries_that_arrow_does_not_unify_are_accepted() -> None:
    """The dictionaries contain string views, null entries, or too many entries for their indices.
    They are used as URLs, bases and values."""
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
    from urldom.columns import _decomposing as decomposing

    calls = []
    monkeypatch.setattr(
        decomposing, "UsualRows", lambda *given: calls.append(given) or UsualRows(*given)
    )
    urls = some_rows(300, seed=11)
    column = pa.chunked_array([pa.array([url], pa.string()) for url in urls])
    assert rows_of(columns.resolve(column)) == [resolved(url, None, "whatwg") for url in urls]
    assert len(calls) == 1


def test_slices_of_a_dictionary_are_one_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom.columns import _decomposing as decomposing

    rows = []
    monkeypatch.setattr(
        decomposing, "UsualRows", lambda *given: rows.append(len(given[0])) or UsualRows(*given)
    )
    array = pa.array([f"http://h{number}/" for number in range(50)]).dictionary_encode()
    assert (
        len(columns.resolve(pa.chunked_array([array[start : start + 1] for start in range(50)])))
        == 50
    )
    assert rows == [50]


def test_several_slices_match_the_scalar_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    urls = some_rows(700, seed=9, references=True)
    each = some_bases(700, seed=10)
    expected = [resolved(url, base, "whatwg") for url, base in zip(urls, each, strict=True)]
    monkeypatch.setattr(arrays, "SLICE_ROWS", 64)
    monkeypatch.setattr(arrays, "SLICE_BYTES", 1000)
    chunks = pa.chunked_array([pa.array(urls[:100]), pa.array(urls[100:])])
    assert rows_of(columns.resolve(chunks, pa.array(each))) == expected
    bases_in_chunks = pa.chunked_array([pa.array(each[:333]), pa.array(each[333:])])
    assert rows_of(columns.resolve(pa.array(urls), bases_in_chunks)) == expected


def huge(octets: int = 1200 << 20) -> Any:
    """Return an array with a string of this length. Its memory is reserved, but never used."""
    offsets = pa.py_buffer(struct.pack("<ii", 0, octets))
    return pa.StringArray.from_buffers(1, offsets, pa.py_buffer(mmap.mmap(-1, octets)))


def test_result_of_more_than_2_gib_is_an_error_or_chunked() -> None:
    text, column = huge(), pa.array(["a", "b"])
    with pytest.raises(
        ValueError, match="more than 2 GiB: pass a ChunkedArray or a column of large_string"
    ):
        arrays.over([column], lambda part: text, pa.string(), in_threads=False, most=(1, 1 << 20))
    found = arrays.over(
        [pa.chunked_array([column])], lambda part: text, pa.string(), most=(1, 1 << 20)
    )
    assert [len(chunk) for chunk in found.chunks] == [1, 1]
    assert found.nbytes > 1 << 31


@pytest.mark.parametrize("error", [pa.ArrowInvalid, pa.ArrowCapacityError])
def test_slice_with_a_result_of_more_than_2_gib_is_halved(error: type[Exception]) -> None:
    def function(part: Any) -> Any:
        if len(part) > 3:
            raise error("offset overflow")
        return part

    column = pa.array([str(number) for number in range(20)])
    assert rows_of(arrays.over([column], function, pa.string())) == rows_of(column)
    found = arrays.over([pa.chunked_array([column])], function, pa.string())
    assert rows_of(found) == rows_of(column) and found.num_chunks > 6

    def too_long(part: Any) -> Any:
        raise error("offset overflow")

    with pytest.raises(ValueError, match="more than 2 GiB"):
        arrays.over([column], too_long, pa.string())


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_large_columns_are_split_into_slices_of_many_rows(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size of a slice is the size of its own rows, even if several slices share a buffer."""
    monkeypatch.setattr(arrays, "SLICE_BYTES", 1 << 16)
    strings = pa.array([f"http://h{number}/" for number in range(20_000)])
    column = strings.dictionary_encode() if pa.types.is_dictionary(kind) else strings.cast(kind)
    bases = pa.array(["http://b/"] * len(column))
    sizes = [
        len(parts[0])
        for parts in arrays.slices_of([column, bases], arrays.SLICE_ROWS, arrays.SLICE_BYTES)
    ]
    assert sum(sizes) == len(column)
    assert 4 < len(sizes) < 100
