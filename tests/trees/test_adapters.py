"""The same page through every parser: the same URLs."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.trees.parsers import HTML_PARSERS, each_html_parser, each_xml_parser, found
from urldom.trees import KINDS, document
from urldom.trees.table import TABLE

PAGES = Path(__file__).parent / "pages"
ADDRESS = "http://example.com/page?x"


def read(name):
    return (PAGES / name).read_text(encoding="utf-8")


def expected(name):
    for line in read(name).splitlines():
        element, attribute, kind, value, url = line.split(" | ")
        yield element, None if attribute == "(text)" else attribute, kind, value, None if url == "(none)" else url


@each_html_parser
def test_a_page_with_everything(parse):
    page = document(parse(read("everything.html")), ADDRESS, encoding="windows-1252")
    assert found(page) == list(expected("everything.txt"))


def test_the_page_with_everything_has_every_element_and_attribute_of_html():
    page = document(HTML_PARSERS["BeautifulSoup, html.parser"](read("everything.html")), ADDRESS)
    listed = {(url.element_name, url.attribute or "") for url in page.urls()}
    rows = {
        (row.element, row.attribute)
        for row in TABLE
        if row.namespace.endswith("xhtml") and row.element != "*" and row.kind
    }
    # These are of elements that no parser of today knows, or only in a frameset; the rest is variety.
    rows -= {("frame", "src"), ("frame", "longdesc"), ("command", "icon"), ("menuitem", "icon")}
    rows -= {(element, "background") for element in ("thead", "tbody", "tfoot", "th")}
    assert rows - listed == set()


def test_every_kind_is_documented():
    assert {row.kind for row in TABLE if row.kind is not None} <= set(KINDS)


@each_xml_parser
def test_an_atom_feed(parse):
    page = document(parse(read("feed.atom")), "http://example.com/feed", standard="html5")
    base = "http://example.com/2007"
    assert found(page) == [
        ("id", None, "identifier", "tag:example.com,2007:feed", "tag:example.com,2007:feed"),
        ("icon", None, "resource", "favicon.ico", f"{base}/favicon.ico"),
        ("logo", None, "resource", "logo.png", f"{base}/logo.png"),
        ("generator", "uri", "hyperlink", "/generator", "http://example.com/generator"),
        ("link", "href", "hyperlink", "", f"{base}/"),
        ("uri", None, "hyperlink", "../authors/a", "http://example.com/authors/a"),
        ("category", "scheme", "identifier", "http://example.com/scheme", "http://example.com/scheme"),
        ("id", None, "identifier", "http://example.com/entry", "http://example.com/entry"),
        ("link", "href", "hyperlink", "entry.html", f"{base}/05/entry.html"),
        ("link", "href", "resource", "sound.ogg", f"{base}/05/sound.ogg"),
        ("a", "href", "hyperlink", "x.html", f"{base}/05/content/div/x.html"),
        ("content", "src", "resource", "remote.html", f"{base}/remote.html"),
    ]


@each_xml_parser
def test_an_rss_feed(parse):
    page = document(parse(read("feed.rss")), "http://example.com/feed", standard="html5")
    base = "http://example.org/dir"
    assert found(page) == [
        ("link", None, "hyperlink", "home.html", f"{base}/home.html"),
        ("link", "href", "hyperlink", "feed.rss", f"{base}/feed.rss"),
        ("docs", None, "hyperlink", "docs.html", f"{base}/docs.html"),
        ("url", None, "resource", "image.png", f"{base}/image.png"),
        ("link", None, "hyperlink", "image.html", f"{base}/image.html"),
        ("image", "href", "resource", "cover.png", f"{base}/cover.png"),
        ("link", None, "hyperlink", "item.html", f"{base}/item/item.html"),
        ("guid", None, "hyperlink", "permanent.html", f"{base}/item/permanent.html"),
        ("comments", None, "hyperlink", "comments.html", f"{base}/item/comments.html"),
        ("commentrss", None, "hyperlink", "comments.rss", f"{base}/item/comments.rss"),
        ("source", "url", "hyperlink", "source.rss", f"{base}/item/source.rss"),
        ("enclosure", "url", "resource", "e.mp3", f"{base}/item/e.mp3"),
        ("content", "url", "resource", "m.mp4", f"{base}/item/m.mp4"),
    ]


XHTML = """<!DOCTYPE html>
<h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg"
    xmlns:l="http://www.w3.org/1999/xlink" xml:base="/ignored-by-base/">
<h:head><base href="/no/"/><h:base href="b/"/></h:head>
<h:body xml:base="c/"><h:a href="d" HREF="no"/><h:A href="no"/><a href="no"/>
<s:svg><s:a l:href="e"/><s:feImage href="f"/></s:svg><other l:href="g"/></h:body>
</h:html>"""


@each_xml_parser
def test_xhtml_has_namespaces_and_case(parse):
    page = document(parse(XHTML), "http://example.com/x/")
    assert found(page) == [
        # The base element is not affected by xml:base (2.6.3 step 4, substep 5), but its attribute is where it is.
        ("base", "href", "base", "b/", "http://example.com/x/b/"),
        ("a", "href", "hyperlink", "d", "http://example.com/ignored-by-base/c/d"),
        ("a", "xlink:href", "hyperlink", "e", "http://example.com/ignored-by-base/c/e"),
        ("feimage", "href", "resource", "f", "http://example.com/ignored-by-base/c/f"),
        ("other", "xlink:href", "resource", "g", "http://example.com/ignored-by-base/c/g"),
    ]


@each_xml_parser
def test_an_unknown_vocabulary_has_no_urls(parse):
    tree = parse('<list><a href="x"/><link>y</link><base href="/z/"/></list>')
    page = document(tree, "http://example.com/")
    assert found(page) == [] and page.base_url == "http://example.com/"


@each_html_parser
def test_rewriting_through_every_adapter(parse):
    tree = parse(
        '<head><style>a { b: url(c) } /* d */</style></head><body><a href=" e " class="x  y">f</a>'
        '<object archive="g  h"></object><svg><a xlink:href="i"></a></svg></body>'
    )
    page = document(tree, "http://example.com/")
    page.make_absolute()
    assert [url.value for url in page.urls()] == [f"http://example.com/{name}" for name in "ceghi"]
    (style,) = page._tree.find("style" if page._tree.is_bare else "{http://www.w3.org/1999/xhtml}style")
    assert page._tree.text(style) == "a { b: url(http://example.com/c) } /* d */"


@each_xml_parser
def test_rewriting_text(parse):
    page = document(parse(read("feed.atom")), "http://example.com/feed")
    page.rewrite(lambda url: "<&>" if url.element_name in ("icon", "logo") else None)
    assert [url.value for url in page.urls()][1:3] == ["<&>", "<&>"]
    (icon,) = page._tree.find("{http://www.w3.org/2005/Atom}icon")
    assert page._tree.text(icon) == " <&> "


@each_html_parser
def test_children_and_parents_agree(parse):
    tree = document(parse(read("everything.html")), ADDRESS)._tree
    stack, seen = [tree.root], 0
    while stack:
        node = stack.pop()
        seen += 1
        for child in tree.children(node):
            if isinstance(tree.name(child), str) and tree.name(node) != "template":
                assert tree.parent(child) == node
                stack.append(child)
    assert seen > 60 and tree.parent(tree.root) is None


@pytest.mark.parametrize("tree", ["<p>", b"<p>", None, object(), 5])
def test_an_unknown_type_is_an_error_that_names_those_known(tree):
    with pytest.raises(TypeError, match=r"lxml.*ElementTree.*BeautifulSoup.*selectolax"):
        document(tree, "http://example.com/")


def test_an_empty_tree_is_an_error():
    with pytest.raises(ValueError, match="no root"):
        document(ElementTree.ElementTree(), "http://example.com/")


def test_of_an_lxml_element_the_whole_tree_is_meant():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    tree = html.document_fromstring('<base href="/b/"><p><a href="c">d</a></p>')
    assert [url.url for url in document(tree.find(".//a"), "http://example.com/").urls()] == [
        "http://example.com/b/",
        "http://example.com/b/c",
    ]


def test_of_a_tag_the_whole_soup_is_meant():
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    soup = bs4.BeautifulSoup('<base href="/b/"><p><a href="c">d</a></p>', "html.parser")
    assert [url.url for url in document(soup.a, "http://example.com/").urls()] == [
        "http://example.com/b/",
        "http://example.com/b/c",
    ]


def test_a_fragment_of_lxml():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    tree = html.fragment_fromstring('<div><a href="c">d</a></div>')
    assert [url.url for url in document(tree, "http://example.com/").urls()] == ["http://example.com/c"]
