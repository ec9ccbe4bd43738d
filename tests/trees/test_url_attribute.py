"""A `URLAttribute` describes a URL that was found in a page. It is read-only."""

import pytest

from tests.trees.helpers import page_of
from urldom.trees import parse, stylesheet


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
