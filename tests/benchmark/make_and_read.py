"""Make a URL from a string and read the seven attributes, or the corresponding attributes of a peer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from tests.benchmark.cells import Cell, Place
from tests.benchmark.peers import ada_url, can_ada, yarl
from tests.benchmark.settings import Settings
from tests.benchmark.timing import TURNS, Run, Subject, measure, slices
from urldom import HTML5, WHATWG, URLDecomposition
from urldom.whatwg import URL


def read_seven(u: Any) -> None:
    u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash  # noqa: B018


def _idl(make: Callable[[str], Any]) -> Run:
    def run(urls: Sequence[str]) -> None:
        for url in urls:
            u = make(url)
            u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash  # noqa: B018

    return run


def _whatwg(urls: Sequence[str]) -> None:
    for url in urls:
        u = URLDecomposition(url, standard=WHATWG)
        u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash  # noqa: B018


def _urllib(urls: Sequence[str]) -> None:
    for url in urls:
        u = urlsplit(url)
        u.scheme, u.netloc, u.hostname, u.port, u.path, u.query, u.fragment  # noqa: B018


def _yarl(urls: Sequence[str]) -> None:
    for url in urls:
        u = yarl.URL(url)
        u.scheme, u.authority, u.host, u.port, u.path, u.query_string, u.fragment  # noqa: B018


def subjects() -> dict[str, Subject]:
    runs: dict[str, Run] = {"HTML5": _idl(URLDecomposition), "WHATWG": _whatwg, "URL": _idl(URL)}
    if can_ada:
        runs["can_ada"] = _idl(can_ada.parse)
    if ada_url:
        runs["ada_url"] = _idl(ada_url.URL)
    if yarl:
        runs["yarl"] = _yarl
    runs["urllib"] = _urllib
    return {name: Subject(run) for name, run in runs.items()}


def refusals(urls: Sequence[str]) -> dict[str, str]:
    """Return the standards that reject one of `urls`, with the reasons.

    A rejected URL would make urldom look fast: `URLDecomposition` raises no error, and empty attributes are read
    quickly."""
    refused = {}
    for standard in (HTML5, WHATWG):
        try:
            for url in urls:
                standard.resolve(url)
        except ValueError as error:
            refused[standard.name.upper()] = f"{type(error).__name__}: {error}"
    return refused


def make(settings: Settings) -> Iterator[Cell]:
    for family in settings.families.names():
        urls = settings.families.urls(family, settings.most * TURNS * settings.rounds)
        refused = refusals(urls[: settings.most])
        subjects_here = {name: subject for name, subject in subjects().items() if name not in refused}
        cell = measure(Place("make", family), subjects_here, slices(urls, settings.rounds), settings.rounds)
        cell.left_out |= refused
        yield cell
