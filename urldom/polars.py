"""Columns of URLs in polars.

Importing this module adds the namespace `url` to expressions and Series.

The namespace works in eager and lazy frames, in the streaming engine, in `group_by` and in `over`.

>>> import polars as pl
>>> import urldom.polars
>>> pages = pl.DataFrame({"link": ["//Shop.example:443/tea", "../b", None]})
>>> pages = pages.with_columns(page=pl.lit("https://example.com/a/"))
>>> absolute = pages.select(pl.col("link").url.resolve(pl.col("page")))["link"]
>>> absolute.to_list()
['https://shop.example/tea', 'https://example.com/b', None]
>>> absolute.url.hostname().to_list()
['shop.example', 'example.com', None]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar

from urldom._core.errors import missing_package

try:
    import polars as pl
except ModuleNotFoundError as _error:
    raise missing_package("urldom.polars", "polars", error=_error) from None

from urldom._core.errors import wrong_type
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import find_engine
from urldom._core.text import encodings, name_patterns
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import is_column, pa
from urldom.columns._cutting import capturing
from urldom.columns._docstrings import Words
from urldom.columns._faces import arrow_function, columns_among, filled
from urldom.columns._hints import URLNamespaceHints
from urldom.columns._matching import Pattern
from urldom.columns._table import DECOMPOSED, DOCUMENTS, EACH, URLS, Argument, Example
from urldom.patterns._lists import Patterns

__all__ = ["ExprURLNamespace", "SeriesURLNamespace"]
__dir__: Callable[[], list[str]] = __all__.copy

#: The type of the object that a namespace belongs to, and of its results: an expression or a
#: Series.
ExprOrSeries = TypeVar("ExprOrSeries", pl.Expr, pl.Series)
#: A function that polars calls with several Series, and that returns one.
_OfSeries: TypeAlias = Callable[[Sequence[pl.Series]], pl.Series]

#: The attributes that polars itself extracts from usual URLs. A usual URL has them, so null means
#: another URL.
_CUT_BY_POLARS: Final = frozenset(["host", "hostname"])
_STRINGS: Final = (pl.String, pl.Categorical, pl.Enum, pl.Null)
#: The kinds of values that a column can contain, each with its name in an error message and a test
#: for its type.
_KINDS: Final[dict[str, tuple[str, Callable[[Any], bool]]]] = {
    "strings": ("strings", lambda dtype: dtype in _STRINGS),
    "integers": ("integers", lambda dtype: bool(dtype.is_integer())),
    "bytes": ("Binary", lambda dtype: dtype == pl.Binary),
    "lists of strings": (
        "lists of strings",
        lambda dtype: dtype.base_type() == pl.List and dtype.inner in _STRINGS,
    ),
}


def _example(name: str, example: Example) -> list[str]:
    column = "page" if EACH[name].column is DOCUMENTS else "link"
    value = f'{column}s.select(pl.col("{column}").url.{name}({example.call})).item(){example.part}'
    if name == "params":
        value = f"[(pair['key'], pair['value']) for pair in {value}]"
    elif example.value.startswith("["):
        value += ".to_list()"
    frame = f'{column}s = pl.DataFrame({{"{column}": ["{example.row}"]}})'
    return example.session(["import polars as pl", "import urldom.polars", frame, value])


_WORDS: Final = Words(_example)


class _URLNamespace(Generic[ExprOrSeries], URLNamespaceHints):
    """The methods of both namespaces."""

    def __init__(self, column: ExprOrSeries) -> None:
        self._column: ExprOrSeries = column

    def _answer(self, name: str, arguments: dict[str, Any]) -> Any:
        return _call(self._column, name, arguments)

    # The functions of `urldom.columns`, which `_answer` calls
    _filled = filled(_answer, _WORDS)

    @_filled
    def protocol(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The scheme and a colon (HTML5 2.6.6)."""
        ...

    @_filled
    def host(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The host and port, without a default port (HTML5 2.6.6)."""
        ...

    @_filled
    def hostname(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The host (HTML5 2.6.6)."""
        ...

    @_filled
    def port(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The port, or `""` for the default port (HTML5 2.6.6)."""
        ...

    @_filled
    def pathname(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The path (HTML5 2.6.6)."""
        ...

    @_filled
    def search(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """A question mark and the query, or `""` (HTML5 2.6.6)."""
        ...

    @_filled
    def hash(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """A number sign and the fragment, or `""` (HTML5 2.6.6)."""
        ...

    @_filled
    def href(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The absolute URL (URL Standard 6.1)."""
        ...

    @_filled
    def origin(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The origin, or `"null"` (URL Standard 6.1), only under `WHATWG`."""
        ...

    @_filled
    def username(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The username, escaped (URL Standard 6.1), only under `WHATWG`."""
        ...

    @_filled
    def password(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """The password, escaped (URL Standard 6.1), only under `WHATWG`."""
        ...

    @_filled
    def decompose(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        attributes: Collection[str] = DECOMPOSED,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return several attributes of each URL, after resolving it against `base`."""
        ...

    @_filled
    def resolve(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the absolute URL of each row, resolved against `base` (HTML5 2.6.3)."""
        ...

    @_filled
    def errors(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
        **values: str | int | ExprOrSeries | pl.Series | None,
    ) -> ExprOrSeries:
        """Return the reason why each row is invalid: the `reason` of its `InvalidURLError`."""
        ...

    @_filled
    def param(
        self,
        name: str | ExprOrSeries | pl.Series,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the first value of a query parameter, decoded (URL Standard 5.1)."""
        ...

    @_filled
    def registrable_domain(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the registrable domain of each host: its public suffix and the label before it
        (URL Standard 3.2)."""
        ...

    @_filled
    def matches(
        self,
        patterns: Patterns | ExprOrSeries | pl.Series,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return whether each URL matches at least one pattern (URL Pattern Standard 1.4)."""
        ...

    @_filled
    def params(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return all query parameters of each URL, as a map from each name to the list of its
        values (URL Standard 5.1)."""
        ...

    @_filled
    def param_names(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the names of the query parameters of each URL, each once, decoded (URL Standard
        5.1)."""
        ...

    @_filled
    def without_params(
        self,
        names: name_patterns.Names | ExprOrSeries | pl.Series,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the absolute URL of each row without some query parameters. The rest of the query
        keeps its bytes."""
        ...

    @_filled
    def public_suffix(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the public suffix of each host: the domain under which people register names (URL
        Standard 3.2)."""
        ...

    @_filled
    def subdomain(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the labels of each host before its registrable domain."""
        ...

    @_filled
    def segments(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the segments of each path, decoded (RFC 3986 3.3)."""
        ...

    @_filled
    def groups(
        self,
        pattern: Pattern | ExprOrSeries | pl.Series,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return the text of each named group of a pattern, decoded (URL Pattern Standard 1.2)."""
        ...

    @_filled
    def display(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> ExprOrSeries:
        """Return each URL as text for people, after resolving it against `base` (URL Standard
        4.8)."""
        ...

    @_filled
    def set(
        self,
        base: AnyURL | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
        encoding: str = "utf-8",
        default_scheme: str | None = None,
        **values: str | int | ExprOrSeries | pl.Series | None,
    ) -> ExprOrSeries:
        """Assign attributes of each URL, after resolving it against `base`, and return the new
        URLs."""
        ...

    @_filled
    def links(
        self,
        address: AnyURL | ExprOrSeries | pl.Series,
        content_type: str | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
    ) -> ExprOrSeries:
        """Return every URL of each document."""
        ...

    @_filled
    def link_errors(
        self,
        address: AnyURL | ExprOrSeries | pl.Series,
        content_type: str | ExprOrSeries | pl.Series | None = None,
        *,
        standard: StandardLike = "whatwg",
    ) -> ExprOrSeries:
        """Return the reason why `links()` returns null for a document, as a sentence."""
        ...

    del _filled


@pl.api.register_expr_namespace("url")
class ExprURLNamespace(_URLNamespace[pl.Expr]):
    """The URLs of an expression, as `pl.col("link").url`.

    Each method returns an elementwise expression, whose type is known before it runs. For arguments
    that accept a single value or a column, a string is one value for all rows, and an expression or
    a Series is a column. If a URL is null or invalid, the result is null in its row. Only
    `matches()` is false for an invalid URL, and `errors()` returns the reason. A column with a
    wrong type raises `TypeError` when the expression runs.

    Type checkers do not know the namespace, so write `ExprURLNamespace(pl.col("link"))` for them.

    Args:
        column: An expression whose type is String, Categorical, Enum or Null.

    >>> import polars as pl
    >>> visits = pl.LazyFrame({"link": ["http://H/a", "https://h:443/b?d", "c"]})
    >>> visits.group_by(host=pl.col("link").url.host()).len().sort("len").collect().rows()
    [(None, 1), ('h', 2)]
    """


@pl.api.register_series_namespace("url")
class SeriesURLNamespace(_URLNamespace[pl.Series]):
    """The URLs of a Series, as `series.url`.

    The methods are those of `ExprURLNamespace`, but accept and return Series, and raise all errors
    immediately.

    Args:
        column: A Series whose type is String, Categorical, Enum or Null.

    >>> import polars as pl
    >>> pl.Series("link", ["http://h:80/", "http://h:8080/"]).url.port().to_list()
    ['', '8080']
    """


def _call(column: Any, name: str, arguments: dict[str, Any]) -> Any:
    """Return the result of an attribute or function for a Series, or an expression for it."""
    # An expression accepts a Series too.
    kinds = (pl.Series,) if isinstance(column, pl.Series) else (pl.Expr, pl.Series)

    def column_of(argument: Argument, value: Any) -> Any:
        if isinstance(value, kinds):
            return value
        if isinstance(value, (pl.Expr, pl.Series)) or is_column(value):
            called = " or ".join(kind.__name__ for kind in kinds)
            raise wrong_type(argument.name, f"one value for all rows or of type {called}", value)
        return None

    found = columns_among(name, arguments, column_of)
    is_plain = name in _CUT_BY_POLARS and arguments["default_scheme"] is None
    if is_plain and find_engine(arguments["standard"]).grammar.usual_url.beginning is not None:
        encodings.output_encoding(arguments["encoding"])
        return _applied(column, partial(_cut_by_polars, name=name, arguments=arguments), [])
    taken = [EACH[name].column, *found]
    function = partial(_of_series, function=name, taken=taken, arguments=arguments)
    return _applied(column, function, [*found.values()])


def _applied(column: Any, function: _OfSeries, others: Sequence[Any]) -> Any:
    """Call a function with a Series and others, or return an expression that will call it."""
    if isinstance(column, pl.Series):
        return function([column, *others])
    literals = [pl.lit(each) if isinstance(each, pl.Series) else each for each in others]
    # A call with empty Series shows the type of the result, or raises the errors for wrong
    # arguments.
    dtype = function([pl.Series(dtype=pl.String)] * (1 + len(literals))).dtype
    columns = [column, *literals]
    return pl.map_batches(columns, function, return_dtype=dtype, is_elementwise=True)


def _of_series(
    series: Sequence[pl.Series],
    *,
    function: str,
    taken: Sequence[Argument],
    arguments: Mapping[str, Any],
) -> pl.Series:
    """Call a function or attribute of `urldom.columns`. `series` has the values of the arguments in
    `taken`."""
    # A Series with one row, such as a literal, has its value in all rows.
    length = next((len(one) for one in series if len(one) != 1), 1)
    arrays = [_arrow(one, argument, length) for one, argument in zip(series, taken, strict=True)]
    first, *others = arrays
    of_names = {argument.name: other for argument, other in zip(taken[1:], others, strict=True)}
    made = arrow_function(function)(first, **{**arguments, **of_names})
    if pa.types.is_map(made.type):  # polars 1 reads a null map as an empty list.
        pair = pa.struct([("key", made.type.key_type), ("value", made.type.item_type)])
        made = made.cast(pa.list_(pair))
    return pl.Series(series[0].name, made)


def _arrow(series: Any, argument: Argument, length: int) -> Any:
    """Return a Series as an Arrow array with `length` rows."""
    kinds = [_KINDS[kind] for kind in argument.kinds]
    if not any(is_one(series.dtype) for _, is_one in kinds):
        called = " or ".join(sorted(name for name, _ in kinds))
        raise TypeError(
            f"{argument.called} must be a column of {called} (String, Categorical, Enum), not of"
            f" {series.dtype}"
        )
    if len(series) == 1:
        series = series.new_from_index(0, length)
    array = series.to_arrow()
    # One Arrow array cannot contain the links of many documents, so the array and the result are
    # chunked.
    return pa.chunked_array([array]) if argument.name == "documents" else array


def _cut_by_polars(
    series: Sequence[pl.Series],
    *,
    name: str,
    arguments: Mapping[str, Any],
) -> pl.Series:
    """Return an attribute of a Series of URLs. polars itself extracts the attribute from usual
    URLs."""
    urls: Any = series[0]
    rest = partial(_of_series, function=name, taken=(URLS,), arguments=arguments)
    if urls.dtype != pl.String:
        return rest([urls])
    _, beginning, longest = find_engine(arguments["standard"]).grammar.usual_url
    found: pl.Series = urls.str.extract(capturing(beginning or "", [name]))
    if longest is not None:
        is_long = found.str.len_bytes() > longest
        if is_long.any():
            found = found.set(is_long, None)
    if found.null_count() == urls.null_count():
        return found
    others = found.is_null() & urls.is_not_null()
    return found.scatter(others.arg_true(), rest([urls.filter(others)]))
