"""HTML5 2.6.3, Resolving URLs."""

from __future__ import annotations

from typing import Final

from urldom._errors import Failure
from urldom._standards.html5.parsing import check_first_segment, cut_authority, is_ip_literal
from urldom._standards.html5.usual import has_usual_labels, match_components
from urldom._text.idna2003 import decode_escapes, decode_unescaped, to_ascii
from urldom._text.percent_encoding import SPACE_CHARACTERS, escape_path, escape_query
from urldom._values.default_ports import DEFAULT_PORTS
from urldom._values.pieces import (
    FRAGMENT,
    HOST,
    SCHEME,
    USERINFO,
    WRITTEN,
    Pieces,
    href,
    with_fragment,
    with_written,
)
from urldom._values.references import DOT_SEGMENT, merge, remove_dot_segments

#: The schemes that have a server-based naming authority (ruling 4), with their colons.
SERVER_BASED: Final = frozenset(f"{scheme}:" for scheme in DEFAULT_PORTS)
#: The schemes whose URLs cannot have an authority (ruling 9 a), with their colons.
WITHOUT_AUTHORITY: Final = frozenset(
    ["data:", "mailto:", "javascript:", "about:", "urn:", "news:", "tel:", "sms:", "cid:", "mid:"]
)


def cut(url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces:
    """*Resolve a URL* against the absolute URL `base`. `encoding` is the name of an output encoding."""
    match = match_components(url)  # Step 5
    assert match is not None
    # Step 5: the components
    scheme, host, port, host_rest, path, path_rest, query, query_rest, fragment, fragment_rest = match.groups()
    # This URL stays as it is: no character needs an escape, it has no dot segments, and ToASCII does not change its
    # host.
    if (
        scheme in SERVER_BASED
        and host
        and not (host_rest or path_rest or query_rest or fragment_rest)
        and DOT_SEGMENT not in url
        and has_usual_labels(host)
    ):
        return scheme, "//", "", host, port, path, query, fragment, url
    slashes = userinfo = ""
    if host is None:
        host = port = ""
    else:
        slashes = "//"
    if host_rest or path_rest or query_rest or fragment_rest:
        if url[0] in SPACE_CHARACTERS or url[-1] in SPACE_CHARACTERS:  # HTML5 2.6.2 step 1
            return with_written(cut(url.strip(SPACE_CHARACTERS), base, encoding), url)
        if host_rest:
            userinfo, host, port = cut_authority(host + port + host_rest)  # Step 5
        if path_rest:
            path += escape_path(path_rest)  # Step 7
        if query_rest:
            query += escape_query(query_rest, encoding)  # Step 8
        fragment += fragment_rest
    host = resolve_host(host)  # Step 6
    has_dots = DOT_SEGMENT in path
    # Step 9: RFC 3986 section 5.2.2. The code works on pieces, so an absent component is "".
    if not scheme:
        if base is None:
            raise _without_base(slashes, path)
        scheme = base[SCHEME]
        if not slashes:
            check_first_segment(path)  # Step 5
            _, slashes, userinfo, host, port, base_path, base_query, _, _ = base
            if not path:
                path, query = base_path, query or base_query
            elif path[0] != "/":
                # The base's path has no dot segments. It can be long, so it is not searched for them.
                has_dots = has_dots or path[0] == "."
                path = merge(slashes != "", base_path, path)
    if has_dots or path[:1] == ".":  # Step 9
        path = remove_dot_segments(path)
    if not host or scheme not in SERVER_BASED:  # Step 10
        check_conformance_criteria(scheme, slashes, host, path)
    pieces = (scheme, slashes, userinfo, host, port, path, query, fragment, url)  # Step 11
    # Step 12. A usual component has no backslash, and step 7 or 8 has escaped the backslashes of the path and the
    # query. So only these two groups can contain a backslash.
    return replace_backslashes(pieces) if fragment_rest or host_rest else pieces


def _without_base(slashes: str, path: str) -> Failure:
    if not slashes:
        check_first_segment(path)  # Step 5
    return Failure("it is a relative URL without a base: pass a base")


def resolve_host(host: str) -> str:
    """Run step 6: apply ToASCII to a <reg-name>. An IP literal does not change (ruling 5). Raises `Failure`."""
    if not host or is_ip_literal(host):
        return host
    if host.isascii() and host.replace(".", "").replace("-", "").isalnum() and has_usual_labels(host):
        return host
    return to_ascii(decode_escapes(host))


def resolve_unescaped_host(host: str) -> str:
    """Return the result of `resolve_host` for the escaped form of a <reg-name> that is not yet escaped (ruling 15)."""
    return to_ascii(decode_unescaped(host))


def check_conformance_criteria(scheme: str, slashes: str, host: str, path: str) -> None:
    """Run step 10 (ruling 9). Raises `Failure` if the URL does not conform to the requirements of its scheme."""
    lower = scheme.lower()
    if slashes and lower in WITHOUT_AUTHORITY:
        raise Failure(f"it has an authority, but {lower} URLs cannot have one")
    if not host and lower in SERVER_BASED:
        raise Failure(f"it has no host, but {lower} URLs need one")
    if not slashes and path.startswith("//"):
        raise Failure('it has no authority, and its path begins with "//", which would be read as an authority')


def replace_backslashes(pieces: Pieces) -> Pieces:
    """Run step 12 (ruling 10). Raises `Failure` if the result is not a URL."""
    in_authority = "\\" in pieces[USERINFO] or "\\" in pieces[HOST]
    fragment = pieces[FRAGMENT]
    if not (in_authority or "\\" in fragment) or pieces[SCHEME].lower() not in SERVER_BASED:
        return pieces
    if in_authority:
        # The authority now ends at the first replaced backslash. So the new string is a different URL, and is resolved
        # again.
        return with_written(cut(href(pieces).replace("\\", "/")), pieces[WRITTEN])
    return with_written(with_fragment(pieces, fragment.replace("\\", "/")), pieces[WRITTEN])
