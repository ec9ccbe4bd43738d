"""The command: `python -m tests.tools.benchmark --help`."""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

from tests.tools.benchmark import peers
from tests.tools.benchmark.bars import judge
from tests.tools.benchmark.beside import compare
from tests.tools.benchmark.cells import Cell
from tests.tools.benchmark.columns import about as about_columns
from tests.tools.benchmark.families import AS_FOUND, FAMILIES, Families
from tests.tools.benchmark.growth import growth, print_growth
from tests.tools.benchmark.jobs import JOBS
from tests.tools.benchmark.patterns import LISTS, PATTERNS
from tests.tools.benchmark.references import EMPTY, REFERENCES
from tests.tools.benchmark.report import json_document, print_bars, print_job
from tests.tools.benchmark.settings import Settings

_SHARED_URLS = Path(__file__).parents[4] / "shared/data/urls-shortener.txt"
_PAGES = Path("/usr/share/doc/python3-doc/html")


def _parser() -> argparse.ArgumentParser:
    names = list(dict.fromkeys([*FAMILIES, AS_FOUND, *REFERENCES, EMPTY, *PATTERNS, *LISTS]))
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmark",
        description=(
            "Compare urldom with its peers, by family of URLs. Times are processor time. Ratios"
            " divide urldom's time by the peer's: below 1, urldom is faster."
        ),
        epilog="The peers that make URL objects: "
        + " ".join(f"{name} is {note}" for name, note in peers.NOTES.items())
        + " Before a measurement, the answers of each peer are compared with urldom's, and ~ marks"
        " a time of other answers. A peer that raises is left out. The subjects take turns in one"
        " process, the fastest round counts, and URLs are distinct, so that caches of whole URLs"
        " do not help. Families: " + "; ".join(names) + ".",
    )
    parser.add_argument(
        "--json",
        type=Path,
        nargs="?",
        const=Path("-"),
        metavar="FILE",
        help="print or write a JSON document instead of the tables",
    )
    parser.add_argument(
        "--jobs",
        nargs="+",
        choices=JOBS,
        metavar="NAME",
        help="run only these jobs: " + ", ".join(JOBS),
    )
    parser.add_argument(
        "--families",
        nargs="+",
        choices=names,
        metavar="NAME",
        help="use only these families, listed below",
    )
    parser.add_argument("--most", type=int, metavar="N", help="URLs of a family in a round (1,000)")
    parser.add_argument(
        "--rows", type=int, metavar="N", help="number of rows of a column (1,000,000)"
    )
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="number of rounds, of which the fastest counts (3)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="measure roughly: 100 URLs, 10,000 rows and 2 rounds"
    )
    parser.add_argument(
        "--urls", type=Path, default=_SHARED_URLS, metavar="FILE", help="real URLs, one a line"
    )
    parser.add_argument("--pages", type=Path, default=_PAGES, metavar="DIR", help="HTML pages")
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="OTHER_CHECKOUT",
        help=(
            "compare the times of this checkout with those of another one, without peers, in"
            " alternating rounds"
        ),
    )
    parser.add_argument(
        "--growth",
        action="store_true",
        help="do not run jobs: measure how the time grows with hostile input",
    )
    parser.add_argument(
        "--longest",
        type=int,
        default=10**7,
        metavar="N",
        help="with --growth: the greatest length (10,000,000)",
    )
    return parser


def _measure(settings: Settings, jobs: list[str], *, prints_tables: bool) -> list[Cell]:
    cells: list[Cell] = []
    for name in jobs:
        started = time.monotonic()
        found = list(JOBS[name].cells(settings))
        print(
            f"{JOBS[name].title}: {len(found)} cells, {time.monotonic() - started:.0f} s",
            file=sys.stderr,
        )
        cells += found
        if prints_tables:
            if found:
                print_job(name, found)
            else:
                print(f"\n{JOBS[name].title}: left out, because its input or a library is missing")
            sys.stdout.flush()
    return cells


def _write(file: Path, result: dict[str, object]) -> None:
    """Write `result` as JSON to `file`, or to standard output if `file` is `-`."""
    text = f"{json.dumps(result)}\n"
    if file == Path("-"):
        print(text, end="")
    else:
        file.write_text(text, encoding="utf-8")


def main() -> None:
    options = _parser().parse_args()
    if options.growth:
        rows = growth(options.longest)
        if options.json:
            _write(options.json, {"growth": list(rows)})
        else:
            print_growth(rows)
        return
    most = options.most or (100 if options.quick else 1000)
    settings = Settings(
        Families(options.urls, options.families),
        most,
        options.rounds or (2 if options.quick else 3),
        options.pages,
        min(10_000, 10 * most),
        options.rows or (10_000 if options.quick else 1_000_000),
    )
    jobs = options.jobs or list(JOBS)
    if options.beside:
        sys.exit(compare(options.beside, settings, options.urls, options.families, jobs))
    prints_tables = not options.json
    about: dict[str, Any] = {
        "python": sys.version.split()[0],
        "machine": f"{platform.system()} on {os.cpu_count()} cores of {platform.machine()}",
        "peers": peers.versions(),
        "most": settings.most,
        "rounds": settings.rounds,
        "real_urls": len(settings.families.lines),
        "columns": (
            about_columns(settings) if any(JOBS[name].is_of_columns for name in jobs) else {}
        ),
    }
    if prints_tables:
        print(
            f"Python {about['python']}, {most} distinct URLs a family and round, best of"
            f" {settings.rounds} rounds"
        )
        for name, version in peers.versions().items():
            print(f"  {name} {version or 'is not installed, and left out'}")
            if version and name in peers.NOTES:
                print(
                    textwrap.fill(
                        peers.NOTES[name], 120, initial_indent="    ", subsequent_indent="    "
                    )
                )
        print(f"  {about['real_urls'] or 'no'} real URLs")
        if about["columns"]:
            print(
                "  columns of {rows:,} distinct rows, of which {real:,} are real URLs and {usual:,}"
                " are usual; each other row has the host of one real URL and the path of another\n "
                " {links:,} links of the installed documentation, of which {distinct_links:,} are"
                " distinct".format_map(about["columns"])
            )
    # The objects that exist now live until the end of the program. Garbage collections skip them
    # from here on.
    gc.collect()
    gc.freeze()
    cells = _measure(settings, jobs, prints_tables=prints_tables)
    if options.json:
        _write(options.json, {"about": about} | json_document(cells, judge(cells)))
    else:
        print_bars([verdict for verdict in judge(cells) if verdict.bar.job in jobs])


if __name__ == "__main__":
    main()
