"""The basic URL parser (URL Standard 4.4) for most URLs. A regular expression cuts the URL into its components.

The expression (see `usual`) does not cut every URL correctly. Examples of the exceptions are a missing slash after a
special scheme, a backslash before an authority, and a reference to a file. For these URLs, this module runs the state
machine. A property test compares the results of this module and of the state machine."""

from __future__ import annotations

import re
from typing import Final

from urldom._errors import Failure
from urldom._standards.url_standard import percent_encode_sets
from urldom._standards.url_standard.error_types import DESCRIPTIONS
from urldom._standards.url_standard.hosts import parse_host, rewrite_ipv6
from urldom._standards.url_standard.idna import refuse_forbidden
from urldom._standards.url_standard.paths import WINDOWS_DRIVE_LETTER, has_escaped_dot, normalize_segments
from urldom._standards.url_standard.percent_encode_sets import (
    C0_CONTROL,
    C0_CONTROL_OR_SPACE,
    FRAGMENT,
    PATH,
    SPECIAL_QUERY,
    USERINFO,
    percent_encode_after_encoding,
)
from urldom._standards.url_standard.url_record import has_opaque_path, join_userinfo, pieces_of, record_of
from urldom._standards.url_standard.usual import (
    DEFAULT_PORTS,
    WITH_A_HOST,
    is_usual_host,
    match_components,
    match_usual_hostport,
)
from urldom._text.grammar import port_number
from urldom._text.percent_encoding import percent_decode
from urldom._text.scalar_values import scalar_value_string
from urldom._values.pieces import SCHEME, Pieces, path_guard, with_written
from urldom._values.references import DOT_SEGMENT

_find_query_or_fragment: Final = re.compile("[?#]").search
# After an opening bracket, the address extends to the closing bracket, or to the end of the text.
_host_with_brackets: Final = re.compile(r"(?:[^\[:]|\[[^\]]*\]?)*").match


def clean(text: str) -> str:
    """Remove tabs and newlines, and replace lone surrogates, as the parser does at its start (steps 2 and 3)."""
    if text.isprintable():
        return text
    return scalar_value_string(text.replace("\t", "").replace("\n", "").replace("\r", ""))


def stripped(text: str) -> str:
    """Return the string after steps 1 to 3 of the basic URL parser."""
    return clean(text).strip(C0_CONTROL_OR_SPACE)


def cut(url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces:
    """Run the basic URL parser (URL Standard 4.4) on a string, and return the pieces of the URL. Raises `Failure`.

    `base` has the pieces of a base URL. `encoding` is the name of an output encoding.

    >>> "".join(cut("../x y", cut("http://EXAMPLE.com:80/a/b/c"))[:8])
    'http://example.com/a/x%20y'
    """
    match = match_components(url)
    assert match is not None
    scheme, host, port, host_rest, path, path_rest, query, query_rest, fragment, fragment_rest = match.groups()
    # If no character needs percent-encoding and the URL has no dot segments, its components do not change.
    if (
        host
        and scheme in WITH_A_HOST
        and not (host_rest or path_rest or query_rest or fragment_rest)
        and DOT_SEGMENT not in url
    ):
        if port and port == DEFAULT_PORTS[scheme]:
            port = ""
        return scheme, "//", "", host, port, path or "/", query, fragment, url
    # The same for a URL whose host is an IPv6 address
    if (
        host_rest
        and host_rest[0] == "["
        and not (host or port)
        and scheme in WITH_A_HOST
        and not (path_rest or query_rest or fragment_rest)
        and DOT_SEGMENT not in path
    ):
        usual = cut_usual_hostport(host_rest.lower(), DEFAULT_PORTS[scheme])
        if usual is not None:
            return scheme, "//", "", *usual, path or "/", query, fragment, url
    slashes = userinfo = ""
    if host is None:
        host = port = host_rest = ""
    else:
        slashes = "//"
    if (host_rest or path_rest or query_rest or fragment_rest) and (
        not url.isprintable() or url[0] == " " or url[-1] == " "
    ):
        input = stripped(url)
        if input != url:
            return with_written(cut(input, base, encoding), url)
    if not scheme:
        # no scheme state
        if base is None:
            raise Failure(DESCRIPTIONS["missing-scheme-non-relative-URL"])
        scheme = base[SCHEME]
        if scheme == "file:" or has_opaque_path(base):
            return _by_the_state_machine(url, base, encoding)
    default_port = DEFAULT_PORTS.get(scheme)
    if default_port is None and not scheme.islower():
        scheme = scheme.lower()
        default_port = DEFAULT_PORTS.get(scheme)
    is_special = default_port is not None
    if is_special and "\\" in path_rest:
        # In a special URL, a backslash before the query is a slash.
        end = _find_query_or_fragment(url)
        before = url if end is None else url[: end.start()]
        return with_written(cut(before.replace("\\", "/") + url[len(before) :], base, encoding), url)
    is_opaque = False
    directory = ""
    has_scheme = match[1] != ""
    if scheme == "file:" and (slashes or base is None or base[SCHEME] != "file:"):
        # file state, file host state
        authority, slashes, port = host + port + host_rest, "//", ""
        if WINDOWS_DRIVE_LETTER.fullmatch(authority):
            return _by_the_state_machine(url, base, encoding)
        host = cut_host(authority, is_special=True) if authority else ""
        if host == "localhost":
            host = ""
        if path[:1] != "/":
            path = f"/{path}"
    elif is_special and (slashes or has_scheme) and not (host or port or host_rest):
        if not slashes and base is not None and base[SCHEME] == scheme:
            return _by_the_state_machine(url, base, encoding)
        # special authority ignore slashes state
        rest = url[match.start(5) :].lstrip("/")
        if rest[:1] in ("", "?", "#"):
            raise Failure(DESCRIPTIONS["host-missing"])
        return with_written(cut(f"{scheme}//{rest}", None, encoding), url)
    elif slashes:
        if path_rest[:1] == "\\" and not path and not is_special:
            return _by_the_state_machine(url, base, encoding)
        if host_rest or port:
            userinfo, host, port = cut_authority(host + port + host_rest, default_port)
    elif has_scheme:
        is_opaque = path[:1] != "/"
    else:
        # relative state, for a base that is neither opaque nor a file
        assert base is not None
        _, slashes, userinfo, host, port, base_path, base_query, _, _ = base
        if not path and not path_rest:
            directory, query = base_path, query or (base_query if not query_rest else "")
        elif path[:1] != "/":
            directory = base_path[: base_path.rfind("/") + 1] or "/"
    if is_opaque:
        # opaque path state
        if path_rest:
            if path_rest[-1] == " " and (query or fragment):
                path_rest = f"{path_rest[:-1]}%20"
            path += C0_CONTROL.encode(path_rest)
    else:
        # path state. Percent-encoding does not add or remove a slash or a dot segment.
        if path_rest:
            path += PATH.encode_unusual(path_rest)
        elif is_special and not path and not directory:
            path = "/"
        # The base's path has no dot segments. It can be long, so it is not searched for them.
        has_dots = DOT_SEGMENT in path or path[:1] == "." or (path_rest != "" and has_escaped_dot(path))
        path = directory + path
        if has_dots or (scheme == "file:" and path[2:3] == "|"):
            path = normalize_segments(path, is_file=scheme == "file:")
        if slashes != "//":
            slashes = path_guard(path)
    if query_rest:
        # query state
        query_set = SPECIAL_QUERY if is_special else percent_encode_sets.QUERY
        if encoding != "utf-8":
            encoding = query_encoding(scheme, encoding)
        if encoding == "utf-8":
            query += query_set.encode_unusual(query_rest)
        else:
            query += percent_encode_after_encoding(encoding, query_rest, query_set)
    if fragment_rest:
        # fragment state
        fragment += FRAGMENT.encode_unusual(fragment_rest)
    return scheme, slashes, userinfo, host, port, path, query, fragment, url


def query_encoding(scheme: str, encoding: str) -> str:
    """Return the encoding of the query in a URL with this scheme (URL Standard 4.4, query state, step 1)."""
    return encoding if scheme in DEFAULT_PORTS and scheme not in ("ws:", "wss:") else "utf-8"


def _by_the_state_machine(url: str, base: Pieces | None, encoding: str) -> Pieces:
    from urldom._standards.url_standard.state_machine import basic_url_parse

    return pieces_of(basic_url_parse(url, None if base is None else record_of(base), encoding), url)


def cut_authority(authority: str, default_port: str | None) -> tuple[str, str, str]:
    """Run the authority, host and port states, and return the pieces userinfo, host and port.

    `default_port` is `None` if the URL is not special."""
    credentials, at_sign, hostport = authority.rpartition("@")
    userinfo = ""
    if at_sign:
        username, _, password = credentials.partition(":")
        userinfo = join_userinfo(USERINFO.encode(username), USERINFO.encode(password))
    if hostport.isascii():
        usual = cut_usual_hostport(hostport if default_port is None else hostport.lower(), default_port)
        if usual is not None:
            return userinfo, *usual
    host, colon, port = partition_hostport(hostport)
    if not host and (at_sign or colon):
        raise Failure(DESCRIPTIONS["host-missing"])
    host = cut_host(host, is_special=default_port is not None)
    if port:
        if not (port.isascii() and port.isdigit()):
            raise Failure(DESCRIPTIONS["port-invalid"])
        port = cut_port(port, default_port)
    return userinfo, host, port


def cut_usual_hostport(hostport: str, default_port: str | None) -> tuple[str, str] | None:
    """Return the pieces of a usual host and port, or `None` if they are not usual. `hostport` is in lower case."""
    usual = match_usual_hostport(hostport)
    if usual is None:
        return None
    address, host, port = usual.groups()
    host = host or rewrite_ipv6(address)
    return (host, "" if port == default_port else port) if host else None


def partition_hostport(text: str) -> tuple[str, str, str]:
    """Split a text at its first colon outside brackets.

    Returns the text before the colon, the colon, and the text after it, as `str.partition` does."""
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
    if host.isascii():
        lower = host.lower()
        if lower[:1] == "[":
            address = rewrite_ipv6(lower[1:-1]) if lower[-1] == "]" else None
            if address is not None:
                return address
        elif is_special:
            if "%" in lower:
                lower = percent_decode(lower.encode()).lower().decode(errors="replace")
            if is_usual_host(lower):
                return lower
            if lower.isascii():
                refuse_forbidden(lower, lower)
    return host and parse_host(host, is_opaque=not is_special)


def cut_port(digits: str, default_port: str | None) -> str:
    """Parse a port of at least one digit, and return its piece. Raises `Failure`."""
    number = port_number(digits)
    if number is None:
        raise Failure(DESCRIPTIONS["port-out-of-range"])
    port = f":{number}"
    return "" if port == default_port else port
