"""The subcommands that write one result for each URL: `get`, `set`, `resolve`, `relative`,
`normalize`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from urldom._core.errors import (
    InvalidURLError,
    RejectedValueError,
    not_assignable,
    shown,
    unknown_name,
)
from urldom._core.objects.decomposition import URLDecomposition, url_of_pieces
from urldom._core.standards import relating, resolving
from urldom._core.standards.interface import Engine, Standard
from urldom._core.standards.registry import find_engine, find_standard
from urldom._core.text import default_scheme as default_schemes
from urldom._core.values.pieces import Pieces, href
from urldom.command import _streams as streams
from urldom.command._progress import Progress
from urldom.command._status import DONE, SOME_INPUT_BAD, WrongCallError
from urldom.command._streams import STANDARD_INPUT

#: The result for a URL: a string, or for `get` and `compare` a mapping.
Result = str | dict[str, Any]
#: A function that returns the output for a line. Its arguments are the number of the line, the
#: line, and the result.
Layout = Callable[[int, str, Any], str]


def get(options: argparse.Namespace) -> int:
    standard = find_standard(options.standard)
    names: Sequence[str] = standard.attributes
    layout = apart(_block)
    if options.only is not None:
        names = _names(options.only, standard)
        layout = _columns
    # attrgetter returns a tuple only for several names.
    read = attrgetter(*names, "href") if len(names) == 1 else attrgetter(*names)
    cut, write = _cut_and_write(options)

    def attributes(line: str) -> dict[str, str]:
        pieces = cut(line)
        values: Iterable[str] = read(url_of_pieces(pieces, standard, options.encoding))
        if not href(pieces).isprintable():
            values = map(write, values)
        return dict(zip(names, values, strict=False))

    return answer(options, options.urls, attributes, layout, dict.fromkeys(names, ""))


def set_(options: argparse.Namespace) -> int:
    standard = find_standard(options.standard)
    if not (options.assignments or options.without or options.param):
        how = (
            "urldom set URL NAME=VALUE ..., --param or --without (use - as URL for standard input)"
        )
        raise WrongCallError(f"no assignment is given: {how}")
    values = values_to_assign(options.assignments, standard)
    params = [_pair("--param", text) for text in options.param]
    cut, write = _cut_and_write(options)

    def assigned(line: str) -> str:
        if "href" in values:  # A new `href` also replaces an invalid URL.
            url = URLDecomposition(line, options.base, standard=standard, encoding=options.encoding)
        else:
            url = url_of_pieces(cut(line), standard, options.encoding)
        url.assign(**values)
        if "href" in values and url.error is not None:
            raise url.error
        url.params.discard(*options.without)
        url.params.update(params)
        return write(url.href)

    return answer(options, [options.url], assigned)


def values_to_assign(assignments: Sequence[str], standard: Standard) -> dict[str, Any]:
    """Return the names and values of arguments of the form NAME=VALUE. Raises `WrongCallError`."""
    values: dict[str, Any] = {}
    for assignment in assignments:
        name, value = _pair("an assignment", assignment)
        if name not in standard.assignable:
            raise WrongCallError(not_assignable(name, standard.assignable, standard.name))
        if name in values:
            raise WrongCallError(f"{name} is assigned twice: assign it once")
        values[name] = value
    return values


def _pair(what: str, text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise WrongCallError(f"{what} must be NAME=VALUE, not {shown(text)}")
    return name, value


def resolve(options: argparse.Namespace) -> int:
    """Run `resolve` and `normalize`, which differ in their arguments."""
    cut, write = _cut_and_write(options)
    return answer(options, options.urls, lambda line: write(href(cut(line))))


def relative(options: argparse.Namespace) -> int:
    engine = find_engine(options.standard)
    require_absolute(options.base, engine, "base")
    base, options.base = engine.grammar.cut_base(options.base), None
    cut, write = _cut_and_write(options)

    def reference(line: str) -> str:
        return write(relating.relative_reference(engine.grammar, cut(line), base))

    return answer(options, options.urls, reference)


def _cut_and_write(
    options: argparse.Namespace,
) -> tuple[Callable[[str], Pieces], Callable[[str], str]]:
    """Return a function that cuts a line into the pieces of a URL, and one that writes a URL as one
    line."""
    engine, scheme = find_engine(options.standard), options.default_scheme
    require_absolute(options.base, engine, "base")

    def cut(line: str) -> Pieces:
        url = default_schemes.with_scheme(line, scheme) if scheme else line
        return resolving.absolute_pieces(engine.grammar, url, options.base, options.encoding)

    # JSON has its own escapes for a terminal.
    write = partial(streams.one_line, terminal=sys.stdout.isatty() and not options.json)
    return cut, write


def require_absolute(url: str | None, engine: Engine, what: str) -> None:
    """Raise `WrongCallError` for a URL that is not absolute. `what` is the URL's name in the
    message."""
    try:
        if url is not None:
            resolving.absolute_pieces(engine.grammar, url, None, "utf-8")
    except InvalidURLError as error:
        reason = f"under {error.standard}: {error.reason}"
        raise WrongCallError(f"the {what} {shown(url)} is not an absolute URL {reason}") from None


def json_encoder() -> Callable[[object], str]:
    """Return a function that writes a value as JSON, without unprintable characters on a
    terminal."""
    from json import JSONEncoder

    encode = JSONEncoder(ensure_ascii=False).encode
    return partial(_printable_json, encode) if sys.stdout.isatty() else encode


def _printable_json(encode: Callable[[object], str], value: object) -> str:
    from json import dumps

    def one(character: str) -> str:
        return character if character.isprintable() else dumps(character)[1:-1]

    return "".join(map(one, encode(value)))


def _names(only: str, standard: Standard) -> list[str]:
    names = [name.strip() for name in only.split(",")]
    for place, name in enumerate(names):
        if name not in standard.attributes:
            raise WrongCallError(
                unknown_name("attribute", name, standard.attributes, under=standard.name)
            )
        if name in names[:place]:
            raise WrongCallError(f"{name} is named twice: name it once")
    return names


def _columns(number: int, line: str, result: dict[str, str]) -> str:
    return "\t".join([value.replace("\t", "%09") for value in result.values()]) + "\n"


def _block(result: dict[str, str]) -> str:
    return "".join(
        [f"{name:<9}{value}\n" if value else f"{name}\n" for name, value in result.items()]
    )


def apart(write: Callable[[Any], str]) -> Layout:
    """Return a function that calls `write` for each result, and puts an empty line between two
    results."""
    before = ""

    def layout(number: int, line: str, result: Any) -> str:
        nonlocal before
        text = before + write(result)
        before = "\n"
        return text

    return layout


def _json_object(
    encode: Callable[[object], str], name: str, number: int, line: str, result: Result
) -> str:
    return encode({"line": number, "input": line, name: result}) + "\n"


def answer(
    options: argparse.Namespace,
    arguments: Sequence[str],
    work: Callable[[str], Result],
    layout: Layout = lambda number, line, result: f"{result}\n",
    empty: Result = "",
) -> int:
    """Write the result of `work` for each URL, or report its error, with `empty` as the result for
    `--keep-bad`."""
    good, bad = _layouts(options, layout, empty)
    status = DONE
    number = 0
    answers: list[str] = []

    def write() -> None:
        sys.stdout.write("".join(answers))
        answers.clear()

    with Progress("line", streams.size_of(arguments)) as progress:
        for argument in arguments:
            before = number
            for lines in streams.lines_of(argument, options.input_encoding, progress.tick):
                for line in lines:
                    number += 1
                    try:
                        answers.append(good(number, line, work(line)))
                    except (InvalidURLError, RejectedValueError) as error:
                        status = SOME_INPUT_BAD
                        message = _message(error, argument)
                        write()  # On a terminal, earlier results must appear before the message.
                        progress.say(_with_place(message, argument, number - before))
                        if bad is not None:
                            answers.append(bad(number, line, message))
                write()
    return status


def _layouts(
    options: argparse.Namespace, layout: Layout, empty: Result
) -> tuple[Layout, Layout | None]:
    """Return the layouts for a result and for the message of an error, which is `None` if nothing
    is written to standard output for an error."""
    if options.json:
        encode = json_encoder()
        return partial(_json_object, encode, "result"), partial(_json_object, encode, "error")
    if options.keep_bad:
        return layout, lambda number, line, message: layout(number, line, empty)
    return layout, None


def _message(error: Exception, argument: str) -> str:
    if argument != STANDARD_INPUT and os.path.isfile(argument):
        hint = f"a command takes URLs: to read the lines of this file, pass - < {argument}"
        return f"{error} ({hint})"
    return str(error)


def _with_place(message: str, argument: str, line_number: int) -> str:
    return f"line {line_number}: {message}" if argument == STANDARD_INPUT else message
