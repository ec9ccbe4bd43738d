"""A `URLAttribute` describes a URL that was found in a page. It is read-only."""

import pytest

from tests.cases import each_case
from tests.trees.helpers import HTML_PARSERS, page_of
from tests.trees.parsers import each_html_parser
from urldom.trees import Row, document, parse, stylesheet


@pytest.mark.parametrize("name", ["value", "url", "base_url", "node", "href"])
def test_assignment_raises_with_a_hint(name):
    page = page_of('<html><a href="b"/></html>')
    (url,) = page.urls()
    with pytest.raises(
        AttributeError,
        match=(
            rf"'{name}' of a URLAttribute .*: assign to page.url_of\(node, 'href'\), .*"
            r" page.rewrite\("
        ),
    ):
        setattr(url, name, "c")
    with pytest.raises(AttributeError, match=r"page\.url_of"):
        delattr(url, name)
    assert (url.value, page.tree[0].get("href")) == ("b", "b")
    page.url_of(url.node, url.attribute).hash = "c"
    assert [found.url for found in page.urls()] == ["http://example.com/dir/b#c"]


def test_assignment_to_a_url_in_css_raises_with_a_hint():
    (url,) = parse("<rss><channel><link>b</link></channel></rss>", "http://h/").urls()
    with pytest.raises(
        AttributeError, match=r"cannot be assigned: write the URL with page.rewrite\(\)$"
    ):
        url.value = "c"
    (url,) = stylesheet("a { b: url(c) }", "http://h/").urls()
    with pytest.raises(
        AttributeError,
        match=r"cannot be assigned: write the URL with the style sheet's rewrite\(\)$",
    ):
        url.value = "c"


PAGE = (
    '<base href="/b/"><a href="c">c</a><img src="d"><form action="e"></form><style>a { b: url(f)'
    " }</style>"
)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (None, ["/b/", "c", "d", "e", "f"]),
        ("hyperlink", ["c"]),
        ("ping", []),
        (["resource"], ["d", "f"]),
        ({"form", "base"}, ["/b/", "e"]),
        (iter(["hyperlink", "form"]), ["c", "e"]),
        ([], []),
    ],
)
def test_kinds_choose_the_urls(kind, values):
    page = parse(PAGE, "http://h/")
    assert [url.value for url in page.urls(kind=kind)] == values


def test_frames_are_resources_that_a_kind_of_their_own_selects():
    html = """<frame src="a" longdesc="b"/><iframe src="c" style="d: url(e)"/><img src="f"/>
<iframe data-src="g"/><a href="h"/>"""
    page = page_of(f"<html>{html}</html>", rows=[Row("iframe", "data-src")])
    assert [url.value for url in page.urls(kind="frame")] == ["a", "c", "g"]
    assert [url.value for url in page.urls(kind="resource")] == ["a", "c", "e", "f", "g"]
    assert [url.value for url in page.urls(kind=["frame", "hyperlink"])] == list("abcgh")
    assert {url.kind for url in page.urls(kind="frame")} == {"resource"}
    with pytest.raises(ValueError, match="unknown kind 'frame'"):
        Row("iframe", "data-src", "frame")


@each_html_parser
def test_urls_in_templates_and_noscript_elements_are_inert(parse):
    html = """<body><a href="a">a</a><template><b><a href="b">b</a></b></template>
<noscript><a href="c">c</a></noscript><p style="d: url(d)">d</p>"""
    page = document(parse(html), "http://h/")
    inert = {url.value: url.is_inert for url in page.urls()}
    # Some parsers read the content of a `template` or a `noscript` as text.
    assert inert.pop("b", True) and inert.pop("c", True)
    assert inert == {"a": False, "d": False}


@each_case("parser", HTML_PARSERS)
def test_elements_in_a_shadow_tree_are_not_inert(parser):
    pytest.importorskip(parser)
    body = (
        "<div><template shadowrootmode=open><img src=a></template>"
        "<template shadowrootmode=open><img src=b></template></div>"
        "<x-y><template shadowrootmode=Closed><img src=c></template></x-y>"
        "<ul><template shadowrootmode=open><img src=d></template></ul>"
        "<p><template shadowrootmode=other><img src=e></template></p>"
    )
    page = parse(body, "http://example.com/", content_type="text/html", parser=parser)
    active = [url for url in page.urls() if not url.is_inert]
    assert [url.value for url in active] == ["a", "c"]
    assert all(page.request(url) is not None for url in active)


def test_refresh_reads_again_what_is_inert():
    page = page_of('<html><p><a href="b"/></p></html>')
    (url,) = page.urls()
    assert not url.is_inert
    page.tree[0].tag = "template"
    page.refresh()
    (url,) = page.urls()
    assert url.is_inert
    (url,) = stylesheet("a { b: url(c) }", "http://h/").urls()
    assert not url.is_inert


def test_kinds_choose_the_urls_of_a_style_sheet():
    sheet = stylesheet("a { b: url(c); fill: url(#d) }", "http://h/")
    assert [url.value for url in sheet.urls(kind="fragment")] == ["#d"]
    assert [url.value for url in sheet.urls(kind=("fragment", "resource"))] == ["c", "#d"]


@pytest.mark.parametrize(
    "make", [lambda: parse(PAGE, "http://h/"), lambda: stylesheet("", "http://h/")]
)
def test_unknown_kind_raises_at_once(make):
    with pytest.raises(ValueError, match="unknown kind 'link': use one of base, citation, form, "):
        make().urls(kind="link")
    with pytest.raises(ValueError, match="unknown kind 1"):
        make().urls(kind=["form", 1])
    with pytest.raises(TypeError, match="kind must be a str, an iterable of str or None, not int"):
        make().urls(kind=1)
    with pytest.raises(TypeError):
        make().urls("form")
