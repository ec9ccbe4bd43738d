"""Hostile pages: many policies, deep nesting and odd attributes take linear time, and raise the
documented errors only.

The tests count lines, not time."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calls import count_lines
from tests.trees.parsers import each_html_parser
from tests.trees.requests.helpers import ADDRESS, page_of
from urldom.http import Request
from urldom.trees import document


def work(html: ElementTree.Element, name: str) -> int:
    """Return the number of lines that run for a request of each element with a name."""
    page = document(html, ADDRESS)
    nodes = [*html.iter(name)]
    return count_lines(
        lambda: [page.request(node, "srcset" if name == "source" else "src") for node in nodes]
    )


def with_many_metas(number: int) -> ElementTree.Element:
    html = ElementTree.Element("html")
    for i in range(number):
        ElementTree.SubElement(html, "img", src="a")
        ElementTree.SubElement(
            html, "meta", name="referrer", content=("origin", "no-referrer")[i % 2]
        )
    return html


def nested(depth: int, name: str, inner: str) -> ElementTree.Element:
    html = node = ElementTree.Element("html")
    for i in range(depth):
        node = ElementTree.SubElement(node, name, srcset=f"{i}", src=f"{i}")
        ElementTree.SubElement(node, inner, src="a", srcset="b")
    return html


def picture(number: int) -> ElementTree.Element:
    html = ElementTree.Element("html")
    inside = ElementTree.SubElement(html, "picture")
    for _ in range(number):
        ElementTree.SubElement(inside, "source", srcset="a", src="a")
    ElementTree.SubElement(inside, "img", src="b")
    return html


@pytest.mark.parametrize(
    ("make", "of"),
    [
        (with_many_metas, "img"),
        (lambda number: nested(number, "div", "img"), "img"),
        (lambda number: nested(number, "source", "track"), "track"),
        (lambda number: nested(number, "picture", "source"), "source"),
        (picture, "source"),
    ],
)
def test_requests_take_linear_time(make, of):
    small, large = (work(make(number), of) for number in (100, 800))
    # Eight times the elements, of which more have 64 elements around them, which are all that a
    # request searches.
    assert large <= 12 * small


def test_each_of_many_metas_counts_for_the_images_after_it():
    page = document(with_many_metas(2000), ADDRESS)
    referers = [page.request(node).headers.get("Referer") for node in page.tree.iter("img")]
    assert referers == [
        "https://example.com/dir/page?q",
        *["https://example.com/", None] * 999,
        "https://example.com/",
    ]


LONG = "x" * 100_000


@each_html_parser
def test_long_and_odd_attributes_are_read(parse):
    odd = (
        f"rel='{'noreferrer ' * 10_000}{LONG}' referrerpolicy='{LONG}' as='{LONG}' type='{LONG}'"
        f" crossorigin='{LONG}'"
    )
    source = (
        f"<html><body><a href=b {odd}>b</a><img src=b {odd}><script src=b {odd}></script><link"
        f" href=b {odd}>"
    )
    page = document(parse(source), ADDRESS)
    for found in page.urls():
        request = page.request(found)
        assert request is None or "Referer" not in request.headers or found.element_name == "img"


@given(
    st.lists(
        st.sampled_from(
            ["a", "img", "script", "link", "source", "picture", "video", "meta", "iframe", "form"]
        )
    ),
    st.dictionaries(
        st.sampled_from(
            [
                "href",
                "src",
                "rel",
                "as",
                "type",
                "name",
                "http-equiv",
                "content",
                "crossorigin",
                "action",
            ]
        ),
        st.text(max_size=12)
        | st.sampled_from(["stylesheet", "preload", "referrer", "refresh", "http://[", "1;url=b"]),
    ),
    st.lists(
        st.tuples(
            st.sampled_from(["Referrer-Policy", "Content-Security-Policy"]), st.text() | st.binary()
        )
    ),
)
def test_random_pages_raise_no_error_and_headers_have_no_line_end(names, attributes, headers):
    html = node = ElementTree.Element("html")
    for name in names:
        node = ElementTree.SubElement(node, name, attributes)
    page = document(html, ADDRESS, headers=headers)
    for found in page.urls():
        request = page.request(found)
        assert (request is None) == isinstance(page.why_not(found), str)
        if isinstance(request, Request):
            assert not any(character in "".join(request.headers.values()) for character in "\r\n\0")


@given(st.text() | st.binary())
def test_random_policies_raise_no_error(value):
    page = page_of(
        "<a href=x>", headers={"Referrer-Policy": value, "Content-Security-Policy": value}
    )
    assert page.request(next(page.urls())) is not None
