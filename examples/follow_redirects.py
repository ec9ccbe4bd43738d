"""Submit a form and follow the redirects as a browser does, with httpx and with requests.

`follow_with_httpx` and `follow_with_requests` send a request of a page. After each response,
`redirected` returns the next request, or `None` after the last response. The clients' own redirects
send other headers: see `docs/send.md`.

The program starts a server on two ports of this machine, `shop` and `bank`, and prints what arrives
there.

It needs httpx, lxml and requests.

It prints:

    httpx
      POST http://shop/login, user=bob
        Origin: http://shop, Sec-Fetch-Site: same-origin, Referer: http://shop/start?lang=en
      GET http://shop/welcome
        Sec-Fetch-Site: same-origin, Referer: http://shop/start?lang=en
      GET http://bank/pay
        Sec-Fetch-Site: same-site, Referer: http://shop/
      200 http://bank/pay#top
    requests
      POST http://shop/login, user=bob
        Origin: http://shop, Sec-Fetch-Site: same-origin, Referer: http://shop/start?lang=en
      GET http://shop/welcome
        Sec-Fetch-Site: same-origin, Referer: http://shop/start?lang=en
      GET http://bank/pay
        Sec-Fetch-Site: same-site, Referer: http://shop/
      200 http://bank/pay#top
"""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import requests

from urldom.http import Request
from urldom.trees import parse


def follow_with_httpx(request: Request) -> tuple[Request, httpx.Response]:
    """Send a request and follow the redirects. Return the last request and its response."""

    def hide_location(response: httpx.Response) -> None:
        response.extensions["fields"] = response.headers.raw
        # httpx would parse it and raise an error for some values.
        response.headers.pop("Location", None)

    with httpx.Client(event_hooks={"response": [hide_location]}) as client:
        while True:
            response = client.request(
                request.method, request.url, headers=request.headers, content=request.body
            )
            following = request.redirected(response.status_code, response.extensions["fields"])
            if following is None:
                return request, response
            request = following


def follow_with_requests(request: Request) -> tuple[Request, requests.Response]:
    """Send a request and follow the redirects. Return the last request and its response."""
    with requests.Session() as session:
        # As httpx does, requests would parse the header `Location`.
        session.get_redirect_target = lambda response: None  # type: ignore[method-assign]
        while True:
            response = session.request(
                request.method, request.url, headers=request.headers, data=request.body
            )
            # requests decodes the bytes of a header as Latin-1.
            fields = [
                (name, value.encode("latin-1")) for name, value in response.raw.headers.items()
            ]
            following = request.redirected(response.status_code, fields)
            if following is None:
                return request, response
            request = following


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        url = f"http://{self.headers['Host']}{self.path}"
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        line = f"  {self.command} {named(url)}"
        print(f"{line}, {body}" if body else line)
        shown = [(name, self.headers[name]) for name in ("Origin", "Sec-Fetch-Site", "Referer")]
        print("    " + ", ".join(f"{name}: {named(value)}" for name, value in shown if value))
        status, location = ANSWERS[self.path]
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.end_headers()

    do_POST = do_GET

    def log_message(self, format: str, *arguments: object) -> None:
        pass


ANSWERS: dict[str, tuple[int, str]] = {"/login": (303, "/welcome"), "/pay": (200, "")}
NAMES: dict[str, str] = {}


def named(url: str) -> str:
    """Return a URL with the name of its server instead of the address."""
    for address, name in NAMES.items():
        url = url.replace(address, name)
    return url


def main() -> None:
    for name in ("shop", "bank"):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        NAMES[f"127.0.0.1:{server.server_port}"] = name
    shop, bank = NAMES
    ANSWERS["/welcome"] = (302, f"http://{bank}/pay#top")
    form = '<form method="post" action="/login"><input name="user" value="bob"></form>'
    page = parse(form, f"http://{shop}/start?lang=en", content_type="text/html")
    request = page.submission(next(page.forms()))
    for client, follow in (("httpx", follow_with_httpx), ("requests", follow_with_requests)):
        print(client)
        last, response = follow(request)
        print(f"  {response.status_code} {named(last.url)}")


if __name__ == "__main__":
    main()
