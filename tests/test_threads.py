"""Threads share parsed URLs, standards and documents without a lock."""

import copy
import itertools
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType

import pytest

from urldom import HTML5, WHATWG, Document, Element, URLDecomposition, parse, resolve
from urldom._core.standards.registry import STANDARD_NAMES, find_standard
from urldom.whatwg import URL, URLSearchParams

THREADS = 8
#: Making a pool for each interruption would take most of the time.
other_thread = ThreadPoolExecutor(1)


@pytest.fixture(autouse=True)
def _switch_often():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def in_threads(*jobs: Callable[[], object]) -> list[object]:
    """Run each job in a separate thread, and return the results. If a job fails, raise its
    error."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(job) for job in jobs]]


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_every_thread_gets_the_same_results(name):
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
                found.append(
                    (
                        str(resolved),
                        resolved,
                        URLDecomposition(url, standard=standard).host,
                        hash(resolved),
                    )
                )
        return found

    first, *others = in_threads(*[answers] * THREADS)
    assert all(other == first for other in others)


def test_threads_can_share_a_parsed_url():
    base = parse("http://example.com/a/b?c#d")
    answers = in_threads(*[lambda: [str(resolve(f"{n}", base)) for n in range(300)]] * THREADS)
    assert answers == [[f"http://example.com/a/{n}" for n in range(300)]] * THREADS


def interrupted(
    work: Callable[[], object], at: int, change: Callable[[], object]
) -> tuple[object, bool]:
    """Return the result of `work`, and whether `change` ran. Another thread runs `change` before
    instruction number `at` of the module of `URLSearchParams`. If `work` has fewer instructions,
    `change` does not run."""
    steps = itertools.count()
    reached = False

    def trace(frame: FrameType, event: str, argument: object) -> Callable[..., object] | None:
        nonlocal reached
        if not frame.f_code.co_filename.endswith("url_search_params.py"):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and next(steps) == at:
            reached = True
            other_thread.submit(change).result()
        return trace

    before = sys.gettrace()
    sys._getframe().f_trace_opcodes = (
        True  # Python 3.12 reads this attribute only before tracing starts.
    )
    sys.settrace(trace)
    try:
        return work(), reached
    finally:
        sys.settrace(before)


def every_interruption(
    make: Callable[[], URLSearchParams],
    work: Callable[[URLSearchParams], object],
    change: Callable[[URLSearchParams], object],
    step: int = 1,
) -> list[object]:
    results: list[object] = []
    for at in itertools.count(step=step):
        params = make()
        result, reached = interrupted(
            lambda params=params: work(params), at, lambda params=params: change(params)
        )
        if not reached:
            return results
        results.append(result)
    raise AssertionError("unreachable")


SEARCH_PARAMS = pytest.mark.parametrize(
    "make",
    [lambda: URLSearchParams("a=1&b=2&c=3"), lambda: URL("http://h/?a=1&b=2&c=3").search_params],
    ids=["own", "url"],
)


@SEARCH_PARAMS
@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_search_params_can_be_iterated_while_another_thread_deletes(make, name):
    whole = [("a", "1"), ("b", "2"), ("c", "3")]
    results = every_interruption(make, list, lambda params: params.delete(name))
    assert len(results) > 20 and whole in results
    # Deleting a pair moves later pairs to positions that the iteration may have passed.
    assert all(
        result == [pair for pair in whole if pair in result] and len(result) >= 2
        for result in results
    )


@SEARCH_PARAMS
def test_search_params_can_be_iterated_while_another_thread_empties_them(make):
    def empty(params: URLSearchParams) -> None:
        for name in "abc":
            params.delete(name)

    results = every_interruption(make, list, empty)
    assert [] in results and all(
        result == [("a", "1"), ("b", "2"), ("c", "3")][: len(result)] for result in results
    )


@SEARCH_PARAMS
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    "work",
    [
        *(
            lambda params: params.sort(),
            lambda params: params.set("b", "4"),
            lambda params: params.delete("b"),
        ),
        *(
            lambda params: params.append("b", "4"),
            str,
            len,
            lambda params: params.get_all("c"),
            copy.copy,
        ),
    ],
    ids=["sort", "set", "delete", "append", "str", "len", "get_all", "copy"],
)
@pytest.mark.parametrize(
    "change",
    [lambda params: params.delete("a"), lambda params: params.append("d", "5")],
    ids=["-", "+"],
)
def test_methods_of_search_params_work_during_changes_by_another_thread(make, work, change, step):
    assert every_interruption(make, work, change, step)


def test_threads_can_read_and_change_search_params():
    for params in (URLSearchParams(), URL("http://h/").search_params):

        def change(params: URLSearchParams = params) -> None:
            for number in range(2000):
                params.append(f"a{number % 9}", "1")
                params.delete(f"a{(number + 4) % 9}")

        def read(params: URLSearchParams = params) -> None:
            for _ in range(500):
                assert all(value == "1" for _, value in params)
                params.sort()

        in_threads(change, read, read, read)


def test_base_url_is_never_outdated_after_a_change():
    page = Document("http://example.com/")
    element = page
    for _ in range(20):
        element = Element(element, xml_base=None)
    url = URLDecomposition("x", element)
    wrong = []

    def read():
        for _ in range(2000):
            pathname = url.pathname
            if pathname.rstrip("0123456789") not in ("/", "/x", "/a") and not pathname.endswith(
                "/x"
            ):
                wrong.append(pathname)

    def change():
        for number in range(500):
            page.base_href = f"/{number}/"
            if url.href != f"http://example.com/{number}/x":
                wrong.append((number, url.href))

    in_threads(change, *[read] * (THREADS - 1))
    assert wrong == []
    assert url.href == "http://example.com/499/x"


def test_tree_can_grow_and_move_while_it_is_read():
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


#: Attributes, and values that every standard rejects. The last value is an exception, because only
#: HTML5 and the URL Standard reject it.
REJECTED = [("protocol", "1"), ("port", "99999"), ("hostname", ""), ("hostname", "x y")]


def share_between_threads(url):
    """Two threads assign valid and invalid values, while two other threads read."""
    rejected = REJECTED if url.standard in (HTML5, WHATWG) else REJECTED[:-1]
    values = range(1000, 1400)
    allowed = {f"http://h:{port}/a#{hash}" for port in values for hash in (0, *values)}
    hosts = {f"h:{port}" for port in values}
    hashes = {f"#{hash}" for hash in (0, *values)}
    wrong = []
    written = []

    def assign(name):
        try:
            for value in values:
                setattr(url, name, f"{value}")
                for attribute, value in rejected:
                    setattr(url, attribute, value)
        finally:
            written.append(name)

    def read():
        while len(written) < 2:
            href, text, host, hash = url.href, str(url), url.host, url.hash
            if not ({href, text} <= allowed and host in hosts and hash in hashes):
                wrong.append((href, text, host, hash))
            if (url.protocol, url.hostname, url.pathname, url.search) != ("http:", "h", "/a", ""):
                wrong.append((url.protocol, url.hostname, url.pathname, url.search))

    in_threads(lambda: assign("port"), lambda: assign("hash"), read, read)
    assert wrong == []
    assert url.href in allowed


class Plain(URLDecomposition):
    """A subclass without attributes of its own."""


@pytest.mark.parametrize("standard", STANDARD_NAMES)
@pytest.mark.parametrize("kind", [URLDecomposition, Plain])
def test_threads_read_the_old_value_or_the_new_one(standard, kind):
    share_between_threads(kind("http://h:1000/a#0", standard=standard))


def test_threads_that_assign_to_one_url_leave_no_partial_state():
    share_between_threads(URL("http://h:1000/a#0"))


def test_threads_can_change_separate_chains():
    pages = [Document("http://a/"), Document("http://b/")]
    heard = [[], []]
    elements = [Element(page, kind="hyperlink") for page in pages]
    for element, events in zip(elements, heard, strict=True):
        element.observe(lambda element, old, new, events=events: events.append((old, new)))

    def change(page):
        for number in range(200):
            page.base_href = f"/{number}/"

    in_threads(*[lambda page=page: change(page) for page in pages])
    for page, events in zip(pages, heard, strict=True):
        assert events[-1][1] == page.base_url
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(events))
