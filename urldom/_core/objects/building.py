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
_WITHOUT_A_HOST: Final = {
    *(
        "about:",
        "acct:",
        "blob:",
        "cid:",
        "data:",
        "geo:",
        "javascript:",
        "mailto:",
        "mid:",
        "sip:",
        "sips:",
        "sms:",
    ),
    *("tag:", "tel:", "urn:"),
}


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
    scheme_piece = f"{scheme}:"
    if type(scheme) is not str or scheme_piece not in DEFAULT_PORTS:
        scheme_piece = _scheme(require_str("scheme", scheme))
    slashes = "//"
    if scheme_piece in DEFAULT_PORTS or (host is not None and scheme_piece not in _WITHOUT_A_HOST):
        host_piece = _host(host, scheme_piece)
    elif host in (None, ""):
        slashes = host_piece = ""
    else:
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
        name: str
        value: object
        if not userinfo:
            name, value = "port", port
        elif username:
            name, value = "username", username
        else:
            name, value = "password", "***"
        raise RejectedValueError(
            name, value, f"a file URL, or a URL without a host, cannot have a {name}"
        )
    if segments is None:
        path = require_str("path", path)
        path_piece = _path(path) if slashes or path[:1] == "/" else _encode_opaque_path(path)
        slashes = slashes or path_guard(path_piece)
    elif path not in ("", "/"):
        raise TypeError("pass a path or segments, not both")
    else:
        path_piece = _path_of_segments(segments, may_have=slashes == "//")
    if query is not None:
        if isinstance(query, str):
            query_piece = _encode_query(require_str("query", query))
        else:
            query_piece = query_from_pairs(query)
            if slashes != "//":
                # RFC 6068 section 2: in a mailto URL, a plus is a plus.
                query_piece = query_piece.replace("+", "%20")
        query_piece = query_piece and f"?{query_piece}"
    if fragment is not None:
        fragment_piece = _encode_fragment(require_str("fragment", fragment))
        fragment_piece = fragment_piece and f"#{fragment_piece}"
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


def _scheme(scheme: str) -> str:
    if not _is_scheme(scheme):
        hint = ": write it without a colon" if scheme[-1:] == ":" else ""
        raise RejectedValueError("scheme", scheme, f"{INVALID_SCHEME}{hint}")
    return f"{scheme.lower()}:"


def _host(host: Any, scheme: str) -> str:
    """Return the piece of the URL that contains the host (URL Standard 3.5)."""
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
    is_special = scheme in DEFAULT_PORTS
    if not host:
        if scheme in WITH_A_HOST:
            raise Failure(f"a URL with the scheme {scheme[:-1]} must have a host")
        return ""
    if "%" in host:  # In a special URL, the parser would decode an escape in the host.
        raise Failure(f"a host cannot contain {quoted('%')}{at(host.index('%'))}")
    forbidden = FORBIDDEN_HOST_CODE_POINT.search(host)
    if forbidden is not None and host[0] != "[":
        if forbidden[0] != ":":
            raise Failure(f"a host cannot contain {quoted(forbidden[0])}{at(forbidden.start())}")
        try:
            return cut_host(f"[{host}]", is_special=is_special)
        except Failure:
            raise Failure(
                "it contains a colon but is not an IPv6 address: pass a port as `port`"
            ) from None
    if is_special and ("" in host.removesuffix(".").split(".")) and host[0] != "[":
        raise Failure("it has an empty label")
    found = cut_host(host, is_special=is_special)
    if (
        is_special
        and not host.isascii()
        and domain_to_unicode(found) != normalize("NFC", host).lower()
    ):
        raise Failure(f"it would be read as the host {found}: pass that host if you mean it")
    if is_special and found != host and is_ipv4_address(found):
        raise Failure(
            f"it would be read as the IPv4 address {found}: pass that address if you mean it"
        )
    return "" if scheme == "file:" and found == "localhost" else found


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


def _port(port: object, default_port: str | None) -> str:
    """Return the piece of the URL that contains the port (URL Standard 4.4, port state)."""
    number = None
    if isinstance(port, int) and not isinstance(port, bool):
        number = int(port) if 0 <= port <= LARGEST_PORT else None
    elif not isinstance(port, str):
        raise wrong_type("port", "an int, a str or None", port)
    elif port.isascii() and port.isdigit():
        number = port_number(port)
    if number is None:
        raise RejectedValueError("port", port, f"a port must be a number from 0 to {LARGEST_PORT}")
    piece = f":{number}"
    return "" if piece == default_port else piece


def _path(path: str) -> str:
    if path[:1] != "/":
        path = f"/{path}"
    for segment in path.split("/") if "/." in path else ():
        if segment in DOT_SEGMENTS:
            raise RejectedValueError("path", path, f"it contains the dot segment {segment!r}")
    return _encode_path(path)


def _path_of_segments(segments: Iterable[str], *, may_have: bool) -> str:
    texts = all_segments(segments)
    if not may_have:
        reason = (
            "a URL without a host cannot have segments, because its path may be opaque: pass a path"
        )
        raise RejectedValueError("segments", texts, reason)
    return f"/{'/'.join(map(escape_segment, texts))}"
