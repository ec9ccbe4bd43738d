"""Defects that were found by use, F1 to F14 and F24. (F13 is about `params`, and not about `URLSearchParams`, which
does what the URL Standard says.)"""

import contextlib
import copy
import enum
import gc
import itertools
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import pytest

import tests.typing.test_typing as typing_tests
import urldom
from urldom import (
    HTML5,
    RFC3986,
    WHATWG,
    BaseChain,
    Document,
    Element,
    InvalidURLError,
    URLDecomposition,
    fragment_escape,
    is_valid_non_empty_url_potentially_surrounded_by_spaces,
    is_valid_url_potentially_surrounded_by_spaces,
    parse,
    resolve,
)
from urldom.trees import document as tree_document
from urldom.whatwg import URL, URLSearchParams, domain_to_ascii, domain_to_unicode, validation_errors

STANDARDS = ("html5", "whatwg", "rfc3986", "rfc2396", "rfc1808")
every_standard = pytest.mark.parametrize("standard", STANDARDS)
ATTRIBUTES = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")

#: Seconds after which a thread counts as blocked for ever.
PATIENCE = 20


def seven(url):
    return tuple(getattr(url, name) for name in ATTRIBUTES)


def a_pickle_of(value):
    return pickle.loads(pickle.dumps(value))


copies = pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, a_pickle_of])
deep_copies = pytest.mark.parametrize("duplicate", [copy.deepcopy, a_pickle_of])


@pytest.fixture
def _switch_often():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def in_threads(*jobs):
    """Runs each job in a thread of its own; the first error is raised."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        for future in [pool.submit(job) for job in jobs]:
            future.result()


def finishes(job):
    """Whether the job comes to its end, in a thread of its own, without waiting for another one."""
    done = threading.Event()

    def run():
        job()
        done.set()

    threading.Thread(target=run, daemon=True).start()
    return done.wait(PATIENCE)


# F1: the object loses its class, or an assignment


class Plain(URLDecomposition):
    """A subclass that declares nothing."""


class Slotted(URLDecomposition):
    __slots__ = ()


PLACES = ["http://a.b/c", "https://a.b:1/c", "mailto:a", "a", ""]


@every_standard
@pytest.mark.parametrize("text", PLACES)
@pytest.mark.parametrize("kind", [URLDecomposition, Plain, Slotted])
@pytest.mark.parametrize("base", [None, "http://h/", Document("http://h/")], ids=["no base", "string", "context"])
def test_f1_an_object_is_of_its_class_before_and_after_assignments(standard, text, kind, base):
    url = kind(text, base, standard=standard)
    assert type(url) is kind
    for name in ATTRIBUTES:
        getattr(url, name)
        setattr(url, name, "81" if name == "port" else "x")
        assert type(url) is kind


@every_standard
@pytest.mark.parametrize("kind", [Plain, Slotted])
@pytest.mark.parametrize("text", ["http://a.b/c", "https://a.b:1/c", "https://u@a.b/c d"])
def test_f1_a_subclass_loses_no_assignment(standard, kind, text):
    url, expected = kind(text, standard=standard), URLDecomposition(text, standard=standard)
    for name, value in (("hostname", "x.y"), ("port", 82), ("pathname", "/d"), ("search", "e"), ("hash", "f")):
        setattr(url, name, value)
        setattr(expected, name, value)
        assert (url.href, seven(url)) == (expected.href, seven(expected))
    if url:
        assert seven(url)[1:] == ("x.y:82", "x.y", "82", "/d", "?e", "#f")


@every_standard
@pytest.mark.parametrize("kind", [URLDecomposition, Plain])
@pytest.mark.usefixtures("_switch_often")
def test_f1_threads_read_the_old_value_or_the_new_one(standard, kind):
    share_between_threads(kind("http://h:1000/a#0", standard=standard))


# F2: half-made states


@pytest.mark.usefixtures("_switch_often")
def test_f2_threads_that_assign_to_one_whatwg_url_leave_no_half_made_state():
    share_between_threads(URL("http://h:1000/a#0"))


#: What no standard accepts; and what those accept that take any host.
REJECTED = [("protocol", "1"), ("port", "99999"), ("hostname", ""), ("hostname", "x y")]


def share_between_threads(url):
    """Two threads assign, rejected values too; two others read."""
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
                wrong.append(seven(url))

    in_threads(lambda: assign("port"), lambda: assign("hash"), read, read)
    assert wrong == []
    assert url.href in allowed


# F3: an attribute of the tree is rewritten where the HTML Standard's setter returns early


def page_with(href):
    """An `a` element, and its URL under the URL Standard, which writes it back."""
    html = ElementTree.fromstring('<html xmlns="http://www.w3.org/1999/xhtml"><a href=""/></html>')
    html[0].set("href", href)
    page = tree_document(html, "http://example.com/a/b", standard=WHATWG)
    return html[0], page.url_of(html[0])


@pytest.mark.parametrize(
    ("href", "name", "value"),
    [
        ("mailto:/../", "port", "81"),
        ("mailto:/../", "username", "x"),
        ("mailto:/../", "password", "x"),
        ("file:///a/../b", "port", "81"),
        ("FILE:///a/../b", "username", "x"),
        ("about:blank#<foo>", "host", "x"),
        ("about:blank#<foo>", "hostname", "x"),
        ("about:blank#<foo>", "pathname", "x"),
        ("http://[/", "hash", "x"),
        ("http://[/", "protocol", "https"),
        ("http://[/", "search", "x"),
    ],
)
def test_f3_where_a_setter_returns_early_the_attribute_stays_as_it_is_written(href, name, value):
    element, url = page_with(href)
    setattr(url, name, value)
    assert element.get("href") == url.reference == href


@pytest.mark.parametrize(
    ("href", "name", "value", "written"),
    [
        ("HTTP://h/a/../b", "port", "abc", "http://h/b"),
        ("../c?é", "hostname", "a b", "http://example.com/c?%C3%A9"),
        ("../c", "protocol", "1", "http://example.com/c"),
        ("mailto:/../", "search", "", "mailto:/"),
        ("about:blank#<foo>", "search", "x", "about:blank?x#%3Cfoo%3E"),
    ],
)
def test_f3_where_a_parse_fails_the_url_is_written_all_the_same(href, name, value, written):
    element, url = page_with(href)
    setattr(url, name, value)
    assert element.get("href") == url.href == written


# F4: a filter that reads `hostname` and fetches `href`

HOSTILE = {
    "http://①②⑦.⓪.⓪.①/": "127.0.0.1",
    "http://%31%32%37.0.0.1/": "127.0.0.1",
    "http://169。254。169。254/": "169.254.169.254",
    "http://evil\\@good.com/p": "evil",
}


@pytest.mark.parametrize("standard", ["html5", "whatwg"])
@pytest.mark.parametrize("url", HOSTILE)
def test_f4_hostname_is_the_host_that_is_fetched(standard, url):
    decomposition = URLDecomposition(url, standard=standard)
    assert decomposition.hostname == HOSTILE[url]
    assert decomposition.href.startswith(f"http://{HOSTILE[url]}/")
    assert str(resolve(url, standard=standard)) == decomposition.href


@every_standard
@pytest.mark.parametrize("url", HOSTILE)
@pytest.mark.parametrize("base", [None, "http://h/a/b"])
def test_f4_hostname_is_the_host_of_href(standard, url, base):
    decomposition = URLDecomposition(url, base, standard=standard)
    again = URLDecomposition(decomposition.href, standard=standard)
    assert (again.href, seven(again)) == (decomposition.href, seven(decomposition))


# F5: a str subclass is read by its own __str__


class Address(str, enum.Enum):
    PAGE = "http://example.com/a/b"
    LINK = "c?d"
    PLACE = "#e"


class Shouting(str):
    def __str__(self):
        return "http://wrong.example/"

    __repr__ = __format__ = __str__


@every_standard
@pytest.mark.parametrize("kind", [Address, Shouting])
def test_f5_a_str_subclass_is_the_string_that_it_holds(standard, kind):
    page, link, place = (kind(text) for text in ("http://example.com/a/b", "c?d", "#e"))
    url = URLDecomposition(link, page, standard=standard)
    assert (url.href, str(url), url.reference) == ("http://example.com/a/c?d",) * 2 + ("c?d",)
    assert type(url.href) is type(str(url)) is type(url.reference) is str
    url.hash = place
    assert url.href == "http://example.com/a/c?d#e"
    url.replace(hash=kind("#e"), search=kind("c?d"))
    assert url.href == "http://example.com/a/c?c?d#e"
    assert str(resolve(link, page, standard=standard)) == "http://example.com/a/c?d"
    assert str(parse(page, standard=standard)) == "http://example.com/a/b"
    assert Document(page, base_href=link, standard=standard).base_url == "http://example.com/a/c?d"


def test_f5_under_the_url_class_too():
    url = URL(Address.LINK, Address.PAGE)
    assert (url.href, type(url.href)) == ("http://example.com/a/c?d", str)
    url.href = Shouting("http://h/")
    assert f"{url}" == "http://h/"


# F6: user code runs under the library's lock


class WaitingContext:
    """A user's context that takes a lock of the user's."""

    encoding, standard = "utf-8", HTML5

    def __init__(self):
        self.lock = threading.Lock()
        self.waits = False
        self.entered = threading.Event()

    @property
    def base_url(self):
        if self.waits:
            self.entered.set()
            if not self.lock.acquire(timeout=2 * PATIENCE):
                raise TimeoutError
            self.lock.release()
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


@pytest.mark.parametrize(
    "make",
    [
        a_document,
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
def test_f6_a_users_context_is_read_without_a_lock(make):
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
        assert finishes(use_another_chain)  # by one who holds what the context waits for
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert errors == []


def test_f6_callbacks_run_without_a_lock():
    page = Document("http://example.com/")
    element = Element(page, kind="hyperlink")
    finished = []
    element.observe(lambda *change: finished.append(finishes(use_another_chain)))
    element.observe(lambda *change: finished.append(finishes(lambda: element.base_url)))
    element.observe(lambda *change: finished.append(finishes(lambda: setattr(Element(element), "xml_base", "x"))))
    page.base_href = "/a"
    assert finished == [True] * 3


def test_f6_the_common_setter_action_runs_without_a_lock():
    finished = []
    element = Element(Document("http://example.com/"))
    url = URLDecomposition("x", element, on_set=lambda output: finished.append(finishes(use_another_chain)))
    url.hash = "x"
    assert finished == [True]


# F7: copies and pickles of the chain

DEPTH = 5000


def test_f7_a_copy_of_an_element_is_an_element_in_its_place():
    page = Document("http://example.com/")
    parent = Element(page, xml_base="a/")
    element = Element(parent, xml_base="b/", kind="cite")
    twin = copy.copy(element)
    assert (twin.parent, twin.document, twin.xml_base, twin.kind) == (parent, page, "b/", "cite")
    parent.xml_base = "c/"
    assert twin.base_url == element.base_url == "http://example.com/c/b/"
    twin.xml_base = "d/"
    assert (twin.base_url, element.base_url) == ("http://example.com/c/d/", "http://example.com/c/b/")
    twin.move_to(Document("http://two.example/"))
    assert (twin.base_url, element.base_url) == ("http://two.example/d/", "http://example.com/c/b/")
    page.base_href = "/e/"
    assert element.base_url == "http://example.com/e/c/b/"


def test_f7_a_copy_of_a_document_is_a_document_of_its_own():
    page = Document("http://example.com/", base_href="a/", encoding="koi8-r", standard="rfc3986", xml_base=False)
    frame = Document("about:blank", creator=page)
    child = Element(page)
    for twin in (copy.copy(page), copy.deepcopy(page), a_pickle_of(page)):
        assert (twin.address, twin.base_href, twin.encoding, twin.standard, twin.xml_base) == (
            "http://example.com/",
            "a/",
            "koi8-r",
            RFC3986,
            False,
        )
        twin.base_href = "/twin/"
        assert (page.base_url, child.base_url) == ("http://example.com/a/",) * 2
        page.base_href = "/b/"
        assert twin.base_url == "http://example.com/twin/"
        page.base_href = "a/"
    twin = copy.copy(frame)
    page.base_href = "/c/"
    assert twin.base_url == frame.base_url == "http://example.com/c/"


@deep_copies
def test_f7_a_deep_copy_brings_its_own_chain(duplicate):
    page = Document("http://example.com/")
    element = Element(Element(page, xml_base="a/"), xml_base="b/", kind="hyperlink")
    events = []
    element.observe(lambda *change: events.append(change))
    twin_page, twin = duplicate((page, element))
    assert (twin.base_url, twin.kind, twin.document) == (element.base_url, "hyperlink", twin_page)
    assert twin.document is not page and twin.parent is not element.parent
    twin_page.base_href = "/c/"
    assert (twin.base_url, element.base_url) == ("http://example.com/c/a/b/", "http://example.com/a/b/")
    assert events == []  # the observers stay with the original
    page.base_href = "/d/"
    assert twin.base_url == "http://example.com/c/a/b/"
    assert len(events) == 1


@copies
def test_f7_an_element_at_any_depth_is_copied(duplicate):
    element = Element(Document("http://example.com/"))
    for number in range(DEPTH):
        element = Element(element, xml_base=f"{number}/" if number % 1000 == 0 else None)
    twin = duplicate(element)
    assert twin.base_url == element.base_url == "http://example.com/0/1000/2000/3000/4000/"
    depth = 0
    while isinstance(twin, Element):
        twin, depth = twin.parent, depth + 1
    assert depth == DEPTH + 1
    assert twin.address == "http://example.com/"


@copies
@pytest.mark.parametrize("relation", ["creator", "container"])
def test_f7_a_document_at_any_depth_is_copied(duplicate, relation):
    page = Document("http://example.com/", base_href="a/")
    for _ in range(DEPTH):
        page = Document("about:blank" if relation == "creator" else "about:srcdoc", **{relation: page})
    assert duplicate(page).base_url == page.base_url == "http://example.com/a/"


@copies
def test_f7_a_url_at_any_depth_is_copied(duplicate):
    element = Element(Document("http://example.com/"), xml_base="a/")
    for _ in range(DEPTH):
        element = Element(element)
    url = duplicate(URLDecomposition("b", element))
    assert url.href == "http://example.com/a/b"


@copies
def test_f7_copies_of_search_params_are_tied_to_no_url(duplicate):
    url = URL("http://h/?a=1")
    params = url.search_params
    twin = duplicate(params)
    assert (twin, list(twin)) == (params, [("a", "1")])
    twin.append("b", "2")
    assert (url.href, list(params)) == ("http://h/?a=1", [("a", "1")])
    url.search = "c=3"
    assert list(twin) == [("a", "1"), ("b", "2")]


@copies
def test_f7_a_copy_of_a_url_has_search_params_of_its_own(duplicate):
    url = URL("http://h/?a=1")
    params = url.search_params
    twin = duplicate(url)
    twin.search_params.append("b", "2")
    assert (url.href, twin.href) == ("http://h/?a=1", "http://h/?a=1&b=2")
    params.append("c", "3")
    assert (url.href, twin.href) == ("http://h/?a=1&c=3", "http://h/?a=1&b=2")


# F8: what is no longer needed stays alive


def how_many(kind):
    gc.collect()
    return sum(1 for value in gc.get_objects() if isinstance(value, kind))


def test_f8_elements_and_documents_do_not_pile_up():
    page = Document("http://example.com/")
    middle = Element(page, xml_base="a/")
    elements, documents = how_many(Element), how_many(Document)
    for number in range(2000):
        element = Element(middle if number % 2 else page, xml_base="b/", kind="hyperlink")
        assert URLDecomposition("x", element).pathname.endswith("/b/x")
        assert URLDecomposition("x", Document("about:blank", creator=page)).href == "http://example.com/x"
        Element(Document("about:srcdoc", container=page)).base_url  # noqa: B018
    del element
    assert how_many(Element) - elements < 10
    assert how_many(Document) - documents < 10
    page.base_href = "/c/"
    assert middle.base_url == "http://example.com/c/a/"


def test_f8_what_is_observed_is_kept_and_no_longer_than_it_is():
    page = Document("http://example.com/")
    before = how_many(Element)
    events = []
    unsubscribe = Element(Element(page, xml_base="a/"), xml_base="b/", kind="cite").observe(
        lambda element, old, new: events.append((old, new))
    )
    assert how_many(Element) == before + 2
    page.base_href = "/c/"
    assert events == [("http://example.com/a/b/", "http://example.com/c/a/b/")]
    unsubscribe()
    del unsubscribe  # which may hold the element
    assert how_many(Element) == before
    page.base_href = "/d/"
    assert len(events) == 1


def test_f8_a_url_keeps_its_element():
    page = Document("http://example.com/")
    url = URLDecomposition("x", Element(Element(page, xml_base="a/"), xml_base="b/"))
    gc.collect()
    page.base_href = "/c/"
    assert url.href == "http://example.com/c/a/b/x"


# F9: observers that change the chain


def hearing(page, count=3):
    """Elements that note what they hear, in one list."""
    events = []
    elements = [Element(page, kind="hyperlink") for _ in range(count)]
    return elements, events


def watch(elements, events):
    for name, element in zip("abc", elements, strict=False):
        element.observe(lambda element, old, new, name=name: events.append((name, old, new)))


def test_f9_a_change_in_a_callback_is_delivered_after_the_round_that_is_running():
    page = Document("http://h/")
    elements, events = hearing(page, 2)

    def change(element, old, new):
        if new == "http://h/1/":
            page.base_href = "/2/"

    elements[0].observe(change)
    watch(elements, events)
    page.base_href = "/1/"
    assert events == [
        ("a", "http://h/", "http://h/1/"),
        ("b", "http://h/", "http://h/1/"),
        ("a", "http://h/1/", "http://h/2/"),
        ("b", "http://h/1/", "http://h/2/"),
    ]


@pytest.mark.parametrize("changing", [0, 1, 2])
@pytest.mark.parametrize("first", [True, False])
def test_f9_what_each_observer_hears_is_a_chain(changing, first):
    page, other = Document("http://h/"), Document("http://other/")
    elements, events = hearing(page)
    steps = iter(
        [
            lambda: setattr(page, "base_href", "/2/"),
            lambda: elements[2].move_to(other),
            lambda: setattr(elements[1], "xml_base", "x/"),
            lambda: (setattr(page, "base_href", "/3/"), setattr(page, "base_href", "/4/")),
            lambda: (setattr(page, "base_href", "/5/"), setattr(page, "base_href", "/4/")),
            lambda: setattr(other, "base_href", "/6/"),
            lambda: elements[2].move_to(page),
        ]
    )

    def change(element, old, new):
        next(steps, lambda: None)()

    if not first:
        watch(elements, events)
    elements[changing].observe(change)
    if first:
        watch(elements, events)
    page.base_href = "/1/"
    page.base_href = "/7/"
    next(steps, lambda: None)()
    for name, element in zip("abc", elements, strict=True):
        heard = [(old, new) for who, old, new in events if who == name]
        assert heard[0][0] == "http://h/"
        assert heard[-1][1] == element.base_url
        assert all(old != new for old, new in heard)
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(heard))


def test_f9_an_endless_exchange_ends_with_an_error():
    page = Document("http://h/")
    elements, events = hearing(page, 2)
    numbers = itertools.count()
    elements[0].observe(lambda *change: setattr(page, "base_href", f"/{next(numbers)}/"))
    watch(elements, events)
    with pytest.raises(RuntimeError) as caught:
        page.base_href = "/x/"
    assert "maximum recursion depth" not in str(caught.value)  # it is counted, and not left to the stack
    heard = [(old, new) for who, old, new in events if who == "b"]
    assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(heard))
    # And that is the end of it: another chain, and this one, still work.
    use_another_chain()
    assert elements[1].base_url == page.base_url


def test_f9_threads_change_chains_of_their_own():
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


# F10: wrong types


def of_a_tree(use):
    html = ElementTree.fromstring('<html><a href="b"/></html>')
    return use(tree_document(html, "http://example.com/"))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: fragment_escape(5), "not int"),
        (lambda: domain_to_ascii(5), "not int"),
        (lambda: domain_to_unicode(None), "not None"),
        (lambda: domain_to_ascii(b"h"), "not bytes"),
        (lambda: validation_errors(5), "not int"),
        (lambda: validation_errors("http://h/", 5), "not int"),
        (lambda: is_valid_url_potentially_surrounded_by_spaces(5), "not int"),
        (lambda: is_valid_url_potentially_surrounded_by_spaces(b" "), "not bytes"),
        (lambda: is_valid_non_empty_url_potentially_surrounded_by_spaces(None), "not None"),
        (lambda: of_a_tree(lambda page: page.url_of(None)), "not None"),
        (lambda: of_a_tree(lambda page: page.base_url_of(None)), "not None"),
        (lambda: of_a_tree(lambda page: page.url_of(5)), "not int"),
        (lambda: BaseChain(encapsulating=1), "not int"),
        (lambda: BaseChain(content=1), "not int"),
        (lambda: BaseChain(retrieval=b"http://h/"), "not bytes"),
        (lambda: BaseChain(default=1), "not int"),
        (lambda: Element(Document("http://h/"), kind="hyperlink").observe(1), "not int"),
        (lambda: Document("http://h/", creator=1), "not int"),
        (lambda: Document("http://h/", container=1), "not int"),
        (lambda: RFC3986.resolve("a", 1), "not int"),
        (lambda: HTML5.resolve("a", b"http://h/"), "not bytes"),
        (lambda: WHATWG.resolve("a", 1), "not int"),
        (lambda: URL(None), "not None"),
        (lambda: URL("a", 5), "not int"),
        (lambda: URL.parse(b"http://h/"), "not bytes"),
        (lambda: URL.can_parse(None), "not None"),
    ],
)
def test_f10_a_wrong_type_is_a_type_error_in_words(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@every_standard
@pytest.mark.parametrize(
    "call",
    [
        lambda standard: URLDecomposition("a", "http://h/", standard=standard, encoding="nonsense"),
        lambda standard: URLDecomposition("http://h/", standard=standard, encoding="nonsense"),
        lambda standard: resolve("a", "http://h/", standard=standard, encoding="nonsense"),
        lambda standard: getattr(urldom, standard.upper()).resolve("a", "http://h/", encoding="nonsense"),
        lambda standard: Document("http://h/", standard=standard, encoding="nonsense"),
    ],
)
def test_f10_an_encoding_that_is_none_is_a_lookup_error_under_every_standard(standard, call):
    with pytest.raises(LookupError, match="nonsense"):
        call(standard)


# F11: what type checkers say

F11 = """
from urldom import URLDecomposition

url = URLDecomposition("http://h:80/")
port: str = url.port
url.port = "8080"
url.port = 8080
number = int(url.port)
digits: bool = url.port.isdigit()
url.replace(port=80)
url.replace(hostnam="x")
"""


@typing_tests.each_checker
def test_f11_a_type_checker_knows_port_and_the_names_of_replace(check, tmp_path):
    program = tmp_path / "f11.py"
    program.write_text(f"# pyright: strict{F11}")
    assert [line for _, line in check(program)] == [F11.count("\n")]


def test_f11_a_misspelled_name_is_a_type_error_when_run_too():
    url = URLDecomposition("http://h/")
    with pytest.raises(TypeError, match="hostnam"):
        url.replace(hostnam="x")
    assert url.href == "http://h/"


# F12: Web IDL's record conversion


def test_f12_names_of_a_record_that_become_one_are_one_pair():
    replacement, *surrogates = "\ufffd", "\ud800", "\udfff"
    assert list(URLSearchParams({surrogates[0]: "1", replacement: "2"})) == [("\ufffd", "2")]
    assert list(URLSearchParams({"a": "0", surrogates[1]: "1", "b": "\ud800", replacement: "2"})) == [
        ("a", "0"),
        ("\ufffd", "2"),  # where the first one was
        ("b", "\ufffd"),
    ]


def test_f12_a_sequence_keeps_both():
    assert list(URLSearchParams([("\ud800", "1"), ("\ufffd", "2")])) == [("\ufffd", "1"), ("\ufffd", "2")]


# F14: parsing again at each reading


def calls_of(function):
    """How many Python functions run when `function` does, itself not counted."""
    calls = -1

    def profile(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("make", [URL, lambda url: URLDecomposition(url, standard=WHATWG)], ids=["URL", "WHATWG"])
@pytest.mark.parametrize("name", ["href", "origin", "username", "password"])
def test_f14_nothing_is_parsed_again_at_a_reading(make, name):
    url = make("http://üser:p%@EXÄMPLE.com:8080/a/../\\b c?d#\t")
    expected = {
        "href": "http://%C3%BCser:p%@xn--exmple-cua.com:8080//b%20c?d#",
        "origin": "http://xn--exmple-cua.com:8080",
        "username": "%C3%BCser",
        "password": "p%",
    }[name]
    assert getattr(url, name) == expected
    assert calls_of(lambda: getattr(url, name)) <= 6  # parsing it takes hundreds
    url.hash = "x"
    assert getattr(url, name) == expected + ("x" if name == "href" else "")
    assert calls_of(lambda: getattr(url, name)) <= 6


# F24: live URLs on a deep chain


@pytest.mark.parametrize("standard", ["html5", "rfc3986"])
def test_f24_live_urls_on_a_deep_chain_are_those_resolved_by_hand(standard):
    bases = ["a/", None, "../b/c/", "?q", "#f", "", "http://a:b/", "/d/e/", "x\ty/", "//h:81/g/", None, "./"]
    page = Document("http://example.com/1/2", base_href="3/", standard=standard)
    chain, depth = [], 120
    for number in range(depth):
        chain.append(Element(chain[-1] if chain else page, xml_base=bases[number % len(bases)]))
    urls = [URLDecomposition(reference, chain[n]) for n in range(depth) for reference in ("../z?é#é", "", "//i/j")]

    def resolved_by_hand():
        base = page.base_url
        for element in chain:
            if element.xml_base is not None:
                with contextlib.suppress(InvalidURLError):
                    base = str(resolve(element.xml_base, base, standard=standard)).partition("#")[0]
            for reference in ("../z?é#é", "", "//i/j"):
                try:
                    yield str(resolve(reference, base, standard=standard))
                except InvalidURLError:
                    yield ""

    def check():
        hrefs = list(resolved_by_hand())
        assert [url.href for url in urls] == hrefs
        assert [seven(url) for url in urls] == [seven(URLDecomposition(href, standard=standard)) for href in hrefs]

    check()
    page.base_href = "http://other.example/x/y/"
    check()
    chain[7].xml_base = "/changed/"
    check()
    chain[60].move_to(chain[3])
    del chain[4:60]
    urls[:] = [URLDecomposition(reference, element) for element in chain for reference in ("../z?é#é", "", "//i/j")]
    check()
    page.base_href = None
    check()
