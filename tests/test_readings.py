"""How others read a URL: what is compared, what a refusal means, and what may be redirected to."""

from __future__ import annotations

import copy
import importlib.util
import json
import pickle
import socket
import subprocess
import sys
import unicodedata
from itertools import islice
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.redirects import ALLOWED, INPUTS, targets
from tests.strategies import bases, hostile
from urldom import URL, Document, InvalidURLError, URLDecomposition, parse
from urldom import readings as module
from urldom._standards.registry import STANDARD_NAMES, find_standard
from urldom.readings import (
    LONGEST_AUTHORITY_FOR_LIBRARIES,
    LONGEST_FOR_LIBRARIES,
    AmbiguousURLError,
    Reading,
    Readings,
    readings,
    require_agreement,
    url_has_allowed_host_and_scheme,
)

BASE = "http://base.example/dir/page"
LIBRARIES = ["urllib3", "httpx", "requests", "yarl", "w3lib", "ada_url", "pydantic"]
STANDARDS_AND_STDLIB = (*STANDARD_NAMES, "urllib.parse")


@pytest.fixture
def fresh():
    """Nothing is remembered of what is installed, before and after."""
    for remembered in (module._names, module._library):
        remembered.cache_clear()
    yield
    for remembered in (module._names, module._library):
        remembered.cache_clear()


def made(**said: Reading) -> Readings:
    return Readings("http://h/", None, said)


# What a reader says


def test_each_standard_and_each_library_that_is_installed_is_asked():
    installed = [name for name in LIBRARIES if importlib.util.find_spec(name)]
    assert list(readings("http://h/")) == [*STANDARDS_AND_STDLIB, *installed]


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_reads_an_ordinary_url(name):
    pytest.importorskip(name)
    reading = readings("http://user:pw@example.com:8080/a/b?c#d")[name]
    assert reading == Reading("http", "example.com", 8080, "/a/b")
    assert readings("../é?c", "https://example.com/x/y/z")[name].host == "example.com"
    assert readings("//other.example/é", "https://example.com/x")[name].host == "other.example"


@pytest.mark.parametrize("name", STANDARD_NAMES)
@pytest.mark.parametrize("base", [None, BASE])
@pytest.mark.parametrize("text", [*INPUTS, "", "/x", "http://EXAMPLE.com:080/a", "mailto:a@b"])
def test_a_standard_reads_as_the_object_does(name, text, base):
    url = URLDecomposition(text, base, standard=name)
    reading = readings(text, base)[name]
    if url.error is not None:
        assert reading == Reading(error=url.error.reason)
    else:
        assert (reading.scheme, reading.host or "", reading.path) == (url.protocol[:-1], url.hostname, url.pathname)
        assert reading.port == (int(url.port) if url.port else None)


def test_a_url_may_be_anything_that_stands_for_one():
    for url in (URL(BASE), parse(BASE), URLDecomposition(BASE)):
        assert readings("x", url) == readings("x", BASE)
        assert readings(url)["whatwg"].host == "base.example"
    for wrong in (None, 5, b"http://h/"):
        with pytest.raises(TypeError):
            readings(wrong)
        with pytest.raises(TypeError):
            require_agreement(wrong)
    with pytest.raises(TypeError, match="a base is a str"):
        readings("x", Document(BASE))


def test_a_port_that_there_is_not_is_a_refusal():
    for port in ("65536", "9" * 5000):
        found = readings(f"http://h:{port}/")
        assert all(found[name].error for name in STANDARD_NAMES)
    assert readings(f"http://h:{'0' * 5000}80/")["rfc3986"].port == 80
    assert readings("http://h:0/")["rfc3986"].port == 0


@given(url=hostile, base=bases)
def test_no_string_raises_anything(url, base):
    found = readings(url, base)
    assert tuple(found) == module._names()
    for reading in found.values():
        empty = (reading.scheme, reading.host, reading.port, reading.path) == (None, None, None, None)
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


def test_no_string_raises_anything_however_long():
    for text in ("\0", "\ud800", "é", "/", "\\", "@", "a.", "%", "[", "一", "a" * 9999 + "一", "http://é"):
        for url in (text * (10**6 // len(text)), "http://" + text * (10**6 // len(text))):
            found = readings(url)
            for name in found.keys() - set(STANDARD_NAMES):
                assert found[name].error == "it is longer than the 16,384 characters that libraries are given"
            assert max(map(len, str(found).split("\n"))) < 3000


def test_the_libraries_are_spared_what_takes_them_long():
    domain = "一" * (LONGEST_AUTHORITY_FOR_LIBRARIES + 1)
    for start in ("http://", "//", "http:", "\\\\", "", "\t//", "\0\x1f//", "/\n/", "ht\ttp:/\\"):
        for reading in [
            readings(f"{start}{domain}/")["urllib.parse"],
            readings("/", f"http://{domain}/")["urllib.parse"],
        ]:
            assert reading.error == "512 characters before the path, not all in ASCII, are too many"
    for url in (f"http://h/{domain}", f"http://{'a' * 600}/é", f"http://h?{domain}", f"http://{domain[1:]}/"):
        assert "too many" not in (readings(url)["urllib.parse"].error or "")
    assert "longer" in readings("x", "http://h/" + "a" * LONGEST_FOR_LIBRARIES)["urllib.parse"].error


def test_nothing_is_connected_to(monkeypatch):
    def connect(*arguments, **keywords):
        raise AssertionError("a connection")

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, connect)
    for url in (*INPUTS, "https://example.com/"):
        assert "AssertionError" not in str(readings(url, BASE))


def test_a_library_that_is_not_installed_is_not_there(fresh, monkeypatch):
    monkeypatch.setitem(sys.modules, "yarl", None)
    found = readings("http://h/")
    assert "yarl" not in found and "urllib.parse" in found
    with pytest.raises(ValueError, match="there is no reader 'yarl'; there are html5, whatwg"):
        require_agreement("http://h/", among=["yarl"])


def test_a_library_that_is_broken_refuses(fresh, monkeypatch):
    broken = ModuleType("yarl")
    broken.__spec__ = importlib.util.spec_from_loader("yarl", None)
    monkeypatch.setitem(sys.modules, "yarl", broken)
    for _ in range(2):
        error = readings("http://h/")["yarl"].error
        assert error.startswith("it cannot be imported, for that raises AttributeError")
    with pytest.raises(AmbiguousURLError):
        require_agreement("http://h/")
    assert not url_has_allowed_host_and_scheme("/", None)


class SilentError(Exception):
    def __str__(self):
        raise ValueError


class PanicException(BaseException):
    """As libraries in Rust raise it."""


@pytest.mark.parametrize(
    "raised", [RecursionError("deep"), PanicException("rust"), OSError("a\nb" + "c" * 999), KeyError(), SilentError()]
)
def test_whatever_a_library_raises_is_a_refusal(fresh, monkeypatch, raised):
    def read(url, base):
        raise raised

    monkeypatch.setitem(module._LIBRARIES, "urllib.parse", lambda: read)
    error = readings("http://h/")["urllib.parse"].error
    assert error.startswith("it raises ") and type(raised).__name__ in error and "\n" not in error
    assert len(error) < 250


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError, SystemExit])
def test_what_is_no_answer_is_raised(fresh, monkeypatch, raised):
    def read(url, base):
        raise raised

    monkeypatch.setitem(module._LIBRARIES, "urllib.parse", lambda: read)
    with pytest.raises(raised):
        readings("http://h/")


def test_importing_it_imports_no_library():
    program = f"import sys, urldom.readings; print(*set(sys.modules) & {set(LIBRARIES)})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# What is the same

SAME = [
    ("scheme", Reading("HTTP"), Reading("http")),
    ("host", Reading("http", "EXAMPLE.com"), Reading("http", "example.COM")),
    ("host", Reading("http", "::1"), Reading("http", "[::1]")),
    ("host", Reading("http", "[::FFFF:1.2.3.4]"), Reading("http", "0:0:0:0:0:ffff:102:304")),
    ("host", Reading("http", "bücher.example"), Reading("http", "XN--bcher-kva.example")),
    ("host", Reading("http", "BÜCHER.Example"), Reading("http", "xn--bcher-kva.example")),
    ("port", Reading("http", "h", 80), Reading("http", "h")),
    ("port", Reading("WSS", "h", 443), Reading("wss", "h")),
    ("path", Reading("http", "h", None, ""), Reading("http", "h", None, "/")),
    ("path", Reading("http", "h", None, None), Reading("http", "h", None, "/")),
    ("path", Reading("http", "h", None, "/é b%7e%c3"), Reading("http", "h", None, "/%C3%A9%20b~%C3")),
]
DIFFERENT = [
    ("scheme", Reading("http"), Reading("https")),
    ("host", Reading("http", "a"), Reading("http", "a.")),
    ("host", Reading("http", "0x7f.1"), Reading("http", "127.0.0.1")),
    ("host", Reading("http", "0177.0.0.1"), Reading("http", "127.0.0.1")),
    ("host", Reading("http", "①②⑦.0.0.1"), Reading("http", "127.0.0.1")),
    ("host", Reading("http", "good。example"), Reading("http", "good.example")),
    ("host", Reading("http", "%65vil"), Reading("http", "evil")),
    ("host", Reading("http", "\u212aelvin"), Reading("http", "kelvin")),
    ("host", Reading("http", "faß.de"), Reading("http", "xn--fa-hia.de")),
    ("host", Reading("http", "faß.de"), Reading("http", "fass.de")),
    ("host", Reading("http", "a\xad"), Reading("http", "a")),
    ("host", Reading("http", "u\u0308"), Reading("http", "xn--tda")),
    ("host", Reading("http", "[::1%25eth0]"), Reading("http", "[::1]")),
    ("host", Reading("http", "h"), Reading("http", None)),
    ("host", Reading("http", "é" * 999), Reading("http", "É" * 999)),
    ("port", Reading("http", "h", 443), Reading("http", "h")),
    ("port", Reading("foo", "h", 80), Reading("foo", "h")),
    ("path", Reading("http", "h", None, "/a%2Fb"), Reading("http", "h", None, "/a/b")),
    ("path", Reading("mailto", None, None, "a"), Reading("mailto", None, None, "b")),
]


@pytest.mark.parametrize(("component", "a", "b"), SAME)
def test_what_means_the_same_is_the_same(component, a, b):
    assert component not in made(a=a, b=b).disagreements


@pytest.mark.parametrize(("component", "a", "b"), DIFFERENT)
def test_what_may_mean_another_is_another(component, a, b):
    groups = made(a=a, b=b).disagreements[component]
    assert sorted(groups.values()) == [("a",), ("b",)]


@given(st.text(min_size=1, max_size=8).filter(lambda text: not text.isascii()))
def test_a_host_in_unicode_is_one_in_ascii_only_if_nothing_is_mapped_but_case(host):
    found = module._host(Reading("http", host))
    assert found is not None
    if found.isascii() and ":" not in host:
        assert URL(f"http://{found}/").display() and found.count("xn--") >= 1
        assert len(found.encode().decode("idna")) == len(host)


def test_a_refusal_of_a_grammar_counts_for_nothing_and_any_other_does():
    h = Reading("http", "h", None, "/")
    refused = Reading(error="no")
    for name in ("html5", "rfc3986", "rfc2396", "rfc1808"):
        assert made(**{name: refused, "a": h}).disagreements == {}
        assert made(**{name: Reading("http", "i", None, "/"), "a": h}).disagreements == {
            "host": {"i": (name,), "h": ("a",)}
        }
    for name in ("whatwg", "yarl"):
        assert made(**{name: refused, "a": h}).disagreements["host"] == {None: (name,), "h": ("a",)}
        assert "host" not in made(**{name: refused, "a": Reading("mailto")}).disagreements


# Agreement

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
#: That not everybody reads alike, standards by themselves.
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


@pytest.mark.parametrize("url", ORDINARY)
def test_an_ordinary_url_is_agreed_on(url):
    assert require_agreement(url) == URL(url)
    assert "host" not in readings(url).disagreements


@pytest.mark.parametrize("url", TRICKS)
def test_a_trick_is_not(url):
    with pytest.raises(AmbiguousURLError):
        require_agreement(url)
    with pytest.raises(AmbiguousURLError):
        require_agreement(url, among=STANDARDS_AND_STDLIB)


def test_with_a_base():
    assert require_agreement("/é", BASE).href == "http://base.example/%C3%A9"
    for trick in ("\\\\evil.example/x", "/\\evil.example/x", "///evil.example/x"):
        with pytest.raises(AmbiguousURLError) as raised:
            require_agreement(trick, BASE)
        assert raised.value.readings.base == BASE
    for url, base in (("/", None), ("x", "y"), ("http://h:x/", None)):
        with pytest.raises(InvalidURLError):
            require_agreement(url, base)


def test_among_whom_and_on_what():
    url = "http://0x7f.1/"
    assert require_agreement(url, among=["whatwg"]).hostname == "127.0.0.1"
    assert require_agreement(url, among=[], on=["host"]).hostname == "127.0.0.1"
    assert require_agreement(url, among=["rfc3986"], on=["scheme", "port"]).hostname == "127.0.0.1"
    with pytest.raises(AmbiguousURLError) as raised:
        require_agreement(url, among=["rfc3986"], on=["host"])
    assert (raised.value.url, raised.value.on) == (url, ("host",))
    # The URL Standard, by which the result is read, is always one of them.
    assert list(raised.value.readings) == ["whatwg", "rfc3986"]
    assert str(raised.value) == (
        "'http://0x7f.1/' is read in different ways: host 127.0.0.1 (whatwg), 0x7f.1 (rfc3986)"
    )
    with pytest.raises(AmbiguousURLError, match="path"):
        require_agreement("http://h/a/../b", among=["rfc1808", "urllib.parse"], on=["path"])


def test_what_comes_out_is_agreed_on_too(fresh, monkeypatch):
    """A reader that reads the URL as it is written like all others, and another one as it comes out."""

    def read(url, base):
        return Reading("http", "h" if url.startswith("HTTP") else "i", 80, "/")

    monkeypatch.setitem(module._LIBRARIES, "urllib.parse", lambda: read)
    with pytest.raises(AmbiguousURLError) as raised:
        require_agreement("HTTP://h/", among=["urllib.parse"])
    assert raised.value.url == "http://h/"


def test_only_what_is_asked_for_is_compared(monkeypatch):
    def compare(reading):
        raise AssertionError("a path")

    monkeypatch.setitem(module._COMPARED, "path", compare)
    assert require_agreement("http://h/a").hostname == "h"
    with pytest.raises(AmbiguousURLError) as raised:
        require_agreement("http://0x7f.1/", among=["rfc3986"])
    assert "0x7f.1 (rfc3986)" in str(raised.value)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"among": ["nobody"]}, ValueError, "there is no reader 'nobody'; there are html5"),
        ({"among": "yarl"}, TypeError, r"such as \['yarl'\]"),
        ({"on": ["query"]}, ValueError, "there is no component 'query'; there are scheme, host, port, path"),
        ({"on": "host"}, TypeError, r"such as \['host'\]"),
        ({"on": []}, ValueError, "on names no component"),
    ],
)
def test_a_wrong_call_helps(wrong, error, message):
    with pytest.raises(error, match=message):
        require_agreement("http://h/", **wrong)


def test_an_error_is_a_value_error_of_bounded_length_that_can_be_copied():
    host = "0" * 5000
    with pytest.raises(ValueError) as raised:
        require_agreement(f"http://0x{host}7f.1/{host}", among=["rfc3986", "urllib.parse"], on=["host", "path"])
    assert len(str(raised.value)) < 600
    for twin in (copy.copy(raised.value), pickle.loads(pickle.dumps(raised.value))):
        assert (str(twin), twin.readings, twin.on) == (str(raised.value), raised.value.readings, raised.value.on)


# The values


@pytest.mark.parametrize("name", module.__all__)
def test_every_public_name_says_what_it_is(name):
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


def test_the_table():
    said = {
        "whatwg": Reading("http", "例え.example", None, "/\x1b[31m\n"),
        "rfc3986": Reading(error="it holds '例'\x07"),
        "a": Reading("http", "h" * 40 + ".evil.test", 8080, None),
    }
    assert str(Readings("http://例\n", BASE, said)) == "\n".join(
        [
            f"http://例\\n against {BASE}",
            "         scheme  host                                     port  path",
            "whatwg   http    例え.example                                   /\\x1b[31m\\n",
            "rfc3986  refused: it holds '例'\\x07",
            f"a        http    {'h' * 18}...{'h' * 8}.evil.test  8080",
            f"host: xn--r8jz45g.example (whatwg) / {'h' * 18}...{'h' * 8}.evil.test (a)",
            "port: 80 (whatwg) / 8080 (a)",
            "path: /%1B%5B31m%0A (whatwg) / / (a)",
        ]
    )


@pytest.mark.parametrize("text", ["ไทยที่", "ि्", "é️", "🎉", "a\u20dd"])
def test_a_mark_takes_no_column(text):
    rows = str(Readings("x", None, {"a": Reading("http", text, 1), "b": Reading("http", "h", 1)})).split("\n")
    marks = sum(unicodedata.category(character) in ("Mn", "Me") for character in text)
    assert rows[2].index("1") - marks + text.count("🎉") == rows[3].index("1")


def test_json():
    found = Readings("x", None, {"a": Reading("http", "h"), "b": Reading("http", "i")})
    empty = {"port": None, "path": None, "error": None}
    assert json.loads(json.dumps(found.to_json())) == {
        "url": "x",
        "base": None,
        "readings": {"a": {"scheme": "http", "host": "h", **empty}, "b": {"scheme": "http", "host": "i", **empty}},
        "disagreements": {"host": [{"value": "h", "readers": ["a"]}, {"value": "i", "readers": ["b"]}]},
    }


# Redirects

STAYING = [
    *("/", "/a/b?next=http://evil.example/", "a/b", "?q", "#f", "../a", "/é?é#é", "/a:b", "a b", "/日本語/", "/a//b"),
    *("/a?x[]=1", "/a|b", "/%zz", " /a ", "/x?u=a@b", "@evil.example", "evil.example", "/a\\b", "..", "/;a"),
]
ON_A_HOST = [
    *(
        "http://good.example",
        "http://good.example/é?é#é",
        "https://good.example/",
        "//good.example/x",
        "//good.example?q",
    ),
    *("https://www.good.example:8443/x?y#z", "http://xn--bcher-kva.example/é", "http://127.0.0.1/", "//[::1]/"),
]
NOT_ALLOWED = [
    *("", " ", "\t", "///evil.example", "////good.example/", "http:///good.example", "http:good.example", "http:/x"),
    *(
        "//evil.example",
        "http://evil.example/",
        "\\\\evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "/\t/evil.example",
    ),
    *(
        "http://good.example\\@evil.example/",
        "http://evil.example\\@good.example/",
        "http://good.example@evil.example/",
    ),
    *(
        "http://user@good.example/",
        "http://good.example?@evil.example/",
        "http://good.example:81/",
        "http://good.example.evil.example/",
        "http://GOOD.example/",
    ),
    *("javascript:alert(1)", "data:,x", "mailto:a@good.example", "ftp://good.example/", "a:b", "\x08//evil.example"),
    *("\x00/x", "\ufeff/x", "\\\\good.example/x", "http:\\\\good.example/x", "http://[::1", "http://good.example:x/"),
    *(
        "/" + "a" * 2048,
        "http://good.example\t.evil.example/",
        "https:evil.example",
    ),
]


@pytest.mark.parametrize("url", [*STAYING, *ON_A_HOST])
def test_a_redirect_that_stays(url):
    assert url_has_allowed_host_and_scheme(url, set(ALLOWED))
    assert url_has_allowed_host_and_scheme(url, None) == (url in STAYING)
    if url in ON_A_HOST:
        secure = url.startswith("https:")
        assert url_has_allowed_host_and_scheme(url, ALLOWED, require_https=True) is secure
    else:
        assert url_has_allowed_host_and_scheme(url, "good.example", require_https=True)


@pytest.mark.parametrize("url", NOT_ALLOWED)
def test_a_redirect_that_does_not(url):
    assert not url_has_allowed_host_and_scheme(url, set(ALLOWED))
    assert not url_has_allowed_host_and_scheme(url, None)


@pytest.mark.parametrize("control", ["\0", "\t", "\r\n", "\x1f", "\x7f"])
@pytest.mark.parametrize("url", ["/a{}b", "http://good.example/{}", "/{}/evil.example", "{}/x", "/x{}", "?{}", "#{}"])
def test_no_control_character_gets_into_a_header(fresh, monkeypatch, url, control):
    monkeypatch.setattr(module, "_LIBRARIES", {"urllib.parse": module._LIBRARIES["urllib.parse"]})
    assert not url_has_allowed_host_and_scheme(url.format(control), ALLOWED)


@pytest.mark.parametrize("quote", ["'", '"'])
def test_no_quote_gets_to_the_start_of_a_refresh(quote):
    for url in (f"{quote}//evil.example{quote}", f" {quote}//evil.example", f"\xa0{quote}http://evil.example", quote):
        assert not url_has_allowed_host_and_scheme(url, ALLOWED)
    assert url_has_allowed_host_and_scheme(f"/{quote}?{quote}#{quote}", ALLOWED)


@pytest.mark.parametrize("host", ["bücher.example", "ドメイン.example", "①.example"])
def test_no_host_in_unicode_gets_into_a_header(host):
    for url in (f"http://{host}/", f"//{host}"):
        assert not url_has_allowed_host_and_scheme(url, host)


def test_what_hosts_and_urls_may_be():
    for hosts in ("good.example", {"good.example"}, ["good.example"], iter(["good.example"])):
        assert url_has_allowed_host_and_scheme("http://good.example/", hosts)
    for hosts in (None, "", (), "example", "good.exampl", "*", {"GOOD.example"}):
        assert not url_has_allowed_host_and_scheme("http://good.example/", hosts)
        assert url_has_allowed_host_and_scheme("/", hosts)
    assert not url_has_allowed_host_and_scheme(None, "good.example")
    assert url_has_allowed_host_and_scheme(URL("http://good.example/"), "good.example")
    with pytest.raises(TypeError):
        url_has_allowed_host_and_scheme(b"/", None)


@pytest.mark.parametrize(
    "hosts", ["0x7f.1", "①②⑦.⓪.⓪.①", "faß.de", "127.0.0.1.", "%65vil.example", "a b", "user@h", "[::1"]
)
def test_an_allowed_host_that_is_read_in_different_ways_is_not_allowed(hosts):
    url = f"http://{hosts}/"
    if hosts == "user@h":
        assert url_has_allowed_host_and_scheme(url, hosts)  # written as it is in the hosts
    else:
        assert not url_has_allowed_host_and_scheme(url, hosts)


def test_what_django_refuses_is_refused():
    django = pytest.importorskip("django.utils.http").url_has_allowed_host_and_scheme
    hosts = set(ALLOWED)
    allowed = 0
    for target in [*STAYING, *ON_A_HOST, *NOT_ALLOWED, *islice(targets(7), 3000)]:
        for allowed_hosts in (hosts, None):
            for require_https in (False, True):
                if url_has_allowed_host_and_scheme(target, allowed_hosts, require_https):
                    allowed += 1
                    assert django(target, allowed_hosts, require_https), target
    assert allowed > 1000


def test_what_is_allowed_stays_under_the_url_standard():
    origins = {host: URL(f"http://{host}/").host for host in ALLOWED}
    allowed = 0
    for target in islice(targets(8), 2000):
        if url_has_allowed_host_and_scheme(target, ALLOWED):
            allowed += 1
            for host, as_read in origins.items():
                for scheme in ("http", "https"):
                    url = URL(target, f"{scheme}://{host}/dir/page")
                    assert url.host in origins.values() and url.protocol in ("http:", "https:"), target
                    if "good.example" not in target and not any(other in target for other in ALLOWED):
                        assert url.host == as_read, target
    assert allowed > 300


@given(url=hostile)
def test_a_target_may_be_any_string(url):
    if url_has_allowed_host_and_scheme(url, "h"):
        assert URL(url, "https://h/").hostname == "h"
        assert not url_has_allowed_host_and_scheme(f"///{url}", "h")


def test_a_reader_that_goes_elsewhere_is_enough(fresh, monkeypatch):
    assert url_has_allowed_host_and_scheme("/x", None)
    monkeypatch.setitem(module._LIBRARIES, "urllib.parse", lambda: lambda url, base: Reading("http", "i", None, "/"))
    module._library.cache_clear()
    assert not url_has_allowed_host_and_scheme("/x", None)


def test_the_readers_that_refuse_for_nothing_are_the_grammars():
    assert set(STANDARD_NAMES) - {"whatwg"} == module._GRAMMARS
    assert find_standard("whatwg").default_ports["https"] == 443
