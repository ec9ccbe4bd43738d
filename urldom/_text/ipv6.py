"""IP addresses as text: recognize IPv4 addresses, and split an IPv6 address into pieces (RFC 4291 section 2.2)."""

from __future__ import annotations

import re
from typing import Final

from urldom._text.grammar import HEXDIG, IPV4_ADDRESS

_is_hex_and_colons: Final = re.compile(f"[{HEXDIG}:]+\\Z").match
#: Matches an IPv4 address: four decimal numbers without leading zeros.
is_ipv4_address: Final = re.compile(rf"{IPV4_ADDRESS}\Z").match
#: Lists of zero pieces, for `::`. The index is the number of pieces that `::` replaces.
_ZEROS: Final = [["0"] * count for count in range(9)]


def ipv6_pieces(text: str) -> list[str] | None:
    """Return the eight pieces of an IPv6 address without brackets, or `None` for another text.

    >>> ipv6_pieces("2001:DB8::1.2.3.4"), ipv6_pieces("1::2::3")
    (['2001', 'DB8', '0', '0', '0', '0', '102', '304'], None)
    """
    if "." in text:
        before, _, address = text.rpartition(":")
        if not is_ipv4_address(address):
            return None
        first, second, third, fourth = map(int, address.split("."))
        text = f"{before}:{first << 8 | second:x}:{third << 8 | fourth:x}"
    if not _is_hex_and_colons(text):
        return None
    head, compression, tail = text.partition("::")
    pieces = head.split(":") if head else []
    if compression:
        last = tail.split(":") if tail else []
        missing = 8 - len(pieces) - len(last)
        if missing < 1:
            return None
        pieces += _ZEROS[missing] + last
    return pieces if len(pieces) == 8 and "" not in pieces and max(map(len, pieces)) <= 4 else None
