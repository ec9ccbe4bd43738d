"""How the functions of four libraries, the *faces*, are created from the table of `urldom.columns._faces`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from inspect import Parameter, Signature
from typing import Any, Final, NamedTuple

from urldom import columns
from urldom._core.errors import wrong_type
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import DEFAULT_STANDARD, find_standard
from urldom._core.text.default_scheme import checked_scheme
from urldom._core.text.name_patterns import checked_names
from urldom._core.values.url_value import URLValue
from urldom.columns._arrays import pa
from urldom.columns._decomposing import checked_attributes
from urldom.columns._faces import ATTRIBUTES, EACH, FUNCTIONS, OPTIONS, VALUES, Argument, Words, docstring, exists
from urldom.columns._matching import one_pattern
from urldom.patterns._lists import pattern_list

#: Calling a function with a column without rows shows the type of the result, and raises the errors of arguments.
NO_ROWS: Final[Any] = pa.array([], pa.string())
SELF: Final = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)


def arrow_function(name: str) -> Callable[..., Any]:
    """Return the function of `urldom.columns` with this name, or a function that returns the attribute `name`."""
    if name in FUNCTIONS:
        function: Callable[..., Any] = getattr(columns, name)
        return function

    def attribute(urls: Any, **options: Any) -> Any:
        (column,) = columns.decompose(urls, attributes=[name], **options).flatten()
        return column

    attribute.__qualname__ = name
    return attribute


#: Functions that check one value for all rows.
CHECKS: Final[Mapping[str | None, Callable[[Any], Any]]] = {
    "patterns": pattern_list,
    "pattern": one_pattern,
    "names": checked_names,
}


def columns_among(
    name: str, arguments: dict[str, Any], column_of: Callable[[Argument, Any], Any]
) -> dict[Argument, Any]:
    """Return the columns among `arguments`, for which `column_of` does not return `None`. Check the other values,
    because the library calls urldom later, when a value may have changed."""
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


def functions_in_sql(
    standard: StandardLike, prefix: object, default_scheme: str | None
) -> Iterator[tuple[str, str, Callable[..., Any], Any]]:
    """Yield the functions of a standard: the name in SQL and in the table, the function, and its result's type."""
    if not isinstance(prefix, str):
        raise wrong_type("a prefix", "a str", prefix)
    found = find_standard(standard)
    given = {"standard": found.name, "default_scheme": checked_scheme(default_scheme)}
    for name, table in EACH.items():
        if exists(name, found):
            options = {option: value for option, value in given.items() if option in table.options}
            function = partial(arrow_function(name), **options)
            # A content type is an empty column too: a single value would be checked at once, which needs a parser.
            arguments = [*(argument.name for argument in table.arguments), *table.needed()]
            result = function(NO_ROWS, **dict.fromkeys(arguments, NO_ROWS))
            yield f"{prefix}{name}", name, function, result.type


#: The annotations of single values. For Spark, a name or a text is a column.
TYPES: Final = {"names": "Names", "pattern": "Pattern", "patterns": "Patterns"}
TEXT_TYPES: Final = {**TYPES, "url": "AnyURL", "text": "str", "name": "str", "value": "str | int"}


class Face(NamedTuple):
    """A library for which functions are created."""

    #: The module, and the beginning of the qualified names of its functions.
    place: tuple[str, str]
    #: The function that all created functions call: `call(name, first, arguments)`.
    call: Callable[[str, Any, dict[str, Any]], Any]
    #: The annotations: of a column under `column`, and of each kind of single value: see `Argument.one`.
    types: Mapping[str, str]
    words: Words
    options: Iterable[str] = tuple(OPTIONS)

    def parameters(self, name: str) -> Iterator[Parameter]:
        """Yield the parameters of a function or an attribute after the first one."""
        function = EACH[name]
        for argument in function.arguments:
            default = None if argument.may_be_none else Parameter.empty
            annotation = self._annotation(argument)
            yield Parameter(argument.name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)
        for option in [option for option in function.options if option in self.options]:
            # The standard of an attribute can be passed as a positional argument.
            is_positional = name in ATTRIBUTES and option == "standard"
            kind = Parameter.POSITIONAL_OR_KEYWORD if is_positional else Parameter.KEYWORD_ONLY
            yield OPTIONS[option].parameter(option, kind)
        if function.has_values:
            yield Parameter(VALUES.name, Parameter.VAR_KEYWORD, annotation=self._annotation(VALUES))

    def _annotation(self, argument: Argument) -> str:
        kinds = [self.types.get(argument.one or ""), self.types["column"], "None" if argument.may_be_none else None]
        return " | ".join(filter(None, kinds))

    def make(self, name: str, result: str, first: Parameter = SELF, *, errors: Mapping[str, str | None] = {}) -> Any:
        """Create the function or attribute of this name. `result` is the annotation of its result."""
        signature = Signature([first, *self.parameters(name)], return_annotation=result)
        module, before = self.place
        place = f"{before}{name}"

        def function(*given: Any, **named: Any) -> Any:
            try:
                bound = signature.bind(*given, **named)
            except TypeError as error:
                raise TypeError(f"{place}(): {error}") from None
            bound.apply_defaults()
            first, *others = bound.arguments
            arguments = {other: bound.arguments[other] for other in others if other != VALUES.name}
            return self.call(name, bound.arguments[first], arguments | bound.arguments.get(VALUES.name, {}))

        function.__module__, function.__qualname__, function.__name__ = module, place, place.rpartition(".")[2]
        function.__signature__ = signature  # type: ignore[attr-defined]
        annotations = {each.name: each.annotation for each in signature.parameters.values() if each.annotation}
        function.__annotations__ = annotations
        words = self.words._replace(errors={**self.words.errors, **errors})
        function.__doc__ = docstring(name, signature.parameters, words)
        return function
