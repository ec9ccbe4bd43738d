"""`python -m tests.tools.benchmark.speed_page FILE`: the numbers and the chart of `docs/speed.md`,
from the benchmark's JSON.

`python -m tests.tools.benchmark --json FILE` writes FILE. The conclusion and the table are each
between two comments of the page. The chart is `docs/speed.svg`, in the color of the page's text,
light or dark."""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from collections.abc import Callable, Sequence
from html import escape
from math import log10
from pathlib import Path
from statistics import geometric_mean
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place

#: The folder of the pages.
DOCS: Final = Path(__file__).parents[3] / "docs"

#: The columns of the table, with the names of the subjects. Some jobs have `WHATWG` or `urljoin`
#: instead.
_COLUMNS: Final = {
    "`URL`": ("URL", "WHATWG", "urldom"),
    "urllib.parse": ("urllib", "urljoin"),
    "yarl": ("yarl",),
    "ada_url": ("ada_url",),
    "can_ada": ("can_ada",),
    "upa_url": ("upa_url",),
    "pydantic_core": ("pydantic_core",),
    "pywhatwgurl": ("pywhatwgurl",),
    "liburlparser": ("liburlparser",),
}
_OURS, *_LIBRARIES = _COLUMNS
_URLPATTERN: Final = "urlpattern"
#: The families of the chart, of the first sentence and of the first row
FEW: Final = ("1 host", "10 hosts", "100 hosts")

_Choice = Callable[[Place], bool]


def _few(job: str) -> _Choice:
    return lambda place: place.job == job and place.family in FEW


def _one(job: str, family: str, case: str = "") -> _Choice:
    return lambda place: (place.job, place.family, place.case) == (job, family, case)


#: The rows of times: what each row says, and the cells whose geometric mean it shows
_ROWS: Final[dict[str, _Choice]] = {
    "few hosts, seven": _few("make"),
    "few hosts, `hostname`": _few("hostname"),
    "few hosts, nothing": _few("none"),
    "a new host each, seven": _one("make", "plain"),
    "assign a plain value": lambda place: (place.job, place.is_plain) == ("assign", True),
    "resolve a plain reference": _one("resolve", "plain", "a base as a string"),
}


def cells_of(document: dict[str, Any]) -> list[Cell]:
    """Read the cells from the benchmark's JSON."""
    cells: dict[Place, Cell] = {}
    for row in document["rows"]:
        place = Place(row["job"], row["family"], row["attribute"], row["case"])
        cell = cells.setdefault(place, Cell(place, row["unit"]))
        cell.values[row["subject"]] = row["value"]
        if row["differs"]:
            cell.differs[row["subject"]] = row["differs"]
    return list(cells.values())


def _subject(cell: Cell, column: str) -> str:
    """Return the name that a cell has for a column of the table."""
    names = _COLUMNS.get(column, (column,))
    return next((name for name in names if name in cell.values), names[0])


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratios(cells: Sequence[Cell], library: str) -> dict[str, float]:
    """Return urldom's time divided by the library's, by place. Only cells with the same answers
    count."""
    found: dict[str, float] = {}
    for cell in cells:
        theirs = _subject(cell, library)
        ratio = cell.ratio(_subject(cell, _OURS), theirs)
        if ratio and theirs not in cell.differs:
            found[str(cell.place)] = ratio
    return found


def _time(cells: Sequence[Cell], column: str) -> str:
    """Return the mean time as the table shows it, with a mark if an answer differs."""
    mean = _mean_time(cells, column)
    differs = any(_subject(cell, column) in cell.differs for cell in cells)
    return f"{_number(mean)}{'~' if differs else ''}" if mean else ""


def _mean_time(cells: Sequence[Cell], column: str) -> float | None:
    values = [
        cell.values[name] for cell in cells if (name := _subject(cell, column)) in cell.values
    ]
    return geometric_mean(values) if values else None


def table(cells: Sequence[Cell]) -> str:
    """Return the table: times in the first rows, and ratios over all families in the last two."""
    lines = [["in µs", *_COLUMNS], ["---", *["---:"] * len(_COLUMNS)]]
    for title, choice in _ROWS.items():
        chosen = [cell for cell in cells if choice(cell.place)]
        if chosen:
            lines.append([title, *(_time(chosen, column) for column in _COLUMNS)])
    made = [cell for cell in cells if cell.place.job == "make"]
    means, worst = ["mean ratio", "1"], ["worst ratio", "1"]
    for library in _LIBRARIES:
        found = ratios(made, library)
        means.append(f"{_number(geometric_mean(found.values()))} of {len(found)}" if found else "")
        family = max(found, key=lambda name: found[name], default=None)
        worst.append(f"{_number(found[family])}, {family}" if family else "")
    return "".join(f"| {' | '.join(line)} |\n" for line in [*lines, means, worst])


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _sentence(beginning: str, cells: Sequence[Cell], libraries: Sequence[str] = _LIBRARIES) -> str:
    """Return a line that says of which libraries urldom is faster and slower, on average over the
    cells."""
    means = {
        library: geometric_mean(found.values())
        for library in libraries
        if (found := ratios(cells, library))
    }
    ordered = sorted(means, key=lambda library: means[library])
    faster = [f"{library} ({_number(means[library])})" for library in ordered if means[library] < 1]
    slower = [
        f"{library} ({_number(means[library])})"
        for library in reversed(ordered)
        if means[library] >= 1
    ]
    parts = []
    if faster:
        parts.append(f"faster than {_listed(faster)}")
    if slower:
        parts.append(f"slower than {_listed(slower)}")
    line = f"- {beginning}: {', and '.join(parts) or 'not measured'}."
    return f"{textwrap.fill(line, 120, subsequent_indent='  ', break_on_hyphens=False)}\n"


def conclusion(cells: Sequence[Cell]) -> str:
    """Return the list of what urldom is faster and slower at. The number after a library is the
    ratio."""

    def of(job: str) -> list[Cell]:
        return [cell for cell in cells if cell.place.job == job]

    made = of("make")
    few = [cell for cell in made if cell.place.family in FEW]
    slowest = max(made, key=lambda cell: cell.values.get(_OURS.strip("`"), 0))
    patterns = ("upa_url", _URLPATTERN)
    lines = [
        _sentence(f"**Few hosts, seven attributes** ({_time(few, _OURS)} µs)", few),
        _sentence(f"**All {len(made)} families of URLs**", made),
        _sentence(
            f"**The slowest family**, *{slowest.place.family}* ({_time([slowest], _OURS)} µs)",
            [slowest],
        ),
        _sentence("**Assign an attribute**, all kinds of values", of("assign")),
        _sentence("**Resolve a reference**, all kinds of references", of("resolve")),
        _sentence(
            "**Test a string with a plain pattern**",
            [c for c in of("match") if c.place.is_plain],
            patterns,
        ),
        _sentence("**All kinds of patterns**, and an invalid URL", of("match"), patterns),
        _sentence("**Make a pattern**", of("match made"), patterns),
    ]
    return "".join(lines)


_LEFT, _WIDTH, _LINE, _TOP = 92, 360, 26, 52  # pixels, which is also the width of a page on a phone
#: What the marks of the chart show: job, legend, shape, color, and whether it is filled
_MARKS: Final = (
    ("make", "seven", "M-5,0A5,5,0,1,0,5,0A5,5,0,1,0,-5,0Z", "#0072b2"),
    ("hostname", "hostname", "M0,-5L5,4H-5Z", "#d55e00"),
    ("none", "nothing", "M-4,-4H4V4H-4Z", "#009e73"),
)


def chart(cells: Sequence[Cell]) -> str:
    """Draw a line for each library, the fastest first. Its marks show the times to read seven
    attributes, one, and none."""
    times: dict[str, dict[str, float]] = {}
    for job, *_ in _MARKS:
        chosen = [cell for cell in cells if _few(job)(cell.place)]
        for column in _COLUMNS:
            value = _mean_time(chosen, column)
            if value:
                times.setdefault(column, {})[job] = value
    ordered = sorted(times, key=lambda column: times[column].get("make", 0))
    logs = [log10(value) for values in times.values() for value in values.values()] or [0.0]
    low, high = min(logs) - 0.08, max(logs) + 0.08
    height = _TOP + _LINE * len(ordered) + 8

    def across(value: float) -> float:
        return round(_LEFT + (log10(value) - low) / (high - low) * (_WIDTH - _LEFT - 8), 1)

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" class="chart"'
            ' role="img" style="max-width: 42rem" fill="currentColor" font-size="12"'
            ' font-family="sans-serif">'
        ),
        "<title>Microseconds to make a URL and to read seven attributes, one, or none</title>",
        '<text x="0" y="46">µs</text>',
    ]
    for number, (_, name, mark, color) in enumerate(_MARKS):
        x = 12 + 115 * number
        parts.append(f'<path d="{mark}" transform="translate({x} 12)" fill="{color}"/>')
        parts.append(f'<text x="{x + 10}" y="16">{name}</text>')
    for value in (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100):
        if low <= log10(value) <= high:
            parts.append(
                f'<path d="M{across(value)},{_TOP}V{height}" stroke="currentColor"'
                ' stroke-opacity="0.2"/>'
            )
            parts.append(
                f'<text x="{across(value)}" y="{_TOP - 6}" text-anchor="middle">{value:g}</text>'
            )
    for number, column in enumerate(ordered):
        y = _TOP + _LINE * number + _LINE // 2
        name, weight = ("urldom", ' font-weight="bold"') if column == _OURS else (column, "")
        if any(
            _subject(cell, column) in cell.differs for cell in cells if _few("make")(cell.place)
        ):
            name += " ~"
        parts.append(f'<text x="0" y="{y + 4}"{weight}>{escape(name)}</text>')
        for job, _, mark, color in _MARKS:
            if job in times[column]:
                x = across(times[column][job])
                parts.append(
                    f'<path d="{mark}" transform="translate({x} {y})" fill="{color}"'
                    ' fill-opacity="0.85"/>'
                )
    return "\n".join([*parts, "</svg>", ""])


def _about(about: dict[str, Any]) -> str:
    modules = {name for names in _COLUMNS.values() for name in names} | {_URLPATTERN}
    peers = _listed(
        [
            f"{name} {version}"
            for name, version in about["peers"].items()
            if version and name in modules
        ]
    )
    text = (
        f"Python {about['python']}, {about['machine']}, with {peers}. Each round has"
        f" {about['most']:,} distinct URLs of each family, and the best of {about['rounds']} rounds"
        " counts."
    )
    return f"{textwrap.fill(text, 120, break_on_hyphens=False)}\n"


def fill(page: Path, of: str, text: str) -> None:
    """Write a text between the two comments of a page that name it. Raise `ValueError` if the page
    has no place for it."""
    between = rf"(?s)(?<=<!-- the {of} -->\n).*?(?=<!-- the end of the {of} -->)"
    written, count = re.subn(between, lambda _: f"\n{text}\n", page.read_text(encoding="utf-8"))
    if not count:
        raise ValueError(f"{page} has no place for the {of}")
    page.write_text(written, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmark.speed_page", description=__doc__
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the benchmark's JSON")
    parser.add_argument(
        "--docs", type=Path, default=DOCS, metavar="DIR", help="the folder of speed.md"
    )
    options = parser.parse_args()
    document = json.loads(options.file.read_text(encoding="utf-8"))
    cells = cells_of(document)
    try:
        fill(options.docs / "speed.md", "conclusion", conclusion(cells))
        fill(options.docs / "speed.md", "table", f"{table(cells)}\n{_about(document['about'])}")
    except ValueError as error:
        parser.error(str(error))
    (options.docs / "speed.svg").write_text(chart(cells), encoding="utf-8")


if __name__ == "__main__":
    main()
