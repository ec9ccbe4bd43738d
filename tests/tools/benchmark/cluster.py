"""Measure the costs of columns: processor time and memory for a row, and processor time for a page
with its links."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.columns import (
    CAREFUL,
    QUICK,
    SEVEN,
    can_ada_seven,
    column_as_found,
    columns,
    pa,
    pc,
    pl,
    usual_column,
)
from tests.tools.benchmark.peers import can_ada
from tests.tools.benchmark.real import ADDRESS, page_files, real
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Subject, always, measure

#: The number of pages in a crawl of the web.
CRAWL_PAGES: Final = 3_000_000_000
#: One page is measured for this many rows of `Settings.rows`, but at least `_PAGES` pages.
_ROWS_OF_A_PAGE: Final = 1000
_PAGES: Final = 10


def cluster(settings: Settings) -> Iterator[Cell]:
    """Measure the processor time of all threads for a row, and for a page whose links are all
    resolved."""
    if not columns:
        return
    usual, found = usual_column(settings), column_as_found(settings)

    def cell(task: str, column: Any, runs: dict[str, Callable[[Any], object]]) -> Cell:
        subjects = {name: Subject(run) for name, run in runs.items()}
        return measure(Place("cluster", task), subjects, always(column), settings.rounds)

    def hostname(urls: Any) -> object:
        return columns.decompose(urls, attributes=["hostname"])

    extract: dict[str, Callable[[Any], object]] = {}
    if pl:
        extract["str.extract"] = lambda urls: pl.Series(urls).str.extract(QUICK)
        careful: dict[str, Callable[[Any], object]] = {
            "careful": lambda urls: pl.Series(urls).str.extract(CAREFUL)
        }
    else:
        careful = {}
    hosts: dict[str, Callable[[Any], object]] = {}
    sevens: dict[str, Callable[[Any], object]] = {}
    if can_ada:
        hosts["can_ada"] = lambda urls: pa.array(
            [can_ada.parse(url).hostname for url in urls.to_pylist()]
        )
        sevens["can_ada"] = lambda urls: can_ada_seven(urls.to_pylist())
    yield cell("hostname, usual URLs", usual, {"WHATWG": hostname} | extract | careful | hosts)
    yield cell("hostname, as found", found, {"WHATWG": hostname} | careful | hosts)
    yield cell(
        "the seven, as found",
        found,
        {"WHATWG": lambda u: columns.decompose(u, attributes=SEVEN)} | sevens,
    )
    yield cell("errors, as found", found, {"WHATWG": columns.errors})
    yield cell(
        "set hostname, as found",
        found,
        {"WHATWG": lambda urls: columns.set(urls, hostname="example.org")},
    )
    links = real(settings).links
    if links:
        pages, written = (pa.array(each) for each in zip(*links, strict=True))
        yield cell(
            "resolve links, each with its page",
            written,
            {"WHATWG": lambda urls: columns.resolve(urls, pages)},
        )
    yield from _of_pages(settings)


def _of_pages(settings: Settings) -> Iterator[Cell]:
    files = page_files(max(_PAGES, settings.rows // _ROWS_OF_A_PAGE))
    if not files:
        return
    bodies = pa.array([file.read_bytes() for file in files], pa.large_binary())
    addresses = pa.array([f"{ADDRESS}{file.as_posix()}" for file in files])

    def run(documents: Any) -> Any:
        return columns.links(documents, addresses, "text/html")

    cell = measure(
        Place("cluster", "a page"), {"WHATWG": Subject(run)}, always(bodies), settings.rounds
    )
    found = run(bodies)
    links = pc.sum(pc.list_value_length(found)).as_py() / len(files)
    yield cell
    taken = cell.values["WHATWG"]
    if links:
        yield Cell(Place("cluster", "a link of a page"), "µs", {"WHATWG": taken / links})
    for fact, value in {
        "links in a page": links,
        "bytes of a page": pc.mean(pc.binary_length(bodies)).as_py(),
        f"core-hours for {CRAWL_PAGES:,} such pages": CRAWL_PAGES * taken / 3.6e9,
    }.items():
        yield Cell(Place("cluster", fact), "", {"WHATWG": value})


#: The lengths of the columns, as multiples of `Settings.rows`.
SIZES: Final = (0.1, 1, 10)
_VERBS: Final = {
    "hostname": "columns.decompose(urls, attributes=['hostname'])",
    "the seven and href": "columns.decompose(urls)",
    "resolve": "columns.resolve(urls)",
    "set hostname": "columns.set(urls, hostname='example.org')",
    "errors": "columns.errors(urls)",
}

#: The program maps a file with the column, and reads it before the measurement. So the column
#: counts neither as Arrow's memory nor as growth of the process. Some rows are also processed
#: before the measurement, so that modules that load on first use do not count.
_PROGRAM: Final = """
import sys
import pyarrow as pa, pyarrow.compute as pc
from urldom import columns

def status(name):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

def work(urls):
    return {}

table = pa.ipc.open_file(pa.memory_map(sys.argv[1])).read_all()
whole = table.column(0)
work(whole.slice(0, 2000))
for start in range(0, len(whole), 10000):
    pc.sum(pc.utf8_length(whole.slice(start, 10000)))
pool = pa.default_memory_pool()
before, growth = pool.bytes_allocated(), status("VmRSS")
done = work(whole)
print(pool.max_memory() - before, status("VmHWM") - growth, whole.nbytes, done.nbytes)
"""


def memory(settings: Settings) -> Iterator[Cell]:
    """Measure the peak of memory in bytes for a row: Arrow's allocations, and the growth of the
    process.

    The allocations are compared with the size of the column and its result. They are also compared
    with the allocations for a column of a tenth of the length. The growth of the process is only
    meaningful for the longest column."""
    if not columns or not os.path.exists("/proc/self/status"):
        return
    found = column_as_found(settings)
    of_a_tenth: dict[str, float] = {}
    for size in SIZES:
        count = max(1, int(size * settings.rows))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "column.arrow")
            write_column(file, found, count)
            for verb, expression in _VERBS.items():
                program = [sys.executable, "-c", _PROGRAM.format(expression), str(file)]
                done = subprocess.run(program, check=True, capture_output=True, text=True)
                allocated, grown, column, result = (
                    float(size) / count for size in done.stdout.split()
                )
                values = {"WHATWG": allocated, "column and result": column + result}
                if verb in of_a_tenth:
                    values["a tenth"] = of_a_tenth[verb]
                of_a_tenth[verb] = allocated
                yield Cell(
                    Place("column memory", f"{count:,} rows", case=f"{verb}, allocated"),
                    "bytes",
                    values,
                )
                values = {"WHATWG": grown}
                if size == SIZES[-1]:
                    values["what stays"] = column + result
                yield Cell(
                    Place("column memory", f"{count:,} rows", case=f"{verb}, the process"),
                    "bytes",
                    values,
                )


def write_column(file: Path, column: Any, count: int) -> None:
    """Write `count` distinct rows as one column of a file. If `column` is shorter, its rows repeat
    with numbers."""
    with pa.ipc.new_file(file, pa.schema([("url", column.type)])) as out:
        for turn in range(-(-count // len(column))):
            part = column.slice(0, count - turn * len(column))
            out.write_batch(pa.record_batch([numbered(part, turn)], ["url"]))


def numbered(column: Any, turn: int) -> Any:
    """Add the number `turn` to the query of each URL. In turn 0, return the URLs unchanged."""
    if turn == 0:
        return column
    parts = pc.extract_regex(column, r"(?s)^(?P<before>[^#]*)(?P<fragment>.*)$")
    before, fragment = parts.field("before"), parts.field("fragment")
    sign = pc.if_else(pc.match_substring(before, "?"), "&", "?")
    return pc.binary_join_element_wise(before, sign, pa.scalar(f"n={turn}"), fragment, "")
