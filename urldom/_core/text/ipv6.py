"""IP addresses as text: recognize IPv4 addresses, and split an IPv6 address into pieces (RFC 4291
section 2.2)."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.text.grammar import H16, IPV4_ADDRESS

#: Matches an IPv6 address in hexadecimal, but does not count its pieces.
_is_shaped: Final = re.compile(rf"(?:{H16}(?::{H16})*)?(?:::(?:{H16}(?::{H16})*)?)?\Z").match
#: Matches an IPv4 address: four decimal numbers without leading zeros.
is_ipv4_address: Final = re.compile(rf"{IPV4_ADDRESS}\Z").match
#: Eight pieces of four digits, with colons. A repeated group would need 100 bytes for each piece of
#: a longer text.
_LONGEST: Final = 39
_OCTETS: Final = {str(octet): octet for octet in range(0x100)}
#: Runs of zero pieces, for `::`. The index is the number of pieces that `::` replaces.
_ZEROS: Final = [":0" * count for count in range(9)]


def without_ipv4(text: str) -> str:
    """Return an IPv6 address whose last two pieces are hexadecimal, or `""` if its IPv4 address is
    invalid."""
    if "." not in text:
        return text
    before, _, address = text.rpartition(":")
    try:
        first, second, third, fourth = map(_OCTETS.__getitem__, address.split(".", 4))
    except (KeyError, ValueError):
        return ""
    return f"{before}:{first << 8 | second:x}:{third << 8 | fourth:x}"


def expand_ipv6(text: str) -> str | None:
    """Return the eight pieces of an IPv6 address in hexadecimal, with a colon before and after
    each, or `None`."""
    if len(text) > _LONGEST or not _is_shaped(text):
        return None
    head, compression, tail = text.partition("::")
    if not compression:
        return f":{text}:" if text.count(":") == 7 else None
    # From here on, a colon is before each piece, so that the colons count the pieces.
    if head:
        head = f":{head}"
    if tail:
        tail = f":{tail}"
    missing = 8 - head.count(":") - tail.count(":")
    return f"{head}{_ZEROS[missing]}{tail}:" if missing > 0 else None


def ipv6_pieces(text: str) -> list[str] | None:
    """Return the eight pieces of an IPv6 address without brackets, or `None` for another text."""
    expanded = expand_ipv6(without_ipv4(text))
    return None if expanded is None else expanded[1:-1].split(":")
