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
        match=rf"'{name}' of a URLAttribute .*: assign to page.url_of\(node, 'href'\), .* page.rewrite\(",
    ):
        setattr(url, name, "c")
    with pytest.raises(AttributeError, match=r"page\.url_of"):
        delattr(url, name)
    assert (url.value, page.tree[0].get("href")) == ("b", "b")
    page.url_of(url.node, url.attribute).hash = "c"
    assert [found.url for found in page.urls()] == ["http://example.com/dir/b#c"]


def test_assignment_to_a_url_in_css_raises_with_a_hint():
    (url,) = parse("<rss><channel><link>b</link></channel></rss>", "http://h/").urls()
    with pytest.raises(AttributeError, match=r"cannot be assigned: write the URL with page.rewrite\(\)$"):
        url.value = "c"
    (url,) = stylesheet("a { b: url(c) }", "http://h/").urls()
    with pytest.raises(AttributeError, match=r"cannot be assigned: write the URL with the style sheet's rewrite\(\)$"):
        url.value = "c"
