"""Values of wrong types, loops, and attributes that cannot be assigned."""

import enum

import pytest

from tests.cases import each_case
from urldom import Document, Element, URLDecomposition, parse
from urldom.hosts import domain_to_ascii
from urldom.html5 import fragment_escape

from .helpers import ADDRESS, Context, observed


def test_loop_of_parents_raises_value_error_and_nothing_changes():
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
    top.move_to(leaf)  # `leaf` is now outside `top`, so this move makes no loop.
    assert middle.base_url == "http://example.com/c/d/"


def test_move_to_the_same_parent_changes_nothing():
    document = Document(ADDRESS)
    element = Element(document, xml_base="/c")
    element.move_to(document)
    assert element.parent is document
    assert element.base_url == "http://example.com/c"


def test_loop_through_a_nested_document_raises_value_error():
    page = Document(ADDRESS)
    element = Element(page)
    inner = Element(Document("about:srcdoc", container=Element(element)))
    for parent in (inner, inner.document):
        with pytest.raises(ValueError, match="itself"):
            element.move_to(parent)
    assert element.parent is page
    assert inner.base_url == ADDRESS


CALLS = {
    "address": lambda wrong: Document(wrong),
    "encoding": lambda wrong: Document(ADDRESS, encoding=wrong),
    "base_href": lambda wrong: Document(ADDRESS, base_href=wrong),
    "base_href, assigned": lambda wrong: setattr(Document(ADDRESS), "base_href", wrong),
    "standard": lambda wrong: Document(ADDRESS, standard=wrong),
    "xml_base must be": lambda wrong: Document(ADDRESS, xml_base=wrong),
    "creator": lambda wrong: Document(ADDRESS, creator=wrong),
    "container": lambda wrong: Document(ADDRESS, container=wrong),
    "parent": lambda wrong: Element(wrong),
    "parent, moved": lambda wrong: Element(Document(ADDRESS)).move_to(wrong),
    "xml_base": lambda wrong: Element(Document(ADDRESS), xml_base=wrong),
    "xml_base, assigned": lambda wrong: setattr(Element(Document(ADDRESS)), "xml_base", wrong),
    "kind": lambda wrong: Element(Document(ADDRESS), kind=wrong),
    "observer": lambda wrong: Element(Document(ADDRESS), kind="hyperlink").observe(wrong),
}
OPTIONAL = ("base_href", "xml_base", "creator", "container", "kind")


@each_case("wrong", [None, 5, b"http://h/", ["a"]], ids=repr)
@each_case("name", CALLS)
def test_wrong_type_raises_type_error_with_a_message(name, wrong):
    if wrong is None and name.startswith(OPTIONAL):
        CALLS[name](wrong)
        return
    with pytest.raises(TypeError, match=f"{name.partition(',')[0]}.*not {type(wrong).__name__}"):
        CALLS[name](wrong)


def test_value_of_a_wrong_type_changes_nothing():
    events = []
    document = Document(ADDRESS, base_href="c/")
    element = observed(Element(document, xml_base="d/", kind="hyperlink"), events)
    for change in (
        lambda: setattr(document, "base_href", 5),
        lambda: setattr(element, "xml_base", b"e/"),
        lambda: element.move_to(None),
    ):
        with pytest.raises(TypeError):
            change()
    assert (document.base_href, element.xml_base, element.parent) == ("c/", "d/", document)
    assert (element.base_url, events) == ("http://example.com/a/c/d/", [])


class Place(str, enum.Enum):
    """Strings with their own `__str__`."""

    PAGE, LINK, LABEL, KIND = "http://example.com/a/b", "c/", "koi8-r", "cite"

    def __str__(self):
        return "http://wrong/"


def test_str_subclass_is_used_without_its_own_str_method():
    document = Document(Place.PAGE, base_href=Place.LINK, encoding=Place.LABEL)
    element = Element(document, xml_base=Place.LINK, kind=Place.KIND)
    held = [
        document.address,
        document.base_href,
        document.encoding,
        element.xml_base,
        element.kind,
        element.base_url,
    ]
    assert held == [ADDRESS, "c/", "koi8-r", "c/", "cite", "http://example.com/a/c/c/"]
    assert {type(text) for text in held} == {str}
    document.base_href = element.xml_base = Place.PAGE
    assert (document.base_url, element.base_url) == (ADDRESS, ADDRESS)


def test_addresses_can_be_strings_or_url_objects():
    for url in (parse(ADDRESS), parse(ADDRESS, standard="rfc3986"), URLDecomposition(ADDRESS)):
        document = Document(url, base_href=url)
        element = Element(document, xml_base=url)
        document.base_href = element.xml_base = url
        assert (document.address, document.base_url, element.xml_base) == (ADDRESS,) * 3


def test_unknown_kind_or_standard_raises_value_error():
    with pytest.raises(ValueError, match="hyperlink"):
        Element(Document(ADDRESS), kind="link")
    with pytest.raises(ValueError, match="html5"):
        Document(ADDRESS, standard="html6")


@pytest.mark.parametrize(
    "name", ["address", "encoding", "standard", "base_url", "fallback_base_url"]
)
def test_document_attribute_cannot_be_assigned(name):
    with pytest.raises(AttributeError):
        setattr(Document(ADDRESS), name, "x")


@pytest.mark.parametrize("name", ["parent", "document", "encoding", "standard", "base_url", "kind"])
def test_element_attribute_cannot_be_assigned(name):
    with pytest.raises(AttributeError):
        setattr(Element(Document(ADDRESS)), name, "x")


def test_decomposition_on_an_element_follows_changes():
    document = Document(ADDRESS)
    branch = Element(document)
    url = URLDecomposition("c?d", Element(branch, kind="hyperlink"))
    assert url.href == "http://example.com/a/c?d"
    branch.xml_base = "/x/"
    assert url.pathname == "/x/c"
    document.base_href = "https://other:8443/"
    assert (url.host, url.pathname) == ("other:8443", "/x/c")
    branch.move_to(Document("http://two/"))
    assert url.href == "http://two/x/c?d"


class URL:
    """A URL class of another library."""


def test_error_names_the_module_of_a_type():
    for call in (
        *(parse, Document, Element, fragment_escape, domain_to_ascii),
        lambda wrong: Document(ADDRESS, creator=wrong),
        lambda wrong: Document(ADDRESS, encoding=wrong),
        lambda wrong: Document(ADDRESS, standard=wrong),
    ):
        with pytest.raises(TypeError, match=rf"not {__name__}\.URL(: convert it to a str first)?$"):
            call(URL())
    with pytest.raises(
        TypeError, match=r"not bytes: decode it first, or use urldom\.http\.location$"
    ):
        parse(b"http://h/")


class SilentContext(Context):
    """A context whose code must not run."""

    @property
    def base_url(self):
        raise AssertionError("the repr has read the base URL")


def test_repr_shows_the_arguments():
    page = Document("http://h/", encoding="latin1", base_href="/b/")
    element = Element(page, xml_base="c/", kind="cite")
    assert repr(Document("http://h/")) == "Document('http://h/')"
    assert repr(page) == "Document('http://h/', encoding='latin1', base_href='/b/')"
    assert repr(element) == f"<Element with xml_base='c/', kind='cite' in {page!r}>"
    frame = Document("about:srcdoc", container=element, standard="rfc3986", xml_base=False)
    assert (
        repr(frame)
        == f"Document('about:srcdoc', container={element!r}, standard=RFC3986, xml_base=False)"
    )
    context = SilentContext()
    frame = Document("about:blank", creator=context)
    assert repr(Element(frame)).endswith(f"in Document('about:blank', creator={context!r})>")
