"""`require_agreement` returns a URL if all readers agree on it, and raises an error otherwise."""

from __future__ import annotations

import copy
import pickle

import pytest

from tests.cases import each_case
from urldom import URL, InvalidURLError
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.readings import AmbiguousURLError, Reading, readings, require_agreement
from urldom.readings._libraries import LIBRARIES
from urldom.readings._reading import COMPARED

BASE = "http://base.example/dir/page"

ORDINARY = [
    "http://example.com",
    "http://example.com?q=1",
    "http://example.com:80#f",
    "http://localhost/",
    "https://例え.example/",
    "http://example.com/%zz/a\\b",
    "HTTPS://EXAMPLE.com:443/a/../b?c#d",
    "http://example.com:8080/",
    "http://example.com/é/日本語?q=é#é",
    "http://example.com/a b|c?x[]=1&y={z}",
    "http://a_b.example.com/",
    "http://bücher.example/",
    "http://xn--bcher-kva.example/",
    "http://пример.рф/",
    "http://127.0.0.1:8000/",
    "http://[::1]:80/",
    "http://user:pw@example.com/",
    "http://example.com/a//b/./c;d=e,f@g:h",
    "http://example.com./",
]
#: URLs that readers read differently. Some of the readers are standards.
TRICKS = [
    "http://good.example\\@evil.example/",
    "http://good.example?@evil.example/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://127.0.0.1./",
    "http://%65vil.example/",
    "http://①②⑦.⓪.⓪.①/",
    "http://good。example/",
    "http:/evil.example/x",
    "http:evil.example/x",
    "http:\\\\evil.example\\x",
    "http://faß.de/",
]


@each_case("url", ORDINARY)
def test_readers_agree_on_an_ordinary_url(url):
    assert require_agreement(url) == URL(url)
    assert "host" not in readings(url).disagreements


@each_case("url", TRICKS)
def test_url_with_two_readings_is_ambiguous(url):
    with pytest.raises(AmbiguousURLError):
        require_agreement(url)
    with pytest.raises(AmbiguousURLError):
        require_agreement(url, among=[*STANDARD_NAMES, "urllib.parse"])


def test_reference_is_resolved_against_the_base():
    assert require_agreement("/é", BASE).href == "http://base.example/%C3%A9"
    for trick in ("\\\\evil.example/x", "/\\evil.example/x", "///evil.example/x"):
        with pytest.raises(AmbiguousURLError) as raised:
            require_agreement(trick, BASE)
        assert raised.value.readings.base == BASE
    for url, base in (("/", None), ("x", "y"), ("http://h:x/", None)):
        with pytest.raises(InvalidURLError):
            require_agreement(url, base)


def test_readers_and_components_can_be_chosen():
    url = "http://0x7f.1/"
    assert require_agreement(url, among=["whatwg"]).hostname == "127.0.0.1"
    assert require_agreement(url, among=[], on=["host"]).hostname == "127.0.0.1"
    assert require_agreement(url, among=["rfc3986"], on=["scheme", "port"]).hostname == "127.0.0.1"
    with pytest.raises(AmbiguousURLError) as raised:
        require_agreement(url, among=["rfc3986"], on=["host"])
    assert (raised.value.url, raised.value.on) == (url, ("host",))
    # The result follows the URL Standard, which is always one of the readers.
    assert list(raised.value.readings) == ["whatwg", "rfc3986"]
    assert str(raised.value) == (
        "'http://0x7f.1/' is read in different ways: host 127.0.0.1 (whatwg), 0x7f.1 (rfc3986)"
    )
    with pytest.raises(AmbiguousURLError, match="path"):
        require_agreement("http://h/a/../b", among=["rfc1808", "urllib.parse"], on=["path"])


def test_readers_have_to_agree_on_the_returned_url(fresh, monkeypatch):
    """The reader agrees with the URL Standard on `HTTP://h/`, but not on the result `http://h/`."""

    def read(url, base):
        return Reading("http", "h" if url.startswith("HTTP") else "i", 80, "/")

    monkeypatch.setitem(LIBRARIES, "urllib.parse", lambda: read)
    with pytest.raises(AmbiguousURLError) as raised:
        require_agreement("HTTP://h/", among=["urllib.parse"])
    assert raised.value.url == "http://h/"


def test_only_the_named_components_are_compared(monkeypatch):
    def compare(reading):
        raise AssertionError("a path was compared")

    monkeypatch.setitem(COMPARED, "path", compare)
    assert require_agreement("http://h/a").hostname == "h"
    with pytest.raises(AmbiguousURLError) as raised:
        require_agreement("http://0x7f.1/", among=["rfc3986"])
    assert "0x7f.1 (rfc3986)" in str(raised.value)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"among": ["nobody"]}, ValueError, "unknown reader 'nobody': use one of html5"),
        ({"among": "yarl"}, TypeError, r"such as \['yarl'\]"),
        (
            {"on": ["query"]},
            ValueError,
            "unknown component 'query': use one of scheme, host, port, path",
        ),
        ({"on": "host"}, TypeError, r"such as \['host'\]"),
        ({"on": []}, ValueError, "on is empty"),
    ],
)
def test_wrong_argument_is_named_in_the_error(wrong, error, message):
    with pytest.raises(error, match=message):
        require_agreement("http://h/", **wrong)


def test_error_is_a_short_value_error_that_can_be_copied():
    host = "0" * 5000
    with pytest.raises(ValueError) as raised:
        require_agreement(
            f"http://0x{host}7f.1/{host}", among=["rfc3986", "urllib.parse"], on=["host", "path"]
        )
    assert len(str(raised.value)) < 600
    for twin in (copy.copy(raised.value), pickle.loads(pickle.dumps(raised.value))):
        assert (str(twin), twin.readings, twin.on) == (
            str(raised.value),
            raised.value.readings,
            raised.value.on,
        )
