"""A client's reading is the server that its own code connects to. No allowed redirect leads to
another server."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from typing import Any

import pytest

from tests.cases import each_case, more_at_night
from tests.peers.redirect_clients import (
    CLIENTS,
    Get,
    Redirect,
    arrival,
    headers,
    installed_clients,
    network,
    redirects,
    run,
)
from tests.peers.redirects import targets
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.readings import Reading, readings, require_agreement, url_has_allowed_host_and_scheme
from urldom.readings import _libraries as libraries
from urldom.readings._readers import read
from urldom.readings._reading import USER_INFO_IN_HOST

every_client = pytest.mark.parametrize("client", installed_clients())

#: Targets that only one client follows to another server
FOLLOWED = [
    # requests decodes the escapes in the scheme before it parses the URL.
    *(("requests", f"{scheme}://{{}}/") for scheme in ("%68ttp", "ht%74p", "%48%54%54%50")),
    # httpx removes the colon at the start.
    *((client, ":http://{}/") for client in ("httpx", "httpx2")),
]


@pytest.fixture
def no_client(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the readings of all clients from the check."""
    monkeypatch.setattr(
        libraries, "LIBRARIES", {"urllib.parse": libraries.LIBRARIES["urllib.parse"]}
    )


@pytest.fixture(scope="module")
def some_redirects() -> list[Redirect]:
    return list(islice(redirects(0), 200))


# Without real sockets


@every_client
def test_allowed_redirect_stays_on_the_host(client, some_redirects):
    outcome = run(client, some_redirects)
    assert outcome.wrong == []
    assert outcome.followed > outcome.let_through * 0.9 and outcome.other_departures > 5


@pytest.mark.nightly
@every_client
def test_many_allowed_redirects_stay_on_the_host(client, many_redirects):
    outcome = run(client, many_redirects)
    assert outcome.wrong == []
    assert outcome.let_through == 2000 and outcome.other_departures > 100


@pytest.fixture(scope="module")
def many_redirects() -> list[Redirect]:
    return list(islice(redirects(1), 4000))


@pytest.mark.parametrize("target", dict(FOLLOWED).values())
def test_target_is_refused_even_if_its_client_is_not_a_reader(no_client, target):
    assert list(readings("x", "http://h/")) == [*STANDARD_NAMES, "urllib.parse"]
    assert not url_has_allowed_host_and_scheme(target.format("evil.example"), {"good.example"})
    assert url_has_allowed_host_and_scheme("/%68ttp://evil.example/?%7e:", {"good.example"})


@pytest.mark.nightly
def test_redirects_that_are_allowed_without_client_readings_stay_on_the_host(no_client):
    asked = list(islice(redirects(2), 4000))
    for client in installed_clients():
        assert run(client, asked).wrong == []


@every_client
def test_run_finds_a_client_that_connects_elsewhere(client):
    leaving = Redirect("/", "https://good.example/", b"//evil.example/", is_let_through=True)
    assert run(client, [leaving]).wrong == [(leaving, ("evil.example", 443))]


@every_client
def test_reading_of_a_redirect_matches_the_connection_of_the_client(client, some_redirects):
    followed = 0
    with network() as made, CLIENTS[client]() as get:
        for redirect in some_redirects:
            reading = read(client, redirect.target, redirect.page)
            place = arrival(made, get, redirect.page, headers(redirect.target)[0])
            if place is not None and "@" in place[0]:
                assert reading.error == USER_INFO_IN_HOST
            elif place is not None:
                followed += 1
                assert (reading.host or "").lower().strip("[]") == place[0], redirect
                assert (reading.port or {"http": 80, "https": 443}[reading.scheme]) == place[1], (
                    redirect
                )
    assert followed > 100


# With real servers


class Server(ThreadingHTTPServer):
    """Redirects `/?N` to target number N, and records each connection."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.locations: dict[str, bytes] = {}
        self.is_visited = False

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def process_request(self, request: Any, client_address: Any) -> None:
        self.is_visited = True
        super().process_request(request, client_address)


class Handler(BaseHTTPRequestHandler):
    server: Server

    def handle(self) -> None:
        if self.rfile.peek(1)[:1] != b"\x16":  # type: ignore[attr-defined]  # a client that wants TLS
            super().handle()

    def do_GET(self) -> None:
        location = self.server.locations.pop(self.path, None)
        self.send_response_only(204 if location is None else 302)
        self.end_headers() if location is None else self.wfile.write(
            b"HTTP/1.0 302 Found\r\nLocation: %b\r\n\r\n" % location
        )

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def running() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def good() -> Iterator[Server]:
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def evil() -> Iterator[Server]:
    with running() as server:
        yield server


@pytest.fixture
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Block lookups of names, and connections to other addresses."""
    look_up = socket.getaddrinfo

    def look_up_here(host: object, *arguments: Any, **options: Any) -> Any:
        if host not in ("127.0.0.1", b"127.0.0.1"):
            raise socket.gaierror(socket.EAI_NONAME, "the test allows only 127.0.0.1")
        return look_up(host, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", look_up_here)


def leads_to_evil(get: Get, location: bytes, good: Server, evil: Server, number: int = 0) -> bool:
    """Return true if the client connects to `evil` after `good` redirects it to `location`."""
    good.locations.clear()
    good.locations[f"/?{number}"] = location
    evil.is_visited = False
    with suppress(Exception):
        get(f"http://{good.host}/?{number}")
    assert f"/?{number}" not in good.locations
    return evil.is_visited


@pytest.mark.parametrize(("client", "target"), FOLLOWED)
def test_target_that_one_client_follows_elsewhere_is_not_allowed(
    client, target, good, evil, only_here
):
    pytest.importorskip(client)
    target = target.format(evil.host)
    with CLIENTS[client]() as get:
        assert leads_to_evil(get, target.encode(), good, evil)
    reading = readings(target, f"http://{good.host}/")[client]
    assert (reading.host, reading.port) == ("127.0.0.1", evil.server_port)
    assert not url_has_allowed_host_and_scheme(target, {good.host})


@every_client
@more_at_night("count", 50, 1500)
def test_allowed_redirect_stays_on_a_real_server(client, count, good, evil, only_here):
    with CLIENTS[client]() as get:
        assert leads_to_evil(get, f"//{evil.host}/".encode(), good, evil)
        asked = allowed = 0
        for target in targets(2):
            target = target.replace("good.example", good.host).replace("evil.example", evil.host)
            is_allowed = url_has_allowed_host_and_scheme(target, {good.host})
            # Half of the redirects of the test are allowed.
            if (allowed if is_allowed else asked - allowed) < count / 2 and (
                written := headers(target)
            ):
                asked, allowed = asked + 1, allowed + is_allowed
                leaves = leads_to_evil(get, written[asked % len(written)], good, evil, asked)
                assert not (leaves and is_allowed), target
            if asked == count:
                break


# The readings


PAGE = "http://page.example/dir/page"


@every_client
def test_client_has_readings_of_opened_urls_and_of_redirects(client):
    assert read(client, "http://example.com:8080/a/b?c#d", None) == Reading(
        "http", "example.com", 8080, "/a/b"
    )
    assert read(client, "https://example.com/?q", None).scheme == "https"
    for target, host, path in [
        ("/a?b#c", "page.example", "/a"),
        ("x", "page.example", "/dir/x"),
        ("//other.example/a", "other.example", "/a"),
        ("https://other.example:8443/a", "other.example", "/a"),
        ("", "page.example", "/dir/page"),
        ("#f", "page.example", "/dir/page"),
        (" /a ", "page.example", None),
    ]:
        reading = read(client, target, PAGE)
        assert (reading.error, reading.host) == (None, host)
        assert path in (None, reading.path)


@every_client
def test_header_is_utf_8(client):
    # urllib3 decodes the header as ISO-8859-1.
    path = "/a/%C3%83%C2%A9" if client == "urllib3" else "/a/%C3%A9"
    assert read(client, "/a/é", PAGE).path == path


@every_client
@each_case("target", ["/a\r\nb", "/\n", "\0", "/\ud800"])
def test_target_that_a_header_cannot_contain_is_refused(client, target):
    assert read(client, target, PAGE).error


@every_client
def test_user_info_is_not_part_of_the_host(client):
    url = "http://user:secret@example.com/"
    for base in (None, PAGE):
        reading = read(client, url, base)
        assert reading.error == USER_INFO_IN_HOST or reading == Reading(
            "http", "example.com", reading.port, "/"
        )
        assert "secret" not in repr(reading)
    assert require_agreement(url, PAGE).hostname == "example.com"


@pytest.mark.parametrize(
    "client", [name for name in ("httpx", "httpx2") if name in installed_clients()]
)
def test_httpx_reads_the_host_after_a_backslash(client):
    trick = r"http://evil.example\@good.example/"
    assert readings(trick)[client].host == "good.example" != readings(trick)["whatwg"].host


def test_requests_reads_a_url_and_a_redirect_differently():
    pytest.importorskip("requests")
    trick = r"http://evil.example\@good.example/"
    assert readings(trick)["requests"].host == "evil.example"
    assert readings(trick, PAGE)["requests"].host == "good.example"


@every_client
def test_reading_is_not_logged(client, caplog):
    caplog.set_level(logging.DEBUG)
    assert read(client, "//other.example/", PAGE).host == "other.example"
    assert caplog.records == []


def test_log_of_urllib3_itself_is_kept(caplog):
    urllib3 = pytest.importorskip("urllib3")
    caplog.set_level(logging.INFO)
    assert read("urllib3", "/a", PAGE).host == "page.example"
    with network() as made, CLIENTS["urllib3"]() as get:
        assert arrival(made, get, "http://good.example/", b"/a") == ("good.example", 80)
    assert [record.name for record in caplog.records] == [urllib3.poolmanager.__name__]


@every_client
def test_client_can_be_read_inside_an_event_loop(client):
    async def ask() -> Reading:
        return read(client, "/a", PAGE)

    assert asyncio.run(ask()) == read(client, "/a", PAGE)


@every_client
def test_client_can_be_read_in_many_threads(client):
    wrong = []

    def ask(number: int) -> None:
        for turn in range(30):
            host = f"h{number}-{turn}.example"
            if read(client, f"//{host}/", PAGE).host != host:
                wrong.append(host)

    threads = [threading.Thread(target=ask, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.full
def test_no_resource_stays_open():
    program = (
        "from urldom.readings import readings; print(readings('/a', 'http://h/')['whatwg'].host)"
    )
    command = [sys.executable, "-X", "dev", "-W", "ignore::DeprecationWarning", "-c", program]
    process = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (
        process.stdout,
        "ResourceWarning" in process.stderr,
        "never awaited" in process.stderr,
    ) == (
        "h\n",
        False,
        False,
    )


def test_old_aiohttp_refuses_every_url(fresh, monkeypatch):
    aiohttp = pytest.importorskip("aiohttp")
    monkeypatch.delattr(aiohttp.BaseConnector, "allowed_protocol_schema_set")
    assert "the reader aiohttp needs aiohttp>=3.10" in (
        readings("http://h/")["aiohttp"].error or ""
    )
