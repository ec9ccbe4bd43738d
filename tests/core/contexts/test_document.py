"""The document base URL and the fallback base URL (HTML5 2.6.3 step 4, rulings 20 and 21)."""

import pytest

from tests.cases import each_case
from urldom import Document, Element
from urldom._core.standards.registry import STANDARD_NAMES

from .helpers import ADDRESS


def test_substep_1_fallback_base_url_is_the_documents_address():
    document = Document(ADDRESS)
    assert document.address == document.fallback_base_url == document.base_url == ADDRESS


def test_substep_2_about_blank_uses_its_creators_document_base_url():
    creator = Document(ADDRESS, base_href="/c/")
    for blank in (
        Document("about:blank", creator=creator),
        Document("about:blank", creator=creator, encoding="latin1"),
    ):
        assert blank.address == "about:blank"
        assert blank.fallback_base_url == blank.base_url == "http://example.com/c/"


@pytest.mark.parametrize(
    "address",
    ["about:blank#f", "about:blank?q", "About:blank", "about:srcdoc", ADDRESS, " about:blank"],
)
def test_ruling_20_about_blank_is_matched_exactly(address):
    assert Document(address, creator=Document("http://creator/")).base_url == address


def test_substep_2_about_blank_without_a_creator_has_its_own_address():
    assert Document("about:blank").base_url == "about:blank"


def test_substep_3_srcdoc_document_uses_its_containers_document_base_url():
    container = Document(ADDRESS, base_href="/c/")
    assert Document("about:srcdoc", container=container).base_url == "http://example.com/c/"


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_creator_beside_a_container_raises_type_error(standard):
    creator, container = Document("http://creator/"), Document(ADDRESS)
    with pytest.raises(TypeError, match="a creator or a container, not both"):
        Document("about:blank", creator=creator, container=container, standard=standard)


@each_case("standard", STANDARD_NAMES)
@each_case(("address", "role"), [("about:blank", "creator"), ("about:srcdoc", "container")])
def test_ruling_20_element_stands_for_its_document(standard, address, role):
    page = Document(ADDRESS, base_href="/c/", standard=standard, xml_base=True)
    element = Element(Element(page, xml_base="d/"), xml_base="e/")
    assert (
        element.base_url == "http://example.com/c/d/e/"
    )  # The chain now caches the bases of the elements.
    frame = Document(address, standard=standard, **{role: element})
    unread = Document(address, standard=standard, **{role: Element(Element(page, xml_base="f/"))})
    assert frame.base_url == frame.fallback_base_url == unread.base_url == "http://example.com/c/"
    assert getattr(frame, role) in (element, "http://example.com/c/")


@pytest.mark.parametrize(
    ("address", "role"), [("about:blank", "creator"), ("about:srcdoc", "container")]
)
def test_ruling_20_nested_document_follows_the_document_of_an_element(address, role):
    page, other = Document(ADDRESS), Document("http://other/")
    element = Element(Element(page, xml_base="d/"), xml_base="e/")
    link = Element(Document(address, **{role: element}), xml_base="f/")
    assert link.base_url == "http://example.com/a/f/"
    page.base_href = "/c/"
    assert link.base_url == "http://example.com/c/f/"
    element.xml_base = "http://elsewhere/"
    assert link.base_url == "http://example.com/c/f/"
    element.move_to(Element(other, xml_base="g/"))
    assert link.base_url == "http://other/f/"


def test_substeps_2_and_3_chain_of_frames_follows_changes():
    page = Document(ADDRESS)
    chain = page
    for _ in range(50):
        chain = Document("about:blank", creator=chain)
        chain = Document("about:srcdoc", container=chain)
    assert chain.base_url == ADDRESS
    page.base_href = "/c/"
    assert chain.base_url == chain.fallback_base_url == "http://example.com/c/"
    chain.base_href = "d"
    assert (chain.base_url, chain.fallback_base_url) == (
        "http://example.com/c/d",
        "http://example.com/c/",
    )
    page.base_href = "/e/"
    assert chain.base_url == "http://example.com/e/d"


def test_substep_4_base_url_without_a_base_href_is_the_fallback():
    document = Document(ADDRESS, base_href="c")
    document.base_href = None
    assert document.base_url == ADDRESS


@each_case(
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
        # HTML5 accepts any absolute URL
        ("data:,x", "data:,x"),
    ],
)
def test_substeps_5_and_6_base_href_is_resolved_or_ignored(base_href, expected):
    document = Document(ADDRESS, base_href=base_href)
    assert document.base_url == expected
    assert document.fallback_base_url == ADDRESS


def test_ruling_21_base_href_uses_the_documents_encoding():
    assert (
        Document(ADDRESS, base_href="?é", encoding="windows-1252").base_url
        == "http://example.com/a/b?%E9"
    )


def test_substep_5_base_href_is_not_affected_by_xml_base():
    document = Document(ADDRESS, base_href="c")
    Element(document, xml_base="http://other/")
    assert document.base_url == "http://example.com/a/c"


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (Document("http://h/"), "Document('http://h/')"),
        (Document("http://h/", standard="html5"), "Document('http://h/')"),
        (Document("http://h/", standard="whatwg"), "Document('http://h/', standard=WHATWG)"),
        (
            Document("http://h/", encoding="big5", base_href="b"),
            "Document('http://h/', encoding='big5', base_href='b')",
        ),
        (Document("http://h/", xml_base=False), "Document('http://h/', xml_base=False)"),
        (Document("http://h/", xml_base=True), "Document('http://h/')"),
        (
            Document("http://h/", creator=Document("http://i/")),
            "Document('http://h/', creator=Document('http://i/'))",
        ),
        (
            Document("about:srcdoc", container=Document("http://i/")),
            "Document('about:srcdoc', container=Document('http://i/'))",
        ),
    ],
)
def test_representation_has_the_arguments_that_are_not_the_default(document, text):
    assert repr(document) == text
