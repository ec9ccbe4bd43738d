"""The recipes of docs/security.md, with private addresses and with names that lead to them."""

from __future__ import annotations

import importlib.util
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.strategies import hostile
from urldom.hosts import address_space
from urldom.whatwg import URL

EXAMPLE = Path(__file__).parents[2] / "examples/fetch_public.py"


def is_private_address(url: URL) -> bool:
    """Return true if the host of the URL is a private address. The function is in docs/security.md
    too."""
    return url.ip_address is not None and address_space(url.ip_address) != "public"


PRIVATE = [
    # IPv4 as one number, with hexadecimal, octal and mixed parts, with fewer parts, with a dot at
    # the end
    *(
        "2130706433",
        "0x7f000001",
        "0X7F.1",
        "017700000001",
        "0177.0.0.1",
        "127.1",
        "127.0.1",
        "0x7f.0.0x0.01",
    ),
    *(
        "127.0.0.1.",
        "0",
        "0.0.0.0",
        "0x0",
        "00",
        "3232235777",
        "0xc0a80101",
        "0300.0250.1.1",
        "10.1",
        "2852039166",
    ),
    # digits and dots that IDNA maps, and escapes
    *("①②⑦.⓪.⓪.①", "１２７．０．０．１", "127。0。0。1", "127｡0.0.1", "𝟏𝟐𝟕.0.0.1", "1\xad27.0.0.1"),
    *("%31%32%37.0.0.1", "127%2E0.0.1", "0xA9%46EA9FE", "%30x7f.1"),
    # IPv6, and IPv4 inside it
    *(
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::]",
        "[0::0001]",
        "[fe80::1]",
        "[fd12:3456::1]",
        "[fec0::1]",
        "[ff02::1]",
    ),
    *(
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:FFFF:169.254.169.254]",
        "[::ffff:a9fe:a9fe]",
    ),
    *("[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:FF9B::a9fe:a9fe]", "[64:ff9b:1::10.0.0.1]"),
    *(
        "[2002:7f00:1::]",
        "[2002:a9fe:a9fe::1]",
        "[2001:db8::1]",
        "[2001::1]",
        "[100::1]",
        "[5f00::1]",
    ),
    # special-purpose addresses
    *(
        "100.64.0.1",
        "192.0.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "169.254.169.254",
    ),
]
PUBLIC = [
    *(
        "9.9.9.9",
        "0x9.0x9.0x9.0x9",
        "151587081",
        "[2620:fe::fe]",
        "[::ffff:9.9.9.9]",
        "[64:ff9b::909:909]",
    ),
]
NAMES = [
    *(
        "localhost",
        "localhost.",
        "LOCALHOST",
        "127.0.0.1.nip.io",
        "metadata.google.internal",
        "0x7f.1.example",
    ),
]


@each_case("host", PRIVATE)
def test_private_address_is_found_in_every_spelling(host):
    for text in (
        f"http://{host}/",
        f"HTTPS:\\\\user@{host}:8080\\",
        f" http:{host}?#\n",
        f"ht\ntp://{host}",
    ):
        assert is_private_address(URL(text))


@pytest.mark.parametrize("host", PUBLIC)
def test_public_address_is_allowed(host):
    url = URL(f"http://{host}/")
    assert url.ip_address is not None and not is_private_address(url)


@pytest.mark.parametrize("host", NAMES)
def test_name_has_no_address_before_a_lookup(host):
    url = URL(f"http://{host}/")
    assert url.ip_address is None and not is_private_address(url)


@given(
    hostile
    | st.ip_addresses().map(str)
    | st.ip_addresses(v=4).map(lambda address: hex(int(address)))
)
def test_filter_decides_about_every_url_without_an_error(text):
    for written in (text, f"http://{text}/", f"http://[{text}]/"):
        url = URL.parse(written)
        if url is not None:
            assert is_private_address(url) in (True, False)
            digits = url.hostname.replace(".", "")
            is_address = url.hostname.startswith("[") or (digits.isdecimal() and digits.isascii())
            assert (
                url.ip_address is not None
                or not is_address
                or url.protocol not in ("http:", "https:")
            )


# The example that resolves names


@pytest.fixture
def example() -> ModuleType:
    specification = importlib.util.spec_from_file_location("fetch_public", EXAMPLE)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


class Handler(BaseHTTPRequestHandler):
    """Redirects `/to?URL` to that URL. Other responses contain the host of the request."""

    def do_GET(self) -> None:
        path, _, target = self.path.partition("?")
        body = f"{self.headers['Host']} {self.path}".encode()
        self.send_response(302 if path == "/to" else 200)
        if path == "/to":
            self.send_header("Location", target)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def connected(
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[dict[str, list[list[str]]]], list[str]]]:
    """A function that replaces the name server and the network. Its argument maps each name to the
    list of successive answers. The function returns a list, to which each connection of the program
    adds an address. Every connection leads to a server of this test."""
    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    create_connection, getaddrinfo = socket.create_connection, socket.getaddrinfo
    addresses: list[str] = []

    def with_answers(answers: dict[str, list[list[str]]]) -> list[str]:
        def resolve(host: str, *arguments: Any, **options: Any) -> list[object]:
            found = answers[host].pop(0) if host in answers else [host]
            return [
                entry for address in found for entry in getaddrinfo(address, *arguments, **options)
            ]

        def connect(address: tuple[str, int], timeout: float) -> socket.socket:
            addresses.append(address[0])
            return create_connection(server.server_address[:2], timeout)

        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        monkeypatch.setattr(socket, "create_connection", connect)
        return addresses

    yield with_answers
    monkeypatch.undo()
    server.shutdown()
    server.server_close()


def test_name_is_resolved_once_and_only_its_checked_address_is_used(example, connected):
    addresses = connected({"good.example": [["9.9.9.9"], ["127.0.0.1"]]})
    assert example.fetch("http://good.example:8080/a?b") == b"good.example:8080 /a?b"
    assert addresses == ["9.9.9.9"]
    with pytest.raises(example.RefusedError, match=r"127\.0\.0\.1 is loopback"):
        example.fetch("http://good.example/")
    assert addresses == ["9.9.9.9"]


@pytest.mark.parametrize(
    "answer", [["9.9.9.9", "10.0.0.1"], ["2620:fe::fe", "::1"], ["64:ff9b::a9fe:a9fe"], ["fe80::1"]]
)
def test_host_with_one_private_address_is_refused(example, connected, answer):
    addresses = connected({"evil.example.": [answer]})
    with pytest.raises(example.RefusedError, match=r"is (local|loopback)"):
        example.fetch("http://evil.example./")
    assert addresses == []


@pytest.mark.parametrize("host", PRIVATE)
def test_private_address_in_a_url_is_refused(example, connected, host):
    addresses = connected({})
    with pytest.raises(example.RefusedError, match=r"is (local|loopback)"):
        example.fetch(f"http://{host}/")
    assert addresses == []


def test_each_redirect_is_checked(example, connected):
    addresses = connected(
        {
            "a.example": [["9.9.9.9"]] * 9,
            "b.example": [["2620:fe::fe"]],
            "c.example": [["10.0.0.1"]],
        }
    )
    assert example.fetch("http://a.example/to?//b.example/x") == b"b.example /x"
    assert addresses == ["9.9.9.9", "2620:fe::fe"]
    for target in ("http://c.example/", "http://0x7f.1/", "\\\\[::1]/"):
        with pytest.raises(example.RefusedError, match=r"is (local|loopback)"):
            example.fetch(f"http://a.example/to?{target}")
    with pytest.raises(example.RefusedError, match="its scheme is file"):
        example.fetch("http://a.example/to?file:///etc/passwd")
    assert addresses == ["9.9.9.9", "2620:fe::fe", *["9.9.9.9"] * 4]
    with pytest.raises(example.RefusedError, match="more than 1 redirects"):
        example.fetch("http://a.example/to?/to?/to?/", redirects=1)
