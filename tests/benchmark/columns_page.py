"""`python -m tests.benchmark.columns_page FILE`: the numbers of `docs/speed.md`, from the benchmark's JSON.

`python -m tests.benchmark --json FILE` writes FILE. FILE has to include the jobs about columns.
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
#: The names of the peers on the page.
_NAMES: Final = {
    "str.extract": "`str.extract`, quick",
    "careful": "`str.extract`, careful",
    "regexp_extract": "`regexp_extract`, careful",
    "can_ada": "can_ada",
    "can_parse": "can_ada's `can_parse`",
    "string": "`string`",
    "urljoin": "`urljoin`",
    "ada_url": "ada_url",
    "row by row": "the loop",
    "parse_url": "`parse_url`",
    "the source": "the source alone",
}
#: For each job, the heading of its section and the text before the table.
_TEXTS: Final = {
    "columns": (
        "Reading",
        "The second column is the elapsed time for a row under `WHATWG`. A cell with two ratios has the ratio of\n"
        "`WHATWG` first, and then the ratio of `HTML5`. *The seven* are `protocol`, `host`, `hostname`, `port`,\n"
        "`pathname`, `search` and `hash`. *columns* is `urldom.columns`, which uses all cores. Its time is compared\n"
        "with `str.extract` of polars, executed eagerly. The accessors of polars and pandas are compared with\n"
        "`str.extract` of the same engine. The last column compares other types of Arrow with the type `string`.",
    ),
    "column verbs": (
        "Resolving, errors, assigning, parameters, domains",
        '"Links as they come" contain repeated links, as in a crawl. "Each with its page" means that the base of a\n'
        "link is the page that contains it. urldom resolves each distinct link once.",
    ),
    "column families": (
        "Columns of one family",
        "In these columns, every row is of one family. The table shows how many rows one core processes in a\n"
        'second. The time is compared with two loops over the rows: "the loop" makes a `URLDecomposition` for each\n'
        'row, and "can_ada" makes can_ada\'s object. The rows are sorted by the worse of the two ratios to the loop,\n'
        "the worst first.",
    ),
    "column memory": (
        "Memory",
        'The table shows the bytes for each row at the peak, by the length of the column. "Allocated" is the memory\n'
        'that Arrow allocates in addition to the column, and "the process" is the growth of the process. "Column\n'
        'and result" is the size of the URLs and of the result themselves, at the largest number of rows.',
    ),
    "cluster": (
        "The costs of a cluster",
        "The table counts the processor time of all threads together, for `WHATWG`. The pages are Debian's\n"
        "documentation. Each page is parsed, and all its links are resolved.",
    ),
    "spark": (
        "Spark",
        "`url_hostname` is compared with Spark's own `parse_url(url, 'HOST')`. The time is elapsed time for a row, on\n"
        'all cores. It includes the time in which Spark reads the column. "The source alone" is a job that only reads\n'
        "the column.",
    ),
}
_HELD: Final = """\
The columns have {rows:,} distinct rows. {real:,} of them are real URLs. Each of the other rows combines the host of
one real URL with the path of another. {usual:,} of the rows are usual URLs. The columns with only usual URLs have
{usual_rows:,} rows. The {links:,} links are from Debian's documentation, and {distinct_links:,} of them are distinct.
"""
_MANY: Final = 1_000_000_000


def _table(titles: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [titles, ["---", *["---:"] * (len(titles) - 1)], *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _number(value: float | None, form: str = ".2f") -> str:
    return "" if value is None else f"{value:{form}}"


def _ratios(cells: Sequence[Cell], title: str, *, both: bool = True) -> str:
    """Return a line for each cell: the time of `WHATWG`, and the ratios of `WHATWG` and `HTML5` to each peer."""
    peers = list(dict.fromkeys(peer for cell in cells for peer in cell.peers))
    lines = []
    for cell in cells:
        line = [str(cell.place), _number(cell.values.get(_SUBJECT))]
        for peer in peers:
            found = [_number(cell.ratio(name, peer)) for name in ((_SUBJECT, "HTML5") if both else (_SUBJECT,))]
            line.append(" / ".join(filter(None, found)))
        lines.append(line)
    return _table([title, "µs a row", *(f"ratio to {_NAMES.get(peer, peer)}" for peer in peers)], lines)


def _families(cells: Sequence[Cell]) -> str:
    """Return a line for each family. The family with the worst ratio to the loop comes first."""
    families: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        families.setdefault(cell.place.family, {})[cell.place.case] = cell
    lines = []
    for family, cases in families.items():
        ratios = [cell.ratio(_SUBJECT, "row by row") or 0 for cell in cases.values()]
        line = [family]
        for cell in cases.values():
            line.append(f"{1e6 / cell.values[_SUBJECT]:,.0f}")
            line += [_number(cell.ratio(_SUBJECT, peer)) for peer in ("row by row", "can_ada")]
        lines.append((max(ratios), line))
    values = ("rows a second", "ratio to the loop", "ratio to can_ada")
    titles = [f"{case}: {value}" for case in next(iter(families.values()), {}) for value in values]
    return _table(["family", *titles], [line for _, line in sorted(lines, reverse=True)])


def _memory(cells: Sequence[Cell]) -> str:
    """Return a line for each function, with the bytes a row at each size."""
    sizes = list(dict.fromkeys(cell.place.family for cell in cells))
    lines: dict[str, list[str]] = {}
    for cell in cells:
        line = lines.setdefault(cell.place.case, [cell.place.case])
        line.append(_number(cell.values.get(_SUBJECT), ".0f"))
        for peer in ("column and result", "what stays"):
            if peer in cell.values and cell.place.family == sizes[-1]:
                line.append(_number(cell.values[peer], ".0f"))
    return _table(["bytes a row", *sizes, "column and result"], lines.values())


def _cluster(cells: Sequence[Cell]) -> str:
    """Return the items that a core processes in a second, and the facts about the pages."""
    rates = [
        [str(cell.place), f"{1e6 / value:,.0f}", f"{value * _MANY / 3.6e9:,.2f}"]
        for cell in cells
        for value in [cell.values[_SUBJECT]]
        if cell.unit == "µs"
    ]
    facts = [f"{cell.place}: {cell.values[_SUBJECT]:,.0f}" for cell in cells if cell.unit != "µs"]
    return (
        _table(["item", "items in a core-second", f"core-hours for {_MANY:,}"], rates)
        + "".join(f"\n- {fact}" for fact in facts)
        + "\n"
    )


def _spark(cells: Sequence[Cell], cores: int) -> str:
    """Return the table of `_ratios`, and the rows that each core processes."""
    timed = [cell for cell in cells if cell.unit == "µs"]
    other = "".join(
        f"\n`parse_url` returns another host than urldom for {cell.values[_SUBJECT]:.3g} of 1,000 usual URLs. "
        "URLs with another host are\nnot measured.\n"
        for cell in cells
        if cell.unit != "µs"
    )
    rates = ", ".join(f"{1e6 / cell.values[_SUBJECT] / cores:,.0f} ({cell.place.family})" for cell in timed)
    return f"{_ratios(timed, 'rows')}{other}\nRows that each core processes in a second, if all cores work: {rates}.\n"


def numbers(document: dict[str, Any]) -> str:
    """Return the text between the two comments of the page."""
    about = document["about"]
    jobs: dict[str, list[Cell]] = {}
    for cell in cells_of(document):
        jobs.setdefault(cell.place.job, []).append(cell)
    peers = ("pyarrow", "polars", "pandas", "duckdb", "pyspark", "can_ada", "ada_url")
    versions = ", ".join(f"{name} {about['peers'][name]}" for name in peers if about["peers"].get(name))
    sections: dict[str, Callable[[list[Cell]], str]] = {
        "columns": lambda cells: _ratios(cells, "read"),
        "column verbs": lambda cells: _ratios(cells, "do"),
        "column families": _families,
        "column memory": _memory,
        "cluster": _cluster,
        "spark": lambda cells: _spark(cells, about["cores"]),
    }
    text = f"\nThese are the results of Python {about['python']}, {about['machine']}, with {versions}.\n\n"
    text += _HELD.format_map(about["columns"])
    for job, section in sections.items():
        if job in jobs:
            title, introduction = _TEXTS[job]
            text += f"\n### {title}\n\n{introduction}\n\n{section(jobs[job])}"
    return text + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmark.columns_page", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="the benchmark's JSON")
    parser.add_argument("--docs", type=Path, default=DOCS, metavar="DIR", help="the folder of speed.md")
    options = parser.parse_args()
    document = json.loads(options.file.read_text(encoding="utf-8"))
    if not document["about"]["columns"]:
        parser.error(f"{options.file} has no results about columns: run the jobs about columns with pyarrow installed")
    try:
        fill(options.docs / "speed.md", "columns", numbers(document))
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
