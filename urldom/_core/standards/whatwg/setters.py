"""URL Standard 6.1: the setters of the URL class, the quick way.

The Standard's setters call the basic URL parser with a *state override*, which changes one
component of a URL record. These setters work on the pieces of a URL, and run the parser's states on
the new value only. They stand in the order of the URL class's attributes, and each one cites the
steps of its setter, and the states in which the parser starts. `state_machine.set_attribute` has
the same setters as the Standard writes them, and the tests hold both equal.

A setter raises `SetterReturned` if it returns before it calls the parser, and `Failure` if the
parser fails without a change. `None` is treated as the empty string, which removes a component if
possible (ruling 19).

The HTML Standard's `HTMLHyperlinkElementUtils` has the same setters, except for `href`.
"""

from __future__ import annotations

import re
from typing import Final

from urldom._core.errors import Failure, SetterReturned, at, quoted
from urldom._core.standards.parts import Setter
from urldom._core.standards.whatwg import usual
from urldom._core.standards.whatwg.authority import cut_host, cut_port, partition_hostport
from urldom._core.standards.whatwg.cutting import clean, may_have_dot_segments, normalize_segments
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS
from urldom._core.standards.whatwg.url_record import has_opaque_path, join_userinfo
from urldom._core.standards.whatwg.usual import DEFAULT_PORTS, WITH_A_HOST
from urldom._core.text import grammar
from urldom._core.text import percent_encode_sets as sets
from urldom._core.text.grammar import INVALID_SCHEME, LARGEST_PORT, leading_digits, port_number
from urldom._core.text.percent_encoding import PercentEncoder
from urldom._core.values import pieces
from urldom._core.values.pieces import HOST, PATH, PORT, SCHEME, SLASHES, USERINFO, Pieces, href

_match_scheme = re.compile(rf"({grammar.SCHEME})(?::|\Z)").match
#: The piece of each special scheme, by the scheme with a colon and by the scheme without one.
_USUAL_SCHEMES: Final = {
    **{scheme[:-1]: scheme for scheme in DEFAULT_PORTS},
    **{scheme: scheme for scheme in DEFAULT_PORTS},
}


def _component_encoder(members: sets.PercentEncodeSet) -> PercentEncoder:
    """Return an encoder that also removes tabs and newlines, as the parser does (4.4, step 3)."""
    return PercentEncoder(members.others, dropped="\t\n\r")


_path: Final = _component_encoder(sets.PATH)
_is_usual_path = _path.is_usual
_query: Final = _component_encoder(sets.QUERY)
_is_usual_query = _query.is_usual
_special_query: Final = _component_encoder(sets.SPECIAL_QUERY)
_is_usual_special_query = _special_query.is_usual
_fragment: Final = _component_encoder(sets.FRAGMENT)
_is_usual_fragment = _fragment.is_usual
#: Find the end of an assigned host, for special URLs and for other URLs.
_find_special_host_end = re.compile(r"[/?#\\]").search
_find_host_end = re.compile("[/?#]").search


def _require_url(url: Pieces) -> None:
    """Run the first step of the setters of `HTMLHyperlinkElementUtils`, which may return.

    "If this element's url is null, then return." A setter only calls it for a URL without a special
    scheme or without slashes, because all others are not null.
    """
    if len(url[SCHEME]) < 2:  # `not is_absolute(url)`, whose call would take longer
        raise SetterReturned("the URL is not an absolute URL")


def set_protocol(url: Pieces, value: str | None) -> Pieces:
    """Parse the value and a colon from the scheme start state."""
    scheme = url[SCHEME]
    is_special = scheme in DEFAULT_PORTS
    if not is_special:
        _require_url(url)
    new = _USUAL_SCHEMES.get(value or "")
    if new is None:
        match = _match_scheme(clean(value or ""))
        if match is None:
            raise Failure(INVALID_SCHEME)
        new = f"{match[1].lower()}:"
    port = url[PORT]
    # Scheme state, steps 2.1.1 and 2.1.2
    if is_special != (new in DEFAULT_PORTS):
        raise Failure("a special scheme cannot become a scheme that is not special, or the reverse")
    # Step 2.1.3
    if new == "file:" and (url[USERINFO] or port):
        raise Failure("a file URL cannot have credentials or a port")
    # Step 2.1.4
    if scheme == "file:" and not url[HOST]:
        raise Failure("a file URL without a host cannot have another scheme")
    # Steps 2.2 and 2.3
    if port and port == DEFAULT_PORTS.get(new):
        url = pieces.with_port(url, "")
    return pieces.with_scheme(url, new)


def _cannot_have_username_password_port(url: Pieces) -> bool:
    """Return `True` if a URL *cannot have a username/password/port* (URL Standard 4.2).

    The host is null or the empty string, or the scheme is "file".
    """
    return not url[HOST] or url[SCHEME] == "file:"


def set_username(url: Pieces, value: str | None) -> Pieces:
    # Step 1
    if _cannot_have_username_password_port(url):
        _require_url(url)
        raise SetterReturned("a URL without a host, or a file URL, cannot have a username")
    # Step 2: *set the username* (URL Standard 4.4)
    _, _, password = url[USERINFO].removesuffix("@").partition(":")
    username = sets.USERINFO.encode(value) if value else ""
    return pieces.with_userinfo(url, join_userinfo(username, password))


def set_password(url: Pieces, value: str | None) -> Pieces:
    # Step 1
    if _cannot_have_username_password_port(url):
        _require_url(url)
        raise SetterReturned("a URL without a host, or a file URL, cannot have a password")
    # Step 2: *set the password* (URL Standard 4.4)
    username, _, _ = url[USERINFO].removesuffix("@").partition(":")
    password = sets.USERINFO.encode(value) if value else ""
    return pieces.with_userinfo(url, join_userinfo(username, password))


def set_host(url: Pieces, value: str | None) -> Pieces:
    """Parse the value from the host state."""
    scheme = url[SCHEME]
    if value and scheme in WITH_A_HOST and value.isascii():
        usual_hostport = usual.match_assigned_hostport(value.lower())
        if usual_hostport is not None:
            host, port = usual_hostport.groups()
            url = pieces.with_host(url, host)
            if not port:
                return url
            return pieces.with_port(url, "" if port == DEFAULT_PORTS[scheme] else port)
    return _set_unusual_host(url, value or "", takes_port=True)


def set_hostname(url: Pieces, value: str | None) -> Pieces:
    """Parse the value from the hostname state, in which a port is a failure."""
    if value and url[SCHEME] in WITH_A_HOST and value.isascii():
        usual_host = usual.match_assigned_host(value.lower())
        if usual_host is not None:
            return pieces.with_host(url, usual_host[0])
    return _set_unusual_host(url, value or "", takes_port=False)


def _set_unusual_host(url: Pieces, value: str, *, takes_port: bool) -> Pieces:
    """Run the setter of the host, or of the hostname if it takes no port."""
    scheme = url[SCHEME]
    is_special = scheme in DEFAULT_PORTS
    # Step 1
    if not is_special and has_opaque_path(url):
        _require_url(url)
        raise SetterReturned("a URL with an opaque path cannot have a host")
    # Step 2
    value = _without_text_after_host(clean(value), is_special=is_special)
    if scheme == "file:":
        # file host state
        host = cut_host(value, is_special=True)
        return pieces.with_host(url, "" if host == "localhost" else host)
    # host state, step 2
    host, colon, digits = partition_hostport(value)
    if not host and (colon or is_special):
        raise Failure(DESCRIPTIONS["host-missing"])
    if colon and not takes_port:
        raise Failure("a hostname cannot have a port")
    # Step 3
    if not host and (url[USERINFO] or url[PORT]):
        raise Failure("a URL with credentials or a port must have a host")
    host = cut_host(host, is_special=is_special)
    if colon:
        return _set_host_and_port(url, host, digits)
    return pieces.with_host(url, host)


def _without_text_after_host(value: str, *, is_special: bool) -> str:
    """Return an assigned value up to the character at which the host state ends."""
    end = _find_special_host_end(value) if is_special else _find_host_end(value)
    return value if end is None else value[: end.start()]


def _set_host_and_port(url: Pieces, host: str, value: str) -> Pieces:
    """Run the port state after the host state. If the port is invalid, the host still changes."""
    try:
        port = _cut_leading_port(value, DEFAULT_PORTS.get(url[SCHEME]))
    except Failure:
        if host == url[HOST] and url[SLASHES] == "//":
            raise
        return pieces.with_host(url, host)
    return pieces.with_host_and_port(url, host, port)


def _cut_leading_port(value: str, default_port: str | None) -> str:
    """Run the port state, which ignores the text after the digits. Return the piece of the port."""
    digits = leading_digits(value)
    if not digits:
        raise Failure("a port must begin with a digit")
    return cut_port(digits, default_port)


def set_port(url: Pieces, value: str | None) -> Pieces:
    # Step 1
    if _cannot_have_username_password_port(url):
        _require_url(url)
        raise SetterReturned("a URL without a host, or a file URL, cannot have a port")
    # Step 2
    if not value:
        return pieces.with_port(url, "")
    # Step 3: port state
    default_port = DEFAULT_PORTS.get(url[SCHEME])
    found = usual.match_assigned_port(value)
    if found is not None:
        port = f":{found[0]}"
        return pieces.with_port(url, "" if port == default_port else port)
    return pieces.with_port(url, _cut_leading_port(clean(value), default_port))


def set_pathname(url: Pieces, value: str | None) -> Pieces:
    path = value or ""
    scheme = url[SCHEME]
    is_special = scheme in DEFAULT_PORTS
    # Step 1
    if not is_special and has_opaque_path(url):
        _require_url(url)
        raise SetterReturned("an opaque path cannot be replaced")
    # Steps 2 and 3, path state. Percent-encoding does not add or remove a slash or a dot segment,
    # so it can come first, for the whole path.
    if not _is_usual_path(path):
        path = _path.encode_unusual(path)
    if is_special and "\\" in path:
        path = path.replace("\\", "/")
    # path start state. Without a special scheme, a URL with a host can have an empty path.
    if path[:1] != "/" and (path or is_special or url[SLASHES] != "//"):
        path = f"/{path}"
    # path state
    is_file = scheme == "file:"
    if may_have_dot_segments(path) or (is_file and path[2:3] == "|"):
        path = normalize_segments(path, is_file=is_file)
    return pieces.with_path(url, path)


def set_search(url: Pieces, value: str | None) -> Pieces:
    if not url[SLASHES]:
        _require_url(url)
    # Step 2
    if not value:
        return pieces.with_query(url, "")
    # Step 3. The piece has the question mark that the Standard removes.
    if value[0] != "?":
        value = f"?{value}"
    # Steps 4 and 5: query state
    if url[SCHEME] in DEFAULT_PORTS:
        if not _is_usual_special_query(value):
            value = _special_query.encode_unusual(value)
    elif not _is_usual_query(value):
        value = _query.encode_unusual(value)
    return pieces.with_query(url, value)


def set_hash(url: Pieces, value: str | None) -> Pieces:
    if not url[SLASHES]:
        _require_url(url)
    # Step 1
    if not value:
        return pieces.with_fragment(url, "")
    # Step 2. The piece has the number sign that the Standard removes.
    if value[0] != "#":
        value = f"#{value}"
    # Steps 3 and 4: fragment state
    if not _is_usual_fragment(value):
        value = _fragment.encode_unusual(value)
    return pieces.with_fragment(url, value)


def _set_protocol_of_an_element(url: Pieces, value: str | None) -> Pieces:
    """Run the `protocol` setter of `HTMLHyperlinkElementUtils`.

    The element then parses its `href` attribute again, which changes a file URL: the host
    `localhost` becomes empty, and `|` after a drive letter becomes a colon.
    """
    url = set_protocol(url, value)
    if url[SCHEME] != "file:":
        return url
    path = url[PATH]
    written = href(url)  # the value of the attribute that is parsed again
    if url[HOST] == "localhost":
        url = pieces.with_written(pieces.with_host(url, ""), written)
    if "|" in path[:3]:
        path = normalize_segments(path, is_file=True)
        url = pieces.with_written(pieces.with_path(url, path), written)
    return url


#: The setters, by the name of the attribute.
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
ELEMENT_SETTERS: Final = {**SETTERS, "protocol": _set_protocol_of_an_element}


# What an assignment would not use

_find_removed = re.compile(r"[\t\n\r]").search
_REMOVED: Final = {"\t": "a tab", "\n": "a newline", "\r": "a carriage return"}
#: Functions that find the first character that a setter may drop, by the name of the attribute.
_FIND_SUSPECT: Final = {
    "protocol": re.compile(r"[\t\n\r]|:(?!\Z)").search,
    "host": re.compile(r"[\t\n\r/?#\\:]").search,
    "hostname": re.compile(r"[\t\n\r/?#\\]").search,
    "port": re.compile(r"[^0-9]").search,
    **dict.fromkeys(("pathname", "search", "hash"), _find_removed),
    "href": re.compile(r"[\t\n\r]|\A[\0-\x20]|[\0-\x20]\Z").search,
}


def first_unused(name: str, input: Pieces, value: str) -> str | None:
    """Return why and where the setter of `name` would use only a part of `value`.

    The basic URL parser removes tabs and newlines, and ends a scheme, a host or a port at the first
    invalid character. The setters of the username and the password do not call the parser. Returns
    `None` if the setter uses the whole value, or ignores it.
    """
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
    find_end = _find_special_host_end if input[SCHEME] in DEFAULT_PORTS else _find_host_end
    end = find_end(value)
    if end is not None:
        return f"a host cannot contain {quoted(end[0])}{at(end.start())}"
    if name == "hostname":
        return None
    return _why_port_is_unused(value)


def _why_port_is_unused(hostport: str) -> str | None:
    """Return why and where the setter of `host` would not use the whole port, or `None`."""
    host, colon, port = partition_hostport(hostport)
    if not colon:
        return None
    digits = len(leading_digits(port))
    if digits < len(port):
        return f"a port can contain only digits{at(len(host) + 1 + digits)}"
    if not digits:
        return f"no port follows the colon{at(len(host))}"
    if port_number(port) is None:
        return f"the port is greater than {LARGEST_PORT}{at(len(host) + 1)}"
    return None
