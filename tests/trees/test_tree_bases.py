"""The base URLs of a document follow changes of its tree."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.calls import count_calls
from tests.cases import each_case
from tests.standards import every_standard
from tests.trees.helpers import ATOM, XML_BASE, first, page_of, resolved
from tests.trees.parsers import (
    HTML_PARSERS,
    XML_PARSERS,
    each_html_parser,
    each_xml_parser,
    parse_xml,
)
from tests.trees.reference import XML_BASES
from urldom import Document, Element, URLDecomposition, resolve
from urldom._core.contexts.changes import LOCK, latest_change
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.trees import TreeDocument, document
from urldom.trees._libraries import adapt
from urldom.trees._page import open_page
from urldom.trees._tree import html_name

HTML = "{http://www.w3.org/1999/xhtml}"


SVG = "{http://www.w3.org/2000/svg}"


MATHML = "{http://www.w3.org/1998/Math/MathML}"


def has_base(page):
    """Return whether the parser keeps the `base` element in its place in the markup."""
    tree = adapt(page.tree)
    names = ["base"] if tree.is_bare else [HTML + "base", SVG + "base", MATHML + "base"]
    bases = [base for name in names for base in tree.find(name)]
    return any(
        tree.name(tree.parent(base)).rpartition("}")[2].lower() not in ("head", "body", "html")
        for base in bases
    )


def test_document_is_a_base_context():
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
@each_case(
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
def test_first_base_element_with_an_href_is_the_base(parse, markup, base):
    assert document(parse(markup), "http://example.com/dir/page").base_url == base


#: Start tags of SVG elements whose content is HTML (HTML Standard, "HTML integration point")
HTML_IN_SVG = ["svg><foreignObject", "svg><desc", "svg><title", "svg><g><foreignObject><p"]


HTML_IN_MATHML = [
    "math><mi",
    "math><mtext",
    "math><annotation-xml encoding=text/HTML",
    "math><mi><svg><desc",
]


#: `mglyph` and `malignmark` are MathML only as children of a MathML text integration point.
NO_MATHML = [
    "mglyph",
    "malignmark",
    "div><mglyph",
    "math><mi><b><mglyph",
    "svg><desc><malignmark",
    "math><annotation-xml encoding=text/html><mglyph",
    "math><annotation-xml><svg><desc",
]


NO_HTML = [
    "math><mi><mglyph",
    "math><mtext><malignmark",
    "math><mi><malignmark><mi><mglyph",
    "math><svg><desc",
    "math><annotation-xml><mrow",
    "svg><font",
    "svg><mi><mglyph",
    "math><annotation-xml encoding=' text/html'",
    "svg><g",
    "math><mrow",
    "math><annotation-xml",
    "math><annotation-xml encoding=x",
    "svg><desc><svg><g",
]


@each_html_parser
@each_case("within", HTML_IN_SVG + HTML_IN_MATHML + NO_MATHML + NO_HTML)
def test_base_element_in_foreign_content_counts_only_as_html(parse, within):
    page = document(
        parse(f"<body><{within}><base href='/b/'></base>"), "http://example.com/dir/page"
    )
    if not has_base(page):
        pytest.skip("this parser moves the element")
    assert page.base_url == (
        "http://example.com/dir/page" if within in NO_HTML else "http://example.com/b/"
    )
    assert [url.url for url in page.urls() if url.kind == "base"] == (
        [] if within in NO_HTML else ["http://example.com/b/"]
    )


@each_html_parser
@each_case("name", ["mglyph", "malignmark"])
def test_mathml_element_outside_mathml_hides_no_url(parse, name):
    page = document(
        parse(f"<p><{name}><base href='/b/'><a href=c>d</a><form action=e>"), "http://h/"
    )
    expected = ["http://h/b/", "http://h/b/c", "http://h/b/e"]
    assert resolved(page) == expected
    page.rewrite(lambda url: f"/x{url.value}")
    assert {url.value for url in page.urls()} == {"/x/b/", "/xc", "/xe"}


@each_html_parser
@each_case(
    "markup",
    [
        "<svg><p></p>",
        "<svg><g><b></b></g>",
        "<math><mrow><div></div><mrow>",
        "<svg><font color=x></font>",
        "<math><annotation-xml><p></p></annotation-xml>",
        "<svg><desc><math><br>",
    ],
)
def test_html_start_tag_ends_foreign_content(parse, markup):
    page = document(parse(f"<body>{markup}<base href='/b/'><form action=c>"), "http://h/")
    assert resolved(page) == ["http://h/b/", "http://h/b/c"]
    assert page.base_url == "http://h/b/"


@each_html_parser
def test_html_start_tag_ends_only_the_innermost_foreign_content(parse):
    markup = "<svg><desc><svg><p></p><base href='/b/'></base></desc><base href='/no/'></base></svg>"
    page = document(parse(f"<body>{markup}"), "http://h/")
    assert page.base_url == "http://h/b/"
    assert [(url.kind, url.value) for url in page.urls()] == [("base", "/b/"), ("resource", "/no/")]


@each_html_parser
@each_case("name", ["textarea", "title", "xmp", "noembed", "noframes", "iframe", "style"])
def test_base_element_in_a_text_element_is_ignored(parse, name):
    page = document(parse(f"<body><{name}><base href='/no/'></{name}><a href=b>c</a>"), "http://h/")
    assert page.base_url == "http://h/"
    assert resolved(page)[-1] == "http://h/b"


def test_base_elements_are_not_resolved_against_each_other():
    page = page_of(
        '<html xml:base="/x/"><base href="b/"/><base href="c/"/><p><a href="d"/></p></html>'
    )
    assert resolved(page) == [
        "http://example.com/dir/b/",
        "http://example.com/dir/c/",
        # The link's base URL is the root's `xml:base`, resolved against the document's base URL.
        # The first `base` element sets the document's base URL.
        "http://example.com/x/d",
    ]


def test_whatwg_ignores_xml_base_and_data_bases():
    text = '<html xml:base="/x/"><base href="data:,"/><a href="d"/></html>'
    assert page_of(text, standard="whatwg").base_url == "http://example.com/dir/page"
    assert resolved(page_of(text, standard="whatwg"))[1] == "http://example.com/dir/d"
    assert resolved(page_of(text, standard="whatwg", xml_base=True))[1] == "http://example.com/x/d"
    assert resolved(page_of(text, xml_base=False))[1] == "data:d"


@pytest.mark.parametrize(
    "root", ["svg xmlns='http://www.w3.org/2000/svg'", "html xmlns='http://www.w3.org/1999/xhtml'"]
)
def test_xml_base_in_html_and_svg_depends_on_the_standard(root):
    text = f"<{root} xml:base='/x/'><a href='d'/></{root.split()[0]}>"
    assert resolved(page_of(text, standard="whatwg")) == ["http://example.com/dir/d"]
    assert resolved(page_of(text, standard="html5")) == ["http://example.com/x/d"]


@every_standard
def test_xml_base_applies_in_feeds_under_each_standard(standard):
    feed = f'<feed {ATOM} xml:base="/x/"><icon>d</icon></feed>'
    assert resolved(page_of(feed, standard=standard)) == ["http://example.com/x/d"]
    assert resolved(page_of(feed, standard=standard, xml_base=False)) == [
        "http://example.com/dir/d"
    ]


@each_xml_parser
def test_base_url_of_uses_each_ancestors_xml_base(parse):
    text = (
        '<a xml:base="/x/#f"><b xml:base="http://a:b/"><c xml:base=""/></b><d xml:base="y/"/></a>'
    )
    tree = parse(text)
    page = document(tree, "http://example.com/#fragment")
    (b,), (c,), (d,) = ([*adapt(page.tree).find(name)] for name in "bcd")
    assert page.base_url == "http://example.com/#fragment"
    assert page.base_url_of(b) == page.base_url_of(c) == "http://example.com/x/"  # ruling 22
    assert page.base_url_of(d) == "http://example.com/x/y/"


def test_frames_use_the_base_url_of_their_creator_or_container():
    parent = page_of('<html><base href="/b/"/></html>')
    blank = page_of("<html/>", "about:blank", creator=parent)
    srcdoc = page_of('<html><a href="c"/></html>', "about:srcdoc", container=parent)
    assert (blank.base_url, resolved(srcdoc)) == (
        "http://example.com/b/",
        ["http://example.com/b/c"],
    )
    assert (
        page_of("<html/>", "http://example.org/", creator=parent).base_url == "http://example.org/"
    )
    below = page_of("<html/>", "about:srcdoc", container=Document("http://example.net/"))
    assert below.base_url == "http://example.net/"


def test_base_url_of_a_frame_is_live_only_in_html5():
    for standard, expected in [
        ("html5", "http://example.com/new/"),
        ("whatwg", "http://example.com/old/"),
    ]:
        parent = page_of('<html><base href="/old/"/></html>', standard=standard)
        frame = page_of("<html/>", "about:srcdoc", container=parent, standard=standard)
        first(parent, "base").set("href", "/new/")
        assert frame.base_url == expected


@each_html_parser
def test_changed_base_element_changes_every_url(parse):
    page = document(parse('<base href="/old/"><p><a href="a">b</a></p>'), "http://example.com/")
    link = page.url_of(first(page, "a"))
    assert (link.pathname, resolved(page)[1]) == ("/old/a", "http://example.com/old/a")
    adapt(page.tree).set(first(page, "base"), "href", "/new/")
    assert (link.pathname, resolved(page)[1]) == ("/new/a", "http://example.com/new/a")
    page.url_of(first(page, "base")).pathname = "/assigned/"
    assert (link.pathname, resolved(page)[1]) == ("/assigned/a", "http://example.com/assigned/a")


def test_inserted_or_removed_base_element_changes_every_url():
    tree = parse_xml('<html><head/><body><a href="a"/></body></html>')
    page = document(tree, "http://example.com/")
    base = parse_xml('<base href="/b/"/>')
    for parent in tree:
        parent.append(base)
        if (
            parent.tag == "body"
        ):  # Without refresh(), an access searches only `head` for a new base element.
            page.refresh()
        assert page.base_url == "http://example.com/b/" and resolved(page)[-1].endswith(
            "/b/a" if parent.tag == "head" else "/b/"
        )
        parent.remove(base)
        assert page.base_url == "http://example.com/" and resolved(page) == ["http://example.com/a"]


@each_html_parser
def test_href_of_a_found_base_element_is_read_at_each_access(parse):
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
def test_new_base_element_in_head_applies_at_the_next_access(parse):
    page = document(
        parse("<head><base target=x><base><title>t</title></head><body><a href=a>"), "http://a/"
    )
    url = page.url_of(first(page, "a"))
    assert url.href == "http://a/a"
    tree = adapt(page.tree)
    tree.set(list(tree.find(html_name(tree, "base")))[1], "href", "/b/")
    assert url.href == "http://a/b/a"


def test_new_xml_base_applies_after_refresh():
    page = page_of('<html><p><a href="a"/></p></html>', "http://a/")
    url = page.url_of(page.tree[0][0])
    assert url.href == "http://a/a"
    page.tree[0].set(XML_BASE, "x/")
    page.refresh()
    assert url.href == "http://a/x/a"


def test_second_access_does_not_search_the_tree():
    tree = adapt(parse_xml('<html><head/><body><p><a href="a"/></p></body></html>'))
    page = TreeDocument(open_page(tree, "http://a/", standard="html5"))
    url = page.url_of(page.tree[1][0][0])
    assert url.href == "http://a/a"
    tree.find = tree.has_attribute = None
    assert (url.href, url.pathname, page.base_url) == ("http://a/a", "/a", "http://a/")


@each_xml_parser
def test_changed_xml_base_of_an_ancestor_changes_the_url(parse):
    page = document(
        parse(
            '<html xmlns="http://www.w3.org/1999/xhtml"><p xml:base="x/"><a href="a"/></p></html>'
        ),
        "http://a/",
        standard="html5",
    )
    link = page.url_of(first(page, "a"))
    assert link.href == resolved(page)[0] == "http://a/x/a"
    adapt(page.tree).set(first(page, "p"), XML_BASE, "y/")
    assert (
        link.href == resolved(page)[0] == page.base_url_of(first(page, "a")) + "a" == "http://a/y/a"
    )


def test_parents_in_elementtree_follow_every_change():
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


def test_moved_node_uses_the_base_of_its_new_tree():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    tree = html.document_fromstring('<p><a href="a">x</a></p>')
    other_tree = html.document_fromstring('<base href="/b/"><div xml:base="c/"></div>')
    page, other = (
        document(tree, "http://one/"),
        document(other_tree, "http://two/", standard="html5"),
    )
    link = tree.find(".//a")
    assert page.url_of(link).href == "http://one/a"
    other_tree.find(".//div").append(link)
    assert resolved(page) == []
    assert other.url_of(link).href == resolved(other)[1] == "http://two/b/c/a"


def test_frame_before_the_base_element_keeps_the_base_url_of_its_time():
    """HTML Standard, "beginning navigation": a `base` after the `iframe` does not change a `srcdoc`
    document."""
    html = "<html><iframe srcdoc='x'/><base href='/b/'/><iframe srcdoc='x'/></html>"
    frames = document(parse_xml(html), "http://h/a").embedded_documents(
        lambda text: parse_xml("<html/>")
    )
    assert [frame.base_url for _, frame in frames] == ["http://h/a", "http://h/b/"]


READERS = {
    "urls": lambda page, link: list(page.urls()),
    "rewrite without a change": lambda page, link: page.rewrite(lambda url: None),
    "embedded_documents": lambda page, link: list(page.embedded_documents()),
    "forms": lambda page, link: list(page.forms()),
    "submission": lambda page, link: page.submission("f"),
    "request": lambda page, link: page.request(link),
    "import_map": lambda page, link: page.import_map(),
    "base_url": lambda page, link: page.base_url,
    "base_url_of": lambda page, link: page.base_url_of(link),
    "chain": lambda page, link: page.chain(link),
    "url_of": lambda page, link: page.url_of(link, "href").href,
    "indicated": lambda page, link: page.indicated("f"),
    "to_text": lambda page, link: page.to_text(),
    "refresh": lambda page, link: page.refresh(),
}


@each_case("standard", ["html5", "whatwg"])
@each_case("base", ['<base href="b/"/>', ""])
@each_case("reader", READERS)
def test_reading_a_page_changes_no_base_url(reader, base, standard):
    frame = '<iframe srcdoc="x"/>'
    page = page_of(
        f'<html><head>{base}</head><form id="f"/><a href="c"/>{frame}</html>', standard=standard
    )
    link = first(page, "a")
    live = page.url_of(link, "href")
    href, text = live.href, page.to_text()
    calls = count_calls(lambda: live.href)
    with LOCK:
        before = latest_change()
    READERS[reader](page, link)
    with LOCK:
        assert latest_change() == before
    if reader != "refresh":  # The live URL does not have to resolve again.
        assert count_calls(lambda: live.href) == calls
    assert live.href == href
    assert page.to_text() == text


def test_page_tells_its_document_about_a_changed_base_element_once():
    page = page_of('<html><base href="b/"/><a href="c"/></html>')
    first(page, "base").set("href", "d/")
    with LOCK:
        before = latest_change()
    assert (
        resolved(page)
        == resolved(page)
        == ["http://example.com/dir/d/", "http://example.com/dir/d/c"]
    )
    with LOCK:
        assert latest_change() == before + 1


def test_chain_reads_the_base_element_again():
    html = parse_xml('<html><base href="/b/"/><a href="c"/></html>')
    page = document(html, "http://h/")
    assert page.chain().base_url == "http://h/b/"
    html[0].set("href", "/new/")
    assert page.chain().base_url == page.chain(html[1]).base_url == "http://h/new/"


# Random trees and chains of `Element`s
# ----------------------------------------------------------------------------

REFERENCES = [
    "",
    "b/",
    "c",
    "../",
    "/d/",
    "?q",
    "#f",
    "//i/j/",
    "http://a:b/",
    "mailto:k",
    "é/",
    " l/ ",
]
_tags = st.one_of(
    st.builds(
        '<{0} xml:base="{1}">'.format,
        st.sampled_from(["p", "div", "span"]),
        st.sampled_from(REFERENCES),
    ),
    st.builds('<base href="{0}">'.format, st.sampled_from(REFERENCES)),
    st.sampled_from(
        [
            "<base>",
            "<p>",
            "<div>",
            "</p>",
            "</div>",
            "</span>",
            "text",
            '<a href="x">a</a>',
            "<!--c-->",
        ]
    ),
)


def check_bases(page, standard, xml_base):
    """Assert that the base URL of each element is the base URL of a chain of `Element`s."""
    tree = adapt(page.tree)
    stack, elements, base_href = [(tree.root, ())], [], None
    while stack:
        node, values = stack.pop()
        if not isinstance(tree.name(node), str):
            continue
        value = next(
            (value for name in XML_BASES if (value := tree.get(node, name)) is not None), None
        )
        values = values if value is None else (*values, value)
        elements.append((node, values))
        if base_href is None and tree.name(node).rpartition("}")[2] == "base":
            base_href = tree.get(node, "href")
        stack += [(child, values) for child in reversed(tree.children(node))]
    top = Document(page.address, base_href=base_href, standard=standard, xml_base=xml_base)
    assert page.base_url == top.base_url
    expected = {}
    for node, values in elements:
        chain = top
        for value in values:
            chain = Element(chain, xml_base=value)
        assert page.base_url_of(node) == page.chain(node).base_url == chain.base_url
        expected.setdefault(tree.name(node).rpartition("}")[2], []).append(chain.base_url)
    links = [url for url in page.urls() if url.element_name == "a"]
    assert [url.base_url for url in links] == expected.get("a", [])
    assert all(url.url is None or page.url_of(url.node).href == url.url for url in links)


_standards = st.sampled_from(STANDARD_NAMES)


@pytest.mark.parametrize("name", HTML_PARSERS)
@given(tags=st.lists(_tags, max_size=12).map("".join), standard=_standards, xml_base=st.booleans())
@example(tags='<p xml:base="b/"></p><a href="x">a</a>', standard="html5", xml_base=True)
@example(
    tags='<base><base href="c/"><base href="/d/"><p xml:base="../"><a href="x">',
    standard="html5",
    xml_base=True,
)
def test_base_urls_of_a_random_page_equal_those_of_elements(name, tags, standard, xml_base):
    page = document(
        HTML_PARSERS[name](f"<body>{tags}"),
        "http://h/e/f?g#i",
        standard=standard,
        xml_base=xml_base,
    )
    check_bases(page, standard, xml_base)


@pytest.mark.parametrize("name", XML_PARSERS)
@given(
    content=st.recursive(
        st.sampled_from(['<a href="x"/>', '<base href="/k/"/>', "<base/>"]),
        lambda inner: st.builds(
            '<p xml:base="{0}">{1}</p>'.format,
            st.sampled_from(REFERENCES),
            st.lists(inner, max_size=3).map("".join),
        ),
        max_leaves=8,
    ),
    standard=_standards,
    xml_base=st.booleans(),
)
def test_base_urls_of_random_xml_equal_those_of_elements(name, content, standard, xml_base):
    tree = XML_PARSERS[name](f'<html xmlns="{HTML[1:-1]}">{content}</html>')
    check_bases(
        document(tree, "http://h/e/f?g#i", standard=standard, xml_base=xml_base), standard, xml_base
    )


@each_html_parser
def test_fragments_and_empty_values_can_be_those_of_the_document(parse):
    """SVG 2, 16.1.3 (same-document URL references), and HTML Standard 4.10.22.3, step 12."""
    page = document(
        parse(
            "<base href=/b/><body><form action=''></form><a href=''></a><svg><use"
            " href='#x'></use></svg><img usemap=#m>"
        ),
        "http://h/d?q",
    )
    assert [(url.attribute, url.url) for url in page.urls() if url.kind != "base"] == [
        ("action", "http://h/d?q"),
        ("href", "http://h/b/"),
        ("href", "http://h/d?q#x"),
        ("usemap", "http://h/d?q#m"),
    ]


@each_html_parser
def test_codebase_is_the_base_of_the_attributes_that_it_is_for(parse):
    """HTML 4.01, 13.3. Browsers ignore it for `data`."""
    objects = "<object codebase=c/ classid=x archive='y z' data=w></object><object classid=x>"
    page = document(parse(f"<body>{objects}"), "http://h/d/")
    assert sorted(url.url for url in page.urls()) == sorted(
        f"http://h/d/{path}" for path in ("c/", "c/x", "c/y", "c/z", "w", "x")
    )
