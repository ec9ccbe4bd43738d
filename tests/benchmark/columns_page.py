"""`python -m tests.benchmark.columns_page FILE`: the numbers of `docs/columns-speed.md`, from the benchmark's JSON.

FILE is what `python -m tests.benchmark --json FILE` has written, of the jobs about columns or of all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from tests.benchmark.cells import Cell
from tests.benchmark.speed_page import DOCS, cells_of, fill

_SUBJECT: Final = "WHATWG"
#: For people: what the peers are called.
_NAMES: Final = {
    "str.extract": "`str.extract`, quick",
    "careful": "`str.extract`, careful",
    "regexp_extract": "`regexp_extract`, careful",
    "can_ada": "can_ada",
    "can_parse": "can_ada's `can_parse`",
    "string": "as `string`",
    "urljoin": "`urljoin`",
    "ada_url": "ada_url",
    "row by row": "the loop",
    "parse_url": "`parse_url`",
    "the source": "the source alone",
}
#: What the sections are called, and what is said before their tables.
_TEXTS: Final = {
    "columns": (
        "Reading",
        "The time that passes for a row, and by each peer that of `WHATWG` / that of `HTML5`. *columns* is\n"
        "`urldom.columns`, which uses all cores, beside polars' eager expressions; polars' and pandas' accessors are\n"
        "beside the same engine's `str.extract`.",
    ),
    "column verbs": (
        "Resolving, errors, assigning, parameters, domains",
        "Links as they come repeat themselves, as they do in a crawl, and are done once.",
    ),
    "column families": (
        "Where no row is usual",
        "Columns in which every row is of one family: rows a second on one core, and the time by that of a loop over\n"
        "the rows with `URLDecomposition`, and with can_ada. The worst first.",
    ),
    "column memory": (
        "Memory",
        "Octets a row at the peak, by the rows of the column: what Arrow has allocated beside the column, and by how\n"
        "much the process has grown. The last column is what the column and the result have, of the longest.",
    ),
    "cluster": (
        "What a cluster costs",
        "Processor time, all threads together, of `WHATWG`. The pages are Debian's, each parsed, and every link of it\n"
        "resolved.",
    ),
    "spark": (
        "Spark",
        "`url_hostname` and Spark's own `parse_url(url, 'HOST')`: the time that passes for a row, on all cores, with\n"
        "one source and one sink. What Spark needs to read the column by itself is in both.",
    ),
}
_HELD: Final = """\
The columns have {rows:,} distinct rows. {real:,} of these are URLs found as they are; the others have the host of one
of these and the path of another. {usual:,} are usual; the columns of usual URLs alone have {usual_rows:,} rows. The
links are {links:,} of Debian's documentation, {distinct_links:,} of them distinct.
"""
_MANY: Final = 1_000_000_000


def _table(titles: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [titles, ["---", *["---:"] * (len(titles) - 1)], *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _number(value: float | None, form: str = ".2f") -> str:
    return "" if value is None else f"{value:{form}}"


def _ratios(cells: Sequence[Cell], title: str, *, both: bool = True) -> str:
    """A line for each cell: the time of `WHATWG`, and what that and `HTML5` take by each peer."""
    peers = list(dict.fromkeys(peer for cell in cells for peer in cell.peers))
    lines = []
    for cell in cells:
        line = [str(cell.place), _number(cell.values.get(_SUBJECT))]
        for peer in peers:
            found = [_number(cell.ratio(name, peer)) for name in ((_SUBJECT, "HTML5") if both else (_SUBJECT,))]
            line.append(" / ".join(filter(None, found)))
        lines.append(line)
    return _table([title, "µs a row", *(f"by {_NAMES.get(peer, peer)}" for peer in peers)], lines)


def _families(cells: Sequence[Cell]) -> str:
    """A line for each family, the worst first, by what the seven take beside the loop."""
    of: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        of.setdefault(cell.place.family, {})[cell.place.case] = cell
    lines = []
    for family, found in of.items():
        ratios = [cell.ratio(_SUBJECT, "row by row") or 0 for cell in found.values()]
        line = [family]
        for cell in found.values():
            line.append(f"{1e6 / cell.values[_SUBJECT]:,.0f}")
            line += [_number(cell.ratio(_SUBJECT, peer)) for peer in ("row by row", "can_ada")]
        lines.append((max(ratios), line))
    cases = list(next(iter(of.values()), {}))
    titles = [f"{case}: {what}" for case in cases for what in ("rows a second", "by the loop", "by can_ada")]
    return _table(["all rows are", *titles], [line for _, line in sorted(lines, reverse=True)])


def _memory(cells: Sequence[Cell]) -> str:
    """A line for each verb, with the octets a row at each size."""
    sizes = list(dict.fromkeys(cell.place.family for cell in cells))
    lines: dict[str, list[str]] = {}
    for cell in cells:
        line = lines.setdefault(cell.place.case, [cell.place.case])
        line.append(_number(cell.values.get(_SUBJECT), ".0f"))
        for peer in ("column and result", "what stays"):
            if peer in cell.values and cell.place.family == sizes[-1]:
                line.append(_number(cell.values[peer], ".0f"))
    return _table(["", *sizes, "column and result"], lines.values())


def _cluster(cells: Sequence[Cell]) -> str:
    """How much a core does in a second, and what is known of the pages."""
    rates = [
        [str(cell.place), f"{1e6 / value:,.0f}", f"{value * _MANY / 3.6e9:,.2f}"]
        for cell in cells
        for value in [cell.values[_SUBJECT]]
        if cell.unit == "µs"
    ]
    facts = [f"{cell.place}: {cell.values[_SUBJECT]:,.0f}" for cell in cells if cell.unit != "µs"]
    return (
        _table(["", "a core-second", f"core-hours for {_MANY:,}"], rates)
        + "".join(f"\n- {fact}" for fact in facts)
        + "\n"
    )


def _spark(cells: Sequence[Cell], cores: int) -> str:
    """As `_ratios`, and the rows that all cores together do, for each of them."""
    timed = [cell for cell in cells if cell.unit == "µs"]
    other = "".join(
        f"\nOf 1,000 usual URLs, `parse_url` has another host for {cell.values[_SUBJECT]:.3g}; they are left out.\n"
        for cell in cells
        if cell.unit != "µs"
    )
    rates = ", ".join(f"{1e6 / cell.values[_SUBJECT] / cores:,.0f} ({cell.place.family})" for cell in timed)
    return f"{_ratios(timed, 'rows')}{other}\nRows a core-second, all told: {rates}.\n"


def numbers(document: dict[str, Any]) -> str:
    """What stands in the page between the two comments."""
    about = document["about"]
    jobs: dict[str, list[Cell]] = {}
    for cell in cells_of(document):
        jobs.setdefault(cell.place.job, []).append(cell)
    there = ("pyarrow", "polars", "pandas", "duckdb", "pyspark", "can_ada", "ada_url")
    versions = ", ".join(f"{name} {about['peers'][name]}" for name in there if about["peers"].get(name))
    sections: dict[str, Callable[[list[Cell]], str]] = {
        "columns": lambda cells: _ratios(cells, "read"),
        "column verbs": lambda cells: _ratios(cells, "do"),
        "column families": _families,
        "column memory": _memory,
        "cluster": _cluster,
        "spark": lambda cells: _spark(cells, about["cores"]),
    }
    text = f"\nMeasured with Python {about['python']}, {about['machine']}, beside {versions}.\n\n"
    text += _HELD.format_map(about["columns"])
    for job, section in sections.items():
        if job in jobs:
            title, words = _TEXTS[job]
            text += f"\n## {title}\n\n{words}\n\n{section(jobs[job])}"
    return text + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmark.columns_page", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="the benchmark's JSON")
    parser.add_argument("--docs", type=Path, default=DOCS, metavar="DIR", help="the folder of columns-speed.md")
    options = parser.parse_args()
    document = json.loads(options.file.read_text(encoding="utf-8"))
    if not document["about"]["columns"]:
        parser.error(f"{options.file} has nothing about columns")
    try:
        fill(options.docs / "columns-speed.md", numbers(document))
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
