"""The authority of a URL, cut without the reading: user info, host and port."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom._core.errors import Failure
from urldom._core.standards.whatwg import setters
from urldom._core.standards.whatwg.authority import (
    cut_authority,
    cut_host,
    cut_port,
    ipv4_parser,
    partition_hostport,
    rewrite_ipv6,
)
from urldom._core.standards.whatwg.cutting import cut
from urldom._core.standards.whatwg.hosts import parse_host


@each_case(
    ("authority", "default_port", "pieces"),
    [
        ("h", ":80", ("", "h", "")),
        ("H:80", ":80", ("", "h", "")),
        ("H:80", None, ("", "H", ":80")),
        ("H:81", ":80", ("", "h", ":81")),
        ("h:0081", ":80", ("", "h", ":81")),
        ("h:", ":80", ("", "h", "")),
        ("u@h", ":80", ("u@", "h", "")),
        ("u:@h", ":80", ("u@", "h", "")),
        (":p@h", ":80", (":p@", "h", "")),
        ("a@b:c:d@h", ":80", ("a%40b:c%3Ad@", "h", "")),
        ("u@[::1]:81", ":80", ("u@", "[::1]", ":81")),
        ("010.1:81", ":80", ("", "8.0.0.1", ":81")),
        ("010.1:81", None, ("", "010.1", ":81")),
        ("é:81", ":80", ("", "xn--9ca", ":81")),
        ("é:81", None, ("", "%C3%A9", ":81")),
    ],
)
def test_authority_has_its_pieces(authority, default_port, pieces):
    assert cut_authority(authority, default_port) == pieces


@pytest.mark.parametrize(
    ("authority", "default_port", "reason"),
    [
        ("u@", None, "the host is missing"),
        (":81", None, "the host is missing"),
        ("h:8a", ":80", "the port is not a number"),
        ("h:٨", ":80", "the port is not a number"),
        ("h:65536", ":80", "the port is greater than 65535"),
        ("a^b", ":80", r'a host cannot contain "\^"'),
        ("[::1", ":80", "the IPv6 address has no closing bracket"),
    ],
)
def test_invalid_authority_fails(authority, default_port, reason):
    with pytest.raises(Failure) as caught:
        cut_authority(authority, default_port)
    assert caught.value.reason == reason.replace("\\", "")


@pytest.mark.parametrize(
    ("digits", "piece"),
    [("443", ""), ("0443", ""), ("0", ":0"), ("65535", ":65535"), ("000065535", ":65535")],
)
def test_port_is_normalized(digits, piece):
    assert cut_port(digits, ":443") == piece


_numbers = st.sampled_from(
    [
        "0",
        "1",
        "255",
        "256",
        "010",
        "0377",
        "0400",
        "08",
        "0x",
        "0xff",
        "0x100",
        "65535",
        "65536",
        "16777216",
        "a",
        "",
    ]
)


@given(parts=st.lists(_numbers, min_size=1, max_size=5))
def test_ipv4_address_matches_the_host_parser(parts):
    text = ".".join(parts)
    try:
        expected = text and parse_host(text)
    except Failure:
        expected = None
    try:
        assert cut_host(text, is_special=True) == expected
    except Failure:
        assert expected is None


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("0x1.02.3", "1.2.0.3"),
        ("1.65535.", "1.0.255.255"),
        ("4294967295", "255.255.255.255"),
        ("4294967296", None),
        ("1.16777216", None),
        ("256.0", None),
        ("08", None),
        ("9" * 5000, None),
    ],
)
def test_ipv4_numbers_are_rewritten(text, address):
    assert ipv4_parser(text) == address


@each_case(
    ("text", "address"),
    [
        ("::", "[::]"),
        ("1::", "[1::]"),
        ("::0:1", "[::1]"),
        ("1:0:0:2::", "[1:0:0:2::]"),
        ("1:0:0:2:0:0:0:3", "[1:0:0:2::3]"),
        ("1:0:0:2:3:0:0:4", "[1::2:3:0:0:4]"),
        ("1:0:2:3:4:5:6:7", "[1:0:2:3:4:5:6:7]"),
        ("1::2:3:4:5:6:7", "[1:0:2:3:4:5:6:7]"),
        ("0001:00a::0", "[1:a::]"),
        ("::ffff:1.2.3.4", "[::ffff:102:304]"),
        ("1:2:3:4:5:6:1.2.3.4", "[1:2:3:4:5:6:102:304]"),
        ("1:2:3:4:5:6:7:1.2.3.4", None),
        ("::1.2.3.04", None),
        ("::1.2.3.256", None),
        ("1:2:3:4:5:6:7", None),
        ("1:2:3:4:5:6:7:8:9", None),
        ("1::2::3", None),
        ("::12345", None),
        (":1", None),
        ("", None),
    ],
)
def test_ipv6_address_is_rewritten(text, address):
    assert rewrite_ipv6(text) == address


def test_host_of_another_scheme_is_opaque():
    assert cut_host("A%41é", is_special=False) == "A%41%C3%A9"
    assert cut_host("%41É", is_special=True) == "xn--a-bga"
    assert cut_host("", is_special=True) == ""


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("h:80", ("h", ":", "80")),
        ("[a:b]:80", ("[a:b]", ":", "80")),
        ("[a:b", ("[a:b", "", "")),
        ("x[a:b]c:d:e", ("x[a:b]c", ":", "d:e")),
        ("a:[b]", ("a", ":", "[b]")),
    ],
)
def test_colon_in_brackets_does_not_end_the_host(text, parts):
    assert partition_hostport(text) == parts


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("%C3%A9", "xn--9ca"),
        ("%ff", None),
        ("a%FFb", None),
        ("%C3%A9%E3%80%82a", "xn--9ca.a"),
        ("%41", "a"),
    ],
)
def test_escapes_in_a_domain_are_decoded(host, expected):
    """*UTF-8 decode without BOM* replaces invalid bytes (URL Standard 3.5, step 4), and U+FFFD is
    invalid (UTS 46)."""
    if expected is None:
        with pytest.raises(Failure):
            cut_host(host, is_special=True)
    else:
        assert cut_host(host, is_special=True) == expected


@pytest.mark.parametrize(
    "address",
    [
        "1::0:",
        "::0:",
        "1:2::0:",
        ":0::",
        "0:",
        "1::0::",
        "::0:1:",
        "1:::",
        "1::2:",
        "1::02345",
        "::1::0",
    ],
)
def test_address_with_a_colon_too_many_is_invalid(address):
    with pytest.raises(AddressValueError):
        IPv6Address(address)
    with pytest.raises(Failure):
        cut_authority(f"[{address}]", ":80")


@each_case(
    "host",
    [
        *(f"{ignored}[::1]" for ignored in "\u00ad\u200b\u2060\ufeff\u034f\ufe0f"),
        *("[::1\uff3d", "\uff3b::1]", "[\u00ad::1]", "%5B%3A%3A1%5D", "%5b::1]", "%C2%AD[::1]"),
    ],
)
@each_case("scheme", ["https", "file"])
def test_brackets_that_appear_when_a_domain_is_decoded_or_mapped_are_invalid(scheme, host):
    """The host parser looks for brackets before it decodes and maps the domain (URL Standard 3.5,
    step 1)."""
    with pytest.raises(Failure):
        cut(f"{scheme}://{host}/")
    before = cut(f"{scheme}://h/")
    for set_host in (setters.set_host, setters.set_hostname):
        with pytest.raises(Failure):
            set_host(before, host)
