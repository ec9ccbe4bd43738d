"""`URL.build` makes a URL from its parts (URL Standard 4.1). The value of one part cannot change
another part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final
from unicodedata import normalize

from urldom._core.errors import Failure, RejectedValueError, at, quoted, shown, wrong_type
from urldom._core.objects.segments import (
    DOT_SEGMENTS,
    SEGMENT_CHARACTERS,
    all_segments,
    escape_segment,
    require_str,
)
from urldom._core.params import query_from_pairs
from urldom._core.standards.whatwg.authority import cut_host
from urldom._core.standards.whatwg.hosts import FORBIDDEN_HOST_CODE_POINT
from urldom._core.standards.whatwg.idna import domain_to_unicode
from urldom._core.standards.whatwg.url_record import join_userinfo
from urldom._core.standards.whatwg.usual import DEFAULT_PORTS, WITH_A_HOST, is_usual_host
from urldom._core.text.grammar import INVALID_SCHEME, LARGEST_PORT, SCHEME, UNRESERVED, port_number
from urldom._core.text.ipv6 import is_ipv4_address
from urldom._core.text.percent_encoding import FRAGMENT_CHARACTERS, QUERY_CHARACTERS, PercentEncoder
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import Pieces, path_guard

_is_scheme = re.compile(rf"{SCHEME}\Z").match
# The values are not escaped yet, so each encoder also escapes `%`.
_encode_userinfo: Final = PercentEncoder(UNRESERVED).encode
_encode_path: Final = PercentEncoder(f"{SEGMENT_CHARACTERS}/").encode
_encode_opaque_path: Final = PercentEncoder(f"{SEGMENT_CHARACTERS};/").encode
# Every query's apostrophe is escaped, as in a special URL (URL Standard 1.3, "special-query
# percent-encode set").
_encode_query: Final = PercentEncoder(QUERY_CHARACTERS.replace("'", "")).encode
_encode_fragment: Final = PercentEncoder(FRAGMENT_CHARACTERS).encode
#: Schemes whose own specifications allow no authority, so that an empty host means none.
_WITHOUT_A_HOST: Final = frozenset([
    "about:", "acct:", "blob:", "cid:", "data:", "geo:", "javascript:", "mailto:",
    "mid:", "sip:", "sips:", "sms:", "tag:", "tel:", "urn:",
])  # fmt: skip


def build(
    scheme: Any,
    host: Any,
    port: object,
    username: object,
    password: object,
    path: Any,
    segments: Iterable[str] | None,
    query: Any,
    fragment: Any,
) -> Pieces:
    """Return the pieces of the URL with these parts, which `URL.build` describes."""
    scheme_piece = _scheme(scheme)
    has_authority = scheme_piece in DEFAULT_PORTS or (
        host is not None and scheme_piece not in _WITHOUT_A_HOST
    )
    host_piece = ""
    if has_authority:
        host_piece = _host(host, scheme_piece)
    elif host not in (None, ""):
        raise RejectedValueError(
            "host", host, f"a URL with the scheme {scheme_piece[:-1]} cannot have a host"
        )
    userinfo = port_piece = query_piece = fragment_piece = ""
    if username is not None or password is not None:
        userinfo = join_userinfo(
            _credential("username", username), _credential("password", password)
        )
    if port is not None:
        port_piece = _port(port, DEFAULT_PORTS.get(scheme_piece))
    if (userinfo or port is not None) and (not host_piece or scheme_piece == "file:"):
        raise _needs_a_host(port, username, has_userinfo=userinfo != "")
    path_piece = _path(path, segments, has_authority=has_authority)
    slashes = "//" if has_authority else path_guard(path_piece)
    if query is not None:
        query_piece = _query(query, has_authority=has_authority)
    if fragment is not None:
        fragment_piece = _fragment(fragment)
    return (
        scheme_piece,
        slashes,
        userinfo,
        host_piece,
        port_piece,
        path_piece,
        query_piece,
        fragment_piece,
        None,
    )


# `_scheme`, `_host`, `_port`, `_path`, `_query` and `_fragment` return one piece of the URL each.


def _scheme(scheme: Any) -> str:
    if type(scheme) is str:
        piece = f"{scheme}:"
        if piece in DEFAULT_PORTS:
            return piece
    scheme = require_str("scheme", scheme)
    if not _is_scheme(scheme):
        hint = ": write it without a colon" if scheme[-1:] == ":" else ""
        raise RejectedValueError("scheme", scheme, f"{INVALID_SCHEME}{hint}")
    return f"{scheme.lower()}:"


def _host(host: Any, scheme: str) -> str:
    if (
        type(host) is str
        and scheme in WITH_A_HOST
        and is_usual_host(host)
        and ".." not in host
        and host[0] != "."
    ):
        return host
    if host is not None and not isinstance(host, str):
        from ipaddress import IPv4Address, IPv6Address

        if not isinstance(host, (IPv4Address, IPv6Address)):
            raise wrong_type("host", "a str, an IPv4Address or an IPv6Address", host)
        host = str(host)
    try:
        return _cut_host(scalar_value_string(str.__str__(host or "")), scheme)
    except Failure as failure:
        raise RejectedValueError("host", host, failure.reason) from None


def _cut_host(host: str, scheme: str) -> str:
    """Run the host parser (URL Standard 3.5), but not on what it would decode or read as another
    host. Raises `Failure`."""
    if not host:
        if scheme in WITH_A_HOST:
            raise Failure(f"a URL with the scheme {scheme[:-1]} must have a host")
        return ""
    is_special = scheme in DEFAULT_PORTS
    if "%" in host:  # In a special URL, the parser would decode an escape in the host.
        raise Failure(f"a host cannot contain {quoted('%')}{at(host.index('%'))}")
    if host[0] == "[":
        return cut_host(host, is_special=is_special)
    forbidden = FORBIDDEN_HOST_CODE_POINT.search(host)
    if forbidden is not None:
        if forbidden[0] == ":":
            return _cut_bare_ipv6(host, is_special=is_special)
        raise Failure(f"a host cannot contain {quoted(forbidden[0])}{at(forbidden.start())}")
    found = _cut_domain(host) if is_special else cut_host(host, is_special=False)
    # In a file URL, localhost means no host (URL Standard 4.4, file host state).
    return "" if scheme == "file:" and found == "localhost" else found


def _cut_bare_ipv6(host: str, *, is_special: bool) -> str:
    """Return the piece of an IPv6 address without brackets, which is the only host with a colon."""
    try:
        return cut_host(f"[{host}]", is_special=is_special)
    except Failure:
        raise Failure(
            "it contains a colon but is not an IPv6 address: pass a port as `port`"
        ) from None


def _cut_domain(host: str) -> str:
    """Return the piece of a domain or an IPv4 address. The host parser may change only the case of
    its letters, and their normalization form, because otherwise a caller would get a host that is
    not the given one."""
    if "" in host.removesuffix(".").split("."):
        raise Failure("it has an empty label")
    found = cut_host(host, is_special=True)
    if not host.isascii() and domain_to_unicode(found) != normalize("NFC", host).lower():
        raise Failure(f"it would be read as the host {found}: pass that host if you mean it")
    if found != host and is_ipv4_address(found):
        raise Failure(
            f"it would be read as the IPv4 address {found}: pass that address if you mean it"
        )
    return found


def host_of_server(server: str) -> str:
    """Return the host of a file URL that names a server of Windows."""
    host = _cut_host(server, "file:")
    if not host or host[0] == "[":
        raise Failure(
            f"a file URL cannot keep the server {shown(server)}: write its name, or an IPv4 address"
        )
    return host


def server_of_host(host: str) -> str:
    """Return the server of Windows that the host of a file URL names."""
    server = domain_to_unicode(host)
    if host_of_server(server) != host:
        raise Failure(f"the host {host} is not the name of a server")
    return server


def _credential(name: str, value: object) -> str:
    return "" if value is None else _encode_userinfo(require_str(name, value))


def _needs_a_host(port: object, username: object, *, has_userinfo: bool) -> RejectedValueError:
    """Return the error for a port or user info without a host (URL Standard 4.2, "cannot have a
    username/password/port")."""
    name: str
    value: object
    if not has_userinfo:
        name, value = "port", port
    elif username:
        name, value = "username", username
    else:
        name, value = "password", "***"  # A message does not show a password.
    return RejectedValueError(
        name, value, f"a file URL, or a URL without a host, cannot have a {name}"
    )


def _port(port: object, default_port: str | None) -> str:
    number = None
    if isinstance(port, int) and not isinstance(port, bool):
        if 0 <= port <= LARGEST_PORT:
            number = int(port)
    elif not isinstance(port, str):
        raise wrong_type("port", "an int, a str or None", port)
    elif port.isascii() and port.isdigit():
        number = port_number(port)
    if number is None:
        raise RejectedValueError("port", port, f"a port must be a number from 0 to {LARGEST_PORT}")
    piece = f":{number}"
    return "" if piece == default_port else piece  # port state, step 2.1.3


def _path(path: Any, segments: Iterable[str] | None, *, has_authority: bool) -> str:
    if segments is None:
        path = require_str("path", path)
        if has_authority or path[:1] == "/":
            return _path_of_text(path)
        return _encode_opaque_path(path)
    if path not in ("", "/"):
        raise TypeError("pass a path or segments, not both")
    texts = all_segments(segments)
    if not has_authority:
        reason = (
            "a URL without a host cannot have segments, because its path may be opaque: pass a path"
        )
        raise RejectedValueError("segments", texts, reason)
    return f"/{'/'.join(map(escape_segment, texts))}"


def _path_of_text(path: str) -> str:
    if path[:1] != "/":
        path = f"/{path}"
    if "/." in path:
        for segment in path.split("/"):
            if segment in DOT_SEGMENTS:
                raise RejectedValueError("path", path, f"it contains the dot segment {segment!r}")
    return _encode_path(path)


def _query(query: Any, *, has_authority: bool) -> str:
    if isinstance(query, str):
        text = _encode_query(require_str("query", query))
    else:
        text = query_from_pairs(query)
        if not has_authority:
            text = text.replace("+", "%20")  # RFC 6068 section 2: in a mailto URL, + is a plus.
    return f"?{text}" if text else ""


def _fragment(fragment: Any) -> str:
    text = _encode_fragment(require_str("fragment", fragment))
    return f"#{text}" if text else ""
