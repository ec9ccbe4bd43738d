"""Compare the times of two checkouts: `python -m tests.tools.benchmark --beside OTHER_CHECKOUT`.

Both packages are called `urldom`, so each runs in its own process. The processes take turns: while
one measures a round, the other one waits. What is over a limit is measured again, and the best
round of all counts, because a machine with other work measures too much and never too little."""

from __future__ import annotations

import gc
import json
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from tests.tools.benchmark.families import Families
from tests.tools.benchmark.jobs import JOBS
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import PACE
from tests.tools.beside.checkouts import THIS_CHECKOUT, command, environment, mixed

#: How much slower a job may be in the geometric mean of its cells, and how much slower a family of
#: a job may be
JOB_LIMIT: Final = 1.03
FAMILY_LIMIT: Final = 1.08
#: What is over a limit is measured again this many times.
_REPEATS: Final = 3
#: Spark's times depend on Java, and the memory of a process depends on the allocator.
LEFT_OUT: Final = frozenset({"spark", "column memory", "frontier memory"})

_TURN: Final = "turn"
_END: Final = "end"


class Key(NamedTuple):
    """What is measured: a subject, such as `URL`, at a place."""

    job: str
    family: str
    attribute: str
    case: str
    subject: str


Values: TypeAlias = dict[Key, float]


# The process of one checkout


def work() -> None:
    """Measure the jobs that the standard input names, and wait for a line before each round."""
    PACE.wait, PACE.with_peers = _wait, False
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        request = json.loads(line)
        settings = Settings(
            Families(Path(request["urls"]), request["families"]),
            request["most"],
            request["rounds"],
            Path(request["pages"]),
            request["links"],
            request["rows"],
        )
        for cell in JOBS[request["job"]].cells(settings):
            place = [request["job"], *cell.place[1:]]
            print(json.dumps([place, {name: cell.values[name] for name in cell.ours}]), flush=True)
        print(_END, flush=True)


def _wait() -> None:
    print(_TURN, flush=True)
    sys.stdin.readline()


# The two processes


class _Process:
    """The process of one checkout, which works until its next turn."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            command("tests.tools.benchmark.beside"),
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="ascii",
        )
        self.values: Values = {}

    def advance(self, line: str) -> bool:
        """Send a line, keep the values up to the next turn, and return whether the job has another
        turn."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        for answer in self._process.stdout:
            match answer.strip():
                case "turn":
                    return True
                case "end":
                    return False
                case text:
                    place, values = json.loads(text)
                    for subject, value in values.items():
                        key = Key(*place, subject)
                        self.values[key] = min(value, self.values.get(key, value))
        raise RuntimeError(
            f"the process of a checkout ended with the status {self._process.wait()}"
        )

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@dataclass
class Result:
    """The ratios of a job: the time of this checkout divided by the other one's."""

    job: str
    ratios: dict[Key, float] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return statistics.geometric_mean(self.ratios.values())

    def families(self) -> dict[str, float]:
        """Return the geometric mean of each family, the slowest first."""
        found: dict[str, list[float]] = {}
        for key, ratio in self.ratios.items():
            found.setdefault(key.family, []).append(ratio)
        means = {family: statistics.geometric_mean(ratios) for family, ratios in found.items()}
        return dict(sorted(means.items(), key=lambda item: -item[1]))

    def slow_families(self) -> list[str]:
        return [family for family, mean in self.families().items() if mean > FAMILY_LIMIT]

    @property
    def is_slow(self) -> bool:
        return bool(self.ratios) and (self.mean > JOB_LIMIT or bool(self.slow_families()))


def compare(
    other: Path, settings: Settings, urls: Path, chosen: list[str] | None, jobs: Iterable[str]
) -> int:
    """Measure the jobs in both checkouts, print the ratios, and return the exit code."""
    request: dict[str, Any] = {
        "urls": str(urls.resolve()),
        "pages": str(settings.pages),
        "most": settings.most,
        "rounds": settings.rounds,
        "links": settings.links,
        "rows": settings.rows,
    }
    print(
        f"the time of {THIS_CHECKOUT} divided by the time of {other.resolve()}: below 1, this"
        " checkout is faster"
    )
    print(f"{'job':34}{'cells':>7}{'mean':>8}   the slowest families")
    results: list[Result] = []
    with ExitStack() as stack:
        processes = []
        for checkout in (other, THIS_CHECKOUT):
            process = _Process(stack.enter_context(mixed(checkout)))
            stack.callback(process.close)
            processes.append(process)
        for job in jobs:
            if job in LEFT_OUT:
                continue
            result = _measure(processes, request | {"job": job, "families": chosen})
            for _ in range(_REPEATS):
                if not result.is_slow:
                    break
                # A job whose mean is over the limit is measured again as a whole.
                families = chosen if result.mean > JOB_LIMIT else result.slow_families()
                result = _measure(processes, request | {"job": job, "families": families})
            results.append(result)
            _print(result)
    slow = [result.job for result in results if result.is_slow]
    limits = f"(a job {JOB_LIMIT:.2f}, a family {FAMILY_LIMIT:.2f})"
    print(
        f"over a limit {limits}: {', '.join(slow)}" if slow else f"no job is over a limit {limits}"
    )
    return 1 if slow else 0


def _measure(processes: list[_Process], request: Mapping[str, Any]) -> Result:
    line = json.dumps(request)
    going = [process for process in processes if process.advance(line)]
    while going:
        # The order changes with each turn, so that neither is always the first.
        going = [process for process in reversed(going) if process.advance("")]
    job = request["job"]
    old, new = (
        {key: value for key, value in process.values.items() if key.job == job}
        for process in processes
    )
    ratios = {key: new[key] / old[key] for key in old if new.get(key, 0) > 0 and old[key] > 0}
    return Result(job, ratios)


def _print(result: Result) -> None:
    if not result.ratios:
        print(
            f"{result.job:34}{0:7}       -   not measured: its input or a library is missing, or it"
            " takes no time",
            flush=True,
        )
        return
    slowest = list(_shown(result.families().items()))[:4]
    mark = "!" if result.is_slow else " "
    print(
        f"{result.job:34}{len(result.ratios):7}{result.mean:8.3f} {mark} {'; '.join(slowest)}",
        flush=True,
    )


def _shown(families: Iterable[tuple[str, float]]) -> Iterator[str]:
    for family, mean in families:
        yield f"{family} {mean:.3f}"


if __name__ == "__main__":
    work()
