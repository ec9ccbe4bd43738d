"""HTML5 2.6.2, Parsing URLs, 2.6.3, Resolving URLs, and the integrity rule (ruling 17) of the
setters (2.6.6)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from urldom._core.errors import Failure
from urldom._core.standards.table_model import IsUsual
from urldom._core.text import grammar
from urldom._core.text.grammar import LONGEST_LABEL
from urldom._core.text.idna2003 import decode_escapes, find_escaped_or_to_be_escaped, to_ascii
from urldom._core.text.ipv6 import expand_ipv6
from urldom._core.text.percent_encoding import (
    BARE_PERCENT,
    SPACE_CHARACTERS,
    escape_path,
    escape_query,
)
from urldom._core.values import schemes
from urldom._core.values.pieces import (
    HOST,
    SCHEME,
    Pieces,
    href,
    with_fragment,
    with_host,
    with_path,
    with_written,
)
from urldom._core.values.references import DOT_SEGMENT, merge, remove_dot_segments

#: Matches any string, and cuts it at its delimiters. The groups are the scheme, the usual host, the
#: usual port and the rest of the authority (`None` without an authority), the usual path, query and
#: fragment, and the rest, which begins with an unusual character. Rests have to be checked or
#: escaped. The expression runs in linear time: the text after a repetition begins with a character
#: that the repetition does not match.
match_components: Final = re.compile(
    rf"({grammar.SCHEME}:|)"
    rf"(?://([A-Za-z0-9.\-]*)(:[{grammar.DIGIT}]*|)([^/?#]*)|)"
    rf"([{grammar.PCHAR}/%]*)(\?[{grammar.PCHAR}/?%]*|)(#[^\\ \t\n\f\r]*|)(.*)",
    re.DOTALL,
).match
_is_port = re.compile(rf"(?::[{grammar.DIGIT}]*)?\Z").match
_HOST: Final = (
    rf"(?:(?=[A-Za-z0-9.\-]{{1,{LONGEST_LABEL}}}(?::|\Z))[A-Za-z0-9]+(?:[.\-][A-Za-z0-9]+)*\.?"
    rf"|\[{grammar.USUAL_IPV6_ADDRESS}\])"
)
#: Functions that match usual values, by the names of components. The encoders of the path, the
#: query and the fragment have `is_usual`.
USUAL: Final[dict[str, IsUsual]] = {
    "host": re.compile(rf"{_HOST}\Z").match,
    "hostport": re.compile(rf"({_HOST})(:[{grammar.DIGIT}]*)?\Z").match,
    # up to 59999
    "port": re.compile(r"[1-9][0-9]{0,3}\Z|[1-5][0-9]{4}\Z").match,
}
#: The schemes that have a server-based naming authority (ruling 4), with their colons.
SERVER_BASED: Final = frozenset(f"{scheme}:" for scheme in schemes.SERVER_BASED)


def has_usual_labels(host: str) -> bool:
    """Return `True` if ToASCII does not change the labels of a host of ASCII letters, digits,
    hyphens and dots."""
    if ".." in host or host[0] in ".-":
        return False
    if "-" in host and (".-" in host or "-." in host or host[-1] == "-"):
        return False
    return len(host) <= LONGEST_LABEL or max(map(len, host.split("."))) <= LONGEST_LABEL


def parse(url: str) -> Pieces:
    """*Parse a URL* into its component parts (HTML5 2.6.2), and return the pieces. Raises
    `Failure`."""
    match = match_components(url.strip(SPACE_CHARACTERS))  # Steps 1 and 2
    assert match is not None
    scheme, host, port, host_rest, path, query, fragment, rest = match.groups()
    path_rest, query_rest, fragment = _cut_rest(query, fragment, rest)
    path += path_rest
    query += query_rest
    if host is not None:  # Step 3
        userinfo, host, port = cut_authority(host + port + host_rest)
        return scheme, "//", userinfo, host, port, path, query, fragment, url
    if not scheme:
        check_first_segment(path)
    return scheme, "", "", "", "", path, query, fragment, url


def _cut_rest(query: str, fragment: str, rest: str) -> tuple[str, str, str]:
    """Cut the rest of a URL after its usual part: return the rests of the path and query, and the
    whole fragment."""
    if fragment:
        return "", "", fragment + rest
    rest, number_sign, fragment = rest.partition("#")
    if query:
        return "", rest, number_sign + fragment
    path, question_mark, query = rest.partition("?")
    return path, question_mark + query, number_sign + fragment


def check_first_segment(path: str) -> None:
    """Raise `Failure` for a relative reference with a colon in its first segment
    (<path-noscheme>)."""
    if ":" not in path:
        return
    first_segment, _, _ = path.partition("/")
    if ":" in first_segment:
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
    """Return the pieces host and port of a host, with or without a port. Raises `Failure`.

    The port begins with its colon, and is empty without one.
    """
    if hostport.startswith("["):
        address, bracket, port = hostport.partition("]")
        # Most IPv6 addresses are recognized without the expression of the grammar.
        is_without_ipv4 = bracket != "" and "." not in address
        if is_without_ipv4 and _is_port(port) and expand_ipv6(address[1:]) is not None:
            return address + bracket, port
        match = _ip_literal().match(hostport)
        if match is not None:
            return match[1], match[2]
    host, colon, port = hostport.partition(":")
    if port and not (port.isascii() and port.isdigit()):
        if host.startswith("["):
            raise Failure(
                "its host begins with a bracket, but is not an IP address in brackets, alone or"
                " with a port"
            )
        raise Failure("its port is not a number")
    if "%" in host and BARE_PERCENT.search(host):
        raise Failure("its host contains a percent sign without two hexadecimal digits after it")
    return host, colon + port


def is_ip_literal(host: str) -> bool:
    """Return `True` if a valid host is an <IP-literal>. Other hosts do not contain a colon."""
    return host[:1] == "[" and (":" in host or _ip_literal().match(host) is not None)


@cache
def _ip_literal() -> re.Pattern[str]:
    literal = grammar.ip_literal(grammar.UNRESERVED + grammar.HTML5_UNRESERVED)  # ruling 2
    return re.compile(rf"({literal})((?::[0-9]*)?)\Z")


def cut(url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces:
    """*Resolve a URL* against the absolute URL `base`. `encoding` is the name of an output
    encoding. Raises `Failure`."""
    match = match_components(url)
    assert match is not None
    groups = match.groups()
    scheme, host, port, host_rest, path, query, fragment, rest = groups
    # A URL stays as it is if no character needs an escape, it has no dot segments, and ToASCII
    # keeps its host.
    if (
        scheme in SERVER_BASED
        and host
        and not (host_rest or rest)
        and DOT_SEGMENT not in url
        and has_usual_labels(host)
    ):
        return scheme, "//", "", host, port, path, query, fragment, url
    if host_rest or rest:
        return _cut_unusual(url, groups, base, encoding)
    # Steps 7 and 8 keep the components. An absent component is "" from here on.
    if host is None:
        slashes = ""
        host = ""
        port = ""
    else:
        slashes = "//"
        host = resolve_host(host)  # Step 6
    if not scheme:
        return _transform((scheme, slashes, "", host, port, path, query, fragment, url), base)
    if "." in path:
        path = remove_dot_segments(path)  # Step 9
    # Step 10, which every URL with one of these schemes and a host passes
    if not host or scheme not in SERVER_BASED:
        check_conformance_criteria(scheme, slashes, host, path)
    return scheme, slashes, "", host, port, path, query, fragment, url


def _cut_unusual(url: str, groups: tuple[Any, ...], base: Pieces | None, encoding: str) -> Pieces:
    """*Resolve a URL* of which at least one component has to be checked or escaped. `groups` are
    those of `match_components`."""
    if url[0] in SPACE_CHARACTERS or url[-1] in SPACE_CHARACTERS:  # HTML5 2.6.2 step 1
        return with_written(cut(url.strip(SPACE_CHARACTERS), base, encoding), url)
    scheme, host, port, host_rest, path, query, fragment, rest = groups
    slashes = "//"
    userinfo = ""
    if host is None:
        slashes = ""
        host = ""
        port = ""
    elif host_rest:
        userinfo, host, port = cut_authority(host + port + host_rest)  # Step 5
    host = resolve_host(host)  # Step 6
    if rest:
        path_rest, query_rest, fragment = _cut_rest(query, fragment, rest)
        if path_rest:
            path += escape_path(path_rest)  # Step 7
        if query_rest:
            query += escape_query(query_rest, encoding)  # Step 8
    target = _transform((scheme, slashes, userinfo, host, port, path, query, fragment, url), base)
    return replace_backslashes(target)  # Step 12


def _transform(reference: Pieces, base: Pieces | None) -> Pieces:
    """Run steps 9 and 10: transform a reference into the target URI (RFC 3986 section 5.2.2), and
    check that."""
    scheme, slashes, userinfo, host, port, path, query, fragment, written = reference
    # In a long path, the search for one character is faster, so it comes first.
    has_dots = "." in path and (path[0] == "." or DOT_SEGMENT in path)
    if not scheme:
        if base is None:
            raise _without_base(slashes, path)
        scheme = base[SCHEME]
        if not slashes:
            check_first_segment(path)  # HTML5 2.6.2 step 3
            _, slashes, userinfo, host, port, base_path, base_query, _, _ = base
            if not path:
                path = base_path
                query = query or base_query
            elif path[0] != "/":
                path = merge(slashes != "", base_path, path)
    if has_dots:  # The base's path has no dot segments.
        path = remove_dot_segments(path)
    # Step 10, which every URL with one of these schemes and a host passes
    if not host or scheme not in SERVER_BASED:
        check_conformance_criteria(scheme, slashes, host, path)
    return scheme, slashes, userinfo, host, port, path, query, fragment, written


def _without_base(slashes: str, path: str) -> Failure:
    if not slashes:
        check_first_segment(path)  # Step 5
    return Failure("it is a relative URL without a base: pass a base")


def resolve_host(host: str) -> str:
    """Run step 6: apply ToASCII to a <reg-name>. An IP literal does not change (ruling 5). Raises
    `Failure`."""
    if not host or is_ip_literal(host):
        return host
    # ToASCII takes long, and does not change most hosts.
    has_usual_characters = host.isascii() and host.replace(".", "").replace("-", "").isalnum()
    if has_usual_characters and has_usual_labels(host):
        return host
    return to_ascii(decode_escapes(host))


def resolve_unescaped_host(host: str) -> str:
    """Return the result of `resolve_host` for the escaped form of a <reg-name> that is not yet
    escaped (ruling 15)."""
    return to_ascii(decode_escapes(host, find_escaped_or_to_be_escaped))


def check_conformance_criteria(scheme: str, slashes: str, host: str, path: str) -> None:
    """Run step 10 (ruling 9). Raises `Failure` if the URL does not conform to the requirements of
    its scheme."""
    name = scheme[:-1].lower()
    if slashes and name in schemes.WITHOUT_AUTHORITY:
        raise Failure(f"it has an authority, but {name}: URLs cannot have one")
    if not host and name in schemes.NEEDING_A_HOST:
        raise Failure(f"it has no host, but {name}: URLs need one")
    if not slashes and path.startswith("//"):
        raise Failure(
            'it has no authority, and its path begins with "//", which would be read as an'
            " authority"
        )


def replace_backslashes(pieces: Pieces) -> Pieces:
    """Run step 12 (ruling 10): if the scheme is server-based, backslashes become slashes. Raises
    `Failure` if the result is not a URL."""
    scheme, _, userinfo, host, _, _, _, fragment, written = pieces
    in_authority = "\\" in userinfo or "\\" in host
    if not in_authority and "\\" not in fragment:
        return pieces
    if scheme.lower() not in SERVER_BASED:
        return pieces
    if in_authority:
        # The authority now ends at the first replaced backslash, so the new string is resolved
        # again.
        return with_written(cut(href(pieces).replace("\\", "/")), written)
    return with_written(with_fragment(pieces, fragment.replace("\\", "/")), written)


# The integrity rule (ruling 17) for each component. Each function takes pieces with a new, escaped
# component, and returns the pieces of the resolved URL, or raises `Failure`. The port, the query
# and the fragment need no function, because steps 10 and 12 do not depend on them.


def settle_scheme(pieces: Pieces) -> Pieces:
    """Check the requirements of the new scheme. If the scheme is server-based, replace
    backslashes, which only the user info and the fragment can contain."""
    scheme, slashes, userinfo, host, _, path, _, fragment, _ = pieces
    if not host or scheme not in SERVER_BASED:  # All other URLs pass.
        check_conformance_criteria(scheme, slashes, host, path)
    if "\\" not in userinfo and "\\" not in fragment:
        return pieces
    if "\\" in userinfo and scheme.lower() in SERVER_BASED:
        raise Failure("the userinfo contains a backslash, which would end the authority")
    settled = replace_backslashes(pieces)
    if settled is pieces:
        return pieces
    # As if the string with the backslashes had been parsed
    return with_written(settled, href(pieces))


def settle_host(pieces: Pieces) -> Pieces:
    """Resolve the new host (step 6), or check a new IP literal."""
    host = pieces[HOST]
    if host[0] == "[":
        address, _ = cut_hostport(host)
        if not is_ip_literal(address):
            raise Failure("it begins with a bracket, but is not an IP address in brackets")
        return replace_backslashes(pieces) if "\\" in host else pieces
    resolved = resolve_host(host)
    if resolved == host:
        return pieces
    return with_written(with_host(pieces, resolved), href(pieces))


def settle_path(pieces: Pieces) -> Pieces:
    """Remove the dot segments of the new path. Raise `Failure` if the path would be read as an
    authority."""
    scheme, slashes, _, host, _, path, _, _, _ = pieces
    if slashes == "//" and DOT_SEGMENT not in path:
        return pieces
    resolved = remove_dot_segments(path)
    if slashes != "//":
        for read_path in (path, resolved):
            check_conformance_criteria(scheme, "", host, read_path)
    if resolved == path:
        return pieces
    return with_written(with_path(pieces, resolved), href(pieces))


#: The functions of the integrity rule, by the name of the new component.
SETTLE: Final = {
    "scheme": settle_scheme,
    "hostport": settle_host,
    "host": settle_host,
    "path": settle_path,
}
