"""`each_case` calls a test with every case, and its error lists the cases that fail."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tests.cases import each_case


def called(test: Any, **fixtures: Any) -> str:
    """Return the error of a test."""
    with pytest.raises(AssertionError) as caught:
        test(**fixtures)
    return str(caught.value)


def test_every_case_is_called_although_some_fail() -> None:
    seen = []

    @each_case(("number", "word"), [(1, "a"), (2, "b"), (3, "c")])
    def test(number: int, word: str) -> None:
        seen.append((number, word))
        if number != 2:
            raise ValueError(word)

    assert called(test) == (
        "2 of 3 cases failed\n    1, 'a'\n        ValueError: a\n    3, 'c'\n        ValueError: c"
    )
    assert seen == [(1, "a"), (2, "b"), (3, "c")]


def test_cause_of_the_error_is_the_first_failure() -> None:
    @each_case("number", range(3))
    def test(number: int) -> None:
        assert number == 0, f"not {number}"

    with pytest.raises(AssertionError) as caught:
        test()
    assert str(caught.value.__cause__).startswith("not 1")


def test_two_tables_have_a_case_for_each_pair() -> None:
    seen = []

    @each_case("a", {"x": 1, "y": 2})
    @each_case("b", [True, False])
    def test(a: str, b: bool) -> None:
        seen.append((a, b))
        assert not (a == "y" and b), "wrong"

    assert called(test).startswith("1 of 4 cases failed\n    'y', True\n")
    assert seen == [("x", True), ("x", False), ("y", True), ("y", False)]


def test_cases_have_the_ids_of_the_table() -> None:
    def fail(value: object) -> None:
        pytest.fail("why")

    names = [
        each_case("value", [8, 9], ids=hex)(fail),
        each_case("value", iter([8, 9]), ids=["eight", "nine"])(fail),
        each_case("value", [pytest.param(8, id="eight"), pytest.param([9], id="nine")])(fail),
        each_case(["value"], [(8,), (10**5000,)])(fail),
    ]
    assert [called(test).split("\n")[1::2] for test in names] == [
        ["    0x8", "    0x9"],
        ["    eight", "    nine"],
        ["    eight", "    nine"],
        ["    8", "    <int>"],
    ]


def test_skipped_case_does_not_skip_the_others() -> None:
    @each_case("value", [1, 2])
    def test(value: int) -> None:
        if value == 1:
            pytest.skip("no library")
        raise ValueError

    assert called(test).startswith("1 of 2 cases failed\n    2\n")


def test_test_is_skipped_if_every_case_is() -> None:
    @each_case("value", [1, 2])
    def test(value: int) -> None:
        pytest.skip("no library")

    with pytest.raises(pytest.skip.Exception, match=r"^no library$"):
        test()


def test_fixtures_and_other_parameters_are_kept() -> None:
    @each_case("value", [1, 2])
    def test(standard: str, value: int) -> None:
        raise ValueError(standard)

    assert [*inspect.signature(test).parameters] == ["standard"]
    assert "ValueError: html5" in called(test, standard="html5")


def test_case_with_marks_or_of_another_length_raises() -> None:
    with pytest.raises(TypeError, match="has no marks"):
        each_case("value", [pytest.param(1, marks=pytest.mark.full)])
    with pytest.raises(ValueError, match="shorter"):
        each_case("a, b", [(1,)])
