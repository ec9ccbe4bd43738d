"""Dynamic changes to base URLs (HTML5 2.6.5 and ruling 23)."""

import pytest

from urldom import Document, Element
from urldom._core.contexts.changes import ROUNDS_LIMIT

from .helpers import ADDRESS, observed


def test_change_of_xml_base_affects_the_element_and_its_descendants():
    events = []
    document = Document(ADDRESS)
    branch = observed(Element(document, kind="cite"), events, "branch")
    observed(Element(Element(branch), kind="hyperlink"), events, "below")
    observed(Element(document, kind="hyperlink"), events, "beside")
    branch.xml_base = "/c"
    assert events == [
        ("branch", ADDRESS, "http://example.com/c"),
        ("below", ADDRESS, "http://example.com/c"),
    ]
    branch.xml_base = None
    assert events[2:] == [
        ("branch", "http://example.com/c", ADDRESS),
        ("below", "http://example.com/c", ADDRESS),
    ]


def test_change_of_the_document_base_url_affects_all_elements():
    events = []
    document = Document(ADDRESS)
    observed(Element(Element(document), kind="cite"), events, 1)
    observed(Element(document, kind="hyperlink"), events, 2)
    document.base_href = "/c"
    assert events == [(1, ADDRESS, "http://example.com/c"), (2, ADDRESS, "http://example.com/c")]


def test_change_of_the_document_base_url_affects_nested_documents():
    events = []
    page = Document(ADDRESS)
    blank = Document("about:blank", creator=page)
    srcdoc = Document("about:srcdoc", container=blank)
    elsewhere = Document("http://other/", creator=page)
    for name, document in (
        ("page", page),
        ("blank", blank),
        ("srcdoc", srcdoc),
        ("elsewhere", elsewhere),
    ):
        observed(Element(document, kind="hyperlink"), events, name)
    page.base_href = "/c"
    assert sorted(events) == [
        (name, ADDRESS, "http://example.com/c") for name in ("blank", "page", "srcdoc")
    ]
    events.clear()
    blank.base_href = "/d"
    assert sorted(name for name, _, _ in events) == ["blank", "srcdoc"]


def test_move_to_another_document_affects_the_element_and_its_descendants():
    events = []
    one, two = Document(ADDRESS), Document("http://two/")
    branch = Element(one, xml_base="x")
    observed(Element(branch, kind="hyperlink"), events, "link")
    observed(Element(two, kind="hyperlink"), events, "there before")
    branch.move_to(two)
    assert events == [("link", "http://example.com/a/x", "http://two/x")]
    assert branch.parent is two


def test_move_between_documents_with_the_same_base_url_is_not_a_change():
    # "if the two documents have different base URLs"
    events = []
    one, two = Document(ADDRESS), Document("http://two/", base_href=ADDRESS)
    element = observed(Element(one, kind="hyperlink"), events)
    element.move_to(Element(two, xml_base="http://three/"))
    assert element.base_url == "http://three/"
    assert events == []


def test_move_inside_a_document_is_not_a_change():
    events = []
    document = Document(ADDRESS)
    element = observed(Element(document, kind="hyperlink"), events)
    element.move_to(Element(document, xml_base="/c"))
    assert element.base_url == "http://example.com/c"
    assert events == []


def test_moved_element_follows_only_its_new_document():
    events = []
    one, two = Document(ADDRESS), Document("http://two/")
    element = observed(Element(one, kind="cite"), events)
    element.move_to(two)
    events.clear()
    one.base_href = "/c"
    assert events == []
    two.base_href = "/d"
    assert events == [(None, "http://two/", "http://two/d")]


def test_moved_element_uses_the_new_documents_encoding_and_standard():
    one, two = (
        Document(ADDRESS),
        Document("http://two/", encoding="latin1", standard="rfc3986", xml_base=False),
    )
    branch = Element(one, xml_base="/c")
    leaf = Element(branch)
    branch.move_to(two)
    assert (leaf.encoding, leaf.standard.name, leaf.base_url) == (
        "latin1",
        "rfc3986",
        "http://two/",
    )


def test_ruling_23_callbacks_run_only_if_the_base_url_differs():
    events = []
    document = Document(ADDRESS)
    branch = Element(document, xml_base="http://fixed/")
    observed(Element(branch, kind="hyperlink"), events)
    document.base_href = "/c"
    branch.xml_base = "http://fixed/#f"
    branch.xml_base = " http://fixed/ "
    assert events == []
    document.base_href = "http://a:b/"  # this base URL is invalid, so it is ignored
    document.base_href = None
    assert events == []


def test_ruling_23_callbacks_run_only_for_elements_that_html5_2_6_5_lists():
    events = []
    document = Document(ADDRESS)
    for kind in ("hyperlink", "cite", None):
        observed(Element(document, kind=kind), events, kind)
    document.base_href = "/c"
    assert [kind for kind, _, _ in events] == ["hyperlink", "cite"]


def test_ruling_23_each_callback_runs_once_for_each_change():
    events = []
    document = Document(ADDRESS)
    element = Element(Element(Element(document, xml_base="b/"), xml_base="c/"), kind="hyperlink")

    def callback(element, old, new):
        events.append((element, old, new))

    unsubscribe = element.observe(callback)
    again = element.observe(callback)
    document.base_href = "/x/"
    assert events == [(element, "http://example.com/a/b/c/", "http://example.com/x/b/c/")] * 2
    unsubscribe()
    unsubscribe()  # a second call has no effect
    document.base_href = None
    assert len(events) == 3
    again()
    document.base_href = "/y/"
    assert len(events) == 3


def test_callbacks_run_in_tree_order():
    events = []
    document = Document(ADDRESS)
    branches = [observed(Element(document, kind="cite"), events, str(n)) for n in range(3)]
    for n, branch in enumerate(branches):
        for m in range(3):
            observed(Element(branch, kind="hyperlink"), events, f"{n}.{m}")
    document.base_href = "/c"
    assert [name for name, _, _ in events] == sorted(name for name, _, _ in events)
    assert len(events) == 12


def test_callbacks_run_after_the_whole_tree_has_changed():
    base_urls = []
    document = Document(ADDRESS)
    first = Element(document, kind="hyperlink")
    last = Element(Element(document, xml_base="x"))
    first.observe(
        lambda element, old, new: base_urls.append(
            (element.base_url, last.base_url, document.base_url)
        )
    )
    document.base_href = "/c/"
    assert base_urls == [
        ("http://example.com/c/", "http://example.com/c/x", "http://example.com/c/")
    ]


def test_failing_callback_does_not_stop_other_callbacks():
    events = []
    document = Document(ADDRESS)

    def fail(element, old, new):
        raise RuntimeError(f"{old} -> {new}")

    Element(document, kind="hyperlink").observe(fail)
    observed(Element(document, kind="hyperlink"), events, "after it")
    Element(document, kind="cite").observe(fail)
    with pytest.raises(RuntimeError, match=f"^{ADDRESS} -> http://example.com/c$"):
        document.base_href = "/c"
    assert document.base_url == "http://example.com/c"
    assert events == [("after it", ADDRESS, "http://example.com/c")]


def test_a_callback_may_end_its_observation_or_change_the_tree():
    events = []
    document = Document(ADDRESS)
    one, two = (observed(Element(document, kind="hyperlink"), events, n) for n in (1, 2))
    unsubscribe = one.observe(
        lambda *change: (unsubscribe(), one.move_to(Element(document)), Element(one))
    )
    document.base_href = "/c"
    assert [name for name, _, _ in events] == [1, 2]
    assert one.base_url == two.base_url == "http://example.com/c"


def test_change_in_a_round_is_told_after_the_round():
    """Each observer hears of the changes in their order, also if one of them makes the second
    change."""
    page = Document("http://h/")
    heard = []

    def first(element, old, new):
        heard.append(("first", old, new))
        if new == "http://h/a/":
            page.base_href = "/b/"

    elements = [Element(page, kind="hyperlink") for _ in range(2)]
    ends = [
        elements[0].observe(first),
        elements[1].observe(lambda element, old, new: heard.append(("second", old, new))),
    ]
    page.base_href = "/a/"
    a, b = ("http://h/", "http://h/a/"), ("http://h/a/", "http://h/b/")
    assert heard == [("first", *a), ("second", *a), ("first", *b), ("second", *b)]
    for end in ends:
        end()
    page.base_href = "/c/"
    assert len(heard) == 4


def test_10_000_rounds_after_one_change_are_allowed():
    assert ROUNDS_LIMIT == 10_000
