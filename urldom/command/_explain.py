"""The subcommands `explain` and `compare`, which show how a URL is read."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from itertools import chain
from typing import Any

from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine, find_standard
from urldom.command._answers import answer, apart, require_absolute, values_to_assign
from urldom.command._status import DONE, SOME_INPUT_BAD
from urldom.explanation import Explanation
from urldom.explanation import explain as explain_url


def explain(options: argparse.Namespace) -> int:
    """Show the steps of a standard. The exit status is 1 if the URL is invalid or a value is
    rejected."""
    standard = find_standard(options.standard)
    values = values_to_assign(options.assignments, standard)
    require_absolute(options.base, find_engine(standard), "base")
    status = DONE

    def work(line: str) -> Any:
        nonlocal status
        explanation = explain_url(
            line, options.base, standard=standard, encoding=options.encoding, set=values
        )
        errors = chain.from_iterable([step.errors for step in explanation])
        if explanation.result is None or any(error.failure for error in errors):
            status = SOME_INPUT_BAD
        return explanation.to_json() if options.json else explanation

    text_of = _coloured if sys.stdout.isatty() and find_spec("rich") is not None else str
    layout = apart(lambda explanation: f"{text_of(explanation)}\n")
    status_of_answer = answer(options, [options.url], work, layout)
    return max(status_of_answer, status)


def _coloured(explanation: Explanation) -> str:
    from rich.console import Console

    console = Console(soft_wrap=True)
    with console.capture() as capture:
        console.print(explanation)
    return capture.get().rstrip("\n")


def compare(options: argparse.Namespace) -> int:
    """Show how the standards and the installed libraries read a URL. The exit status is 1 if two
    hosts differ."""
    # `explain` does not need the readers.
    from urldom.readings import readings

    require_absolute(options.base, find_engine(DEFAULT_STANDARD), "base")
    differ = False

    def read(line: str) -> dict[str, Any] | str:
        nonlocal differ
        found = readings(line, options.base)
        differ = differ or "host" in found.disagreements
        return found.to_json() if options.json else str(found)

    status = answer(options, options.urls, read, apart("{}\n".format))
    return SOME_INPUT_BAD if differ else status
