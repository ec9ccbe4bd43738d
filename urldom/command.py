"""The command `urldom`: `get`, `set`, `resolve`, `links`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from urldom.decomposition import URLDecomposition
from urldom.errors import InvalidURLError, RejectedValueError, shown
from urldom.operations import is_absolute, resolve
from urldom.registry import STANDARD_NAMES, find_standard
from urldom.standards.interface import StandardLike
from urldom.text.encodings import output_encoding

# The exit statuses
DONE: Final = 0
SOME_INPUT_BAD: Final = 1
WRONG_CALL: Final = 2
INTERRUPTED: Final = 130

_EPILOG: Final = (
    "Exit status: 0; 1 where some input was no URL or some value not accepted, with a line for each on standard error, "
    "or a file could not be parsed; 2 for a wrong call, or where reading or writing failed."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command with `arguments`, by default those of the process. Returns its exit status, as
    `urldom --help` says.

    >>> main(["resolve", "http://example.com/a/", "b"])
    http://example.com/a/b
    0
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A URL is any text, and what the terminal's encoding lacks is no reason to stop.
            reconfigure(errors="surrogateescape" if stream is sys.stdin else "backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        output_encoding(options.encoding or "utf-8")
        run: Callable[[argparse.Namespace], int] = options.run
        status = run(options)
        sys.stdout.flush()
        return status
    except SystemExit as exit:  # argparse has said why
        return WRONG_CALL if exit.code else DONE
    except (_WrongCallError, LookupError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read the output has seen enough; what the interpreter flushes at its end goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        message = error if isinstance(error, OSError) else error.args[0]
        if isinstance(error, OSError) and error.filename is not None:
            message = f"{error.filename or 'the empty path'}: {error.strerror}"
        print(f"urldom: {message}", file=sys.stderr)
        return WRONG_CALL
    except KeyboardInterrupt:
        return INTERRUPTED


class _WrongCallError(Exception):
    """Its text says what is wrong with the call."""


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--standard", choices=STANDARD_NAMES, default="html5", help="the standard to go by (by default html5)"
    )
    common.add_argument("--encoding", metavar="LABEL", help="the encoding of the document that holds the URL")
    base = argparse.ArgumentParser(add_help=False)
    base.add_argument("--base", metavar="URL", help="the base URL")
    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help="write one JSON object a line")

    parser = argparse.ArgumentParser(
        prog="urldom", description="URLs as a page's scripts see them, over five standards.", epilog=_EPILOG
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="{get,set,resolve,links}")

    def add(
        name: str, run: Callable[[argparse.Namespace], int], help: str, *parents: argparse.ArgumentParser
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, parents=[*parents, common], help=help, description=help, epilog=_EPILOG)
        command.set_defaults(run=run)
        return command

    get = add("get", _get, "Print the attributes of a URL, one a line.", base, as_json)
    get.add_argument("url", metavar="URL", help="a URL, or - for the lines of standard input")
    set_ = add("set", _set, "Print a URL with attributes assigned.", base)
    set_.add_argument("url", metavar="URL", help="a URL, or - for the lines of standard input")
    set_.add_argument("assignments", metavar="NAME=VALUE", nargs="+", help="such as hostname=example.org")
    resolve_ = add("resolve", _resolve, "Print the absolute URLs that URLs imply.")
    resolve_.add_argument("base", metavar="BASE", help="the base URL")
    resolve_.add_argument(
        "urls", metavar="URL", nargs="*", default=["-"], help="a URL; - or none is the lines of standard input"
    )
    links = add("links", _links, "Print every URL of an HTML or XML file, absolute.", as_json)
    links.add_argument("file", metavar="FILE", help="a page or a feed, or - for standard input")
    links.add_argument("--address", metavar="URL", help="the file's address (by default its file: URL)")
    return parser


def _get(options: argparse.Namespace) -> int:
    names = find_standard(options.standard).attributes
    first = True

    def show(url: str) -> None:
        nonlocal first
        resolve(url, options.base, standard=options.standard, encoding=options.encoding)
        decomposition = _decomposition(url, options)
        values = {name: getattr(decomposition, name) for name in names}
        if options.json:
            print(json.dumps(values))
            return
        if not first:
            print()
        first = False
        for name, value in values.items():
            print(f"{name:<9}{_one_line(value)}".rstrip())

    return _for_each(_lines_for(options.url), show, options)


def _set(options: argparse.Namespace) -> int:
    standard = find_standard(options.standard)
    values: dict[str, str] = {}
    for assignment in options.assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise _WrongCallError(f"an assignment is NAME=VALUE, not {shown(assignment)}")
        if name not in standard.assignable:
            names = ", ".join(standard.assignable)
            raise _WrongCallError(
                f"{shown(name)} is no attribute that can be set under {standard.name}; there are {names}"
            )
        values[name] = value

    def show(url: str) -> None:
        decomposition = _decomposition(url, options)
        if decomposition.error is not None and "href" not in values:
            raise decomposition.error
        decomposition.replace(**values)
        print(_one_line(str(decomposition)))

    return _for_each(_lines_for(options.url), show, options)


def _resolve(options: argparse.Namespace) -> int:
    standard: StandardLike = options.standard

    def show(url: str) -> None:
        print(_one_line(str(resolve(url, options.base, standard=standard, encoding=options.encoding))))

    return _for_each(chain.from_iterable(map(_lines_for, options.urls)), show, options)


def _links(options: argparse.Namespace) -> int:
    from urldom.trees.links import write_links

    address = options.address
    if address is None:
        address = "about:blank" if options.file == "-" else Path(options.file).absolute().as_uri()
    elif not is_absolute(address, standard=options.standard):
        raise _WrongCallError(f"the address {shown(address)} is no absolute URL under {options.standard}")
    with sys.stdin.buffer if options.file == "-" else open(options.file, "rb") as file:
        return write_links(
            file,
            sys.stdout,
            sys.stderr,
            address=address,
            encoding=options.encoding,
            standard=find_standard(options.standard),
            json=options.json,
        )


def _decomposition(url: str, options: argparse.Namespace) -> URLDecomposition:
    return URLDecomposition(url, options.base, standard=options.standard, encoding=options.encoding)


def _lines_for(argument: str) -> Iterable[str]:
    return _lines() if argument == "-" else [argument]


def _lines() -> Iterator[str]:
    """The lines of standard input as they arrive, without their ends."""
    for line in sys.stdin:
        yield line.rstrip("\n")


def _for_each(urls: Iterable[str], show: Callable[[str], None], options: argparse.Namespace) -> int:
    """Shows each URL; each bad one is a line on standard error instead. Returns the exit status."""
    # Said once, and not for each line.
    if options.base is not None and not is_absolute(options.base, standard=options.standard):
        print(f"urldom: the base {shown(options.base)} is no absolute URL under {options.standard}", file=sys.stderr)
        return SOME_INPUT_BAD
    status = DONE
    for url in urls:
        try:
            show(url)
        except (InvalidURLError, RejectedValueError) as error:
            print(f"urldom: {error}", file=sys.stderr)
            status = SOME_INPUT_BAD
    return status


def _one_line(text: str) -> str:
    """The text as it fits a line: HTML5 leaves a line break inside a fragment as it is."""
    return text.replace("\r", "\\r").replace("\n", "\\n")
