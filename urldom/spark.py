"""Columns of URLs in Spark: functions as those of `pyspark.sql.functions`, which take a column or its name, and work
through batches of Arrow by `urldom.columns` on the executors.

Where a function takes a second URL, the base or the address of a page, a string is the name of a column there too; one
URL for all rows is `lit("https://example.com/")`, or a URL of urldom: `URL("https://example.com/")`. Nulls stay null,
and a row that is no URL is null.

A wrong argument raises when the expression is built: `ValueError` for an unknown standard or attribute, `LookupError`
for an unknown encoding, `TypeError` for anything but a column. A column of another type than strings raises Spark's
`AnalysisException`, before anything runs; documents of another type raise on the executors.

>>> links = spark.createDataFrame(  # doctest: +SKIP
...     [("http://example.com/a/", "../b?c"), ("http://example.com/a/", "http://["), (None, "//Shop.example")],
...     "page string, link string",
... )
>>> [row.url for row in links.select(url_resolve("link", "page").alias("url")).collect()]  # doctest: +SKIP
['http://example.com/b?c', None, None]
>>> links.select(url_hostname("page"), url_set("page", port=8080, hash=links.link)).first()  # doctest: +SKIP
Row(url_hostname(page)='example.com', url_set(page, link)='http://example.com:8080/a/#../b?c')
>>> url = url_decompose("link", "page", attributes=["hostname", "search"])  # doctest: +SKIP
>>> links.select(url.alias("url")).first().url  # doctest: +SKIP
Row(hostname='example.com', search='?c')
>>> links.select(url_errors("link", "page").alias("why")).where("why IS NOT NULL").first()  # doctest: +SKIP
Row(why='the IPv6 address has no closing bracket')
>>> pages = links.selectExpr("page", "concat('<base href=/s/><a href=', link, '>') AS html")  # doctest: +SKIP
>>> [link.url for link in pages.select(url_links("html", "page").alias("links")).first().links]  # doctest: +SKIP
['http://example.com/s/', 'http://example.com/b?c']
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from inspect import Parameter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

try:
    from pyspark.sql import Column, SparkSession, functions
    from pyspark.sql.types import ArrayType, BooleanType, DataType, StringType, StructField, StructType
except ImportError:
    raise ImportError("Spark's columns need pyspark 4.1 or newer: pip install 'pyspark>=4.1'") from None

from urldom._columns.arrays import pa
from urldom._columns.decomposing import checked_attributes
from urldom._columns.faces import ATTRIBUTES, EACH, FUNCTIONS, Argument
from urldom._columns.making import NO_ROWS, STANDARD, arrow_function, made, names_in_sql, parameters_of, under
from urldom._errors import type_name
from urldom._patterns.lists import Patterns, pattern_list
from urldom._standards.interface import StandardLike
from urldom._standards.registry import find_standard
from urldom._values.url_value import URLValue

# What pyspark has for the types of its Arrow functions lets no strict checker through.
F: Any = functions

__all__ = ["register", "url_decompose", "url_errors", "url_link_errors", "url_links", "url_matches", "url_param"]
__all__ += ["url_registrable_domain", "url_resolve", "url_set"]
__all__ += ["url_hash", "url_host", "url_hostname", "url_pathname", "url_port", "url_protocol", "url_search"]
__all__ += ["url_href", "url_origin", "url_password", "url_username"]


def __dir__() -> list[str]:
    return __all__


#: A column, or the name of one.
ColumnOrName: TypeAlias = "Column | str"

#: The name of a function's first column in Spark, by its name in `urldom.columns`.
_CALLED: Final = {"urls": "col", "documents": "html"}

if TYPE_CHECKING:  # These are made below.

    def url_protocol(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_host(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_hostname(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_port(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_pathname(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_search(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_hash(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_href(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_origin(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_username(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_password(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column: ...
    def url_decompose(
        col: ColumnOrName,
        base: URLValue | ColumnOrName | None = None,
        *,
        attributes: Collection[str] = ...,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
    ) -> Column: ...
    def url_resolve(
        col: ColumnOrName,
        base: URLValue | ColumnOrName | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
    ) -> Column: ...

    url_errors = url_resolve
    url_registrable_domain = url_resolve

    def url_matches(
        col: ColumnOrName,
        patterns: Patterns | ColumnOrName,
        base: URLValue | ColumnOrName | None = None,
        *,
        encoding: str = "utf-8",
    ) -> Column: ...
    def url_param(
        col: ColumnOrName,
        name: ColumnOrName,
        base: URLValue | ColumnOrName | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
    ) -> Column: ...
    def url_set(
        col: ColumnOrName,
        base: URLValue | ColumnOrName | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        **values: int | ColumnOrName | None,
    ) -> Column: ...
    def url_links(
        html: ColumnOrName,
        address: URLValue | ColumnOrName,
        content_type: ColumnOrName | None = None,
        *,
        standard: StandardLike = "whatwg",
    ) -> Column: ...

    url_link_errors = url_links


def register(spark: SparkSession, *, standard: StandardLike = "whatwg", prefix: str = "url_") -> list[str]:
    """Makes the functions known to SQL in this session, by names that begin with `prefix`, and returns these names.

    All speak that one standard: register them again with another prefix for another one. In SQL a column is given by
    place or by the parameter's name: `url_set(u, hostname => 'example.org', port => NULL)`; but only by place in a call
    that is itself the one argument of another: `url_hostname(url_resolve(link, page))`. Spark does not check the
    types of what they are given before it runs them: a column of another type raises on the executors.

    >>> register(spark)[2]  # doctest: +SKIP
    'url_hostname'
    >>> spark.sql("SELECT url_hostname('http://EXAMPLE.com/') AS host").first()  # doctest: +SKIP
    Row(host='example.com')
    """
    if not hasattr(spark, "udf"):
        raise TypeError(f"the functions are registered in a SparkSession, not in {type_name(spark)}")
    found = find_standard(standard)
    names = names_in_sql(found, prefix)
    for called, name in names.items():
        spark.udf.register(called, _batched(called, *under(name, found)))
    return [*names]


def _call(name: str, first: object, arguments: dict[str, Any]) -> Column:
    """The column that a function of columns makes of its arguments. Raises what it says of no rows."""
    standard = find_standard(arguments.get("standard", "whatwg"))
    if "standard" in arguments:
        arguments["standard"] = standard.name
    taken, given = [EACH[name].column], [_column(first)]
    for argument in EACH[name].among(arguments):
        value = arguments[argument.name]
        is_of_all_rows = argument.one in ("name", "value", "patterns") or (value is None and argument.may_be_none)
        if isinstance(value, URLValue) and argument.one == "url":
            arguments[argument.name] = str(value)
        elif isinstance(value, Column) or not is_of_all_rows:
            taken.append(argument)
            given.append(_column(value))
            arguments[argument.name] = NO_ROWS
        elif argument.one == "patterns":
            arguments[argument.name] = pattern_list(value)
    if "attributes" in arguments:
        arguments["attributes"] = checked_attributes(arguments["attributes"], standard)
    function = partial(arrow_function(name), **arguments)
    names = [argument.name for argument in taken[1:]]
    result = function(NO_ROWS)

    def of_places(column: Any, *arrays: Any) -> Any:
        return function(column, **dict(zip(names, arrays, strict=True)))

    # By place: Spark hands a function within another one nothing by name.
    batched = _batched(f"url_{name}", of_places, result.type)
    # As Spark names a column after those that it is made of.
    texts = [str(column).removeprefix("Column<'").removesuffix("'>") for column in given]
    found: Column = batched(*map(_checked, given, taken)).alias(f"url_{name}({', '.join(texts)})")
    return found


def _column(value: object) -> Column:
    if isinstance(value, Column):
        return value
    if not isinstance(value, str):
        raise TypeError(f"a column is a Column or the name of one, not {type_name(value)}")
    if "://" in value:
        raise ValueError(f"{value!r} would be the name of a column; one URL for all rows is lit({value!r})")
    return functions.col(value)


def _checked(column: Column, argument: Argument) -> Column:
    """The column, unchanged, in an expression that checks its type: Spark does not do so for a Python function."""
    if {"integers", "lists of strings"} & {*argument.kinds}:
        return column  # strings or something else: nothing takes these alone
    if "octets" in argument.kinds:
        # Octets or strings; all but the column is optimised away.
        return functions.when(functions.lit(True) | functions.crc32(column).isNull(), column)
    return functions.collate(column, "UTF8_BINARY")


def _batched(name: str, function: Callable[..., Any], kind: Any) -> Any:
    """A function of Arrow's columns as one of Spark's, which returns columns of the type `kind`."""
    names = {called: name for name, called in _CALLED.items()}

    def batched(*arrays: Any, **named: Any) -> Any:
        return function(*arrays, **{names.get(key, key): array for key, array in named.items()})

    batched.__name__ = name
    batched.__annotations__ = {}  # Spark would take another kind of function from them than of arrays to an array.
    return F.arrow_udf(batched, _spark_type(kind))


def _spark_type(kind: Any) -> DataType:
    if pa.types.is_list(kind):
        return ArrayType(_spark_type(kind.value_type), containsNull=False)
    if pa.types.is_struct(kind):
        return StructType([StructField(field.name, _spark_type(field.type)) for field in kind])
    return BooleanType() if pa.types.is_boolean(kind) else StringType()


def _make(name: str, arguments: list[Parameter], words: str) -> Any:
    first = Parameter(_CALLED[EACH[name].column.name], Parameter.POSITIONAL_OR_KEYWORD, annotation="ColumnOrName")
    return made(name, _call, [first, *arguments], "Column", place=(__name__, f"url_{name}"), words=words)


_TYPES: Final = {"column": "ColumnOrName", "url": "URLValue", "value": "int", "patterns": "Patterns"}
for _name in ATTRIBUTES:
    _words = f"""`col` is a column of strings, or its name. `standard` is one of the five, or its name. The `{_name}` is
null for a null and for an invalid URL. The errors are those of all functions of this module."""
    globals()[f"url_{_name}"] = _make(_name, [STANDARD], _words)
for _name in FUNCTIONS:
    _words = f"""A string is the name of a column. The name in `url_param()`, the patterns in `url_matches()` and the
values in `url_set()` are the exceptions: a string is the name, the pattern or the value itself. One URL for all rows is
a URL of urldom. The other parameters are those of `urldom.columns.{_name}()`."""
    globals()[f"url_{_name}"] = _make(_name, [*parameters_of(_name, _TYPES)], _words)
