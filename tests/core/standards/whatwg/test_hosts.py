"""Hosts (URL Standard 3), beyond the conformance data."""

from __future__ import annotations

import ipaddress
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom._core.errors import Failure
from urldom._core.standards.whatwg.authority import partition_hostport
from urldom._core.standards.whatwg.hosts import (
    ends_in_a_number,
    parse_host,
    parse_ipv6,
    serialize_ipv6,
)
from urldom._core.standards.whatwg.validation_error import ValidationError
from urldom._core.values.telling import Told
from urldom.whatwg import URL


@each_case(
    ("host", "parsed", "opaque"),
    [
        # URL Standard 3, the table of examples
        ("EXAMPLE.COM", "example.com", "EXAMPLE.COM"),
        ("example%2Ecom", "example.com", "example%2Ecom"),
        ("faß.example", "xn--fa-hia.example", "fa%C3%9F.example"),
        ("0", "0.0.0.0", "0"),
        ("%30", "0.0.0.0", "%30"),
        ("0x", "0.0.0.0", "0x"),
        ("0xffffffff", "255.255.255.255", "0xffffffff"),
        ("[0:0::1]", "[::1]", "[::1]"),
        ("[0:0::1%5D", None, None),
        ("[0:0::%31]", None, None),
        ("09", None, "09"),
        ("example.255", None, "example.255"),
        ("example^example", None, None),
        # the Standard accepts ASCII domains without IDNA checks
        ("xn--8i7caa", "xn--8i7caa", "xn--8i7caa"),
        ("a..b", "a..b", "a..b"),
        ("-a-._b_", "-a-._b_", "-a-._b_"),
        ("256.256.256.256", None, "256.256.256.256"),
        ("4294967296", None, "4294967296"),
        ("9" * 5000, None, "9" * 5000),
        ("0x" + "0" * 5000 + "1", "0.0.0.1", "0x" + "0" * 5000 + "1"),
        ("\xad", None, "%C2%AD"),
        ("☕.example", "xn--53h.example", "%E2%98%95.example"),
    ],
)
def test_host_parser_has_the_expected_result(host, parsed, opaque):
    for url, expected in ((f"https://{host}/", parsed), (f"foo://{host}/", opaque)):
        if expected is None:
            assert not URL.can_parse(url)
        else:
            assert URL(url).hostname == expected


@given(st.ip_addresses(v=6))
def test_ipv6_address_matches_the_module_ipaddress(address):
    pieces = parse_ipv6(str(address))
    assert serialize_ipv6(pieces) == serialize_ipv6(parse_ipv6(address.exploded))
    assert ipaddress.IPv6Address(serialize_ipv6(pieces)) == address


@given(st.lists(st.sampled_from((0, 0, 0, 1, 0xFFFF)), min_size=8, max_size=8))
def test_ipv6_compression_follows_rfc_5952(pieces):
    text = serialize_ipv6(pieces)
    assert parse_ipv6(text) == pieces
    # The module ipaddress follows RFC 5952 too, but its newer versions write ::ffff:0:0/96
    # differently.
    if pieces[:6] != [0, 0, 0, 0, 0, 0xFFFF]:
        assert (
            text
            == ipaddress.IPv6Address(
                b"".join(piece.to_bytes(2, "big") for piece in pieces)
            ).compressed
        )


_pieces = st.sampled_from(
    [
        "0",
        "0000",
        "1",
        "00a",
        "f",
        "FFFF",
        "2001",
        "db8",
        "10",
        "12345",
        "",
        "1.2.3.4",
        "1.2.3",
        "01.2.3.4",
    ]
)


@given(pieces=st.lists(_pieces, max_size=10), compressed=st.integers(0, 12))
def test_fast_path_of_an_ipv6_address_matches_the_parser(pieces, compressed):
    if compressed < len(pieces):
        pieces[compressed:compressed] = [""]
    text = ":".join(pieces)
    try:
        expected = f"[{serialize_ipv6(parse_ipv6(text))}]"
    except Failure:
        expected = None
    url = URL.parse(f"http://[{text}]/")
    assert (None if url is None else url.hostname) == expected


@pytest.mark.parametrize(
    ("authority", "expected"),
    [
        ("p[::]", None),
        (":80[::]", None),
        ("p:81[::]", None),
        ("[::]p", None),
        ("[::]:8x", None),
        ("[::]:99999", None),
        ("[::]:", "[::]"),
        ("[::]:0080", "[::]"),
        ("[::]:0081", "[::]:81"),
        ("u@[::]:81", "[::]:81"),
    ],
)
def test_text_around_an_ipv6_address_is_parsed(authority, expected):
    url = URL.parse(f"http://{authority}/")
    assert (url and url.host) == expected


@given(text=st.text("[]:a@1", max_size=12))
def test_end_of_a_host_ignores_colons_in_brackets(text):
    inside, end = False, len(text)
    for index, c in enumerate(text):
        inside = c == "[" or (inside and c != "]")
        if c == ":" and not inside:  # host state, step 2
            end = index
            break
    assert partition_hostport(text) == (text[:end], text[end : end + 1], text[end + 1 :])


def test_unicodedata2_without_a_property_is_not_used():
    """If unicodedata2 lacks properties that Python's module has, urldom uses only Python's
    module."""
    program = """
import sys, types, unicodedata
newer = types.ModuleType("unicodedata2")
for name in ("bidirectional", "category", "combining", "decomposition", "digit", "mirrored", "name", "normalize"):
    setattr(newer, name, getattr(unicodedata, name))
sys.modules["unicodedata2"] = newer
from urldom import URL
url = URL("http://B\\u00fccher.xn--mgbh0fb.\\u05d0\\u0308/")
print(url.host, ascii(url.display()))
"""
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert process.stdout.startswith("xn--bcher-kva.xn--mgbh0fb.xn--")


@pytest.mark.parametrize(
    ("host", "is_opaque", "steps"),
    [
        ("É", False, "host parser É, domain parser É, domain parser xn--9ca, host parser xn--9ca"),
        (
            "é",
            True,
            "host parser é, opaque-host parser é, opaque-host parser %C3%A9, host parser %C3%A9",
        ),
        ("[::]", True, "host parser [::], IPv6 parser ::, IPv6 parser ::, host parser [::]"),
        (
            "1",
            False,
            (
                "host parser 1, domain parser 1, domain parser 1, IPv4 parser 1, IPv4 parser"
                " 0.0.0.1, host parser 0.0.0.1"
            ),
        ),
    ],
)
def test_each_parser_reports_what_it_reads_and_makes(host, is_opaque, steps):
    reports = []
    parse_host(host, is_opaque=is_opaque, say=reports.append)
    told = [report for report in reports if isinstance(report, Told)]
    assert (
        ", ".join(f"{one.step[18:]} {one.looked_at or one.made['host']}" for one in told) == steps
    )
    assert all((one.looked_at is None) != (dict(one.made) == {}) for one in told)


@each_case(
    ("host", "names"),
    [
        ("0x1.2.3.4.", ["domain-to-ASCII", "IPv4-empty-part", "IPv4-non-decimal-part"]),
        ("1.2", ["IPv4-too-few-parts"]),
        ("1.65536", ["IPv4-too-few-parts", "IPv4-out-of-range-part"]),
        ("1.2.3.4.5", ["IPv4-too-many-parts"]),
        ("1.256.1", ["IPv4-too-few-parts", "IPv4-out-of-range-part"]),
        ("1.08", ["IPv4-too-few-parts", "IPv4-non-numeric-part"]),
        ("[01::]", ["IPv6-piece-leading-zero"]),
        ("[:1]", ["IPv6-invalid-compression"]),
        ("[1:2:3:4:5:6:7:8:9]", ["IPv6-too-many-pieces"]),
        ("[1:]", ["IPv6-invalid-code-point"]),
        ("[g]", ["IPv6-invalid-code-point"]),
        ("[1:2:3]", ["IPv6-too-few-pieces"]),
        ("[1::2::3]", ["IPv6-multiple-compression"]),
        ("[::.1.2.3]", ["IPv4-in-IPv6-invalid-code-point"]),
        ("[::1.2.3.4.5]", ["IPv4-in-IPv6-invalid-code-point"]),
        ("[::1.2.3.04]", ["IPv4-in-IPv6-invalid-code-point"]),
        ("[::1.2.3.256]", ["IPv4-in-IPv6-out-of-range-part"]),
        ("[::1.2.3]", ["IPv4-in-IPv6-too-few-parts"]),
        ("[1:2:3:4:5:6:7:1.2.3.4]", ["IPv4-in-IPv6-too-many-pieces"]),
        ("[::", ["IPv6-unclosed"]),
    ],
)
def test_validation_errors_of_an_address_are_reported(host, names):
    reports = []
    with suppress(Failure):
        parse_host(host, say=reports.append)
    assert [report.name for report in reports if isinstance(report, ValidationError)] == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False),
        ("1", True),
        ("1.", True),
        ("a.1", True),
        ("1.a", False),
        ("0x", True),
        ("0xg", False),
        ("1..", False),
    ],
)
def test_domain_ends_in_a_number(text, expected):
    assert ends_in_a_number(text) == expected


@each_case(
    "address",
    [
        "::.1.2.3",
        "::1..2.3",
        "::1.2.3.",
        "::1.2.3.x",
        "::1.2.3.4.",
        "::1.2.3.4.5",
        "::1.2.3",
        "::1.2",
        "::01.2.3.4",
        "::256.1.1.1",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3.4:1",
        "::1.2.3.4:",
        ":1.2.3.4",
        "1.2.3.4",
        "::1.2.3.-4",
        "::1.2.3.٤",
    ],
)
def test_malformed_ipv4_address_in_an_ipv6_address_fails(address):
    with pytest.raises(Failure):
        parse_ipv6(address)
    assert not URL.can_parse(f"http://[{address}]/")


@pytest.mark.parametrize(
    ("address", "pieces"),
    [
        ("::1.2.3.4", [0] * 6 + [0x102, 0x304]),
        ("::0.0.0.0", [0] * 8),
        ("::255.255.255.255", [0] * 6 + [0xFFFF, 0xFFFF]),
        ("1:2:3:4:5:6:1.2.3.4", [1, 2, 3, 4, 5, 6, 0x102, 0x304]),
        ("1::1.2.3.4", [1, 0, 0, 0, 0, 0, 0x102, 0x304]),
        ("::ffff:10.0.0.1", [0] * 5 + [0xFFFF, 0xA00, 1]),
    ],
)
def test_ipv4_address_in_an_ipv6_address_makes_two_pieces(address, pieces):
    assert parse_ipv6(address) == pieces


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("255.255.255.255", "255.255.255.255"),
        ("1.2.3", "1.2.0.3"),
        ("1.2", "1.0.0.2"),
        ("16909060", "1.2.3.4"),
        ("0x1.02.3.4", "1.2.3.4"),
        ("1.0x20304", "1.2.3.4"),
        ("1.2.0x304.", "1.2.3.4"),
        ("0", "0.0.0.0"),
    ],
)
def test_ipv4_parser_has_the_address(text, address):
    assert parse_host(text, is_opaque=False) == address


@pytest.mark.parametrize(
    "text",
    [
        "1.2.3.256",
        "1.2.65536",
        "1.16777216",
        "4294967296",
        "256.1.1.1",
        "1.256.1",
        "1.2.3.4.5",
        "1.2.08",
        "1..2",
    ],
)
def test_ipv4_address_that_is_too_large_or_malformed_fails(text):
    with pytest.raises(Failure):
        parse_host(text, is_opaque=False)
