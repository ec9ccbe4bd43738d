"""URL Standard 6.1: the setters of the URL class. A setter works on the pieces of a URL, and parses only its component.

The HTML Standard's `HTMLHyperlinkElementUtils` has the same setters, except for `href`. A setter raises `Failure` if
the parser fails without a change, and `SetterReturned` if it returns before it calls the parser. `None` is treated as
the empty string, which removes a component if possible (ruling 19)."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.errors import Failure, SetterReturned, at, quoted
from urldom._core.standards.parts import Setter
from urldom._core.standards.whatwg import usual
from urldom._core.standards.whatwg.authority import cut_host, cut_port, partition_hostport
from urldom._core.standards.whatwg.cutting import clean, has_escaped_dot, normalize_segments
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS
from urldom._core.standards.whatwg.url_record import has_opaque_path, join_userinfo
from urldom._core.standards.whatwg.usual import DEFAULT_PORTS, WITH_A_HOST
from urldom._core.text import grammar
from urldom._core.text import percent_encode_sets as sets
from urldom._core.text.grammar import INVALID_SCHEME, LARGEST_PORT, leading_digits, port_number
from urldom._core.text.percent_encoding import PercentEncoder
from urldom._core.values import pieces
from urldom._core.values.pieces import HOST, PATH, PORT, SCHEME, SLASHES, USERINFO, Pieces, href
from urldom._core.values.references import DOT_SEGMENT

_match_scheme = re.compile(rf"({grammar.SCHEME})(?::|\Z)").match
#: The piece of each special scheme, by the scheme with a colon and by the scheme without one.
_USUAL_SCHEMES: Final = {scheme[:-1]: scheme for scheme in DEFAULT_PORTS} | {scheme: scheme for scheme in DEFAULT_PORTS}
# The setters of these components remove tabs and newlines, as the parser does at its start (URL Standard 4.4, step 3).
_path, _query, _special_query, _fragment = (
    PercentEncoder(members.others, dropped="\t\n\r")
    for members in (sets.PATH, sets.QUERY, sets.SPECIAL_QUERY, sets.FRAGMENT)
)
_is_usual_path, _encode_path = _path.is_usual, _path.encode_unusual
_is_usual_query, _encode_query = _query.is_usual, _query.encode_unusual
_is_usual_special_query, _encode_special_query = _special_query.is_usual, _special_query.encode_unusual
_is_usual_fragment, _encode_fragment = _fragment.is_usual, _fragment.encode_unusual
#: Functions that find the end of an assigned host. The first is for special URLs, the second for other URLs.
_find_special_host_end = re.compile(r"[/?#\\]").search
_find_host_end = re.compile("[/?#]").search
_find_removed = re.compile(r"[\t\n\r]").search
#: Functions that find the first character that a setter may drop, by the name of the attribute.
_FIND_SUSPECT: Final = {
    "protocol": re.compile(r"[\t\n\r]|:(?!\Z)").search,
    "host": re.compile(r"[\t\n\r/?#\\:]").search,
    "hostname": re.compile(r"[\t\n\r/?#\\]").search,
    "port": re.compile(r"[^0-9]").search,
    **dict.fromkeys(("pathname", "search", "hash"), _find_removed),
    "href": re.compile(r"[\t\n\r]|\A[\0-\x20]|[\0-\x20]\Z").search,
}
_REMOVED: Final = {"\t": "a tab", "\n": "a newline", "\r": "a carriage return"}


def _cannot_have_username_password_port(url: Pieces) -> bool:
    """Return `True` if the host is null or the empty string, or the scheme is "file" (URL Standard 4.2)."""
    return not url[HOST] or url[SCHEME] == "file:"


def set_protocol(url: Pieces, value: str | None) -> Pieces:
    new = _USUAL_SCHEMES.get(value or "")
    if new is None:
        match = _match_scheme(clean(value or ""))
        if match is None:
            raise Failure(INVALID_SCHEME)
        new = f"{match[1].lower()}:"
    scheme, port = url[SCHEME], url[PORT]
    # Scheme state, step 2.1
    if (scheme in DEFAULT_PORTS) != (new in DEFAULT_PORTS):
        raise Failure("a special scheme cannot become a scheme that is not special, or the reverse")
    if new == "file:" and (url[USERINFO] or port):
        raise Failure("a file URL cannot have credentials or a port")
    if scheme == "file:" and not url[HOST]:
        raise Failure("a file URL without a host cannot have another scheme")
    if port and port == DEFAULT_PORTS.get(new):
        url = pieces.with_port(url, "")
    return pieces.with_scheme(url, new)


def _set_protocol_of_an_element(url: Pieces, value: str | None) -> Pieces:
    """Run the `protocol` setter of `HTMLHyperlinkElementUtils`. The element then parses its `href` attribute again,
    which changes a file URL: the host `localhost` becomes empty, and `|` after a drive letter a colon."""
    url = set_protocol(url, value)
    if url[SCHEME] != "file:":
        return url
    path, written = url[PATH], href(url)
    if url[HOST] == "localhost":
        url = pieces.with_written(pieces.with_host(url, ""), written)
    if "|" in path[:3]:
        url = pieces.with_written(pieces.with_path(url, normalize_segments(path, is_file=True)), written)
    return url


def _make_credential_setter(name: str) -> Setter:
    is_username = name == "username"

    def set(url: Pieces, value: str | None) -> Pieces:
        if _cannot_have_username_password_port(url):
            raise SetterReturned(f"a URL without a host, or a file URL, cannot have a {name}")
        username, _, password = url[USERINFO].removesuffix("@").partition(":")
        new = sets.USERINFO.encode(value) if value else ""
        return pieces.with_userinfo(url, join_userinfo(new, password) if is_username else join_userinfo(username, new))

    return set


def set_host(url: Pieces, value: str | None) -> Pieces:
    scheme = url[SCHEME]
    if value and scheme in WITH_A_HOST and value.isascii():
        found = usual.match_assigned_hostport(value.lower())
        if found is not None:
            host, port = found.groups()
            url = pieces.with_host(url, host)
            return pieces.with_port(url, "" if port == DEFAULT_PORTS[scheme] else port) if port else url
    return _set_host(url, value or "", takes_port=True)


def set_hostname(url: Pieces, value: str | None) -> Pieces:
    if value and url[SCHEME] in WITH_A_HOST and value.isascii():
        found = usual.match_assigned_host(value.lower())
        if found is not None:
            return pieces.with_host(url, found[0])
    return _set_host(url, value or "", takes_port=False)


def _set_host(url: Pieces, value: str, *, takes_port: bool) -> Pieces:
    scheme = url[SCHEME]
    is_special = scheme in DEFAULT_PORTS
    if not is_special and has_opaque_path(url):
        raise SetterReturned("a URL with an opaque path cannot have a host")
    if not value.isprintable():
        value = clean(value)
    end = (_find_special_host_end if is_special else _find_host_end)(value)
    if end is not None:
        value = value[: end.start()]
    if scheme == "file:":
        # file host state
        host = cut_host(value, is_special=True)
        return pieces.with_host(url, "" if host == "localhost" else host)
    # host state
    host, colon, digits = partition_hostport(value) if ":" in value else (value, "", "")
    if not host and (colon or is_special):
        raise Failure(DESCRIPTIONS["host-missing"])
    if colon and not takes_port:
        raise Failure("a hostname cannot have a port")
    if not host and (url[USERINFO] or url[PORT]):
        raise Failure("a URL with credentials or a port must have a host")
    host = cut_host(host, is_special=is_special)
    if not colon:
        return pieces.with_host(url, host)
    # port state. If the port is invalid, the host still changes.
    try:
        return pieces.with_host_and_port(url, host, _cut_leading_port(digits, DEFAULT_PORTS.get(scheme)))
    except Failure:
        if host == url[HOST] and url[SLASHES] == "//":
            raise
        return pieces.with_host(url, host)


def _cut_leading_port(value: str, default_port: str | None) -> str:
    digits = leading_digits(value)
    if not digits:
        raise Failure("a port must begin with a digit")
    return cut_port(digits, default_port)


def set_port(url: Pieces, value: str | None) -> Pieces:
    if _cannot_have_username_password_port(url):
        raise SetterReturned("a URL without a host, or a file URL, cannot have a port")
    if not value:
        return pieces.with_port(url, "")
    default_port = DEFAULT_PORTS.get(url[SCHEME])
    found = usual.match_assigned_port(value)
    if found is not None:
        port = f":{found[0]}"
        return pieces.with_port(url, "" if port == default_port else port)
    return pieces.with_port(url, _cut_leading_port(clean(value), default_port))


def set_pathname(url: Pieces, value: str | None) -> Pieces:
    path, scheme = value or "", url[SCHEME]
    # path state: percent-encode, which does not add or remove a slash or a dot segment.
    if not _is_usual_path(path):
        path = _encode_path(path)
    # path start state
    if scheme in DEFAULT_PORTS:
        if "\\" in path:
            path = path.replace("\\", "/")
        if path[:1] != "/":
            path = f"/{path}"
    else:
        if has_opaque_path(url):
            raise SetterReturned("an opaque path cannot be replaced")
        if path[:1] != "/" and (path or url[SLASHES] != "//"):
            path = f"/{path}"
    # path state
    if DOT_SEGMENT in path or has_escaped_dot(path) or (scheme == "file:" and path[2:3] == "|"):
        path = normalize_segments(path, is_file=scheme == "file:")
    return pieces.with_path(url, path)


def set_search(url: Pieces, value: str | None) -> Pieces:
    if not value:
        return pieces.with_query(url, "")
    if value[0] != "?":
        value = f"?{value}"
    if url[SCHEME] in DEFAULT_PORTS:
        if not _is_usual_special_query(value):
            value = _encode_special_query(value)
    elif not _is_usual_query(value):
        value = _encode_query(value)
    return pieces.with_query(url, value)


def set_hash(url: Pieces, value: str | None) -> Pieces:
    if not value:
        return pieces.with_fragment(url, "")
    if value[0] != "#":
        value = f"#{value}"
    return pieces.with_fragment(url, value if _is_usual_fragment(value) else _encode_fragment(value))


def first_unused(name: str, input: Pieces, value: str) -> str | None:
    """Return why and where the setter of `name` would use only a part of `value`, or `None` if it uses or ignores all.
    The basic URL parser ends a scheme, a host or a port at the first invalid character."""
    find = _FIND_SUSPECT.get(name)
    found = find(value) if find is not None else None
    if found is None:
        return None
    removed = _find_removed(value)
    if removed is not None:
        return f"{_REMOVED[removed[0]]} would be removed{at(removed.start())}"
    if name == "protocol":
        return f"nothing may follow the colon of a scheme{at(found.start() + 1)}"
    if name == "port":
        return f"a port can contain only digits{at(found.start())}"
    if name == "href":
        return f"a space or control character around the URL would be removed{at(found.start())}"
    # host, hostname
    end = (_find_special_host_end if input[SCHEME] in DEFAULT_PORTS else _find_host_end)(value)
    if end is not None:
        return f"a host cannot contain {quoted(end[0])}{at(end.start())}"
    host, colon, port = partition_hostport(value)
    if name == "hostname" or not colon:
        return None
    digits = len(leading_digits(port))
    if digits < len(port):
        return f"a port can contain only digits{at(len(host) + 1 + digits)}"
    if not digits:
        return f"no port follows the colon{at(len(host))}"
    return f"the port is greater than {LARGEST_PORT}{at(len(host) + 1)}" if port_number(port) is None else None


#: The setters, by the name of the attribute.
SETTERS: Final[dict[str, Setter]] = {
    "protocol": set_protocol,
    "username": _make_credential_setter("username"),
    "password": _make_credential_setter("password"),
    "host": set_host,
    "hostname": set_hostname,
    "port": set_port,
    "pathname": set_pathname,
    "search": set_search,
    "hash": set_hash,
}
ELEMENT_SETTERS: Final = {**SETTERS, "protocol": _set_protocol_of_an_element}
