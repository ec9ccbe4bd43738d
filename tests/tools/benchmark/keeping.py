"""Make URLs that are kept, find them in a set, and remove tracking parameters."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.make_and_read import read_seven
from tests.tools.benchmark.parts import operation
from tests.tools.benchmark.peers import w3lib_url, yarl
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Subject, measure
from urldom import FrozenURL
from urldom.whatwg import URL

_NUMBERS = itertools.count()


def keep(settings: Settings) -> Iterator[Cell]:
    """Measure making a URL, reading its seven attributes, and its hash, for the first time and
    again."""

    def texts(number: int) -> list[str]:
        return [f"https://www.example.com/a/{next(_NUMBERS)}?q=1#top" for _ in range(settings.most)]

    makers = {"URL": URL, "FrozenURL": FrozenURL, **({"yarl": yarl.URL} if yarl else {})}
    hashable = {name: make for name, make in makers.items() if make is not URL}
    jobs = {
        "made": {name: operation(make, is_compared=False) for name, make in makers.items()},
        "read": {
            name: operation(read_seven, make, is_compared=False)
            for name, make in makers.items()
            if name != "yarl"
        },
        "hashed": {
            name: operation(hash, make, is_compared=False) for name, make in hashable.items()
        },
        "hashed again": {
            name: operation(hash, make, hash, is_compared=False) for name, make in hashable.items()
        },
    }
    for family, subjects in jobs.items():
        yield measure(Place("keep", family), subjects, texts, settings.rounds)


def discard(settings: Settings) -> Iterator[Cell]:
    """Measure removing parameters from the query of a string, by their names and by a pattern."""

    def texts(number: int) -> list[str]:
        query = "utm_source=x&utm_medium=y&id=5&page=2"
        return [f"https://www.example.com/a/{next(_NUMBERS)}?{query}" for _ in range(settings.most)]

    def without(*names: str) -> Subject:
        def run(text: str) -> str:
            url = URL(text)
            url.params.discard(*names)
            return url.href

        return operation(run)

    two = ["utm_source", "utm_medium"]
    by_name, by_pattern = {"URL": without(*two)}, {"URL": without("utm_*")}
    if w3lib_url:
        by_name["w3lib"] = operation(
            lambda text: w3lib_url.url_query_cleaner(text, two, remove=True)
        )
        by_pattern["w3lib"] = by_name["w3lib"]
    for family, subjects in {"two of four": by_name, "a pattern": by_pattern}.items():
        yield measure(Place("discard", family), subjects, texts, settings.rounds)
