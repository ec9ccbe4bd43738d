"""The costs of reading and changing base URLs."""

import itertools

import pytest

from tests.calls import count_calls
from tests.cases import few_or_many
from urldom import HTML5, Document, Element

from .helpers import ADDRESS, CountingHTML5, alive, observed

DEEP = 5000


def deep_tree(standard, depth=DEEP):
    """Return a document, a chain of elements with `xml:base`, and for each element a child without
    `xml:base`."""
    parent = document = Document(ADDRESS, standard=standard)
    elements = []
    for level in range(depth):
        parent = Element(parent, xml_base=f"/{level}/")
        elements.append(parent)
    return document, elements, [Element(element) for element in elements]


def test_each_of_5000_levels_is_resolved_once():
    standard = CountingHTML5()
    _, elements, _leaves = deep_tree(standard)
    assert elements[-1].base_url == f"http://example.com/{DEEP - 1}/"
    assert standard.count() == DEEP
    for level in reversed(range(DEEP)):  # The first reading has cached the base URL of every level.
        assert elements[level].base_url == f"http://example.com/{level}/"
    assert standard.count() == 0


def test_each_of_5000_levels_is_resolved_once_from_the_top():
    standard = CountingHTML5()
    _, elements, _leaves = deep_tree(standard)
    for level, element in enumerate(elements):
        assert element.base_url == f"http://example.com/{level}/"
    assert standard.count() == DEEP


def test_change_costs_only_the_elements_below_the_changed_element():
    standard = CountingHTML5()
    document, elements, leaves = deep_tree(standard)
    assert elements[-1].base_url
    assert standard.count() == DEEP
    for level in (DEEP - 1, DEEP - 10, 100, 0):
        elements[level].xml_base = f"http://other/{level}/"
        assert standard.count() == 0  # The assignment resolves nothing.
        assert elements[level].base_url == f"http://other/{level}/"
        assert all(element.base_url for element in elements + leaves)
        assert standard.count() == DEEP - level
    document.base_href = "/c/"
    assert elements[-1].base_url
    assert standard.count() == DEEP + 1


def test_changes_that_are_not_read_cost_nothing():
    standard = CountingHTML5()
    document, elements, _leaves = deep_tree(standard, 500)
    for change in range(100):
        elements[change].xml_base = "/x/"
        document.base_href = f"/{change}/"
    assert standard.count() == 0


def test_change_does_not_affect_siblings():
    standard = CountingHTML5()
    document = Document(ADDRESS, standard=standard)
    branches = [Element(document, xml_base=f"/{n}/") for n in range(100)]
    leaves = [[Element(branch, xml_base=f"{n}") for n in range(10)] for branch in branches]
    assert {leaf.base_url for leaf in itertools.chain(*leaves)}
    standard.count()
    branches[7].xml_base = "/seven/"
    assert leaves[7][3].base_url == "http://example.com/seven/3"
    assert leaves[8][3].base_url == "http://example.com/8/3"
    assert all(leaf.base_url for leaf in itertools.chain(*leaves))
    assert standard.count() == 11
    leaves[8][3].xml_base = "three"
    assert all(leaf.base_url for leaf in itertools.chain(*leaves))
    assert standard.count() == 1


def test_observed_tree_is_read_once_after_a_change():
    standard = CountingHTML5()
    document, elements, leaves = deep_tree(standard, 1000)
    events = []
    links = [observed(Element(element, kind="hyperlink"), events) for element in elements + leaves]
    assert links[-1].base_url
    standard.count()
    elements[0].xml_base = "http://other/"
    assert standard.count() == 1000
    assert len(events) == 2000
    standard.count()
    document.base_href = "/nothing/changes/below/"
    assert standard.count() == 1001
    assert len(events) == 2000


def test_deep_subtree_can_be_moved():
    standard = CountingHTML5()
    _, elements, _leaves = deep_tree(standard)
    other = Document("http://other/", standard=standard)
    assert elements[-1].base_url
    standard.count()
    elements[DEEP // 2].move_to(other)
    assert elements[-1].base_url == f"http://other/{DEEP - 1}/"
    assert elements[-1].document is other
    assert elements[DEEP // 2 - 1].base_url == f"http://example.com/{DEEP // 2 - 1}/"
    assert standard.count() == DEEP - DEEP // 2


@few_or_many("depth", 5_000, 20_000)
def test_deep_tree_is_freed(depth):
    document, elements, leaves = deep_tree(HTML5, depth)
    assert elements[-1].document is document
    assert leaves[-1].base_url
    before = alive()
    del document, elements, leaves
    assert before - alive() == 2 * depth + 1


def test_long_chain_of_documents_can_be_read():
    document = Document(ADDRESS)
    for _ in range(DEEP):
        document = Document("about:blank", creator=document, base_href="c")
    assert document.base_url == "http://example.com/a/c"


def test_change_visits_only_elements_with_a_cached_base_url():
    # No child is read between the changes, so no child has a cached base URL during the second
    # change.
    standard = CountingHTML5()
    document = Document(ADDRESS, standard=standard)
    children = [Element(document, xml_base="c/") for _ in range(10_000)]
    assert {child.base_url for child in children} == {"http://example.com/a/c/"}
    document.base_href = "/d/"

    def change(number):
        document.base_href = f"/{number}/"
        assert document.base_url == f"http://example.com/{number}/"

    change(0)
    assert count_calls(lambda: change(1)) < 100
    assert children[-1].base_url == "http://example.com/1/c/"


@pytest.mark.full
def test_100_000_levels_can_be_read_and_moved():
    document = element = Document(ADDRESS)
    for _ in range(100_000):
        element = Element(element)
    assert (element.document, element.encoding, element.base_url) == (document, "utf-8", ADDRESS)
    events = []
    leaf = observed(Element(element, xml_base="c", kind="hyperlink"), events)
    document.base_href = "/d/"
    assert events == [(None, "http://example.com/a/c", "http://example.com/d/c")]
    leaf.move_to(document)
    element.move_to(Document("http://two/"))
    assert (leaf.base_url, element.base_url) == ("http://example.com/d/c", "http://two/")
