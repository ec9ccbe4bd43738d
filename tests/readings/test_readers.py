"""`readings` returns the reading of every reader."""

from __future__ import annotations

import copy
import json
import pickle
import socket

import pytest
from hypothesis import given

import urldom.readings as module
from tests.cases import each_case, few_or_many
from tests.peers.redirects import INPUTS
from tests.strategies import bases, hostile
from urldom import URL, Document, InvalidURLError, URLDecomposition, parse
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.readings import (
    AmbiguousURLError,
    Reading,
    Readings,
    readings,
    require_agreement,
)
from urldom.readings._readers import reader_names

BASE = "http://base.example/dir/page"


@each_case("name", STANDARD_NAMES)
@each_case("base", [None, BASE])
@each_case("text", [*INPUTS, "", "/x", "http://EXAMPLE.com:080/a", "mailto:a@b"])
def test_reading_of_a_standard_matches_the_object(name, text, base):
    url = URLDecomposition(text, base, standard=name)
    reading = readings(text, base)[name]
    if url.error is not None:
        assert reading == Reading(error=url.error.reason)
    else:
        assert (reading.scheme, reading.host or "", reading.path) == (
            url.protocol[:-1],
            url.hostname,
            url.pathname,
        )
        assert reading.port == (int(url.port) if url.port else None)


def test_url_objects_are_read():
    for url in (URL(BASE), parse(BASE), URLDecomposition(BASE)):
        assert readings("x", url) == readings("x", BASE)
        assert readings(url)["whatwg"].host == "base.example"
    for wrong in (None, 5, b"http://h/"):
        with pytest.raises(TypeError):
            readings(wrong)
        with pytest.raises(TypeError):
            require_agreement(wrong)
    with pytest.raises(TypeError, match="a base must be a str"):
        readings("x", Document(BASE))


def test_port_out_of_range_is_a_refusal():
    for port in ("65536", "9" * 5000):
        found = readings(f"http://h:{port}/")
        assert all(found[name].error for name in STANDARD_NAMES)
    assert readings(f"http://h:{'0' * 5000}80/")["rfc3986"].port == 80
    assert readings("http://h:0/")["rfc3986"].port == 0


@given(url=hostile, base=bases)
def test_strings_raise_no_error(url, base):
    found = readings(url, base)
    assert tuple(found) == reader_names()
    for reading in found.values():
        empty = (reading.scheme, reading.host, reading.port, reading.path) == (
            None,
            None,
            None,
            None,
        )
        assert reading.error is None or (reading.error and empty)
        assert "" not in (reading.scheme, reading.host)
    table = str(found)
    assert all(line.isprintable() for line in table.split("\n"))
    assert json.loads(json.dumps(found.to_json()))["url"] == url
    try:
        result = require_agreement(url, base)
    except AmbiguousURLError as error:
        assert len(str(error)) < 2500
    except InvalidURLError:
        assert found["whatwg"].error is not None
    else:
        assert result == URL(url, base)
        assert found.disagreements.keys() <= {"path"}


@few_or_many("length", 20_000, 200_000)
def test_long_strings_raise_no_error(length):
    for text in (
        "\0",
        "\ud800",
        "é",
        "/",
        "\\",
        "@",
        "a.",
        "%",
        "[",
        "一",
        "a" * 9999 + "一",
        "http://é",
    ):
        for url in (text * (length // len(text)), "http://" + text * (length // len(text))):
            found = readings(url)
            for name in found.keys() - set(STANDARD_NAMES):
                assert (
                    found[name].error
                    == "it is longer than 16,384 characters, the limit for libraries"
                )
            assert max(map(len, str(found).split("\n"))) < 3000


def test_long_urls_are_not_passed_to_libraries():
    domain = "一" * 513
    for start in ("http://", "//", "http:", "\\\\", "", "\t//", "\0\x1f//", "/\n/", "ht\ttp:/\\"):
        for reading in [
            readings(f"{start}{domain}/")["urllib.parse"],
            readings("/", f"http://{domain}/")["urllib.parse"],
        ]:
            assert reading.error == "its authority is not ASCII, and longer than 512 characters"
    for url in (
        f"http://h/{domain}",
        f"http://{'a' * 600}/é",
        f"http://h?{domain}",
        f"http://{domain[1:]}/",
    ):
        assert "too many" not in (readings(url)["urllib.parse"].error or "")
    longest = "http://h/".ljust(16_384, "a")
    assert readings("x", longest)["urllib.parse"].error is None
    assert "longer" in readings("x", f"{longest}a")["urllib.parse"].error


def test_no_connection_is_opened(monkeypatch):
    def connect(*arguments, **keywords):
        raise AssertionError("a connection was opened")

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, connect)
    for url in (*INPUTS, "https://example.com/"):
        assert "AssertionError" not in str(readings(url, BASE))


@pytest.mark.parametrize("name", module.__all__)
def test_every_public_name_has_a_docstring(name):
    assert name.isupper() or getattr(module, name).__doc__


def test_readings_are_an_immutable_mapping():
    found = readings("http://h/")
    assert found == readings("http://h/") == dict(found) and found != readings("http://i/")
    assert len(found) == len(list(found)) and "nobody" not in found and found.get("nobody") is None
    assert copy.deepcopy(found) == found == pickle.loads(pickle.dumps(found))
    for value in (found, found["whatwg"]):
        with pytest.raises(AttributeError):
            value.url = "x"
    assert hash(found["whatwg"]) == hash(Reading("http", "h", None, "/"))


def test_readings_can_be_json():
    found = Readings("x", None, {"a": Reading("http", "h"), "b": Reading("http", "i")})
    empty = {"port": None, "path": None, "error": None}
    assert json.loads(json.dumps(found.to_json())) == {
        "url": "x",
        "base": None,
        "readings": {
            "a": {"scheme": "http", "host": "h", **empty},
            "b": {"scheme": "http", "host": "i", **empty},
        },
        "disagreements": {
            "host": [{"value": "h", "readers": ["a"]}, {"value": "i", "readers": ["b"]}]
        },
    }
