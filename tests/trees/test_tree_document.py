"""A document on a tree: its base URLs, read live; its URLs, read and rewritten."""

import copy

import pytest

from tests.trees.parsers import HTML_PARSERS, XML_PARSERS, each_html_parser, each_xml_parser, found, parse_xml
from urldom import RFC3986, URL, Document, InvalidURLError, URLDecomposition, resolve
from urldom.trees import Row, TreeDocument, document, parse
from urldom.trees._libraries import adapt
from urldom.trees._tree import html_name

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
ATOM = 'xmlns="http://www.w3.org/2005/Atom"'


def page_of(text, address="http://example.com/dir/page", *, standard="html5", **options):
    """A document under HTML5, in whose pages `xml:base` counts."""
    return document(parse_xml(text), address, standard=standard, **options)


def has_base(page):
    """Whether the parser has left the `base` element where it was written, with nothing moved before it."""
    tree = adapt(page.tree)
    names = ["base"] if tree.is_bare else [HTML + "base", SVG + "base", MATHML + "base"]
    bases = [base for name in names for base in tree.find(name)]
    return any(
        tree.name(tree.parent(base)).rpartition("}")[2].lower() not in ("head", "body", "html") for base in bases
    )


def resolved(page):
    return [url.url for url in page.urls()]


def first(page, name):
    tree = adapt(page.tree)
    return next(iter(tree.find(html_name(tree, name))))


# Base URLs ---------------------------------------------------------------------------------------------------------


def test_it_is_a_base_context():
    page = page_of('<html><base href="/b/"/></html>', encoding="windows-1252")
    assert (page.address, page.fallback_base_url, page.base_url, page.encoding) == (
        "http://example.com/dir/page",
        "http://example.com/dir/page",
        "http://example.com/b/",
        "windows-1252",
    )
    assert str(resolve("c?é", page)) == "http://example.com/b/c?%E9"
    assert URLDecomposition("c", page).href == "http://example.com/b/c"
    assert repr(page) == "<TreeDocument at 'http://example.com/dir/page'>"


@each_html_parser
@pytest.mark.parametrize(
    ("markup", "base"),
    [
        ('<base href="b/">', "http://example.com/dir/b/"),
        ('<base target="x"><base href="b/"><base href="c/">', "http://example.com/dir/b/"),
        ('<base href="">', "http://example.com/dir/page"),
        ("<base href>", "http://example.com/dir/page"),
        ('<base href="http://a:b/"><base href="/c/">', "http://example.com/dir/page"),  # ruling 21
        ('<template><base href="/no/"></template>', "http://example.com/dir/page"),
        ('<template><base href="/no/"></template><base href="/b/">', "http://example.com/b/"),
        ('<body><svg><base href="/no/"/></svg><base href="/b/">', "http://example.com/b/"),
        ('<body><p><i><base href="/b/">', "http://example.com/b/"),
        ('<body><noscript><base href="/no/"></noscript>', "http://example.com/dir/page"),
        ('<body><noscript><base href="/no/"></noscript><base href="/b/">', "http://example.com/b/"),
    ],
)
def test_the_first_base_element_with_an_href(parse, markup, base):
    assert document(parse(markup), "http://example.com/dir/page").base_url == base


#: What is in it is HTML again (HTML Standard, "HTML integration point", "MathML text integration point"), and not.
HTML_IN_SVG = ["svg><foreignObject", "svg><desc", "svg><title", "svg><g><foreignObject><p"]
HTML_IN_MATHML = ["math><mi", "math><mtext", "math><annotation-xml encoding=text/HTML", "math><mi><svg><desc"]
NO_HTML = [
    "math><mi><mglyph",
    "math><annotation-xml encoding=' text/html'",
    "svg><g",
    "math><mrow",
    "math><annotation-xml",
    "math><annotation-xml encoding=x",
    "svg><desc><svg><g",
]


@each_html_parser
@pytest.mark.parametrize("within", HTML_IN_SVG + HTML_IN_MATHML + NO_HTML)
def test_f19_a_base_element_inside_foreign_content(parse, within):
    page = document(parse(f"<body><{within}><base href='/b/'></base>"), "http://example.com/dir/page")
    if not has_base(page):
        pytest.skip("this parser has put the element elsewhere")
    assert page.base_url == ("http://example.com/dir/page" if within in NO_HTML else "http://example.com/b/")
    assert [url.url for url in page.urls() if url.kind == "base"] == (
        [] if within in NO_HTML else ["http://example.com/b/"]
    )


def test_base_elements_do_not_stand_on_one_another():
    page = page_of('<html xml:base="/x/"><base href="b/"/><base href="c/"/><p><a href="d"/></p></html>')
    assert resolved(page) == [
        "http://example.com/dir/b/",
        "http://example.com/dir/c/",
        # ... but the base URL of the element is made of both.
        "http://example.com/x/d",
    ]


def test_whatwg_knows_no_xml_base_and_more_of_base():
    text = '<html xml:base="/x/"><base href="data:,"/><a href="d"/></html>'
    assert page_of(text, standard="whatwg").base_url == "http://example.com/dir/page"
    assert resolved(page_of(text, standard="whatwg"))[1] == "http://example.com/dir/d"
    assert resolved(page_of(text, standard="whatwg", xml_base=True))[1] == "http://example.com/x/d"
    assert resolved(page_of(text, xml_base=False))[1] == "data:d"


@pytest.mark.parametrize(
    "root", ["svg xmlns='http://www.w3.org/2000/svg'", "html xmlns='http://www.w3.org/1999/xhtml'"]
)
def test_xml_base_in_what_a_browser_shows_counts_as_the_standard_says(root):
    text = f"<{root} xml:base='/x/'><a href='d'/></{root.split()[0]}>"
    assert resolved(page_of(text, standard="whatwg")) == ["http://example.com/dir/d"]
    assert resolved(page_of(text, standard="html5")) == ["http://example.com/x/d"]


@pytest.mark.parametrize("standard", ["html5", "whatwg", "rfc3986"])
def test_xml_base_counts_in_feeds_whatever_the_standard(standard):
    feed = f'<feed {ATOM} xml:base="/x/"><icon>d</icon></feed>'
    assert resolved(page_of(feed, standard=standard)) == ["http://example.com/x/d"]
    assert resolved(page_of(feed, standard=standard, xml_base=False)) == ["http://example.com/dir/d"]


@each_xml_parser
def test_base_url_of(parse):
    text = '<a xml:base="/x/#f"><b xml:base="http://a:b/"><c xml:base=""/></b><d xml:base="y/"/></a>'
    tree = parse(text)
    page = document(tree, "http://example.com/#fragment")
    (b,), (c,), (d,) = ([*adapt(page.tree).find(name)] for name in "bcd")
    assert page.base_url == "http://example.com/#fragment"
    assert page.base_url_of(b) == page.base_url_of(c) == "http://example.com/x/"  # ruling 22
    assert page.base_url_of(d) == "http://example.com/x/y/"


def test_frames_stand_on_their_creator_or_container():
    parent = page_of('<html><base href="/b/"/></html>')
    blank = page_of("<html/>", "about:blank", creator=parent)
    srcdoc = page_of('<html><a href="c"/></html>', "about:srcdoc", container=parent)
    assert (blank.base_url, resolved(srcdoc)) == ("http://example.com/b/", ["http://example.com/b/c"])
    assert page_of("<html/>", "http://example.org/", creator=parent).base_url == "http://example.org/"
    below = page_of("<html/>", "about:srcdoc", container=Document("http://example.net/"))
    assert below.base_url == "http://example.net/"


def test_a_frame_of_html5_is_live_and_one_of_whatwg_a_snapshot():
    for standard, expected in [("html5", "http://example.com/new/"), ("whatwg", "http://example.com/old/")]:
        parent = page_of('<html><base href="/old/"/></html>', standard=standard)
        frame = page_of("<html/>", "about:srcdoc", container=parent, standard=standard)
        first(parent, "base").set("href", "/new/")
        assert frame.base_url == expected


# Dynamic change ----------------------------------------------------------------------------------------------------


@each_html_parser
def test_changing_the_base_element_changes_every_url(parse):
    page = document(parse('<base href="/old/"><p><a href="a">b</a></p>'), "http://example.com/")
    link = page.url_of(first(page, "a"))
    assert (link.pathname, resolved(page)[1]) == ("/old/a", "http://example.com/old/a")
    adapt(page.tree).set(first(page, "base"), "href", "/new/")
    assert (link.pathname, resolved(page)[1]) == ("/new/a", "http://example.com/new/a")
    page.url_of(first(page, "base")).pathname = "/assigned/"
    assert (link.pathname, resolved(page)[1]) == ("/assigned/a", "http://example.com/assigned/a")


def test_inserting_and_removing_a_base_element():
    tree = parse_xml('<html><head/><body><a href="a"/></body></html>')
    page = document(tree, "http://example.com/")
    base = parse_xml('<base href="/b/"/>')
    for parent in tree:
        parent.append(base)
        if parent.tag == "body":  # Only `head` is looked through at each reading.
            page.refresh()
        assert page.base_url == "http://example.com/b/" and resolved(page)[-1].endswith(
            "/b/a" if parent.tag == "head" else "/b/"
        )
        parent.remove(base)
        assert page.base_url == "http://example.com/" and resolved(page) == ["http://example.com/a"]


@each_html_parser
def test_a_reading_follows_the_base_element_that_it_knows(parse):
    page = document(parse("<head><base href=/b/></head><body><a href=a>"), "http://example.com/")
    link, base = first(page, "a"), first(page, "base")
    url = page.url_of(link)
    assert url.href == "http://example.com/b/a"
    adapt(page.tree).set(base, "href", "/c/")
    assert url.href == page.base_url_of(link) + "a" == "http://example.com/c/a"
    remove = getattr(base, "decompose", None) or (lambda: first(page, "head").remove(base))
    remove()
    assert (url.href, page.base_url) == ("http://example.com/a", "http://example.com/")


@each_html_parser
def test_a_reading_finds_a_base_element_in_head_where_there_was_none(parse):
    page = document(parse("<head><base target=x><base><title>t</title></head><body><a href=a>"), "http://a/")
    url = page.url_of(first(page, "a"))
    assert url.href == "http://a/a"
    tree = adapt(page.tree)
    tree.set(list(tree.find(html_name(tree, "base")))[1], "href", "/b/")
    assert url.href == "http://a/b/a"


def test_an_xml_base_where_there_was_none_counts_after_refresh():
    page = page_of('<html><p><a href="a"/></p></html>', "http://a/")
    url = page.url_of(page.tree[0][0])
    assert url.href == "http://a/a"
    page.tree[0].set(XML_BASE, "x/")
    page.refresh()
    assert url.href == "http://a/x/a"


def test_a_reading_does_not_look_through_the_tree_again():
    tree = adapt(parse_xml('<html><head/><body><p><a href="a"/></p></body></html>'))
    page = TreeDocument(tree, "http://a/", None, "html5")
    url = page.url_of(page.tree[1][0][0])
    assert url.href == "http://a/a"
    tree.find = tree.has_attribute = None
    assert (url.href, url.pathname, page.base_url) == ("http://a/a", "/a", "http://a/")


@each_xml_parser
def test_changing_an_ancestors_xml_base(parse):
    page = document(
        parse('<html xmlns="http://www.w3.org/1999/xhtml"><p xml:base="x/"><a href="a"/></p></html>'),
        "http://a/",
        standard="html5",
    )
    link = page.url_of(first(page, "a"))
    assert link.href == resolved(page)[0] == "http://a/x/a"
    adapt(page.tree).set(first(page, "p"), XML_BASE, "y/")
    assert link.href == resolved(page)[0] == page.base_url_of(first(page, "a")) + "a" == "http://a/y/a"


def test_elementtree_parents_are_right_after_every_change():
    tree = parse_xml('<html><p xml:base="x/"><a href="a"/></p><p xml:base="y/"/></html>')
    page = document(tree, "http://a/", standard="html5")
    link, (one, other) = tree[0][0], tree
    url = page.url_of(link)
    assert url.href == "http://a/x/a"
    one.remove(link)
    assert url.href == "http://a/a"
    other.append(link)
    assert url.href == "http://a/y/a"
    tree.remove(one)
    other.insert(0, parse_xml("<i/>"))
    assert url.href == "http://a/y/a"


def test_a_node_in_another_tree_takes_that_trees_base():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    here = html.document_fromstring('<p><a href="a">x</a></p>')
    there = html.document_fromstring('<base href="/b/"><div xml:base="c/"></div>')
    page, other = document(here, "http://one/"), document(there, "http://two/", standard="html5")
    link = here.find(".//a")
    assert page.url_of(link).href == "http://one/a"
    there.find(".//div").append(link)
    assert resolved(page) == []
    assert other.url_of(link).href == resolved(other)[1] == "http://two/b/c/a"


# One URL -----------------------------------------------------------------------------------------------------------


@each_html_parser
def test_url_of_writes_back(parse):
    page = document(parse('<p><a href=" b?c ">x</a></p>'), "http://example.com/")
    link = page.url_of(first(page, "a"))
    assert (link.hostname, link.pathname, link.search, link.reference) == ("example.com", "/b", "?c", " b?c ")
    link.hostname = "example.org"
    assert adapt(page.tree).get(first(page, "a"), "href") == str(link) == "http://example.org/b?c"
    adapt(page.tree).set(first(page, "a"), "href", "/other")
    assert link.pathname == "/other"
    link.replace(pathname="/x", hash="y")
    assert resolved(page) == ["http://example.com/x#y"]


def test_url_of_another_attribute():
    page = page_of('<html><form action=""/><svg xmlns:l="http://www.w3.org/1999/xlink" l:href="a"/></html>')
    assert page.url_of(first(page, "form"), "action").href == "http://example.com/dir/page"
    for name in ("xlink:href", "{http://www.w3.org/1999/xlink}href"):
        assert page.url_of(first(page, "svg"), name).href == "http://example.com/dir/a"
    with pytest.raises(ValueError, match="form has no attribute href"):
        page.url_of(first(page, "form"))


@pytest.mark.parametrize(
    ("markup", "attribute"),
    [
        ('<img srcset="a 1x, b 2x"/>', "srcset"),
        ('<a href="c" ping="a b"/>', "ping"),
        ('<p style="a: url(b)"/>', "style"),
        ('<meta http-equiv="refresh" content="0; url=a"/>', "content"),
    ],
)
def test_url_of_an_attribute_that_is_more_than_one_url(markup, attribute):
    page = page_of(f"<html>{markup}</html>")
    before = page.tree[0].get(attribute)
    with pytest.raises(ValueError, match=f"the attribute {attribute} of .* is no URL but a .*read it with urls"):
        page.url_of(page.tree[0], attribute)
    assert page.tree[0].get(attribute) == before


def test_url_of_an_attribute_that_the_table_does_not_know():
    page = page_of('<html><img data-src="a"/><meta name="x" content="b"/></html>')
    assert page.url_of(page.tree[0], "data-src").href == "http://example.com/dir/a"
    assert page.url_of(page.tree[1], "content").href == "http://example.com/dir/b"


@each_html_parser
def test_an_attribute_that_was_removed_is_no_url(parse):
    page = document(parse('<a href="b" id="c">d</a>'), "http://h/")
    node = first(page, "a")
    url = page.url_of(node)
    assert url.href == "http://h/b"
    attributes = node.attrs if hasattr(node, "attrs") else node.attrib
    del attributes["href"]
    assert (url.href, url.hostname, bool(url)) == ("", "", False)
    url.hostname = "example.org"
    assert adapt(page.tree).get(node, "href") is None


def test_an_element_of_parsel_is_its_selector():
    parsel = pytest.importorskip("parsel", reason="parsel is not installed")
    selector = parsel.Selector('<base href="/b/"><a href="c">d</a>')
    page = document(selector, "http://h/")
    page.url_of(selector.css("a")[0]).hash = "e"
    assert selector.css("a::attr(href)").get() == "http://h/b/c#e"
    assert page.base_url_of(selector.css("a")[0]) == "http://h/b/"


def test_what_new_tag_makes_is_html():
    pytest.importorskip("html5lib")
    soup = HTML_PARSERS["BeautifulSoup, html5lib"]("<p>x")
    page = document(soup, "http://h/")
    soup.body.append(soup.new_tag("a", href="new"))
    soup.head.append(soup.new_tag("base", href="/b/"))
    assert resolved(page) == ["http://h/b/", "http://h/b/new"]


@pytest.mark.parametrize(("attribute", "error"), [(5, TypeError), (None, TypeError), ("", ValueError)])
def test_url_of_no_attribute(attribute, error):
    page = page_of('<html><a href="b"/></html>')
    with pytest.raises(error, match=r"an attribute is a str|has no attribute"):
        page.url_of(page.tree[0], attribute)


def test_opml():
    page = page_of(
        '<opml version="2.0"><head><ownerId>o</ownerId></head><body><outline xmlUrl="f" htmlUrl="h"/>'
        '<outline type="include" url="i"/><outline type="link" url="l"/></body></opml>'
    )
    assert [(url.attribute, url.kind, url.value) for url in page.urls()] == [
        (None, "hyperlink", "o"),
        ("xmlUrl", "resource", "f"),
        ("htmlUrl", "hyperlink", "h"),
        ("url", "resource", "i"),
        ("url", "hyperlink", "l"),
    ]


def test_bytes_and_responses_are_for_parse():
    for source in (b"<p>", "<p>"):
        with pytest.raises(TypeError, match=r"of bytes, text or a response, make one with parse\(\)"):
            document(source, "http://h/")


def test_url_of_has_the_documents_encoding_and_standard():
    page = page_of('<html><a href="?é"/></html>', encoding="latin1", standard="whatwg")
    link = page.url_of(first(page, "a"))
    assert link.search == "?%E9"
    assert link.origin == "http://example.com"


def test_a_copy_is_independent():
    page = page_of('<html><a href="a"/></html>')
    link = copy.copy(page.url_of(first(page, "a")))
    link.pathname = "/b"
    assert first(page, "a").get("href") == "a" and link.pathname == "/b"


# All URLs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ('<a href=""/>', [("hyperlink", "", "http://example.com/b/")]),
        ('<a href="  "/>', [("hyperlink", "", "http://example.com/b/")]),
        ('<form action=""/>', [("form", "", "http://example.com/dir/page")]),
        ('<img src="" usemap=""/>', []),
        ('<q cite=""/>', [("citation", "", "http://example.com/b/")]),
        ('<p style="a: url()"/>', []),
        ('<p style="a: url(#b)"/>', [("fragment", "#b", "http://example.com/dir/page#b")]),
        ('<meta http-equiv="refresh" content="0;url="/>', [("refresh", "", "http://example.com/b/")]),
        ('<meta http-equiv="refresh" content="0"/>', []),
        ('<meta http-equiv="x" content="0;url=a"/>', []),
        ('<param valuetype="REF" value="a"/>', [("resource", "a", "http://example.com/b/a")]),
        ('<object codebase="c/" classid="d"/>', [("base", "c/", "http://example.com/b/c/"), ("resource", "d", "http://example.com/b/c/d")]),
        ('<object codebase="http://a:b/" classid="d"/>', [("base", "http://a:b/", None), ("resource", "d", "http://example.com/b/d")]),
        ('<style type="x">a { b: url(c) }</style>', []),
        ('<link rel="Stylesheet x" href="a"/>', [("resource", "a", "http://example.com/b/a")]),
        ('<div href="a" src="b"/>', []),
    ],
)  # fmt: skip
def test_each_attributes_own_specification(markup, expected):
    page = page_of(f'<html><base href="/b/"/>{markup}</html>')
    assert [(url.kind, url.value, url.url) for url in list(page.urls())[1:]] == expected


def test_a_url_says_what_it_is():
    (url,) = page_of('<html><a href=" b "/></html>').urls()
    assert (url.element_name, url.attribute, url.kind, url.value, url.url, url.node.tag, url.base_url) == (
        "a",
        "href",
        "hyperlink",
        "b",
        "http://example.com/dir/b",
        "a",
        "http://example.com/dir/page",
    )
    assert repr(url) == "URLAttribute(attribute='href', kind='hyperlink', value='b', element_name='a')"


@pytest.mark.parametrize("address", ["page.html", "", "//example.com/", "http://a:b/", "#f"])
def test_f23_an_address_that_is_no_absolute_url_is_an_error(address):
    with pytest.raises(ValueError, match="the address of a document is an absolute URL: "):
        document(parse_xml("<html/>"), address)


def test_a_url_that_does_not_resolve_says_why():
    good, bad = page_of('<html><a href="b"/><a href="http://a:b/"/></html>').urls()
    assert (good.error, bad.url) == (None, None)
    assert isinstance(bad.error, InvalidURLError) and bad.error.url == "http://a:b/" and bad.error is bad.error


@pytest.mark.parametrize("address", [None, b"http://example.com/", 5])
def test_an_address_is_a_string(address):
    with pytest.raises(TypeError, match="address is a str"):
        document(parse_xml("<html/>"), address)


@pytest.mark.parametrize("kind", [str, RFC3986.parse, URL, URLDecomposition])
def test_an_address_is_any_value_that_is_a_url(kind):
    page = document(parse_xml('<html><a href="b"/></html>'), kind("http://example.com/a/"))
    assert page.address == "http://example.com/a/" and resolved(page) == ["http://example.com/a/b"]


# Encodings ---------------------------------------------------------------------------------------------------------


@each_html_parser
@pytest.mark.parametrize(
    ("markup", "encoding"),
    [
        ("", "utf-8"),
        ('<meta charset="cp1251">', "windows-1251"),
        ('<meta charset="klingon"><meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"),
    ],
)
def test_the_encoding_that_the_page_declares(parse, markup, encoding):
    page = document(parse(f'{markup}<a href="?é">é</a>'), "http://example.com/")
    assert page.encoding == encoding


def test_the_encoding_that_the_library_knows():
    data = b'<meta charset="windows-1251"><a href="?\xdf">x</a>'
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    page = document(html.document_fromstring(data), "http://example.com/")
    assert (page.encoding, resolved(page)) == ("windows-1251", ["http://example.com/?%DF"])
    page = document(html.document_fromstring(data, html.HTMLParser(encoding="koi8-r")), "http://example.com/")
    assert page.encoding == "koi8-r"
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    page = document(bs4.BeautifulSoup(data, "html.parser", from_encoding="koi8-r"), "http://example.com/")
    assert page.encoding == "koi8-r"


def test_the_given_encoding_wins():
    page = page_of('<html><meta charset="koi8-r"/></html>', encoding="Latin1")
    assert page.encoding == "windows-1252"
    with pytest.raises(LookupError, match="klingon"):
        page_of("<html/>", encoding="klingon")


# Rewriting ---------------------------------------------------------------------------------------------------------


@each_html_parser
def test_rewriting_each_url_by_itself_changes_nothing(parse):
    markup = (
        '<base href=" b/ "><style>@import " a" ;b{c:url( d )}</style>'
        '<img srcset=" a 1x , , b" style="c: url(\'\\61\')"><meta http-equiv=refresh content=" 0 ;url= \'x \'y">'
    )
    page = document(parse(markup), "http://example.com/")
    before = [(url.node, url.value) for url in page.urls()]
    tree = adapt(page.tree)
    texts = [tree.text(first(page, "style")), *tree.attributes(first(page, "img"))]
    page.rewrite(lambda url: url.value)
    page.rewrite(lambda url: None)
    assert [(url.node, url.value) for url in page.urls()] == before
    assert [tree.text(first(page, "style")), *tree.attributes(first(page, "img"))] == texts


def test_make_absolute():
    page = page_of(
        '<html><base href="b/"/><style>@import "c"; d { e: url(f) url(#g) }</style><form action=""/>'
        '<img src="" srcset=" h 1x,i" usemap="#j"/><meta http-equiv="refresh" content="0;URL=\'k l\'"/>'
        '<a href="http://a:b/"/><p xml:base="m/"><a href="n" ping="o p"/></p></html>'
    )
    expected = [url.url or url.value for url in page.urls()]
    page.make_absolute()
    values = [url.value for url in page.urls()]
    fragments = {"#g": "http://example.com/dir/page#g", "#j": "http://example.com/dir/page#j"}
    assert [fragments.get(value, value) for value in values] == expected
    assert [child.attrib for child in page.tree][3:5] == [
        {
            "src": "",
            "srcset": " http://example.com/dir/b/h 1x,http://example.com/dir/b/i",
            "usemap": "#j",
        },
        {"http-equiv": "refresh", "content": "0;URL='http://example.com/dir/b/k%20l'"},
    ]
    again = [dict(node.attrib) for node in page.tree.iter()]
    page.make_absolute()
    assert [dict(node.attrib) for node in page.tree.iter()] == again


def test_identifiers_are_not_made_absolute():
    page = page_of(f"<feed {ATOM}><id>HTTP://example.com/é</id><icon>é</icon></feed>")
    page.make_absolute()
    assert [url.value for url in page.urls()] == ["HTTP://example.com/é", "http://example.com/dir/%C3%A9"]


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (lambda url: 5, TypeError),
        (lambda url: b"x", TypeError),
        (lambda url: "" if url.attribute == "srcset" else "x", ValueError),
        (lambda url: {}[url.value] if url.attribute == "srcset" else "x", KeyError),
    ],
)
def test_an_error_leaves_all_as_it_was(function, error):
    text = '<html><a href="a" /><img srcset="b 1x, c 2x" /></html>'
    page = page_of(text)
    with pytest.raises(error):
        page.rewrite(function)
    assert [url.value for url in page.urls()] == ["a", "b", "c"]


@each_html_parser
def test_characters_that_no_xml_can_hold_are_escaped(parse):
    page = document(parse('<a href="a">x</a><p style="b: url(c)">x</p>'), "http://example.com/")
    page.rewrite(lambda url: "x\x00\x1f\ufffe\ud800y")
    assert [url.value for url in page.urls()] == ["x%00%1F%EF%BF%BE%3Fy"] * 2
    page.url_of(first(page, "a")).hash = "\x01"
    assert next(page.urls()).value.endswith("#%01")


FRAGMENTS = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <use href="#i"/><use xlink:href="#i"/><textPath href="#i"/><linearGradient xlink:href="#i"/><feImage href="#i"/>
  <path fill="url(#i)" style="mask: url(#i)"/></svg>"""


@each_html_parser
def test_f16_a_reference_to_the_same_document_stays_one(parse):
    markup = f'<base href="/b/">{FRAGMENTS}<svg><use href="s.svg#i"></use><a xlink:href="#i"></a></svg><a href="#i">'
    page = document(parse(markup), "http://example.com/dir/page?q")
    _, *fragments, other, link, html_link = page.urls()
    assert {(url.kind, url.value, url.url) for url in fragments} == {
        ("fragment", "#i", "http://example.com/dir/page?q#i")
    }
    assert len(fragments) == 7
    # A hyperlink is relative to the base URL even then.
    assert [(url.kind, url.url) for url in (other, link, html_link)] == [
        ("resource", "http://example.com/b/s.svg#i"),
        ("hyperlink", "http://example.com/b/#i"),
        ("hyperlink", "http://example.com/b/#i"),
    ]
    page.make_absolute()
    assert [url.value for url in page.urls()][1:8] == ["#i"] * 7


@each_xml_parser
def test_f16_in_xml(parse):
    page = document(parse(FRAGMENTS), "http://example.com/i.svg")
    assert [(url.kind, url.url) for url in page.urls()] == [("fragment", "http://example.com/i.svg#i")] * 7


@pytest.mark.parametrize("name", ["lxml.etree", "BeautifulSoup, lxml-xml", "parsel"])
def test_xml_stylesheet_instructions(name):
    text = (
        "<?xml-stylesheet href='a.css?b&amp;c' type='text/css'?><?other href='n'?><?xml-stylesheet href=\"#s\"?>"
        "<?xml-stylesheet type='text/css'?><d xml:base='/x/'><?xml-stylesheet href='inside'?></d>"
    )
    tree = XML_PARSERS[name](text)
    page = document(tree, "http://example.com/dir/page")
    # XML Base, section 4: the base URL is that of the document entity.
    assert [(url.element_name, url.attribute, url.kind, url.value, url.url) for url in page.urls()] == [
        ("xml-stylesheet", None, "resource", "a.css?b&c", "http://example.com/dir/a.css?b&c"),
        ("xml-stylesheet", None, "fragment", "#s", "http://example.com/dir/page#s"),
    ]
    page.rewrite(lambda url: "'?>&\"<" if url.kind == "resource" else None)
    assert [url.value for url in page.urls()] == ["'?>&\"<", "#s"]
    page.make_absolute()
    assert [url.value for url in page.urls()] == ["http://example.com/dir/'?%3E&%22%3C", "#s"]


@pytest.mark.parametrize("parse", [HTML_PARSERS[name] for name in ("lxml.html", "parsel")])
def test_what_a_tree_cannot_hold_is_escaped_around_a_url_too(parse):
    """lxml refuses what libxml2's parser for HTML lets in: nothing may be half rewritten."""
    page = document(parse("<div><a href=x></a><p style='content:\"\x01&#2;\";background:url(y)'></p>"), "http://h/")
    page.make_absolute()
    assert [url.value for url in page.urls()] == ["http://h/x", "http://h/y"]
    assert first(page, "p").get("style") == 'content:"\\1 \\2 ";background:url(http://h/y)'
    page = document(parse("<img srcset='a\x0bb 1x, c 2x'>"), "http://h/")
    page.rewrite(lambda url: "d" if url.value == "c" else None)
    assert first(page, "img").get("srcset") == "a%0Bb 1x, d 2x"


@each_html_parser
def test_text_that_a_library_writes_as_it_is_gets_no_markup(parse):
    page = document(parse("<script type=x>u</script>"), "http://h/", rows=[Row("script", "")])
    page.rewrite(lambda url: "</script><img src=x>")
    assert adapt(page.tree).text(first(page, "script")) == "%3C/script><img src=x>".replace("<", "%3C")


def test_what_a_function_returns_may_be_any_url():
    page = page_of('<html><a href="a"/></html>')
    page.rewrite(lambda url: URL("http://example.org/"))
    assert page.tree[0].get("href") == "http://example.org/"
    with pytest.raises(TypeError, match="a rewriting function is called with each URL: not int"):
        page.rewrite(5)


@each_html_parser
def test_other_attributes_and_the_tree_itself(parse):
    tree = parse('<a href="b" rel="nofollow me">c</a>')
    page = document(tree, "http://h/")
    (url,) = page.urls()
    assert (url.get("rel"), url.get("title")) == ("nofollow me", None)
    assert page.tree is tree


# Documents in documents --------------------------------------------------------------------------------------------


def test_escaped_html_in_a_feed():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    page = page_of(
        f'<feed {ATOM} xml:base="/x/"><title>&lt;no></title><entry><summary type="HTML">&lt;a href="s"></summary>'
        '<content type="html" xml:base="y/">&lt;base href="b/">&lt;img src="c"></content></entry></feed>',
        standard="whatwg",
    )
    embedded = list(page.embedded_documents(html.document_fromstring))
    assert [node.tag.rpartition("}")[2] for node, _ in embedded] == ["summary", "content"]
    assert [found(document) for _, document in embedded] == [
        [("a", "href", "hyperlink", "s", "http://example.com/x/s")],
        [
            ("base", "href", "base", "b/", "http://example.com/x/y/b/"),
            ("img", "src", "resource", "c", "http://example.com/x/y/b/c"),
        ],
    ]
    assert all(document.standard is page.standard for _, document in embedded)


def test_embedded_documents_are_parsed_as_pages_are():
    pytest.importorskip("lxml")
    page = page_of(
        "<rss><channel><item><description/></item><item><description> </description></item><item>"
        '<description>&lt;a href="b"&gt;</description></item></channel></rss>'
    )
    ((_, inner),) = page.embedded_documents()
    assert resolved(inner) == ["http://example.com/dir/b"]
    ((_, inner),) = page.embedded_documents(lambda text: parse(text, "http://other/"))
    assert resolved(inner) == ["http://example.com/dir/b"]
    with pytest.raises(TypeError, match="parsed by a function of its text, not str"):
        page.embedded_documents("lxml")
    entry = page_of(f'<entry {ATOM}><content type="html" src="elsewhere"/><title type="html">x</title></entry>')
    assert [node.tag.rpartition("}")[2] for node, _ in entry.embedded_documents()] == ["title"]


def test_srcdoc():
    page = page_of('<html><base href="/b/"/><iframe srcdoc="&lt;html>&lt;a href=\'c\'/>&lt;/html>"/></html>')
    ((_, frame),) = page.embedded_documents(parse_xml)
    assert (frame.address, frame.base_url, resolved(frame)) == (
        "about:srcdoc",
        "http://example.com/b/",
        ["http://example.com/b/c"],
    )


def test_repr_of_a_live_url():
    page = page_of('<html><a href="c"/></html>')
    assert repr(page.url_of(page.tree[0])) == f"<URLDecomposition 'c', the href in {page!r}>"
