"""The verb `compare`."""

from __future__ import annotations

import argparse
from typing import Any

from urldom.command.answers import answer, require_absolute
from urldom.command.status import SOME_INPUT_BAD
from urldom.readings import readings


def compare(options: argparse.Namespace) -> int:
    if options.base is not None:
        require_absolute(options.base, "whatwg", "base")
    differ = False
    before = ""

    def read(line: str) -> dict[str, Any] | str:
        nonlocal differ
        found = readings(line, options.base)
        differ = differ or "host" in found.disagreements
        return found.to_json() if options.json else str(found)

    def table(number: int, line: str, result: str) -> str:
        nonlocal before
        text, before = f"{before}{result}\n", "\n"  # An empty line stands between two tables.
        return text

    status = answer(options, options.urls, read, table)
    return SOME_INPUT_BAD if differ else status
