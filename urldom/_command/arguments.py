"""The arguments of the command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from urldom._command import answers
from urldom._command.status import WrongCallError
from urldom._command.streams import bounded, text_of_argument
from urldom._errors import masked, shown
from urldom._standards.registry import STANDARD_NAMES
from urldom._text.encodings import get_encoding

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_Run: TypeAlias = Callable[[argparse.Namespace], int]

#: What each argument that is no option begins with, when argparse sees it.
_MARK: Final = "="
#: The options that are followed by a value, and those that are not.
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
#: The notes below the options of a verb.
_ON_INPUT: Final = (
    "Standard input is read as UTF-8, or as a byte order mark or --input-encoding says. "
    "Arguments and output are UTF-8, in every locale. Bytes that are not text are percent-encoded."
)
_ON_HYPHENS: Final = "A {} that begins with a hyphen follows two hyphens: -- -x"
_ON_STATUS: Final = "Exit status: 0. 1 if {}. 2 for a wrong call, or if standard input or output failed."
_ON_COMPLETION: Final = """\
Completion, for bash and zsh: pip install argcomplete, and then
eval "$(register-python-argcomplete urldom)\""""


#: The options of `match` that only it has. Their names are grep's, if grep has them.
_OF_MATCH: Final[list[tuple[tuple[str, str], dict[str, Any]]]] = [
    (
        ("-e", "--pattern"),
        {"metavar": "PATTERN", "action": "append", "default": [], "help": "a pattern. The option can be repeated"},
    ),
    (
        ("-f", "--file"),
        {
            "metavar": "FILE",
            "action": "append",
            "default": [],
            "help": "a file with a pattern on each line. Empty lines and lines that begin with # are ignored",
        },
    ),
    (
        ("-v", "--invert-match"),
        {"action": "store_true", "help": "print the lines that do not match, and those that are not URLs"},
    ),
    (("-c", "--count"), {"action": "store_true", "help": "print only the number of lines"}),
    (("-i", "--ignore-case"), {"action": "store_true", "help": "match paths, queries and fragments in any case"}),
]


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options, with the function `run` that does the work. Raises `SystemExit` after a usage error or the help."""
    parser, verbs = parsers()
    if "_ARGCOMPLETE" in os.environ:
        try:
            from argcomplete import autocomplete
        except ImportError:
            raise WrongCallError("completion needs argcomplete: pip install argcomplete") from None
        autocomplete(parser)
    # Options may stand anywhere: argparse takes none before a verb, nor between the URLs.
    options, others = _sorted(arguments)
    if "--version" in options:
        return parser.parse_args(["--version"])
    if not others or others[0] not in verbs:
        # The error shows what stands in the place of the verb, such as a URL.
        return parser.parse_args([masked(others[0])] if others else options[:1])
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
            letters = [f"-{letter}" for letter in argument[1:]]
            if len(letters) > 1 and WITHOUT_VALUE.issuperset(letters):
                options += letters
                continue
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
    """A parser whose help begins with examples and ends with notes. Its errors have a bounded length, and its help is
    not silent if it cannot be written."""

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
    """The parser, and that of each verb by its name."""
    standard = _argument(
        "--standard",
        type=str.lower,
        choices=STANDARD_NAMES,
        default="whatwg",
        help="the standard to follow, by default whatwg, as browsers do",
    )
    as_json = _argument("--json", action="store_true", help="write one JSON object a line")
    from_input = _argument(
        "--input-encoding", metavar="LABEL", type=_input_label, default="utf-8", help="the encoding of standard input"
    )
    keep_bad = _argument("--keep-bad", action="store_true", help="write an empty answer in place of each bad one")
    encoding = _argument(
        "--encoding",
        metavar="LABEL",
        type=_label,
        default="utf-8",
        help="the encoding of the document that has the URLs, in which their queries are escaped",
    )
    by_line = (as_json, from_input, keep_bad, encoding, standard)
    base = _argument("--base", metavar="URL", help="resolve the URLs against this absolute URL")
    needed_base = _argument("--base", metavar="BASE", required=True, help="the base, an absolute URL")
    stdin = [answers.STANDARD_INPUT]
    urls_help = "a URL. Without one, and for -, the lines of standard input"
    urls = _argument("urls", metavar="URL", nargs="*", type=_text, default=stdin, help=urls_help)
    url = _argument("url", metavar="URL", type=_text, help="a URL. For -, the lines of standard input")
    assignments: dict[str, Any] = {"metavar": "NAME=VALUE", "nargs": "*", "type": _text}

    description = "URLs as a page's scripts see them, over five standards."
    parser = _Parser(prog="urldom", description=description, allow_abbrev=False)
    parser.notes = (
        "urldom VERB --help begins with examples.",
        _ON_STATUS.format("an input is not a URL, a value is rejected, or a file cannot be read"),
        _ON_COMPLETION,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    verbs = parser.add_subparsers(dest="verb", required=True)

    def add(
        name: str, run: _Run, help: str, fails: str, examples: tuple[str, str], *parents: _Parser
    ) -> argparse.ArgumentParser:
        """Add a verb. `fails` says when its exit status is 1."""
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
        "Print the attributes of URLs, one a line.",
        not_a_url,
        ("'https://user@example.com:8080/a?q=1#top'", "--only hostname,port < urls.txt"),
        *(urls, base, *by_line),
    ).add_argument(
        "--only",
        metavar="NAME[,NAME...]",
        help="only these attributes' values, a line a URL, with tabs between them: of protocol, host, hostname, port, "
        "pathname, search, hash, and under whatwg href, origin, username, password",
    )
    add(
        "set",
        answers.set_,
        "Print a URL with attributes assigned, each value whole.",
        "an input is not a URL, or a value is rejected",
        ("'https://example.com/a?b' hostname=example.org search=", "- protocol=https < urls.txt"),
        *(base, *by_line, url),
    ).add_argument(
        "assignments",
        help="such as hostname=example.org. Under whatwg an empty value, as in search=, removes what can be removed",
        **assignments,
    )
    add(
        "resolve",
        answers.resolve,
        "Print the absolute URLs that references imply.",
        not_a_url,
        ("--base https://example.com/a/b ../c '?q'", "--base https://example.com/ --json < links.txt"),
        *(needed_base, urls, *by_line),
    )
    add(
        "relative",
        answers.relative,
        "Print the shortest references that lead from the base to absolute URLs.",
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
        "Print absolute URLs as the standard writes them.",
        not_a_url,
        ("'HTTP://EXAMPLE.com:80/a/../b c'", "--keep-bad < urls.txt"),
        *(urls, *by_line),
    )
    add(
        "explain",
        _explain,
        "Print how the standard reads a URL, step by step.",
        "there is no URL, or a value is rejected",
        (r"'http:\\evil.example\@good.example/'", "https://example.com/ port=8080 --standard html5"),
        *(base, as_json, from_input, encoding, standard, url),
    ).add_argument("assignments", default=[], help="what is assigned then, such as port=8080", **assignments)
    add(
        "compare",
        _compare,
        "Print how each installed reader reads URLs.",
        "readers disagree on a host",
        (r"'http://evil.example\@good.example/'", "--base https://example.com/ --json < links.txt"),
        *(urls, base, as_json, from_input),
    )
    for name in ("explain", "compare"):  # Each line has an answer.
        verbs.choices[name].set_defaults(keep_bad=False)
    match = add(
        "match",
        _match,
        "Print the URLs that match a pattern, as grep prints lines.",
        "there is no line to print",
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
        help="the pattern, unless -e or -f gives one, and URLs. Without a URL, or for -, it reads standard input",
    )
    for names, settings in _OF_MATCH:
        match.add_argument(*names, **settings)
    links = add(
        "links",
        _links,
        "Print every URL of HTML, XML and CSS files, absolute.",
        "a file cannot be read, or a URL in it does not resolve",
        ("page.html --address https://example.com/a", "folder --jobs 2 --json"),
        *(as_json, standard),
    )
    links.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=_unmarked,
        help="a page, a feed, a style sheet, or a folder of them (with the suffixes .html, .htm, .xhtml, .xml, .atom, "
        ".rss, .svg and .css). For -, standard input",
    )
    links.add_argument(
        "--address",
        metavar="URL",
        help="the address of the file, or of the folder, whose files lie below it. By default the file: URL. "
        "Standard input has the type that the suffix in its address says",
    )
    links.add_argument(
        "--encoding",
        metavar="LABEL",
        type=_label,
        help="the encoding that came with the file, as in a Content-Type. By default the file itself says it",
    )
    links.add_argument(
        "--jobs", metavar="N", type=_number_of_jobs, default=1, help="how many processes read the files, by default one"
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


def _match(options: argparse.Namespace) -> int:
    from urldom._command.match import match

    return match(options)


def _links(options: argparse.Namespace) -> int:
    from urldom._command.files import links

    return links(options)
