"""Columns of URLs in Spark: functions as those of `pyspark.sql.functions`, which take a column or its name, and work
through batches of Arrow by `urldom.columns` on the executors.

Where a function takes a second URL, the base or the address of a page, a string is the name of a column there too; one
URL for all rows is `lit("https://example.com/")`, or a URL of urldom: `URL("https://example.com/")`. Nulls stay null,
and a row that is no URL is null.

What is wrong with an argument raises where the expression is built: `ValueError` for an unknown standard or attribute,
`LookupError` for an unknown encoding, `TypeError` for what is no column. A column of another type than strings raises
Spark's `AnalysisException`, before anything runs; documents of another type raise on the executors.

>>> links = spark.createDataFrame(  # doctest: +SKIP
...     [("http://example.com/a/", "../b?c"), ("http://example.com/a/", "http://["), (None, "//Shop.example")],
...     "page string, link string",
... )
>>> [row.url for row in links.select(url_resolve("link", "page").alias("url")).collect()]  # doctest: +SKIP
['http://example.com/b?c', None, None]
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final, TypeAlias

try:
    from pyspark.sql import Column, SparkSession, functions
    from pyspark.sql.types import ArrayType, DataType, StringType, StructField, StructType
except ImportError:
    raise ImportError("Spark's columns need pyspark 4.1 or newer: pip install 'urldom[spark]'") from None

from urldom import columns
from urldom._columns.arrays import pa
from urldom._columns.decomposing import checked_attributes
from urldom._errors import type_name
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, StandardLike
from urldom._standards.registry import find_standard
from urldom._values.url_value import URLValue

# What pyspark has for the types of its Arrow functions lets no strict checker through.
F: Any = functions

__all__ = [
    "register",
    "url_decompose",
    "url_errors",
    "url_hash",
    "url_host",
    "url_hostname",
    "url_href",
    "url_link_errors",
    "url_links",
    "url_origin",
    "url_password",
    "url_pathname",
    "url_port",
    "url_protocol",
    "url_resolve",
    "url_search",
    "url_set",
    "url_username",
]


def __dir__() -> list[str]:
    return __all__


#: A column, or the name of one.
ColumnOrName: TypeAlias = "Column | str"

#: What a batch of no rows is. The functions of `urldom.columns` say of it what they say of any other: of which type
#: the result is, and what is wrong with an argument.
_NO_ROWS: Final[Any] = pa.array([], pa.string())
#: Which of these functions there are in SQL, and what they have to be given beside the first column.
_NEEDED: Final = {
    "decompose": (),
    "resolve": (),
    "errors": (),
    "set": ("hash",),
    "links": ("address",),
    "link_errors": ("address",),
}
#: What the functions of columns call those parameters that have a name of Spark's here.
_CALLED: Final = {"col": "urls", "html": "documents"}
#: Which of their arguments may be one URL for all rows, and which may be left out.
_MAY_BE_ONE_URL: Final = ("base", "address")
_MAY_BE_NONE: Final = ("base", "content_type")


def url_protocol(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `protocol` of each URL, such as `https:`. For the parameters, see `url_hostname()`."""
    return _call("url_protocol", _attribute("protocol", standard), urls=col)


def url_host(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `host` of each URL, with the port that it has. For the parameters, see `url_hostname()`."""
    return _call("url_host", _attribute("host", standard), urls=col)


def url_hostname(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `hostname` of each URL (HTML5 2.6.6): a column of strings, null where there is no URL, and `""` where a URL
    has no host.

    `col` is a column of strings, or its name. `standard` is one of the five, or its name. The errors are those of all
    functions of this module.

    >>> links.select(url_hostname("page")).first()  # doctest: +SKIP
    Row(url_hostname(page)='example.com')
    """
    return _call("url_hostname", _attribute("hostname", standard), urls=col)


def url_port(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `port` of each URL, a string. For the parameters, see `url_hostname()`."""
    return _call("url_port", _attribute("port", standard), urls=col)


def url_pathname(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `pathname` of each URL. For the parameters, see `url_hostname()`."""
    return _call("url_pathname", _attribute("pathname", standard), urls=col)


def url_search(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `search` of each URL, with its `?`. For the parameters, see `url_hostname()`."""
    return _call("url_search", _attribute("search", standard), urls=col)


def url_hash(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `hash` of each URL, with its `#`. For the parameters, see `url_hostname()`."""
    return _call("url_hash", _attribute("hash", standard), urls=col)


def url_href(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """Each URL as its standard writes it. For the parameters, see `url_hostname()`."""
    return _call("url_href", _attribute("href", standard), urls=col)


def url_origin(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `origin` of each URL, which only `WHATWG` has. For the parameters, see `url_hostname()`."""
    return _call("url_origin", _attribute("origin", standard), urls=col)


def url_username(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `username` of each URL, which only `WHATWG` has. For the parameters, see `url_hostname()`."""
    return _call("url_username", _attribute("username", standard), urls=col)


def url_password(col: ColumnOrName, standard: StandardLike = "whatwg") -> Column:
    """The `password` of each URL, which only `WHATWG` has. For the parameters, see `url_hostname()`."""
    return _call("url_password", _attribute("password", standard), urls=col)


def url_decompose(
    col: ColumnOrName,
    base: ColumnOrName | URLValue | None = None,
    *,
    attributes: Collection[str] = (*DECOMPOSITION_ATTRIBUTES, "href"),
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
) -> Column:
    """The attributes of each URL, resolved against `base`: a column of structs with a field for each of `attributes`,
    by `urldom.columns.decompose()`.

    `col` is a column of strings, or its name, and so is `base`, in which a null is no base; or that is a URL of urldom,
    the base of all rows, which raises `InvalidURLError` where it is not absolute. `encoding` is a label of the Encoding
    Standard, in which queries are escaped.

    >>> links.select(url_decompose("link", "page", attributes=["hostname", "search"]).alias("url")).first().url
    ... # doctest: +SKIP
    Row(hostname='example.com', search='?c')
    """
    names = checked_attributes(attributes, find_standard(standard))
    function = _function("decompose", standard, encoding=encoding, attributes=names)
    return _call("url_decompose", function, urls=col, base=base)


def url_resolve(
    col: ColumnOrName,
    base: ColumnOrName | URLValue | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
) -> Column:
    """The absolute URL that each row implies (HTML5 2.6.3), a column of strings. For the parameters, see
    `url_decompose()`.

    >>> from urldom import URL
    >>> links.select(url_resolve("link", URL("https://example.org/")).alias("url")).first()  # doctest: +SKIP
    Row(url='https://example.org/b?c')
    """
    return _call("url_resolve", _function("resolve", standard, encoding=encoding), urls=col, base=base)


def url_errors(
    col: ColumnOrName,
    base: ColumnOrName | URLValue | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
) -> Column:
    """Why a row has no URL, a column of sentences; null where it has one, or nothing. For the parameters, see
    `url_decompose()`.

    >>> links.select(url_errors("link", "page").alias("why")).where("why IS NOT NULL").first()  # doctest: +SKIP
    Row(why='the IPv6 address has no closing bracket')
    """
    return _call("url_errors", _function("errors", standard, encoding=encoding), urls=col, base=base)


def url_set(
    col: ColumnOrName,
    base: ColumnOrName | URLValue | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    **values: Column | str | int | None,
) -> Column:
    """The URLs after attributes have been assigned to each, a column of strings, null where there is no URL or where it
    does not take a value.

    `values` are the attributes, in the order in which they are assigned: each a string, a port's also an `int`, `None`
    to remove it, or a column. A string is the value itself here. The other parameters are those of `url_decompose()`;
    what `urldom.columns.set()` raises for the values is raised here too.

    >>> links.select(url_set("page", protocol="https", hash=links.link).alias("url")).first()  # doctest: +SKIP
    Row(url='https://example.com/a/#../b?c')
    """
    columns_of_values = {name: value for name, value in values.items() if isinstance(value, Column)}
    others = {name: value for name, value in values.items() if not isinstance(value, Column)}
    function = _function("set", standard, encoding=encoding, **others)
    return _call("url_set", function, urls=col, base=base, **columns_of_values)


def url_links(
    html: ColumnOrName,
    address: ColumnOrName | URLValue,
    content_type: ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Column:
    """Every URL of each page, feed or style sheet: a column of arrays, for `explode()`, of structs with the fields
    `url`, `kind`, `element_name`, `attribute` and `value`, which are those of `urldom.trees.URLAttribute`.

    `html` is a column of octets or strings, or its name; `address` one of absolute URLs, or a URL of urldom; and
    `content_type` one of values of that header, in which a null is none. A null is null in the result, and so is a
    document that fails, of which `url_link_errors()` says why. Raises `ImportError` without a parser for HTML.

    >>> page = links.selectExpr("page", "concat('<base href=/s/><a href=', link, '>') AS html")  # doctest: +SKIP
    >>> page.selectExpr("html").first()  # doctest: +SKIP
    Row(html='<base href=/s/><a href=../b?c>')
    >>> [link.url for link in page.select(url_links("html", "page").alias("links")).first().links]  # doctest: +SKIP
    ['http://example.com/s/', 'http://example.com/b?c']
    """
    return _call("url_links", _function("links", standard), documents=html, address=address, content_type=content_type)


def url_link_errors(
    html: ColumnOrName,
    address: ColumnOrName | URLValue,
    content_type: ColumnOrName | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Column:
    """Why a page has no links in what `url_links()` returns, a column of sentences; null where it has, or where it is
    null. Each page is parsed again: ask for those whose links are null. For the parameters, see `url_links()`.

    >>> links.select(url_link_errors("link", "page").alias("why")).where("why IS NOT NULL").first()  # doctest: +SKIP
    Row(why='the address of the document is missing')
    """
    function = _function("link_errors", standard)
    return _call("url_link_errors", function, documents=html, address=address, content_type=content_type)


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
    if not isinstance(prefix, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a prefix is a str, not {type_name(prefix)}")
    found = find_standard(standard)
    functions = {name: _attribute(name, found) for name in dict.fromkeys([*found.attributes, "href"])}
    functions |= {name: _function(name, found) for name in _NEEDED}
    for name, function in functions.items():
        result = function(_NO_ROWS, **dict.fromkeys(_NEEDED.get(name, ()), _NO_ROWS))
        spark.udf.register(f"{prefix}{name}", _batched(f"{prefix}{name}", function, result.type))
    return [f"{prefix}{name}" for name in functions]


def _attribute(name: str, standard: StandardLike) -> Callable[..., Any]:
    found = find_standard(standard)
    names = checked_attributes([name], found)
    name_of_standard = found.name

    def attribute(urls: Any) -> Any:
        return columns.decompose(urls, attributes=names, standard=name_of_standard).field(0)

    attribute.__qualname__ = name  # which errors tell in SQL, where it is given too many columns or none
    return attribute


def _function(name: str, standard: StandardLike, **constants: object) -> Callable[..., Any]:
    """A function of `urldom.columns` with what is the same for all rows."""
    return partial(getattr(columns, name), standard=find_standard(standard).name, **constants)


def _call(name: str, function: Callable[..., Any], **arguments: object) -> Column:
    """The column that a function of columns makes of its arguments. Raises what it says of no rows."""
    given: dict[str, Column] = {}
    for key, value in arguments.items():
        if isinstance(value, URLValue) and key in _MAY_BE_ONE_URL:
            function = partial(function, **{key: str(value)})
        elif value is not None or key not in _MAY_BE_NONE:
            given[key] = _column(value)
    result = function(**dict.fromkeys(given, _NO_ROWS))
    names = tuple(given)

    def of_places(*arrays: Any) -> Any:
        return function(**dict(zip(names, arrays, strict=True)))

    # By place: Spark hands a function within another one nothing by name.
    batched = _batched(name, of_places, result.type)
    called = f"{name}({', '.join(map(_text, given.values()))})"
    column: Column = batched(*(_checked(value, key) for key, value in given.items())).alias(called)
    return column


def _column(value: object) -> Column:
    if isinstance(value, Column):
        return value
    if not isinstance(value, str):
        raise TypeError(f"a column is a Column or the name of one, not {type_name(value)}")
    if "://" in value:
        raise ValueError(f"{value!r} would be the name of a column; one URL for all rows is lit({value!r})")
    column: Column = F.col(value)
    return column


def _checked(column: Column, name: str) -> Column:
    """The column within what takes no other type than `urldom.columns` does, and leaves each row as it is: Spark itself
    does not look what types a function of Python is given."""
    if name == "port":
        return column  # strings or integers: nothing takes these alone
    if name == "documents":
        # Octets or strings; all but the column is optimised away.
        checked: Column = F.when(F.lit(True) | F.crc32(column).isNull(), column)
    else:
        checked = F.collate(column, "UTF8_BINARY")
    return checked


def _text(column: Column) -> str:
    """A column as Spark writes it where it names another after it."""
    return str(column).removeprefix("Column<'").removesuffix("'>")


def _batched(name: str, function: Callable[..., Any], kind: Any) -> Any:
    """A function of Arrow's columns as one of Spark's, which returns columns of the type `kind`."""

    def batched(*arrays: Any, **named: Any) -> Any:
        return function(*arrays, **{_CALLED.get(key, key): array for key, array in named.items()})

    batched.__name__ = name
    batched.__annotations__ = {}  # Spark would take another kind of function from them than of arrays to an array.
    return F.arrow_udf(batched, _spark_type(kind))


def _spark_type(kind: Any) -> DataType:
    if pa.types.is_list(kind):
        return ArrayType(_spark_type(kind.value_type), containsNull=False)
    if pa.types.is_struct(kind):
        return StructType([StructField(field.name, _spark_type(field.type)) for field in kind])
    return StringType()
