"""Crawl a small site. The crawler requests each page of the site once, as a browser does.

The crawler requests only URLs of this site. It treats the target of a redirect as a link. It
removes user names and passwords from links.

It needs lxml.

It prints:

    200 /
    200 /shop/tea?q=%F7%E0%E9
    302 /gone
    left out: http://internal.example/
    left out: http://tea.example/
"""

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import HTTPErrorProcessor, Request, build_opener

from urldom import FrozenURL, InvalidURLError
from urldom.http import location
from urldom.trees import parse

PAGES = {
    "/": (
        '<meta charset="windows-1251"><base href="/shop/">'
        '<a href="tea?q=чай">1</a> <a href="./tea?q=чай#top">2</a>'
    ),
    "/shop/tea?q=%F7%E0%E9": (
        r'<a href="\">home</a> <a href="//tea.example">abroad</a> <a href="/x/../gone">gone</a>'
    ),
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = PAGES.get(self.path)
        self.send_response(302 if page is None else 200)
        if page is None:
            self.send_header("Location", "//internal.example")
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((page or "").encode("windows-1251"))

    def log_message(self, *message: object) -> None:
        pass


class EveryResponse(HTTPErrorProcessor):
    """Returns each response unchanged, so that urllib neither follows redirects nor raises
    errors."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


def links(url: FrozenURL) -> Iterator[FrozenURL]:
    """Fetch a URL, and yield the URLs that its page links to, or the target of a redirect."""
    with build_opener(EveryResponse).open(url.href) as response:
        print(response.status, url.pathname + url.search)
        value, content_type = response.headers["Location"], response.headers["Content-Type"]
        if value is not None:
            with suppress(InvalidURLError):
                # http.client decodes headers as Latin-1.
                yield location(value.encode("latin-1"), url).frozen()
        elif response.headers.get_content_type() == "text/html":
            page = parse(response.read(), url.href, content_type=content_type)
            for link in page.urls():
                if link.kind == "hyperlink" and link.requested_url is not None:
                    yield FrozenURL(link.requested_url)


def crawl(start: str) -> None:
    first = FrozenURL(start)
    frontier = [first]
    seen = {first}
    left_out: set[FrozenURL] = set()
    for address in frontier:  # The loop extends `frontier`.
        for link in links(address):
            url = link.replace(hash=None, credentials=None)
            # A comparison of origins would not be enough: the origin of
            # `blob:https://shop.example/1` is `https://shop.example`.
            if (url.protocol, url.host) != (first.protocol, first.host):
                left_out.add(url)
            elif url not in seen:
                seen.add(url)
                frontier.append(url)
    for url in sorted(left_out):
        print("left out:", url)


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    crawl(f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
