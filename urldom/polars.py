"""Columns of URLs in polars: importing this module gives expressions and Series the namespace `url`.

In eager and lazy frames, in the streaming engine, in `group_by` and `over`; see `docs/data-frames.md`.

>>> import polars as pl
>>> import urldom.polars
>>> pages = pl.DataFrame({"link": ["//Shop.example:443/tea", "../b", None], "page": ["https://example.com/a/"] * 3})
>>> absolute = pages.select(pl.col("link").url.resolve(pl.col("page")))["link"]
>>> absolute.to_list()
['https://shop.example/tea', 'https://example.com/b', None]
>>> absolute.url.hostname().to_list()
['shop.example', 'example.com', None]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

try:
    import polars as pl
except ImportError:
    raise ImportError("urldom.polars needs polars: pip install 'urldom[polars]'") from None

from urldom import columns
from urldom._columns.arrays import is_column, pa
from urldom._columns.decomposing import checked_attributes
from urldom._columns.usual import AUTHORITY, capturing, is_authority_enough, longest_host
from urldom._errors import type_name
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, StandardLike
from urldom._standards.registry import find_standard
from urldom._text.encodings import output_encoding
from urldom._values.url_value import AnyURL, URLValue

__all__ = ["ExprURLNamespace", "SeriesURLNamespace"]


def __dir__() -> list[str]:
    return __all__


#: What a namespace is of, and makes: expressions or Series.
ExprOrSeries = TypeVar("ExprOrSeries", pl.Expr, pl.Series)
#: What makes a Series of several, which polars hands over.
_OfSeries: TypeAlias = Callable[[Sequence[pl.Series]], pl.Series]

#: The attributes that polars cuts out of the usual URLs itself: those that show the length of the host, and are never
#: missing. (A group that did not match and an expression that did not match are both null.)
_CUT_BY_POLARS: Final = frozenset(["host", "hostname"])
_STRINGS: Final = (pl.String, pl.Categorical, pl.Enum, pl.Null)
#: What a column is called in an error, if it is none of values to set.
_CALLED: Final = {
    "URLs": "URLs",
    "documents": "documents",
    "base": "bases",
    "address": "addresses",
    "content_type": "content types",
}


class _URLNamespace(Generic[ExprOrSeries]):
    """What the two namespaces have in common."""

    def __init__(self, column: ExprOrSeries) -> None:
        self._column: ExprOrSeries = column

    # The attributes

    def protocol(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The scheme and a colon (HTML5 2.6.6)."""
        return self._attribute("protocol", standard, encoding)

    def host(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The host, and, where it is not the scheme's default one, a colon and the port (HTML5 2.6.6)."""
        return self._attribute("host", standard, encoding)

    def hostname(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The host (HTML5 2.6.6)."""
        return self._attribute("hostname", standard, encoding)

    def port(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The port: its digits, or `""` (HTML5 2.6.6)."""
        return self._attribute("port", standard, encoding)

    def pathname(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The path (HTML5 2.6.6)."""
        return self._attribute("pathname", standard, encoding)

    def search(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """A question mark and the query, or `""` (HTML5 2.6.6)."""
        return self._attribute("search", standard, encoding)

    def hash(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """A number sign and the fragment, or `""` (HTML5 2.6.6)."""
        return self._attribute("hash", standard, encoding)

    def href(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The absolute URL (URL Standard 6.1)."""
        return self._attribute("href", standard, encoding)

    def origin(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The origin, serialized, `"null"` where it is opaque (URL Standard 6.1). Only under `WHATWG`."""
        return self._attribute("origin", standard, encoding)

    def username(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The username, percent-encoded (URL Standard 6.1). Only under `WHATWG`."""
        return self._attribute("username", standard, encoding)

    def password(self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8") -> ExprOrSeries:
        """The password, percent-encoded (URL Standard 6.1). Only under `WHATWG`."""
        return self._attribute("password", standard, encoding)

    # What is made of whole URLs

    def decompose(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        attributes: Collection[str] = (*DECOMPOSITION_ATTRIBUTES, "href"),
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
    ) -> ExprOrSeries:
        """A Struct with the attributes of each URL, resolved against `base`; null where there is no URL. They are read
        off the URL at once, which is quicker than one after the other. See `urldom.columns.decompose`.

        >>> import polars as pl
        >>> urls = pl.Series(["http://h/a?b", "c"])
        >>> urls.url.decompose("http://h/", attributes=["pathname", "search"]).to_list()
        [{'pathname': '/a', 'search': '?b'}, {'pathname': '/c', 'search': ''}]
        """
        names = checked_attributes(attributes, find_standard(standard))
        return self._of_columns(
            columns.decompose, {"base": base}, attributes=names, standard=standard, encoding=encoding
        )

    def resolve(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
    ) -> ExprOrSeries:
        """The absolute URL that each row implies (HTML5 2.6.3). See `urldom.columns.resolve`.

        >>> import polars as pl
        >>> pl.Series(["b", "http://["]).url.resolve("http://h/a").to_list()
        ['http://h/b', None]
        """
        return self._of_columns(columns.resolve, {"base": base}, standard=standard, encoding=encoding)

    def errors(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
    ) -> ExprOrSeries:
        """Why a row is no URL, a sentence; null where it is one. See `urldom.columns.errors`.

        >>> import polars as pl
        >>> pl.Series(["http://h:x/", "http://h/"]).url.errors().to_list()
        ['the port is no number', None]
        """
        return self._of_columns(columns.errors, {"base": base}, standard=standard, encoding=encoding)

    def set(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        **values: str | int | ExprOrSeries | pl.Series | None,
    ) -> ExprOrSeries:
        """The URLs after attributes have been assigned, in the order given; null where a URL does not take a value.
        Each of `values` is one for all rows, `None` to remove it, or a column. See `urldom.columns.set`.

        >>> import polars as pl
        >>> pl.Series(["http://h/a?b#c", "mailto:c"]).url.set(hostname="example.com", search=None).to_list()
        ['http://example.com/a#c', None]
        """
        return self._of_columns(columns.set, {"base": base, **values}, standard=standard, encoding=encoding)

    # Documents

    def links(
        self,
        address: AnyURL | ExprOrSeries | pl.Series,
        content_type: str | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
    ) -> ExprOrSeries:
        """Every URL of each document of a Binary or String column: a List of Structs. `address` is the URL of the
        documents, `content_type` the value of that header. See `urldom.columns.links`.

        >>> import polars as pl
        >>> pages = pl.DataFrame({"body": [b"<a href=b>"], "address": ["http://h/"]})
        >>> links = pages.select(pl.col("body").url.links(pl.col("address"))).explode("body").unnest("body")
        >>> links.select("kind", "url").rows()
        [('hyperlink', 'http://h/b')]
        """
        return self._of_columns(
            columns.links, {"address": address, "content_type": content_type}, standard=standard, called="documents"
        )

    def link_errors(
        self,
        address: AnyURL | ExprOrSeries | pl.Series,
        content_type: str | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
    ) -> ExprOrSeries:
        """Why a document has no links in what `links()` returns, a sentence; null where it has. See
        `urldom.columns.link_errors`.

        >>> import polars as pl
        >>> pl.Series([b"a { }", None]).url.link_errors("http://h/", "text/css").to_list()
        [None, None]
        """
        return self._of_columns(
            columns.link_errors,
            {"address": address, "content_type": content_type},
            standard=standard,
            called="documents",
        )

    # How they are made

    #: What may stand for a column, beside the own one.
    _COLUMNS: ClassVar[tuple[type, ...]]

    def _apply(self, function: _OfSeries, others: Sequence[Any]) -> ExprOrSeries:
        """A function of this column and of others."""
        raise NotImplementedError

    def _attribute(self, name: str, standard: StandardLike, encoding: str) -> ExprOrSeries:
        found = find_standard(standard)
        if name in _CUT_BY_POLARS and is_authority_enough(found.name):
            output_encoding(encoding)
            return self._apply(partial(_cut_by_polars, name=name, standard=found.name, encoding=encoding), [])
        return self._of_columns(_attribute, {"name": name}, standard=found, encoding=encoding)

    def _of_columns(
        self,
        function: Callable[..., Any],
        arguments: dict[str, Any],
        *,
        standard: StandardLike,
        called: str = "URLs",
        **options: Any,
    ) -> ExprOrSeries:
        """A function of `urldom.columns`, of this column and of arguments, some of which may be columns too. `called`
        is what an error calls this one."""
        others: dict[str, Any] = {}
        for name, value in arguments.items():
            if isinstance(value, self._COLUMNS):
                others[name] = value
            elif isinstance(value, (pl.Expr, pl.Series)) or is_column(value):
                kinds = " or ".join(kind.__name__ for kind in self._COLUMNS)
                raise TypeError(f"{name} is one value for all rows, or of type {kinds}, not {type_name(value)}")
            elif isinstance(value, URLValue):
                arguments[name] = str(value)  # as it is now, for polars calls the function later
        options["standard"] = find_standard(standard).name
        names = (called, *others)
        call = partial(_call, function=function, names=names, arguments={**arguments, **options})
        return self._apply(call, [*others.values()])


@pl.api.register_expr_namespace("url")
class ExprURLNamespace(_URLNamespace[pl.Expr]):
    """`pl.col("link").url`: expressions of URLs.

    Each method makes an expression whose type is known before it is run, and which is elementwise: it goes wherever
    polars' own of strings go. `standard` is one of the five or its name, and `encoding` a label of the Encoding
    Standard, in which queries are escaped. Where a method takes a column (`base`, and the values of `set()`), a string
    is one value for all rows, and an expression or a Series the column.

    The column is a String, Categorical or Enum one, or all null. A null is null in the result, and so is what is no
    URL: `errors()` says why. The result is String where nothing else is said.

    An unknown standard, attribute or encoding, and one base that is no absolute URL, raise when the expression is made
    what `urldom.columns` raises; a column of another type raises `TypeError` when it is run.

    For type checkers, which know of no namespace: `ExprURLNamespace(pl.col("link"))` is the same.

    >>> import polars as pl
    >>> visits = pl.LazyFrame({"link": ["http://H/a", "https://h:443/b", "c"]})
    >>> visits.group_by(host=pl.col("link").url.host()).len().sort("len").collect().rows()
    [(None, 1), ('h', 2)]
    """

    _COLUMNS = (pl.Expr, pl.Series)

    def _apply(self, function: _OfSeries, others: Sequence[pl.Expr | pl.Series]) -> pl.Expr:
        expressions = [self._column, *(pl.lit(o) if isinstance(o, pl.Series) else o for o in others)]
        # On no rows it tells its type, or what is wrong with its arguments.
        dtype = function([pl.Series(dtype=pl.String)] * len(expressions)).dtype
        return pl.map_batches(expressions, function, return_dtype=dtype, is_elementwise=True)


@pl.api.register_series_namespace("url")
class SeriesURLNamespace(_URLNamespace[pl.Series]):
    """`series.url`: Series of URLs. The methods are those of `ExprURLNamespace`, and what these take as an expression
    is a Series here; all errors are raised at once.

    >>> import polars as pl
    >>> pl.Series("link", ["http://h:80/", "http://h:8080/"]).url.port().to_list()
    ['', '8080']
    """

    _COLUMNS = (pl.Series,)

    def _apply(self, function: _OfSeries, others: Sequence[pl.Series]) -> pl.Series:
        return function([self._column, *others])


def _call(
    series: Sequence[pl.Series], *, function: Callable[..., Any], names: Sequence[str], arguments: Mapping[str, Any]
) -> pl.Series:
    """A function of `urldom.columns`, of Series: the first one, and those that are its arguments of these names."""
    length = next((len(one) for one in series if len(one) != 1), 1)
    urls, *others = (_arrow(one, name, length) for name, one in zip(names, series, strict=True))
    of_names = dict(zip(names[1:], others, strict=True))
    return pl.Series(series[0].name, function(urls, **{**arguments, **of_names}))


def _arrow(series: Any, name: str, length: int) -> Any:
    """A Series as Arrow has it. What is of one row, as a literal is, goes for all. Raises `TypeError` for a type that
    what has this name is not of."""
    dtype = series.dtype
    kinds = "strings"
    is_taken = dtype in _STRINGS
    if name == "documents":
        kinds, is_taken = "Binary or strings", is_taken or dtype == pl.Binary
    elif name == "port":
        kinds, is_taken = "integers or strings", is_taken or dtype.is_integer()
    if not is_taken:
        called = _CALLED.get(name, f"the values for {name}")
        raise TypeError(f"{called} are a column of {kinds} (String, Categorical, Enum), not of {dtype}")
    array = (series.new_from_index(0, length) if len(series) == 1 else series).to_arrow()
    # The links of many documents are more than one array of Arrow holds.
    return pa.chunked_array([array]) if name == "documents" else array


def _attribute(urls: Any, name: str, **options: Any) -> Any:
    return columns.decompose(urls, attributes=[name], **options).field(0)


def _cut_by_polars(series: Sequence[pl.Series], *, name: str, standard: str, encoding: str) -> pl.Series:
    """An attribute of a Series of URLs: of the usual ones by polars itself, of the others by `urldom.columns`."""
    urls: Any = series[0]
    rest = partial(_call, function=_attribute, names=["URLs"])
    options = {"name": name, "standard": standard, "encoding": encoding}
    if urls.dtype != pl.String:
        return rest([urls], arguments=options)
    found: pl.Series = urls.str.extract(capturing(AUTHORITY, [name]))
    longest = longest_host(standard)
    if longest is not None:
        is_long = found.str.len_bytes() > longest
        if is_long.any():
            found = found.set(is_long, None)
    if found.null_count() == urls.null_count():
        return found
    others = found.is_null() & urls.is_not_null()
    return found.scatter(others.arg_true(), rest([urls.filter(others)], arguments=options))
