"""`WHATWG`: what URLDecomposition and the base contexts stand on."""

from __future__ import annotations

import copy
import pickle

import pytest

from urldom import (
    HTML5,
    WHATWG,
    Document,
    InvalidURLError,
    ParsedURL,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
)


def assign(input, name, value):
    url = URLDecomposition(input, standard=WHATWG)
    url.replace(**{name: value})
    return str(url)


def test_it_is_one_object():
    assert pickle.loads(pickle.dumps(WHATWG)) is WHATWG
    assert copy.deepcopy(WHATWG).name == "whatwg"
    assert repr(WHATWG) == "WHATWG"
    assert not WHATWG.xml_base and not WHATWG.live_fallback


def test_parse():
    parsed = WHATWG.parse("HTTP://u:@EX%41MPLE.com:8080/a/../b ?c#d é")
    assert parsed == ParsedURL("http", "u", "example.com", "8080", "/b%20", "c", "d%20%C3%A9")
    assert str(parsed) == "http://u@example.com:8080/b%20?c#d%20%C3%A9"
    assert WHATWG.parse("foo:/.//x").path == "//x"
    assert str(WHATWG.parse("foo:/.//x")) == "foo:/.//x"
    assert WHATWG.parse("foo://").host == ""
    assert WHATWG.parse("foo:x").host is None
    with pytest.raises(InvalidURLError) as info:
        WHATWG.parse("/x")
    assert (info.value.standard, info.value.url) == ("whatwg", "/x")


@pytest.mark.parametrize("wrong", [None, b"http://h/", 1])
def test_wrong_types(wrong):
    with pytest.raises(TypeError):
        WHATWG.parse(wrong)
    with pytest.raises(TypeError):
        WHATWG.resolve(wrong)
    if wrong is not None:
        with pytest.raises(TypeError):
            WHATWG.resolve("x", wrong)


def test_resolve_raises():
    with pytest.raises(UnresolvableURLError) as info:
        WHATWG.resolve("//[/", "http://h/")
    assert (info.value.url, info.value.base) == ("//[/", "http://h/")
    with pytest.raises(UnresolvableURLError, match="its base 'nothing' is no absolute URL"):
        WHATWG.resolve("http://h/", "nothing")
    with pytest.raises(UnresolvableURLError):
        WHATWG.resolve("x")


def test_a_base_of_another_standard():
    assert str(WHATWG.resolve("b c", HTML5.parse("HTTP://EXAMPLE.com/x y/z"))) == "http://example.com/x%20y/b%20c"


@pytest.mark.parametrize(
    ("input", "name", "value"),
    [
        ("http://h/", "port", "abc"),
        ("http://h/", "port", "65536"),
        ("http://h/", "hostname", "a b"),
        ("http://h/", "hostname", "x:80"),
        ("http://h/", "hostname", ""),
        ("http://h/", "host", ":80"),
        ("http://h/", "host", "h:x@y"),
        ("http://h/", "protocol", "foo"),
        ("http://h/", "protocol", "1"),
        ("http://h/", "protocol", ""),
        ("http://h:81/", "protocol", "file"),
        ("foo://h/", "protocol", "http"),
        ("file:///x", "protocol", "http"),
        ("mailto:x", "pathname", "y"),
        ("mailto:x", "host", "y"),
        ("mailto:x", "hostname", "y"),
        ("mailto:x", "port", "80"),
        ("file:///x", "username", "y"),
        ("foo:///x", "password", "y"),
        ("foo://u@h/", "host", ""),
        ("nothing", "hash", "x"),
    ],
)
def test_rejected_values(input, name, value):
    with pytest.raises(RejectedValueError) as info:
        assign(input, name, value)
    assert (info.value.attribute, info.value.value) == (name, value)
    assert info.value.reason


@pytest.mark.parametrize(
    ("input", "name", "value", "output"),
    [
        ("HTTP://h", "hash", "x", "http://h/#x"),
        ("http://h", "pathname", "x", "http://h/x"),
        ("http://h/a", "pathname", "../b", "http://h/b"),
        ("http://h/", "port", "8080x", "http://h:8080/"),
        ("http://h:81/", "port", "80", "http://h/"),
        ("http://h:81/", "port", "", "http://h/"),
        ("http://h:81/", "host", "x", "http://x:81/"),
        ("http://h/", "host", "x:82/y", "http://x:82/"),
        ("http://h/", "host", "x:99999", "http://x/"),
        ("http://h/", "hostname", "h", "http://h/"),
        ("http://h/", "username", "a:b", "http://a%3Ab@h/"),
        ("http://h/", "password", "p", "http://:p@h/"),
        ("http://h:443/", "protocol", "https:x", "https://h/"),
        ("foo:/.//x", "hostname", "h", "foo://h//x"),
        ("foo://h//x", "hash", "", "foo://h//x"),
        ("http://h/", "search", "?", "http://h/?"),
        ("http://h/", "search", "??a#b", "http://h/??a%23b"),
        ("nothing", "href", "also nothing", "also nothing"),
    ],
)
def test_assign(input, name, value, output):
    assert assign(input, name, value) == output


def test_replace_says_why():
    url = URLDecomposition("http://h/", standard=WHATWG)
    with pytest.raises(RejectedValueError, match="a port begins with a digit"):
        url.replace(pathname="/x", port="abc")
    assert str(url) == "http://h/"


@pytest.mark.parametrize(
    ("address", "fallback"),
    [
        ("about:blank", "http://creator/"),
        ("about:blank?foo#bar", "http://creator/"),
        ("ABOUT:blank", "http://creator/"),
        ("about:srcdoc", "http://creator/"),
        ("about:srcdoc#x", "http://creator/"),
        ("about:srcdoc?x", "about:srcdoc?x"),
        ("about:blankx", "about:blankx"),
        ("http://h/", "http://h/"),
        ("nothing", "nothing"),
    ],
)
def test_fallback_base_url(address, fallback):
    assert WHATWG.fallback_base_url(address, "http://creator/", None) == fallback
    assert WHATWG.fallback_base_url(address, None, "http://creator/") == fallback
    assert WHATWG.fallback_base_url(address, None, None) == address


@pytest.mark.parametrize(
    ("href", "base_url"),
    [
        ("x/y", "http://h/a/x/y"),
        ("?é", "http://h/a/b?%E9"),
        ("http://other/", "http://other/"),
        ("data:,x", "http://h/a/b"),
        ("JavaScript:x", "http://h/a/b"),
        ("mailto:x", "mailto:x"),
        ("http://[/", "http://h/a/b"),
        ("", "http://h/a/b"),
    ],
)
def test_base_element_url(href, base_url):
    assert WHATWG.base_element_url(href, "http://h/a/b", "windows-1252") == base_url
    assert Document("http://h/a/b", base_href=href, encoding="windows-1252", standard=WHATWG).base_url == base_url
