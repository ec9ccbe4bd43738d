"""Run the entries on strings made of tokens, and shorten each case with a difference."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from itertools import accumulate
from random import Random
from typing import Any, Final

from tests.tools.fuzz import differs, explain
from tests.tools.tokens.columns import COLUMN_ENTRIES, ColumnCheck
from tests.tools.tokens.entries import ENTRIES, UNDER_EACH, UNDER_ONE, Check
from tests.tools.tokens.making import Case, Maker
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.whatwg import URL

#: The strings of a block, which one process makes by a seed of its own. A check of columns runs on
#: a block.
BLOCK: Final = 2000
#: The most cases of one entry that are shortened in a block.
_MOST: Final = 10
_CHOSEN: Final = [name for name in ENTRIES if name not in (UNDER_EACH, UNDER_ONE)]
_WEIGHTS: Final = list(accumulate(ENTRIES[name].weight for name in _CHOSEN))
_HAS_COLUMNS: Final = all(map(find_spec, ("pyarrow", "polars", "publicsuffixlist")))


@dataclass
class Outcome:
    """The answers that were compared, and the shortest cases that differ."""

    strings: int = 0
    #: The number of strings that are valid under the URL Standard.
    valid: int = 0
    #: The number of answers, by the entry and the standard.
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    #: What failed, by the entry and the shortened case.
    differences: dict[tuple[str, Case], str] = field(default_factory=dict)

    def add(self, other: Outcome) -> None:
        self.strings += other.strings
        self.valid += other.valid
        self.answers += other.answers
        self.differences |= other.differences


def run_block(block: tuple[int, int], seed: int, only: Sequence[str] = ()) -> Outcome:
    """Run a block, which is given by its number and its number of strings. `only` names the entries
    if not all of them run."""
    number, count = block
    maker = Maker(f"{seed} {number}")
    chance = Random(f"entries {seed} {number}")
    chosen = [name for name in _CHOSEN if not only or name in only]
    weights = _WEIGHTS if chosen == _CHOSEN else list(accumulate(ENTRIES[n].weight for n in chosen))
    outcome = Outcome(count)
    cases = [maker.case() for _ in range(count)]
    for case in cases:
        outcome.valid += not differs(lambda case: URL(case.text), case)
        if not only or UNDER_EACH in only:
            for standard in STANDARD_NAMES:
                _run(outcome, UNDER_EACH, case._replace(standard=standard))
        if case.base is not None and (not only or UNDER_ONE in only):
            _run(outcome, UNDER_ONE, case)
        if chosen:
            (name,) = chance.choices(chosen, cum_weights=weights)
            _run(outcome, name, case)
    if _HAS_COLUMNS:
        columns = [name for name in COLUMN_ENTRIES if not only or name in only]
        if columns:
            _run_columns(outcome, chance.choice(columns), cases, chance.choice(STANDARD_NAMES))
    return outcome


def _run(outcome: Outcome, name: str, case: Case) -> None:
    check, standards, _ = ENTRIES[name]
    if case.standard not in standards:
        case = case._replace(standard=standards[0])
    outcome.answers[name, case.standard] += 1
    if differs(check, case) and _may_shorten(outcome, name):
        shortest = shorten(case, check)
        outcome.differences.setdefault((name, shortest), explain(shortest, check))


def _may_shorten(outcome: Outcome, name: str) -> bool:
    return sum(entry == name for entry, _ in outcome.differences) < _MOST


def _run_columns(outcome: Outcome, name: str, cases: Sequence[Case], standard: str) -> None:
    check = _row_check(COLUMN_ENTRIES[name])
    rows = [case._replace(standard=standard) for case in cases]
    outcome.answers[name, standard] += len(rows)
    if _are_equal(COLUMN_ENTRIES[name], rows, standard):
        return
    # Each row is checked apart. If none differs, the rows differ together.
    for case in rows:
        if differs(check, case) and _may_shorten(outcome, name):
            shortest = shorten(case, check)
            outcome.differences.setdefault((name, shortest), explain(shortest, check))
    if not any(entry == name for entry, _ in outcome.differences):
        outcome.differences[name, rows[0]] = f"    {len(rows)} rows differ, but none of them alone"


def _are_equal(check: ColumnCheck, cases: Sequence[Case], standard: str) -> bool:
    try:
        return all(found == expected for found, expected in check(cases, standard))
    except Exception:
        return False


def _row_check(check: ColumnCheck) -> Check:
    def check_row(case: Case) -> None:
        for found, expected in check([case], case.standard):
            assert found == expected

    return check_row


def shorten(case: Case, check: Check) -> Case:
    """Return the case with as few tokens as possible with which the check still fails."""
    simpler: list[dict[str, Any]] = [{"base": None}, {"encoding": "utf-8"}]
    simpler += [{"values": (value,)} for value in case.values]
    for change in simpler:
        changed = case._replace(**change)
        if differs(check, changed):
            case = changed
    is_shorter = True
    while is_shorter:
        is_shorter = False
        for shorter in _without_a_token(case):
            if differs(check, shorter):
                case, is_shorter = shorter, True
                break
    return case


def _without_a_token(case: Case) -> Iterator[Case]:
    for name in ("url", "base", "target"):
        tokens = getattr(case, name) or ()
        for place in range(len(tokens)):
            shorter: dict[str, Any] = {name: tokens[:place] + tokens[place + 1 :]}
            yield case._replace(**shorter)
    for number, (name, tokens) in enumerate(case.values):
        if len(case.values) > 1:
            yield case._replace(values=case.values[:number] + case.values[number + 1 :])
        for place in range(len(tokens)):
            value = (name, tokens[:place] + tokens[place + 1 :])
            values = (*case.values[:number], value, *case.values[number + 1 :])
            yield case._replace(values=values)


# The program


def blocks(strings: int) -> list[tuple[int, int]]:
    """Return the number of each block, and its number of strings."""
    starts = range(0, strings, BLOCK)
    return [(number, min(BLOCK, strings - start)) for number, start in enumerate(starts)]


def run(strings: int, seed: int, jobs: int, only: Sequence[str] = ()) -> int:
    """Print the numbers of answers and the differences, and return the exit code."""
    print(
        f"seed {seed}, {strings:,} strings of two to seven tokens, {jobs} processes\n", flush=True
    )
    started = time.perf_counter()
    outcome = Outcome()
    run_one = partial(run_block, seed=seed, only=only)
    for part in _mapped(run_one, blocks(strings), jobs):
        outcome.add(part)
        if sys.stderr.isatty():
            print(f"\r{outcome.strings:,}", end="", file=sys.stderr)
    seconds = time.perf_counter() - started
    print_answers(outcome)
    found = len(outcome.differences)
    print(
        f"\n{outcome.strings:,} strings, {outcome.valid / max(outcome.strings, 1):.0%} of them valid"
        f" under the URL Standard, {outcome.answers.total():,} answers, {seconds:,.0f} s:"
        f" {f'{found} differences' if found else 'no difference'}"
    )
    by_length = sorted(outcome.differences.items(), key=lambda item: len(repr(item[0])))
    for (name, case), failure in by_length:
        print(f"\n{name}\n    {case!a}\n{failure}")
    return 1 if found else 0


def _mapped(
    function: Callable[[tuple[int, int]], Outcome], numbers: Iterable[tuple[int, int]], jobs: int
) -> Iterator[Outcome]:
    if jobs == 1:
        yield from map(function, numbers)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(function, numbers)


def print_answers(outcome: Outcome) -> None:
    """Print a table with the number of answers of each entry under each standard."""
    print(f"{'answers':26}", *(f"{name:>9}" for name in STANDARD_NAMES))
    for name in (*ENTRIES, *COLUMN_ENTRIES):
        counts = [outcome.answers[name, standard] for standard in STANDARD_NAMES]
        if any(counts):
            print(f"{name:26}", *(f"{count or '':>9,}" if count else " " * 9 for count in counts))
