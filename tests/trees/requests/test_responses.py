"""`parse(response)` brings the policies of the response of each HTTP client, whose headers have
different types."""

from __future__ import annotations

from collections.abc import Callable
from email.message import Message
from io import BytesIO
from typing import Any
from urllib.response import addinfourl

import pytest

from tests.trees.requests.helpers import ADDRESS
from urldom.trees import parse

BODY = b"<!DOCTYPE html><a href=/x>"
HEADERS = [
    ("Content-Type", "text/html"),
    ("Referrer-Policy", "origin"),
    ("referrer-policy", "unknown"),
    ("Content-Security-Policy", "img-src *"),
    ("Content-Security-Policy", "upgrade-insecure-requests"),
]


def of_httpx() -> Any:
    httpx = pytest.importorskip("httpx")
    return httpx.Response(200, headers=HEADERS, content=BODY, request=httpx.Request("GET", ADDRESS))


def of_requests() -> Any:
    requests = pytest.importorskip("requests")
    response = requests.Response()
    response.url, response.status_code, response.raw = ADDRESS, 200, BytesIO(BODY)
    for name, value in HEADERS:  # requests joins the headers of one name.
        response.headers[name] = (
            f"{response.headers[name]}, {value}" if name in response.headers else value
        )
    return response


def of_urllib() -> Any:
    message = Message()
    for name, value in HEADERS:
        message[name] = value
    return addinfourl(BytesIO(BODY), message, ADDRESS, 200)


def of_scrapy() -> Any:
    http = pytest.importorskip("scrapy.http")
    headers: dict[str, list[str]] = {}
    for name, value in HEADERS:
        headers.setdefault(name.title(), []).append(value)
    return http.HtmlResponse(ADDRESS, body=BODY, headers=headers)


@pytest.mark.parametrize("make", [of_httpx, of_requests, of_urllib, of_scrapy])
def test_response_brings_its_policies(make: Callable[[], Any]) -> None:
    page = parse(make())
    request = page.request(next(page.urls()))
    assert request is not None
    assert request.headers["Referer"] == "https://example.com/"
    node = next(page.urls()).node
    assert page.url_of(node).href == "https://example.com/x"
    page.rewrite(lambda _: "http://example.com/x")
    upgraded = page.request(next(page.urls()))
    assert upgraded is not None
    assert upgraded.url == "https://example.com/x"


def test_headers_of_the_caller_come_first() -> None:
    page = parse(of_urllib(), headers={"Referrer-Policy": "no-referrer"})
    request = page.request(next(page.urls()))
    assert request is not None
    assert "Referer" not in request.headers
