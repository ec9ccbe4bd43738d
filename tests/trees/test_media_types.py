"""The `Content-Type` of a document."""

import tracemalloc

import pytest

from tests.trees.helpers import ADDRESS, FEED, urls
from urldom.trees import parse
from urldom.trees._media_types import ContentType, parse_content_type


@pytest.mark.parametrize(
    ("content_type", "is_xml"),
    [
        ("text/html", False),
        (" TEXT/HTML;x ", False),
        ("text/xml", True),
        ("Application/XML", True),
        ("application/xhtml+xml", True),
        ("application/atom+xml; charset=utf-8", True),
        ("application/rss+xml", True),
        ("image/svg+xml", True),
    ],
)
def test_a_content_type_says_what_it_is(content_type, is_xml):
    for page in ("<a><b/></a>", FEED):
        assert (parse(page, ADDRESS, content_type=content_type).parser == "xml.etree") is is_xml


@pytest.mark.parametrize(
    "content_type", ["image/png", "application/json", "text/css", "text", "html;a", "text/html x", "/"]
)
def test_an_unknown_content_type_names_the_known(content_type):
    with pytest.raises(ValueError, match=r"is none of these: text/html, text/xml, .* for urldom\.trees\.stylesheet"):
        parse(b"", ADDRESS, content_type=content_type)


def test_a_content_type_is_a_string_or_none():
    assert urls(FEED, content_type="") == urls(FEED, content_type=" ") == urls(FEED, content_type=None)
    with pytest.raises(TypeError, match="a content type is a str, not bytes"):
        parse(b"", ADDRESS, content_type=b"text/html")


def test_the_parameters_of_a_content_type_take_little_memory():
    for quoted, encoding in (('x="' + "\\a" * 20_000 + '"', "koi8-r"), ('charset="' + "\\a" * 20_000, None)):
        tracemalloc.start()
        try:
            parsed = parse_content_type(f"text/html;{quoted};charset=koi8-r")
            assert parsed == ContentType("text/html", encoding)
            assert tracemalloc.get_traced_memory()[1] < 2_000_000
        finally:
            tracemalloc.stop()
