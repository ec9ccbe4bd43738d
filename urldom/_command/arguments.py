"""Parse the arguments of the command, and write its help."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from urldom._command import answers
from urldom._command.status import WrongCallError
from urldom._command.streams import bounded, text_of_argument
from urldom._errors import masked, missing_package, shown
from urldom._standards.registry import STANDARD_NAMES
from urldom._text.encodings import get_encoding

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_Run: TypeAlias = Callable[[argparse.Namespace], int]

#: A prefix that is added to each argument that is not an option. After argparse has run, the prefix is removed.
_MARK: Final = "="
#: The names of the options, in two groups: options that need a value, and options that do not accept a value.
WITH_VALUE: Final = frozenset(
    {
        *("--standard", "--encoding", "--input-encoding", "--base", "--only", "--address", "--jobs"),
        *("-e", "--pattern", "-f", "--file"),
    }
)
WITHOUT_VALUE: Final = frozenset(
    {
        *("-h", "--help", "--version", "--json", "--keep-bad"),
        *("-v", "--invert-match", "-c", "--count", "-i", "--ignore-case"),
    }
)
#: Notes that the help of a subcommand shows below the options.
_ON_INPUT: Final = (
    "Standard input is UTF-8, unless --input-encoding or a byte order mark names another encoding. "
    "Arguments and output are UTF-8 in every locale. Invalid bytes are percent-encoded."
)
_ON_HYPHENS: Final = "Write -- before a {} that begins with a hyphen: -- -x"
_ON_STATUS: Final = (
    "The exit status is 0 if all went well. It is 1 if {}. It is 2 for a wrong call, or if reading or writing failed."
)
_ON_COMPLETION: Final = """\
To complete options and subcommands in bash or zsh, run pip install argcomplete, and then
eval "$(register-python-argcomplete urldom)\""""


#: The options of the subcommand `match`. An option that does the same as an option of grep has the same name as in
#: grep.
_OF_MATCH: Final[list[tuple[tuple[str, str], dict[str, Any]]]] = [
    (
        ("-e", "--pattern"),
        {"metavar": "PATTERN", "action": "append", "default": [], "help": "a pattern (can be repeated)"},
    ),
    (
        ("-f", "--file"),
        {
            "metavar": "FILE",
            "action": "append",
            "default": [],
            "help": "a file with one pattern or # comment per line (can be repeated)",
        },
    ),
    (
        ("-v", "--invert-match"),
        {"action": "store_true", "help": "print the lines that do not match, including lines that are not URLs"},
    ),
    (("-c", "--count"), {"action": "store_true", "help": "print only the number of lines"}),
    (
        ("-i", "--ignore-case"),
        {"action": "store_true", "help": "ignore the case of letters in paths, queries and fragments"},
    ),
]


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options. Raises `SystemExit` after a usage error or the help.

    The option `run` is the function of the subcommand.
    """
    parser, verbs = parsers()
    if "_ARGCOMPLETE" in os.environ:
        try:
            from argcomplete import autocomplete
        except ModuleNotFoundError as error:
            if error.name != "argcomplete":
                raise
            raise WrongCallError(str(missing_package("completion", "argcomplete"))) from None
        autocomplete(parser)
    # Users may write options anywhere, but argparse rejects options before a subcommand or between URLs. So the options
    # are moved after the subcommand and before the URLs.
    options, others = _sorted(arguments)
    if "--version" in options:
        return parser.parse_args(["--version"])
    if not others or others[0] not in verbs:
        # The first argument is not a subcommand, but for example a URL. The error shows this argument.
        return parser.parse_args([masked(others[0])] if others else options[:1])
    # The prefix prevents argparse from parsing a URL as an option.
    return verbs[others[0]].parse_args([*options, *(_MARK + other for other in others[1:])])


def _sorted(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the options with their values, and the other arguments."""
    options: list[str] = []
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            others += rest
        elif not argument.startswith("-") or argument == answers.STANDARD_INPUT:
            others.append(argument)
        else:
            letters = [f"-{letter}" for letter in argument[1:]]
            if len(letters) > 1 and WITHOUT_VALUE.issuperset(letters):
                options += letters
                continue
            name, equals, _ = argument.partition("=")
            if name not in WITH_VALUE | WITHOUT_VALUE:
                hint = "write -- before a URL that begins with a hyphen"
                raise WrongCallError(f"unknown option {shown(name)}: {hint}")
            if name in WITH_VALUE and not equals:
                value = next(rest, None)
                if value is None:
                    raise WrongCallError(f"the option {name} needs a value")
                argument = f"{name}={value}"  # argparse would parse a value such as -1 as an option.
            options.append(text_of_argument(argument))
    return options, others


def _unmarked(marked: str) -> str:
    return marked.removeprefix(_MARK)


def _text(marked: str) -> str:
    return text_of_argument(_unmarked(marked))


class _Parser(argparse.ArgumentParser):
    """A parser whose help has examples before the options, and notes after them.

    Error messages have a bounded length. If standard output fails while the help is written, the parser raises the
    error.
    """

    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def format_help(self) -> str:
        from textwrap import fill

        examples = "Examples:\n" + "".join(f"  urldom {example}\n" for example in self.examples)
        notes = ["\n".join(fill(line, 78, break_on_hyphens=False) for line in note.splitlines()) for note in self.notes]
        return "\n".join([examples] * bool(self.examples) + [super().format_help()] + [f"{note}\n" for note in notes])

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
    """Return the parser of the command, and the parsers of the subcommands by their names."""
    standard = _argument(
        "--standard",
        type=str.lower,
        choices=STANDARD_NAMES,
        default="whatwg",
        help="the standard to follow (default: whatwg, as browsers do)",
    )
    as_json = _argument("--json", action="store_true", help="write one JSON object per line")
    from_input = _argument(
        "--input-encoding",
        metavar="LABEL",
        type=_input_label,
        default="utf-8",
        help="the encoding of standard input (default: utf-8)",
    )
    keep_bad = _argument("--keep-bad", action="store_true", help="write an empty answer for each invalid input")
    encoding = _argument(
        "--encoding",
        metavar="LABEL",
        type=_label,
        default="utf-8",
        help="the encoding of the document that contains the URLs, for their queries (default: utf-8)",
    )
    by_line = (as_json, from_input, keep_bad, encoding, standard)
    base = _argument("--base", metavar="URL", help="resolve the URLs against this absolute URL")
    needed_base = _argument("--base", metavar="BASE", required=True, help="the base, an absolute URL")
    stdin = [answers.STANDARD_INPUT]
    urls = _argument(
        "urls",
        metavar="URL",
        nargs="*",
        type=_text,
        default=stdin,
        help="a URL, or - for the lines of standard input (default: -)",
    )
    url = _argument("url", metavar="URL", type=_text, help="a URL, or - for the lines of standard input")
    assignments: dict[str, Any] = {"metavar": "NAME=VALUE", "nargs": "*", "type": _text}

    description = "parse, edit and resolve URLs as browsers do, or as four other standards define"
    parser = _Parser(prog="urldom", description=description, allow_abbrev=False)
    parser.notes = (
        "The help of each subcommand, such as urldom get --help, begins with two examples.",
        _ON_STATUS.format("an input is not a URL, a value is rejected, or a file cannot be read"),
        _ON_COMPLETION,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    verbs = parser.add_subparsers(dest="subcommand", required=True)

    def add(
        name: str, run: _Run, help: str, fails: str, examples: tuple[str, str], *parents: _Parser
    ) -> argparse.ArgumentParser:
        """Add a subcommand. In its help, `fails` is the condition for the exit status 1."""
        verb: _Parser = verbs.add_parser(name, parents=parents, help=help, description=help, allow_abbrev=False)
        verb.examples = tuple(f"{name} {example}" for example in examples)
        on_arguments = (
            (_ON_INPUT, _ON_HYPHENS.format("URL")) if from_input in parents else (_ON_HYPHENS.format("file"),)
        )
        verb.notes = (*on_arguments, _ON_STATUS.format(fails))
        verb.set_defaults(run=run)
        return verb

    not_a_url = "an input is not a URL"
    add(
        "get",
        answers.get,
        "print the attributes of URLs, one per line",
        not_a_url,
        ("'https://user@example.com:8080/a?q=1#top'", "--only hostname,port < urls.txt"),
        *(urls, base, *by_line),
    ).add_argument(
        "--only",
        metavar="NAME[,NAME...]",
        help="print only the values of these attributes, one URL per line, with tabs between the values: protocol, "
        "host, hostname, port, pathname, search, hash, and under whatwg also href, origin, username, password",
    )
    add(
        "set",
        answers.set_,
        "assign attributes of URLs and print the URLs",
        "an input is not a URL, or a value is rejected",
        ("'https://example.com/a?b' hostname=example.org search=", "- protocol=https < urls.txt"),
        *(base, *by_line, url),
    ).add_argument(
        "assignments",
        help="an assignment such as hostname=example.org (under whatwg, an empty value such as search= removes the "
        "component)",
        **assignments,
    )
    add(
        "resolve",
        answers.resolve,
        "resolve URLs against a base and print the absolute URLs",
        not_a_url,
        ("--base https://example.com/a/b ../c '?q'", "--base https://example.com/ --json < links.txt"),
        *(needed_base, urls, *by_line),
    )
    add(
        "relative",
        answers.relative,
        "print the shortest relative URLs that resolve to absolute URLs against the base",
        not_a_url,
        (
            "--base https://example.com/a/b https://example.com/a/c 'https://example.com/?q'",
            "--base https://example.com/ --json < urls.txt",
        ),
        *(needed_base, urls, *by_line),
    )
    add(
        "normalize",
        answers.normalize,
        "print absolute URLs in the standard's normal form",
        not_a_url,
        ("'HTTP://EXAMPLE.com:80/a/../b c'", "--keep-bad < urls.txt"),
        *(urls, *by_line),
    )
    add(
        "explain",
        _explain,
        "print how the standard reads a URL, step by step",
        "the input is not a URL, or a value is rejected",
        (r"'http:\\evil.example\@good.example/'", "https://example.com/ port=8080 --standard html5"),
        *(base, as_json, from_input, encoding, standard, url),
    ).add_argument("assignments", default=[], help="an assignment to explain, such as port=8080", **assignments)
    add(
        "compare",
        _compare,
        "print how each standard and each installed library reads URLs",
        "readers disagree on a host",
        (r"'http://evil.example\@good.example/'", "--base https://example.com/ --json < links.txt"),
        *(urls, base, as_json, from_input),
    )
    for name in ("explain", "compare"):  # These subcommands write a result for an invalid input too.
        verbs.choices[name].set_defaults(keep_bad=False)
    match = add(
        "match",
        _match,
        "print the URLs that match a pattern, as grep prints lines",
        "no line is printed or counted",
        ("'https://*.example.com/*' < urls.txt", "-v -f scope.txt https://example.com/a https://example.org/b"),
        *(base, as_json, from_input),
    )
    match.usage = """urldom match [OPTION ...] PATTERN [URL ...]
       urldom match [OPTION ...] (--pattern PATTERN | --file FILE) ... [URL ...]
       OPTION is --base URL, --json, --input-encoding LABEL, --invert-match, --count or --ignore-case"""
    match.add_argument(
        "urls",
        metavar="PATTERN URL",
        nargs="*",
        type=_text,
        help="the pattern (not with -e or -f), then URLs, or - for the lines of standard input (default: -)",
    )
    for names, settings in _OF_MATCH:
        match.add_argument(*names, **settings)
    links = add(
        "links",
        _links,
        "print every URL in HTML, XML and CSS files, as an absolute URL",
        "a file cannot be read, or a URL in it does not resolve",
        ("page.html --address https://example.com/a", "folder --jobs 2 --json"),
        *(as_json, standard),
    )
    links.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=_unmarked,
        help="a page, a feed, a style sheet, - for standard input, or a folder: its files with the suffixes .html, "
        ".htm, .xhtml, .xml, .atom, .rss, .svg and .css are read",
    )
    links.add_argument(
        "--address",
        metavar="URL",
        help="the address of the file, or of the folder that contains the files (default: the file: URL, but "
        "standard input needs an address, and the suffix of this address determines the file type)",
    )
    links.add_argument(
        "--encoding",
        metavar="LABEL",
        type=_label,
        help="the encoding from the file's Content-Type header (default: the encoding that a browser detects)",
    )
    links.add_argument(
        "--jobs",
        metavar="N",
        type=_number_of_jobs,
        default=1,
        help="the number of processes that read the files (default: 1)",
    )
    choices: dict[str, Any] = verbs.choices
    return parser, choices


def _argument(name: str, **settings: Any) -> _Parser:
    """Return a parser with one argument. The parsers of several subcommands use it as their parent."""
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
        raise argparse.ArgumentTypeError(f"text in {text!r} is never decoded (Encoding Standard): use another encoding")
    return text


def _number_of_jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"the number of processes must be 1 or greater, not {text!r}")
    return int(text)


def _explain(options: argparse.Namespace) -> int:
    from urldom._command.explain import explain

    return explain(options)


def _compare(options: argparse.Namespace) -> int:
    from urldom._command.compare import compare

    return compare(options)


def _match(options: argparse.Namespace) -> int:
    from urldom._command.match import match

    return match(options)


def _links(options: argparse.Namespace) -> int:
    from urldom._command.files import links

    return links(options)
