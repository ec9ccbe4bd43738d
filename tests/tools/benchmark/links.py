"""Extract the 1,000 links of a page. The input is a response, and the output is a list of Scrapy's
`Link` objects.

`urldom.scrapy` is compared with Scrapy's own extractor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import scrapy
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Subject, measure

#: The number of links in a page, and of pages in a round.
_LINKS: Final = 1000
_PAGES: Final = 2

_PROSE: Final = "It was the best of times, it was the worst of times. " * 12


class Family(NamedTuple):
    """Pages of one kind, and the arguments of the extractors."""

    #: Makes the page's link number n.
    link: Callable[[int], str]
    head: str = ""
    encoding: str = "utf-8"
    content_type: str = "text/html; charset=utf-8"
    arguments: dict[str, Any] | None = None


_RELATIVE: Final = '<li><a href="../list/page-{}.html">Page {}</a>\n'

FAMILIES: Final = {
    "plain": Family(
        '<li><a href="https://www.example.com/list/{0}/page-{0}.html">Page {0}</a>\n'.format
    ),
    "relative": Family(lambda n: _RELATIVE.format(n, n)),
    "paths alone": Family('<li><a href="/list/{0}?page={0}">Page {0}</a>\n'.format),
    "a base": Family(lambda n: _RELATIVE.format(n, n), head='<base href="/a/b/c/">'),
    "windows-1251": Family(
        '<li><a href="список/{0}?страница={0}&раздел=книги">Страница {0}</a>\n'.format,
        head='<meta charset="windows-1251">',
        encoding="windows-1251",
        content_type="text/html",
    ),
    "no encoding declared": Family(lambda n: _RELATIVE.format(n, n), content_type="text/html"),
    "UTF-8, not declared": Family(
        '<li><a href="/list/{0}">Café {0}</a>\n'.format, content_type="text/html"
    ),
    "many attributes": Family(
        (
            '<li class="item item-{0}" id="i{0}" data-id="{0}"><a class="link large" id="l{0}"'
            ' title="Page {0}" rel="x" data-kind="page" data-a="1" data-b="2" style="color: red"'
            ' href="/list/{0}" tabindex="{0}">{0}</a>\n'
        ).format
    ),
    "much text": Family(
        f'<p>{_PROSE}<b>bold</b> <a href="/list/{{0}}">Page {{0}}</a> {_PROSE}\n'.format
    ),
    "many elements": Family(
        '<p><b>a</b><i>b</i><span>c</span><em>d</em><a href="/list/{0}">{0}</a>'.format
    ),
    "the same link again": Family(lambda n: _RELATIVE.format(n % 20, n)),
    "restrict_css": Family(
        '<li class="link"><a href="/list/{0}">Page {0}</a><a href="/other/{0}">x</a>\n'.format,
        arguments={"restrict_css": ".link a:first-child"},
    ),
    "restrict_css, one region": Family(
        '<li><a href="/list/{0}">Page {0}</a>\n'.format, arguments={"restrict_css": "body"}
    ),
    "canonicalize": Family(
        '<li><a href="/list/{0}?b={0}&a=x%20y#f">Page {0}</a>\n'.format,
        arguments={"canonicalize": True},
    ),
    "filters": Family(
        '<li><a href="/list/{0}.html">Page {0}</a>\n'.format,
        arguments={
            "allow": r"/list/\d+\.html$",
            "deny": "/admin/",
            "allow_domains": ["example.com"],
        },
    ),
    "not unique": Family(lambda n: _RELATIVE.format(n, n), arguments={"unique": False}),
}


def links(settings: Settings) -> Iterator[Cell]:
    """Measure extracting the links. Each round has its own pages and URLs."""
    if not scrapy:
        return
    from scrapy import linkextractors
    from scrapy.http import HtmlResponse

    from urldom.scrapy import LinkExtractor

    count = min(_LINKS, 10 * settings.most)
    for name, family in FAMILIES.items():

        def pages(number: int, family: Family = family) -> list[Any]:
            numbers = range(number * _PAGES * count, (number + 1) * _PAGES * count)
            bodies = [
                f"<!DOCTYPE html><html><head>{family.head}<title>Links</title></head><body>"
                + "".join(map(family.link, numbers[page::_PAGES]))
                for page in range(_PAGES)
            ]
            return [body.encode(family.encoding) for body in bodies]

        def responses(bodies: Sequence[bytes], family: Family = family) -> list[Any]:
            headers = {"Content-Type": family.content_type}
            return [
                HtmlResponse("https://www.example.com/list/index.html", body=body, headers=headers)
                for body in bodies
            ]

        def subject(extractor: Any) -> Subject:
            def run(batch: Sequence[Any]) -> None:
                for response in batch:
                    extractor.extract_links(response)

            return Subject(run, responses)

        subjects = {
            "urldom": subject(LinkExtractor(**(family.arguments or {}))),
            "Scrapy": subject(linkextractors.LinkExtractor(**(family.arguments or {}))),
        }
        yield measure(Place("links", name), subjects, pages, settings.rounds)
