"""Crawl one site twice with Scrapy: with Scrapy's LinkExtractor, and with urldom's.

It needs lxml and scrapy.

A local server serves the site: the manual of Debian's package python3-doc, or three small pages if
it is not installed. It also serves a page in windows-1251 with ten links. The text of each link
names the problem that the link tests. The status of all other requests is 404, so a crawler reaches
a page only if it requests the URL that a browser requests.

It prints:

    the manual: both find the same pages
    the page in windows-1251, with Scrapy's LinkExtractor: 2 of 10 pages; missed:
        a space, a tab and line breaks, a query, a character that the encoding does not have,
        backslashes, no slashes, an escaped dot segment, an empty segment
    the page in windows-1251, with urldom's LinkExtractor: 10 of 10 pages
"""

import textwrap
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

from scrapy import linkextractors
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response
from scrapy.spiders import CrawlSpider, Rule

from urldom.scrapy import LinkExtractor

MANUAL = Path("/usr/share/doc/python3-doc/html")
SMALL_PAGES = {
    "/index.html": (
        b'<a href="tutorial.html">Tutorial</a> <a href="library.html#os">os</a>'
        b' <a href="none.html">no</a>'
    ),
    "/tutorial.html": b"Tutorial",
    "/library.html": b"Library",
}

BOOKS = quote("/книги/")
#: The text of each link, its `href` as written, and the path that a browser requests.
LINKS = [
    ("nothing special", "/books/plain.html", "/books/plain.html"),
    ("an escape", "/books/%D0%BA", "/books/%D0%BA"),
    ("a space", "глава 1.html", BOOKS + quote("глава 1.html")),
    ("a tab and line breaks", "\n  глава&#9;2.html\n", BOOKS + quote("глава2.html")),
    ("a query", "?поиск=мир", f"{BOOKS}?%EF%EE%E8%F1%EA=%EC%E8%F0"),
    ("a character that the encoding does not have", "?q=&#9731;", f"{BOOKS}?q=%26%239731%3B"),
    ("backslashes", "..\\архив\\2024", quote("/архив/2024")),
    ("no slashes", "http:том.html", BOOKS + quote("том.html")),
    ("an escaped dot segment", "том/%2e%2E/указатель", BOOKS + quote("указатель")),
    ("an empty segment", "a//b/..", f"{BOOKS}a//"),
]
PAGE = "\n".join(
    [
        f'<!DOCTYPE html><meta charset="windows-1251"><!-- {"Оглавление. " * 500} -->',
        '<base href="/книги/"><base href="/x/">',
        *(f'<p><a href="{written}">{text}</a>' for text, written, _ in LINKS),
    ]
).encode("windows-1251")


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        file = MANUAL / self.path.lstrip("/")
        is_inside = ".." not in file.parts
        if self.path == "/windows-1251.html":
            body: bytes | None = PAGE
        elif self.path in {target for _, _, target in LINKS}:
            body = b"It is here."
        elif MANUAL.is_dir():
            body = file.read_bytes() if is_inside and file.is_file() else None
        else:
            body = SMALL_PAGES.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *args: object) -> None:
        pass


class Spider(CrawlSpider):
    """Visit each page that the page at `address` links to, and store it in `found`. Do not follow
    further links."""

    name = "spider"

    def __init__(
        self, extractor: linkextractors.LinkExtractor, address: str, found: dict[str, str]
    ) -> None:
        self.rules = [Rule(extractor, callback="parse_page", follow=False)]
        self.start_urls = [address]
        self.allowed_domains = ["127.0.0.1"]
        self.found = found
        super().__init__()

    def parse_page(self, response: Response) -> None:
        self.found[response.meta["link_text"].strip()] = response.url


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    process = CrawlerProcess(
        {"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_DELAY": 0}
    )
    extractors = {"Scrapy's": linkextractors.LinkExtractor(), "urldom's": LinkExtractor()}
    found: dict[str, dict[str, dict[str, str]]] = {}
    for page in "index.html", "windows-1251.html":
        found[page] = {name: {} for name in extractors}
        for name, extractor in extractors.items():
            address = f"http://127.0.0.1:{server.server_port}/{page}"
            process.crawl(Spider, extractor=extractor, address=address, found=found[page][name])
    process.start()
    server.shutdown()

    manual = found["index.html"]
    if manual["urldom's"] and manual["Scrapy's"] == manual["urldom's"]:
        print("the manual: both find the same pages")
    else:
        print("the manual:", manual)
    for name, pages in found["windows-1251.html"].items():
        missed = [text for text, _, _ in LINKS if text not in pages]
        count = f"{len(pages)} of {len(LINKS)} pages"
        end = "; missed:" if missed else ""
        print(f"the page in windows-1251, with {name} LinkExtractor: {count}{end}")
        for line in textwrap.wrap(", ".join(missed), 90):
            print(f"    {line}")


if __name__ == "__main__":
    main()
