"""The answers that others give: facts of web-platform-tests, Unicode, feedparser and the tests
of sanitizers, in tables of this project.

Each set is one file, `NAME.jsonl`. Its first line names the columns, and each other line is a case:
an array with a value for each column, or an object. A case has no value for the columns after the
end of its array, nor for a column with a question mark if the value is null. `NOTICE.md` says where
the facts come from. `python -m tests.conformance.update FOLDER` makes the tables from a checkout of
web-platform-tests.

A test that compares every case of a set with its answer is marked `conformance`. The suite counts
the cases that such tests read, and prints the counts at its end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

#: A file of real URLs, one a line
REAL_URLS = FOLDER / "real_urls.txt"

#: The names of the sets, in the order in which the suite prints them
SETS = (
    "url",
    "setters",
    "to_ascii",
    "idna",
    "idna_removed",
    "percent_encoding",
    "url_pattern",
    "url_pattern_generate",
    "url_pattern_compare",
    "data_urls",
    "base64",
    "mime_types",
    "import_maps",
    "srcset",
    "sizes",
    "identifier_status",
    "feeds",
    "broken",
    "vocabularies",
    "markup_attacks",
)

#: The sets of `SETS` that are no other project's tables, so that nothing makes them again
OWN_SETS = ("broken", "vocabularies")

#: How many cases of each set the running test has read
read: Counter[str] = Counter()


def cases(name: str) -> Iterator[dict[str, Any]]:
    """Yield the cases of a set."""
    for case in _table(name):
        yield {**case}
        read[name] += 1


@cache
def _table(name: str) -> list[dict[str, Any]]:
    header, *rows = (FOLDER / f"{name}.jsonl").read_text(encoding="ascii").splitlines()
    columns = json.loads(header)
    return [_case(columns, json.loads(row)) for row in rows]


def _case(columns: list[str], row: list[Any] | dict[str, Any]) -> dict[str, Any]:
    if isinstance(row, dict):
        return row
    return {
        column.rstrip("?"): value
        for column, value in zip(columns, row, strict=False)
        if value is not None or not column.endswith("?")
    }
