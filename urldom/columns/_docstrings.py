"""The docstrings of the functions for columns: a first line, which is in the source of a function,
and the rest, which the table of `urldom.columns._table` has the words for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from inspect import Parameter, signature
from textwrap import TextWrapper, fill
from types import MappingProxyType
from typing import Any, Final, NamedTuple, ParamSpec

from urldom._core.errors import unknown_name
from urldom.columns._table import (
    ATTRIBUTES,
    EACH,
    FUNCTIONS,
    OPTIONS,
    VALUES,
    Argument,
    Example,
    Keyword,
)

_P = ParamSpec("_P")

_NAME_OF_FUNCTION: Final = re.compile(rf"`({'|'.join(FUNCTIONS)})\(\)")


class Words(NamedTuple):
    """The texts in which the docstrings of one interface differ from the table."""

    #: A function that returns the lines of an example.
    example: Callable[[str, Example], list[str]]
    #: The second paragraph. `None` means the paragraph for `urldom.columns`.
    paragraph: str | None = ""
    #: The descriptions of arguments, and of the results of functions.
    arguments: Mapping[str, str] = MappingProxyType({})
    returns: Mapping[str, str] = MappingProxyType({})
    #: The causes of `ValueError`, at the beginning of its description.
    value_error: str = "If the columns have different lengths"
    #: A function that returns the descriptions of errors that replace the others for a function.
    #: `None` means that the function never raises the error.
    errors: Callable[[str], Mapping[str, str | None]] = lambda name: {}
    #: The beginning of the names of functions.
    prefix: str = ""


def docstring(name: str, summary: str, parameters: Iterable[str], words: Words) -> str:
    """Return the docstring of a function or an attribute that has these parameters. `summary` is
    its first line."""
    function = EACH[name]
    given = [parameter for parameter in parameters if parameter != "self"]
    arguments = (function.column, *function.arguments, VALUES)
    entries: dict[str, Argument | Keyword] = {argument.name: argument for argument in arguments}
    entries |= {option: OPTIONS[option] for option in function.options}
    described = {each: entry.words for each, entry in entries.items()}
    described |= {**function.words, **words.arguments}
    fails = [entries[each].fails for each in given if each in entries and entries[each].fails]
    errors: dict[str, str | None] = dict(_errors(name, given, fails, words))
    errors |= {**function.errors, **words.errors(name)}
    details = ""
    if name in FUNCTIONS:
        details = function.details if words.paragraph is None else words.paragraph
    texts = (" ".join(summary.split()), *details.split("\n\n"))
    paragraphs = [
        *(fill(text, 116, break_on_hyphens=False) for text in texts),
        _section("Args", [f"{_written(each)}: {described[each]}" for each in given]),
        _section("Returns", [words.returns.get(name, function.returns)]),
        _section("Raises", [f"{error}: {text}" for error, text in errors.items() if text]),
        "\n".join(words.example(name, function.example)),
    ]
    text = "\n\n".join(filter(None, paragraphs))
    return _NAME_OF_FUNCTION.sub(rf"`{words.prefix}\1()", text)


def _written(parameter: str) -> str:
    return f"**{parameter}" if parameter == VALUES.name else parameter


def _errors(
    name: str,
    parameters: list[str],
    fails: list[str],
    words: Words,
) -> Iterator[tuple[str, str]]:
    """Yield the errors that arguments can cause, with their descriptions. `fails` are conditions
    for `ValueError`."""
    yield "TypeError", "If an argument, or the values in a column, have a wrong type."
    of_standard = ", or the standard is unknown" if "standard" in parameters else ""
    if name in FUNCTIONS or "base" in parameters:
        if name in ATTRIBUTES:
            fails = [*fails, "URLs do not have this attribute under the standard"]
        also = f" Also if {', or '.join(fails)}." if fails else ""
        yield "ValueError", f"{words.value_error}{of_standard}.{also}"
    elif of_standard:
        unknown = "If the standard is unknown, or URLs do not have this attribute under it."
        yield "ValueError", unknown
    for argument in EACH[name].arguments:
        if argument.one == "url" and argument.name in parameters:
            text = f"If `{argument.name}` is one URL for all rows, and is not absolute."
            yield "InvalidURLError", text
    if "encoding" in parameters:
        yield "LookupError", "If the encoding is unknown."


def _section(title: str, entries: list[str]) -> str:
    """Return a section such as `Args:`, or `""` if it has no entries."""
    if not entries:
        return ""
    wrapper = TextWrapper(116, initial_indent=" " * 4, break_on_hyphens=False)
    wrapper.subsequent_indent = " " * (4 if title == "Returns" else 8)
    return "\n".join([f"{title}:", *map(wrapper.fill, entries)])


# Arrow ------------------------------------------------------------------------------------------


def _example(name: str, example: Example) -> list[str]:
    arguments = f'pyarrow.array(["{example.row}"])'
    if example.call:
        arguments += f", {example.call}"
    call = f"columns.{name}({arguments}).to_pylist()"
    session = ["import pyarrow", "from urldom import columns"]
    if example.part:
        return example.session([*session, f"{call}[0]{example.part}"])
    return example._replace(value=f"[{example.value}]").session([*session, call])


_OF_ARROW: Final = Words(
    _example,
    paragraph=None,
    value_error=(
        "If an `Array` cannot contain the result of more than 2 GiB, or the columns have different"
        " lengths"
    ),
)


def from_table(function: Callable[_P, Any]) -> Callable[_P, Any]:
    """Complete the docstring of a function of `urldom.columns`, and let the error for an unknown
    keyword name the known ones."""
    name, parameters = function.__name__, signature(function).parameters
    options = [each.name for each in parameters.values() if each.kind is Parameter.KEYWORD_ONLY]
    known = frozenset(parameters)

    @wraps(function)
    def call(*arguments: _P.args, **keywords: _P.kwargs) -> Any:
        if not known.issuperset(keywords):
            unknown = keywords.keys() - known
            if "standard" in unknown:  # which only the functions for patterns do not have
                reason = "leave it out, because patterns follow the URL Standard"
                raise TypeError(f"unknown argument 'standard': {reason}")
            raise TypeError(unknown_name("argument", min(unknown), options))
        return function(*arguments, **keywords)

    made = function if VALUES.name in known else call
    made.__doc__ = docstring(name, function.__doc__ or "", parameters, _OF_ARROW)
    return made
