"""The URLs and requests in `docs/scrapy.md` and in `tests/scrapy/test_scrapy.py`, compared with
Chromium's, and ten links. Another test compares the links of a page."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations

import pytest

pytest.importorskip("scrapy")

from scrapy.http import HtmlResponse

from tests.peers import ten_links
from tests.scrapy.test_scrapy import DIFFERENCES, Difference
from urldom.scrapy import LinkExtractor, RequestFingerprinter, follow_all

from .browser import Browser, Site

HREFS = "return [...document.links].filter(link => link.protocol !== ':').map(link => link.href)"


@pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row.page)
def test_chromium_finds_the_urls_of_the_table(
    browser: Browser, site: Site, row: Difference
) -> None:
    address = site.put("/dir/page", row.body, row.content_type)
    browser.visit(address)
    host = address.removesuffix("/dir/page")
    assert [url.replace(host, "http://example.com") for url in browser.run(HREFS)] == row.chromiums


@pytest.mark.parametrize(
    ("declaration", "charset", "encoding"),
    [
        ("", "", "utf-8"),
        ('<?xml version="1.0"?>', "", "utf-8"),
        ("", ";charset=windows-1252", "windows-1252"),
        ('<?xml version="1.0" encoding="windows-1252"?>', "", "windows-1252"),
    ],
)
@pytest.mark.parametrize("meta", ["", '<meta charset="koi8-r"/>'])
def test_links_of_xhtml_agree_with_chromium(
    browser: Browser, site: Site, declaration: str, charset: str, encoding: str, meta: str
) -> None:
    page = (
        f'{declaration}<html xmlns="http://www.w3.org/1999/xhtml"><head>{meta}</head><a'
        ' href="é?é"/></html>'
    )
    body, content_type = page.encode(encoding), f"application/xhtml+xml{charset}"
    address = site.put("/dir/page", body, content_type)
    browser.visit(address)
    response = HtmlResponse(address, body=body, headers={"Content-Type": content_type})
    assert [link.url for link in LinkExtractor().extract_links(response)] == browser.run(HREFS)


def test_only_urldom_finds_all_ten_links(browser: Browser, site: Site) -> None:
    address = site.put("/dir/page.html", ten_links.PAGE, ten_links.CONTENT_TYPE)
    browser.visit(address)
    theirs = browser.run(HREFS)
    assert len(set(theirs)) == 10
    found = {name: sum(each) for name, each in ten_links.found_by(address, theirs).items()}
    for name, number in found.items():
        assert number == 10 if name.startswith("urldom") else number < 10, name
    assert found["Scrapy's LinkExtractor"] == found["Scrapy's response.follow"] == 0


#: The links of a page in windows-1251. The URLs `?` and `a;` are left out, because Twisted removes
#: their last character.
REFERENCES = [
    *(
        "a b",
        " a%20b",
        "a/../a b",
        "a%2e%2e",
        "\\\\127.0.0.1:PORT\\dir\\a b",
        "http:a b",
        "a'b",
        "%zz",
        "a;b",
        "a;b?c",
    ),
    *(
        "?[a]{b}|^`",
        "?[a]{b}|^`#c",
        "?%5Ba%5D%7Bb%7D%7C%5E%60%22",
        '?a"<b>',
        "?x='y'",
        "?ж&☃=é",
        "ж",
        "/a//b",
    ),
    *(
        "?b=1&a=2",
        "?b=1&a=3",
        "?b=1",
        "?b",
        "http://0x7f.1:PORT/x",
        "http://127.0.0.1:0PORT/y#z",
        "x#",
        "./x",
        "\t/x\n",
    ),
]
#: A spider that requests the URLs of its argument.
SPIDER = """
import json, sys, scrapy
from scrapy.crawler import CrawlerProcess
from urldom.scrapy import Request

class Spider(scrapy.Spider):
    name = "spider"
    urls = json.loads(sys.argv[1])

    async def start(self):
        for request in self.start_requests():
            yield request

    def start_requests(self):
        return [Request(url, dont_filter=True) for url in self.urls]

    def parse(self, response):
        pass

process = CrawlerProcess({"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "HTTPERROR_ALLOW_ALL": True})
process.crawl(Spider)
process.start()
"""


class Recorder(ThreadingHTTPServer):
    """A server that answers each request with the page, and keeps the targets of all requests."""

    def __init__(self) -> None:
        recorder = self
        self.targets: list[str] = []
        self.page = b""

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                recorder.targets.append(self.requestline.split(" ", 1)[1].rsplit(" ", 1)[0])
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=windows-1251")
                self.send_header("Content-Length", str(len(recorder.page)))
                self.end_headers()
                self.wfile.write(recorder.page)

            def log_message(self, format: str, *args: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    with Recorder() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_scrapy_sends_the_requests_of_chromium(browser: Browser, recorder: Recorder) -> None:
    """Requests with the same target have the same fingerprint."""
    address = f"http://127.0.0.1:{recorder.server_port}/dir/page"
    references = [text.replace("PORT", str(recorder.server_port)) for text in REFERENCES]
    links = "".join(f"""<a href="{text.replace('"', "&quot;")}">x</a>\n""" for text in references)
    recorder.page = links.encode("windows-1251", "xmlcharrefreplace")
    browser.visit(address)
    hrefs = browser.run("return [...document.links].map(link => link.href)")
    recorder.targets.clear()
    for href in hrefs:
        browser.run(
            "const request = new XMLHttpRequest(); request.open('GET', argument, false);"
            " request.send()",
            href,
        )
    chromiums = [*recorder.targets]
    assert len(chromiums) == len(references)

    page = HtmlResponse(
        address, body=recorder.page, headers={"Content-Type": "text/html; charset=windows-1251"}
    )
    requests = [*follow_all(page, css="a")]
    assert [request.url for request in requests] == hrefs
    extracted = LinkExtractor(unique=False).extract_links(page)
    assert [link.url for link in extracted] == hrefs
    recorder.targets.clear()
    subprocess.run([sys.executable, "-c", SPIDER, json.dumps(hrefs)], check=True, timeout=60)
    assert sorted(recorder.targets) == sorted(chromiums)

    fingerprint = RequestFingerprinter().fingerprint
    for (one, target), (other, its_target) in combinations(
        zip(requests, chromiums, strict=True), 2
    ):
        assert (fingerprint(one) == fingerprint(other)) == (target == its_target), (one, other)
