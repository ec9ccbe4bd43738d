"""Resolve references against one base, which is a string or a parsed URL. Also resolve each
reference against a base of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import urljoin

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import ada_url, liburlparser, pywhatwgurl, upa_url, yarl
from tests.tools.benchmark.references import EMPTY, REFERENCES
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Run, Subject, measure, slices
from urldom import HTML5, WHATWG, Standard

BASE: Final = "https://www.example.com/a/b/c?d=e"

_Pairs = Sequence[tuple[str, str]]
#: Takes the base and the reference.
_Join = Callable[[str, str], object]


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


def _peers() -> dict[str, _Join]:
    """Return the functions of the peers. Those that make an object make a string of it, as urldom
    does here."""
    peers: dict[str, _Join] = {"urljoin": urljoin}
    if ada_url:
        peers["ada_url"] = ada_url.join_url
    if upa_url:
        peers["upa_url"] = lambda base, reference: upa_url.URL(reference, base).href
    if pywhatwgurl:
        peers["pywhatwgurl"] = lambda base, reference: pywhatwgurl.URL(reference, base).href
    if yarl:
        peers["yarl"] = lambda base, reference: str(yarl.URL(base).join(yarl.URL(reference)))
    if liburlparser:
        peers["liburlparser"] = liburlparser.resolve
    return peers


def _resolve(standard: Standard) -> _Join:
    return lambda base, reference: str(standard.resolve(reference, base))


def _answer(join: _Join) -> Callable[[tuple[str, str]], object]:
    return lambda pair: join(pair[1], pair[0])


def resolve(settings: Settings) -> Iterator[Cell]:
    standards: dict[str, Standard] = {"HTML5": HTML5, "WHATWG": WHATWG}
    peers = {name: Subject(_join(join), answer=_answer(join)) for name, join in _peers().items()}
    answers = {name: _answer(_resolve(standard)) for name, standard in standards.items()}
    by_string = {
        name: Subject(_urldom(s), answer=answers[name]) for name, s in standards.items()
    } | peers
    by_value = {
        name: Subject(_urldom(s), _parse_base(s), answers[name]) for name, s in standards.items()
    } | peers
    count = settings.most * TURNS * settings.rounds
    for family in filter(settings.families.is_chosen, [*REFERENCES, EMPTY]):
        references = (
            [""] * count if family == EMPTY else settings.families.make(REFERENCES[family], count)
        )
        one = slices([(reference, BASE) for reference in references], settings.rounds)
        many = slices(
            [(r, f"https://www.example.com/{n}/b/c?d=e") for n, r in enumerate(references)],
            settings.rounds,
        )
        for case, subjects, batches in (
            ("a base as a string", by_string, one),
            ("a parsed base", by_value, one),
            ("another base each time", by_string, many),
        ):
            yield measure(Place("resolve", family, case=case), subjects, batches, settings.rounds)
