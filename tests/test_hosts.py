"""Address spaces, compared with Local Network Access and with IANA's special-purpose registries."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom.hosts import NON_PUBLIC, SPECIAL_PURPOSE, address_space
from urldom.whatwg import URL

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

LEAST_PUBLIC_FIRST = ["loopback", "local", "public"]


@each_case(
    ("address", "space"),
    [
        # this machine
        *(
            (address, "loopback")
            for address in ("127.0.0.1", "127.255.255.255", "0.0.0.0", "::1", "::")
        ),
        *((address, "loopback") for address in ("198.18.0.0", "198.19.255.255")),
        # this network
        *(
            (address, "local")
            for address in ("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1")
        ),
        *(
            (address, "local")
            for address in ("169.254.169.254", "0.0.0.1", "0.255.255.255", "192.88.99.1")
        ),
        *(
            (address, "local")
            for address in ("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255")
        ),
        *(
            (address, "local")
            for address in ("192.0.0.1", "192.0.0.8", "192.0.0.170", "192.0.2.1", "203.0.113.9")
        ),
        *(
            (address, "local")
            for address in ("fd00::1", "fc00::", "fe80::1", "fec0::1", "ff02::1", "ff0e::1")
        ),
        *(
            (address, "local")
            for address in ("2001:db8::1", "3fff::1", "100::1", "100:0:0:1::1", "5f00::1")
        ),
        *(
            (address, "local")
            for address in ("2001::1", "2001:2::1", "2001:10::1", "2001:1ff:ffff::")
        ),
        *(
            (address, "local")
            for address in ("4000::1", "1::", "8000::", "::ffff:0:8.8.8.8", "::1:0:0")
        ),
        # all other addresses
        *(
            (address, "public")
            for address in ("8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "128.0.0.0")
        ),
        *(
            (address, "public")
            for address in ("172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0")
        ),
        *(
            (address, "public")
            for address in ("192.0.0.9", "192.0.0.10", "192.31.196.1", "192.175.48.1")
        ),
        *(
            (address, "public")
            for address in ("2606:4700:4700::1111", "2a00:1450::1", "2000::", "3ffe:ffff::")
        ),
        *(
            (address, "public")
            for address in ("2001:1::1", "2001:1::3", "2001:20::1", "2001:200::", "2620:4f:8000::1")
        ),
        # IANA's registries: blocks in larger blocks
        *(
            (address, "local")
            for address in ("64:ff9b:1::1", "192.0.0.171", "192.88.99.2", "198.51.100.1")
        ),
        *(
            (address, "public")
            for address in ("2001:3::1", "2001:4:112::1", "2001:30::1", "2001:1::2", "192.52.193.1")
        ),
    ],
)
def test_address_has_the_expected_space(address, space):
    assert address_space(ip_address(address)) == space


#: IPv6 addresses that contain an IPv4 address. The IPv4 address is written as two groups of
#: hexadecimal digits.
EMBEDDING = ["::ffff:{}:{}", "64:ff9b::{}:{}", "2002:{}:{}::", "2002:{}:{}:1:2:3:4:5", "::{}:{}"]


def embedded(template: str, address: IPv4Address) -> IPv6Address:
    return IPv6Address(template.format(f"{int(address) >> 16:x}", f"{int(address) & 0xFFFF:x}"))


@pytest.mark.parametrize("template", EMBEDDING)
@given(
    st.ip_addresses(v=4)
    | st.sampled_from([*map(IPv4Address, ("8.8.8.8", "127.0.0.1", "169.254.169.254"))])
)
def test_embedded_ipv4_address_decides_the_space(template, address):
    inside = embedded(template, address)
    if int(inside) > 1:  # `::` and `::1` are not IPv4-compatible addresses
        assert address_space(inside) == address_space(address)


@given(st.ip_addresses(v=4), st.integers(0, 2**48 - 1))
def test_address_of_the_local_nat64_prefix_is_never_public(address, between):
    inside = IPv6Address(int(IPv6Address("64:ff9b:1::")) | between << 32 | int(address))
    assert address_space(inside) == (
        "loopback" if address_space(address) == "loopback" else "local"
    )


def test_zone_does_not_affect_the_space():
    for text in ("fe80::1%eth0", "::1%lo", "::ffff:10.0.0.1%1", "2606:4700::1%x"):
        assert address_space(IPv6Address(text)) == address_space(
            IPv6Address(text.partition("%")[0])
        )


def test_interface_has_the_space_of_its_address():
    assert address_space(ipaddress.ip_interface("10.0.0.1/8")) == "local"


@pytest.mark.parametrize(
    "value",
    ["10.0.0.1", "example.com", b"10.0.0.1", 1, ip_network("10.0.0.0/8"), URL("http://10.0.0.1/")],
)
def test_value_other_than_an_address_raises_type_error_with_a_hint(value):
    with pytest.raises(
        TypeError,
        match=r"an address must be an IPv4Address or an IPv6Address, not .*: pass url\.ip_address",
    ):
        address_space(value)


def test_none_raises_type_error_with_a_hint():
    with pytest.raises(
        TypeError,
        match=r"not NoneType: the host is a name, so check url\.ip_address for None first",
    ):
        address_space(None)


# The tables


def networks() -> list[Network]:
    others = ["0.0.0.0/0", "::/0", "224.0.0.0/4", "2000::/3", "::/96", "::ffff:0:0:0/96"]
    return [
        ip_network(prefix) for prefix in {**SPECIAL_PURPOSE, **NON_PUBLIC, **dict.fromkeys(others)}
    ]


def boundaries() -> list[Address]:
    """Return the first and last address of each block, and the addresses just outside the block."""
    found: set[Address] = set()
    for network in networks():
        kind = type(network.network_address)
        largest = 2**network.max_prefixlen - 1
        for edge in (int(network.network_address), int(network.broadcast_address)):
            found.update(kind(edge + step) for step in (-1, 0, 1) if 0 <= edge + step <= largest)
    return sorted(found, key=lambda address: (address.version, int(address)))


def ipv4_inside(address: Address) -> Address:
    """Return the IPv4 address inside an IPv6 address. Return any other address unchanged."""
    if isinstance(address, IPv4Address) or int(address) <= 1:
        return address
    for block in ("::/96", "64:ff9b::/96"):
        if address in ip_network(block):
            return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def most_specific(address: Address, prefixes: dict[str, object]) -> object:
    """Return the value of the most specific block that contains the address, or `None`."""
    holding = {
        ip_network(prefix): value
        for prefix, value in prefixes.items()
        if address in ip_network(prefix)
    }
    return holding[max(holding, key=lambda network: network.prefixlen)] if holding else None


def space_by_the_tables(given_address: Address) -> str:
    address = ipv4_inside(given_address)
    space = most_specific(address, dict(NON_PUBLIC))
    if space is not None:
        return str(space)
    if address in ip_network("64:ff9b:1::/48"):
        return (
            "loopback"
            if space_by_the_tables(IPv4Address(int(address) & 0xFFFFFFFF)) == "loopback"
            else "local"
        )
    registered = {
        prefix: "public" if reachable else "local" for prefix, reachable in SPECIAL_PURPOSE.items()
    }
    row = most_specific(address, dict(registered))
    if row is not None:
        return str(row)
    is_unicast = (
        not address.is_multicast
        if isinstance(address, IPv4Address)
        else address in ip_network("2000::/3")
    )
    return "public" if is_unicast else "local"


#: Random addresses, and addresses that begin like a block of the tables
any_address = st.one_of(
    st.ip_addresses(),
    st.sampled_from(networks()).flatmap(lambda network: st.ip_addresses(network=network)),
)


@given(any_address)
def test_every_address_has_the_space_of_the_tables(address):
    assert address_space(address) == space_by_the_tables(address)


def test_addresses_at_boundaries_have_the_space_of_the_tables():
    assert [
        address
        for address in boundaries()
        if address_space(address) != space_by_the_tables(address)
    ] == []


#: The blocks for which the module ipaddress differs from the registries, in at least one version of
#: Python from 3.10 to 3.13. Outside 2000::/3, the module calls every IPv6 address global, except
#: the addresses in the module's own list.
DIFFERENCES = [
    *map(
        ip_network,
        (
            # reserved, multicast or deprecated addresses, which `is_global` treats as global
            *("224.0.0.0/4", "192.88.99.0/24"),
            # blocks that are newer than some versions of Python
            *("3fff::/20", "2001:1::3/128", "192.0.0.0/24"),
            # globally reachable blocks inside other blocks, which Python supports since 3.12.4
            *(
                "2001:1::1/128",
                "2001:1::2/128",
                "2001:3::/32",
                "2001:4:112::/48",
                "2001:20::/28",
                "2001:30::/28",
            ),
        ),
    )
]


def agrees(given_address: Address) -> bool:
    """Return true if `address_space` and the module ipaddress agree on whether the address is
    public. Also return true if the address is in a block for which they may differ."""
    address = ipv4_inside(given_address)
    return (
        (address_space(address) == "public") == address.is_global
        or (isinstance(address, IPv6Address) and address not in ip_network("2000::/3"))
        or any(address in network for network in DIFFERENCES)
    )


@given(any_address)
def test_address_space_agrees_with_module_ipaddress_outside_the_listed_blocks(address):
    assert agrees(address)


def test_address_space_agrees_with_module_ipaddress_at_every_boundary():
    assert [address for address in boundaries() if not agrees(address)] == []


@pytest.mark.parametrize(
    "prefix", [prefix for prefix, reachable in SPECIAL_PURPOSE.items() if not reachable]
)
@given(st.data())
def test_address_that_iana_does_not_list_as_globally_reachable_is_never_public(prefix, data):
    address = data.draw(st.ip_addresses(network=prefix))
    if most_specific(address, dict(SPECIAL_PURPOSE)) or ipv4_inside(address) != address:
        return  # A more specific block or a contained IPv4 address decides the space.
    assert address_space(address) != "public"


@given(any_address)
def test_no_address_is_more_public_than_in_local_network_access(address):
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    standard = most_specific(mapped or address, dict(NON_PUBLIC)) or "public"
    assert LEAST_PUBLIC_FIRST.index(address_space(address)) <= LEAST_PUBLIC_FIRST.index(
        str(standard)
    )
