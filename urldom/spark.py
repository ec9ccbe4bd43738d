"""Columns of URLs in Spark, whose executors process batches of rows with `urldom.columns`.

As in `pyspark.sql.functions`, pass a column as a `Column` or by its name. A string is the name of a
column even for a base URL or the address of a page, so pass `lit("https://example.com/")` or
`URL("https://example.com/")` to use one for all rows. If a URL in the first column is null or
invalid, the result is null in its row. Only `url_matches` returns false for an invalid URL, and
`url_errors` returns the reason. A column of URLs with a wrong type raises Spark's
`AnalysisException` before the query runs.

>>> page = "http://example.com/a/"
>>> rows = [(page, "../b?c"), (page, "http://["), (None, "//Shop.example")]
>>> links = spark.createDataFrame(rows, "page string, link string")  # doctest: +SKIP
>>> urls = links.select(url_resolve("link", "page").alias("url"))  # doctest: +SKIP
>>> [row.url for row in urls.collect()]  # doctest: +SKIP
['http://example.com/b?c', None, None]
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final, TypeAlias

from urldom._core.errors import missing_package, shown

try:
    from pyspark.sql import Column, SparkSession, functions
    from pyspark.sql.types import (
        ArrayType,
        BooleanType,
        DataType,
        MapType,
        StringType,
        StructField,
        StructType,
    )
except ModuleNotFoundError as _error:
    raise missing_package("urldom.spark", "pyspark>=4.1", error=_error) from None

from urldom._core.errors import wrong_type
from urldom._core.standards.interface import StandardLike
from urldom._core.text import name_patterns
from urldom._core.values.url_value import URLValue
from urldom.columns._arrays import pa
from urldom.columns._docstrings import Words
from urldom.columns._faces import (
    CHECKS,
    NO_ROWS,
    arrow_function,
    columns_among,
    filled,
    functions_in_sql,
)
from urldom.columns._matching import Pattern
from urldom.columns._table import DECOMPOSED, EACH, URLS, Argument, Example
from urldom.patterns._lists import Patterns

# pyspark's types of Arrow functions do not pass strict type checkers.
F: Any = functions

__all__ = ["register", "url_decompose", "url_display", "url_errors", "url_groups", "url_hash"]
__all__ += ["url_host", "url_hostname", "url_href", "url_link_errors", "url_links", "url_matches"]
__all__ += ["url_origin", "url_param", "url_param_names", "url_params", "url_password"]
__all__ += ["url_pathname", "url_port", "url_protocol", "url_public_suffix"]
__all__ += ["url_registrable_domain", "url_resolve", "url_search", "url_segments", "url_set"]
__all__ += ["url_subdomain", "url_username", "url_without_params"]
__dir__: Callable[[], list[str]] = __all__.copy

#: A column, or the name of a column.
ColumnOrName: TypeAlias = "Column | str"

#: The names of the first parameters in `urldom.columns` and in Spark's functions.
_CALLED: Final = {"urls": "col", "documents": "html"}


def register(
    spark: SparkSession,
    *,
    standard: StandardLike = "whatwg",
    prefix: str = "url_",
    default_scheme: str | None = None,
) -> list[str]:
    """Register SQL functions whose names begin with `prefix` in a session.

    To use another standard too, call `register` again with another prefix. In SQL, arguments are
    positional or named, as in `url_set(u, hostname => 'example.org', port => NULL)`. If a call is
    the only argument of another call, the arguments of the inner call must be positional. A column
    with a wrong type raises an error on the executors.

    Args:
        spark: The session.
        standard: A standard, or its name, such as `"rfc3986"`.
        prefix: The beginning of the names of the functions.
        default_scheme: The scheme of addresses that have none, such as `example.com/x`: see
            `URL.parse`.

    Returns:
        The names of the functions.

    Raises:
        TypeError: If `spark` is not a session, or `prefix` or `default_scheme` is not a `str`.
        ValueError: If the standard is unknown, or `default_scheme` is not a scheme.

    >>> register(spark)[2]  # doctest: +SKIP
    'url_hostname'
    >>> spark.sql("SELECT url_hostname('http://EXAMPLE.com/') AS host").first()  # doctest: +SKIP
    Row(host='example.com')
    """
    if not hasattr(spark, "udf"):
        raise wrong_type("spark", "a SparkSession", spark)
    found = list(functions_in_sql(standard, prefix, default_scheme))
    for function in found:
        batched = _batched(function.called, function.call, function.kind)
        spark.udf.register(function.called, batched)
    return [function.called for function in found]


def _call(first: object, name: str, arguments: dict[str, Any]) -> Column:
    """Return the column of results of a function, or raise the error for a wrong argument."""

    def column_of(argument: Argument, value: Any) -> Column | None:
        if isinstance(value, Column):
            return value
        if argument.one in ("name", "value", *CHECKS):
            return None
        if value is None and argument.may_be_none:
            return None
        if isinstance(value, URLValue) and argument.one == "url":
            return None
        return _column(value)

    columns = columns_among(name, arguments, column_of)
    given = [_column(first), *columns.values()]
    names = [argument.name for argument in columns]
    function = partial(arrow_function(name), **arguments)
    result = function(NO_ROWS)

    def positional(column: Any, *arrays: Any) -> Any:
        return function(column, **dict(zip(names, arrays, strict=True)))

    # The arguments are positional, because Spark drops the names of arguments in nested calls.
    batched = _batched(f"url_{name}", positional, result.type)
    result_column: Column = batched(*map(_checked, given, [EACH[name].column, *columns]))
    # The name of the result is a call with the names of the columns, as for Spark's own functions.
    texts = [str(column).removeprefix("Column<'").removesuffix("'>") for column in given]
    return result_column.alias(f"url_{name}({', '.join(texts)})")


def _column(value: object) -> Column:
    if isinstance(value, Column):
        return value
    if not isinstance(value, str):
        raise wrong_type("a column", "a Column or the name of one", value)
    if "://" in value:
        raise ValueError(
            f"a str is the name of a column: pass lit({shown(value)}) for one URL for all rows"
        )
    return functions.col(value)


def _checked(column: Column, argument: Argument) -> Column:
    """Return the column in an expression of Spark's functions, whose types, unlike those of
    Python's, Spark checks."""
    # Spark has no expression that accepts only strings and one more of these kinds of values.
    if {"integers", "lists of strings"} & {*argument.kinds}:
        return column
    if "bytes" in argument.kinds:
        # `crc32` accepts only binary values and strings, and Spark removes it after this check.
        return functions.when(functions.lit(True) | functions.crc32(column).isNull(), column)
    return functions.collate(column, "UTF8_BINARY")


def _batched(name: str, function: Callable[..., Any], kind: Any) -> Any:
    """Return a function for Spark's columns that calls `function` with Arrow columns. `kind` is the
    result's type."""
    names = {called: name for name, called in _CALLED.items()}

    def batched(*arrays: Any, **named: Any) -> Any:
        arguments = {names.get(called, called): array for called, array in named.items()}
        return function(*arrays, **arguments)

    batched.__name__ = name
    # Annotations would make Spark treat this as another kind of function.
    batched.__annotations__ = {}
    return F.arrow_udf(batched, _spark_type(kind))


def _spark_type(kind: Any) -> DataType:
    if pa.types.is_list(kind):
        return ArrayType(_spark_type(kind.value_type), containsNull=False)
    if pa.types.is_map(kind):
        return MapType(_spark_type(kind.key_type), _spark_type(kind.item_type))
    if pa.types.is_struct(kind):
        return StructType([StructField(field.name, _spark_type(field.type)) for field in kind])
    return BooleanType() if pa.types.is_boolean(kind) else StringType()


def _example(name: str, example: Example) -> list[str]:
    if name == "params":
        example = example._replace(part='["tag"]', value="['a', 'b']")
    elif name in ("decompose", "groups"):
        example = example._replace(part=".asDict()")
    called = _CALLED[EACH[name].column.name]
    session = [f"links = spark.createDataFrame([({example.row!r},)], '{called} string')"]
    arguments = f'"{called}"'
    if example.base is not None:
        session.insert(0, "from pyspark.sql.functions import lit")
        arguments += f', lit("{example.base}")'
    if example.arguments:
        arguments += f", {example.arguments}"
    session.append(f"links.select(url_{name}({arguments})).first()[0]{example.part}")
    return example.session(f"{line}  # doctest: +SKIP" for line in session)


_ONE_FOR_ALL: Final = (
    "A column with a URL for each row. For one URL for all rows, pass `lit(...)` or a URL object."
)


def _errors(name: str) -> dict[str, str | None]:
    """Return the errors of a function that are different from those in Arrow."""
    # Without publicsuffixlist, the error is raised on the executors.
    return {"ImportError": None} if EACH[name].column is URLS else {}


_WORDS: Final = Words(
    _example,
    arguments={
        "col": "A column of strings, or its name.",
        "html": "A column of binary values or strings, or its name: pages, feeds or style sheets.",
        "base": f"{_ONE_FOR_ALL} Null means that the row has no base.",
        "address": _ONE_FOR_ALL,
        "names": (
            "A name, or an iterable of names, with `*` for any characters, as in `utm_*`. It can"
            " also be a `Column` of strings, or of arrays of strings, with the names for each row."
        ),
        "name": "The name of the parameter as a string, or a `Column` with a name for each row.",
        "content_type": (
            "A column with the values of the header `Content-Type`, or its name. `None`, or a null"
            " in the column, means that a document has no such header."
        ),
    },
    returns={
        "groups": (
            "A struct with a field for each group, or for a column of patterns a map. A row is null"
            " if the pattern does not match, or if the URL or the pattern is null."
        )
    },
    value_error="If the name of a column contains `://`",
    prefix="url_",
    errors=_errors,
)
_filled: Final = filled(_call, _WORDS)


@_filled
def url_protocol(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The scheme and a colon (HTML5 2.6.6)."""
    ...


@_filled
def url_host(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The host and port, without a default port (HTML5 2.6.6)."""
    ...


@_filled
def url_hostname(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The host (HTML5 2.6.6)."""
    ...


@_filled
def url_port(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The port, or `""` for the default port (HTML5 2.6.6)."""
    ...


@_filled
def url_pathname(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The path (HTML5 2.6.6)."""
    ...


@_filled
def url_search(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """A question mark and the query, or `""` (HTML5 2.6.6)."""
    ...


@_filled
def url_hash(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """A number sign and the fragment, or `""` (HTML5 2.6.6)."""
    ...


@_filled
def url_href(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The absolute URL (URL Standard 6.1)."""
    ...


@_filled
def url_origin(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The origin, or `"null"` (URL Standard 6.1), only under `WHATWG`."""
    ...


@_filled
def url_username(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The username, escaped (URL Standard 6.1), only under `WHATWG`."""
    ...


@_filled
def url_password(
    col: ColumnOrName,
    standard: StandardLike = "whatwg",
    *,
    default_scheme: str | None = None,
) -> Column:
    """The password, escaped (URL Standard 6.1), only under `WHATWG`."""
    ...


@_filled
def url_decompose(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    attributes: Collection[str] = DECOMPOSED,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return several attributes of each URL, after resolving it against `base`."""
    ...


@_filled
def url_resolve(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the absolute URL of each row, resolved against `base` (HTML5 2.6.3)."""
    ...


@_filled
def url_errors(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
    **values: int | ColumnOrName | None,
) -> Column:
    """Return the reason why each row is invalid: the `reason` of its `InvalidURLError`."""
    ...


@_filled
def url_param(
    col: ColumnOrName,
    name: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the first value of a query parameter, decoded (URL Standard 5.1)."""
    ...


@_filled
def url_registrable_domain(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the registrable domain of each host: its public suffix and the label before it (URL
    Standard 3.2)."""
    ...


@_filled
def url_matches(
    col: ColumnOrName,
    patterns: Patterns | ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return whether each URL matches at least one pattern (URL Pattern Standard 1.4)."""
    ...


@_filled
def url_params(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return all query parameters of each URL, as a map from each name to the list of its values
    (URL Standard 5.1)."""
    ...


@_filled
def url_param_names(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the names of the query parameters of each URL, each once, decoded (URL Standard
    5.1)."""
    ...


@_filled
def url_without_params(
    col: ColumnOrName,
    names: name_patterns.Names | ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the absolute URL of each row without some query parameters. The rest of the query
    keeps its bytes."""
    ...


@_filled
def url_public_suffix(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the public suffix of each host: the domain under which people register names (URL
    Standard 3.2)."""
    ...


@_filled
def url_subdomain(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the labels of each host before its registrable domain."""
    ...


@_filled
def url_segments(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the segments of each path, decoded (RFC 3986 3.3)."""
    ...


@_filled
def url_groups(
    col: ColumnOrName,
    pattern: Pattern | ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return the text of each named group of a pattern, decoded (URL Pattern Standard 1.2)."""
    ...


@_filled
def url_display(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Column:
    """Return each URL as text for people, after resolving it against `base` (URL Standard 4.8)."""
    ...


@_filled
def url_set(
    col: ColumnOrName,
    base: URLValue | ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
    **values: int | ColumnOrName | None,
) -> Column:
    """Assign attributes of each URL, after resolving it against `base`, and return the new URLs."""
    ...


@_filled
def url_links(
    html: ColumnOrName,
    address: URLValue | ColumnOrName,
    content_type: ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Column:
    """Return every URL of each document."""
    ...


@_filled
def url_link_errors(
    html: ColumnOrName,
    address: URLValue | ColumnOrName,
    content_type: ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Column:
    """Return the reason why `url_links()` returns null for a document, as a sentence."""
    ...
