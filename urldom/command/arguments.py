"""The arguments of the command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NoReturn

from urldom.command import answers
from urldom.command.status import WrongCallError
from urldom.command.streams import text_of_argument
from urldom.registry import STANDARD_NAMES
from urldom.text.encodings import get_encoding

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_LONGEST_ERROR: Final = 500
#: The options that are not followed by a value.
_WITHOUT_VALUE: Final = frozenset(["-h", "--help", "--version", "--json", "--keep-bad"])
_EPILOG: Final = """\
A URL that begins with a hyphen stands behind two: -- -x
Standard input is UTF-8, or what --input-encoding says; bytes that are no text
in it are percent-encoded.

Exit status: 0; 1 where some input was no URL, some value not accepted, or a
file could not be read, with a line for each on standard error; 2 for a wrong
call, or where standard input or output failed.

Completion, for bash and zsh: pip install 'urldom[cli]', and then
eval "$(register-python-argcomplete urldom)"
"""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options, of which `run` is a function of the options that does the work. Raises `SystemExit` for what is no
    call, and where one asks for help, once that has been said."""
    parser, verbs = _parsers()
    if "_ARGCOMPLETE" in os.environ:
        _complete(parser)
    # Options may stand anywhere: argparse takes none before a verb, nor between the URLs.
    options, others = _sorted(arguments)
    if not others or others[0] not in verbs:
        return parser.parse_args(others[:1] or options[:1])
    return verbs[others[0]].parse_args([*options, "--", *others[1:]] if others[1:] else options)


def _sorted(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options with their values, and the other arguments."""
    options: list[str] = []
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            others += rest
        elif not argument.startswith("-") or argument == answers.STANDARD_INPUT:
            others.append(argument)
        else:
            options.append(argument)
            if argument not in _WITHOUT_VALUE and "=" not in argument:
                options += islice(rest, 1)
    return options, others


def _complete(parser: argparse.ArgumentParser) -> None:
    try:
        from argcomplete import autocomplete
    except ImportError:
        raise WrongCallError("completion needs argcomplete: pip install 'urldom[cli]'") from None
    autocomplete(parser)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors have a bounded length, and whose help is not silent where it cannot be written."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        super().error(message if len(message) <= _LONGEST_ERROR else f"{message[:_LONGEST_ERROR]}...")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from urldom import __version__

        print(f"urldom {__version__}")
        parser.exit()


def _parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser, and that of each verb by its name."""
    common = _options()
    common.add_argument(
        "--standard",
        type=str.lower,
        choices=STANDARD_NAMES,
        default="whatwg",
        help="the standard to go by, by default whatwg, as browsers do",
    )
    common.add_argument(
        "--encoding", metavar="LABEL", type=_label, help="the encoding of the document that holds the URL"
    )
    as_json = _options()
    as_json.add_argument("--json", action="store_true", help="write one JSON object a line")
    by_line = _options()
    by_line.add_argument("--keep-bad", action="store_true", help="write an empty line in the place of each bad one")
    by_line.add_argument(
        "--input-encoding", metavar="LABEL", type=_input_label, default="utf-8", help="the encoding of standard input"
    )
    base = _options()
    base.add_argument("--base", metavar="URL", type=text_of_argument, help="the base URL")
    urls = _options()
    urls.add_argument(
        "urls",
        metavar="URL",
        nargs="*",
        type=text_of_argument,
        default=[answers.STANDARD_INPUT],
        help="a URL; - or none is the lines of standard input",
    )

    settings: dict[str, Any] = {
        "epilog": _EPILOG,
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "allow_abbrev": False,
    }
    parser = _Parser(prog="urldom", description="URLs as a page's scripts see them, over five standards.", **settings)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="{get,set,resolve,normalize,links}")

    def add(
        name: str, run: Callable[[argparse.Namespace], int], help: str, *parents: _Parser
    ) -> argparse.ArgumentParser:
        verb = verbs.add_parser(name, parents=[*parents, common], help=help, description=help, **settings)
        verb.set_defaults(run=run)
        return verb

    add("get", answers.get, "Print the attributes of URLs, one a line.", urls, base, as_json, by_line)
    set_ = add("set", answers.set_, "Print a URL with attributes assigned.", base, as_json, by_line)
    set_.add_argument("url", metavar="URL", type=text_of_argument, help="a URL; - is the lines of standard input")
    set_.add_argument(
        "assignments",
        metavar="NAME=VALUE",
        nargs="+",
        type=text_of_argument,
        help="such as hostname=example.org; an empty value, as in search=, removes what can be removed",
    )
    resolve = _options()
    resolve.add_argument("base", metavar="BASE", type=text_of_argument, help="the base URL")
    add("resolve", answers.resolve, "Print the absolute URLs that URLs imply.", resolve, urls, as_json, by_line)
    add("normalize", answers.normalize, "Print absolute URLs in normal form.", urls, as_json, by_line)
    links = add("links", _links, "Print every URL of HTML, XML and CSS files, absolute.", as_json)
    links.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a page, a feed, a style sheet, or a folder of them (with the suffixes .html, .htm, .xhtml, .xml, .atom, "
        ".rss, .svg and .css); - is standard input",
    )
    links.add_argument(
        "--address",
        metavar="URL",
        type=text_of_argument,
        help="the address of the file, or of the folder, whose files lie below it; by default its file: URL",
    )
    links.add_argument("--jobs", metavar="N", type=_number_of_jobs, default=1, help="so many processes for the files")
    choices: dict[str, Any] = verbs.choices
    return parser, choices


def _options() -> _Parser:
    """What several verbs have in common."""
    return _Parser(add_help=False)


def _label(text: str) -> str:
    try:
        get_encoding(text)
    except LookupError as error:
        raise argparse.ArgumentTypeError(str(error.args[0])) from None
    return text


def _input_label(text: str) -> str:
    if get_encoding(_label(text)) == "replacement":
        raise argparse.ArgumentTypeError(f"what is in {text!r} is never decoded, says the Encoding Standard")
    return text


def _number_of_jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"a number of processes is 1 or greater, not {text!r}")
    return int(text)


def _links(options: argparse.Namespace) -> int:
    from urldom.command.files import links

    return links(options)
