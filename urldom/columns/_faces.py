"""How the functions of data frames and databases, the *faces*, call the functions of
`urldom.columns`.

A face writes each function once more, with its own types, as a `def` without a body. The decorator
`filled` gives it the body, which binds the arguments and hands them to the library's way of calling
a function of Arrow: at once in pandas, in an expression that runs later in polars and Spark. DuckDB
has functions only in SQL (see `functions_in_sql`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, wraps
from inspect import signature
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from urldom import columns
from urldom._core.errors import wrong_type
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import DEFAULT_STANDARD, find_standard
from urldom._core.text import default_scheme as default_schemes
from urldom._core.text import name_patterns
from urldom._core.values.url_value import URLValue
from urldom.columns._arrays import pa
from urldom.columns._decomposing import checked_attributes
from urldom.columns._docstrings import Words, docstring
from urldom.columns._matching import one_pattern
from urldom.columns._table import ATTRIBUTES, EACH, VALUES, Argument, exists
from urldom.patterns._lists import pattern_list

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Call: TypeAlias = Callable[[Any, str, dict[str, Any]], Any]

#: Calling a function with a column without rows shows the type of the result, and raises the errors
#: of arguments.
NO_ROWS: Final[Any] = pa.array([], pa.string())


def filled(call: _Call, words: Words) -> Callable[[_Function], _Function]:
    """Return a decorator for the functions of a face, which are written without a body.

    The function that it makes returns `call(first, name, arguments)`: `first` is the first
    argument, `name` that of the function in `urldom.columns`, and `arguments` has the other
    arguments by name, with the defaults and with the values of a `**values`. The docstring gets the
    sections of the table."""

    def decorate(written: _Function) -> _Function:
        name = written.__name__.removeprefix(words.prefix)
        parameters = signature(written)
        first_name, *others = parameters.parameters

        @wraps(written)
        def function(*given: Any, **named: Any) -> Any:
            try:
                bound = parameters.bind(*given, **named)
            except TypeError as error:
                raise TypeError(f"{written.__qualname__}(): {error}") from None
            bound.apply_defaults()
            arguments = {other: bound.arguments[other] for other in others}
            values = arguments.pop(VALUES.name, {})
            return call(bound.arguments[first_name], name, arguments | values)

        function.__doc__ = docstring(name, written.__doc__ or "", parameters.parameters, words)
        made: Any = function
        return made  # type: ignore[no-any-return]

    return decorate


def arrow_function(name: str) -> Callable[..., Any]:
    """Return the function of `urldom.columns` with this name."""
    function: Callable[..., Any] = getattr(columns, name)
    return function


#: Functions that check one value for all rows.
CHECKS: Final[Mapping[str | None, Callable[[Any], Any]]] = {
    "patterns": pattern_list,
    "pattern": one_pattern,
    "names": name_patterns.checked_names,
}


def columns_among(
    name: str, arguments: dict[str, Any], column_of: Callable[[Argument, Any], Any]
) -> dict[Argument, Any]:
    """Return the columns among `arguments`, for which `column_of` does not return `None`. Check the
    other values, because the library calls urldom later, when a value may have changed."""
    standard = find_standard(arguments.get("standard", DEFAULT_STANDARD))
    if "standard" in arguments:
        arguments["standard"] = standard.name
    if "attributes" in arguments:
        arguments["attributes"] = checked_attributes(arguments["attributes"], standard)
    found: dict[Argument, Any] = {}
    for argument in EACH[name].among(arguments):
        value = arguments[argument.name]
        column = column_of(argument, value)
        if column is not None:
            found[argument], arguments[argument.name] = column, NO_ROWS
        elif argument.one in CHECKS:
            arguments[argument.name] = CHECKS[argument.one](value)
        elif isinstance(value, URLValue) and argument.one == "url":
            arguments[argument.name] = str(value)
    return found


class SQLFunction(NamedTuple):
    """A function of `urldom.columns` under its name in SQL, where all arguments are columns."""

    called: str
    name: str
    call: Callable[..., Any]
    #: The type of its result in Arrow.
    kind: Any


def functions_in_sql(
    standard: StandardLike,
    prefix: object,
    default_scheme: str | None,
) -> Iterator[SQLFunction]:
    """Yield the functions and attributes of a standard."""
    if not isinstance(prefix, str):
        raise wrong_type("a prefix", "a str", prefix)
    found = find_standard(standard)
    given = {
        "standard": found.name,
        "default_scheme": default_schemes.checked_scheme(default_scheme),
    }
    for name, table in EACH.items():
        if not exists(name, found):
            continue
        options = {option: value for option, value in given.items() if option in table.options}
        function: Callable[..., Any] = partial(arrow_function(name), **options)
        if name in ATTRIBUTES:
            function = _without_base(name, function)
        # A content type is an empty column too: a single value would be checked at once, which
        # needs a parser.
        arguments = [argument.name for argument in others_in_sql(name)] + table.needed()
        result = function(NO_ROWS, **dict.fromkeys(arguments, NO_ROWS))
        yield SQLFunction(f"{prefix}{name}", name, function, result.type)


def others_in_sql(name: str) -> tuple[Argument, ...]:
    """Return the arguments of a function after the first, without values. Attributes have no
    base."""
    return () if name in ATTRIBUTES else EACH[name].arguments


def _without_base(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def attribute(urls: Any) -> Any:
        return function(urls)

    attribute.__qualname__ = name
    return attribute
