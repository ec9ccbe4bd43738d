"""Columns of Arrow: their types, and how a function processes them in slices."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from urldom._errors import missing_package

if TYPE_CHECKING:
    from pyarrow import Array, ChunkedArray

#: An array of Arrow, or a sequence of arrays.
Column: TypeAlias = "Array[Any] | ChunkedArray[Any]"

# pyarrow has no type annotations.
try:
    pa: Any = import_module("pyarrow")
    #: Arrow's kernels.
    pc: Any = import_module("pyarrow.compute")
except ModuleNotFoundError as error:
    if error.name != "pyarrow":
        raise
    raise missing_package("urldom.columns", "pyarrow") from None

#: The greatest number of rows and of bytes in a slice, which limit the memory use. A longer row is a slice of its own.
SLICE_ROWS: Final = 1 << 16
SLICE_OCTETS: Final = 1 << 28


def is_column(value: object) -> bool:
    return isinstance(value, (pa.Array, pa.ChunkedArray))


def values_type(kind: Any) -> Any:
    """Return the type of a column's values. For a dictionary, it is the type of its entries."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def is_string(kind: Any) -> bool:
    """Return whether this is a type of strings, or the type of nulls."""
    return kind in (pa.string(), pa.large_string(), pa.string_view(), pa.null())


def string_type(column: Any) -> Any:
    """Return the type of the new strings for a column of strings: its own type if Arrow's kernels accept it."""
    kind = getattr(column, "type", None)
    if kind is None:
        return pa.string()
    return pa.large_string() if pa.types.is_large_string(values_type(kind)) else pa.string()


def over(
    columns: list[Any], function: Callable[..., Any], kind: Any, *, in_threads: bool = True, most: tuple[int, ...] = ()
) -> Any:
    """Call `function` with each slice of the columns, and return its results as a column of the type `kind`.

    The columns have the same length. The result is chunked if the first column is. `most` limits a slice, and is
    `(SLICE_ROWS, SLICE_OCTETS)` by default.

    There are as many threads as Arrow has, because kernels release the lock. If the only column is a dictionary, its
    entries are processed instead of its rows, unless there are more entries than rows.
    """
    first = columns[0]
    if len(columns) == 1 and pa.types.is_dictionary(first.type):
        dictionary, indices = _entries(first)
        if len(dictionary) <= len(first):
            entries = over([dictionary], function, kind, in_threads=in_threads).combine_chunks()
            return _like(first, [entries.take(of_chunk) for of_chunk in indices], kind)

    def of_slice(parts: list[Any]) -> Any:
        return function(*parts).cast(kind)

    slices = slices_of(columns, *(most or (SLICE_ROWS, SLICE_OCTETS)))
    beginning = list(islice(slices, 2))
    if in_threads and len(beginning) > 1 and pa.cpu_count() > 1:
        made = _in_threads(of_slice, chain(beginning, slices))
    else:
        made = [of_slice(parts) for parts in chain(beginning, slices)]
    return _like(first, made, kind)


def _in_threads(of_slice: Callable[[list[Any]], Any], slices: Iterator[list[Any]]) -> list[Any]:
    """Return the result for each slice. A new slice is cut only when another is finished, to save memory."""
    made: list[Any] = []
    running: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(pa.cpu_count()) as pool:
        for parts in slices:
            if len(running) > pa.cpu_count():
                made.append(running.popleft().result())
            running.append(pool.submit(of_slice, parts))
        return made + [future.result() for future in running]


def _like(column: Any, made: list[Any], kind: Any) -> Any:
    """Concatenate arrays. The result is chunked if `column` is."""
    if isinstance(column, pa.ChunkedArray):
        return pa.chunked_array(made, kind)
    return made[0] if len(made) == 1 else pa.concat_arrays(made) if made else pa.array([], kind)


def _chunks(column: Any) -> list[Any]:
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def _entries(column: Any) -> tuple[Any, list[Any]]:
    """Return the concatenated dictionaries of a column, and the indices of each chunk in them.

    Arrow's own `unify_dictionaries` fails on null entries, and on more entries than the type of the indices allows. It
    also reads a dictionary again for each slice.
    """
    dictionaries: list[Any] = []
    indices: list[Any] = []
    count = start = 0
    for chunk in _chunks(column):
        dictionary = chunk.dictionary
        if not (dictionaries and dictionary.equals(dictionaries[-1])):
            dictionaries.append(dictionary)
            start, count = count, count + len(dictionary)
        indices.append(pc.add(chunk.indices.cast(pa.int64()), start))
    return pa.chunked_array(dictionaries, column.type.value_type), indices


def slices_of(columns: list[Any], most_rows: int, most_octets: int) -> Iterator[list[Any]]:
    """Yield slices of the columns, cut at the same rows, without dictionaries and views."""
    first, *others = columns
    position = 0
    for part in _gathered(_parts(first, most_rows, most_octets), most_rows, most_octets):
        yield [part, *(_concatenated(list(map(_plain, _chunks(other.slice(position, len(part)))))) for other in others)]
        position += len(part)


def _parts(column: Any, most_rows: int, most_octets: int) -> Iterator[Any]:
    """Yield parts of a column that are small enough for a slice."""
    for chunk in _chunks(column):
        start = 0
        while start < len(chunk):
            part = chunk.slice(start, most_rows)
            if _is_view(part.type):
                # The size of a part is unknown, because each part refers to all bytes. So it is estimated.
                part = part.slice(0, max(1, min(len(part), most_octets * len(part) // part.get_total_buffer_size())))
            part = _plain(part)
            while len(part) > 1 and part.nbytes > most_octets:
                part = part.slice(0, len(part) // 2)
            yield part
            start += len(part)


def _gathered(parts: Iterator[Any], most_rows: int, most_octets: int) -> Iterator[Any]:
    """Yield the parts, but concatenate small ones. Each call of a kernel has a cost."""
    held: list[Any] = []
    rows = octets = 0
    for part in parts:
        rows += len(part)
        octets += part.nbytes
        if held and (rows > most_rows or octets > most_octets):
            yield _concatenated(held)
            held, rows, octets = [], len(part), part.nbytes
        held.append(part)
    if held:
        yield _concatenated(held)


def _concatenated(arrays: list[Any]) -> Any:
    return arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)


def _is_view(kind: Any) -> bool:
    return bool(pa.types.is_string_view(kind) or pa.types.is_binary_view(kind))


def _plain(array: Any) -> Any:
    """Return an array without a dictionary and without views. Some kernels do not accept these."""
    if pa.types.is_dictionary(array.type):
        if not _is_view(array.type.value_type):
            return array.dictionary_decode()
        array = _plain(array.dictionary).take(array.indices)
    if _is_view(array.type):
        return array.cast(pa.string() if pa.types.is_string_view(array.type) else pa.binary())
    return array


def strings_of(array: Any) -> Any:
    """Convert an array with any type of strings to a type that each kernel accepts."""
    return _plain(array).cast(pa.string())
