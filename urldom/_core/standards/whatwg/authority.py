"""The authority of a URL, as in the authority, host and port states (URL Standard 4.4) and the host parser (3.5). The
host parser itself runs if these functions cannot parse a host."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.errors import Failure
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS
from urldom._core.standards.whatwg.hosts import parse_host
from urldom._core.standards.whatwg.url_record import join_userinfo
from urldom._core.standards.whatwg.usual import is_in_ipv4_numbers, is_usual_host, is_usual_opaque_host, match_hostport
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
    spelling: str(number) for number in range(0x100) for spelling in (str(number), f"0{number:o}", f"0x{number:x}")
}


def cut_authority(authority: str, default_port: str | None) -> tuple[str, str, str]:
    """Return the pieces userinfo, host and port of an authority. `default_port` is `None` if the URL is not special."""
    userinfo = at_sign = ""
    hostport = authority
    if "@" in authority:
        credentials, at_sign, hostport = authority.rpartition("@")
        username, _, password = credentials.partition(":")
        userinfo = join_userinfo(USERINFO.encode(username), USERINFO.encode(password))
    usual = match_hostport(hostport if default_port is None else hostport.lower()) if hostport.isascii() else None
    if usual is not None:
        ipv6, ipv4, host, port = usual.groups()
        if ipv6:
            host = rewrite_ipv6(ipv6)
        elif ipv4 and default_port is not None:
            host = rewrite_ipv4(ipv4)
        if host:
            return userinfo, host, "" if port == default_port else port
    host, colon, port = partition_hostport(hostport)
    if not host and (at_sign or colon):
        raise Failure(DESCRIPTIONS["host-missing"])
    host = cut_host(host, is_special=default_port is not None)
    if port:
        if not (port.isascii() and port.isdigit()):
            raise Failure(DESCRIPTIONS["port-invalid"])
        port = cut_port(port, default_port)
    return userinfo, host, port


def partition_hostport(text: str) -> tuple[str, str, str]:
    """Split a text at its first colon outside brackets, as `str.partition` does."""
    if "[" not in text:
        return text.partition(":")
    address, bracket, port = text.partition("]")
    if address[:1] == "[" and (not port or port[0] == ":"):
        return address + bracket, port[:1], port[1:]
    host = _host_with_brackets(text)
    assert host is not None
    end = host.end()
    return host[0], text[end : end + 1], text[end + 1 :]


def cut_host(host: str, *, is_special: bool) -> str:
    """Parse a host and return its piece. Raises `Failure`, for example for an empty host in a special URL."""
    found: str | None = None
    if host[:1] == "[":
        found = rewrite_ipv6(host[1:-1].lower()) if host[-1] == "]" else None
    elif is_special:
        domain = percent_decode(host.encode()).decode(errors="replace") if "%" in host else host
        found = domain.lower() if domain.isascii() else to_ascii(domain)
        if found and not is_usual_host(found):
            found = rewrite_ipv4(found) if is_in_ipv4_numbers(found) else None
    elif is_usual_opaque_host(host):
        found = host
    return found or (host and parse_host(host, is_opaque=not is_special))


def cut_port(digits: str, default_port: str | None) -> str:
    """Parse a port of at least one digit, and return its piece. Raises `Failure`."""
    number = port_number(digits)
    if number is None:
        raise Failure(DESCRIPTIONS["port-out-of-range"])
    port = f":{number}"
    return "" if port == default_port else port


def rewrite_ipv4(text: str) -> str | None:
    """Rewrite an IPv4 address of one to four numbers. Returns `None` if a number is invalid or too large."""
    parts = text.removesuffix(".").split(".")
    if len(parts) == 4 and _DECIMAL.keys() >= set(parts):
        return ".".join([_DECIMAL[part] for part in parts])
    try:
        *firsts, last = [
            int(part) if part[0] != "0" else int(part[2:] or "0", 16) if part[1:2] == "x" else int(part, 8)
            for part in parts
        ]
        return ".".join(map(str, bytes(firsts) + last.to_bytes(4 - len(firsts), "big")))
    except (ValueError, OverflowError):
        return None


def rewrite_ipv6(text: str) -> str | None:
    """Parse and serialize a lower-case IPv6 address. Returns `None` if the text is not such an address."""
    if "." in text:
        text = without_ipv4(text)
        if text.startswith("::ffff:") and text.count(":") == 4:  # an IPv4-mapped address (RFC 4291 section 2.5.5.2)
            return f"[{text}]"
    # A zero after `::` is part of its run. A usual address has at most six colons, so the text has at most seven.
    compressed = text.replace("::0:", "::") if text[-1:] != ":" else text
    if ":0" not in compressed and _is_usual_ipv6(compressed):
        return f"[{compressed}]"
    expanded = expand_ipv6(text)
    if expanded is None:
        return None
    if _has_leading_zero(expanded):
        expanded = _sub_leading_zeros(":", expanded)
    # A colon is before and after each piece. `::` replaces the first longest run of zeros (URL Standard 3.6).
    for zeros in _ZEROS:
        if zeros in expanded:
            before, _, after = expanded.partition(zeros)
            return f"[{before[1:]}::{after[:-1]}]"
    return f"[{expanded[1:-1]}]"
