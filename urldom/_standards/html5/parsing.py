"""HTML5 2.6.2, Parsing URLs: reject authorities and first segments that do not match the grammar (ruling 2)."""

from __future__ import annotations

import re
from functools import cache

from urldom._errors import Failure
from urldom._standards.html5.usual import match_components
from urldom._text.grammar import DIGIT, HTML5_UNRESERVED, UNRESERVED, ip_literal
from urldom._text.ipv6 import expand_ipv6
from urldom._text.percent_encoding import BARE_PERCENT, SPACE_CHARACTERS
from urldom._values.pieces import Pieces


def parse(url: str) -> Pieces:
    """*Parse a URL* into its component parts (HTML5 2.6.2), and return the pieces. Raises `Failure`."""
    match = match_components(url.strip(SPACE_CHARACTERS))  # Steps 1 and 2
    assert match is not None
    scheme, host, port, host_rest, path, path_rest, query, query_rest, fragment, fragment_rest = match.groups()
    slashes = userinfo = ""
    if host is not None:  # Step 3
        slashes = "//"
        userinfo, host, port = cut_authority(host + port + host_rest)
    elif not scheme:
        check_first_segment(path + path_rest)
    return (
        scheme,
        slashes,
        userinfo,
        host or "",
        port or "",
        path + path_rest,
        query + query_rest,
        fragment + fragment_rest,
        url,
    )


def check_first_segment(path: str) -> None:
    """Raise `Failure` for a relative reference with a colon in its first segment (<path-noscheme>)."""
    if ":" in path and ":" in path.partition("/")[0]:
        raise Failure("the first segment of a relative URL contains a colon")


def cut_authority(authority: str) -> tuple[str, str, str]:
    """Return the pieces userinfo, host and port of an <authority> (ruling 2). Raises `Failure`."""
    if "@" not in authority:
        return "", *cut_hostport(authority)
    userinfo, at_sign, hostport = authority.rpartition("@")
    if "@" in userinfo:
        raise Failure("its authority contains more than one @")
    return userinfo + at_sign, *cut_hostport(hostport)


def cut_hostport(hostport: str) -> tuple[str, str]:
    """Return the pieces host and port of a host, with or without a port. Raises `Failure`."""
    if hostport.startswith("["):
        address, bracket, port = hostport.partition("]")
        if bracket and "." not in address and _is_port(port) and expand_ipv6(address[1:]) is not None:
            return address + bracket, port
        match = _ip_literal().match(hostport)
        if match is not None:
            return match[1], match[2]
    host, colon, port = hostport.partition(":")
    if port and not (port.isascii() and port.isdigit()):
        if host.startswith("["):
            raise Failure("its host begins with a bracket, but is not an IP address in brackets, alone or with a port")
        raise Failure("its port is not a number")
    if "%" in host and BARE_PERCENT.search(host):
        raise Failure("its host contains a percent sign without two hexadecimal digits after it")
    return host, colon + port


_is_port = re.compile(rf"(?::[{DIGIT}]*)?\Z").match


def is_ip_literal(host: str) -> bool:
    """Return `True` if a valid host is an <IP-literal>. Other hosts do not contain a colon."""
    return host[:1] == "[" and (":" in host or _ip_literal().match(host) is not None)


@cache
def _ip_literal() -> re.Pattern[str]:
    return re.compile(rf"({ip_literal(UNRESERVED + HTML5_UNRESERVED)})((?::[0-9]*)?)\Z")  # ruling 2
