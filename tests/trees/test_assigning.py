"""An assignment to the URL of an element writes the element's attribute in the tree."""

from xml.etree import ElementTree

import pytest

from urldom import WHATWG
from urldom.trees import document as tree_document


def page_with(href):
    """Return an `a` element, and its URL under the URL Standard. An assignment to the URL writes
    the attribute `href`."""
    html = ElementTree.fromstring('<html xmlns="http://www.w3.org/1999/xhtml"><a href=""/></html>')
    html[0].set("href", href)
    page = tree_document(html, "http://example.com/a/b", standard=WHATWG)
    return html[0], page.url_of(html[0])


@pytest.mark.parametrize(
    ("href", "name", "value"),
    [
        ("mailto:/../", "port", "81"),
        ("mailto:/../", "username", "x"),
        ("mailto:/../", "password", "x"),
        ("file:///a/../b", "port", "81"),
        ("FILE:///a/../b", "username", "x"),
        ("about:blank#<foo>", "host", "x"),
        ("about:blank#<foo>", "hostname", "x"),
        ("about:blank#<foo>", "pathname", "x"),
        ("http://[/", "hash", "x"),
        ("http://[/", "protocol", "https"),
        ("http://[/", "search", "x"),
    ],
)
def test_setter_that_returns_early_keeps_the_attribute(href, name, value):
    element, url = page_with(href)
    setattr(url, name, value)
    assert element.get("href") == url.reference == href


@pytest.mark.parametrize(
    ("href", "name", "value", "written"),
    [
        ("HTTP://h/a/../b", "port", "abc", "http://h/b"),
        ("../c?é", "hostname", "a b", "http://example.com/c?%C3%A9"),
        ("../c", "protocol", "1", "http://example.com/c"),
        ("mailto:/../", "search", "", "mailto:/"),
        ("about:blank#<foo>", "search", "x", "about:blank?x#%3Cfoo%3E"),
    ],
)
def test_setter_with_an_invalid_value_writes_the_resolved_url(href, name, value, written):
    element, url = page_with(href)
    setattr(url, name, value)
    assert element.get("href") == url.href == written
