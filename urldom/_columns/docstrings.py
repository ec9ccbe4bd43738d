"""The docstrings of the functions for columns, written from the table of `urldom._columns.faces`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from textwrap import fill
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from urldom._columns.faces import EACH, FUNCTIONS, OPTIONS, VALUES, Example

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Words(NamedTuple):
    """The texts in which the docstrings of one interface differ from the table."""

    #: A function that returns the lines of an example.
    example: Callable[[str, Example], list[str]]
    #: The second paragraph. `None` means the paragraph for `urldom.columns`.
    paragraph: str | None = ""
    #: The descriptions of arguments, and of the results of functions.
    arguments: Mapping[str, str] = MappingProxyType({})
    returns: Mapping[str, str] = MappingProxyType({})
    #: The kinds of arguments that accept one value for all rows: see `Argument.one`.
    one: Container[str] = ()
    one_url: str = "one URL for all rows"
    #: The causes of errors, at the beginning of their descriptions.
    type_error: str = "If a value has a wrong type"
    value_error: str = "If the columns have different lengths"
    #: The descriptions of errors, which replace the others. `None` means that the error is never raised.
    errors: Mapping[str, str | None] = MappingProxyType({})
    prefix: str = ""


def docstring(name: str, parameters: Iterable[str], words: Words) -> str:
    """Return the docstring of a function or an attribute with these parameters."""
    function = EACH[name]
    given = [parameter for parameter in parameters if parameter != "self"]
    described = {
        **{option: OPTIONS[option].words for option in function.options},
        **{argument.name: argument.words for argument in (function.column, *function.arguments, VALUES)},
        **function.words,
        **words.arguments,
    }
    arguments = {f"**{each}" if each == VALUES.name else each: described[each] for each in given}
    errors = {**dict(_errors(name, given, words)), **function.errors, **words.errors}
    of_function = words.paragraph if name in FUNCTIONS else ""
    details = function.details if of_function is None else of_function
    paragraphs = [
        *(fill(text, 116, break_on_hyphens=False) for text in (function.summary, *details.split("\n\n"))),
        _section("Args", [f"{each}: {text}" for each, text in arguments.items()]),
        _section("Returns", [words.returns.get(name, function.returns)]),
        _section("Raises", [f"{error}: {text}" for error, text in errors.items() if text]),
        "\n".join(words.example(name, function.example)),
    ]
    return "\n\n".join(filter(None, paragraphs)).replace("{prefix}", words.prefix)


def _errors(name: str, parameters: list[str], words: Words) -> Iterator[tuple[str, str]]:
    """Yield the errors that the arguments of a function can cause, each with its description."""
    function = EACH[name]
    yield "TypeError", f"{words.type_error}."
    of_standard = ", or the standard is unknown" if "standard" in parameters else ""
    if name not in FUNCTIONS and of_standard:
        yield "ValueError", "If the standard is unknown, or URLs do not have this attribute under it."
    if name in FUNCTIONS:
        accepted = [
            each for each in (*function.arguments, VALUES) if each.name in parameters and (each.one or "") in words.one
        ]
        fails = [*(OPTIONS[option].fails for option in function.options), *(each.fails for each in accepted)]
        also = f" Also if {', or '.join(filter(None, fails))}." if any(fails) else ""
        yield "ValueError", f"{words.value_error}{of_standard}.{also}"
    for argument in function.arguments:
        if argument.one == "url":
            yield "InvalidURLError", f"If `{argument.name}` is {words.one_url}, and is not absolute."
    if "encoding" in parameters:
        yield "LookupError", "If the encoding is unknown."


def _section(title: str, entries: list[str]) -> str:
    """Return a section such as `Args:`, or `""` if it has no entries."""
    further = "    " if title == "Returns" else "        "
    lines = [
        fill(each, 116, initial_indent="    ", subsequent_indent=further, break_on_hyphens=False) for each in entries
    ]
    return "\n".join([f"{title}:", *lines]) if lines else ""


def _example(name: str, example: Example) -> list[str]:
    part = f"[0]{example.part}" if example.part else ""
    call = f'columns.{name}(pyarrow.array(["{example.row}"]){example.call and f", {example.call}"}).to_pylist(){part}'
    session = ["import pyarrow", "from urldom import columns", call]
    return example._replace(value=example.value if part else f"[{example.value}]").session(session)


_OF_ARROW: Final = Words(
    _example,
    paragraph=None,
    one=("url", "text", "name", "value", "patterns"),
    type_error="If an argument has a wrong type, or a column has a wrong type of values",
)


def from_table(function: _Function) -> _Function:
    """Give a function of `urldom.columns` its docstring. The docstring in the source is only its first line."""
    function.__doc__ = docstring(function.__name__, inspect.signature(function).parameters, _OF_ARROW)
    return function
