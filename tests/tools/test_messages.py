"""The messages: `tests/tools/messages.txt` lists all of them. Errors and help texts have the forms
of docs/contributing.md."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise

import pytest

from tests.tools.messages import FIELD, LISTED, Message, listing, messages, messages_of
from urldom.command._arguments import parsers

#: Messages in Scrapy's words, in functions of `urldom.scrapy` that replace Scrapy's functions
SCRAPYS = frozenset(
    {
        "Only <a>, <area> and <link> elements are supported; got <{…}>",
        "Please supply exactly one of the following arguments: urls, css, xpath",
        "SelectorList is not supported",
        "Unsupported selector: {…}",
        "url can't be None",
    }
)
#: Names with a capital letter, which a message may begin with
NAMES = re.compile(r"IPv[46]|Link|U\+0000|URL")
BANNED = re.compile(
    r"""
    (?<!there\ )\b(?:is|are|was|be)\ (?:no|none)\b | \bwhere\ there\b | ;\ there\ (?:is|are)\b
    | \b(?:behind|beside|anew|octets?|lends?|speaks?|holds?)\b | \btaken\ for\b | \bat\ home\b | \bplease\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: The maximum number of characters of a message without its fields, and the maximum number of words
LONGEST = 130
MOST_WORDS = 30


@cache
def found() -> list[Message]:
    return messages()


def errors() -> list[str]:
    return [text for _, kind, text in found() if kind == "error"]


def test_list_has_every_message() -> None:
    """If you have changed a message, run `python -m tests.tools.messages`, and read the
    difference."""
    assert LISTED.read_text("utf-8") == listing(found())


FORM = {
    "it begins in upper case": lambda text: text[:1].isupper() and not NAMES.match(text),
    "it begins or ends with a space": lambda text: text != text.strip(),
    "it ends with a stop": lambda text: text[-1:] in (".", "!", ":", ";"),
    "it is not one sentence": lambda text: ";" in text or ". " in text.replace("... ", ""),
    "it is long": lambda text: (
        len(text.replace(FIELD, "")) > LONGEST or len(text.split()) > MOST_WORDS
    ),
}


@pytest.mark.parametrize("fault", FORM)
def test_errors_have_the_form(fault: str) -> None:
    assert [text for text in errors() if text not in SCRAPYS and FORM[fault](text)] == []


def test_errors_about_wrong_types_have_one_form() -> None:
    texts = [text for text in errors() if re.search(r", not (?:of )?\{…\}\Z", text)]
    assert len(texts) > 80
    assert [text for text in texts if not re.search(r"\bmust\b|\bneeds\b", text)] == []


def test_errors_about_missing_packages_have_one_form() -> None:
    texts = [text for text in errors() if "pip install" in text]
    assert len(texts) > 10
    form = re.compile(
        r".+ needs (\S+): pip install \1|.+ needs a parser: pip install lxml, or one of \{…\}"
    )
    assert [text for text in texts if not form.fullmatch(text)] == []


def test_no_message_has_a_banned_phrase() -> None:
    # `explain` uses the words of the specifications.
    shown = [
        message for message in found() if not message.module.startswith("urldom._core.explaining")
    ]
    assert [
        message for message in shown if message.text not in SCRAPYS and BANNED.search(message.text)
    ] == []


def test_text_in_lower_case_has_no_full_stop() -> None:
    assert [message for message in found() if re.match(r"[a-z].*[a-z]\.\Z", message.text)] == []


# Help


def helps() -> list[str]:
    """Return each help text, and the descriptions of the command and of each subcommand."""
    parser, verbs = parsers()
    return [
        *(
            text
            for _, kind, text in found()
            if kind == "help" and not text.startswith("urldom match ")
        ),
        *(str(one.description) for one in (parser, *verbs.values())),
    ]


def test_help_has_the_form() -> None:
    assert {text: fault for text in helps() if (fault := fault_of_help(text))} == {}


def fault_of_help(text: str) -> str:
    if not (text[:1].islower() or text.startswith("URL")):
        return "it does not begin with a lower-case letter or URL"
    if text[-1] == "." or ". " in text:
        return "it is not one phrase without a full stop"
    if BANNED.search(text) or "bad" in text.split():
        return "it has a banned phrase"
    if not re.match(
        r"(?:an?|the|print|resolve|assign|remove|write|ignore|parse,|mend|show) ", text
    ):
        return "it does not begin with an imperative or an article"
    return ""


def test_each_help_is_rendered() -> None:
    parser, verbs = parsers()
    # Spaces are removed, because argparse may break a line after a hyphen.
    shown = ["".join(one.format_help().split()) for one in (parser, *verbs.values())]
    for text in helps():
        parts = "".join(text.split()).split(FIELD)
        assert any(all(part in help for part in parts) for help in shown), text


def test_each_argument_has_help() -> None:
    parser, verbs = parsers()
    for one in (parser, *verbs.values()):
        lines = one.format_help().splitlines()
        arguments = [line for line in lines if re.match(r"  (?:-{1,2}\w|[A-Z])", line)]
        for line, after in pairwise(lines):
            if line in arguments:
                assert re.search(r"\S  +\S", line) or re.match(r" {20}", after), (one.prog, line)


# The collection


def test_messages_of_a_module_are_collected() -> None:
    source = '''
def f(x):
    """A docstring is not a message."""
    if x:
        raise ValueError(f"the value {x!r} is wrong: {'use one' if x else 'use two of them'}")
    raise wrong_type("a host", "a str", x, hint="decode it first")

def g(x):
    """Neither is this."""
    parser.add_argument("--x", help="print it")
    return "a reason of some words" if x else "word"
'''
    assert [(m.kind, m.text) for m in messages_of(ast.parse(source), "m")] == [
        ("error", "the value {…} is wrong: {…}"),
        ("error", "use one"),
        ("error", "use two of them"),
        ("error", "a host must be a str, not {…}"),
        ("error", "decode it first"),
        ("help", "print it"),
        ("text", "a reason of some words"),
    ]
