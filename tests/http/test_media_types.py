"""MIME types, and the `Content-Type` of a document."""

from __future__ import annotations

import tracemalloc

import pytest

from tests.cases import each_case
from tests.conformance import cases
from tests.trees.helpers import ADDRESS, FEED, urls
from urldom.http._media_types import (
    MediaType,
    content_type_header,
    end_of_quoted,
    extract_media_type,
    parse_media_type,
    unescape,
)
from urldom.trees import parse, stylesheet


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
def test_content_type_decides_the_kind_of_document(content_type, is_xml):
    for page in ("<a><b/></a>", FEED):
        assert (parse(page, ADDRESS, content_type=content_type).parser == "xml.etree") is is_xml


@pytest.mark.parametrize(
    "content_type",
    ["image/png", "application/json", "text/css", "text", "html;a", "text/html x", "/"],
)
def test_error_for_an_unknown_content_type_lists_the_known_types(content_type):
    with pytest.raises(
        ValueError,
        match=(
            r"unknown content type .*: use one of text/html, text/xml, .* call"
            r" urldom\.trees\.stylesheet"
        ),
    ):
        parse(b"", ADDRESS, content_type=content_type)


def test_content_type_of_a_wrong_type_raises_type_error():
    assert (
        urls(FEED, content_type="") == urls(FEED, content_type=" ") == urls(FEED, content_type=None)
    )
    with pytest.raises(TypeError, match="a content type must be a str, not bytes"):
        parse(b"", ADDRESS, content_type=b"text/html")


def test_parameters_of_a_content_type_use_little_memory():
    for quoted, charset in (
        ('x="' + "\\a" * 20_000 + '"', "koi8-r"),
        ('charset="' + "\\a" * 20_000, "a" * 20_000 + ";charset=koi8-r"),
    ):
        tracemalloc.start()
        try:
            parsed = parse_media_type(f"text/html;{quoted};charset=koi8-r")
            assert (parsed.essence, parsed.charset) == ("text/html", charset)
            assert tracemalloc.get_traced_memory()[1] < 2_000_000
        finally:
            tracemalloc.stop()


#: The tables of the Fetch Standard, "`Content-Type` header" and "get, decode, and split", and cases
#: that follow from them
SEVERAL = [
    ("text/html; charset=utf-8, text/html; charset=utf-8", "text/html", "utf-8"),
    ("text/plain;charset=gbk, text/html", "text/html", None),
    ("text/html;charset=gbk;a=b, text/html;x=y", "text/html", "gbk"),
    ("text/html;charset=gbk, x/x, text/html;x=y", "text/html", None),
    ("text/html, cannot-parse", "text/html", None),
    ("text/html, */*;charset=gbk", "text/html", None),
    ("text/html,", "text/html", None),
    (", ,text/xml", "text/xml", None),
    ("text/html;charset=gbk, text/html;charset=big5", "text/html", "big5"),
    ("text/html;charset=gbk, text/html;charset=big5, text/html", "text/html", "gbk"),
    ("text/html;charset=unknown, text/html", "text/html", None),
    ('text/html;", text/xml', "text/html", None),
    ('text/html;x=",text/xml;charset=gbk', "text/html", None),
    ('text/html;x="\\",";charset=gbk,text/html', "text/html", "gbk"),
    ('"1,2", text/html', "text/html", None),
]


@each_case(("content_type", "essence", "encoding"), SEVERAL)
def test_several_content_types_are_combined(content_type, essence, encoding):
    parsed = extract_media_type(content_type)
    assert (parsed.essence, parsed.encoding) == (essence, encoding)
    fallback = "windows-1252" if essence == "text/html" else "utf-8"
    assert parse(b"<p/>", ADDRESS, content_type=content_type).encoding == (encoding or fallback)


@pytest.mark.parametrize("content_type", ["cannot-parse, x", "*/*, */*;charset=gbk"])
def test_several_invalid_content_types_raise(content_type):
    assert extract_media_type(content_type) is None
    with pytest.raises(ValueError, match="unknown content type"):
        parse(b"", ADDRESS, content_type=content_type)


def test_several_empty_content_types_are_ignored():
    assert urls(FEED, content_type=", ") == urls(FEED)


@pytest.mark.parametrize("content_type", ["text/css, text/css", "text/css;charset=gbk, text/css"])
def test_several_content_types_of_a_style_sheet_are_combined(content_type):
    expected = "gbk" if "gbk" in content_type else "utf-8"
    assert stylesheet(b"", ADDRESS, content_type=content_type).encoding == expected


@pytest.mark.parametrize("charset", ["\x0cgbk", '"\x7f"', '"\u0100"', ""])
def test_invalid_charset_is_ignored(charset):
    assert parse_media_type(f"text/html;charset={charset}") == MediaType("text/html", {})
    assert parse_media_type(f"text/html;charset={charset};charset=big5").encoding == "big5"


@pytest.mark.parametrize("part", [",", '"', "\\", '",', ";", "text/html,"])
def test_content_type_with_many_delimiters_takes_linear_time(part):
    """In quadratic time, this test would run for minutes."""
    assert extract_media_type("text/html," + part * 100_000).essence == "text/html"


# The whole MIME type


@pytest.mark.conformance
def test_mime_types_match_web_platform_tests():
    for case in cases("mime_types"):
        parsed = parse_media_type(case["input"])
        assert (None if parsed is None else str(parsed)) == case["output"], case["input"]
        if "encoding" in case:
            encoding = case["encoding"] and case["encoding"].lower()
            assert (parsed and parsed.encoding) == encoding, case["input"]


@pytest.mark.parametrize("value", ["text/\u212aml", "\u0130/x"])
def test_only_ascii_letters_are_lower_cased(value):
    assert parse_media_type(value) is None
    assert parse_media_type(f"a/b;{value[5:]}\u212a=x") == MediaType("a/b", {})


def test_serialized_type_is_read_back():
    for value in ('a/b;c="d\\"e";f="";g=h i;j="\\\\";j=k', "A/B;C=D;c=e"):
        parsed = parse_media_type(value)
        assert parse_media_type(str(parsed)) == parsed
    assert str(parse_media_type("A/B;C=D;c=e")) == "a/b;c=D"


def test_many_parameters_take_linear_time():
    """In quadratic time, this test would run for minutes."""
    parsed = parse_media_type("a/b" + "".join(f";p{number}=x" for number in range(50_000)))
    assert len(parsed.parameters) == 50_000 and str(parsed).endswith(";p49999=x")


def test_escaped_quotation_mark_does_not_end_a_string():
    assert end_of_quoted(r'"a\"b";', 1) == 5
    assert end_of_quoted('"ab', 1) == 3


def test_backslashes_are_removed():
    assert (unescape(r"a\"b"), unescape("a\\"), unescape(r"\\")) == ('a"b', "a\\", "\\")


class Headers:
    """The headers of a response of Scrapy, as far as they are read."""

    def __init__(self, *values):
        self.values = values

    def getlist(self, name, default=None):
        return list(self.values) if name == "Content-Type" else []


def test_several_headers_are_joined_by_commas():
    assert content_type_header(Headers()) is None
    assert content_type_header(Headers(b"text/html;charset=\xe9")) == "text/html;charset=é"
    assert content_type_header(Headers(b"text/xml", b"a/b", b"")) == "text/xml, a/b, "
