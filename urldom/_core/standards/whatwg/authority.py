"""The authority of a URL, the quick way: the authority, host and port states (URL Standard 4.4).

Most hosts are parsed here too, as the host parser does (3.5). It runs itself, in `hosts`, for all
other hosts, and so also for each invalid one: only it knows the reason.
"""

from __future__ import annotations

import re
from typing import Final

from urldom._core.errors import Failure
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS
from urldom._core.standards.whatwg.hosts import parse_host
from urldom._core.standards.whatwg.url_record import join_userinfo
from urldom._core.standards.whatwg.usual import (
    is_in_ipv4_numbers,
    is_usual_domain,
    is_usual_opaque_host,
    match_hostport,
)
from urldom._core.text.grammar import USUAL_IPV6_ADDRESS, port_number
from urldom._core.text.ipv6 import expand_ipv6, without_ipv4
from urldom._core.text.percent_encode_sets import USERINFO
from urldom._core.text.percent_encoding import percent_decode
from urldom._core.text.uts46 import to_ascii

# After an opening bracket, the address extends to the closing bracket, or to the end of the text.
_host_with_brackets: Final = re.compile(r"(?:[^\[:]|\[[^\]]*\]?)*").match
_is_usual_ipv6: Final = re.compile(rf"{USUAL_IPV6_ADDRESS}\Z").match
_has_leading_zero: Final = re.compile(":0[0-9a-f]").search
_sub_leading_zeros: Final = re.compile(":0+(?=[0-9a-f])").sub
#: Runs of zeros, the longest first
_ZEROS: Final = [f"{':0' * count}:" for count in range(8, 1, -1)]
#: The numbers up to 255 in decimal, by their shortest spellings in decimal, octal and hexadecimal
_DECIMAL: Final = {
    spelling: str(number)
    for number in range(0x100)
    for spelling in (str(number), f"0{number:o}", f"0x{number:x}")
}


def cut_authority(authority: str, default_port: str | None) -> tuple[str, str, str]:
    """Run the authority state, the host state and the port state on the text of an authority.

    `default_port` is `None` if the URL is not special. Returns the pieces userinfo, host and port.
    Raises `Failure`.
    """
    is_special = default_port is not None
    userinfo = ""
    hostport = authority
    if "@" in authority:
        credentials, _, hostport = authority.rpartition("@")
        if hostport == "":
            raise Failure(DESCRIPTIONS["host-missing"])  # authority state, step 2.1
        username, _, password = credentials.partition(":")
        userinfo = join_userinfo(USERINFO.encode(username), USERINFO.encode(password))
    usual = None
    if hostport.isascii():
        usual = match_hostport(hostport.lower() if is_special else hostport)
    host: str | None = None
    port = ""
    if usual is not None:
        ipv6, ipv4, host, port = usual.groups()
        if ipv6:
            host = rewrite_ipv6(ipv6)
        elif ipv4 and is_special:
            host = ipv4_parser(ipv4)
    if not host:
        # An unusual host or port, numbers in a URL that is not special, or a failure
        host, port = _cut_hostport(hostport, default_port)
    elif port == default_port:
        port = ""
    return userinfo, host, port


def _cut_hostport(hostport: str, default_port: str | None) -> tuple[str, str]:
    """Run the host state and the port state. Returns the pieces host and port."""
    host, colon, digits = partition_hostport(hostport)
    if not host and colon:
        raise Failure(DESCRIPTIONS["host-missing"])
    host = cut_host(host, is_special=default_port is not None)
    if not digits:
        return host, ""
    if not (digits.isascii() and digits.isdigit()):
        raise Failure(DESCRIPTIONS["port-invalid"])
    return host, cut_port(digits, default_port)


def partition_hostport(text: str) -> tuple[str, str, str]:
    """Split a text at its first colon outside brackets, as `str.partition` does.

    Returns the text before the colon, the colon, and the text after it.
    """
    if "[" not in text:
        return text.partition(":")
    address, bracket, after = text.partition("]")
    if address[:1] == "[" and after[:1] in ("", ":"):
        return address + bracket, after[:1], after[1:]
    host = _host_with_brackets(text)
    assert host is not None
    end = host.end()
    return host[0], text[end : end + 1], text[end + 1 :]


def cut_host(host: str, *, is_special: bool) -> str:
    """Run the host parser (URL Standard 3.5), and return the piece of the host.

    An empty host stays empty: the caller knows if the URL can have it. Raises `Failure`.
    """
    if host == "":
        return ""
    found: str | None = None
    if host[0] == "[":
        if host[-1] == "]":
            found = rewrite_ipv6(host[1:-1].lower())
    elif is_special:
        found = _domain_or_ipv4_address(host)
    elif is_usual_opaque_host(host):
        found = host
    if found:
        return found
    return parse_host(host, is_opaque=not is_special)


def _domain_or_ipv4_address(host: str) -> str | None:
    """Run steps 4 to 9 of the host parser (URL Standard 3.5) on a host without brackets.

    Returns `None` for a failure, and for a host that is not usual, such as `a^b`.
    """
    domain = host
    if "%" in host:
        domain = percent_decode(host.encode()).decode(errors="replace")
    ascii_domain = domain.lower() if domain.isascii() else to_ascii(domain)
    if not ascii_domain:
        return None
    if is_usual_domain(ascii_domain):
        return ascii_domain
    if is_in_ipv4_numbers(ascii_domain):
        return ipv4_parser(ascii_domain)
    return None


def cut_port(digits: str, default_port: str | None) -> str:
    """Parse a port of at least one digit, and return its piece. Raises `Failure`."""
    number = port_number(digits)
    if number is None:
        raise Failure(DESCRIPTIONS["port-out-of-range"])
    port = f":{number}"
    return "" if port == default_port else port


def ipv4_parser(text: str) -> str | None:
    """Run the IPv4 parser (URL Standard 3.5), and serialize the address.

    `text` is in lower case, and `is_in_ipv4_numbers` matches it. Returns `None` for a failure.
    """
    # Steps 1 to 4. The expression has matched at most four parts, and at most one final dot.
    parts = text.removesuffix(".").split(".")
    if len(parts) == 4 and _DECIMAL.keys() >= set(parts):
        return ".".join([_DECIMAL[part] for part in parts])
    try:
        # Steps 5 and 6
        *octets, last = map(ipv4_number_parser, parts)
        # Steps 7 to 13: the last number fills all octets that remain. Both conversions fail for a
        # number that is too large.
        address = bytes(octets) + last.to_bytes(4 - len(octets), "big")
    except (ValueError, OverflowError):
        return None
    return ".".join(map(str, address))


def ipv4_number_parser(text: str) -> int:
    """Run the IPv4 number parser (URL Standard 3.5) on a part that is not empty.

    Raises `ValueError` if a digit is not of the number's radix.
    """
    if text[:2] == "0x":
        return int(text[2:] or "0", 16)
    if text[0] == "0":
        return int(text, 8)
    return int(text)


def rewrite_ipv6(text: str) -> str | None:
    """Run the IPv6 parser and the IPv6 serializer (URL Standard 3.5, 3.6) on an address.

    `text` is in lower case, without brackets. Returns `None` for a failure.
    """
    if "." in text:
        text = without_ipv4(text)
        if text.startswith("::ffff:") and text.count(":") == 4:
            return f"[{text}]"  # an IPv4-mapped address (RFC 4291 section 2.5.5.2)
    # A zero after `::` is part of its run. A usual address has at most six colons, so the text has
    # at most seven.
    compressed = text
    if text[-1:] != ":":
        compressed = text.replace("::0:", "::")
    if ":0" not in compressed and _is_usual_ipv6(compressed):
        return f"[{compressed}]"
    expanded = expand_ipv6(text)
    if expanded is None:
        return None
    if _has_leading_zero(expanded):
        expanded = _sub_leading_zeros(":", expanded)
    # A colon is before and after each piece. `::` replaces the first longest run of zeros.
    for zeros in _ZEROS:
        if zeros in expanded:
            before, _, after = expanded.partition(zeros)
            return f"[{before[1:]}::{after[:-1]}]"
    return f"[{expanded[1:-1]}]"
