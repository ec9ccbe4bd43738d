"""Threads share parsed URLs, standards and documents, without a lock of the caller's."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from urldom import Document, Element, URLDecomposition, parse, resolve
from urldom._standards.registry import STANDARD_NAMES, find_standard

THREADS = 8


@pytest.fixture(autouse=True)
def _switch_often():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def in_threads(*jobs: Callable[[], object]) -> list[object]:
    """What the jobs return, each run in a thread of its own; the first error is raised."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(job) for job in jobs]]


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_every_thread_gets_the_same_answers(name):
    standard = find_standard(name)
    urls = [f"http://h{n}.example/é/../{n}?ü{n % 7}#{n}" for n in range(150)] + [
        f"http://bü{n}.example/" for n in range(50)
    ]

    def answers():
        found = []
        for url in urls:
            try:
                resolved = standard.resolve(url, "http://base.example/a/b", encoding="windows-1252")
            except ValueError as error:
                found.append(str(error))
            else:
                found.append((str(resolved), resolved, URLDecomposition(url, standard=standard).host, hash(resolved)))
        return found

    first, *others = in_threads(*[answers] * THREADS)
    assert all(other == first for other in others)


def test_one_parsed_url_serves_all():
    base = parse("http://example.com/a/b?c#d")
    answers = in_threads(*[lambda: [str(resolve(f"{n}", base)) for n in range(300)]] * THREADS)
    assert answers == [[f"http://example.com/a/{n}" for n in range(300)]] * THREADS


def test_a_base_url_is_never_an_old_one_after_a_change():
    page = Document("http://example.com/")
    element = page
    for _ in range(20):
        element = Element(element, xml_base=None)
    url = URLDecomposition("x", element)
    wrong = []

    def read():
        for _ in range(2000):
            pathname = url.pathname
            if pathname.rstrip("0123456789") not in ("/", "/x", "/a") and not pathname.endswith("/x"):
                wrong.append(pathname)

    def change():
        for number in range(500):
            page.base_href = f"/{number}/"
            if url.href != f"http://example.com/{number}/x":
                wrong.append((number, url.href))

    in_threads(change, *[read] * (THREADS - 1))
    assert wrong == []
    assert url.href == "http://example.com/499/x"


def test_a_tree_can_grow_and_move_while_it_is_read():
    pages = [Document(f"http://{name}.example/", base_href="/b/") for name in "ab"]
    roots = [Element(page, xml_base="c/") for page in pages]
    moved = [Element(roots[0]) for _ in range(20)]

    def grow():
        for number in range(500):
            child = Element(roots[number % 2], xml_base=f"{number}/", kind="hyperlink")
            assert child.base_url == f"http://{'ab'[number % 2]}.example/b/c/{number}/"

    def move():
        for number in range(500):
            moved[number % 20].move_to(roots[number % 2])

    def change():
        for number in range(200):
            roots[0].xml_base = roots[1].xml_base = "c/" if number % 2 else "./c/"

    def read():
        for number in range(1000):
            assert moved[number % 20].base_url in ("http://a.example/b/c/", "http://b.example/b/c/")

    in_threads(grow, grow, move, change, read, read)
    for number, element in enumerate(moved):
        element.move_to(roots[number % 2])
        assert element.base_url == f"http://{'ab'[number % 2]}.example/b/c/"
        assert element.document is pages[number % 2]
