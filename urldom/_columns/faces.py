"""The table of the functions for columns.

It lists the arguments of each function, and the values that each argument accepts.

The functions of `urldom.columns` check their arguments by this table. The functions and attributes for pandas, polars,
Spark and DuckDB are created from this table (`urldom._columns.making`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, Generic, Literal, NamedTuple, TypeVar, get_type_hints

from urldom._columns.arrays import is_column, is_string, pa, values_type
from urldom._errors import wrong_type
from urldom._standards.interface import Standard

_T = TypeVar("_T")


class Example(NamedTuple):
    """An example of a function or an attribute: the value that a call returns for a column with one row."""

    #: The URL or the document in the row.
    row: str
    #: The value that the call returns, as Python code.
    value: str
    #: The arguments of the call, as Python code, without the base URL.
    arguments: str = ""
    #: The base URL for all rows.
    base: str | None = None
    #: Python code after the call, which selects the part of the value to show.
    part: str = ""


class Attributes(Generic[_T]):
    """The attributes of a URL. Each has a description and an example.

    The attributes of a column have the type `_T`. In polars, this type is a method. In pandas, it is a Series.
    """

    protocol: Annotated[_T, "The scheme and a colon (HTML5 2.6.6).", Example("HTTPS://example.com/", "'https:'")]
    host: Annotated[
        _T,
        "The host and the port with a colon between them. The default port is left out (HTML5 2.6.6).",
        Example("http://Example.com:8080/", "'example.com:8080'"),
    ]
    hostname: Annotated[_T, "The host (HTML5 2.6.6).", Example("http://0x7f.1/", "'127.0.0.1'")]
    port: Annotated[
        _T,
        'The digits of the port, or `""` for the default port (HTML5 2.6.6).',
        Example("https://example.com:443/", "''"),
    ]
    pathname: Annotated[_T, "The path (HTML5 2.6.6).", Example("http://example.com/a/../b", "'/b'")]
    search: Annotated[
        _T, 'A question mark and the query, or `""` (HTML5 2.6.6).', Example("http://example.com/?q=é", "'?q=%C3%A9'")
    ]
    hash: Annotated[
        _T, 'A number sign and the fragment, or `""` (HTML5 2.6.6).', Example("http://example.com/#top", "'#top'")
    ]
    href: Annotated[_T, "The absolute URL (URL Standard 6.1).", Example("HTTP://Example.com", "'http://example.com/'")]
    origin: Annotated[
        _T,
        'The origin, or `"null"` if it is opaque (URL Standard 6.1). It exists only under `WHATWG`.',
        Example("https://example.com:443/a", "'https://example.com'"),
    ]
    username: Annotated[
        _T,
        "The username, percent-encoded (URL Standard 6.1). It exists only under `WHATWG`.",
        Example("https://ann@example.com/", "'ann'"),
    ]
    password: Annotated[
        _T,
        "The password, percent-encoded (URL Standard 6.1). It exists only under `WHATWG`.",
        Example("https://ann:a b@example.com/", "'a%20b'"),
    ]


_ATTRIBUTES: Final = get_type_hints(Attributes, include_extras=True)
#: The description of each attribute.
ATTRIBUTES: Final[dict[str, str]] = {name: kind.__metadata__[0] for name, kind in _ATTRIBUTES.items()}
#: An example of each attribute and function.
EXAMPLES: Final[dict[str, Example]] = {
    **{name: kind.__metadata__[1] for name, kind in _ATTRIBUTES.items()},
    "decompose": Example("http://h:80/?q", "{'host': 'h', 'search': '?q'}", 'attributes=["host", "search"]'),
    "resolve": Example("../b", "'http://example.com/b'", base="http://example.com/a/"),
    "errors": Example("http://[", "'the IPv6 address has no closing bracket'"),
    "param": Example("http://example.com/?q=caf%C3%A9+au+lait", "'café au lait'", '"q"'),
    "registrable_domain": Example("https://www.example.co.uk/", "'example.co.uk'"),
    "matches": Example("https://www.example.com/a", "True", '"https://*.example.com/*"'),
    "set": Example("http://h/a?b", "'http://example.com/a'", 'hostname="example.com", search=None'),
    "links": Example("<a href=b>", "'http://h/a/b'", base="http://h/a/", part='[0]["url"]'),
    "link_errors": Example("<a href=b>", "None", base="http://h/a/"),
}


def _is_bytes(kind: Any) -> bool:
    return kind in (pa.binary(), pa.large_binary(), pa.binary_view()) or bool(pa.types.is_fixed_size_binary(kind))


def _is_list_of_strings(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind)) and is_string(kind.value_type)


#: The kinds of values that a column can contain, with a test for their type in Arrow.
_KINDS: Final[dict[str, Callable[[Any], bool]]] = {
    "strings": is_string,
    "integers": pa.types.is_integer,
    "bytes": _is_bytes,
    "lists of strings": _is_list_of_strings,
}


class Argument(NamedTuple):
    """An argument that can be a column."""

    name: str
    #: The name of the column in error messages.
    called: str
    #: The kinds of values that the column can contain.
    kinds: tuple[str, ...] = ("strings",)
    #: The kind of a single value that the argument accepts for all rows. `None` if the argument accepts only a column.
    one: Literal["url", "text", "name", "value", "patterns"] | None = None
    may_be_none: bool = False

    def require(self, column: Any, length: int | None = None) -> None:
        """Check a column. Raises `TypeError` for a wrong kind of values, and `ValueError` for a wrong length."""
        kinds = " or ".join(self.kinds)
        if not is_column(column):
            library = type(column).__module__.partition(".")[0]
            hint = f"import urldom.{library} for these" if library in ("pandas", "polars") else ""
            raise wrong_type(self.called, f"a pyarrow Array or ChunkedArray of {kinds}", column, hint)
        if not any(_KINDS[kind](values_type(column.type)) for kind in self.kinds):
            raise TypeError(f"{self.called} must be a column of {kinds}, not of {column.type}")
        if length is not None and len(column) != length:
            called = self.called.removeprefix("the ")
            message = f"there are {len(column)} {called} for {length} rows"
            raise ValueError(f"{message}: pass one for each row, or one for all")


def value_of(name: str) -> Argument:
    """Return the entry of the argument whose values are assigned to the attribute `name`."""
    kinds = ("strings", "integers") if name == "port" else ("strings",)
    return Argument(name, f"the values for {name}", kinds, one="value", may_be_none=True)


class Function(NamedTuple):
    """The entry of a function of `urldom.columns`, or of an attribute."""

    #: The first argument, which is always a column.
    column: Argument
    #: The other arguments that can be columns.
    arguments: tuple[Argument, ...] = ()
    options: tuple[str, ...] = ("standard", "encoding")
    #: `True` if the function also accepts keyword arguments that assign to attributes, such as `port=8080`.
    has_values: bool = False

    def among(self, names: Iterable[str]) -> list[Argument]:
        """Return the arguments among `names` that can be columns."""
        arguments = {argument.name: argument for argument in self.arguments}
        return [arguments.get(name) or value_of(name) for name in names if name not in self.options]

    def has_under(self, standard: Standard) -> bool:
        """Return whether the function exists under a standard.

        The functions for patterns exist only under the URL Standard.
        """
        return "standard" in self.options or standard.name == "whatwg"

    def needed(self) -> list[str]:
        """Return the names of the required arguments after the first argument."""
        values = ["hash"] if self.has_values else []
        return [argument.name for argument in self.arguments if not argument.may_be_none] + values


URLS: Final = Argument("urls", "URLs")
BASE: Final = Argument("base", "bases", one="url", may_be_none=True)
PATTERNS: Final = Argument("patterns", "patterns", ("strings", "lists of strings"), one="patterns")
NAME: Final = Argument("name", "the names of parameters", one="name")
DOCUMENTS: Final = Argument("documents", "documents", ("bytes", "strings"))
ADDRESS: Final = Argument("address", "addresses", one="url")
CONTENT_TYPE: Final = Argument("content_type", "content types", one="text", may_be_none=True)

FUNCTIONS: Final = {
    "decompose": Function(URLS, (BASE,), ("attributes", "standard", "encoding")),
    "resolve": Function(URLS, (BASE,)),
    "errors": Function(URLS, (BASE,)),
    "param": Function(URLS, (NAME, BASE)),
    "registrable_domain": Function(URLS, (BASE,)),
    "matches": Function(URLS, (PATTERNS, BASE), ("encoding",)),
    "set": Function(URLS, (BASE,), has_values=True),
    "links": Function(DOCUMENTS, (ADDRESS, CONTENT_TYPE), ("standard",)),
    "link_errors": Function(DOCUMENTS, (ADDRESS, CONTENT_TYPE), ("standard",)),
}
#: The entries of all attributes and all functions, by name.
EACH: Final = dict.fromkeys(ATTRIBUTES, Function(URLS)) | FUNCTIONS
