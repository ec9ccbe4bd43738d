"""Valid host strings (URL Standard 3.4) and valid URL strings (URL Standard 4.3)."""

from __future__ import annotations

from tests.cases import each_case
from urldom import WHATWG
from urldom._core.standards.whatwg.writing import (
    is_valid_host,
    is_valid_ipv6_address,
    is_valid_url_string,
)
from urldom.html5 import is_valid_url


@each_case(
    ("url", "valid"),
    [
        # URL Standard 4, the rows of the examples that do not depend on the base
        ("https:example.org", False),
        ("https://////example.com///", False),
        ("https://example.com/././foo", True),
        ("hello:world", True),
        ("\\example\\..\\demo/.\\", False),
        ("example", True),
        ("file:///C|/demo", False),
        ("..", True),
        ("file://localhost/", True),
        ("file://loc%61lhost/", False),
        ("https://user:password@example.org/", False),
        ("https://example.org/foo bar", False),
        ("https://EXAMPLE.com/../x", True),
        ("https://ex ample.org/", False),
        ("https://example.com:demo", False),
        ("http://[www.example.com]/", False),
        ("https://example.org//", True),
        ("https://example.com/[]?[]#[]", False),
        ("https://example/%?%#%", False),
        ("https://example/%25?%25#%25", True),
        # URL Standard 4.3, production by production
        ("", True),
        ("?", True),
        ("#", True),
        ("?a?/b#c?/d", True),
        ("#a#b", False),
        ("?a b", False),
        ("//example.com/x", True),
        ("//", False),
        ("///x", False),
        ("/x//y", True),
        ("/", True),
        ("x//y", True),
        ("1a:b", True),
        ("./a:b", True),
        ("a:b", True),
        ("https://", False),
        ("https://example.com", True),
        ("https://example.com:", True),
        ("https://example.com:0065535", True),
        ("https://example.com:65536", False),
        ("https://example.com:8０", False),
        ("https://:80/", False),
        ("https://example.com?x", True),
        ("https:/x", False),
        ("wss://[::1]:80/", True),
        ("https://[::1]x/", False),
        ("https://[::1/", False),
        ("https://faß.example/☃", True),
        ("https://a_b.example/", False),
        ("https://example.com./", False),
        ("https://1.2.3.4/", True),
        ("https://1.2.3.04/", False),
        ("https://1.2.3/", False),
        ("https://a.1/", False),
        ("file:", False),
        ("file://", True),
        ("file:///", True),
        ("file://h", True),
        ("file://h:80/", False),
        ("file://C:/", False),
        ("file:/x", False),
        ("foo:", True),
        ("foo:/", True),
        ("foo://", True),
        ("foo:///x", True),
        ("foo://h:80/", True),
        ("foo://:80/", False),
        ("foo://a%41é:/", True),
        ("foo://a@b/", False),
        ("foo://a^b/", False),
        ("foo://[1:2::]/", True),
        ("mailto:a@b?c", True),
        ("mailto:a b", False),
        ("data:\ufdd0", False),
        ("data:\U0010fffd\ue000", True),
        ("data:\ud800", False),
        ("data:\x80", False),
    ],
)
def test_is_valid_url_string(url, valid):
    assert is_valid_url_string(url) is valid
    assert WHATWG.is_valid_url(url) is valid
    assert is_valid_url(url, standard=WHATWG) is valid


def test_valid_relative_url_depends_on_the_base():
    assert is_valid_url_string("//", "file")
    assert is_valid_url_string("///x", "file")
    assert is_valid_url_string("//a_b", "foo")
    assert not is_valid_url_string("//h:80", "file")


@each_case(
    ("address", "valid"),
    [
        ("::", True),
        ("::1", True),
        ("1::", True),
        ("1:2:3:4:5:6:7:8", True),
        ("1:2:3:4:5:6:7", False),
        ("1:2:3:4:5:6:7:8:9", False),
        ("1:2:3:4::5:6:7", True),
        ("1:2:3:4::5:6:7:8", False),
        ("1:2:3:4:5:6:1.2.3.4", True),
        ("1:2:3:4:5:6:7:1.2.3.4", False),
        ("::1.2.3.4", True),
        ("1.2.3.4::", False),
        ("1.2.3.4", False),
        ("::01", False),
        ("::0", True),
        ("::ABCD", True),
        ("::9876", True),
        ("::a1b2", True),
        ("::g", False),
        ("::1g", False),
        ("::12345", False),
        ("::1.2.3.256", False),
        ("::1.2.3.04", False),
        ("1::2::3", False),
        (":::", False),
        ("", False),
    ],
)
def test_is_valid_ipv6_address_string(address, valid):
    assert is_valid_ipv6_address(address) is valid


def test_is_valid_host_string():
    assert is_valid_host("0.0.0.0")
    assert is_valid_host("a" * 63)
    assert not is_valid_host("a" * 64)
    assert not is_valid_host("a-.b")
    assert not is_valid_host("ab--c")
    assert not is_valid_host("")
    assert not is_valid_host("\xad")
