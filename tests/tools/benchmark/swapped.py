"""The functions of `urldom.urllib` in place of `urllib.parse`'s, on distinct strings, and on
strings that repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib import parse

import urldom.urllib
from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.references import REFERENCES
from tests.tools.benchmark.resolving import BASE
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Run, Subject, measure, slices

#: The number of different strings that repeat. The caches have room for them.
_FEW = 50


def _each(function: Callable[..., object]) -> Run:
    def run(items: Sequence[tuple[str, ...]]) -> None:
        for arguments in items:
            function(*arguments)

    return run


def _subjects(name: str) -> dict[str, Subject]:
    ours: Any = getattr(urldom.urllib, name)
    functions = {"urldom": ours, "urllib": getattr(parse, name)}

    def answer(function: Callable[..., Any]) -> Callable[[tuple[str, ...]], object]:
        # The results of `urlsplit` and `urlparse` are compared as tuples, because their classes
        # differ.
        return lambda arguments: (
            function(*arguments) if name == "urljoin" else tuple(function(*arguments))
        )

    return {
        subject: Subject(_each(function), answer=answer(function))
        for subject, function in functions.items()
    }


def _calls(settings: Settings, count: int) -> Iterator[tuple[str, str, list[tuple[str, ...]]]]:
    """Yield each function and family with the arguments of `count` calls, or of fewer if the family
    has fewer URLs."""
    for family in filter(settings.families.is_chosen, REFERENCES):
        yield (
            "urljoin",
            family,
            [(BASE, reference) for reference in settings.families.make(REFERENCES[family], count)],
        )
    for name in ("urlsplit", "urlparse"):
        for family in settings.families.names():
            yield name, family, [(url,) for url in settings.families.urls(family, count)]


def swap(settings: Settings) -> Iterator[Cell]:
    for name, family, calls in _calls(settings, settings.most * TURNS * settings.rounds):
        batches = slices(calls, settings.rounds)
        yield measure(Place("swap", family, case=name), _subjects(name), batches, settings.rounds)


def swap_again(settings: Settings) -> Iterator[Cell]:
    for name, family, calls in _calls(settings, _FEW):
        repeated = (calls * settings.most)[: max(settings.most, _FEW)]
        yield measure(
            Place("swap again", family, case=name),
            _subjects(name),
            lambda _, r=repeated: r,
            settings.rounds,
        )
