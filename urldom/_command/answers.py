"""The subcommands that write one result for each URL: `get`, `set`, `resolve`, `relative`, `normalize`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final

from urldom._command import streams
from urldom._command.progress import Progress
from urldom._command.status import DONE, SOME_INPUT_BAD, WrongCallError
from urldom._errors import InvalidURLError, RejectedValueError, not_assignable, shown, unknown_name
from urldom._object.decomposition import URLDecomposition, url_of_pieces
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._standards.relating import relative_reference
from urldom._values.pieces import Pieces, href

#: The argument that means the lines of standard input.
STANDARD_INPUT: Final = "-"

#: The result for a URL: a string, or for `get` and `compare` a mapping.
Result = str | dict[str, Any]
#: A function that returns the output for a line. Its arguments are the number of the line, the line, and the result.
Look = Callable[[int, str, Any], str]


def get(options: argparse.Namespace) -> int:
    standard = find_standard(options.standard)
    names = standard.attributes if options.only is None else _names(options.only, standard)
    read = (
        attrgetter(*names, "href") if len(names) == 1 else attrgetter(*names)
    )  # attrgetter returns a tuple only for two or more names.
    cut = _cutter(options, options.base)
    terminal = _is_for_terminal(options)

    def attributes(line: str) -> dict[str, str]:
        pieces = cut(line)
        values: Iterable[str] = read(url_of_pieces(pieces, standard, options.encoding))
        if not href(pieces).isprintable():
            values = [streams.one_line(value, terminal=terminal) for value in values]
        return dict(zip(names, values, strict=False))

    look = apart(_block) if options.only is None else _columns
    return answer(options, options.urls, attributes, look, dict.fromkeys(names, ""))


def set_(options: argparse.Namespace) -> int:
    standard = find_standard(options.standard)
    if not options.assignments:
        raise WrongCallError("no assignment is given: urldom set URL NAME=VALUE ... (use - as URL for standard input)")
    values = values_to_assign(options.assignments, standard)
    cut = _cutter(options, options.base)
    terminal = _is_for_terminal(options)

    def assigned(line: str) -> str:
        url = url_of_pieces(cut(line), standard, options.encoding)
        url.assign(**values)
        return streams.one_line(url.href, terminal=terminal)

    def made_new(line: str) -> str:
        url = URLDecomposition(line, options.base, standard=standard, encoding=options.encoding)
        url.assign(**values)
        if url.error is not None:
            raise url.error
        return streams.one_line(url.href, terminal=terminal)

    return answer(options, [options.url], made_new if "href" in values else assigned)


def values_to_assign(assignments: Sequence[str], standard: Standard) -> dict[str, Any]:
    """Parse arguments of the form NAME=VALUE, and return a mapping from names to values. Raises `WrongCallError`."""
    values: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise WrongCallError(f"an assignment must be NAME=VALUE, not {shown(assignment)}")
        if name not in standard.assignable:
            raise WrongCallError(not_assignable(name, standard.assignable, standard.name))
        if name in values:
            raise WrongCallError(f"{name} is assigned twice: assign it once")
        values[name] = value
    return values


def resolve(options: argparse.Namespace) -> int:
    return answer(options, options.urls, _resolver(options, options.base))


def relative(options: argparse.Namespace) -> int:
    standard = find_standard(options.standard)
    require_absolute(options.base, standard, "base")
    base = standard.cut_base(options.base)
    cut, terminal = _cutter(options, None), _is_for_terminal(options)

    def reference(line: str) -> str:
        return streams.one_line(relative_reference(standard, cut(line), base), terminal=terminal)

    return answer(options, options.urls, reference)


def normalize(options: argparse.Namespace) -> int:
    return answer(options, options.urls, _resolver(options, None))


def _resolver(options: argparse.Namespace, base: str | None) -> Callable[[str], str]:
    cut = _cutter(options, base)
    terminal = _is_for_terminal(options)
    return lambda line: streams.one_line(href(cut(line)), terminal=terminal)


def _is_for_terminal(options: argparse.Namespace) -> bool:
    """Return `True` if the output is a terminal, and is not JSON. JSON has its own escapes."""
    return sys.stdout.isatty() and not options.json


def _cutter(options: argparse.Namespace, base: str | None) -> Callable[[str], Pieces]:
    """Return a function that cuts a line into the pieces of an absolute URL. It raises `InvalidURLError`."""
    standard = find_standard(options.standard)
    if base is not None:
        require_absolute(base, standard, "base")
    return lambda line: standard.absolute_pieces(line, base, options.encoding)


def require_absolute(url: str, standard: StandardLike, what: str) -> None:
    """Raise `WrongCallError` if the URL is not absolute. `what` is the URL's name in the message."""
    try:
        find_standard(standard).absolute_pieces(url, None, "utf-8")
    except InvalidURLError as error:
        reason = f"under {error.standard}: {error.reason}"
        raise WrongCallError(f"the {what} {shown(url)} is not an absolute URL {reason}") from None


def json_encoder() -> Callable[[object], str]:
    """Return a function that writes a value as JSON. On a terminal, it escapes characters that are not printable."""
    from json import JSONEncoder

    encode = JSONEncoder(ensure_ascii=False).encode
    return partial(_printable_json, encode) if sys.stdout.isatty() else encode


def _printable_json(encode: Callable[[object], str], value: object) -> str:
    from json import dumps

    text = encode(value)
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else dumps(character)[1:-1] for character in text])


def _names(only: str, standard: Standard) -> list[str]:
    names = [name.strip() for name in only.split(",")]
    for place, name in enumerate(names):
        if name not in standard.attributes:
            raise WrongCallError(unknown_name("attribute", name, standard.attributes, under=standard.name))
        if name in names[:place]:
            raise WrongCallError(f"{name} is named twice: name it once")
    return names


def _line(number: int, line: str, result: str) -> str:
    return f"{result}\n"


def _columns(number: int, line: str, result: dict[str, str]) -> str:
    return "\t".join([value.replace("\t", "%09") for value in result.values()]) + "\n"


def _block(result: dict[str, str]) -> str:
    """Return a line for each name, with the name and its value."""
    return "".join([f"{name:<9}{value}\n" if value else f"{name}\n" for name, value in result.items()])


def apart(write: Callable[[Any], str]) -> Look:
    """Return a function that calls `write` for a result of several lines.

    It writes an empty line between two results.
    """
    before = ""

    def look(number: int, line: str, result: Any) -> str:
        nonlocal before
        text, before = f"{before}{write(result)}", "\n"
        return text

    return look


def answer(
    options: argparse.Namespace,
    arguments: Sequence[str],
    work: Callable[[str], Result],
    look: Look = _line,
    empty: Result = "",
) -> int:
    """Write the result of `work` for each URL. If `work` raises an error, report the error. Return the exit status.

    `empty` is the result that `--keep-bad` writes for an invalid line.
    """
    good, bad = _objects() if options.json else _texts(look, empty)
    keeps_bad = options.json or options.keep_bad
    status = DONE
    number = 0
    answers: list[str] = []

    def write() -> None:
        sys.stdout.write("".join(answers))
        answers.clear()

    with Progress("line", streams.size_of_input() if STANDARD_INPUT in arguments else None) as progress:
        for argument in arguments:
            before = number
            is_input = argument == STANDARD_INPUT
            for lines in streams.read_lines(options.input_encoding, progress.tick) if is_input else [[argument]]:
                for line in lines:
                    number += 1
                    try:
                        answers.append(good(number, line, work(line)))
                    except (InvalidURLError, RejectedValueError) as error:
                        status = SOME_INPUT_BAD
                        message = str(error)
                        write()  # On a terminal, the results before this line must appear before the message.
                        progress.say(f"line {number - before}: {message}" if is_input else message)
                        if keeps_bad:
                            answers.append(bad(number, line, message))
                write()
    return status


def _texts(look: Look, empty: Result) -> tuple[Look, Look]:
    return look, lambda number, line, error: look(number, line, empty)


def _objects() -> tuple[Look, Look]:
    encode = json_encoder()

    def named(name: str) -> Look:
        return lambda number, line, result: encode({"line": number, "input": line, name: result}) + "\n"

    return named("result"), named("error")
