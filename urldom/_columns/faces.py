"""The functions of columns as one table: their arguments, and what these may be.

The functions of `urldom.columns` check their arguments by it. Those of pandas, polars, Spark and DuckDB are made from
it (`urldom._columns.making`), and so are their attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, Generic, Literal, NamedTuple, TypeVar, get_type_hints

from urldom._columns.arrays import is_column, is_string, pa, values_type
from urldom._errors import type_name
from urldom._standards.interface import Standard

_T = TypeVar("_T")


class Attributes(Generic[_T]):
    """The attributes of a URL: the type that a face has for each, and a sentence on it."""

    protocol: Annotated[_T, "The scheme and a colon (HTML5 2.6.6)."]
    host: Annotated[_T, "The host, and a colon and the port unless it is the scheme's default port (HTML5 2.6.6)."]
    hostname: Annotated[_T, "The host (HTML5 2.6.6)."]
    port: Annotated[_T, 'The port: its digits, or `""` (HTML5 2.6.6).']
    pathname: Annotated[_T, "The path (HTML5 2.6.6)."]
    search: Annotated[_T, 'A question mark and the query, or `""` (HTML5 2.6.6).']
    hash: Annotated[_T, 'A number sign and the fragment, or `""` (HTML5 2.6.6).']
    href: Annotated[_T, "The absolute URL (URL Standard 6.1)."]
    origin: Annotated[_T, 'The origin, `"null"` if it is opaque (URL Standard 6.1). Only under `WHATWG`.']
    username: Annotated[_T, "The username, percent-encoded (URL Standard 6.1). Only under `WHATWG`."]
    password: Annotated[_T, "The password, percent-encoded (URL Standard 6.1). Only under `WHATWG`."]


#: The sentence on each attribute.
ATTRIBUTES: Final[dict[str, str]] = {
    name: kind.__metadata__[0] for name, kind in get_type_hints(Attributes, include_extras=True).items()
}


def _is_octets(kind: Any) -> bool:
    return kind in (pa.binary(), pa.large_binary(), pa.binary_view()) or bool(pa.types.is_fixed_size_binary(kind))


def _is_list_of_strings(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind)) and is_string(kind.value_type)


#: The kinds of values that a column may hold, and how their type is known in Arrow.
_KINDS: Final[dict[str, Callable[[Any], bool]]] = {
    "strings": is_string,
    "integers": pa.types.is_integer,
    "octets": _is_octets,
    "lists of strings": _is_list_of_strings,
}


class Argument(NamedTuple):
    """An argument that may be a column."""

    name: str
    #: The name of a column of it in an error.
    called: str
    #: The kinds of values that the column may hold.
    kinds: tuple[str, ...] = ("strings",)
    #: The kind of value that may be given for all rows, instead of a column.
    one: Literal["url", "text", "name", "value", "patterns"] | None = None
    may_be_none: bool = False

    def require(self, column: Any, length: int | None = None) -> None:
        """Raises `TypeError` for anything but such a column, `ValueError` for one of another length."""
        kinds = " or ".join(self.kinds)
        if not is_column(column):
            library = type(column).__module__.partition(".")[0]
            hint = f"; for these, import urldom.{library}" if library in ("pandas", "polars") else ""
            raise TypeError(
                f"{self.called} are a pyarrow Array or ChunkedArray of {kinds}, not {type_name(column)}{hint}"
            )
        if not any(_KINDS[kind](values_type(column.type)) for kind in self.kinds):
            raise TypeError(f"{self.called} are a column of {kinds}, not of {column.type}")
        if length is not None and len(column) != length:
            called = self.called.removeprefix("the ")
            raise ValueError(f"there are {len(column)} {called} for {length} rows: give one for each, or one for all")


def value_of(name: str) -> Argument:
    """The values that are assigned to an attribute."""
    kinds = ("strings", "integers") if name == "port" else ("strings",)
    return Argument(name, f"the values for {name}", kinds, one="value", may_be_none=True)


class Function(NamedTuple):
    """A function of `urldom.columns`, or an attribute."""

    #: Its first argument.
    column: Argument
    arguments: tuple[Argument, ...] = ()
    options: tuple[str, ...] = ("standard", "encoding")
    #: Whether it takes values too, by the names of attributes.
    has_values: bool = False

    def among(self, names: Iterable[str]) -> list[Argument]:
        """Those of these arguments that may be columns."""
        arguments = {argument.name: argument for argument in self.arguments}
        return [arguments.get(name) or value_of(name) for name in names if name not in self.options]

    def has_under(self, standard: Standard) -> bool:
        """Whether there is such a function under a standard. URL patterns read URLs by the URL Standard."""
        return "standard" in self.options or standard.name == "whatwg"

    def needed(self) -> list[str]:
        """The arguments that it needs with its column."""
        values = ["hash"] if self.has_values else []
        return [argument.name for argument in self.arguments if not argument.may_be_none] + values


URLS: Final = Argument("urls", "URLs")
BASE: Final = Argument("base", "bases", one="url", may_be_none=True)
PATTERNS: Final = Argument("patterns", "patterns", ("strings", "lists of strings"), one="patterns")
NAME: Final = Argument("name", "the names of parameters", one="name")
DOCUMENTS: Final = Argument("documents", "documents", ("octets", "strings"))
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
#: The attributes as functions, and the functions.
EACH: Final = dict.fromkeys(ATTRIBUTES, Function(URLS)) | FUNCTIONS
