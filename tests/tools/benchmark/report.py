"""Print the results: a table for each job, and the bars, which are the limits in `bars.py`."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from tests.tools.benchmark.bars import Verdict, bars_of, reached, strain, worst
from tests.tools.benchmark.cells import Cell
from tests.tools.benchmark.jobs import JOBS

_WORST: Final = 10


def print_job(name: str, cells: Sequence[Cell]) -> None:
    """Print a line for each cell, with the worst cell last. If there are hundreds of cells, print
    only summaries and the worst cells."""
    compared = any(cell.is_compared for cell in cells)
    answers = "~ marks other answers than urldom's" if compared else "answers are not compared"
    print(f"\n{JOBS[name].title} ({cells[0].unit}, ! marks a missed bar, {answers})")
    if JOBS[name].note:
        print(textwrap.fill(JOBS[name].note, 120, initial_indent="  ", subsequent_indent="  "))
    if len(cells) <= 100:
        _print_cells(cells)
    else:
        if cells[0].place.attribute:
            _print_summary("attribute", cells, lambda cell: cell.place.attribute)
        _print_summary("of URLs", cells, lambda cell: cell.place.family)
        _print_summary("of values", cells, lambda cell: cell.place.case)
        print(f"\n  the {_WORST} worst")
        _print_cells(sorted(cells, key=_worst_strain)[-_WORST:])
    _print_left_out(cells)
    _print_differing(cells)


def _worst_strain(cell: Cell) -> float:
    return max((strain(cell, subject) or 0 for subject in cell.ours), default=0)


def _mark(cell: Cell, subject: str) -> str:
    return "!" if (strain(cell, subject) or 0) > 1 else "~" if subject in cell.differs else " "


def _columns(cells: Iterable[Cell]) -> tuple[list[str], list[str]]:
    ours: dict[str, None] = {}
    peers: dict[str, None] = {}
    for cell in cells:
        ours |= dict.fromkeys(cell.ours)
        peers |= dict.fromkeys(cell.peers)
    return list(ours), list(peers)


def _print_cells(cells: Sequence[Cell]) -> None:
    ours, peers = _columns(cells)
    width = max(len(str(cell.place)) for cell in cells) + 1
    print(
        f"  {'':{width}}"
        + "".join(f"{name:>8} " for name in ours)
        + "".join(f"{name:>{_width(name)}}" for name in peers),
        end="",
    )
    print("   " + "   ".join(f"by {name}: {' '.join(ours)}" for name in peers))
    for cell in sorted(cells, key=_worst_strain):
        line = f"  {cell.place!s:{width}}"
        line += "".join(f"{_number(cell.values.get(name)):>8}{_mark(cell, name)}" for name in ours)
        line += "".join(
            f"{_number(cell.values.get(name)) + '~' * (name in cell.differs):>{_width(name)}}"
            for name in peers
        )
        for peer in peers:
            ratios = " ".join(f"{_number(cell.ratio(name, peer)):>{len(name)}}" for name in ours)
            line += "   " + " " * len(f"by {peer}: ") + ratios
        print(line)


def _width(peer: str) -> int:
    return max(10, len(peer) + 1)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _print_summary(kind: str, cells: Sequence[Cell], key: Callable[[Cell], str]) -> None:
    """Print a line for each group of cells: the median times, the median and worst ratios, and the
    number of cells over a bar."""
    ours, peers = _columns(cells)
    groups: dict[str, list[Cell]] = {}
    for cell in cells:
        groups.setdefault(key(cell), []).append(cell)
    against = {name: _against(cells, name) for name in ours}
    width = max(map(len, groups)) + 2
    title = " ".join(f"{name + ' / ' + str(against[name]):>24}" for name in ours)
    print(
        f"\n  {kind:{width}}"
        + "".join(f"{name[:8]:>9}" for name in [*ours, *peers])
        + f"   {title}"
    )
    print(
        f"  {'':{width}}"
        + "   median" * len(ours + peers)
        + "   "
        + " ".join([f"{'median   worst over':>24}"] * len(ours))
    )
    ordered = sorted(groups.items(), key=lambda group: max(map(_worst_strain, group[1])))
    for name, group in ordered:
        line = f"  {name:{width}}"
        for subject in [*ours, *peers]:
            values = [cell.values[subject] for cell in group if subject in cell.values]
            line += f"{_number(statistics.median(values) if values else None):>9}"
        line += "   "
        for subject in ours:
            found = reached(group, subject, against[subject]) if against[subject] else []
            median = statistics.median(value for value, _ in found) if found else None
            top = worst(found)
            over = sum((strain(cell, subject) or 0) > 1 for cell in group)
            line += f"{_number(median):>11}{_number(top and top[0]):>8}{over:>5} "
        print(line.rstrip())


def _against(cells: Sequence[Cell], subject: str) -> str | None:
    return next((bar.against for cell in cells for bar in bars_of(cell, subject)), None)


def _print_left_out(cells: Sequence[Cell]) -> None:
    """Print the subjects that are left out, with one line for each family and subject."""
    for family, group in groupby(cells, key=lambda cell: cell.place.family):
        found = list(group)
        for name in dict.fromkeys(name for cell in found for name in cell.left_out):
            out = [cell for cell in found if name in cell.left_out]
            where = family if len(out) == len(found) else f"{family}, {len(out)} of {len(found)}"
            print(f"  left out: {name} ({where}): {ascii(out[0].left_out[name])[1:-1][:90]}")


def _print_differing(cells: Sequence[Cell]) -> None:
    """Print the subjects whose answers differ from urldom's: how many cells, the first of them, and
    an example."""
    for name in dict.fromkeys(name for cell in cells for name in cell.differs):
        found = [cell for cell in cells if name in cell.differs]
        families = ", ".join(dict.fromkeys(str(cell.place) for cell in found))
        print(
            f"  ~ {name}: other answers in {len(found):,} of {len(cells):,} cells"
            f" ({textwrap.shorten(families, 200)})"
        )
        print(f"    {found[0].place}: {ascii(found[0].differs[name])[1:-1][:200]}")


def print_bars(verdicts: Sequence[Verdict]) -> None:
    """Print every bar and the measured value. If the bar limits the worst cell, also print the
    worst places."""
    print("\nbars")
    for verdict in verdicts:
        bar = verdict.bar
        subject = f"{bar.subject} by {bar.against}" if bar.against else bar.subject
        met = {True: "met", False: "MISSED", None: "not measured"}[verdict.is_met]
        where = "; ".join(map(str, verdict.where))
        over = (
            f"{verdict.over} of {verdict.measured} over: "
            if verdict.over and bar.which == "worst"
            else ""
        )
        title = JOBS[bar.job].title
        print(
            f"  {title:30} {subject:20} {bar.which:6}{_number(verdict.reached):>8}  at most"
            f" {bar.limit:<4g} {met:12} {over}{where}".rstrip()
        )


def json_document(cells: Sequence[Cell], verdicts: Sequence[Verdict]) -> dict[str, object]:
    """Return all values and verdicts, ready for `json.dumps`."""
    rows = []
    for cell in cells:
        for subject, value in cell.values.items():
            bars = bars_of(cell, subject)
            strained = strain(cell, subject)
            rows.append(
                cell.place._asdict()
                | {
                    "subject": subject,
                    "unit": cell.unit,
                    "value": value,
                    "ratios": (
                        {p: cell.ratio(subject, p) for p in cell.peers}
                        if subject in cell.ours
                        else {}
                    ),
                    "bars": [
                        {"against": b.against, "which": b.which, "limit": b.limit} for b in bars
                    ],
                    "met": None if strained is None else strained <= 1,
                    "differs": cell.differs.get(subject),
                }
            )
    left_out = [
        cell.place._asdict() | {"subject": subject, "reason": reason}
        for cell in cells
        for subject, reason in cell.left_out.items()
    ]
    judged = [
        verdict.bar._asdict()
        | {
            "reached": verdict.reached,
            "where": [place._asdict() for place in verdict.where],
            "measured": verdict.measured,
            "over": verdict.over,
            "met": verdict.is_met,
        }
        for verdict in verdicts
    ]
    return {"rows": rows, "left_out": left_out, "bars": judged}
