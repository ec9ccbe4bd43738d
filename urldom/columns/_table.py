"""The table of the functions for columns: the values that each argument accepts, examples, and the
words of the docstrings after their first lines. The functions themselves, with their signatures and
first lines, are written in `urldom.columns._attributes` and its neighbors, and once more for each
library, in `urldom.pandas`, `urldom.polars` and `urldom.spark`. (DuckDB needs no Python functions.)
Tests hold all of them equal to this table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from urldom._core.errors import wrong_type
from urldom._core.standards import parts
from urldom._core.standards.interface import Standard
from urldom._core.standards.registry import DEFAULT_STANDARD
from urldom.columns._arrays import is_column, is_string, pa, values_type

#: The attributes that `decompose` returns if it is not told which.
DECOMPOSED: Final = (*parts.DECOMPOSITION_ATTRIBUTES, "href")


class Example(NamedTuple):
    """An example: the URL or the document in the only row of a column, and the value that a call
    returns, as code."""

    row: str
    value: str
    #: The arguments of the call, as Python code, without the base URL for all rows.
    arguments: str = ""
    base: str | None = None
    #: Python code after the call, which selects the part of the value to show.
    part: str = ""

    @property
    def call(self) -> str:
        """All arguments of the call, as Python code."""
        base = "" if self.base is None else f'"{self.base}"'
        return ", ".join(filter(None, [base, self.arguments]))

    def session(self, lines: Iterable[str]) -> list[str]:
        """Return an interactive session of these lines, with the value. If it is `None`, a session
        prints nothing."""
        session = [f">>> {line}" for line in lines]
        if self.value != "None":
            session.append(self.value)
        return session


#: The kinds of values that a column can contain, with a test for their type in Arrow.
_KINDS: Final[dict[str, Callable[[Any], bool]]] = {
    "strings": is_string,
    "integers": pa.types.is_integer,
    "bytes": lambda kind: (
        kind in (pa.binary(), pa.large_binary(), pa.binary_view())
        or pa.types.is_fixed_size_binary(kind)
    ),
    "lists of strings": lambda kind: (
        (pa.types.is_list(kind) or pa.types.is_large_list(kind)) and is_string(kind.value_type)
    ),
}


class Argument(NamedTuple):
    """An argument that can be a column."""

    name: str
    #: The name of the column in error messages.
    called: str
    words: str = ""
    kinds: tuple[str, ...] = ("strings",)
    #: The kind of a single value for all rows. `None` if the argument accepts only a column.
    one: Literal["url", "text", "name", "names", "value", "pattern", "patterns"] | None = None
    may_be_none: bool = False
    #: The condition under which a single value raises `ValueError`.
    fails: str = ""

    def require(self, column: Any, length: int | None = None) -> None:
        """Check a column. Raises `TypeError` for a wrong kind of values, and `ValueError` for a
        wrong length."""
        kinds = " or ".join(self.kinds)
        if not is_column(column):
            library, _, _ = type(column).__module__.partition(".")
            hint = f"import urldom.{library} for these" if library in ("pandas", "polars") else ""
            raise wrong_type(
                self.called, f"a pyarrow Array or ChunkedArray of {kinds}", column, hint
            )
        if not any(_KINDS[kind](values_type(column.type)) for kind in self.kinds):
            raise TypeError(f"{self.called} must be a column of {kinds}, not of {column.type}")
        if length is not None and len(column) != length:
            called = self.called.removeprefix("the ")
            message = f"there are {len(column)} {called} for {length} rows"
            raise ValueError(f"{message}: pass one for each row, or one for all")


def value_of(name: str) -> Argument:
    """Return the entry of the argument whose values are assigned to the attribute `name`."""
    kinds = ("strings", "integers") if name == "port" else ("strings",)
    return Argument(name, f"the values for {name}", kinds=kinds, one="value", may_be_none=True)


class Keyword(NamedTuple):
    """A keyword argument that is the same for all rows."""

    words: str
    #: The condition under which a value raises `ValueError`, after the other conditions.
    fails: str = ""


OPTIONS: Final = {
    "attributes": Keyword("The names of the attributes.", "an attribute is unknown"),
    "standard": Keyword('A standard, or its name, such as `"rfc3986"`.'),
    "default_scheme": Keyword(
        "The scheme, without a colon, of addresses that have none, such as `example.com/x`. It is "
        "added by the rule of `URL.parse`, before the base is used.",
        "`default_scheme` is not a scheme",
    ),
    "encoding": Keyword(
        "A label of the Encoding Standard, in which the query of each URL is percent-encoded.",
    ),
}


URLS: Final = Argument(
    "urls",
    "URLs",
    "A pyarrow array or `ChunkedArray` of the type `string`, `large_string`, `string_view`, or a"
    " dictionary of these.",
)
BASE: Final = Argument(
    "base",
    "bases",
    "An absolute URL for all rows, or a column with a base URL for each row, in which null means no"
    " base.",
    one="url",
    may_be_none=True,
)
PATTERNS: Final = Argument(
    "patterns",
    "patterns",
    "A `URLPattern`, a string, a mapping of components, or an iterable of these, such as a"
    " `URLPatternList`. It can also be a column of strings, or of lists of strings, with the"
    " patterns of each row.",
    kinds=("strings", "lists of strings"),
    one="patterns",
)
NAME: Final = Argument(
    "name",
    "the names of parameters",
    "The name of the parameter, or a column with a name for each row.",
    one="name",
)
NAMES: Final = Argument(
    "names",
    "names of parameters",
    "A name, or an iterable of names. A `*` stands for any characters, as in `utm_*`. It can also"
    " be a column of strings, or of lists of strings, with the names for each row.",
    kinds=("strings", "lists of strings"),
    one="names",
)
PATTERN: Final = Argument(
    "pattern",
    "patterns",
    "A `URLPattern`, a string or a mapping of components. It can also be a column of strings with a"
    " pattern for each row.",
    one="pattern",
    fails="one `pattern` has no named group",
)
DOCUMENTS: Final = Argument(
    "documents",
    "documents",
    "A pyarrow array or `ChunkedArray` of binary values or strings: pages, feeds and other XML, or"
    " style sheets.",
    kinds=("bytes", "strings"),
)
ADDRESS: Final = Argument(
    "address",
    "addresses",
    "The absolute URL of all documents, or a column with the URL of each document.",
    one="url",
)
CONTENT_TYPE: Final = Argument(
    "content_type",
    "content types",
    "The value of the header `Content-Type` for all documents, or a column with a value for each"
    " document. `None`, or a null in a column, means that the document has no such header. An"
    " unknown value for all documents raises `ValueError`.",
    one="text",
    may_be_none=True,
)
#: The keyword arguments of a function that assigns to attributes.
VALUES: Final = Argument(
    "values",
    "values",
    "The values, by the names of their attributes. A value is a string, `None`, or a column of"
    " strings, and a port can also be an `int` or a column of integers. `None`, or a null in a"
    " column, removes the component.",
    one="value",
    may_be_none=True,
    fails="an attribute cannot be set under the standard, or `values` is empty",
)


class Function(NamedTuple):
    """The entry of a function of `urldom.columns`, or of an attribute."""

    #: The first argument, which is always a column, and the others that can be columns.
    column: Argument = URLS
    arguments: tuple[Argument, ...] = (BASE,)
    options: tuple[str, ...] = ("standard", "encoding", "default_scheme")
    #: `True` if the function also accepts keyword arguments that assign to attributes, such as
    #: `port=8080`.
    has_values: bool = False
    needs_values: bool = False
    example: Example = Example("", "")
    #: The second paragraph of the docstring in `urldom.columns`.
    details: str = ""
    returns: str = ""
    #: Descriptions of options that differ from those in `OPTIONS`.
    words: Mapping[str, str] = MappingProxyType({})
    #: The errors that not all functions raise.
    errors: Mapping[str, str] = MappingProxyType({})

    def among(self, names: Iterable[str]) -> list[Argument]:
        """Return the arguments among `names` that can be columns."""
        arguments = {argument.name: argument for argument in self.arguments}
        return [arguments.get(name) or value_of(name) for name in names if name not in self.options]

    def needed(self) -> list[str]:
        """Return the names of the required arguments after the first argument."""
        values = ["hash"] if self.needs_values else []
        return [argument.name for argument in self.arguments if not argument.may_be_none] + values


def _attribute(name: str, row: str, value: str) -> Function:
    """Return the entry of an attribute, whose value for the URL `row` is `value`, as code."""
    returns = f"The `{name}` of each URL. A row is null if its URL is null or invalid."
    return Function(returns=returns, example=Example(row, value))


#: The entries of the attributes, by name. Only in Arrow, they have a base.
ATTRIBUTES: Final = {
    "protocol": _attribute("protocol", "HTTPS://example.com/", "'https:'"),
    "host": _attribute("host", "http://h:8/", "'h:8'"),
    "hostname": _attribute("hostname", "http://0x7f.1/", "'127.0.0.1'"),
    "port": _attribute("port", "https://h:443/", "''"),
    "pathname": _attribute("pathname", "http://example.com/a/../b", "'/b'"),
    "search": _attribute("search", "http://h/?é", "'?%C3%A9'"),
    "hash": _attribute("hash", "http://h/#top", "'#top'"),
    "href": _attribute("href", "HTTP://Example.com", "'http://example.com/'"),
    "origin": _attribute("origin", "https://h:443/a", "'https://h'"),
    "username": _attribute("username", "https://ann@h/", "'ann'"),
    "password": _attribute("password", "https://u:a b@h/", "'a%20b'"),
}
_OF_DECODING: Final = {
    "encoding": "A label of the Encoding Standard, from which names and values are decoded."
}
_of_hosts: Final = partial(
    Function,
    words={"encoding": "A label of the Encoding Standard, which does not change the result."},
    errors={
        "ImportError": (
            "If publicsuffixlist is not installed (the extra `site`), and there is at least one"
            " row."
        )
    },
)
_of_documents: Final = partial(
    Function,
    DOCUMENTS,
    (ADDRESS, CONTENT_TYPE),
    ("standard",),
    errors={"ImportError": "If no parser for HTML is installed."},
)
#: The entries of the functions, by name.
FUNCTIONS: Final = {
    "decompose": Function(
        options=("attributes", "standard", "encoding", "default_scheme"),
        example=Example(
            "http://h:80/?q", "{'host': 'h', 'search': '?q'}", 'attributes=["host", "search"]'
        ),
        details=(
            "The attributes are the seven *URL decomposition IDL attributes* (HTML5 2.6.6) and"
            " `href`, and under `WHATWG` also `origin`, `username` and `password`. Their values are"
            " the same as in a `URLDecomposition`, and the result is a `StructArray`."
        ),
        returns=(
            "A struct for each row, with a field for each attribute. A row is null if its URL is"
            " null or invalid, or if its base is invalid. `errors()` returns the reasons."
        ),
    ),
    "resolve": Function(
        example=Example("../b", "'http://example.com/b'", base="http://example.com/a/"),
        details=(
            "Each row of the result is the result of `urldom.resolve`, as a string. Under"
            " `RFC1808`, a row is also null if its URL resolves to a relative URL."
        ),
        returns=(
            "The absolute URLs. A row is null if its URL is null or invalid, or if its base is"
            " invalid. `errors()` returns the reasons."
        ),
    ),
    "errors": Function(
        has_values=True,
        example=Example("http://[", "'the IPv6 address has no closing bracket'"),
        details=(
            "With `values`, the function also returns the reason why `set()` with these values"
            " returns null, with the name of the attribute: `hostname: a host cannot contain a"
            " space`."
        ),
        returns=(
            "The reasons. A row is null if its URL is null, or if the URL is valid and accepts the"
            " values."
        ),
    ),
    "param": Function(
        arguments=(NAME, BASE),
        example=Example("http://example.com/?q=caf%C3%A9+au+lait", "'café au lait'", '"q"'),
        details="Each row is the result of `URLDecomposition.params.get(name)`.",
        returns=(
            'The values. An empty value is `""`. A row is null if the query does not have the'
            " parameter, if the URL or the name is null, or if the URL or its base is invalid."
        ),
        words=_OF_DECODING,
    ),
    "registrable_domain": _of_hosts(
        example=Example("https://www.example.co.uk/", "'example.co.uk'"),
        details="Each row is the result of `urldom.hosts.registrable_domain` for the `hostname`.",
        returns=(
            "The domains in ASCII. A row is null if its URL is null or invalid, or if its host has"
            " no registrable domain. An IP address, a public suffix, and a host that the URL"
            " Standard rejects have no registrable domain."
        ),
    ),
    "matches": Function(
        arguments=(PATTERNS, BASE),
        options=("encoding", "default_scheme"),
        example=Example("https://www.example.com/a", "True", '"https://*.example.com/*"'),
        details=(
            "Each row is the result of `URLPatternList.test`. The function has no parameter"
            " `standard`, because patterns follow the URL Standard. The result is a `BooleanArray`."
        ),
        returns=(
            "Booleans. A row is null if its URL or its entry in a column `patterns` is null, and"
            " false if its URL is invalid."
        ),
        errors={"InvalidPatternError": "If a pattern is invalid."},
    ),
    "params": Function(
        example=Example(
            "http://example.com/?tag=a&q=x+y&tag=b", "[('tag', ['a', 'b']), ('q', ['x y'])]"
        ),
        details=(
            "Names and values are those of `URLDecomposition.params`. Each name occurs once in the"
            " map, with all its values in their order, because the engines' maps cannot contain a"
            " name twice."
        ),
        returns=(
            "Maps from strings to lists of strings. A URL without a query has an empty map. A row"
            " is null if its URL is null or invalid."
        ),
        words=_OF_DECODING,
    ),
    "param_names": Function(
        example=Example("http://example.com/?tag=a&q=x+y&tag=b", "['tag', 'q']"),
        details="Each row is `list(URLDecomposition.params)`.",
        returns="Lists of strings. A row is null if its URL is null or invalid.",
        words=_OF_DECODING,
    ),
    "without_params": Function(
        arguments=(NAMES, BASE),
        example=Example(
            "http://example.com/?utm_source=x&q=a%20b",
            "'http://example.com/?q=a%20b'",
            '["utm_*", "gclid"]',
        ),
        details="The names are compared with the decoded names in the query, with regard to case.",
        returns=(
            "The absolute URLs. A row is null if its URL or the names are null, or if the URL or"
            " its base is invalid."
        ),
    ),
    "public_suffix": _of_hosts(
        example=Example("https://www.example.co.uk/", "'co.uk'"),
        details="Each row is the result of `urldom.hosts.public_suffix` for the `hostname`.",
        returns=(
            "The suffixes in ASCII. A row is null if its URL is null or invalid, or if its host is"
            " not a domain."
        ),
    ),
    "subdomain": _of_hosts(
        example=Example("https://www.shop.example.co.uk/", "'www.shop'"),
        returns=(
            'The labels in ASCII, or `""` if the host is a registrable domain. A row is null if `'
            "registrable_domain()` returns null."
        ),
    ),
    "segments": Function(
        example=Example("http://example.com/a/caf%C3%A9/", "['a', 'café', '']"),
        details="Each row is `list(URLDecomposition.segments)`.",
        returns=(
            "Lists of strings. The path `/` has an empty list. A row is null if its URL is null or"
            " invalid."
        ),
    ),
    "groups": Function(
        arguments=(PATTERN, BASE),
        options=("encoding", "default_scheme"),
        example=Example(
            "http://example.com/user/Ann%20Lee",
            "{'name': 'Ann Lee'}",
            '{"pathname": "/user/:name"}',
        ),
        details=(
            "Escapes are decoded as UTF-8, and a group that matches nothing is null. The result is"
            " a struct with a field for each group, or for a column of patterns a map."
        ),
        returns=(
            "The groups. A row is null if the pattern does not match, or if the URL or the pattern"
            " is null."
        ),
        errors={"InvalidPatternError": "If a pattern is invalid."},
    ),
    "display": Function(
        example=Example("http://user:secret@example.com/caf%C3%A9", "'http://example.com/café'"),
        details=(
            "Each row is the result of `URLDecomposition.display()`, which shows no credentials. Do"
            " not parse it."
        ),
        returns="The texts. A row is null if its URL is null or invalid.",
    ),
    "set": Function(
        has_values=True,
        needs_values=True,
        example=Example(
            "http://h/a?b", "'http://example.com/a'", 'hostname="example.com", search=None'
        ),
        details=(
            "The values are assigned in the order of the keyword arguments. Like"
            " `URLDecomposition.assign()`, the function rejects a value that is only partly valid,"
            " which makes the row null."
        ),
        returns=(
            "The absolute URLs. A row is null if its URL is null or invalid, or if the standard"
            " would ignore one of its values or use only a part of it. `errors()` with the same"
            " values returns the reasons."
        ),
    ),
    "links": _of_documents(
        example=Example("<a href=b>", "'http://h/a/b'", base="http://h/a/", part='[0]["url"]'),
        details=(
            "Each URL is a struct with the fields `url`, `kind`, `element_name`, `attribute` and"
            " `value`, as in `urldom.trees.URLAttribute`. `url` is null if the value does not"
            " resolve. `urldom.trees.parse` parses the documents.\n\nA document fails if it has no"
            " address or an unknown content type, or if the parser fails, for example for XML that"
            " is not well-formed. It also fails if all its links together have more than 16"
            " characters for each byte of the document plus 1,048,576 characters, which only"
            " happens in malicious pages."
        ),
        returns=(
            "A list of structs for each document. A row is null if its document is null or fails. "
            "`link_errors()` returns the reasons."
        ),
    ),
    "link_errors": _of_documents(
        example=Example("<a href=b>", "None", base="http://h/a/"),
        details=(
            "The function parses each document again, so call it only for the documents whose links"
            " are null."
        ),
        returns=(
            "The reasons. A row is null if `links()` returns a list for the document, or if the"
            " document is null."
        ),
    ),
}
#: The entries of all attributes and all functions, by name.
EACH: Final = ATTRIBUTES | FUNCTIONS


def exists(name: str, standard: Standard) -> bool:
    """Return whether an attribute or a function exists under a standard. Patterns follow the
    default standard."""
    if name in ATTRIBUTES:
        return name == "href" or name in standard.attributes
    return "standard" in FUNCTIONS[name].options or standard.name == DEFAULT_STANDARD
