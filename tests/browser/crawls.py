"""A random site of hostile pages, and the requests with which Chromium and Scrapy crawl it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import NamedTuple

from selenium.common.exceptions import TimeoutException

from .browser import Browser

#: The encodings of pages, as labels and as Python's names.
ENCODINGS = [
    *(("utf-8", "utf-8"), ("windows-1251", "cp1251"), ("koi8-r", "koi8_r"), ("latin1", "cp1252")),
    *(("shift_jis", "cp932"), ("euc-jp", "euc_jp"), ("gb2312", "gbk"), ("big5", "big5hkscs")),
]
#: The parts of references.
PARTS = [
    *("a", "b.html", "\u0436", "\u00e9", "\u2603", "\u65e5\u672c", "/", "/", "//", "\\", "..", ".", "./"),
    *("%2e", "%zz", "%41", "%D0%B6", "?", "?q=", "#", "=", "&", "'", '"', "<", ">", "{", "}", "[", "]"),
    *("^", "`", ";", "@", ":", "\t", "\n", " ", "\u00a0", "\u3000", "http:", "HTTP:", "&amp;", "&copy=1"),
]  # fmt: skip
#: Ways to write the path of a page of the site, whatever the base URL is. `{}` is the path.
SPELLINGS = [
    *(
        "http://HOST{}",
        "http:\\\\HOST{}",
        "HTTP:////HOST{}",
        "http://0x7f.1:PORT{}",
        " http://HOST{} ",
    ),
    *(
        "http://127.1:0PORT{}",
        "ht\ttp://HOST\n{}",
        "http://HOST/x/..{}",
        "http://HOST/%2E{}#\u0436",
    ),
]
#: The `href`s of `base` elements. None is invalid or has a query in an encoding: in these two cases,
#: Chromium departs from the HTML Standard.
BASES = [
    *("", "", "", "/b/", "b/c", "../x", "\\b\\", "http://127.1:PORT/b/?q", "http:b/", "?x", "#x", ""),
    *("mailto:x", " /b/ ", "/b/\u0436/", "http://HOST", "data:,"),
]  # fmt: skip
PATHS = [
    "/{}/",
    "/{}/d/page",
    "/{}/a/b/c.html?q={}",
    "/{}/%D0%B6/x",
    "/{}/a;b/c",
    "/{}//x",
    "/{}/a%20b",
]
#: Markup around a link. In the last ones there is none.
AROUND = [
    *("{}", "<p>{}", "<ul><li>{}<li>", "<table>{}<tr><td></table>", "<b><i>{}</b></i>", "<div/>{}"),
    *("<map>{}</map>", "<form>{}</form>", "<svg></svg>{}", "<h1>{}<p></h1>", "</p>{}", "<!>{}"),
    *("<!-- {} -->", "<title>{}</title>", "<style>{}</style>", "<script>'{}'</script>"),
]
REFRESHES = ["0; url={}", "0;URL='{}'", '0, url="{}"', "0 {}", " .5 ; Url = {}", "0;{}"]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


#: Requests each URL, also through redirects. A redirect to another host fails.
REQUEST = """
    for (const url of argument) {
        const request = new XMLHttpRequest()
        request.open("GET", url, false)
        try { request.send() } catch {}
    }"""
SPIDER = """
import sys

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.exceptions import IgnoreRequest

from urldom.scrapy import LinkExtractor, Request
from urldom.trees import parse

HOME = sys.argv[1]

class SameSite:
    def process_request(self, request):
        if not request.url.startswith(HOME):
            raise IgnoreRequest

class Spider(scrapy.Spider):
    name = "spider"
    start_urls = [HOME]

    def parse(self, response):
        if b"html" in response.headers.get("Content-Type", b""):
            links = [link.url for link in LinkExtractor().extract_links(response)]
            frames = parse(response).urls(kind="frame", embedded=True)
            frames = [found.requested_url for found in frames]
            yield from (Request(url) for url in links + frames if url and url.startswith(HOME))

places = "scrapy.downloadermiddlewares.redirect."
process = CrawlerProcess({
    "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "HTTPERROR_ALLOW_ALL": True,
    "RETRY_ENABLED": False, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS": 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "DEPTH_LIMIT": 0, "ROBOTSTXT_OBEY": False,
    "REQUEST_FINGERPRINTER_CLASS": "urldom.scrapy.RequestFingerprinter",
    "DOWNLOADER_MIDDLEWARES": {
        SameSite: 900,
        places + "MetaRefreshMiddleware": None, "urldom.scrapy.MetaRefreshMiddleware": 580,
        places + "RedirectMiddleware": None, "urldom.scrapy.RedirectMiddleware": 600,
    },
})
process.crawl(Spider)
process.start()
"""
LEAF = Answer(200, {"Content-Type": "text/plain"}, b"")


class HostileSite:
    """A server of `count` random pages. The page at `/` leads to all of them. Each other path is an
    empty file. `requested` has the targets of the requests."""

    def __init__(self, seed: int, count: int) -> None:
        self.requested: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.requested.append(self.requestline.split(" ", 1)[1].rsplit(" ", 1)[0])
                answer = site.answers.get(self.path, LEAF)
                with suppress(ConnectionError):
                    self.send_response(answer.status)
                    for name, value in answer.headers.items():
                        self.send_header(name, value.encode().decode("latin-1"))
                    self.send_header("Content-Length", str(len(answer.body)))
                    self.end_headers()
                    self.wfile.write(answer.body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.answers = _Writer(seed, count, self._server.server_port).answers()

    def __enter__(self) -> HostileSite:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def is_page(self, url: str) -> bool:
        """Return `True` for the URL of a page, and `False` for a redirect or a file."""
        target = url.removeprefix(f"http://{self.host}")
        return "html" in self.answers.get(target, LEAF).headers.get("Content-Type", "")

    def take_requested(self) -> set[str]:
        """Return the targets that were requested since the last call, without what is not a part of
        the site, and as Twisted writes them: without an empty query and a semicolon at the end."""
        found: set[str] = set()
        for target in self.requested:
            path, _, query = target.partition("?")
            path = path.removesuffix(";")
            found.add(f"{path}?{query}" if query else path)
        self.requested.clear()
        return found - {"/favicon.ico"}


class _Writer:
    """Makes the pages of a site."""

    def __init__(self, seed: int, count: int, port: int) -> None:
        self._random = Random(seed)
        self._port = str(port)
        random = self._random
        self._paths = ["/"]
        for number in range(1, count):
            self._paths.append(random.choice(PATHS).replace("{}", str(number)))
        self._answers: dict[str, Answer] = {}

    def answers(self) -> dict[str, Answer]:
        for number, path in enumerate(self._paths):
            children = self._paths[3 * number + 1 : 3 * number + 4]
            self._answers[path] = self._page(number, children)
        return self._answers

    def _filled(self, text: str) -> str:
        host = f"127.0.0.1:{self._port}"
        return text.replace("HOST", host).replace("PORT", self._port)

    def _reference(self) -> str:
        random = self._random
        return "".join(random.choice(PARTS) for _ in range(random.randrange(1, 7)))

    def _loaded_reference(self) -> str:
        """Return a reference that is loaded without a click. Chromium loads none with only spaces, nor
        with a `<` and a line break or a tab, and ends the URL of a refresh at the last quotation
        mark."""
        return re.sub("[<'\"]", "", self._reference()).strip() or "x"

    def _page(self, number: int, children: list[str]) -> Answer:
        random = self._random
        references = [random.choice(SPELLINGS).replace("{}", child) for child in children]
        references += [self._reference() for _ in range(random.randrange(1, 5))]
        if random.random() < 0.3:
            references.append(f"http://HOST{self._redirect(number)}")
        if random.random() < 0.15:
            references.append(f"http://HOST{self._refresh(number)}")
        references = [self._filled(reference) for reference in references]
        label, encoding = random.choice(ENCODINGS)
        if random.random() < 0.1:
            return self._xhtml(references, label, encoding)
        random.shuffle(references)
        frames = "".join(self._frame() for _ in range(random.choice([0, 0, 0, 1, 2])))
        links = "\n".join(map(self._link, references))
        base = self._base()
        is_late = random.random() < 0.3
        in_head, in_body = ("", base) if is_late else (base, "")
        is_declared = random.random() < 0.5
        charset = "" if is_declared else f"; charset={label}"
        meta = f"<meta charset={label}>" if is_declared else ""
        html = f"<!DOCTYPE html>{meta}{in_head}<body>{links}{frames}{in_body}"
        body = self._filled(html).encode(encoding, "xmlcharrefreplace")
        return Answer(200, {"Content-Type": f"text/html{charset}"}, body)

    def _xhtml(self, references: list[str], label: str, encoding: str) -> Answer:
        links = "".join(f'<p><a href="{_references(reference)}"/></p>' for reference in references)
        base = f'<base href="{escape(self._random.choice(BASES))}"/>'
        html = '<html xmlns="http://www.w3.org/1999/xhtml">'
        text = f"{html}<head>{base}</head><body>{links}</body></html>"
        body = self._filled(text).encode(encoding, "xmlcharrefreplace")
        return Answer(200, {"Content-Type": f"application/xhtml+xml; charset={label}"}, body)

    def _base(self) -> str:
        href = escape(self._random.choice(BASES))
        other = escape(self._random.choice(BASES))
        return self._random.choice([
            "",
            f'<base href="{href}">',
            f'<base target=x><base href="{href}"><base href="{other}">',
            f'<template><base href="{other}"></template><BASE HREF="{href}">',
        ])  # fmt: skip

    def _link(self, reference: str) -> str:
        random = self._random
        value = escape(reference) if random.random() < 0.8 else reference.replace('"', "&quot;")
        link = random.choice([
            f'<a href="{value}">x</a>',
            f'<A title=">" HREF="{value}" href="no">x',
            f'<area/href="{value}">',
            f'<a href="{"".join(f"&#{ord(character)};" for character in reference)}">x</a>',
        ])  # fmt: skip
        is_to_page = self._port in reference  # The crawl must find all pages.
        around = AROUND[:-4] if is_to_page else AROUND
        return random.choice(around).replace("{}", link)

    def _frame(self) -> str:
        frame = f'<iframe src="{escape(self._loaded_reference())}"></iframe>'
        if self._random.random() < 0.5:
            return frame
        return f'<iframe srcdoc="{escape(frame + frame.replace("src=", "longdesc="))}"></iframe>'

    def _redirect(self, number: int) -> str:
        path = f"/redirect/{number}"
        status = self._random.choice([301, 302, 303, 307, 308])
        target = self._filled(re.sub(r"[\t\n\r]", "", self._reference())) or "x"
        self._answers[path] = Answer(status, {"Location": target}, b"")
        return path

    def _refresh(self, number: int) -> str:
        path = f"/refresh/{number}"
        content = self._random.choice(REFRESHES).replace("{}", self._loaded_reference())
        html = f'{self._base()}<meta http-equiv=refresh content="{escape(content)}">'
        body = self._filled(html).encode("cp1251", "xmlcharrefreplace")
        self._answers[path] = Answer(200, {"Content-Type": "text/html; charset=windows-1251"}, body)
        return path


def _references(text: str) -> str:
    """Return a text as character references."""
    return "".join(f"&#{ord(character)};" for character in text)


def crawl_with_chromium(browser: Browser, site: HostileSite) -> set[str]:
    """Open each page of the site, and request the URLs of its links. Return all targets."""
    home = f"http://{site.host}/"
    known = {home}
    waiting = deque([home])
    while waiting:
        url = waiting.popleft()
        browser.visit(url)
        if url.startswith(f"{home}refresh/"):
            with suppress(TimeoutException):  # Not every refresh is one.
                browser.wait_until(f"return location.href !== {json.dumps(url)}", 0.5)
            continue
        hrefs = browser.run("return [...document.links].map(link => link.href.split('#')[0])")
        found = {href for href in hrefs if href.startswith(home)} - known
        known |= found
        pages = {href for href in found if site.is_page(href)}
        waiting += sorted(pages)
        browser.run(REQUEST, sorted(found - pages))
    return site.take_requested()


def crawl_with_scrapy(site: HostileSite) -> set[str]:
    """Let a spider with the classes of `urldom.scrapy` crawl the site. Return all targets."""
    home = f"http://{site.host}/"
    subprocess.run([sys.executable, "-c", SPIDER, home], check=True, timeout=600)
    return site.take_requested()
