"""Make the table of feeds from a source distribution of feedparser. A file of its tests has a
comment, which holds what it expects, and headers of the response."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

COLUMNS = ["name", "markup", "address", "content_type", "place", "expected"]
#: The server of feedparser's tests
SERVER = "http://127.0.0.1:8097/tests/"
#: Files that test what is left out of a feed, not how a URL is resolved.
_LEFT_OUT = "sanitize"
_COMMENT = re.compile(rb"<!--(?:(?!-->)[\s\S])*?Expect:\s*(.*?)\s*-->\s*")
_HEADER = re.compile(rb"^Header:\s+([^:]+):(.+)$", re.MULTILINE)
_URL = re.compile(r"[a-z][a-z0-9+.-]*:\S+")
#: Values that are names, such as a relation or a scheme of categories.
_NO_LOCATION = re.compile(r"(?:\b|')(?:type|rel|ref|path|name|email|scheme)'?\]?$")


def rows(tests: Path) -> Iterator[list[Any]]:
    """Yield a row for each value with URLs that a file expects."""
    for file in sorted([*tests.glob("wellformed/**/*.xml"), *tests.glob("illformed/**/*.xml")]):
        data = file.read_bytes()
        comment = _COMMENT.search(data)
        if comment is None or file.parent.name == _LEFT_OUT:
            continue
        name = file.relative_to(tests).as_posix()
        headers = {key.lower(): value.strip() for key, value in _HEADER.findall(comment[0])}
        markup = (data[: comment.start()] + data[comment.end() :]).decode("latin-1")
        address = urljoin(SERVER + name, headers.get(b"content-location", b"").decode())
        content_type = headers.get(b"content-type", b"application/xml").decode()
        for place, value in _expectations(comment[1].decode()):
            if not _NO_LOCATION.search(place) and (urls := _urls_of(value)):
                yield [name.removesuffix(".xml"), markup, address, content_type, place, urls]


def _expectations(expression: str) -> Iterator[tuple[str, str]]:
    """Yield the places and the texts that an expression such as `feed['link'] ==
    'http://example.com/'` compares."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            place, other = ast.unparse(node.left), node.comparators[0]
            value = ast.literal_eval(other) if isinstance(other, ast.Constant | ast.Dict) else None
            items = value.items() if isinstance(value, dict) else [(None, value)]
            for key, text in items:
                if isinstance(text, str):
                    yield place if key is None else f"{place}[{key!r}]", text


def _urls_of(value: str) -> list[str]:
    if _URL.fullmatch(value):
        return [value]
    parser = _Links()
    parser.feed(value)
    return parser.found


class _Links(HTMLParser):
    """Collects the links and images of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = [value for name, value in attrs if name in ("href", "src", "xlink:href") and value]
        self.found += filter(_URL.match, values)
