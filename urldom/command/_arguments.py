"""Parse the arguments of the command, and write its help."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from urldom._core import passwords
from urldom._core.errors import missing_package, shown
from urldom._core.standards.registry import DEFAULT_STANDARD, STANDARD_NAMES
from urldom._core.text import default_scheme as default_schemes
from urldom._core.text import encodings
from urldom.command._status import WrongCallError
from urldom.command._streams import STANDARD_INPUT, bounded, text_of_argument

#: A prefix of each argument that is not an option. It is removed after argparse has run.
_MARK: Final = "="
#: Notes below the options in the help of a subcommand.
_ON_INPUT: Final = (
    "Standard input is UTF-8, unless --input-encoding or a byte order mark names another encoding. "
    "Arguments and output are UTF-8 in every locale. Invalid bytes are percent-encoded."
)
_ON_HYPHENS: Final = "Write -- before a {} that begins with a hyphen: -- -x"
_ON_STATUS: Final = (
    "The exit status is 0 if all went well, 1 if {}, and 2 for a wrong call or if reading or"
    " writing failed."
)
_ON_COMPLETION: Final = """\
To complete options and subcommands in bash or zsh, run pip install argcomplete, and then
eval "$(register-python-argcomplete urldom)\""""


def _unmarked(marked: str) -> str:
    return marked.removeprefix(_MARK)


def _text(marked: str) -> str:
    return text_of_argument(_unmarked(marked))


def _label(text: str) -> str:
    try:
        encodings.get_encoding(text)
    except LookupError as error:
        raise argparse.ArgumentTypeError(str(error.args[0])) from None
    return text


def _input_label(text: str) -> str:
    if encodings.get_encoding(_label(text)) == "replacement":
        raise argparse.ArgumentTypeError(
            f"text in {text!r} is never decoded (Encoding Standard): use another encoding"
        )
    return text


def _standard(text: str) -> str:
    return passwords.masked(text).lower()  # argparse shows a value that is not one of the choices.


def _scheme(text: str) -> str | None:
    try:
        return default_schemes.checked_scheme(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"it must be a scheme without a colon, such as https, not {shown(text)}"
        ) from None


def _number_of_jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(
            f"the number of processes must be 1 or greater, not {shown(text)}"
        )
    return int(text)


#: The names of an argument, and its settings in argparse.
_Argument: TypeAlias = tuple[tuple[str, ...], dict[str, Any]]


def _argument(*names: str, help: str, **settings: Any) -> _Argument:
    return names, {"help": help, **settings}


_flag: Final = partial(_argument, action="store_true")
_repeated: Final = partial(_argument, action="append", default=[])


class _Verb(NamedTuple):
    #: The module of `urldom.command`, which is imported when the subcommand runs, and the function
    #: in it.
    run: tuple[str, str]
    help: str
    #: The condition for the exit status 1.
    fails: str
    examples: tuple[str, str]
    arguments: tuple[_Argument, ...]
    usage: str | None = None


_STANDARD: Final = _argument(
    "--standard",
    help=f"the standard to follow (default: {DEFAULT_STANDARD}, as browsers do)",
    type=_standard,
    choices=STANDARD_NAMES,
    default=DEFAULT_STANDARD,
)
_JSON: Final = _flag("--json", help="write one JSON object per line")
_label_of: Final = partial(_argument, metavar="LABEL", type=_label)
_INPUT_ENCODING: Final = _label_of(
    "--input-encoding",
    help="the encoding of standard input (default: utf-8)",
    type=_input_label,
    default="utf-8",
)
_ENCODING: Final = _label_of(
    "--encoding",
    help="the encoding of the document that contains the URLs, for their queries (default: utf-8)",
    default="utf-8",
)
_DEFAULT_SCHEME: Final = _argument(
    "--default-scheme",
    help=(
        "the scheme of URLs without one, such as https for example.com/x (default: they are"
        " relative)"
    ),
    metavar="SCHEME",
    type=_scheme,
)
_KEEP_BAD: Final = _flag("--keep-bad", help="write an empty answer for each invalid input")
_BY_LINE: Final = (_JSON, _INPUT_ENCODING, _KEEP_BAD, _DEFAULT_SCHEME, _ENCODING, _STANDARD)
_BASE: Final = _argument("--base", help="resolve the URLs against this absolute URL", metavar="URL")
_NEEDED_BASE: Final = _argument(
    "--base", help="the base, an absolute URL", metavar="BASE", required=True
)
_texts: Final = partial(_argument, nargs="*", type=_text)
_URLS: Final = _texts(
    "urls",
    help="a URL, or - for the lines of standard input (default: -)",
    metavar="URL",
    default=[STANDARD_INPUT],
)
_URL: Final = _argument(
    "url", help="a URL, or - for the lines of standard input", metavar="URL", type=_text
)
_assignments: Final = partial(_texts, "assignments", metavar="NAME=VALUE")
_NOT_A_URL: Final = "an input is not a URL"

#: The subcommands, by their names.
_VERBS: Final = {
    "get": _Verb(
        run=("answers", "get"),
        help="print the attributes of URLs, one per line",
        fails=_NOT_A_URL,
        examples=("'https://user@example.com:8080/a?q=1#top'", "--only hostname,port < urls.txt"),
        arguments=(
            *(_URLS, _BASE, *_BY_LINE),
            _argument(
                "--only",
                help=(
                    "print only the values of these attributes, one URL per line, with tabs"
                    " between the values: protocol, host, hostname, port, pathname, search, hash,"
                    " and under whatwg also href, origin, username, password"
                ),
                metavar="NAME[,NAME...]",
            ),
        ),
    ),
    "set": _Verb(
        run=("answers", "set_"),
        help="assign attributes of URLs and print the URLs",
        fails="an input is not a URL, or a value is rejected",
        examples=(
            "'https://example.com/a?b' hostname=example.org search=",
            "- --without 'utm_*' --param q=x < urls.txt",
        ),
        arguments=(
            *(_BASE, *_BY_LINE, _URL),
            _assignments(
                help=(
                    "an assignment such as hostname=example.org (under whatwg, an empty value such"
                    " as search= removes the component)"
                )
            ),
            _repeated(
                "--without",
                help="remove the parameters with this name (* stands for any text)",
                metavar="NAME",
            ),
            _repeated(
                "--param",
                help=(
                    "assign a decoded value to a parameter, after the other changes (a repeated"
                    " name gets several values)"
                ),
                metavar="NAME=VALUE",
            ),
        ),
    ),
    "resolve": _Verb(
        run=("answers", "resolve"),
        help="resolve URLs against a base and print the absolute URLs",
        fails=_NOT_A_URL,
        examples=(
            "--base https://example.com/a/b ../c '?q'",
            "--base https://example.com/ --json < links.txt",
        ),
        arguments=(_NEEDED_BASE, _URLS, *_BY_LINE),
    ),
    "relative": _Verb(
        run=("answers", "relative"),
        help="print each URL as the shortest relative URL that resolves to it against the base",
        fails=_NOT_A_URL,
        examples=(
            "--base https://example.com/a/b https://example.com/a/c 'https://example.com/?q'",
            "--base https://example.com/ --json < urls.txt",
        ),
        arguments=(_NEEDED_BASE, _URLS, *_BY_LINE),
    ),
    "normalize": _Verb(
        run=("answers", "resolve"),
        help="print absolute URLs in the standard's normal form",
        fails=_NOT_A_URL,
        examples=("'HTTP://EXAMPLE.com:80/a/../b c'", "--keep-bad < urls.txt"),
        arguments=(_URLS, *_BY_LINE),
    ),
    "explain": _Verb(
        run=("explain", "explain"),
        help="print how the standard reads a URL, step by step",
        fails="the input is not a URL, or a value is rejected",
        examples=(
            r"'http:\\evil.example\@good.example/'",
            "https://example.com/ port=8080 --standard html5",
        ),
        arguments=(
            *(_BASE, _JSON, _INPUT_ENCODING, _ENCODING, _STANDARD, _URL),
            _assignments(help="an assignment to explain, such as port=8080", default=[]),
        ),
    ),
    "compare": _Verb(
        run=("explain", "compare"),
        help="print how each standard and each installed library reads URLs",
        fails="readers disagree on a host",
        examples=(
            r"'http://evil.example\@good.example/'",
            "--base https://example.com/ --json < links.txt",
        ),
        arguments=(_URLS, _BASE, _JSON, _INPUT_ENCODING),
    ),
    "match": _Verb(
        run=("match", "match"),
        help="print the URLs that match a pattern, as grep prints lines",
        fails="no line is printed or counted",
        examples=(
            "'https://*.example.com/*' < urls.txt",
            "-v -f scope.txt https://example.com/a https://example.org/b",
        ),
        arguments=(
            *(_BASE, _JSON, _INPUT_ENCODING),
            _texts(
                "urls",
                help=(
                    "the pattern (not with -e or -f), then URLs, or - for the lines of standard"
                    " input (default: -)"
                ),
                metavar="PATTERN URL",
            ),
            # An option that does the same as an option of grep has the same name as in grep.
            _repeated("-e", "--pattern", help="a pattern (can be repeated)", metavar="PATTERN"),
            _repeated(
                "-f",
                "--file",
                help="a file with one pattern or # comment per line (can be repeated)",
                metavar="FILE",
            ),
            _flag(
                "-v",
                "--invert-match",
                help="print the lines that do not match, including lines that are not URLs",
            ),
            _flag("-c", "--count", help="print only the number of lines"),
            _flag(
                "-i",
                "--ignore-case",
                help="ignore the case of letters in paths, queries and fragments",
            ),
        ),
        usage=(
            "urldom match [OPTION ...] PATTERN [URL ...]\n"
            "       urldom match [OPTION ...] (--pattern PATTERN | --file FILE) ... [URL ...]\n"
            "       OPTION is --base URL, --json, --input-encoding LABEL, --invert-match, --count"
            " or --ignore-case"
        ),
    ),
    "links": _Verb(
        run=("files", "links"),
        help="print every URL in HTML, XML and CSS files, as an absolute URL",
        fails="a file cannot be read, or a URL in it does not resolve",
        examples=("page.html --address https://example.com/a", "folder --jobs 2 --json"),
        arguments=(
            *(_JSON, _STANDARD),
            _argument(
                "files",
                help=(
                    "a page, a feed, a style sheet, - for standard input, or a folder, whose files"
                    " with the suffixes .html, .htm, .xhtml, .xml, .atom, .rss, .svg and .css are"
                    " read"
                ),
                metavar="FILE",
                nargs="+",
                type=_unmarked,
            ),
            _argument(
                "--address",
                "--base",
                help=(
                    "the address of the file, or of the folder that contains the files (default:"
                    " the file: URL, but standard input needs an address, and the suffix of this"
                    " address determines the file type)"
                ),
                metavar="URL",
            ),
            _label_of(
                "--encoding",
                help=(
                    "the encoding from the file's Content-Type header (default: the encoding that"
                    " a browser detects)"
                ),
            ),
            _argument(
                "--recover",
                help="mend XML that is not well-formed, such as a feed with a bare &",
                action="store_true",
            ),
            _argument(
                "--jobs",
                help="the number of processes that read the files (default: 1)",
                metavar="N",
                type=_number_of_jobs,
                default=1,
            ),
        ),
    ),
}


def _names_of_options(*, of_flags: bool) -> frozenset[str]:
    """Return the names of the options of all subcommands that do not accept a value, or of those
    that need one."""
    found: set[str] = set()
    for verb in _VERBS.values():
        for names, settings in verb.arguments:
            is_flag = settings.get("action") == "store_true"
            if names[0].startswith("-") and is_flag is of_flags:
                found.update(names)
    return frozenset(found)


#: The names of the options, in two groups: options that do not accept a value, and options that
#: need a value.
WITHOUT_VALUE: Final = _names_of_options(of_flags=True) | {"-h", "--help", "--version"}
WITH_VALUE: Final = _names_of_options(of_flags=False)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options, and the subcommand's function as `run`. Raises `SystemExit` after an
    error or the help."""
    parser, verbs = parsers()
    if "_ARGCOMPLETE" in os.environ:
        try:
            from argcomplete import autocomplete
        except ModuleNotFoundError as error:
            raise WrongCallError(
                str(missing_package("completion", "argcomplete", error=error))
            ) from None
        autocomplete(parser)
    # Users may write options anywhere, but argparse rejects options before a subcommand or between
    # URLs, so they are moved after the subcommand.
    options, others = _sorted(arguments)
    if "--version" in options:
        from urldom import __version__

        print(f"urldom {__version__}")
        raise SystemExit
    if not others:
        return parser.parse_args(options[:1])
    name, *rest = others
    if name not in verbs:
        # The error shows the first argument, which may be a URL.
        return parser.parse_args([passwords.masked(name)])
    verb = verbs[name]
    # The prefix prevents argparse from parsing a URL as an option.
    found, unknown = verb.parse_known_args([*options, *[_MARK + other for other in rest]])
    if unknown:
        verb.error(f"unrecognized arguments: {' '.join(map(_without_password, unknown))}")
    return found


def _without_password(option: str) -> str:
    name, equals, value = option.partition("=")
    return f"{name}{equals}{passwords.masked(value)}"


def _sorted(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the options, each in one text with its value, and the other arguments. Raises
    `WrongCallError`."""
    options: list[str] = []
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            others += rest
        elif not argument.startswith("-") or argument == STANDARD_INPUT:
            others.append(argument)
        elif letters := _several_flags(argument):
            options += letters
        else:
            options.append(text_of_argument(_with_value(argument, rest)))
    return options, others


def _several_flags(argument: str) -> list[str]:
    """Return the options in an argument such as `-vc`, or an empty list for another argument."""
    letters = [f"-{letter}" for letter in argument[1:]]
    return letters if len(letters) > 1 and WITHOUT_VALUE.issuperset(letters) else []


def _with_value(option: str, rest: Iterator[str]) -> str:
    """Return an option in one text with its value, which can be the next of the remaining
    arguments."""
    name, equals, _ = option.partition("=")
    if name in WITHOUT_VALUE:
        if equals:
            raise WrongCallError(f"the option {name} does not accept a value")
        return option
    if name not in WITH_VALUE:
        if name.startswith("--"):
            hint = "--help lists the options of each subcommand"
        else:
            hint = "write -- before a URL that begins with a hyphen"
        raise WrongCallError(f"unknown option {shown(name)}: {hint}")
    if equals:
        return option
    value = next(rest, None)
    if value is None:
        raise WrongCallError(f"the option {name} needs a value")
    # argparse would parse a value such as -1 as an option.
    return f"{name}={value}"


class _Parser(argparse.ArgumentParser):
    """A parser whose help has examples before the options and notes after them, and whose errors
    are bounded."""

    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def format_help(self) -> str:
        from textwrap import fill

        sections: list[str] = []
        if self.examples:
            examples = [f"  urldom {example}\n" for example in self.examples]
            sections.append("".join(["Examples:\n", *examples]))
        sections.append(super().format_help())
        for note in self.notes:
            filled = [fill(line, 78, break_on_hyphens=False) for line in note.splitlines()]
            sections.append("".join([f"{line}\n" for line in filled]))
        return "\n".join(sections)

    def print_help(self, file: Any = None) -> None:
        # argparse's own method would hide an error of standard output.
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        super().error(bounded(message))


def parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return the parser of the command, and the parsers of the subcommands by their names."""
    description = "parse, edit and resolve URLs as browsers do, or as another standard defines"
    parser = _Parser(prog="urldom", description=description, allow_abbrev=False)
    parser.notes = (
        "The help of each subcommand, such as urldom get --help, begins with two examples.",
        _ON_STATUS.format("an input is not a URL, a value is rejected, or a file cannot be read"),
        _ON_COMPLETION,
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    subparsers = parser.add_subparsers(dest="subcommand", required=True)
    for name, verb in _VERBS.items():
        made: _Parser = subparsers.add_parser(
            name, help=verb.help, description=verb.help, usage=verb.usage, allow_abbrev=False
        )
        made.examples = tuple(f"{name} {example}" for example in verb.examples)
        if _INPUT_ENCODING in verb.arguments:
            made.notes = (_ON_INPUT, _ON_HYPHENS.format("URL"), _ON_STATUS.format(verb.fails))
        else:
            made.notes = (_ON_HYPHENS.format("file"), _ON_STATUS.format(verb.fails))
        # The values for subcommands without these options, which need no base, or write a result
        # for each input.
        made.set_defaults(run=partial(_run, *verb.run), base=None, keep_bad=False)
        for names, settings in verb.arguments:
            made.add_argument(*names, **settings)
    choices: dict[str, Any] = subparsers.choices
    return parser, choices


def _run(module: str, function: str, options: argparse.Namespace) -> int:
    """Run a subcommand. Its module is imported only now, because a call needs only one of these
    modules."""
    imported = import_module(f"urldom.command._{module}")
    run: Callable[[argparse.Namespace], int] = getattr(imported, function)
    return run(options)
