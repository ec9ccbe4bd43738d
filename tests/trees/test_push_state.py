"""`page.push_state()` and `page.address`. `tests/browser/test_push_state.py` compares them with
Chromium."""

import copy
import pickle

import pytest

from tests.cases import each_case
from tests.trees.parsers import parse_xml
from urldom import RejectedValueError
from urldom.trees import document, parse

ADDRESS = "http://h/d/page"


def page_of(html, address=ADDRESS, **options):
    return document(parse_xml(f"<html>{html}</html>"), address, **options)


def test_urls_of_elements_follow_the_address():
    page = page_of('<a href="x"/><form/>')
    link = page.url_of(page.tree[0])
    page.push_state("/e/new?q#f")
    assert (link.href, page.base_url, page.address) == ("http://h/e/x", page.address, page.address)
    assert [found.url for found in page.urls()] == ["http://h/e/x"]
    page.address = "?r"
    assert page.address == "http://h/e/new?r"
    assert page.submission(next(page.forms())).url == "http://h/e/new?"


def test_requests_have_the_new_referrer():
    page = page_of('<a href="x"/>')
    assert page.request(page.tree[0]).headers["Referer"] == ADDRESS
    page.push_state("/new")
    assert page.request(page.tree[0]).headers["Referer"] == "http://h/new"


@each_case(("standard", "expected"), [("whatwg", "http://h/d/b/"), ("html5", "http://h/e/b/")])
def test_relative_base_element_keeps_its_base_url_in_browsers(standard, expected):
    page = page_of('<base href="b/"/>', standard=standard)
    assert page.base_url == "http://h/d/b/"
    page.address = "http://h/e/new"
    page.push_state("/e/newer")
    assert page.base_url == expected
    assert copy.copy(page.chain()).base_url == expected
    assert pickle.loads(pickle.dumps(page.chain())).base_url == expected
    page.tree[0].set("href", "c/")
    assert page.base_url == "http://h/e/c/"


@each_case(("standard", "expected"), [("whatwg", ADDRESS), ("html5", "http://h/new")])
def test_children_keep_the_base_url_of_their_creation_in_browsers(standard, expected):
    page = page_of("", standard=standard)
    options = {"standard": standard, "parser": "xml.etree"}
    blank = parse("<html/>", "about:blank", creator=page, **options)
    srcdoc = parse("<html/>", "about:srcdoc", container=page, **options)
    page.push_state("http://h/new")
    assert (blank.base_url, srcdoc.base_url) == (expected, expected)


@each_case(
    ("address", "url", "reason"),
    [
        (ADDRESS, "//other/", "its host must be the page's"),
        (ADDRESS, "https://h/", "its scheme must be the page's"),
        (ADDRESS, "//h:81/", "its port must be the page's"),
        (ADDRESS, "//u:p@h/", "its user info must be the page's"),
        (ADDRESS, "http://[", "the IPv6 address has no closing bracket"),
        ("file:///a", "b", "its path must be the page's"),
        ("x:a?q", "x:b", "its path must be the page's"),
        ("x://h/a?q", "?r", "its query must be the page's"),
        ("x://h/a?q", "b?q", "its path must be the page's"),
    ],
)
def test_other_addresses_are_rejected(address, url, reason):
    page = page_of("", address)
    with pytest.raises(RejectedValueError) as error:
        page.address = url
    assert page.address == address
    assert (error.value.attribute, error.value.value) == ("address", url)
    assert error.value.reason == reason


@each_case(
    ("address", "url", "expected"),
    [
        ("file:///a", "?q", "file:///a?q"),
        ("x://h/a?q", "#f", "x://h/a?q#f"),
        ("HTTP://H:80/d/../a", "b", "http://h/b"),
        ("http://u:p@h/a", "b", "http://u:p@h/b"),
        ("http://h/a#f", "", "http://h/a#f"),
    ],
)
def test_address_of_the_same_origin_is_accepted(address, url, expected):
    page = page_of("", address)
    page.push_state(url)
    assert page.address == expected


def test_address_must_be_a_url():
    with pytest.raises(TypeError, match="an address must be a str or a URL"):
        page_of("").push_state(b"/a")
