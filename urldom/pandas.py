"""Columns of URLs in pandas. Importing this module adds the accessor `url` to Series of strings.

See `docs/data-frames.md`.

>>> import pandas as pd
>>> import urldom.pandas
>>> pages = pd.DataFrame({"link": ["//Shop.example:443/tea", "../b", None]})
>>> pages["page"] = "https://example.com/a/"
>>> absolute = pages.link.url.resolve(pages.page)
>>> absolute.tolist()[:2]
['https://shop.example/tea', 'https://example.com/b']
>>> absolute.url.hostname.dropna().tolist()
['shop.example', 'example.com']
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Collection
from typing import Any, Final, TypeAlias

from urldom._core.errors import missing_package

try:
    import pandas as pd
except ModuleNotFoundError as _missing_error:
    raise missing_package("urldom.pandas", "pandas", error=_missing_error) from None
import numpy as np

from urldom._core.errors import type_name
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.standards.interface import Standard, StandardLike
from urldom._core.standards.registry import DEFAULT_STANDARD, STANDARD_NAMES, find_standard
from urldom._core.text import default_scheme as default_schemes
from urldom._core.text import encodings, name_patterns
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import is_column, is_string, pa, pc, values_type
from urldom.columns._docstrings import Words
from urldom.columns._faces import arrow_function, filled
from urldom.columns._hints import URLAccessorHints
from urldom.columns._matching import Pattern
from urldom.columns._table import (
    ATTRIBUTES,
    DECOMPOSED,
    EACH,
    Argument,
    Example,
    exists,
)
from urldom.patterns._lists import Patterns

Strings: TypeAlias = "pd.Series[str]"
Booleans: TypeAlias = "pd.Series[bool]"
Objects: TypeAlias = "pd.Series[Any]"
_Array: TypeAlias = "pd.api.extensions.ExtensionArray | np.ndarray[Any, Any]"
#: One value for each row: a Series with the same index, or an array or list without an index.
RowValues: TypeAlias = "pd.Series[Any] | pd.Index[Any] | _Array | list[Any]"

__all__ = ["URLAccessor"]
__dir__: Callable[[], list[str]] = __all__.copy


def _example(name: str, example: Example) -> list[str]:
    call = name if name in ATTRIBUTES else f"{name}({example.call})"
    values = '.to_dict("records")' if name in ("decompose", "groups") else ".tolist()"
    shown = str(dict(literal_eval(example.value))) if name == "params" else example.value
    session = ["import pandas as pd", "import urldom.pandas"]
    session.append(f'links = pd.Series(["{example.row}"])')
    session.append(f"links.url.{call}{values}")
    return example._replace(value=f"[{shown}]").session(session)


def _errors(name: str) -> dict[str, str | None]:
    """Return the errors of a function that are different from those in Arrow."""
    errors: dict[str, str | None] = {}
    if name in ATTRIBUTES:
        errors["TypeError"] = None
    if not all(exists(name, find_standard(standard)) for standard in STANDARD_NAMES):
        errors["AttributeError"] = "If the standard is not `WHATWG`."
    return errors


_WORDS: Final = Words(
    _example,
    paragraph=(
        "A column is a Series with the same index, or an array or list of the same length. "
        "*Null* means a missing value."
    ),
    returns={
        "decompose": (
            "A DataFrame with a column for each attribute. All values of a row are missing if its"
            " URL is missing or invalid, or if its base is invalid. `errors()` returns the reasons."
        )
    },
    value_error="If a column has another index or length",
    errors=_errors,
)


@pd.api.extensions.register_series_accessor("url")
class URLAccessor(URLAccessorHints):
    """The URLs of a Series of strings, as `series.url`.

    The standard is `WHATWG`, unless `under()` selects another.

    A result of strings has the index, the name and the type of the Series: `object`, `str`,
    `string`, or an `ArrowDtype` of strings. For a `category`, it has the type of the categories. If
    a URL is missing or invalid, its value in the result is missing. Only `matches()` is false for
    an invalid URL, and `errors()` returns the reason.

    Type checkers do not know `series.url`, so write `URLAccessor(series)` for them.

    Args:
        series: A Series of strings.

    Raises:
        AttributeError: If the Series does not contain strings, as for `series.str`.

    >>> import pandas as pd
    >>> urls = {"x": "http://H:80/a?b#c", "y": "//u:p@h:8080", "z": "http://h:x"}
    >>> links = pd.Series(urls, dtype=object)
    >>> links.url.resolve("http://base/").url.host
    x         h
    y    h:8080
    z      None
    dtype: object
    """

    def __init__(self, series: pd.Series[Any]) -> None:
        other = _other_than_strings(series)
        if other:
            raise AttributeError(f"the accessor .url needs a Series of strings, not of {other}")
        self._series = series
        self._standard: Standard = find_standard(DEFAULT_STANDARD)
        self._encoding = "utf-8"
        self._default_scheme: str | None = None

    def under(
        self,
        standard: StandardLike = "whatwg",
        *,
        encoding: str = "utf-8",
        default_scheme: str | None = None,
    ) -> URLAccessor:
        """Return an accessor that uses another standard, encoding or default scheme.

        Args:
            standard: A standard, or its name, such as `"rfc3986"`.
            encoding: The encoding of the queries, as a label of the Encoding Standard.
            default_scheme: The scheme of addresses that have none, such as `example.com/x`: see
                `URL.parse`.

        Raises:
            ValueError: If the standard is unknown, or `default_scheme` is not a scheme.
            LookupError: If the encoding is unknown.

        >>> import pandas as pd
        >>> links = pd.Series(["http://h:99999/"])
        >>> int(links.url.hostname.isna().sum()), links.url.under("html5").hostname.tolist()
        (1, ['h'])
        """
        accessor = URLAccessor(self._series)
        accessor._standard = find_standard(standard)
        accessor._encoding = encodings.checked_label(encoding)
        accessor._default_scheme = default_schemes.checked_scheme(default_scheme)
        return accessor

    def _answer(self, name: str, arguments: dict[str, Any]) -> Any:
        """Return the result of an attribute or function of `urldom.columns` for this Series."""
        if not exists(name, self._standard):
            reason = (
                f"{name}() reads URLs under {DEFAULT_STANDARD}, not under {self._standard.name}"
            )
            if name in ATTRIBUTES:
                reason = f"a URL has no attribute {name!r} under {self._standard.name}"
            raise AttributeError(f"{reason}: use {find_standard(DEFAULT_STANDARD)!r}")
        urls = _arrow(self._series, EACH[name].column)
        if isinstance(urls, pa.Array):  # One array cannot contain results of more than 2 GiB.
            urls = pa.chunked_array([urls])
        arguments |= self._columns_among(name, arguments)
        if "standard" in EACH[name].options:
            arguments["standard"] = self._standard
        options = {"encoding": self._encoding, "default_scheme": self._default_scheme}
        found = arrow_function(name)(urls, **options, **arguments)
        made: Any
        if pa.types.is_struct(found.type):
            columns = zip(found.type, found.flatten(), strict=True)
            fields = {kind.name: self._made(field, kind.name) for kind, field in columns}
            made = pd.DataFrame(fields, index=self._series.index)
        else:
            made = self._made(found, self._series.name)
        # The URL Standard replaces lone surrogates too.
        if name in _WITH_SURROGATES and self._standard.name != DEFAULT_STANDARD:
            self._restore_surrogates(made, name, urls, arguments)
        return made

    def _columns_among(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments with one value for each row, as Arrow arrays."""
        found: dict[str, Any] = {}
        for argument in EACH[name].among(arguments):
            value = arguments[argument.name]
            # A list of patterns or of names is one value for all rows.
            is_one = isinstance(value, list) and argument.one in ("patterns", "names")
            if isinstance(value, _MANY) and not is_one:
                found[argument.name] = _arrow(self._aligned(value, argument.called), argument)
        return found

    def _restore_surrogates(
        self, made: Any, name: str, urls: Any, arguments: dict[str, Any]
    ) -> None:
        """Compute the results of the rows whose URLs have a lone surrogate again, without Arrow,
        which has replaced it by U+FFFD."""
        given = {key: value for key, value in arguments.items() if key not in EACH[name].options}
        texts: list[Any] = self._series.tolist()
        for row in _rows_with_replacements(urls):
            if texts[row] == scalar_value_string(texts[row]) or np.any(made.isna().iloc[row]):
                continue
            values = {key: _in_row(value, row) for key, value in given.items()}
            view = self._view(name, texts[row], values)
            if name in ATTRIBUTES:
                made.iloc[row] = getattr(view, name)
            elif name == "decompose":
                made.iloc[row] = [getattr(view, each) for each in made.columns.tolist()]
            else:
                made.iloc[row] = view.href

    def _view(self, name: str, text: str, values: dict[str, Any]) -> Any:
        """Return the object of one row after the call of a function with `values`."""
        if self._default_scheme is not None:
            text = default_schemes.with_scheme(text, self._default_scheme)
        base = values.pop("base", None)
        view: Any = URLDecomposition(text, base, standard=self._standard, encoding=self._encoding)
        if name == "without_params":
            view.params.discard(*name_patterns.checked_names(values.pop("names")))
        view.assign(**values)
        return view

    def _aligned(self, values: Any, called: str) -> Any:
        """Return `values` as a Series. `urldom.columns` raises an error for another length."""
        series: Any = values
        if not isinstance(values, pd.Series):
            is_untyped = isinstance(values, (list, np.ndarray))
            # The type `object` prevents pandas from guessing a type.
            return pd.Series(series, dtype=object if is_untyped else None)
        if not series.index.equals(self._series.index):
            raise ValueError(
                f"the index of {called} differs from the index of the URLs: align them, or pass"
                " .array"
            )
        return series

    def _made(self, column: Any, name: Any) -> Any:
        """Return a column of results as a Series."""
        dtype = self._dtype_of(column.type)
        values: Any
        if not _is_object(dtype):
            values = dtype.__from_arrow__(column)
        elif not pa.types.is_nested(column.type):
            values = column.to_numpy(zero_copy_only=False)
        elif pa.types.is_map(column.type):
            values = [None if pairs is None else dict(pairs) for pairs in column.to_pylist()]
        else:
            values = column.to_pylist()
        return pd.Series(values, index=self._series.index, name=name, dtype=dtype)

    def _dtype_of(self, kind: Any) -> Any:
        """Return the type of a Series for results with the type `kind`. Strings get the type of
        this Series, booleans a nullable type, and lists and maps are Python's objects, unless this
        Series has a type of Arrow."""
        dtype: Any = self._series.dtype
        if kind == pa.bool_() and not isinstance(dtype, pd.ArrowDtype):
            return pd.BooleanDtype()
        if isinstance(dtype, pd.CategoricalDtype):
            dtype = dtype.categories.dtype
        if isinstance(dtype, pd.ArrowDtype):
            # `kind` is a type of strings, even if this Series contains only nulls.
            return pd.ArrowDtype(kind)
        return np.dtype(object) if pa.types.is_nested(kind) else dtype

    # The functions of `urldom.columns`, which `_answer` calls
    _filled = filled(_answer, _WORDS)

    @property
    @_filled
    def protocol(self) -> Strings:
        """The scheme and a colon (HTML5 2.6.6)."""
        ...

    @property
    @_filled
    def host(self) -> Strings:
        """The host and port, without a default port (HTML5 2.6.6)."""
        ...

    @property
    @_filled
    def hostname(self) -> Strings:
        """The host (HTML5 2.6.6)."""
        ...

    @property
    @_filled
    def port(self) -> Strings:
        """The port, or `""` for the default port (HTML5 2.6.6)."""
        ...

    @property
    @_filled
    def pathname(self) -> Strings:
        """The path (HTML5 2.6.6)."""
        ...

    @property
    @_filled
    def search(self) -> Strings:
        """A question mark and the query, or `""` (HTML5 2.6.6)."""
        ...

    @property
    @_filled
    def hash(self) -> Strings:
        """A number sign and the fragment, or `""` (HTML5 2.6.6)."""
        ...

    @property
    @_filled
    def href(self) -> Strings:
        """The absolute URL (URL Standard 6.1)."""
        ...

    @property
    @_filled
    def origin(self) -> Strings:
        """The origin, or `"null"` (URL Standard 6.1), only under `WHATWG`."""
        ...

    @property
    @_filled
    def username(self) -> Strings:
        """The username, escaped (URL Standard 6.1), only under `WHATWG`."""
        ...

    @property
    @_filled
    def password(self) -> Strings:
        """The password, escaped (URL Standard 6.1), only under `WHATWG`."""
        ...

    @_filled
    def decompose(
        self,
        base: AnyURL | RowValues | None = None,
        *,
        attributes: Collection[str] = DECOMPOSED,
    ) -> pd.DataFrame:
        """Return several attributes of each URL, after resolving it against `base`."""
        ...

    @_filled
    def resolve(self, base: AnyURL | RowValues | None = None) -> Strings:
        """Return the absolute URL of each row, resolved against `base` (HTML5 2.6.3)."""
        ...

    @_filled
    def errors(
        self,
        base: AnyURL | RowValues | None = None,
        **values: str | int | RowValues | None,
    ) -> Strings:
        """Return the reason why each row is invalid: the `reason` of its `InvalidURLError`."""
        ...

    @_filled
    def param(self, name: str | RowValues, base: AnyURL | RowValues | None = None) -> Strings:
        """Return the first value of a query parameter, decoded (URL Standard 5.1)."""
        ...

    @_filled
    def registrable_domain(self, base: AnyURL | RowValues | None = None) -> Strings:
        """Return the registrable domain of each host: its public suffix and the label before it
        (URL Standard 3.2)."""
        ...

    @_filled
    def matches(
        self,
        patterns: Patterns | RowValues,
        base: AnyURL | RowValues | None = None,
    ) -> Booleans:
        """Return whether each URL matches at least one pattern (URL Pattern Standard 1.4)."""
        ...

    @_filled
    def params(self, base: AnyURL | RowValues | None = None) -> Objects:
        """Return all query parameters of each URL, as a map from each name to the list of its
        values (URL Standard 5.1)."""
        ...

    @_filled
    def param_names(self, base: AnyURL | RowValues | None = None) -> Objects:
        """Return the names of the query parameters of each URL, each once, decoded (URL Standard
        5.1)."""
        ...

    @_filled
    def without_params(
        self,
        names: name_patterns.Names | RowValues,
        base: AnyURL | RowValues | None = None,
    ) -> Strings:
        """Return the absolute URL of each row without some query parameters. The rest of the query
        keeps its bytes."""
        ...

    @_filled
    def public_suffix(self, base: AnyURL | RowValues | None = None) -> Strings:
        """Return the public suffix of each host: the domain under which people register names (URL
        Standard 3.2)."""
        ...

    @_filled
    def subdomain(self, base: AnyURL | RowValues | None = None) -> Strings:
        """Return the labels of each host before its registrable domain."""
        ...

    @_filled
    def segments(self, base: AnyURL | RowValues | None = None) -> Objects:
        """Return the segments of each path, decoded (RFC 3986 3.3)."""
        ...

    @_filled
    def groups(
        self,
        pattern: Pattern | RowValues,
        base: AnyURL | RowValues | None = None,
    ) -> pd.DataFrame | Objects:
        """Return the text of each named group of a pattern, decoded (URL Pattern Standard 1.2)."""
        ...

    @_filled
    def display(self, base: AnyURL | RowValues | None = None) -> Strings:
        """Return each URL as text for people, after resolving it against `base` (URL Standard
        4.8)."""
        ...

    @_filled
    def set(
        self,
        base: AnyURL | RowValues | None = None,
        **values: str | int | RowValues | None,
    ) -> Strings:
        """Assign attributes of each URL, after resolving it against `base`, and return the new
        URLs."""
        ...

    del _filled


#: The attributes, and the functions whose results have the characters of a URL as they are.
_WITH_SURROGATES: Final = frozenset([*ATTRIBUTES, "decompose", "resolve", "set", "without_params"])
#: The types of arguments that contain one value for each row.
_MANY = (pd.Series, pd.Index, pd.api.extensions.ExtensionArray, np.ndarray, list)


def _rows_with_replacements(urls: Any) -> list[int]:
    """Return the indexes of the rows with U+FFFD."""
    # Before version 26, `indices_nonzero` crashes for a column without chunks.
    if not len(urls) or not is_string(urls.type):
        return []
    rows: list[int] = pc.indices_nonzero(
        pc.fill_null(pc.match_substring(urls, "\ufffd"), False)
    ).to_pylist()
    return rows


def _in_row(value: Any, row: int) -> Any:
    """Return the value of an argument in a row."""
    return value[row].as_py() if is_column(value) else value


def _is_object(dtype: Any) -> bool:
    return isinstance(dtype, np.dtype) and dtype.kind == "O"


def _other_than_strings(series: pd.Series[Any]) -> str:
    """Return the type of values that are neither strings nor missing, or `""` if there are no such
    values."""
    dtype: Any = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        of_categories = _other_than_strings(dtype.categories.to_series())
        return f"categories of {of_categories}" if of_categories else ""
    if isinstance(dtype, pd.ArrowDtype):
        return "" if is_string(values_type(dtype.pyarrow_dtype)) else str(dtype)
    if not _is_object(dtype):
        return "" if isinstance(dtype, pd.StringDtype) else str(dtype)
    if pd.api.types.infer_dtype(series, skipna=True) in ("string", "empty"):
        return ""
    other = next((value for value in series if not _is_string_or_missing(value)), None)
    return f"objects, one of them of type {type_name(other)}"


def _is_string_or_missing(value: Any) -> bool:
    is_nan = isinstance(value, float) and value != value
    return is_nan or value is None or value is pd.NA or isinstance(value, str)


def _arrow(series: pd.Series[Any], argument: Argument) -> Any:
    """Return a Series as an Arrow array. Raises `TypeError` if the argument does not accept the
    Series' type."""
    other = _other_than_strings(series)
    kind = None
    if other:
        are_integers = pd.api.types.infer_dtype(series, skipna=True) == "integer"
        if not (are_integers and "integers" in argument.kinds):
            kinds = " or ".join(kind for kind in argument.kinds if kind != "lists of strings")
            raise TypeError(f"{argument.called} must be a Series of {kinds}, not of {other}")
    elif _is_object(series.dtype):
        kind = pa.string()  # If all values are missing, Arrow would not know their type.
    try:
        return pa.array(series, from_pandas=True, type=kind)
    except (UnicodeEncodeError, pa.ArrowTypeError):
        # Arrow rejects lone surrogates and some kinds of NaN.
        texts = [scalar_value_string(text) if isinstance(text, str) else None for text in series]
        return pa.array(texts, pa.string())
