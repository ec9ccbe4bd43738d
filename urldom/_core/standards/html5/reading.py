"""HTML5 2.6.2, 2.6.3 and 2.6.6, step by step: each step is run and reported. The quick way shares
nothing with it."""

from __future__ import annotations

import re
from typing import Any, Final

from urldom._core.errors import Failure
from urldom._core.text import grammar
from urldom._core.text.idna2003 import decode_escapes, to_ascii
from urldom._core.text.percent_encoding import SPACE_CHARACTERS, escape_query, percent_encode
from urldom._core.values.pieces import (
    Components,
    Pieces,
    components,
    from_components,
    href,
    with_written,
)
from urldom._core.values.references import merge, remove_dot_segments
from urldom._core.values.telling import Say, Told, silent, values_of

#: The expression of RFC 3986 appendix B. Its scheme is the <scheme> of appendix A.
_components: Final = re.compile(
    rf"(?:({grammar.SCHEME}):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
).fullmatch
#: <IP-literal> and <reg-name> with the characters of ruling 2, and the port
_IP_LITERAL: Final = grammar.ip_literal(grammar.UNRESERVED + grammar.HTML5_UNRESERVED)
_ip_literal: Final = re.compile(_IP_LITERAL).fullmatch
_hostport: Final = re.compile(
    rf"({_IP_LITERAL}|(?:[^:%]|%[0-9A-Fa-f]{{2}})*)(?::([0-9]*))?"
).fullmatch
_sub_invalid_in_path: Final = re.compile(rf"[^{grammar.PCHAR}/%]+").sub

# These lists stand here a second time, so that the quick way is compared with them.

# Ruling 9 b
_NEEDING_A_HOST: Final = frozenset(
    ["http", "https", "ws", "wss", "ftp", "gopher", "telnet", "nntp", "imap", "rtsp"]
)
# Ruling 4
_SERVER_BASED: Final = _NEEDING_A_HOST | {"ldap"}
# Ruling 9 a
_WITHOUT_AUTHORITY: Final = frozenset(
    ["data", "mailto", "javascript", "about", "urn", "tel", "sms", "cid", "mid"]
)


def parse(url: str, say: Say = silent) -> Components:
    """*Parse a URL* into its components (HTML5 2.6.2). Raises `Failure`."""
    stripped = url.strip(SPACE_CHARACTERS)  # Step 1
    match = _components(stripped)  # Step 2
    assert match is not None
    scheme, authority, path, query, fragment = match.groups()
    if stripped != url:
        say("HTML5 2.6.2 step 1", url, {"url": stripped})
    # An authority that does not match the grammar is reported as a host.
    before_step_3 = (scheme, None, authority, None, path, query, fragment)
    _report(say, "HTML5 2.6.3 step 5", before_step_3, stripped)
    # Step 3, ruling 2
    if authority is not None:
        userinfo, host, port = _parse_authority(authority)
        parsed: Components = (scheme, userinfo, host, port, path, query, fragment)
    else:
        first_segment, _, _ = path.partition("/")
        if scheme is None and ":" in first_segment:
            raise Failure("the first segment of a relative URL contains a colon")
        parsed = (scheme, None, None, None, path, query, fragment)
    _report(say, "HTML5 2.6.3 step 5", parsed)
    return parsed


def _parse_authority(authority: str) -> tuple[str | None, str, str | None]:
    userinfo, at_sign, hostport = authority.rpartition("@")
    if "@" in userinfo:
        raise Failure("its authority contains more than one @")
    match = _hostport(hostport)
    if match is not None:
        return userinfo if at_sign else None, match[1], match[2]
    host, _, port = hostport.partition(":")
    if re.fullmatch("[0-9]*", port):
        raise Failure("its host contains a percent sign without two hexadecimal digits after it")
    if host[:1] == "[":
        raise Failure(
            "its host begins with a bracket, but is not an IP address in brackets, alone or with a"
            " port"
        )
    raise Failure("its port is not a number")


def resolve(url: str, base: Pieces | None, encoding: str, say: Say = silent) -> Pieces:
    """*Resolve a URL* (HTML5 2.6.3) from step 5 on, and return the pieces. Steps 1 to 4 determine
    the arguments."""
    scheme, userinfo, host, port, path, query, fragment = parse(url, say)  # Step 5
    if host is not None:  # Step 6, ruling 5
        say("HTML5 2.6.3 step 6", host)
        if host and not _ip_literal(host):
            host = to_ascii(decode_escapes(host))
        say("HTML5 2.6.3 step 6", None, {"host": host})
    if path:  # Step 7
        say("HTML5 2.6.3 step 7", path)
        path = _sub_invalid_in_path(lambda invalid: percent_encode(invalid[0]), path)
        say("HTML5 2.6.3 step 7", None, {"path": path})
    if query is not None:  # Step 8
        say("HTML5 2.6.3 step 8", query)
        query = escape_query(query, encoding)
        say("HTML5 2.6.3 step 8", None, {"query": query})
    escaped = (scheme, userinfo, host, port, path, query, fragment)
    say("HTML5 2.6.3 step 9", href(from_components(escaped)))
    target = _transform(escaped, base, say)  # Step 9
    _report(say, "HTML5 2.6.3 step 9", target)
    say("HTML5 2.6.3 step 10")
    _check_conformance_criteria(target)
    say("HTML5 2.6.3 step 11")
    say("HTML5 2.6.3 step 12")
    pieces = from_components(target, url)
    if (target[0] or "").lower() in _SERVER_BASED and "\\" in href(pieces):
        pieces = _replace_backslashes(pieces, say)
        _report(say, "HTML5 2.6.3 step 12", components(pieces))
    return pieces  # Step 13


def _transform(reference: Components, base: Pieces | None, say: Say) -> Components:
    """Transform a reference (RFC 3986 section 5.2.2, strictly: ruling 8)."""
    scheme, userinfo, host, port, path, query, fragment = reference
    if scheme is not None:
        return scheme, userinfo, host, port, remove_dot_segments(path, say), query, fragment
    if host is not None:
        path = remove_dot_segments(path, say)
    if base is None:
        raise Failure("it is a relative URL without a base: pass a base")
    scheme, base_userinfo, base_host, base_port, base_path, base_query, _ = components(base)
    if host is not None:
        return scheme, userinfo, host, port, path, query, fragment
    if not path:
        path = base_path
        if query is None:
            query = base_query
    elif path[0] == "/":
        path = remove_dot_segments(path, say)
    else:
        path = remove_dot_segments(merge(base_host is not None, base_path, path, say), say)
    return scheme, base_userinfo, base_host, base_port, path, query, fragment


def _check_conformance_criteria(target: Components) -> None:
    """Run step 10 (ruling 9)."""
    scheme, _, host, _, path, _, _ = target
    name = (scheme or "").lower()
    if host is not None and name in _WITHOUT_AUTHORITY:
        raise Failure(f"it has an authority, but {name}: URLs cannot have one")
    if not host and name in _NEEDING_A_HOST:
        raise Failure(f"it has no host, but {name}: URLs need one")
    if host is None and path[:2] == "//":
        raise Failure(
            'it has no authority, and its path begins with "//", which would be read as an'
            " authority"
        )


def _replace_backslashes(pieces: Pieces, say: Say) -> Pieces:
    """Replace backslashes (HTML5 2.6.3 step 12, ruling 10). If the authority had one, it now ends
    there, so the result is another URL, which is resolved again."""

    def say_deeper(step: Any, looked_at: str | None = None, made: Any = None, /) -> None:
        told = step if isinstance(step, Told) else Told(step, looked_at, made or {})
        say(told._replace(depth=told.depth + 1))

    replaced = href(pieces).replace("\\", "/")
    _, _, userinfo, host, *_, written = pieces
    if "\\" in userinfo + host:
        return with_written(resolve(replaced, None, "utf-8", say_deeper), written)
    return from_components(parse(replaced), written)


def _report(say: Say, step: str, parsed: Components, looked_at: str | None = None) -> None:
    say(step, looked_at, values_of(from_components(parsed)))
