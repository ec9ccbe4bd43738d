"""Make a relative reference. URLs and references are strings.

The URLs are made by resolving the families of references. The original reference is one correct
result, so the shortest result is never longer. The peers do less: yarl's `relative()` removes the
host, and `posixpath.relpath` compares two paths."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import yarl
from tests.tools.benchmark.references import REFERENCES
from tests.tools.benchmark.resolving import BASE
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Run, Subject, measure, slices
from urldom import WHATWG, URLDecomposition
from urldom.whatwg import URL


def _urldom(make: Callable[[str], URLDecomposition]) -> Run:
    def run(urls: Sequence[str]) -> None:
        for url in urls:
            make(url).relative_to(BASE)

    return run


def _make_whatwg(url: str) -> URLDecomposition:
    return URLDecomposition(url, standard=WHATWG)


def _yarl(urls: Sequence[str]) -> None:
    for url in urls:
        str(yarl.URL(url).relative())


def _relpath(urls: Sequence[str]) -> None:
    directory = posixpath.dirname(urlsplit(BASE).path)
    for url in urls:
        posixpath.relpath(urlsplit(url).path, directory)


def relate(settings: Settings) -> Iterator[Cell]:
    makers = {"HTML5": URLDecomposition, "WHATWG": _make_whatwg, "URL": URL}
    subjects = {
        name: Subject(_urldom(make), answer=lambda url, make=make: make(url).relative_to(BASE))
        for name, make in makers.items()
    }
    if yarl:
        subjects["yarl"] = Subject(_yarl, answer=lambda url: str(yarl.URL(url).relative()))
    directory = posixpath.dirname(urlsplit(BASE).path)
    subjects["relpath"] = Subject(
        _relpath, answer=lambda url: posixpath.relpath(urlsplit(url).path, directory)
    )
    count = settings.most * TURNS * settings.rounds
    for family in filter(settings.families.is_chosen, REFERENCES):
        references = settings.families.make(REFERENCES[family], count)
        urls = [str(WHATWG.resolve(reference, BASE)) for reference in references]
        if len(set(urls)) < len(urls):
            continue  # Equal URLs would favour peers with caches.
        yield measure(
            Place("relate", family), subjects, slices(urls, settings.rounds), settings.rounds
        )
