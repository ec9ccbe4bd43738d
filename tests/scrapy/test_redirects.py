"""Scrapy follows redirects and refreshes as a browser does."""

from __future__ import annotations

import pytest

pytest.importorskip("scrapy")

import scrapy
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from scrapy.utils.test import get_crawler

import urldom.scrapy
from tests.cases import each_case
from urldom.scrapy import MetaRefreshMiddleware, RedirectMiddleware

ADDRESS = "http://example.com/dir/page?q#top"


def redirected(*values, status=302, request=None, url=ADDRESS):
    request = scrapy.Request(url) if request is None else request
    response = Response(request.url, status, headers={"Location": [*values]} if values else {})
    result = RedirectMiddleware.from_crawler(get_crawler()).process_response(request, response)
    return result.url if isinstance(result, scrapy.Request) else result is response


#: The value of a `Location` header, the URL to which urldom's middleware redirects, and the URL to
#: which Scrapy's own middleware redirects. `True` means that the middleware returns the response
#: without redirecting. `False` means that the middleware raises an error. `None` means that the
#: result depends on the version of Scrapy.
LOCATIONS = [
    (b"/a", "http://example.com/a#top", "http://example.com/a#top"),
    (b"/a?[b]|c", "http://example.com/a?[b]|c#top", "http://example.com/a?%5Bb%5D%7Cc#top"),
    (
        b"\\\\evil.example\\a",
        "http://evil.example/a#top",
        "http://example.com/dir/%5C%5Cevil.example%5Ca#top",
    ),
    (b"/\\evil.example/", "http://evil.example/#top", "http://example.com/%5Cevil.example/#top"),
    (b"http:b", "http://example.com/dir/b#top", "http://example.com/dir/b#top"),
    (b"https:b", "https://b/#top", "https:///b#top"),
    (b"///evil.example/", "http://evil.example/#top", "http://evil.example/#top"),
    (b"https://h.example", "https://h.example/#top", "https://h.example#top"),
    (b"/\xe9?\xe9", "http://example.com/%E9?%E9#top", "http://example.com/%E9?%E9#top"),
    ("//b\u00fccher.example/".encode(), "http://xn--bcher-kva.example/#top", None),
    (b"/a#", "http://example.com/a#", "http://example.com/a#top"),
    (b"a;", "http://example.com/dir/a;#top", "http://example.com/dir/a#top"),
    (b"?", "http://example.com/dir/page?#top", "http://example.com/dir/page?q#top"),
    (b"//0x7f.1/", "http://127.0.0.1/#top", "http://0x7f.1/#top"),
    (b"javascript:x", True, False),
    (b"file:///etc/passwd", True, True),
    (b"http://[", True, False),
    (b"//a b/", True, None),
]


@each_case(("value", "ours", "scrapys"), LOCATIONS)
def test_redirect_has_the_same_target_as_in_a_browser(value, ours, scrapys):
    assert redirected(value) == ours
    if scrapys is None:
        return
    middleware = scrapy.downloadermiddlewares.redirect.RedirectMiddleware.from_crawler(
        get_crawler()
    )
    request = scrapy.Request(ADDRESS)
    response = Response(ADDRESS, 302, headers={"Location": value})
    if scrapys is False:
        with pytest.raises(ValueError):
            middleware.process_response(request, response)
    else:
        result = middleware.process_response(request, response)
        assert (result is response or result.url) == scrapys


def test_several_locations_that_differ_are_not_followed():
    assert redirected(b"/a", b"/b") is True
    assert redirected(b"/a", b"/a") == "http://example.com/a#top"
    assert redirected() is True


def test_copy_of_a_redirected_request_does_not_escape_the_url():
    request = scrapy.Request(ADDRESS, meta={"x": 1}, cb_kwargs={"y": 2}, priority=3)
    response = Response(ADDRESS, 302, headers={"Location": "/[a]"})
    result = RedirectMiddleware.from_crawler(get_crawler()).process_response(request, response)
    assert type(result) is urldom.scrapy.Request
    assert (result.url, result.copy().url) == ("http://example.com/[a]#top",) * 2
    assert (result.meta["x"], result.meta["redirect_urls"], result.cb_kwargs) == (
        1,
        [request.url],
        {"y": 2},
    )
    assert result.priority == 3 + RedirectMiddleware.from_crawler(get_crawler()).priority_adjust


def test_request_of_another_class_keeps_its_class():
    class Own(scrapy.Request):
        pass

    response = Response(ADDRESS, 302, headers={"Location": "/a"})
    result = RedirectMiddleware.from_crawler(get_crawler()).process_response(Own(ADDRESS), response)
    assert type(result) is Own and result.url == "http://example.com/a#top"


def test_login_is_not_sent_to_another_origin():
    request = scrapy.Request(ADDRESS, headers={"Authorization": "Basic x", "Cookie": "a=b"})
    middleware = RedirectMiddleware.from_crawler(get_crawler())
    for value in (b"\\\\evil.example\\", b"/\t/evil.example"):
        response = Response(ADDRESS, 302, headers={"Location": value})
        result = middleware.process_response(request, response)
        assert result.url == "http://evil.example/#top"
        assert "Authorization" not in result.headers and "Cookie" not in result.headers


def test_response_that_does_not_redirect_is_returned_unchanged():
    middleware = RedirectMiddleware.from_crawler(get_crawler())
    response = Response(ADDRESS, 200, headers={"Location": "/a"})
    assert middleware.process_response(scrapy.Request(ADDRESS), response) is response
    response = Response(ADDRESS, 302, headers={"Location": "/a"})
    assert (
        middleware.process_response(scrapy.Request(ADDRESS, meta={"dont_redirect": True}), response)
        is response
    )


def refreshed(body, response=HtmlResponse, settings=None, **options):
    if isinstance(body, str):
        body = body.encode()
    page = response("http://example.com/dir/page", body=body, **options)
    middleware = MetaRefreshMiddleware.from_crawler(get_crawler(settings_dict=settings))
    result = middleware.process_response(scrapy.Request(page.url), page)
    return result.url if isinstance(result, scrapy.Request) else result is page


#: A page, and the URL of its refresh. `True` means that the middleware returns the response without
#: redirecting.
PAGES = [
    ('<meta http-equiv="refresh" content="0;url=a">', "http://example.com/dir/a"),
    ("<META HTTP-EQUIV=Refresh CONTENT=\"0, 'a'b\">", "http://example.com/dir/a"),
    ('<meta http-equiv=refresh content="0 a#b">', "http://example.com/dir/a#b"),
    ('<base href="/b/"><meta http-equiv=refresh content="0;url=a">', "http://example.com/b/a"),
    ('<meta http-equiv=refresh content="0;url=a"><base href="/b/">', "http://example.com/b/a"),
    (f'<!--{"x" * 5000}--><meta http-equiv=refresh content="0;url=a">', "http://example.com/dir/a"),
    (
        '<meta http-equiv=refresh content="x"><meta http-equiv=refresh content="0;url=b">',
        "http://example.com/dir/b",
    ),
    (
        '<meta http-equiv=refresh content="0;http://["><meta http-equiv=refresh content="0;b">',
        "http://example.com/dir/b",
    ),
    (
        '<meta http-equiv=refresh content="0;url=a"><meta http-equiv=refresh content="0;url=b">',
        "http://example.com/dir/a",
    ),
    ('<meta http-equiv=refresh content="0;url=\\\\h.example\\a">', "http://h.example/a"),
    (
        '<meta http-equiv=refresh content="0;url=?a&amp;lt=[b]">',
        "http://example.com/dir/page?a&lt=[b]",
    ),
    (
        f'<meta http-equiv=refresh content="0;url=/{"a" * 5000}">',
        "http://example.com/" + "a" * 5000,
    ),
    ('<meta http-equiv=refresh content="5">', True),
    ('<meta http-equiv=refresh content="5"><meta http-equiv=refresh content="0;url=b">', True),
    (
        '<meta http-equiv=refresh content="1000;url=a"><meta http-equiv=refresh content="0;url=b">',
        True,
    ),
    ('<meta http-equiv=refresh content="0;url=javascript:x">', True),
    ('<meta http-equiv=refresh content="0;url=mailto:x">', True),
    ('<noscript><meta http-equiv=refresh content="0;url=a"></noscript>', True),
    ("<meta http-equiv=refresh>", True),
    ('<meta content="0;url=a">', True),
    ('<!--<meta http-equiv=refresh content="0;url=a">-->', True),
    ('<script>"<meta http-equiv=refresh content=0;url=a>"</script>', True),
    ("", True),
    ("http-equiv", True),
]


@each_case(("page", "url"), PAGES)
def test_refresh_has_the_same_target_as_in_a_browser(page, url):
    assert refreshed(page) == url


def test_refresh_uses_the_encoding_of_the_page():
    page = '<meta charset="windows-1251"><meta http-equiv=refresh content="0;url=/\u0436?\u0436">'
    assert refreshed(page.encode("windows-1251")) == "http://example.com/%D0%B6?%E6"
    assert refreshed(("\ufeff" + page).encode("utf-16-le")) == "http://example.com/%D0%B6?%D0%B6"
    headers = {"Content-Type": "text/html;charset=koi8-r"}
    assert refreshed(page.encode("koi8-r"), headers=headers) == "http://example.com/%D0%B6?%D6"


def test_settings_of_scrapy_apply():
    page = '<noscript><p><meta http-equiv=refresh content="50;url=a"></p></noscript>'
    assert refreshed(page, settings={"METAREFRESH_IGNORE_TAGS": []}) == "http://example.com/dir/a"
    assert (
        refreshed(page, settings={"METAREFRESH_IGNORE_TAGS": [], "METAREFRESH_MAXDELAY": 50})
        is True
    )
    after = page.replace("p>", "DIV>") + '<meta http-equiv=refresh content="0;url=b">'
    assert refreshed(after) == "http://example.com/dir/b"
    assert (
        refreshed(after, settings={"METAREFRESH_IGNORE_TAGS": ["Div"]})
        == "http://example.com/dir/b"
    )


def test_refresh_in_a_response_of_text_or_xml_is_ignored():
    page = '<meta http-equiv="refresh" content="0;url=a"/>'
    assert refreshed(page, TextResponse) is refreshed(page, XmlResponse) is True


def test_hostile_page_takes_linear_time():
    """In quadratic time, this test would run for minutes."""
    deep = "<div>" * 200 + "<noscript>" * 200
    metas = '<meta http-equiv=refresh content="0;url=a">' * 20_000
    assert refreshed(deep + metas) is True
