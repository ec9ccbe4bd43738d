"""HTTP clients follow mutated redirects, and the program records the servers that they connect to.
Run it with `python -m tests.peers.redirect_clients`. `--help` lists the options.

Each client runs its usual code, from reading the bytes of the response to opening the next
connection. The sockets are fake, which saves time. `url_has_allowed_host_and_scheme` allows half of
the redirects, and none of these may lead to another server. `tests/peers/test_redirect_clients.py`
does the same with real servers."""

from __future__ import annotations

import argparse
import asyncio
import http.client
import io
import random
import socket
import ssl
import sys
import time
import urllib.request
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from unittest import mock
from urllib.parse import quote, urlsplit

from tests.peers.redirects import ALLOWED, ORIGINS, targets
from urldom.readings import url_has_allowed_host_and_scheme

#: A function that requests a page and follows its redirects. It raises the exceptions of the
#: client.
Get = Callable[[str], object]


def unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@contextmanager
def _urllib_request() -> Generator[Get, None, None]:
    https = urllib.request.HTTPSHandler(context=unverified())
    yield urllib.request.build_opener(urllib.request.ProxyHandler({}), https).open


@contextmanager
def _urllib3() -> Generator[Get, None, None]:
    with import_module("urllib3").PoolManager(cert_reqs="CERT_NONE") as manager:
        yield lambda page: manager.request(
            "GET", page, retries=import_module("urllib3").Retry(connect=0, redirect=5)
        )


@contextmanager
def _requests() -> Generator[Get, None, None]:
    with import_module("requests").Session() as session:
        session.trust_env = session.verify = False
        yield session.get


@contextmanager
def _httpx(name: str = "httpx") -> Generator[Get, None, None]:
    with import_module(name).Client(follow_redirects=True, trust_env=False, verify=False) as client:
        yield client.get


@contextmanager
def _aiohttp() -> Generator[Get, None, None]:
    library = import_module("aiohttp")

    async def make() -> Any:
        connector = library.TCPConnector(
            resolver=library.ThreadedResolver(), use_dns_cache=False, ssl=False
        )
        return library.ClientSession(connector=connector)

    async def get(page: str) -> None:
        async with session.get(page) as response:
            await response.read()

    loop = asyncio.new_event_loop()
    session = loop.run_until_complete(make())
    yield lambda page: loop.run_until_complete(get(page))
    loop.run_until_complete(session.close())
    loop.close()


@contextmanager
def _scrapy() -> Generator[Get, None, None]:
    """Run Scrapy's redirect middleware. Twisted parses the host and port, and `http.client`
    connects instead of Scrapy."""
    scrapy, uri = import_module("scrapy"), import_module("twisted.web.client").URI
    redirect = import_module("scrapy.downloadermiddlewares.redirect").RedirectMiddleware
    middleware = redirect(import_module("scrapy.settings").Settings())
    middleware.crawler = SimpleNamespace(spider=None)
    context = unverified()

    def send(url: str) -> http.client.HTTPResponse:
        made = uri.fromBytes(url.encode())
        host, port = made.host.decode(), made.port
        is_https = made.scheme == b"https"
        connection = (
            http.client.HTTPSConnection(host, port, context=context)
            if is_https
            else http.client.HTTPConnection(host, port)
        )
        connection.request("GET", made.originForm.decode())
        return connection.getresponse()

    def get(page: str) -> None:
        with send(page) as answer:
            location = answer.headers["Location"].encode("latin-1").strip(b" \t")
        response = scrapy.http.Response(page, status=302, headers={"Location": location})
        followed = middleware.process_response(scrapy.Request(page), response)
        if followed is not response:
            send(followed.url).close()

    yield get


#: For each client, by its name in `urldom.readings`, a function whose context manager returns a
#: `Get`
CLIENTS: Final[dict[str, Callable[[], AbstractContextManager[Get]]]] = {
    "urllib.request": _urllib_request,
    "urllib3": _urllib3,
    "httpx": _httpx,
    "httpx2": lambda: _httpx("httpx2"),
    "requests": _requests,
    "aiohttp": _aiohttp,
    "scrapy": _scrapy,
}


def installed_clients() -> list[str]:
    return [name for name in CLIENTS if find_spec(name.partition(".")[0])]


# The bytes of the header


def headers(target: str) -> list[bytes]:
    """Return the bytes that a server may write for a target: unchanged, in UTF-8, in ISO-8859-1,
    and escaped."""
    if any(character in target for character in "\0\r\n"):
        return []
    written: list[str | None] = [target]
    # Django and Starlette escape the target.
    written += [_quoted(target, "/#%[]=:;$&()+,!?*@'~"), _quoted(target, ":/%#?=@[]!$&'()*+,;")]
    found = [
        text.encode("utf-8", "surrogateescape")
        for text in written
        if text is not None and _is_utf8(text)
    ]
    if all(character <= "\xff" for character in target):
        found.append(target.encode("latin-1"))
    return list(dict.fromkeys(found))


def _is_utf8(text: str) -> bool:
    """Return whether UTF-8 can encode the text, with `surrogateescape` for the surrogates that
    represent bytes."""
    return not any(
        "\ud800" <= character <= "\udfff" and not "\udc80" <= character <= "\udcff"
        for character in text
    )


def _quoted(target: str, safe: str) -> str | None:
    try:
        return quote(target, safe=safe)
    except UnicodeEncodeError:
        return None


# Fake sockets


class Arrival(BaseException):
    """Raised when a client connects to this host and port after the redirect."""


class PageSocket:
    """A connection to the page that redirects."""

    def __init__(self, response: bytes) -> None:
        self._response = io.BytesIO(response)

    def makefile(self, *arguments: object, **options: object) -> io.BytesIO:
        return self._response

    def recv(self, size: int) -> bytes:
        return self._response.read(size)

    def sendall(self, data: object) -> None:
        pass

    def send(self, data: bytes) -> int:
        return len(data)

    def ignored(self, *arguments: object, **options: object) -> Any:
        return None

    close = settimeout = setsockopt = shutdown = getpeercert = selected_alpn_protocol = (
        getpeername
    ) = version = ignored


class Network:
    """A fake network. The first connection receives the redirect, and the second connection raises
    `Arrival`."""

    def __init__(self) -> None:
        self.location: bytes | None = None
        self.host = ""
        self.other_end: socket.socket | None = None

    def response(self) -> bytes:
        location, self.location = self.location, None
        assert location is not None
        return (
            b"HTTP/1.1 302 Found\r\nLocation: %b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            % location
        )

    def create_connection(
        self, address: tuple[str, int], *arguments: object, **options: object
    ) -> PageSocket:
        if self.location is None:
            raise Arrival(*address[:2])
        return PageSocket(self.response())

    def getaddrinfo(self, host: str, port: int, *arguments: object, **options: object) -> list[Any]:
        self.host = host
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", port))]

    async def start_connection(self, addr_infos: Sequence[Any], **options: object) -> socket.socket:
        address, port = addr_infos[0][-1][:2]
        if self.location is None:
            raise Arrival(self.host if address == "192.0.2.1" else address, port)
        ours, theirs = socket.socketpair()
        theirs.sendall(self.response())
        # The server's end stays open until the next connection. If it closed early, aiohttp would
        # connect to the first server again.
        self.other_end, before = theirs, self.other_end
        if before is not None:
            before.close()
        return ours


def _wrap_nothing(
    self: ssl.SSLContext, sock: object, *arguments: object, **options: object
) -> object:
    return sock


def _load_nothing(self: ssl.SSLContext, *arguments: object) -> None:
    pass


async def _connect_without_tls(
    self: Any, protocol_factory: Any, *, sock: socket.socket, ssl: object = None, **options: object
) -> Any:
    sock.setblocking(False)
    return await self._create_connection_transport(sock, protocol_factory, None, None)


@contextmanager
def network() -> Generator[Network, None, None]:
    """Replace the real network by fake sockets."""
    made = Network()
    replaced: list[tuple[object, str, object]] = [
        (socket, "create_connection", made.create_connection),
        (socket, "getaddrinfo", made.getaddrinfo),
        (ssl.SSLContext, "wrap_socket", _wrap_nothing),
        # The fake connections need no certificates, and loading them takes a tenth of a second.
        (ssl.SSLContext, "load_default_certs", _load_nothing),
        (asyncio.BaseEventLoop, "create_connection", _connect_without_tls),
    ]
    if find_spec("urllib3"):
        replaced.append(
            (import_module("urllib3.util.connection"), "create_connection", made.create_connection)
        )
    if find_spec("aiohttp"):
        replaced.append(
            (import_module("aiohappyeyeballs"), "start_connection", made.start_connection)
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patches = [mock.patch.object(*one) for one in replaced]
        for patch in patches:
            patch.start()
        try:
            yield made
        finally:
            for patch in reversed(patches):
                patch.stop()


def arrival(made: Network, get: Get, page: str, location: bytes) -> tuple[str, int] | None:
    """Return the host and port that the client connects to, or `None` if it does not follow the
    redirect."""
    made.location = location
    try:
        get(page)
    except Arrival as found:
        host, port = found.args
        return str(host).lower(), int(port)
    except Exception:
        pass
    return None


# The campaign


class Redirect(NamedTuple):
    """A page that redirects to the target with these bytes."""

    target: str
    page: str
    location: bytes
    is_let_through: bool


def redirects(seed: int) -> Iterator[Redirect]:
    """Yield an endless series of redirects, which depends only on the seed. The check allows every
    second redirect."""
    chance = random.Random(seed)
    waiting: dict[bool, deque[Redirect]] = {True: deque(), False: deque()}
    for target in targets(seed):
        written = headers(target)
        if written:
            is_let_through = url_has_allowed_host_and_scheme(target, ALLOWED)
            made = Redirect(target, chance.choice(ORIGINS), chance.choice(written), is_let_through)
            waiting[is_let_through].append(made)
            if all(waiting.values()):
                yield from (made.popleft() for made in waiting.values())


def servers(page: str, target: str) -> set[tuple[str, int]]:
    """Return the servers that a client may connect to for an allowed target. If spaces surround an
    absolute URL, a client may connect to the server of the page or of the URL."""
    stripped = target.strip()
    found: set[tuple[str, int]] = set()
    # An escaped space at the start makes the target a relative URL.
    for text in {stripped, "" if stripped != target else stripped}:
        written = urlsplit(text)
        authority, scheme = (
            written.netloc or urlsplit(page).netloc,
            written.scheme or urlsplit(page).scheme,
        )
        parts = urlsplit(f"{scheme}://{authority}")
        found.add((parts.hostname or "", parts.port or {"http": 80, "https": 443}[scheme]))
    return found


class Outcome(NamedTuple):
    """The results of one client: the number of allowed redirects, and the number of these that it
    followed. `wrong` lists the allowed redirects that led to another server. `other_departures`
    counts the refused redirects that led to another server."""

    let_through: int
    followed: int
    wrong: list[tuple[Redirect, tuple[str, int]]]
    other_departures: int


def run(client: str, asked: Sequence[Redirect]) -> Outcome:
    followed = elsewhere = 0
    wrong: list[tuple[Redirect, tuple[str, int]]] = []
    allowed = {server for origin in ORIGINS for server in servers(origin, "")}
    with network() as made, CLIENTS[client]() as get:
        for redirect in asked:
            place = arrival(made, get, redirect.page, redirect.location)
            if redirect.is_let_through:
                followed += place is not None
                if place is not None and place not in servers(redirect.page, redirect.target):
                    wrong.append((redirect, place))
            else:
                elsewhere += place is not None and place not in allowed
    return Outcome(sum(one.is_let_through for one in asked), followed, wrong, elsewhere)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.peers.redirect_clients",
        description=(
            "Let each installed HTTP client follow mutated redirects. The exit code is 1 if a"
            " client connects to another server, although url_has_allowed_host_and_scheme allows"
            " the redirect."
        ),
    )
    parser.add_argument(
        "--inputs", type=int, default=60_000, metavar="N", help="redirects for each client (60,000)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the same seed makes the same redirects (0)"
    )
    parser.add_argument(
        "--clients", nargs="+", default=installed_clients(), choices=list(CLIENTS), metavar="NAME"
    )
    options = parser.parse_args()
    started = time.perf_counter()
    asked = list(islice(redirects(options.seed), options.inputs))
    print(f"seed {options.seed}, {len(asked):,} redirects, {time.perf_counter() - started:,.0f} s")
    found: list[object] = []
    for client in options.clients:
        started = time.perf_counter()
        outcome = run(client, asked)
        found += outcome.wrong
        print(
            f"{client:15} {outcome.let_through:,} allowed redirects, {outcome.followed:,} followed,"
            f" {len(outcome.wrong):,} to another server. {outcome.other_departures:,} refused"
            f" redirects lead there. {time.perf_counter() - started:,.0f} s",
            flush=True,
        )
        for redirect, place in outcome.wrong[:10]:
            print(f"    {redirect} to {place}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
