"""Seeds: the parts from which families build URLs. Parts of real URLs come first, if a file of real
URLs exists. Made-up parts follow."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

#: A usual URL: a parser changes nothing in it.
_PLAIN: Final = re.compile(
    r"(https?)://([a-z0-9-]+(?:\.[a-z0-9-]+)+)(/[\w/.~+=,-]*)(\?[\w/.~+=,&%-]*)?(#[\w-]*)?",
    re.ASCII,
)


class Seed(NamedTuple):
    """The parts of one plain URL. No two seeds have the same number, or the same `url`."""

    number: int
    url: str
    host: str
    path: str  #: begins with a slash, and has no dot segment
    query: str  #: without its question mark, and never empty


def _make_up(number: int) -> Seed:
    host = f"{('www', 'news', 'shop')[number % 3]}.site-{number}.example"
    path = f"/articles/{number % 97}/page-{number}.html"
    query = f"id={number}&lang=en"
    return Seed(
        number,
        f"https://{host}{path}" + (f"?{query}" if number % 4 == 0 else ""),
        host,
        path,
        query,
    )


def read_lines(file: Path) -> list[str]:
    """Return the distinct lines of `file`, or an empty list if it does not exist."""
    return list(dict.fromkeys(file.read_text(encoding="utf-8").split())) if file.exists() else []


def seeds(lines: list[str]) -> Iterator[Seed]:
    """Yield a seed for every line that is a plain URL, then made-up seeds without end."""
    numbers = itertools.count(1)
    for line in lines:
        match = _PLAIN.fullmatch(line)
        if match is not None and "/." not in line and len(match[2]) <= 63:
            number = next(numbers)
            yield Seed(number, line, match[2], match[3], (match[4] or "")[1:] or f"id={number}")
    yield from map(_make_up, numbers)
