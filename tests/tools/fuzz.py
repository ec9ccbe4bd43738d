"""The fuzzer. Run it with `python -m tests.tools.fuzz`. `--help` lists the options.

By default, it mutates URLs of every family of the benchmark. Its checks are the property tests,
which compare the package with reference implementations of the standards. With `--coverage`,
atheris (the group `fuzz`) runs every property test of the suite, and searches for inputs that reach
new lines of the package."""

from __future__ import annotations

import argparse
import itertools
import linecache
import os
import random
import reprlib
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import pytest
from hypothesis import given, settings

from tests import test_invariants
from tests.core.explaining.explained import check_assignment, check_explanation
from tests.core.objects.relative import check_relative_to
from tests.core.standards.html5 import reference as html5_reference
from tests.core.standards.html5 import test_properties as test_html5_reference
from tests.core.standards.readings import check_assignments, check_resolving
from tests.core.standards.whatwg.strategies import SETTERS
from tests.core.standards.whatwg.test_properties import (
    by_the_state_machine,
    check_parsing,
    check_setting,
)
from tests.strategies import ENCODINGS, TOKENS
from tests.tools.benchmark.families import FAMILIES
from tests.tools.benchmark.references import REFERENCES
from tests.tools.benchmark.seeds import seeds
from tests.tools.benchmark.values import VALUES
from urldom import HTML5, InvalidURLError, URLDecomposition, find_standard, resolve
from urldom._core.errors import Failure
from urldom._core.standards.registry import STANDARD_NAMES
from urldom._core.standards.whatwg import cutting
from urldom._core.standards.whatwg.url_record import pieces_of, record_of
from urldom._core.text.encodings import output_encoding
from urldom.whatwg import URL

#: Only invented URLs, because real URLs are not on every machine, and a seed must always make the
#: same inputs
_SEEDS: Final = list(itertools.islice(seeds([]), 30))
_REFERENCES: Final = [make(seed) for make in REFERENCES.values() for seed in _SEEDS[:4]]
_VALUES: Final = {
    name: [make(seed.number) for make in VALUES[name].values() for seed in _SEEDS[:4]]
    for name in VALUES
}
_EVERY_VALUE: Final = [value for values in _VALUES.values() for value in values]

#: Delimiters, which change the structure of a URL most. They are inserted as often as all other
#: tokens together.
_DELIMITERS: Final = [*"/\\?#:@|[]% \t", "//", ".", "..", "/.", "/..", "/../..", "%2e", "C|"]

#: A case of this program, or of another one that uses its functions
_Case = TypeVar("_Case")
#: The exceptions of a failed check. A failed `pytest.raises` raises a `BaseException` that is not
#: an `Exception`.
_Raised: Final = (Exception, pytest.fail.Exception)
_TESTS: Final = Path(__file__).parents[1]
_SHORT: Final = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 300
_SHORT.maxdict = _SHORT.maxtuple = 20


# The checks for each input. They call the property tests of the suite.


class Case(NamedTuple):
    """An input: a URL, its base, and an assignment."""

    url: str
    base: str | None
    encoding: str
    name: str
    value: str
    standard: str  #: for the checks that are too slow to run under every standard


def whatwg_cut(case: Case) -> None:
    """The fast path and the component parsers make the same record as the state machine."""
    encoding = output_encoding(case.encoding)
    record = by_the_state_machine(case.url, case.base, encoding)
    pieces = None
    with suppress(Failure):
        pieces = cutting.cut(
            case.url, None if case.base is None else cutting.cut(case.base), encoding
        )
    assert (pieces and pieces[:8]) == (record and pieces_of(record, "")[:8])
    assert pieces is None or record_of(pieces) == record
    check_parsing(case.url, case.base)


def whatwg_setters(case: Case) -> None:
    check_setting(case.url, case.name, case.value, case.encoding)


def html5_resolving(case: Case) -> None:
    encoding = output_encoding(case.encoding)
    test_html5_reference.assert_cut(case.url, None, encoding)
    if case.base is not None:
        base = test_html5_reference.outcome(html5_reference.resolve, case.base)
        test_html5_reference.assert_cut(case.url, base, encoding)


def html5_attributes(case: Case) -> None:
    inner(test_html5_reference.test_attributes_match_the_reference)(case.url)


def html5_setters(case: Case) -> None:
    if case.name in HTML5.attributes:
        inner(test_html5_reference.test_assigning_matches_the_reference)(
            case.url, [(case.name, case.value)]
        )


def rfc_invariants(case: Case) -> None:
    url, _, encoding, name, value, _ = case
    for standard in test_invariants.RFCS:
        base = None
        if case.base is not None:
            # The property needs a path without dot segments, but an empty reference keeps the path
            # of the base. Resolving the base removes the dot segments of this path.
            with suppress(InvalidURLError):
                base = str(resolve(case.base, standard=standard)) or None
        inner(test_invariants.test_str_of_a_parsed_url_parses_to_an_equal_value)(standard, url)
        inner(test_invariants.test_resolving_a_resolved_url_changes_nothing)(
            standard, url, base, None, encoding, "utf-8"
        )
        if name in test_invariants.ATTRIBUTES:
            inner(test_invariants.test_setter_changes_only_its_component)(
                standard, url, name, value
            )
            inner(test_invariants.test_attributes_after_assignments_match_the_href)(
                standard, url, [(name, value)]
            )


def relative_references(case: Case) -> None:
    """A relative reference resolves back to its URL."""
    if case.base is not None:
        for standard in STANDARD_NAMES:
            check_relative_to(
                URLDecomposition(case.url, case.base, standard=standard), case.base, case.encoding
            )
            check_relative_to(
                URLDecomposition(case.base, standard=standard), case.url, case.encoding
            )


def readings(case: Case) -> None:
    """Under each standard, the specification's algorithm and the fast path have the same result."""
    check_resolving(case.url, case.base, case.encoding)
    check_assignments(case.url, case.name, case.value)


def explanations(case: Case) -> None:
    check_explanation(case.url, case.base, case.standard, case.encoding)
    if case.name in find_standard(case.standard).assignable:
        check_assignment(case.url, case.name, case.value, case.standard)


def documented_errors(case: Case) -> None:
    test_invariants.do_everything(case.url, case.standard, case.base, case.encoding, case.value)


def inner(test: Any) -> Any:
    """Return the function of a property test, which runs without hypothesis on the caller's
    arguments."""
    return test.hypothesis.inner_test


CHECKS: Final[dict[str, Callable[[Case], None]]] = {
    "WHATWG: the fast path matches the state machine": whatwg_cut,
    "WHATWG: the setters match the Standard": whatwg_setters,
    "HTML5: parsing and resolving match the text": html5_resolving,
    "HTML5: the attributes match the table": html5_attributes,
    "HTML5: the setters match the text": html5_setters,
    "RFCs: the invariants": rfc_invariants,
    "relative references resolve back": relative_references,
    "the readings match the fast paths": readings,
    "explanations match the results": explanations,
    "only documented errors": documented_errors,
}


# Mutated inputs


@dataclass
class Difference:
    """A failed check: its message for the smallest case, and the number of failing cases."""

    family: str
    case: Case
    count: int = 0
    failure: str = ""


@dataclass
class Outcome:
    """The results of the checks for one family of URLs."""

    family: str
    inputs: int
    parsed: int = 0  #: the number of URLs that are valid under the URL Standard
    seconds: float = 0
    differences: dict[str, Difference] = field(default_factory=dict)


def run(families: list[str], inputs: int, seed: int, jobs: int) -> int:
    """Print the results of each family, and return the exit code."""
    each = -(-inputs // len(families))
    print(
        f"seed {seed}, {each:,} mutated inputs of each of {len(families)} families, {jobs}"
        " processes\n"
    )
    print(f"{'family':32}{'inputs':>9}{'parsed':>9}{'a second':>10}")
    started = time.perf_counter()
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(jobs) as pool:
        for outcome in pool.map(partial(fuzz, inputs=each, seed=seed), families):
            outcomes.append(outcome)
            rate = outcome.inputs / outcome.seconds
            found = sum(difference.count for difference in outcome.differences.values())
            verdict = f"{found:,} differences" if found else "no difference"
            print(
                f"{outcome.family:32}{outcome.inputs:9,}{outcome.parsed:9,}{rate:10,.0f} "
                f" {verdict}",
                flush=True,
            )
    seconds = time.perf_counter() - started
    total, parsed = sum(o.inputs for o in outcomes), sum(o.parsed for o in outcomes)
    differing = [
        name for name in CHECKS if any(name in outcome.differences for outcome in outcomes)
    ]
    verdict = f"{len(differing)} checks with differences" if differing else "no difference"
    print(f"{'all':32}{total:9,}{parsed:9,}{total / seconds:10,.0f}  {verdict}, {seconds:,.0f} s")
    for name in differing:
        differences = [
            outcome.differences[name] for outcome in outcomes if name in outcome.differences
        ]
        smallest = min(differences, key=lambda difference: size(difference.case))
        print(
            f"\n{name}\n    {sum(difference.count for difference in differences):,} inputs differ."
            " The smallest:"
        )
        print(f"    {smallest.case}\n{smallest.failure}")
        print(
            f"    to repeat: python -m tests.tools.fuzz --seed {seed} --inputs {each} --families"
            f' "{smallest.family}"'
        )
    return 1 if differing else 0


def fuzz(family: str, inputs: int, seed: int) -> Outcome:
    outcome = Outcome(family, inputs)
    mutated = Mutations(family, seed)
    started = time.perf_counter()
    for _ in range(inputs):
        case = mutated.case()
        outcome.parsed += URL.can_parse(case.url, case.base)
        for name, check in CHECKS.items():
            if differs(check, case):
                difference = outcome.differences.setdefault(name, Difference(family, case))
                difference.count += 1
                difference.case = min(difference.case, case, key=size)
    outcome.seconds = time.perf_counter() - started
    for name, difference in outcome.differences.items():
        difference.case = shrink(difference.case, CHECKS[name])
        difference.failure = explain(difference.case, CHECKS[name])
    return outcome


class Mutations:
    """The mutated inputs of a family."""

    def __init__(self, family: str, seed: int) -> None:
        self._random = random.Random(f"{seed} {family}")
        self._urls = [FAMILIES[family](seed) for seed in _SEEDS]
        self._others = [make(_SEEDS[0]) for make in FAMILIES.values()]

    def case(self) -> Case:
        choice, chance = self._random.choice, self._random.random()
        url, base = choice(self._urls), None
        if chance < 0.25:
            base = choice(self._others)
        elif chance < 0.5:
            base, url = url, choice(_REFERENCES)
        if base is not None and self._random.random() < 0.5:
            base = self._mutate(base, self._others)
        name = choice(SETTERS)
        values = _VALUES.get(name, _EVERY_VALUE)
        return Case(
            url=self._mutate(url, self._others),
            base=base,
            encoding=choice(ENCODINGS) if self._random.random() < 0.3 else "utf-8",
            name=name,
            value=self._mutate(choice(values), _EVERY_VALUE),
            standard=choice(STANDARD_NAMES),
        )

    def _mutate(self, text: str, others: list[str]) -> str:
        """Return the text with up to five changes. The result always differs from the text."""
        mutated = text
        for _ in range(self._random.choice((1, 1, 1, 2, 2, 3, 5))):
            mutated = self._change(mutated, others)
        return mutated if mutated != text else self._mutate(text, others)

    def _change(self, text: str, others: list[str]) -> str:
        """Return the text with one change. Half of the changes are at a delimiter, where a
        component ends."""
        choice, start = self._random.choice, self._place(text)
        end = start + choice((1, 1, 1, 2, 3, 8))
        token = choice(choice((_DELIMITERS, TOKENS)))
        match choice(
            ("delete", "duplicate", "insert", "insert", "replace", "replace", "splice", "case")
        ):
            case "delete":
                return text[:start] + text[end:]
            case "duplicate":
                return text[:end] + text[start:]
            case "insert":
                return text[:start] + token + text[start:]
            case "replace":
                return text[:start] + token + text[end:]
            case "splice":
                other = choice(others)
                return text[:start] + other[self._place(other) :]
            case _:
                return text[:start] + text[start:end].swapcase() + text[end:]

    def _place(self, text: str) -> int:
        delimiters = [index for index, character in enumerate(text) if not character.isalnum()]
        if delimiters and self._random.random() < 0.5:
            return self._random.choice(delimiters)
        return self._random.randint(0, len(text))


def differs(check: Callable[[_Case], object], case: _Case) -> bool:
    try:
        check(case)
    except _Raised:
        return True
    return False


def size(case: Case) -> int:
    return len(case.url) + len(case.base or "") + len(case.value)


def shrink(case: Case, check: Callable[[Case], None]) -> Case:
    """Return the smallest part of the case for which the check still fails."""
    for simpler in (case._replace(base=None), case._replace(encoding="utf-8")):
        if differs(check, simpler):
            case = simpler
    for name in ("value", "base", "url"):
        length = len(getattr(case, name) or "")
        while length:
            start = 0
            while start < len(text := getattr(case, name)):
                shorter = case._replace(**{name: text[:start] + text[start + length :]})
                if differs(check, shorter):
                    case = shorter
                else:
                    start += length
            length //= 2
    return case


def explain(case: _Case, check: Callable[[_Case], None]) -> str:
    """Return the line where the check fails on the case, and the local variables on this line."""
    try:
        check(case)
    except _Raised as error:
        frames = traceback.walk_tb(error.__traceback__)
        frame, line = [
            found for found in frames if _TESTS in Path(found[0].f_code.co_filename).parents
        ][-1]
        source = linecache.getline(frame.f_code.co_filename, line).strip()
        # The `repr` of an incomplete object may raise an error. `reprlib` catches it.
        variables = [
            f"        {name} = {_SHORT.repr(value)}" for name, value in frame.f_locals.items()
        ]
        error_text = f"{type(error).__name__}: {error}".rstrip(": ")
        return "\n".join(
            [f"    {error_text} in {frame.f_code.co_name}, line {line}: {source}", *variables]
        )
    return "    (the second run has no difference)"


# Coverage-guided fuzzing. Each combination of a property test and its parameters is a target. The
# first two bytes of the fuzzer's data choose a target, and hypothesis draws from the other bytes. A
# failure is printed and ends the run. Shorten the input of the failure, and add it to the test as
# an `@example`.

Target = Callable[[bytes], object]


def modules() -> list[str]:
    """Return the modules with property tests. The function searches the folder, because a written
    list would become outdated."""
    return [
        ".".join(file.relative_to(_TESTS.parent).with_suffix("").parts)
        for file in sorted(_TESTS.rglob("test_*.py"))
        if "\n@given(" in file.read_text(encoding="utf-8")
    ]


def targets() -> Iterator[tuple[str, Target]]:
    for module in map(import_module, modules()):
        for name, test in vars(module).items():
            if name.startswith("test_") and hasattr(test, "hypothesis"):
                for fixed in parameters(test):
                    yield f"{module.__name__}.{name}{list(fixed.values())}", bind(test, fixed)


def parameters(test: Any) -> Iterator[dict[str, Any]]:
    """Yield the arguments from pytest's `parametrize` marks: one mapping for each combination."""
    marks = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for values in itertools.product(*(values for _, values in marks)):
        yield {name: value for (name, _), value in zip(marks, values, strict=True)}


def bind(test: Any, fixed: dict[str, Any]) -> Target:
    """Return the test with these parameters, as a function that hypothesis runs on bytes."""
    inner = test.hypothesis.inner_test
    strategies = test.hypothesis._given_kwargs

    def bound(**arguments: Any) -> None:
        inner(**arguments, **fixed)

    target: Target = settings(database=None)(given(**strategies)(bound)).hypothesis.fuzz_one_input
    return target


def run_by_coverage(seconds: int, seed: int) -> None:
    import atheris

    # Atheris instruments imports from here on, so the modules that are already imported are removed
    # first.
    for name in [name for name in sys.modules if name.partition(".")[0] in ("urldom", "tests")]:
        del sys.modules[name]
    with atheris.instrument_imports(include=["urldom"]):
        listed = list(targets())
    print(f"{len(listed)} targets")

    def one_input(data: bytes) -> None:
        if len(data) > 2:
            name, target = listed[int.from_bytes(data[:2], "big") % len(listed)]
            try:
                target(data[2:])
            except _Raised:
                print(f"failed: {name}", file=sys.stderr)
                raise

    with tempfile.TemporaryDirectory() as corpus:
        flags = [f"-max_total_time={seconds}", f"-seed={seed}", "-max_len=2048", "-verbosity=0"]
        atheris.Setup(
            [sys.argv[0], *flags, f"-artifact_prefix={tempfile.gettempdir()}/", corpus], one_input
        )
        atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.fuzz",
        description=(
            "Compare the package with the texts of the standards on mutated URLs. The exit code is"
            " 1 if there is a difference."
        ),
        epilog="Families: " + "; ".join(FAMILIES) + ".",
    )
    parser.add_argument(
        "--inputs",
        type=int,
        default=200_000,
        metavar="N",
        help="the minimum number of mutated inputs (200,000)",
    )
    parser.add_argument(
        "--families", nargs="+", choices=FAMILIES, metavar="NAME", help="test only these families"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the same seed makes the same inputs (0)"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count(),
        metavar="N",
        help="processes (one for each processor)",
    )
    parser.add_argument(
        "--coverage", action="store_true", help="run atheris on every property test instead"
    )
    parser.add_argument(
        "--seconds", type=int, default=60, metavar="N", help="the duration with --coverage (60)"
    )
    options = parser.parse_args()
    if not __debug__:
        parser.error("python -O removes the assertions, so the checks would find nothing")
    if options.coverage:
        run_by_coverage(options.seconds, options.seed)
    else:
        sys.exit(
            run(options.families or list(FAMILIES), options.inputs, options.seed, options.jobs)
        )


if __name__ == "__main__":
    main()
