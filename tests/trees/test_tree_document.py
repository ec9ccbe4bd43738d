"""A document reads and rewrites the URLs of its tree."""

import ast
import gc
import inspect
import weakref
from pathlib import Path

import pytest

from tests.cases import each_case
from tests.trees.helpers import ATOM, attributes_of, first, page_of, resolved
from tests.trees.parsers import (
    HTML_PARSERS,
    XML_PARSERS,
    each_html_parser,
    each_xml_parser,
    found,
    parse_xml,
)
from urldom import RFC3986, URL, Document, InvalidURLError, URLDecomposition
from urldom.trees import Row, TreeDocument, document, parse
from urldom.trees._libraries import adapt
from urldom.trees._page import open_page


def test_tag_made_by_new_tag_is_html():
    pytest.importorskip("html5lib")
    soup = HTML_PARSERS["BeautifulSoup, html5lib"]("<p>x")
    page = document(soup, "http://h/")
    soup.body.append(soup.new_tag("a", href="new"))
    soup.head.append(soup.new_tag("base", href="/b/"))
    assert resolved(page) == ["http://h/b/", "http://h/b/new"]


def test_urls_of_opml_are_found():
    page = page_of(
        '<opml version="2.0"><head><ownerId>o</ownerId></head><body><outline xmlUrl="f"'
        ' htmlUrl="h"/><outline type="include" url="i"/><outline type="link"'
        ' url="l"/></body></opml>'
    )
    assert [(url.attribute, url.kind, url.value) for url in page.urls()] == [
        (None, "hyperlink", "o"),
        ("xmlUrl", "resource", "f"),
        ("htmlUrl", "hyperlink", "h"),
        ("url", "resource", "i"),
        ("url", "hyperlink", "l"),
    ]


def test_bytes_and_responses_raise_with_a_hint():
    for source in (b"<p>", "<p>"):
        with pytest.raises(TypeError, match=r"pass bytes, text or a response to parse\(\)"):
            document(source, "http://h/")


# All URLs
# ----------------------------------------------------------------------------------------------------------


@each_case(
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
def test_each_attribute_follows_its_specification(markup, expected):
    page = page_of(f'<html><base href="/b/"/>{markup}</html>')
    assert [(url.kind, url.value, url.url) for url in list(page.urls())[1:]] == expected


def test_url_attribute_has_the_documented_attributes():
    (url,) = page_of('<html><a href=" b "/></html>').urls()
    assert (
        url.element_name,
        url.attribute,
        url.kind,
        url.value,
        url.url,
        url.node.tag,
        url.base_url,
    ) == (
        "a",
        "href",
        "hyperlink",
        "b",
        "http://example.com/dir/b",
        "a",
        "http://example.com/dir/page",
    )
    assert (
        repr(url) == "URLAttribute(attribute='href', kind='hyperlink', value='b', element_name='a')"
    )


@pytest.mark.parametrize("address", ["page.html", "", "//example.com/", "http://a:b/", "#f"])
def test_relative_address_raises(address):
    with pytest.raises(ValueError, match="the address of a document must be an absolute URL: "):
        document(parse_xml("<html/>"), address)


def test_unresolvable_url_has_an_error():
    good, bad = page_of('<html><a href="b"/><a href="http://a:b/"/></html>').urls()
    assert (good.error, bad.url) == (None, None)
    assert (
        isinstance(bad.error, InvalidURLError)
        and bad.error.url == "http://a:b/"
        and bad.error is bad.error
    )


@pytest.mark.parametrize("address", [None, b"http://example.com/", 5])
def test_address_of_another_type_raises(address):
    with pytest.raises(TypeError, match="address must be a str"):
        document(parse_xml("<html/>"), address)


@pytest.mark.parametrize("kind", [str, RFC3986.parse, URL, URLDecomposition])
def test_every_url_value_is_accepted_as_address(kind):
    page = document(parse_xml('<html><a href="b"/></html>'), kind("http://example.com/a/"))
    assert page.address == "http://example.com/a/" and resolved(page) == ["http://example.com/a/b"]


# Encodings
# ---------------------------------------------------------------------------------------------------------


@each_html_parser
@each_case(
    ("markup", "encoding"),
    [
        ("", "utf-8"),
        ('<meta charset="cp1251">', "windows-1251"),
        (
            (
                '<meta charset="klingon"><meta http-equiv="Content-Type" content="text/html;'
                ' charset=koi8-r">'
            ),
            "koi8-r",
        ),
    ],
)
def test_declared_encoding_of_the_page_is_used(parse, markup, encoding):
    page = document(parse(f'{markup}<a href="?é">é</a>'), "http://example.com/")
    assert page.encoding == encoding


def test_encoding_of_the_library_is_used():
    data = b'<meta charset="windows-1251"><a href="?\xdf">x</a>'
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    page = document(html.document_fromstring(data), "http://example.com/")
    assert (page.encoding, resolved(page)) == ("windows-1251", ["http://example.com/?%DF"])
    page = document(
        html.document_fromstring(data, html.HTMLParser(encoding="koi8-r")), "http://example.com/"
    )
    assert page.encoding == "koi8-r"
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    page = document(
        bs4.BeautifulSoup(data, "html.parser", from_encoding="koi8-r"), "http://example.com/"
    )
    assert page.encoding == "koi8-r"


def test_given_encoding_has_priority():
    page = page_of('<html><meta charset="koi8-r"/></html>', encoding="Latin1")
    assert page.encoding == "windows-1252"
    with pytest.raises(LookupError, match="klingon"):
        page_of("<html/>", encoding="klingon")


# Rewriting
# ---------------------------------------------------------------------------------------------------------


@each_html_parser
def test_replacing_each_url_by_itself_changes_nothing(parse):
    markup = (
        '<base href=" b/ "><style>@import " a" ;b{c:url( d )}</style><img srcset=" a 1x , , b"'
        " style=\"c: url('\\61')\"><meta http-equiv=refresh content=\" 0 ;url= 'x 'y\">"
    )
    page = document(parse(markup), "http://example.com/")
    before = [(url.node, url.value) for url in page.urls()]
    tree = adapt(page.tree)
    texts = [tree.text(first(page, "style")), attributes_of(page.tree, first(page, "img"))]
    page.rewrite(lambda url: url.value)
    page.rewrite(lambda url: None)
    assert [(url.node, url.value) for url in page.urls()] == before
    assert [tree.text(first(page, "style")), attributes_of(page.tree, first(page, "img"))] == texts


def test_make_absolute_resolves_every_url():
    page = page_of(
        '<html><base href="b/"/><style>@import "c"; d { e: url(f) url(#g) }</style><form'
        ' action=""/><img src="" srcset=" h 1x,i" usemap="#j"/><meta http-equiv="refresh"'
        ' content="0;URL=\'k l\'"/><a href="http://a:b/"/><p xml:base="m/"><a href="n" ping="o'
        ' p"/></p></html>'
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
    attributes = [dict(node.attrib) for node in page.tree.iter()]
    page.make_absolute()
    assert [dict(node.attrib) for node in page.tree.iter()] == attributes


def test_identifiers_stay_relative():
    page = page_of(f"<feed {ATOM}><id>HTTP://example.com/é</id><icon>é</icon></feed>")
    page.make_absolute()
    assert [url.value for url in page.urls()] == [
        "HTTP://example.com/é",
        "http://example.com/dir/%C3%A9",
    ]


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (lambda url: 5, TypeError),
        (lambda url: b"x", TypeError),
        (lambda url: "" if url.attribute == "srcset" else "x", ValueError),
        (lambda url: {}[url.value] if url.attribute == "srcset" else "x", KeyError),
    ],
)
def test_error_during_rewrite_changes_nothing(function, error):
    text = '<html><a href="a" /><img srcset="b 1x, c 2x" /></html>'
    page = page_of(text)
    with pytest.raises(error):
        page.rewrite(function)
    assert [url.value for url in page.urls()] == ["a", "b", "c"]


@each_html_parser
def test_characters_that_are_invalid_in_xml_are_escaped(parse):
    page = document(parse('<a href="a">x</a><p style="b: url(c)">x</p>'), "http://example.com/")
    page.rewrite(lambda url: "x\x00\x1f\ufffe\ud800y")
    assert [url.value for url in page.urls()] == ["x%00%1F%EF%BF%BE\ufffdy"] * 2
    assert {url.url for url in page.urls()} == {"http://example.com/x%00%1F%EF%BF%BE%EF%BF%BDy"}
    page.url_of(first(page, "a")).hash = "\x01"
    assert next(page.urls()).value.endswith("#%01")


CONTROLS = "<a href=a ping='b c'></a><img srcset='d 1x, e 2x'><p style='f: url(g)'></p>"


@each_html_parser
@each_case("standard", ["whatwg", "html5"])
def test_controls_that_the_url_parser_removes_are_not_written(parse, standard):
    page = document(parse(CONTROLS), "http://example.com/", standard=standard)
    page.rewrite(lambda url: f" \x00\x1f {url.value}\x01x\x0b\t")
    values = [url.value for url in page.urls()]
    if standard == "whatwg":
        assert values == ["a%01x", "b%01x", "c%01x", "d%01x", "e%01x", "g%01x"]
    else:
        assert [value.replace("%20", " ") for value in values] == [
            f"%00%1F {name}%01x%0B" for name in "abcdeg"
        ]


@each_html_parser
def test_url_with_controls_keeps_its_meaning(parse):
    page = document(parse("<a href=a>"), "http://example.com/")
    page.url_of(first(page, "a")).href = "\x01http://h/\x01\x1f"
    assert [(url.value, url.url) for url in page.urls()] == [("http://h/", "http://h/")]


FRAGMENTS = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <use href="#i"/><use xlink:href="#i"/><textPath href="#i"/><linearGradient xlink:href="#i"/><feImage href="#i"/>
  <path fill="url(#i)" style="mask: url(#i)"/></svg>"""


@each_html_parser
def test_reference_to_the_same_document_is_kept(parse):
    markup = (
        f'<base href="/b/">{FRAGMENTS}<svg><use href="s.svg#i"></use><a'
        ' xlink:href="#i"></a></svg><a href="#i">'
    )
    page = document(parse(markup), "http://example.com/dir/page?q")
    _, *fragments, other, link, html_link = page.urls()
    assert {(url.kind, url.value, url.url) for url in fragments} == {
        ("fragment", "#i", "http://example.com/dir/page?q#i")
    }
    assert len(fragments) == 7
    # Only these URLs use the base URL: fragments in hyperlinks, and references with a path.
    assert [(url.kind, url.url) for url in (other, link, html_link)] == [
        ("resource", "http://example.com/b/s.svg#i"),
        ("hyperlink", "http://example.com/b/#i"),
        ("hyperlink", "http://example.com/b/#i"),
    ]
    page.make_absolute()
    assert [url.value for url in page.urls()][1:8] == ["#i"] * 7


@each_xml_parser
def test_references_to_the_same_document_in_xml_are_fragments(parse):
    page = document(parse(FRAGMENTS), "http://example.com/i.svg")
    assert [(url.kind, url.url) for url in page.urls()] == [
        ("fragment", "http://example.com/i.svg#i")
    ] * 7


@pytest.mark.parametrize("name", ["lxml.etree", "BeautifulSoup, lxml-xml", "parsel"])
def test_style_sheet_instructions_are_read_and_rewritten(name):
    text = (
        "<?xml-stylesheet href='a.css?b&amp;c' type='text/css'?><?other href='n'?><?xml-stylesheet"
        " href=\"#s\"?><?xml-stylesheet type='text/css'?><d xml:base='/x/'><?xml-stylesheet"
        " href='inside'?></d>"
    )
    tree = XML_PARSERS[name](text)
    page = document(tree, "http://example.com/dir/page")
    # XML Base, section 4: `xml:base` attributes do not apply to an instruction, which uses the
    # document's base URL.
    assert [
        (url.element_name, url.attribute, url.kind, url.value, url.url) for url in page.urls()
    ] == [
        ("xml-stylesheet", None, "resource", "a.css?b&c", "http://example.com/dir/a.css?b&c"),
        ("xml-stylesheet", None, "fragment", "#s", "http://example.com/dir/page#s"),
    ]
    page.rewrite(lambda url: "'?>&\"<" if url.kind == "resource" else None)
    assert [url.value for url in page.urls()] == ["'?>&\"<", "#s"]
    page.make_absolute()
    assert [url.value for url in page.urls()] == ["http://example.com/dir/'?%3E&%22%3C", "#s"]


@pytest.mark.parametrize("parse", [HTML_PARSERS[name] for name in ("lxml.html", "parsel")])
def test_control_characters_next_to_a_url_are_escaped(parse):
    """libxml2's HTML parser accepts control characters, and lxml rejects them. A rewrite escapes
    them, so that no URL is skipped."""
    page = document(
        parse("<div><a href=x></a><p style='content:\"\x01&#2;\";background:url(y)'></p>"),
        "http://h/",
    )
    page.make_absolute()
    assert [url.value for url in page.urls()] == ["http://h/x", "http://h/y"]
    assert first(page, "p").get("style") == 'content:"\\1 \\2 ";background:url(http://h/y)'
    page = document(parse("<img srcset='a\x0bb 1x, c 2x'>"), "http://h/")
    page.rewrite(lambda url: "d" if url.value == "c" else None)
    assert first(page, "img").get("srcset") == "a%0Bb 1x, d 2x"
    page = document(parse("<a ping='\x01a\x02 c \x01'><img srcset='\x0ba 1x, c 2x'>"), "http://h/")
    before = [url.url for url in page.urls() if url.value != "c"]
    page.rewrite(lambda url: "d" if url.value == "c" else None)
    assert first(page, "img").get("srcset") == "a 1x, d 2x"
    # A list cannot contain an empty URL, so the control character is escaped.
    assert first(page, "a").get("ping") == "a d %01"
    assert before == ["http://h/a", "http://h/", "http://h/a"]


@each_html_parser
def test_url_in_raw_text_adds_no_markup(parse):
    page = document(parse("<script type=x>u</script>"), "http://h/", rows=[Row("script", "")])
    page.rewrite(lambda url: "</script><img src=x>")
    assert adapt(page.tree).text(first(page, "script")) == "%3C/script><img src=x>".replace(
        "<", "%3C"
    )


def test_rewriting_function_can_return_any_url_value():
    page = page_of('<html><a href="a"/></html>')
    page.rewrite(lambda url: URL("http://example.org/"))
    assert page.tree[0].get("href") == "http://example.org/"
    with pytest.raises(
        TypeError, match="a rewriting function must be a function of a URL, not int"
    ):
        page.rewrite(5)


@each_html_parser
def test_get_returns_any_attribute_of_the_element(parse):
    tree = parse('<a href="b" rel="nofollow me">c</a>')
    page = document(tree, "http://h/")
    (url,) = page.urls()
    assert (url.get("rel"), url.get("title")) == ("nofollow me", None)
    assert page.tree is tree


# Documents in documents
# --------------------------------------------------------------------------------------------


def test_escaped_html_in_a_feed_is_an_embedded_document():
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    page = page_of(
        f'<feed {ATOM} xml:base="/x/"><title>&lt;no></title><entry><summary type="HTML">&lt;a'
        ' href="s"></summary><content type="html" xml:base="y/">&lt;base href="b/">&lt;img'
        ' src="c"></content></entry></feed>',
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


def test_embedded_documents_use_the_parser_of_pages():
    pytest.importorskip("lxml")
    page = page_of(
        "<rss><channel><item><description/></item><item><description> </description></item><item>"
        '<description>&lt;a href="b"&gt;</description></item></channel></rss>'
    )
    ((_, inner),) = page.embedded_documents()
    assert resolved(inner) == ["http://example.com/dir/b"]
    ((_, inner),) = page.embedded_documents(lambda text: parse(text, "http://other/"))
    assert resolved(inner) == ["http://example.com/dir/b"]
    with pytest.raises(TypeError, match="parse must be a function of a text, not str"):
        page.embedded_documents("lxml")
    entry = page_of(
        f'<entry {ATOM}><content type="html" src="elsewhere"/><title type="html">x</title></entry>'
    )
    assert [node.tag.rpartition("}")[2] for node, _ in entry.embedded_documents()] == ["title"]


def test_srcdoc_is_an_embedded_document():
    page = page_of(
        '<html><base href="/b/"/><iframe srcdoc="&lt;html>&lt;a href=\'c\'/>&lt;/html>"/></html>'
    )
    ((_, frame),) = page.embedded_documents(parse_xml)
    assert (frame.address, frame.base_url, resolved(frame)) == (
        "about:srcdoc",
        "http://example.com/b/",
        ["http://example.com/b/c"],
    )


SRCDOC_PAGE = """<iframe srcdoc="<a href='1'>b</a>"></iframe><template><base href="/no/"></template><base href="/b/">
<iframe srcdoc="<a href='2'>b</a>"></iframe><base href="/c/"><iframe srcdoc="<a href='3'>b</a>"></iframe>"""


@each_html_parser
@each_case(
    ("standard", "first_url"),
    [("whatwg", "http://example.com/d/1"), ("html5", "http://example.com/b/1")],
)
def test_srcdoc_uses_only_the_base_elements_before_it(parse, standard, first_url):
    page = document(parse(f"<body>{SRCDOC_PAGE}"), "http://example.com/d/", standard=standard)
    urls = [url for _, frame in page.embedded_documents(parse) for url in resolved(frame)]
    assert urls == [first_url, "http://example.com/b/2", "http://example.com/b/3"]
    assert page.base_url == "http://example.com/b/"
    inner = next(iter(page.embedded_documents(parse)))[1]
    assert resolved(inner) == [first_url]


def test_nested_srcdoc_uses_only_the_base_elements_before_it():
    outer = Document("http://example.com/", base_href="/outer/")
    text = '<html><iframe srcdoc="&lt;html>&lt;a href=\'x\'/>&lt;/html>"/><base href="/b/"/></html>'
    page = page_of(text, "about:srcdoc", container=outer, standard="whatwg")
    ((_, frame),) = page.embedded_documents(parse_xml)
    assert resolved(frame) == ["http://example.com/outer/x"]


# The parts of a page


def statements_of(function: ast.FunctionDef) -> int:
    """Return the number of statements of a function, also in blocks, without its docstring."""
    return (
        sum(isinstance(node, ast.stmt) for node in ast.walk(function))
        - 1
        - (ast.get_docstring(function) is not None)
    )


def test_statements_are_counted_in_blocks_too():
    function = ast.parse('def f():\n    "a"\n    if b:\n        import c\n    return d').body[0]
    assert statements_of(function) == 3


def test_methods_of_a_document_have_at_most_three_statements():
    """The parts of a page do the work: see the module of `Page`."""
    source = Path(inspect.getfile(document)).read_text("utf-8")
    [cls] = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    counts = {
        node.name: statements_of(node) for node in cls.body if isinstance(node, ast.FunctionDef)
    }
    assert {"urls", "submission", "request", "embedded_documents"} <= counts.keys()
    assert {name: count for name, count in counts.items() if count > 3} == {}


def test_page_makes_its_parts_once_and_drops_them_on_refresh():
    tree = adapt(parse_xml("<html><form/><a href='b'/></html>"))
    page = open_page(tree, "http://example.com/")
    names = ("urls", "indicated", "read_policies", "forms", "requests")
    parts = [getattr(page, name) for name in names]
    assert [getattr(page, name) for name in names] == parts
    bases = page.bases
    page.refresh()
    assert not any(getattr(page, name) is part for name, part in zip(names, parts, strict=True))
    assert page.bases is bases  # Live URLs refer to it.


def test_page_is_freed_without_the_garbage_collector():
    made = open_page(adapt(parse_xml("<html><form/><a href='b'/></html>")), "http://example.com/")
    page, parts = TreeDocument(made), weakref.ref(made)
    del made
    list(page.forms())
    page.request(next(page.urls()))
    gc.disable()
    try:
        del page
        assert parts() is None
    finally:
        gc.enable()
