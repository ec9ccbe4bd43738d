"""A reference implementation of the setters (URL Standard 6.1) that follows the text. They run the
basic URL parser with a state override (URL Standard 4.4), one code point at a time, and the host
parser (URL Standard 3.5). The property tests compare `setters` with them.

It shares no code with `setters`. It imports only the record's class, an error, and the domain
parser (URL Standard 3.3), which the conformance data of UTS #46 tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import AddressValueError, IPv6Address
from urllib.parse import unquote_to_bytes

from urldom import InvalidURLError
from urldom._core.errors import Failure
from urldom._core.standards.whatwg.url_record import URLRecord
from urldom.hosts import domain_to_ascii

ALPHA = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
DIGIT = frozenset("0123456789")
SPECIAL_SCHEMES = {"ftp": 21, "file": None, "http": 80, "https": 443, "ws": 80, "wss": 443}

# URL Standard 1.3: the percent-encode sets
C0_CONTROL = "".join(map(chr, [*range(0x20), *range(0x7F, 0x100)]))
FRAGMENT = f'{C0_CONTROL} "<>`'
QUERY = f'{C0_CONTROL} "#<>'
SPECIAL_QUERY = f"{QUERY}'"
PATH = f"{QUERY}?^`{{}}"
USERINFO = f"{PATH}/:;=@[\\]|"


def scalar_value_string(text: str) -> str:
    """Convert a string into a scalar value string (Infra Standard). A pair of surrogates is one
    code point."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def percent_encode(text: str, percent_encode_set: str) -> str:
    octets = map(chr, text.encode())
    return "".join(
        f"%{ord(octet):02X}" if octet in percent_encode_set else octet for octet in octets
    )


# URL Standard 3.5


def parse_host(input: str, *, is_opaque: bool = False) -> str:
    """Parse the host, and return the serialized result."""
    if input.startswith("["):
        return f"[{serialize_ipv6(input)}]"
    if is_opaque:
        require(not re.search(r"[\0\t\n\r #/:<>?@\[\\\]^|]", input))
        return percent_encode(input, C0_CONTROL)
    try:
        domain = domain_to_ascii(unquote_to_bytes(input).decode(errors="replace"))
    except InvalidURLError:
        raise Failure("domain-invalid") from None
    parts = domain.removesuffix(".").split(".") if domain != "." else [""]
    if not (parts[-1].isdigit() or re.fullmatch("0x[0-9a-f]*", parts[-1])):
        return domain
    require(len(parts) <= 4)  # The IPv4 parser
    *numbers, last = map(ipv4_number, parts)
    require(all(number < 256 for number in numbers) and last < 256 ** (4 - len(numbers)))
    address = last + sum(number * 256 ** (3 - place) for place, number in enumerate(numbers))
    return ".".join(map(str, address.to_bytes(4, "big")))


def ipv4_number(text: str) -> int:
    for prefix, base, digits in (("0x", 16, "[0-9a-f]*"), ("0", 8, "[0-7]*"), ("", 10, "[0-9]+")):
        if text.startswith(prefix):
            require(re.fullmatch(digits, text[len(prefix) :]))
            return int(text[len(prefix) :].lstrip("0")[:20] or "0", base)
    raise AssertionError


def serialize_ipv6(text: str) -> str:
    try:
        require(text.endswith("]") and "%" not in text)
        address = int(IPv6Address(text[1:-1]))
    except AddressValueError:
        raise Failure("IPv6-invalid") from None
    pieces = [address >> shift & 0xFFFF for shift in range(112, -1, -16)]
    written = [f"{piece:x}" for piece in pieces]
    for longest in range(8, 1, -1):
        for start in range(9 - longest):
            if not any(pieces[start : start + longest]):
                return f"{':'.join(written[:start])}::{':'.join(written[start + longest :])}"
    return ":".join(written)


def require(holds: object) -> None:
    if not holds:
        raise Failure("a step of the text")


# URL Standard 4.4 and URL Standard 6.1


def input_of(value: str) -> str:
    """Remove tabs and newlines (step 3 of the basic URL parser)."""
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
    url.username = percent_encode(scalar_value_string(value), USERINFO)


def set_password(url: URLRecord, value: str) -> None:
    require_host(url)
    url.password = percent_encode(scalar_value_string(value), USERINFO)


def host_state(url: URLRecord, value: str, *, is_hostname: bool) -> None:
    require_path(url)
    text = input_of(value)
    ends = "/?#\\" if url.is_special else "/?#"
    if url.scheme == "file":
        buffer = "".join(
            c for c in text[: min([text.find(e) for e in ends if e in text], default=len(text))]
        )
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
            buffer += percent_encode(c, PATH)
            continue
        dots = buffer.lower().replace("%2e", ".")
        if dots == "..":
            is_drive = (
                url.scheme == "file"
                and len(path) == 1
                and path[0][1:] == ":"
                and path[0][0] in ALPHA
            )
            if path and not is_drive:
                path.pop()
            if not c:
                path.append("")
        elif dots == ".":
            if not c:
                path.append("")
        else:
            if (
                url.scheme == "file"
                and not path
                and len(buffer) == 2
                and buffer[0] in ALPHA
                and buffer[1] in ":|"
            ):
                buffer = f"{buffer[0]}:"
            path.append(buffer)
        buffer = ""
    url.path = "".join(f"/{segment}" for segment in path)


def set_search(url: URLRecord, value: str) -> None:
    percent_encode_set = SPECIAL_QUERY if url.is_special else QUERY
    url.query = (
        percent_encode(input_of(value.removeprefix("?")), percent_encode_set) if value else None
    )


def set_hash(url: URLRecord, value: str) -> None:
    url.fragment = percent_encode(input_of(value.removeprefix("#")), FRAGMENT) if value else None


#: The setters. A setter raises `Failure` if it stops early. The record then keeps the earlier
#: changes of the setter.
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
