"""Run it with `python -m tests.tools.tokens`. `--help` lists the options."""

from __future__ import annotations

import argparse
import os
import sys

from tests.tools.tokens.columns import COLUMN_ENTRIES
from tests.tools.tokens.entries import ENTRIES
from tests.tools.tokens.running import run


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.tokens",
        description=(
            "Compare every quick way of the package with the reading of its specification, on"
            " strings made of tokens. Each string is parsed under every standard, and goes through"
            " one more entry. The exit code is 1 if there is a difference."
        ),
        epilog="Entries: " + "; ".join((*ENTRIES, *COLUMN_ENTRIES)) + ".",
    )
    parser.add_argument(
        "--strings", type=int, default=60_000, metavar="N", help="the number of strings (60,000)"
    )
    parser.add_argument(
        "--entries",
        nargs="+",
        default=(),
        choices=(*ENTRIES, *COLUMN_ENTRIES),
        metavar="NAME",
        help="run only these entries",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the same seed makes the same strings (0)"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (one for each processor)",
    )
    options = parser.parse_args()
    if not __debug__:
        parser.error("python -O removes the assertions, so the checks would find nothing")
    sys.exit(run(options.strings, options.seed, options.jobs, options.entries))


if __name__ == "__main__":
    main()
