"""The sources of `parse()` are bytes, text and Scrapy responses."""

from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from tests.trees.helpers import ADDRESS, FEED, HTML_PARSERS, urls
from urldom.trees import parse


@pytest.mark.parametrize(
    "make", [bytes, bytearray, memoryview, lambda data: memoryview(data + data)[: len(data)]]
)
def test_every_type_of_bytes_is_accepted(make):
    assert urls(make(b"<a href=b>")) == ["http://h/d/b"]


def test_text_is_accepted():
    assert urls("<a href=b>") == urls("\ufeff<a href=b>") == ["http://h/d/b"]
    assert urls("\ufeff" + FEED) == ["http://h/base/?q=%D1%8F"]


@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_lone_surrogate_becomes_a_replacement_character(parser):
    pytest.importorskip(parser)
    (url,) = parse("<a href='\udc00\ud800x'>\ud800", ADDRESS, parser=parser).urls()
    assert url.value == "\ufffd\ufffdx"


def test_lone_surrogate_in_xml_becomes_a_replacement_character():
    assert urls("<rss><channel><link>\ud800</link></channel></rss>") == ["http://h/d/%EF%BF%BD"]


@pytest.mark.parametrize(
    "source", [None, 1, ["<p>"], SimpleNamespace(body=b"x"), SimpleNamespace(content=b"x")]
)
def test_source_of_another_type_raises(source):
    with pytest.raises(
        TypeError,
        match=r"a source must be bytes, a str or a response of requests, .* or Scrapy, not ",
    ):
        parse(source, ADDRESS)


def test_response_without_content_raises():
    with pytest.raises(TypeError, match=r"Scrapy, not requests\.\S+$"):
        parse(pytest.importorskip("requests").Response(), ADDRESS)
    with pytest.raises(TypeError, match=r"Scrapy, not urllib3\.\S+$"):
        parse(pytest.importorskip("urllib3").HTTPResponse(b"<p>"), ADDRESS)


def test_tree_as_a_source_raises_with_a_hint():
    trees = [
        ElementTree.fromstring("<a/>"),
        ElementTree.ElementTree(ElementTree.fromstring("<a/>")),
    ]
    makers = {
        "lxml.html": lambda module: module.fromstring("<a>"),
        "bs4": lambda module: module.BeautifulSoup("<a>", "html.parser"),
        "parsel": lambda module: module.Selector("<a>"),
        "turbohtml": lambda module: module.parse("<a>"),
    }
    for name, make in makers.items():
        trees.append(make(pytest.importorskip(name)))
    for tree in trees:
        with pytest.raises(TypeError, match=r": pass a parsed tree to document\(\)$"):
            parse(tree, ADDRESS)


@pytest.fixture
def http():
    return pytest.importorskip("scrapy.http")


def test_address_and_headers_of_a_response_are_used(http):
    headers = {"Content-Type": "text/html; charset=windows-1251"}
    response = http.HtmlResponse(
        "http://s/a/", body="<a href='?я'>".encode("cp1251"), headers=headers
    )
    assert urls(response, None) == ["http://s/a/?%FF"]
    assert urls(response, "http://t/") == ["http://t/?%FF"]
    assert urls(response, None, encoding="utf-8") == ["http://s/a/?%EF%BF%BD"]
    assert urls(response, None, content_type="text/html;charset=utf-8") == ["http://s/a/?%EF%BF%BD"]


# An unknown content type has no effect: the class `HtmlResponse` means HTML.
@pytest.mark.parametrize("essence", ["text/html", "application/x"])
def test_several_content_types_of_a_response_are_combined(http, essence):
    headers = {"Content-Type": [f"{essence}; charset=windows-1251", essence]}
    assert (
        parse(http.HtmlResponse("http://s/", body=b"<p>", headers=headers)).encoding
        == "windows-1251"
    )


# The Encoding Standard does not have the label `windows_1251`, but Python does.
@pytest.mark.parametrize("label", ["cp1251", "windows_1251"])
def test_encoding_of_the_spider_is_used_and_the_guess_of_scrapy_is_ignored(http, label):
    body = "<meta charset=koi8-r><a href='?я'>".encode("cp1251")
    headers = {"Content-Type": "text/html; charset=big5"}
    assert urls(
        http.HtmlResponse("http://s/", body=body, headers=headers, encoding=label), None
    ) == ["http://s/?%FF"]
    assert parse(http.HtmlResponse("http://s/", body="<p>é".encode())).encoding == "windows-1252"
    with pytest.raises(LookupError, match="unknown encoding label 'klingon'"):
        parse(http.HtmlResponse("http://s/", body=b"", encoding="klingon"))


def test_class_of_a_response_without_header_decides_its_type(http):
    body = b"<a><b xmlns='http://www.w3.org/1999/xhtml' href='x'/></a>"
    assert parse(http.XmlResponse("http://s/", body=body)).parser == "xml.etree"
    assert parse(http.HtmlResponse("http://s/", body=FEED.encode())).parser != "xml.etree"
    assert parse(http.TextResponse("http://s/", body=FEED.encode())).parser == "xml.etree"
    for kind in ("", "text/plain", "application/octet-stream; charset=koi8-r", "x"):
        response = http.XmlResponse("http://s/", body=body, headers={"Content-Type": kind})
        assert (parse(response).parser, parse(response).encoding) == (
            "xml.etree",
            "koi8-r" if "koi" in kind else "utf-8",
        )
    html = {"Content-Type": "text/html"}
    assert parse(http.XmlResponse("http://s/", body=body, headers=html)).parser != "xml.etree"
    text = {"Content-Type": "text/plain"}
    assert (
        parse(http.TextResponse("http://s/", body=FEED.encode(), headers=text)).parser
        == "xml.etree"
    )
    with pytest.raises(ValueError, match="pass parser= to parse it"):
        parse(http.TextResponse("http://s/", body=b"x", headers=text))
    with pytest.raises(ValueError, match="unknown content type 'image/png': use one of "):
        parse(http.Response("http://s/", body=b"", headers={"Content-Type": "image/png"}))
