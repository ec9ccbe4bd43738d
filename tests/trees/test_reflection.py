"""`page.reflect()`. `tests/browser/test_reflection.py` compares it with Chromium."""

import pytest

from tests.cases import each_case
from tests.trees.parsers import each_html_parser, parse_xml
from urldom.trees import document

ADDRESS = "HTTP://h:80/d/page#f"


def page_of(html, **options):
    return document(parse_xml(f"<html>{html}</html>"), ADDRESS, **options)


@each_case(
    ("html", "name", "expected"),
    [
        ("<form/>", "action", "http://h/d/page#f"),
        ('<form action=""/>', "action", "http://h/d/page#f"),
        ('<form action=" "/>', "action", "http://h/d/page"),
        ('<button formaction="b"/>', "formAction", "http://h/d/b"),
        ('<a href="?ж"/>', "href", "http://h/d/page?%E6"),
        ('<a href="http://["/>', "href", "http://["),
        ("<img/>", "src", ""),
        ('<img src=""/>', "src", "http://h/d/page"),
        ('<base href="../b"/>', "href", "http://h/b"),
        ("<base/>", "href", "http://h/d/page"),
        ('<img longdesc="l"/><base href="/b/"/>', "longDesc", "http://h/b/l"),
    ],
)
def test_attribute_of_the_dom_is_the_url_that_a_script_reads(html, name, expected):
    page = page_of(html, encoding="windows-1251")
    assert page.reflect(page.tree[0], name) == expected


@each_html_parser
def test_only_elements_of_html_reflect_urls(parse):
    page = document(parse('<svg><a href="b">c</a></svg><object data="d">e</object>'), ADDRESS)
    link, data = page.urls()
    assert page.reflect(data.node, "data") == "http://h/d/d"
    with pytest.raises(ValueError, match="the element a reflects no URL: call url_of"):
        page.reflect(link.node, "href")


@each_case(
    ("name", "error", "message"),
    [
        ("formaction", ValueError, r"'formaction': use one of src, formAction"),
        (b"src", TypeError, "a name must be a str, not bytes"),
    ],
)
def test_unknown_names_raise_an_error(name, error, message):
    page = page_of("<input/>")
    with pytest.raises(error, match=message):
        page.reflect(page.tree[0], name)
