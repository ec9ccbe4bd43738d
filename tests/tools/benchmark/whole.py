"""Normalise a URL, resolve every URL of a page, and resolve URLs with and without repeated
parts."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import urljoin

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import (
    ada_url,
    can_ada,
    liburlparser,
    lxml_html,
    pydantic_core,
    pywhatwgurl,
    selectolax_lexbor,
    turbohtml,
    upa_url,
    w3lib_url,
    yarl,
)
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Batches, Run, Subject, measure, slices
from urldom import HTML5, WHATWG, Standard
from urldom.trees import document, parse
from urldom.whatwg import URL


def _each(function: Callable[[str], object]) -> Subject:
    def run(urls: Sequence[str]) -> None:
        for url in urls:
            function(url)

    return Subject(run, answer=function)


def normalise(settings: Settings) -> Iterator[Cell]:
    """Measure normalising a URL. URLs and results are strings."""
    subjects = {
        "HTML5": _each(lambda url: str(HTML5.resolve(url))),
        "WHATWG": _each(lambda url: str(WHATWG.resolve(url))),
        "URL": _each(lambda url: URL(url).href),
    }
    if can_ada:
        subjects["can_ada"] = _each(lambda url: can_ada.parse(url).href)
    if ada_url:
        subjects["ada_url"] = _each(ada_url.normalize_url)
    if yarl:
        subjects["yarl"] = _each(lambda url: str(yarl.URL(url)))
    if upa_url:
        subjects["upa_url"] = _each(lambda url: upa_url.URL(url).href)
    if pydantic_core:
        subjects["pydantic_core"] = _each(lambda url: str(pydantic_core.Url(url)))
    if pywhatwgurl:
        subjects["pywhatwgurl"] = _each(lambda url: pywhatwgurl.URL(url).href)
    if liburlparser:
        subjects["liburlparser"] = _each(liburlparser.normalize)
    if w3lib_url:
        subjects["w3lib"] = _each(w3lib_url.safe_url_string)
    count = max(1, settings.most // 2)
    for family in settings.families.names():
        urls = settings.families.urls(family, count * TURNS * settings.rounds)
        yield measure(
            Place("normalise", family), subjects, slices(urls, settings.rounds), settings.rounds
        )


def kept(settings: Settings) -> Iterator[Cell]:
    """Measure how fast URLs resolve if a cache contains the base or the host, and if no cache
    contains them."""
    numbers = (
        itertools.count()
    )  # Each number is used once, so no host of a round appears in another round.

    def fresh(make: Callable[[int], tuple[str, str | None]]) -> Batches:
        return lambda number: [make(next(numbers)) for _ in range(settings.most)]

    def run(standard: Standard) -> Subject:
        def run(pairs: Sequence[tuple[str, str | None]]) -> None:
            for url, base in pairs:
                str(standard.resolve(url, base))

        return Subject(run)

    subjects = {"HTML5": run(HTML5), "WHATWG": run(WHATWG)}
    for family, make in {
        "the same base": lambda n: (f"../page-{n}", "https://www.example.com/a/b/c"),
        "another base": lambda n: (f"../page-{n}", f"https://www.example.com/{n}/b/c"),
        "the same non-ASCII host": lambda n: (f"http://b\u00fccher.example/{n}", None),
        "another non-ASCII host": lambda n: (f"http://b\u00fccher{n}.example/{n}", None),
    }.items():
        yield measure(Place("kept", family), subjects, fresh(make), settings.rounds)


def pages(settings: Settings) -> Iterator[Cell]:
    """Measure finding every URL of real pages that lxml has parsed, compared with lxml's own
    functions."""
    most = max(1, settings.most // 20)
    files = [str(page) for page in sorted(settings.pages.resolve().rglob("*.html"))[:most]]
    if not files or not lxml_html:
        return
    trees = [lxml_html.parse(file) for file in files]

    def urldom_urls(standard: Standard) -> Run:
        def run(trees: Sequence[Any]) -> None:
            for tree in trees:
                for url in document(tree, "https://docs.example/a/", standard=standard).urls():
                    url.url  # noqa: B018

        return run

    def lxml_pair(trees: Sequence[Any]) -> None:
        for tree in trees:
            root = copy.deepcopy(tree).getroot()
            root.make_links_absolute("https://docs.example/a/")
            for _ in root.iterlinks():
                pass

    def lxml_copy(trees: Sequence[Any]) -> None:
        for tree in trees:
            copy.deepcopy(tree)

    subjects = {
        "HTML5": Subject(urldom_urls(HTML5)),
        "WHATWG": Subject(urldom_urls(WHATWG)),
        "lxml, on a copy": Subject(lxml_pair),
        "the copy alone": Subject(lxml_copy),
    }
    family = f"{len(files)} pages of {settings.pages.name}"
    yield measure(Place("pages", family), subjects, lambda number: trees, min(3, settings.rounds))


#: The attributes that most programs read.
_FOUR_ATTRIBUTES: Final = (("a", "href"), ("img", "src"), ("link", "href"), ("script", "src"))


def parsed_pages(settings: Settings) -> Iterator[Cell]:
    """Measure finding every URL of real pages, from their bytes, with each parser.

    For comparison, one subject calls `urljoin` on four attributes that selectolax finds.
    """
    files = sorted(settings.pages.resolve().rglob("*.html"))
    most = max(1, settings.most * 3 // 20)
    data = [file.read_bytes() for file in files[:: max(1, len(files) // most)][:most]]
    if not data:
        return
    base_url = "https://docs.example/a/b/c.html"

    def urldom_urls(parser: str | None) -> Subject:
        def run(pages: Sequence[bytes]) -> None:
            for page in pages:
                for url in parse(page, base_url, content_type="text/html", parser=parser).urls():
                    url.url  # noqa: B018

        return Subject(run)

    def selectolax_urljoin(pages: Sequence[bytes]) -> None:
        for page in pages:
            tree = selectolax_lexbor.LexborHTMLParser(page)
            for element, attribute in _FOUR_ATTRIBUTES:
                for node in tree.css(f"{element}[{attribute}]"):
                    urljoin(base_url, node.attributes[attribute] or "")

    subjects = {"urldom": urldom_urls(None)}
    for name, module in (
        ("turbohtml", turbohtml),
        ("selectolax", selectolax_lexbor),
        ("lxml", lxml_html),
    ):
        if module:
            subjects[f"urldom, {name}"] = urldom_urls(name)
    if selectolax_lexbor:
        subjects["selectolax, urljoin"] = Subject(selectolax_urljoin)
    family = f"{len(data)} pages of {settings.pages.name}"
    yield measure(Place("parsed pages", family), subjects, lambda number: data, settings.rounds)


def written_pages(settings: Settings) -> Iterator[Cell]:
    """Measure writing the bytes of parsed pages, compared with the writing of the library that
    parsed them. libxml2 percent-encodes the characters of some pages, which urldom keeps."""
    if not lxml_html:
        return
    of_lxml = Subject(
        lambda pages: [lxml_html.tostring(page.tree, encoding="utf-8") for page in pages]
    )
    of_urldom = Subject(lambda pages: [page.to_bytes() for page in pages])
    for family, path in {
        "ASCII": "path/a?b=c&amp;d=",
        "other characters": "p\u00e4th/\u65e5 a?b=[c]&amp;d=",
    }.items():
        for size in (10_000, 1_000_000):
            link = f'<p class="row">text <a href="/{path}">link</a> <img src="/{path}.png" alt="">'
            tree = lxml_html.document_fromstring(
                f"<html><body>{link * (size // len(link))}</body></html>"
            )
            page = document(tree, "http://h/", encoding="utf-8")
            place = Place("written pages", f"{family}, {size:,} characters")
            yield measure(
                place,
                {"urldom": of_urldom, "lxml": of_lxml},
                lambda number, page=page: [page],
                settings.rounds,
            )
