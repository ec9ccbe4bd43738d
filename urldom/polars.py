"""Columns of URLs in polars. Importing this module adds the namespace `url` to expressions and Series.

The namespace works in eager and lazy frames, in the streaming engine, in `group_by` and in `over`.

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
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

from urldom._core.errors import missing_package

try:
    import polars as pl
except ModuleNotFoundError as _error:
    raise missing_package("urldom.polars", "polars", error=_error) from None

from urldom._core.errors import wrong_type
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import find_engine
from urldom._core.text.encodings import output_encoding
from urldom._core.text.name_patterns import Names
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import is_column, pa
from urldom.columns._cutting import capturing
from urldom.columns._faces import DOCUMENTS, EACH, URLS, Argument, Attributes, Example, Words
from urldom.columns._hints import URLNamespaceHints
from urldom.columns._making import TEXT_TYPES, Face, arrow_function, columns_among
from urldom.columns._matching import Pattern
from urldom.patterns._lists import Patterns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from urldom.columns._faces import Options, OptionsOfPatterns

__all__ = ["ExprURLNamespace", "SeriesURLNamespace"]
__dir__: Callable[[], list[str]] = __all__.copy

#: The type of the object that a namespace belongs to, and of its results: an expression or a Series.
ExprOrSeries = TypeVar("ExprOrSeries", pl.Expr, pl.Series)
_T_co = TypeVar("_T_co", covariant=True)
#: The types of an argument for a column, and of a base, which can also be one URL for all rows.
_Column: TypeAlias = ExprOrSeries | pl.Series
_Base: TypeAlias = AnyURL | ExprOrSeries | pl.Series | None
#: A function that polars calls with several Series, and that returns one.
_OfSeries: TypeAlias = Callable[[Sequence[pl.Series]], pl.Series]

#: The attributes that polars itself extracts from usual URLs. A usual URL has them, so null means another URL.
_CUT_BY_POLARS: Final = frozenset(["host", "hostname"])
_STRINGS: Final = (pl.String, pl.Categorical, pl.Enum, pl.Null)
#: The kinds of values that a column can contain, each with its name in an error message and a test for its type.
_KINDS: Final[dict[str, tuple[str, Callable[[Any], bool]]]] = {
    "strings": ("strings", lambda dtype: dtype in _STRINGS),
    "integers": ("integers", lambda dtype: bool(dtype.is_integer())),
    "bytes": ("Binary", lambda dtype: dtype == pl.Binary),
    "lists of strings": ("lists of strings", lambda dtype: dtype.base_type() == pl.List and dtype.inner in _STRINGS),
}


class _Attribute(Protocol[_T_co]):
    def __call__(
        self, standard: StandardLike = "whatwg", *, encoding: str = "utf-8", default_scheme: str | None = None
    ) -> _T_co: ...


class _URLNamespace(Attributes[_Attribute[ExprOrSeries]], Generic[ExprOrSeries], URLNamespaceHints):
    """The methods of both namespaces."""

    if TYPE_CHECKING:  # The loops below create these methods.

        def decompose(
            self, base: _Base[ExprOrSeries] = None, *, attributes: Collection[str] = ..., **options: Unpack[Options]
        ) -> ExprOrSeries: ...
        def resolve(self, base: _Base[ExprOrSeries] = None, **options: Unpack[Options]) -> ExprOrSeries: ...

        registrable_domain = resolve
        public_suffix = resolve
        subdomain = resolve
        params = resolve
        param_names = resolve
        segments = resolve
        display = resolve

        def errors(
            self,
            base: _Base[ExprOrSeries] = None,
            *,
            standard: StandardLike = "whatwg",
            encoding: str = "utf-8",
            default_scheme: str | None = None,
            **values: str | int | _Column[ExprOrSeries] | None,
        ) -> ExprOrSeries: ...

        set = errors

        def param(
            self, name: str | _Column[ExprOrSeries], base: _Base[ExprOrSeries] = None, **options: Unpack[Options]
        ) -> ExprOrSeries: ...
        def without_params(
            self, names: Names | _Column[ExprOrSeries], base: _Base[ExprOrSeries] = None, **options: Unpack[Options]
        ) -> ExprOrSeries: ...
        def matches(
            self,
            patterns: Patterns | _Column[ExprOrSeries],
            base: _Base[ExprOrSeries] = None,
            **options: Unpack[OptionsOfPatterns],
        ) -> ExprOrSeries: ...
        def groups(
            self,
            pattern: Pattern | _Column[ExprOrSeries],
            base: _Base[ExprOrSeries] = None,
            **options: Unpack[OptionsOfPatterns],
        ) -> ExprOrSeries: ...
        def links(
            self,
            address: AnyURL | _Column[ExprOrSeries],
            content_type: str | _Column[ExprOrSeries] | None = None,
            *,
            standard: StandardLike = "whatwg",
        ) -> ExprOrSeries: ...

        link_errors = links

    def __init__(self, column: ExprOrSeries) -> None:
        self._column: ExprOrSeries = column


def _call(name: str, namespace: Any, arguments: dict[str, Any]) -> Any:
    def column_of(argument: Argument, value: Any) -> Any:
        if isinstance(value, namespace._COLUMNS):
            return value
        if isinstance(value, (pl.Expr, pl.Series)) or is_column(value):
            kinds = " or ".join(kind.__name__ for kind in namespace._COLUMNS)
            raise wrong_type(argument.name, f"one value for all rows or of type {kinds}", value)
        return None

    found = columns_among(name, arguments, column_of)
    is_plain = name in _CUT_BY_POLARS and arguments["default_scheme"] is None
    if is_plain and find_engine(arguments["standard"]).grammar.usual_url.beginning is not None:
        output_encoding(arguments["encoding"])
        return namespace._apply(partial(_cut_by_polars, name=name, **arguments), [])
    function = partial(_of_series, function=name, taken=[EACH[name].column, *found], arguments=arguments)
    return namespace._apply(function, [*found.values()])


def _example(name: str, example: Example) -> list[str]:
    column = "page" if EACH[name].column is DOCUMENTS else "link"
    value = f'{column}s.select(pl.col("{column}").url.{name}({example.call})).item(){example.part}'
    if name == "params":
        value = f"[(pair['key'], pair['value']) for pair in {value}]"
    elif example.value.startswith("["):
        value += ".to_list()"
    frame = f'{column}s = pl.DataFrame({{"{column}": ["{example.row}"]}})'
    return example.session(["import polars as pl", "import urldom.polars", frame, value])


_FACE: Final = Face(
    (__name__, "_URLNamespace."),
    _call,
    {**TEXT_TYPES, "column": "ExprOrSeries | pl.Series"},
    Words(_example),
)
for _name in EACH:
    setattr(_URLNamespace, _name, _FACE.make(_name, "ExprOrSeries"))


@pl.api.register_expr_namespace("url")
class ExprURLNamespace(_URLNamespace[pl.Expr]):
    """The URLs of an expression, as `pl.col("link").url`.

    Each method returns an elementwise expression, whose type is known before it runs. For arguments that accept a
    single value or a column, a string is one value for all rows, and an expression or a Series is a column. If a URL is
    null or invalid, the result is null in its row. Only `matches()` is false for an invalid URL, and `errors()` returns
    the reason. A column with a wrong type raises `TypeError` when the expression runs.

    Type checkers do not know the namespace, so write `ExprURLNamespace(pl.col("link"))` for them.

    Args:
        column: An expression whose type is String, Categorical, Enum or Null.

    >>> import polars as pl
    >>> visits = pl.LazyFrame({"link": ["http://H/a", "https://h:443/b?d", "c"]})
    >>> visits.group_by(host=pl.col("link").url.host()).len().sort("len").collect().rows()
    [(None, 1), ('h', 2)]
    """

    #: The types of an argument that is a column.
    _COLUMNS = (pl.Expr, pl.Series)

    def _apply(self, function: _OfSeries, others: Sequence[pl.Expr | pl.Series]) -> pl.Expr:
        expressions = [self._column, *(pl.lit(o) if isinstance(o, pl.Series) else o for o in others)]
        # A call with empty Series shows the type of the result, or raises the errors for wrong arguments.
        dtype = function([pl.Series(dtype=pl.String)] * len(expressions)).dtype
        return pl.map_batches(expressions, function, return_dtype=dtype, is_elementwise=True)


@pl.api.register_series_namespace("url")
class SeriesURLNamespace(_URLNamespace[pl.Series]):
    """The URLs of a Series, as `series.url`.

    The methods are those of `ExprURLNamespace`, but accept and return Series, and raise all errors immediately.

    Args:
        column: A Series whose type is String, Categorical, Enum or Null.

    >>> import polars as pl
    >>> pl.Series("link", ["http://h:80/", "http://h:8080/"]).url.port().to_list()
    ['', '8080']
    """

    _COLUMNS = (pl.Series,)

    def _apply(self, function: _OfSeries, others: Sequence[pl.Series]) -> pl.Series:
        return function([self._column, *others])


def _of_series(
    series: Sequence[pl.Series], *, function: str, taken: Sequence[Argument], arguments: Mapping[str, Any]
) -> pl.Series:
    """Call a function or attribute of `urldom.columns`. `series` has the values of the arguments in `taken`."""
    length = next((len(one) for one in series if len(one) != 1), 1)
    first, *others = (_arrow(one, argument, length) for one, argument in zip(series, taken, strict=True))
    of_names = {argument.name: other for argument, other in zip(taken[1:], others, strict=True)}
    made = arrow_function(function)(first, **{**arguments, **of_names})
    if pa.types.is_map(made.type):  # polars 1 reads a null map as an empty list.
        made = made.cast(pa.list_(pa.struct([("key", made.type.key_type), ("value", made.type.item_type)])))
    return pl.Series(series[0].name, made)


def _arrow(series: Any, argument: Argument, length: int) -> Any:
    """Return a Series as an Arrow array. A Series with one row, such as a literal, is repeated for all rows."""
    kinds = sorted(_KINDS[kind] for kind in argument.kinds)
    if not any(is_one(series.dtype) for _, is_one in kinds):
        called = " or ".join(name for name, _ in kinds)
        raise TypeError(
            f"{argument.called} must be a column of {called} (String, Categorical, Enum), not of {series.dtype}"
        )
    array = (series.new_from_index(0, length) if len(series) == 1 else series).to_arrow()
    # One Arrow array cannot contain the links of many documents, so the array and the result are chunked.
    return pa.chunked_array([array]) if argument.name == "documents" else array


def _cut_by_polars(series: Sequence[pl.Series], *, name: str, **arguments: Any) -> pl.Series:
    """Return an attribute of a Series of URLs. polars itself extracts the attribute from usual URLs."""
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
