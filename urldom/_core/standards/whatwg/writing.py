"""URL Standard 3.4, Host writing, and 4.3, URL writing: checks of strings that authors write."""

from __future__ import annotations

import re

from urldom._core.errors import Failure
from urldom._core.standards.whatwg.hosts import FORBIDDEN_HOST_CODE_POINT, ends_in_a_number
from urldom._core.standards.whatwg.idna import domain_parser
from urldom._core.standards.whatwg.url_record import SPECIAL_SCHEMES
from urldom._core.standards.whatwg.validation import invalid_url_unit
from urldom._core.text.grammar import SCHEME, port_number
from urldom._core.text.ipv6 import is_ipv4_address

_SCHEME = re.compile(f"({SCHEME}):")
_is_port = re.compile("[0-9]*").fullmatch
_BRACKETED = re.compile(r"\[([^\]]*)\](?::(.*))?", re.S)
_IPV6_PIECE = re.compile("0|[1-9A-Fa-f][0-9A-Fa-f]{0,3}")


def is_valid_url_string(url: str, base_scheme: str = "https") -> bool:
    """Return `True` if `url` is a *valid URL string* (URL Standard 4.3).

    It can be absolute, or relative to a URL of the scheme `base_scheme` whose path is not opaque.
    """
    text, _, fragment = url.partition("#")
    text, _, query = text.partition("?")
    if any(map(invalid_url_unit().search, (query, fragment))):
        return False
    scheme = base_scheme
    rest = text
    found = _SCHEME.match(text)
    if found is not None:
        scheme = found[1].lower()
        rest = text[found.end() :]
    if rest.startswith("//"):
        return _starts_with_two_slashes(rest, scheme)
    if found is not None and scheme in SPECIAL_SCHEMES:
        return False
    # This is a path-absolute-non-authority-URL string, an opaque-path-URL string, or a relative-URL
    # string.
    return _are_url_units(rest)


def _starts_with_two_slashes(text: str, scheme: str) -> bool:
    """Return `True` for a URL string that is relative to a scheme.

    It is a scheme-relative-special-URL, scheme-relative-file-URL or scheme-relative-URL string.
    """
    authority, _, path = text[2:].partition("/")
    # In a path-absolute-URL string, each segment consists of URL units. Dot segments are allowed.
    if not _are_url_units(path):
        return False
    if authority == "":
        return scheme == "file" or scheme not in SPECIAL_SCHEMES
    port: str | None = None
    bracketed = _BRACKETED.fullmatch(authority)
    if bracketed is not None:
        port = bracketed[2]
        host_is_valid = is_valid_ipv6_address(bracketed[1])
    else:
        host, colon, after = authority.partition(":")
        if colon:
            port = after
        host_is_valid = is_valid_host(host) if scheme in SPECIAL_SCHEMES else _is_opaque_host(host)
    if not host_is_valid:
        return False
    return port is None or (scheme != "file" and _is_url_port(port))


def _is_opaque_host(text: str) -> bool:
    """Return `True` for a valid opaque-host string (URL Standard 3.4) without brackets."""
    return text != "" and _are_url_units(text) and FORBIDDEN_HOST_CODE_POINT.search(text) is None


def _is_url_port(text: str) -> bool:
    """Return `True` for a URL-port string (URL Standard 4.3)."""
    return _is_port(text) is not None and port_number(text) is not None


def _are_url_units(text: str) -> bool:
    return invalid_url_unit().search(text) is None


def is_valid_host(text: str) -> bool:
    """Return `True` for a valid domain string or a valid IPv4-address string (URL Standard 3.4)."""
    if is_ipv4_address(text):
        return True
    try:
        domain = domain_parser(text, be_strict=True)
    except Failure:
        return False
    return not ends_in_a_number(domain)


def is_valid_ipv6_address(text: str) -> bool:
    """Return `True` for a valid IPv6-address string (URL Standard 3.4)."""
    before, compression, after = text.partition("::")
    if not compression:
        return _effective_piece_length(text.split(":")) == 8
    sides = [side.split(":") for side in (before, after) if side]
    return "." not in before and sum(map(_effective_piece_length, sides)) <= 7


def _effective_piece_length(pieces: list[str]) -> int:
    """Return the effective piece length of an IPv6-pieces string (URL Standard 3.4).

    The string can also be an IPv6-pieces-and-IPv4 string. The result for an invalid string is
    greater than any valid length.
    """
    length = len(pieces)
    if is_ipv4_address(pieces[-1]):
        pieces = pieces[:-1]
        length += 1
    return length if all(map(_IPV6_PIECE.fullmatch, pieces)) else 9
