"""How the functions of pandas, polars, Spark and DuckDB are created from the table of `urldom._columns.faces`.

The package calls these four libraries *faces*. Each function gets its own name, signature and docstring. The lists of
arguments and errors in the docstring come from the docstrings in `urldom.columns`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from inspect import Parameter, Signature
from itertools import takewhile
from textwrap import fill, indent
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from urldom import columns
from urldom._columns.arrays import pa
from urldom._columns.faces import ATTRIBUTES, EACH, EXAMPLES, FUNCTIONS, Example
from urldom._errors import wrong_type
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, Standard

#: A column without rows. Calling a function with this column shows the type of the result, and raises the errors for
#: wrong arguments.
NO_ROWS: Final[Any] = pa.array([], pa.string())

OPTIONS: Final = {
    "attributes": Parameter(
        "attributes", Parameter.KEYWORD_ONLY, default=(*DECOMPOSITION_ATTRIBUTES, "href"), annotation="Collection[str]"
    ),
    "standard": Parameter("standard", Parameter.KEYWORD_ONLY, default="whatwg", annotation="StandardLike"),
    "encoding": Parameter("encoding", Parameter.KEYWORD_ONLY, default="utf-8", annotation="str"),
}
#: The parameter `standard` of an attribute. It can be passed as a positional argument.
STANDARD: Final = OPTIONS["standard"].replace(kind=Parameter.POSITIONAL_OR_KEYWORD)


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


def under(name: str, standard: Standard) -> tuple[Callable[..., Any], Any]:
    """Return a function or an attribute under a standard, and the Arrow type of its result.

    To determine the type, the function is called with an empty column for every argument. If the content type were a
    single value, the call would check it at once, which needs a parser for HTML.
    """
    table = EACH[name]
    options = {"standard": standard.name} if "standard" in table.options else {}
    function = partial(arrow_function(name), **options)
    arguments = [*(argument.name for argument in table.arguments), *table.needed()]
    return function, function(NO_ROWS, **dict.fromkeys(arguments, NO_ROWS)).type


def names_in_sql(standard: Standard, prefix: object) -> dict[str, str]:
    """Map the names in SQL to the attributes and functions that exist under a standard.

    Raises `TypeError` for a prefix that is not a string.
    """
    if not isinstance(prefix, str):
        raise wrong_type("a prefix", "a str", prefix)
    attributes = [name for name in ATTRIBUTES if name == "href" or name in standard.attributes]
    functions = [name for name, function in FUNCTIONS.items() if function.has_under(standard)]
    return {f"{prefix}{name}": name for name in (*attributes, *functions)}


def parameters_of(name: str, types: Mapping[str, str], options: Iterable[str] | None = None) -> Iterator[Parameter]:
    """Yield the parameters of a function after its column.

    `types` has the annotation of a column under `column`, and the annotation of each kind of single value under its
    name, such as `url`.
    """
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


class Words(NamedTuple):
    """The texts that a face adds to the docstrings of its functions."""

    #: A function that returns the lines of an example.
    example: Callable[[str, Example], list[str]]
    #: The second paragraph of the docstring.
    paragraph: str = ""
    #: The description of the first argument, unless it is `self`.
    first: str = ""
    #: The description of the result, if it differs from the description in `urldom.columns`.
    returned: str = ""
    #: The descriptions of other arguments, if they differ from the descriptions in `urldom.columns`.
    arguments: Mapping[str, str] = MappingProxyType({})
    #: The descriptions of errors, if they differ from the descriptions in `urldom.columns`. `None` means that the error
    #: is never raised.
    errors: Mapping[str, str | None] = MappingProxyType({})
    #: The prefix of the names of the functions.
    prefix: str = ""


def made(
    name: str,
    call: Callable[[str, Any, dict[str, Any]], Any],
    parameters: Iterable[Parameter],
    result: str,
    *,
    place: tuple[str, str],
    words: Words,
) -> Any:
    """Create the function or attribute of this name in a face. It calls `call(name, first, arguments)`.

    `place` contains the module and the qualified name of the new function.
    """
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
    function.__doc__ = docstring(name, [*signature.parameters], words)
    return function


#: Matches the name of a function in the docstring of another function.
_CALL: Final = re.compile(rf"`({'|'.join(FUNCTIONS)})\(\)`")


def docstring(name: str, parameters: Sequence[str], words: Words) -> str:
    """Return the docstring of a function in a face. The first line and the lists come from `urldom.columns`."""
    first, *others = parameters
    text = inspect.getdoc(getattr(columns, "decompose" if name in ATTRIBUTES else name)) or ""
    text = _CALL.sub(rf"`{words.prefix}\1()`", text)
    described = {**_entries(text, "Args"), **words.arguments, first: words.first}
    names = others if first == "self" else parameters
    # Under `python -OO`, there are no docstrings, so `described` has no entries.
    arguments = {other: described[other] for other in names if other in described}
    errors = {**_entries(text, "Raises"), **words.errors}
    returned = words.returned or "".join(_section(text, "Returns"))
    if name in ATTRIBUTES:
        returned = f"    The `{name}` of each URL. A row is null if its URL is null or invalid.\n"
        errors.pop("InvalidURLError", None)
    paragraphs = [
        ATTRIBUTES.get(name) or text.partition("\n\n")[0],
        words.paragraph,
        _list("Args", arguments),
        f"Returns:\n{returned}".rstrip(),
        _list("Raises", {error: found for error, found in errors.items() if found}),
        "\n".join(words.example(name, EXAMPLES[name])),
    ]
    return "\n\n".join(filter(None, paragraphs))


def _section(text: str, title: str) -> list[str]:
    """Return the lines of a section of a docstring."""
    _, _, after = text.partition(f"\n{title}:\n")
    return list(takewhile(lambda line: line.startswith("    "), after.splitlines(keepends=True)))


def _entries(text: str, title: str) -> dict[str, str]:
    """Return the entries of a section of a docstring, by their names.

    >>> _entries("Add.\\n\\nArgs:\\n    a: The first\\n        value.\\n    **b: Others.\\n", "Args")
    {'a': 'The first value.', 'b': 'Others.'}
    """
    entries: dict[str, str] = {}
    name = ""
    for line in _section(text, title):
        if line.startswith("        "):
            entries[name] += f" {line.strip()}"
        else:
            name, _, entry = line.strip().partition(": ")
            name = name.lstrip("*")
            entries[name] = entry
    return entries


def _list(title: str, entries: Mapping[str, str]) -> str:
    if not entries:
        return ""
    lines = [
        fill(
            f"{'**' if name == 'values' else ''}{name}: {entry}", 112, subsequent_indent="    ", break_on_hyphens=False
        )
        for name, entry in entries.items()
    ]
    return f"{title}:\n" + indent("\n".join(lines), "    ")
