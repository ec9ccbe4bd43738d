"""A URL that is written into a page never becomes an attribute, an element or a style rule after a
round trip."""

from __future__ import annotations

import warnings
from functools import cache
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trees.serializers import (
    FEED,
    HOSTILE,
    HOSTILE_PIECES,
    PAGE,
    XHTML_PAGE,
    each_way_through_html,
    each_way_through_xml,
)
from urldom.trees import document
from urldom.trees._libraries import adapt

tinycss2 = pytest.importorskip("tinycss2")
html5lib = pytest.importorskip("html5lib", reason="html5lib is not installed")

#: The characters that URL Standard 4.4 step 1 removes. A URL of only these characters is empty, so
#: a list cannot contain it.
C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
NEW_URLS = st.one_of(
    st.sampled_from(HOSTILE),
    st.lists(st.sampled_from(HOSTILE_PIECES), min_size=1, max_size=8).map("".join),
)
few_examples = settings(max_examples=settings.default.max_examples // 5)


def rules_of(css):
    """Return the names and types of tokens in a style sheet, without its URLs."""
    stack = [*reversed(tinycss2.parse_component_value_list(css, skip_comments=True))]
    shape = []
    while stack:
        token = stack.pop()
        if token.type in ("url", "string"):
            shape.append(token.type)
            continue
        shape.append(
            (token.type, getattr(token, "lower_name", None) or getattr(token, "value", None))
        )
        stack += reversed(
            getattr(token, "content", None) or getattr(token, "arguments", None) or ()
        )
    return shape


def shape_of(root):
    """Return the parts of a tree that are not URLs: elements, names of attributes, and style
    rules."""
    shape = []
    for node in root.iter():
        if not isinstance(node.tag, str):
            shape.append("comment or instruction")
            continue
        shape.append((node.tag, sorted(node.keys())))
        if node.tag.endswith("}style"):
            shape.append(rules_of("".join(node.itertext())))
        shape += [rules_of(node.get(name)) for name in ("style", "fill") if node.get(name)]
    return shape


def shape_of_html(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return shape_of(html5lib.parse(text))


def rewritten(text, parse, serialize, url):
    tree = parse(text)
    document(tree, "http://example.com/").rewrite(lambda found: url)
    return serialize(tree)


@cache
def expected_html(parse, serialize):
    return shape_of_html(rewritten(PAGE, parse, serialize, "y"))


def check_html(parse, serialize, url):
    assert shape_of_html(rewritten(PAGE, parse, serialize, url)) == expected_html(
        parse, serialize
    ), url


@cache
def expected_xml(parse, serialize, text):
    return shape_of(ElementTree.fromstring(rewritten(text, parse, serialize, "y")))


def check_xml(parse, serialize, url):
    for text in (XHTML_PAGE, FEED):
        written = rewritten(text, parse, serialize, url)
        parser = ElementTree.XMLParser(
            target=ElementTree.TreeBuilder(insert_pis=True, insert_comments=True)
        )
        assert shape_of(ElementTree.fromstring(written, parser)) == expected_xml(
            parse, serialize, text
        ), url


#: Half of the hostile URLs in the quick suite, the others with `--all`
each_part = pytest.mark.parametrize(
    "first", [0, *(pytest.param(one, marks=pytest.mark.full) for one in range(1, 5))]
)


@each_part
@each_way_through_html
def test_hostile_urls_stay_urls_in_html(parse, serialize, first):
    for url in HOSTILE[first::5]:
        check_html(parse, serialize, url)


@each_part
@each_way_through_xml
def test_hostile_urls_stay_urls_in_xml(parse, serialize, first):
    for url in HOSTILE[first::5]:
        check_xml(parse, serialize, url)


@each_way_through_html
def test_character_reference_in_an_svg_style_adds_no_rule(parse, serialize):
    text = "<!DOCTYPE html><svg><style>a{fill:url(x)} b{fill:url('x')}</style></svg>"
    url = "&rpar;&rcub;&apos;&#125; c{fill:red}&#47;&ast;"
    written = rewritten(text, parse, serialize, url)
    if "<svg" not in written:
        return  # Some serializers write SVG elements with a prefix, which HTML does not support.
    reparsed = document(html5lib.parse(written), "http://example.com/")
    assert [found.value for found in reparsed.urls()] == [url, url]
    tree = adapt(reparsed.tree)
    (style,) = tree.find("{http://www.w3.org/2000/svg}style")
    assert rules_of(tree.text(style)) == rules_of("a{fill:url(x)} b{fill:url('x')}")


@each_way_through_html
@few_examples
@given(url=NEW_URLS)
def test_any_url_stays_a_url_in_html(parse, serialize, url):
    if url.strip(C0_CONTROL_OR_SPACE):
        check_html(parse, serialize, url)


@each_way_through_xml
@few_examples
@given(url=NEW_URLS)
def test_any_url_stays_a_url_in_xml(parse, serialize, url):
    if url.strip(C0_CONTROL_OR_SPACE):
        check_xml(parse, serialize, url)


@each_way_through_html
def test_spaces_have_the_same_meaning_in_every_place(parse, serialize):
    tree = parse(PAGE)
    page = document(tree, "http://example.com/")
    page.rewrite(lambda url: "\r\n\t a\tb\n c\f " if url.kind != "base" else None)
    urls = {url.url for url in page.urls() if url.kind != "base"}
    assert urls == {"http://example.com/ab%20c"}
    reparsed = document(html5lib.parse(serialize(tree)), "http://example.com/")
    assert {url.url for url in reparsed.urls() if url.kind != "base"} == urls
