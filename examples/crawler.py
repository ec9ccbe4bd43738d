"""A small crawler, and a small site to crawl: every page of a site, each once, as a browser would ask for it.

It needs lxml.

It prints:

    200 /
    200 /shop/tea?q=%F7%E0%E9
    404 /gone
    left out: http://tea.example/
"""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import urlopen

from urldom import URL
from urldom.trees import parse

PAGES = {
    "/": '<meta charset="windows-1251"><base href="/shop/"><a href="tea?q=чай">1</a> <a href="./tea?q=чай#top">2</a>',
    "/shop/tea?q=%F7%E0%E9": r'<a href="\">home</a> <a href="//tea.example">abroad</a> <a href="/x/../gone">gone</a>',
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = PAGES.get(self.path)
        self.send_response(404 if page is None else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((page or "").encode("windows-1251"))

    def log_message(self, *message: object) -> None:
        pass


def fetch(url: URL) -> tuple[int, bytes, str, str | None]:
    """The status, the body, the address behind redirections, and the type."""
    try:
        response = urlopen(url.href)
    except HTTPError as error:
        response = error
    with response:
        return response.status, response.read(), response.url, response.headers["Content-Type"]


def crawl(start: str) -> None:
    first = URL(start)
    frontier, seen, left_out = [first.href], {first.href}, set()
    for address in frontier:  # which grows while it is gone through
        status, body, final, content_type = fetch(URL(address))
        print(status, URL(address).pathname + URL(address).search)
        for found in parse(body, final, content_type=content_type).urls():
            if found.kind != "hyperlink" or found.url is None:
                continue
            url = URL(found.url)
            url.hash = None
            if url.origin != first.origin:
                left_out.add(url.href)
            elif url.href not in seen:
                seen.add(url.href)
                frontier.append(url.href)
    for href in sorted(left_out):
        print("left out:", href)


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    crawl(f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
