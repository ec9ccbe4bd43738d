"""The IP address of a host, as a value of the module `ipaddress`."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from urldom._text.ipv6 import ipv6_pieces, is_ipv4_address


def ip_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address of a URL's host: four decimal numbers, or an IPv6 address in brackets, or else `None`."""
    if host[:1] == "[" and host[-1] == "]":
        pieces = ipv6_pieces(host[1:-1])
        return None if pieces is None else IPv6Address(int("".join([f"{piece:0>4}" for piece in pieces]), 16))
    return IPv4Address(int.from_bytes(map(int, host.split(".")), "big")) if is_ipv4_address(host) else None
