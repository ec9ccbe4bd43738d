"""Compute the canonical form of a URL with `urldom.w3lib` and with w3lib's own function. URLs and
results are strings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import w3lib_url
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Subject, measure, slices
from urldom.w3lib import canonicalize_url


def _each(function: Callable[[str], str]) -> Subject:
    def run(urls: Sequence[str]) -> None:
        for url in urls:
            function(url)

    return Subject(run, answer=function)


def canonicalize(settings: Settings) -> Iterator[Cell]:
    """Measure the canonical form. All URLs are distinct, so that w3lib's caches do not help."""
    subjects = {"urldom": _each(canonicalize_url)}
    if w3lib_url:
        subjects["w3lib"] = _each(w3lib_url.canonicalize_url)
    for family in settings.families.names():
        urls = settings.families.urls(family, settings.most * TURNS * settings.rounds)
        yield measure(
            Place("canonicalize", family), subjects, slices(urls, settings.rounds), settings.rounds
        )
