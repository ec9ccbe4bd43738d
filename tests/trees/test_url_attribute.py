"""`URLAttribute`: a URL that was found, which is not written through it."""

import pytest

from tests.trees.helpers import page_of
from urldom.trees import parse, stylesheet


@pytest.mark.parametrize("name", ["value", "url", "base_url", "node", "href"])
def test_an_assignment_says_how_to_write_the_url(name):
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


def test_an_assignment_to_a_url_that_is_no_attribute_names_rewrite():
    (url,) = parse("<rss><channel><link>b</link></channel></rss>", "http://h/").urls()
    with pytest.raises(AttributeError, match=r"cannot be assigned: write the URL with page.rewrite\(\)$"):
        url.value = "c"
    (url,) = stylesheet("a { b: url(c) }", "http://h/").urls()
    with pytest.raises(AttributeError, match=r"cannot be assigned: write the URL with the style sheet's rewrite\(\)$"):
        url.value = "c"
