"""Make the request of each link of a page with 2,000 links. Compared with reading the links'
absolute URLs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Run, Subject, measure
from urldom.trees import TreeDocument, URLAttribute, parse

_LINKS: Final = 2_000
#: Each function makes link number `n` of a page.
FAMILIES: Final[dict[str, Callable[[int], str]]] = {
    "plain": '<li><a href="/list/{0}?page={0}">Page {0}</a>'.format,
    "with rel": (
        '<li><a href="/list/{0}" rel="nofollow noopener" target="_blank">Page {0}</a>'.format
    ),
    "other origins": '<li><a href="//{0}.example.org/">Site {0}</a>'.format,
    "many sites": '<li><a href="https://site{0}.example/">Site {0}</a>'.format,
    "images": '<li><img src="/images/{0}.png" alt="">'.format,
}


def requests_of_links(settings: Settings) -> Iterator[Cell]:
    """Measure `page.request(found)`, and beside it `found.url`. Each round has its own pages."""
    count = min(_LINKS, 10 * settings.most)

    def found(pages: Sequence[TreeDocument]) -> list[tuple[TreeDocument, list[URLAttribute]]]:
        return [(page, [*page.urls()]) for page in pages]

    def each(function: Callable[[TreeDocument, URLAttribute], object]) -> Run:
        def run(batch: Sequence[Any]) -> None:
            for page, urls in batch:
                for url in urls:
                    function(page, url)

        return run

    subjects = {
        "urldom": Subject(each(lambda page, url: page.request(url)), found),
        "found.url": Subject(each(lambda page, url: url.url), found),
    }
    for name, link in FAMILIES.items():

        def pages(number: int, link: Callable[[int], str] = link) -> list[TreeDocument]:
            body = "".join(map(link, range(number * count, (number + 1) * count)))
            return [parse(f"<!DOCTYPE html>{body}", "https://www.example.com/list/index.html")]

        yield measure(Place("requests", name), subjects, pages, settings.rounds)
