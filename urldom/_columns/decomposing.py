"""The functions `decompose`, `resolve` and `errors` for columns of URLs."""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter
from typing import Any

from urldom._columns.arrays import Column, pa, pc, string_type
from urldom._columns.bases import Bases, RowBase
from urldom._columns.cutting import OtherRows, Reading, merged, over_urls
from urldom._columns.usual import UsualRows
from urldom._errors import Failure, shown, unknown_name
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._values.url_value import AnyURL


def decompose(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    attributes: Collection[str] = (*DECOMPOSITION_ATTRIBUTES, "href"),
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
) -> Any:
    """Return several attributes of each URL, after resolving it against `base`.

    The attributes are the seven *URL decomposition IDL attributes* (HTML5 2.6.6) and `href`. Under `WHATWG`, `origin`,
    `username` and `password` can be requested too. The values are the same as those of a `URLDecomposition`. The result
    is a `StructArray`. It is chunked if `urls` is chunked. All errors are raised before any row is read.

    Args:
        urls: A pyarrow array or `ChunkedArray` of strings. Its type is `string`, `large_string`, `string_view`, or a
            dictionary of these.
        base: An absolute URL for all rows, or a column with a base URL for each row. Null means that the
            row has no base.
        attributes: The names of the attributes.
        standard: One of the five standards, or its name.
        encoding: A label of the Encoding Standard. The query of each URL is percent-encoded in it.

    Returns:
        A struct for each row, with a field for each attribute. A row is null if its URL is null or invalid, or if its
        base is invalid. `errors()` returns the reasons.

    Raises:
        TypeError: If an argument has a wrong type, or a column does not contain strings.
        ValueError: If the columns have different lengths, or an attribute or the standard is unknown.
        InvalidURLError: If `base` is one URL for all rows, and is not absolute.
        LookupError: If the encoding is unknown.

    >>> import pyarrow
    >>> urls = pyarrow.array(["HTTP://Example.com:80/a?b", "../c", None, "http://["])
    >>> decompose(urls, "https://example.org/x/y", attributes=["hostname", "pathname"]).to_pylist()
    [{'hostname': 'example.com', 'pathname': '/a'}, {'hostname': 'example.org', 'pathname': '/c'}, None, None]
    """
    found = find_standard(standard)
    names = checked_attributes(attributes, found)
    kind = string_type(urls)

    def of_slice(strings: Any, bases: Bases, reading: Reading) -> Any:
        usual = UsualRows(strings, bases, reading.standard, names)
        others = OtherRows(strings, bases, usual.mask)
        read = read_others(others, reading, names)
        valid = merged(usual.mask, others, read[0].is_valid())
        fields = [
            merged(usual.attribute(name), others, values, valid) for name, values in zip(names, read, strict=True)
        ]
        return pa.StructArray.from_arrays(fields, names, mask=pc.invert(valid))

    return over_urls(of_slice, urls, base, found, encoding, pa.struct([(name, kind) for name in names]))


def resolve(
    urls: Column, base: AnyURL | Column | None = None, *, standard: StandardLike = "whatwg", encoding: str = "utf-8"
) -> Any:
    """Return the absolute URL of each row, resolved against `base` (HTML5 2.6.3).

    Each row of the result is the result of `urldom.resolve`, as a string. Under `RFC1808`, a row is also null if its
    URL resolves to a relative URL. The column is a `StringArray`. It is chunked if `urls` is chunked. All errors are
    raised before any row is read.

    Args:
        urls: A pyarrow array or `ChunkedArray` of strings, as for `decompose()`.
        base: An absolute URL for all rows, or a column with a base URL for each row. Null means that the
            row has no base.
        standard: One of the five standards, or its name.
        encoding: A label of the Encoding Standard. The query of each URL is percent-encoded in it.

    Returns:
        The absolute URLs. A row is null if its URL is null or invalid, or if its base is invalid. `errors()` returns
        the reasons.

    Raises:
        TypeError: If an argument has a wrong type, or a column does not contain strings.
        ValueError: If the columns have different lengths, or the standard is unknown.
        InvalidURLError: If `base` is one URL for all rows, and is not absolute.
        LookupError: If the encoding is unknown.

    >>> import pyarrow
    >>> pages = pyarrow.array(["http://example.com/a/", "http://example.org/"])
    >>> resolve(pyarrow.array(["b?c", "//H"]), pages).to_pylist()
    ['http://example.com/a/b?c', 'http://h/']
    """

    def of_slice(strings: Any, bases: Bases, reading: Reading) -> Any:
        usual = UsualRows(strings, bases, reading.standard)
        others = OtherRows(strings, bases, usual.mask)
        urls = others.answers(reading.resolved)
        return merged(usual.href(), others, pa.array(urls, pa.string()))

    return over_urls(of_slice, urls, base, find_standard(standard), encoding, string_type(urls))


def errors(
    urls: Column, base: AnyURL | Column | None = None, *, standard: StandardLike = "whatwg", encoding: str = "utf-8"
) -> Any:
    """Return the reason why each row is invalid: the `reason` of its `InvalidURLError`.

    Args:
        urls: A pyarrow array or `ChunkedArray` of strings, as for `decompose()`.
        base: An absolute URL for all rows, or a column with a base URL for each row. Null means that the
            row has no base.
        standard: One of the five standards, or its name.
        encoding: A label of the Encoding Standard. The query of each URL is percent-encoded in it.

    Returns:
        The reasons. A row is null if its URL is null or valid.

    Raises:
        TypeError: If an argument has a wrong type, or a column does not contain strings.
        ValueError: If the columns have different lengths, or the standard is unknown.
        InvalidURLError: If `base` is one URL for all rows, and is not absolute.
        LookupError: If the encoding is unknown.

    >>> import pyarrow
    >>> errors(pyarrow.array(["http://h:x/", "http://h/", None])).to_pylist()
    ['the port is not a number', None, None]
    """

    def of_slice(strings: Any, bases: Bases, reading: Reading) -> Any:
        others = OtherRows(strings, bases, UsualRows(strings, bases, reading.standard).mask)
        rows = others.answers(reading.pieces)
        reasons = [pieces.reason if isinstance(pieces, Failure) else None for pieces in rows]
        return merged(pa.nulls(len(strings), pa.string()), others, pa.array(reasons, pa.string()))

    return over_urls(of_slice, urls, base, find_standard(standard), encoding, string_type(urls))


def read_others(others: OtherRows, reading: Reading, names: list[str]) -> list[Any]:
    """Return an array for each attribute, with the values of the unusual rows only. Invalid rows are null."""
    # One flat list contains all values. With a tuple for each row, the garbage collector would repeatedly traverse all
    # tuples.
    values: list[str | None] = []
    put: Any = values.append if len(names) == 1 else values.extend
    get: Any = attrgetter(*names)
    nothing = None if len(names) == 1 else (None,) * len(names)
    count = -1

    def read(url: str, base: RowBase) -> int:
        nonlocal count
        pieces = reading.pieces(url, base)
        put(nothing if isinstance(pieces, Failure) else get(reading.view(pieces)))
        count += 1
        return count

    rows = pa.array(others.answers(read), pa.int32())
    return [pa.array(values[index :: len(names)], pa.string()).take(rows) for index in range(len(names))]


def checked_attributes(attributes: Any, standard: Standard) -> list[str]:
    """Return the names of the attributes without duplicates.

    Raises `ValueError` if an attribute is unknown or the list is empty. Raises `TypeError` if `attributes` is not a
    list of names.
    """
    try:
        names: list[Any] | None = None if isinstance(attributes, str) else list(attributes)
    except TypeError:
        names = None
    if names is None or not all(isinstance(name, str) for name in names):
        raise TypeError(f"attributes must be a list of names such as ['hostname'], not {shown(attributes)}")
    known = dict.fromkeys([*standard.attributes, "href"])
    if not names:
        raise ValueError(f"no attribute is given: use one or more of {', '.join(known)}")
    for name in names:
        if name not in known:
            raise ValueError(unknown_name("attribute", name, known, under=standard.name))
    return list(dict.fromkeys(names))
