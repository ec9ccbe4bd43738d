"""Set one parameter of a URL's query. URLs and results are strings."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import w3lib_url, yarl
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Batches, Subject, measure
from urldom import URLDecomposition
from urldom.whatwg import URL

#: Kinds of queries. Each kind has three entries: a function that makes a pair from a number, the
#: number of pairs, and the name of the parameter to set.
_QUERIES: Final[dict[str, tuple[Callable[[int], str], int, str]]] = {
    "plain": (lambda n: f"name{n}=value{n}", 20, "name7"),
    "a new name": (lambda n: f"name{n}=value{n}", 20, "other"),
    "escaped spaces": (lambda n: f"name%20{n}=some%20value%20{n}", 20, "name 7"),
    "escaped Russian": (lambda n: f"%D0%B8%D0%BC%D1%8F{n}=%D0%BC%D0%B8%D1%80", 20, "имя7"),
    "names without a value": (lambda n: f"name{n}", 20, "name7"),
    "one": (lambda n: f"name{n}=value{n}", 1, "name0"),
    "200": (lambda n: f"name{n}=value{n}", 200, "name7"),
}


def params(settings: Settings) -> Iterator[Cell]:
    """Measure setting a parameter. All URLs and all queries are distinct."""
    numbers = itertools.count()

    def fresh(pair: Callable[[int], str], count: int) -> Batches:
        query = "&".join(pair(n) for n in range(count))
        return lambda number: [
            f"https://www.example.com/{number}/{n}?{query}&n={n}"
            for n in itertools.islice(numbers, settings.few * (20 if count == 20 else 1))
        ]

    def by_urldom(make: Callable[[str], URLDecomposition], name: str) -> Subject:
        def run(urls: Sequence[str]) -> None:
            for text in urls:
                url = make(text)
                url.params[name] = "a new value"
                url.href  # noqa: B018

        def answer(text: str) -> str:
            url = make(text)
            url.params[name] = "a new value"
            return url.href

        return Subject(run, answer=answer)

    def by_w3lib(name: str) -> Subject:
        def run(urls: Sequence[str]) -> None:
            for url in urls:
                w3lib_url.add_or_replace_parameter(url, name, "a new value")

        return Subject(
            run, answer=lambda url: w3lib_url.add_or_replace_parameter(url, name, "a new value")
        )

    def by_yarl(name: str) -> Subject:
        def run(urls: Sequence[str]) -> None:
            for url in urls:
                str(yarl.URL(url).update_query({name: "a new value"}))

        return Subject(
            run, answer=lambda url: str(yarl.URL(url).update_query({name: "a new value"}))
        )

    for family, (pair, count, name) in _QUERIES.items():
        subjects = {"HTML5": by_urldom(URLDecomposition, name), "URL": by_urldom(URL, name)}
        if w3lib_url:
            subjects["w3lib"] = by_w3lib(name)
        if yarl:
            subjects["yarl"] = by_yarl(name)
        yield measure(Place("params", family), subjects, fresh(pair, count), settings.rounds)
