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


#: How often as many rounds are done, at most.
TURNS: Final = 4


def slices(items: Sequence[Any], rounds: int) -> Batches:
    """`items` dealt out to all the rounds that `measure` may come to."""
    count = TURNS * rounds
    return lambda number: items[number % count :: count] or items


def measure(place: Place, subjects: Mapping[str, Subject], batches: Batches, rounds: int, unit: str = "µs") -> Cell:
    """The microseconds an item that each subject took in its fastest round, in processor time.

    A subject that raises `ValueError` is left out. A cell that is a little over its bar is measured again, everybody
    alike: what the machine did in between must not look like a slow family, and the worst of many cells is where it
    would.
    """
    cell = Cell(place, unit)
    _take_turns(cell, subjects, batches, range(rounds))
    for turn in range(1, TURNS if rounds > 1 else 1):
        if is_a_little_over(cell):
            time.sleep(0.03)  # longer than most of what comes in between
            _take_turns(cell, subjects, batches, range(turn * rounds, (turn + 1) * rounds))
    return cell


def _take_turns(cell: Cell, subjects: Mapping[str, Subject], batches: Batches, rounds: range) -> None:
    for number in rounds:
        for name, subject in subjects.items():
            if name in cell.left_out:
                continue
            # Its caches are those of `WHATWG`, which has just had the batch of this number.
            batch = batches(number + 2 * len(rounds) if name == "URL" else number)
            try:
                taken = _time(subject, batch)
            except Exception as error:
                if name in OURS and not isinstance(error, ValueError):
                    raise
                cell.left_out[name] = f"{type(error).__name__}: {error}"
                cell.values.pop(name, None)
            else:
                cell.values[name] = min(taken, cell.values.get(name, taken))


def _time(subject: Subject, batch: Sequence[Any]) -> float:
    prepared = subject.prepare(batch)
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        subject.run(prepared)
        return (time.process_time() - start) / len(batch) * 1e6
    finally:
        gc.enable()
