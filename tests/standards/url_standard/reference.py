"""The setters of the URL Standard (6.1) as it writes them, on a URL record: the basic URL parser with a state override
(4.4), a code point at a time. The property tests hold `setters` against it."""

from __future__ import annotations

from collections.abc import Callable

from urldom._errors import Failure
from urldom._standards.url_standard.hosts import parse_host
from urldom._standards.url_standard.percent_encode_sets import (
    FRAGMENT,
    PATH,
    QUERY,
    SPECIAL_QUERY,
    USERINFO,
    scalar_value_string,
)
from urldom._standards.url_standard.url_record import SPECIAL_SCHEMES, URLRecord

ALPHA = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
DIGIT = frozenset("0123456789")


def input_of(value: str) -> str:
    """Step 3 of the basic URL parser."""
    return "".join(c for c in scalar_value_string(value) if c not in "\t\n\r")


def require_host(url: URLRecord) -> None:
    if not url.host or url.scheme == "file":
        raise Failure("cannot have a username/password/port")


def require_path(url: URLRecord) -> None:
    if url.has_opaque_path:
        raise Failure("opaque path")


def set_protocol(url: URLRecord, value: str) -> None:
    buffer = ""
    for c in input_of(f"{value}:"):
        if buffer and c == ":":
            break
        if c not in ALPHA and not (buffer and (c in DIGIT or c in "+-.")):
            raise Failure("no scheme")
        buffer += c.lower()
    else:
        raise Failure("no scheme")
    if url.is_special != (buffer in SPECIAL_SCHEMES):
        raise Failure("special")
    if (url.username or url.password or url.port is not None) and buffer == "file":
        raise Failure("credentials")
    if url.scheme == "file" and not url.host:
        raise Failure("file")
    url.scheme = buffer
    if url.port == SPECIAL_SCHEMES.get(buffer):
        url.port = None


def set_username(url: URLRecord, value: str) -> None:
    require_host(url)
    url.username = USERINFO.encode(scalar_value_string(value))


def set_password(url: URLRecord, value: str) -> None:
    require_host(url)
    url.password = USERINFO.encode(scalar_value_string(value))


def host_state(url: URLRecord, value: str, *, is_hostname: bool) -> None:
    require_path(url)
    text = input_of(value)
    ends = "/?#\\" if url.is_special else "/?#"
    if url.scheme == "file":
        buffer = "".join(c for c in text[: min([text.find(e) for e in ends if e in text], default=len(text))])
        host = parse_host(buffer) if buffer else ""
        url.host = "" if host == "localhost" else host
        return
    buffer, inside_brackets = "", False
    for pointer, c in enumerate(text):
        if c == ":" and not inside_brackets:
            if buffer == "" or is_hostname:
                raise Failure("host-missing")
            url.host = parse_host(buffer, is_opaque=not url.is_special)
            port_state(url, text[pointer + 1 :])
            return
        if c in ends:
            break
        if c in "[]":
            inside_brackets = c == "["
        buffer += c
    if buffer == "" and (url.is_special or url.username or url.password or url.port is not None):
        raise Failure("host-missing")
    url.host = parse_host(buffer, is_opaque=not url.is_special) if buffer else ""


def port_state(url: URLRecord, text: str) -> None:
    buffer = ""
    for c in text:
        if c not in DIGIT:
            break
        buffer += c
    if not buffer:
        raise Failure("port-invalid")
    if len(buffer.lstrip("0")) > 5 or int(buffer.lstrip("0") or "0") > 65535:
        raise Failure("port-out-of-range")
    port = int(buffer.lstrip("0") or "0")
    url.port = None if port == SPECIAL_SCHEMES.get(url.scheme) else port


def set_port(url: URLRecord, value: str) -> None:
    require_host(url)
    if value == "":
        url.port = None
    else:
        port_state(url, input_of(value))


def set_pathname(url: URLRecord, value: str) -> None:
    require_path(url)
    text = input_of(value)
    path: list[str] = []
    if not url.is_special and text == "":
        url.path = "/" if url.host is None else ""
        return
    slashes = "/\\" if url.is_special else "/"
    if text[:1] in slashes:
        text = text[1:]
    buffer = ""
    for pointer in range(len(text) + 1):
        c = text[pointer : pointer + 1]
        if c and c not in slashes:
            buffer += PATH.encode(c)
            continue
        dots = buffer.lower().replace("%2e", ".")
        if dots == "..":
            is_drive = url.scheme == "file" and len(path) == 1 and path[0][1:] == ":" and path[0][0] in ALPHA
            if path and not is_drive:
                path.pop()
            if not c:
                path.append("")
        elif dots == ".":
            if not c:
                path.append("")
        else:
            if url.scheme == "file" and not path and len(buffer) == 2 and buffer[0] in ALPHA and buffer[1] in ":|":
                buffer = f"{buffer[0]}:"
            path.append(buffer)
        buffer = ""
    url.path = "".join(f"/{segment}" for segment in path)


def set_search(url: URLRecord, value: str) -> None:
    encode = (SPECIAL_QUERY if url.is_special else QUERY).encode
    url.query = encode(input_of(value.removeprefix("?"))) if value else None


def set_hash(url: URLRecord, value: str) -> None:
    url.fragment = FRAGMENT.encode(input_of(value.removeprefix("#"))) if value else None


#: They raise `Failure` where they stop early; what they have done until then stays done.
SETTERS: dict[str, Callable[[URLRecord, str], None]] = {
    "protocol": set_protocol,
    "username": set_username,
    "password": set_password,
    "host": lambda url, value: host_state(url, value, is_hostname=False),
    "hostname": lambda url, value: host_state(url, value, is_hostname=True),
    "port": set_port,
    "pathname": set_pathname,
    "search": set_search,
    "hash": set_hash,
}
