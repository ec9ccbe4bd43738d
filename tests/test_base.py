"""Base URLs: 2.6.3 step 4 and XML Base, 2.6.5, rulings 20 to 23; what reading and changing them costs."""

import gc
import itertools
from xml.etree import ElementTree

import pytest

from urldom import HTML5, Document, Element, URLDecomposition, resolve
from urldom.trees import document as tree_document

ADDRESS = "http://example.com/a/b"


class CountingHTML5(type(HTML5)):
    """HTML5, whose work is counted: one resolving for each `base` element and each `xml:base` that is read."""

    __slots__ = ("resolved",)

    def __init__(self):
        self.resolved = 0

    def resolve(self, *args, **options):
        self.resolved += 1
        return super().resolve(*args, **options)

    def resolve_string(self, *args, **options):
        self.resolved += 1
        return super().resolve_string(*args, **options)


def observed(element, events, name=None):
    element.observe(lambda element, old, new: events.append((name, old, new)))
    return element


# 2.6.3 step 4, the document base URL


def test_substep_1_the_fallback_base_url_is_the_documents_address():
    document = Document(ADDRESS)
    assert document.address == document.fallback_base_url == document.base_url == ADDRESS


def test_substep_2_about_blank_has_its_creators_document_base_url():
    creator = Document(ADDRESS, base_href="/c/")
    for blank in (
        Document("about:blank", creator=creator),
        Document("about:blank", creator=creator, encoding="latin1"),
    ):
        assert blank.address == "about:blank"
        assert blank.fallback_base_url == blank.base_url == "http://example.com/c/"


@pytest.mark.parametrize(
    "address", ["about:blank#f", "about:blank?q", "About:blank", "about:srcdoc", ADDRESS, " about:blank"]
)
def test_ruling_20_about_blank_is_matched_exactly(address):
    assert Document(address, creator=Document("http://creator/")).base_url == address


def test_substep_2_without_a_creator():
    assert Document("about:blank").base_url == "about:blank"


def test_substep_3_a_srcdoc_document_has_its_containers_document_base_url():
    container = Document(ADDRESS, base_href="/c/")
    assert Document("about:srcdoc", container=container).base_url == "http://example.com/c/"
    both = Document("about:blank", creator=Document("http://creator/"), container=container)
    assert both.base_url == "http://example.com/c/"


def test_substeps_2_and_3_a_chain_of_frames_is_read_live():
    page = Document(ADDRESS)
    chain = page
    for _ in range(50):
        chain = Document("about:blank", creator=chain)
        chain = Document("about:srcdoc", container=chain)
    assert chain.base_url == ADDRESS
    page.base_href = "/c/"
    assert chain.base_url == chain.fallback_base_url == "http://example.com/c/"
    chain.base_href = "d"
    assert (chain.base_url, chain.fallback_base_url) == ("http://example.com/c/d", "http://example.com/c/")
    page.base_href = "/e/"
    assert chain.base_url == "http://example.com/e/d"


def test_substep_4_without_a_base_href_it_is_the_fallback():
    document = Document(ADDRESS, base_href="c")
    document.base_href = None
    assert document.base_url == ADDRESS


@pytest.mark.parametrize(
    ("base_href", "expected"),
    [
        ("c", "http://example.com/a/c"),
        (" c ", "http://example.com/a/c"),
        ("", ADDRESS),
        ("//h", "http://h"),
        ("http://other/x?é#f", "http://other/x?%C3%A9#f"),
        ("#f", f"{ADDRESS}#f"),
        # Substep 6: "if it was successful; otherwise it is fallback base url"
        ("http://a:b/", ADDRESS),
        ("1a:b", ADDRESS),
        ("http:x", ADDRESS),
        ("http://a_b/", ADDRESS),
        ("data://h/", ADDRESS),
        ("\ud800:", ADDRESS),
        # HTML5 takes any absolute URL
        ("data:,x", "data:,x"),
    ],
)
def test_substeps_5_and_6(base_href, expected):
    document = Document(ADDRESS, base_href=base_href)
    assert document.base_url == expected
    assert document.fallback_base_url == ADDRESS


def test_ruling_21_with_the_documents_encoding():
    assert Document(ADDRESS, base_href="?é", encoding="windows-1252").base_url == "http://example.com/a/b?%E9"


def test_substep_5_the_base_href_is_not_affected_by_xml_base():
    document = Document(ADDRESS, base_href="c")
    Element(document, xml_base="http://other/")
    assert document.base_url == "http://example.com/a/c"


# XML Base


def test_the_example_of_xml_base():
    document = Document("http://example.org/wherever/")
    doc = Element(document, xml_base="http://example.org/today/")
    olist = Element(doc, xml_base="/hotpicks/")
    assert str(resolve("new.xml", Element(doc))) == "http://example.org/today/new.xml"
    assert [str(resolve(f"pick{n}.xml", Element(olist))) for n in (1, 2, 3)] == [
        f"http://example.org/hotpicks/pick{n}.xml" for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("xml_base", "expected"),
    [
        (None, f"{ADDRESS}?q#f"),
        ("c/", "http://example.com/a/c/"),
        # "unresolvable, it is ignored, and the parent's base stands"
        ("http://a:b/", f"{ADDRESS}?q#f"),
        ("http:x", f"{ADDRESS}?q#f"),
        ("\ud800:", f"{ADDRESS}?q#f"),
        # "Its fragment is dropped. xml:base="" leaves the parent's base without its fragment."
        ("c#d", "http://example.com/a/c"),
        ("", f"{ADDRESS}?q"),
        ("#g", f"{ADDRESS}?q"),
        ("?#", f"{ADDRESS}?"),
        ("foo:#a#b", "foo:"),
    ],
)
def test_ruling_22(xml_base, expected):
    element = Element(Document(f"{ADDRESS}?q#f"), xml_base=xml_base)
    assert element.base_url == expected
    assert Element(element).base_url == expected


def test_xml_base_is_resolved_in_the_documents_encoding():
    assert Element(Document(ADDRESS, encoding="latin1"), xml_base="?é").base_url == "http://example.com/a/b?%E9"


def test_xml_base_counts_where_the_standard_or_the_document_says_so():
    assert Document(ADDRESS).xml_base is True
    assert Document(ADDRESS, standard="rfc3986").xml_base is True
    assert Element(Document(ADDRESS, xml_base=False), xml_base="/c").base_url == ADDRESS


def test_xml_base_does_not_count_under_whatwg_unless_the_document_says_so():
    assert Document(ADDRESS, standard="whatwg").xml_base is False
    assert Element(Document(ADDRESS, standard="whatwg"), xml_base="/c").base_url == ADDRESS
    document = Document(ADDRESS, standard="whatwg", xml_base=True)
    assert Element(document, xml_base="/c").base_url == "http://example.com/c"


def test_an_element_has_its_documents_encoding_and_standard():
    document = Document(ADDRESS, encoding="latin1", standard="rfc3986")
    element = Element(Element(document), kind="cite")
    assert (element.encoding, element.standard, element.document) == ("latin1", document.standard, document)
    assert (element.kind, element.xml_base, element.parent.parent) == ("cite", None, document)


def test_a_document_whose_address_is_no_absolute_url():
    document = Document("nowhere", base_href="x")
    assert document.base_url == "nowhere"
    assert Element(document, xml_base="y").base_url == "nowhere"
    assert Element(document, xml_base="http://h/").base_url == "nowhere"  # rulings 8 and 22
    assert URLDecomposition("http://h/", document).input == ""


# What it costs

DEEP = 5000


def deep_tree(standard, depth=DEEP):
    """A chain of elements, each with an `xml:base` of its own, and each with a child that has none."""
    parent = document = Document(ADDRESS, standard=standard)
    elements = []
    for level in range(depth):
        parent = Element(parent, xml_base=f"/{level}/")
        elements.append(parent)
        Element(parent)
    return document, elements


def test_5000_levels_deep():
    standard = CountingHTML5()
    _, elements = deep_tree(standard)
    assert elements[-1].base_url == f"http://example.com/{DEEP - 1}/"
    assert standard.resolved == DEEP
    for level in reversed(range(DEEP)):  # each is kept
        assert elements[level].base_url == f"http://example.com/{level}/"
    assert standard.resolved == DEEP


def test_5000_levels_deep_from_the_top():
    standard = CountingHTML5()
    _, elements = deep_tree(standard)
    for level, element in enumerate(elements):
        assert element.base_url == f"http://example.com/{level}/"
    assert standard.resolved == DEEP


def test_a_change_costs_what_is_below_it():
    standard = CountingHTML5()
    document, elements = deep_tree(standard)
    assert elements[-1].base_url
    for level in (DEEP - 1, DEEP - 10, 100, 0):
        standard.resolved = 0
        elements[level].xml_base = f"http://other/{level}/"
        assert standard.resolved == 0  # nobody has asked
        assert elements[level].base_url == f"http://other/{level}/"
        assert all(element.base_url for element in elements)
        assert standard.resolved == DEEP - level
    standard.resolved = 0
    document.base_href = "/c/"
    assert elements[-1].base_url
    assert standard.resolved == DEEP + 1


def test_changes_that_nobody_reads_cost_nothing():
    standard = CountingHTML5()
    document, elements = deep_tree(standard, 500)
    for change in range(100):
        elements[change].xml_base = "/x/"
        document.base_href = f"/{change}/"
    assert standard.resolved == 0


def test_a_change_leaves_the_siblings_as_they_are():
    standard = CountingHTML5()
    document = Document(ADDRESS, standard=standard)
    branches = [Element(document, xml_base=f"/{n}/") for n in range(100)]
    leaves = [[Element(branch, xml_base=f"{n}") for n in range(10)] for branch in branches]
    assert {leaf.base_url for leaf in itertools.chain(*leaves)}
    standard.resolved = 0
    branches[7].xml_base = "/seven/"
    assert leaves[7][3].base_url == "http://example.com/seven/3"
    assert leaves[8][3].base_url == "http://example.com/8/3"
    assert all(leaf.base_url for leaf in itertools.chain(*leaves))
    assert standard.resolved == 11
    leaves[8][3].xml_base = "three"
    assert all(leaf.base_url for leaf in itertools.chain(*leaves))
    assert standard.resolved == 12


def test_a_watched_tree_is_read_once_before_and_once_after_a_change():
    standard = CountingHTML5()
    document, elements = deep_tree(standard, 1000)
    events = []
    links = [observed(Element(element, kind="hyperlink"), events) for element in elements]
    assert links[-1].base_url
    standard.resolved = 0
    elements[0].xml_base = "http://other/"
    assert standard.resolved == 1000
    assert len(events) == 1000
    standard.resolved = 0
    document.base_href = "/nothing/changes/below/"
    assert standard.resolved == 1001
    assert len(events) == 1000


def test_moving_a_deep_subtree():
    standard = CountingHTML5()
    _, elements = deep_tree(standard)
    other = Document("http://other/", standard=standard)
    assert elements[-1].base_url
    standard.resolved = 0
    elements[DEEP // 2].move_to(other)
    assert elements[-1].base_url == f"http://other/{DEEP - 1}/"
    assert elements[-1].document is other
    assert elements[DEEP // 2 - 1].base_url == f"http://example.com/{DEEP // 2 - 1}/"
    assert standard.resolved == DEEP - DEEP // 2


def test_a_deep_tree_is_freed():
    document, elements = deep_tree(HTML5, 20_000)
    assert elements[-1].document is document
    del document, elements
    gc.collect()


def test_a_long_chain_of_documents():
    document = Document(ADDRESS)
    for _ in range(DEEP):
        document = Document("about:blank", creator=document, base_href="c")
    assert document.base_url == "http://example.com/a/c"


# 2.6.5, dynamic changes


def test_when_an_xml_base_changes_the_element_and_its_descendants_are_affected():
    events = []
    document = Document(ADDRESS)
    branch = observed(Element(document, kind="cite"), events, "branch")
    observed(Element(Element(branch), kind="hyperlink"), events, "below")
    observed(Element(document, kind="hyperlink"), events, "beside")
    branch.xml_base = "/c"
    assert events == [("branch", ADDRESS, "http://example.com/c"), ("below", ADDRESS, "http://example.com/c")]
    branch.xml_base = None
    assert events[2:] == [("branch", "http://example.com/c", ADDRESS), ("below", "http://example.com/c", ADDRESS)]


def test_when_a_document_base_url_changes_all_elements_in_that_document_are_affected():
    events = []
    document = Document(ADDRESS)
    observed(Element(Element(document), kind="cite"), events, 1)
    observed(Element(document, kind="hyperlink"), events, 2)
    document.base_href = "/c"
    assert events == [(1, ADDRESS, "http://example.com/c"), (2, ADDRESS, "http://example.com/c")]


def test_and_those_in_the_documents_that_stand_on_it():
    events = []
    page = Document(ADDRESS)
    blank = Document("about:blank", creator=page)
    srcdoc = Document("about:srcdoc", container=blank)
    elsewhere = Document("http://other/", creator=page)
    for name, document in (("page", page), ("blank", blank), ("srcdoc", srcdoc), ("elsewhere", elsewhere)):
        observed(Element(document, kind="hyperlink"), events, name)
    page.base_href = "/c"
    assert sorted(events) == [(name, ADDRESS, "http://example.com/c") for name in ("blank", "page", "srcdoc")]
    events.clear()
    blank.base_href = "/d"
    assert sorted(name for name, _, _ in events) == ["blank", "srcdoc"]


def test_when_an_element_is_moved_to_another_document():
    events = []
    one, two = Document(ADDRESS), Document("http://two/")
    branch = Element(one, xml_base="x")
    observed(Element(branch, kind="hyperlink"), events, "link")
    observed(Element(two, kind="hyperlink"), events, "there before")
    branch.move_to(two)
    assert events == [("link", "http://example.com/a/x", "http://two/x")]
    assert branch.parent is two


def test_a_move_between_documents_with_the_same_base_url_is_no_base_url_change():
    # "if the two documents have different base URLs"
    events = []
    one, two = Document(ADDRESS), Document("http://two/", base_href=ADDRESS)
    element = observed(Element(one, kind="hyperlink"), events)
    element.move_to(Element(two, xml_base="http://three/"))
    assert element.base_url == "http://three/"
    assert events == []


def test_a_move_inside_a_document_is_no_base_url_change_there():
    events = []
    document = Document(ADDRESS)
    element = observed(Element(document, kind="hyperlink"), events)
    element.move_to(Element(document, xml_base="/c"))
    assert element.base_url == "http://example.com/c"
    assert events == []


def test_after_a_move_changes_come_from_the_new_place_alone():
    events = []
    one, two = Document(ADDRESS), Document("http://two/")
    element = observed(Element(one, kind="cite"), events)
    element.move_to(two)
    events.clear()
    one.base_href = "/c"
    assert events == []
    two.base_href = "/d"
    assert events == [(None, "http://two/", "http://two/d")]


def test_a_moved_element_has_the_new_documents_encoding_and_standard():
    one, two = Document(ADDRESS), Document("http://two/", encoding="latin1", standard="rfc3986", xml_base=False)
    branch = Element(one, xml_base="/c")
    leaf = Element(branch)
    branch.move_to(two)
    assert (leaf.encoding, leaf.standard.name, leaf.base_url) == ("latin1", "rfc3986", "http://two/")


def test_ruling_23_only_where_the_base_url_really_is_another_string():
    events = []
    document = Document(ADDRESS)
    branch = Element(document, xml_base="http://fixed/")
    observed(Element(branch, kind="hyperlink"), events)
    document.base_href = "/c"
    branch.xml_base = "http://fixed/#f"
    branch.xml_base = " http://fixed/ "
    assert events == []
    document.base_href = "http://a:b/"  # unresolvable, it is ignored
    document.base_href = None
    assert events == []


def test_ruling_23_only_for_the_elements_that_2_6_5_names():
    events = []
    document = Document(ADDRESS)
    for kind in ("hyperlink", "cite", None):
        observed(Element(document, kind=kind), events, kind)
    document.base_href = "/c"
    assert [kind for kind, _, _ in events] == ["hyperlink", "cite"]


def test_ruling_23_once_per_change_and_callback():
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
    unsubscribe()  # a second time does nothing
    document.base_href = None
    assert len(events) == 3
    again()
    document.base_href = "/y/"
    assert len(events) == 3


def test_callbacks_come_in_tree_order():
    events = []
    document = Document(ADDRESS)
    branches = [observed(Element(document, kind="cite"), events, str(n)) for n in range(3)]
    for n, branch in enumerate(branches):
        for m in range(3):
            observed(Element(branch, kind="hyperlink"), events, f"{n}.{m}")
    document.base_href = "/c"
    assert [name for name, _, _ in events] == sorted(name for name, _, _ in events)
    assert len(events) == 12


def test_in_a_callback_the_whole_tree_has_changed_already():
    seen = []
    document = Document(ADDRESS)
    first = Element(document, kind="hyperlink")
    last = Element(Element(document, xml_base="x"))
    first.observe(lambda element, old, new: seen.append((element.base_url, last.base_url, document.base_url)))
    document.base_href = "/c/"
    assert seen == [("http://example.com/c/", "http://example.com/c/x", "http://example.com/c/")]


def test_a_failing_callback_keeps_no_other_from_being_called():
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
    unsubscribe = one.observe(lambda *change: (unsubscribe(), one.move_to(Element(document)), Element(one)))
    document.base_href = "/c"
    assert [name for name, _, _ in events] == [1, 2]
    assert one.base_url == two.base_url == "http://example.com/c"


# Misuse


def test_a_loop_of_parents_is_a_value_error_and_nothing_changes():
    document = Document(ADDRESS)
    top = Element(document, xml_base="/c/")
    middle = Element(top, xml_base="d/")
    leaf = Element(middle)
    for parent in (top, middle, leaf):
        with pytest.raises(ValueError, match="itself"):
            top.move_to(parent)
    assert (top.parent, middle.parent, leaf.parent) == (document, top, middle)
    assert leaf.base_url == "http://example.com/c/d/"
    leaf.move_to(document)
    top.move_to(leaf)  # and that is none
    assert middle.base_url == "http://example.com/c/d/"


def test_a_move_to_where_it_is():
    document = Document(ADDRESS)
    element = Element(document, xml_base="/c")
    element.move_to(document)
    assert element.parent is document
    assert element.base_url == "http://example.com/c"


@pytest.mark.parametrize("wrong", [None, 5, b"http://h/", ["a"]])
def test_types(wrong):
    document = Document(ADDRESS)
    element = Element(document)
    with pytest.raises(TypeError):
        Document(wrong)
    with pytest.raises(TypeError):
        Element(wrong)
    with pytest.raises(TypeError):
        element.move_to(wrong)
    if wrong is not None:
        with pytest.raises(TypeError):
            document.base_href = wrong
        with pytest.raises(TypeError):
            element.xml_base = wrong
        with pytest.raises(TypeError):
            Element(document, xml_base=wrong)
        with pytest.raises(TypeError):
            Document(ADDRESS, base_href=wrong)
    with pytest.raises(TypeError):
        Document(ADDRESS, encoding=wrong)
    assert (document.base_url, element.xml_base, element.parent) == (ADDRESS, None, document)


def test_an_unknown_kind_or_standard_is_a_value_error():
    with pytest.raises(ValueError, match="hyperlink"):
        Element(Document(ADDRESS), kind="link")
    with pytest.raises(ValueError, match="html5"):
        Document(ADDRESS, standard="html6")


@pytest.mark.parametrize("name", ["address", "encoding", "standard", "base_url", "fallback_base_url"])
def test_what_is_fixed_when_a_document_is_made(name):
    with pytest.raises(AttributeError):
        setattr(Document(ADDRESS), name, "x")


@pytest.mark.parametrize("name", ["parent", "document", "encoding", "standard", "base_url", "kind"])
def test_what_is_not_assignable_on_an_element(name):
    with pytest.raises(AttributeError):
        setattr(Element(Document(ADDRESS)), name, "x")


def test_a_decomposition_on_an_element_is_live():
    document = Document(ADDRESS)
    branch = Element(document)
    url = URLDecomposition("c?d", Element(branch, kind="hyperlink"))
    assert url.href == url.input == "http://example.com/a/c?d"
    branch.xml_base = "/x/"
    assert url.pathname == "/x/c"
    document.base_href = "https://other:8443/"
    assert (url.host, url.pathname) == ("other:8443", "/x/c")
    branch.move_to(Document("http://two/"))
    assert url.href == "http://two/x/c?d"


# Creators and containers that are no links of the chain


class Context:
    """A user's own base context, which tells nobody of its changes."""

    base_url = "http://h/a/"
    encoding = "utf-8"
    standard = "html5"


def test_a_frame_of_a_users_own_context_follows_it():
    context = Context()
    frame = Document("about:blank", creator=context)
    link = Element(Element(frame, xml_base="b/"))
    url = URLDecomposition("x", link)
    assert (frame.base_url, link.base_url, url.href) == ("http://h/a/", "http://h/a/b/", "http://h/a/b/x")
    context.base_url = "http://g/"
    assert (frame.base_url, link.base_url, url.href) == ("http://g/", "http://g/b/", "http://g/b/x")
    frame.base_href = "c/"
    assert link.base_url == "http://g/c/b/"


def test_under_whatwg_it_is_a_snapshot_of_the_context():
    context = Context()
    frame = Document("about:srcdoc", container=context, standard="whatwg")
    context.base_url = "http://g/"
    assert frame.base_url == "http://h/a/"


def test_a_tree_document_can_be_a_creator():
    tree = ElementTree.XML('<html><base href="/a/"/></html>')
    frame = Document("about:blank", creator=tree_document(tree, "http://h/"))
    assert frame.base_url == "http://h/a/"
    tree[0].set("href", "/b/")
    assert frame.base_url == "http://h/b/"


@pytest.mark.parametrize("role", ["creator", "container"])
def test_a_creator_of_a_wrong_type(role):
    with pytest.raises(TypeError, match="base context"):
        Document("about:blank", **{role: "http://h/"})
