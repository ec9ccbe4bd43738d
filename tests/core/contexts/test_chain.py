"""The lifetime of objects: children keep their parents alive, and parents keep observed children
alive."""

import gc
import weakref

import pytest

from urldom import HTML5, Document, Element, URLDecomposition

from .helpers import ADDRESS, alive, observed


@pytest.fixture
def _without_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def count_dropped(make, times=50_000):
    """Call `make` many times without the garbage collector. Return the number of made objects that
    stay alive."""
    dropped = [weakref.ref(make()) for _ in range(times)]
    return sum(link() is not None for link in dropped)


@pytest.mark.usefixtures("_without_collector")
def test_dropped_elements_are_freed():
    page = Document(ADDRESS)
    middle = Element(page, xml_base="c/")

    def make_and_read():
        element = Element(middle, xml_base="d/", kind="hyperlink")
        assert URLDecomposition("x", element).href == "http://example.com/a/c/d/x"
        assert element.document is page
        return element

    assert count_dropped(lambda: Element(page)) == 0
    assert count_dropped(make_and_read, 2000) == 0
    page.base_href = "/e/"
    assert middle.base_url == "http://example.com/e/c/"


@pytest.mark.usefixtures("_without_collector")
@pytest.mark.parametrize("role", ["creator", "container"])
def test_dropped_documents_are_freed(role):
    page = Document(ADDRESS)

    def make_and_read():
        frame = Document("about:blank" if role == "creator" else "about:srcdoc", **{role: page})
        assert frame.base_url == ADDRESS
        return frame

    assert count_dropped(lambda: Document("about:blank", **{role: page})) == 0
    assert count_dropped(make_and_read, 2000) == 0


@pytest.mark.usefixtures("_without_collector")
def test_ended_observations_are_freed():
    page = Document(ADDRESS)

    def make_and_observe():
        element = Element(Element(page), kind="hyperlink")
        again = element.observe(print)
        element.observe(print)()
        again()
        return element

    assert count_dropped(make_and_observe, 2000) == 0


def test_observed_element_and_its_ancestors_stay_alive():
    page = Document(ADDRESS)
    frame = Document("about:blank", creator=Element(page, xml_base="c/"))
    events = []
    before = alive()
    observed(Element(Element(frame), xml_base="d/", kind="cite"), events)
    del frame
    assert alive() == before + 2
    page.base_href = "/e/"
    assert events == [(None, "http://example.com/a/d/", "http://example.com/e/d/")]


def test_observed_element_stays_alive_until_its_last_observation_ends():
    page = Document(ADDRESS)
    before = alive()
    element = Element(Element(page), kind="hyperlink")
    unsubscribes = [element.observe(print) for _ in range(2)]
    child = Element(element)  # The child has no observer.
    del element
    unsubscribes.pop()()
    assert alive() == before + 3
    unsubscribes.pop()()
    assert alive() == before + 3  # `child` keeps its parents alive
    del child
    assert alive() == before


def test_observed_element_is_freed_if_no_change_affects_it():
    page = Document(ADDRESS)
    before = alive()
    Element(page).observe(print)
    assert alive() == before


def test_moved_observed_element_stays_alive_in_its_new_document():
    events = []
    one, two = Document(ADDRESS), Document("http://two/")
    before = alive()
    middle = Element(one, xml_base="c/")
    observed(Element(middle, kind="hyperlink"), events)
    middle.move_to(two)
    del middle
    assert alive() == before + 2
    one.base_href = "/d/"
    two.base_href = "/e/"
    assert [new for _, _, new in events] == ["http://two/c/", "http://two/e/c/"]
    del two
    assert alive() == before - 1


def test_observed_elements_are_freed_with_their_document():
    before = alive()
    page = Document(ADDRESS)
    observed(Element(Element(page), kind="hyperlink"), [])
    assert alive() == before + 3
    del page
    assert alive() == before


def test_change_reaches_the_remaining_elements():
    page = Document(ADDRESS)
    children = [Element(page, xml_base=f"{n}/") for n in range(100)]
    assert all(child.base_url for child in children)
    del children[::2]
    page.base_href = "/c/"
    assert [child.base_url for child in children] == [
        f"http://example.com/c/{n}/" for n in range(1, 100, 2)
    ]


class Above:
    """A user's own base context, which counts how often its base URL is read"""

    encoding, standard = "utf-8", HTML5

    def __init__(self, base_url):
        self.reads, self.url = 0, base_url

    @property
    def base_url(self):
        self.reads += 1
        return self.url


def test_base_url_of_a_context_of_a_user_is_read_each_time():
    above = Above("http://a/b/")
    page = Document("about:blank", creator=above, base_href="c")
    element = Element(page, xml_base="d")
    assert (page.base_url, element.base_url) == ("http://a/b/c", "http://a/b/d")
    above.url = "http://e/"
    assert (page.base_url, element.base_url, above.reads) == ("http://e/c", "http://e/d", 4)


def test_base_url_that_does_not_change_is_made_once():
    page = Document("http://a/b/", base_href="c/", standard="html5")
    inner = Element(Element(page, xml_base="d/"), xml_base="e/")
    assert inner.base_url == "http://a/b/c/d/e/"
    assert inner.base_url is inner.base_url and page.base_url is page.base_url
    page.base_href = "/f/"
    assert (inner.base_url, page.base_url) == ("http://a/f/d/e/", "http://a/f/")


def test_creator_with_a_base_url_of_another_type_raises():
    page = Document("about:blank", creator=Above(5))
    with pytest.raises(TypeError, match="the base URL of a creator or container must be a "):
        page.base_url  # noqa: B018
