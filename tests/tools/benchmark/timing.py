"""Measure times. Subjects take turns at the same batches, and the best of several rounds counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.tools.benchmark.bars import is_a_little_over
from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import OURS

#: The work of one subject on a batch. It has its own loop, so that the time includes only the work.
Run = Callable[[Sequence[Any]], object]
#: The batch of a round. Each round has other URLs than earlier rounds, so that caches do not help.
Batches = Callable[[int], Sequence[Any]]


@dataclass(frozen=True)
class Subject:
    """`prepare` converts a batch, and is not timed. `run` works on the converted batch, and is
    timed."""

    run: Run
    prepare: Callable[[Sequence[Any]], Sequence[Any]] = lambda batch: batch
    #: Return the answer to one item of the batch. The answers are compared before the measurement.
    answer: Callable[[Any], object] | None = None


#: Returns seconds: `time.process_time`, or `time.perf_counter` if the subjects use several cores.
Clock = Callable[[], float]


@dataclass
class Pace:
    """How the subjects take turns."""

    #: Called before each time that is measured. `beside` waits here until the other checkout has
    #: had its turn.
    wait: Callable[[], object] = lambda: None
    #: If false, only urldom's own subjects are measured.
    with_peers: bool = True


PACE: Final = Pace()

#: Subjects that share caches with an earlier subject. Their batches differ from the earlier
#: subject's batches, so that the caches do not help.
_SHARING: Final = ("URL", "FrozenURL", "row by row")

#: A cell is measured at most this many times.
TURNS: Final = 4


def slices(items: Sequence[Any], rounds: int) -> Batches:
    """Divide `items` among all the rounds that `measure` may need."""
    count = TURNS * rounds
    return lambda number: items[number % count :: count] or items


def always(items: Sequence[Any]) -> Batches:
    """Return the same batch for each round. This suits a column that is too long for caches, or a
    job without caches."""
    return lambda number: items


def measure(
    place: Place,
    subjects: Mapping[str, Subject],
    batches: Batches,
    rounds: int,
    unit: str = "µs",
    clock: Clock = time.process_time,
) -> Cell:
    """Measure how many microseconds each subject takes for one item. The subject's fastest round
    counts.

    By default, processor time is measured. A subject that raises `ValueError` is left out. A cell
    that is a little over its bar is measured again, with all its subjects. Otherwise, a family
    could look slow because the machine had other work."""
    cell = Cell(place, unit)
    if not PACE.with_peers:
        ours = {name: subject for name, subject in subjects.items() if name in OURS}
        _take_turns(cell, ours, batches, range(rounds), clock)
        return cell
    # The last batch is rarely measured, so the comparison fills no cache with the URLs of a
    # measurement.
    _compare_answers(cell, subjects, batches(TURNS * rounds - 1))
    _take_turns(cell, subjects, batches, range(rounds), clock)
    for turn in range(1, TURNS if rounds > 1 else 1):
        if is_a_little_over(cell):
            time.sleep(0.03)  # Most interruptions by other programs are shorter.
            _take_turns(cell, subjects, batches, range(turn * rounds, (turn + 1) * rounds), clock)
    return cell


#: The subject whose answers are compared with all others': the first of these that the job has
_REFERENCES: Final = ("URL", "WHATWG", "urldom")


def _answer(subject: Subject, item: Any) -> object:
    try:
        return subject.answer and subject.answer(item)
    except Exception as error:
        return type(error)


def _compare_answers(cell: Cell, subjects: Mapping[str, Subject], batch: Sequence[Any]) -> None:
    """Note the subjects whose answers differ from urldom's, because a row that compares different
    work has to say so. Two subjects that reject an item agree, whatever they raise."""
    reference = next(
        (name for name in _REFERENCES if name in subjects and subjects[name].answer), None
    )
    if reference is None:
        return
    cell.is_compared = any(
        subject.answer for name, subject in subjects.items() if name != reference
    )
    expected = [_answer(subjects[reference], item) for item in batch]
    for name, subject in subjects.items():
        if not subject.answer or name == reference:
            continue
        answers = [_answer(subject, item) for item in batch]
        others = [
            index
            for index, (ours, theirs) in enumerate(zip(expected, answers, strict=True))
            if ours != theirs and not (isinstance(ours, type) and isinstance(theirs, type))
        ]
        if others:
            first = others[0]
            cell.differs[name] = (
                f"{len(others):,} of {len(batch):,} answers: "
                f"{_difference(answers[first], expected[first])} for {batch[first]!r}"
            )


def _difference(theirs: object, ours: object) -> str:
    if isinstance(theirs, type):
        return f"{theirs.__name__}, not an answer,"
    if isinstance(theirs, tuple) and isinstance(ours, tuple):
        theirs, ours = next(
            (pair for pair in zip(theirs, ours, strict=False) if pair[0] != pair[1]), (theirs, ours)
        )
    return f"{theirs!r}, not {ours.__name__ if isinstance(ours, type) else repr(ours)},"


def _take_turns(
    cell: Cell, subjects: Mapping[str, Subject], batches: Batches, rounds: range, clock: Clock
) -> None:
    for number in rounds:
        for name, subject in subjects.items():
            if name in cell.left_out:
                continue
            batch = batches(number + 2 * len(rounds) if name in _SHARING else number)
            PACE.wait()
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
