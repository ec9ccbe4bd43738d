"""`python -m tests.benchmark.speed_page FILE`: the numbers and the chart of `docs/speed.md`, from the benchmark's JSON.

`python -m tests.benchmark --json FILE` writes FILE. The tables are between two comments of the page. The chart is
`docs/speed.svg`. The text of the chart has the colour of the page's text, light or dark.
"""

from __future__ import annotations

import argparse
import json
import re
from html import escape
from math import log10
from pathlib import Path
from typing import Any, Final

from tests.benchmark.cells import Cell, Place
from tests.benchmark.jobs import JOBS
from tests.benchmark.report import markdown

#: The folder of the pages.
DOCS: Final = Path(__file__).parents[2] / "docs"
#: The numbers of a page, between the two comments that mark their beginning and end.
_BETWEEN: Final = r"(?s)(?<=<!-- the numbers of {} -->\n).*?(?=<!-- the end of the numbers -->)"

#: The job whose families are shown one by one, and the class of urldom that the chart shows.
JOB: Final = "make"
SUBJECT: Final = "URL"
#: The peers in the chart: names for people, marks, and colours that colour-blind readers can tell apart.
PEERS: Final = {
    "can_ada": ("can_ada (C++)", "M-4,0L0,-4L4,0L0,4Z", "#d55e00"),
    "ada_url": ("ada_url", "M-3,-3H3V3H-3Z", "#0072b2"),
    "yarl": ("yarl", "M0,-4L4,3H-4Z", "#009e73"),
    "urllib": ("urllib.parse", "M-4,-4L4,4M-4,4L4,-4", "#cc79a7"),
}
_LEFT, _WIDTH, _LINE, _TOP = 250, 720, 15, 50  # pixels


def cells_of(document: dict[str, Any]) -> list[Cell]:
    """Read the cells from the benchmark's JSON."""
    cells: dict[Place, Cell] = {}
    for row in document["rows"]:
        place = Place(row["job"], row["family"], row["attribute"], row["case"])
        cells.setdefault(place, Cell(place, row["unit"])).values[row["subject"]] = row["value"]
    return list(cells.values())


def chart(cells: list[Cell]) -> str:
    """Draw a line for each family. Marks on the line show the ratio of urldom's time to each peer's time. The family
    with the best ratio comes first."""
    lines = {
        cell.place.family: {peer: ratio for peer in PEERS if (ratio := cell.ratio(SUBJECT, peer))}
        for cell in cells
        if cell.place.job == JOB and SUBJECT in cell.values
    }
    ordered = sorted(lines, key=lambda family: sum(map(log10, lines[family].values())) / (len(lines[family]) or 1))
    logs = [log10(ratio) for ratios in lines.values() for ratio in ratios.values()] or [0.0]
    low, high = min(-1.0, *logs) - 0.05, max(1.0, *logs) + 0.05
    height = _TOP + _LINE * len(ordered) + 10

    def across(ratio: float) -> float:
        return round(_LEFT + (log10(ratio) - low) / (high - low) * (_WIDTH - _LEFT - 10), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" class="chart" role="img" '
        'fill="currentColor" font-size="11" font-family="sans-serif">',
        "<title>The time of URL divided by each peer's time, by family of URLs</title>",
    ]
    for number, (name, mark, colour) in enumerate(PEERS.values()):
        x = _LEFT + 20 + 115 * number
        parts.append(f'<path d="{mark}" transform="translate({x} 12)" fill="{colour}" stroke="{colour}"/>')
        parts.append(f'<text x="{x + 9}" y="16">{escape(name)}</text>')
    for ratio in (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10):
        if low <= log10(ratio) <= high:
            strength = "0.9" if ratio == 1 else "0.2"
            parts.append(
                f'<path d="M{across(ratio)},{_TOP - 8}V{height}" stroke="currentColor" stroke-opacity="{strength}"/>'
            )
            parts.append(f'<text x="{across(ratio)}" y="{_TOP - 13}" text-anchor="middle">{ratio:g}</text>')
    for number, family in enumerate(ordered):
        y = _TOP + _LINE * number + 8
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(family)}</text>')
        for peer, ratio in lines[family].items():
            _, mark, colour = PEERS[peer]
            place = f"translate({across(ratio)} {y})"
            parts.append(f'<path d="{mark}" transform="{place}" fill="{colour}" stroke="{colour}"/>')
    return "\n".join([*parts, "</svg>", ""])


def families(cells: list[Cell]) -> str:
    """Return a table of the times: a line for each family, a column for each subject."""
    chosen = [cell for cell in cells if cell.place.job == JOB]
    names = list(dict.fromkeys(name for cell in chosen for name in cell.values))
    lines = [["family", *(PEERS[name][0] if name in PEERS else f"`{name}`" for name in names)], ["---"]]
    lines[1] += ["---:"] * len(names)
    for cell in sorted(chosen, key=lambda cell: cell.values.get(SUBJECT, 0)):
        values = (cell.values.get(name) for name in names)
        lines.append([str(cell.place), *("" if value is None else f"{value:.2f}" for value in values)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def numbers(document: dict[str, Any]) -> str:
    """Return the text between the two comments of the page."""
    about = document["about"]
    cells = [cell for cell in cells_of(document) if not JOBS[cell.place.job].is_of_columns]
    measured = {name for cell in cells for name in cell.peers}
    peers = ", ".join(f"{name} {version}" for name, version in about["peers"].items() if name in measured)
    return f"""
These are the results of Python {about["python"]}, {about["machine"]}, with {peers}.
Each round has {about["most"]:,} distinct URLs of each family. The best of {about["rounds"]} rounds counts.

### Compared with other libraries

Each cell has three ratios, with slashes between them: the ratio of plain URLs, the geometric mean of all families, and
the ratio of the worst family. The name of the worst family is in parentheses. After a colon in this name, the assigned
values or the base follow.

{markdown(cells)}
### Results by family

The table shows the time to make an object and read its seven attributes, in µs. The rows are sorted by the time of
`URL`. The family *as found* contains URLs from real pages and packages. A cell is empty if the library rejects the URLs
of the family.

{families(cells)}
"""


def fill(page: Path, of: str, numbers: str) -> None:
    """Write the numbers of URLs or columns into a page. Raise `ValueError` if the page has no place for them."""
    text, count = re.subn(_BETWEEN.format(of), lambda _: numbers, page.read_text(encoding="utf-8"))
    if not count:
        raise ValueError(f"{page} has no place for the numbers")
    page.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmark.speed_page", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="the benchmark's JSON")
    parser.add_argument("--docs", type=Path, default=DOCS, metavar="DIR", help="the folder of speed.md")
    options = parser.parse_args()
    document = json.loads(options.file.read_text(encoding="utf-8"))
    try:
        fill(options.docs / "speed.md", "URLs", numbers(document))
    except ValueError as error:
        parser.error(str(error))
    (options.docs / "speed.svg").write_text(chart(cells_of(document)), encoding="utf-8")


if __name__ == "__main__":
    main()
