"""Scrapy sends the `Referer` of a browser, also after redirects."""

from __future__ import annotations

import ipaddress
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("scrapy")

import scrapy
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response
from scrapy.spidermiddlewares import referer as of_scrapy
from scrapy.utils.test import get_crawler

from tests.peers.after_redirects import Case, running
from urldom.scrapy import MetaRefreshMiddleware, RedirectMiddleware, RefererMiddleware

ROOT = Path(__file__).parents[2]
PAGE = "https://a.example/page?q#top"
LONG = f"https://a.example/{'x' * 4079}"  # 4,097 characters

# The policies


#: Pages, and URLs of requests
SOURCES = [
    *(
        PAGE,
        "http://a.example/page",
        "https://bob:secret@a.example/page",
        LONG,
        "http://localhost/page",
    ),
    *(
        "http://127.0.0.1/page",
        "data:text/html,page",
        "about:blank",
        "blob:https://a.example/1",
        "file:///page",
    ),
    "ftp://a.example/page",
]
TARGETS = [
    *(
        "https://a.example/",
        "http://a.example/",
        "https://a.example:8443/",
        "http://a.example:8080/",
    ),
    *(
        "https://b.example/",
        "http://b.example/",
        "http://localhost/",
        "http://127.0.0.1/",
        "http://x.localhost/",
    ),
    "http://[::1]/",
]
POLICIES = {
    policy.name: policy
    for policy in vars(of_scrapy).values()
    if isinstance(policy, type)
    and getattr(policy, "name", of_scrapy.POLICY_SCRAPY_DEFAULT) != "scrapy-default"
}
COMBINATIONS = [*product(POLICIES, SOURCES, TARGETS)]


def expected(policy: str, source: str, target: str) -> str | None:
    """Return the `Referer` by Referrer Policy 8.3 and 8.4 and Secure Contexts 3.1, written for
    these URLs alone."""
    if not source.startswith(("http:", "https:", "ftp:")):
        return None  # a local scheme, or an opaque origin
    parts = urlsplit(source)
    is_same, is_downgrade = (
        origin(source) == origin(target),
        is_secure(source) and not is_secure(target),
    )
    whole = f"{origin(source)}{parts.path}" + (f"?{parts.query}" if parts.query else "")
    only = f"{origin(source)}/"
    if len(whole) > 4096:
        whole = only
    return {
        "no-referrer": None,
        "no-referrer-when-downgrade": None if is_downgrade else whole,
        "same-origin": whole if is_same else None,
        "origin": only,
        "strict-origin": None if is_downgrade else only,
        "origin-when-cross-origin": whole if is_same else only,
        "strict-origin-when-cross-origin": whole if is_same else None if is_downgrade else only,
        "unsafe-url": whole,
    }[policy]


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def is_secure(url: str) -> bool:
    parts = urlsplit(url)
    host = parts.hostname or ""
    try:
        return parts.scheme == "https" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def referer_of(request: scrapy.Request) -> str | None:
    value = request.headers.get("Referer")
    return None if value is None else value.decode()


@pytest.fixture(scope="module")
def middleware() -> RefererMiddleware:
    return RefererMiddleware.from_crawler(get_crawler())


def sent(middleware, url="https://b.example/", page=PAGE, headers=None, **options) -> str | None:
    """Return the `Referer` of a request that a spider makes for a page."""
    response = Response(page, headers=headers)
    return referer_of(middleware.get_processed_request(scrapy.Request(url, **options), response))


@pytest.mark.parametrize("policy", POLICIES)
def test_value_follows_the_text(middleware, policy):
    for source, target in product(SOURCES, TARGETS):
        value = sent(middleware, target, source, meta={"referrer_policy": policy})
        assert value == expected(policy, source, target), (source, target)


def test_documentation_counts_the_values_of_scrapy_that_differ():
    different = [
        one for one in COMBINATIONS if POLICIES[one[0]]().referrer(*one[1:]) != expected(*one)
    ]
    text = (ROOT / "docs/scrapy.md").read_text(encoding="utf-8")
    assert f"{len(different)} of {len(COMBINATIONS)} combinations" in re.sub(r"\s+", " ", text)


# The header, the settings and the keys

DOWNGRADE = "http://b.example/"


@pytest.mark.parametrize(
    ("values", "value"),
    [
        (["origin"], "https://a.example/"),
        (["ORIGIN "], "https://a.example/"),
        (["no-referrer, origin, new-policy"], "https://a.example/"),
        (["no-referrer", "origin"], "https://a.example/"),
        (["origin,"], "https://a.example/"),
        # If one value is malformed, a browser ignores the header, so Scrapy's default is used.
        (["origin, a;b"], None),
        (["origin", "a;b"], None),
        ([], None),
        ([""], None),
    ],
)
def test_header_of_the_page_is_read_as_browsers_read_it(middleware, values, value):
    assert sent(middleware, DOWNGRADE, headers={"Referrer-Policy": values}) == value


STRICT = "strict-origin-when-cross-origin"
#: Rows such as those of the table in `docs/scrapy.md`: a page, its headers, a policy in the
#: settings, the URL of a request, and the values of Scrapy and of urldom
DOCUMENTED = [
    ("file:///page", None, STRICT, "https://b.example/", "file:///", None),
    ("data:,x", None, "origin-when-cross-origin", "https://b.example/", "data:/", None),
    (LONG, None, "unsafe-url", "https://b.example/", LONG, "https://a.example/"),
    (PAGE, None, STRICT, "http://localhost/", None, "https://a.example/"),
    ("http://localhost/", None, STRICT, "http://h/", "http://localhost/", None),
    (PAGE, [""], "unsafe-url", DOWNGRADE, None, "https://a.example/page?q"),
    (PAGE, ["origin, a;b"], "no-referrer", DOWNGRADE, "https://a.example/", None),
    (PAGE, ["origin", "new-policy"], "no-referrer", DOWNGRADE, None, "https://a.example/"),
]


@pytest.mark.parametrize(("page", "values", "policy", "url", "scrapys", "ours"), DOCUMENTED)
@pytest.mark.filterwarnings("ignore:Could not load referrer policy")
def test_value_differs_from_scrapys_as_documented(page, values, policy, url, scrapys, ours):
    headers = None if values is None else {"Referrer-Policy": values}
    for kind, value in ((of_scrapy.RefererMiddleware, scrapys), (RefererMiddleware, ours)):
        made = kind.from_crawler(get_crawler(settings_dict={"REFERRER_POLICY": policy}))
        assert sent(made, url, page, headers) == value


def test_policy_of_the_request_precedes_the_header_and_the_setting():
    middleware = RefererMiddleware.from_crawler(
        get_crawler(settings_dict={"REFERRER_POLICY": "no-referrer"})
    )
    assert sent(middleware) is None
    headers = {"Referrer-Policy": "origin"}
    assert sent(middleware, headers=headers) == "https://a.example/"
    assert (
        sent(middleware, headers=headers, meta={"referrer_policy": "unsafe-url"})
        == "https://a.example/page?q"
    )


def test_unknown_policy_in_the_header_makes_a_warning(middleware):
    with pytest.warns(RuntimeWarning, match="Could not load referrer policy 'new-policy'"):
        assert (
            sent(middleware, headers={"Referrer-Policy": "new-policy"})
            == "https://a.example/page?q"
        )


class Own(of_scrapy.ReferrerPolicy):
    name = "own"

    def referrer(self, response_url, request_url):
        return f"https://own.example/?{response_url}"


class Changed(of_scrapy.OriginPolicy):
    def referrer(self, response_url, request_url):
        return "https://changed.example/"


def test_classes_of_policies_compute_their_own_values():
    settings = {"REFERRER_POLICIES": {"own": Own, "origin": Changed, "unsafe-url": None}}
    middleware = RefererMiddleware.from_crawler(get_crawler(settings_dict=settings))
    assert sent(middleware, meta={"referrer_policy": "own"}) == f"https://own.example/?{PAGE}"
    assert sent(middleware, headers={"Referrer-Policy": "own"}) == f"https://own.example/?{PAGE}"
    assert sent(middleware, headers={"Referrer-Policy": "origin"}) == "https://changed.example/"
    assert sent(middleware, headers={"Referrer-Policy": "same-origin"}) is None
    middleware = RefererMiddleware.from_crawler(get_crawler(settings_dict={"REFERRER_POLICY": Own}))
    assert sent(middleware) == f"https://own.example/?{PAGE}"


def test_middleware_can_be_switched_off():
    with pytest.raises(NotConfigured):
        RefererMiddleware.from_crawler(get_crawler(settings_dict={"REFERER_ENABLED": False}))


def test_referer_of_the_spider_is_kept(middleware):
    assert sent(middleware, headers={}) == PAGE.partition("#")[0]
    request = scrapy.Request(DOWNGRADE, headers={"Referer": "https://own.example/"})
    assert (
        referer_of(middleware.get_processed_request(request, Response(PAGE)))
        == "https://own.example/"
    )
    request = scrapy.Request("https://b.example/", headers={"Referer": None})
    assert referer_of(middleware.get_processed_request(request, Response(PAGE))) is None


@pytest.mark.parametrize("url", ["s3://bucket/a", "http://a b/"])
def test_url_that_browsers_do_not_parse_raises_no_error(middleware, url):
    for request, page in ((url, PAGE), ("https://b.example/", url)):
        assert sent(middleware, request, page) in (None, PAGE.partition("#")[0])


# Redirects


@pytest.fixture
def follow(middleware):
    """A function that makes a request for a page, and follows redirects to URLs. It returns the
    values that are sent.

    The request has no page if it is `None`."""

    def follow(page, url, *redirects, kind=RedirectMiddleware, headers=None, **options):
        crawler = get_crawler()
        crawler.get_spider_middleware = lambda _: middleware
        redirecting = kind.from_crawler(crawler)
        crawler.signals.send_catch_log(scrapy.signals.engine_started)
        request = scrapy.Request(url, headers=headers, **options)
        request = middleware.get_processed_request(
            request, None if page is None else Response(page)
        )
        values = [referer_of(request)]
        for redirect in redirects:
            location, policy = redirect if isinstance(redirect, tuple) else (redirect, None)
            fields = {"Location": location} | ({"Referrer-Policy": policy} if policy else {})
            request = redirecting.process_response(request, Response(request.url, 302, fields))
            values.append(referer_of(request))
        return values

    return follow


@pytest.mark.parametrize(
    "kind", [RedirectMiddleware, scrapy.downloadermiddlewares.redirect.RedirectMiddleware]
)
def test_referer_after_a_redirect_is_made_from_the_one_before(follow, kind):
    page, only = "https://a.example/page?q", "https://a.example/"
    urls = [PAGE, "https://a.example/1", "https://b.example/2", "https://a.example/3"]
    assert follow(*urls, kind=kind) == [page, page, page]
    options = {"kind": kind, "meta": {"referrer_policy": "strict-origin-when-cross-origin"}}
    assert follow(*urls, **options) == [page, only, only]
    # After a request without a `Referer`, there is none.
    assert follow(PAGE, DOWNGRADE, "https://b.example/", **options) == [None, None]
    assert follow(PAGE, "https://b.example/", DOWNGRADE, **options) == [only, None]


def test_policy_of_a_redirect_counts_from_then_on(follow):
    values = follow(
        PAGE, "https://a.example/1", ("/2", "new-policy, origin"), "/3", ("/4", "no-referrer"), "/5"
    )
    assert values == [
        "https://a.example/page?q",
        "https://a.example/",
        "https://a.example/",
        None,
        None,
    ]
    with pytest.warns(RuntimeWarning):
        assert (
            follow(PAGE, "https://a.example/1", ("/2", "new-policy"))[1]
            == "https://a.example/page?q"
        )


def test_policy_of_the_page_counts_after_redirects_too(middleware, follow):
    page = Response(PAGE, headers={"Referrer-Policy": "unsafe-url"})
    request = middleware.get_processed_request(scrapy.Request("https://a.example/1"), page)
    redirect = Response(request.url, 302, headers={"Location": DOWNGRADE})
    assert referer_of(
        middleware.get_processed_request(request.replace(url=DOWNGRADE, headers={}), redirect)
    ) == ("https://a.example/page?q")


def test_own_policy_of_the_page_counts_after_redirects_too():
    crawler = get_crawler(settings_dict={"REFERRER_POLICIES": {"own": Own}})
    middleware = RefererMiddleware.from_crawler(crawler)
    page = Response(PAGE, headers={"Referrer-Policy": "own"})
    request = middleware.get_processed_request(scrapy.Request("https://a.example/1"), page)
    redirected = request.replace(url=DOWNGRADE, headers={})
    middleware.get_processed_request(
        redirected, Response(request.url, 302, headers={"Location": DOWNGRADE})
    )
    assert referer_of(redirected) == f"https://own.example/?{referer_of(request)}"


def test_request_without_a_page_sends_none(follow):
    assert follow(None, "https://a.example/1", "/2", "https://b.example/") == [None, None, None]
    own = {"Referer": "https://own.example/?q"}
    assert follow(None, "https://a.example/1", DOWNGRADE, headers=own) == [
        "https://own.example/?q",
        None,
    ]


def test_spider_that_receives_a_redirect_uses_its_url(middleware):
    request = scrapy.Request(
        "https://a.example/1", meta={"referrer_sent": ["https://old.example/", "no-referrer"]}
    )
    response = Response("https://b.example/2", 302, headers={"Location": "/3"}, request=request)
    made = middleware.get_processed_request(
        scrapy.Request("https://b.example/3", meta=response.meta), response
    )
    assert referer_of(made) == "https://b.example/2"


def test_refresh_sends_the_page_with_the_refresh(middleware):
    crawler = get_crawler()
    crawler.get_spider_middleware = lambda _: middleware
    refreshing = MetaRefreshMiddleware.from_crawler(crawler)
    crawler.signals.send_catch_log(scrapy.signals.engine_started)
    request = middleware.get_processed_request(
        scrapy.Request("https://a.example/1"), Response(PAGE)
    )
    body = '<meta http-equiv="refresh" content="0; url=/2">'
    made = refreshing.process_response(
        request, HtmlResponse(request.url, body=body, encoding="utf-8")
    )
    assert (made.url, referer_of(made)) == ("https://a.example/2", "https://a.example/1")


def test_signal_of_older_versions_computes_the_referer_after_a_redirect(middleware):
    request = middleware.get_processed_request(
        scrapy.Request("https://a.example/1"), Response(PAGE)
    )
    request = request.replace(
        url=DOWNGRADE, meta=request.meta | {"redirect_urls": ["https://a.example/1"]}
    )
    middleware.request_scheduled(request, None)
    assert referer_of(request) is None and "referrer_sent" not in request.meta
    request = scrapy.Request(DOWNGRADE, headers={"Referer": "https://own.example/"})
    middleware.request_scheduled(middleware.get_processed_request(request, Response(PAGE)), None)
    assert referer_of(request) == "https://own.example/"


SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Spider(scrapy.Spider):
    name = "spider"
    start_urls = [sys.argv[1]]

    def parse(self, response):
        yield scrapy.Request(sys.argv[2], self.parse_next)

    def parse_next(self, response):
        pass

process = CrawlerProcess({
    "REFERRER_POLICY": "strict-origin-when-cross-origin",
    "TELNETCONSOLE_ENABLED": False,
    "SPIDER_MIDDLEWARES": {
        "scrapy.spidermiddlewares.referer.RefererMiddleware": None,
        "urldom.scrapy.RefererMiddleware": 700,
    },
})
process.crawl(Spider)
process.start()
"""


@pytest.mark.full
def test_crawl_sends_the_referer_of_the_page_after_redirects():
    with running([Case(to=["same"]), Case(to=["same", "port", "same"])]) as site:
        pages = [site.url("same", number, 0) for number in (0, 1)]
        subprocess.run(
            [sys.executable, "-c", SPIDER, *pages], check=True, capture_output=True, cwd=ROOT
        )
        values = [[sent.headers.get("referer") for sent in case] for case in site.sent]
    # The first page redirects to this URL.
    page, only = site.url("same", 0, 1), site.url("same", 0, 1).removesuffix("0/1")
    assert values == [[None, None], [page, page, only, only]]
