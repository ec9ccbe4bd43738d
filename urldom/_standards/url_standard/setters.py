"""6.1: the setters of the URL class on the pieces of a URL, each with the parser of its own component. The HTML
Standard's `HTMLHyperlinkElementUtils` has the same ones, but for `href`; a query that is set is in UTF-8 there too,
whatever the document's encoding.

They raise `Failure` where the parser fails and has changed nothing, and `SetterReturned` where the setter returns
before it has called the parser. To them `None` is the empty string, which removes what can be removed (ruling 19)."""

from __future__ import annotations

import re
from typing import Final

from urldom._errors import Failure, SetterReturned
from urldom._standards.interface import Setter
from urldom._standards.url_standard.cutting import (
    DEFAULT_PORTS,
    clean,
    cut_host,
    cut_port,
    is_usual_host,
    partition_hostport,
)
from urldom._standards.url_standard.paths import normalize_segments
from urldom._standards.url_standard.percent_encode_sets import (
    FRAGMENT,
    PATH,
    QUERY,
    SPECIAL_QUERY,
    USERINFO,
)
from urldom._standards.url_standard.url_record import has_opaque_path, join_userinfo
from urldom._standards.url_standard.validation import DESCRIPTIONS
from urldom._text.grammar import SCHEME, leading_digits
from urldom._text.scalar_values import scalar_value_string
from urldom._values.pieces import Pieces

_match_scheme = re.compile(rf"({SCHEME})(?::|\Z)").match
#: The special schemes as values, with a colon and without one, and the pieces that they are.
_USUAL_SCHEMES: Final = {scheme[:-1]: scheme for scheme in DEFAULT_PORTS} | {scheme: scheme for scheme in DEFAULT_PORTS}
#: What ends a host that is assigned: in a special URL, and in another.
_find_special_host_end = re.compile(r"[/?#\\]").search
_find_host_end = re.compile("[/?#]").search


def _cannot_have_username_password_port(pieces: Pieces) -> bool:
    """4.2: whether the host is null or the empty string, or the scheme "file"."""
    return not pieces[3] or pieces[0] == "file:"


def set_protocol(pieces: Pieces, value: str | None) -> Pieces:
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    new = _USUAL_SCHEMES.get(value or "")
    if new is None:
        match = _match_scheme(clean(value or ""))
        if match is None:
            raise Failure("a scheme begins with a letter, and is made of letters, digits, +, - and .")
        new = f"{match[1].lower()}:"
    # Scheme state, step 2.1
    if (scheme in DEFAULT_PORTS) != (new in DEFAULT_PORTS):
        raise Failure("a special scheme does not become one that is not, nor the other way round")
    if new == "file:" and (userinfo or port):
        raise Failure("a file URL has neither credentials nor a port")
    if scheme == "file:" and not host:
        raise Failure("a file URL without a host cannot take another scheme")
    if port == DEFAULT_PORTS.get(new):
        port = ""
    return new, slashes, userinfo, host, port, path, query, fragment, None


def set_username(pieces: Pieces, value: str | None) -> Pieces:
    if _cannot_have_username_password_port(pieces):
        raise SetterReturned("a URL without a host, or a file URL, has no username")
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    username = USERINFO.encode(scalar_value_string(value or ""))
    userinfo = join_userinfo(username, userinfo[:-1].partition(":")[2])
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def set_password(pieces: Pieces, value: str | None) -> Pieces:
    if _cannot_have_username_password_port(pieces):
        raise SetterReturned("a URL without a host, or a file URL, has no password")
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    password = USERINFO.encode(scalar_value_string(value or ""))
    userinfo = join_userinfo(userinfo[:-1].partition(":")[0], password)
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def set_host(pieces: Pieces, value: str | None, *, takes_port: bool = True) -> Pieces:
    if has_opaque_path(pieces):
        raise SetterReturned("a URL with an opaque path has no host")
    scheme, slashes, userinfo, old_host, port, path, query, fragment, _ = pieces
    default_port = DEFAULT_PORTS.get(scheme)
    is_special = default_port is not None
    value = clean(value or "")
    if is_special and is_usual_host(value) and scheme != "file:":
        return scheme, "//", userinfo, value, port, path, query, fragment, None
    end = (_find_special_host_end if is_special else _find_host_end)(value)
    if end is not None:
        value = value[: end.start()]
    if scheme == "file:":
        # file host state
        host = cut_host(value, is_special=True)
        return scheme, "//", userinfo, "" if host == "localhost" else host, port, path, query, fragment, None
    # host state
    host, colon, digits = partition_hostport(value)
    if not host and (colon or is_special):
        raise Failure(DESCRIPTIONS["host-missing"])
    if colon and not takes_port:
        raise Failure("a host name has no port")
    if not host and (userinfo or port):
        raise Failure("a URL with credentials or a port has a host")
    host = cut_host(host, is_special=is_special)
    if colon:
        # port state: where it fails, the host has been set all the same.
        try:
            port = _cut_leading_port(digits, default_port)
        except Failure:
            if host == old_host and slashes == "//":
                raise
    return scheme, "//", userinfo, host, port, path, query, fragment, None


def _cut_leading_port(value: str, default_port: str | None) -> str:
    digits = leading_digits(value)
    if not digits:
        raise Failure("a port begins with a digit")
    return cut_port(digits, default_port)


def set_hostname(pieces: Pieces, value: str | None) -> Pieces:
    return set_host(pieces, value, takes_port=False)


def set_port(pieces: Pieces, value: str | None) -> Pieces:
    if _cannot_have_username_password_port(pieces):
        raise SetterReturned("a URL without a host, or a file URL, has no port")
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    port = _cut_leading_port(clean(value or ""), DEFAULT_PORTS.get(scheme)) if value else ""
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def set_pathname(pieces: Pieces, value: str | None) -> Pieces:
    if has_opaque_path(pieces):
        raise SetterReturned("an opaque path cannot be replaced")
    scheme, slashes, userinfo, host, port, _, query, fragment, _ = pieces
    path = clean(value or "")
    if scheme in DEFAULT_PORTS:
        if "\\" in path:
            path = path.replace("\\", "/")
        is_absolute = True
    else:
        is_absolute = path != "" or slashes != "//"
    # path start state
    if is_absolute and path[:1] != "/":
        path = f"/{path}"
    # path state
    path = PATH.encode(path)
    if "/." in path or "%2" in path or (scheme == "file:" and path[2:3] == "|"):
        path = normalize_segments(path, is_file=scheme == "file:")
    if slashes != "//":
        slashes = "/." if path[:2] == "//" else ""
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def set_search(pieces: Pieces, value: str | None) -> Pieces:
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    if not value:
        query = ""
    else:
        encode = (SPECIAL_QUERY if scheme in DEFAULT_PORTS else QUERY).encode
        query = f"?{encode(clean(value.removeprefix('?')))}"
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def set_hash(pieces: Pieces, value: str | None) -> Pieces:
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    fragment = f"#{FRAGMENT.encode(clean(value.removeprefix('#')))}" if value else ""
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


#: The setter steps of each attribute.
SETTERS: Final[dict[str, Setter]] = {
    "protocol": set_protocol,
    "username": set_username,
    "password": set_password,
    "host": set_host,
    "hostname": set_hostname,
    "port": set_port,
    "pathname": set_pathname,
    "search": set_search,
    "hash": set_hash,
}
