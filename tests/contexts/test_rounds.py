"""Observers that change the chain themselves, fail, or are many (ruling 23)."""

import itertools

import pytest

from urldom import Document, Element
from urldom._contexts import changes

from .helpers import ADDRESS, Context, observed


def path(url):
    return url.removeprefix("http://h")


def page_with(names, events):
    """A document, and elements that note what they hear."""
    page = Document("http://h/")
    return page, [observed(Element(page, kind="hyperlink"), events, name) for name in names]


def test_a_change_in_a_callback_is_told_after_the_round_that_is_running():
    events = []
    page, (one, _) = page_with("ab", events)
    one.observe(lambda element, old, new: new == "http://h/1/" and setattr(page, "base_href", "/2/"))
    page.base_href = "/1/"
    assert [(name, path(old), path(new)) for name, old, new in events] == [
        ("a", "/", "/1/"),
        ("b", "/", "/1/"),
        ("a", "/1/", "/2/"),
        ("b", "/1/", "/2/"),
    ]


def test_but_it_is_made_at_once():
    page, (one,) = page_with("a", [])
    seen = []

    def change(element, old, new):
        if not seen:
            page.base_href = "/2/"
            seen.append((element.base_url, page.base_url))

    one.observe(change)
    page.base_href = "/1/"
    assert seen == [("http://h/2/", "http://h/2/")]


def test_each_change_in_a_callback_is_told():
    events = []
    page, (one, _) = page_with("ab", events)

    def change(element, old, new):
        if new == "http://h/1/":
            for href in ("/2/", "/3/", "/3/", "/3/./", "/4/"):
                page.base_href = href

    one.observe(change)
    page.base_href = "/1/"
    for name in "ab":
        heard = [(path(old), path(new)) for who, old, new in events if who == name]
        assert heard == [("/", "/1/"), ("/1/", "/2/"), ("/2/", "/3/"), ("/3/", "/4/")]


def test_a_change_that_is_taken_back_in_a_callback():
    events = []
    page, (one, _) = page_with("ab", events)
    one.observe(lambda element, old, new: setattr(page, "base_href", None))
    page.base_href = "/1/"
    assert [(name, path(old), path(new)) for name, old, new in events] == [
        ("a", "/", "/1/"),
        ("b", "/", "/1/"),
        ("a", "/1/", "/"),
        ("b", "/1/", "/"),
    ]


def test_an_observation_that_begins_in_a_callback_hears_of_later_changes_alone():
    events = []
    page, (one, two) = page_with("ab", [])
    begun = []

    def begin(element, old, new):
        if not begun:
            begun.append(observed(two, events, "late"))

    one.observe(begin)
    page.base_href = "/1/"
    assert events == []
    page.base_href = "/2/"
    assert events == [("late", "http://h/1/", "http://h/2/")]


def test_an_observation_that_ends_in_a_callback_hears_nothing_more():
    events = []
    page, (one,) = page_with("a", [])
    other = Element(page, kind="cite")
    one.observe(lambda *change: unsubscribe())
    unsubscribe = other.observe(lambda *change: events.append(change))
    page.base_href = "/1/"
    assert events == []


def test_a_move_in_a_callback():
    events = []
    page, (one, two) = page_with("ab", events)
    other = Document("http://other/")
    one.observe(lambda *change: two.move_to(other))
    page.base_href = "/1/"
    assert events == [
        ("a", "http://h/", "http://h/1/"),
        ("b", "http://h/", "http://h/1/"),
        ("b", "http://h/1/", "http://other/"),
    ]


def test_what_comes_after_a_move_inside_a_document_begins_there():
    # Of the move nobody hears: "old" is the base URL before the change all the same (ruling 23).
    events = []
    page, (one,) = page_with("a", events)
    fixed, inner = Element(page, xml_base="http://fixed/"), Element(page, xml_base="c/")
    one.move_to(fixed)
    page.base_href = "/1/"
    assert events == []
    one.move_to(inner)
    page.base_href = "/2/"
    assert events == [("a", "http://h/1/c/", "http://h/2/c/")]


def test_a_move_inside_a_document_in_a_callback_comes_in_its_turn():
    events = []
    page, (one, two) = page_with("ab", events)
    fixed = Element(page, xml_base="http://fixed/")
    one.observe(lambda *change: two.move_to(fixed))
    page.base_href = "/1/"
    assert events == [("a", "http://h/", "http://h/1/"), ("b", "http://h/", "http://h/1/")]
    fixed.xml_base = "http://other/"
    assert events[2:] == [("b", "http://fixed/", "http://other/")]


def test_a_move_inside_a_document_changes_the_base_url_of_a_document_that_stands_on_the_element():
    # 2.6.5: "When a document's document base URL changes, all elements in that document are affected"
    events = []
    page, (one,) = page_with("a", events)
    frame = Document("about:srcdoc", container=one)
    observed(Element(frame, kind="hyperlink"), events, "in the frame")
    one.move_to(Element(page, xml_base="c/"))
    assert events == [("in the frame", "http://h/", "http://h/c/")]


def endless(page, elements):
    """Has each element answer each change with another one."""
    numbers = itertools.count()
    for element in elements:
        element.observe(lambda *change: setattr(page, "base_href", f"/{next(numbers)}/"))


@pytest.mark.parametrize("answering", [1, 2, 5])
def test_an_endless_exchange_ends_with_an_error_and_nothing_is_lost(monkeypatch, answering):
    monkeypatch.setattr(changes, "ROUNDS_LIMIT", 100)
    events = []
    page, elements = page_with("abcde", events)
    endless(page, elements[:answering])
    with pytest.raises(RuntimeError, match="100 more"):
        page.base_href = "/x/"
    for name, element in zip("abcde", elements, strict=True):
        heard = [(old, new) for who, old, new in events if who == name]
        assert len(heard) == 101
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(heard))
        assert heard[-1][1] == element.base_url == page.base_url


def test_the_limit_itself():
    page, elements = page_with("a", [])
    endless(page, elements)
    with pytest.raises(RuntimeError, match=f"{changes.ROUNDS_LIMIT} more"):
        page.base_href = "/x/"
    with pytest.raises(RuntimeError):
        page.base_href = "/y/"  # which is counted anew


def test_as_many_changes_as_there_are_observers_are_no_endless_exchange():
    page = Document("http://h/")
    elements = [Element(page, kind="hyperlink") for _ in range(3000)]
    for element in elements:
        element.observe(lambda element, old, new: setattr(element, "xml_base", "c/"))
    page.base_href = "/1/"
    assert {element.base_url for element in elements} == {"http://h/1/c/"}


def test_changes_that_no_observer_hears_are_not_counted(monkeypatch):
    monkeypatch.setattr(changes, "ROUNDS_LIMIT", 2)
    page, (one,) = page_with("a", [])
    one.observe(lambda *change: [setattr(Element(page), "xml_base", str(number)) for number in range(10)])
    page.base_href = "/1/"
    assert page.base_url == "http://h/1/"


def test_the_first_error_is_raised_after_all_have_been_called():
    events = []
    page, (one, two) = page_with("ab", events)

    def fail(element, old, new):
        if new == "http://h/1/":
            page.base_href = "/2/"
        raise ValueError(path(new))

    one.observe(fail)
    two.observe(fail)
    with pytest.raises(ValueError, match=r"^/1/$"):
        page.base_href = "/1/"
    assert [path(new) for _, _, new in events] == ["/1/", "/1/", "/2/", "/2/"]
    assert page.base_url == "http://h/2/"
    with pytest.raises(ValueError, match=r"^/3/$"):
        page.base_href = "/3/"
    assert len(events) == 6


def test_an_interrupt_stops_the_calls_and_nothing_else():
    events = []
    page, (one, two) = page_with("ab", [])
    interrupts = [KeyboardInterrupt()]

    def interrupt(*change):
        if interrupts:
            raise interrupts.pop()

    one.observe(interrupt)
    observed(one, events, "a")
    observed(two, events, "b")
    with pytest.raises(KeyboardInterrupt):
        page.base_href = "/1/"
    assert (events, page.base_url) == ([], "http://h/1/")
    page.base_href = "/2/"  # and what they hear next begins with what they heard last
    assert events == [("a", "http://h/", "http://h/2/"), ("b", "http://h/", "http://h/2/")]


def test_an_error_of_a_users_context_keeps_no_observer_from_being_called():
    class Failing(Context):
        fails = False

        @property
        def base_url(self):
            if self.fails:
                raise LookupError("lost")
            return "http://context/"

    events = []
    page, (one, _) = page_with("ab", events)
    context = Failing()
    frame = Document("about:blank", creator=context)
    observed(Element(frame, kind="hyperlink"), events, "in the frame")
    context.fails = True
    one.observe(lambda *change: setattr(frame, "base_href", "c/"))
    with pytest.raises(LookupError, match="lost"):
        page.base_href = "/1/"
    assert events == [("a", "http://h/", "http://h/1/"), ("b", "http://h/", "http://h/1/")]
    assert frame.base_href == "c/"
    context.fails = False
    frame.base_href = "d/"
    assert events[2:] == [("in the frame", "http://context/", "http://context/d/")]


def test_an_observation_does_not_begin_where_the_base_url_cannot_be_read():
    class Failing(Context):
        @property
        def base_url(self):
            raise LookupError("lost")

    frame = Document("about:blank", creator=Failing())
    element = Element(frame, kind="hyperlink")
    with pytest.raises(LookupError, match="lost"):
        element.observe(print)
    frame.base_href = "x"  # nobody is called, and nobody's base URL is read


def test_tree_order_holds_after_moves():
    events = []
    page = Document(ADDRESS)
    parents = [Element(page) for _ in range(3)]
    children = [Element(parents[n % 3], kind="hyperlink") for n in range(9)]
    for n in (8, 1, 5, 0, 3, 2, 7, 4, 6):  # not in tree order
        observed(children[n], events, n)
    page.base_href = "/1/"
    assert [name for name, _, _ in events] == [0, 3, 6, 1, 4, 7, 2, 5, 8]
    events.clear()
    children[3].move_to(parents[2])
    parents[0].move_to(page)
    page.base_href = "/2/"
    assert [name for name, _, _ in events] == [1, 4, 7, 2, 5, 8, 3, 0, 6]


@pytest.mark.parametrize("changing", [0, 1, 2])
@pytest.mark.parametrize("first", [True, False])
def test_what_each_observer_hears_is_a_chain(changing, first):
    events = []
    page, other = Document("http://h/"), Document("http://other/")
    elements = [Element(page, kind="hyperlink") for _ in range(3)]

    def watch():
        for name, element in zip("abc", elements, strict=True):
            observed(element, events, name)

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
        watch()
    elements[changing].observe(change)
    if first:
        watch()
    page.base_href = "/1/"
    page.base_href = "/7/"
    next(steps, lambda: None)()
    for name, element in zip("abc", elements, strict=True):
        heard = [(old, new) for who, old, new in events if who == name]
        assert heard[0][0] == "http://h/"
        assert heard[-1][1] == element.base_url
        assert all(old != new for old, new in heard)
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(heard))
