"""The setters of the URL class (URL Standard 6.1), on the pieces of a URL."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom._core.errors import Failure, SetterReturned
from urldom._core.standards.whatwg.cutting import cut
from urldom._core.standards.whatwg.setters import SETTERS, first_unused


@each_case(
    ("url", "name", "value", "expected"),
    [
        ("http://h:443/", "protocol", "https", "https://h/"),
        ("http://h:81/", "protocol", "WSS:x", "wss://h:81/"),
        ("x:a", "protocol", "Y+1:", "y+1:a"),
        ("http://u:p@h/", "username", "", "http://:p@h/"),
        ("http://u@h/", "username", None, "http://h/"),
        ("http://h/", "username", "a:b", "http://a%3Ab@h/"),
        ("http://u:p@h/", "password", None, "http://u@h/"),
        ("http://h/", "password", "é@", "http://:%C3%A9%40@h/"),
        ("http://h:81/", "host", "I", "http://i:81/"),
        ("http://h:81/", "host", "i:80/x", "http://i/"),
        ("http://h:81/", "host", "i:82x", "http://i:82/"),
        ("http://h:81/", "host", "i:99999", "http://i:81/"),
        ("http://h:81/", "host", "i:x", "http://i:81/"),
        ("x://h/", "host", "", "x:///"),
        ("x:/a", "host", "i", "x://i/a"),
        ("file://h/a", "host", "localhost", "file:///a"),
        ("file://h/a", "host", "", "file:///a"),
        ("http://h/", "hostname", "0x7f.1?", "http://127.0.0.1/"),
        ("http://h/", "hostname", "\tÉ\\x", "http://xn--9ca/"),
        ("http://h:81/", "port", "", "http://h/"),
        ("http://h:81/", "port", "0080x", "http://h/"),
        ("http://h/", "port", "8\t2", "http://h:82/"),
        ("http://h/", "port", "65535", "http://h:65535/"),
        ("http://h/a", "pathname", "b/./c/..", "http://h/b/"),
        ("http://h/a", "pathname", "\\b?#é", "http://h/b%3F%23%C3%A9"),
        ("http://h/a", "pathname", "%2e%2E", "http://h/"),
        ("http://h/a", "pathname", "", "http://h/"),
        ("x://h/a", "pathname", "", "x://h"),
        ("x:/a", "pathname", "", "x:/"),
        ("x:/a", "pathname", "//b", "x:/.//b"),
        ("file:///a", "pathname", "/C|/../b", "file:///C:/b"),
        ("http://h/?a#b", "search", "c'#", "http://h/?c%27%23#b"),
        ("x:/?a", "search", "?c'", "x:/?c'"),
        ("http://h/?a", "search", "", "http://h/"),
        ("http://h/?a", "search", "??", "http://h/??"),
        ("http://h/#a", "hash", "#b`", "http://h/#b%60"),
        ("http://h/#a", "hash", None, "http://h/"),
        *(("http://h/", "hash", f"a{c}b", "http://h/#ab") for c in "\t\n\r"),
        *(("http://h/", "search", f"a{c}b", "http://h/?ab") for c in "\t\n\r"),
        *(("x://h/", "search", f"a{c}b", "x://h/?ab") for c in "\t\n\r"),
        *(("http://h/", "pathname", f"a{c}b", "http://h/ab") for c in "\t\n\r"),
        *(("http://h/", "host", f"a{c}b", "http://ab/") for c in "\t\n\r"),
        *(("http://h/", "protocol", f"ft{c}p", "ftp://h/") for c in "\t\n\r"),
        *(("http://h/", "port", f"8{c}1", "http://h:81/") for c in "\t\n\r"),
        ("http://h/", "username", "a\tb", "http://a%09b@h/"),
        # The value has no lone surrogates before its tabs are removed.
        ("http://h/", "pathname", "\ud83d\t\ude00", "http://h/%EF%BF%BD%EF%BF%BD"),
        ("http://h/", "hash", "\ud83d\t\ude00", "http://h/#%EF%BF%BD%EF%BF%BD"),
        ("x://h/", "host", "\ud83d\t\ude00", "x://%EF%BF%BD%EF%BF%BD/"),
    ],
)
def test_setter_replaces_its_component(url, name, value, expected):
    assert "".join(SETTERS[name](cut(url), value)[:8]) == expected


@each_case(
    ("url", "name", "value", "reason"),
    [
        (
            "http://h/",
            "protocol",
            "x",
            "a special scheme cannot become a scheme that is not special, or the reverse",
        ),
        (
            "x://h/",
            "protocol",
            "http",
            "a special scheme cannot become a scheme that is not special, or the reverse",
        ),
        ("http://h:81/", "protocol", "file", "a file URL cannot have credentials or a port"),
        ("http://u@h/", "protocol", "file", "a file URL cannot have credentials or a port"),
        ("file:///a", "protocol", "http", "a file URL without a host cannot have another scheme"),
        ("http://h/", "host", "", "the host is missing"),
        ("http://h/", "host", ":80", "the host is missing"),
        ("x://h:81/", "host", "", "a URL with credentials or a port must have a host"),
        ("x://u@h/", "hostname", "", "a URL with credentials or a port must have a host"),
        ("http://h/", "host", "h:99999", "the port is greater than 65535"),
        ("http://h/", "hostname", "i:81", "a hostname cannot have a port"),
        ("http://h/", "port", "x", "a port must begin with a digit"),
        ("http://h/", "port", "65536", "the port is greater than 65535"),
    ],
)
def test_setter_fails_with_its_reason(url, name, value, reason):
    with pytest.raises(Failure) as caught:
        SETTERS[name](cut(url), value)
    assert caught.value.reason == reason and type(caught.value) is Failure


@pytest.mark.parametrize(
    ("url", "names"),
    [
        ("mailto:a", ["username", "password", "host", "hostname", "port", "pathname"]),
        ("file:///a", ["username", "password", "port"]),
        ("file://h/a", ["username", "password", "port"]),
        ("x:///a", ["username", "password", "port"]),
    ],
)
def test_setter_returns_early(url, names):
    for name in names:
        with pytest.raises(SetterReturned):
            SETTERS[name](cut(url), "1")


@each_case(
    ("name", "value", "reason"),
    [
        ("protocol", "http:x", "nothing may follow the colon of a scheme, at 5"),
        ("protocol", "http:", None),
        ("host", "i/x", 'a host cannot contain "/", at 1'),
        ("host", "i:8x", "a port can contain only digits, at 3"),
        ("host", "i:", "no port follows the colon, at 1"),
        ("host", "i:65536", "the port is greater than 65535, at 2"),
        ("host", "i:65535", None),
        ("hostname", "i\\", 'a host cannot contain "\\", at 1'),
        ("hostname", "i:81", None),
        ("port", "8 ", "a port can contain only digits, at 1"),
        ("pathname", "a\tb", "a tab would be removed, at 1"),
        ("search", "\n", "a newline would be removed, at 0"),
        ("hash", "ab\r", "a carriage return would be removed, at 2"),
        ("href", " x", "a space or control character around the URL would be removed, at 0"),
        ("href", "x\x01", "a space or control character around the URL would be removed, at 1"),
        ("username", "\t", None),
    ],
)
def test_value_that_is_used_in_part_has_a_reason(name, value, reason):
    assert first_unused(name, cut("http://h/"), value) == reason


def test_backslash_does_not_end_a_host_that_is_not_special():
    assert first_unused("host", cut("x://h/"), "i\\") is None
