"""The registrable domain of a host, the site of a URL, and the address space of an IP address.

`public_suffix`, `registrable_domain` and `same_site` need the extra `site`, which installs the
Public Suffix List.

>>> from ipaddress import ip_address
>>> from urldom.hosts import address_space, domain_to_ascii, registrable_domain
>>> registrable_domain("www.example.co.uk"), domain_to_ascii("Bücher.example")
('example.co.uk', 'xn--bcher-kva.example')
>>> address_space(ip_address("10.0.0.1"))
'local'
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import Final, Literal, TypeAlias

from urldom._core.errors import wrong_type
from urldom._core.objects.sites import (
    domain_to_ascii,
    domain_to_unicode,
    public_suffix,
    registrable_domain,
    same_site,
)

__all__ = [
    "address_space",
    "domain_to_ascii",
    "domain_to_unicode",
    "public_suffix",
    "registrable_domain",
    "same_site",
]
__dir__: Callable[[], list[str]] = __all__.copy

AddressSpace: TypeAlias = Literal["loopback", "local", "public"]

#: The blocks of IANA's IPv4 and IPv6 Special-Purpose Address Registries. The value is true if the
#: registry calls the block *Globally Reachable*. It is `None` if the registry says "N/A" or
#: nothing, as for a deprecated block. https://www.iana.org/assignments/iana-ipv4-special-registry/
#: and .../iana-ipv6-special-registry/, last updated on 2025-10-09, and unchanged in September 2026.
SPECIAL_PURPOSE: Final[dict[str, bool | None]] = {
    "0.0.0.0/8": False,
    "0.0.0.0/32": False,
    "10.0.0.0/8": False,
    "100.64.0.0/10": False,
    "127.0.0.0/8": False,
    "169.254.0.0/16": False,
    "172.16.0.0/12": False,
    "192.0.0.0/24": False,
    "192.0.0.0/29": False,
    "192.0.0.8/32": False,
    "192.0.0.9/32": True,
    "192.0.0.10/32": True,
    "192.0.0.170/32": False,
    "192.0.0.171/32": False,
    "192.0.2.0/24": False,
    "192.31.196.0/24": True,
    "192.52.193.0/24": True,
    "192.88.99.0/24": None,
    "192.88.99.2/32": False,
    "192.168.0.0/16": False,
    "192.175.48.0/24": True,
    "198.18.0.0/15": False,
    "198.51.100.0/24": False,
    "203.0.113.0/24": False,
    "240.0.0.0/4": False,
    "255.255.255.255/32": False,
    "::/128": False,
    "::1/128": False,
    "::ffff:0:0/96": False,
    "64:ff9b::/96": True,
    "64:ff9b:1::/48": False,
    "100::/64": False,
    "100:0:0:1::/64": False,
    "2001::/23": False,
    "2001::/32": None,
    "2001:1::1/128": True,
    "2001:1::2/128": True,
    "2001:1::3/128": True,
    "2001:2::/48": False,
    "2001:3::/32": True,
    "2001:4:112::/48": True,
    "2001:10::/28": None,
    "2001:20::/28": True,
    "2001:30::/28": True,
    "2001:db8::/32": False,
    "2002::/16": None,
    "2620:4f:8000::/48": True,
    "3fff::/20": False,
    "5f00::/16": False,
    "fc00::/7": False,
    "fe80::/10": False,
}

#: The *non-public IP address blocks* of Local Network Access (WICG/local-network-access, commit
#: cfe0313d5664).
NON_PUBLIC: Final[dict[str, AddressSpace]] = {
    "127.0.0.0/8": "loopback",
    "198.18.0.0/15": "loopback",
    "::1/128": "loopback",
    "0.0.0.0/32": "loopback",
    "::/128": "loopback",
    "10.0.0.0/8": "local",
    "100.64.0.0/10": "local",
    "172.16.0.0/12": "local",
    "192.168.0.0/16": "local",
    "169.254.0.0/16": "local",
    "fc00::/7": "local",
    "fe80::/10": "local",
    "fec0::/10": "local",
    "0.0.0.0/8": "local",
    "2001:db8::/32": "local",
    "3fff::/20": "local",
}

#: The blocks for all other addresses: IANA assigns global unicast addresses of IPv6 only from
#: 2000::/3, and multicast addresses have their own registries.
_OTHERS: Final[dict[str, AddressSpace]] = {
    "0.0.0.0/0": "public",
    "224.0.0.0/4": "local",
    "2000::/3": "public",
    "::/0": "local",
}

#: The blocks of IPv6 addresses that contain an IPv4 address, and the number of bits to the right of
#: that address. They are IPv4-mapped, IPv4-compatible (RFC 4291 2.5.5), NAT64's Well-Known Prefix
#: (RFC 6052 2.1) and 6to4 (RFC 3056).
_EMBEDDING: Final = {"::ffff:0:0/96": 0, "::/96": 0, "64:ff9b::/96": 0, "2002::/16": 80}

_Block: TypeAlias = tuple[int, int]


def _block(prefix: str) -> _Block:
    """Return the mask and the first address of a block."""
    network = ip_network(prefix)
    return int(network.netmask), int(network.network_address)


def _spaces(version: int) -> list[tuple[_Block, AddressSpace]]:
    """Return the blocks of an IP version with their address spaces, the most specific blocks
    first."""
    spaces: dict[str, AddressSpace] = {**_OTHERS}
    for prefix, is_globally_reachable in SPECIAL_PURPOSE.items():
        spaces[prefix] = "public" if is_globally_reachable else "local"
    spaces |= NON_PUBLIC  # For a block in several tables, Local Network Access decides.
    prefixes = [prefix for prefix in spaces if ip_network(prefix).version == version]
    prefixes.sort(key=lambda prefix: ip_network(prefix).prefixlen, reverse=True)
    return [(_block(prefix), spaces[prefix]) for prefix in prefixes]


_SPACES: Final = {version: _spaces(version) for version in (4, 6)}
_EMBEDDED: Final = [(_block(prefix), shift) for prefix, shift in _EMBEDDING.items()]
#: The prefix for NAT64 within a network (RFC 8215). The network decides which bits contain the IPv4
#: address, so this address may be local even if the last 32 bits look like a public one.
_LOCAL_NAT64: Final = _block("64:ff9b:1::/48")
#: `::` and `::1` look like IPv4-compatible addresses, but have another meaning (RFC 4291 2.5.2 and
#: 2.5.3).
_UNSPECIFIED_AND_LOOPBACK: Final = (0, 1)


def address_space(address: IPv4Address | IPv6Address) -> AddressSpace:
    """Return the *IP address space* of an address: this machine, this network, or the internet.

    The function follows "determine the IP address space" (Local Network Access 2.1), but is
    stricter. A public address becomes local if IANA's Special-Purpose Address Registries do not
    call it globally reachable.

    - `"loopback"` means this machine: `127.0.0.0/8`, `::1`, `0.0.0.0`, `::`, and the
      benchmarking block `198.18.0.0/15`.
    - `"local"` means this network, or no machine at all: private, link-local, multicast, broadcast,
      documentation and reserved addresses, and all others that are not globally reachable.
    - `"public"` means all other addresses. A network can use some of them for its own machines.

    An IPv6 address that contains an IPv4 address counts as that IPv4 address: mapped
    (`::ffff:0:0/96`), compatible (`::/96`), NAT64 (`64:ff9b::/96`) and 6to4 (`2002::/16`)
    addresses. An address with NAT64's local prefix (`64:ff9b:1::/48`) is never public.

    Args:
        address: The address, such as `url.ip_address`. A zone, as in `fe80::1%eth0`, is ignored.

    Raises:
        TypeError: If `address` is not an `IPv4Address` or `IPv6Address`, for example a `str` or
            `None`.

    >>> from ipaddress import ip_address
    >>> addresses = ["127.0.0.1", "fd00::1", "9.9.9.9", "64:ff9b::a9fe:a9fe"]
    >>> [address_space(ip_address(text)) for text in addresses]
    ['loopback', 'local', 'public', 'local']
    """
    if not isinstance(address, (IPv4Address, IPv6Address)):  # pyright: ignore[reportUnnecessaryIsInstance]
        hint = "pass url.ip_address"
        if address is None:
            hint = "the host is a name, so check url.ip_address for None first"
        raise wrong_type("an address", "an IPv4Address or an IPv6Address", address, hint)
    value, version = int(address), address.version
    if version == 6 and value not in _UNSPECIFIED_AND_LOOPBACK:
        for (mask, first), shift in _EMBEDDED:
            if value & mask == first:
                return _space(value >> shift & 0xFFFFFFFF, 4)
        mask, first = _LOCAL_NAT64
        if value & mask == first:
            space = _space(value & 0xFFFFFFFF, 4)
            return "loopback" if space == "loopback" else "local"
    return _space(value, version)


def _space(value: int, version: int) -> AddressSpace:
    """Return the address space of the most specific block that contains an address."""
    return next(space for (mask, first), space in _SPACES[version] if value & mask == first)
