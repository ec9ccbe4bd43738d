"""The subcommand `compare`, which shows how the standards and the installed libraries read a URL."""

from __future__ import annotations

import argparse
from typing import Any

from urldom._command.answers import answer, apart, require_absolute
from urldom._command.status import SOME_INPUT_BAD
from urldom._standards.registry import DEFAULT_STANDARD, find_engine
from urldom.readings import readings


def compare(options: argparse.Namespace) -> int:
    if options.base is not None:
        require_absolute(options.base, find_engine(DEFAULT_STANDARD), "base")
    differ = False

    def read(line: str) -> dict[str, Any] | str:
        nonlocal differ
        found = readings(line, options.base)
        differ = differ or "host" in found.disagreements
        return found.to_json() if options.json else str(found)

    status = answer(options, options.urls, read, apart("{}\n".format))
    return SOME_INPUT_BAD if differ else status
