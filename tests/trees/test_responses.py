"""`parse(response)` reads the responses of requests, httpx, aiohttp, urllib and Scrapy alike. A
server on the loopback sends them."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.response import addinfourl

import pytest

from tests.trees.helpers import FEED
from urldom import URL
from urldom.trees import TreeDocument, parse

ROOT = Path(__file__).parents[2]
BODY = "<!DOCTYPE html><title>я</title><a href='?я'>я</a>".encode("windows-1251")
CYRILLIC = ("Content-Type", "text/html; charset=windows-1251")


class Case(NamedTuple):
    """A response of the server, and what `parse` finds: the encoding, the end of the URL, the path
    of the address."""

    headers: list[tuple[str, str]]
    body: bytes = BODY
    encoding: str = "windows-1251"
    url: str = "?%FF"
    status: int = 200
    address: str | None = None


def raw_deflate(data: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(data) + compressor.flush()


BROTLI = import_module("brotli").compress(BODY) if find_spec("brotli") else b""
CASES = {
    "/charset": Case([CYRILLIC]),
    "/quoted": Case([("Content-Type", 'Text/HTML;x="a,b;charset=koi8-r";Charset="WINDOWS-1251"')]),
    "/several": Case([("Content-Type", "text/plain; charset=koi8-r"), CYRILLIC]),
    "/several-keep": Case([CYRILLIC, ("Content-Type", "text/html")]),
    "/several-invalid": Case([CYRILLIC, ("Content-Type", "x")]),
    "/several-any": Case([CYRILLIC, ("Content-Type", "*/*")]),
    "/joined": Case(
        [("Content-Type", "text/plain;charset=koi8-r, text/html;charset=windows-1251")]
    ),
    "/meta": Case([("Content-Type", "text/html")], b"<meta charset=windows-1251>" + BODY),
    "/mark": Case([CYRILLIC], "\ufeff<a href='?я'>".encode(), "utf-8", "?%D1%8F"),
    "/none": Case([], encoding="windows-1252", url="?%FF"),
    "/empty": Case([("Content-Type", "")], encoding="windows-1252", url="?%FF"),
    "/no-markup": Case([("Content-Type", "application/octet-stream")], encoding="windows-1252"),
    "/feed": Case(
        [("Content-Type", "application/atom+xml")], FEED.encode(), "utf-8", "/base/?q=%D1%8F"
    ),
    "/none-feed": Case([], FEED.encode(), "utf-8", "/base/?q=%D1%8F"),
    "/gzip": Case([CYRILLIC, ("Content-Encoding", "gzip")], gzip.compress(BODY, mtime=0)),
    "/deflate": Case([CYRILLIC, ("Content-Encoding", "deflate")], zlib.compress(BODY)),
    "/raw-deflate": Case([CYRILLIC, ("Content-Encoding", "deflate")], raw_deflate(BODY)),
    "/brotli": Case([CYRILLIC, ("Content-Encoding", "br")], BROTLI),
    "/identity": Case([CYRILLIC, ("Content-Encoding", "identity")]),
    "/chunked": Case([CYRILLIC, ("Transfer-Encoding", "chunked")]),
    "/redirect": Case([("Location", "/redirect-2?a")], status=302, address="/d/charset?b"),
    "/redirect-2": Case([("Location", "d/charset?b")], status=301, address="/d/charset?b"),
    "/d/charset": Case([CYRILLIC]),
}
#: Responses that have no content, or not all of it.
INCOMPLETE = {
    "/empty-body": Case([CYRILLIC], b""),
    "/no-content": Case([CYRILLIC], b"", status=204),
    "/broken": Case([CYRILLIC, ("Content-Length", "20")], BODY[:14]),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        case = {**CASES, **INCOMPLETE}.get(
            self.path.partition("?")[0], Case([CYRILLIC], status=404)
        )
        self.send_response(case.status)
        for name, value in case.headers:
            self.send_header(name, value)
        body = case.body
        if ("Transfer-Encoding", "chunked") in case.headers:
            body = (
                b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:9], body[9:]))
                + b"0\r\n\r\n"
            )
        elif "Content-Length" in dict(case.headers):
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if self.command == "GET" else b"")

    do_HEAD = do_GET

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


def read(page: TreeDocument) -> tuple[str, str, str]:
    *_, url = page.urls()
    return page.address, page.encoding, url.url


def with_requests(url: str) -> TreeDocument:
    return parse(pytest.importorskip("requests").get(url))


def with_requests_stream(url: str) -> TreeDocument:
    with pytest.importorskip("requests").get(url, stream=True) as response:
        return parse(response)


def with_httpx(url: str) -> TreeDocument:
    return parse(pytest.importorskip("httpx").get(url, follow_redirects=True))


def with_httpx_stream(url: str) -> TreeDocument:
    with pytest.importorskip("httpx").stream("GET", url, follow_redirects=True) as response:
        response.read()
        return parse(response)


def with_async_httpx(url: str) -> TreeDocument:
    httpx = pytest.importorskip("httpx")

    async def get() -> TreeDocument:
        async with httpx.AsyncClient(follow_redirects=True) as client:
            return parse(await client.get(url))

    return asyncio.run(get())


def with_aiohttp(url: str) -> TreeDocument:
    aiohttp = pytest.importorskip("aiohttp")

    async def get() -> TreeDocument:
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            await response.read()
            return parse(response)

    return asyncio.run(get())


def with_urllib(url: str) -> TreeDocument:
    with urllib.request.urlopen(url) as response:
        return parse(response)


CLIENTS: list[Callable[[str], TreeDocument]] = [
    *(
        with_requests,
        with_requests_stream,
        with_httpx,
        with_httpx_stream,
        with_async_httpx,
        with_aiohttp,
        with_urllib,
    )
]


def check(path: str, server: str, address: str, encoding: str, url: str) -> None:
    case = CASES[path]
    expected = server + (case.address or path)
    base = server if case.url[0] == "/" else expected.partition("?")[0]
    assert (address, encoding, url) == (expected, case.encoding, base + case.url)


@pytest.mark.parametrize(
    ("path", "get"),
    [
        pytest.param(
            *(path, get),
            id=f"{path}-{get.__name__}",
            marks=() if (row + column) % 3 == 0 else pytest.mark.full,
        )
        for row, path in enumerate(CASES)
        for column, get in enumerate(CLIENTS)
    ],
)
def test_response_is_read_as_the_server_sent_it(
    server: str, get: Callable[[str], TreeDocument], path: str
) -> None:
    if path == "/brotli" and (find_spec("brotli") is None or get is with_urllib):
        pytest.skip("the client does not decode this")
    page = get(server + path)
    (url,) = (found.url for found in page.urls())
    check(path, server, page.address, page.encoding, url)


SPIDER = """
import json, sys
from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess
from urldom.trees import parse

class Reader(Spider):
    name = "reader"
    start_urls = sys.argv[1:]

    def parse(self, response):
        page = parse(response)
        first = response.meta.get("redirect_urls", [response.url])[0]
        print(json.dumps([first, page.address, page.encoding, *(url.url for url in page.urls())]))

process = CrawlerProcess({"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "ROBOTSTXT_OBEY": False})
process.crawl(Reader)
process.start()
"""


def test_scrapy_reads_what_the_server_sent(server: str) -> None:
    pytest.importorskip("scrapy")
    paths = [
        path
        for path in CASES
        if path != "/redirect-2" and (path != "/brotli" or find_spec("brotli"))
    ]
    command = [sys.executable, "-c", SPIDER, *(server + path for path in paths)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=100)
    answers = {
        first.removeprefix(server): answer
        for first, *answer in map(json.loads, run.stdout.splitlines())
    }
    assert {*answers} == {*paths}
    for path, answer in answers.items():
        check(path, server, *answer)


# urllib


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(BODY[:20], mtime=0) + gzip.compress(BODY[20:], mtime=0)),
        ("X-GZIP", gzip.compress(BODY, mtime=0)),
        (" Deflate ", raw_deflate(BODY)),
    ],
)
def test_urllib_leaves_decompressing_to_parse(coding: str, body: bytes) -> None:
    assert [url.url for url in parse(opened(body, coding)).urls()] == ["http://h/d?%FF"]


@pytest.mark.parametrize(
    ("coding", "body", "reason"),
    [
        ("br", BODY, "does not decode the Content-Encoding 'br'"),
        ("gzip, gzip", BODY, "does not decode"),
        ("gzip", BODY, "gzip data are broken"),
        ("gzip", gzip.compress(BODY, mtime=0)[:-3], "gzip data end too early"),
        ("deflate", BODY, "deflate data are broken"),
        ("deflate", zlib.compress(BODY)[:-1], "deflate data end too early"),
        ("deflate", b"", "deflate data end too early"),
    ],
)
def test_wrong_compression_has_a_reason(coding: str, body: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse(opened(body, coding))


@pytest.mark.parametrize(
    ("coding", "compress"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("deflate", raw_deflate)],
)
def test_compressed_response_is_read_up_to_a_limit(
    coding: str, compress: Callable[[bytes], bytes]
) -> None:
    body = compress(BODY)
    assert len(list(parse(opened(body, coding), max_decompressed=len(BODY)).urls())) == 1
    reason = f"{coding} data contain more than {len(BODY) - 1} bytes: pass a greater max_decomp"
    with pytest.raises(ValueError, match=reason):
        parse(opened(body, coding), max_decompressed=len(BODY) - 1)
    with pytest.raises(ValueError, match="contain more than 52428800 bytes"):
        parse(opened(compress(bytes(60_000_000)), coding))


def opened(body: bytes, coding: str) -> Any:
    """Return a response as urllib makes it of a scheme that is not HTTP."""
    headers = Message()
    headers["Content-Type"] = "text/html;charset=windows-1251"
    headers["Content-Encoding"] = coding
    return addinfourl(BytesIO(body), headers, "http://h/d")


def test_response_of_urllib_is_read_once(server: str) -> None:
    with urllib.request.urlopen(f"{server}/charset") as response:
        parse(response)
        with pytest.raises(ValueError, match="was read before: pass this content and the address"):
            parse(response)


def test_error_of_urllib_is_a_response(server: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{server}/missing")
    assert [url.url for url in parse(caught.value).urls()] == [f"{server}/missing?%FF"]
    caught.value.close()


def test_files_of_urllib_are_responses(tmp_path: Path) -> None:
    file = tmp_path / "a b.html"
    file.write_bytes(b"<a href=c>")
    url = URL.from_path(file)
    with urllib.request.urlopen(str(url)) as response:
        assert [found.url for found in parse(response).urls()] == [str(URL("c", url))]


# Responses that are not complete


def test_response_of_aiohttp_must_be_read(server: str) -> None:
    aiohttp = pytest.importorskip("aiohttp")

    async def get() -> None:
        async with aiohttp.ClientSession() as session, session.get(f"{server}/charset") as response:
            parse(response)

    with pytest.raises(TypeError, match=r"not aiohttp\.\S+: call `await response\.read\(\)` first"):
        asyncio.run(get())


def test_stream_must_be_read_and_kept(server: str) -> None:
    httpx, requests = pytest.importorskip("httpx"), pytest.importorskip("requests")
    with (
        httpx.stream("GET", f"{server}/charset") as response,
        pytest.raises(ValueError, match=r"cannot be read: .* without having called `read\(\)`"),
    ):
        parse(response)
    with requests.get(f"{server}/charset", stream=True) as response:
        list(response.iter_content(5))
        with pytest.raises(
            ValueError, match="cannot be read: The content for this response was already consumed"
        ):
            parse(response)


def test_response_of_urllib_must_be_whole(server: str) -> None:
    with urllib.request.urlopen(f"{server}/charset") as response:
        response.read(5)
        with pytest.raises(ValueError, match="a part of the content was read before"):
            parse(response)


def test_broken_connection_has_a_reason(server: str) -> None:
    with (
        urllib.request.urlopen(f"{server}/broken") as response,
        pytest.raises(
            ValueError, match=r"cannot be read: IncompleteRead\(14 bytes read, 6 more expected\)"
        ),
    ):
        parse(response)


@pytest.mark.parametrize("path", ["/empty-body", "/no-content", "/charset"])
def test_response_without_content_has_no_urls(server: str, path: str) -> None:
    request = urllib.request.Request(server + path, method="HEAD")
    with urllib.request.urlopen(request) as response:
        page = parse(response)
        assert (page.encoding, [*page.urls()]) == ("windows-1251", [])
    response = pytest.importorskip("requests").head(server + path)
    assert [*parse(response).urls()] == []
    response = pytest.importorskip("httpx").head(server + path)
    assert [*parse(response).urls()] == []


def test_address_and_type_of_the_caller_come_first(server: str) -> None:
    response = pytest.importorskip("requests").get(f"{server}/charset")
    page = parse(response, "http://h/", content_type="text/html;charset=utf-8")
    assert read(page) == ("http://h/", "utf-8", "http://h/?%EF%BF%BD")


def test_response_without_a_url_needs_an_address() -> None:
    response = pytest.importorskip("httpx").Response(200, content=BODY, headers=[CYRILLIC])
    assert read(parse(response, "http://h/")) == ("http://h/", "windows-1251", "http://h/?%FF")
    with pytest.raises(TypeError, match="address of the document is missing"):
        parse(response)


def test_type_that_is_not_markup_is_refused() -> None:
    response = pytest.importorskip("httpx").Response(
        200, content=b"", headers={"Content-Type": "image/png"}
    )
    with pytest.raises(ValueError, match="unknown content type 'image/png'"):
        parse(response, "http://h/")
