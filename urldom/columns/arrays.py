"""Columns as Arrow has them: what is one, and how it is worked through, slice by slice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from urldom.errors import type_name

if TYPE_CHECKING:
    from pyarrow import Array, ChunkedArray

#: An array of Arrow, or several in a row.
Column: TypeAlias = "Array[Any] | ChunkedArray[Any]"

# pyarrow has no types of its own.
try:
    pa: Any = import_module("pyarrow")
    #: Arrow's kernels.
    pc: Any = import_module("pyarrow.compute")
except ImportError:
    raise ImportError("columns are arrays of pyarrow: pip install 'urldom[columns]'") from None

#: How many rows are worked on at a time, and how many octets at most (but for a row that is longer): what is held
#: beside the column and the result is bounded by these.
SLICE_ROWS: Final = 1 << 16
SLICE_OCTETS: Final = 1 << 28


def is_column(value: object) -> bool:
    return isinstance(value, (pa.Array, pa.ChunkedArray))


def require_column(
    value: Any, name: str, kind: str = "strings", *, is_kind: Callable[[Any], bool] | None = None
) -> None:
    """Raises `TypeError` for what is no column of that kind. `name` is what an error calls it."""
    if not is_column(value):
        hint = ""
        if type(value).__module__.partition(".")[0] in ("pandas", "polars"):
            hint = f"; for these, import urldom.{type(value).__module__.partition('.')[0]}"
        raise TypeError(f"{name} are a pyarrow Array or ChunkedArray of {kind}, not {type_name(value)}{hint}")
    if not (is_kind or is_string)(values_type(value.type)):
        raise TypeError(f"{name} are a column of {kind}, not of {value.type}")


def require_length(column: Any, length: int, name: str) -> None:
    if len(column) != length:
        raise ValueError(f"there are {len(column)} {name} for {length} rows: give one for each, or one for all")


def values_type(kind: Any) -> Any:
    """The type of a column's values, which for a dictionary is that of its entries."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def is_string(kind: Any) -> bool:
    """Whether values of this type are strings, or nothing but nulls."""
    return any(
        is_one(kind)
        for is_one in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
    )


def string_type(column: Any) -> Any:
    """The type of the strings that are made of those of a column: its own, where Arrow works on that."""
    kind = getattr(column, "type", None)
    if kind is None:
        return pa.string()
    return pa.large_string() if pa.types.is_large_string(values_type(kind)) else pa.string()


def over(columns: list[Any], function: Callable[..., Any], kind: Any, *, in_threads: bool = True) -> Any:
    """`function` of the columns, which are of one length, slice by slice; `kind` is the type of the result, which is an
    array where the first column is one, else a chunked array.

    Kernels let others go on, so that there are as many threads as Arrow itself has. A single column of a dictionary is
    worked through as the dictionary."""
    first = columns[0]
    if len(columns) == 1 and pa.types.is_dictionary(first.type):
        return _over_dictionary(first, function, kind, in_threads=in_threads)

    def of_slice(parts: list[Any]) -> Any:
        return function(*parts).cast(kind)

    slices = list(_slices(columns))
    if in_threads and len(slices) > 1 and pa.cpu_count() > 1:
        with ThreadPoolExecutor(pa.cpu_count()) as pool:
            made = list(pool.map(of_slice, slices))
    else:
        made = [of_slice(parts) for parts in slices]
    if isinstance(first, pa.ChunkedArray):
        return pa.chunked_array(made, kind)
    return made[0] if len(made) == 1 else pa.concat_arrays(made) if made else pa.array([], kind)


def _over_dictionary(column: Any, function: Callable[..., Any], kind: Any, *, in_threads: bool) -> Any:
    chunked = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
    chunks = chunked.unify_dictionaries().chunks
    if not chunks or len(chunks[0].dictionary) > len(column):  # It is of more than this column.
        return over([column.cast(column.type.value_type)], function, kind, in_threads=in_threads)
    of_dictionary = over([chunks[0].dictionary], function, kind, in_threads=in_threads)
    made = [of_dictionary.take(chunk.indices) for chunk in chunks]
    return pa.chunked_array(made, kind) if column is chunked else made[0]


def _slices(columns: list[Any]) -> Iterator[list[Any]]:
    """The columns, cut at the same rows, at the chunks of the first among others."""
    first, *others = columns
    position = 0
    for chunk in first.chunks if isinstance(first, pa.ChunkedArray) else [first]:
        start = 0
        while start < len(chunk):
            part = _first_slice(chunk.slice(start, SLICE_ROWS))
            yield [part, *(_one_array(other.slice(position, len(part))) for other in others)]
            start += len(part)
            position += len(part)


def _first_slice(array: Any) -> Any:
    """The beginning of an array that is no larger than a slice may be, without a dictionary."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_string_view(array.type) or pa.types.is_binary_view(array.type):
        # What a part of them takes is not known: each refers to all the octets.
        octets = max(1, array.get_total_buffer_size())
        return array.slice(0, max(1, min(len(array), SLICE_OCTETS * len(array) // octets)))
    while len(array) > 1 and array.nbytes > SLICE_OCTETS:
        array = array.slice(0, len(array) // 2)
    return array


def _one_array(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def strings_of(array: Any) -> Any:
    """An array of strings of whatever type, as one that each kernel takes."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array if array.type == pa.string() else array.cast(pa.string())


def storable(text: str | None) -> str | None:
    """A string as Arrow holds it: with U+FFFD in the place of lone surrogates.

    >>> storable("a\\ud800") == "a\\ufffd"
    True
    """
    if text is None or text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
