"""Many cases in one test. For pytest, a test costs more than most cases of a long table do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from textwrap import indent
from typing import Any, Final, NamedTuple

import pytest

#: The number of failed cases whose messages are in the error. Of the others, it has the names.
SHOWN: Final = 20


class Case(NamedTuple):
    """The arguments of a test. `name` is `None` if the arguments have to name the case."""

    name: object
    arguments: Mapping[str, Any]

    def __str__(self) -> str:
        if self.name is not None:
            return str(self.name)
        return ", ".join(map(shown, self.arguments.values()))


def each_case(
    names: str | tuple[str, ...] | list[str],
    cases: Iterable[Any],
    ids: Iterable[object] | Callable[[Any], object] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each of the cases, as one test. The arguments are those of
    `pytest.mark.parametrize`.

    All cases run, and the error of the test lists those that failed. Its cause is the first failure,
    with its traceback. A case that calls `pytest.skip` skips only itself. Two decorators call the
    test with each pair of their cases. All cases have the same fixtures.
    """
    table = list(_table(names, cases, ids))

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        function, others = getattr(test, "each_case", (test, [[]]))
        every = [[case, *other] for case in table for other in others]

        @wraps(test)
        def test_each_case(**fixtures: Any) -> None:
            __tracebackhide__ = True
            failures: list[tuple[str, BaseException]] = []
            skips = []
            for case in every:
                arguments = {name: value for part in case for name, value in part.arguments.items()}
                try:
                    function(**fixtures, **arguments)
                except pytest.skip.Exception as error:
                    skips.append(str(error))
                except (Exception, pytest.fail.Exception) as error:
                    failures.append((", ".join(map(str, case)), error))
            if failures:
                raise AssertionError(listed(failures, len(every))) from failures[0][1]
            if len(skips) == len(every):
                pytest.skip("; ".join(dict.fromkeys(skips)) or "no cases")

        taken = {name for case in every[:1] for part in case for name in part.arguments}
        signature = inspect.signature(function)
        kept = [each for name, each in signature.parameters.items() if name not in taken]
        test_each_case.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        test_each_case.each_case = (function, every)  # type: ignore[attr-defined]
        return test_each_case

    return decorate


def _table(
    names: str | tuple[str, ...] | list[str],
    cases: Iterable[Any],
    ids: Iterable[object] | Callable[[Any], object] | None,
) -> Iterable[Case]:
    parameters = names.replace(",", " ").split() if isinstance(names, str) else [*names]
    cases = [*cases]
    labels = [None] * len(cases) if ids is None or callable(ids) else [*ids]
    for case, label in zip(cases, labels, strict=True):
        row, name = case, label
        if isinstance(case, type(pytest.param())):
            if case.marks:
                raise TypeError(f"a case of one test has no marks: {case}")
            row, name = case.values, case.id
        elif len(parameters) == 1 and isinstance(names, str):
            row = [case]
        row = [*row]
        if callable(ids) and name is None:
            name = ", ".join(str(ids(value)) for value in row)
        yield Case(name, dict(zip(parameters, row, strict=True)))


def shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # Such as an integer with too many digits
        text = f"<{type(value).__name__}>"
    return text if len(text) < 200 else f"{text[:200]}..."


def listed(failures: list[tuple[str, BaseException]], number: int) -> str:
    """Return the error's text. Each case stands above the message of its failure."""
    lines = [f"{len(failures)} of {number} cases failed"]
    for index, (case, error) in enumerate(failures):
        lines.append(indent(case, " " * 4))
        if index < SHOWN:
            lines.append(indent(f"{type(error).__name__}: {error}", " " * 8))
    return "\n".join(lines)


def few_or_many(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """Give a test a small number in the quick suite, and a large number in `--all` too."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.full)])


def more_at_night(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """Give a test a small number where it runs, and a large number with `--nightly` too."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.nightly)])
