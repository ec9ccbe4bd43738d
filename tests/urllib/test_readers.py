"""The programs that read the result of `urljoin` find one host and one port in it: a browser's."""

from __future__ import annotations

from collections.abc import Callable
from http.client import HTTPConnection, HTTPSConnection
from ipaddress import ip_address
from typing import Any
from urllib import parse
from urllib.request import Request

import pytest

from tests.urllib.nasty import nasty_pairs
from urldom import URL
from urldom.urllib import urljoin

#: Characters that requests escapes in a host, and a browser does not. No domain name contains them.
IN_NO_DOMAIN = set("\"'<>`{}^|")


def by_urllib_parse(url: str) -> tuple[Any, Any]:
    split = parse.urlsplit(url)
    return split.hostname, split.port


def by_urllib_request(url: str) -> tuple[Any, Any]:
    request = Request(url)
    if "@" in request.host:
        raise ValueError("urllib.request looks up a host with its user info")
    connection = (HTTPSConnection if request.type == "https" else HTTPConnection)(request.host)
    return connection.host, connection.port


def by_requests(url: str) -> tuple[Any, Any]:
    requests, urllib3 = pytest.importorskip("requests"), pytest.importorskip("urllib3")
    read = urllib3.util.parse_url(requests.Request("GET", url).prepare().url)
    return read.host, read.port


def by_httpx(url: str) -> tuple[Any, Any]:
    read = pytest.importorskip("httpx").URL(url)
    return read.raw_host.decode(), read.port


def by_yarl(url: str) -> tuple[Any, Any]:
    read = pytest.importorskip("yarl").URL(url)
    return read.raw_host, read.explicit_port


def by_aiohttp(url: str) -> tuple[Any, Any]:
    """Read a URL as aiohttp does, which sends it to the host of the prepared request."""
    pytest.importorskip("aiohttp")
    read = pytest.importorskip("yarl").URL(url, encoded=False).with_fragment(None)
    if not read.raw_host:
        raise ValueError("aiohttp raises InvalidURL")
    return read.raw_host, read.port


def normal(host: str | None) -> str:
    host = (host or "").lower().strip("[]")
    host = host if host.isascii() else host.encode("idna").decode()
    try:
        return str(ip_address(host))
    except ValueError:
        return host


READERS = [by_urllib_parse, by_urllib_request, by_requests, by_httpx, by_yarl, by_aiohttp]


@pytest.mark.parametrize(
    "count",
    [
        400,
        pytest.param(2_000, marks=pytest.mark.full),
        pytest.param(100_000, marks=pytest.mark.nightly),
    ],
)
@pytest.mark.parametrize("reader", READERS)
def test_reader_finds_the_browsers_host(
    reader: Callable[[str], tuple[Any, Any]], count: int
) -> None:
    read = 0
    reader("http://example.com/")
    for base, url in nasty_pairs(17, count):
        try:
            expected = URL(url, base)
        except ValueError:
            continue
        if expected.protocol not in ("http:", "https:") or IN_NO_DOMAIN.intersection(
            expected.hostname
        ):
            continue
        default = expected.default_port
        joined = urljoin(base, url)
        try:
            host, port = reader(joined)
        except Exception:
            continue  # The reader refuses the URL, so it connects to no host.
        read += 1
        is_port = (port or default) == expected.effective_port
        assert normal(host) == normal(expected.hostname) and is_port, (base, url, joined)
    assert read > count / 12


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://good.example/", r"\\evil.example\x"),
        ("https://good.example/", r"/\evil.example/x"),
        ("https://good.example/", "///evil.example/x"),
        ("https://good.example/", r"https:\\evil.example"),
        ("https://good.example/", r"http://evil.example\@good.example/"),
    ],
)
def test_standard_library_finds_another_host(base: str, url: str) -> None:
    assert URL(url, base).host == "evil.example" == by_urllib_parse(urljoin(base, url))[0]
    assert by_urllib_parse(parse.urljoin(base, url))[0] != "evil.example"
