"""`page.indicated()` returns the element that a fragment indicates, in the trees of every
library."""

from __future__ import annotations

import pytest

from tests.trees.helpers import first, page_of
from tests.trees.parsers import each_html_parser, each_xml_parser, parse_xml
from urldom import parse
from urldom.trees import document
from urldom.trees._libraries import adapt
from urldom.trees._tree import html_name

PAGE = """<!DOCTYPE html><html n=html><head><title>t</title></head><body>
<div n=1 id="é"></div><div n=2 id="%C3%A9"></div><div n=3 id="a b"></div><div n=4 id="twice"></div>
<div n=5 id="twice"></div><a n=6 name="name">x</a><a n=7 name="twice">x</a><a n=8 name="Top">x</a><i n=9 name="i">x</i>
<div n=10 id="name2"></div><a n=11 name="%41">x</a><a n=12 name="A">x</a><div n=13 id=""></div>
<div n=14 id="&amp;&lt;"></div>
<svg n=15 id="svg"><a n=16 name="svg-a" id="svg-id"></a></svg><div n=17 id="Case"></div>
<template><div n=18 id="template"></div></template><noscript><div n=19 id="noscript"></div></noscript>
<div><template shadowrootmode="open"><div n=20 id="shadow"></div></template></div></body></html>"""

EXPECTED = {
    "%C3%A9": "2",
    "é": "1",
    "%c3%a9": "1",
    "%E9": None,
    "a%20b": "3",
    "a b": "3",
    "twice": "4",
    "name": "6",
    "Top": "8",
    "top": "html",
    "TOP": "html",
    "t%4Fp": "html",
    "": "html",
    "#": "html",
    "#twice": "4",
    "##twice": None,
    "i": None,
    "%41": "11",
    "A": "12",
    "%2541": "11",
    "&<": "14",
    "%26%3C": "14",
    "svg": "15",
    "svg-a": None,
    "svg-id": "16",
    "case": None,
    "Case": "17",
    "template": None,
    "noscript": None,
    "shadow": None,
    "none": None,
    "twice:~:text=x": "4",
    ":~:text=x": "html",
    "none:~:text=x": None,
    "\ud800": None,
    "%": None,
    "\u0130top": None,
    "ſtop": None,
}


def number(page, node):
    return None if node is None else adapt(page.tree).get(node, "n")


@each_html_parser
def test_all_libraries_indicate_the_same_element(parse):
    page = document(parse(PAGE), "http://example.com/")
    assert {fragment: number(page, page.indicated(fragment)) for fragment in EXPECTED} == EXPECTED


@each_xml_parser
def test_xml_indicates_ids_and_names_of_html_elements(parse):
    text = (
        '<r xmlns:h="http://www.w3.org/1999/xhtml"><h:a name="a" n="1"/><a name="a" n="2"/><b'
        ' id="b" n="3"/></r>'
    )
    page = document(parse(text), "http://example.com/")
    assert [number(page, page.indicated(fragment)) for fragment in ("a", "b", "c")] == [
        "1",
        "3",
        None,
    ]
    assert adapt(page.tree).name(page.indicated("")) == "r"


@pytest.mark.parametrize(
    "url", ["http://h/p#é", "http://h/p#top", "http://h/p#name", "http://h/p#"]
)
def test_fragment_and_hash_indicate_the_same_element(url):
    page = document(parse_xml('<html><b id="é"/><a name="name"/></html>'), "http://h/p")
    assert (
        page.indicated(parse(url).fragment or "")
        is page.indicated("#" + url.partition("#")[2])
        is not None
    )


@pytest.mark.parametrize("fragment", [None, b"a", 1])
def test_fragment_of_another_type_raises(fragment):
    with pytest.raises(TypeError, match="a fragment must be a str"):
        page_of("<html/>").indicated(fragment)


@each_html_parser
def test_changed_identifier_is_not_indicated(parse):
    page = document(parse("<p id=a></p><b id=a></b>"), "http://h/")
    tree = adapt(page.tree)
    node = page.indicated("a")
    tree.set(node, "id", "b")
    assert tree.name(page.indicated("a")).endswith("b") and tree.is_same(page.indicated("b"), node)


def test_removed_element_is_not_indicated():
    page = page_of('<html><p id="a"/><b id="a"/></html>')
    page.tree.remove(page.indicated("a"))
    assert page.indicated("a").tag == "b"


def test_added_element_is_indicated_after_refresh():
    page = page_of("<html><p/></html>")
    assert page.indicated("a") is None
    first(page, "p").set("id", "a")
    page.refresh()
    assert page.indicated("a").tag == "p"


@each_html_parser
def test_many_calls_walk_the_tree_once(parse):
    page = document(parse("<!DOCTYPE html><body>" + "<p id=a>" * 3), "http://h/")
    assert page.indicated("a") is not None
    tree = adapt(page.tree)
    tree.set(next(iter(tree.find(html_name(tree, "body")))), "id", "late")
    assert page.indicated("late") is None
    page.refresh()
    assert page.indicated("late") is not None
