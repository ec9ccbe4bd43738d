"""For one page, urldom finds the same URLs in the trees of all parsers."""

import io
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.helpers import attributes_of
from tests.trees.parsers import HTML_PARSERS, XML_PARSERS, each_html_parser, each_xml_parser, found
from urldom.trees import UnwritableError, _libraries, document
from urldom.trees import parse as parse_page
from urldom.trees._libraries import LIBRARIES, adapt
from urldom.trees._libraries.xml_etree import ElementTree as EtreeTree
from urldom.trees._table import TABLE
from urldom.trees._tree import Library, html_name

PAGES = Path(__file__).parent / "pages"
ADDRESS = "http://example.com/page?x"


def read(name):
    return (PAGES / name).read_text(encoding="utf-8")


def expected(name):
    for line in read(name).splitlines():
        element, attribute, kind, value, url = line.split(" | ")
        yield (
            element,
            None if attribute == "(text)" else attribute,
            kind,
            value,
            None if url == "(none)" else url,
        )


@pytest.mark.parametrize(
    ("name", "links"),
    [
        ("turbohtml", ["/a"]),
        ("selectolax", ["/a"]),
        ("html5lib", ["/a"]),
        ("lxml", []),
        ("bs4", []),
    ],
)
def test_only_parsers_that_follow_the_html_standard_find_the_links_of_a_hostile_page(name, links):
    pytest.importorskip(name)
    # HTML Standard 13.2.6.5: a `style` in an `svg` contains elements, as in Chromium, not only
    # text.
    page = parse_page('<p><svg><style><a href="/a"></a></style></svg>', ADDRESS, parser=name)
    assert [url.value for url in page.urls()] == links


@each_html_parser
def test_every_html_parser_finds_the_expected_urls(parse):
    page = document(
        parse(read("everything.html")), ADDRESS, encoding="windows-1252", standard="html5"
    )
    assert found(page) == list(expected("everything.txt"))


def test_everything_html_has_each_attribute_of_the_table():
    page = document(HTML_PARSERS["BeautifulSoup, html.parser"](read("everything.html")), ADDRESS)
    listed = {(url.element_name, url.attribute or "") for url in page.urls()}
    rows = {
        (row.element, row.attribute)
        for row in TABLE
        if row.namespace.endswith("xhtml") and row.element != "*" and row.kind
    }
    # everything.html lacks these elements of the table, because they are obsolete or belong in a
    # frameset.
    rows -= {("frame", "src"), ("frame", "longdesc"), ("command", "icon"), ("menuitem", "icon")}
    rows -= {(element, "background") for element in ("thead", "tbody", "tfoot", "th")}
    assert rows - listed == set()


#: Start and end tags for pages that nest HTML, SVG and MathML. No form is among them: a
#: ``template`` of MathML allows a form within a form for turbohtml (and not for the HTML Standard,
#: 13.2.6.4.7), which says nothing about urldom.
NAMES = [
    *(
        "svg",
        "math",
        "mi",
        "mo",
        "mtext",
        "mglyph",
        "malignmark",
        "annotation-xml",
        "desc",
        "title",
        "foreignObject",
    ),
    *("p", "div", "font", "b", "g", "a", "mrow", "span", "template"),
]
TAGS = [
    *(f"<{name}>" for name in NAMES),
    *(f"</{name}>" for name in NAMES),
    *(
        "<base href=/b/>",
        "<a href=c>",
        "<svg fill=url(d)>",
        "<math altimg=e>",
        "<mglyph src=f>",
        "<q cite=g>",
    ),
    *("<annotation-xml encoding=text/html>", "<font color=x>", "<font face>", "<p style=h:url(i)>"),
]


@settings(max_examples=5 * settings.default.max_examples)
@given(tags=st.lists(st.sampled_from(TAGS), max_size=12))
def test_trees_with_and_without_namespaces_have_the_same_urls(tags):
    markup = f"<body>{''.join(tags)}<base href=/last/><q cite=last>"
    bare, whole = (
        document(HTML_PARSERS[name](markup), ADDRESS) for name in ("selectolax", "turbohtml")
    )
    assert bare.base_url == whole.base_url
    assert found(bare) == found(whole)


@each_xml_parser
def test_urls_of_an_atom_feed_are_found(parse):
    page = document(parse(read("feed.atom")), "http://example.com/feed", standard="html5")
    base = "http://example.com/2007"
    assert found(page) == [
        ("id", None, "identifier", "tag:example.com,2007:feed", "tag:example.com,2007:feed"),
        ("icon", None, "resource", "favicon.ico", f"{base}/favicon.ico"),
        ("logo", None, "resource", "logo.png", f"{base}/logo.png"),
        ("generator", "uri", "hyperlink", "/generator", "http://example.com/generator"),
        ("link", "href", "hyperlink", "", f"{base}/"),
        ("uri", None, "hyperlink", "../authors/a", "http://example.com/authors/a"),
        (
            "category",
            "scheme",
            "identifier",
            "http://example.com/scheme",
            "http://example.com/scheme",
        ),
        ("id", None, "identifier", "http://example.com/entry", "http://example.com/entry"),
        ("link", "href", "hyperlink", "entry.html", f"{base}/05/entry.html"),
        ("link", "href", "resource", "sound.ogg", f"{base}/05/sound.ogg"),
        ("a", "href", "hyperlink", "x.html", f"{base}/05/content/div/x.html"),
        ("content", "src", "resource", "remote.html", f"{base}/remote.html"),
    ]


@each_xml_parser
def test_urls_of_an_rss_feed_are_found(parse):
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
        (
            *("guid", None, "hyperlink"),
            f"{base}/item/permanent.html",
            f"{base}/item/permanent.html",
        ),
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
def test_names_in_xhtml_have_namespaces_and_case(parse):
    page = document(parse(XHTML), "http://example.com/x/", standard="html5")
    assert found(page) == [
        # The document's base URL ignores xml:base (HTML5 2.6.3 step 4.5). The URL of the base
        # element's `href` uses it.
        ("base", "href", "base", "b/", "http://example.com/x/b/"),
        ("a", "href", "hyperlink", "d", "http://example.com/ignored-by-base/c/d"),
        ("a", "xlink:href", "hyperlink", "e", "http://example.com/ignored-by-base/c/e"),
        ("feimage", "href", "resource", "f", "http://example.com/ignored-by-base/c/f"),
        ("other", "xlink:href", "resource", "g", "http://example.com/ignored-by-base/c/g"),
    ]


@each_xml_parser
def test_unknown_vocabulary_has_no_urls(parse):
    tree = parse('<list><a href="x"/><link>y</link><base href="/z/"/></list>')
    page = document(tree, "http://example.com/")
    assert found(page) == [] and page.base_url == "http://example.com/"


@each_html_parser
def test_every_adapter_rewrites_attributes_and_text(parse):
    tree = parse(
        '<head><style>a { b: url(c) } /* d */</style></head><body><a href=" e " class="x  y">f</a>'
        '<object archive="g  h"></object><svg><a xlink:href="i"></a></svg></body>'
    )
    page = document(tree, "http://example.com/")
    page.make_absolute()
    assert [url.value for url in page.urls()] == [f"http://example.com/{name}" for name in "ceghi"]
    adapted = adapt(tree)
    (style,) = adapted.find(html_name(adapted, "style"))
    assert adapted.text(style) == "a { b: url(http://example.com/c) } /* d */"


@each_xml_parser
def test_every_adapter_rewrites_text(parse):
    page = document(parse(read("feed.atom")), "http://example.com/feed")
    page.rewrite(lambda url: "<&>" if url.element_name in ("icon", "logo") else None)
    assert [url.value for url in page.urls()][1:3] == ["<&>", "<&>"]
    adapted = adapt(page.tree)
    (icon,) = adapted.find("{http://www.w3.org/2005/Atom}icon")
    assert adapted.text(icon) == " <&> "


@each_html_parser
def test_parent_of_each_child_is_the_element(parse):
    tree = adapt(parse(read("everything.html")))
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
def test_unknown_type_raises_with_the_list_of_known_types(tree):
    with pytest.raises(
        TypeError, match=r"a tree must be a turbohtml Document, .* or a parsel Selector, not"
    ) as caught:
        document(tree, "http://example.com/")
    assert all(library.kind in str(caught.value) for library in LIBRARIES)


# The registry


def test_list_of_libraries_has_every_module():
    modules = [module for module in vars(_libraries).values() if hasattr(module, "LIBRARY")]
    defined = [
        value for module in modules for value in vars(module).values() if isinstance(value, Library)
    ]
    assert len(defined) == len(LIBRARIES) and set(defined) == set(LIBRARIES)
    files = Path(_libraries.__file__).parent.glob("[!_]*.py")
    assert {file.stem for file in files} == {
        module.__name__.rpartition(".")[2] for module in modules
    }


@pytest.mark.parametrize(
    ("parser", "others"),
    [
        ("turbohtml", {"selectolax", "html5lib", "lxml", "bs4", "xml", "parsel"}),
        ("selectolax", {"turbohtml", "html5lib", "lxml", "bs4", "xml", "parsel"}),
        ("html5lib", {"turbohtml", "selectolax", "lxml", "bs4", "parsel"}),
        ("lxml", {"turbohtml", "selectolax", "html5lib", "bs4", "parsel"}),
        ("bs4", {"turbohtml", "selectolax", "parsel"}),
        ("xml.etree", {"turbohtml", "selectolax", "html5lib", "lxml", "bs4", "parsel"}),
    ],
)
def test_only_the_parsing_library_is_imported(parser, others):
    pytest.importorskip(parser)
    program = f"""
import sys
before = {{*sys.modules}}
import urldom.trees
assert not {others | {parser}} & sys.modules.keys() - before
urldom.trees.parse("<rss/>", "http://h/", parser={parser!r})
print(*{others} & sys.modules.keys() - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_empty_tree_raises():
    with pytest.raises(ValueError, match="no root"):
        document(ElementTree.ElementTree(), "http://example.com/")


def test_element_of_lxml_gives_the_document_of_its_whole_tree():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    tree = html.document_fromstring('<base href="/b/"><p><a href="c">d</a></p>')
    assert [url.url for url in document(tree.find(".//a"), "http://example.com/").urls()] == [
        "http://example.com/b/",
        "http://example.com/b/c",
    ]


def test_tag_gives_the_document_of_its_whole_soup():
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    soup = bs4.BeautifulSoup('<base href="/b/"><p><a href="c">d</a></p>', "html.parser")
    assert [url.url for url in document(soup.a, "http://example.com/").urls()] == [
        "http://example.com/b/",
        "http://example.com/b/c",
    ]


def test_values_that_a_program_assigned_to_tags_are_read_as_beautifulsoup_writes_them():
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    soup = bs4.BeautifulSoup("<form><input name=n><input name=f></form>", "html.parser")
    soup.find(attrs={"name": "n"})["value"] = 0
    soup.find(attrs={"name": "f"})["value"] = io.StringIO("never read")
    number, file = next(document(soup, "http://example.com/").forms()).controls
    assert number.value == "0"
    assert file.value.startswith("<_io.StringIO")


def test_fragment_of_lxml_is_accepted():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    tree = html.fragment_fromstring('<div><a href="c">d</a></div>')
    assert [url.url for url in document(tree, "http://example.com/").urls()] == [
        "http://example.com/c"
    ]


SVG = "{http://www.w3.org/2000/svg}"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"


@each_html_parser
@each_case(
    ("markup", "hrefs"),
    [
        ("<svg><a id=i xlink:href=x0 class=c href=h0 hidden>", {"xlink:href": "x0", "href": "h0"}),
        ("<svg><a href=h0 xlink:href=x0>", {"xlink:href": "x0", "href": "h0"}),
        ("<svg><a xlink:href=x0>", {"xlink:href": "x0"}),
        ("<math><mi xlink:href=x0 href=h0>", {"xlink:href": "x0", "href": "h0"}),
    ],
)
def test_attributes_with_the_same_local_name_are_both_written(parse, markup, hrefs):
    page = document(parse(markup), "http://example.com/")
    before = {url.attribute: url.value for url in page.urls()}
    assert before == hrefs
    node, *_ = (url.node for url in page.urls())
    attributes = attributes_of(page.tree, node)
    for name in (*hrefs, *hrefs):
        page.rewrite(lambda url: f"{url.value}{url.attribute}" if url.attribute == name else None)  # noqa: B023
        hrefs = {**hrefs, name: f"{hrefs[name]}{name}"}
        assert {url.attribute: url.value for url in page.urls()} == hrefs
    rewritten = attributes_of(page.tree, next(page.urls()).node)
    assert [*rewritten] == [*attributes] and rewritten.get("class") == attributes.get("class")


@each_html_parser
def test_content_of_a_template_in_svg_is_rewritten(parse):
    markup = (
        "<svg><template><a href=x></a></template></svg><template><a"
        " href=y></a><p><svg><template></template></svg>"
    )
    page = document(parse(markup), "http://example.com/")
    assert [url.value for url in page.urls()] == ["x", "y"]
    page.make_absolute()
    assert [url.value for url in page.urls()] == ["http://example.com/x", "http://example.com/y"]


# BeautifulSoup splits some attributes into lists


def test_soup_without_lists_splits_only_at_html_spaces():
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    markup = '<object archive=" g\u00a0h\t i "></object>'
    soup = bs4.BeautifulSoup(markup, "html.parser", multi_valued_attributes=None)
    page = document(soup, "http://example.com/")
    assert [url.value for url in page.urls()] == ["g\u00a0h", "i"]
    page.make_absolute()
    assert soup.object["archive"] == " http://example.com/g%C2%A0h\t http://example.com/i "
    # By default, BeautifulSoup splits the value, and loses the spaces between the items.
    soup = bs4.BeautifulSoup(markup, "html.parser")
    assert [url.value for url in document(soup, "http://example.com/").urls()] == ["g", "h", "i"]


def test_list_of_a_soup_stays_a_list():
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    soup = bs4.BeautifulSoup('<object archive="g  h"></object><a ping="i  j" href>', "html.parser")
    kind = type(soup.object["archive"])
    page = document(soup, "http://example.com/")
    page.rewrite(lambda url: f"{url.value}\u00a0x" if url.attribute == "archive" else None)
    assert (
        soup.object["archive"] == ["g\u00a0x", "h\u00a0x"] and type(soup.object["archive"]) is kind
    )
    assert 'archive="g\u00a0x h\u00a0x"' in str(soup) and soup.a["ping"] == "i  j"


def test_attribute_without_value_in_a_soup_is_empty():
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    soup = bs4.BeautifulSoup("<a href=x>", "html.parser")
    soup.a["href"] = None
    assert [url.value for url in document(soup, "http://example.com/").urls()] == [""]


def test_rewritten_url_cannot_end_a_cdata_section_of_a_soup():
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    pytest.importorskip("lxml", reason="lxml is not installed")
    soup = bs4.BeautifulSoup("<rss><link>x</link></rss>", "lxml-xml")
    soup.link.string.replace_with(bs4.CData("x"))
    document(soup, "http://example.com/").rewrite(lambda url: "]]><script/>")
    assert "]]&gt;&lt;script/&gt;" in str(soup)


# turbohtml


def test_trees_of_turbohtml_have_html_namespaces():
    page = document(
        HTML_PARSERS["turbohtml"](
            "<base href=/b/><svg><base href=no><a xlink:href=x></a><foreignObject><a"
            " xlink:href=no></a></foreignObject><title><base></title></svg><math><mi><a href=y>"
        ),
        "http://example.com/",
    )
    assert found(page) == [
        ("base", "href", "base", "/b/", "http://example.com/b/"),
        ("base", "href", "resource", "no", "http://example.com/b/no"),
        ("a", "xlink:href", "hyperlink", "x", "http://example.com/b/x"),
        ("a", "href", "hyperlink", "y", "http://example.com/b/y"),
    ]
    tree = adapt(page.tree)
    assert not tree.is_bare
    link = next(iter(tree.find(f"{SVG}a")))
    assert tree.get(link, XLINK_HREF) == "x" and tree.get(link, "href") is None
    tree.set(link, XLINK_HREF, "z")
    assert 'xlink:href="z"' in page.tree.root.html


def test_lists_of_turbohtml_keep_their_spaces():
    tree = HTML_PARSERS["turbohtml"]('<object archive=" g\u00a0h  i" class="a  b"></object>')
    page = document(tree, "http://example.com/")
    page.make_absolute()
    assert (
        ' archive=" http://example.com/g%C2%A0h  http://example.com/i" class="a  b"'
        in tree.serialize()
    )


def test_urls_in_a_shadow_tree_of_turbohtml_are_found():
    tree = HTML_PARSERS["turbohtml"](
        "<body xml:base=/b/><div><p><a href=1></a></p><template shadowrootmode=open><base"
        " href=/no/><i><a href=2></a></i></template></div>"
    )
    page = document(tree, "http://example.com/", standard="html5")
    assert [(url.value, url.url) for url in page.urls() if url.element_name == "a"] == [
        ("2", "http://example.com/b/2"),
        ("1", "http://example.com/b/1"),
    ]
    assert page.base_url == "http://example.com/"
    inner = [url.node for url in page.urls()][1]
    assert adapt(inner).root == tree.root


def test_shadow_trees_of_turbohtml_are_written():
    text = (
        '<html><head></head><body><div><template shadowrootmode="open"'
        ' shadowrootdelegatesfocus="" shadowrootclonable=""><p>a</p><template>b</template>'
        "</template>c</div></body></html>"
    )
    tree = HTML_PARSERS["turbohtml"](text)
    assert document(tree, "http://example.com/").to_text() == text
    turbohtml = pytest.importorskip("turbohtml", reason="turbohtml is not installed")
    paragraph = turbohtml.Element("p", {}, [turbohtml.Element("p")])
    tree.select_one("div").shadow_root.append(paragraph)
    with pytest.raises(UnwritableError):
        document(tree, "http://example.com/").to_text()


def test_fragments_and_elements_of_turbohtml_are_accepted():
    turbohtml = pytest.importorskip("turbohtml", reason="turbohtml is not installed")
    for tree in (
        turbohtml.parse_fragment("<a href=b>c</a>"),
        turbohtml.Element("p", {}, [turbohtml.Element("a", {"href": "b"})]),
        turbohtml.Element("o:p", {}, [turbohtml.Element("a", {"href": "b"})]),
        turbohtml.parse("<a href=b>c</a>").find("a").extract(),
    ):
        assert [url.value for url in document(tree, "http://example.com/").urls()] == ["b"]
    with pytest.raises(ValueError, match="no root"):
        document(turbohtml.DocumentFragment(), "http://example.com/")
    with pytest.raises(TypeError, match="turbohtml Document"):
        document(turbohtml.Formatter.MINIMAL, "http://example.com/")
    for text in (
        "<html/>",
        "<A href='b'/>",
        "<h:html xmlns:h='http://www.w3.org/1999/xhtml'/>",
        "<é/>",
    ):
        with pytest.raises(ValueError, match="XML"):
            document(turbohtml.parse_xml(text), "http://example.com/")


def test_declared_encoding_of_turbohtml_is_used():
    turbohtml = pytest.importorskip("turbohtml", reason="turbohtml is not installed")
    assert (
        document(turbohtml.parse(b"<meta charset=koi8-r>"), "http://example.com/").encoding
        == "koi8-r"
    )
    assert (
        document(turbohtml.parse("<meta charset=koi8-r>"), "http://example.com/").encoding
        == "koi8-r"
    )
    assert document(turbohtml.parse("<p>"), "http://example.com/").encoding == "utf-8"


# parsel


def test_selector_gives_the_document_of_its_whole_tree():
    selector = HTML_PARSERS["parsel"]('<base href="/b/"><p><a href="c">d</a></p>')
    (inner,) = selector.css("a")
    page = document(inner, "http://example.com/")
    assert [url.url for url in page.urls()] == ["http://example.com/b/", "http://example.com/b/c"]
    page.make_absolute()
    assert selector.css("a::attr(href)").get() == "http://example.com/b/c"


def test_selector_without_elements_raises():
    parsel = pytest.importorskip("parsel", reason="parsel is not installed")
    selector = parsel.Selector(text='<a href="c">d</a>')
    with pytest.raises(TypeError, match=r"parsel Selector, not parsel\.selector\.SelectorList"):
        document(selector.css("a"), "http://example.com/")
    for other in (
        selector.css("a::attr(href)")[0],
        selector.css("a::text")[0],
        parsel.Selector(text="[1]", type="json"),
        parsel.Selector(text="x", type="text"),
    ):
        with pytest.raises(ValueError, match="no tree of elements"):
            document(other, "http://example.com/")


def test_encoding_of_a_selector_is_used():
    selector = HTML_PARSERS["parsel"]('<meta charset="koi8-r"><a href="?é">')
    assert document(selector, "http://example.com/").encoding == "koi8-r"
    scrapy = pytest.importorskip("scrapy", reason="Scrapy is not installed")
    response = scrapy.http.HtmlResponse(
        "http://example.com/", body=b"<meta charset=utf-8>", encoding="windows-1251"
    )
    assert document(response.selector, "http://example.com/").encoding == "windows-1251"


# The instructions before the document element

PROLOG = (
    '<?xml version="1.0"?><?xml-stylesheet href="a&amp;b" type="text/css"?><!-- c --><?other'
    " href=\"d\"?><?xml-model \t href='e'?>{}<?xml-stylesheet href='no'?>"
)


@each_xml_parser
@each_case(
    "element",
    [
        "<list><?xml-stylesheet href='no'?></list>",
        '<html xmlns="http://www.w3.org/1999/xhtml"/>',
        "<rss/>",
    ],
)
def test_instructions_before_the_document_element_are_found(parse, element):
    text = PROLOG.format(element)
    tree = adapt(parse(text))
    if isinstance(tree, EtreeTree):  # ElementTree drops instructions before the document element.
        assert [*tree.instructions()] == []
        tree.keep_source(text, text)
    assert [(target, tree.text(node)) for target, node in tree.instructions()] == [
        ("xml-stylesheet", 'href="a&amp;b" type="text/css"'),
        ("xml-model", "href='e'"),
    ]
    _, first = next(iter(tree.instructions()))
    tree.set_text(first, "href='x y'")
    texts = [tree.text(node) for _, node in tree.instructions()]
    assert texts == ["href='x y'", "href='e'"]


def test_rewritten_instruction_is_serialized():
    for name, write in (
        ("lxml.etree", "tostring"),
        ("BeautifulSoup, lxml-xml", "decode"),
        ("parsel", "tostring"),
    ):
        tree = XML_PARSERS[name]('<?xml-stylesheet href="a"?><list/>')
        page = adapt(tree)
        for _, node in page.instructions():
            page.set_text(node, 'href="b"')
        if write == "decode":
            assert '<?xml-stylesheet href="b"?>' in tree.decode()
        else:
            etree = pytest.importorskip("lxml.etree")
            assert etree.tostring(page.root.getroottree()).startswith(
                b'<?xml-stylesheet href="b"?>'
            )
    node = ElementTree.ProcessingInstruction("xml-stylesheet", 'href="a"')
    tree = EtreeTree(ElementTree.XML("<list/>"), [node])
    tree.set_text(node, 'href="b"')
    assert ElementTree.tostring(node) == b'<?xml-stylesheet href="b"?>'


@each_html_parser
def test_instructions_in_html_are_ignored(parse):
    tree = adapt(parse('<?xml-stylesheet href="a"?><!DOCTYPE html><?xml-stylesheet href="b"?><p>'))
    assert [*tree.instructions()] == []
