"""How the functions of a face are made from the table: with names, signatures and docstrings of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from inspect import Parameter, Signature
from typing import Any, Final

from urldom import columns
from urldom._columns.arrays import pa
from urldom._columns.faces import ATTRIBUTES, EACH, FUNCTIONS
from urldom._errors import type_name
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, Standard

#: A column of no rows. On it, the functions of `urldom.columns` show the type of their result, and raise for a wrong
#: argument as they do on any other.
NO_ROWS: Final[Any] = pa.array([], pa.string())

OPTIONS: Final = {
    "attributes": Parameter(
        "attributes", Parameter.KEYWORD_ONLY, default=(*DECOMPOSITION_ATTRIBUTES, "href"), annotation="Collection[str]"
    ),
    "standard": Parameter("standard", Parameter.KEYWORD_ONLY, default="whatwg", annotation="StandardLike"),
    "encoding": Parameter("encoding", Parameter.KEYWORD_ONLY, default="utf-8", annotation="str"),
}
#: The standard as an argument that is given by place.
STANDARD: Final = OPTIONS["standard"].replace(kind=Parameter.POSITIONAL_OR_KEYWORD)


def arrow_function(name: str) -> Callable[..., Any]:
    """The function of `urldom.columns` of this name, or a function that returns the attribute of this name."""
    if name in FUNCTIONS:
        function: Callable[..., Any] = getattr(columns, name)
        return function

    def attribute(urls: Any, **options: Any) -> Any:
        (column,) = columns.decompose(urls, attributes=[name], **options).flatten()
        return column

    attribute.__qualname__ = name
    return attribute


def under(name: str, standard: Standard) -> tuple[Callable[..., Any], Any]:
    """A function or an attribute under a standard, and the Arrow type of its result."""
    options = {"standard": standard.name} if "standard" in EACH[name].options else {}
    function = partial(arrow_function(name), **options)
    return function, function(NO_ROWS, **dict.fromkeys(EACH[name].needed(), NO_ROWS)).type


def names_in_sql(standard: Standard, prefix: object) -> dict[str, str]:
    """The attributes that URLs have under a standard, and its functions, by the names that they get in SQL. Raises
    `TypeError` for a prefix that is not a string."""
    if not isinstance(prefix, str):
        raise TypeError(f"a prefix is a str, not {type_name(prefix)}")
    attributes = [name for name in ATTRIBUTES if name == "href" or name in standard.attributes]
    functions = [name for name, function in FUNCTIONS.items() if function.has_under(standard)]
    return {f"{prefix}{name}": name for name in (*attributes, *functions)}


def parameters_of(name: str, types: Mapping[str, str], options: Iterable[str] | None = None) -> Iterator[Parameter]:
    """The parameters of a function after its column. `types` are the annotations of a `column`, and of what may be
    given for all rows: a `url`, a `text`, a `value`, `patterns`."""
    function = FUNCTIONS[name]

    def annotation(one: str | None, may_be_none: bool) -> str:
        kinds = [types[one]] if one is not None and one in types else []
        return " | ".join([*kinds, types["column"], *(["None"] if may_be_none else [])])

    for argument in function.arguments:
        default = None if argument.may_be_none else Parameter.empty
        kind = annotation(argument.one, argument.may_be_none)
        yield Parameter(argument.name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)
    yield from (OPTIONS[option] for option in function.options if options is None or option in options)
    if function.has_values:
        yield Parameter("values", Parameter.VAR_KEYWORD, annotation=annotation("value", True))


def made(
    name: str,
    call: Callable[[str, Any, dict[str, Any]], Any],
    parameters: Iterable[Parameter],
    result: str,
    *,
    place: tuple[str, str],
    words: str = "",
) -> Any:
    """The function or attribute of this name in a face, which calls `call(name, first, arguments)`. `place` is its
    module and its name there. `words` is the second paragraph of its docstring."""
    signature = Signature([*parameters], return_annotation=result)

    def function(*given: Any, **named: Any) -> Any:
        try:
            bound = signature.bind(*given, **named)
        except TypeError as error:
            raise TypeError(f"{place[1]}(): {error}") from None
        bound.apply_defaults()
        first, *others = bound.arguments
        arguments = {other: bound.arguments[other] for other in others if other != "values"}
        return call(name, bound.arguments[first], arguments | bound.arguments.get("values", {}))

    function.__module__, function.__qualname__ = place
    function.__name__ = place[1].rpartition(".")[2]
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__annotations__ = {each.name: each.annotation for each in signature.parameters.values() if each.annotation}
    first_paragraph = ATTRIBUTES.get(name) or (inspect.getdoc(getattr(columns, name)) or "").partition("\n\n")[0]
    function.__doc__ = f"{first_paragraph}\n\n{words}".rstrip()
    return function
