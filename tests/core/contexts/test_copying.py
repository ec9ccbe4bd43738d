"""Copies and pickles of contexts."""

import copy
import pickle
from itertools import pairwise

import pytest

from urldom import RFC3986, BaseChain, Document, Element

from .helpers import ADDRESS, DEEP_COPIES, Context, observed, pickled

deep_copies = pytest.mark.parametrize("duplicate", DEEP_COPIES)
copies = pytest.mark.parametrize("duplicate", [copy.copy, *DEEP_COPIES])

DEEP = 3000


class Anchor(Element):
    """A user's element class with attributes."""


def test_copied_element_follows_its_base():
    events = []
    page = Document(ADDRESS)
    parent = Element(page, xml_base="c/")
    element = observed(Element(parent, xml_base="d/", kind="cite"), events)
    twin = copy.copy(element)
    assert (twin.parent, twin.document, twin.xml_base, twin.kind) == (parent, page, "d/", "cite")
    page.base_href = "/e/"
    assert twin.base_url == element.base_url == "http://example.com/e/c/d/"
    assert len(events) == 1  # The copy does not have the observer of the original.
    twin.xml_base = "f/"
    assert (twin.base_url, element.base_url) == (
        "http://example.com/e/c/f/",
        "http://example.com/e/c/d/",
    )
    twin.move_to(Document("http://two/"))
    assert (twin.base_url, element.base_url) == ("http://two/f/", "http://example.com/e/c/d/")


def test_copied_document_has_the_same_creator_and_no_elements():
    events = []
    page = Document(ADDRESS)
    frame = Document(
        "about:blank", creator=page, encoding="koi8-r", standard="rfc3986", xml_base=False
    )
    observed(Element(frame, kind="hyperlink"), events)
    twin = copy.copy(frame)
    assert (twin.address, twin.encoding, twin.standard.name, twin.xml_base) == (
        "about:blank",
        "koi8-r",
        "rfc3986",
        False,
    )
    twin.base_href = "/c/"
    assert (twin.base_url, frame.base_url, events) == ("http://example.com/c/", ADDRESS, [])
    page.base_href = "/d/"
    assert (twin.base_url, frame.base_url) == ("http://example.com/c/", "http://example.com/d/")


@copies
def test_copied_document_keeps_a_users_context(duplicate):
    frame = Document("about:srcdoc", container=Context(), base_href="c/")
    assert duplicate(frame).base_url == "http://h/a/c/"


@copies
def test_copied_document_keeps_its_creators_base_url(duplicate):
    page = Document(ADDRESS, standard="whatwg")
    twin = duplicate(Document("about:blank", creator=page, standard="whatwg"))
    page.base_href = "/c/"
    assert twin.base_url == ADDRESS


@deep_copies
def test_objects_copied_together_stay_in_one_chain(duplicate):
    page = Document(ADDRESS)
    frame = Document("about:blank", creator=page)
    body = Element(frame, xml_base="c/")
    left, right = Element(body, xml_base="l/"), Element(Element(body), xml_base="r/")
    Element(body)
    copied_right, copied_left, copied_page, copied_body = duplicate([right, left, page, body])
    assert copied_left.parent is copied_right.parent.parent is copied_body
    assert copied_left.document is copied_right.document is copied_body.parent
    copied_page.base_href = "/d/"
    assert (copied_left.base_url, copied_right.base_url) == (
        "http://example.com/d/c/l/",
        "http://example.com/d/c/r/",
    )
    assert (left.base_url, right.base_url) == (
        "http://example.com/a/c/l/",
        "http://example.com/a/c/r/",
    )
    page.base_href = "/e/"
    assert copied_body.base_url == "http://example.com/d/c/"


@deep_copies
def test_copy_does_not_have_the_observers_of_the_original(duplicate):
    events, copy_events = [], []
    element = observed(Element(Element(Document(ADDRESS)), kind="hyperlink"), events)
    twin = observed(duplicate(element), copy_events)
    twin.document.base_href = "/c"
    assert (events, copy_events) == ([], [(None, ADDRESS, "http://example.com/c")])


@copies
@pytest.mark.parametrize("xml_base", [None, "#"])
def test_chain_of_any_depth_can_be_copied(duplicate, xml_base):
    page = element = Document(ADDRESS)
    for _ in range(DEEP):
        element = Element(element, xml_base=xml_base)
    twin = duplicate(element)
    assert twin.base_url == ADDRESS
    assert (twin.document is page) is (duplicate is copy.copy)
    twin.document.base_href = "/c"
    assert twin.base_url == "http://example.com/c"


@pytest.mark.full
@deep_copies
def test_100_000_levels_can_be_copied(duplicate):
    element = Document(ADDRESS)
    for _ in range(100_000):
        element = Element(element)
    assert duplicate(element).base_url == ADDRESS


@copies
@pytest.mark.parametrize("role", ["creator", "container"])
def test_nested_documents_of_any_depth_can_be_copied(duplicate, role):
    page = Document(ADDRESS, base_href="c/")
    for _ in range(DEEP):
        page = Document("about:blank" if role == "creator" else "about:srcdoc", **{role: page})
    assert duplicate(page).base_url == "http://example.com/a/c/"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_element_can_be_pickled_with_every_protocol(protocol):
    element = Element(Element(Document(ADDRESS), xml_base="c/"), xml_base="d/", kind="cite")
    one, two = pickle.loads(pickle.dumps([element, element.parent], protocol))
    assert (one.base_url, one.kind, one.parent) == ("http://example.com/a/c/d/", "cite", two)


@copies
def test_copy_keeps_the_class_and_attributes_of_a_subclass(duplicate):
    element = Anchor(Document(ADDRESS), xml_base="c/")
    element.text, element.itself = ["read on"], element
    twin = duplicate(element)
    assert (type(twin), twin.text, twin.base_url) == (
        Anchor,
        ["read on"],
        "http://example.com/a/c/",
    )
    assert (twin.itself is twin) is (duplicate is not copy.copy)
    assert (twin.text is element.text) is (duplicate is copy.copy)


@copies
def test_base_chain_is_copied_as_a_value(duplicate):
    chain = BaseChain("content", "http://encapsulating/", "http://retrieval/", "http://default/")
    twin = duplicate(chain)
    assert twin == chain
    twin.content = "http://content/"
    assert (twin.base_url, chain.base_url) == ("http://content/", "http://encapsulating/")


@copies
def test_base_chain_on_an_element_can_be_copied(duplicate):
    chain = duplicate(BaseChain(encapsulating=Element(Document(ADDRESS), xml_base="c/")))
    assert chain.base_url == "http://example.com/a/c/"


def test_pickle_does_not_contain_children_and_observers():
    page = Document(ADDRESS)
    element = Element(page, kind="hyperlink")
    size = len(pickle.dumps(element))
    observed(element, [])
    others = [observed(Element(element, kind="hyperlink"), []) for _ in range(100)]
    assert others[-1].base_url
    assert len(pickle.dumps(element)) == size
    assert pickled(element).base_url == ADDRESS


@deep_copies
def test_all_elements_of_a_deep_chain_can_be_copied(duplicate):
    links = [Document(ADDRESS)]
    for _ in range(1000):
        links.append(Element(links[-1]))
    twins = duplicate(links)
    assert all(link.parent is above for above, link in pairwise(twins))
    assert len(pickle.dumps(links)) < 3 * len(pickle.dumps(links[-1]))


def test_copy_of_a_document_is_independent():
    page = Document(
        "http://example.com/", base_href="a/", encoding="koi8-r", standard="rfc3986", xml_base=False
    )
    frame = Document("about:blank", creator=page)
    child = Element(page)
    for twin in (copy.copy(page), copy.deepcopy(page), pickled(page)):
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


class Noted(Element):
    """A user's element class with two public slots, and a private slot for its property."""

    __slots__ = ("__secret", "note", "unset")

    @property
    def secret(self):
        return self.__secret

    @secret.setter
    def secret(self, value):
        self.__secret = value


class NotedMore(Noted):
    """A subclass with attributes and slots."""

    __slots__ = ("__dict__", "more")


class NotedDocument(Document):
    __slots__ = "note"


class NotedChain(BaseChain):
    __slots__ = ("note",)


@copies
def test_a_copy_has_the_values_of_a_subclass_s_slots(duplicate):
    element = NotedMore(Document(ADDRESS), xml_base="c/", kind="cite")
    element.note, element.secret, element.more, element.attribute = ["n"], "s", element, "a"
    twin = duplicate(element)
    assert (twin.note, twin.secret, twin.attribute, hasattr(twin, "unset")) == (
        ["n"],
        "s",
        "a",
        False,
    )
    assert (twin.more is twin, twin.note is element.note) == (
        (False, True) if duplicate is copy.copy else (True, False)
    )
    assert (twin.base_url, twin.kind) == ("http://example.com/a/c/", "cite")
    page = NotedDocument(ADDRESS, base_href="/d/")
    page.note = "p"
    assert (duplicate(page).note, duplicate(page).base_url) == ("p", "http://example.com/d/")


@copies
def test_a_copy_of_a_base_chain_has_the_attributes_of_a_subclass(duplicate):
    class_with_attributes = LooseChain(retrieval=ADDRESS)
    class_with_attributes.note = "a"
    chain = NotedChain(encapsulating=class_with_attributes)
    chain.note = [chain]
    twin = duplicate(chain)
    assert (type(twin), twin.base_url, twin.encapsulating.note) == (NotedChain, ADDRESS, "a")
    assert (twin.note[0] is twin) is (duplicate is not copy.copy)


class LooseChain(BaseChain):
    """A subclass with attributes, but without slots."""


def deep_base_chain(depth=DEEP, innermost=ADDRESS, kind=BaseChain):
    chain = kind(retrieval=innermost)
    for _ in range(depth):
        chain = kind(encapsulating=chain)
    return chain


@copies
@pytest.mark.parametrize("kind", [BaseChain, LooseChain, NotedChain])
def test_base_chain_of_any_depth_can_be_copied(duplicate, kind):
    chain = deep_base_chain(kind=kind)
    twin = duplicate(chain)
    assert twin == chain
    assert twin.base_url == chain.base_url == ADDRESS
    assert (twin.encapsulating is chain.encapsulating) is (duplicate is copy.copy)
    twin.content = "http://content/"
    assert (twin == chain, twin.base_url, chain.base_url) == (False, "http://content/", ADDRESS)


def test_deep_base_chains_can_be_compared():
    assert deep_base_chain() != deep_base_chain(innermost="http://two/")
    assert deep_base_chain() != deep_base_chain(depth=DEEP - 1)
    assert deep_base_chain() != deep_base_chain(kind=LooseChain)
    assert deep_base_chain().__eq__(5) is NotImplemented


@deep_copies
def test_base_chains_copied_together_stay_in_one_chain(duplicate):
    outer = BaseChain(retrieval=ADDRESS)
    chains = [
        outer,
        *(BaseChain(encapsulating=outer) for _ in range(3)),
        BaseChain(encapsulating=Document(ADDRESS)),
    ]
    chains.append(BaseChain(encapsulating=chains[1]))
    twins = duplicate(chains)
    twins[0].content = "http://content/"
    assert [twin.base_url for twin in twins] == ["http://content/"] * 4 + [
        ADDRESS,
        "http://content/",
    ]
    assert {chain.base_url for chain in chains} == {ADDRESS}


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_base_chain_can_be_pickled_with_every_protocol(protocol):
    chain = deep_base_chain(100)
    assert pickle.loads(pickle.dumps(chain, protocol)) == chain


def test_size_of_a_pickle_is_near_the_length_of_the_base_chain():
    one, two = (len(pickle.dumps(deep_base_chain(depth))) for depth in (1_000, 10_000))
    assert two < 15 * one


@pytest.mark.parametrize("role", ["creator", "container"])
def test_repr_works_for_chains_of_any_depth(role):
    pages = [Document(ADDRESS, base_href="c/")]
    for _ in range(DEEP):
        pages.append(Document("about:blank", **{role: pages[-1]}))
    assert (
        repr(pages[2])
        == f"Document('about:blank', {role}=Document('about:blank', {role}=Document({ADDRESS!r},"
        " base_href='c/')))"
    )
    assert repr(pages[-1]).startswith(f"Document('about:blank', {role}=Document('about:blank', ")
    assert repr(pages[-1]).endswith(f"{role}=...{')' * 8}")
    assert "..." in repr(Element(pages[-1])) and "..." in repr(BaseChain(encapsulating=pages[-1]))
    chain = deep_base_chain()
    assert repr(chain).startswith(
        "BaseChain(content=None, encapsulating=BaseChain(content=None, encapsulating="
    )
    assert repr(chain).count("BaseChain(") == 8
    assert eval(repr(deep_base_chain(5))) == deep_base_chain(5)


class Named(Document):
    def __repr__(self):
        return f"<{super().__repr__()}>"


def test_repr_includes_the_repr_of_a_subclass():
    page = Document("about:blank", creator=Named(ADDRESS))
    assert repr(page) == f"Document('about:blank', creator=<Named({ADDRESS!r})>)"
    assert repr(page.creator) == f"<Named({ADDRESS!r})>"
