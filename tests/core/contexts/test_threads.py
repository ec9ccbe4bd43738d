"""Threads share a chain, and no lock of urldom is locked while code of the user runs."""

import copy
import itertools
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from urldom import HTML5, BaseChain, Document, Element, URLDecomposition
from urldom._core.values.pieces import href

from .helpers import PATIENCE, engine_with_cut, finishes

ROUNDS = 300


@pytest.fixture(autouse=True)
def _switch_often():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def in_threads(*jobs):
    """Run each job in a separate thread, and raise the first error of a job."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        for future in [pool.submit(job) for job in jobs]:
            future.result(PATIENCE)


class WaitingContext:
    """A user's context that acquires a lock of the user."""

    encoding, standard = "utf-8", HTML5

    def __init__(self):
        self.lock = threading.Lock()
        self.waits = False
        self.entered = threading.Event()

    @property
    def base_url(self):
        if self.waits:
            self.entered.set()
            with self.lock:
                pass
        return "http://h/a/"


def use_another_chain():
    page = Document("http://example.com/", base_href="a/")
    element = Element(Element(page, xml_base="b/"), kind="hyperlink")
    events = []
    unsubscribe = element.observe(lambda *change: events.append(change))
    assert element.base_url == "http://example.com/a/b/"
    page.base_href = "/c/"
    element.xml_base = "d/"
    element.move_to(Document("http://two.example/"))
    assert element.base_url == "http://two.example/d/"
    assert len(events) == 3
    unsubscribe()
    copy.deepcopy(element)


def a_document(context):
    page = Document("about:blank", creator=context)
    return lambda: page.base_url


def an_element(context):
    element = Element(Document("about:srcdoc", container=context), xml_base="b/")
    return lambda: element.base_url


def a_url(context):
    url = URLDecomposition("x", context)
    return lambda: url.href


def a_url_on_an_element(context):
    url = URLDecomposition("x", Element(Document("about:blank", creator=context)))
    return lambda: url.pathname


def an_assignment(context):
    url = URLDecomposition("x", Element(Document("about:blank", creator=context)))
    return lambda: setattr(url, "hash", "x")


def a_new_base_href(context):
    page = Document("about:blank", creator=context)
    Element(page, kind="hyperlink").observe(lambda *change: None)
    return lambda: setattr(page, "base_href", "x/")


def a_new_xml_base(context):
    element = Element(Document("about:blank", creator=context), kind="hyperlink")
    element.observe(lambda *change: None)
    return lambda: setattr(element, "xml_base", "x/")


def a_move(context):
    element = Element(Document("about:blank", creator=context), kind="cite")
    element.observe(lambda *change: None)
    return lambda: element.move_to(Document("http://two.example/"))


def a_chain(context):
    chain = BaseChain(encapsulating=context)
    return lambda: chain.base_url


def a_document_that_keeps_its_creators_base_url(context):
    return lambda: Document("about:blank", creator=context, standard="whatwg").base_url


@pytest.mark.parametrize(
    "make",
    [
        a_document,
        a_document_that_keeps_its_creators_base_url,
        an_element,
        a_url,
        a_url_on_an_element,
        an_assignment,
        a_new_base_href,
        a_new_xml_base,
        a_move,
        a_chain,
    ],
)
def test_users_context_is_read_without_a_lock(make):
    context = WaitingContext()
    use = make(context)
    context.waits = True
    errors = []

    def run():
        try:
            use()
        except BaseException as error:
            errors.append(error)

    with context.lock:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        assert context.entered.wait(PATIENCE)
        assert finishes(
            use_another_chain
        )  # `context` still waits for its lock, but this thread can use another chain.
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert errors == []


def test_callbacks_run_without_a_lock():
    page = Document("http://example.com/")
    element = Element(page, kind="hyperlink")
    finished = []
    element.observe(lambda *change: finished.append(finishes(use_another_chain)))
    element.observe(lambda *change: finished.append(finishes(lambda: element.base_url)))
    element.observe(
        lambda *change: finished.append(
            finishes(lambda: setattr(Element(element), "xml_base", "x"))
        )
    )
    page.base_href = "/a"
    assert finished == [True] * 3


def test_the_common_setter_action_runs_without_a_lock():
    finished = []
    element = Element(Document("http://example.com/"))
    url = URLDecomposition(
        "x", element, on_set=lambda output: finished.append(finishes(use_another_chain))
    )
    url.hash = "x"
    assert finished == [True]


def test_callback_may_wait_for_a_thread_that_changes_the_chain():
    page = Document("http://h/")
    elements = [Element(page, kind="hyperlink") for _ in range(3)]
    heard = [[] for _ in elements]
    finished = []

    def change_elsewhere(element, old, new):
        if new == "http://h/1/":
            finished.append(finishes(lambda: setattr(page, "base_href", "/2/")))

    elements[1].observe(change_elsewhere)
    for element, events in zip(elements, heard, strict=True):
        element.observe(lambda element, old, new, events=events: events.append((old, new)))
    page.base_href = "/1/"
    assert finished == [True]
    for events in heard:
        assert events[0][0] == "http://h/"
        assert events[-1][1] == "http://h/2/"
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(events))


def test_observer_of_two_threads_gets_a_consistent_sequence():
    page = Document("http://h/")
    branch = Element(page, xml_base="b/")
    elements = [Element(branch, kind="hyperlink") for _ in range(5)]
    heard = [[] for _ in elements]
    for element, events in zip(elements, heard, strict=True):
        element.observe(lambda element, old, new, events=events: events.append((old, new)))

    def change_page():
        for number in range(ROUNDS):
            page.base_href = f"/{number}/"

    def change_branch():
        for number in range(ROUNDS):
            branch.xml_base = f"{number}/"

    in_threads(change_page, change_branch)
    for element, events in zip(elements, heard, strict=True):
        assert events[-1][1] == element.base_url == f"http://h/{ROUNDS - 1}/{ROUNDS - 1}/"
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(events))


def test_change_during_a_reading_is_not_missed():
    def slow(cut):
        """Let another thread change the chain while `old/` is resolved."""

        def cut_slowly(url, base=None, encoding="utf-8"):
            if url == "old/":
                in_threads(lambda: setattr(element, "xml_base", "new/"))
            return cut(url, base, encoding)

        return cut_slowly

    page = Document("http://h/", standard=engine_with_cut(slow).standard)
    element = Element(page, xml_base="old/")
    child = Element(element)
    assert child.base_url == "http://h/old/"  # This is the base URL from before the change.
    assert (child.base_url, element.base_url) == ("http://h/new/", "http://h/new/")


def test_move_during_a_reading_is_not_missed():
    def slow(cut):
        def cut_slowly(url, base=None, encoding="utf-8"):
            if base is not None and href(base) == "http://one/":
                in_threads(lambda: element.move_to(two))
            return cut(url, base, encoding)

        return cut_slowly

    one, two = (
        Document("http://one/", standard=engine_with_cut(slow).standard),
        Document("http://two/", encoding="koi8-r"),
    )
    element = Element(one, xml_base="b/")
    child = Element(element)
    assert child.base_url == "http://one/b/"
    assert (child.base_url, child.encoding, child.document) == ("http://two/b/", "koi8-r", two)


def test_elements_can_be_made_and_dropped_during_changes():
    pages = [Document("http://one/"), Document("http://two/")]
    branches = [Element(page, xml_base="b/") for page in pages]
    moving = Element(branches[0])

    def make():
        for number in range(ROUNDS):
            element = Element(branches[number % 2], xml_base="c/", kind="hyperlink")
            unsubscribe = element.observe(lambda element, old, new: None)
            assert element.base_url.endswith("c/")
            assert element.document is pages[number % 2]
            if number % 3:
                unsubscribe()

    def change():
        for number in range(ROUNDS):
            pages[number % 2].base_href = f"/{number % 5}/"

    def move():
        for number in range(ROUNDS):
            moving.move_to(branches[number % 2])
            assert moving.base_url.endswith("/b/")
            assert Element(moving).document is pages[number % 2]

    in_threads(make, make, change, change, move)
    for page, branch in zip(pages, branches, strict=True):
        page.base_href = "/x/"
        assert branch.base_url == f"{page.address}x/b/"
