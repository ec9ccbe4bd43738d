"""A reference implementation of HTML5 2.6.2, HTML5 2.6.3 and HTML5 2.6.6 that follows the text. It
contains the complete grammar, and each step separately. The output of its setters is parsed again
(ruling 17). The property tests compare the package with it.

It shares no code with the package's parsers and setters. It imports only a class for the seven
components, an error, and the encoders of the Encoding Standard, which have their own tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import AddressValueError, IPv6Address
from urllib.parse import unquote_to_bytes

import attrs

from tests.core.standards.reference import merge, remove_dot_segments
from tests.core.text.reference import to_ascii
from urldom import ParsedURL
from urldom._core.errors import Failure
from urldom._core.text.encodings import encode_or_fail, output_encoding

# RFC 3986 appendix A
UNRESERVED = r"A-Za-z0-9\-._~"
SUB_DELIMS = r"!$&'()*+,;="
REG_NAME = UNRESERVED + SUB_DELIMS
PATH = f"{REG_NAME}:@/"
QUERY = f"{PATH}?"
SCHEME = r"[A-Za-z][A-Za-z0-9+\-.]*"

# HTML5 2.6.2 step 2: the grammar of RFC 3986 with the four exceptions (ruling 2). A percent sign
# may be bare outside a reg-name, and a fragment may contain "#".
ADDED = '\\x00-\\x20\\x7F-\U0010ffff"<>\\[-\\^`{-}'
IP_FUTURE = rf"\[[vV][0-9A-Fa-f]+\.[{REG_NAME}{ADDED}:]+\]"
LIKE_IPV6 = r"\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]"
ANY = f"{REG_NAME}{ADDED}%"
AUTHORITY = rf"(?:([{ANY}:]*)@)?({IP_FUTURE}|{LIKE_IPV6}|(?:[{REG_NAME}{ADDED}]|%[0-9A-Fa-f]{{2}})*)(?::([0-9]*))?(?=[/?#]|\Z)"
match_url = re.compile(
    rf"(?:({SCHEME}):)?"
    rf"(?://{AUTHORITY}|(?!//)(?(1)|(?=/|[{ANY}@]+(?:/[{ANY}:@/]*)?(?:[?#]|\Z)|[?#]|\Z)))"
    rf"([{ANY}:@/]*)(?:\?([{ANY}:@/?]*))?(?:#([{ANY}:@/?#]*))?\Z"
).match

#: Default ports (ruling 4). The other schemes with a default port behave in the same way.
DEFAULT_PORTS = {
    "http": "80",
    "https": "443",
    "ws": "80",
    "wss": "443",
    "ftp": "21",
    "gopher": "70",
    "telnet": "23",
    "nntp": "119",
    "ldap": "389",
    "imap": "143",
    "rtsp": "554",
    "ldaps": "636",
    "dict": "2628",
    "news": "119",
}
SERVER_BASED = {
    "http",
    "https",
    "ws",
    "wss",
    "ftp",
    "gopher",
    "telnet",
    "nntp",
    "ldap",
    "imap",
    "rtsp",
}
NEEDING_A_HOST = SERVER_BASED - {"ldap"}
WITHOUT_AUTHORITY = {"data", "mailto", "javascript", "about", "urn", "tel", "sms", "cid", "mid"}


def parse(url: str) -> ParsedURL:
    """Parse the URL by HTML5 2.6.2."""
    match = match_url(url.strip(" \t\n\f\r"))
    if match is None:
        raise Failure("the grammar")
    if match[3] and ":" in match[3] and not is_ip_literal(match[3]):
        raise Failure("the IP literal")
    return ParsedURL(*match.groups())


def is_ip_literal(host: str) -> bool:
    if re.fullmatch(LIKE_IPV6, host):
        try:
            IPv6Address(host[1:-1])
        except AddressValueError:
            return False
        return True
    return bool(re.fullmatch(IP_FUTURE, host))


def scalar_values(text: str) -> str:
    """Return the text with pairs of surrogates joined, and with U+FFFD for each lone surrogate
    (ruling 6)."""
    joined = re.sub(
        "([\ud800-\udbff])([\udc00-\udfff])",
        lambda pair: chr(0x10000 + (ord(pair[1]) - 0xD800) * 0x400 + ord(pair[2]) - 0xDC00),
        text,
    )
    return re.sub("[\ud800-\udfff]", "\ufffd", joined)


def escape(text: str, valid: str) -> str:
    """Return the text in UTF-8, with each byte escaped unless it is valid."""
    octets = scalar_values(text).encode()
    return "".join(
        chr(octet) if re.match(f"[{valid}]", chr(octet)) else f"%{octet:02X}" for octet in octets
    )


def escape_query(query: str, encoding: str) -> str:
    """Escape the query by HTML5 2.6.3 step 8, one character at a time. A character that is not in
    the encoding becomes a bare "?" (ruling 7)."""
    name = output_encoding(encoding)
    if name == "utf-8":
        return escape(query, f"{QUERY}%")
    escaped = ""
    for character in scalar_values(query):
        if re.match(f"[{QUERY}%]", character):
            escaped += character
        else:
            runs = [*encode_or_fail(name, character)]
            escaped += "?" if len(runs) > 1 else "".join(f"%{octet:02X}" for octet in runs[0][0])
    return escaped


def resolve(url: str, base: ParsedURL | None = None, encoding: str = "utf-8") -> ParsedURL:
    """Resolve the URL by HTML5 2.6.3."""
    parsed = parse(url)  # Step 5
    host = parsed.host
    if host and not is_ip_literal(host):  # Step 6
        try:
            host = scalar_values(host)
            host = to_ascii(unquote_to_bytes(host).decode() if "%" in host else host)
        except UnicodeError:
            raise Failure("the host") from None
    path = escape(parsed.path, f"{PATH}%")  # Step 7
    query = None if parsed.query is None else escape_query(parsed.query, encoding)  # Step 8
    if parsed.scheme is None and base is None:
        raise Failure("relative")
    scheme = parsed.scheme
    authority = None if host is None else (parsed.userinfo, host, parsed.port)
    if scheme is not None or authority is not None:  # Step 9: RFC 3986 section 5.2.2
        path = remove_dot_segments(path)
    if scheme is None:
        assert base is not None
        scheme = base.scheme
        if authority is None:
            authority = None if base.host is None else (base.userinfo, base.host, base.port)
            if not path:
                path, query = base.path, base.query if query is None else query
            elif path.startswith("/"):
                path = remove_dot_segments(path)
            else:
                path = remove_dot_segments(merge(base.host is not None, base.path, path))
    userinfo, host, port = authority or (None, None, None)
    assert scheme is not None
    kind = scheme.lower()
    if (  # Step 10
        (host is not None and kind in WITHOUT_AUTHORITY)
        or (not host and kind in NEEDING_A_HOST)
        or (host is None and path.startswith("//"))
    ):
        raise Failure("the conformance criteria")
    result = ParsedURL(scheme, userinfo, host, port, path, query, parsed.fragment)  # Step 11
    if "\\" in written(result) and kind in SERVER_BASED:  # Step 12
        replaced = written(result).replace("\\", "/")
        return resolve(replaced) if "\\" in f"{userinfo}{host}" else parse(replaced)
    return result


def pieces_of(url: ParsedURL) -> tuple[str, ...]:
    return (
        f"{url.scheme}:" if url.scheme is not None else "",
        "" if url.host is None else "//",
        "" if url.userinfo is None else f"{url.userinfo}@",
        url.host or "",
        "" if url.port is None else f":{url.port}",
        url.path,
        "" if url.query is None else f"?{url.query}",
        "" if url.fragment is None else f"#{url.fragment}",
    )


def written(url: ParsedURL) -> str:
    return "".join(pieces_of(url))


# HTML5 2.6.6


def is_hierarchical(url: ParsedURL) -> bool:
    return url.host is not None or url.path.startswith("/")


def get_host(url: ParsedURL) -> str:
    default = DEFAULT_PORTS.get((url.scheme or "").lower())
    has_port = url.port and (url.port.lstrip("0") or "0") != default
    return f"{url.host or ''}:{url.port}" if has_port else url.host or ""


#: The getters of an absolute URL. They return the empty string if the getter condition is false.
GETTERS: dict[str, Callable[[ParsedURL], str]] = {
    "protocol": lambda url: f"{url.scheme}:",
    "host": get_host,
    "hostname": lambda url: url.host or "",
    "port": lambda url: url.port or "",
    "pathname": lambda url: (
        (url.path or "/") if is_hierarchical(url) else ""
    ),  # An empty path is a slash (ruling 14).
    "search": lambda url: f"?{url.query}" if url.query is not None and is_hierarchical(url) else "",
    "hash": lambda url: f"#{url.fragment}" if url.fragment else "",
}


def escaped(value: str, valid: str) -> str:
    """Return the value with invalid characters escaped (ruling 15)."""
    return re.sub("%(?![0-9A-Fa-f]{2})", "%25", escape(value, f"{valid}%"))


def require(holds: object) -> None:
    if not holds:
        raise Failure("the setter condition")


def set_protocol(input: ParsedURL, value: str) -> dict[str, str | None]:
    scheme = value.rstrip(":")
    require(re.fullmatch(SCHEME, scheme))
    return {"scheme": scheme}


def set_host(input: ParsedURL, value: str) -> dict[str, str | None]:
    """Set the host and the port by ruling 16."""
    found = re.fullmatch(
        r"(\[[^\]]*\])(?::([0-9]*))?" if value[:1] == "[" else r"([^:]*)(?::([0-9]*))?", value
    )
    require(found and found[1] and input.host is not None)
    assert found is not None
    return {"host": found[1] if value[:1] == "[" else escaped(found[1], REG_NAME), "port": found[2]}


def set_hostname(input: ParsedURL, value: str) -> dict[str, str | None]:
    host = value.lstrip("/")
    require(host and input.host is not None)
    return {"host": host if host[0] == "[" and host[-1] == "]" else escaped(host, REG_NAME)}


def set_port(input: ParsedURL, value: str) -> dict[str, str | None]:
    digits = re.match("[0-9]*", value)
    assert digits is not None
    port = digits[0].lstrip("0") or "0"
    require(input.host is not None and len(port) <= 5 and int(port) <= 65535)
    return {"port": port}


def set_pathname(input: ParsedURL, value: str) -> dict[str, str | None]:
    require(is_hierarchical(input))
    return {"path": escaped(value if value.startswith("/") else f"/{value}", PATH)}


def set_search(input: ParsedURL, value: str) -> dict[str, str | None]:
    require(is_hierarchical(input))
    return {"query": escaped(value.removeprefix("?"), QUERY)}


def set_hash(input: ParsedURL, value: str) -> dict[str, str | None]:
    return {"fragment": escaped(value.removeprefix("#"), QUERY)}


SETTERS: dict[str, Callable[[ParsedURL, str], dict[str, str | None]]] = {
    "protocol": set_protocol,
    "host": set_host,
    "hostname": set_hostname,
    "port": set_port,
    "pathname": set_pathname,
    "search": set_search,
    "hash": set_hash,
}


def assign(url: str, name: str, value: str | None) -> str:
    """Return the output of the HTML5 2.6.6 setter `name` for the resolved `url`. Raises `Failure`
    if the setter condition is false."""
    input = resolve(url)
    changes = SETTERS[name](input, "" if value is None else value)
    if value is None:  # None removes the component (ruling 19).
        changes = dict.fromkeys(changes)
    expected = attrs.evolve(input, **changes)
    output = written(expected)
    # The output must parse into the same components (ruling 17).
    if parse(output) != expected:
        raise Failure("the output parses as another URL")
    resolved = resolve(output)
    if resolved.host != expected.host and name not in ("host", "hostname"):
        raise Failure(
            "the output has another host"
        )  # because a backslash in the userinfo ends the authority
    return output
