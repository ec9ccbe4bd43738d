"""Observers that change the chain or raise errors, and large numbers of observers (ruling 23)."""

import itertools

import pytest

from urldom import Document, Element
from urldom._core.contexts import changes

from .helpers import ADDRESS, Context, observed


def path(url):
    return url.removeprefix("http://h")


def page_with(names, events):
    """Return a document, and elements whose observers append their changes to `events`."""
    page = Document("http://h/")
    return page, [observed(Element(page, kind="hyperlink"), events, name) for name in names]


def test_change_in_a_callback_is_reported_after_the_current_round():
    events = []
    page, (one, _) = page_with("ab", events)
    one.observe(
        lambda element, old, new: new == "http://h/1/" and setattr(page, "base_href", "/2/")
    )
    page.base_href = "/1/"
    assert [(name, path(old), path(new)) for name, old, new in events] == [
        ("a", "/", "/1/"),
        ("b", "/", "/1/"),
        ("a", "/1/", "/2/"),
        ("b", "/1/", "/2/"),
    ]


def test_change_in_a_callback_takes_effect_at_once():
    page, (one,) = page_with("a", [])
    base_urls = []

    def change(element, old, new):
        if not base_urls:
            page.base_href = "/2/"
            base_urls.append((element.base_url, page.base_url))

    one.observe(change)
    page.base_href = "/1/"
    assert base_urls == [("http://h/2/", "http://h/2/")]


def test_each_change_in_a_callback_is_reported():
    events = []
    page, (one, _) = page_with("ab", events)

    def change(element, old, new):
        if new == "http://h/1/":
            for href in ("/2/", "/3/", "/3/", "/3/./", "/4/"):
                page.base_href = href

    one.observe(change)
    page.base_href = "/1/"
    for name in "ab":
        reported = [(path(old), path(new)) for observer, old, new in events if observer == name]
        assert reported == [("/", "/1/"), ("/1/", "/2/"), ("/2/", "/3/"), ("/3/", "/4/")]


def test_change_that_a_callback_reverts_is_reported_twice():
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


def test_observer_added_in_a_callback_gets_only_later_changes():
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


def test_observer_removed_in_a_callback_is_not_called():
    events = []
    page, (one,) = page_with("a", [])
    other = Element(page, kind="cite")
    one.observe(lambda *change: unsubscribe())
    unsubscribe = other.observe(lambda *change: events.append(change))
    page.base_href = "/1/"
    assert events == []


def test_move_in_a_callback_is_reported_after_the_current_round():
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


def test_old_base_url_includes_moves_inside_the_document():
    # A move inside a document calls no observer. At the next change, "old" is the base URL after
    # the move (ruling 23).
    events = []
    page, (one,) = page_with("a", events)
    fixed, inner = Element(page, xml_base="http://fixed/"), Element(page, xml_base="c/")
    one.move_to(fixed)
    page.base_href = "/1/"
    assert events == []
    one.move_to(inner)
    page.base_href = "/2/"
    assert events == [("a", "http://h/1/c/", "http://h/2/c/")]


def test_move_inside_a_document_in_a_callback_waits_for_its_round():
    events = []
    page, (one, two) = page_with("ab", events)
    fixed = Element(page, xml_base="http://fixed/")
    one.observe(lambda *change: two.move_to(fixed))
    page.base_href = "/1/"
    assert events == [("a", "http://h/", "http://h/1/"), ("b", "http://h/", "http://h/1/")]
    fixed.xml_base = "http://other/"
    assert events[2:] == [("b", "http://fixed/", "http://other/")]


def test_move_inside_a_document_keeps_the_base_url_of_nested_documents():
    # HTML5 2.6.3 step 4, substep 3: the nested document uses the document base URL, which the move
    # does not change.
    events = []
    page, (one,) = page_with("a", events)
    frame = Document("about:srcdoc", container=one)
    observed(Element(frame, kind="hyperlink"), events, "in the frame")
    one.move_to(Element(page, xml_base="c/"))
    one.xml_base = "d/"
    assert one.base_url == "http://h/c/d/"
    assert frame.base_url == "http://h/"
    assert [event for event in events if event[0] == "in the frame"] == []


def test_move_to_another_document_changes_the_base_url_of_nested_documents():
    # HTML5 2.6.5: "When a document's document base URL changes, all elements in that document are
    # affected"
    events = []
    _, (one,) = page_with("a", events)
    frame = Document("about:srcdoc", container=one)
    observed(Element(frame, kind="hyperlink"), events, "in the frame")
    one.move_to(Element(Document("http://other/"), xml_base="c/"))
    assert ("in the frame", "http://h/", "http://other/") in events


def endless(page, elements):
    """Make each element react to each change with another change."""
    numbers = itertools.count()
    for element in elements:
        element.observe(lambda *change: setattr(page, "base_href", f"/{next(numbers)}/"))


@pytest.mark.parametrize("answering", [1, 2, 5])
def test_endless_changes_raise_an_error_and_keep_every_change(monkeypatch, answering):
    monkeypatch.setattr(changes, "ROUNDS_LIMIT", 100)
    events = []
    page, elements = page_with("abcde", events)
    endless(page, elements[:answering])
    with pytest.raises(RuntimeError, match="made 100 changes"):
        page.base_href = "/x/"
    for name, element in zip("abcde", elements, strict=True):
        reported = [(old, new) for observer, old, new in events if observer == name]
        assert len(reported) == 101
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(reported))
        assert reported[-1][1] == element.base_url == page.base_url


def test_error_states_the_limit_of_rounds():
    page, elements = page_with("a", [])
    endless(page, elements)
    with pytest.raises(RuntimeError, match=f"made {changes.ROUNDS_LIMIT} changes"):
        page.base_href = "/x/"
    with pytest.raises(RuntimeError):
        page.base_href = "/y/"  # each assignment counts its rounds from zero


def test_one_change_by_each_of_many_observers_is_within_the_limit():
    page = Document("http://h/")
    elements = [Element(page, kind="hyperlink") for _ in range(3000)]
    for element in elements:
        element.observe(lambda element, old, new: setattr(element, "xml_base", "c/"))
    page.base_href = "/1/"
    assert {element.base_url for element in elements} == {"http://h/1/c/"}


def test_changes_without_observers_do_not_count_as_rounds(monkeypatch):
    monkeypatch.setattr(changes, "ROUNDS_LIMIT", 2)
    page, (one,) = page_with("a", [])
    one.observe(
        lambda *change: [setattr(Element(page), "xml_base", str(number)) for number in range(10)]
    )
    page.base_href = "/1/"
    assert page.base_url == "http://h/1/"


def test_first_error_is_raised_after_all_callbacks():
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


def test_interrupt_stops_only_the_callbacks():
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
    page.base_href = "/2/"  # The next "old" is the last "new" of each observer.
    assert events == [("a", "http://h/", "http://h/2/"), ("b", "http://h/", "http://h/2/")]


def test_error_of_a_users_context_does_not_stop_callbacks():
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


def test_observation_needs_a_readable_base_url():
    class Failing(Context):
        @property
        def base_url(self):
            raise LookupError("lost")

    frame = Document("about:blank", creator=Failing())
    element = Element(frame, kind="hyperlink")
    with pytest.raises(LookupError, match="lost"):
        element.observe(print)
    frame.base_href = "x"  # No callback runs, and no base URL is read.


def test_callbacks_run_in_tree_order_after_moves():
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
def test_each_observer_gets_a_consistent_sequence(changing, first):
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
        reported = [(old, new) for observer, old, new in events if observer == name]
        assert reported[0][0] == "http://h/"
        assert reported[-1][1] == element.base_url
        assert all(old != new for old, new in reported)
        assert all(earlier[1] == later[0] for earlier, later in itertools.pairwise(reported))
