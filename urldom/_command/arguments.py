"""The arguments of the command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from urldom._command import answers
from urldom._command.status import WrongCallError
from urldom._command.streams import bounded, text_of_argument
from urldom._errors import shown
from urldom._standards.registry import STANDARD_NAMES
from urldom._text.encodings import get_encoding

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_Run: TypeAlias = Callable[[argparse.Namespace], int]

#: What each argument that is no option begins with, when argparse sees it.
_MARK: Final = "="
#: The options that are followed by a value, and those that are not.
WITH_VALUE: Final = frozenset(
    {"--standard", "--encoding", "--input-encoding", "--base", "--only", "--address", "--jobs"}
)
WITHOUT_VALUE: Final = frozenset(["-h", "--help", "--version", "--json", "--keep-bad"])
_EPILOG: Final = """\
A URL or file that begins with a hyphen stands behind two: -- -x

Exit status: 0; 1 where some input was no URL, some value not accepted, or a
file could not be read, with a line for each on standard error, and of compare
where hosts differ; 2 for a wrong call, or where standard input or output
failed.

Completion, for bash and zsh: pip install 'urldom[cli]', and then
eval "$(register-python-argcomplete urldom)"
"""
_EPILOG_BY_LINE: Final = f"""\
Standard input is UTF-8, or what --input-encoding or a byte order mark says;
arguments and the output are UTF-8, in every locale. Bytes that are no text are
percent-encoded.

{_EPILOG}"""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options, with the function `run` that does the work. Raises `SystemExit` after a usage error or the help."""
    parser, verbs = parsers()
    if "_ARGCOMPLETE" in os.environ:
        try:
            from argcomplete import autocomplete
        except ImportError:
            raise WrongCallError("completion needs argcomplete: pip install 'urldom[cli]'") from None
        autocomplete(parser)
    # Options may stand anywhere: argparse takes none before a verb, nor between the URLs.
    options, others = _sorted(arguments)
    if "--version" in options:
        return parser.parse_args(["--version"])
    if not others or others[0] not in verbs:
        return parser.parse_args(others[:1] or options[:1])
    # With a mark, no URL looks like an option.
    return verbs[others[0]].parse_args([*options, *(_MARK + other for other in others[1:])])


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
            name, equals, _ = argument.partition("=")
            if name not in WITH_VALUE | WITHOUT_VALUE:
                hint = "a URL that begins with a hyphen stands behind --"
                raise WrongCallError(f"there is no option {shown(name)}; {hint}")
            if name in WITH_VALUE and not equals:
                value = next(rest, None)
                if value is None:
                    raise WrongCallError(f"the option {name} is followed by a value")
                argument = f"{name}={value}"  # Else argparse takes a value that begins with a hyphen for an option.
            options.append(text_of_argument(argument))
    return options, others


def _unmarked(marked: str) -> str:
    return marked.removeprefix(_MARK)


def _text(marked: str) -> str:
    return text_of_argument(_unmarked(marked))


class _Parser(argparse.ArgumentParser):
    """A parser whose errors have a bounded length, and whose help is not silent where it cannot be written."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        super().error(bounded(message))


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from urldom import __version__

        print(f"urldom {__version__}")
        parser.exit()


def parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser, and that of each verb by its name."""
    standard = _argument(
        "--standard",
        type=str.lower,
        choices=STANDARD_NAMES,
        default="whatwg",
        help="the standard to go by, by default whatwg, as browsers do",
    )
    as_json = _argument("--json", action="store_true", help="write one JSON object a line")
    from_input = _argument(
        "--input-encoding", metavar="LABEL", type=_input_label, default="utf-8", help="the encoding of standard input"
    )
    keep_bad = _argument("--keep-bad", action="store_true", help="write an empty answer in the place of each bad one")
    encoding = _argument(
        "--encoding",
        metavar="LABEL",
        type=_label,
        default="utf-8",
        help="the encoding of the document that the URLs stand in, in which their queries are escaped",
    )
    by_line = (as_json, from_input, keep_bad, encoding, standard)
    base = _argument("--base", metavar="URL", help="the base URL")
    stdin = [answers.STANDARD_INPUT]
    urls_help = "a URL; - or none is the lines of standard input"
    urls = _argument("urls", metavar="URL", nargs="*", type=_text, default=stdin, help=urls_help)
    url = _argument("url", metavar="URL", type=_text, help="a URL; - is the lines of standard input")
    assignments: dict[str, Any] = {"metavar": "NAME=VALUE", "nargs": "*", "type": _text}

    settings: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
    description = "URLs as a page's scripts see them, over five standards."
    parser = _Parser(prog="urldom", description=description, epilog=_EPILOG, **settings)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    metavar = "{get,set,resolve,normalize,explain,compare,links}"
    verbs = parser.add_subparsers(dest="verb", required=True, metavar=metavar)

    def add(name: str, run: _Run, help: str, *parents: _Parser) -> argparse.ArgumentParser:
        epilog = _EPILOG if name == "links" else _EPILOG_BY_LINE
        verb = verbs.add_parser(name, parents=parents, help=help, description=help, epilog=epilog, **settings)
        verb.set_defaults(run=run)
        return verb

    add("get", answers.get, "Print the attributes of URLs, one a line.", urls, base, *by_line).add_argument(
        "--only",
        metavar="NAME[,NAME...]",
        help="only these attributes' values, a line a URL, with tabs between them: of protocol, host, hostname, port, "
        "pathname, search, hash, and under whatwg href, origin, username, password",
    )
    add("set", answers.set_, "Print a URL with attributes assigned.", base, *by_line, url).add_argument(
        "assignments",
        help="such as hostname=example.org; under whatwg an empty value, as in search=, removes what can be removed",
        **assignments,
    )
    resolve = _argument("base", metavar="BASE", type=_text, help="the base URL")
    add("resolve", answers.resolve, "Print the absolute URLs that URLs imply.", resolve, urls, *by_line)
    add("normalize", answers.normalize, "Print absolute URLs as the standard writes them.", urls, *by_line)
    add("explain", _explain, "Print how the standard reads a URL, step by step.", base, *by_line, url).add_argument(
        "assignments", default=[], help="what is assigned then, as with set", **assignments
    )
    compare_help = "Print how every reader that is installed reads URLs."
    compare = add("compare", _compare, compare_help, urls, base, as_json, from_input)
    compare.set_defaults(keep_bad=False)  # Every line has an answer.
    links = add("links", _links, "Print every URL of HTML, XML and CSS files, absolute.", as_json, standard)
    links.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=_unmarked,
        help="a page, a feed, a style sheet, or a folder of them (with the suffixes .html, .htm, .xhtml, .xml, .atom, "
        ".rss, .svg and .css); - is standard input",
    )
    links.add_argument(
        "--address",
        metavar="URL",
        help="the address of the file, or of the folder, whose files lie below it; by default its file: URL; "
        "standard input takes its type from the suffix in it",
    )
    links.add_argument(
        "--encoding",
        metavar="LABEL",
        type=_label,
        help="the encoding that came with the file, as in a Content-Type; by default the file itself says it",
    )
    links.add_argument(
        "--jobs", metavar="N", type=_number_of_jobs, default=1, help="how many processes read the files; one by default"
    )
    choices: dict[str, Any] = verbs.choices
    return parser, choices


def _argument(name: str, **settings: Any) -> _Parser:
    """An argument that several verbs share, as a parent of their parsers."""
    parser = _Parser(add_help=False)
    parser.add_argument(name, **settings)
    return parser


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


def _explain(options: argparse.Namespace) -> int:
    from urldom._command.explain import explain

    return explain(options)


def _compare(options: argparse.Namespace) -> int:
    from urldom._command.compare import compare

    return compare(options)


def _links(options: argparse.Namespace) -> int:
    from urldom._command.files import links

    return links(options)
