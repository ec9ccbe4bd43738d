"""`param` for columns of URLs: one parameter of each query."""

from __future__ import annotations

from typing import Any, Final

from urldom._columns.arrays import Column, is_column, pa, pc, string_type, strings_of
from urldom._columns.bases import Bases, RowBase
from urldom._columns.cutting import OtherRows, Reading, merged, over_urls
from urldom._columns.faces import NAME, URLS
from urldom._columns.usual import UsualRows, parameter
from urldom._errors import Failure, wrong_type
from urldom._standards.interface import StandardLike
from urldom._standards.registry import find_standard
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL
from urldom.params import form_decode

#: For a longer name, there is no regular expression, because RE2 limits the size of an expression.
_LONGEST_NAME: Final = 256


def param(
    urls: Column,
    name: str | Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
) -> Any:
    """Return the first value of a query parameter, decoded (URL Standard 5.1).

    Each row is the result of `URLDecomposition.params.get(name)`. The result has the same type as a result of
    `resolve()`.

    Args:
        urls: A pyarrow array or `ChunkedArray` of strings, as for `decompose()`.
        name: The name of the parameter, or a column with a name for each row.
        base: An absolute URL for all rows, or a column with a base URL for each row. Null means that the
            row has no base.
        standard: One of the five standards, or its name.
        encoding: A label of the Encoding Standard. Names and values are decoded from this encoding.

    Returns:
        The values. An empty value is `""`. A row is null if the query does not have the parameter, if the URL or the
        name is null, or if the URL or its base is invalid.

    Raises:
        TypeError: If an argument has a wrong type, or a column does not contain strings.
        ValueError: If the columns have different lengths, or the standard is unknown.
        InvalidURLError: If `base` is one URL for all rows, and is not absolute.
        LookupError: If the encoding is unknown.

    >>> import pyarrow
    >>> urls = pyarrow.array(["http://h/?q=caf%C3%A9+au+lait&q=b", "http://h/?Q=a", "http://h/?q", None])
    >>> param(urls, "q").to_pylist()
    ['café au lait', None, '', None]
    """
    found = find_standard(standard)
    URLS.require(urls)
    names: list[Any] = []
    if is_column(name):
        NAME.require(name, len(urls))
        names.append(name)
    elif not isinstance(name, str):
        raise wrong_type("the name of a parameter", "a str or a column of strings", name)
    one = scalar_value_string(str.__str__(name)) if isinstance(name, str) else None

    def of_slice(strings: Any, bases: Bases, reading: Reading, *slices: Any) -> Any:
        of_rows = list(map(strings_of, slices))
        distinct: list[str | None] = of_rows[0].unique().to_pylist() if of_rows else [one]
        first = distinct[0]
        if first is None or len(distinct) > 1:
            usual, array = pa.repeat(False, len(strings)), pa.nulls(len(strings), pa.string())
        else:
            usual, array = _of_usual(UsualRows(strings, bases, reading.standard, ["search"]), first, reading)
            of_rows = []
        others = OtherRows(strings, bases, usual)

        def answer(url: str, base: RowBase, wanted: str | None = first) -> str | None:
            if wanted is None:
                return None
            pieces = reading.pieces(url, base)
            return None if isinstance(pieces, Failure) else reading.view(pieces).params.get(wanted)

        return merged(array, others, pa.array(others.answers(answer, *of_rows), pa.string()))

    return over_urls(of_slice, urls, base, found, encoding, string_type(urls), *names)


def _of_usual(rows: UsualRows, name: str, reading: Reading) -> tuple[Any, Any]:
    """Return a mask and an array, for the rows whose parameter pyarrow's kernels can read.

    The mask is true for these rows. The array contains the values of the parameter.
    """
    queries = rows.attribute("search")
    # The expression for an escaped name needs a single sequence of bytes for each character. Encodings other than UTF-8
    # can have several sequences for a character. In UTF-8, only U+FFFD has several sequences, because all invalid
    # sequences decode to U+FFFD.
    reads_escapes = reading.encoding == "utf-8" and "\ufffd" not in name
    if len(name) > _LONGEST_NAME:
        rows.leave_out(pc.not_equal(queries, ""))
        return rows.mask, pa.nulls(len(queries), pa.string())
    if not reads_escapes:
        rows.leave_out(pc.match_substring(queries, "%"))
    (values,) = pc.extract_regex(queries, parameter(name, escapes=reads_escapes)).flatten()
    is_encoded = pc.fill_null(pc.match_substring_regex(values, "[+%]"), False)
    if not pc.any(is_encoded).as_py():
        return rows.mask, values
    encoded: Any = values.filter(is_encoded).dictionary_encode()
    texts = encoded.dictionary.to_pylist()
    together = "\n".join(texts)
    # One call for all values, joined with line breaks, is much faster than a call for each value. A value with the
    # escape `%0A` becomes a text with a line break. Then each value needs its own call.
    if "%0A" in together or "%0a" in together:
        decoded = [form_decode(text, reading.encoding) for text in texts]
    else:
        decoded = form_decode(together, reading.encoding).split("\n")
    return rows.mask, pc.replace_with_mask(values, is_encoded, pa.array(decoded, pa.string()).take(encoded.indices))
