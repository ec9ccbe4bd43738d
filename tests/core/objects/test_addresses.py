"""`URLDecomposition.ip_address` is the host as an address of the module `ipaddress`."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.standards import every_standard
from tests.strategies import hostile
from urldom import Document, URLDecomposition
from urldom._core.standards.registry import STANDARD_NAMES


@every_standard
@each_case(
    ("host", "address"),
    [
        ("127.0.0.1", IPv4Address("127.0.0.1")),
        ("255.255.255.255", IPv4Address("255.255.255.255")),
        ("0.0.0.0", IPv4Address(0)),
        ("[::1]", IPv6Address("::1")),
        ("[::]", IPv6Address(0)),
        ("[2001:DB8::A]", IPv6Address("2001:db8::a")),
        ("[::ffff:1.2.3.4]", IPv6Address("::ffff:102:304")),
        ("[1:2:3:4:5:6:7:8]", IPv6Address("1:2:3:4:5:6:7:8")),
        ("h", None),
        ("1.2.3.4.example", None),
        ("4.example.1a", None),
        ("xn--bcher-kva.example", None),
    ],
)
@each_case("scheme", ["http", "foo"])
def test_address_has_no_brackets(standard, scheme, host, address):
    url = URLDecomposition(f"{scheme}://user@{host}:8080/", standard=standard)
    assert url.ip_address == address and type(url.ip_address) is type(address)


@every_standard
@each_case(
    "host",
    [
        "1.2.3",
        "1.2.3.4.",
        "0x7f.1",
        "2130706433",
        "010.0.0.1",
        "256.0.0.1",
        "1.2.3.4.5",
        "127.0.0.%31",
    ],
)
def test_other_spellings_are_addresses_only_under_whatwg(standard, host):
    url = URLDecomposition(f"http://{host}/", standard=standard)
    if standard == "whatwg" and url:
        assert url.ip_address == IPv4Address(url.hostname)
    elif url.hostname == host:
        assert url.ip_address is None
    # HTML5 decodes a percent-encoded host. The RFCs keep it verbatim.
    assert URLDecomposition(f"foo://{host}/", standard="whatwg").ip_address is None


@every_standard
@each_case(
    "host",
    [
        "[v1.a]",
        "[v7.::1]",
        "[fe80::1%25eth0]",
        "[fe80::1%eth0]",
        "[1::2::3]",
        "[::1",
        "::1",
        "[::01.2.3.4]",
        "[]",
    ],
)
def test_host_that_is_not_an_address_returns_none(standard, host):
    assert URLDecomposition(f"foo://{host}/", standard=standard).ip_address is None


@every_standard
def test_string_that_is_not_a_url_has_no_address(standard):
    assert URLDecomposition("//127.0.0.1/", standard=standard).ip_address is None
    assert URLDecomposition("mailto:a@127.0.0.1", standard=standard).ip_address is None
    assert URLDecomposition("file:///127.0.0.1", standard=standard).ip_address is None


def test_address_follows_the_base_of_a_live_url():
    page = Document("http://127.0.0.1/", standard="whatwg")
    url = URLDecomposition("a", page)
    assert url.ip_address == IPv4Address("127.0.0.1")
    page.base_href = "http://example.com/"
    assert url.ip_address is None


@given(st.ip_addresses(), st.sampled_from(STANDARD_NAMES), st.booleans())
def test_every_address_is_read_back(address, standard, exploded):
    text = address.exploded if exploded else str(address)
    url = URLDecomposition(
        f"http://{f'[{text}]' if address.version == 6 else text}/", standard=standard
    )
    assert url.ip_address == address


@given(hostile, st.sampled_from(STANDARD_NAMES))
def test_reading_the_address_never_raises(text, standard):
    for url in (text, f"http://{text}/", f"foo://{text}"):
        read = URLDecomposition(url, standard=standard)
        address = read.ip_address
        assert address is None or str(address) == read.hostname or read.hostname[0] == "["
