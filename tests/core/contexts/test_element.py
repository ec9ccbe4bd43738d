"""XML Base (HTML5 2.6.3 step 4, ruling 22), and the values that an element inherits from its
document."""

import pytest

from urldom import HTML5, BaseChain, Document, Element, URLDecomposition, resolve

from .helpers import ADDRESS


def test_example_of_the_xml_base_specification_is_correct():
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
def test_ruling_22_xml_base_is_resolved_or_ignored(xml_base, expected):
    element = Element(Document(f"{ADDRESS}?q#f"), xml_base=xml_base)
    assert element.base_url == expected
    assert Element(element).base_url == expected


def test_xml_base_is_resolved_in_the_documents_encoding():
    assert (
        Element(Document(ADDRESS, encoding="latin1"), xml_base="?é").base_url
        == "http://example.com/a/b?%E9"
    )


def test_xml_base_applies_if_the_standard_or_the_document_enables_it():
    assert Document(ADDRESS).xml_base is True
    assert Document(ADDRESS, standard="rfc3986").xml_base is True
    assert Element(Document(ADDRESS, xml_base=False), xml_base="/c").base_url == ADDRESS


def test_xml_base_is_ignored_under_whatwg_unless_the_document_enables_it():
    assert Document(ADDRESS, standard="whatwg").xml_base is False
    assert Element(Document(ADDRESS, standard="whatwg"), xml_base="/c").base_url == ADDRESS
    document = Document(ADDRESS, standard="whatwg", xml_base=True)
    assert Element(document, xml_base="/c").base_url == "http://example.com/c"


def test_element_uses_its_documents_encoding_and_standard():
    document = Document(ADDRESS, encoding="latin1", standard="rfc3986")
    element = Element(Element(document), kind="cite")
    assert (element.encoding, element.standard, element.document) == (
        "latin1",
        document.standard,
        document,
    )
    assert (element.kind, element.xml_base, element.parent.parent) == ("cite", None, document)


def test_document_address_can_be_a_relative_url():
    document = Document("nowhere", base_href="x")
    assert document.base_url == "nowhere"
    assert Element(document, xml_base="y").base_url == "nowhere"
    # A relative base makes resolving fail (ruling 8), so this `xml:base` is ignored (ruling 22).
    assert Element(document, xml_base="http://h/").base_url == "nowhere"
    assert URLDecomposition("http://h/", document).href == ""


@pytest.mark.parametrize("parent", [None, "http://h/", 5, BaseChain("http://h/")])
def test_parent_of_another_type_raises(parent):
    with pytest.raises(TypeError, match="a parent must be an Element or a Document, not "):
        Element(parent)
    element = Element(Document("http://h/"))
    with pytest.raises(TypeError, match="a parent must be an Element or a Document, not "):
        element.move_to(parent)
    assert element.base_url == "http://h/"


def test_unknown_kind_raises():
    page = Document("http://h/")
    with pytest.raises(ValueError, match="unknown kind of element 'x': use one of "):
        Element(page, kind="x")
    with pytest.raises(TypeError, match="the kind of an element must be a str or None, not int"):
        Element(page, kind=5)


def test_representation_names_the_document():
    page = Document("http://h/")
    assert repr(Element(page)) == "<Element with xml_base=None, kind=None in Document('http://h/')>"
    assert (
        repr(Element(page, xml_base="a"))
        == "<Element with xml_base='a', kind=None in Document('http://h/')>"
    )


def test_observation_that_fails_to_begin_is_ended():
    class Above:
        encoding, standard, base_url = "utf-8", HTML5, None

    above, heard = Above(), []
    page = Document("about:blank", creator=above)
    element = Element(page, kind="hyperlink")
    with pytest.raises(TypeError):
        element.observe(lambda *call: heard.append(call))
    above.base_url = "http://h/"
    page.base_href = "/a/"
    page.base_href = "/b/"
    assert heard == [] and element.base_url == "http://h/b/"
