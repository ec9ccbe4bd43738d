"""The encoding callbacks (URL Pattern Standard 3.1)."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom._core.errors import Failure
from urldom.patterns import _canonicalization as canonicalization
from urldom.patterns._canonicalization import ENCODING_CALLBACKS, canonicalize_port, keeps_path


@pytest.mark.parametrize("name", ENCODING_CALLBACKS)
def test_empty_component_stays_empty(name: str) -> None:
    assert ENCODING_CALLBACKS[name]("") == ""


@each_case(
    ("name", "value", "expected"),
    [
        ("protocol", "HTTPS", "https"),
        ("protocol", "Data", "data"),
        ("username", "a:é@", "a%3A%C3%A9%40"),
        ("password", "a:é@", "a%3A%C3%A9%40"),
        ("hostname", "BÜCHER.example", "xn--bcher-kva.example"),
        ("hostname", "0x7f.1", "127.0.0.1"),
        ("port", "0080", "80"),
        ("port", "8\t0", "80"),
        ("pathname", "/a/../é", "/%C3%A9"),
        ("pathname", "../a", "../a"),
        ("pathname", "a b", "a%20b"),
        ("search", "a b'é", "a%20b%27%C3%A9"),
        ("hash", "a b`", "a%20b%60"),
    ],
)
def test_component_is_encoded_as_in_a_url(name: str, value: str, expected: str) -> None:
    assert ENCODING_CALLBACKS[name](value) == expected


@pytest.mark.parametrize(
    ("name", "value"), [("protocol", "1a"), ("hostname", "a b"), ("port", "x"), ("port", "65536")]
)
def test_component_that_the_parser_rejects_raises(name: str, value: str) -> None:
    with pytest.raises(Failure):
        ENCODING_CALLBACKS[name](value)


def test_default_port_of_the_protocol_becomes_empty() -> None:
    assert (
        canonicalize_port("80", "http"),
        canonicalize_port("80", "https"),
        canonicalize_port("80"),
    ) == (
        "",
        "80",
        "80",
    )


def test_opaque_path_keeps_dot_segments() -> None:
    assert canonicalization.canonicalize_opaque_pathname("a/../é b") == "a/../%C3%A9 b"
    assert canonicalization.canonicalize_opaque_pathname("") == ""


def test_ipv6_address_has_hexadecimal_digits_brackets_and_colons() -> None:
    assert canonicalization.canonicalize_ipv6_hostname("[::AB:09]") == "[::ab:09]"
    for value in ("[::g]", "[::1%25]", "[::1.2]"):
        with pytest.raises(Failure, match="an IPv6 address cannot contain"):
            canonicalization.canonicalize_ipv6_hostname(value)


@pytest.mark.parametrize(
    ("path", "scheme", "is_kept"),
    [
        *(
            ("/a", "https", True),
            ("/a b", "https", True),
            ("/a b", "x", True),
            ("/a ", "https", True),
        ),
        *(
            ("/..", "https", False),
            ("/%2e", "x", False),
            ("/C|", "file", False),
            ("/C|", "x", True),
        ),
    ],
)
def test_path_is_kept_unless_the_parser_changes_it(path: str, scheme: str, is_kept: bool) -> None:
    assert keeps_path(path, scheme) is is_kept
