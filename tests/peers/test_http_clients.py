"""HTTP clients that are called as in docs/integrations.md send the path and query of `url.href`,
byte for byte. The exceptions that docs/integrations.md lists are tested too."""

from __future__ import annotations

import asyncio
import re
import threading
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from urldom import URL

PAGE = (Path(__file__).parents[2] / "docs/integrations.md").read_text(encoding="utf-8")


class Server(HTTPServer):
    """Stores the target of each request verbatim."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.targets: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        # `self.path` may differ from the request: http.server removes a slash from the start of
        # `//`.
        self.server.targets.append(
            self.requestline.removeprefix("GET ").removesuffix(f" {self.request_version}")
        )
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


def line_of(call: str) -> str:
    """Return the expression in docs/integrations.md that calls the client."""
    found = re.findall(rf"^response = (.*?{re.escape(call)}\(.*\))(?:  #.*)?$", PAGE, re.MULTILINE)
    assert len(found) == 1
    return found[0]


def synchronous(call: str) -> Callable[[URL], None]:
    module = call.rpartition(".")[0]
    pytest.importorskip(module)
    names = {module.partition(".")[0]: __import__(module)}
    expression = line_of(call)

    def get(url: URL) -> None:
        eval(expression, {**names, "url": url}).close()

    return get


def aiohttp_get(argument: str | None = None) -> Callable[[URL], None]:
    aiohttp, yarl = pytest.importorskip("aiohttp"), pytest.importorskip("yarl")
    expression = line_of("session.get") if argument is None else f"await session.get({argument})"
    names: dict[str, object] = {"aiohttp": aiohttp, "yarl": yarl}
    exec(
        "async def get(url):\n"
        "    async with aiohttp.ClientSession() as session:\n"
        f"        response = {expression}\n"
        "        response.close()\n",
        names,
    )
    return lambda url: asyncio.run(names["get"](url))  # type: ignore[operator]


CLIENTS: dict[str, Callable[[], Callable[[URL], None]]] = {
    "urllib.request": lambda: synchronous("urllib.request.urlopen"),
    "httpx": lambda: synchronous("httpx.get"),
    "aiohttp": aiohttp_get,
    "requests": lambda: synchronous("requests.get"),
}
every_client = pytest.mark.parametrize("client", CLIENTS)

#: References, and the targets that the server receives. Every client sends the path and query of
#: the resolved URL verbatim.
KEPT = {
    "": "/",
    "/a%20b": "/a%20b",
    "/a b?c d": "/a%20b?c%20d",
    "/é/中?é=🦊": "/%C3%A9/%E4%B8%AD?%C3%A9=%F0%9F%A6%8A",
    "/a%2Fb": "/a%2Fb",
    "/a%5Cb": "/a%5Cb",
    "/?q=%EC%E8": "/?q=%EC%E8",
    "/?q='": "/?q=%27",
    "/it's": "/it's",
    '/?q="<>': "/?q=%22%3C%3E",
    "/?u=http%3A%2F%2Fh%2F": "/?u=http%3A%2F%2Fh%2F",
    "/?a=b+c%2B%26&&=": "/?a=b+c%2B%26&&=",
    "/a;b=1/(c)!$&*,:@?d;e/?:@": "/a;b=1/(c)!$&*,:@?d;e/?:@",
    "/a//b/": "/a//b/",
    "/x/%2e%2e/a/./b": "/a/b",
    "/x\\a": "/x/a",
    "/.//a": "//a",
    "/?q#fragment": "/?q",
}
#: References that requests changes, and the targets that the server receives. aiohttp changes the
#: last reference too.
REWRITTEN_BY_REQUESTS = {
    "/%c3%a9": "/%C3%A9",
    "/%7Euser": "/~user",
    "/a|b?c|d": "/a%7Cb?c%7Cd",
    "/[x]?a[]=1": "/%5Bx%5D?a%5B%5D=1",
    "/?q={x}`^": "/?q=%7Bx%7D%60%5E",
    "/%?%zz": "/%25?%25zz",
    "/?": "/",
}


@every_client
@pytest.mark.parametrize(("reference", "arrived"), KEPT.items(), ids=KEPT)
def test_client_sends_the_target_of_the_url(client, reference, arrived, server):
    assert sent(CLIENTS[client](), reference, server) == arrived


@every_client
@pytest.mark.parametrize(
    ("reference", "rewritten"), REWRITTEN_BY_REQUESTS.items(), ids=REWRITTEN_BY_REQUESTS
)
def test_requests_rewrites_targets_that_most_clients_keep(client, reference, rewritten, server):
    arrived = sent(CLIENTS[client](), reference, server)
    if client == "requests" or (client, reference) == ("aiohttp", "/?"):
        assert arrived == rewritten != reference
    else:
        assert arrived == reference


@pytest.mark.parametrize(
    ("argument", "arrived"),
    [
        ("url.href", "/?q='&r=/"),
        ("yarl.URL(url.href)", "/?q='&r=/"),
        ("yarl.URL(str(url), encoded=True)", None),
    ],
)
def test_aiohttp_decodes_escapes_unless_the_url_is_marked_as_encoded(argument, arrived, server):
    reference = "/?q=%27&r=%2F"
    assert sent(aiohttp_get(argument), reference, server) == (arrived or reference)


def test_urllib_reads_user_info_as_the_host_unless_it_is_removed(server):
    url = URL("/a", f"http://user:secret@127.0.0.1:{server.server_port}/")
    assert urllib.request.Request(url.href).host == f"user:secret@127.0.0.1:{server.server_port}"
    url.assign(username=None, password=None)
    assert sent(CLIENTS["urllib.request"](), url.href, server) == "/a"


def sent(get: Callable[[URL], None], reference: str, server: Server) -> str:
    """Return the target of the request for the reference, resolved against the server's URL."""
    url = URL(reference, f"http://127.0.0.1:{server.server_port}/")
    server.targets.clear()
    get(url)
    (target,) = server.targets
    return target
