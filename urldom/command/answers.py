"""The verbs that answer line by line: `get`, `set`, `resolve`, `normalize`."""

from __future__ import annotations

import argparse
import codecs
import sys
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final

from urldom.command import streams
from urldom.command.progress import Progress
from urldom.command.status import DONE, SOME_INPUT_BAD, WrongCallError
from urldom.decomposition import URLDecomposition
from urldom.errors import InvalidURLError, RejectedValueError, shown
from urldom.registry import find_standard
from urldom.standards.interface import StandardLike

#: The argument that stands for the lines of standard input.
STANDARD_INPUT: Final = "-"

#: The URL, or for `get` its attributes.
Result = str | dict[str, str]


def get(options: argparse.Namespace) -> int:
    names = find_standard(options.standard).attributes
    read = attrgetter(*names)

    def attributes(url: URLDecomposition) -> dict[str, str]:
        _require(url)
        return dict(zip(names, map(streams.one_line, read(url)), strict=True))

    return _answer(options, options.urls, options.base, attributes, between="\n")


def set_(options: argparse.Namespace) -> int:
    standard = find_standard(options.standard)
    values: dict[str, Any] = {}
    for assignment in options.assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise WrongCallError(f"an assignment is NAME=VALUE, not {shown(assignment)}")
        if name not in standard.assignable:
            names = ", ".join(standard.assignable)
            raise WrongCallError(
                f"{shown(name)} is no attribute that can be set under {standard.name}; there are {names}"
            )
        if name in values:
            raise WrongCallError(f"{name} is assigned twice")
        values[name] = value

    def assigned(url: URLDecomposition) -> str:
        if "href" in values:
            url.replace(**values)
            _require(url)
        else:
            _require(url)
            url.replace(**values)
        return streams.one_line(url.href)

    return _answer(options, [options.url], options.base, assigned)


def resolve(options: argparse.Namespace) -> int:
    return _answer(options, options.urls, options.base, href)


def normalize(options: argparse.Namespace) -> int:
    return _answer(options, options.urls, None, href)


def href(url: URLDecomposition) -> str:
    _require(url)
    return streams.one_line(url.href)


def require_absolute(url: str, standard: StandardLike, what: str) -> None:
    """Raises `WrongCallError` for what is no absolute URL; `what` is what the message calls it."""
    found = find_standard(standard)
    if not found.is_absolute(url):
        raise WrongCallError(f"the {what} {shown(url)} is no absolute URL under {found.name}")


def json_encoder() -> Callable[[object], str]:
    """What writes a value as JSON, in ASCII if standard output has more characters to escape than UTF-8 has."""
    from json import JSONEncoder

    encoding = sys.stdout.encoding
    return JSONEncoder(ensure_ascii=encoding is not None and codecs.lookup(encoding).name != "utf-8").encode


def _require(url: URLDecomposition) -> None:
    if not url:
        error = url.error
        assert error is not None
        raise error


def _answer(
    options: argparse.Namespace,
    arguments: Sequence[str],
    base: str | None,
    work: Callable[[URLDecomposition], Result],
    *,
    between: str = "",
) -> int:
    """Writes what `work` makes of each URL, or says what is wrong with it; `between` is what stands between two answers
    in plain text. Returns the exit status."""
    standard = find_standard(options.standard)
    if base is not None:
        require_absolute(base, standard, "base")
    answers = _Objects() if options.json else _Lines(between, keeps_bad=options.keep_bad)
    status = DONE
    number = 0
    with Progress("line", streams.size_of_input() if STANDARD_INPUT in arguments else None) as progress:
        for argument in arguments:
            is_input = argument == STANDARD_INPUT
            before = number
            lines = streams.read_lines(options.input_encoding, progress.tick) if is_input else [argument]
            for number, line in enumerate(lines, before + 1):
                try:
                    result = work(URLDecomposition(line, base, standard=standard, encoding=options.encoding))
                except (InvalidURLError, RejectedValueError) as error:
                    status = SOME_INPUT_BAD
                    streams.say(f"line {number - before}: {error}" if is_input else str(error))
                    answers.bad(number, line, str(error))
                else:
                    answers.good(number, line, result)
    return status


class _Lines:
    """Plain text: an answer a line, or of `get` a line an attribute."""

    def __init__(self, between: str, *, keeps_bad: bool) -> None:
        self._between = between
        self._keeps_bad = keeps_bad
        self._write = sys.stdout.write
        self._before = ""

    def good(self, number: int, line: str, result: Result) -> None:
        if not isinstance(result, str):
            result = "\n".join([f"{name:<9}{value}" if value else name for name, value in result.items()])
        self._write(f"{self._before}{result}\n")
        self._before = self._between

    def bad(self, number: int, line: str, error: str) -> None:
        if self._keeps_bad:
            self.good(number, line, "")


class _Objects:
    """A JSON object a line."""

    def __init__(self) -> None:
        self._encode = json_encoder()
        self._write = sys.stdout.write

    def good(self, number: int, line: str, result: Result) -> None:
        self._write(self._encode({"line": number, "input": line, "result": result}) + "\n")

    def bad(self, number: int, line: str, error: str) -> None:
        self._write(self._encode({"line": number, "input": line, "error": error}) + "\n")
