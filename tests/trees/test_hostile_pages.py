"""Hostile pages: deeply nested pages, very long values, and many elements. urldom returns the right
URLs without recursion.

The tests count calls of the tree's methods, not time. `tests/tools/benchmark/growth.py` measures
time."""

import re
from xml.etree import ElementTree

import pytest

from tests.calls import count_calls_of
from tests.cases import more_at_night
from tests.trees.parsers import HTML_PARSERS, each_html_parser
from urldom.trees import TreeDocument, document
from urldom.trees._libraries import adapt
from urldom.trees._lookup import lookup
from urldom.trees._page import open_page
from urldom.trees._syntaxes import XML_STYLESHEET
from urldom.trees._table import HTML

#: Characters of a long attribute. Quadratic time would let a test run for many minutes.
LONG = 200_000
ADDRESS = "http://example.com/"


def nested_elementtree(depth, name, **attributes):
    root = node = ElementTree.Element("html")
    for _ in range(depth):
        node = ElementTree.SubElement(node, name, attributes)
    ElementTree.SubElement(node, "a", href="x")
    return root


def nested_lxml(depth, name, **attributes):
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    etree = pytest.importorskip("lxml.etree")
    root = html.document_fromstring("<p>")
    nodes = [root]  # The list keeps all nodes alive: to free a node, lxml walks to the root.
    for _ in range(depth):
        nodes.append(etree.SubElement(nodes[-1], name, attributes))
    etree.SubElement(nodes[-1], "a", href="x")
    return root


def nested_lexbor(depth, name, **attributes):
    start = " ".join([name, *(f'{attribute}="{value}"' for attribute, value in attributes.items())])
    return HTML_PARSERS["selectolax"](f"<{start}>" * depth + '<a href="x">y</a>')


def nested_turbohtml(depth, name, **attributes):
    turbohtml = pytest.importorskip("turbohtml", reason="turbohtml is not installed")
    document = turbohtml.parse("<p>")
    node = document.find("p")
    for _ in range(depth):
        node.append(turbohtml.Element(name, attributes))
        node = node.children[0]
    node.append(turbohtml.Element("a", {"href": "x"}))
    return document


def nested_soup(depth, name, **attributes):
    bs4 = pytest.importorskip("bs4", reason="BeautifulSoup is not installed")
    soup = bs4.BeautifulSoup("", "html.parser")
    inner = soup.new_tag("a", attrs={"href": "x"})
    for _ in range(depth):
        outer = soup.new_tag(name, attrs=attributes)
        outer.contents.append(inner)
        inner.parent = outer
        inner = outer
    soup.contents.append(inner)
    inner.parent = soup
    return soup


@more_at_night("size", 2_000, 100_000)
@pytest.mark.parametrize(
    ("nested", "share"),
    [
        (nested_elementtree, 1),
        (nested_lxml, 1),
        (nested_lexbor, 10),  # a tenth of the depth, because Lexbor's parser takes quadratic time
        (
            nested_turbohtml,
            10,
        ),  # a tenth of the depth, because turbohtml walks to the root at every change
    ],
)
@pytest.mark.parametrize(
    ("name", "attributes", "expected"),
    [
        ("div", {}, "http://example.com/x"),
        ("div", {"xml:base": "../y/"}, "http://example.com/y/x"),
        ("svg", {}, "http://example.com/x"),
    ],
)
def test_deeply_nested_element_has_the_right_url(nested, share, size, name, attributes, expected):
    depth = size // share // (5 if attributes else 1)
    page = document(nested(depth, name, **attributes), ADDRESS, standard="html5")
    (url,) = page.urls()
    assert url.url == expected
    assert page.base_url_of(url.node) + "x" == page.url_of(url.node).href == expected
    page.make_absolute()
    assert adapt(page.tree).get(url.node, "href") == expected


@more_at_night("size", 2_000, 100_000)
def test_deeply_nested_tags_of_a_soup_are_found(size):
    page = document(nested_soup(size, "div"), ADDRESS)
    tree = adapt(page.tree)
    assert tree.root_name == "div"
    stack, count = [tree.root], 0
    while stack:
        count += 1
        stack += tree.children(stack.pop())
    assert count == size + 2
    assert [url.url for url in page.urls()] == ["http://example.com/x"]


@more_at_night("size", 5_000, 100_000)
@pytest.mark.parametrize(
    "name", ["lxml.etree", "BeautifulSoup, lxml", "selectolax", "turbohtml", "parsel"]
)
def test_every_link_of_a_long_page_is_rewritten(name, size):
    text = "".join(f'<p>{"text " * 16}<a href="{i}">b</a> c</p>' for i in range(size))
    page = document(HTML_PARSERS[name](text), ADDRESS)
    page.rewrite(lambda url: f"y{url.value}")
    assert sum(url.url == f"{ADDRESS}y{i}" for i, url in enumerate(page.urls())) == size


@more_at_night("size", 1_000, 20_000)
@pytest.mark.parametrize("name", HTML_PARSERS)
def test_many_children_and_strings_of_one_element_are_read(name, size):
    """An adapter must not walk all siblings for each child."""
    page = document(HTML_PARSERS[name]("<div>" + '<a href="x">b</a>c' * size + "</div>"), ADDRESS)
    page.make_absolute()
    assert sum(url.value == f"{ADDRESS}x" for url in page.urls()) == size


@more_at_night("size", 2_000, 20_000)
def test_base_elements_in_nested_templates_are_ignored(size):
    page = document(HTML_PARSERS["lxml.html"]("<p>"), ADDRESS)
    etree = pytest.importorskip("lxml.etree")
    nodes = [etree.SubElement(page.tree, "template")]
    for _ in range(size):
        nodes.append(etree.SubElement(nodes[-1], "div"))
        etree.SubElement(nodes[-1], "base", href="/no/")
    assert page.base_url == ADDRESS
    etree.SubElement(page.tree, "base", href="/yes/")
    page.refresh()
    assert page.base_url == "http://example.com/yes/"


class Counting:
    """A wrapper of a tree that counts the calls of the tree's methods."""

    def __init__(self, tree):
        self.tree = tree
        self.calls = 0

    def __getattr__(self, name):
        value = getattr(self.tree, name)
        # A tag of BeautifulSoup, such as `root`, is callable, but is not a method.
        if name == "root" or not callable(value):
            return value

        def counted(*arguments):
            self.calls += 1
            return value(*arguments)

        return counted


def wide_elementtree(size):
    root = ElementTree.Element("html")
    for _ in range(size):
        ElementTree.SubElement(root, "a", href="x")
    return root


def bases_elementtree(size):
    """Return a tree with many `base` elements. All are in a `template`, so they do not change the
    base URL."""
    root = ElementTree.Element("html")
    template = ElementTree.SubElement(root, "template")
    for _ in range(size):
        ElementTree.SubElement(template, "base", href="x")
    return root


@pytest.mark.parametrize(
    "make",
    [
        wide_elementtree,
        bases_elementtree,
        lambda size: nested_elementtree(size, "div"),
        lambda size: nested_elementtree(size, "svg"),
        lambda size: nested_elementtree(size, "div", **{"xml:base": "y/"}),
        lambda size: nested_elementtree(size, "a", href="x"),
    ],
    ids=["wide", "bases", "deep", "svg", "xml:base", "links"],
)
def test_number_of_calls_is_linear_in_the_size_of_the_tree(make):
    def work(size):
        tree = Counting(adapt(make(size)))
        page = TreeDocument(open_page(tree, ADDRESS, standard="html5"))
        for _ in page.urls():
            pass
        assert page.base_url == ADDRESS
        page.make_absolute()
        return tree.calls

    assert work(2_000) <= 2.1 * work(1_000)


def test_values_without_urls_are_not_read_from_turbohtml():
    """To read one value, turbohtml searches all attributes of the element."""
    page = document(
        HTML_PARSERS["turbohtml"](f"<a {' '.join(f'a{i}=b' for i in range(1000))} href=x>y</a>"),
        ADDRESS,
    )
    assert count_calls_of("attr", lambda: list(page.urls())) < 20


def test_values_without_urls_are_not_read_from_lxml():
    """lxml's `items()` searches all attributes of the element for each value that it returns."""
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    etree = pytest.importorskip("lxml.etree")

    class Element(html.HtmlElement):
        def items(self):
            raise AssertionError("items() was called")

    parser = html.HTMLParser()
    parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=Element))
    page = document(html.document_fromstring("<a id=a href=x>y</a>", parser), ADDRESS)
    assert [url.value for url in page.urls()] == ["x"]


@each_html_parser
def test_only_attributes_with_urls_are_read(parse):
    """To read a value, some libraries search all attributes of the element. So urldom reads only
    the values of attributes that contain URLs."""

    def work(size):
        names = " ".join(f"a{i}=b" for i in range(size))
        tree = Counting(
            adapt(parse(f"<a {names} href=x>y</a><svg><a {names} xlink:href=x></a></svg>"))
        )
        page = TreeDocument(open_page(tree, ADDRESS, encoding="utf-8", standard="html5"))
        assert [url.value for url in page.urls()] == ["x", "x"]
        page.rewrite(lambda url: "z")
        return tree.calls

    assert work(500) == work(5)


@more_at_night("size", 20_000, 400_000)
@pytest.mark.parametrize("name", ["turbohtml", "BeautifulSoup, html.parser"])
def test_element_with_many_attributes_takes_linear_time(name, size):
    """In quadratic time, the full size would take minutes."""
    text = f"<a {' '.join(f'a{i}=b' for i in range(size))} href=x>y</a>"
    page = document(HTML_PARSERS[name](text), ADDRESS)
    page.make_absolute()
    (url,) = page.urls()
    link = page.url_of(url.node)
    link.hash = "z"
    assert link.href == f"{ADDRESS}x#z"


def page_with(**attributes):
    root = ElementTree.Element("html")
    ElementTree.SubElement(root, "img", attributes)
    return document(root, ADDRESS)


@pytest.mark.parametrize(
    ("srcset", "count"),
    [
        ("a 1x," * (LONG // 100), LONG // 100),
        ("," * LONG, 0),
        (" " * LONG, 0),
        ("a " + "(" * LONG, 0),
        ("a " + "()" * (LONG // 2) + ", b", 1),
        ("a " + "1w " * (LONG // 2) + ", b", 1),
        ("a " + "1" * LONG + "x", 0),
        ("a ." + "1" * LONG + "x", 1),
        ("a" * LONG, 1),
    ],
    ids=lambda value: str(value)[:10],
)
def test_long_srcset_takes_linear_time(srcset, count):
    page = page_with(srcset=srcset)
    assert sum(1 for _ in page.urls()) == count
    page.rewrite(lambda url: "b" if url.value == "a" else None)


@pytest.mark.parametrize(
    ("style", "count"),
    [
        ("b: " + "url(a)" * (LONG // 30), LONG // 30),
        ("url(" + "\\a" * (LONG // 5), 1),
        ("url('" + "\\a" * (LONG // 5), 1),
        ("url" + "(" * LONG, 0),
        ("url" + "{" * (LONG // 20), 0),
        ("url" + "f(" * (LONG // 20), 0),
        ("url" + "\n" * LONG + "; a: url(b)", 1),
        ("url/*" * LONG, 0),
        ("url: " + "1" * LONG, 0),
        ("url: " + "1" * LONG + " url(" + "2" * LONG + ")", 1),
    ],
    ids=lambda value: str(value)[:10],
)
def test_long_style_takes_linear_time(style, count):
    assert sum(1 for _ in page_with(style=style).urls()) == count


def test_thousands_of_imports_are_found():
    root = ElementTree.Element("html")
    style = ElementTree.SubElement(root, "style")
    style.text = "".join(
        f'@import "{i}.css";\n@import url({i}.css) screen;\n' for i in range(5_000)
    )
    page = document(root, ADDRESS)
    assert [url.value for url in page.urls()] == [f"{i // 2}.css" for i in range(10_000)]
    page.make_absolute()
    assert style.text == "".join(
        f'@import "{ADDRESS}{i}.css";\n@import url({ADDRESS}{i}.css) screen;\n'
        for i in range(5_000)
    )


def test_long_base_takes_linear_time():
    root = ElementTree.Element("html")
    ElementTree.SubElement(root, "base", href="/" + "b" * LONG + "/")
    for i in range(20):
        ElementTree.SubElement(root, "a", href=str(i))
    urls = list(document(root, ADDRESS).urls())
    assert len(urls) == 21
    assert all(len(url.url) > LONG for url in urls)


@pytest.mark.parametrize(
    "content", ["5;url" + " " * LONG, " " * LONG, "5" * LONG, "5;url=" + "'" * LONG]
)
def test_long_refresh_takes_linear_time(content):
    root = ElementTree.Element("html")
    ElementTree.SubElement(root, "meta", {"http-equiv": "refresh", "content": content})
    assert len(list(document(root, ADDRESS).urls())) <= 1


@pytest.mark.parametrize(
    "data",
    [
        'href="' + "&amp;" * LONG,
        'href="' + "a" * LONG,
        " " * LONG,
        "a" * LONG,
        "a" + " " * LONG + "b",
        "a =" + " " * LONG,
        "".join(f'a{i}="b" ' for i in range(LONG // 10)) + "x",
        'href="&#' + "9" * LONG + ';"',
    ],
    ids=lambda value: value[:10],
)
def test_long_processing_instruction_takes_linear_time(data):
    assert list(XML_STYLESHEET.find(data)) == []


def test_cache_of_element_names_is_bounded():
    root = ElementTree.Element("html")
    for i in range(5_000):
        ElementTree.SubElement(root, f"x{i}", style="a: url(b)")
    page = document(root, ADDRESS)
    assert sum(1 for _ in page.urls()) == 5_000
    kept = lookup(()).entries(HTML, is_bare=True)
    assert 1 < len(kept) <= 4096
    assert all(len(entry.attributes) < 100 for entry in kept.values())


def test_any_text_in_any_attribute_is_accepted():
    root = ElementTree.Element("html")
    for text in [
        "\ud800",
        "\x00",
        "http://[",
        "%",
        "//",
        "\\",
        "http://" + "é" * 5000,
        re.escape("🙂" * 50),
    ]:
        attributes = dict.fromkeys(["href", "ping", "style", "itemid", "xml:base"], text)
        ElementTree.SubElement(root, "a", attributes)
        ElementTree.SubElement(root, "img", src=text, srcset=text, usemap=text)
        ElementTree.SubElement(root, "meta", {"http-equiv": "refresh", "content": f"0;url={text}"})
    page = document(root, ADDRESS)
    for url in page.urls():
        assert url.url is None or isinstance(url.url, str)
    page.make_absolute()
