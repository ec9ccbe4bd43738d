"""`url_of()` returns a URL that reads and writes an attribute of a tree."""

import copy
import pickle

import pytest

from tests.cases import each_case
from tests.trees.helpers import ADDRESS, HTML_PARSERS, first, page_of, resolved
from tests.trees.parsers import each_html_parser
from urldom import (
    WHATWG,
    BaseChain,
    Document,
    Element,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
)
from urldom.trees import document, parse
from urldom.trees._libraries import adapt
from urldom.trees._tree import html_name


@each_html_parser
def test_assignment_writes_the_attribute(parse):
    page = document(parse('<p><a href=" b?c ">x</a></p>'), "http://example.com/")
    link = page.url_of(first(page, "a"))
    assert (link.hostname, link.pathname, link.search, link.reference) == (
        "example.com",
        "/b",
        "?c",
        " b?c ",
    )
    link.hostname = "example.org"
    assert adapt(page.tree).get(first(page, "a"), "href") == str(link) == "http://example.org/b?c"
    adapt(page.tree).set(first(page, "a"), "href", "/other")
    assert link.pathname == "/other"
    link.assign(pathname="/x", hash="y")
    assert resolved(page) == ["http://example.com/x#y"]


@each_html_parser
def test_href_accepts_a_relative_reference(parse):
    page = document(
        parse('<base href="/s/"><p><a href="http://example.com/s/b?c#d">x</a></p>'),
        "http://example.com/a",
    )
    link = page.url_of(first(page, "a"))
    assert link.relative_to(page.address) == "s/b?c#d"
    link.href = link.relative_to(page)
    assert adapt(page.tree).get(first(page, "a"), "href") == link.reference == "b?c#d"
    assert link.href == "http://example.com/s/b?c#d"


def test_href_accepts_a_result_of_relative_to():
    page = page_of(
        '<html xml:base="x/"><a href="/dir/x/b"/></html>', standard="whatwg", xml_base=True
    )
    link = page.url_of(first(page, "a"))
    assert link.relative_to(page) == "x/b"
    link.href = link.relative_to(page.base_url_of(first(page, "a")))
    assert (page.tree[0].get("href"), link.href) == ("b", "http://example.com/dir/x/b")


def test_relative_to_raises_for_a_removed_attribute():
    page = page_of('<html><a href="b"/></html>')
    link = page.url_of(page.tree[0])
    del page.tree[0].attrib["href"]
    with pytest.raises(UnresolvableURLError):
        link.relative_to(page)


def test_url_of_accepts_the_name_of_an_attribute():
    page = page_of(
        '<html><form action=""/><svg xmlns:l="http://www.w3.org/1999/xlink" l:href="a"/></html>'
    )
    assert page.url_of(first(page, "form"), "action").href == "http://example.com/dir/page"
    for name in ("xlink:href", "{http://www.w3.org/1999/xlink}href"):
        assert page.url_of(first(page, "svg"), name).href == "http://example.com/dir/a"
    for name in ("href", "data-src"):
        with pytest.raises(ValueError, match=f"form has no attribute {name}"):
            page.url_of(first(page, "form"), name)


@pytest.mark.parametrize(
    ("markup", "attribute"),
    [
        ('<img srcset="a 1x, b 2x"/>', "srcset"),
        ('<a href="c" ping="a b"/>', "ping"),
        ('<p style="a: url(b)"/>', "style"),
        ('<meta http-equiv="refresh" content="0; url=a"/>', "content"),
    ],
)
def test_url_of_rejects_an_attribute_with_several_urls(markup, attribute):
    page = page_of(f"<html>{markup}</html>")
    before = page.tree[0].get(attribute)
    with pytest.raises(
        ValueError,
        match=f"the attribute {attribute} of .* contains a .*not one URL: read it with urls",
    ):
        page.url_of(page.tree[0], attribute)
    assert page.tree[0].get(attribute) == before


def test_url_of_accepts_an_attribute_outside_the_table():
    page = page_of('<html><img data-src="a"/><meta name="x" content="b"/></html>')
    assert page.url_of(page.tree[0], "data-src").href == "http://example.com/dir/a"
    assert page.url_of(page.tree[1], "content").href == "http://example.com/dir/b"


@each_html_parser
def test_removed_attribute_is_an_empty_url(parse):
    page = document(parse('<a href="b" id="c">d</a>'), "http://h/")
    node = first(page, "a")
    url = page.url_of(node)
    assert url.href == "http://h/b"
    attributes = node.attrs if hasattr(node, "attrs") else node.attrib
    del attributes["href"]
    assert (url.href, url.hostname, bool(url)) == ("", "", False)
    url.hostname = "example.org"
    assert adapt(page.tree).get(node, "href") is None


@each_html_parser
def test_missing_attribute_is_an_empty_url_until_it_is_assigned(parse):
    page = document(parse('<a id="c">d</a><svg><a>e</a></svg>'), "http://h/")
    tree = adapt(page.tree)
    for node in tree.find(html_name(tree, "a")):
        url = page.url_of(node)
        assert (url.href, url.hostname, bool(url)) == ("", "", False)
        url.hostname = "example.org"
        with pytest.raises(RejectedValueError, match="the element has no attribute href"):
            url.params["q"] = "a"
        assert tree.get(node, "href") is None
        url.href = "b"
        assert (tree.get(node, "href"), url.href) == ("b", "http://h/b")


def test_missing_attribute_has_an_error_with_its_name():
    page = page_of("<html><img/></html>")
    url = page.url_of(page.tree[0], "src")
    assert url.error.reason == "the element has no attribute src"
    with pytest.raises(UnresolvableURLError, match="has no attribute src"):
        url.frozen()
    page.tree[0].set("src", "a")
    assert url.error is None


def test_element_of_parsel_is_a_selector():
    parsel = pytest.importorskip("parsel", reason="parsel is not installed")
    selector = parsel.Selector('<base href="/b/"><a href="c">d</a>')
    page = document(selector, "http://h/")
    page.url_of(selector.css("a")[0]).hash = "e"
    assert selector.css("a::attr(href)").get() == "http://h/b/c#e"
    assert page.base_url_of(selector.css("a")[0]) == "http://h/b/"


@pytest.mark.parametrize(
    ("attribute", "error"), [(5, TypeError), (None, TypeError), ("", ValueError)]
)
def test_invalid_attribute_name_raises(attribute, error):
    page = page_of('<html><a href="b"/></html>')
    with pytest.raises(
        error, match=r"an attribute must be a str|has no attribute|not an attribute"
    ):
        page.url_of(page.tree[0], attribute)


def test_url_of_uses_the_encoding_and_standard_of_the_document():
    page = page_of('<html><a href="?é"/></html>', encoding="latin1", standard="whatwg")
    link = page.url_of(first(page, "a"))
    assert link.search == "?%E9"
    assert link.origin == "http://example.com"


def test_assignment_to_a_copy_keeps_the_attribute():
    page = page_of('<html><a href="a"/></html>')
    link = copy.copy(page.url_of(first(page, "a")))
    link.pathname = "/b"
    assert first(page, "a").get("href") == "a" and link.pathname == "/b"


def test_repr_names_the_attribute_and_the_page():
    page = page_of('<html><a href="c"/></html>')
    assert repr(page.url_of(page.tree[0])) == f"<URLDecomposition 'c', the href in {page!r}>"


COPIES = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
copies = pytest.mark.parametrize("duplicate", COPIES, ids=["copy", "deepcopy", "pickle"])


@each_html_parser
@copies
def test_copy_does_not_contain_the_tree(parse, duplicate):
    page = document(
        parse("<base href='/b/'><a href='c?é'>d</a>"), "http://h/", encoding="windows-1252"
    )
    link = page.url_of(first(page, "a"))
    twin = duplicate(link)
    assert (type(twin), twin, twin.reference, twin.base) == (
        URLDecomposition,
        link,
        "c?é",
        "http://h/b/",
    )
    assert (twin.href, twin.encoding, twin.standard) == ("http://h/b/c?%E9", "windows-1252", WHATWG)
    twin.hash = "e"
    adapt(page.tree).set(first(page, "base"), "href", "/f/")
    assert (twin.href, link.href) == ("http://h/b/c?%E9#e", "http://h/f/c?%E9")
    assert adapt(page.tree).get(first(page, "a"), "href") == "c?é"


@copies
def test_copy_keeps_the_base_url_of_its_attribute(duplicate):
    page = page_of(
        '<html><base href="/b/"/><object codebase="/c/" classid="d"/><form action=""/></html>'
    )
    assert duplicate(page.url_of(first(page, "object"), "classid")).href == "http://example.com/c/d"
    assert (
        duplicate(page.url_of(first(page, "form"), "action")).href == "http://example.com/dir/page"
    )
    assert duplicate(page.url_of(first(page, "base"))).href == "http://example.com/b/"


@copies
def test_copy_of_a_removed_attribute_is_an_empty_url(duplicate):
    page = page_of('<html><a href="b"/></html>')
    link = page.url_of(page.tree[0])
    del page.tree[0].attrib["href"]
    assert (bool(duplicate(link)), duplicate(link).href) == (False, "")


@each_html_parser
@each_case("duplicate", COPIES[1:])
def test_deep_copies_of_url_and_context_keep_the_base_url_of_the_page(parse, duplicate):
    page = document(parse("<base href='/b/'><a href='c'>d</a>"), "http://h/", standard="html5")
    frame = Document("about:srcdoc", container=page)
    contexts = [page, Element(frame, xml_base="e/"), BaseChain(encapsulating=page)]
    for context in contexts:
        url = URLDecomposition("f", context)
        assert duplicate(url) == url
    assert [duplicate(context).base_url for context in contexts[1:]] == [
        "http://h/b/e/",
        "http://h/b/",
    ]


@each_html_parser
def test_ruling_20_url_of_an_element_stands_for_its_page(parse):
    page = document(
        parse("<base href='/b/'><p xml:base='/no/'><a href='c'>d</a></p>"),
        "http://h/",
        standard="html5",
    )
    link = page.url_of(first(page, "a")).base
    assert Document("about:srcdoc", container=link).base_url == "http://h/b/"
    assert Document("about:blank", creator=link, standard="whatwg").base_url == "http://h/b/"


@each_html_parser
@copies
def test_copying_a_page_raises_with_a_hint(parse, duplicate):
    page = document(parse("<a href='c'>d</a>"), "http://h/")
    with pytest.raises(
        TypeError, match=r"cannot be copied or pickled: pass a copy of its tree to document\(\)"
    ):
        duplicate(page)
    assert duplicate(page.chain()).base_url == "http://h/"


@each_html_parser
def test_copy_of_a_url_attribute_is_itself_and_pickling_raises(parse):
    (url,) = document(parse("<a href='c'>d</a>"), "http://h/").urls()
    assert copy.copy(url) is copy.deepcopy([url])[0] is url
    with pytest.raises(TypeError, match="cannot be pickled: pickle its url, value"):
        pickle.dumps(url)


@each_html_parser
def test_url_of_and_urls_return_equal_urls_for_an_svg_attribute(parse):
    markup = (
        "<base href='/b/'><svg><use href='#i'></use><image href=' c'></image><path"
        " fill='url(d)'></path></svg>"
    )
    page = document(parse(markup), "http://h/p", standard="html5")
    _, use, image, path = page.urls()
    assert (use.kind, use.url, image.url) == ("fragment", "http://h/p#i", "http://h/b/c")
    link = page.url_of(use.node)
    assert (link.href, page.url_of(image.node).href) == (use.url, image.url)
    assert pickle.loads(pickle.dumps(link)).href == use.url
    with pytest.raises(
        ValueError, match="the attribute fill of path contains a value of a CSS property"
    ):
        page.url_of(path.node, "fill")
    adapt(page.tree).set(use.node, "href", "j")
    assert link.href == "http://h/b/j"


@each_case("parser", [*HTML_PARSERS, "xml.etree"])
def test_url_of_urls_stands_for_its_element_and_attribute(parser):
    pytest.importorskip(parser)
    html = '<html><head></head><body><a href="b"></a><img src="c"/></body></html>'
    page = parse(html, ADDRESS, parser=parser)
    a, img = page.urls()
    assert [page.url_of(found).href for found in (a, img)] == ["http://h/d/b", "http://h/d/c"]
    page.url_of(img).pathname = "/e"
    assert img.get("src") == "http://h/e"
    assert page.reflect(img, "src") == "http://h/e"
    assert page.base_url_of(a) == page.chain(a).base_url == ADDRESS
    assert page.image_source(img, width=100) == "http://h/e"
    with pytest.raises(TypeError, match="a URLAttribute has an attribute of its own"):
        page.url_of(a, "src")


def test_text_of_an_element_is_not_an_attribute():
    page = parse("<rss><link>a</link></rss>", ADDRESS)
    (found,) = page.urls()
    expected = r'^"" is not an attribute, but the text of the element link: .* rewrite\(\)$'
    for arguments in ((found,), (found.node, "")):
        with pytest.raises(ValueError, match=expected):
            page.url_of(*arguments)
    with pytest.raises(ValueError, match=expected):
        page.request(found.node, "")
