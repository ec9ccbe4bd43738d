"""Resolve references against one base, which is a string or a parsed URL. Also resolve each reference against a base of
its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import urljoin

from tests.benchmark.cells import Cell, Place
from tests.benchmark.peers import ada_url
from tests.benchmark.references import EMPTY, REFERENCES
from tests.benchmark.settings import Settings
from tests.benchmark.timing import TURNS, Run, Subject, measure, slices
from urldom import HTML5, WHATWG, Standard

BASE: Final = "https://www.example.com/a/b/c?d=e"

_Pairs = Sequence[tuple[str, str]]


def _urldom(standard: Standard) -> Run:
    resolve = standard.resolve

    def run(pairs: _Pairs) -> None:
        for reference, base in pairs:
            str(resolve(reference, base))

    return run


def _join(function: Callable[[str, str], object]) -> Run:
    def run(pairs: _Pairs) -> None:
        for reference, base in pairs:
            function(base, reference)

    return run


def _parse_base(standard: Standard) -> Callable[[_Pairs], list[tuple[str, Any]]]:
    def prepare(pairs: _Pairs) -> list[tuple[str, Any]]:
        base = standard.resolve(BASE)
        return [(reference, base) for reference, _ in pairs]

    return prepare


def resolve(settings: Settings) -> Iterator[Cell]:
    standards: dict[str, Standard] = {"HTML5": HTML5, "WHATWG": WHATWG}
    peers = {"urljoin": Subject(_join(urljoin))}
    if ada_url:
        peers["ada_url"] = Subject(_join(ada_url.join_url))
    by_string = {name: Subject(_urldom(standard)) for name, standard in standards.items()} | peers
    by_value = {name: Subject(_urldom(s), _parse_base(s)) for name, s in standards.items()} | peers
    count = settings.most * TURNS * settings.rounds
    for family in filter(settings.families.is_chosen, [*REFERENCES, EMPTY]):
        references = [""] * count if family == EMPTY else settings.families.make(REFERENCES[family], count)
        one = slices([(reference, BASE) for reference in references], settings.rounds)
        many = slices([(r, f"https://www.example.com/{n}/b/c?d=e") for n, r in enumerate(references)], settings.rounds)
        for case, subjects, batches in (
            ("a base as a string", by_string, one),
            ("a parsed base", by_value, one),
            ("another base each time", by_string, many),
        ):
            yield measure(Place("resolve", family, case=case), subjects, batches, settings.rounds)
