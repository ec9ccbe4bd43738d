"""Arrow columns: their types, and slices, so that a function can process a column in parts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from urldom._core.errors import missing_package

if TYPE_CHECKING:
    from pyarrow import Array, ChunkedArray

#: An Arrow array, or a chunked array, which is a sequence of arrays.
Column: TypeAlias = "Array[Any] | ChunkedArray[Any]"

# pyarrow has no type annotations, so type checkers do not check its use.
try:
    pa: Any = import_module("pyarrow")
    #: The module of Arrow's kernels, which are functions for whole arrays.
    pc: Any = import_module("pyarrow.compute")
except ModuleNotFoundError as error:
    raise missing_package("urldom.columns", "pyarrow", error=error) from None

#: A slice has at most this many rows and bytes, which limits the memory for intermediate arrays. A
#: single row with more bytes is a slice of its own.
SLICE_ROWS: Final = 1 << 16
SLICE_BYTES: Final = 1 << 28
_TOO_LONG: Final = "the result has more than 2 GiB: pass a ChunkedArray or a column of large_string"


def is_column(value: object) -> bool:
    return isinstance(value, (pa.Array, pa.ChunkedArray))


def values_type(kind: Any) -> Any:
    """Return the type of the values in a column of the type `kind`, or of the entries of a
    dictionary."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def is_string(kind: Any) -> bool:
    """Return whether `kind` is a type of strings, or the type of nulls."""
    return kind in (pa.string(), pa.large_string(), pa.string_view(), pa.null())


def string_type(column: Any) -> Any:
    """Return the type of a result for a column of strings: `large_string` if the column has it,
    otherwise `string`."""
    kind = getattr(column, "type", pa.string())
    return pa.large_string() if pa.types.is_large_string(values_type(kind)) else pa.string()


def over(
    columns: list[Any],
    function: Callable[..., Any],
    kind: Any,
    *,
    in_threads: bool = True,
    most: tuple[int, ...] = (),
) -> Any:
    """Call `function` with each slice of the columns, and return its results as a column of the
    type `kind`.

    The columns have the same length. The result has chunks if the first column has them. `most` is
    the greatest number of rows and of bytes in a slice. The slices are processed in as many threads
    as Arrow uses, because its kernels release Python's lock, unless `in_threads` is false. If the
    only column is a dictionary, its entries are processed instead of its rows."""
    first = columns[0]
    if len(columns) == 1 and pa.types.is_dictionary(first.type):
        entries, indices = _entries(first)
        if len(entries) <= len(first):  # More entries than rows would be more work.
            of_entries = over([entries], function, kind, in_threads=in_threads)
            return _of_rows(first, indices, of_entries, kind)

    def of_parts(*parts: Any) -> Any:
        return function(*parts).cast(kind)

    def of_slice(parts: list[Any]) -> list[Any]:
        return _halved(of_parts, parts)

    slices = slices_of(columns, *(most or (SLICE_ROWS, SLICE_BYTES)))
    first_two = list(islice(slices, 2))
    slices = chain(first_two, slices)
    made: Iterable[list[Any]]
    if in_threads and len(first_two) == 2 and pa.cpu_count() > 1:
        made = _in_threads(of_slice, slices)
    else:
        made = map(of_slice, slices)
    return _like(first, [*chain.from_iterable(made)], kind)


def _of_rows(column: Any, indices: list[Any], of_entries: Any, kind: Any) -> Any:
    """Return the result for a dictionary from the result for its entries."""
    values = _one_array(of_entries.chunks, kind)
    made: list[Any] = []
    for rows in indices:
        made += _halved(values.take, [rows])
    return _like(column, made, kind)


def _in_threads(
    of_slice: Callable[[list[Any]], list[Any]], slices: Iterator[list[Any]]
) -> Iterable[list[Any]]:
    """Process the slices in threads, only a few at a time to save memory."""
    made: list[list[Any]] = []
    running: deque[Future[list[Any]]] = deque()
    with ThreadPoolExecutor(pa.cpu_count()) as pool:
        for parts in slices:
            if len(running) > pa.cpu_count():
                made.append(running.popleft().result())
            running.append(pool.submit(of_slice, parts))
        return made + [future.result() for future in running]


def no_rows(column: Any, kind: Any) -> tuple[Any, Any]:
    """Return a mask that contains no row of a slice, and an array of nulls."""
    return pa.repeat(False, len(column)), pa.nulls(len(column), kind)


def _halved(function: Callable[..., Any], parts: list[Any]) -> list[Any]:
    """Return `function(*parts)` as one array, or as several if one would exceed Arrow's limits."""
    try:
        return [function(*parts)]
    except (pa.ArrowInvalid, pa.ArrowCapacityError):
        half = len(parts[0]) // 2
        if half == 0:  # Even one row exceeds them.
            raise ValueError(_TOO_LONG) from None
        first_rows = [part[:half] for part in parts]
        other_rows = [part[half:] for part in parts]
        return [*_halved(function, first_rows), *_halved(function, other_rows)]


def _like(column: Any, made: list[Any], kind: Any) -> Any:
    """Concatenate the arrays `made`, or keep them as chunks if `column` is chunked."""
    if isinstance(column, pa.ChunkedArray):
        return pa.chunked_array(made, kind)
    return _one_array(made, kind)


def _one_array(made: list[Any], kind: Any) -> Any:
    if not made:
        return pa.array([], kind)
    if len(made) == 1:
        return made[0]
    try:
        return pa.concat_arrays(made)
    except (pa.ArrowInvalid, pa.ArrowCapacityError):
        raise ValueError(_TOO_LONG) from None


def array_of(values: Sequence[Any], kind: Any = pa.string()) -> Any:  # noqa: B008
    """Return an array of the type `kind`."""
    array = pa.array(values, kind)
    # pyarrow returns chunks if the values do not fit into an array.
    if isinstance(array, pa.ChunkedArray):
        raise pa.ArrowCapacityError(_TOO_LONG)
    return array


def null_unless(mask: Any, array: Any) -> Any:
    """Return `array` with null in each row that is not true in `mask`."""
    # Before version 25, pyarrow returns wrong bytes for a slice of strings if the other value is a
    # scalar null.
    return pc.if_else(mask, array, pa.nulls(len(array), array.type))


def split(texts: Any, delimiter: str, *, unless: str) -> Any:
    """Split each text, without its first character, into a list, or return null if the text is
    equal to `unless`."""
    rest = null_unless(pc.not_equal(texts, unless), pc.utf8_slice_codeunits(texts, 1))
    return pc.split_pattern(rest, delimiter)


def _chunks(column: Any) -> list[Any]:
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def _entries(column: Any) -> tuple[Any, list[Any]]:
    """Return the concatenated dictionaries of a column, and for each chunk the indices into the
    concatenation."""
    # Arrow's own `unify_dictionaries` fails for a null entry or for more entries than the indices'
    # type allows, and reads a dictionary again for each chunk that uses it.
    dictionaries: list[Any] = []
    indices: list[Any] = []
    count = 0
    start = 0  # of the last dictionary in the concatenation
    for chunk in _chunks(column):
        dictionary = chunk.dictionary
        if not (dictionaries and dictionary.equals(dictionaries[-1])):
            dictionaries.append(dictionary)
            start = count
            count += len(dictionary)
        indices.append(pc.add(chunk.indices.cast(pa.int64()), start))
    return pa.chunked_array(dictionaries, column.type.value_type), indices


def slices_of(columns: list[Any], most_rows: int, most_bytes: int) -> Iterator[list[Any]]:
    """Yield slices of several columns, cut at the same rows, with plain arrays instead of
    dictionaries and views."""
    first, *others = columns
    position = 0
    for part in _gathered(_parts(first, most_rows, most_bytes), most_rows, most_bytes):
        same_rows = [other.slice(position, len(part)) for other in others]
        yield [part, *map(_plain_array, same_rows)]
        position += len(part)


def _parts(column: Any, most_rows: int, most_bytes: int) -> Iterator[Any]:
    """Yield parts of a column that are small enough for a slice."""
    for chunk in _chunks(column):
        start = 0
        while start < len(chunk):
            part = chunk.slice(start, most_rows)
            if _is_view(part.type):
                # Each part of a view refers to the bytes of the whole array, so the number of rows
                # that have `most_bytes` is estimated.
                rows = most_bytes * len(part) // part.get_total_buffer_size()
                part = part.slice(0, max(rows, 1))
            part = _plain(part)
            while len(part) > 1 and part.nbytes > most_bytes:
                part = part.slice(0, len(part) // 2)
            yield part
            start += len(part)


def _gathered(parts: Iterator[Any], most_rows: int, most_bytes: int) -> Iterator[Any]:
    """Yield the parts, but concatenate small parts, because each call of a kernel has a cost."""
    held: list[Any] = []
    rows = size = 0
    for part in parts:
        rows += len(part)
        size += part.nbytes
        if held and (rows > most_rows or size > most_bytes):
            yield _concatenated(held)
            held = []
            rows, size = len(part), part.nbytes
        held.append(part)
    if held:
        yield _concatenated(held)


def _plain_array(column: Any) -> Any:
    """Return a column as one plain array."""
    return _concatenated([_plain(chunk) for chunk in _chunks(column)])


def _concatenated(arrays: list[Any]) -> Any:
    return arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)


def _is_view(kind: Any) -> bool:
    return bool(pa.types.is_string_view(kind) or pa.types.is_binary_view(kind))


def _plain(array: Any) -> Any:
    """Return the values as a plain array, because some kernels accept neither dictionaries nor
    views."""
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
