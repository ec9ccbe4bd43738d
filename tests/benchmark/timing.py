"""The clock: subjects that take turns at the same batches, and the best of several rounds."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.benchmark.bars import is_a_little_over
from tests.benchmark.cells import Cell, Place
from tests.benchmark.peers import OURS

#: What one subject does with a batch. It has its own loop, so that nothing but the work is in it.
Run = Callable[[Sequence[Any]], object]
#: The batch of a round. Each round has other URLs, so that nobody's cache helps.
Batches = Callable[[int], Sequence[Any]]


@dataclass(frozen=True)
class Subject:
    """`run` is timed, on what `prepare` makes of the batch, which is not."""

    run: Run
    prepare: Callable[[Sequence[Any]], Sequence[Any]] = lambda batch: batch


#: Seconds: `time.process_time`, or `time.perf_counter` where the subjects use several cores.
Clock = Callable[[], float]

#: The subjects that share the caches of one before them, and are given other batches.
_SHARING: Final = ("URL", "row by row")

#: How often as many rounds are done, at most.
TURNS: Final = 4


def slices(items: Sequence[Any], rounds: int) -> Batches:
    """`items` dealt out to all the rounds that `measure` may come to."""
    count = TURNS * rounds
    return lambda number: items[number % count :: count] or items


def always(items: Sequence[Any]) -> Batches:
    """The same batch in each round: of a long column whose rows no cache holds, or where no cache is asked."""
    return lambda number: items


def measure(
    place: Place,
    subjects: Mapping[str, Subject],
    batches: Batches,
    rounds: int,
    unit: str = "µs",
    clock: Clock = time.process_time,
) -> Cell:
    """The microseconds an item that each subject took in its fastest round, in processor time or by another clock.

    A subject that raises `ValueError` is left out. A cell that is a little over its bar is measured again, everybody
    alike: what the machine did in between must not look like a slow family, and the worst of many cells is where it
    would.
    """
    cell = Cell(place, unit)
    _take_turns(cell, subjects, batches, range(rounds), clock)
    for turn in range(1, TURNS if rounds > 1 else 1):
        if is_a_little_over(cell):
            time.sleep(0.03)  # longer than most of what comes in between
            _take_turns(cell, subjects, batches, range(turn * rounds, (turn + 1) * rounds), clock)
    return cell


def _take_turns(cell: Cell, subjects: Mapping[str, Subject], batches: Batches, rounds: range, clock: Clock) -> None:
    for number in rounds:
        for name, subject in subjects.items():
            if name in cell.left_out:
                continue
            batch = batches(number + 2 * len(rounds) if name in _SHARING else number)
            try:
                taken = _time(subject, batch, clock)
            except Exception as error:
                if name in OURS and not isinstance(error, ValueError):
                    raise
                cell.left_out[name] = f"{type(error).__name__}: {error}"
                cell.values.pop(name, None)
            else:
                cell.values[name] = min(taken, cell.values.get(name, taken))


def _time(subject: Subject, batch: Sequence[Any], clock: Clock) -> float:
    prepared = subject.prepare(batch)
    gc.collect()
    gc.disable()
    try:
        start = clock()
        subject.run(prepared)
        return (clock() - start) / len(batch) * 1e6
    finally:
        gc.enable()
