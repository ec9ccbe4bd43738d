"""The subcommand `match`, which prints the URLs that match a pattern."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from urldom._core.errors import InvalidPatternError
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.text import percent_encoding
from urldom.command import _streams as streams
from urldom.command._answers import json_encoder, require_absolute
from urldom.command._progress import Progress
from urldom.command._status import DONE, NOTHING_MATCHED, WrongCallError
from urldom.command._streams import STANDARD_INPUT
from urldom.patterns import URLPattern, URLPatternList
from urldom.patterns._pattern import as_mapping


def match(options: argparse.Namespace) -> int:
    require_absolute(options.base, find_engine(DEFAULT_STANDARD), "base")
    patterns, urls = _patterns_and_urls(options)
    encode = json_encoder()
    write = partial(_json_object, encode, patterns, options) if options.json else _line
    number = found = 0
    with Progress("line", streams.size_of(urls)) as progress:
        for argument in urls:
            for lines in streams.lines_of(argument, options.input_encoding, progress.tick):
                # The numbers count all lines, including lines that do not match.
                chosen = _chosen(patterns, options, enumerate(lines, number + 1))
                number += len(lines)
                found += len(chosen)
                if not options.count:
                    sys.stdout.write("".join([write(*pair) for pair in chosen]))
    if options.count:
        print(encode({"count": found}) if options.json else found)
    return DONE if found else NOTHING_MATCHED


def _chosen(
    patterns: URLPatternList, options: argparse.Namespace, lines: Iterable[tuple[int, str]]
) -> list[tuple[int, str]]:
    """Return the lines that match, or with `--invert-match` the others, with their numbers."""
    base, wants_match = options.base, not options.invert_match
    return [(number, line) for number, line in lines if patterns.test(line, base) is wants_match]


def _line(number: int, line: str) -> str:
    if not line.isprintable() and sys.stdout.isatty():
        line = streams.one_line(line, terminal=True)
    return f"{line}\n"


def _json_object(
    encode: Callable[[object], str],
    patterns: URLPatternList,
    options: argparse.Namespace,
    number: int,
    line: str,
) -> str:
    """Return a line as JSON, with the first pattern that matches it, and the groups of the
    match."""
    result = None
    pattern = None if options.invert_match else patterns.first(line, options.base)
    matched = None if pattern is None else pattern.exec(line, options.base)
    if pattern is not None and matched is not None:
        result = {"pattern": as_mapping(pattern), "groups": matched.groups}
    return encode({"line": number, "input": line, "result": result}) + "\n"


def _patterns_and_urls(options: argparse.Namespace) -> tuple[URLPatternList, list[str]]:
    """Return the patterns and the URLs. As in grep, the first argument is the pattern without -e
    and -f."""
    urls: list[str] = options.urls
    patterns = [_pattern(text, "", options) for text in options.pattern]
    for file in options.file:
        patterns += [
            _pattern(text, f"{file}, line {number}: ", options)
            for number, text in _patterns_of_file(file)
        ]
    if not options.pattern and not options.file:
        if not urls:
            raise WrongCallError(
                "no pattern is given: urldom match PATTERN [URL ...], or use -e PATTERN or -f FILE"
            )
        first, *urls = urls
        patterns = [_pattern(first, "", options)]
    urls = urls or [STANDARD_INPUT]
    if STANDARD_INPUT in options.file and STANDARD_INPUT in urls:
        raise WrongCallError(
            "standard input cannot contain both the patterns and the URLs: use a file for one of"
            " them"
        )
    return URLPatternList(patterns), urls


def _pattern(text: str, place: str, options: argparse.Namespace) -> URLPattern:
    try:
        return URLPattern(text, options.base, ignore_case=options.ignore_case)
    except (InvalidPatternError, ModuleNotFoundError) as error:
        raise WrongCallError(f"{place}{error}") from None


def _patterns_of_file(file: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the pattern of each line of a file, except empty lines and comments."""
    try:
        octets = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        raise WrongCallError(f"{file}: {error.strerror}") from None
    lines = octets.decode("utf-8-sig", percent_encoding.PERCENT).split("\n")
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text
