"""Measure times. Subjects take turns at the same batches, and the best of several rounds counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.benchmark.bars import is_a_little_over
from tests.benchmark.cells import Cell, Place
from tests.benchmark.peers import OURS

#: The work of one subject on a batch. It has its own loop, so that the time includes only the work.
Run = Callable[[Sequence[Any]], object]
#: The batch of a round. Each round has other URLs than earlier rounds, so that caches do not help.
Batches = Callable[[int], Sequence[Any]]


@dataclass(frozen=True)
class Subject:
    """`prepare` converts a batch, and is not timed. `run` works on the converted batch, and is timed."""

    run: Run
    prepare: Callable[[Sequence[Any]], Sequence[Any]] = lambda batch: batch


#: Returns seconds: `time.process_time`, or `time.perf_counter` if the subjects use several cores.
Clock = Callable[[], float]

#: Subjects that share caches with an earlier subject. Their batches differ from the earlier subject's batches, so that
#: the caches do not help.
_SHARING: Final = ("URL", "FrozenURL", "row by row")

#: A cell is measured at most this many times.
TURNS: Final = 4


def slices(items: Sequence[Any], rounds: int) -> Batches:
    """Divide `items` among all the rounds that `measure` may need."""
    count = TURNS * rounds
    return lambda number: items[number % count :: count] or items


def always(items: Sequence[Any]) -> Batches:
    """Return the same batch for each round. This suits a column that is too long for caches, or a job without
    caches."""
    return lambda number: items


def measure(
    place: Place,
    subjects: Mapping[str, Subject],
    batches: Batches,
    rounds: int,
    unit: str = "µs",
    clock: Clock = time.process_time,
) -> Cell:
    """Measure how many microseconds each subject takes for one item. The subject's fastest round counts.

    By default, processor time is measured. A subject that raises `ValueError` is left out. A cell that is a little over
    its bar is measured again, with all its subjects. Otherwise, a family could look slow because the machine had other
    work.
    """
    cell = Cell(place, unit)
    _take_turns(cell, subjects, batches, range(rounds), clock)
    for turn in range(1, TURNS if rounds > 1 else 1):
        if is_a_little_over(cell):
            time.sleep(0.03)  # Most interruptions by other programs are shorter.
            _take_turns(cell, subjects, batches, range(turn * rounds, (turn + 1) * rounds), clock)
    return cell


def _take_turns(cell: Cell, subjects: Mapping[str, Subject], batches: Batches, rounds: range, clock: Clock) -> None:
    for number in rounds:
        for name, subject in subjects.items():
            if name in cell.left_out:
                continue
            batch = batches(number + 2 * len(rounds) if name in _SHARING else number)
            try:
                seconds = _time(subject, batch, clock)
            except Exception as error:
                if name in OURS and not isinstance(error, ValueError):
                    raise
                cell.left_out[name] = f"{type(error).__name__}: {error}"
                cell.values.pop(name, None)
            else:
                cell.values[name] = min(seconds, cell.values.get(name, seconds))


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
