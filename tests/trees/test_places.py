"""For each library, `find_places` finds the places and base URLs that a plain walk through all
elements finds."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case, more_at_night
from tests.trees.parsers import HTML_PARSERS, XML_PARSERS, each_html_parser, each_xml_parser
from tests.trees.reference import places
from tests.trees.test_libraries import TAGS
from tests.trees.test_python_documentation import PAGES as PYTHON_PAGES
from urldom import Document
from urldom._core.standards.registry import find_engine
from urldom.trees import Row, document
from urldom.trees._libraries import adapt
from urldom.trees._lookup import DOCUMENTS, lookup
from urldom.trees._places import OpenBases, find_places
from urldom.trees._table import HTML, INSTRUCTION, MATHML, SVG, XLINK
from urldom.trees._tree import Sought

PAGES = Path(__file__).parent / "pages"
ADDRESS = "http://example.com/dir/page"


def check(tree, *tables):
    """Assert that the search finds the places and base URLs of the reference, for each table of
    attributes."""
    for table in tables or (lookup(()), DOCUMENTS):
        for counts_xml_base in (False, True):
            page = Document(ADDRESS, standard="whatwg", xml_base=counts_xml_base)
            bases = OpenBases(ADDRESS, find_engine("whatwg"), "utf-8")
            found = [
                (*place[:-1], bases.base_url)
                for place in find_places(tree, table, bases, counts_xml_base=counts_xml_base)
                if place[4] is not INSTRUCTION
            ]
            rows = table.for_tree(tree).rows
            expected = places(tree, rows, page)
            assert [place[1:] for place in found] == [place[1:] for place in expected]
            assert all(
                tree.is_same(one, other)
                for (one, *_), (other, *_) in zip(found, expected, strict=True)
            )
    return found


def adapted(parse, text):
    """Return an adapter of the parsed text, or `None` if the parser or the library rejects the
    text."""
    try:
        return adapt(parse(text))
    except (ValueError, SyntaxError, TypeError, KeyError, AttributeError):
        return None


@each_html_parser
def test_search_finds_the_places_of_the_test_page(parse):
    check(adapt(parse((PAGES / "everything.html").read_text(encoding="utf-8"))))


@each_xml_parser
@pytest.mark.parametrize("name", ["feed.atom", "feed.rss"])
def test_search_finds_the_places_of_feeds(parse, name):
    check(adapt(parse((PAGES / name).read_text(encoding="utf-8"))))


@pytest.mark.skipif(PYTHON_PAGES is None, reason="Debian's python3-doc is not installed")
@pytest.mark.parametrize(
    "name", ["lxml.html", "selectolax", "turbohtml", "BeautifulSoup, html.parser"]
)
@more_at_night("step", 197, 7)
def test_search_finds_the_places_of_the_python_documentation(name, step):
    for path in sorted(PYTHON_PAGES.rglob("*.html"))[::step]:
        assert check(adapt(HTML_PARSERS[name](path.read_text(encoding="utf-8"))), lookup(()))


#: Names that pages use, and names that a selector has to escape.
ELEMENTS = [
    "a",
    "img",
    "p",
    "svg",
    "g",
    "linearGradient",
    "math",
    "mi",
    "template",
    "title",
    "x-y",
    "x.y",
    "é",
    "A",
]
ATTRIBUTES = [
    *(
        "href",
        "src",
        "style",
        "data-x",
        "viewBox",
        "x:y",
        "{u}v",
        "1",
        "é",
        "a.b",
        "xlink:href",
        "xml:base",
        "Q",
        "-",
    ),
    f"{{{XLINK}}}href",
]
rows = st.builds(
    Row,
    st.sampled_from(["*", *ELEMENTS]),
    st.sampled_from(["", *ATTRIBUTES]),
    st.sampled_from(["resource", None]),
    namespace=st.sampled_from(["*", HTML, SVG, MATHML, ""]),
    when=st.sampled_from([None, lambda get: get("href") is None]),
)
tables = st.lists(rows, max_size=3).map(lambda rows: lookup.__wrapped__(tuple(rows)))
values = st.sampled_from(["", "b", "url(c)", " d e "])


def start_tag(name, attributes):
    return " ".join([f"<{name}", *(f'{key}="{value}"' for key, value in attributes.items())]) + ">"


start_tags = st.builds(
    start_tag,
    st.sampled_from(ELEMENTS),
    st.dictionaries(st.sampled_from(ATTRIBUTES), values, max_size=3),
)
tags = st.one_of(
    *(start_tags, st.sampled_from(TAGS), st.sampled_from(ELEMENTS).map("</{}>".format)),
    st.sampled_from(
        [
            "<template shadowrootmode=open>",
            "</template>",
            "<style>@import 'f'",
            "</style>",
            "text",
            "<!--c-->",
        ]
    ),
    st.sampled_from(
        [
            "<noscript>",
            "</noscript>",
            "<iframe srcdoc='<a>'>",
            "</iframe>",
            "<meta content='0;url=g'>",
        ]
    ),
)
pages = st.lists(tags, max_size=14).map("".join)


@pytest.mark.parametrize("name", HTML_PARSERS)
@given(markup=pages, table=tables)
@example("<svg><a href=b></a><p><a href=c></a></svg><a href=d></a>", lookup(()))
@example(
    "<template><svg><template><a href=b></a></template></svg><a href=c></a></template><a href=d>",
    lookup(()),
)
@example(
    "<div><template shadowrootmode=open><a href=b></a></template><a href=c></a></div>", lookup(())
)
@example(
    "<svg><svg><a href=b></a></svg><title><svg><a href=c></svg></title></svg><svg fill='url(d)'>",
    lookup(()),
)
def test_search_finds_the_places_of_random_pages(name, markup, table):
    tree = adapted(HTML_PARSERS[name], f"<body>{markup}")
    if tree is not None:
        check(tree, lookup(()), DOCUMENTS, table)


XML_NAMES = [
    "html",
    "a",
    "A",
    "svg",
    "s:svg",
    "s:a",
    "s:font",
    "m:mi",
    "m:annotation-xml",
    "b",
    "t:link",
    "t:icon",
    "link",
]
XML_ATTRIBUTES = [
    "href",
    "l:href",
    "x:href",
    "src",
    "HREF",
    "style",
    "data-x",
    "xml:base",
    "fill",
    "color",
]
PREFIXES = {
    "s": SVG,
    "m": MATHML,
    "t": "http://www.w3.org/2005/Atom",
    "l": XLINK,
    "x": XLINK,
    "h": HTML,
}
elements = st.recursive(
    st.just(""),
    lambda inner: st.builds(
        lambda name, attributes, children: (
            f"{start_tag(name, attributes)}{''.join(children)}</{name}>"
        ),
        st.sampled_from(XML_NAMES),
        st.dictionaries(st.sampled_from(XML_ATTRIBUTES), values, max_size=3),
        st.lists(inner | st.sampled_from(["text", "<!--c-->", "<?p i?>"]), max_size=4),
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("name", XML_PARSERS)
@given(
    content=elements,
    table=tables,
    root=st.sampled_from(["html", "rss", "opml", "h:html", "t:feed", "s:svg", "e"]),
)
def test_search_finds_the_places_of_random_xml(name, content, table, root):
    if root == "html":  # No element of a tree without namespaces has one.
        content = re.sub("(</?)[smt]:", r"\1", content)
    declarations = "".join(
        f' xmlns:{prefix}="{namespace}"' for prefix, namespace in PREFIXES.items()
    )
    tree = adapted(XML_PARSERS[name], f"<{root}{declarations}>{content}</{root}>")
    if tree is not None:
        check(tree, lookup(()), DOCUMENTS, table)


@pytest.mark.parametrize("name", HTML_PARSERS)
@given(markup=pages, wanted_names=st.sets(st.sampled_from(ATTRIBUTES), max_size=3))
@example('<svg><a href="" xlink:href="">', {"xlink:href"})
def test_has_attribute_is_true_if_an_element_has_one_of_the_attributes(name, markup, wanted_names):
    tree = adapted(HTML_PARSERS[name], f"<body>{markup}")
    if tree is None:
        return
    stack, names = [tree.root], set()
    while stack:
        node = stack.pop()
        names.update(tree.attribute_names(node))
        stack += tree.children(node)
    assert tree.has_attribute(frozenset(wanted_names)) == (not names.isdisjoint(wanted_names))


@each_html_parser
def test_search_reads_few_elements_without_urls(parse):
    """The search does not walk through all elements."""
    tree = adapt(parse("<body>" + "<p class=a><b>text</b></p>" * 500 + "<a href=b>c</a>"))
    assert len([*tree.candidates(Sought(frozenset(["href", "style"])))]) < 5


@each_html_parser
def test_assignment_during_an_iteration_skips_no_element(parse):
    """The iteration includes every element that existed at its start."""
    page = document(
        parse("<body><a href=b>1</a><svg><a href=c>2</a></svg><p><a href=d>3</a></p>"), ADDRESS
    )
    found = []
    for url in page.urls():
        page.url_of(url.node, url.attribute).hash = "x"
        found.append(url.value)
    assert found == ["b", "c", "d"]
    assert [url.value for url in page.urls()] == [
        f"http://example.com/dir/{name}#x" for name in "bcd"
    ]


def test_element_removed_during_an_iteration_is_still_read():
    root = ElementTree.XML('<html><p><a href="b"/><a href="c"/></p></html>')
    urls = document(root, ADDRESS).urls()
    assert next(urls).value == "b"
    root[0].remove(root[0][1])
    root[0][0].set("href", "d")
    assert [url.value for url in urls] == ["c"]


# The table and the base URLs, element by element
# -------------------------------------------------------------------


@each_xml_parser
def test_xml_base_of_a_leaf_is_its_own(parse):
    """An element without children is left before its next sibling."""
    rows = [Row("*", "x", namespace="")]
    tree = parse(
        '<e xml:base="/a/" x=""><l xml:base="b/" x=""/><m x=""/><n xml:base="c/" x=""><o'
        ' xml:base="d/" x=""/></n><p x=""/></e>'
    )
    page = document(tree, ADDRESS, rows=rows)
    assert [(url.element_name, url.base_url) for url in page.urls()] == [
        ("e", "http://example.com/a/"),
        ("l", "http://example.com/a/b/"),
        ("m", "http://example.com/a/"),
        ("n", "http://example.com/a/c/"),
        ("o", "http://example.com/a/c/d/"),
        ("p", "http://example.com/a/"),
    ]


@each_html_parser
def test_ancestors_decide_which_attributes_of_an_element_are_urls(parse):
    page = document(parse("<body><svg><g><use xlink:href='b'></use></g></svg>"), "http://h/a")
    (found,) = page.urls()
    assert page.url_of(found.node, "xlink:href").href == found.url == "http://h/b"


@each_xml_parser
def test_xml_bases_of_an_element_and_its_ancestors_count(parse):
    """XML Base, section 4: each base is resolved against that of the element around it."""
    tree = parse(
        '<e xml:base="/a/"><l xml:base="b/"><m><n xml:base="c/" x="d"/></m></l><o x="d"/></e>'
    )
    page = document(tree, ADDRESS, rows=[Row("*", "x", namespace="")])
    assert [url.url for url in page.urls()] == [
        "http://example.com/a/b/c/d",
        "http://example.com/a/d",
    ]
    assert [page.url_of(url.node, "x").href for url in page.urls()] == [
        url.url for url in page.urls()
    ]


@each_html_parser
@each_case(("encoding", "is_html"), [("text/html", True), ("x", False)])
def test_condition_of_an_ancestor_decides_its_content(parse, encoding, is_html):
    page = document(
        parse(f"<body><math><annotation-xml encoding={encoding}><video src=b></video>"),
        "http://h/a",
    )
    assert [url.url for url in page.urls()] == (["http://h/b"] if is_html else [])
    if is_html:
        (url,) = page.urls()
        assert page.url_of(url.node, "src").href == "http://h/b"
