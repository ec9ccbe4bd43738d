"""The drop-ins for Scrapy have the arguments and results of Scrapy's own, except for the
differences in `docs/scrapy.md`."""

from __future__ import annotations

import asyncio
import gc
import inspect
import pickle
import re
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import attrs
import pytest

pytest.importorskip("scrapy", minversion="2.13")

import scrapy
import scrapy.linkextractors
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.http import HtmlResponse, JsonResponse, Response, TextResponse, XmlResponse
from scrapy.link import Link
from scrapy.spiders import CrawlSpider, Rule
from scrapy.statscollectors import StatsCollector
from scrapy.utils.misc import build_from_crawler, load_object
from scrapy.utils.request import RequestFingerprinter as ScrapysFingerprinter
from scrapy.utils.request import request_from_dict

from tests.cases import each_case
from urldom import InvalidPatternError
from urldom.patterns import URLPattern, URLPatternList
from urldom.scrapy import (
    LinkExtractor,
    Request,
    RequestFingerprinter,
    follow,
    follow_all,
    form_request,
)
from urldom.trees import document, parse

ADDRESS = "http://example.com/dir/page"
DOCUMENTATION = (Path(__file__).parents[2] / "docs" / "scrapy.md").read_text(encoding="utf-8")
#: Rows that the table of differences does not need, because they are rare or show a rule of its
#: rows or w3lib's table: a page, and the URLs that Scrapy, urldom and Chromium find on it
MORE_DIFFERENCES = r"""| `<base href="\b\"><a href=c>` | `/dir/c` | `/b/c` | the same |
| `<base href="http://["><a href=c>` | error | `/dir/c` | none |
| `<meta charset=gb2312><a href="?€">` | `/dir/page?%A2%E3` | `/dir/page?%80` | the same |
| `<base/href=/b/><a href=c>` | `/dir/c` | `/b/c` | the same |
| `<base href="/b/#y"><a href="">` | `/b/#y` | `/b/` | the same |
| `<base href="mailto:x"><a href=c>` | `/dir/c` | none | the same |
| `<a href="a;">` | `/dir/a` | `/dir/a;` | the same |
| `<a href="//">` | `/dir/page` | none | the same |
| `<a href="a//b/..">` | `/dir/a/` | `/dir/a//` | the same |
| `<a href="\a\b">` | `/dir//a/b` | `/a/b` | the same |
| `<a href="http:\\h\x">` | `/dir///h/x` | `http://h/x` | the same |
| `<a href="http:///h/x">` | `/h/x` | `http://h/x` | the same |
| `<a href="https:a">` | none | `https://a/` | the same |
| `<a href="ftp:x">` | none | `ftp://x/` | the same |
| `<a href="file:x">` | none | `file:///x` | the same |
| `<a href="file://localhost/x">` | `file://localhost/x` | `file:///x` | `file://localhost/x` |
| `<a href="file:///C\|/x">` | `file:///C%7C/x` | `file:///C:/x` | `file:///C%7C/x` |
| `<a href="http ://h/">` | `/dir/http%20:/h/` | `/dir/http%20://h/` | the same |
| `<a href="http://h">` | `http://h` | `http://h/` | the same |
| `<a href="http://h#f">` | `http://h#f` | `http://h/#f` | the same |
| `<a href="http://h:80/">` | `http://h:80/` | `http://h/` | the same |
| `<a href="http://@h/">` | `http://@h/` | `http://h/` | the same |
| `<a href="http://u:@h/">` | `http://u:@h/` | `http://u@h/` | the same |
| `<a href="http://a%:b@h/">` | `http://a%25:b@h/` | `http://a%:b@h/` | the same |
| `<a href="http://u%41@h/">` | `http://uA@h/` | `http://u%41@h/` | the same |
| `<a href="http://faß.de/">` | `http://fass.de/` | `http://xn--fa-hia.de/` | the same |
| `<a href="http://a&zwnj;b/">` | `http://ab/` | none | the same |
| `<a href="http://h%41/">` | `http://h%41/` | `http://ha/` | the same |
| `<a href="http://H%C3%89/">` | `http://h%C3%89/` | `http://xn--h-bga/` | the same |
| `<a href="http://0x7f.1/">` | `http://0x7f.1/` | `http://127.0.0.1/` | the same |
| `<a href="http://127.1/">` | `http://127.1/` | `http://127.0.0.1/` | the same |
| `<a href="http://256.1.1.1/">` | `http://256.1.1.1/` | none | the same |
| `<a href="http://[0:0::1]/">` | `http://[0:0::1]/` | `http://[::1]/` | the same |
| `<a href="http://[v1.a]/">` | `http://v1.a/` | none | the same |
| `<a href="http://a%00b/">` | `http://a%00b/` | none | the same |
| `<a href="http://a b/">` | `http://a b/` | none | `http://a%20b/` |
| `<a href="http://h/a/../b">` | `http://h/a/../b` | `http://h/b` | the same |
| `<a href=";?b">` | `/dir/page?b` | `/dir/;?b` | the same |
| `<a href="#">` | `/dir/page` | `/dir/page#` | the same |
| `<a href="?#!x">` | `/dir/page#!x` | `/dir/page?#!x` | the same |
| `<a href="a[b]">` | `/dir/a%5Bb%5D` | `/dir/a[b]` | the same |
| `<a href="?[a]{b}^\|\">` | `/dir/page?%5Ba%5D%7Bb%7D%5E%7C%5C` | `/dir/page?[a]{b}^\|\` | the same |
| `<a href="#[a]{b}^\|#\">` | `/dir/page#%5Ba%5D%7Bb%7D%5E%7C%23%5C` | `/dir/page#[a]{b}^\|#\` | the same |
| `<a href="a\|b">` | `/dir/a%7Cb` | `/dir/a\|b` | `/dir/a%7Cb` |
| `<a href="http://a<b/">` | `http://a<b/` | none | the same |"""


@attrs.frozen
class Difference:
    """A row of the table of differences: a page, and the URLs that Scrapy, urldom and Chromium find
    on it. `None` is an error."""

    page: str
    scrapys: list[str] | None
    ours: list[str] | None
    chromiums: list[str] | None

    @property
    def encoding(self) -> str:
        """Python's name for the encoding of the page."""
        declared = re.search(r"<meta charset=([\w-]+)>", self.page)
        return {None: "utf-8", "gb2312": "gb18030", "utf-16": "utf-8"}.get(
            name := declared and declared[1], str(name)
        )

    @property
    def body(self) -> bytes:
        return self.page.replace("…", "x" * 5000).encode(self.encoding)

    @property
    def content_type(self) -> str:
        is_declared = self.page.isascii() and "<meta" not in self.page
        return "text/html; charset=utf-8" if is_declared or "faß" in self.page else "text/html"

    def response(self, address: str = ADDRESS) -> HtmlResponse:
        return HtmlResponse(address, body=self.body, headers={"Content-Type": self.content_type})

    @classmethod
    def read(cls, row: list[str]) -> Difference:
        page, scrapys, ours, chromiums = row
        return cls(
            code(page)[0],
            answer(scrapys),
            answer(ours),
            answer(ours if chromiums == "the same" else chromiums),
        )


def cells(line: str) -> list[str]:
    return re.split(r"(?<!\\) \| ", line.strip("| "))


def code(cell: str) -> list[str]:
    return [text.replace("\\|", "|") for text in re.findall("`(.*?)`", cell)]


def answer(cell: str) -> list[str] | None:
    if cell == "error":
        return None
    return [
        url if ":" in url.partition("/")[0] else f"http://example.com{url}" for url in code(cell)
    ]


def differences() -> list[Difference]:
    found = re.search(
        r"^\| page \| Scrapy \| urldom, Chromium \| why \|\n.*\n((?:\|.*\n)+)",
        DOCUMENTATION,
        re.MULTILINE,
    )
    assert found is not None
    rows = [Difference.read([*cells(line)[:3], "the same"]) for line in found[1].splitlines()]
    return rows + [Difference.read(cells(line)) for line in MORE_DIFFERENCES.splitlines()]


DIFFERENCES = differences()
each_difference = pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row.page)


def response(
    page: str | bytes, address: str = ADDRESS, content_type: str = "text/html; charset=utf-8"
) -> HtmlResponse:
    body = page.encode() if isinstance(page, str) else page
    return HtmlResponse(address, body=body, headers={"Content-Type": content_type})


def crawler(spider: type[scrapy.Spider]) -> Crawler:
    new_crawler = Crawler(spider, {"LOG_ENABLED": False})
    new_crawler.stats = StatsCollector(new_crawler)
    return new_crawler


def urls(extractor: Any, page: TextResponse) -> list[str] | None:
    try:
        return [link.url for link in extractor.extract_links(page)]
    except ValueError:
        return None


# The table
# ----------------------------------------------------------------------------------------------------------


def test_table_of_differences_can_be_read():
    assert len(DIFFERENCES) > 50


@each_difference
def test_each_row_is_a_difference(row):
    assert urls(LinkExtractor(), row.response()) == row.ours
    assert urls(scrapy.linkextractors.LinkExtractor(), row.response()) == row.scrapys
    assert row.ours != row.scrapys


@each_difference
def test_followed_urls_match_extracted_urls(row):
    try:
        followed = [request.url for request in follow_all(row.response(), css="a")]
    except ValueError:
        followed = []
    assert followed == row.ours
    try:
        scrapys = [request.url for request in row.response().follow_all(css="a")]
    except ValueError:
        scrapys = None
    assert scrapys != followed


def test_second_table_is_true():
    page = response('<a href=" a b">x</a><map><area href="c"></map>')
    assert "`/dir/a%20b` instead of `/dir/a b`" in DOCUMENTATION
    for extractor, given in (
        (LinkExtractor, "a%20b"),
        (scrapy.linkextractors.LinkExtractor, "a b"),
    ):
        values: list[str] = []
        extractor(tags="a", process_value=values.append).extract_links(page)
        assert values == [f"http://example.com/dir/{given}"]
    area = page.css("area")[0]
    assert follow(page, area).url == "http://example.com/dir/c"
    with pytest.raises(ValueError, match="Only <a> and <link>"):
        page.follow(area)


# LinkExtractor
# ------------------------------------------------------------------------------------------------------

PAGE = """
<html><head><title>t</title></head><body>
<div id=menu><a href="/a" rel="nofollow noopener">Menu <b>a</b></a> <a href="/b?y=1&amp;x=2#f">b</a></div>
<div class=main><a href="/a">Main</a> <a href="//other.example/c">c</a> <a href="https://example.com/d.pdf">d</a>
<a href="mailto:x@example.com">m</a> <a href="javascript:go('/e')">e</a> <a>none</a> <area href="/f" alt=f>
<img src="/g.html" data-src="/h"><a href="/b?x=2&amp;y=1">b again</a></div>
"""


@each_case(
    "arguments",
    [
        {},
        {"allow": r"/[ab]"},
        {"allow": [re.compile("a"), "b"], "deny": "b"},
        {"allow_domains": "other.example"},
        {"allow_domains": ["example.com"], "deny_domains": ["other.example"]},
        {"deny_extensions": []},
        {"deny_extensions": ["html"]},
        {"restrict_xpaths": "//div[@class='main']"},
        {"restrict_xpaths": ["//div[@id='menu']", "//div"]},
        {"restrict_css": "#menu"},
        {"restrict_css": (".main", "#menu a"), "unique": False},
        {"restrict_text": "Menu"},
        {"restrict_text": ["^b$", re.compile("c")]},
        {"tags": "img", "attrs": ("src", "data-src")},
        {"tags": ("a", "img"), "attrs": ["href", "src"]},
        {"canonicalize": True},
        {"canonicalize": True, "unique": False},
        {"unique": False},
        {"process_value": lambda value: None if value.endswith("a") else value + "?z"},
        {"process_value": lambda value: (re.search(r"go\('(.*?)'\)", value) or [value, value])[1]},
        {"strip": False},
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_arguments_match_scrapy(arguments):
    ours = LinkExtractor(**arguments).extract_links(response(PAGE))
    assert ours == scrapy.linkextractors.LinkExtractor(**arguments).extract_links(response(PAGE))
    assert ours
    assert all(type(link) is Link for link in ours)


def test_link_has_its_text_and_nofollow():
    first, second, *_ = LinkExtractor().extract_links(response(PAGE))
    assert first == Link("http://example.com/a", "Menu a", nofollow=True)
    assert (second.url, second.fragment) == ("http://example.com/b?y=1&x=2#f", "")


def test_matches_applies_allow_deny_and_deny_domains():
    extractor = LinkExtractor(allow="a", deny="b", deny_domains="other.example")
    assert extractor.matches("http://example.com/a")
    assert not extractor.matches("http://example.com/ab")
    assert not extractor.matches("http://other.example/a")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"allow_patterns": "http://example.com/*"}, ["a", "b?y=1&x=2#f", "f", "b?x=2&y=1"]),
        ({"allow_patterns": {"pathname": "/a"}}, ["a"]),
        ({"allow_patterns": URLPattern(pathname="/A", ignore_case=True)}, ["a"]),
        (
            {"allow_patterns": URLPatternList([{"pathname": "/a"}, {"hash": "f"}])},
            ["a", "b?y=1&x=2#f"],
        ),
        ({"allow_patterns": iter([{"pathname": "/a"}, "http://*/f"])}, ["a", "f"]),
        ({"allow_patterns": []}, []),
        ({"allow_patterns": "http://*.com/*", "deny_patterns": {"search": ":x"}}, ["a", "f"]),
        ({"allow_patterns": "http://*/*", "allow": "a$", "deny_patterns": []}, ["a"]),
        (
            {
                "deny_patterns": [
                    "*://*.example/*",
                    {"protocol": "(mailto|https)"},
                    {"search": ":x"},
                ]
            },
            ["a", "f"],
        ),
    ],
)
def test_patterns_filter_links(arguments, expected):
    if "mailto" in str(arguments):
        pytest.importorskip("corvus_regex_ecma262")
    expected = [f"http://example.com/{end}" for end in expected]
    assert urls(LinkExtractor(**arguments), response(PAGE)) == expected


def test_disguised_host_is_left_out():
    page = response(
        r'<a href="http:\\evil.example\@example.com/">x</a><a'
        r' href="//example.com.evil.test/">y</a><a href="z">z</a>'
    )
    assert urls(LinkExtractor(allow_patterns="http://example.com/*"), page) == [
        "http://example.com/dir/z"
    ]


def test_matches_uses_the_patterns_of_the_extractor():
    extractor = LinkExtractor(allow_patterns="http://*/a*", deny_patterns={"pathname": "/ab"})
    found = [extractor.matches(f"http://example.com/{path}") for path in ("a", "ab", "b")]
    assert found == [True, False, False]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"allow_patterns": "http://h/("}, InvalidPatternError, "a parenthesis is not closed"),
        ({"deny_patterns": 5}, TypeError, "patterns must be a URLPattern, .* not int"),
        ({"deny_patterns": {"scheme": "http"}}, TypeError, "use protocol"),
    ],
)
def test_invalid_pattern_raises_when_the_extractor_is_made(arguments, error, words):
    with pytest.raises(error, match=words):
        LinkExtractor(**arguments)


def test_canonical_links_match_urldom_w3lib():
    page = response(
        '<a href="http://faß.de:80/%7e?b=1&a=ж#f">x</a><a'
        ' href="http://xn--fa-hia.de/~?a=ж&b=1">y</a>'
    )
    assert urls(LinkExtractor(canonicalize=True), page) == ["http://xn--fa-hia.de/~?a=%D0%B6&b=1"]


@pytest.mark.parametrize("href", ["http://a:b/", "//[", "http://a<b/", "https:"])
def test_invalid_url_is_left_out(href):
    page = response(f'<a href="{href}">x</a><a href="y">y</a>')
    assert urls(LinkExtractor(process_value=str), page) == ["http://example.com/dir/y"]


def test_result_of_process_value_is_resolved_against_the_address():
    page = response("<base href=/b/><a href=c>c</a>")
    assert urls(LinkExtractor(process_value=lambda value: "d e"), page) == [
        "http://example.com/dir/d%20e"
    ]
    assert urls(LinkExtractor(process_value=lambda value: "http://["), page) == []


@pytest.mark.parametrize("given", ["windows-1251", "cp1251", "WINDOWS-1251"])
def test_encoding_of_the_program_is_used(given):
    page = HtmlResponse(
        ADDRESS, body='<meta charset=koi8-r><a href="?ж">'.encode("cp1251"), encoding=given
    )
    assert urls(LinkExtractor(), page) == [f"{ADDRESS}?%E6"]


def test_encoding_can_have_a_python_name():
    page = HtmlResponse(ADDRESS, body='<a href="?é">'.encode("latin-1"), encoding="latin-1")
    assert urls(LinkExtractor(), page) == [f"{ADDRESS}?%E9"]
    assert follow(page, "?é", encoding="iso8859_5").url == f"{ADDRESS}?%26%23233%3B"


@pytest.mark.parametrize(
    "arguments", [{"encoding": "cp437"}, {"headers": {"Content-Type": "text/html;charset=cp437"}}]
)
def test_encoding_that_browsers_do_not_support_keeps_the_bytes_of_a_query(arguments):
    page = HtmlResponse(
        ADDRESS, body=b"<meta charset=windows-1251><a href='?\xe6'>x</a>", **arguments
    )
    assert urls(LinkExtractor(), page) == [f"{ADDRESS}?%E6"]
    assert [request.url for request in follow_all(page, css="a")] == [f"{ADDRESS}?%E6"]


@pytest.mark.parametrize("charset", ["base64", "rot13", "idna", "punycode"])
def test_encoding_that_python_does_not_support_is_ignored(charset):
    page = response(
        '<base href=/b/><a href="?é">'.encode("latin-1"),
        content_type=f"text/html;charset={charset}",
    )
    assert urls(LinkExtractor(), page) == ["http://example.com/b/?%E9"]
    assert follow(page, "?é").url == "http://example.com/b/?%E9"


@pytest.mark.parametrize(
    ("declaration", "charset", "encoding", "query"),
    [
        ("", "", "utf-8", "%C3%A9"),
        ('<?xml version="1.0"?>', "", "utf-8", "%C3%A9"),
        ("", ";charset=windows-1252", "windows-1252", "%E9"),
        ('<?xml version="1.0" encoding="windows-1252"?>', "", "windows-1252", "%E9"),
    ],
)
@pytest.mark.parametrize("meta", ["", '<meta charset="koi8-r"/>'])
def test_xhtml_uses_the_encoding_of_the_xml_declaration(
    declaration, charset, encoding, query, meta
):
    body = (
        f'{declaration}<html xmlns="http://www.w3.org/1999/xhtml"><head>{meta}</head><a'
        ' href="é?é"/></html>'
    )
    page = response(body.encode(encoding), content_type=f"application/xhtml+xml{charset}")
    assert urls(LinkExtractor(), page) == [f"http://example.com/dir/%C3%A9?{query}"]


def test_byte_order_mark_overrides_other_encodings():
    body = '\ufeff<meta charset=koi8-r><a href="ж?ж">ж</a>'.encode()
    (link,) = LinkExtractor().extract_links(
        HtmlResponse(ADDRESS, body=body, encoding="windows-1251")
    )
    assert (link.url, link.text) == ("http://example.com/dir/%D0%B6?%D0%B6", "ж")


def test_search_works_if_scrapy_and_browsers_decode_a_page_differently():
    body = (
        '<p>ж<a href="é?é">é</a></p><p class=x><a href="ж">ж</a></p>'.encode()
    )  # Without a declaration, a browser reads this page as windows-1252.
    page = response(body, content_type="text/html")
    for extractor in LinkExtractor(restrict_css=".x"), LinkExtractor(restrict_xpaths="//p[2]"):
        (link,) = extractor.extract_links(page)
        assert (link.url, link.text) == ("http://example.com/dir/%C3%90%C2%B6", "Ð¶")
    assert [request.url for request in follow_all(page, xpath="//p[2]/a/@href")] == [link.url]


def test_xml_base_applies_in_a_feed_but_not_in_a_page():
    feed = (
        b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/f/"><entry xml:base="e/"><link'
        b' href="a"/></entry></feed>'
    )
    page = (
        b'<html xmlns="http://www.w3.org/1999/xhtml" xml:base="/f/"><body><a'
        b' href="a"/></body></html>'
    )
    assert urls(LinkExtractor(tags="link"), XmlResponse(ADDRESS, body=page)) == []
    assert urls(LinkExtractor(), XmlResponse(ADDRESS, body=page)) == ["http://example.com/dir/a"]
    (link,) = XmlResponse(ADDRESS, body=feed).xpath("//*[local-name()='link']/@href")
    extractor = LinkExtractor(tags="{http://www.w3.org/2005/Atom}link")
    assert urls(extractor, XmlResponse(ADDRESS, body=feed)) == ["http://example.com/f/e/a"]
    assert follow(XmlResponse(ADDRESS, body=feed), link).url == "http://example.com/dir/a"


def test_base_is_read_from_the_current_tree():
    page = response("<base href=/b/><a href=c>")
    assert urls(LinkExtractor(), page) == ["http://example.com/b/c"]
    page.selector.root.find(".//base").set("href", "/d/")
    assert urls(LinkExtractor(), page) == ["http://example.com/d/c"]


@pytest.mark.parametrize("body", ["<a href=b>", "<meta charset=windows-1251><a href=ж>"])
def test_response_is_freed(body):
    page = response(body, content_type="text/html")
    LinkExtractor().extract_links(page)
    Ref = weakref.ref(page)
    del page
    gc.collect()
    assert Ref() is None


def test_empty_page_has_no_links_and_response_without_text_raises():
    assert LinkExtractor().extract_links(response("")) == []
    with pytest.raises(AttributeError, match="content isn't text"):
        LinkExtractor().extract_links(Response(ADDRESS, body=b"\0"))  # type: ignore[arg-type]


class Spider(CrawlSpider):
    name = "spider"
    rules = (Rule(LinkExtractor(allow="/list"), callback="parse_list"),)

    def parse_list(self, response: Response) -> None:
        pass

    def _build_request(self, rule_index: int, link: Link) -> scrapy.Request:
        return super()._build_request(rule_index, link).replace(cls=Request, url=link.url)


def test_rule_of_a_crawl_spider_follows_links():
    spider = Spider.from_crawler(crawler(Spider))
    page = response('<a href="/x">x</a><a href="/list?a[]=b|">list</a>')

    async def requests() -> list[scrapy.Request]:
        return [request async for request in spider.parse_with_rules(page, None, {})]

    (request,) = asyncio.run(requests())
    assert request.url == "http://example.com/list?a[]=b|"
    assert request.meta["link_text"] == "list"


# follow and Request
# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "scrapys"),
    [(follow, TextResponse.follow), (follow_all, TextResponse.follow_all)],
    ids=["one", "all"],
)
def test_signatures_match_scrapy(ours, scrapys):
    def parameters(function: Any) -> list[tuple[str, Any]]:
        return [(one.name, one.default) for one in inspect.signature(function).parameters.values()][
            1:
        ]

    assert parameters(ours) == parameters(scrapys)


def test_request_keeps_all_its_arguments():
    arguments: dict[str, Any] = {
        "callback": print,
        "method": "post",
        "headers": {"X": "y"},
        "body": "ж",
        "cookies": {"a": "b"},
        "meta": {"m": 1},
        "encoding": "windows-1251",
        "priority": 2,
        "dont_filter": True,
        "errback": repr,
        "cb_kwargs": {"k": 1},
        "flags": ["f"],
    }
    page = response("<base href=/b/>")
    (request,) = follow_all(page, ["?ж"], **arguments)
    for one in request, follow(page, "?ж", **arguments):
        scrapy_request = page.follow("?ж", **arguments)
        assert isinstance(one, Request)
        ours = {name: getattr(one, name) for name in Request.attributes}
        assert ours == {name: getattr(scrapy_request, name) for name in scrapy.Request.attributes}
        assert (one.url, one.body) == ("http://example.com/b/?%E6", b"\xe6")


@pytest.mark.parametrize("get", ["a", "a::attr(href)", "link", "area"])
def test_follow_accepts_urls_links_and_selectors(get):
    page = response('<link href=" x y\n"><a href=" x y\n">x</a><area href=" x y\n">')
    assert follow(page, page.css(get)[0]).url == "http://example.com/dir/x%20y"


def test_follow_accepts_a_link():
    (link,) = LinkExtractor().extract_links(response('<a href="?[a|b]">x</a>'))
    assert follow(response(""), link).url == f"{ADDRESS}?[a|b]"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (None, "url can't be None"),
        ("http://[", "does not resolve"),
        ("mailto:a@example.com", "Missing scheme in request url"),
        ("javascript:0", "Missing scheme in request url"),
    ],
)
def test_url_that_cannot_be_followed_raises(url, message):
    with pytest.raises(ValueError, match=message):
        follow(response(""), url)
    with pytest.raises(ValueError, match=message):
        list(follow_all(response(""), ["a", url]))


def test_selector_that_cannot_be_followed_raises():
    page = response("<p>x</p><a name=y>y</a><a href=z>z</a>")
    for selector, message in (
        (page.css("a"), "SelectorList is not supported"),
        (page.css("p")[0], "Only <a>, <area> and <link> elements are supported"),
        (page.css("a")[0], "<a> element has no href attribute"),
        (page.xpath("count(//p)")[0], "Unsupported selector"),
    ):
        with pytest.raises(ValueError, match=message):
            follow(page, selector)
    assert [request.url for request in follow_all(page, page.css("p, a"))] == [
        "http://example.com/dir/z"
    ]


def test_follow_all_accepts_one_source_of_urls():
    for arguments in {}, {"urls": ["a"], "css": "a"}, {"css": "a", "xpath": "//a"}:
        with pytest.raises(ValueError, match="exactly one"):
            follow_all(response(""), **arguments)
    with pytest.raises(TypeError):
        follow_all(response(""), 5)  # type: ignore[arg-type]
    with pytest.raises(LookupError):
        follow(response(""), "a", encoding="utf-99")


def test_follow_works_on_responses_that_are_not_pages():
    data = JsonResponse(ADDRESS, body='{"next": "x?é"}'.encode())
    assert follow(data, data.json()["next"]).url == "http://example.com/dir/x?%C3%A9"
    assert follow(Response(ADDRESS, body=b"\0"), "x?é").url == "http://example.com/dir/x?%C3%A9"
    deep = JsonResponse(ADDRESS, body=b"[" * 100_000 + b"]" * 100_000)
    assert follow(deep, "x").url == deep.follow("x").url


URL = "http://example.com/a?b[]={c}|^#[d]"


def test_copied_request_keeps_its_url():
    request = Request("http://EXAMPLE.com/x/../a?b[]={c}|^#[d]", callback=None)
    assert request.url == URL
    for copy in (
        request.copy(),
        request.replace(method="POST"),
        request_from_dict(pickle.loads(pickle.dumps(request.to_dict()))),
        get_retry_request(request, spider=Spider.from_crawler(crawler(Spider)), reason="x"),
    ):
        assert (type(copy), copy.url) == (Request, URL)


def test_middleware_of_scrapy_escapes_the_url_of_a_redirect():
    crawling = crawler(Spider)
    crawling.spider = Spider.from_crawler(crawling)
    middleware = RedirectMiddleware(crawling.settings)
    middleware.crawler = crawling
    found = Response(URL, status=302, headers={"Location": "/b[]"})
    spider = inspect.signature(middleware.process_response).parameters.get("spider")
    redirected: Any = middleware.process_response(
        Request(URL),
        found,
        *([crawling.spider] if spider and spider.default is spider.empty else []),
    )
    assert type(redirected) is Request
    # The URL of a redirect is escaped as in Scrapy, as docs/scrapy.md explains.
    assert redirected.url.partition("#")[0] == "http://example.com/b%5B%5D"


def test_invalid_request_raises_value_error_or_type_error():
    for url in "a", "mailto:a@b", "http://[":
        with pytest.raises(ValueError):
            Request(url)
    with pytest.raises(TypeError):
        Request(b"http://example.com/")  # type: ignore[arg-type]


def test_verbatim_url_does_not_change():
    assert (
        Request("http://EXAMPLE.com/x y", meta={"verbatim_url": True}).url
        in (
            "http://EXAMPLE.com/x y",
            "http://example.com/x%20y",  # the result in versions of Scrapy that do not know `verbatim_url`
        )
    )


# RequestFingerprinter
# -----------------------------------------------------------------------------------------------

fingerprint = RequestFingerprinter().fingerprint


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.com", "HTTP://example.com:80/"),
        ("http://faß.de/", "http://xn--fa-hia.de/"),
        ("http://example.com/a/../b", "http://example.com/b"),
        ("http://127.1/", "http://0x7f.0.0.1/"),
        ("http://example.com/?a=b#c", "http://example.com/?a=b"),
        ("http://example.com/?a=1&b=2", "http://example.com/?b=2&a=1"),
        ("http://example.com\\a", "http://example.com/a"),
    ],
)
def test_requests_for_the_same_url_have_one_fingerprint(one, other):
    assert fingerprint(Request(one)) == fingerprint(Request(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Request("http://faß.de/"), Request("http://fass.de/")),
        (Request("http://example.com/a"), Request("http://example.com/a/")),
        (Request("http://example.com/a;"), Request("http://example.com/a")),
        (Request("http://example.com/?a=1"), Request("https://example.com/?a=1")),
        (Request("http://example.com/"), Request("http://example.com/", method="POST")),
        (Request("http://example.com/"), Request("http://example.com/", body="x")),
    ],
)
def test_requests_for_different_urls_have_two_fingerprints(one, other):
    assert fingerprint(one) != fingerprint(other)


@pytest.mark.parametrize(
    "url", ["http://example.com/a?c=d&a=b#x", "data:,x", "http://example.com/%C3%A9?%20+"]
)
def test_usual_request_has_the_fingerprint_of_scrapy(url):
    request = scrapy.Request(url, method="PUT", body=b"\xff")
    assert fingerprint(request) == ScrapysFingerprinter().fingerprint(request)
    assert fingerprint(request) is fingerprint(request)  # the fingerprint is cached


def test_request_for_an_invalid_url_has_a_fingerprint():
    broken = scrapy.Request("http://a<b/")
    assert fingerprint(broken) != fingerprint(scrapy.Request("http://a<c/"))


def test_fingerprinter_can_be_set_in_the_settings():
    named = load_object("urldom.scrapy.RequestFingerprinter")
    assert type(build_from_crawler(named, crawler(Spider))) is RequestFingerprinter


def test_follow_accepts_url_attributes_of_trees():
    response = HtmlResponse(
        "http://h/a", body=b'<base href="/b/"><a href="c d">e</a><a href="f">g</a>'
    )
    links = [url for url in parse(response).urls() if url.kind == "hyperlink"]
    assert [request.url for request in follow_all(response, links)] == [
        "http://h/b/c%20d",
        "http://h/b/f",
    ]


def test_base_in_noscript_is_ignored():
    response = HtmlResponse(
        "http://h/a/", body=b'<body><noscript><base href="/b/"></noscript><a href=c>d</a>'
    )
    assert [link.url for link in LinkExtractor().extract_links(response)] == ["http://h/a/c"]


def test_links_in_template_and_noscript_are_found_as_by_scrapy():
    body = b"<template><a href=a>b</a></template><noscript><a href=c>d</a></noscript>"
    response = HtmlResponse("http://h/", body=body)
    for extractor in LinkExtractor(), scrapy.linkextractors.LinkExtractor():
        assert [link.url for link in extractor.extract_links(response)] == [
            "http://h/a",
            "http://h/c",
        ]


def test_error_without_scrapy_says_what_to_install():
    program = "import sys; sys.modules['scrapy'] = None; import urldom.scrapy"
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8"
    )
    assert process.stderr.endswith(
        "ModuleNotFoundError: urldom.scrapy needs scrapy: pip install scrapy\n"
    )


FORM = (
    '<base href="/b/"><form id="f" action="s?мир" method="post"><input name="q"><button'
    ' name="go">x</button></form>'
)


def test_form_request_matches_the_request_of_a_browser():
    response = HtmlResponse("http://h/", body=FORM.encode("windows-1251"), encoding="windows-1251")
    for form in (response.css("form")[0], "f", response.css("form")[0].root):
        for submitter in ("go", response.css("button")[0], response.css("button")[0].root):
            request = form_request(
                response, form, submitter=submitter, values={"q": "мир"}, meta={"a": 1}
            )
            assert request.url == "http://h/b/s?%EC%E8%F0"
            assert (request.method, request.body, request.meta["a"]) == (
                "POST",
                b"q=%EC%E8%F0&go=",
                1,
            )
            assert request.headers["Content-Type"] == b"application/x-www-form-urlencoded"
            # Scrapy's redirects would send the others to another site too.
            assert [*request.headers] == [b"Content-Type"]
    (form,) = document(response.selector, response.url, encoding="windows-1251").forms()
    request = form_request(
        response, form, submitter=form.default_button, headers={"Content-Type": "a/b", "X": "y"}
    )
    assert (request.body, request.headers["Content-Type"], request.headers["X"]) == (
        b"q=&go=",
        b"a/b",
        b"y",
    )


@pytest.mark.parametrize(
    "attributes", ["method=dialog", "action=mailto:x", "action=javascript:x method=post"]
)
def test_form_request_rejects_forms_that_http_does_not_send(attributes):
    response = HtmlResponse("http://h/", body=f"<form {attributes}>", encoding="utf-8")
    with pytest.raises(ValueError, match="not sent by HTTP"):
        form_request(response, response.css("form")[0])
