"""The URLs that animations of SVG give to other elements are found, and their requests known."""

from __future__ import annotations

from tests.cases import each_case
from tests.trees.parsers import each_html_parser
from tests.trees.requests.animations import IGNORED, REQUESTED
from tests.trees.requests.helpers import outcome, page_of, sent
from urldom.trees import document, parse


def with_url(markup: str) -> str:
    return markup.replace("{u}", "/x")


@each_case(("markup", "mode"), REQUESTED)
def test_animation_is_requested(markup, mode):
    request = sent(with_url(markup), of="/x")
    assert (request.url, request.mode, request.destination) == (
        "https://example.com/x",
        mode,
        "image",
    )


@each_case("markup", IGNORED)
def test_animation_that_a_browser_ignores_is_found_but_not_requested(markup):
    assert "does not load" in outcome(with_url(markup), of="/x")


@each_html_parser
def test_each_tree_has_the_urls_of_animated_properties(parse):
    tree = parse(
        '<svg><rect><set attributeName=mask to="url(a)"/>'
        "<animate attributeName=clip-path values=\"none; url('b;c');url(d\" />"
        '<animate attributeName=fill from="url(#e)" by="image-set(\'f\' 1x)" to="red"/></rect></svg>'
    )
    page = document(tree, "http://h/")
    found = [(url.attribute, url.value, url.kind) for url in page.urls()]
    assert found == [
        ("to", "a", "resource"),
        ("values", "b", "resource"),  # A browser splits at the semicolon in a string too.
        ("values", "d", "resource"),
        ("from", "#e", "fragment"),
        ("by", "f", "resource"),
    ]


def test_semicolon_of_a_url_does_not_end_a_value():
    page = parse(
        '<svg xmlns="http://www.w3.org/2000/svg"><animate attributeName="mask" '
        "values=\"url(a);url('b')\"/></svg>",
        "http://h/",
        content_type="image/svg+xml",
    )
    page.rewrite(lambda url: f"/{url.value};")
    assert "url(/a\\3b );url('/b\\3b ')" in page.to_text()
    assert [url.value for url in page.urls()] == ["/a;", "/b;"]


def test_word_before_the_url_is_not_the_name_of_its_property():
    page = page_of('<svg><rect mask="alpha url(x)"/></svg>')
    (found,) = page.urls()
    assert page.request(found).mode == "cors"
