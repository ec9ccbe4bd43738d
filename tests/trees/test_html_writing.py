"""A parser reads the tree that was written, or `UnwritableError` is raised."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.parsers import HTML_PARSERS as BUILDERS
from tests.trees.same_tree import SAME, shape
from urldom.trees import UnwritableError, document, parse, parse_fragment
from urldom.trees._html_nesting import has_doubtful_nesting
from urldom.trees._page import open_page
from urldom.trees._source import parse_data
from urldom.trees._writing import write_text

ADDRESS = "http://example.com/"
PARSERS = ["turbohtml", "selectolax", "html5lib"]


#: Texts that a writer must not turn into an element.
INERT = [
    *(
        f"<{root}><{name}>&lt;img src=x onerror=alert(1)&gt;</{name}></{root}>"
        for root in ("svg", "math")
        for name in ("style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext")
    ),
    "<noscript>&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;</noscript>",
    "<p><noscript><b title='&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;'></noscript>",
    "<math><mtext><mglyph title='--&gt;&lt;img src=x onerror=alert(1)&gt;'></mtext></math>",
    "<math><annotation-xml><svg><style>&lt;img src=x onerror=alert(1)&gt;</style></svg></math>",
    "<svg><desc><svg><style>&lt;img src=x onerror=alert(1)&gt;</style></svg></desc></svg>",
]


@each_case("text", INERT)
@each_case("parser", PARSERS)
def test_text_never_becomes_an_element(parser, text):
    pytest.importorskip(parser)
    written = parse(text, ADDRESS, content_type="text/html", parser=parser).to_text()
    assert "<img" not in written
    assert shape(written) == shape(text)


@each_case(
    "text",
    [
        # Posts about mutations of DOMPurify's output, 2020: the second form is read inside the
        # first, and a table moves `mglyph` into `mtext`.
        "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1&gt;'>",
        "<form><div></form><form>",
        "<table><p><form>",
        "<ruby><table><p><rt>",
    ],
)
@each_case("parser", PARSERS)
def test_tree_that_html_cannot_write_raises(parser, text):
    pytest.importorskip(parser)
    page = parse(text, ADDRESS, content_type="text/html", parser=parser)
    with pytest.raises(UnwritableError, match=r"to_text\(force=True\)") as raised:
        page.to_text()
    assert raised.value.node is not None
    with pytest.raises(UnwritableError):
        page.to_bytes()
    assert page.to_bytes(force=True).count(b"form") == page.to_text(force=True).count("form")


@each_case("parser", ["turbohtml", "selectolax"])
def test_table_in_a_select_cannot_be_written(parser):
    pytest.importorskip(parser)
    text = "<select><table><p><option>"
    page = parse(text, ADDRESS, content_type="text/html", parser=parser)
    with pytest.raises(UnwritableError, match="read as"):
        page.to_text()


def test_element_in_a_textarea_cannot_be_written():
    pytest.importorskip("selectolax")  # It opens formatting elements again in a `textarea`.
    text = "<p><b></p><textarea>a</textarea>"
    page = parse(text, ADDRESS, content_type="text/html", parser="selectolax")
    with pytest.raises(UnwritableError, match="the element b is read as the text"):
        page.to_text()


@each_case(
    "text",
    [
        "<pre>\n\na</pre><textarea>\n\nb</textarea><listing>\n\nc</listing><pre>d<br>\n</pre>",
        "a&#13;b<p title='c&#13;d'>",
        "<div><pre>\n<b>x</b></pre></div>",
        "<svg viewbox=1><a xlink:href=b></a><title>a<b>c</b></title></svg>",
        "<!DOCTYPE html PUBLIC 'a' 'b'><!-- c --><p>d</p></body><!--e--></html><!--f-->",
        "<!DOCTYPE html PUBLIC 'a\"b' \"c'd\"><p>e",
        "<table><tr><td>a<p>b</table>",
        "<div><template shadowrootmode=closed><p>a</p></template>b</div>",
        "<p><svg viewBox='0 0 1 1'><title>a</title><g><path d=M0/></g></svg><noscript><img></noscript>",
    ],
)
@each_case("parser", PARSERS)
def test_written_page_is_read_as_the_same_tree(parser, text):
    pytest.importorskip(parser)
    page = parse(text, ADDRESS, content_type="text/html", parser=parser)
    assert shape(page.to_text()) == shape(text)


@each_case("parser", PARSERS)
def test_snippet_is_written_as_a_snippet(parser):
    pytest.importorskip(parser)
    text = "<pre>\n\na</pre><svg><style>&lt;b&gt;</style></svg>c<!--d-->"
    assert parse_fragment(text, ADDRESS, parser=parser).to_text() == text
    row = "<td>a</td>"
    assert parse_fragment(row, ADDRESS, context="tr", parser=parser).to_text() == row


def test_error_says_the_vocabularies_of_equal_names():
    pytest.importorskip("html5lib")
    page = parse("<math><mtext><table><mglyph>", ADDRESS, parser="html5lib")
    assert page.tree is not None  # A program that reads the tree may have changed it.
    reason = "the element mglyph of HTML is read as the element mglyph of MathML: "
    with pytest.raises(UnwritableError, match=reason):
        page.to_text()


def test_turbohtml_does_not_read_more_than_512_levels_again():
    pytest.importorskip("turbohtml")
    page = parse("<div>" * 513, ADDRESS, parser="turbohtml")
    assert page.tree is not None  # A program that reads the tree may have changed it.
    with pytest.raises(UnwritableError):
        page.to_text()
    assert page.to_text(force=True).count("<div>") == 513


@each_case(
    "attributes",
    [
        "shadowrootmode=open",
        "shadowrootmode='OPEN' shadowrootdelegatesfocus shadowrootclonable",
        "shadowrootmode=closed",
        "shadowrootmode='open' shadowrootserializable",
        "shadowRootMode = 'cl&#111;sed'",
    ],
)
def test_shadow_tree_of_turbohtml_is_written_as_its_template(attributes):
    pytest.importorskip("turbohtml")
    inner = f"<b>b</b><i><template {attributes}><a href=1></a></template></i>"
    source = f"<!DOCTYPE html><p>x<template {attributes}>{inner}</template></p><img src=2>"
    page = parse(source, "http://h/", content_type="text/html", parser="turbohtml")
    page.make_absolute()
    resolved = source.replace("=1", "=http://h/1").replace("=2", "=http://h/2")
    moved = resolved.replace("x<template", "<template").replace(
        "</template></p>", "</template>x</p>"
    )
    assert shape(page.to_text()).lower() in (shape(resolved).lower(), shape(moved).lower())


def test_shadow_tree_of_a_program_is_written():
    turbohtml = pytest.importorskip("turbohtml")
    page = parse("<div>a</div>", ADDRESS, content_type="text/html", parser="turbohtml")
    host = page.tree.select_one("div")
    host.attach_shadow(mode="open").append(turbohtml.Text("</template>"))
    inside = '<template shadowrootmode="open">&lt;/template&gt;</template>'
    assert f"<div>{inside}a</div>" in page.to_text()


@each_case("parser", ["turbohtml", "selectolax", "html5lib", "lxml", "bs4"])
def test_byte_order_mark_in_a_snippet_stays(parser):
    pytest.importorskip(parser)
    snippet = parse_fragment("&#xFEFF;b", ADDRESS, parser=parser)
    assert snippet.to_text() == "&#xFEFF;b"
    assert snippet.to_bytes() == b"&#xFEFF;b"


@each_case("context", ["noscript", "textarea", "style", "title"])
def test_snippet_in_text_is_read_again(context):
    pytest.importorskip("html5lib")
    for parser in PARSERS:
        pytest.importorskip(parser)
        snippet = parse_fragment("a &lt;", ADDRESS, context=context, parser=parser)
        assert snippet.to_text() == "a &lt;"


def test_element_that_selectolax_makes_in_a_textarea_raises():
    pytest.importorskip("selectolax")
    source = "<b><big></b><textarea>\0a</textarea>"
    page = parse(source, ADDRESS, content_type="text/html", parser="selectolax")
    with pytest.raises(UnwritableError):
        page.to_text()


def test_nodes_of_a_program_cannot_become_other_markup():
    turbohtml = pytest.importorskip("turbohtml")
    hostile = "--><img src=x onerror=alert(1)>"
    script = turbohtml.Element("script")
    script.append(turbohtml.Text("</script><img src=x onerror=alert(1)>"))
    inner = turbohtml.Element("p")
    for node in (script, inner):
        page = parse("<p>a", ADDRESS, content_type="text/html", parser="turbohtml")
        page.tree.select_one("p").append(node)
        with pytest.raises(UnwritableError):
            page.to_text()
    page = parse("<p>a", ADDRESS, content_type="text/html", parser="turbohtml")
    page.tree.select_one("p").append(turbohtml.Comment(hostile))
    with pytest.raises(UnwritableError):
        document(page.tree, ADDRESS).to_bytes()


def _append_comment(name, node):
    """Append a comment to a node of lxml, ElementTree or BeautifulSoup that an image would end."""
    text = " > --!><img src=x onerror=alert(1)>"
    if name.startswith("BeautifulSoup"):
        from bs4 import Comment

        node.append(Comment(text))
    elif type(node).__module__.startswith("lxml"):
        from lxml import etree

        # A parser reads the whole, so this comment is fine, but the script isn't.
        script = etree.SubElement(node, "script")
        script.text = f"</script>{text}"
    else:
        from xml.etree.ElementTree import Comment as comment

        node.append(comment(text))


@each_case("name", [name for name in BUILDERS if name[:3] in ("htm", "lxm", "Bea")])
def test_markup_in_a_comment_or_script_of_a_program_raises(name):
    tree = BUILDERS[name]("<!DOCTYPE html><p>a</p>")
    page = document(tree, ADDRESS)
    page.to_text()
    nodes = [node for node in _walk(tree) if str(_name_of(node)).endswith("p")]
    _append_comment(name, nodes[-1])
    with pytest.raises(UnwritableError):
        page.to_text()
    assert "onerror" in page.to_text(force=True)


def _walk(tree):
    if hasattr(tree, "descendants"):
        return [node for node in tree.descendants if node.name]
    return (tree.getroot() if hasattr(tree, "getroot") else tree).iter()


def _name_of(node):
    return node.name if hasattr(node, "name") else node.tag


@each_case("parser", ["turbohtml", "selectolax", "lxml", "bs4", "html5lib"])
def test_page_is_read_again_after_a_program_got_a_node(parser):
    pytest.importorskip(parser)
    source = "<!DOCTYPE html><p><a href=b>c</a></p>"
    tree = parse_data(source, None, "html", parser).tree
    tree.was_given = False
    page = open_page(tree, ADDRESS, encoding="utf-8")
    (found,) = page.urls.find()
    assert found.get("href") == "b" and not tree.was_given
    assert found.node is not None and tree.was_given
    assert shape(write_text(tree, "utf-8")) == shape(source)


def test_tree_without_omitted_tags_can_be_written():
    from xml.etree import ElementTree

    html = ElementTree.fromstring("<html><table><tr><td><a href='b'>c</a></td></tr></table></html>")
    page = document(html, ADDRESS)
    assert page.to_text() == '<html><table><tr><td><a href="b">c</a></td></tr></table></html>'
    ElementTree.SubElement(html.find(".//a"), "a")
    with pytest.raises(UnwritableError, match=r"the element a is read as the end of a"):
        page.to_text()


def test_error_names_the_attribute_that_is_read_differently():
    from xml.etree import ElementTree

    pytest.importorskip("html5lib")
    page = document(ElementTree.fromstring("<html><p C='d'>a</p></html>"), ADDRESS)
    with pytest.raises(UnwritableError, match="the attribute 'C' of p is read differently"):
        page.to_text()


def test_comment_that_the_end_of_a_page_closes_stays_a_comment():
    pytest.importorskip("bs4")
    source = "<p>a<!-- <img src=x onerror=alert(1)>"
    page = parse(source, ADDRESS, content_type="text/html", parser="bs4")
    assert page.to_text() == "<p>a<!-- <img src=x onerror=alert(1)>--></p>"


_PIECES = st.sampled_from(
    [
        *("<svg>", "</svg>", "<math>", "</math>", "<mtext>", "<mglyph>", "<foreignObject>"),
        *("<style>", "</style>", "<script>", "</script>", "<xmp>", "</xmp>", "<noscript>"),
        *("</noscript>", "<template>", "</template>", "<table>", "</table>", "<tr>", "<td>"),
        *("<form>", "</form>", "<a href=b>", "</a>", "<p>", "</p>", "<pre>", "<title>"),
        *("<!--", "-->", "<![CDATA[", "]]>", "&lt;img&gt;", "&#13;", "\n", "x", "<b c='&quot;<>'>"),
        *("<annotation-xml encoding=text/html>", "<desc>", "<textarea>", "</textarea>", "<li>"),
    ]
)


def writable(text, parsers):
    """Yield the name of each parser that reads a page that can be written, the page and its
    text."""
    for parser in parsers:
        pytest.importorskip(parser)
        page = parse(text, ADDRESS, content_type="text/html", parser=parser)
        with suppress(UnwritableError):
            yield parser, page, page.to_text()


@given(st.lists(_PIECES, max_size=12).map("".join))
def test_random_page_is_read_as_the_same_tree_or_raises(text):
    for parser, _, written in writable(text, PARSERS):
        again = parse(written, ADDRESS, content_type="text/html", parser=parser)
        assert again.to_text(force=True) == written
        if parser == "html5lib":
            assert shape(written) == shape(text)


_MISPLACED: Final = (
    *("a", "b", "button", "caption", "colgroup", "div", "dl", "dd", "form", "g", "h1", "li"),
    *("math", "nobr", "noscript", "optgroup", "option", "p", "path", "pre", "rt", "ruby", "select"),
    *("svg", "table", "td", "textarea", "title", "tr", "ul"),
)
_TAGS: Final = st.sampled_from(
    [*(f"<{name}>" for name in _MISPLACED), *(f"</{name}>" for name in _MISPLACED)]
)


@given(st.lists(_TAGS.filter(lambda tag: "noscript" not in tag), max_size=12))
def test_selectors_find_the_doubtful_elements_that_a_walk_finds(pieces):
    for parser in ("turbohtml", "selectolax"):
        pytest.importorskip(parser)
        tree = parse_data("".join(pieces), None, "html", parser).tree
        walked = has_doubtful_nesting(tree.root, tree.name, tree.children)
        assert tree.is_doubtful(tree.write("utf-8")) == walked


@pytest.mark.full
@settings(max_examples=2_000)
@given(st.lists(_TAGS | st.sampled_from(["<input>", "<hr>", "x", "&lt;"]), max_size=12))
def test_misplaced_elements_are_read_as_the_same_tree_or_raise(pieces):
    text = "".join(pieces)
    for parser, page, written in writable(text, ("turbohtml", "selectolax", "lxml")):
        assert SAME[parser](page.tree, written)


def test_writer_does_not_recurse():
    pytest.importorskip("html5lib")
    deep = "<b>" * 5_000 + "a"
    page = parse(deep, ADDRESS, content_type="text/html", parser="html5lib")
    assert page.to_text(force=True).count("<b>") == 5_000
