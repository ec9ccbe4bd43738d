"""The bars: the limits that urldom has to keep, and functions that judge whether urldom keeps
them."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from tests.tools.benchmark.cells import Cell, Place


class Bar(NamedTuple):
    """A limit: `subject` may take at most `limit` times as long as `against`, a peer.

    If `against` is `None`, `limit` is in the job's unit, such as bytes. `which` chooses the limited
    ratio: the ratio of the plain cell, the geometric mean over the cells, or the ratio of the worst
    cell."""

    job: str
    subject: str
    against: str | None
    which: Literal["plain", "mean", "worst"]
    limit: float


_CLASSES: Final = ("HTML5", "WHATWG", "URL")
_STANDARDS: Final = ("HTML5", "WHATWG")

BARS: Final[tuple[Bar, ...]] = (
    *(Bar("make", name, "can_ada", "plain", 2) for name in _CLASSES),
    *(Bar("make", name, "can_ada", "mean", 3) for name in _CLASSES),
    *(Bar("make", name, "can_ada", "worst", 6) for name in _CLASSES),
    *(
        Bar("make", name, peer, "worst", 1)
        for peer in ("ada_url", "yarl", "urllib")
        for name in _CLASSES
    ),
    *(Bar("assign", name, "ada_url", "worst", 1.5) for name in _CLASSES),
    *(Bar("five", name, "ada_url", "worst", 1) for name in _CLASSES),
    *(Bar("params", name, "w3lib", "worst", 1) for name in ("HTML5", "URL")),
    Bar("build", "URL", "yarl", "worst", 1),
    *(
        Bar(job, name, "yarl", "worst", 1)
        for job in ("slash", "ip address")
        for name in ("HTML5", "URL")
    ),
    *(Bar("segments", name, "yarl", "plain", 1) for name in ("HTML5", "URL")),
    *(Bar("segments", name, "yarl", "worst", 2.5) for name in ("HTML5", "URL")),
    *(Bar("resolve", name, "urljoin", "worst", 1) for name in _STANDARDS),
    Bar("swap", "urldom", "urllib", "mean", 2),
    Bar("swap again", "urldom", "urllib", "mean", 1),
    *(Bar("relate", name, "yarl", "mean", 1) for name in _CLASSES),
    *(
        Bar("relate", name, "yarl", "worst", 1.3) for name in _CLASSES
    ),  # Making the `URL` takes most of this time.
    *(Bar("relate", name, "relpath", "worst", 1) for name in _CLASSES),
    Bar("match", "urldom", "urlpattern", "mean", 1),
    Bar("match groups", "urldom", "urlpattern", "mean", 1.5),
    Bar("match URL", "urldom", "urlpattern", "mean", 1 / 3),
    Bar("match list", "urldom", "one", "worst", 3),
    Bar(
        "match list made", "urldom", "tenths", "worst", 1.3
    ),  # The time has to be linear in the number of patterns.
    *(Bar("redirect", "urldom", peer, "worst", 1) for peer in ("httpx", "requests")),
    Bar("header links", "urldom", "requests", "mean", 1),
    *(Bar("live", name, None, "worst", 15) for name in _STANDARDS),
    *(Bar("memory", name, "yarl", "worst", 1) for name in _CLASSES),
    Bar("import", "urldom", "yarl", "worst", 1),
    Bar("canonicalize", "urldom", "w3lib", "worst", 0.5),
    Bar("links", "urldom", "Scrapy", "worst", 1),
    Bar("parsed pages", "urldom", "selectolax, urljoin", "worst", 0.8),
    Bar("written pages", "urldom", "lxml", "mean", 3),
    Bar("parsed pages", "urldom, turbohtml", "selectolax, urljoin", "worst", 0.8),
    Bar("parsed pages", "urldom, selectolax", "selectolax, urljoin", "worst", 1.2),
    Bar(
        "parsed pages", "urldom, lxml", "selectolax, urljoin", "worst", 1.6
    ),  # lxml's parser alone takes 0.6.
    Bar("requests", "urldom", "found.url", "plain", 3),
    Bar("forms listed", "urldom", "mechanicalsoup", "worst", 1),
    *(
        Bar(job, "urldom", peer, "worst", 1)
        for job in ("forms submitted", "forms of bytes")
        for peer in ("form2request", "scrapy", "mechanicalsoup")
    ),
    Bar("command", "urldom", "script", "worst", 1.3),
    Bar("command", "urldom", "JSON script", "worst", 2),
    Bar(
        "command", "urldom", "a tenth", "worst", 1.1
    ),  # Memory does not grow with the number of lines.
    *(Bar("columns", name, "str.extract", "worst", 1.1) for name in _STANDARDS),
    *(Bar("columns", name, "can_ada", "worst", 1) for name in _STANDARDS),
    *(Bar("column verbs", name, "urljoin", "worst", 1) for name in _STANDARDS),
    Bar("column families", "WHATWG", "row by row", "worst", 1.3),
    Bar("column memory", "WHATWG", "column and result", "worst", 3),
    Bar("column memory", "WHATWG", "what stays", "worst", 2),
    Bar("column memory", "WHATWG", "a tenth", "worst", 1.1),  # Memory grows at most linearly.
    *(Bar("spark", name, "parse_url", "worst", 1.5) for name in _STANDARDS),
)


@dataclass(frozen=True)
class Verdict:
    """The measured value for a bar. `reached` is `None` if the bar was not measured."""

    bar: Bar
    reached: float | None
    where: tuple[Place, ...]  #: the worst place of each of the three worst families
    measured: int  #: the number of measured cells
    over: int  #: the number of cells over the limit

    @property
    def is_met(self) -> bool | None:
        return None if self.reached is None else self.reached <= self.bar.limit


def compare(cell: Cell, subject: str, against: str | None) -> float | None:
    """Return the value that a bar limits: the ratio to the peer, or the subject's own value if the
    bar has no peer."""
    return cell.values.get(subject) if against is None else cell.ratio(subject, against)


def bars_of(cell: Cell, subject: str) -> list[Bar]:
    """Return the subject's bars that a single cell can miss. These are all bars except those on the
    mean."""
    return [
        bar
        for bar in BARS
        if (bar.job, bar.subject) == (cell.place.job, subject)
        and (bar.which == "worst" or (bar.which == "plain" and cell.place.is_plain))
    ]


def strain(cell: Cell, subject: str) -> float | None:
    """Return the subject's value divided by its limit, or `None` if no bar applies to the cell.
    Above 1, the cell misses a bar."""
    reached = [(compare(cell, subject, bar.against), bar.limit) for bar in bars_of(cell, subject)]
    return max((value / limit for value, limit in reached if value is not None), default=None)


def is_a_little_over(cell: Cell) -> bool:
    """Return whether the cell misses a bar, but not by more than twice the limit. Then chance may
    be the reason."""
    return any(1 < (strain(cell, subject) or 0) <= 2 for subject in cell.ours)


def reached(cells: Iterable[Cell], subject: str, against: str | None) -> list[tuple[float, Cell]]:
    """Return each cell that has values of both the subject and the peer. With each cell, return the
    value that the bar limits."""
    found = ((compare(cell, subject, against), cell) for cell in cells)
    return [(value, cell) for value, cell in found if value is not None]


def mean(values: Sequence[tuple[float, Cell]]) -> float | None:
    """Return the geometric mean. Unlike the arithmetic mean, it suits ratios."""
    return statistics.geometric_mean(value for value, _ in values) if values else None


def worst(values: Sequence[tuple[float, Cell]]) -> tuple[float, Cell] | None:
    return max(values, key=lambda found: found[0], default=None)


def _worst_places(values: Sequence[tuple[float, Cell]]) -> tuple[Place, ...]:
    places: dict[str, Place] = {}
    for _, cell in sorted(values, key=lambda found: found[0], reverse=True):
        places.setdefault(cell.place.family, cell.place)
    return tuple(places.values())[:3]


def plain(values: Sequence[tuple[float, Cell]]) -> float | None:
    """Return the mean of the plain cells. Jobs that assign have a plain cell for each attribute.
    Other jobs have one."""
    return mean([(value, cell) for value, cell in values if cell.place.is_plain])


def judge(cells: Sequence[Cell]) -> list[Verdict]:
    """Return the verdict on every bar."""
    verdicts = []
    for bar in BARS:
        values = reached(
            (cell for cell in cells if cell.place.job == bar.job), bar.subject, bar.against
        )
        over = sum(value > bar.limit for value, _ in values)
        where: tuple[Place, ...] = ()
        if bar.which == "worst":
            found = worst(values)
            value = found[0] if found else None
            where = _worst_places(values)
        else:
            value = plain(values) if bar.which == "plain" else mean(values)
        verdicts.append(Verdict(bar, value, where, len(values), over))
    return verdicts
