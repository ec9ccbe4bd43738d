"""`OpenBases` computes the base URLs of nested `xml:base` attributes in linear time."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trees.parsers import parse_xml
from urldom import Document, Element
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom.trees import document
from urldom.trees._places import OpenBases

ADDRESS = "http://EXAMPLE.com/a/b?c#d"
ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
DEEP = 4_000

VALUES = [
    "",
    "x/",
    "x",
    "../",
    "../../y/z",
    "/",
    "/r/",
    "?q",
    "#f",
    ".",
    "//h/p/",
    "http://a:b/",
    "mailto:x",
    "é/",
    "x/./y",
]
values = st.sampled_from(VALUES) | st.text("ab./?#:é", max_size=8)


@given(
    standard=st.sampled_from(STANDARD_NAMES),
    encoding=st.sampled_from(["utf-8", "windows-1251"]),
    steps=st.lists(st.tuples(st.sampled_from(["enter", "leave", "read"]), values), max_size=30),
)
def test_base_urls_equal_those_of_a_chain_of_elements(standard, encoding, steps):
    elements = [Document(ADDRESS, standard=standard, encoding=encoding, xml_base=True)]
    bases = OpenBases(ADDRESS, find_engine(standard), encoding)
    for step, value in steps:
        if step == "enter":
            elements.append(Element(elements[-1], xml_base=value))
            bases.enter(value)
        elif step == "leave" and len(elements) > 1:
            elements.pop()
            bases.leave()
        else:
            assert bases.base_url == elements[-1].base_url


def nested(value, inner="", outer="", depth=DEEP):
    return parse_xml(
        f"<feed {ATOM}>"
        + f'<e xml:base="{value}">' * depth
        + inner
        + "</e>" * depth
        + outer
        + "</feed>"
    )


@pytest.mark.parametrize("value", ["b/", "http://a:b/", "/", "../c/", "?q"])
def test_memory_for_nested_xml_base_is_linear(value):
    """If `OpenBases` stored a URL for each level, the URLs would take 16 MB."""
    page = document(nested(value, '<link href="i"/>', '<link href="o"/>'), "http://example.com/")
    tracemalloc.start()
    inner, outer = (url.url for url in page.urls())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert inner == {
        "b/": f"http://example.com/{'b/' * DEEP}i",
        "../c/": "http://example.com/c/i",
    }.get(value, "http://example.com/i")
    assert outer == "http://example.com/o"
    assert most < 1_250 * DEEP  # bytes


def test_base_url_of_a_deep_element_joins_every_level():
    tree = nested("b/", '<link href="i"/>', depth=2_000)
    page = document(tree, "http://example.com/")
    link = next(tree.iter("{http://www.w3.org/2005/Atom}link"))
    assert page.base_url_of(link) == f"http://example.com/{'b/' * 2_000}"
    assert page.url_of(link).href == f"http://example.com/{'b/' * 2_000}i"
