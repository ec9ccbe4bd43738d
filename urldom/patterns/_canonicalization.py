"""URL Pattern Standard 3.1: the encoding callbacks, for fixed text of a pattern and for the
components of an input.

Most callbacks run the basic URL parser on a dummy URL, and raise `Failure` for text that the parser
does not accept. Patterns follow the URL Standard whatever other standard a program chooses, so the
other modules of this package import from here what they need of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from urldom._core.errors import Failure, quoted
from urldom._core.standards.whatwg import cutting, state_machine, url_record, usual
from urldom._core.text import grammar
from urldom._core.text import percent_encode_sets as sets

# Names of the URL Standard
cut: Final = cutting.cut
SPECIAL_SCHEMES: Final = url_record.SPECIAL_SCHEMES
WITH_A_HOST: Final = usual.WITH_A_HOST
has_opaque_path: Final = url_record.has_opaque_path
join_userinfo: Final = url_record.join_userinfo
match_beginning: Final = usual.match_beginning
match_path: Final = usual.match_path

#: The code points that an IPv6 address in brackets can contain.
_OF_IPV6: Final = frozenset("0123456789abcdefABCDEF[]:")

EncodingCallback = Callable[[str], str]


def _parse(
    value: str, override: state_machine.State, scheme: str = "https", *, path: str = "/"
) -> url_record.URLRecord:
    """Run the basic URL parser with a state override on a dummy URL, and return this URL."""
    return state_machine.basic_url_parse(
        value, url=url_record.URLRecord(scheme, host="dummy.invalid", path=path), override=override
    )


def canonicalize_protocol(value: str) -> str:
    if not value:
        return value
    try:
        return state_machine.basic_url_parse(f"{value}://dummy.invalid/").scheme
    except Failure:
        # The parser's error would be about a relative URL instead of the invalid scheme.
        raise Failure(grammar.INVALID_SCHEME) from None


def canonicalize_hostname(value: str) -> str:
    if not value:
        return value
    return _parse(value, state_machine.BasicURLParser.hostname_state).host or ""


def canonicalize_ipv6_hostname(value: str) -> str:
    for code_point in value:
        if code_point not in _OF_IPV6:
            raise Failure(f"an IPv6 address cannot contain {quoted(code_point)}")
    return value.lower()


def canonicalize_port(port_value: str, protocol_value: str = "") -> str:
    if not port_value:
        return port_value
    # Without a protocol, the dummy URL has no default port (docs/rulings.md, "The URL Pattern
    # Standard").
    port = _parse(port_value, state_machine.BasicURLParser.port_state, protocol_value).port
    return "" if port is None else str(port)


def canonicalize_pathname(value: str) -> str:
    if not value:
        return value
    parse_path = state_machine.BasicURLParser.path_start_state
    if value.startswith("/"):
        return _parse(value, parse_path, path="").path
    # A path without a slash at the start gets the prefix "/-", so that its first segment cannot be
    # a dot segment.
    prefix = "/-"
    return _parse(prefix + value, parse_path, path="").path[len(prefix) :]


def _canonicalizer(override: state_machine.State, attribute: str) -> EncodingCallback:
    """Return a function that runs the parser with a state override, and returns a component of the
    dummy URL."""
    return lambda value: getattr(_parse(value, override, path=""), attribute) or ""


canonicalize_opaque_pathname: Final = _canonicalizer(
    state_machine.BasicURLParser.opaque_path_state, "path"
)
#: The encoding callback of each component (URL Pattern Standard 1.4, "create", steps 8 to 18), in
#: the Standard's order.
ENCODING_CALLBACKS: Final[dict[str, EncodingCallback]] = {
    "protocol": canonicalize_protocol,
    "username": sets.USERINFO.encode,
    "password": sets.USERINFO.encode,
    "hostname": canonicalize_hostname,
    "port": canonicalize_port,
    "pathname": canonicalize_pathname,
    "search": _canonicalizer(state_machine.BasicURLParser.query_state, "query"),
    "hash": _canonicalizer(state_machine.BasicURLParser.fragment_state, "fragment"),
}


def keeps_path(path: str, scheme: str) -> bool:
    """Return whether the URL parser keeps a path that begins with a slash. The encoding callbacks
    do not resolve dot segments after non-special schemes, and do not handle the drive letters of
    `file:` URLs."""
    # The "?" prevents the parser from stripping a final space.
    parsed_path = state_machine.basic_url_parse(f"{scheme}://h{path}?").path
    # web-platform-tests expect unescaped spaces in a path.
    return parsed_path in (path, sets.PATH.encode(path))
