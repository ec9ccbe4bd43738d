"""Creators, containers and encapsulating entities that are contexts of the user."""

import types
import weakref
from xml.etree import ElementTree

import pytest

from urldom import HTML5, BaseChain, Document, Element, URLDecomposition, parse, resolve
from urldom._core.contexts.protocol import apart_from_tree, is_context
from urldom.trees import document as tree_document

from .helpers import Context, observed


def test_frame_follows_a_users_context():
    context = Context()
    frame = Document("about:blank", creator=context)
    link = Element(Element(frame, xml_base="b/"))
    url = URLDecomposition("x", link)
    assert (frame.base_url, link.base_url, url.href) == (
        "http://h/a/",
        "http://h/a/b/",
        "http://h/a/b/x",
    )
    context.base_url = "http://g/"
    assert (frame.base_url, link.base_url, url.href) == ("http://g/", "http://g/b/", "http://g/b/x")
    frame.base_href = "c/"
    assert link.base_url == "http://g/c/b/"


def test_frame_under_whatwg_keeps_a_snapshot_of_the_context():
    context = Context()
    frame = Document("about:srcdoc", container=context, standard="whatwg")
    context.base_url = "http://g/"
    assert frame.base_url == "http://h/a/"


def test_tree_document_can_be_a_creator():
    tree = ElementTree.XML('<html><base href="/a/"/></html>')
    frame = Document("about:blank", creator=tree_document(tree, "http://h/"))
    assert frame.base_url == "http://h/a/"
    tree[0].set("href", "/b/")
    assert frame.base_url == "http://h/b/"


@pytest.mark.parametrize("role", ["creator", "container"])
def test_creator_of_a_wrong_type_raises_type_error(role):
    with pytest.raises(TypeError, match="base context"):
        Document("about:blank", **{role: "http://h/"})


class FailingContext(Context):
    """A context whose code raises an error."""

    @property
    def base_url(self):
        return self.no_such_attribute


def test_attribute_error_of_a_context_is_raised_unchanged():
    context = FailingContext()
    for link in (
        Document("about:blank", creator=context),
        Element(Document("about:srcdoc", container=context)),
        BaseChain(encapsulating=context),
    ):
        with pytest.raises(AttributeError, match="no_such_attribute"):
            link.base_url  # noqa: B018
    with pytest.raises(AttributeError, match="no_such_attribute"):
        Document("about:blank", creator=context, standard="whatwg")


class CountingContext(Context):
    """A context that counts how often its base URL is read."""

    def __init__(self):
        self.reads = 0

    @property
    def base_url(self):
        self.reads += 1
        return "http://h/a/"


def test_context_is_read_only_when_a_base_url_is_read():
    context = CountingContext()
    frame = Document("about:blank", creator=context)
    chain = BaseChain(encapsulating=context)
    assert is_context(context)
    assert context.reads == 0
    assert (frame.base_url, chain.base_url) == ("http://h/a/", "http://h/a/")
    assert context.reads == 2
    assert frame.fallback_base_url == "http://h/a/"
    assert context.reads == 3


def test_context_is_any_object_with_a_base_url():
    class Slotted:
        __slots__ = ("base_url", "encoding", "standard")

    class Forwarding:
        def __getattr__(self, name):
            return getattr(Context, name)

    class Partial:
        base_url = "http://h/"

    instance = types.SimpleNamespace(base_url="http://h/", encoding="utf-8", standard=HTML5)
    document = Document("http://h/")
    for context in (
        Context(),
        Slotted(),
        Forwarding(),
        instance,
        document,
        Element(document),
        BaseChain(),
    ):
        assert is_context(context)
    for other in (
        None,
        "http://h/",
        b"",
        5,
        object(),
        Partial(),
        parse("http://h/"),
        URLDecomposition("http://h/"),
    ):
        assert not is_context(other)
    assert Document("about:blank", creator=Forwarding()).base_url == "http://h/a/"
    assert Document("about:blank", creator=instance).base_url == "http://h/"


def test_base_url_that_is_not_a_string_raises_type_error():
    context = Context()
    context.base_url = 5
    for link in (Document("about:blank", creator=context), BaseChain(encapsulating=context)):
        with pytest.raises(TypeError, match=r"base URL of .*not int"):
            link.base_url  # noqa: B018


def test_unreported_change_is_reported_with_the_next_change():
    events = []
    context = Context()
    frame = Document("about:blank", creator=context)
    observed(Element(frame, kind="hyperlink"), events)
    context.base_url = "http://g/"
    assert events == []
    frame.base_href = "c/"
    assert events == [(None, "http://h/a/", "http://g/c/")]


def test_reading_a_context_may_change_another_chain():
    events = []
    page = Document("http://example.com/")
    observed(Element(page, kind="hyperlink"), events)

    class Changing(Context):
        @property
        def base_url(self):
            page.base_href = "/c/"
            return page.base_url

    assert Element(Document("about:blank", creator=Changing())).base_url == "http://example.com/c/"
    assert events == [(None, "http://example.com/", "http://example.com/c/")]


class Answering:
    """An object that returns the attributes of another object, and records their names."""

    def __init__(self, other):
        self.__dict__.update(other=other, reads=[])

    def __getattr__(self, name):
        self.reads.append(name)
        return getattr(self.other, name)


class Intercepting:
    """An object whose `__getattribute__` hides its attributes."""

    def __getattribute__(self, name):
        return getattr(Context, name)


def test_object_that_forwards_attributes_is_a_context():
    document = Document("http://h/a/")
    for context in (weakref.proxy(document), Intercepting(), Answering(document)):
        assert is_context(context)
        assert resolve("x", context).pathname == "/a/x"
    context = Answering(document)
    assert is_context(context)
    assert set(context.reads) == {"encoding", "standard"}
    other = Answering("http://h/")
    assert not is_context(other)
    with pytest.raises(TypeError, match=r"a base must be a URL or a base context, not .*Answering"):
        resolve("x", other)
    with pytest.raises(AttributeError, match="no_such_attribute"):
        resolve("x", Answering(FailingContext()))
    assert not is_context(Document)


def test_reading_uses_one_encoding():
    """A context may return different encodings. The cache stores the encoding that the reading
    used."""
    answers = ["utf-8", "windows-1251", "utf-8"]

    class Changing(Context):
        base_url = "http://h/"

        @property
        def encoding(self):
            return answers.pop(0) if answers else "utf-8"

    url = URLDecomposition("?\u043c", Changing())
    assert [url.search, url.search, url.search] == ["?%EC", "?%D0%BC", "?%D0%BC"]


def test_only_the_context_of_a_tree_is_replaced_by_its_chain():
    page = tree_document(ElementTree.XML('<html><base href="/a/"/></html>'), "http://h/")
    chain = apart_from_tree(page)
    assert type(chain) is Document and chain.base_url == page.base_url == "http://h/a/"
    for context in (Document("http://h/"), Context()):
        assert apart_from_tree(context) is context
