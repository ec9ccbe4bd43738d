"""Functions that make a page, and the requests of its URLs."""

from __future__ import annotations

from typing import Any

from urldom.http import Request
from urldom.trees import TreeDocument, parse

ADDRESS = "https://example.com/dir/page?q#f"


def page_of(
    source: str, address: str = ADDRESS, parser: str = "html5lib", **options: Any
) -> TreeDocument:
    return parse(source, address, parser=parser, **options)


def outcome(source: str, *arguments: Any, of: str = "x", **options: Any) -> Request | str:
    """Return the request of the URL that ends in `x`, or why nothing is sent."""
    page = page_of(source, *arguments, **options)
    (found,) = [url for url in page.urls() if url.value.endswith(of)]
    request, reason = page.request(found), page.why_not(found)
    assert (request is None) == (reason is not None)
    return reason or request  # type: ignore[return-value]


def sent(source: str, *arguments: Any, **options: Any) -> Request:
    request = outcome(source, *arguments, **options)
    assert isinstance(request, Request), request
    return request


def referer(source: str, *arguments: Any, **options: Any) -> str | None:
    return sent(source, *arguments, **options).headers.get("Referer")
