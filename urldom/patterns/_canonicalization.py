"""URL Pattern Standard 3.1: the encoding callbacks, for fixed text of a pattern and for the components of an input.

The other modules of this package import from here what they need of the URL Standard, which every pattern follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from urldom._core.errors import Failure, quoted
from urldom._core.standards.whatwg.cutting import cut as cut
from urldom._core.standards.whatwg.state_machine import BasicURLParser, State, basic_url_parse
from urldom._core.standards.whatwg.url_record import SPECIAL_SCHEMES as SPECIAL_SCHEMES
from urldom._core.standards.whatwg.url_record import URLRecord
from urldom._core.standards.whatwg.url_record import has_opaque_path as has_opaque_path
from urldom._core.standards.whatwg.url_record import join_userinfo as join_userinfo
from urldom._core.standards.whatwg.usual import WITH_A_HOST as WITH_A_HOST
from urldom._core.standards.whatwg.usual import match_beginning as match_beginning
from urldom._core.standards.whatwg.usual import match_path as match_path
from urldom._core.text.grammar import INVALID_SCHEME
from urldom._core.text.percent_encode_sets import PATH, USERINFO

#: The code points that an IPv6 address in brackets can contain.
_OF_IPV6: Final = frozenset("0123456789abcdefABCDEF[]:")

EncodingCallback = Callable[[str], str]


def _parse(value: str, override: State, scheme: str = "https", *, path: str = "/") -> URLRecord:
    """Run the basic URL parser with a state override on a dummy URL, and return this URL."""
    return basic_url_parse(value, url=URLRecord(scheme, host="dummy.invalid", path=path), override=override)


def canonicalize_protocol(value: str) -> str:
    if not value:
        return value
    try:
        return basic_url_parse(f"{value}://dummy.invalid/").scheme
    except Failure:
        # The parser's error would be about a relative URL instead of the invalid scheme.
        raise Failure(INVALID_SCHEME) from None


def canonicalize_hostname(value: str) -> str:
    return _parse(value, BasicURLParser.hostname_state).host or "" if value else value


def canonicalize_ipv6_hostname(value: str) -> str:
    for code_point in value:
        if code_point not in _OF_IPV6:
            raise Failure(f"an IPv6 address cannot contain {quoted(code_point)}")
    return value.lower()


def canonicalize_port(port_value: str, protocol_value: str = "") -> str:
    if not port_value:
        return port_value
    # Without a protocol, the dummy URL has no default port (docs/rulings.md, "The URL Pattern Standard").
    port = _parse(port_value, BasicURLParser.port_state, protocol_value).port
    return "" if port is None else str(port)


def canonicalize_pathname(value: str) -> str:
    if not value:
        return value
    # A path without a slash at the start gets the prefix "/-", so that its first segment cannot be a dot segment.
    modified_value = value if value[0] == "/" else f"/-{value}"
    result = _parse(modified_value, BasicURLParser.path_start_state, path="").path
    return result if value[0] == "/" else result[2:]


def _canonicalizer(override: State, attribute: str) -> EncodingCallback:
    """Return a function that runs the parser with a state override, and returns a component of the dummy URL."""
    return lambda value: getattr(_parse(value, override, path=""), attribute) or ""


canonicalize_opaque_pathname: Final = _canonicalizer(BasicURLParser.opaque_path_state, "path")
#: The encoding callback of each component (URL Pattern Standard 1.4, "create", steps 8 to 18), in the Standard's order.
ENCODING_CALLBACKS: Final[dict[str, EncodingCallback]] = {
    "protocol": canonicalize_protocol,
    "username": USERINFO.encode,
    "password": USERINFO.encode,
    "hostname": canonicalize_hostname,
    "port": canonicalize_port,
    "pathname": canonicalize_pathname,
    "search": _canonicalizer(BasicURLParser.query_state, "query"),
    "hash": _canonicalizer(BasicURLParser.fragment_state, "fragment"),
}


def keeps_path(path: str, scheme: str) -> bool:
    """Return whether the URL parser keeps a path that begins with a slash. The encoding callbacks do not resolve dot
    segments after non-special schemes, and do not handle drive letters."""
    # web-platform-tests expect unescaped spaces in a path. The "?" prevents the parser from stripping a final space.
    return basic_url_parse(f"{scheme}://h{path}?").path in (path, PATH.encode(path))
