"""Columns of URLs in pandas: importing this module gives Series of strings the accessor `url`.

See `docs/data-frames.md`.

>>> import pandas as pd
>>> import urldom.pandas
>>> pages = pd.DataFrame({"link": ["//Shop.example:443/tea", "../b", None], "page": ["https://example.com/a/"] * 3})
>>> absolute = pages.link.url.resolve(pages.page)
>>> absolute.tolist()[:2]
['https://shop.example/tea', 'https://example.com/b']
>>> absolute.url.hostname.dropna().tolist()
['shop.example', 'example.com']
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, TypeAlias

try:
    import pandas as pd
except ImportError:
    raise ImportError("urldom.pandas needs pandas: pip install 'urldom[pandas]'") from None
import numpy as np

from urldom import columns
from urldom._columns.arrays import is_string, pa, values_type
from urldom._errors import type_name
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._text.encodings import checked_label
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL

if TYPE_CHECKING:
    Strings: TypeAlias = pd.Series[str]
    #: One value for each row: a Series with the same index, or what has no index.
    Values: TypeAlias = (
        pd.Series[Any] | pd.Index[Any] | pd.api.extensions.ExtensionArray | np.ndarray[Any, Any] | list[Any]
    )

__all__ = ["URLAccessor"]


def __dir__() -> list[str]:
    return __all__


@pd.api.extensions.register_series_accessor("url")
class URLAccessor:
    """`series.url`: the URLs of a Series of strings, as `WHATWG` reads them, or as `under()` says.

    What comes out has the index and the name of the Series, and its type where that is one of strings: `object` for
    `object`, `str` for `str`, `string` for `string`, an `ArrowDtype` of strings for an `ArrowDtype`. Of a `category`
    each category is read once, and the type is that of the categories. A missing value is missing in the result, and so
    is what is no URL: `errors()` says why. A lone surrogate counts as U+FFFD, as in the URL Standard.

    Where a method takes several values (`base`, and those of `set()`), they are a Series with the same index, or what
    has no index, an array or a list, of the same length.

    Raises `AttributeError` for a Series that is none of strings, as `series.str` does.

    For type checkers, which know of no accessor: `URLAccessor(series)` is the same.

    >>> import pandas as pd
    >>> links = pd.Series(["http://H:80/a?b#c", "http://u:p@h:8080"], index=["x", "y"], name="link", dtype=object)
    >>> links.url.host
    x         h
    y    h:8080
    Name: link, dtype: object
    """

    def __init__(self, series: pd.Series[Any]) -> None:
        other = _other_than_strings(series)
        if other:
            raise AttributeError(f"only a Series of strings has the accessor .url, not one of {other}")
        self._series = series
        self._standard: Standard = find_standard("whatwg")
        self._encoding = "utf-8"

    def under(self, standard: StandardLike, *, encoding: str = "utf-8") -> URLAccessor:
        """The same URLs as another standard reads them: one of the five, or its name. `encoding` is a label of the
        Encoding Standard, in which queries are escaped.

        Raises `ValueError` for an unknown standard, `LookupError` for an unknown encoding.

        >>> import pandas as pd
        >>> links = pd.Series(["http://h:99999/"])
        >>> int(links.url.hostname.isna().sum()), links.url.under("html5").hostname.tolist()
        (1, ['h'])
        """
        accessor = URLAccessor(self._series)
        accessor._standard = find_standard(standard)
        accessor._encoding = checked_label(encoding)
        return accessor

    # The attributes

    @property
    def protocol(self) -> Strings:
        """The scheme and a colon (HTML5 2.6.6)."""
        return self._attribute("protocol")

    @property
    def host(self) -> Strings:
        """The host, and, where it is not the scheme's default one, a colon and the port (HTML5 2.6.6)."""
        return self._attribute("host")

    @property
    def hostname(self) -> Strings:
        """The host (HTML5 2.6.6)."""
        return self._attribute("hostname")

    @property
    def port(self) -> Strings:
        """The port: its digits, or `""` (HTML5 2.6.6)."""
        return self._attribute("port")

    @property
    def pathname(self) -> Strings:
        """The path (HTML5 2.6.6)."""
        return self._attribute("pathname")

    @property
    def search(self) -> Strings:
        """A question mark and the query, or `""` (HTML5 2.6.6)."""
        return self._attribute("search")

    @property
    def hash(self) -> Strings:
        """A number sign and the fragment, or `""` (HTML5 2.6.6)."""
        return self._attribute("hash")

    @property
    def href(self) -> Strings:
        """The absolute URL (URL Standard 6.1)."""
        return self._attribute("href")

    @property
    def origin(self) -> Strings:
        """The origin, serialized, `"null"` where it is opaque (URL Standard 6.1). Only under `WHATWG`."""
        return self._attribute("origin")

    @property
    def username(self) -> Strings:
        """The username, percent-encoded (URL Standard 6.1). Only under `WHATWG`."""
        return self._attribute("username")

    @property
    def password(self) -> Strings:
        """The password, percent-encoded (URL Standard 6.1). Only under `WHATWG`."""
        return self._attribute("password")

    # What is made of whole URLs

    def decompose(
        self,
        base: AnyURL | Values | None = None,
        *,
        attributes: Collection[str] = (*DECOMPOSITION_ATTRIBUTES, "href"),
    ) -> pd.DataFrame:
        """A DataFrame with the attributes of each URL, resolved against `base`: an absolute URL, or one for each row.
        They are read off the URL at once, which is quicker than one after the other. See `urldom.columns.decompose`.

        Raises `ValueError` for an unknown attribute and for bases of another index or length, `InvalidURLError` for
        one base that is no absolute URL, `TypeError` for what is none at all.

        >>> import pandas as pd
        >>> urls = pd.Series(["http://h/a?b", "c"])
        >>> urls.url.decompose("http://h/", attributes=["pathname", "search"]).values.tolist()
        [['/a', '?b'], ['/c', '']]
        """
        found = self._of_columns(columns.decompose, base=base, attributes=attributes)
        fields = zip([field.name for field in found.type], found.flatten(), strict=True)
        frame: pd.DataFrame = pd.DataFrame(
            {name: self._made(column, name) for name, column in fields}, index=self._series.index
        )
        return frame

    def resolve(self, base: AnyURL | Values | None = None) -> Strings:
        """The absolute URL that each row implies (HTML5 2.6.3). Raises what `decompose()` does. See
        `urldom.columns.resolve`.

        >>> import pandas as pd
        >>> pd.Series(["b", "//H"]).url.resolve(["http://h/a", "https://h/"]).tolist()
        ['http://h/b', 'https://h/']
        """
        return self._made(self._of_columns(columns.resolve, base=base), self._series.name)

    def errors(self, base: AnyURL | Values | None = None) -> Strings:
        """Why a row is no URL, a sentence; missing where it is one, or missing. Raises what `decompose()` does. See
        `urldom.columns.errors`.

        >>> import pandas as pd
        >>> pd.Series(["http://h:x/", "http://h/"]).url.errors()[0]
        'the port is no number'
        """
        return self._made(self._of_columns(columns.errors, base=base), self._series.name)

    def set(self, base: AnyURL | Values | None = None, **values: str | int | Values | None) -> Strings:
        """The URLs after attributes have been assigned, in the order given; missing where a URL does not take a value.
        Each of `values` is one for all rows, `None` to remove it, or one for each. Raises what `decompose()` does. See
        `urldom.columns.set`.

        >>> import pandas as pd
        >>> pd.Series(["http://h/a?b#c", "http://i"]).url.set(hostname="example.com", search=None).tolist()
        ['http://example.com/a#c', 'http://example.com/']
        """
        return self._made(self._of_columns(columns.set, base=base, **values), self._series.name)

    # How they are made

    def _attribute(self, name: str) -> Strings:
        if name not in (*self._standard.attributes, "href"):
            raise AttributeError(f"{name!r} is no attribute of a URL under {self._standard.name}; WHATWG has it")
        found = self._of_columns(columns.decompose, attributes=[name])
        (column,) = found.flatten()
        return self._made(column, self._series.name)

    def _of_columns(self, function: Callable[..., Any], **arguments: Any) -> Any:
        """A function of `urldom.columns` of this Series, in Arrow's arrays."""
        urls = _arrow(self._series, "URLs")
        for name, value in arguments.items():
            if name != "attributes" and isinstance(value, _MANY):
                called = "bases" if name == "base" else f"the values for {name}"
                arguments[name] = _arrow(self._aligned(value, called), called, may_be_integers=name == "port")
        return function(urls, standard=self._standard, encoding=self._encoding, **arguments)

    def _aligned(self, values: Any, called: str) -> pd.Series[Any]:
        """Several values as a Series; they are one for each row."""
        series: Any = values
        if not isinstance(values, pd.Series):
            if len(values) != len(self._series):
                raise ValueError(f"{called} are one for each row: there are {len(values)} for {len(self._series)} rows")
            # pandas guesses no type where there is none.
            series = pd.Series(values, dtype=object if isinstance(values, (list, np.ndarray)) else None)
        elif not series.index.equals(self._series.index):
            raise ValueError(f"the index of {called} is not that of the URLs: align them, or hand over their .array")
        return series  # type: ignore[no-any-return]

    def _made(self, column: Any, name: Any) -> Strings:
        """A column of strings as a Series of the type that this one has."""
        dtype: Any = self._series.dtype
        if isinstance(dtype, pd.CategoricalDtype):
            dtype = dtype.categories.dtype
        if isinstance(dtype, pd.ArrowDtype):
            dtype = pd.ArrowDtype(column.type)  # which is of strings, where that of the Series is of nulls
        values = column.to_numpy(zero_copy_only=False) if _is_object(dtype) else dtype.__from_arrow__(column)
        made: Strings = pd.Series(values, index=self._series.index, name=name, dtype=dtype)
        return made


#: What is one value for each row.
_MANY = (pd.Series, pd.Index, pd.api.extensions.ExtensionArray, np.ndarray, list)


def _is_object(dtype: Any) -> bool:
    return isinstance(dtype, np.dtype) and dtype.kind == "O"


def _other_than_strings(series: pd.Series[Any]) -> str:
    """What a Series is one of, where it holds anything but strings and missing values; else `""`."""
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
    missing = (str, type(None), type(pd.NA))
    others = (v for v in series if not isinstance(v, missing) and not (isinstance(v, float) and v != v))
    return f"objects, one of them of type {type_name(next(others, None))}"


def _arrow(series: pd.Series[Any], called: str, *, may_be_integers: bool = False) -> Any:
    """A Series of strings as Arrow has it. Raises `TypeError` for one of anything else."""
    other = _other_than_strings(series)
    if other and not (may_be_integers and pd.api.types.infer_dtype(series, skipna=True) == "integer"):
        kind = "strings or integers" if may_be_integers else "strings"
        raise TypeError(f"{called} are a Series of {kind}, not of {other}")
    try:
        return pa.array(series, from_pandas=True, type=None if other or not _is_object(series.dtype) else pa.string())
    except (UnicodeEncodeError, pa.ArrowTypeError):  # Arrow knows no lone surrogates, and not each kind of NaN.
        return pa.array([scalar_value_string(v) if isinstance(v, str) else None for v in series], pa.string())
