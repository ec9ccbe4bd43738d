"""The reading of each standard has the same results as its fast path."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case, few_or_many
from tests.conformance import cases
from tests.core.standards.readings import check_assignments, check_resolving
from tests.core.standards.whatwg.strategies import SETTERS, setters, urls, values
from tests.strategies import BASES, bases, encodings, hostile
from tests.tools.benchmark.families import FAMILIES
from tests.tools.benchmark.seeds import seeds
from tests.tools.fuzz import Mutations
from urldom._core.values.references import read_dot_segments, remove_dot_segments

#: The numbers of inputs of all tests together
MUTATED = (1000, 5000)


@each_case("family", FAMILIES)
def test_readings_match_the_fast_paths_on_each_family(family):
    url = FAMILIES[family](next(iter(seeds([]))))
    for base in (None, *BASES):
        check_resolving(url, base, "utf-8")
        check_resolving("../a b?c#d", url, "windows-1252")
    for name in SETTERS:
        check_assignments(url, name, url)


@few_or_many("number", *MUTATED)
@pytest.mark.parametrize("family", FAMILIES)
def test_readings_match_the_fast_paths_on_mutated_inputs(family, number):
    mutations = Mutations(family, seed=23)
    for _ in range(-(-number // len(FAMILIES))):
        case = mutations.case()
        check_resolving(case.url, case.base, case.encoding)
        check_assignments(case.url, case.name, case.value)


@given(hostile | urls, bases, encodings)
@example("", "", "utf-8")
@example("l/.\n", "s:", "utf-8")
def test_readings_match_the_fast_paths_on_any_text(url, base, encoding):
    check_resolving(url, base, encoding)


@given(hostile | urls, setters, values)
def test_assignments_match_the_fast_paths_on_any_text(url, name, value):
    check_assignments(url, name, value)


def test_readings_match_the_fast_paths_on_the_conformance_data():
    for case in cases("url"):
        check_resolving(case["input"], case.get("base"), "utf-8")
    for case in cases("setters"):
        if case["attribute"] in SETTERS:
            check_assignments(case["href"], case["attribute"], case["value"])


@given(
    st.lists(st.sampled_from(["/", ".", "..", "/.", "/..", "a", "...", ".a", "//"])).map("".join)
)
def test_removing_dot_segments_with_two_buffers_matches_the_fast_path(path):
    steps = []
    assert read_dot_segments(path, steps.append) == remove_dot_segments(path)
    assert len(steps) <= 21 and (not path or steps)


def test_rows_of_a_long_path_are_limited():
    steps = []
    path = "/" + "a" * 1000 + "/b/.." * 100_000
    assert read_dot_segments(path, steps.append) == remove_dot_segments(path)
    assert len(steps) == 21
    assert (
        max(len(text) for step in steps[:20] for text in (step.looked_at, *step.made.values()))
        == 200
    )
