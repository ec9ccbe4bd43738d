"""`make_relative()` replaces the URLs of a page by relative references. At the page's new address,
these references resolve to the original URLs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.helpers import page_of
from tests.trees.parsers import each_html_parser, each_xml_parser, found, parse_xml
from tests.trees.serializers import FEED, PAGE, XHTML_PAGE
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.trees import Row, document, parse, stylesheet

PAGES = Path(__file__).parent / "pages"
EVERYTHING = (PAGES / "everything.html").read_text(encoding="utf-8")
FEEDS = [(PAGES / name).read_text(encoding="utf-8") for name in ("feed.atom", "feed.rss")]
ADDRESSES = [
    "http://example.com/page?x",
    "http://example.com/base/dir/",
    "http://example.com/base/dir/a.png",
    "https://example.com/other/dir/deep/page.html#part",
    "http://other.example:8080/",
    "file:///base/dir/page.html",
    "about:blank",
]


#: For each attribute with a list: the commas that would end a URL, so they can only be written as
#: escapes.
COMMAS = {"srcset": re.compile(r",+\Z"), "archive": re.compile(",")}


def escaped(url, attribute):
    commas = COMMAS.get(attribute)
    return url if commas is None else commas.sub(lambda found: "%2C" * len(found[0]), url)


def absolute_urls(page):
    """Return the absolute URLs of a page. Links to a fragment of the page itself are left out."""
    return [
        # The URL of an empty `action` is the page's address verbatim. So each URL is normalised
        # before the comparison.
        (name, attribute, escaped(str(page.standard.resolve(url)), attribute))
        for name, attribute, kind, _, url in found(page)
        if kind != "fragment" and url
    ]


def check(parse, text, address, new, **options):
    tree = parse(text)
    page = document(tree, address, **options)
    expected = absolute_urls(page)
    page.make_relative(new)
    moved = document(tree, address if new is None else new, **options)
    assert absolute_urls(moved) == expected
    return tree


@pytest.mark.parametrize("new", [None, *ADDRESSES])
@pytest.mark.parametrize("text", [EVERYTHING, PAGE], ids=["everything", "each syntax"])
@each_html_parser
def test_relative_urls_in_html_resolve_to_the_original_urls(parse, text, new):
    check(parse, text, "http://example.com/page?x", new, encoding="windows-1252")


@each_case("new", [None, *ADDRESSES])
@each_case("text", [*FEEDS, XHTML_PAGE, FEED], ids=["Atom", "RSS", "XHTML", "a feed of every kind"])
@each_xml_parser
def test_relative_urls_in_xml_resolve_to_the_original_urls(parse, text, new):
    check(
        parse,
        text.partition("?>")[2] if text.startswith("<?xml ") else text,
        "http://example.com/page?x",
        new,
    )


@pytest.mark.parametrize("standard", STANDARD_NAMES)
@pytest.mark.parametrize("new", [None, "http://example.com/base/dir/", "https://example.com/x/y/"])
def test_relative_urls_resolve_to_the_original_urls_under_each_standard(standard, new):
    pytest.importorskip("turbohtml", reason="turbohtml is not installed")
    html = EVERYTHING.replace('"  /base/dir/  "', '"/base/dir/"')  # The RFCs do not strip spaces.
    tree = parse(html, "http://example.com/page?x", parser="turbohtml").tree
    check(lambda text: tree, html, "http://example.com/page?x", new, standard=standard)


def relative(markup, address="http://h/a/page?q", new=None, **options):
    tree = parse_xml(f"<html>{markup}</html>")
    document(tree, address, **options).make_relative(new)
    return [value for node in tree.iter() for name, value in node.items()]


@each_case(
    ("markup", "last"),
    [
        ('<a href="http://h/a/page?q"/>', ""),
        ('<img src="http://h/a/page?q"/>', "?q"),
        ('<img src="http://h/a/page"/>', "page"),
        ('<img srcset="http://h/a/page?q 2x"/>', "?q 2x"),
        ('<img srcset="./,x 2x"/>', "/a/,x 2x"),
        ('<form action=""/>', ""),
        ('<form action="http://h/a/page?q"/>', "?q"),
        ('<a href="#top"/>', "#top"),
        ('<img usemap="#m"/>', "#m"),
        ('<a href=" http://h/b "/>', " /b "),
        ('<a href="//other.example/b"/>', "//other.example/b"),
        ('<a href="http://a:b/"/>', "http://a:b/"),
        ('<a href="HTTPS://H:443/"/>', "https://h/"),
        ('<a href="mailto:a@b"/>', "mailto:a@b"),
        ('<p style="background: url(http://h/a/page?q#f)"/>', "background: url(?q#f)"),
        ('<a ping="http://h/a/b http://h/c"/>', "b /c"),
        ('<base href="http://h/b/"/>', "/b/"),
    ],
)
def test_urls_in_each_place_become_relative(markup, last):
    assert relative(markup)[-1] == last


def test_urls_become_relative_to_the_base_element():
    assert relative(
        '<base href="/b/c/"/><a href="d"/><a href="/a/x"/><img src="/b/c/"/>', new="http://h/b/page"
    ) == [
        *("c/", "d", "/a/x", "."),
    ]


def test_empty_action_becomes_the_old_address():
    assert relative('<form action=""/>', new="http://h/b") == ["a/page?q"]


def test_link_to_a_fragment_points_to_the_old_address():
    assert relative('<a href="#top"/>', new="http://h/b") == ["a/page?q#top"]


def test_queries_keep_their_encoding():
    assert relative('<a href="/b?q=мир"/>', encoding="windows-1251", new="http://h/b") == [
        "?q=%EC%E8%F0"
    ]


def test_urls_become_relative_to_their_codebase_attribute():
    assert relative('<object codebase="c/" archive="x y"/>', new="http://h/") == ["a/c/", "x y"]
    rows = [Row("p", "b", "base"), Row("p", "c", against="b")]
    assert relative('<p c="x" b="c/"/>', new="http://h/", rows=rows) == ["x", "a/c/"]
    assert relative('<p c="x" b="c/"/>', new="http://h/", rows=rows[1:]) == ["/a/c/x", "c/"]


def test_xml_base_attributes_are_kept():
    page = page_of(
        '<html xml:base="x/"><a href="b" xml:base="y/"/><a href="/x/b"/></html>', "http://h/a"
    )
    page.make_relative("http://h/z/a")
    first, second = page.tree
    assert first.get("href") == "/x/y/b" and second.get("href") == "/x/b"


def test_urls_stay_absolute_if_the_base_url_is_opaque():
    assert relative('<a href="http://h/b"/><a href="c"/>', address="data:,x") == ["http://h/b", "c"]


ATTRIBUTES = [
    "a/href",
    "img/src",
    "img/srcset",
    "form/action",
    "meta/content",
    "object/archive",
    "p/style",
    "base/href",
]
PIECES = [
    "a",
    "b",
    "/",
    "//",
    ".",
    "..",
    "?q",
    "#f",
    ":",
    "%2F",
    ";",
    ",",
    "&",
    "'",
    "http:",
    "h",
    "é",
    "\\",
    "@",
]
references = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
addresses = st.builds("http://{}/{}".format, st.sampled_from(["h", "h:8080", "g"]), references)


def page_with(given):
    """Return a tree with elements of these names, attributes and values."""
    tree = parse_xml("<html/>")
    for name, value in given:
        element, attribute = name.split("/")
        node = parse_xml(f"<{element}/>")
        if element == "meta":
            node.set("http-equiv", "refresh")
            value = f"3; url={value}"
        if attribute == "style":
            value = f"mask: url('{value}')".replace("\\", "\\\\")
        node.set(attribute, value)
        tree.append(node)
    return tree


@each_case(
    ("markup", "address", "new", "last"),
    [
        ('<a href="b"/>', "data:,x", "http://h/", "//[/b"),
        ('<a href=""/>', "about:blank", "http://h/", "//[/"),
        ('<a href="//[/b"/>', "data:,x", "http://h/", "//[/b"),
        ('<a href="http:?q"/>', "https://h/", "http://h/", "//[/http:?q"),
        ('<a href="http:?q"/>', "https://h/", "https://h/c", "http:?q"),
        ('<a href="b"/>', "data:,x", "data:,y", "b"),
        ('<img usemap="#b"/>', "data:,x", "http://h/", "#b"),
        ('<img srcset="b 1x, http://h/c"/>', "data:,x", "http://h/", "//[/b 1x, c"),
        ('<p style="background: url(b)"/>', "data:,x", "http://h/", "background: url(//[/b)"),
        ('<base href="b"/>', "data:,x", "http://h/", "//[/b"),
        ('<base href="b/"/><a href="http://h/c"/>', "data:,x", "http://h/", "c"),
        ('<object codebase="b/" classid="http://h/c"/>', "data:,x", "http://h/", "c"),
    ],
)
def test_url_that_does_not_resolve_does_not_begin_to(markup, address, new, last):
    assert relative(markup, address, new)[-1] == last


@given(
    st.lists(st.tuples(st.sampled_from(ATTRIBUTES), references), max_size=4),
    st.sampled_from(["about:blank", "data:,x", "https://h/a", "file:///h", "k://h/a"]),
    st.sampled_from(["http://h/a/b", "https://h/", "file:///a/", "k://h/", "k:h"]),
)
@pytest.mark.parametrize("standard", ["whatwg", "html5", "rfc3986"])
def test_as_many_urls_resolve_at_the_new_address_as_at_the_old_one(standard, given, address, new):
    page = document(page_with(given), address, standard=standard)
    resolve = [url.url is not None for url in page.urls() if url.kind != "fragment"]
    page.make_relative(new)
    moved = document(page.tree, new, standard=standard)
    assert [url.url is not None for url in moved.urls() if url.kind != "fragment"] == resolve


def test_urls_of_an_import_map_do_not_begin_to_resolve():
    json = '{"imports": {"a": "./b", "c": "d"}}'
    tree = parse_xml(f'<html><script type="importmap">{json}</script></html>')
    document(tree, "data:,x").make_relative("http://h/")
    assert tree[0].text == json.replace("./b", "//[/./b")


def test_urls_of_a_style_sheet_do_not_begin_to_resolve():
    sheet = stylesheet("p { background: url(a.png), url(#b) }", "data:text/css,")
    sheet.make_relative("http://h/")
    assert str(sheet) == "p { background: url(//[/a.png), url(#b) }"


@pytest.mark.parametrize("given", ["/relative", "", "http://[/"])
def test_invalid_address_raises_and_keeps_the_urls(given):
    tree = parse_xml('<html><a href="http://h/"/></html>')
    with pytest.raises(ValueError, match="absolute URL"):
        document(tree, "http://h/").make_relative(given)
    assert tree[0].get("href") == "http://h/"
    with pytest.raises(ValueError, match="absolute URL"):
        stylesheet("", "http://h/").make_relative(given)


@given(
    st.lists(st.tuples(st.sampled_from(ATTRIBUTES), references), max_size=4),
    addresses,
    st.none() | addresses,
)
@example([("form/action", "")], "http://h/#f", "http://h/")
@example([("base/href", "b/"), ("form/action", "")], "http://h/a", None)
@example([("meta/content", "'")], "http://h/'", "http://h/")
@example([("img/srcset", "http:")], "http://h/,", None)
def test_relative_urls_of_any_page_resolve_to_the_original_urls(given, address, new):
    tree = page_with(given)
    expected = absolute_urls(document(tree, address))
    document(tree, address).make_relative(new)
    assert absolute_urls(document(tree, new or address)) == expected


@pytest.mark.parametrize("new", [None, *ADDRESSES])
def test_relative_urls_of_a_style_sheet_resolve_to_the_original_urls(new):
    text = (
        b'@import "a.css"; p { background: url(/b.png), url(http://h/s/c.css); mask: url(#f); x:'
        b" url(c.css#f) }"
    )
    sheet = stylesheet(text, "http://h/s/c.css")
    expected = [url.url for url in sheet.urls() if url.kind != "fragment"]
    sheet.make_relative(new)
    written = stylesheet(bytes(sheet), new or sheet.address)
    assert [url.url for url in written.urls() if url.kind != "fragment"] == expected
