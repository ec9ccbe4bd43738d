"""`default_scheme`: which strings get a scheme, and which have one or are relative."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.strategies import TOKENS
from urldom import URL

#: Each string, and the URL that it is with the default scheme `https`, or `None` if it is not a URL
ADDRESSES: list[tuple[str, str | None]] = [
    ("example.com/x", "https://example.com/x"),
    ("example.com", "https://example.com/"),
    ("localhost:8080/x", "https://localhost:8080/x"),
    ("localhost:8080", "https://localhost:8080/"),
    ("example.com:443?q", "https://example.com/?q"),
    ("h:8080\\x", "https://h:8080/x"),
    ("h:8080#x", "https://h:8080/#x"),
    ("192.168.0.1:80", "https://192.168.0.1:80/"),
    ("[::1]:8080/x", "https://[::1]:8080/x"),
    ("//host/x", "https://host/x"),
    ("\\\\host\\x", "https://host/x"),
    ("/\t/host", "https://host/"),
    ("user@host/x", "https://user@host/x"),
    ("bücher.example", "https://xn--bcher-kva.example/"),
    (" \0example.com \n", "https://example.com/"),
    ("h:80\t80 ", "https://h:8080/"),
    ("..a/b", "https://..a/b"),
    # They have a scheme.
    ("http://example.com", "http://example.com/"),
    ("HT\nTP://example.com", "http://example.com/"),
    ("mailto:a@b", "mailto:a@b"),
    ("user:pass@host", "user:pass@host"),
    ("user:80@host", "user:80@host"),
    ("localhost:", "localhost:"),
    ("localhost:80a", "localhost:80a"),
    ("localhost:65536/", "localhost:65536/"),
    ("tel:911", "tel:911"),
    ("JavaScript:1", "javascript:1"),
    ("http:80", "http://0.0.0.80/"),
    ("C:\\x", "c:\\x"),
    # They are relative.
    *(
        (text, None)
        for text in (
            "",
            " ",
            "/x",
            "\\x",
            "?x",
            "#x",
            ".",
            "..",
            "./x",
            "../x",
            ".\\x",
            "..?x",
            "/",
        )
    ),
    ("a b", None),
]


@each_case(("text", "href"), ADDRESSES)
def test_a_string_without_a_scheme_gets_the_default(text: str, href: str | None) -> None:
    found = URL.parse(text, default_scheme="https")
    assert (found and found.href) == href


def test_the_default_is_used_before_the_base() -> None:
    base = "http://example.org/a/"
    texts = ["example.com", "//example.com", "/x", "./x", "?x"]
    found = [URL.parse(text, base, default_scheme="https") for text in texts]
    assert list(map(str, found)) == [
        *("https://example.com/", "https://example.com/"),
        *("http://example.org/x", "http://example.org/a/x", "http://example.org/a/?x"),
    ]
    assert str(URL.parse("example.com", base)) == "http://example.org/a/example.com"


def test_any_scheme_can_be_the_default() -> None:
    assert (
        str(URL.parse("db.example/x", default_scheme="postgresql")) == "postgresql://db.example/x"
    )
    assert str(URL.parse(URL("http://h/"), default_scheme="https")) == "http://h/"


@given(st.lists(st.sampled_from([*TOKENS, "a", ".", ":", "/", "8080"]), max_size=6).map("".join))
def test_only_a_name_and_a_port_lose_their_scheme(text: str) -> None:
    before, after = URL.parse(text), URL.parse(text, default_scheme="https")
    if before is not None and before != after:
        assert re.fullmatch(r"[a-z0-9+.-]+:\d{1,5}([/?#\\].*)?", str(before))
    # A path never becomes a host.
    if re.match(r"[\0- ]*[/\\][\t\n\r]*([^/\\\t\n\r]|\Z)", text):
        assert after is None


@pytest.mark.parametrize(
    ("scheme", "error", "words"),
    [
        (
            "https:",
            ValueError,
            "default_scheme must be a scheme without a colon, such as 'https', not 'https:'",
        ),
        ("", ValueError, "not ''"),
        ("1x", ValueError, "not '1x'"),
        ("https\n", ValueError, "a scheme without a colon"),
        (5, TypeError, "default_scheme must be a str such as 'https', or None, not int"),
        (b"https", TypeError, "not bytes"),
    ],
)
def test_default_must_be_a_scheme(scheme: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        URL.parse("http://h/", default_scheme=scheme)
