"""Read the seven attributes of a URL that follows changes of its base URL: a link in a tree, or a
URL on a chain of elements."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.make_and_read import read_seven
from tests.tools.benchmark.peers import lxml_html
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Subject, measure
from urldom import HTML5, WHATWG, Document, Element, Standard, URLDecomposition
from urldom.trees import document

_ADDRESS: Final = "https://www.example.com/a/b/c?d=e"
_STANDARDS: Final[dict[str, Standard]] = {"HTML5": HTML5, "WHATWG": WHATWG}
_DEPTH: Final = 20


def _run(urls: Sequence[Any]) -> None:
    for u in urls:
        u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash  # noqa: B018


def _page(links: int, *, has_base: bool) -> str:
    """Return a page in which `_DEPTH` elements enclose every link, including `html`, `body` and the
    link's own paragraph.

    Up to a hundred links are in the same `div`, as in a long list."""
    head = '<head><base href="/base/"></head>' if has_base else "<head><title>A page</title></head>"
    depth = _DEPTH - 3
    lists = []
    for start in range(0, links, 100):
        numbers = range(start, min(start + 100, links))
        inner = "".join(
            f'<p><a href="../page-{number}.html?q={number}">{number}</a></p>' for number in numbers
        )
        lists.append("<div>" * depth + inner + "</div>" * depth)
    return f"<html>{head}<body>{''.join(lists)}</body></html>"


def _links(links: int, standard: Standard, count: int, *, has_base: bool) -> list[Any]:
    """Return `count` links of a page. If the page has only one link, return that link `count`
    times."""
    root = lxml_html.document_fromstring(_page(links, has_base=has_base))
    page = document(root, _ADDRESS, standard=standard)
    nodes = root.findall(".//a")
    chosen = nodes[:: max(1, len(nodes) // count)][:count]
    urls = [page.url_of(node) for node in chosen]
    return (urls * count)[:count]


def _chain(standard: Standard, count: int, *, has_xml_base: bool) -> list[Any]:
    """Return `count` URLs. Each is on an element of its own, at the end of a chain of `_DEPTH`
    elements."""
    above: Document | Element = Document(_ADDRESS, standard=standard, xml_base=True)
    for number in range(_DEPTH - 1):
        above = Element(above, xml_base=f"part-{number}/" if has_xml_base else None)
    return [URLDecomposition(f"../page-{n}.html?q={n}", Element(above)) for n in range(count)]


def _count(u: Any, most: int) -> int:
    """Return the number of readings that fit into 20 ms, so that slow readings do not take
    minutes."""
    read_seven(u)
    start = time.process_time()
    read_seven(u)
    return max(1, min(most, int(0.02 / max(time.process_time() - start, 1e-6))))


def _take(urls: list[Any], batch: Sequence[Any]) -> list[Any]:
    return urls[: len(batch)]


def _measure(family: str, urls: dict[str, list[Any]], settings: Settings) -> Cell:
    counts = min(_count(found[0], settings.few * 2) for found in urls.values())

    def batches(number: int) -> Sequence[Any]:
        return range(counts)

    subjects = {name: Subject(_run, partial(_take, found)) for name, found in urls.items()}
    return measure(Place("live", family), subjects, batches, settings.rounds)


def live(settings: Settings) -> Iterator[Cell]:
    count = settings.few * 2
    if lxml_html:
        for links in (1, settings.links):
            for has_base in (True, False):
                family = (
                    f"a tree, {links:,} link{'s'[: links > 1]}, {'a' if has_base else 'no'} base"
                    " element"
                )
                found = {
                    name: _links(links, s, count, has_base=has_base)
                    for name, s in _STANDARDS.items()
                }
                yield _measure(family, found, settings)
    for has_xml_base in (False, True):
        family = (
            f"a chain of {_DEPTH} elements, {'an xml:base each' if has_xml_base else 'no xml:base'}"
        )
        yield _measure(
            family,
            {name: _chain(s, count, has_xml_base=has_xml_base) for name, s in _STANDARDS.items()},
            settings,
        )
