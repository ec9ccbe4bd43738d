"""Functions that make pages with a form, and submit it."""

from __future__ import annotations

from typing import Any

from tests.trees.parsers import HTML_PARSERS
from urldom.http import Request
from urldom.trees import TreeDocument, document

ADDRESS = "http://h/d/p?old#f"


def page_of(text: str, parse: Any = None, **options: Any) -> TreeDocument:
    """Parse a page. The default parser follows the HTML Standard."""
    return document((parse or HTML_PARSERS["html5lib, etree"])(text), ADDRESS, **options)


def send(text: str, parse: Any = None, *, encoding: str | None = None, **options: Any) -> Request:
    """Submit the first form of a page."""
    page = page_of(text, parse, encoding=encoding)
    return page.submission(next(page.forms()), **options)


def entries(text: str, parse: Any = None, **options: Any) -> list[tuple[str, Any]]:
    """Return the entries of the submission of a form with these controls."""
    return list(send(f"<body><form>{text}</form>", parse, **options).entries)


def content_headers(sent: Request) -> dict[str, str]:
    """Return the headers that describe the body. Others are those of any request of the page."""
    return {name: value for name, value in sent.headers.items() if name.startswith("Content-")}


def explained(sent: Request) -> list[str]:
    """Return the lines of the explanation before the headers: those about the form and its
    controls."""
    lines = sent.explain().splitlines()
    first = next(iter(sent.headers))
    return lines[
        : next(number for number, line in enumerate(lines) if line.startswith(f"{first}: "))
    ]
