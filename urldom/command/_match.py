"""The subcommand `match`, which prints the URLs that match a pattern."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from urldom._core.errors import InvalidPatternError
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.text import percent_encoding
from urldom.command import _streams as streams
from urldom.command._answers import STANDARD_INPUT, json_encoder, require_absolute
from urldom.command._progress import Progress
from urldom.command._status import DONE, NOTHING_MATCHED, WrongCallError
from urldom.patterns import URLPattern, URLPatternList
from urldom.patterns._pattern import as_mapping


def match(options: argparse.Namespace) -> int:
    require_absolute(options.base, find_engine(DEFAULT_STANDARD), "base")
    patterns, urls = _patterns_and_urls(options)
    base, wants_match = options.base, not options.invert_match
    encode = json_encoder()
    numbers = count(1)
    found = 0

    def shown(number: int, line: str) -> str:
        if not options.json:
            is_safe = line.isprintable() or not sys.stdout.isatty()
            return f"{line if is_safe else streams.one_line(line, terminal=True)}\n"
        result = None
        pattern = patterns.first(line, base) if wants_match else None
        if pattern is not None and (matched := pattern.exec(line, base)) is not None:
            result = {"pattern": as_mapping(pattern), "groups": matched.groups}
        return encode({"line": number, "input": line, "result": result}) + "\n"

    with Progress("line", streams.size_of_input() if STANDARD_INPUT in urls else None) as progress:
        for argument in urls:
            is_input = argument == STANDARD_INPUT
            for lines in (
                streams.read_lines(options.input_encoding, progress.tick)
                if is_input
                else [[argument]]
            ):
                # The numbers count all lines, including lines that do not match.
                chosen = [
                    (number, line)
                    for line, number in zip(lines, numbers)  # noqa: B905
                    if patterns.test(line, base) is wants_match
                ]
                found += len(chosen)
                if not options.count:
                    sys.stdout.write("".join([shown(*pair) for pair in chosen]))
    if options.count:
        print(encode({"count": found}) if options.json else found)
    return DONE if found else NOTHING_MATCHED


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
    for number, line in enumerate(
        octets.decode("utf-8-sig", percent_encoding.PERCENT).split("\n"), 1
    ):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text
